"""Numbers known from below and above: what is proved of an irrational one, or of one too long to write."""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

from markov.exact import rational_root, rounded, scientific

BITS = 256  # behind the binary point, of a root that is no fraction


@dataclass(frozen=True, slots=True, repr=False)
class Bracket:
    """A number that is not below `lower` and not above `upper`; where they are equal it is exactly that.

    >>> third = Bracket(Fraction(33333, 100000), Fraction(33334, 100000))
    >>> third.rounded(4), third.rounded(5), third.exact
    ('0.3333', None, None)

    Raises ValueError where the ends are the wrong way round.
    """

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if self.lower > self.upper:
            raise ValueError("no number is above the upper and below the lower end of a bracket")

    def __repr__(self) -> str:
        # Short: an end may have a million digits, of which Python would not even make a text.
        ends = ("{}e{}".format(*scientific(end, 12)) for end in (self.lower, self.upper))
        return f"Bracket({', '.join(ends)})"

    @classmethod
    def of(cls, number: Fraction | int) -> "Bracket":
        """The bracket of a number that is known exactly: both of its ends are the number."""
        return cls(Fraction(number), Fraction(number))

    @property
    def exact(self) -> Fraction | None:
        """The number, where it is known exactly."""
        return self.lower if self.lower == self.upper else None

    @property
    def width(self) -> Fraction:
        """The distance between the ends."""
        return self.upper - self.lower

    def rounded(self, places: int) -> str | None:
        """The decimal of the number, correctly rounded to the places; None where that is not settled."""
        low = rounded(self.lower, places)
        return low if self.exact is not None or low == rounded(self.upper, places) else None

    def __neg__(self) -> "Bracket":
        return Bracket(-self.upper, -self.lower)

    def __add__(self, other: "Bracket | Fraction | int") -> "Bracket":
        more = other if isinstance(other, Bracket) else Bracket.of(other)
        return Bracket(self.lower + more.lower, self.upper + more.upper)

    def __sub__(self, other: "Bracket | Fraction | int") -> "Bracket":
        return self + (-other)

    def __mul__(self, other: "Bracket | Fraction | int") -> "Bracket":
        more = other if isinstance(other, Bracket) else Bracket.of(other)
        ends = [bound * another for bound in (self.lower, self.upper) for another in (more.lower, more.upper)]
        return Bracket(min(ends), max(ends))

    def chance(self) -> "Bracket":
        """The bracket of a number known to be a chance: what lies outside 0 to 1 is cut away."""
        return Bracket(
            min(max(self.lower, Fraction(0)), Fraction(1)), max(min(self.upper, Fraction(1)), Fraction(0))
        )


def square_root(square: Fraction, bits: int = BITS) -> Bracket:
    """The square root: exactly where it is a fraction, else to so many binary places.

    >>> square_root(Fraction(9, 4)).exact, square_root(Fraction(2)).rounded(12)
    (Fraction(3, 2), '1.414213562373')
    """
    if (root := rational_root(square)) is not None:
        return Bracket.of(root)
    units = isqrt((square.numerator << 2 * bits) // square.denominator)
    return Bracket(Fraction(units, 1 << bits), Fraction(units + 1, 1 << bits))
