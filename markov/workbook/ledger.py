"""The sheet of a chain: each state, its ways out, and formulas for what it comes to."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from markov.formats.states import label
from markov.workbook import columns, together
from markov.workbook.book import Number, Sheet
from markov.workbook.cells import at
from markov.workbook.flows import coming, led
from markov.workbook.inputs import Inputs
from markov.workbook.plan import FIRST, Plan, Step
from markov.workbook.wheel import Wheel
from markov.workbook.words import outcomes


def write(sheet: Sheet, plan: Plan, inputs: Inputs, wheel: Wheel) -> None:
    """The sheet filled in."""
    states = plan.laid.table.chain.states
    heads = {**columns.HEADS, **(columns.BEST_HEADS if plan.offers else {})}
    widths = list(columns.WIDTHS[: max(heads) + 1])
    if plan.laid.carried is None:
        heads[columns.WHEN], widths[columns.WHEN] = "", columns.BARE
    sheet.text(0, 0, sheet.name, "title")
    sheet.link(1, 0, at(0, 0, inputs.sheet), f"Inputs and results: {inputs.sheet}")
    sheet.text(2, 0, _said(plan), "line")
    sheet.across(FIRST - 2, (columns.VISITS, columns.USED), "played to its end")
    if plan.offers:
        sheet.across(FIRST - 2, (columns.OFFERED, columns.USED_BEST), "best play")
    sheet.heads(FIRST - 1, heads, left=columns.WORDS, tall=True)
    for column in sorted(heads.keys() & columns.NOTES.keys()):
        sheet.note(FIRST - 1, column, columns.NOTES[column])
    for i, row in plan.row.items():
        sheet.number(row, columns.NUMBER, plan.number[i])
        sheet.text(row, columns.STATE, label(states[i]), "bold")
        if i in plan.laid.table.ends:
            _end(sheet, plan, i, inputs)
            continue
        for step in plan.ways(i):
            _way(sheet, plan, step, wheel)
        _state(sheet, plan, i)
        if plan.offers:
            _best(sheet, plan, i, inputs)
    together.write(sheet, plan)
    sheet.finish(widths, (FIRST, columns.STATE + 1), (FIRST - 2, FIRST - 1))
    sheet.tab("#B8BEC6")


def _said(plan: Plan) -> str:
    live = plan.laid.carried is not None
    carried = "weights follow the wheel" if live else "weights are numbers, for states are merged"
    return f"{len(plan.row):,} states, ends last; play starts in 1. A row for each way out; {carried}."


def _total(plan: Plan, i: int) -> int:
    return int(plan.laid.table.chain.transitions.totals[i])


def _way(sheet: Sheet, plan: Plan, step: Step, wheel: Wheel) -> None:
    row, i = step.row, step.origin
    chance = Fraction(step.weight, _total(plan, i))
    sheet.number(row, columns.TO, plan.number[step.target])
    sheet.text(row, columns.LEADS, label(plan.laid.table.chain.states[step.target]))
    if step.carried:
        sheet.text(row, columns.WHEN, outcomes(step.carried))
        sheet.formula(row, columns.WEIGHT, wheel.weight(step.carried), step.weight)
    else:
        sheet.number(row, columns.WEIGHT, step.weight)
    weight, weights = at(row, columns.WEIGHT), plan.cell(i, columns.WEIGHTS)
    sheet.formula(row, columns.CHANCE, f"={weight}/{weights}", chance, "decimal")
    taken = f"={plan.cell(i, columns.VISITS)}*{at(row, columns.CHANCE)}"
    sheet.formula(row, columns.USED, taken, plan.laid.never.visits[i] * chance, "decimal")
    if plan.offers:
        spins, best = plan.cell(i, columns.THERE), plan.laid.optimal
        if i in plan.laid.offered:
            spins = f"({spins}-{plan.cell(i, columns.STOPS)})"
        made = Fraction(0) if i in best.taken else best.visits[i]
        taken = f"={spins}*{at(row, columns.CHANCE)}"
        sheet.formula(row, columns.USED_BEST, taken, made * chance, "decimal")


def _end(sheet: Sheet, plan: Plan, i: int, inputs: Inputs) -> None:
    row, number = plan.row[i], inputs.number(plan.laid.table.ends[i])
    sheet.number(row, columns.ENDING, number)
    plays = [(columns.VISITS, columns.WORTH, columns.LEFT, columns.USED, plan.laid.never)]
    if plan.offers:
        best = columns.THERE, columns.BEST, columns.LEFT_BEST, columns.USED_BEST, plan.laid.optimal
        plays.append(best)
    for there, worth, left, used, course in plays:
        came = f"=SUMIF({plan.playing(columns.TO)},{at(row, columns.NUMBER)},{plan.playing(used)})"
        sheet.formula(row, there, came, course.visits[i], "decimal")
        sheet.formula(row, worth, f"={inputs.pay(number, inputs.sheet)}", course.worth[i], "decimal")
        sheet.number(row, left, 0, "decimal")


def _state(sheet: Sheet, plan: Plan, i: int) -> None:
    """How a state is left, and what it comes to if no offer is ever taken."""
    row, never, moving = plan.row[i], plan.laid.never, sum(step.weight for step in plan.out[i])
    first, last = at(row, columns.WEIGHT), at(plan.ways(i)[-1].row, columns.WEIGHT)
    leaving = at(plan.out[i][-1].row, columns.WEIGHT)
    sheet.formula(row, columns.WEIGHTS, f"=SUM({first}:{last})", _total(plan, i))
    moves = f"=SUM({first}:{leaving})/{at(row, columns.WEIGHTS)}"
    sheet.formula(row, columns.LEAVES, moves, Fraction(moving, _total(plan, i)), "decimal")
    put = partial(_put, sheet, plan, i)
    put(columns.VISITS, lambda: f"({coming(plan, i, columns.USED)})/{_leaves(plan, i)}", never.visits[i])
    put(columns.WORTH, lambda: f"({led(plan, i, columns.WORTH)})/{_leaves(plan, i)}", never.worth[i])
    put(columns.LEFT, lambda: f"(1+{led(plan, i, columns.LEFT)})/{_leaves(plan, i)}", never.left[i])


def _best(sheet: Sheet, plan: Plan, i: int, inputs: Inputs) -> None:
    """What a state comes to under best play."""
    row, laid, best = plan.row[i], plan.laid, plan.laid.optimal
    offered, on, takes = (at(row, column) for column in (columns.OFFERED, columns.ON, columns.TAKE))
    leaves, comes = _leaves(plan, i), coming(plan, i, columns.USED_BEST)
    onward = f"({led(plan, i, columns.BEST)})/{leaves}"
    left = f"(1+{led(plan, i, columns.LEFT_BEST)})/{leaves}"
    put = partial(_put, sheet, plan, i)
    if i not in laid.offered:
        sheet.formula(row, columns.ON, f"={onward}", best.worth[i], "decimal")
        put(columns.THERE, lambda: f"({comes})/{leaves}", best.visits[i])
        put(columns.BEST, lambda: on, best.worth[i])
        put(columns.LEFT_BEST, lambda: left, best.left[i])
        return
    number = inputs.number(laid.table.offers[i])
    sheet.number(row, columns.ENDING, number)
    sheet.formula(row, columns.OFFERED, f"={inputs.pay(number, inputs.sheet)}", laid.offered[i], "decimal")
    sheet.formula(row, columns.ON, f"={onward}", laid.leaving[i], "decimal")
    better = f"IF({offered}-{on}>{columns.TIE}*(1+{offered}),1,0)"
    put(columns.TAKE, lambda: better, int(i in best.taken), "plain")
    put(columns.THERE, lambda: f"({comes})/IF({takes}=1,1,{leaves})", best.visits[i])
    stopped = best.visits[i] if i in best.taken else Fraction(0)
    sheet.formula(row, columns.STOPS, f"={at(row, columns.THERE)}*{takes}", stopped, "decimal")
    put(columns.BEST, lambda: f"IF({takes}=1,{offered},{on})", best.worth[i])
    put(columns.LEFT_BEST, lambda: f"IF({takes}=1,0,{left})", best.left[i])


def _put(
    sheet: Sheet,
    plan: Plan,
    i: int,
    column: int,
    alone: Callable[[], str],
    value: Number,
    style: str = "decimal",
) -> None:
    """A cell of a state: by the formula for a state alone, or from where states are solved together."""
    block = plan.together.get(i)
    formula = together.cell(block, i, column) if block else alone()
    sheet.formula(plan.row[i], column, f"={formula}", value, style)


def _leaves(plan: Plan, i: int) -> str:
    return plan.cell(i, columns.LEAVES)
