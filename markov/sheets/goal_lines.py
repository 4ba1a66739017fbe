"""A line of a sheet that is said in the wager language: one goal, or a ladder of them."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from markov.chain.chain import MAX_STATES, TooManyStates
from markov.distribution import Distribution
from markov.rules.draws import Draws
from markov.rules.expression import Before, Goal, Label, Union, Unsayable, Within, sets, stops_itself
from markov.rules.goal_rule import LOST, MADE, GoalRule
from markov.rules.grounded import members
from markov.rules.labels import UnknownWheel, wheel
from markov.rules.ladder_rule import LadderRule
from markov.sheets.definitions import Definitions, checked_name
from markov.sheets.language import parsed
from markov.sheets.schema import (
    AnyWheel,
    Bag,
    Dice,
    OwnWheel,
    Roulette,
    Sheet,
    WagerEntry,
    drawn_from,
    line_wager,
    posted_envy,
    posted_pays,
)
from markov.sheets.toml_file import Key, TextsByEnding, TomlFile
from markov.wager.paytable import paid_together, worded
from markov.wager.rule import explored
from markov.wager.wager import Wager

_ZEROS = ("no zero", "single zero", "double zero", "triple zero")
_SURRENDER = re.compile(r"surrender-[1-9][0-9]{0,5}")
NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_ANY_TIME = "any time"
_MOST_RUNGS = 100
_TRIALS = re.compile(r"(?P<name>.+)-(?P<first>[1-9][0-9]{0,4})\.\.(?P<last>[1-9][0-9]{0,4})")

_Written: TypeAlias = tuple[Key, str, Goal]  # a goal, the text that says it, and the key of that


def goal_line(file: TomlFile, sheet: Sheet, name: str, line: WagerEntry) -> Wager:
    """The wager of a line with `wins` or with `ladder`.

    Raises SheetError with the key, and with the character of a goal that makes no sense.
    """
    at: Key = ("wagers", name)
    if bool(line.wins) == bool(line.ladder) or line.tallies or line.components:
        raise file.error(
            at, "found several of them; expected one of `wins`, `ladder`, `tallies`, `components`"
        )
    if line.wins and line.paid != "best":
        raise file.error((*at, "paid"), "one goal is paid once; expected a `ladder` of several")
    rule = _rule(file, sheet, name, line)
    offers = [] if isinstance(rule, GoalRule) else [offer for offer, _ in rule.offers]
    if isinstance(rule, LadderRule) and rule.paid == "each":
        pays, owed = _each(file, sheet, name, line, rule)
    else:
        rungs = [MADE.name] if isinstance(rule, GoalRule) else [rung for rung, _ in rule.rungs]
        allowed = [*rungs, LOST.name, *offers]
        expected = partial(_expected, allowed, isinstance(rule, GoalRule))
        pays = posted_pays(file, sheet, name, line, expected)
        complete(file, at, rungs, pays)
        owed = posted_envy(file, name, line, expected)
    if unpaid := [offer for offer in offers if offer not in {**sheet.pays, **line.pays}]:
        raise file.error((*at, "offers", unpaid[0]), "it has no pay; expected one in `pays`")
    return line_wager(file, sheet, name, line, _turned(sheet, rule), _shown(rule), pays, owed)


def _rule(file: TomlFile, sheet: Sheet, name: str, line: WagerEntry) -> GoalRule | LadderRule:
    """The rule that the keys of the line say."""
    at: Key = ("wagers", name)
    on, within = wheel_name(sheet.wheel), line.within
    known = definitions(file, sheet, on)
    offers = offers_of(file, at, line.offers, known)
    written = [((*at, "offers", offer), line.offers[offer], goal) for offer, goal in offers if goal]
    rungs: tuple[tuple[str, Goal], ...]
    if line.wins:
        key: Key = (*at, "wins")
        goal = goal_of(file, key, line.wins, known)
        until = None if isinstance(goal, Before | Within) else _until(file, sheet, line, at, known)
        if isinstance(goal, Before | Within) and line.until:
            raise file.error((*at, "until"), "`wins` says itself what stops play; expected it there alone")
        if not offers and line.over == "decided":
            whole = goal if until is None else Before(goal, until, at=goal.at)
            if within is not None:
                timed, trials = whole, within
                whole = made(file, (*at, "within"), "", lambda: Within(timed, trials))
            written += [(key, line.wins, goal), *_stopper(line, sheet, at, until)]
            single: GoalRule = made(file, key, line.wins, lambda: GoalRule(whole, on), written, on)
            return single
        judged: Goal = goal
        if isinstance(judged, Within) and within is None:
            within, judged = judged.trials, judged.goal
        if isinstance(judged, Before):
            until, judged = judged.stop, judged.goal
        rungs, text = ((MADE.name, judged),), line.wins
        written.append((key, text, goal))
    else:
        key, text = (*at, "ladder"), ""
        goals = {rung: goal_of(file, (*key, rung), said, known) for rung, said in line.ladder.items()}
        written += [((*key, rung), said, goals[rung]) for rung, said in line.ladder.items()]
        rungs = tuple(
            one for rung, goal in goals.items() for one in _by_trial(file, (*key, rung), goal, line)
        )
        if len(rungs) > _MOST_RUNGS:
            raise file.error(key, f"found {len(rungs):,} lines; expected {_MOST_RUNGS} at the most")
        for rung, _ in rungs:
            if rung == LOST.name or _SURRENDER.fullmatch(rung) or not NAME.fullmatch(rung):
                raise file.error(
                    (*key, rung), "expected a name of small letters, digits and hyphens, not lost"
                )
            if rung in line.offers:
                raise file.error((*key, rung), "an offer has this name too; expected one of its own")
        if twice := [rung for rung, n in Counter(rung for rung, _ in rungs).items() if n > 1]:
            raise file.error(
                key, f"two lines come to the name {twice[0]!r}; expected one of its own for each"
            )
        until = _until(file, sheet, line, at, known)
    decided = line.over == "decided" and all(stops_itself(goal) for _, goal in rungs)
    if until is None and within is None and not decided:
        endless = [rung for rung, goal in rungs if not stops_itself(goal)]
        every = f", or a stopper in every line, and {endless[0]} has none" if line.ladder and endless else ""
        raise file.error(
            key,
            'nothing stops play; expected `until`, such as until = "7", or `within`, a number of trials'
            + every,
        )
    rule: LadderRule = made(
        file,
        key,
        text,
        lambda: LadderRule(rungs, until, on, line.paid, line.over, within, offers),
        [*written, *_stopper(line, sheet, at, until)],
        on,
    )
    return rule


def _turned(sheet: Sheet, rule: GoalRule | LadderRule) -> GoalRule | LadderRule | Draws:
    """The rule on the wheel of the sheet, from which what is drawn may be gone."""
    return Draws(_shown(rule), rule) if drawn_from(sheet.wheel) else rule


def _shown(rule: GoalRule | LadderRule) -> Distribution[Any]:
    return rule.grounded.outcomes if isinstance(rule, GoalRule) else rule.ranked.outcomes


def _by_trial(file: TomlFile, key: Key, goal: Goal, line: WagerEntry) -> Iterator[tuple[str, Goal]]:
    """The lines that one key of a ladder says: of ball-3..8 one for each trial on which the goal comes."""
    rung = str(key[-1])
    span = _TRIALS.fullmatch(rung)
    if span is None:
        yield rung, goal
        return
    first, last = int(span["first"]), int(span["last"])
    if not first < last:
        raise file.error(key, f"found {first}..{last}; expected trials from an earlier to a later one")
    if last - first >= _MOST_RUNGS:
        raise file.error(key, f"found {last - first + 1:,} lines; expected {_MOST_RUNGS} at the most")
    if line.paid != "first":
        raise file.error(
            key, 'lines by trial are paid by the trial on which they come; expected paid = "first"'
        )
    for trial in range(first, last + 1):
        yield f"{span['name']}-{trial}", Within(goal, trial, at=goal.at)


def definitions(file: TomlFile, sheet: Sheet, on: str) -> Definitions:
    """The goals that the sheet names; each may say those above it.

    Each is checked on the wheel, whether or not a wager says it; but where wagers have phases, whose wheels
    may have other outcomes, only by those that say it.
    """
    known: dict[str, Goal | tuple[Goal, ...]] = {}
    phased = any("phases" in line for line in sheet.wagers.values())

    def read(at: Key, text: str, so_far: Definitions) -> Goal:
        goal = goal_of(file, at, text, so_far)
        if not phased:
            made(file, at, text, lambda: _labelled(goal, on))
        return goal

    for name, said in sheet.define.items():
        at: Key = ("define", name)
        try:
            checked_name(name, on)
        except UnknownWheel as error:
            raise file.error(("wheel",), str(error)) from None
        except ValueError as error:
            raise file.error(at, str(error)) from None
        so_far = Definitions(known, on)
        if isinstance(said, str):
            known = {**known, name.lower(): read(at, said, so_far)}
        elif said:
            known = {**known, name.lower(): tuple(read(at, one, so_far) for one in said)}
        else:
            raise file.error(at, "found an empty list; expected goals")
    return Definitions(known, on)


def offers_of(
    file: TomlFile, at: Key, offers: Mapping[str, str], known: Definitions
) -> tuple[tuple[str, Goal | None], ...]:
    """The offers, by the ending that the player may choose: where each is on offer."""
    for offer in offers:
        if not NAME.fullmatch(offer) or offer in (MADE.name, LOST.name):
            raise file.error(
                (*at, "offers", offer),
                "expected a name of small letters, digits and hyphens, not made, not lost",
            )
    return tuple(
        (offer, None if said == _ANY_TIME else goal_of(file, (*at, "offers", offer), said, known))
        for offer, said in offers.items()
    )


def complete(file: TomlFile, at: Key, rungs: Iterable[str], pays: TextsByEnding) -> None:
    """Refuses pays without one for each of the endings."""
    if missing := [rung for rung in rungs if rung not in pays]:
        raise file.error(
            (*at, "pays"),
            f"{missing[0]!r} has no pay; give it one, such as 'nothing', or take out a line that cannot come",
        )


def _each(
    file: TomlFile, sheet: Sheet, name: str, line: WagerEntry, rule: LadderRule
) -> tuple[TextsByEnding, dict[str, Fraction]]:
    """The pays and the envy where each rung reached is paid: an ending is a set of rungs, its pay their sum.

    A pay for such a set itself stands in place of the sum.
    """
    at: Key = ("wagers", name)
    try:
        turned = _turned(sheet, rule)
        chain = (
            explored(turned, rule.ranked.outcomes, MAX_STATES)
            if isinstance(turned, Draws)
            else rule.chart(rule.ranked.outcomes, MAX_STATES)
        )
    except TooManyStates as error:
        raise file.error((*at, "ladder"), str(error)) from None
    ends = [chain.states[i].name for i in chain.transitions.absorbing.tolist()]
    rungs = [rung for rung, _ in rule.rungs]
    reached = {part for end in ends for part in end.split("+")}
    if never := [rung for rung in rungs if rung not in reached]:
        raise file.error((*at, "ladder", never[0]), "this line can never be reached")
    allowed = [*rungs, LOST.name, *(offer for offer, _ in rule.offers)]
    allowed += [end for end in ends if end not in allowed]
    expected = partial(_expected, allowed, False)
    texts = posted_pays(file, sheet, name, line, expected)
    complete(file, at, rungs, texts)
    owed = posted_envy(file, name, line, expected)
    pays, envy = dict(texts), dict(owed)
    for end in ends:
        parts = end.split("+")
        if end not in texts and end != LOST.name:
            gross = paid_together(texts[rung][0] for rung in parts)
            pays[end] = worded(gross, texts[parts[0]][0]), gross
        if end not in owed and (due := sum((owed[rung] for rung in parts if rung in owed), Fraction(0))):
            envy[end] = due
    for rung in set(rungs).difference(ends):  # it never comes alone
        pays.pop(rung)
        envy.pop(rung, None)
    return pays, envy


def wheel_name(wheel: AnyWheel) -> str:
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
        case OwnWheel(weights=weights) | Bag(holds=weights):
            kinds = ",".join(f"{name}:{weight}" for name, weight in weights.items())
            return f"bag {kinds}" if isinstance(wheel, Bag) else kinds
    raise AssertionError(wheel)


def goal_of(file: TomlFile, key: Key, text: str, known: Definitions) -> Goal:
    """The goal that the text says; raises SheetError with the key where it makes no sense."""
    goal: Goal = made(file, key, text, lambda: known.inserted(parsed(text)))
    return goal


def _until(file: TomlFile, sheet: Sheet, line: WagerEntry, at: Key, known: Definitions) -> Goal | None:
    """The stopper: `until` of the line or of the sheet, or the outcomes of `stop`."""
    if text := line.until or sheet.until:
        return goal_of(file, (*at, "until") if line.until else ("until",), text, known)
    stop = sheet.stop if line.stop is None else line.stop
    labels = tuple(Label(str(outcome)) for outcome in stop)
    return None if not labels else labels[0] if len(labels) == 1 else Union(labels)


def _stopper(line: WagerEntry, sheet: Sheet, at: Key, until: Goal | None) -> Iterator[_Written]:
    if until is not None and (text := line.until or sheet.until):
        yield (*at, "until") if line.until else ("until",), text, until


def made(
    file: TomlFile,
    key: Key,
    text: str,
    make: Callable[[], Any],
    written: Iterable[_Written] = (),
    on: str = "",
) -> Any:
    """The goal or rule that the words of the key make; raises SheetError where they make none.

    written   the goals that the rule is made of: the one with a label that the wheel has not is named
    on        the wheel of these
    """
    try:
        return make()
    except Unsayable as error:
        at, why = error.at, error.why
        for place, words, goal in written:
            if (found := _unlabelled(goal, on)) is not None and found.why == why:
                key, text, at = place, words, found.at
                break
        where = f" (character {at[0] + 1} of {text[:80]!r})" if at and text else ""
        raise file.error(key, f"{why}{where}") from None
    except UnknownWheel as error:
        raise file.error(("wheel",), str(error)) from None


def _labelled(goal: Goal, on: str) -> None:
    """Raises Unsayable for a set of the goal that means nothing on the wheel."""
    for asked in sets(goal):
        members(asked, wheel(on))


def _unlabelled(goal: Goal, on: str) -> Unsayable | None:
    """The error of the first set of the goal that means nothing on the wheel."""
    try:
        _labelled(goal, on)
    except Unsayable as error:
        return error
    return None


def _expected(allowed: Sequence[str], offers: bool, ending: str) -> str | None:
    """The endings in words, for one that is not among them; None for one that is.

    offers   an offer at a count is among them: surrender-K
    """
    if ending in allowed or (offers and _SURRENDER.fullmatch(ending)):
        return None
    return ", ".join(allowed) + (", or surrender-K" if offers else "")
