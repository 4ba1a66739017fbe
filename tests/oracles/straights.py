"""Straights and 8's by brute force: winning numbers written out, every three spins looked up in them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations, product

import numpy as np

PAIRS = ("", "gap", "eights", "sequence")
TRIOS = ("", "three-eights", "run", "8-18-28")
PAYS_TO_ONE = {"gap": 4, "eights": 4, "sequence": 7, "three-eights": 50, "run": 50, "8-18-28": 299}


@dataclass(frozen=True)
class Rounds:
    """All rounds of three spins, as if the wheel were always spun three times.

    endings   number of rounds by ending, those that never happen left out
    spins     number of rounds by the spins it takes until the wager is over
    """

    endings: Mapping[str, int]
    spins: Mapping[int, int]

    @property
    def total(self) -> int:
        return sum(self.endings.values())

    def chance(self, ending: str) -> Fraction:
        return Fraction(self.endings[ending], self.total)

    def moment(self, power: int) -> Fraction:
        """The mean of a power of what comes back."""
        return Fraction(sum(n * gross(ending) ** power for ending, n in self.endings.items()), self.total)

    def moment_of_spins(self, power: int) -> Fraction:
        return Fraction(sum(n * made**power for made, n in self.spins.items()), self.total)


def gross(ending: str) -> int:
    """The return of one unit: the stake once, and the pay of each line in the ending."""
    return 0 if ending == "lost" else 1 + sum(PAYS_TO_ONE[line] for line in ending.split("+"))


def rounds(reading: Mapping[str, str]) -> Rounds:
    n = 36 + int(reading["zeros"])
    pair = np.zeros((n, n), dtype=np.int64)
    for line, (a, b) in _pairs(reading):
        pair[a - 1, b - 1] = PAIRS.index(line)
    trio = np.zeros((n, n, n), dtype=np.int64)
    for line, (a, b, c) in _trios(reading):
        trio[a - 1, b - 1, c - 1] = TRIOS.index(line)

    won = np.repeat(pair[:, :, np.newaxis], n, axis=2)
    trio[won == 0] = 0
    if reading["third-zero"] == "loses":
        won[:, :, 36:] = 0
    if reading["both"] == "no":
        won[trio > 0] = 0
    counts = np.bincount((len(TRIOS) * won + trio).ravel()).tolist()
    endings: dict[str, int] = {}
    for code, count in enumerate(counts):
        first_two, all_three = divmod(code, len(TRIOS))
        lines = [line for line in (PAIRS[first_two], TRIOS[all_three]) if line]
        if count:
            endings["+".join(lines) or "lost"] = count

    third_spins = int(np.count_nonzero(pair)) * n
    second_spins = 36 * n * n - third_spins
    return Rounds(endings, {1: (n - 36) * n * n, 2: second_spins, 3: third_spins})


def _track(reading: Mapping[str, str]) -> list[int]:
    return [*range(1, 37), *([1, 2] if reading["wrap"] == "yes" else [])]


def _pairs(reading: Mapping[str, str]) -> Iterator[tuple[str, tuple[int, int]]]:
    track = _track(reading)
    for line, apart in (("sequence", 1), ("gap", 2)):
        for low, high in zip(track, track[apart:], strict=False):
            yield line, (low, high)
            yield line, (high, low)
    for number in range(1, 37):
        if reading["same-number"] == "gap" and number not in (8, 18, 28):
            yield "gap", (number, number)
    for a, b in product((8, 18, 28), repeat=2):
        if a != b or reading["eights-repeat"] == "wins":
            yield "eights", (a, b)


def _trios(reading: Mapping[str, str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    track = _track(reading)
    for low, middle, high in zip(track, track[1:], track[2:], strict=False):
        orders: dict[str, list[tuple[int, ...]]] = {
            "any-order": list(permutations((low, middle, high))),
            "monotone": [(low, middle, high), (high, middle, low)],
            "ascending": [(low, middle, high)],
        }
        for order in orders[reading["run"]]:
            yield "run", order
    for a, b, c in product((8, 18, 28), repeat=3):
        if len({a, b, c}) == 3:
            yield "8-18-28", (a, b, c)
        elif reading["three-eights"] == "pays":
            yield "three-eights", (a, b, c)
