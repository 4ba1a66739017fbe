"""A third road to tally wagers: what a position is worth, by recursion on the rules of play alone.

From a position the next spin that changes anything decides; spins that change nothing are waited out.
Nothing of markov or of games is used here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True)
class Worth:
    """Expected return, mean number of spins, expected envy, and the chance of each ending."""

    returned: Fraction
    spins: Fraction
    envy: Fraction
    endings: Mapping[str, Fraction]


def worth(
    wheel: Mapping[object, int],
    tallies: Sequence[tuple[frozenset[object], int]],
    stop: frozenset[object],
    every: bool,
    pays: Mapping[str, Fraction],
    envy: Mapping[str, Fraction],
    surrendering: bool,
) -> Worth:
    """The worth of the wager at its start.

    every   whether every tally must be full, rather than one
    pays    what `made`, `lost` and `surrender-K` return; the latter where the highest tally is K
    """
    total = sum(wheel.values())

    def over(ending: str) -> Worth:
        return Worth(pays[ending], Fraction(0), envy.get(ending, Fraction(0)), {ending: Fraction(1)})

    @cache
    def at(position: tuple[int, ...]) -> Worth:
        full = [have >= need for have, (_, need) in zip(position, tallies, strict=True)]
        if all(full) if every else any(full):
            return over("made")
        branches: dict[tuple[int, ...], int] = {}
        parts: list[tuple[int, Worth]] = []
        waiting = 0
        for outcome, weight in wheel.items():
            if outcome in stop:
                parts.append((weight, over("lost")))
                continue
            after = tuple(
                min(have + 1, need) if outcome in counted else have
                for have, (counted, need) in zip(position, tallies, strict=True)
            )
            if after == position:
                waiting += weight
            else:
                branches[after] = branches.get(after, 0) + weight
        parts += [(weight, at(after)) for after, weight in branches.items()]
        moving = total - waiting
        endings: dict[str, Fraction] = {}
        for weight, part in parts:
            for ending, chance in part.endings.items():
                endings[ending] = endings.get(ending, Fraction(0)) + chance * weight / moving
        on = Worth(
            sum((Fraction(weight, moving) * part.returned for weight, part in parts), Fraction(0)),
            Fraction(total, moving)
            + sum((Fraction(weight, moving) * part.spins for weight, part in parts), Fraction(0)),
            sum((Fraction(weight, moving) * part.envy for weight, part in parts), Fraction(0)),
            endings,
        )
        offered = f"surrender-{max(position)}"
        if surrendering and offered in pays and pays[offered] > on.returned:
            return over(offered)
        return on

    return at((0,) * len(tallies))
