"""A line of a sheet that is said in the wager language: one goal, or a ladder of them."""

import re
from collections.abc import Callable
from typing import Any

from markov.exact import exact
from markov.rules.expression import Before, Goal, Label, Union, Unsayable, Within
from markov.rules.goal_rule import LOST, MADE, GoalRule
from markov.rules.labels import UnknownWheel
from markov.rules.ladder_rule import LadderRule
from markov.sheets.language import parsed
from markov.sheets.schema import Dice, OwnWheel, Roulette, Sheet, WagerEntry
from markov.sheets.toml_file import Key, TomlFile, texts_by_ending
from markov.wager.paytable import Paytable, multiple, returned
from markov.wager.wager import Wager

_ZEROS = ("no zero", "single zero", "double zero", "triple zero")
_SURRENDER = re.compile(r"surrender-[1-9][0-9]{0,5}")


def goal_line(file: TomlFile, sheet: Sheet, name: str, line: WagerEntry) -> Wager:
    """The wager of a line with `wins` or with `ladder`.

    Raises SheetError with the key, and with the character of a goal that makes no sense.
    """
    at: Key = ("wagers", name)
    if bool(line.wins) == bool(line.ladder) or line.tallies or line.components:
        raise file.error(
            at, "found several of them; expected one of `wins`, `ladder`, `tallies`, `components`"
        )
    on = wheel_name(sheet.wheel)
    rule: GoalRule | LadderRule
    if line.wins:
        key: Key = (*at, "wins")
        goal = _goal(file, key, line.wins)
        stop = None if isinstance(goal, Before | Within) else _until(file, sheet, line, at)
        whole = goal if stop is None else Before(goal, stop, goal.at)
        single: GoalRule = _made(file, key, line.wins, lambda: GoalRule(whole, on))
        allowed = [MADE.name, LOST.name]
        rule, outcomes = single, single.grounded.outcomes
    else:
        key = (*at, "ladder")
        rungs = []
        for rung, text in line.ladder.items():
            if (
                rung == LOST.name
                or _SURRENDER.fullmatch(rung)
                or not re.fullmatch(r"[a-z0-9][a-z0-9-]*", rung)
            ):
                raise file.error(
                    (*key, rung), "expected a name of small letters, digits and hyphens, not lost"
                )
            rungs.append((rung, _goal(file, (*key, rung), text)))
        until = _until(file, sheet, line, at)
        if until is None:
            raise file.error(key, 'nothing stops play; expected `until`, such as until = "7"')
        named = tuple(rungs)
        several: LadderRule = _made(file, key, "", lambda: LadderRule(named, until, on))
        allowed = [*line.ladder, LOST.name]
        rule, outcomes = several, several.ranked.outcomes

    def expected(ending: str) -> str | None:
        if ending in allowed or (line.wins and _SURRENDER.fullmatch(ending)):
            return None
        return ", ".join(allowed) + (", or surrender-K" if line.wins else "")

    posted = ("pays",), sheet.pays
    pays = texts_by_ending(file, posted, ((*at, "pays"), line.pays), expected=expected, read=returned)
    if missing := [ending for ending in allowed if ending not in pays and ending != LOST.name]:
        raise file.error((*at, "pays"), f"{missing[0]!r} can happen, but has no pay; 'nothing' is a pay")
    owed = texts_by_ending(file, ((*at, "envy"), line.envy), expected=expected, read=multiple)
    try:
        outlay = exact(line.outlay)
    except ValueError as error:
        raise file.error((*at, "outlay"), str(error)) from None
    if outlay <= 0:
        raise file.error((*at, "outlay"), f"found {line.outlay!r}; expected a number above 0")
    return Wager(
        name=name,
        rule=rule,
        wheel=outcomes,
        pays=Paytable(
            {ending: gross for ending, (_, gross) in pays.items()},
            {ending: text for ending, (text, _) in pays.items()},
        ),
        outlay=outlay,
        envy=Paytable({ending: times for ending, (_, times) in owed.items()}),
        source=", ".join(filter(None, (sheet.source, line.source))),
    )


def wheel_name(wheel: Roulette | Dice | OwnWheel | str) -> str:
    """The name under which the wager language knows the wheel of a sheet."""
    match wheel:
        case str():
            return wheel
        case Dice():
            return "two dice"
        case Roulette(zeros=0, shows="dice"):
            return "two dice"
        case Roulette(zeros=zeros, shows=shows):
            return f"dice on {_ZEROS[zeros]}" if shows == "dice" else _ZEROS[zeros]
        case OwnWheel(weights=weights):
            return ",".join(f"{name}:{weight}" for name, weight in weights.items())


def _goal(file: TomlFile, key: Key, text: str) -> Goal:
    goal: Goal = _made(file, key, text, lambda: parsed(text))
    return goal


def _until(file: TomlFile, sheet: Sheet, line: WagerEntry, at: Key) -> Goal | None:
    """The stopper: `until` of the line or of the sheet, or the outcomes of `stop`."""
    if text := line.until or sheet.until:
        return _goal(file, (*at, "until") if line.until else ("until",), text)
    stop = sheet.stop if line.stop is None else line.stop
    labels = tuple(Label(str(outcome)) for outcome in stop)
    return None if not labels else labels[0] if len(labels) == 1 else Union(labels)


def _made(file: TomlFile, key: Key, text: str, make: Callable[[], Any]) -> Any:
    """The goal or rule that the words of the key make; raises SheetError where they make none."""
    try:
        return make()
    except Unsayable as error:
        where = f", at character {error.at[0] + 1} of {text[:80]!r}" if error.at and text else ""
        raise file.error(key, f"{error.why}{where}") from None
    except UnknownWheel as error:
        raise file.error(("wheel",), str(error)) from None
