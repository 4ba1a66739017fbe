"""The layout of the sheet of a chain: a row for each way out of a state."""

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass

from markov.workbook import columns
from markov.workbook.cells import address, cell_range
from markov.workbook.state_values import PlayValues, StateValues

FIRST = 5  # row


@dataclass(frozen=True, slots=True)
class PlacedStep:
    """A transition between two states, by their indices, and its row on the sheet."""

    row: int
    origin: int
    target: int
    weight: int
    outcomes: tuple[Hashable, ...] = ()


@dataclass(frozen=True, slots=True)
class PlannedComponent:
    """States that are solved together, and the row at which their tables begin."""

    row: int
    members: tuple[int, ...]

    @property
    def height(self) -> int:
        """The rows of one of its tables, with the heads."""
        return len(self.members) + 4


@dataclass(frozen=True, slots=True, eq=False)
class ChainSheetPlan:
    """The places on the sheet of a chain.

    row       by index of a state its first row: first where play goes on, then where it is over
    number    by index of a state its number on the sheet; the start is 1
    out       by index the steps to other states
    into      by index the steps from other states
    staying   by index the step back to itself
    together  by index the block of a state that is solved with others
    last      the last row of the steps, and that of the states
    """

    values: StateValues
    sheet: str
    row: Mapping[int, int]
    number: Mapping[int, int]
    out: Mapping[int, Sequence[PlacedStep]]
    into: Mapping[int, Sequence[PlacedStep]]
    staying: Mapping[int, PlacedStep]
    together: Mapping[int, PlannedComponent]
    last: tuple[int, int]

    @property
    def offers(self) -> bool:
        """True where something is on offer, so that best play has columns of its own."""
        return bool(self.values.offered)

    @property
    def plays(self) -> list[tuple[columns.PlayColumns, PlayValues]]:
        """The columns and the values of each way of playing that is shown."""
        best = [(columns.BEST, self.values.optimal)] if self.offers else []
        return [(columns.NEVER, self.values.never), *best]

    def ways(self, i: int) -> list[PlacedStep]:
        """All steps of a state, in the order of their rows."""
        return [*self.out[i], *([self.staying[i]] if i in self.staying else [])]

    def cell(self, i: int, column: int, sheet: str = "") -> str:
        """A cell of a state."""
        return address(self.row[i], column, sheet)

    def step_cells(self, column: int, sheet: str = "") -> str:
        """A column over the rows of all steps."""
        return cell_range((FIRST, column), (self.last[0], column), sheet)

    def ending_cells(self, column: int, sheet: str = "") -> str:
        """A column over the rows of the states in which play is over."""
        return cell_range((self.last[0] + 1, column), (self.last[1], column), sheet)

    def inflow(self, i: int, used: int, inside: Collection[int] = ()) -> str:
        """The formula of how often play comes to a state, other than from inside; one more at the start."""
        ways = [address(step.row, used) for step in self.into[i] if step.origin not in inside]
        return "+".join([*(["1"] if i == 0 else []), *ways]) or "0"

    def outflow(self, i: int, column: int, inside: Collection[int] = ()) -> str:
        """The formula of the mean, by chance, of a column's figure of the next states, other than inside."""
        ways = [step for step in self.out[i] if step.target not in inside]
        parts = (f"{address(way.row, columns.CHANCE)}*{self.cell(way.target, column)}" for way in ways)
        return "+".join(parts) or "0"


def planned(values: StateValues, sheet: str) -> ChainSheetPlan:
    """The places for a chain on the sheet of that name."""
    row: dict[int, int] = {}
    out: dict[int, list[PlacedStep]] = {i: [] for i in values.ways}
    into: dict[int, list[PlacedStep]] = {i: [] for i in values.ways}
    staying: dict[int, PlacedStep] = {}
    below = FIRST
    for i in (i for i in out if i not in values.table.ends):
        row[i] = below
        # A step back comes last, so that those that move on are neighbours.
        for j in sorted(values.ways[i], key=i.__eq__):
            step = PlacedStep(
                below, i, j, values.ways[i][j], values.outcomes[i, j] if values.outcomes is not None else ()
            )
            below += 1
            if i == j:
                staying[i] = step
            else:
                out[i].append(step)
                into[j].append(step)
    last_step = below - 1
    for i in values.table.ends:
        row[i] = below
        below += 1
    last, together = below - 1, dict[int, PlannedComponent]()
    for members in values.rounds:
        block = PlannedComponent(below + 1, members)
        together |= dict.fromkeys(members, block)
        below += 1 + (3 if values.offered else 1) * block.height
    number = {i: k for k, i in enumerate(row, 1)}
    return ChainSheetPlan(values, sheet, row, number, out, into, staying, together, (last_step, last))
