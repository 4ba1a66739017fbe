"""The states of a wager that play alike, merged, with the partition as proof."""

from dataclasses import dataclass
from typing import Any

from markov.chain.chain import Chain
from markov.chain.solve_order import Indices
from markov.wager.wager import Priced, alike


@dataclass(frozen=True, slots=True, eq=False)
class Merging:
    """A chain before and after merging.

    chain   the smallest chain that plays alike
    block   for each state before, by its index, the index of its state after
    """

    before: Chain[Any]
    chain: Chain[Any]
    block: Indices

    @property
    def members(self) -> list[list[int]]:
        """For each state after, the states before that it stands for, by index."""
        found: list[list[int]] = [[] for _ in range(len(self.chain.states))]
        for state, block in enumerate(self.block.tolist()):
            found[block].append(state)
        return found


def merging(table: Priced[Any]) -> Merging:
    """The coarsest merging that keeps every ending and every offer apart."""
    found = alike(table)
    return Merging(table.chain, found.chain, found.block)
