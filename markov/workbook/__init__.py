"""A live workbook: every figure of the wagers by formula, beside its reference value; inputs may be changed.

A summary, a sheet for each wheel, and for each wager a sheet of inputs and results and a sheet of its chain.
The formulas lead from the weights of the wheel over the chain to the chances, and from these and the pays
to every figure; each is written with its value, so that it shows right where nothing calculates.
"""

from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from io import BytesIO

from markov.distribution import Distribution
from markov.tables.table import grouped, reading_in_words
from markov.wager.game import Game
from markov.wager.wager import Wager, needs_one_stake
from markov.workbook import chain_sheet, inputs, summary_sheet, wager_sheet, wheel_sheet
from markov.workbook.book import Book, opened
from markov.workbook.cells import sheet_name
from markov.workbook.plan import ChainSheetPlan, planned
from markov.workbook.wager_sheet import WagerCells
from markov.workbook.worked_answer import WorkedAnswer

_SUMMARY = "Summary"


def workbook_bytes(
    game: Game,
    reading: Mapping[str, str],
    answers: Sequence[WorkedAnswer],
    made: date,
    terms: str = "",
    identity: str = "",
    author: str = "markov",
) -> bytes:
    """The bytes of the workbook of some wagers of a game; the same answers and date give the same.

    made    the date that it bears
    terms   what was asked, for a program: a comment among the properties of the file
    identity   a sentence on what made it, and from which file
    author     of the file, among its properties

    Raises NoWorkbook where xlsxwriter is missing or a cell cannot hold what belongs there.
    """
    data = BytesIO()
    with opened(data, game.name, reading_in_words(reading), made, terms, author) as book:
        for worked in answers:
            needs_one_stake(worked.answer.wager, "a workbook")
        taken: set[str] = set()
        trials = {worked.answer.wager.trial for worked in answers}
        first = book.sheet(sheet_name(_SUMMARY, taken), trials.pop() if len(trials) == 1 else "trial")
        wheels = _wheels(book, taken, answers)
        wagers = [_wager(book, taken, game, worked, wheels, first.name) for worked in answers]
        summary_sheet.write(
            first, game, reading, made, identity, wagers, [each.sheet for each in wheels.values()]
        )
    return data.getvalue()


def _wheels(
    book: Book, taken: set[str], answers: Sequence[WorkedAnswer]
) -> dict[Distribution[Hashable], wheel_sheet.WheelCells]:
    users = grouped(answers, lambda worked: worked.answer.wager.wheel)
    return {
        shown: wheel_sheet.write(
            book.sheet(sheet_name("Wheel", taken)),
            shown,
            any(worked.live for worked in using),
            [_user(worked.answer.wager) for worked in using]
            if len(users) > 1 or using[0].answer.wager.wheel_varies
            else ["all"],
        )
        for shown, using in users.items()
    }


def _user(wager: Wager) -> str:
    """The name of the wager; with a word, where the wheel is that of its start alone."""
    return f"{wager.name}, at its start" if wager.wheel_varies else wager.name


def _wager(
    book: Book,
    taken: set[str],
    game: Game,
    worked: WorkedAnswer,
    wheels: Mapping[Distribution[Hashable], wheel_sheet.WheelCells],
    first: str,
) -> tuple[WorkedAnswer, WagerCells, ChainSheetPlan | None]:
    wager = worked.answer.wager
    sheet = book.sheet(sheet_name(wager.name, taken), wager.trial)
    turning = wheels[wager.wheel]
    ends = inputs.ordered(wager, worked.chances["never"])
    cells = inputs.write(sheet, wager, ends, turning.status, worked.live)
    plan = None
    if worked.values is not None:
        chain = book.sheet(sheet_name(wager.name, taken, " chain"), wager.trial)
        plan = planned(worked.values, chain.name)
        chain_sheet.write(chain, plan, cells, turning)
    return worked, wager_sheet.write(sheet, game, worked, cells, plan, first), plan
