"""Expectations: what a figure of an answer has to be, compared exactly."""

import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias, cast

from markov.exact import exact, percentage
from markov.wager.differences import CHANCE, FIGURES, figure
from markov.wager.odds import Answer

Relation: TypeAlias = Literal["=", ">=", "<="]

_LONGEST = 2_000  # characters
_FORM = re.compile(
    r"\s*(?:(?P<wager>[^:=<>]+):)?\s*(?:(?P<play>never|best)\.)?(?P<figure>[^:=<>]+?)\s*"
    r"(?P<relation>>=|<=|=)\s*(?P<value>[^=<>]+)"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a figure has to be.

    said    in the words of who expects it
    wager   whose figure, by name; every wager's where there is none
    play    played to its end, "never" taking an offer, or "best"
    """

    said: str
    wager: str | None
    play: str
    figure: str
    relation: Relation
    value: Fraction

    def found(self, answered: Answer) -> Fraction | None:
        """The figure in the answer, a standard deviation as its square; None where it has none."""
        return figure(answered.never if self.play == "never" else answered.optimal, self.figure)

    def asks(self, answered: Answer) -> bool:
        """Whether it is about something that the wager has: the chance of an ending without a pay is not."""
        return not self.figure.startswith(CHANCE) or self.figure.removeprefix(CHANCE) in answered.wager.pays

    def holds(self, answered: Answer) -> bool:
        """Whether the answer is as expected, exactly; a figure that is not there is not.

        >>> from markov.wager.odds import answer
        >>> from markov.wager.catalogue import find
        >>> repeating_2 = answer(find("repeater-bets-plus").wager("repeating-2"))
        >>> [expectation(said).holds(repeating_2) for said in ("edge=9/49", "best.edge>=15%")]
        [True, False]
        """
        found, value = self.found(answered), self.value
        if found is None:
            return False
        if self.figure == "standard_deviation":
            value = value * abs(value)  # squares compare as their roots do, and no root is below 0
        if self.relation == "=":
            return found == value
        return found >= value if self.relation == ">=" else found <= value


def expectation(text: str) -> Expectation:
    """The expectation that the text says: edge=9/49, repeating-2:best.edge>=15%, chance.made<=1/40.

    Raises ValueError for what is none.
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
    )
