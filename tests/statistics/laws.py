"""Laws of a return that are drawn at random."""

from fractions import Fraction

from hypothesis import strategies as st

values = st.fractions(min_value=0, max_value=100, max_denominator=40)


@st.composite
def laws(draw, most=6, returned=values):
    """Some values, each with a chance."""
    found = draw(st.lists(returned, min_size=1, max_size=most, unique=True))
    weights = draw(st.lists(st.integers(1, 50), min_size=len(found), max_size=len(found)))
    return {value: Fraction(weight, sum(weights)) for value, weight in zip(found, weights, strict=True)}
