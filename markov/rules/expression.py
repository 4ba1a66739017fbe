"""The wager language as types: what may come up, how often, in what order, and before what.

An expression says nothing about chances or money. `str` of one is its text, which is read as an equal one.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, TypeAlias

Span: TypeAlias = tuple[
    int, int
]  # the characters of a text that a part was read from: first, and behind last

Outcomes: TypeAlias = frozenset[Any]  # of a wheel

MOST_TIMES = 10_000  # of one count; a chain has a state for each
MOST_PARTS = 1_000
MOST_TRIALS = 100_000  # of a deadline

_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS, 1)}
_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
ORDINALS = {word: number for number, word in enumerate(_PLACES, 1)}
JOINING = (
    *("before", "and", "or", "then", "within", "in", "of", "at"),
    *("exactly", "different", "same", "any", "all"),
)
RESERVED = frozenset((*JOINING, "each", "every", "not", "times", "once", "twice", "more", *NUMBER_WORDS))
"""The words of the language: an outcome that is called by one is written in quotes."""
ARTICLES = ("a", "an", "the")
ASKING = ("how", "what", "is", "some")
"""How a question begins that says no goal."""
VERBS = ("roll", "spin", "flip", "throw", "toss", "draw")
LEADING = ("both", "fewer", "less", "run", "streak", "no", *VERBS)
"""How a goal may begin, with more words behind it, that does not begin with an outcome."""
KINDS = frozenset(
    (
        *("total", "pocket", "number", "outcome", "card", "rank", "suit"),
        *("double", "triple", "pair", "dozen", "column"),
    )
)
"""The words for all of a kind, of which a wheel has several."""
BEHIND = ("asleep", "missing", "repeated", "repeats")
"""What may be said of an outcome behind its name."""
_PLAIN = re.compile(r"[0-9]+\+|[\w$%][\w$%'’-]*")
_COUNT_OR_PLURAL = re.compile(
    r"(?:^|\s)(?:(?:[0-9]+(?:-[0-9]+)*)?[x×]\s*[0-9]+|[0-9]+['’]?s)(?=\s|$)", re.IGNORECASE
)


class GoalError(ValueError):
    """An expression that means nothing, or cannot be: why, and the characters that say it.

    at       the characters of the text; None where it was built in Python
    text     the whole text, where there is one
    wheels   other wheels, on which it would mean something
    """

    def __init__(self, why: str, at: Span | None = None, text: str = "", wheels: Sequence[str] = ()) -> None:
        super().__init__(why)
        self.why, self.at, self.text, self.wheels = why, at, text, wheels

    def pointed(self) -> tuple[str, ...]:
        r"""The text and a line with carets below it; nothing where no text is known.

        >>> print(*GoalError("13 is no total", (0, 2), "13 before 7").pointed(), sep="\n")
        13 before 7
        ^^
        >>> GoalError("13 is no total", (0, 2)).pointed()
        ()
        """
        if self.at is None or not self.text:
            return ()
        begin, end = self.at
        # A long text is cut around what is wrong in it.
        left = max(0, begin - 60)
        shown = self.text[left : left + 100]
        carets = max(1, min(end, left + len(shown)) - begin)
        return shown, " " * (begin - left) + "^" * carets

    def __str__(self) -> str:
        return "\n".join((self.why, *(f"  {line}" for line in self.pointed())))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ExpressionPart:
    """A part of an expression; two that say the same are equal wherever they were read.

    at   the characters of the text that it was read from; None where it was built in Python
    """

    at: Span | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Label(_ExpressionPart):
    """The outcomes that a wheel has under a label: 7, hard 8, red.

    Its text is in quotes where its words would be read as others.

    >>> str(Label("hard 8")), str(Label("ten"))
    ('hard 8', "'ten'")
    """

    name: str

    def __str__(self) -> str:
        words = self.name.split()
        read_so = words and all(_PLAIN.fullmatch(word) and word.lower() not in RESERVED for word in words)
        first = words[0].lower() if words else ""
        led = first in ASKING or not {"on", *BEHIND}.isdisjoint(map(str.lower, words))
        led = led or (len(words) > 1 and (first in (*ARTICLES, *LEADING) or first.isdigit()))
        if read_so and not led and not _COUNT_OR_PLURAL.search(self.name):
            return self.name
        quote = '"' if "'" in self.name else "'"
        return f"{quote}{self.name}{quote}"


@dataclass(frozen=True, slots=True)
class Range(_ExpressionPart):
    """The numbers from one to another, both included: 4..10."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True, slots=True)
class Union(_ExpressionPart):
    """Outcomes of any of the sets: 2|3|11|12."""

    sets: tuple["Set", ...]

    def __str__(self) -> str:
        return f"({'|'.join(map(str, self.sets))})"


@dataclass(frozen=True, slots=True)
class Complement(_ExpressionPart):
    """All outcomes but those of the set: not 7."""

    of: "Set"

    def __str__(self) -> str:
        return f"not {self.of}"


@dataclass(frozen=True, slots=True)
class Event(_ExpressionPart):
    """The outcomes of a wheel that a set stands for, or any of several; one of them makes it true."""

    outcomes: Outcomes
    said: Any
    need: ClassVar[int] = 1
    exactly: ClassVar[bool] = False

    @property
    def of(self) -> "Event":
        """The event itself, which has to come once."""
        return self

    def __str__(self) -> str:
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Times(_ExpressionPart):
    """Outcomes of a set, a number of times in any places: 6x6.

    exactly   no more often; this is judged when play stops
    """

    of: "Set"
    need: int
    exactly: bool = False

    def __post_init__(self) -> None:
        _bounded(self.need, MOST_TIMES, "times", self.at, 0 if self.exactly else 1)

    def __str__(self) -> str:
        return f"{'exactly ' * self.exactly}{self.of} x{self.need}"


@dataclass(frozen=True, slots=True)
class InARow(_ExpressionPart):
    """Outcomes of a set on a number of trials, one right after the other: red x8 in a row."""

    of: "Set"
    need: int

    def __post_init__(self) -> None:
        _bounded(self.need, MOST_TIMES, "times in a row", self.at)

    def __str__(self) -> str:
        return f"{self.of} x{self.need} in a row"


@dataclass(frozen=True, slots=True)
class Then(_ExpressionPart):
    """A pattern: each part right after the one before: heads then heads then tails."""

    parts: tuple["Set | InARow", ...]

    def __post_init__(self) -> None:
        _bounded(self.trials, MOST_TIMES, "trials", self.at)

    @property
    def trials(self) -> int:
        """The number of trials that it takes."""
        return sum(part.need if isinstance(part, InARow) else 1 for part in self.parts)

    @property
    def sets(self) -> tuple["Set", ...]:
        """The outcomes of one trial after the other."""
        return tuple(
            outcome_set
            for part in self.parts
            for outcome_set in ((part.of,) * part.need if isinstance(part, InARow) else (part,))
        )

    def __str__(self) -> str:
        return " then ".join(map(str, self.parts))


@dataclass(frozen=True, slots=True)
class Each(_ExpressionPart):
    """Every member of the set as a part of its own: the eleven totals of 2..12.

    need      how often each has to come
    in_row    whether it has to come so often in a row
    number    how many members there are, where that is said, as in the 38 pockets; else None
    """

    of: "Set"
    need: int = 1
    in_row: bool = False
    number: int | None = None

    def __post_init__(self) -> None:
        _bounded(self.need, MOST_TIMES, "times", self.at)


@dataclass(frozen=True, slots=True)
class Among(_ExpressionPart):
    """A number of the parts, at least or exactly; all of them where no number is said.

    exactly   no more of them; this is judged when play stops
    """

    need: int | None
    parts: tuple["Part", ...]
    exactly: bool = False

    def __post_init__(self) -> None:
        _bounded(len(self.parts), MOST_PARTS, "parts", self.at)
        if self.need is not None:
            _bounded(self.need, MOST_PARTS, "parts", self.at, 0 if self.exactly else 1)

    @property
    def needed(self) -> int:
        """The number of parts that are asked for."""
        return len(self.parts) if self.need is None else self.need

    def __str__(self) -> str:
        each = self.parts[0] if len(self.parts) == 1 else None
        if isinstance(each, Each) and each.need > 1 and self.need == 1 and not self.exactly:
            return f"same {each.of} x{each.need}{' in a row' * each.in_row}"
        if any(isinstance(part, Range) for part in self.parts) and not self.exactly:
            # In a list a range would stand for its members.
            joined = f" {'and' if self.need is None else 'or'} ".join(_inside(part) for part in self.parts)
            return f"({joined})"
        how = "all" if self.need is None else "any" if self.need == 1 else str(self.need)
        if self.exactly:
            how = f"exactly {self.need}"
        if isinstance(each, Each) and each.number is not None:
            return f"{how} of the {each.number} {each.of}"
        return f"{how} of ({', '.join(_part(part, len(self.parts)) for part in self.parts)})"


@dataclass(frozen=True, slots=True)
class Before(_ExpressionPart):
    """A goal that is true on the trial before the one that makes the stopper true.

    For a goal that stays true once it is, this says that it comes on an earlier trial: where both come on one
    trial, the goal has not come before.

    tie   where both come on one trial the goal counts that trial: 6x2 before or with 7x2
    """

    goal: "Goal"
    stop: "Goal"
    tie: bool = False

    def __str__(self) -> str:
        return f"{_inside(self.goal)} before {'or with ' * self.tie}{_inside(self.stop)}"


@dataclass(frozen=True, slots=True)
class Within(_ExpressionPart):
    """A goal that is true at some trial up to the last; one that need not stay true is judged at the last."""

    goal: "Goal"
    trials: int

    def __post_init__(self) -> None:
        _bounded(self.trials, MOST_TRIALS, "trials", self.at)

    def __str__(self) -> str:
        goal = f"({self.goal})" if isinstance(self.goal, Within) else str(self.goal)
        return f"{goal} within {self.trials}"


Set: TypeAlias = Label | Range | Union | Complement
Goal: TypeAlias = Set | Times | InARow | Then | Among | Before | Within
Part: TypeAlias = Goal | Each
WheelGoal: TypeAlias = Any
"""A goal whose sets are the events of a wheel, with as many parts as it says."""


def _bounded(number: int, most: int, what: str, at: Span | None, least: int = 1) -> None:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{number!r} {what} is no whole number")
    if not least <= number <= most:
        raise GoalError(f"{number:,} {what} cannot be asked for; there are from {least} to {most:,}", at)


def _inside(goal: Part) -> str:
    return f"({goal})" if isinstance(goal, Before | Within) else str(goal)


def _part(part: Part, parts: int) -> str:
    if not isinstance(part, Each):
        return _inside(part)
    if part.need == 1:
        # A set by itself in brackets stands for its members, and so does a range in any list.
        return str(part.of) if parts == 1 or isinstance(part.of, Range) else f"each {part.of}"
    return f"each {part.of} x{part.need}{' in a row' * part.in_row}"


def any_of_labels(names: Iterable[str]) -> Set:
    """The set of the outcomes with these labels; there is one at least.

    >>> str(any_of_labels(["7"])), str(any_of_labels(["2", "12"]))
    ('7', '(2|12)')
    """
    labels = tuple(map(Label, names))
    return labels[0] if len(labels) == 1 else Union(labels)


def settles(goal: Part) -> bool:
    """True where the goal is true or false for good at last, whatever else may stop play."""
    match goal:
        case Times(exactly=True):
            return False
        case Among(need=need, parts=parts, exactly=exactly):
            every = need is not None and need == len(parts) and not any(isinstance(p, Each) for p in parts)
            return (not exactly or every) and all(map(settles, parts))
    return True


def has_stopper(goal: Part) -> bool:
    """True where every part of the goal says what stops it: a stopper or a deadline.

    >>> raced, timed = Before(Label("6"), Label("7")), Within(Label("8"), 5)
    >>> has_stopper(Among(None, (raced, timed))), has_stopper(Among(None, (raced, Label("8"))))
    (True, False)
    """
    return isinstance(goal, Before | Within) or (
        isinstance(goal, Among) and all(map(has_stopper, goal.parts))
    )


def inside(goal: WheelGoal) -> tuple[WheelGoal, ...]:
    """The goals of which the goal is made, in the order in which they are said."""
    match goal:
        case Among(parts=parts):
            return parts
        case Before():
            return goal.goal, goal.stop
        case Within():
            return (goal.goal,)
    return ()


def every(goal: WheelGoal) -> Iterator[WheelGoal]:
    """The goal, and all goals inside of it."""
    yield goal
    for part in inside(goal):
        yield from every(part)


def sets(goal: WheelGoal) -> Iterator[Any]:
    """All sets in the goal, or its events, from left to right."""
    for part in every(goal):
        match part:
            case Times() | InARow() | Each():
                yield part.of
            case Then():
                yield from dict.fromkeys(part.sets)
            case _ if isinstance(part, Set | Event):
                yield part


def shown(event: WheelGoal) -> Outcomes:
    """The outcomes of an event."""
    outcomes: Outcomes = event.outcomes
    return outcomes


def rebuilt(goal: WheelGoal, change: Callable[[Any], Any]) -> Any:
    """The same with each of its parts changed: the goals, the sets and the steps of which it is made."""
    parts: dict[str, Any] = {}
    for each in fields(goal):
        part = getattr(goal, each.name)
        if isinstance(part, _ExpressionPart):
            parts[each.name] = change(part)
        elif each.name in ("parts", "sets"):
            parts[each.name] = tuple(map(change, part))
    return replace(goal, **parts) if parts else goal


def as_said(goal: WheelGoal) -> Any:
    """The goal with the labels that were said in place of the events of a wheel."""
    return goal.said if isinstance(goal, Event) else rebuilt(goal, as_said)
