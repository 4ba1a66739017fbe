"""A goal in the words of the table: rolls and totals for dice, spins and pockets for wheels.

Goals are those of a wheel, whose sets are events; a set by itself is said like the event of it.
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

_PARTICIPLES = {"roll": "rolled", "spin": "spun", "flip": "flipped", "draw": "drawn"}
_NUMBERS = {number: word for word, number in ex.NUMBER_WORDS.items()}
_ORDINALS = {number: word for word, number in ex.ORDINALS.items()}
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


def rule_in_words(rule: "GoalRule", offers: bool) -> tuple[str, ...]:
    r"""Sentences that say how the wager is won, what ends it, and what is on offer.

    offers   whether the paytable prices any ending that the player may choose

    >>> from markov.rules.goal_rule import GoalRule
    >>> goal = ex.Before(ex.Times(ex.Label("2"), 2), ex.Label("7"))
    >>> print(*rule_in_words(GoalRule.wins(goal, "two dice"), False), sep="\n")
    The wager wins when 2 has been rolled twice before a 7.
    Otherwise it loses.
    """
    goals, wheel, within = rule.goals, rule.goals.wheel, rule.within
    won: WheelGoal
    (won, *others), stop, tie = goals.lines, goals.stop, rule.tie == "goal"
    if not others and stop is None and isinstance(won, ex.Before):
        won, stop, tie = won.goal, won.stop, won.tie
    sentences = [bag_in_words(goals.outcomes)] if wheel.bag else []
    if within == 1:
        sentences.append(f"The next {wheel.trial} decides it.")
    sentences += _lines_in_turn(rule) if others else win_in_words(won, stop, wheel, within)
    if stop is not None:
        sentences += _tie_in_words(wheel, [won, *others], stop, tie)
    if rule.over == "early":
        sentences.append(f"It is over at once when too few {wheel.trial}s are left for anything better.")
    elif rule.over == "stopper":
        sentences.append("It stays until play stops, also where nothing more can come.")
    if offers and rule.offers:
        sentences.append(offers_in_words(rule))
    elif offers and rule.lines[0][0] == "made" and not rule.until and rule.over == "decided":
        left = f"After any {rule.trial} it may be surrendered for the pay posted for its furthest count."
        sentences.append(left)
    return tuple(sentences)


def win_in_words(
    won: WheelGoal, stop: WheelGoal | None, wheel: Trials, within: int | None = None
) -> Iterator[str]:
    """Sentences on what wins a wager of one goal: before what, and within how many trials."""
    stops = [] if stop is None else [("before", "at the time of", stopper(stop, wheel))]
    if within is not None and within > 1:
        stops.append(("within", "after", counted(within, wheel.trial)))
    if ex.settles(won):
        when = "".join(f" {before} {what}" for before, _, what in stops)
    else:
        when = " " + " or ".join(f"{at} {what}" for _, at, what in stops) if stops else ""
        when += ", whichever comes first" * (len(stops) > 1)
    yield f"The wager wins when {_whole(won, wheel) if stops else has(won, wheel)}{when}."
    if stops or within or getattr(wheel, "bag", False) or stops_in_part(won):
        yield "Otherwise it loses."
    else:
        yield f"Nothing else ends it: the question is how many {wheel.trial}s that takes."


def _tie_in_words(wheel: Trials, won: Sequence[WheelGoal], stop: WheelGoal, tie: bool) -> Iterator[str]:
    """The sentence on a trial that brings both a goal and the stopper; none where no trial can."""
    ends = [zip(one, other, strict=False) for goal in won for one in _ends(goal) for other in _ends(stop)]
    if any(all(a.outcomes & b.outcomes for a, b in last) for last in ends):
        first = "the goal" if tie else stopper(stop, wheel)
        yield f"Where one {wheel.trial} brings both, {first} comes first."


def _ends(goal: WheelGoal) -> Iterable[Sequence[Any]]:
    """The ways in which the goal may come: the events of its last trials, from the last one backwards."""
    in_turn = isinstance(goal, ex.Then | ex.InARow)
    return [goal.sets[::-1]] if in_turn else [[each] for each in ex.sets(goal)]


def _lines_in_turn(rule: "GoalRule") -> Iterator[str]:
    """Sentences on several lines: what stops play, which lines are paid, and when it is over before that."""
    wheel, stop, within = rule.goals.wheel, rule.goals.stop, rule.within
    stops = [] if stop is None else [stopped(stop, wheel)]
    if within is not None:
        stops.append(f"{within:,} {wheel.trial}s have been made")
    if stops and within != 1:
        yield f"Play goes on until {' or '.join(stops)}."
    true = "is true by then" if stops and within != 1 else "comes true"
    which = f"{'Each' if rule.paid == 'each' else 'The highest'} of these lines that {true} is paid"
    if rule.paid == "first":
        which = "The first of these lines to come is paid and ends the wager"
    yield f"{which}: {'; '.join(f'{name}: {goal}' for name, goal in lines_in_words(rule))}."
    yield "Where none is, the wager loses."
    if rule.exact_lines:
        yield "An exact number is judged when play stops, not when it is reached."
    if rule.over == "decided" and rule.paid != "first" and within != 1:
        yield f"It is over at once when no {'other' if rule.paid == 'each' else 'better'} line can come."


def lines_in_words(rule: "GoalRule") -> list[tuple[str, str]]:
    """The name of each line, and its goal as something that has happened."""
    return [
        (name, has(goal, rule.goals.wheel))
        for (name, _), goal in zip(rule.lines, rule.goals.lines, strict=True)
    ]


def offers_in_words(rule: "GoalRule") -> str:
    """A sentence on the offers, of which there is one at least, and when each is open."""
    wheel, conditions = rule.goals.wheel, rule.goals.offers
    offers = [
        f"{name}, {'at any time' if k is None else f'when {has(conditions[k], wheel)}'}"
        for name, k in rule.ranked
        if name not in rule.behind
    ]
    first = "the first of these that stands" if len(offers) > 1 else "an offer"
    return f"Before any {wheel.trial} the player may choose {first}: {'; '.join(offers)}."


def stops_in_part(goal: WheelGoal) -> bool:
    """True where a part of the goal says what stops it, so that it may be lost while nothing stops play."""
    return any(isinstance(part, ex.Before | ex.Within) for part in ex.every(goal))


def has(goal: WheelGoal, wheel: Trials) -> str:
    """The goal as something that has happened."""
    match goal:
        case ex.Times(of=of, need=need) if need != 1 or goal.exactly:
            together = " in all" * (need > 1 and isinstance(_said(of), ex.Union | ex.Range))
            often = f"{' exactly' * goal.exactly}{_often(goal, need, wheel)}{together}" if need else ""
            return f"{_any(of, wheel)} has {'not ' * (not need)}{_come(of, wheel)}{often}"
        case ex.InARow(of=of, need=need):
            return f"{_any(of, wheel)} has {_come(of, wheel)}{_often(goal, need, wheel)}"
        case ex.Then(sets=(first, *_)):
            return f"{stopper(goal, wheel)} have {_come(first, wheel)} on consecutive {wheel.trial}s"
        case ex.Among():
            return _so_many(goal, wheel)
        case ex.Before(goal=inner):
            return f"{_whole(inner, wheel)} before {'or with ' * goal.tie}{stopper(goal.stop, wheel)}"
        case ex.Within(goal=inner):
            return f"{_whole(inner, wheel)} within {counted(goal.trials, wheel.trial)}"
    return f"{_any(goal, wheel)} has {_come(goal, wheel)}"


def _whole(goal: WheelGoal, wheel: Trials) -> str:
    """The same, in brackets where a part of the goal says what stops it."""
    return f"({has(goal, wheel)})" if stops_in_part(goal) else has(goal, wheel)


def _said(goal: WheelGoal) -> Any:
    """The set that an event is called by, or the goals that it makes true; any other goal is itself."""
    return getattr(goal, "said", goal)


def _often(goal: WheelGoal, times: int, wheel: Trials) -> str:
    """Words on how often the outcomes of the goal have come; empty where it does not count them."""
    if isinstance(goal, ex.InARow):
        # Of what not every roll decides, as at craps, it is said on how many rolls.
        cycle = getattr(wheel, "cycle", None)
        return f" {how_often(times) if cycle is None else f'on {counted(times, wheel.trial)}'} in a row"
    beyond = isinstance(goal, ex.Times) and times > goal.need
    return f"{' more than' * beyond} {how_often(times - beyond)}" * isinstance(goal, ex.Times)


def _so_many(among: ex.Among, wheel: Trials) -> str:
    """So many of the parts have come."""
    need, parts = among.needed, among.parts
    how = f"{'exactly' if among.exactly else 'at least'} {need}"
    any_one, every_one = need == 1 and not among.exactly, need == len(parts)
    names = [_any(each, wheel) for part in parts for each in ex.sets(part)]
    kind = _kind(names, wheel) if len(names) == len(parts) > 3 else ""
    if _are_sets(parts):
        come = _come(parts[0], wheel)
        if any_one:
            return f"{listed(names, 'or')} has {come}"
        if kind:
            return f"{f'all {need}' if every_one else f'{how} different'} {kind} have {come}"
        if every_one:
            return f"each of {listed(names)} has {come}"
        return f"{how} of {listed(names)} have {come}"
    if any_one and kind:  # the same one, so often
        one = f"the same {kind.replace('s ', ' ', 1).removesuffix('s')}"
        same = {has(part, wheel).replace(name, one, 1) for part, name in zip(parts, names, strict=True)}
        if len(same) == 1:
            return same.pop()
    races, clauses = all(isinstance(part, ex.Before | ex.Within) for part in parts), []
    for part in parts:  # in brackets where others could be read into it
        several = isinstance(part, ex.Among) and not _are_sets(part.parts)
        clauses.append(f"({has(part, wheel)})" if several else (has if races else _whole)(part, wheel))
    if any_one or every_one:
        return (" or " if any_one else " and ").join(clauses)
    return f"{how} of these are true ({'; '.join(clauses)})"


def _are_sets(parts: Iterable[WheelGoal]) -> bool:
    return all(isinstance(_said(part), ex.Set) for part in parts)


def _kind(names: Sequence[str], wheel: Trials) -> str:
    """The word for all of these outcomes together, such as doubles; empty where there is none."""
    groups: Mapping[str, Group] = getattr(wheel, "groups", {})
    asked = tuple(names), "any"
    named = [label for label, group in groups.items() if (group.members, group.asks) == asked]
    plural = [label for label in named if label.split()[0].endswith("s")]
    return (*plural, *(f"{label}s" for label in named if " " not in label), "")[0]


def _come(goal: WheelGoal, wheel: Trials, been: str = "been", come: str = "come") -> str:
    """The verb for the outcomes of the goal: been rolled, or come of what is said of them at the table."""
    match goal:
        case ex.Event(said=said):
            return _come(next(ex.sets(said)), wheel, been, come)
        case ex.Union(sets=(of, *_)) | ex.Complement(of=of) | ex.Times(of=of):
            return _come(of, wheel, been, come)
        case ex.Label(name=name) if name.lower() in getattr(wheel, "events", ()):
            return come
        case ex.Label() | ex.Range():
            return f"{been} {_PARTICIPLES.get(wheel.trial, 'brought up')}"
    return come


def stopper(stop: WheelGoal, wheel: Trials) -> str:
    """The goal as what stops play: a 7, the second 7."""
    match stop:
        case ex.Times(of=of, exactly=False):
            return f"the {_ordinal(stop.need)} {_any(of, wheel)}"
        case ex.InARow(of=of, need=need):
            if _any(of, wheel).isdigit():
                return f"{_NUMBERS.get(need, need)} {_any(of, wheel)}s in a row"
            return f"{_any(of, wheel)}{_often(stop, need, wheel)}"
        case ex.Then(sets=in_turn):
            return " then ".join(_any(each, wheel) for each in in_turn)
        case ex.Among(need=1, parts=parts, exactly=False):
            return listed([stopper(part, wheel) for part in parts], "or")
        case _ if isinstance(stop, ex.Set | ex.Event):
            return _any(stop, wheel, one=True)
    return f"the {wheel.trial} by which {has(stop, wheel)}"


def stopped(stop: WheelGoal, wheel: Trials) -> str:
    """The stopper as something that happens: a 7 is rolled."""
    numbers = isinstance(stop, ex.InARow) and _any(stop.of, wheel).isdigit()
    return f"{stopper(stop, wheel)} {'come' if numbers else _come(stop, wheel, 'is', 'comes')}"


def _any(of: WheelGoal, wheel: Trials, one: bool = False) -> str:
    """The outcomes: 2, 3, 11 or 12; with an article each where one of them is meant."""
    match of:
        case ex.Event(said=said):
            return _any(said, wheel, one)
        case ex.Label(name=name):
            label, kind = name.lower(), name.lower().removesuffix("s")
            if label in getattr(wheel, "events", ()):
                return _EVENTS.get(label, name)
            if one and label[:1].isdigit() and "-" not in label:
                return f"{'an' if label[0] == '8' or label in ('11', '18') else 'a'} {name}"
            return f"any {kind}" if kind in ex.KINDS else name
        case ex.Range(low=low, high=high):
            return f"{low} to {high}"
        case ex.Complement(of=others):
            return f"anything but {_any(others, wheel)}"
    # Several sets, or goals that one trial makes true.
    sets = of.sets if isinstance(of, ex.Union) else ex.sets(of)
    return listed([_any(each, wheel, one) for each in sets], "or")


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return _ORDINALS.get(number, f"{number}{ending}")


def standing_in_words(
    rule: "GoalRule", at: Standing, clock: bool = True, together: Iterable[Sequence[int]] = ()
) -> str:
    """The standing in words: what has come, and of several lines those that are reached or lost for good.

    together   the kinds of a bag, by position, in groups of which but the sum is known; all apart if left out

    >>> from markov.rules.goal_rule import GoalRule
    >>> both = ex.Among(None, (ex.Times(ex.Label("2"), 3), ex.Label("12")))
    >>> rule = GoalRule.wins(ex.Before(both, ex.Label("7")), "two dice")
    >>> standing_in_words(rule, rule.standing(rule.step(rule.step(rule.start, 2), 2)))
    '2 twice'
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
        condition, left = (None, TRUE) if k is None else (goals.offers[k], at.offers[k])
        parts = () if condition is None else ex.every(condition)
        if left == FALSE:
            settled.append(f"{name} no longer on offer")
        elif left == TRUE and any(isinstance(part, ex.InARow | ex.Then) for part in parts):
            settled.append(f"{name} on offer")  # what has come in a row may be broken since
        elif condition is not None:
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
    gone = drawn_in_words(goals.outcomes, at.bag, together) if at.bag else ""
    return f"{words}; drawn: {gone}" if gone else words


def _reached(goal: WheelGoal, left: Left, wheel: Trials, trials: int) -> Iterator[Fact]:
    """Facts on what has come of a goal after so many trials; of those on one thing the furthest says all."""
    match goal:
        case ex.Event() | ex.Times() | ex.InARow():
            if left:
                row, beyond = isinstance(goal, ex.InARow), left > goal.need  # others may count further
                yield (row, goal.of), 2 * left - beyond, f"{_any(goal.of, wheel)}{_often(goal, left, wheel)}"
        case ex.Then(sets=in_turn):
            if begun := in_turn[: int(left).bit_length()]:
                yield begun, len(begun), stopper(ex.Then(begun), wheel)
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


def drawn_in_words(
    bag: Mapping[Any, int], left: Sequence[int], together: Iterable[Sequence[int]] = ()
) -> str:
    """The kinds drawn from a bag of which that is left, groups of them by position told together."""
    gone = [(held - rest, str(kind)) for (kind, held), rest in zip(bag.items(), left, strict=True)]
    groups = [[gone[k] for k in group] for group in together] or [[each] for each in gone]
    drawn = ((sum(number for number, _ in group), " or ".join(kind for _, kind in group)) for group in groups)
    return ", ".join(f"{number} of {kinds}" for number, kinds in drawn if number)
