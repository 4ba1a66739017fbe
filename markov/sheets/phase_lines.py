"""A line of a sheet whose wheel depends on how play stands: a board that fills, or phases of play."""

from typing import Any

from markov.rules.boards import FillBoard
from markov.rules.labels import UnknownWheel
from markov.rules.ladder_rule import LadderRule
from markov.rules.phases import PhasedGoals
from markov.sheets.goal_lines import (
    NAME,
    complete,
    definitions,
    goal_of,
    made,
    offers_of,
    wheel_name,
)
from markov.sheets.schema import (
    Board,
    PhaseEntry,
    Sheet,
    WagerEntry,
    drawn_from,
    line_wager,
    posted_envy,
    posted_pays,
    with_pays,
)
from markov.sheets.toml_file import Key, TomlFile
from markov.wager.paytable import returned, worded
from markov.wager.wager import Wager

_CELL = "cell"


def phase_line(file: TomlFile, sheet: Sheet, name: str, line: WagerEntry) -> Wager:
    """The wager of a line on a board, or with `phases`; raises SheetError for one that makes no sense."""
    at: Key = ("wagers", name)
    others = ("tallies", "components", "wins", "ladder", "until", "within", "offers", "stop")
    on_board = isinstance(sheet.wheel, Board)
    if odd := [key for key in (*others, *(("phases",) if on_board else ())) if getattr(line, key)]:
        what = "a board ends by itself" if on_board else "the phases say all of the play"
        raise file.error((*at, odd[0]), f"{what}; expected pays and no `{odd[0]}`")
    rule: FillBoard | PhasedGoals
    if isinstance(sheet.wheel, Board):
        rule = sheet.wheel.rule()
    else:
        phases = line.phases.items()
        rule = PhasedGoals(
            tuple((phase, _phase(file, sheet, (*at, "phases", phase), said)) for phase, said in phases)
        )
    endings = list(rule.endings)
    offers = {
        offer: (*at, "phases", phase, "offers", offer)
        for phase, said in line.phases.items()
        for offer in said.offers
    }
    if clash := [offer for offer in offers if offer in endings or offer in line.phases]:
        raise file.error(offers[clash[0]], "an ending or a phase has this name too; expected one of its own")

    def expected(ending: str) -> str | None:
        known = [*endings, *offers]
        return None if ending in known else ", ".join(known if len(known) < 10 else _few(known))

    pays = posted_pays(file, sheet, name, line, expected)
    complete(file, at, endings, pays)
    if unpaid := [offer for offer in offers if offer not in pays]:
        raise file.error(offers[unpaid[0]], "it has no pay; expected one in `pays`")
    owed = posted_envy(file, name, line, expected)
    start: Any = rule.start
    return line_wager(file, sheet, name, line, rule, rule.wheel(start), pays, owed)


def _few(endings: list[str]) -> list[str]:
    return [endings[0], "…", *endings[-2:]]


def by_cells(file: TomlFile, sheet: Sheet, name: str, line: WagerEntry) -> tuple[Sheet, WagerEntry]:
    """The sheet and the line with the pay of a `cell` as pays of the numbers of cells that have none."""
    if not isinstance(sheet.wheel, Board):
        return sheet, line
    key: Key = ("wagers", name, "pays") if _CELL in line.pays else ("pays",)
    every = {**sheet.pays, **line.pays}
    if _CELL not in every:
        return sheet, line
    each = every.pop(_CELL)
    if not isinstance(each, str):
        raise file.error((*key, _CELL), f"found {each!r}; expected text, such as '1/10 for 1', or a prize")
    for ending, cells in sheet.wheel.rule().endings.items():
        if ending not in every:
            every[ending] = _times(file, sheet, (*key, _CELL), each, cells)
    return with_pays(sheet, {}), with_pays(line, every)


def _times(file: TomlFile, sheet: Sheet, key: Key, each: str, cells: int) -> str:
    """So many times the pay, or so many draws of the prize."""
    if not cells:
        return "nothing"
    if each.strip() in sheet.prizes:
        return f"{cells} x {each.strip()}"
    try:
        return worded(cells * returned(each), "1 for 1")
    except ValueError as error:
        raise file.error(key, str(error)) from None


def _phase(file: TomlFile, sheet: Sheet, at: Key, said: PhaseEntry) -> LadderRule:
    """The phase: its wheel, and the goals of which the first to come leads on."""
    wheel = sheet.wheel if said.wheel is None else said.wheel
    try:
        fixed = not (isinstance(wheel, Board) or drawn_from(wheel))
    except UnknownWheel as error:
        raise file.error((*at, "wheel"), str(error)) from None
    if not fixed:
        raise file.error((*at, "wheel"), "a phase has a wheel of its own that stays as it is, not draws")
    if not said.leads:
        raise file.error((*at, "leads"), 'found none; expected where it leads, such as { bonus = "6x3" }')
    for to in said.leads:
        if not NAME.fullmatch(to):
            raise file.error((*at, "leads", to), "expected a name of small letters, digits and hyphens")
    on = wheel_name(wheel)
    known = definitions(file, sheet, on)
    goals = tuple((to, goal_of(file, (*at, "leads", to), text, known)) for to, text in said.leads.items())
    offers = offers_of(file, at, said.offers, known)
    written = [((*at, "leads", to), said.leads[to], goal) for to, goal in goals]
    written += [((*at, "offers", to), said.offers[to], goal) for to, goal in offers if goal]
    rule: LadderRule = made(
        file, at, "", lambda: LadderRule(goals, None, on, "first", offers=offers), written, on
    )
    return rule
