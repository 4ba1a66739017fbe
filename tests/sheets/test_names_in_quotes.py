"""Outcomes whose names are words of the wager language: they are written in quotes."""

from fractions import Fraction

import pytest

import markov as mk
from markov.rules.expression import RESERVED, Before, Label, Times
from markov.rules.language import parsed

CARDS = "two:4,ten:4,any:4,x2:4,line of 4:4,other:32"


@pytest.mark.parametrize("word", sorted(RESERVED))
def test_every_word_of_the_language_can_be_a_name(word):
    """Once as text, and once as the text of what was read."""
    wanted = Before(Times(Label(word), 2), Label("other"))
    for text in (f"'{word}' x2 before other", f'"{word}" twice before other', str(wanted)):
        assert parsed(text) == wanted


@pytest.mark.parametrize(
    ("asked", "chance"),
    [
        ("'two' before 'ten'", Fraction(1, 2)),
        ("'any' before other", Fraction(1, 9)),
        ("'x2' x2 before other", Fraction(1, 81)),
        ("'line of 4' before ('two'|'ten')", Fraction(1, 3)),
        ("'TWO' then 'ten' within 2", Fraction(1, 169)),
    ],
)
def test_such_outcomes_are_counted(asked, chance):
    """By hand: four of each, and 32 others."""
    assert mk.ask(asked, on=CARDS).probability == chance


@pytest.mark.parametrize("name", ["hard 8", "1st dozen", "don't pass", "2x", "point 4 made", "A"])
def test_other_names_stand_without_quotes(name):
    assert str(Label(name)) == name
    assert parsed(name) == Label(name)
