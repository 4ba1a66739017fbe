"""Outcomes with whole-number weights, which are never reduced or rescaled."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.distribution import Distribution, dice

weights = st.dictionaries(st.integers(), st.integers(1, 10**30), min_size=1, max_size=8)


def test_two_dice_are_counted():
    dice = Distribution.counted(a + b for a in range(1, 7) for b in range(1, 7))
    assert dict(dice) == {n: 6 - abs(7 - n) for n in range(2, 13)}
    assert dice.total == 36


def test_weights_are_never_reduced():
    assert dict(Distribution({"a": "2", "b": Fraction(4)})) == dict(Distribution({"a": 2, "b": 4}))
    assert Distribution({"a": 2, "b": 4}).total == 6
    assert Distribution({"a": 2, "b": 4}) != Distribution({"a": 1, "b": 2})


@pytest.mark.parametrize("weight", [0, -1, "0", "-1/3", Fraction(0), 0.5, 1.0, True, "1e3", "", None])
def test_a_weight_that_is_no_exact_number_above_0(weight):
    with pytest.raises(ValueError, match=r"the weight of 'b'(: .*| is .*; it is a number above 0)"):
        Distribution({"a": 1, "b": weight})


def test_fractions_as_weights_are_made_whole_and_never_rounded():
    wheel = Distribution({"hit": "1/3", "near": Fraction(1, 7), "miss": 2, "edge": "0.05"})
    assert dict(wheel) == {"hit": 140, "near": 60, "miss": 840, "edge": 21}
    assert [Fraction(weight, 420) for weight in wheel.values()] == [
        *(Fraction(1, 3), Fraction(1, 7), 2, Fraction(1, 20))
    ]


def test_no_outcome():
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution({})
    with pytest.raises(ValueError, match="at least one outcome"):
        Distribution.counted([])


def test_it_keeps_its_weights_when_what_it_was_made_from_changes():
    given_weights = {"a": 1}
    coin = Distribution(given_weights)
    given_weights["a"] = 5
    assert (coin["a"], coin.total) == (1, 1)
    with pytest.raises(TypeError):
        coin["a"] = 5


def test_an_outcome_that_is_not_there():
    with pytest.raises(KeyError):
        Distribution({1: 1})[2]
    assert 2 not in Distribution({1: 1})


@given(weights)
def test_equal_distributions_have_equal_hashes(found):
    one, other = Distribution(found), Distribution(dict(reversed(found.items())))
    assert one == other
    assert hash(one) == hash(other)
    assert one == eval(repr(one))  # noqa: S307
    assert list(one) == list(found)


@given(weights, st.integers(1, 5))
def test_map_keeps_the_total(found, modulus):
    whole = Distribution(found)
    shown = whole.map(lambda n: n % modulus)
    assert shown.total == whole.total
    for outcome, weight in shown.items():
        assert weight == sum(w for n, w in found.items() if n % modulus == outcome)


def test_dice_of_several_colours_are_kept_apart():
    """Every throw listed one by one; two dice of one colour are not told apart."""
    throws = dice(green=2, red=1)
    listed = [(*sorted((a, b)), red) for a in range(1, 7) for b in range(1, 7) for red in range(1, 7)]
    assert {(*throw.green, throw.red): ways for throw, ways in throws.items()} == Counter(listed)
    assert throws == dice(green=2, red=1)
    assert throws.map(lambda throw: sum(throw.green) + throw.red) == dice(3)
    assert str(next(iter(throws))) == "green 1-1, red 1"


def test_dice_of_one_colour_each_show_faces():
    both = dice(sides=4, white=1, black=1)
    assert both.total == 16
    assert both.map(lambda throw: throw.white - throw.black)[0] == 4


def test_the_fewest_dice_with_the_fewest_sides():
    assert dice(1) == Distribution(dict.fromkeys(range(1, 7), 1))
    assert dice(1, sides=1) == Distribution({1: 1})
    assert [(throw.red, weight) for throw, weight in dice(red=1, sides=1).items()] == [(1, 1)]


@pytest.mark.parametrize(
    "said",
    [{}, {"count": 0}, {"count": 1, "sides": 0}, {"count": 2, "red": 1}, {"red": 0}, {"red": 1, "sides": 0}],
)
def test_dice_that_there_cannot_be(said):
    with pytest.raises(ValueError, match="dice"):
        dice(**said)
