"""A goal in the words of the table: rolls and totals for dice, spins and pockets for wheels.

Goals are those of a wheel, whose sets are events.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.naming import counted, how_often, listed
from markov.rules import expression as ex
from markov.rules import progress
from markov.rules.expression import WheelGoal
from markov.rules.labels import Group, Wheel
from markov.rules.points import table_stage
from markov.rules.progress import FALSE, TRUE, Left, Standing

if TYPE_CHECKING:
    from markov.rules.goal_rule import GoalRule
    from markov.rules.tally import TallyRace

Trials: TypeAlias = "Wheel | TallyRace"  # what has a noun for a trial: a roll
Fact: TypeAlias = tuple[object, int, str]  # what it is about, how far that is, and the words

SURRENDER = "It may be surrendered at any time for the pay posted for its furthest count."
OTHERWISE = {True: "Otherwise it loses.", False: "Nothing else ends it, however long that takes."}
"""By whether anything else ends a wager."""
_PAID = {
    "best": "The highest of these lines that is true in the end is paid",
    "each": "Each of these lines that is true in the end is paid",
    "first": "The first of these lines to come decides",
}
_OVER = {
    "decided": "It is over as soon as that is decided.",
    "early": "It is over at once when too little time is left for anything better.",
    "stopper": "It stays until play stops, also where nothing more can come.",
}
# What a craps table says of a roll, as nouns.
_EVENTS = {
    "pass": "a pass line win",
    "don't pass": "a don't pass win",
    "pass loses": "a pass line loss",
    "pass line loses": "a pass line loss",
    "pass decided": "a pass line decision",
    "points made": "a point made",
    "come-out": "a come-out roll",
} | {
    name: f"a {name}"
    for name in ("seven-out", "natural", "point set", "point made", "pass line win", "pass line loss")
}


def rule_in_words(rule: "GoalRule", offers: bool) -> Iterator[str]:
    r"""Sentences that say how the wager is won, what ends it, and what is on offer.

    offers   whether the paytable prices any ending that the player may choose

    >>> from markov.rules.goal_rule import GoalRule
    >>> goal = ex.Before(ex.Times(ex.Label("2"), 2), ex.Label("7"))
    >>> print(*rule_in_words(GoalRule.wins(goal, "two dice"), False), sep="\n")
    The wager wins when 2 has come twice before 7.
    Otherwise it loses.
    """
    goals, wheel, within = rule.goals, rule.goals.wheel, rule.within
    if wheel.bag:
        yield bag_in_words(goals.outcomes)
    if within == 1:
        yield f"The next {wheel.trial} decides it."
    if ladder := len(goals.lines) > 1 or rule.paid == "first":
        yield from _ladder_in_words(rule)
        exact = bool(rule.exact_lines)
    else:
        won: WheelGoal = goals.lines[0]
        if goals.stop is not None:
            won = ex.Before(won, goals.stop, rule.tie == "goal")
        exact = not ex.settles(won.goal if isinstance(won, ex.Before) else won)
        yield f"The wager wins when {has(won if within in (None, 1) else ex.Within(won, within), wheel)}."
        if isinstance(won, ex.Before):
            yield from _tie_in_words([won.goal], won.stop, won.tie, wheel)
    stopped = bool(goals.stop or within or wheel.bag or not all(map(progress.is_reached, goals.lines)))
    if stopped or not ladder:
        yield OTHERWISE[stopped]
    if exact:
        yield "An exact number is judged when play stops, not when it is reached."
    if rule.over != "decided" or (ladder and rule.paid != "first" and within != 1):
        yield _OVER[rule.over]
    if offers and rule.offers:
        ranked = ((name, k) for name, k in rule.ranked if name not in rule.behind)
        conditions = {name: None if k is None else has(goals.offers[k], wheel) for name, k in ranked}
        yield offers_in_words(conditions, wheel.trial)
    elif offers and (rule.lines[0][0], rule.until, rule.paid, rule.over) == ("made", None, "best", "decided"):
        yield SURRENDER


def _ladder_in_words(rule: "GoalRule") -> Iterator[str]:
    """Sentences on several lines: how long play goes on, which lines are paid, and what comes first."""
    wheel, lines, stop = rule.goals.wheel, rule.goals.lines, rule.goals.stop
    until = [] if stop is None else [f"until {has(stop, wheel)}"]
    if rule.within is not None:
        until.append(f"for at most {counted(rule.within, wheel.trial)}")
    if until and rule.within != 1:
        yield f"Play goes on {', '.join(until)}."
    told = ((name, has(goal, wheel)) for (name, _), goal in zip(rule.lines, lines, strict=True))
    yield lines_in_words(rule.paid, told)
    yield from _tie_in_words(lines, stop, rule.tie == "goal", wheel)


def _tie_in_words(goals: Iterable[WheelGoal], stop: WheelGoal, tie: bool, wheel: Wheel) -> Iterator[str]:
    """The sentence on a trial that brings a goal and the stopper; none where they share no outcome."""
    stopping = frozenset[Any]().union(*(each.outcomes for each in ex.sets(stop))) if stop else frozenset()
    if any(stopping & each.outcomes for goal in goals for each in ex.sets(goal)):
        yield f"Where one {wheel.trial} brings both, {'the goal' if tie else 'what stops play'} comes first."


def lines_in_words(paid: str, lines: Iterable[tuple[str, str]]) -> str:
    """The sentence on which of the lines are paid, with the name and the goal of each."""
    return f"{_PAID[paid]}: {'; '.join(f'{name}: {goal}' for name, goal in lines)}."


def offers_in_words(conditions: Mapping[str, str | None], trial: str) -> str:
    """The sentence on the offers: by name when each is open, None for at any time."""
    offers = (f"{name}, {f'when {when}' if when else 'at any time'}" for name, when in conditions.items())
    return f"Before any {trial} the player may take the first open offer: {'; '.join(offers)}."


def has(goal: WheelGoal, wheel: Trials) -> str:
    """The goal as something that has happened."""
    match goal:
        case ex.Among(need=need, parts=parts):
            how = f"exactly {need}" if goal.exactly else f"{need} or more"
            how = "all" if need == len(parts) else how
            come = "has" if goal.exactly and need == 1 else "have"
            often = {_count(part, wheel) if hasattr(part, "of") else None for part in parts}
            if len(often) == 1 and None not in often:
                return f"{how} of {_names(parts, wheel)} {come} come{often.pop()}"
            true = "any of these is true" if how == "1 or more" else f"{how} of these are true"
            return f"{true} ({'; '.join(has(part, wheel) for part in parts)})"
        case ex.Before(stop=stop):
            ahead = _apart(goal.goal, wheel)
            if isinstance(stop, ex.Event):
                return f"{ahead} {'no later than' if goal.tie else 'before'} {_any(stop, wheel)}"
            return f"{ahead} {'by the time' if goal.tie else 'before'} {_apart(stop, wheel)}"
        case ex.Within():
            return f"{has(goal.goal, wheel)} within {counted(goal.trials, wheel.trial)}"
        case ex.Then():
            return f"{_any(goal, wheel)} has come in a row"
    if not goal.need:
        return f"no {_any(goal.of, wheel).removeprefix('any ')} has come".replace("no anything", "nothing")
    return f"{_any(goal.of, wheel)} has come{_count(goal, wheel)}"


def _apart(goal: WheelGoal, wheel: Trials) -> str:
    """The same, in brackets where it says itself what stops it."""
    return f"({has(goal, wheel)})" if isinstance(goal, ex.Before | ex.Within) else has(goal, wheel)


def _count(goal: WheelGoal, wheel: Trials) -> str:
    """Words on how often the outcomes have to come; empty for once or more."""
    exactly, of = getattr(goal, "exactly", False), goal.of
    if goal.need == 1 and not exactly:
        return ""
    together = isinstance(goal, ex.Times) and isinstance(of.said, ex.Union | ex.Range)
    return f"{' exactly' * exactly}{_often(goal, goal.need, wheel)}{' in all' * together}"


def _often(goal: WheelGoal, times: int, wheel: Trials) -> str:
    """Words on how often the outcomes of the goal have come; empty where it does not count them."""
    if isinstance(goal, ex.InARow):
        # Of what not every roll decides, as at craps, it is said on how many rolls.
        cycle = getattr(wheel, "cycle", None)
        return f" {how_often(times) if cycle is None else f'on {counted(times, wheel.trial)}'} in a row"
    beyond = isinstance(goal, ex.Times) and times > goal.need
    return f"{' more than' * beyond} {how_often(times - beyond)}" * isinstance(goal, ex.Times)


def _names(parts: Sequence[WheelGoal], wheel: Trials) -> str:
    """The outcomes of the parts: 6 and 8; many of them by their label on the wheel, as the 6 doubles."""
    names = tuple(_any(part.of, wheel) for part in parts)
    groups: Mapping[str, Group] = getattr(wheel, "groups", {})
    alike = [label for label, group in groups.items() if (group.members, group.asks) == (names, "any")]
    plurals = [label for label in alike if label.split()[0].endswith("s")]
    plurals += [f"{label}s" for label in alike if " " not in label]
    return f"the {len(names)} {plurals[0]}" if plurals and len(names) > 3 else listed(names)


def _any(of: WheelGoal, wheel: Trials) -> str:
    """The outcomes: 2, 3, 11 or 12; those of a pattern one after the other."""
    match of:
        case ex.Event(said=said):
            return _any(said, wheel)
        case ex.Label(name=name):
            label, kind = name.lower(), name.lower().removesuffix("s")
            if label in _EVENTS and getattr(wheel, "cycle", None):
                return _EVENTS[label]
            return f"any {kind}" if kind in ex.KINDS else name
        case ex.Range(low=low, high=high):
            return f"{low} to {high}"
        case ex.Complement(of=others):
            return f"anything but {_any(others, wheel)}"
        case ex.Then(sets=in_turn):
            return " then ".join(_any(each, wheel) for each in in_turn)
    # Several sets, or goals that one trial makes true.
    sets = of.sets if isinstance(of, ex.Union) else ex.sets(of)
    return listed([_any(each, wheel) for each in sets], "or")


def standing_in_words(
    rule: "GoalRule", at: Standing, clock: bool = True, together: Iterable[Sequence[int]] = ()
) -> str:
    """The standing in words: what has come, and of several lines those that are reached or lost for good.

    together   the kinds of a bag, by position, in groups of which but the sum is known; all apart if left out
    """
    goals, wheel = rule.goals, rule.goals.wheel
    going_on: list[tuple[WheelGoal, Left]] = []
    names: dict[Left, list[str]] = {}
    for (name, _), line, left in zip(rule.lines, goals.lines, at.lines, strict=True):
        names.setdefault(left, []).append(name)
        if left not in (TRUE, FALSE):
            going_on.append((line, left))
        if left == TRUE and rule.paid == "best":
            break  # the lines below it count no more
    ended = ((TRUE, "reached"), (FALSE, "lost"))
    settled = [f"{', '.join(names[left])} {how}" for left, how in ended if left in names]
    if goals.stop is not None:
        going_on.append((goals.stop, at.stop))
    for name, k in rule.ranked:
        if k is None:
            break
        condition, left = goals.offers[k], at.offers[k]
        if left == FALSE:
            settled.append(f"{name} no longer on offer")
        elif left == TRUE and any(isinstance(part, ex.InARow | ex.Then) for part in ex.every(condition)):
            settled.append(f"{name} on offer")  # what has come in a row may be broken since
        else:
            going_on.append((condition, progress.whole(condition) if left == TRUE else left))
        if left == TRUE:
            break  # none of those behind it is ever on offer
    facts: list[Fact] = [] if at.stage is None else [("stage", 1, table_stage(at.stage))]
    facts += [fact for goal, left in going_on for fact in _reached(goal, left, wheel, at.trials)]
    if rule.within is not None and clock:
        facts.append(("left", ex.MOST_TRIALS, f"{counted(rule.within - at.trials, wheel.trial)} left"))
    furthest: dict[object, list[Any]] = {}  # of each thing how far it is, and the words
    for about, *far in facts:
        furthest[about] = max(furthest.get(about, far), far)
    come = ", ".join(words for _, words in furthest.values())
    words = "; ".join(filter(None, (come, *settled))) or "nothing yet"
    return with_drawn(words, goals.outcomes, at.bag, together) if at.bag else words


def _reached(goal: WheelGoal, left: Left, wheel: Trials, trials: int) -> Iterator[Fact]:
    """Facts on what has come of a goal after so many trials; of those on one thing the furthest says all."""
    match goal:
        case ex.Event() | ex.Times() | ex.InARow():
            if left:
                row, beyond = isinstance(goal, ex.InARow), left > goal.need  # others may count further
                yield (row, goal.of), 2 * left - beyond, f"{_any(goal.of, wheel)}{_often(goal, left, wheel)}"
        case ex.Then(sets=in_turn):
            if begun := in_turn[: int(left).bit_length()]:
                yield begun, len(begun), _any(ex.Then(begun), wheel)
        case _ if left in (TRUE, FALSE):
            if isinstance(goal, ex.Among) and goal.need == len(goal.parts) > 1:
                goal = replace(goal, need=None, exactly=False)  # all of them, in plainer words
            yield goal, 1, f"{'' if left == TRUE else 'not '}{goal}"
        case _:
            for part, rest in progress.rests(goal, left):
                yield from _reached(part, rest, wheel, trials)
            if isinstance(goal, ex.Within):
                yield "left", goal.trials, f"{counted(goal.trials - trials, wheel.trial)} left"


def bag_in_words(bag: Mapping[Any, int]) -> str:
    """A sentence on what is in a bag at first."""
    held = ", ".join(f"{left} of {kind}" for kind, left in bag.items())
    return f"What is drawn is not put back. The bag holds {held}."


def with_drawn(
    words: str, bag: Mapping[Any, int], left: Sequence[int], together: Iterable[Sequence[int]] = ()
) -> str:
    """The words, and the kinds drawn from a bag of which that is left, groups by position told together."""
    gone = [(held - rest, str(kind)) for (kind, held), rest in zip(bag.items(), left, strict=True)]
    groups = [[gone[k] for k in group] for group in together] or [[each] for each in gone]
    drawn = ((sum(number for number, _ in group), " or ".join(kind for _, kind in group)) for group in groups)
    told = ", ".join(f"{number} of {kinds}" for number, kinds in drawn if number)
    return f"{words}; drawn: {told}" if told else words
