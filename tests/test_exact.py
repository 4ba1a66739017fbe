"""Exact numbers read from text, and rounded once, on the way out."""

from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from markov import exact as e


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("40", Fraction(40)),
        (" 7/6\n", Fraction(7, 6)),
        ("6/4", Fraction(3, 2)),
        ("0.05", Fraction(1, 20)),
        (".5", Fraction(1, 2)),
        ("-.5", Fraction(-1, 2)),
        ("+3", Fraction(3)),
        ("-0", Fraction(0)),
        ("0.1000000000000000055511151231257827", Fraction(1000000000000000055511151231257827, 10**34)),
        ("9" * 1000, Fraction(10**1000 - 1)),
    ],
)
def test_text_is_read_from_its_characters(text, number):
    assert e.exact(text) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "nan", "NaN", "inf", "-inf", "Infinity", "1e400", "1E5", "1_000", "1,000", "5.", ".", "-"),
        *("--1", "1/2/3", "1/-2", "1/.5", "0.5/2", "1/0", "0/0", "1/000", "0x10", "1 2", "1/ 2", "half"),
        *("5%", "٤٠", "４０", "½", "1⁄2", "−1", "1\x00", "9" * 1001, "1/" + "9" * 5000, "0." + "3" * 5000),
    ],
)
def test_text_that_is_no_exact_number(text):
    with pytest.raises(ValueError, match=r"not an exact number|divides by zero|is too long"):
        e.exact(text)


def test_rounding_up_to_a_power_of_ten_keeps_the_digits():
    assert e.significant(Fraction(9999999, 10**7), 3) == "1.00"
    assert e.significant(Fraction(99996, 1000), 4) == "100.0"


@pytest.mark.parametrize("number", [0.5, float("nan"), True, None, Decimal("0.5"), 1j, b"1"])
def test_what_is_rounded_already_or_no_number(number):
    with pytest.raises(TypeError, match="write it as text"):
        e.exact(number)


@given(st.fractions())
def test_a_fraction_comes_back_from_its_text(number):
    assert e.exact(str(number)) == e.exact(number) == number


@given(st.decimals(allow_nan=False, allow_infinity=False, places=12))
def test_a_decimal_is_read_as_it_stands(number):
    assert e.exact(f"{number:f}") == Fraction(number)


@pytest.mark.parametrize(
    ("text", "number"), [("5%", "1/20"), (" 18.37% ", "1837/10000"), ("-1/2%", "-1/200")]
)
def test_a_percentage_has_its_sign(text, number):
    assert e.percentage(text) == Fraction(number)


@pytest.mark.parametrize("text", ["5", "", "%", "%5", "5%%", "5% 6", "nan%", "1e2%"])
def test_text_that_is_no_percentage(text):
    with pytest.raises(ValueError, match=r"write it like"):
        e.percentage(text)


@given(st.fractions(max_denominator=10**9), st.integers(0, 12))
def test_rounding_agrees_with_decimal_arithmetic(number, places):
    exactly = Context(prec=400).divide(Decimal(number.numerator), Decimal(number.denominator))
    expected = exactly.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, Context(prec=400))
    assert e.rounded(number, places) == f"{expected or abs(expected):f}"  # never -0


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [("1/8", 2, "0.13"), ("3/8", 2, "0.38"), ("1/2", 0, "1"), ("-1/8", 2, "-0.13"), ("-1/1000", 2, "0.00")],
)
def test_a_half_is_rounded_away_from_0(number, places, text):
    assert e.rounded(Fraction(number), places) == text


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        ("1/3", 3, "0.333"),
        ("2/3", 1, "0.7"),
        ("-40/49", 6, "-0.816327"),
        ("100/3", 4, "33.33"),
        ("1/1000", 3, "0.00100"),
        ("999/1000", 3, "0.999"),
        ("1", 3, "1.00"),
        ("123456", 2, "123456"),
    ],
)
def test_significant_digits(number, digits, text):
    assert e.significant(Fraction(number), digits) == text


@given(st.fractions(min_value=Fraction(1, 10**12), max_value=10**12, max_denominator=10**12))
def test_six_significant_digits_are_right_to_the_last(number):
    shown = Fraction(e.significant(number))
    assert abs(shown - number) <= number * Fraction(1, 2 * 10**5)


def test_percent():
    assert [e.percent(Fraction(9, 49)), e.percent(Fraction(-1, 3), 1)] == ["18.3673%", "-33.3%"]


@pytest.mark.parametrize(
    ("chance", "text"),
    [("1", "1 in 1"), ("1/49", "1 in 49"), ("2/3", "1 in 1.50"), ("2/7", "1 in 3.50"), ("0", "never")],
)
def test_one_in(chance, text):
    assert e.one_in(Fraction(chance)) == text


@given(st.fractions(), st.integers(11, 60))
def test_shortened_fits_the_width_and_keeps_both_ends_of_each_half(number, width):
    shown = e.shortened(number, width)
    assert len(shown) <= width
    for half, whole in zip(shown.split("/"), str(number).split("/"), strict=True):
        head, cut, tail = half.partition("…")
        assert whole == half if not cut else whole.startswith(head) and whole.endswith(tail)


def test_a_fraction_of_many_digits_is_shortened_alike():
    long = Fraction(7**4_000, 10**3_000 + 1)
    assert e.shortened(long, 30_000) == str(long)
    assert e.shortened(long, 20) == f"{str(7**4_000)[:4]}…{7**4_000 % 10**4:04}/1000…0001"


@pytest.mark.parametrize(
    "square", [Fraction(2), Fraction(76800, 2401), Fraction(1, 10**13), Fraction(10**30 + 1)]
)
def test_a_root_is_within_half_a_unit_of_the_last_place(square):
    shown = Fraction(e.root(square, 8))
    half = Fraction(1, 2 * 10**8)
    assert (shown - half) ** 2 <= square <= (shown + half) ** 2 or (shown == 0 and square <= half**2)


def test_a_rational_root_is_found():
    assert e.rational_root(Fraction(49, 81)) == Fraction(7, 9)
    assert e.rational_root(Fraction(48, 81)) is None
    assert e.root(Fraction(49, 81), 4) == e.rounded(Fraction(7, 9), 4)


def test_numbers_of_flints_are_taken_in_the_lowest_terms_that_they_are_in(monkeypatch):
    """Python's gcd of millions of digits takes minutes."""
    number = fmpq(-6, 4)
    monkeypatch.setattr("math.gcd", None)
    assert e.fraction(number).as_integer_ratio() == (-3, 2)
