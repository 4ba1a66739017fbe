"""Distributions: outcomes with whole-number weights."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TypeVar

from markov.shown import Shown

O_co = TypeVar("O_co", bound=Hashable)
P = TypeVar("P", bound=Hashable)


class Distribution(Shown, Mapping[O_co, int]):
    """An immutable mapping from outcome to a positive whole-number weight.

    The weights are counts (of pockets, of ways two dice fall); they are never reduced, and a
    chance is a weight over `total`.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> coin.total, coin["heads"]
    (2, 1)

    Raises ValueError when there is no outcome or a weight is not a positive whole number.
    """

    __slots__ = ("_hash", "_weights", "total")

    total: int

    def __init__(self, weights: Mapping[O_co, int]) -> None:
        for outcome, weight in weights.items():
            if isinstance(weight, bool) or not isinstance(weight, int) or weight < 1:
                raise ValueError(f"the weight of {outcome!r} is {weight!r}, not a whole number from 1 up")
        if not weights:
            raise ValueError("a distribution needs at least one outcome; this one sums to nothing")
        self._weights = dict(weights)
        self._hash: int | None = None
        self.total = sum(self._weights.values())

    @classmethod
    def counted(cls, outcomes: Iterable[O_co]) -> "Distribution[O_co]":
        """Each outcome as often as it is listed.

        >>> Distribution.counted("abracadabra")["a"]
        5
        """
        weights: dict[O_co, int] = {}
        for outcome in outcomes:
            weights[outcome] = weights.get(outcome, 0) + 1
        return cls(weights)

    def map(self, shown: Callable[[O_co], P]) -> "Distribution[P]":
        """The distribution of a function of the outcome: weights of outcomes with equal values are added.

        >>> Distribution({1: 1, 2: 1, 3: 1}).map(lambda n: n % 2)
        Distribution({1: 2, 0: 1})
        """
        weights: dict[P, int] = {}
        for outcome, weight in self._weights.items():
            weights[shown(outcome)] = weights.get(shown(outcome), 0) + weight
        return Distribution(weights)

    def __getitem__(self, outcome: object) -> int:
        return self._weights[outcome]  # type: ignore[index]

    def __iter__(self) -> Iterator[O_co]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._weights.items()))
        return self._hash

    def __repr__(self) -> str:
        return f"Distribution({self._weights})"
