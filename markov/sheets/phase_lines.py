"""A line of a sheet whose wheel depends on how play stands: a board that fills, or phases of play."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from markov.rules.boards import FillBoard
from markov.rules.decided import LOST
from markov.rules.goal_rule import GoalRule
from markov.rules.labels import UnknownWheel
from markov.rules.labels import wheel as named
from markov.rules.phases import Phases
from markov.sheets.goal_reader import NAME, GoalReader, wheel_name
from markov.sheets.line import SheetLine
from markov.sheets.schema import Board, PhaseEntry
from markov.sheets.toml_file import RANGE, Key
from markov.wager.paytable import returned, worded
from markov.wager.wager import Wager

_CELL = "cell"


def phase_line(line: SheetLine) -> Wager:
    """The wager of a line on a board, or with `phases`; raises SheetError for one that makes no sense."""
    entry, wheel = line.entry, line.sheet.wheel
    others = ("tallies", "components", "wins", "ladder", "until", "within", "offers", "stop")
    on_board = isinstance(wheel, Board)
    if odd := [key for key in (*others, *(("phases",) * on_board)) if getattr(entry, key)]:
        what = "a board ends by itself" if on_board else "the phases say all of the play"
        raise line.error((odd[0],), f"{what}; expected pays and no `{odd[0]}`")
    rule: FillBoard | Phases
    if isinstance(wheel, Board):
        rule = wheel.rule()
    else:
        if LOST.name in entry.phases:
            why = "a phase in which nothing can lead on any more ends the wager lost; expected another name"
            raise line.error(("phases", LOST.name), why)
        rule = Phases(tuple((name, _phase(line, name, phase)) for name, phase in entry.phases.items()))
    endings = list(rule.endings)
    offers = {
        offer: ("phases", name, "offers", offer)
        for name, phase in entry.phases.items()
        for offer in phase.offers
    }
    if clash := [offer for offer in offers if offer in endings or offer in entry.phases]:
        raise line.error(offers[clash[0]], "an ending or a phase has this name too; expected one of its own")

    def expected(ending: str) -> str | None:
        known = dict.fromkeys([*endings, *offers, *([LOST.name] if entry.phases else [])])
        return None if ending in known else ", ".join(known if len(known) < 10 else _few([*known]))

    pays = line.pays(expected, endings)
    posted = {key[-1] for key, _ in line.posted}
    if unpaid := [offer for offer in offers if offer not in posted]:
        raise line.error(offers[unpaid[0]], "it has no pay; expected one in `pays`")
    start: Any = rule.start
    return line.wager(rule, rule.wheel(start), pays, line.envy(expected))


def _few(endings: list[str]) -> list[str]:
    return [endings[0], "…", *endings[-2:]]


def by_cells(line: SheetLine) -> SheetLine:
    """The line with the pay of a `cell` as pays of the numbers of cells that have none."""
    posted = {str(key[-1]): (key, text) for key, text in line.posted}
    cells = list(_cells(line)) if _CELL in posted else []
    if not cells:
        return line
    key, each = posted.pop(_CELL)
    own = set(posted)
    if not isinstance(each, str):
        raise line.file.error(key, f"found {each!r}; expected text, such as '1/10 for 1', or a prize")
    for ending, number in cells:
        if ending in own:
            continue
        pay = (*key[:-1], ending), _times(line, key, each, number)
        if posted.setdefault(ending, pay) != pay:
            why = f"boards of other sizes come to {ending}; expected a pay of its own for it"
            raise line.file.error(key, why)
    return replace(line, posted=tuple(posted.values()))


def _cells(line: SheetLine) -> Iterator[tuple[str, int]]:
    """The endings of boards that end the wager, each with its number of filled cells."""
    if isinstance(line.sheet.wheel, Board):
        yield from line.sheet.wheel.rule().endings.items()
    for name, phase in line.entry.phases.items():
        if isinstance(phase.wheel, Board):
            rule = _board_phase(line, name, phase, phase.wheel)
            for to, ending in rule.lines:
                if to == ending and to not in line.entry.phases:
                    yield ending, rule.endings[ending]


def _times(line: SheetLine, key: Key, each: str, cells: int) -> str:
    """So many times the pay, or so many draws of the prize."""
    if not cells:
        return "nothing"
    if each.strip() in line.sheet.prizes:
        return f"{cells} x {each.strip()}"
    try:
        return worded(cells * returned(each), "1 for 1")
    except ValueError as error:
        raise line.file.error(key, str(error)) from None


def _phase(line: SheetLine, name: str, phase: PhaseEntry) -> GoalRule | FillBoard:
    """The phase: its wheel, and the goals of which the first to come leads on; or its board."""
    at = "phases", name
    wheel = line.sheet.wheel if phase.wheel is None else phase.wheel
    if isinstance(wheel, Board):
        return _board_phase(line, name, phase, wheel)
    try:
        named(wheel_name(wheel))
    except UnknownWheel as error:
        raise line.error((*at, "wheel"), str(error)) from None
    if not phase.leads:
        raise line.error((*at, "leads"), 'found none; expected where it leads, such as { bonus = "6x3" }')
    _check_targets(line, name, phase)
    goals, key = GoalReader(line.file, line.sheet, wheel_name(wheel)), (*line.at, *at)
    leads = tuple((to, goals.goal((*key, "leads", to), text)) for to, text in phase.leads.items())
    offers = goals.offers(key, phase.offers)
    return goals.made(key, lambda: GoalRule(leads, goals.on, paid="first", offers=offers))


def _board_phase(line: SheetLine, name: str, phase: PhaseEntry, wheel: Board) -> FillBoard:
    """The phase on a board, whose endings lead on."""
    at = "phases", name
    try:
        board = wheel.rule()
    except ValueError as error:
        raise line.error((*at, "wheel"), str(error)) from None
    if phase.offers:
        raise line.error((*at, "offers"), "nothing is chosen while a board fills; expected no offers")
    _check_targets(line, name, phase)
    leads: dict[str, str] = {}
    for to, text in phase.leads.items():
        for said in text.split("|"):
            span = RANGE.fullmatch(said.strip())
            numbers = range(int(span["first"]), int(span["last"]) + 1) if span else ()
            for ending in [f"{span['name']}-{number}" for number in numbers] if span else [said.strip()]:
                if ending not in board.endings or ending in leads:
                    expected = "an ending of the board that leads nowhere else"
                    raise line.error((*at, "leads", to), f"found {ending!r}; expected {expected}")
                leads[ending] = to
    return replace(board, leads=tuple(leads.items()))


def _check_targets(line: SheetLine, name: str, phase: PhaseEntry) -> None:
    for to in phase.leads:
        if not NAME.fullmatch(to):
            key = "phases", name, "leads", to
            raise line.error(key, "expected a name of small letters, digits and hyphens")
