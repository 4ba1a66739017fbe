"""Curve: what a wager returns as a function of the pay of one ending, piece by piece."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from markov.chain.duration import Spins
from markov.wager.odds import Edge
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class Line:
    """A return of fixed + chance · pay."""

    fixed: Fraction
    chance: Fraction

    def at(self, pay: Fraction) -> Fraction:
        """The return at a pay."""
        return self.fixed + self.chance * pay

    def reaches(self, returned: Fraction) -> Fraction:
        """The pay at which it is so much; raises ZeroDivisionError where the pay changes nothing."""
        return (returned - self.fixed) / self.chance

    def meets(self, steeper: Self) -> Fraction:
        """The pay at which a steeper line has caught up."""
        return (self.fixed - steeper.fixed) / (steeper.chance - self.chance)


@dataclass(frozen=True, slots=True)
class Piece:
    """The pays, from low to high, at which play is one and the same.

    high       None where it goes on for ever
    has_low    whether low itself belongs to it; has_high the same of high
    line       the return by the pay
    chances    of every ending that happens
    resolved   the chance that another ending than that of the pay wins or loses
    spins      until play is over
    taken      the endings among them that are offers
    """

    low: Fraction
    high: Fraction | None
    has_low: bool
    has_high: bool
    line: Line
    chances: Mapping[str, Fraction]
    resolved: Fraction
    spins: Spins
    taken: tuple[str, ...]

    def __contains__(self, pay: Fraction) -> bool:
        if pay in (self.low, self.high):
            return (self.has_low and pay == self.low) or (self.has_high and pay == self.high)
        return self.low < pay and (self.high is None or pay < self.high)


@dataclass(frozen=True, slots=True)
class Curve:
    """The return of a wager by the pay of one ending, under one way of playing it.

    decides   whether that ending wins or loses, unless it returns just the outlay
    pieces    they cover all pays from 0 on, each pay being in one of them
    """

    wager: Wager
    ending: str
    decides: bool
    pieces: tuple[Piece, ...]

    @property
    def kinks(self) -> tuple[Fraction, ...]:
        """The pays at which the slope changes."""
        stretches = [piece for piece in self.pieces if piece.high != piece.low]
        return tuple(piece.low for piece in stretches[1:])

    def at(self, pay: Fraction) -> Piece:
        """The piece that a pay belongs to; raises ValueError for a negative one."""
        if pay < 0:
            raise ValueError(f"a pay of {pay} is less than nothing")
        return next(piece for piece in self.pieces if pay in piece)

    def returned(self, pay: Fraction) -> Fraction:
        """What comes back per unit staked."""
        return self.at(pay).line.at(pay)

    def edge(self, pay: Fraction) -> Edge:
        """The edge over each base."""
        return self.edge_on(self.at(pay), pay, push=pay == self.wager.outlay)

    def edge_on(self, piece: Piece, pay: Fraction, push: bool = False) -> Edge:
        """The edge at a pay if it were played as on that piece.

        push   the ending of the pay returns just the outlay, and so resolves nothing
        """
        loss = self.wager.outlay - piece.line.at(pay)
        resolved = piece.resolved + (piece.line.chance if self.decides and not push else 0)
        return Edge(
            per_stake=loss,
            per_outlay=loss / self.wager.outlay,
            per_resolved=loss / resolved if resolved else None,
            per_spin=loss / piece.spins.mean if piece.spins.mean else None,
        )
