"""Commission: what the house takes for a bet beside its stake, in advance or out of a win."""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Literal, TypeAlias

from markov.exact import in_short
from markov.naming import counted

Rounding: TypeAlias = Literal["up", "down", "nearest"]

_NOTHING = Fraction(0)
_STAKE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Commission:
    """The commission of the house per unit staked: a part of the stake, or of what an ending wins.

    ending        the ending whose winnings count
    line          what it returns as posted, before any commission
    of_stake      the part of the stake
    of_winnings   the part of what the ending wins on top of the stake; what wins nothing owes none
    on_win        it is taken out of a win, and only then; else it is put up in advance, win or lose
    refunded      the endings that bring back what was put up in advance
    rounding      how it is rounded to a whole chip; None where it is exact
    chips         in the stake, where it is rounded

    Raises ValueError for parts that are below 0, or for winnings of which nothing is left.
    """

    ending: str
    line: Fraction
    of_stake: Fraction = _NOTHING
    of_winnings: Fraction = _NOTHING
    on_win: bool = False
    refunded: frozenset[str] = frozenset()
    rounding: Rounding | None = None
    chips: int = 1

    def __post_init__(self) -> None:
        if self.of_stake < 0 or not 0 <= self.of_winnings < 1 or self.chips < 1:
            raise ValueError(
                "a commission is a part of the stake, from 0 up, or of winnings, below 1; "
                "write it like 5% or 1/20"
            )
        if self.on_win and (self.refunded or self.of_stake > 1):
            raise ValueError("a commission out of a win is at most the stake, and nothing of it comes back")

    def due(self, line: Fraction) -> Fraction:
        """The commission per unit staked where the ending returns so much as posted.

        >>> lay = Commission("made", Fraction(3, 2), of_winnings=Fraction(1, 20))
        >>> lay.due(Fraction(57, 37)), lay.due(Fraction(1, 2))
        (Fraction(1, 37), Fraction(0, 1))
        """
        winning = line > _STAKE
        if self.on_win and not winning:
            return _NOTHING
        constant, slope = self.dues(winning)
        due = constant + slope * line
        return (
            due if self.rounding is None else in_chips(due * self.chips, _STAKE, self.rounding) / self.chips
        )

    def dues(self, winning: bool) -> tuple[Fraction, Fraction]:
        """The constant, and the factor of the line, of the commission before it is rounded.

        winning   whether the line returns more than the stake
        """
        if winning:
            return self.of_stake - self.of_winnings, self.of_winnings
        return _NOTHING if self.on_win else self.of_stake, _NOTHING

    def brought(self, line: Fraction) -> Fraction:
        """The return of the ending after the commission, where it returns so much as posted."""
        return line - self.due(line) if self.on_win else line

    @property
    def moves(self) -> bool:
        """True where a pay of the ending, as posted, is not just what the ending brings back."""
        return bool(self.of_winnings or (self.on_win and self.of_stake))

    @property
    def stepped(self) -> bool:
        """True where rounding makes the commission a step function of the pay."""
        return self.rounding is not None and bool(self.of_winnings)

    def words(self) -> str:
        """A sentence on what is due, and when."""
        parts = [f"{in_short(self.of_stake)} of the stake"] * bool(self.of_stake)
        winnings = "the winnings" if self.ending == "made" else f"what {self.ending} wins"
        parts += [f"{in_short(self.of_winnings)} of {winnings}"] * bool(self.of_winnings)
        rounded = {"up": "up to a", "down": "down to a", "nearest": "to the nearest"}
        chips = (
            f", rounded {rounded[self.rounding]} whole chip on a stake of {counted(self.chips, 'chip')},"
            if self.rounding
            else ""
        )
        when = (
            f"is taken out of a win, and only then: a pay of {self.ending} is what is posted, before it"
            if self.on_win
            else "is put up in advance, win or lose"
        )
        return f"A commission of {' and '.join(parts)}{chips} {when}."


class SteppedCommission(ValueError):
    """Pays over which a commission moves in steps, or begins, so that one function does not say it."""


def in_chips(amount: Fraction, chip: Fraction, rounding: Rounding) -> Fraction:
    """The amount in whole chips; half a chip goes up to the nearest.

    >>> half, chip = Fraction(5, 2), Fraction(1)
    >>> [str(in_chips(half, chip, way)) for way in ("up", "down", "nearest")]
    ['3', '2', '3']
    """
    chips = amount / chip
    if rounding == "nearest":
        return floor(chips + Fraction(1, 2)) * chip
    return (ceil(chips) if rounding == "up" else floor(chips)) * chip
