"""The figures of a play by name, as scripts speak of them, and what a change does to them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from markov.exact import rational_root, root, rounded
from markov.wager.odds import CHANCE, FIGURES, Play, figure


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure before and after a change, a standard deviation as its square; None where there is none."""

    figure: str
    before: Fraction | None
    after: Fraction | None

    @property
    def root(self) -> bool:
        """True where the figure is the root of what is held here."""
        return self.figure == "standard_deviation"

    @property
    def change(self) -> Fraction | None:
        """After less before; None where one of them is not there, or their roots are no fractions."""
        if self.before is None or self.after is None:
            return None
        if not self.root or self.before == self.after:
            return self.after - self.before
        before, after = rational_root(self.before), rational_root(self.after)
        return None if before is None or after is None else after - before


def differences(before: Play, after: Play) -> Iterator[Difference]:
    """Every figure of two plays, and the chance of each ending of either."""
    chances = {CHANCE + ending.ending: None for play in (before, after) for ending in play.endings}
    for name in (*FIGURES, *chances):
        yield Difference(name, figure(before, name), figure(after, name))


def root_change(before: Fraction, after: Fraction, places: int = 6) -> str:
    """The decimal of the difference of two roots, of what is after less what is before, correctly rounded.

    >>> root_change(Fraction(2), Fraction(3)), root_change(Fraction(9), Fraction(1))
    ('0.317837', '-2.000000')
    """
    change = Difference("standard_deviation", before, after).change
    if change is not None:
        return rounded(change, places)
    digits = places + 4
    while True:  # such a difference is no fraction, so it is never half way between two decimals
        about = Fraction(root(after, digits)) - Fraction(root(before, digits))
        off = Fraction(1, 10**digits)  # each root is within half of it
        least, most = rounded(about - off, places), rounded(about + off, places)
        if least == most:
            return least
        digits *= 2
