"""Affine: a constant and a multiple of each of some unknowns, as a return is of the pays."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Self

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Affine:
    """A constant, and a coefficient for each unknown by its name; mostly the pay of an ending.

    A coefficient of 0 is left out, so that equal functions are equal.

    >>> returned = Affine(Fraction(1, 2), {"made": Fraction(1, 49), "lost": Fraction(0)})
    >>> returned.at({"made": Fraction(49)}), returned.coefficient("lost")
    (Fraction(3, 2), Fraction(0, 1))
    """

    constant: Fraction = _NOTHING
    coefficients: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        kept = {unknown: factor for unknown, factor in self.coefficients.items() if factor}
        object.__setattr__(self, "coefficients", kept)

    def __hash__(self) -> int:
        return hash((self.constant, frozenset(self.coefficients.items())))

    def __repr__(self) -> str:
        terms = (f" + {factor} {unknown}" for unknown, factor in self.coefficients.items())
        return f"Affine({self.constant}{''.join(terms)})"

    @classmethod
    def unknown(cls, name: str) -> Self:
        """The unknown of that name, by itself."""
        return cls(_NOTHING, {name: Fraction(1)})

    def coefficient(self, unknown: str) -> Fraction:
        """The factor of an unknown; 0 for one that does not count."""
        return self.coefficients.get(unknown, _NOTHING)

    def at(self, known: Mapping[str, Fraction]) -> Fraction:
        """The value, each unknown being known."""
        return sum((factor * known[name] for name, factor in self.coefficients.items()), self.constant)

    def substituted(self, known: "Mapping[str, Affine]") -> "Affine":
        """The function of other unknowns that comes of saying each unknown by them."""
        constant, factors = self.constant, dict[str, Fraction]()
        for name, factor in self.coefficients.items():
            constant += factor * known[name].constant
            for other, by in known[name].coefficients.items():
                factors[other] = factors.get(other, _NOTHING) + factor * by
        return Affine(constant, factors)

    def __sub__(self, other: "Affine") -> "Affine":
        factors = dict(self.coefficients)
        for name, factor in other.coefficients.items():
            factors[name] = factors.get(name, _NOTHING) - factor
        return Affine(self.constant - other.constant, factors)

    def reaches(self, value: Fraction, unknown: str) -> Fraction:
        """The unknown at which the value is so much, it being the only one.

        Raises ZeroDivisionError where it does not count.
        """
        return (value - self.constant) / self.coefficient(unknown)

    def meets(self, other: "Affine", unknown: str) -> Fraction:
        """The unknown, the only one of both, at which the two are equal; one of them is steeper."""
        return (other - self).reaches(_NOTHING, unknown)
