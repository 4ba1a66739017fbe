"""A line of a sheet that is said in the wager language: one goal, or a ladder of them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial

from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.rules.decided import LOST
from markov.rules.expression import Before, Goal, Within, any_of_labels, has_stopper
from markov.rules.goal_rule import GoalRule
from markov.sheets.goal_reader import NAME, GoalReader, wheel_name
from markov.sheets.line import SheetLine, TextsByEnding
from markov.wager.paytable import paid_together, worded
from markov.wager.wager import Wager

_SURRENDER = re.compile(r"surrender-[1-9][0-9]{0,5}")
_MOST_TIERS = 100
_MOST_READ = 500_000  # states that are explored to find the endings of a ladder; some ten seconds
_ENDLESS = 'nothing stops play; expected `until`, such as until = "7", or `within`, a number of trials'
_TRIALS = re.compile(r"(?P<name>.+)-(?P<first>[1-9][0-9]{0,4})\.\.(?P<last>[1-9][0-9]{0,4})")


def goal_line(line: SheetLine) -> Wager:
    """The wager of a line with `wins` or with `ladder`.

    Raises SheetError with the key, and with the character of a goal that makes no sense.
    """
    entry = line.entry
    if bool(entry.wins) == bool(entry.ladder) or entry.tallies or entry.components:
        raise line.error(
            (), "found several of them; expected one of `wins`, `ladder`, `tallies`, `components`"
        )
    if entry.wins and entry.paid != "best":
        raise line.error(("paid",), "one goal is paid once; expected a `ladder` of several")
    rule = _rule(line)
    offers = [offer for offer, _ in rule.offers]
    if rule.paid == "each":
        pays, envy = _paid_each(line, rule)
    else:
        tiers = [tier for tier, _ in rule.lines]
        by_count = bool(entry.wins) and not offers and entry.over == "decided"
        expected = partial(_expected, [*tiers, LOST.name, *offers], by_count)
        pays, envy = line.pays(expected, tiers), line.envy(expected)
    posted = {key[-1] for key, _ in line.posted}
    if unpaid := [offer for offer in offers if offer not in posted]:
        raise line.error(("offers", unpaid[0]), "it has no pay; expected one in `pays`")
    return line.wager(rule, rule.goals.outcomes, pays, envy)


def _rule(line: SheetLine) -> GoalRule:
    """The rule that the keys of the line say."""
    entry, within = line.entry, line.entry.within
    goals = GoalReader(line.file, line.sheet, wheel_name(line.sheet.wheel))
    offers = goals.offers(line.at, entry.offers)
    if text := entry.wins:
        key = (*line.at, "wins")
        goal = goals.goal(key, text)
        if isinstance(goal, Before | Within) and entry.until:
            raise line.error(("until",), "`wins` says itself what stops play; expected it there alone")
        until = None if isinstance(goal, Before | Within) else _until(line, goals)
        goal = goal if until is None else Before(goal, until, at=goal.at)
        if within is not None:
            goal = goals.made((*line.at, "within"), partial(Within, goal, within))
        if (offers or entry.over != "decided") and not has_stopper(goal):
            raise line.file.error(key, _ENDLESS)
        return goals.made(key, partial(GoalRule.wins, goal, goals.on, entry.over, offers, entry.tie), text)
    key = (*line.at, "ladder")
    tiers = _tiers(line, goals)
    until = _until(line, goals)
    if entry.tie == "goal" and until is None:
        why = "the wager has no stopper of its own; expected `before or with` in the lines that have one"
        raise line.error(("tie",), why)
    decided = entry.over == "decided" and all(has_stopper(goal) for _, goal in tiers)
    decided = decided or entry.paid == "first"
    if until is None and within is None and not decided:
        endless = [tier for tier, goal in tiers if not has_stopper(goal)]
        every = f", or a stopper in every line, and {endless[0]} has none" if endless else ""
        raise line.file.error(key, _ENDLESS + every)
    ladder = partial(GoalRule, tiers, goals.on, until, entry.paid, entry.over, within, offers, entry.tie)
    return goals.made(key, ladder, text)


def _tiers(line: SheetLine, goals: GoalReader) -> tuple[tuple[str, Goal], ...]:
    """The lines of the ladder: the name of each ending, and its goal."""
    at = (*line.at, "ladder")
    read = {tier: goals.goal((*at, tier), text) for tier, text in line.entry.ladder.items()}
    tiers = tuple(pair for tier, goal in read.items() for pair in _by_trial(line, tier, goal))
    if len(tiers) > _MOST_TIERS:
        raise line.error(("ladder",), f"found {len(tiers):,} lines; expected {_MOST_TIERS} at the most")
    for tier, _ in tiers:
        if tier == LOST.name or _SURRENDER.fullmatch(tier) or not NAME.fullmatch(tier):
            expected = "expected a name of small letters, digits and hyphens, not lost"
            raise line.error(("ladder", tier), expected)
        if tier in line.entry.offers:
            raise line.error(("ladder", tier), "an offer has this name too; expected one of its own")
    if twice := [tier for tier, n in Counter(tier for tier, _ in tiers).items() if n > 1]:
        why = f"two lines come to the name {twice[0]!r}; expected one of its own for each"
        raise line.error(("ladder",), why)
    return tiers


def _by_trial(line: SheetLine, tier: str, goal: Goal) -> Iterator[tuple[str, Goal]]:
    """The lines that one key of a ladder says: of ball-3..8 one for each trial on which the goal comes."""
    trials = _TRIALS.fullmatch(tier)
    if trials is None:
        yield tier, goal
        return
    key = "ladder", tier
    first, last = int(trials["first"]), int(trials["last"])
    if not first < last:
        raise line.error(key, f"found {first}..{last}; expected trials from an earlier to a later one")
    if last - first >= _MOST_TIERS:
        raise line.error(key, f"found {last - first + 1:,} lines; expected {_MOST_TIERS} at the most")
    if line.entry.paid != "first":
        why = 'lines by trial are paid by the trial on which they come; expected paid = "first"'
        raise line.error(key, why)
    for trial in range(first, last + 1):
        yield f"{trials['name']}-{trial}", Within(goal, trial, at=goal.at)


def _paid_each(line: SheetLine, rule: GoalRule) -> tuple[TextsByEnding, dict[str, Fraction]]:
    """The pays and the envy where each tier reached is paid: an ending is a set of tiers, its pay their sum.

    A pay for such a set itself stands in place of the sum.
    """
    try:
        chain = rule.chart(rule.goals.outcomes, _MOST_READ)
    except TooManyStates:
        raise TooMuchWork(
            f"wager {line.name!r}: what its lines come to together is found as the sheet is read, and more "
            f"than {_MOST_READ:,} states are too many for that; ask for smaller counts, or write counters as "
            '`tallies` with goal = "each"'
        ) from None
    ends = [end.name for end in chain.ends]
    tiers = [tier for tier, _ in rule.lines]
    reached = {part for end in ends for part in end.split("+")}
    if never := [tier for tier in tiers if tier not in reached]:
        raise line.error(("ladder", never[0]), "this line can never be reached")
    allowed = [*tiers, LOST.name, *(offer for offer, _ in rule.offers)]
    allowed += [end for end in ends if end not in allowed]
    expected = partial(_expected, allowed, False)
    texts, owed = line.pays(expected, tiers), line.envy(expected)
    pays, envy = dict(texts), dict(owed)
    for end in ends:
        parts = end.split("+")
        if end not in texts and end != LOST.name:
            gross = paid_together(texts[tier][0] for tier in parts)
            pays[end] = worded(gross, texts[parts[0]][0]), gross
        if end not in owed and (due := sum((owed[tier] for tier in parts if tier in owed), Fraction(0))):
            envy[end] = due
    for tier in set(tiers).difference(ends):  # it never comes alone
        pays.pop(tier)
        envy.pop(tier, None)
    return pays, envy


def _until(line: SheetLine, goals: GoalReader) -> Goal | None:
    """The stopper: `until` of the line or of the sheet, or the outcomes of `stop`."""
    entry, sheet = line.entry, line.sheet
    if text := entry.until or sheet.until:
        return goals.goal((*line.at, "until") if entry.until else ("until",), text)
    stop = sheet.stop if entry.stop is None else entry.stop
    return any_of_labels(map(str, stop)) if stop else None


def _expected(allowed: Sequence[str], offers: bool, ending: str) -> str | None:
    """The endings in words, for one that is not among them; None for one that is.

    offers   an offer at a count is among them: surrender-K
    """
    if ending in allowed or (offers and _SURRENDER.fullmatch(ending)):
        return None
    return ", ".join(allowed) + (", or surrender-K" if offers else "")
