"""Walks on a line and on a square, of any size."""

from collections.abc import Collection

from markov.chain.chain import Chain, explore


def ruin(goal: int, up: int = 244, down: int = 251, start: int | None = None) -> Chain:
    """A gambler on 0 to the goal, a unit at a time by these weights; from the middle if no start is given."""

    def spin(units: int) -> dict[int, int]:
        return {units + 1: up, units - 1: down} if 0 < units < goal else {}

    return explore(goal // 2 if start is None else start, spin)


def grid(side: int, ends: Collection[tuple[int, int]] | None = None) -> Chain:
    """A walk to one of four neighbours, from the middle of a square; it ends in two opposite corners."""
    over = ends or ((0, 0), (side - 1, side - 1))

    def step(at: tuple[int, int]) -> dict[tuple[int, int], int]:
        x, y = at
        near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return {} if at in over else {to: 1 for to in near if min(to) >= 0 and max(to) < side}

    return explore((side // 2, side // 2), step)
