"""The offers of a wager: what playing on is worth by formula, and what best play does."""

from markov.formats.states import label
from markov.workbook import columns
from markov.workbook.book import CERTIFIED
from markov.workbook.inputs import EXACT, NAME, WORDS, Inputs
from markov.workbook.plan import Plan
from markov.workbook.results import Result, Results
from markov.workbook.state_values import StateValues
from markov.workbook.working import Working

_DECISION = 6  # column
_HEADS = {
    NAME: "on offer",
    WORDS: "offered",
    3: "playing on",
    4: CERTIFIED,
    5: "check",
    _DECISION: "decision",
    _DECISION + 1: CERTIFIED,
    _DECISION + 2: "check",
    EXACT: "playing on, exactly",
}
_TAKE, _TIE, _ON = "take", "tie: play on", "play on"


def offers(results: Results, working: Working, inputs: Inputs, plan: Plan) -> None:
    """A row for each state in which something is on offer."""
    sheet, laid, pays = results.sheet, plan.laid, working.answer.wager.pays
    results.plainly("Offers under best play", _HEADS)
    for i, end in laid.table.offers.items():
        number = inputs.number(end)
        state = f"{end.name} in state {label(laid.table.chain.states[i])}"
        sheet.link(results.row, NAME, plan.cell(i, columns.STATE, plan.sheet), state)
        sheet.formula(results.row, WORDS, f"={inputs.pay(number)}", pays[end.name], "decimal")
        on = plan.cell(i, columns.ON, plan.sheet)
        results.put("never", Result(on, laid.leaving[i], "decimal"))
        offered, take = plan.cell(i, columns.OFFERED, plan.sheet), plan.cell(i, columns.TAKE, plan.sheet)
        tie = f"ABS({offered}-{on})<={columns.TIE}*(1+{offered})"
        found = f'IF({take}=1,"{_TAKE}",IF({tie},"{_TIE}","{_ON}"))'
        results.said(_DECISION, found, _decision(laid, i))
        results.row += 1


def _decision(laid: StateValues, i: int) -> str:
    if i in laid.optimal.taken:
        return _TAKE
    return _TIE if laid.offered[i] == laid.leaving[i] else _ON
