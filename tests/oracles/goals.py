"""Wagers of the wager language by their definitions: nothing of the code under test is used.

A goal is data, and `text` writes it in the wager language. A history is the sequence of the trials so far.

- `true` judges a goal on a history, as if play stopped there.
- `Solution` plays a wager without a bound on its trials. It folds a history into the least facts that judge
  every longer one, finds the endings that each can still come to, and solves plain equations in fractions.
- `by_histories` writes out every history up to a deadline, and judges it by `true` alone.

Play is over where only one ending is left, the clock aside: as if each deadline that is still ahead might fall
at any later moment, at once included, in their order.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

LOST = "lost"

# ------------------------------------------------------------------------------------------------ what is said


@dataclass(frozen=True)
class Label:
    """The outcomes under a label."""

    name: str


@dataclass(frozen=True)
class Range:
    """The numbers from one to another."""

    low: int
    high: int


@dataclass(frozen=True)
class Either:
    """Any outcome of the sets."""

    sets: tuple[Any, ...]


@dataclass(frozen=True)
class Not:
    """Any other outcome than those of the set."""

    of: Any


@dataclass(frozen=True)
class Times:
    """So many trials with an outcome of the set, at least or just so many."""

    of: Any
    need: int
    exactly: bool = False


@dataclass(frozen=True)
class Then:
    """Consecutive trials, each with an outcome of its set; a `streak` is of one set."""

    sets: tuple[Any, ...]
    streak: bool = False


@dataclass(frozen=True)
class Each:
    """Among the parts: every member of the set, so often."""

    of: Any
    need: int = 1
    in_a_row: bool = False


@dataclass(frozen=True)
class Among:
    """So many of the parts are true, at least or just so many; all where no number is said."""

    need: int | None
    parts: tuple[Any, ...]
    exactly: bool = False


@dataclass(frozen=True)
class Before:
    """A goal until a stopper; one trial that brings both counts for the one with the tie."""

    goal: Any
    stop: Any
    tie: str = "stopper"


@dataclass(frozen=True)
class Within:
    """A goal on the first trials."""

    goal: Any
    trials: int


def in_a_row(of: Any, need: int) -> Then:
    """The set on so many consecutive trials."""
    return Then((of,) * need, True)


def text(goal: Any) -> str:
    """The goal in the wager language."""
    match goal:
        case Label(name):
            return name
        case Range(low, high):
            return f"{low}..{high}"
        case Either(sets):
            return f"({'|'.join(map(text, sets))})"
        case Not(of):
            return f"not {text(of)}"
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
            often = "all" if need is None else "any" if need == 1 and not exactly else str(need)
            # In a list a range would stand for its members.
            said = (f"{text(one)} x1" if isinstance(one, Range) else _inside(one) for one in parts)
            return f"{'exactly ' * exactly}{often} of ({', '.join(said)})"
        case Before(won, stop, tie):
            return f"{_inside(won)} before {'or with ' * (tie == 'goal')}{_inside(stop)}"
        case Within(won, trials):
            return f"{f'({text(won)})' if isinstance(won, Within) else text(won)} within {trials}"
    raise AssertionError(goal)


def _inside(goal: Any) -> str:
    return f"({text(goal)})" if isinstance(goal, Before | Within) else text(goal)


# ------------------------------------------------------------------------------------------------ what comes up


@dataclass(frozen=True)
class Wheel:
    """What comes up: the text that names it, and in every state of it the outcomes that are possible.

    outcomes   of a state: (weight, labels, the state after it) of each; none where nothing is left to draw
    """

    text: str
    start: Any
    outcomes: Callable[[Any], list[tuple[int, frozenset[str], Any]]]


def weighted(weights: Mapping[str, int], name: str = "") -> Wheel:
    """Independent trials."""
    rows = [(weight, frozenset({kind}), None) for kind, weight in weights.items()]
    said = name or ",".join(f"{kind}:{weight}" for kind, weight in weights.items())
    return Wheel(said, None, lambda _: rows)


def bag(holds: Mapping[str, int]) -> Wheel:
    """Draws, none put back."""
    kinds = tuple(holds)

    def outcomes(left: tuple[int, ...]) -> list[tuple[int, frozenset[str], Any]]:
        return [
            (n, frozenset({kind}), (*left[:i], n - 1, *left[i + 1 :]))
            for i, (kind, n) in enumerate(zip(kinds, left, strict=True))
            if n
        ]

    said = ",".join(f"{kind}:{n}" for kind, n in holds.items())
    return Wheel(f"bag {said}", tuple(holds.values()), outcomes)


def _rolls(roll: Callable[[int, int], tuple[frozenset[str], Any]]) -> list[tuple[int, frozenset[str], Any]]:
    """The rolls of two dice, those that show and lead to the same joined."""
    rolls = Counter(roll(a, b) for a in range(1, 7) for b in range(1, 7))
    return [(weight, labels, to) for (labels, to), weight in rolls.items()]


def _of_two_dice(a: int, b: int) -> frozenset[str]:
    doubles = {"doubles", f"hard {a + b}"} if a == b else {f"easy {a + b}"}
    return frozenset({str(a + b), *doubles})


def two_dice() -> Wheel:
    """Totals of two dice, and the doubles."""
    rows = _rolls(lambda a, b: (_of_two_dice(a, b), None))
    return Wheel("two dice", None, lambda _: rows)


def craps() -> Wheel:
    """Two dice at a craps table: the state is 0 on a come-out roll, else the point."""

    def roll(point: int, a: int, b: int) -> tuple[frozenset[str], int]:
        total, shown, to = a + b, _of_two_dice(a, b), point
        if point:
            came = {point: {"pass", "point made"}, 7: {"seven-out"}}.get(total, set())
            to = 0 if came else point
        elif total in (7, 11):
            came = {"come-out", "pass"}
        elif total in (2, 3, 12):
            came = {"come-out", "come-out craps"}
        else:
            came, to = {"come-out", "point set"}, total
        return shown | came, to

    rows = {point: _rolls(partial(roll, point)) for point in (0, 4, 5, 6, 8, 9, 10)}
    return Wheel("craps", 0, rows.__getitem__)


# ------------------------------------------------------------------------------------------------ what is judged


def grounded(goal: Any, letters: list[frozenset[str]]) -> Any:
    """The goal with sets of letters, which are positions in the list of what labels can come together."""
    of = lambda one: grounded(one, letters)  # noqa: E731
    every = frozenset(range(len(letters)))
    match goal:
        case Label(name):
            return frozenset(i for i in every if name in letters[i])
        case Range(low, high):
            return frozenset().union(*(of(Label(str(n))) for n in range(low, high + 1)))
        case Either(sets):
            return frozenset().union(*map(of, sets))
        case Not(one):
            return every - of(one)
        case Times(one):
            return replace(goal, of=of(one))
        case Then(sets):
            return Then(tuple(map(of, sets)))
        case Among(need, parts, exactly):
            listed = tuple(of(one) for part in parts for one in _members(part))
            return Among(len(listed) if need is None else need, listed, exactly)
        case Before(won, stop, tie):
            return Before(of(won), of(stop), tie)
        case Within(won, trials):
            return Within(of(won), trials)
    raise AssertionError(goal)


def _members(part: Any) -> list[Any]:
    match part:
        case Each(Range(low, high)):
            labels = tuple(Label(str(n)) for n in range(low, high + 1))
        case Each(Either(sets)):
            labels = sets
        case _:
            return [part]
    return [(in_a_row if part.in_a_row else Times)(label, part.need) for label in labels]


def true(goal: Any, history: tuple[int, ...]) -> bool:
    """The truth of a grounded goal if play stopped here: the definition."""
    match goal:
        case frozenset():
            return any(one in goal for one in history)
        case Times(of, need, exactly):
            count = sum(one in of for one in history)
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
    raise AssertionError(goal)


# What a goal has to know of a history: whether an outcome came; a count, as far as it tells anything; how
# much of a pattern the last trials match; the facts of the parts; or a truth that is fixed, as a bool.


def begin(goal: Any) -> Any:
    """The facts of the empty history."""
    match goal:
        case frozenset():
            return False
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
    raise AssertionError(goal)


def after(goal: Any, facts: Any, letter: int) -> Any:
    """The facts after one trial more."""
    match goal:
        case frozenset():
            return facts or letter in goal
        case Times(of, need, exactly):
            return min(facts + (letter in of), need + exactly)
        case Then(sets):
            if facts is True:
                return True
            longer = tuple(k + 1 for k in (0, *facts) if letter in sets[k])
            return True if len(sets) in longer else longer
        case Among(_, parts):
            return tuple(after(part, each, letter) for part, each in zip(parts, facts, strict=True))
        case Before(won, stop, tie) if not isinstance(facts, bool):
            stopped, here = after(stop, facts[1], letter), after(won, facts[0], letter)
            if holds(stop, stopped):
                return holds(won, here if tie == "goal" else facts[0])
            return here, stopped
        case Within(won) if not isinstance(facts, bool):
            return (after(won, facts[0], letter),)
    return facts


def holds(goal: Any, facts: Any) -> bool:
    """The truth of the goal on a history with these facts."""
    match goal:
        case Times(_, need, exactly):
            return facts == need if exactly else facts >= need
        case Then():
            return facts is True
        case Among(need, parts, exactly):
            count = sum(map(holds, parts, facts))
            return count == need if exactly else count >= need
        case Before(won) | Within(won) if not isinstance(facts, bool):
            return holds(won, facts[0])
    return bool(facts)


def fallen(goal: Any, facts: Any, trials: int) -> Any:
    """The facts when the deadlines of that many trials fall."""
    match goal:
        case Among(_, parts):
            return tuple(fallen(part, each, trials) for part, each in zip(parts, facts, strict=True))
        case Before(won, stop) if not isinstance(facts, bool):
            return fallen(won, facts[0], trials), fallen(stop, facts[1], trials)
        case Within(won, last) if not isinstance(facts, bool):
            here = fallen(won, facts[0], trials)
            return holds(won, here) if last == trials else (here,)
    return facts


def deadlines(goal: Any) -> set[int]:
    """The deadlines inside the goal."""
    match goal:
        case Among(_, parts):
            return set().union(*map(deadlines, parts))
        case Before(won, stop):
            return deadlines(won) | deadlines(stop)
        case Within(won, trials):
            return {trials} | deadlines(won)
    return set()


def sets_of(goal: Any) -> Iterator[Any]:
    """The sets of outcomes that the goal tells apart."""
    match goal:
        case Times(of):
            yield of
        case Then(sets):
            yield from sets
        case Among(_, parts):
            for part in parts:
                for one in _members(part):
                    yield from sets_of(one)
        case Before(won, stop):
            yield from (*sets_of(won), *sets_of(stop))
        case Within(won):
            yield from sets_of(won)
        case _:
            yield goal


def furthest(goal: Any, facts: Any) -> int:
    """The highest count or streak of a goal of counts and patterns."""
    match goal:
        case Then(sets):
            return len(sets) if facts is True else max(facts, default=0)
        case Among(_, parts):
            return max(map(furthest, parts, facts))
    return int(facts)


# ------------------------------------------------------------------------------------------------- how it plays


@dataclass(frozen=True)
class Wager:
    """A wager: lines by the name of their ending, the best first, and the keys that a sheet has for them.

    offers   by the ending that the player may choose: the goal under which it stands, None for any time
    pays     what each ending returns; where it has surrender-K, that is an offer at the highest count K
    tie      who has a trial that brings both a line and the stopper: "stopper" or "goal"
    """

    wheel: Wheel
    lines: tuple[tuple[str, Any], ...]
    until: Any = None
    within: int | None = None
    paid: str = "best"
    over: str = "decided"
    offers: tuple[tuple[str, Any], ...] = ()
    tie: str = "stopper"
    pays: Mapping[str, Fraction] = field(default_factory=dict)

    def pay(self, ending: str) -> Fraction:
        """What an ending returns; lines that are paid together add up."""
        return sum((self.pays.get(part, Fraction(0)) for part in ending.split("+")), Fraction(0))

    def question(self) -> str:
        """The wager of one line as a goal of the wager language."""
        goal = self.lines[0][1]
        goal = goal if self.until is None else Before(goal, self.until, self.tie)
        return text(goal if self.within is None else Within(goal, self.within))

    def sheet(self, loses: bool) -> str:
        """The wager as a sheet."""
        keys = {"until": self.until and text(self.until), "within": self.within}
        keys |= {"paid": self.paid, "over": self.over, "tie": self.tie}
        plain = {"until": None, "within": None, "paid": "best", "over": "decided", "tie": "stopper"}
        lines = [f"{key} = {_quoted(value)}" for key, value in keys.items() if value != plain[key]]
        if [name for name, _ in self.lines] == ["made"]:
            lines.append(f"wins = {_quoted(text(self.lines[0][1]))}")
        else:
            lines.append(f"ladder = {_table({name: text(goal) for name, goal in self.lines})}")
        if self.offers:
            offers = {name: "any time" if goal is None else text(goal) for name, goal in self.offers}
            lines.append(f"offers = {_table(offers)}")
        pays = {name: f"{pay.numerator} for {pay.denominator}" for name, pay in self.pays.items()}
        pays |= {LOST: "nothing"} if loses else {}
        top = ['name = "Oracle"', 'source = "a test"', f"wheel = {_quoted(self.wheel.text)}"]
        return "\n".join([*top, "[wagers.it]", *lines, f"pays = {_table(pays)}", ""])


def _quoted(value: Any) -> str:
    return str(value) if isinstance(value, int) else f'"{value}"'


def _table(entries: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{key} = {_quoted(value)}' for key, value in entries.items())} }}"


@dataclass(frozen=True)
class Play:
    """One way of playing: the chance of each ending, the return, and the number of trials."""

    chances: dict[str, Fraction]
    returned: Fraction
    mean: Fraction
    variance: Fraction


class Solution:
    """The wager, solved.

    A node is a history as far as it counts: the state of the wheel, the facts of the lines and of the
    conditions of offers, those of the stopper, and how many deadlines have fallen.
    """

    def __init__(self, wager: Wager) -> None:
        """The wager on the letters of its wheel."""
        self.wager = wager
        said = [*(goal for _, goal in wager.lines), *(goal for _, goal in wager.offers if goal is not None)]
        stop = [] if wager.until is None else [wager.until]
        self.letters, self.rows = _letters(wager.wheel, [one for g in said + stop for one in sets_of(g)])
        self.goals = [grounded(goal, self.letters) for goal in said]
        self.stop = grounded(stop[0], self.letters) if stop else frozenset()
        ahead = {n for goal in (*self.goals, self.stop) for n in deadlines(goal)}
        last = wager.within
        self.deadlines = sorted(ahead if last is None else {n for n in ahead if n < last} | {last})
        self.start = wager.wheel.start, tuple(map(begin, self.goals)), begin(self.stop), 0

    def truths(self, node: Any) -> tuple[bool, ...]:
        """Which lines are true on the history."""
        return tuple(map(holds, self.goals, node[1]))[: len(self.wager.lines)]

    def judged(self, truths: tuple[bool, ...]) -> str:
        """The ending when play stops with these lines true."""
        names = [name for (name, _), is_true in zip(self.wager.lines, truths, strict=True) if is_true]
        return ("+".join(names) if self.wager.paid == "each" else names[0]) if names else LOST

    def ended(self, node: Any) -> bool:
        """True where no trial is left: by the deadline, or with nothing to draw."""
        late = self.wager.within is not None and node[3] == len(self.deadlines)
        return late or not self.rows[node[0]]

    def trials(self, node: Any) -> Iterator[tuple[int, Any]]:
        """Each trial: its weight, and the node after it, or the ending where it brings the stopper."""
        for weight, to, stopped in self._after(node):
            yield weight, to if stopped is None else self.judged(stopped)

    def _after(self, node: Any) -> Iterator[tuple[int, Any, tuple[bool, ...] | None]]:
        """Each trial: its weight, the node after it, and which lines are true for the stopper if it comes."""
        for weight, letter, wheel in () if self.ended(node) else self.rows[node[0]]:
            facts = tuple(after(goal, each, letter) for goal, each in zip(self.goals, node[1], strict=True))
            to = wheel, facts, after(self.stop, node[2], letter), node[3]
            judged = self.truths(to if self.wager.tie == "goal" else node)
            yield weight, to, judged if holds(self.stop, to[2]) else None

    def may_be_true(self, node: Any) -> set[tuple[bool, ...]]:
        """Which lines are true here, or at the next trial if it brings the stopper."""
        stopped = {truths for _, _, truths in self._after(node) if truths is not None}
        return {self.truths(node)} | stopped

    def fall(self, node: Any) -> Any:
        """The node when the next deadline falls."""
        wheel, facts, stop, fell = node
        n = self.deadlines[fell]
        facts = tuple(fallen(goal, each, n) for goal, each in zip(self.goals, facts, strict=True))
        return wheel, facts, fallen(self.stop, stop, n), fell + 1

    def timed(self, place: Any) -> Iterator[tuple[int, Any]]:
        """The trials from a node after so many of them, by the true clock; None where no deadline is ahead."""
        node, n = place
        for weight, to in self.trials(node):
            if not isinstance(to, str):
                if n is not None and self.deadlines[to[3]] == n + 1:
                    to = self.fall(to)
                to = to, None if to[3] == len(self.deadlines) else n + 1
            yield weight, to

    @cached_property
    def first(self) -> Any:
        """Where true play begins."""
        return self.start, 0 if self.deadlines else None

    # What can still come of a history. A spot is a node, the clock aside; or with it, where play is over early.

    def spot(self, place: Any) -> Any:
        """What is known of the clock, where it is decided whether play is over."""
        return place if self.wager.over == "early" else place[0]

    @cached_property
    def ways(self) -> dict[Any, list[Any]]:
        """Every spot that can be reached, and where one step leads: a trial, or the fall of a deadline."""

        def steps(spot: Any) -> list[Any]:
            if self.wager.over == "early":
                return [to for _, to in self.timed(spot)]
            falls = [self.fall(spot)] if spot[3] < len(self.deadlines) else []
            return [*(to for _, to in self.trials(spot)), *falls]

        return _explored(self.spot(self.first), steps)

    def node(self, spot: Any) -> Any:
        """The node of a spot."""
        return spot[0] if self.wager.over == "early" else spot

    @cached_property
    def to_come(self) -> dict[Any, set[Any]]:
        """For each spot which lines can be true together, now or later."""
        return _reached(self.ways, lambda spot: self.may_be_true(self.node(spot)))

    @cached_property
    def settled(self) -> dict[Any, str]:
        """The spots at which nothing changes what is paid any more, and what that is.

        None is left to draw or the deadline has fallen; a line has come where the first one ends play, which
        is that it is true for good; or the ending is the same on every longer history.
        """
        found = {}
        for spot, truths in self.to_come.items():
            come = tuple(all(column) for column in zip(*truths, strict=True))
            endings = {self.judged(each) for each in truths}
            if self.ended(self.node(spot)):
                found[spot] = self.judged(self.truths(self.node(spot)))
            elif self.wager.paid == "first" and any(come):
                found[spot] = self.judged(come)
            elif len(endings) == 1:
                found[spot] = endings.pop()
        return found

    @cached_property
    def endings(self) -> dict[Any, set[str]]:
        """For each spot the endings that it can still come to."""
        ways = {spot: [] if spot in self.settled else to for spot, to in self.ways.items()}
        return _reached(
            ways,
            lambda spot: (
                {self.settled[spot]}
                if spot in self.settled
                else {to for to in ways[spot] if isinstance(to, str)}
            ),
        )

    def offer(self, spot: Any) -> str | None:
        """The offer that stands there; none where all is lost."""
        facts = self.node(spot)[1]
        if self.endings[spot] == {LOST}:
            return None
        conditions = iter(
            zip(self.goals[len(self.wager.lines) :], facts[len(self.wager.lines) :], strict=True)
        )
        for name, goal in self.wager.offers:
            if goal is None or holds(*next(conditions)):
                return name
        if not any(name.startswith("surrender-") for name in self.wager.pays):
            return None
        surrender = f"surrender-{furthest(self.goals[0], facts[0])}"
        return surrender if surrender in self.wager.pays else None

    @cached_property
    def offers_to_come(self) -> dict[Any, set[str]]:
        """For each spot the offers that stand there or may come to stand, where play is not over before."""
        ways = {spot: [] if spot in self.settled else to for spot, to in self.ways.items()}
        posted = {name for name, _ in self.wager.offers}
        return _reached(
            ways, lambda spot: ({self.offer(spot)} & posted) if spot not in self.settled else set()
        )

    def over(self, place: Any) -> str | None:
        """The ending where play is over; None where it goes on."""
        spot = self.spot(place)
        left = self.endings[spot]
        if self.wager.over == "stopper":
            return self.settled[spot] if self.ended(place[0]) else None
        if spot in self.settled:
            return self.settled[spot]
        if len(left) > 1 or len(self.endings[self.spot(self.first)]) == 1:
            return None  # where it is sure from the start the question is how long it takes
        (ending,) = left
        return None if ending != LOST and self.offers_to_come[spot] else ending

    # True play, and best play.

    @cached_property
    def chain(self) -> dict[Any, dict[Any, Fraction]]:
        """The chances of one trial, from each place at which play goes on; an ending is a text."""
        rows: dict[Any, dict[Any, Fraction]] = {}

        def steps(place: Any) -> list[Any]:
            row = rows[place] = {}
            trials = list(self.timed(place))
            total = sum(weight for weight, _ in trials)
            for weight, to in trials:
                to = to if isinstance(to, str) else self.over(to) or to
                row[to] = row.get(to, 0) + Fraction(weight, total)
            return list(row)

        _explored(self.first, steps)
        return rows

    @cached_property
    def standing(self) -> dict[Any, str]:
        """The offer at each place of the chain that has one."""
        return {place: name for place in self.chain if (name := self.offer(self.spot(place)))}

    @cached_property
    def refused(self) -> str:
        """Why there is nothing to answer: it is settled at the start, endless, or has what can never be."""
        if self.over(self.first) is not None:
            return "settled"
        out = _reached(self.chain, lambda place: {to for to in self.chain[place] if isinstance(to, str)})
        if not all(out.values()):
            return "endless"
        paid = {part for ending in out[self.first] for part in ending.split("+")} | set(
            self.standing.values()
        )
        posted = {name for name, _ in (*self.wager.lines, *self.wager.offers)} | set(self.wager.pays)
        self.idle = posted - paid
        return f"impossible: {', '.join(sorted(self.idle))}" if self.idle else ""

    def played(self, taken: Mapping[Any, str]) -> Play:
        """The play that takes these offers."""
        rows = {
            place: {taken[place]: Fraction(1)} if place in taken else row for place, row in self.chain.items()
        }
        trial = {place: Fraction(place not in taken) for place in rows}
        ends = sorted({to for row in rows.values() for to in row if isinstance(to, str)})
        columns = [
            trial,
            *({place: row.get(end, Fraction(0)) for place, row in rows.items()} for end in ends),
        ]
        means, *reached = _values(rows, columns)
        twice = {place: (2 * means[place] - 1) * trial[place] for place in rows}
        (squares,) = _values(rows, [twice])
        chances = {end: each[self.first] for end, each in zip(ends, reached, strict=True) if each[self.first]}
        mean = means[self.first]
        returned = sum((p * self.wager.pay(end) for end, p in chances.items()), Fraction(0))
        return Play(chances, returned, mean, squares[self.first] - mean**2)

    @cached_property
    def never(self) -> Play:
        """Play without offers."""
        return self.played({})

    @cached_property
    def worth(self) -> dict[Any, Fraction]:
        """What playing on is worth at each place, with best play after it: the policy is improved until it is best."""
        pay, pays, taken = self.wager.pay, self.wager.pays, {}
        while True:
            rows = {place: {} if place in taken else row for place, row in self.chain.items()}
            brought = {
                place: pays[taken[place]]
                if place in taken
                else sum((p * pay(to) for to, p in row.items() if isinstance(to, str)), Fraction(0))
                for place, row in self.chain.items()
            }
            (best,) = _values(rows, [brought])
            on = {
                place: sum(
                    (p * (pay(to) if isinstance(to, str) else best[to]) for to, p in row.items()), Fraction(0)
                )
                for place, row in self.chain.items()
            }
            better = {place: name for place, name in self.standing.items() if pays[name] > on[place]}
            if better == taken:
                return on
            taken = better

    @cached_property
    def best(self) -> Play:
        """Best play; on a tie it plays on."""
        pays, worth = self.wager.pays, self.worth
        return self.played(
            {place: name for place, name in self.standing.items() if pays[name] > worth[place]}
        )


def _letters(
    wheel: Wheel, sets: list[Any]
) -> tuple[list[frozenset[str]], dict[Any, list[tuple[int, int, Any]]]]:
    """What the sets tell apart, as labels that come together; and by state of the wheel the trials."""
    letters: dict[Any, tuple[int, frozenset[str]]] = {}
    rows: dict[Any, list[tuple[int, int, Any]]] = {}
    waiting = [wheel.start]
    while waiting:
        state = waiting.pop()
        merged: dict[tuple[int, Any], int] = {}
        for weight, labels, to in wheel.outcomes(state):
            sort = tuple(bool(grounded(one, [labels])) for one in sets)
            letter = letters.setdefault(sort, (len(letters), labels))[0]
            merged[letter, to] = merged.get((letter, to), 0) + weight
        rows[state] = [(weight, letter, to) for (letter, to), weight in merged.items()]
        waiting += {to for _, to in merged if to not in rows}
    return [labels for _, labels in letters.values()], rows


MOST = 250  # places of a wager; it is an oracle for small ones


class TooLarge(Exception):
    """A wager with too many places."""


def _explored(start: Any, steps: Callable[[Any], list[Any]]) -> dict[Any, list[Any]]:
    """Everything that can be reached, and where one step leads; a text is an end."""
    found: dict[Any, list[Any]] = {start: []}
    for one in (waiting := [start]):
        found[one] = steps(one)
        for to in found[one]:
            if not isinstance(to, str) and to not in found:
                found[to] = []
                waiting.append(to)
        if len(found) > MOST:
            raise TooLarge
    return found


def _reached(ways: Mapping[Any, Any], own: Callable[[Any], set[Any]]) -> dict[Any, set[Any]]:
    """For each place what is there, and at all places that can be reached from it."""
    found = {place: set(own(place)) for place in ways}
    into: dict[Any, list[Any]] = {place: [] for place in ways}
    for place, targets in ways.items():
        for to in targets:
            if not isinstance(to, str):
                into[to].append(place)
    waiting = list(ways)
    while waiting:
        place = waiting.pop()
        for before in into[place]:
            if not found[place] <= found[before]:
                found[before] |= found[place]
                waiting.append(before)
    return found


def _values(
    rows: Mapping[Any, Mapping[Any, Fraction]], columns: list[dict[Any, Fraction]]
) -> list[dict[Any, Fraction]]:
    """For each column x = column + rows · x, by elimination from the last place to the first."""
    order = {place: i for i, place in enumerate(rows)}
    left = {place: {to: p for to, p in row.items() if to in order} for place, row in rows.items()}
    right = {place: [column[place] for column in columns] for place in rows}
    into: dict[Any, set[Any]] = {place: set() for place in rows}
    for place, row in left.items():
        for to in row:
            into[to].add(place)
    for place in reversed(order):
        again = 1 / (1 - left[place].pop(place, Fraction(0)))
        left[place] = {to: p * again for to, p in left[place].items()}
        right[place] = [value * again for value in right[place]]
        for before in into[place]:
            if order[before] < order[place] and (p := left[before].pop(place, None)) is not None:
                for to, q in left[place].items():
                    left[before][to] = left[before].get(to, Fraction(0)) + p * q
                    into[to].add(before)
                right[before] = [a + p * b for a, b in zip(right[before], right[place], strict=True)]
    for place in order:
        for to, p in left[place].items():
            right[place] = [a + p * b for a, b in zip(right[place], right[to], strict=True)]
    return [{place: right[place][k] for place in rows} for k in range(len(columns))]


def by_histories(
    solution: Solution, sure: bool = False
) -> tuple[dict[str, Fraction], Fraction, Fraction, set[str]]:
    """The chances, the mean and the mean square of the trials, and the endings, from every history one by one.

    For a wager with a deadline or a bag that is over early or at the stopper.

    sure   whether only one ending can come, so that nothing is over because of that
    """
    wager = solution.wager

    def truths(history: tuple[int, ...]) -> tuple[bool, ...]:
        return tuple(true(goal, history) for goal in solution.goals[: len(wager.lines)])

    def walk(
        history: tuple[int, ...], wheel: Any
    ) -> tuple[dict[str, Fraction], Fraction, Fraction, set[str], set[Any]]:
        rows = solution.rows[wheel]
        law: dict[str, Fraction] = {}
        mean = square = Fraction(0)
        left: set[str] = set()
        come = {truths(history)}
        if not rows or len(history) == wager.within:
            ending = solution.judged(truths(history))
            return {ending: Fraction(1)}, mean, square, {ending}, come
        for weight, letter, to in rows:
            longer = (*history, letter)
            if true(solution.stop, longer):
                judged = truths(longer if wager.tie == "goal" else history)
                ending = solution.judged(judged)
                after_it: Any = {ending: Fraction(1)}, 0, 0, {ending}, {judged}
            else:
                after_it = walk(longer, to)
            p = Fraction(weight, sum(weight for weight, _, _ in rows))
            for ending, q in after_it[0].items():
                law[ending] = law.get(ending, Fraction(0)) + p * q
            mean += p * (1 + after_it[1])
            square += p * (1 + 2 * after_it[1] + after_it[2])
            left |= after_it[3]
            come |= after_it[4]
        lines = tuple(all(column) for column in zip(*come, strict=True))
        over = None
        if wager.paid == "first" and any(lines):
            over = solution.judged(lines)
        elif wager.over != "stopper" and len({solution.judged(each) for each in come}) == 1:
            over = solution.judged(truths(history))
        elif wager.over != "stopper" and len(left) == 1 and not sure:
            (over,) = left
        if over is not None:
            return {over: Fraction(1)}, Fraction(0), Fraction(0), {over}, come
        return law, mean, square, left, come

    return walk((), wager.wheel.start)[:4]
