"""A goal in the words of the table: rolls and totals for dice, spins and pockets for wheels."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from markov.naming import counted, how_often, listed
from markov.rules import expression as ex
from markov.rules import progress
from markov.rules.expression import Outcomes
from markov.rules.grounded import asked_for
from markov.rules.labels import Group, Wheel
from markov.rules.points import table_stage
from markov.rules.progress import Standing

if TYPE_CHECKING:
    from markov.rules.goal_rule import GoalRule
    from markov.rules.tally import TallyRace


Trials: TypeAlias = "Wheel | TallyRace"  # what has a noun for a trial: a roll

_PARTICIPLES = {"roll": "rolled", "spin": "spun", "flip": "flipped", "draw": "drawn"}
_NUMBERS = {number: word for word, number in ex.NUMBER_WORDS.items()}
_ORDINALS = {number: word for word, number in ex.ORDINALS.items()}
# What a craps table says of a roll, as nouns.
_EVENTS = {
    "pass": "a pass line win",
    "don't pass": "a don't pass win",
    "pass loses": "a pass line loss",
    "seven-out": "a seven-out",
    "natural": "a natural",
    "point set": "a point set",
    "point made": "a point made",
    "points made": "a point made",
    "come-out": "a come-out roll",
    "pass decided": "a pass line decision",
    "pass line win": "a pass line win",
    "pass line loss": "a pass line loss",
    "pass line loses": "a pass line loss",
}


Fact: TypeAlias = tuple[object, int, str]  # what it is about, how far that is, and the words


def rule_in_words(rule: "GoalRule", offers: bool) -> tuple[str, ...]:
    r"""Sentences that say how the wager is won, what ends it, and what is on offer.

    offers   whether the paytable prices any ending that the player may choose

    >>> from markov.rules.goal_rule import GoalRule
    >>> goal = ex.Before(ex.Times(ex.Label("2"), 2), ex.Label("7"))
    >>> print(*rule_in_words(GoalRule.wins(goal, "two dice"), False), sep="\n")
    The wager wins when 2 has been rolled twice before a 7.
    It loses when a 7 is rolled first. Any other roll changes nothing.
    """
    goals = rule.goals
    bag = goals.outcomes if goals.wheel.bag else None
    drawn = (bag_in_words(bag),) if bag else ()
    if (
        [name for name, _ in rule.lines] == ["made"]
        and not (rule.until or rule.offers)
        and rule.over == "decided"
    ):
        left = "After any {} it may be surrendered for the pay posted for its furthest count."
        return (*drawn, *_one_goal(rule), *((left.format(rule.trial),) * offers))
    return (*drawn, *_several_lines(rule), *((offers_in_words(rule),) * bool(offers and rule.offers)))


def _one_goal(rule: "GoalRule") -> tuple[str, ...]:
    wheel, line, trials = rule.goals.wheel, rule.goals.lines[0], rule.within
    goal = ex.as_said(line)
    if trials == 1 and isinstance(line, ex.Event):
        return (f"The next {wheel.trial} decides it: {_any(goal, wheel)} wins, all else loses.",)
    race = goal if isinstance(goal, ex.Before) else None
    won = race.goal if race else goal
    wins = f"({has(won, wheel)})" if race and _stops_in_part(won) else has(won, wheel)
    made = counted(trials, wheel.trial) if trials is not None else ""
    tied = _tie_in_words(wheel, [line.goal], line.stop, line.tie) if race else ()
    if not ex.settles(won):
        when = f" within {made}" * bool(made)
        if race:
            when = f" or after {made}, whichever comes first" * bool(made)
            when = f" at the time of {stopper(race.stop, wheel)}{when}"
        return f"The wager wins when {wins}{when}.", "Otherwise it loses.", *tied
    lost = [f"when {stopped(race.stop, wheel)} first"] if race else []
    if made:
        lost.append(f"after {made} without {'either' if race else 'it'}")
    elif wheel.bag and not race:
        lost.append("when nothing is left to draw")
    if _stops_in_part(won):
        lost.append("as soon as that can no longer be")
    loses = f"It loses {' or '.join(lost)}."
    # A roll that brings neither may set a point, where a cycle says the labels, and a draw leaves fewer.
    plain = race and isinstance(race.stop, ex.Set) and isinstance(won, ex.Set | ex.Times)
    if plain and wheel.cycle is None and not wheel.bag:
        loses += f" Any other {wheel.trial} changes nothing."
    elif not lost:
        loses = f"Nothing else ends it: the question is how many {wheel.trial}s that takes."
    before = f" before {stopper(race.stop, wheel)}" if race else ""
    return f"The wager wins when {wins}{before}{f' within {made}' * bool(made)}.", loses, *tied


def _tie_in_words(
    wheel: Trials, won: Sequence[ex.WheelGoal], stop: ex.WheelGoal, tie: bool
) -> tuple[str, ...]:
    """The sentence on a trial that brings both a goal and the stopper; none where no trial can."""
    if not any(_tied(goal, stop) for goal in won):
        return ()
    first = "the goal" if tie else stopper(ex.as_said(stop), wheel)
    return (f"Where one {wheel.trial} brings both, {first} comes first.",)


def _several_lines(rule: "GoalRule") -> tuple[str, ...]:
    stop, wheel, several = rule.goals.stop, rule.goals.wheel, len(rule.lines) > 1
    goals = list(map(ex.as_said, rule.goals.lines))
    lines = "; ".join(
        f"{name}: {has(goal, wheel)}" for (name, _), goal in zip(rule.lines, goals, strict=True)
    )
    stops = [stopped(ex.as_said(stop), wheel)] if stop is not None else []
    if rule.within is not None:
        stops.append(f"{rule.within:,} {wheel.trial}s have been made")
    sentences = [f"Play goes on until {' or '.join(stops)}."] if stops else []
    if rule.within == 1:
        sentences = [f"The next {wheel.trial} decides it."]
    if several:
        true = "comes true" if not stops or rule.within == 1 else "is true by then"
        which = {
            "best": f"The highest of these lines that {true} is paid",
            "each": f"Each of these lines that {true} is paid",
            "first": "The first of these lines to come is paid and ends the wager",
        }
        sentences.append(f"{which[rule.paid]}: {lines}.")
        sentences.append("Where none is, the wager loses.")
    else:
        by_then = " by then" * bool(stops)
        sentences.append(f"The wager wins when {has(goals[0], wheel)}{by_then}; else it loses.")
    if stop is not None:
        sentences += _tie_in_words(wheel, rule.goals.lines, stop, rule.tie == "goal")
    if rule.exact_lines:
        sentences.append("An exact number is judged when play stops, not when it is reached.")
    if rule.over == "early":
        sentences.append(f"It is over at once when too few {wheel.trial}s are left for anything better.")
    elif rule.over == "stopper":
        sentences.append("It stays until then, also where nothing more can come.")
    elif several and rule.paid != "first" and rule.within != 1:
        more = "other" if rule.paid == "each" else "better"
        sentences.append(f"It is over at once when no {more} line can come.")
    return tuple(sentences)


def offers_in_words(rule: "GoalRule") -> str:
    """A sentence on the offers and when each is open; empty where there are none."""
    if not rule.offers:
        return ""
    wheel, conditions = rule.goals.wheel, iter(rule.goals.offers)
    offers = (
        f"{name}, {'at any time' if goal is None else f'when {has(ex.as_said(next(conditions)), wheel)}'}"
        for name, goal in rule.offers
    )
    return f"Before any {wheel.trial} the player may choose an offer: {'; '.join(offers)}."


def _stops_in_part(goal: ex.Part) -> bool:
    """True where a part of the goal says what stops it, so that it may be lost while nothing stops play."""
    return any(isinstance(part, ex.Before | ex.Within) for part in ex.every(goal))


def _tied(won: ex.WheelGoal, stop: ex.WheelGoal) -> bool:
    """True where one trial may complete the goal and the stopper; False only where none does."""
    one, other = _in_order(won), _in_order(stop)
    if one and other:  # one's end is then the other's
        return all(a & b for a, b in zip(reversed(one), reversed(other), strict=False))
    return any(a & b for a in one[-1:] or asked_for(won) for b in other[-1:] or asked_for(stop))


def _in_order(goal: ex.WheelGoal) -> list[Outcomes]:
    """The outcomes of consecutive trials that the goal asks for; none where it asks for no order."""
    if isinstance(goal, ex.InARow):
        return [*asked_for(goal)] * goal.need
    return [*map(ex.shown, goal.sets)] if isinstance(goal, ex.Then) else []


def has(goal: ex.Goal, wheel: Trials) -> str:
    """The goal as something that has happened."""
    match goal:
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return f"{_any(goal, wheel)} has {_come(goal, wheel)}"
        case ex.Times(need=1, exactly=False):
            return has(goal.of, wheel)
        case ex.Times(need=0):
            return f"{_any(goal.of, wheel)} has not {_come(goal.of, wheel)}"
        case ex.Times(need=need, exactly=exactly):
            often = f"{'exactly ' * exactly}{how_often(need)}"
            together = " in all" if isinstance(goal.of, ex.Union | ex.Range) and need > 1 else ""
            return f"{_any(goal.of, wheel)} has {_come(goal.of, wheel)} {often}{together}"
        case ex.InARow(need=need):
            return f"{_any(goal.of, wheel)} has {_come(goal.of, wheel)} {_in_a_row(need, wheel)}"
        case ex.Then():
            come = _come(goal.sets[0], wheel)
            return f"{_in_turn(goal, wheel)} have {come} on consecutive {wheel.trial}s"
        case ex.Among(parts=parts, exactly=exactly):
            need = goal.needed
            if all(isinstance(part, ex.Set) for part in parts):
                return _so_many(need, [part for part in parts if isinstance(part, ex.Set)], exactly, wheel)
            if need == 1 and not exactly and (same := _same(parts, wheel)):
                return same
            clauses = [_clause(part, parts, wheel) for part in parts if not isinstance(part, ex.Each)]
            if need == 1 and not exactly:
                return " or ".join(clauses)
            if need == len(parts):
                return " and ".join(clauses)
            return f"{'exactly' if exactly else 'at least'} {need} of these are true ({'; '.join(clauses)})"
        case ex.Before(goal=inner):
            come = f"({has(inner, wheel)})" if _stops_in_part(inner) else has(inner, wheel)
            return f"{come} before {'or with ' * goal.tie}{stopper(goal.stop, wheel)}"
        case ex.Within(goal=inner):
            bracketed = isinstance(inner, ex.Among) and _stops_in_part(inner)
            come = f"({has(inner, wheel)})" if bracketed else has(inner, wheel)
            return f"{come} within {counted(goal.trials, wheel.trial)}"


def _in_a_row(number: int, wheel: Trials) -> str:
    """So often in a row; of what not every roll decides, as at craps, on so many rolls in a row."""
    cycle = getattr(wheel, "cycle", None)
    return f"{how_often(number) if cycle is None else f'on {counted(number, wheel.trial)}'} in a row"


def _clause(part: ex.Goal, parts: Sequence[ex.Part], wheel: Trials) -> str:
    """A part of several as something that has happened; in brackets where others could be read into it."""
    several = isinstance(part, ex.Among) and not all(isinstance(inner, ex.Set) for inner in part.parts)
    stops = isinstance(part, ex.Before | ex.Within)
    alone = stops and not all(isinstance(part, ex.Before | ex.Within) for part in parts)
    return f"({has(part, wheel)})" if several or alone else has(part, wheel)


def _so_many(need: int, parts: Sequence[ex.Set], exactly: bool, wheel: Trials) -> str:
    """So many of the outcomes have come."""
    come, names = _come(parts[0], wheel), [_any(part, wheel) for part in parts]
    if need == 1 and (not exactly or len(parts) == 1):
        return f"{listed(names, 'or')} has {come}"
    how = "exactly" if exactly else "at least"
    labels = [part.name for part in parts if isinstance(part, ex.Label)]
    if len(labels) == len(parts) > 3 and (kind := _kind(labels, wheel)):
        return f"{f'all {need}' if need == len(parts) else f'{how} {need} different'} {kind} have {come}"
    if need == len(parts):
        return f"each of {listed(names)} has {come}"
    return f"{how} {need} of {listed(names)} have {come}"


def _same(parts: Sequence[ex.Part], wheel: Trials) -> str:
    """Any one of a kind, so often: the same pocket; empty where the parts are no such."""
    tallies = [
        part for part in parts if isinstance(part, ex.Times | ex.InARow) and isinstance(part.of, ex.Label)
    ]
    if not len(parts) == len(tallies) > 3 or len({(type(part), part.need) for part in tallies}) > 1:
        return ""
    kind = _kind([str(part.of) for part in tallies], wheel)
    singular = " ".join([kind.split()[0].removesuffix("s"), *kind.split()[1:]]) if kind else ""
    member = _any(tallies[0].of, wheel)
    return has(tallies[0], wheel).replace(member, f"the same {singular}", 1) if kind else ""


def _kind(names: Sequence[str], wheel: Trials) -> str:
    """The word for all of these outcomes together, such as doubles; empty where there is none."""
    groups: Mapping[str, Group] = getattr(wheel, "groups", {})
    named = [label for label, group in groups.items() if group.members == tuple(names) and not group.every]
    plural = [label for label in named if label.split()[0].endswith("s")]
    return (*plural, *(f"{label}s" for label in named if " " not in label), "")[0]


def _come(outcome_set: ex.Set, wheel: Trials) -> str:
    """The participle of outcomes, rolled, or of what is said of them at the table."""
    while isinstance(outcome_set, ex.Union | ex.Complement):
        outcome_set = outcome_set.sets[0] if isinstance(outcome_set, ex.Union) else outcome_set.of
    events: frozenset[str] = getattr(wheel, "events", frozenset())
    named = isinstance(outcome_set, ex.Label) and outcome_set.name.lower() in events
    return "come" if named else f"been {_participle(wheel)}"


def _participle(wheel: Trials) -> str:
    """The participle for an outcome of a trial, such as rolled or spun."""
    return _PARTICIPLES.get(wheel.trial, "brought up")


def stopper(stop: ex.Goal, wheel: Trials) -> str:
    """The goal as what stops play: a 7, the second 7."""
    match stop:
        case ex.Label() | ex.Range() | ex.Union() | ex.Complement():
            return _one(stop, wheel)
        case ex.Times(exactly=False):
            return f"the {_ordinal(stop.need)} {_any(stop.of, wheel)}"
        case ex.InARow():
            if _any(stop.of, wheel).isdigit():
                return f"{_NUMBERS.get(stop.need, stop.need)} {_any(stop.of, wheel)}s in a row"
            return f"{_any(stop.of, wheel)} {_in_a_row(stop.need, wheel)}"
        case ex.Then():
            return _in_turn(stop, wheel)
        case ex.Among(need=1, parts=parts, exactly=False):
            return listed([stopper(part, wheel) for part in parts if not isinstance(part, ex.Each)], "or")
    return f"the {wheel.trial} by which {has(stop, wheel)}"


def stopped(stop: ex.Goal, wheel: Trials) -> str:
    """The stopper as something that happens: a 7 is rolled."""
    return f"{stopper(stop, wheel)} {_comes(stop, wheel)}"


def _in_turn(pattern: ex.Then, wheel: Trials) -> str:
    return " then ".join(_any(outcome_set, wheel) for outcome_set in pattern.sets)


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
    names: dict[bool, list[str]] = {True: [], False: []}
    goals: list[tuple[ex.Goal, progress.Left]] = []
    for (name, _), line, left in zip(rule.lines, rule.goals.lines, at.lines, strict=True):
        if left in (progress.TRUE, progress.FALSE):
            names[left == progress.TRUE].append(name)
        else:
            goals.append((line, left))
        if left == progress.TRUE and rule.paid == "best":
            break  # the lines below it count no more
    settled = [f"{', '.join(some)} {'reached' if truth else 'lost'}" for truth, some in names.items() if some]
    if rule.goals.stop is not None:
        goals.append((rule.goals.stop, at.stop))
    conditions = zip(rule.goals.offers, at.offers, strict=True)
    for name, goal in rule.offers:
        if goal is None:
            break  # none of those behind it is ever on offer
        condition, left = next(conditions)
        if left == progress.FALSE:
            settled.append(f"{name} no longer on offer")
            continue
        goals.append((condition, progress.whole(condition) if left == progress.TRUE else left))
        if left == progress.TRUE:
            break
    wheel = rule.goals.wheel
    facts: list[Fact] = [] if at.stage is None else [(("stage",), 1, table_stage(at.stage))]
    for each, left in goals:
        facts += reached(each, left, wheel, at.trials)
    if rule.within is not None and clock:
        facts.append(_trials_left(rule.within - at.trials, wheel))
    furthest: dict[object, tuple[int, str]] = {}
    for about, far, said in facts:
        furthest[about] = max(furthest.get(about, (far, said)), (far, said))
    come = ", ".join(said for _, said in furthest.values())
    words = "; ".join(filter(None, (come, *settled))) or "nothing yet"
    bag = rule.goals.outcomes
    gone = drawn_in_words(bag, at.bag, together or [[k] for k in range(len(bag))]) if at.bag else ""
    return f"{words}; drawn: {gone}" if gone else words


def bag_in_words(bag: Mapping[Any, int]) -> str:
    """A sentence on what is in a bag at first."""
    held = ", ".join(f"{left} of {kind}" for kind, left in bag.items())
    return f"What is drawn is not put back. The bag holds {held}."


def drawn_in_words(bag: Mapping[Any, int], left: Sequence[int], together: Iterable[Sequence[int]]) -> str:
    """The cards or kinds drawn from a bag of which that is left; empty where nothing has been.

    together   the kinds by position, in groups of which the sum is said
    """
    gone = [held - each for held, each in zip(bag.values(), left, strict=True)]
    names = list(map(str, bag))
    drawn = ((sum(gone[k] for k in group), " or ".join(names[k] for k in group)) for group in together)
    return ", ".join(f"{number} of {kinds}" for number, kinds in drawn if number)


def reached(goal: ex.WheelGoal, left: progress.Left, wheel: Trials, trials: int) -> Iterator[Fact]:
    """Facts about what has come of a goal, by what is left of it; none about what has not begun.

    trials   that have been made

    Of facts about one thing the furthest says all.
    """
    match goal:
        case ex.Event():
            if left:
                yield ("count", goal), 2, _any(ex.as_said(goal), wheel)
        case ex.Times(of=of, need=need):
            more = left > need  # it is not counted on, so another count of the same may say more
            often = f"more than {how_often(need)}" if more else how_often(int(left))
            if left:
                yield ("count", of), 2 * int(left) - more, f"{_any(ex.as_said(of), wheel)} {often}"
        case ex.InARow(of=of):
            if left:
                often = _in_a_row(int(left), wheel)
                yield ("row", of), int(left), f"{_any(ex.as_said(of), wheel)} {often}"
        case ex.Then():
            if begun := goal.sets[: int(left).bit_length()]:
                named = (_any(ex.as_said(each), wheel) for each in begun)
                yield ("pattern", begun), len(begun), " then ".join(named)
        case _ if left in (progress.TRUE, progress.FALSE):
            if isinstance(goal, ex.Among) and goal.need == len(goal.parts) > 1:
                goal = replace(goal, need=None, exactly=False)  # all of them, in plainer words
            yield ("settled", goal), 1, f"{'' if left == progress.TRUE else 'not '}{goal}"
        case _:
            for part, rest in progress.rests(goal, left):
                yield from reached(part, rest, wheel, trials)
            if isinstance(goal, ex.Within):
                yield _trials_left(goal.trials - trials, wheel)


def _trials_left(trials: int, wheel: Trials) -> Fact:
    return ("left",), -trials, f"{counted(trials, wheel.trial)} left"


def _comes(stop: ex.Goal, wheel: Trials) -> str:
    if isinstance(stop, ex.InARow) and _any(stop.of, wheel).isdigit():
        return "come"
    first: ex.Part = stop.of if isinstance(stop, ex.Times) else stop
    if isinstance(stop, ex.Among) and stop.need == 1 and all(isinstance(part, ex.Set) for part in stop.parts):
        first = stop.parts[0]
    come = _come(first, wheel) if isinstance(first, ex.Set) else "come"
    return "comes" if come == "come" else f"is {_participle(wheel)}"


def _any(outcome_set: ex.Set, wheel: Trials) -> str:
    """The outcomes: 2, 3, 11 or 12."""
    if not isinstance(outcome_set, ex.Set):  # any of several goals that one trial makes true
        return listed([_any(each, wheel) for each in ex.sets(outcome_set)], "or")
    match outcome_set:
        case ex.Label():
            if outcome_set.name.lower() in getattr(wheel, "events", ()):
                return _EVENTS.get(outcome_set.name.lower(), outcome_set.name)
            kind = outcome_set.name.lower().removesuffix("s")
            return f"any {kind}" if kind in ex.KINDS else outcome_set.name
        case ex.Range():
            return f"{outcome_set.low} to {outcome_set.high}"
        case ex.Union():
            return listed([_any(inner, wheel) for inner in outcome_set.sets], "or")
        case ex.Complement():
            return f"anything but {_any(outcome_set.of, wheel)}"


def _one(outcome_set: ex.Set, wheel: Trials) -> str:
    """One of the outcomes: a 7."""
    if isinstance(outcome_set, ex.Union):
        return listed([_one(inner, wheel) for inner in outcome_set.sets], "or")
    name = _any(outcome_set, wheel)
    if isinstance(outcome_set, ex.Label) and name[:1].isdigit() and "-" not in name:
        return f"{'an' if name[0] == '8' or name in ('11', '18') else 'a'} {name}"
    return name


def _ordinal(number: int) -> str:
    if number in _ORDINALS:
        return _ORDINALS[number]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
