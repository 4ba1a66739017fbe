"""The sheet of a chain: each state, its ways out, and formulas for its values."""

from fractions import Fraction
from functools import partial

from markov.tables.table import PLAYS, outcomes_in_words
from markov.workbook import columns, component_tables
from markov.workbook.book import CellNumber, Worksheet
from markov.workbook.cells import address
from markov.workbook.columns import BEST, NEVER
from markov.workbook.inputs import Inputs
from markov.workbook.plan import FIRST, ChainSheetPlan, PlacedStep
from markov.workbook.wheel_sheet import WheelCells


def write(sheet: Worksheet, plan: ChainSheetPlan, inputs: Inputs, wheel: WheelCells) -> None:
    """Fills the sheet of a chain."""
    heads = {**columns.HEADS, **(columns.BEST_HEADS if plan.offers else {})}
    widths = list(columns.WIDTHS[: max(heads) + 1])
    if plan.values.outcomes is None:
        heads[columns.WHEN], widths[columns.WHEN] = "", columns.BARE
    sheet.text(0, 0, sheet.name, "title")
    sheet.link(1, 0, address(0, 0, inputs.sheet), f"Inputs and results: {inputs.sheet}")
    sheet.text(2, 0, _description(plan), "line")
    sheet.merge(FIRST - 2, (NEVER.visits, NEVER.used), PLAYS["never"])
    if plan.offers:
        sheet.merge(FIRST - 2, (columns.OFFERED, BEST.used), "best play")
    sheet.headings(FIRST - 1, heads, left=columns.WORDS, tall=True)
    for column in sorted(heads.keys() & columns.NOTES.keys()):
        sheet.note(FIRST - 1, column, columns.NOTES[column])
    for i, row in plan.row.items():
        sheet.number(row, columns.NUMBER, plan.number[i])
        sheet.text(row, columns.STATE, plan.values.label(i), "bold")
        if i in plan.values.table.ends:
            _end(sheet, plan, i, inputs)
            continue
        for step in plan.ways(i):
            _step(sheet, plan, step, wheel)
        _state(sheet, plan, i)
        if plan.offers:
            _best(sheet, plan, i, inputs)
    component_tables.write(sheet, plan)
    sheet.finish(widths, (FIRST, columns.STATE + 1), (FIRST - 2, FIRST - 1))
    sheet.tab("#B8BEC6")


def _description(plan: ChainSheetPlan) -> str:
    live = plan.values.outcomes is not None
    how = "weights follow the wheel" if live else f"weights are numbers, for {plan.values.fixed}"
    return f"{len(plan.row):,} states, ends last; play starts in 1. A row for each way out; {how}."


def _total(plan: ChainSheetPlan, i: int) -> int:
    return int(plan.values.table.chain.transitions.totals[i])


def _step(sheet: Worksheet, plan: ChainSheetPlan, step: PlacedStep, wheel: WheelCells) -> None:
    row, i = step.row, step.origin
    chance = Fraction(step.weight, _total(plan, i))
    sheet.number(row, columns.TO, plan.number[step.target])
    sheet.text(row, columns.LEADS, plan.values.label(step.target))
    if step.outcomes:
        sheet.text(row, columns.WHEN, outcomes_in_words(step.outcomes))
        sheet.formula(row, columns.WEIGHT, wheel.weight(step.outcomes), step.weight)
    else:
        sheet.number(row, columns.WEIGHT, step.weight)
    weight, weights = address(row, columns.WEIGHT), plan.cell(i, columns.WEIGHTS)
    sheet.formula(row, columns.CHANCE, f"={weight}/{weights}", chance, "decimal")
    taken = f"={plan.cell(i, NEVER.visits)}*{address(row, columns.CHANCE)}"
    sheet.formula(row, NEVER.used, taken, plan.values.never.visits[i] * chance, "decimal")
    if plan.offers:
        spins, best = plan.cell(i, BEST.visits), plan.values.optimal
        if i in plan.values.offered:
            spins = f"({spins}-{plan.cell(i, columns.STOPS)})"
        made = Fraction(0) if i in best.taken else best.visits[i]
        taken = f"={spins}*{address(row, columns.CHANCE)}"
        sheet.formula(row, BEST.used, taken, made * chance, "decimal")


def _end(sheet: Worksheet, plan: ChainSheetPlan, i: int, inputs: Inputs) -> None:
    row, number = plan.row[i], inputs.number(plan.values.table.ends[i])
    sheet.number(row, columns.ENDING, number)
    for shown, play in plan.plays:
        used = plan.step_cells(shown.used)
        came = f"=SUMIF({plan.step_cells(columns.TO)},{address(row, columns.NUMBER)},{used})"
        sheet.formula(row, shown.visits, came, play.visits[i], "decimal")
        sheet.formula(row, shown.worth, f"={inputs.pay(number, inputs.sheet)}", play.worth[i], "decimal")
        sheet.number(row, shown.left, 0, "decimal")


def _state(sheet: Worksheet, plan: ChainSheetPlan, i: int) -> None:
    """The cells of a state: its chance to move on, and its values if no offer is ever taken."""
    row, never, moving = plan.row[i], plan.values.never, sum(step.weight for step in plan.out[i])
    first, last = address(row, columns.WEIGHT), address(plan.ways(i)[-1].row, columns.WEIGHT)
    leaving = address(plan.out[i][-1].row, columns.WEIGHT)
    sheet.formula(row, columns.WEIGHTS, f"=SUM({first}:{last})", _total(plan, i))
    moves = f"=SUM({first}:{leaving})/{address(row, columns.WEIGHTS)}"
    sheet.formula(row, columns.LEAVES, moves, Fraction(moving, _total(plan, i)), "decimal")
    put, leaves = partial(_state_cell, sheet, plan, i), plan.cell(i, columns.LEAVES)
    put(NEVER.visits, f"({plan.inflow(i, NEVER.used)})/{leaves}", never.visits[i])
    put(NEVER.worth, f"({plan.outflow(i, NEVER.worth)})/{leaves}", never.worth[i])
    put(NEVER.left, f"(1+{plan.outflow(i, NEVER.left)})/{leaves}", never.left[i])


def _best(sheet: Worksheet, plan: ChainSheetPlan, i: int, inputs: Inputs) -> None:
    """The cells of a state under best play."""
    row, values, best = plan.row[i], plan.values, plan.values.optimal
    offered, on, takes = (address(row, column) for column in (columns.OFFERED, columns.ON, columns.TAKE))
    leaves, comes = plan.cell(i, columns.LEAVES), plan.inflow(i, BEST.used)
    onward = f"({plan.outflow(i, BEST.worth)})/{leaves}"
    left = f"(1+{plan.outflow(i, BEST.left)})/{leaves}"
    put = partial(_state_cell, sheet, plan, i)
    if i not in values.offered:
        sheet.formula(row, columns.ON, f"={onward}", best.worth[i], "decimal")
        put(BEST.visits, f"({comes})/{leaves}", best.visits[i])
        put(BEST.worth, on, best.worth[i])
        put(BEST.left, left, best.left[i])
        return
    number = inputs.number(values.table.offers[i])
    sheet.number(row, columns.ENDING, number)
    sheet.formula(row, columns.OFFERED, f"={inputs.pay(number, inputs.sheet)}", values.offered[i], "decimal")
    sheet.formula(row, columns.ON, f"={onward}", values.leaving[i], "decimal")
    better = f"IF({offered}-{on}>{columns.TIE}*(1+{offered}),1,0)"
    put(columns.TAKE, better, int(i in best.taken), "plain")
    put(BEST.visits, f"({comes})/IF({takes}=1,1,{leaves})", best.visits[i])
    stopped = best.visits[i] if i in best.taken else Fraction(0)
    sheet.formula(row, columns.STOPS, f"={address(row, BEST.visits)}*{takes}", stopped, "decimal")
    put(BEST.worth, f"IF({takes}=1,{offered},{on})", best.worth[i])
    put(BEST.left, f"IF({takes}=1,0,{left})", best.left[i])


def _state_cell(
    sheet: Worksheet,
    plan: ChainSheetPlan,
    i: int,
    column: int,
    alone: str,
    value: CellNumber,
    style: str = "decimal",
) -> None:
    """A cell of a state: by the formula for a state alone, or from where states are solved together."""
    block = plan.together.get(i)
    formula = component_tables.cell(block, i, column) if block else alone
    sheet.formula(plan.row[i], column, f"={formula}", value, style)
