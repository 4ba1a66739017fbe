"""What a workbook says in words."""

from collections.abc import Hashable, Iterable

from markov.formats.states import label
from markov.workbook.working import MOST_STATES, MOST_TOGETHER, MOST_WAYS, Working

_TOO_LARGE = {
    "states": f"it has more than {MOST_STATES:,} states",
    "together": f"more than {MOST_TOGETHER} of its states would have to be solved together",
    "ways": f"more than {MOST_WAYS} ways lead out of one state",
}


def outcomes(shown: Iterable[Hashable]) -> str:
    """Outcomes in a row; three numbers or more that follow each other as a range.

    >>> outcomes([2, 4, 5, 6, 9, 10, "00"])
    '2, 4–6, 9, 10, 00'
    """
    said: list[str] = []
    run: list[int] = []
    for outcome in [*shown, None]:
        if run and (isinstance(outcome, bool) or not isinstance(outcome, int) or outcome != run[-1] + 1):
            said += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else map(str, run)
            run = []
        if isinstance(outcome, int) and not isinstance(outcome, bool):
            run.append(outcome)
        elif outcome is not None:
            said.append(label(outcome))
    return ", ".join(said)


def notes(working: Working) -> list[str]:
    """What is to be known of the working of one wager."""
    answered, values = working.answer, working.values
    if values is None:
        why = _TOO_LARGE[working.obstacle]
        found = [
            f"The chain of {answered.states:,} states is too large for cells: {why}.",
            "Its chances and numbers of spins are values here, shaded, and not formulas.",
            "The rest follows pays, envy and outlay; nothing here follows the weights of the wheel.",
        ]
        if answered.offers:
            found.append("Best play is that of the posted pays: its decisions do not follow a change.")
        return found
    if values.carried is None:
        merged = answered.merged or f"{answered.states:,} states are {len(values.table.chain.states):,}"
        return [
            f"States that play alike are merged: {merged}.",
            "They are alike with the posted weights of the wheel, so nothing here follows other weights.",
        ]
    return ["Every weight of a way is a sum of weights of the wheel, so all figures follow those too."]
