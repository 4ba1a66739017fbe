"""Expectations: the value that a figure of an answer is to have.

A fraction or a whole number is compared exactly. A decimal is a rounded figure: the answer may be half a unit
of its last digit away, as 7.76% stands for 7.755% to 7.765%. A bound, with >= or <=, is exact.
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, cast

from markov.exact import exact, percentage
from markov.wager.odds import CHANCE, FIGURES, Answer, figure

Relation: TypeAlias = Literal["=", ">=", "<="]

_LONGEST = 2_000  # characters
_FORM = re.compile(
    r"\s*(?:(?P<wager>[^:=<>]+):)?\s*(?:(?P<play>never|best)\.)?(?P<figure>[^:=<>]+?)\s*"
    r"(?P<relation>>=|<=|=)\s*(?P<value>[^=<>]+)"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value that a figure is to have.

    said    the text of --expect
    wager   the wager that has the figure, by name; every wager where there is none
    play    "never" taking an offer, or "best"
    half    how far the figure may be from the value, where they are to be equal
    """

    said: str
    wager: str | None
    play: str
    figure: str
    relation: Relation
    value: Fraction
    half: Fraction = Fraction(0)

    def found(self, answered: Answer) -> Fraction | None:
        """The figure in the answer, a standard deviation as its square; None where it has none."""
        return figure(answered.never if self.play == "never" else answered.optimal, self.figure)

    def asks(self, answered: Answer) -> bool:
        """Tests whether the wager has the figure: it has no chance of an ending without a pay."""
        return not self.figure.startswith(CHANCE) or self.figure.removeprefix(CHANCE) in answered.wager.pays

    def holds(self, answered: Answer) -> bool:
        """Tests the answer against the expectation; a figure that is not there fails.

        >>> from markov.wager.odds import answer
        >>> from markov.wager.catalogue import find
        >>> repeating_2 = answer(find("repeater-bets-plus").wager("repeating-2"))
        >>> [expectation(said).holds(repeating_2) for said in ("edge=9/49", "edge=18.37%", "best.edge>=15%")]
        [True, True, False]
        """
        found = self.found(answered)
        if found is None:
            return False
        low, high = self.value - self.half, self.value + self.half
        if self.figure == "standard_deviation":
            low, high = low * abs(low), high * abs(high)  # squares compare as their roots do
        return (self.relation == "<=" or found >= low) and (self.relation == ">=" or found <= high)


def expectation(text: str) -> Expectation:
    """The expectation that the text says: edge=9/49, repeating-2:best.edge>=15%, chance.made<=1/40.

    Raises ValueError for a text that says none.
    """
    shown = text if len(text) <= 60 else text[:60] + "…"
    match = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise ValueError(
            f"{shown!r} is not an expectation; write it like edge=9/49, best.edge>=15% or horn:rtp<=9/10"
        )
    name, value = match["figure"], match["value"].strip()
    if name == "edge":
        name = "edge.per_stake"
    if name not in FIGURES and not (name.startswith(CHANCE) and name != CHANCE):
        known = ", ".join(("edge", *FIGURES))
        raise ValueError(f"{shown!r}: no figure has this name; expected {known} or {CHANCE}ENDING")
    try:
        number = percentage(value) if "%" in value else exact(value)
    except ValueError as error:
        raise ValueError(f"{shown!r}: {error}") from None
    return Expectation(
        said=text.strip(),
        wager=match["wager"] and match["wager"].strip(),
        play=match["play"] or "never",
        figure=name,
        relation=cast(Relation, match["relation"]),
        value=number,
        half=_half(value) if match["relation"] == "=" else Fraction(0),
    )


def _half(value: str) -> Fraction:
    """Half a unit of the last digit of a decimal; 0 for a fraction or a whole number.

    >>> _half("7.76%"), _half("0.05"), _half("5%"), _half("9/49")
    (Fraction(1, 20000), Fraction(1, 200), Fraction(0, 1), Fraction(0, 1))
    """
    digits = re.fullmatch(r"[+-]?[0-9]*\.(?P<after>[0-9]+)\s*(?P<percent>%?)", value)
    if digits is None:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** (len(digits["after"]) + 2 * len(digits["percent"])))
