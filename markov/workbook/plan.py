"""Where everything about a chain stands on its sheet: a row for each way out of a state."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from markov.workbook.cells import at, span
from markov.workbook.state_values import StateValues

FIRST = 5  # row


@dataclass(frozen=True, slots=True)
class Step:
    """A transition between two states, by their indices, and its row on the sheet."""

    row: int
    origin: int
    target: int
    weight: int
    carried: tuple[Hashable, ...] = ()


@dataclass(frozen=True, slots=True)
class Block:
    """States that are solved together, the row at which their tables begin, and how many rounds they take."""

    row: int
    members: tuple[int, ...]
    rounds: int

    @property
    def height(self) -> int:
        """The rows of one of its tables, with the heads."""
        return len(self.members) + 4


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """The places on the sheet of a chain.

    row       by index of a state its first row: first where play goes on, then where it is over
    number    by index of a state its number on the sheet; the start is 1
    out       by index the steps to other states
    into      by index the steps from other states
    staying   by index the step back to itself
    together  by index the block of a state that is solved with others
    last      the last row of the steps, and that of the states
    """

    laid: StateValues
    sheet: str
    row: Mapping[int, int]
    number: Mapping[int, int]
    out: Mapping[int, Sequence[Step]]
    into: Mapping[int, Sequence[Step]]
    staying: Mapping[int, Step]
    together: Mapping[int, Block]
    last: tuple[int, int]

    @property
    def offers(self) -> bool:
        """Whether there is any choice, so that best play has columns of its own."""
        return bool(self.laid.offered)

    def ways(self, i: int) -> list[Step]:
        """All steps of a state, in the order of their rows."""
        return [*self.out[i], *([self.staying[i]] if i in self.staying else [])]

    def cell(self, i: int, column: int, sheet: str = "") -> str:
        """A cell of a state."""
        return at(self.row[i], column, sheet)

    def playing(self, column: int, sheet: str = "") -> str:
        """A column over the rows of all steps."""
        return span((FIRST, column), (self.last[0], column), sheet)

    def over(self, column: int, sheet: str = "") -> str:
        """A column over the rows of the states in which play is over."""
        return span((self.last[0] + 1, column), (self.last[1], column), sheet)


def planned(laid: StateValues, sheet: str) -> Plan:
    """The places for a chain on the sheet of that name."""
    row: dict[int, int] = {}
    out: dict[int, list[Step]] = {i: [] for i in laid.ways}
    into: dict[int, list[Step]] = {i: [] for i in laid.ways}
    staying: dict[int, Step] = {}
    below = FIRST
    for i in (i for i in out if i not in laid.table.ends):
        row[i] = below
        # A step back comes last, so that those that move on are neighbours.
        for j in sorted(laid.ways[i], key=i.__eq__):
            step = Step(below, i, j, laid.ways[i][j], laid.carried[i, j] if laid.carried is not None else ())
            below += 1
            if i == j:
                staying[i] = step
            else:
                out[i].append(step)
                into[j].append(step)
    last_step = below - 1
    for i in laid.table.ends:
        row[i] = below
        below += 1
    last, together = below - 1, dict[int, Block]()
    for k, rounds in laid.rounds.items():
        block = Block(below + 1, tuple(laid.components[k]), len(rounds))
        together |= dict.fromkeys(block.members, block)
        below += 1 + (3 if laid.offered else 1) * block.height
    number = {i: k for k, i in enumerate(row, 1)}
    return Plan(laid, sheet, row, number, out, into, staying, together, (last_step, last))
