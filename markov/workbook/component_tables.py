"""States that can come back to each other, solved together by matrices, best play in rounds.

First the chances among them, with what comes in and what they lead to; then, where something is on offer,
the same under best play, and the rounds of policy iteration in which that is found. A round takes no offer
that the one before declined, so one round more than there are offers is enough.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from markov.workbook import columns
from markov.workbook.book import CellNumber, Worksheet
from markov.workbook.cells import address, cell_range
from markov.workbook.plan import ChainSheetPlan, PlannedComponent
from markov.workbook.state_values import PlayValues

_FIRST = columns.WEIGHT  # column of the matrix, and of the figures of best play
_HEAD = 2  # rows of a table above its states


class _NeverColumns(NamedTuple):
    """The columns of play to the end, at the right of the matrix."""

    coming: int
    leads: int
    spins: int
    visits: int
    worth: int
    left: int


class _BestColumns(NamedTuple):
    """The columns of the table of best play."""

    offered: int
    offer: int
    stays: int
    leaves: int
    coming: int
    leads: int
    spins: int
    takes: int
    visits: int
    worth: int
    left: int


_NEVER_HEADS = "comes in", "leads to, worth", "1 + leads to, spins", "times there", "worth", "spins left"
_BEST_HEADS = ("offered", "on offer", "stays", "moves on", *_NEVER_HEADS[:3], "takes", *_NEVER_HEADS[3:])
_BEST = _BestColumns(*range(_FIRST, _FIRST + 11))


def cell(block: PlannedComponent, i: int, column: int) -> str:
    """The cell that holds a figure of one of the states, by the column in which the ledger shows it."""
    row = block.row + _HEAD + block.members.index(i)
    if column == columns.TAKE:
        return address(row + block.height, _BEST.takes)
    if (
        column in columns.NEVER
    ):  # both tables end in visits, worth and spins left, with which the ledger begins
        return address(row, _never_columns(block)[-3:][columns.NEVER.index(column)])
    return address(row + block.height, _BEST[-3:][columns.BEST.index(column)])


def write(sheet: Worksheet, plan: ChainSheetPlan) -> None:
    """The tables of every such group of states, below the ledger."""
    for block in dict.fromkeys(plan.together.values()):
        _ComponentTables(sheet, plan, block).never()
        if plan.offers:
            _ComponentTables(sheet, plan, block).best()
            _ComponentTables(sheet, plan, block).rounds()


def _never_columns(block: PlannedComponent) -> _NeverColumns:
    after = _FIRST + len(block.members)
    return _NeverColumns(*range(after, after + 6))


class _ComponentTables:
    """The tables of one group, one below the other."""

    def __init__(self, sheet: Worksheet, plan: ChainSheetPlan, block: PlannedComponent) -> None:
        self.sheet, self.plan, self.block = sheet, plan, block
        self.row, self.value_rounds = block.row + _HEAD, plan.values.rounds[block.members]
        last, n = self.row + len(block.members) - 1, len(block.members)
        self.matrix = cell_range((self.row, _FIRST), (last, _FIRST + n - 1))
        numbers = cell_range((self.row, columns.NUMBER), (last, columns.NUMBER))
        heads = cell_range((self.row - 1, _FIRST), (self.row - 1, _FIRST + n - 1))
        self.unit = f"({numbers}={heads})"

    def column(self, table: int, column: int) -> str:
        """A column of one of the three tables, over all states of the group."""
        first = self.row + table * self.block.height
        return cell_range((first, column), (first + len(self.block.members) - 1, column))

    def never(self) -> None:
        """Chances among the states, and their values if no offer is ever taken."""
        sheet, plan, members, at_column = (
            self.sheet,
            self.plan,
            self.block.members,
            _never_columns(self.block),
        )
        title = "These states can come back to each other, so they are solved together; chances among them"
        heads = dict(zip(at_column, _NEVER_HEADS, strict=True))
        self._heading(0, title, {**heads, **{_FIRST + k: "" for k in range(len(members))}})
        for k, j in enumerate(members):
            sheet.number(self.row - 1, _FIRST + k, plan.number[j], "head right")
            for row, i in enumerate(members, self.row):
                step = next((step for step in plan.ways(i) if step.target == j), None)
                if step is None:
                    sheet.number(row, _FIRST + k, 0, "decimal")
                    continue
                chance = Fraction(step.weight, self._total(i))
                sheet.formula(row, _FIRST + k, f"={address(step.row, columns.CHANCE)}", chance, "decimal")
        course = plan.values.never
        self._sums_outside(0, at_column, columns.NEVER, course)
        inverse = f"MINVERSE({self.unit}-{self.matrix})"
        comes, leads, spins = (self.column(0, column) for column in at_column[:3])
        self._array_column(0, at_column.visits, f"=MMULT(TRANSPOSE({inverse}),{comes})", course.visits)
        self._array_column(0, at_column.worth, f"=MMULT({inverse},{leads})", course.worth)
        self._array_column(0, at_column.left, f"=MMULT({inverse},{spins})", course.left)

    def best(self) -> None:
        """The values of the states under best play, once the rounds have settled where to stop."""
        sheet, plan, values, best = self.sheet, self.plan, self.plan.values, self.plan.values.optimal
        self._heading(1, "The same under best play", dict(zip(_BEST, _BEST_HEADS, strict=True)))
        for row, i in enumerate(self.block.members, self.row + self.block.height):
            if i in values.offered:
                offered = f"={plan.cell(i, columns.OFFERED)}"
                sheet.formula(row, _BEST.offered, offered, values.offered[i], "decimal")
            else:
                sheet.number(row, _BEST.offered, 0, "decimal")
            sheet.number(row, _BEST.offer, int(i in values.offered))
            stays = plan.staying.get(i)
            chance = Fraction(stays.weight, self._total(i)) if stays else Fraction(0)
            from_ledger = f"={address(stays.row, columns.CHANCE)}" if stays else "=0"
            sheet.formula(row, _BEST.stays, from_ledger, chance, "decimal")
            sheet.formula(row, _BEST.leaves, f"={plan.cell(i, columns.LEAVES)}", 1 - chance, "decimal")
        self._sums_outside(1, _BEST, columns.BEST, best)
        last = _FIRST + 2 * (len(self.value_rounds) - 1)
        takes = [int(i in best.taken) for i in self.block.members]
        top = self.row + 2 * self.block.height
        for k, (i, taken) in enumerate(zip(self.block.members, takes, strict=True)):
            row = self.row + self.block.height + k
            sheet.formula(row, _BEST.takes, f"={address(top + k, last)}", taken)
            sheet.formula(row, _BEST.worth, f"={address(top + k, last + 1)}", best.worth[i], "decimal")
        goes = f"(1-{self.column(1, _BEST.takes)})"
        inverse = f"MINVERSE({self.unit}-{goes}*{self.matrix})"
        comes, spins = self.column(1, _BEST.coming), self.column(1, _BEST.spins)
        self._array_column(1, _BEST.visits, f"=MMULT(TRANSPOSE({inverse}),{comes})", best.visits)
        self._array_column(1, _BEST.left, f"=MMULT({inverse},{goes}*{spins})", best.left)

    def rounds(self) -> None:
        """Policy iteration: every offer taken first, then those that still beat playing on."""
        pairs = range(_FIRST, _FIRST + 2 * len(self.value_rounds), 2)
        title = "Where best play stops, in rounds: an offer stays taken while it beats playing on"
        self._heading(2, title, {c + k: ("takes", "worth")[k] for c in pairs for k in (0, 1)})
        offered, offer, leads, stays, leaves = (
            self.column(1, column)
            for column in (_BEST.offered, _BEST.offer, _BEST.leads, _BEST.stays, _BEST.leaves)
        )
        takes = f"={offer}"
        for column, value_round in zip(pairs, self.value_rounds, strict=True):
            taken = {i: int(i in value_round.taken) for i in self.block.members}
            self._array_column(2, column, takes, taken, "plain")
            stops, worth = self.column(2, column), self.column(2, column + 1)
            goes = f"(1-{stops})"
            value = f"=MMULT(MINVERSE({self.unit}-{goes}*{self.matrix}),{stops}*{offered}+{goes}*{leads})"
            self._array_column(
                2, column + 1, value, dict(zip(self.block.members, value_round.worth, strict=True))
            )
            on = f"(MMULT({self.matrix},{worth})-{stays}*{worth}+{leads})/{leaves}"
            takes = f"={offer}*({offered}-{on}>{columns.TIE}*(1+{offered}))"

    def _heading(self, table: int, title: str, heads: dict[int, str]) -> None:
        """The title and the heads of a table, and the states that its rows are for."""
        top = self.block.row + table * self.block.height
        self.sheet.text(top, columns.NUMBER, title, "strong")
        named = {columns.NUMBER: "no.", columns.STATE: "state", **heads}
        self.sheet.headings(top + _HEAD - 1, named, left=(columns.STATE,), tall=table < 2)
        for row, i in enumerate(self.block.members, top + _HEAD):
            self.sheet.number(row, columns.NUMBER, self.plan.number[i])
            self.sheet.text(row, columns.STATE, self.plan.values.label(i))

    def _sums_outside(
        self,
        table: int,
        to: _NeverColumns | _BestColumns,
        ledger: columns.PlayColumns,
        course: PlayValues,
    ) -> None:
        """The sums over ways from other states, and over ways to them."""
        members = set(self.block.members)
        for row, i in enumerate(self.block.members, self.row + table * self.block.height):
            comes = Fraction(i == 0) + sum(
                course.visits[step.origin] * step.weight / self._total(step.origin)
                for step in self.plan.into[i]
                if step.origin not in members | course.taken
            )
            outside = [step for step in self.plan.out[i] if step.target not in members]
            leads, spins = (
                sum((step.weight * there[step.target] for step in outside), Fraction(0)) / self._total(i)
                for there in (course.worth, course.left)
            )
            sums = (
                (to.coming, self.plan.inflow(i, ledger.used, members), comes),
                (to.leads, self.plan.outflow(i, ledger.worth, members), leads),
                (to.spins, f"1+{self.plan.outflow(i, ledger.left, members)}", 1 + spins),
            )
            for column, formula, value in sums:
                self.sheet.formula(row, column, f"={formula}", value, "decimal")

    def _array_column(
        self,
        table: int,
        column: int,
        formula: str,
        values: Mapping[int, CellNumber] | Sequence[CellNumber],
        style: str = "decimal",
    ) -> None:
        row = self.row + table * self.block.height
        self.sheet.array(row, column, formula, [values[i] for i in self.block.members], style)

    def _total(self, i: int) -> int:
        return int(self.plan.values.table.chain.transitions.totals[i])
