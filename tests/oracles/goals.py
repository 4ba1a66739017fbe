"""Goals of the wager language by their definitions: nothing of the code under test is used.

A goal is data, and `text` writes it in the wager language. A history is the sequence of trials so far. `true`
judges a goal on a history, as if play stopped there. `begin`, `after`, `fallen` and `holds` do the same from
facts: the least that has to be known of a history to judge every longer one.
"""

from collections import Counter, namedtuple
from functools import cache

# What is said: sets of outcomes, and goals. A set is a goal too: some outcome of it comes.
Label = namedtuple("Label", "name")
Range = namedtuple("Range", "low high")
Either = namedtuple("Either", "sets")
Not = namedtuple("Not", "of")
Times = namedtuple("Times", "of need exactly", defaults=[False])  # at least, or just so many trials
Then = namedtuple("Then", "sets streak", defaults=[False])  # consecutive trials; a streak is of one set
Each = namedtuple("Each", "of need in_a_row", defaults=[1, False])  # among parts: each member so often
Among = namedtuple("Among", "need parts exactly", defaults=[False])  # all parts where need is None
Before = namedtuple("Before", "goal stop tie", defaults=["stopper"])  # who has a trial that brings both
Within = namedtuple("Within", "goal trials")


def in_a_row(of, need):
    """The set on so many consecutive trials."""
    return Then((of,) * need, True)


def text(goal):
    """The goal in the wager language."""
    match goal:
        case Label(name):
            return name
        case Range(low, high):
            return f"{low}..{high}"
        case Either(sets):
            return f"({'|'.join(map(text, sets))})"
        case Not(of):
            return f"(not {text(of)})"
        case Times(of, need, exactly):
            return f"{'exactly ' * exactly}{text(of)} x{need}"
        case Then(sets, True):
            return f"{text(sets[0])} x{len(sets)} in a row"
        case Then(sets):
            return " then ".join(map(text, sets))
        case Each(of, need, row):
            said = text(of) if isinstance(of, Range) and need == 1 else f"each {text(of)}"
            return said if need == 1 else f"{said} x{need}{' in a row' * row}"
        case Among(need, parts, exactly):
            often = "all" if need is None else "any" if need == 1 and not exactly else need
            # In a list a range would stand for its members.
            listed = (f"{text(part)} x1" if isinstance(part, Range) else _inside(part) for part in parts)
            return f"{'exactly ' * exactly}{often} of ({', '.join(listed)})"
        case Before(won, stop, tie):
            return f"{_inside(won)} before {'or with ' * (tie == 'goal')}{_inside(stop)}"
        case Within(won, trials):
            return f"{f'({text(won)})' if isinstance(won, Within) else text(won)} within {trials}"


def _inside(goal):
    return f"({text(goal)})" if isinstance(goal, Before | Within) else text(goal)


# What comes up: the text of a wheel, its first state, and by state the outcomes that are possible, each with
# its weight, its labels, and the state of the wheel after it.
Wheel = namedtuple("Wheel", "text start outcomes")


def weighted(weights, name=""):
    """Independent trials."""
    rows = [(weight, frozenset({kind}), None) for kind, weight in weights.items()]
    return Wheel(name or ",".join(f"{k}:{n}" for k, n in weights.items()), None, lambda _: rows)


def bag(holds):
    """Draws, none put back; the state is what is left of each kind."""

    def outcomes(left):
        return [
            (n, frozenset({kind}), (*left[:i], n - 1, *left[i + 1 :]))
            for i, (kind, n) in enumerate(zip(holds, left, strict=True))
            if n
        ]

    return Wheel(f"bag {','.join(f'{k}:{n}' for k, n in holds.items())}", tuple(holds.values()), outcomes)


def _rolls(roll):
    """Rolls of two dice; those that show and lead to the same are one."""
    seen = Counter(roll(a, b) for a in range(1, 7) for b in range(1, 7))
    return [(weight, labels, to) for (labels, to), weight in seen.items()]


def _shown(a, b):
    doubles = {"doubles", f"hard {a + b}"} if a == b else {f"easy {a + b}"}
    return frozenset({str(a + b), *doubles})


@cache
def two_dice():
    """Totals of two dice, and doubles."""
    rows = _rolls(lambda a, b: (_shown(a, b), None))
    return Wheel("two dice", None, lambda _: rows)


@cache
def craps():
    """Two dice at a craps table; the state is the point, 0 on a come-out roll."""

    def roll(point, a, b):
        total, to = a + b, point
        if point:
            came = {point: {"pass", "point made"}, 7: {"seven-out"}}.get(total, set())
            to = 0 if came else point
        elif total in (7, 11):
            came = {"come-out", "pass"}
        elif total in (2, 3, 12):
            came = {"come-out", "come-out craps"}
        else:
            came, to = {"come-out", "point set"}, total
        return _shown(a, b) | came, to

    rows = {point: _rolls(lambda a, b, point=point: roll(point, a, b)) for point in (0, 4, 5, 6, 8, 9, 10)}
    return Wheel("craps", 0, rows.__getitem__)


# What is judged: goals whose sets are sets of letters. A letter is what labels come together; it is the
# position in a list of those.


def grounded(goal, letters):
    """The goal on the letters, with members of sets one by one."""
    match goal:
        case Label(name):
            return frozenset(i for i, labels in enumerate(letters) if name in labels)
        case Range(low, high):
            return frozenset().union(*(grounded(Label(str(n)), letters) for n in range(low, high + 1)))
        case Either(sets):
            return frozenset().union(*(grounded(one, letters) for one in sets))
        case Not(of):
            return frozenset(range(len(letters))) - grounded(of, letters)
        case Times(of):
            return goal._replace(of=grounded(of, letters))
        case Then(sets):
            return Then(tuple(grounded(one, letters) for one in sets))
        case Among(need, parts, exactly):
            listed = tuple(grounded(one, letters) for part in parts for one in _members(part))
            return Among(len(listed) if need is None else need, listed, exactly)
        case Before(won, stop, tie):
            return Before(grounded(won, letters), grounded(stop, letters), tie)
        case Within(won, trials):
            return Within(grounded(won, letters), trials)


def _members(part):
    if not isinstance(part, Each):
        return [part]
    of = part.of
    labels = of.sets if isinstance(of, Either) else [Label(str(n)) for n in range(of.low, of.high + 1)]
    return [(in_a_row if part.in_a_row else Times)(label, part.need) for label in labels]


def sets_of(goal):
    """The sets of outcomes that the goal tells apart."""
    match goal:
        case Times(of):
            return [of]
        case Then(sets):
            return list(sets)
        case Among(_, parts):
            return [one for part in parts for member in _members(part) for one in sets_of(member)]
        case Before(won, stop):
            return [*sets_of(won), *sets_of(stop)]
        case Within(won):
            return sets_of(won)
    return [goal]


def true(goal, history):
    """The truth of a goal if play stopped here: the definition."""
    match goal:
        case Times(of, need, exactly):
            count = sum(letter in of for letter in history)
            return count == need if exactly else count >= need
        case Then(sets):
            places = range(len(history) - len(sets) + 1)
            return any(all(history[i + k] in one for k, one in enumerate(sets)) for i in places)
        case Among(need, parts, exactly):
            count = sum(true(part, history) for part in parts)
            return count == need if exactly else count >= need
        case Before(won, stop, tie):
            for t in range(1, len(history) + 1):
                if true(stop, history[:t]):
                    return true(won, history[: t if tie == "goal" else t - 1])
            return true(won, history)
        case Within(won, trials):
            return true(won, history[:trials])
    return any(letter in goal for letter in history)


# The facts of a goal: whether an outcome came; a count, as far as it tells anything; the lengths of the
# beginnings of a pattern that the last trials match, or True; the facts of the parts; a truth that is fixed.


def begin(goal):
    """The facts of the empty history."""
    match goal:
        case Times():
            return 0
        case Then():
            return ()
        case Among(_, parts):
            return tuple(map(begin, parts))
        case Before(won, stop):
            return begin(won), begin(stop)
        case Within(won):
            return (begin(won),)
    return False


def after(goal, facts, letter):
    """The facts after one trial more."""
    if isinstance(facts, bool):
        return facts or (isinstance(goal, frozenset) and letter in goal)
    match goal:
        case Times(of, need, exactly):
            return min(facts + (letter in of), need + exactly)
        case Then(sets):
            longer = tuple(k + 1 for k in (0, *facts) if letter in sets[k])
            return len(sets) in longer or longer
        case Among(_, parts):
            return tuple(after(part, each, letter) for part, each in zip(parts, facts, strict=True))
        case Before(won, stop, tie):
            here, stopped = after(won, facts[0], letter), after(stop, facts[1], letter)
            if holds(stop, stopped):
                return holds(won, here if tie == "goal" else facts[0])
            return here, stopped
        case Within(won):
            return (after(won, facts[0], letter),)


def fallen(goal, facts, trials):
    """The facts when the deadlines of that many trials fall."""
    if isinstance(facts, bool):
        return facts
    match goal:
        case Among(_, parts):
            return tuple(fallen(part, each, trials) for part, each in zip(parts, facts, strict=True))
        case Before(won, stop):
            return fallen(won, facts[0], trials), fallen(stop, facts[1], trials)
        case Within(won, last):
            here = fallen(won, facts[0], trials)
            return holds(won, here) if last == trials else (here,)
    return facts


def holds(goal, facts):
    """The truth of the goal on a history with these facts."""
    if isinstance(facts, bool):
        return facts
    match goal:
        case Times(_, need, exactly):
            return facts == need if exactly else facts >= need
        case Among(need, parts, exactly):
            count = sum(map(holds, parts, facts))
            return count == need if exactly else count >= need
        case Before(won) | Within(won):
            return holds(won, facts[0])
    return False


def deadlines(goal):
    """The deadlines inside the goal."""
    match goal:
        case Among(_, parts):
            return set().union(*map(deadlines, parts))
        case Before(won, stop):
            return deadlines(won) | deadlines(stop)
        case Within(won, trials):
            return {trials} | deadlines(won)
    return set()


def furthest(goal, facts):
    """The highest count or streak of a goal that has counts and patterns alone."""
    match goal:
        case Then(sets):
            return len(sets) if facts is True else max(facts, default=0)
        case Among(_, parts):
            return max(map(furthest, parts, facts))
    return int(facts)
