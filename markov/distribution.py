"""Outcomes with whole-number weights: wheels, dice, coins and other random sources; tallies of outcomes."""

from collections import Counter, namedtuple
from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import factorial, lcm, prod
from typing import Any, TypeAlias, TypeVar, overload

from markov.exact import exact
from markov.shown import Displayable

O_co = TypeVar("O_co", bound=Hashable)
P = TypeVar("P", bound=Hashable)

WheelOutcome: TypeAlias = Hashable


@dataclass(frozen=True, slots=True)
class Tally:
    """Outcomes that are counted together, and the number needed: so many or more, or exactly so many.

    Raises ValueError where nothing is counted, and for a number that cannot be missed or cannot come.
    """

    counts: frozenset[WheelOutcome]
    need: int
    exactly: bool = False

    def __post_init__(self) -> None:
        if not self.counts:
            raise ValueError("a tally counts at least one outcome")
        if self.need < (least := 0 if self.exactly else 1):
            raise ValueError(f"a tally needs {least} or more, not {self.need}")


class Distribution(Displayable, Mapping[O_co, int]):
    """An immutable mapping from outcome to a positive whole-number weight.

    The weights are counts (of pockets, of ways two dice fall); they are never reduced, and a
    chance is a weight over `total`.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> coin.total, coin["heads"]
    (2, 1)

    A weight may be a fraction, or its text; then all are multiplied with their least common denominator.

    >>> Distribution({"hit": "1/3", "near": "0.5", "miss": "1/6"})
    Distribution({'hit': 2, 'near': 3, 'miss': 1})

    Raises ValueError when there is no outcome or a weight is not a positive exact number.
    """

    __slots__ = ("_hash", "_weights", "total")

    total: int

    def __init__(self, weights: Mapping[O_co, int] | Mapping[O_co, int | str | Fraction]) -> None:
        whole: dict[O_co, int] = {}
        if not isinstance(weights, Mapping):
            raise TypeError("expected {outcome: weight}; outcomes as often as they are listed: .counted([…])")
        for outcome, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int) or weight < 1:
                whole = _made_whole(weights)
                break
            whole[outcome] = weight
        if not whole:
            raise ValueError("a distribution needs at least one outcome; this one sums to nothing")
        self._weights = whole
        self._hash: int | None = None
        self.total = sum(self._weights.values())

    @classmethod
    def counted(cls, outcomes: Iterable[O_co]) -> "Distribution[O_co]":
        """Each outcome as often as it is listed.

        >>> Distribution.counted("abracadabra")["a"]
        5
        """
        return cls(Counter(outcomes))

    def map(self, shown: Callable[[O_co], P]) -> "Distribution[P]":
        """The distribution of a function of the outcome: weights of outcomes with equal values are added.

        >>> Distribution({1: 1, 2: 1, 3: 1}).map(lambda n: n % 2)
        Distribution({1: 2, 0: 1})
        """
        weights: Counter[P] = Counter()
        for outcome, weight in self._weights.items():
            weights[shown(outcome)] += weight
        return Distribution(weights)

    def __getitem__(self, outcome: object) -> int:
        return self._weights[outcome]  # type: ignore[index]

    def __iter__(self) -> Iterator[O_co]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> ItemsView[O_co, int]:
        """The outcomes with their weights."""
        return self._weights.items()

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._weights.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Distribution({self._weights})"


def _made_whole(weights: Mapping[P, int | str | Fraction]) -> dict[P, int]:
    """The weights over their least common denominator."""
    exactly: dict[P, Fraction] = {}
    for outcome, weight in weights.items():
        try:
            exactly[outcome] = exact(weight)
        except (TypeError, ValueError) as error:
            raise ValueError(f"the weight of {outcome!r}: {error}") from None
        if exactly[outcome] <= 0:
            raise ValueError(f"the weight of {outcome!r} is {weight}; it is a number above 0")
    unit = lcm(*(weight.denominator for weight in exactly.values()))
    return {outcome: int(weight * unit) for outcome, weight in exactly.items()}


ZEROS = ("0", "00", "000")


def roulette(zeros: int) -> Distribution[int | str]:
    """The pockets of a roulette wheel: the numbers 1 to 36, and as many zeros.

    A zero is named, not numbered, so that arithmetic on it fails instead of finding neighbours for it.

    >>> double_zero = roulette(2)
    >>> double_zero.total, [pocket for pocket in double_zero if isinstance(pocket, str)]
    (38, ['0', '00'])
    >>> roulette(4)
    Traceback (most recent call last):
    ValueError: a wheel has from 0 to 3 zeros, not 4
    """
    pockets: list[int | str] = [*range(1, 37), *_first(zeros)]
    return Distribution.counted(pockets)


@overload
def dice(count: int, sides: int = 6) -> "Distribution[int]": ...


@overload
def dice(*, sides: int = 6, **colours: int) -> "Distribution[Any]": ...


def dice(count: int | None = None, sides: int = 6, **colours: int) -> "Distribution[Any]":
    """The totals of so many dice, each in as many ways as it falls; or the faces of dice of several colours.

    colours   by colour how many dice there are. An outcome has a field for each: of one die its face, of
              several their faces, the lowest first

    >>> dice(2)
    Distribution({2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1})
    >>> throws = dice(green=2, red=1)
    >>> throw = next(one for one in throws if one.green == (2, 5) and one.red == 5)
    >>> str(throw), sum(throw.green) - throw.red, throws[throw], throws.total
    ('green 2-5, red 5', 2, 2, 216)
    >>> dice(0)
    Traceback (most recent call last):
    ValueError: 0 dice with 6 sides show nothing; there is at least one of each
    """
    if (count is None) == (not colours):
        raise ValueError(
            "dice are said by their number, dice(2), or by the numbers of each colour, dice(red=1)"
        )
    for number in (*(colours.values() or (count,)), sides):
        if not isinstance(number, int):
            raise TypeError(f"dice are counted in whole numbers, not by {number!r:.60}; write dice(2)")
    for number in colours.values() or (count or 0,):
        if number < 1 or sides < 1:
            raise ValueError(f"{number} dice with {sides} sides show nothing; there is at least one of each")
    if colours:
        return _coloured(colours, sides)
    totals = {0: 1}
    for _ in range(count or 0):
        thrown: Counter[int] = Counter()
        for total, ways in totals.items():
            for side in range(1, sides + 1):
                thrown[total + side] += ways
        totals = dict(thrown)
    return Distribution(totals)


def _coloured(colours: Mapping[str, int], sides: int) -> "Distribution[Any]":
    """The faces by colour; dice of one colour are not told apart."""
    throw = _throw(tuple(colours))
    by_colour = [
        [
            (
                shown if number > 1 else shown[0],
                factorial(number) // prod(map(factorial, Counter(shown).values())),
            )
            for shown in combinations_with_replacement(range(1, sides + 1), number)
        ]
        for number in colours.values()
    ]
    return Distribution(
        {throw(*(faces for faces, _ in each)): prod(ways for _, ways in each) for each in product(*by_colour)}
    )


@cache
def _throw(colours: tuple[str, ...]) -> Any:
    """The type of a throw of dice of those colours."""

    def said(throw: Any) -> str:
        faces = (face if isinstance(face, tuple) else (face,) for face in throw)
        return ", ".join(
            f"{name} {'-'.join(map(str, each))}" for name, each in zip(colours, faces, strict=True)
        )

    return type("Throw", (namedtuple("Throw", colours),), {"__slots__": (), "__str__": said})


def pairs_of_dice() -> Distribution[str]:
    """The faces of two dice, the lower one first: a double in one way, any other pair in two.

    >>> pairs = pairs_of_dice()
    >>> len(pairs), pairs.total, pairs["4-4"], pairs["2-6"]
    (21, 36, 1, 2)
    """
    return Distribution.counted(f"{min(a, b)}-{max(a, b)}" for a in range(1, 7) for b in range(1, 7))


def coin() -> Distribution[str]:
    """A fair coin: heads and tails.

    >>> coin()
    Distribution({'heads': 1, 'tails': 1})
    """
    return Distribution({"heads": 1, "tails": 1})


def dice_on_roulette(zeros: int) -> Distribution[int | str]:
    """The totals on a wheel whose 36 numbered pockets show the results of two dice, and as many zeros.

    >>> wheel = dice_on_roulette(1)
    >>> wheel.total, wheel[7], wheel["0"]
    (37, 6, 1)
    """
    return Distribution({**dice(2), **dict.fromkeys(_first(zeros), 1)})


def _first(zeros: int) -> tuple[str, ...]:
    if zeros not in range(len(ZEROS) + 1):
        raise ValueError(f"a wheel has from 0 to {len(ZEROS)} zeros, not {zeros}")
    return ZEROS[:zeros]
