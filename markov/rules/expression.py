"""The wager language as types: what may come up, how often, in what order, and before what.

An expression says nothing about chances or money. `str` of one is its text, which is read as an equal one.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import chain
from typing import Any, ClassVar, TypeAlias

Span: TypeAlias = tuple[int, int]  # the characters that a part was read from: first, and behind last
Outcomes: TypeAlias = frozenset[Any]  # of a wheel
AnySet: TypeAlias = Any  # a set; in a goal on a wheel, the event that it is there

MOST_PARTS = 1_000
MOST_TRIALS = 100_000  # of a deadline
# Of each part: the highest number that it may be, or of parts that it may have, and what it counts.
_LIMITS = {
    "parts": (MOST_PARTS, "parts"),
    "need": (10_000, "of these"),  # a chain has a state for each
    "trials": (MOST_TRIALS, "trials"),
}

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve"
_PLACES = "first second third fourth fifth sixth seventh eighth"
NUMBER_WORDS = {word: number for number, word in enumerate(_NUMBERS.split(), 1)}
ORDINALS = {word: number for number, word in enumerate(_PLACES.split(), 1)}
_JOINING = (
    "before between and or then within in of at exactly different same any all each every not times once "
    "twice more"
)
RESERVED = frozenset((*_JOINING.split(), *NUMBER_WORDS))
"""The words of the language: an outcome that is called by one is written in quotes."""
ARTICLES = ("a", "an", "the")
VERBS = ("roll", "spin", "flip", "throw", "toss", "draw")
_KINDS = "total pocket number outcome card rank suit double triple pair dozen column"
KINDS = frozenset(_KINDS.split())
"""The words for all of a kind, of which a wheel has several."""
BEHIND = ("asleep", "missing", "repeated", "repeats", "on")
"""What may be said of an outcome behind its name."""
_SAYING = RESERVED.union(BEHIND)  # what no label without quotes has in it
# How a goal or a question may begin, with more words behind it, that does not begin with an outcome.
_LEADING = ("both", "fewer", "how", "is", "less", "no", "run", "some", "streak", "what", *ARTICLES, *VERBS)
_PLAIN = re.compile(r"[0-9]+\+|[\w$%][\w$%'’-]*")
_COUNT_OR_PLURAL = re.compile(r"(?<!\S)(?:(?:[0-9]+(?:-[0-9]+)*)?[x×]\s*[0-9]+|[0-9]+['’]?s)(?!\S)", re.I)


class GoalError(ValueError):
    """An expression that means nothing, or cannot be: why, and the characters that say it.

    at     the characters of the text; None where it was built in Python
    text   the whole text, where there is one
    """

    def __init__(self, why: str, at: Span | None = None, text: str = "") -> None:
        super().__init__(why)
        self.why, self.at, self.text = why, at, text

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
        left = max(0, begin - 60)  # a long text is cut around what is wrong in it
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

    def __post_init__(self) -> None:
        for name, (most, what) in _LIMITS.items():
            if (said := getattr(self, name, None)) is None:
                continue
            number = len(said) if isinstance(said, tuple) else said
            if isinstance(number, bool) or not isinstance(number, int):
                raise TypeError(f"{number!r} {what} is no whole number")
            least = 0 if name != "parts" and getattr(self, "exactly", False) else 1
            if not least <= number <= most:
                why = f"{number:,} {what} cannot be asked for; there are from {least} to {most:,}"
                raise GoalError(why, self.at)


@dataclass(frozen=True, slots=True)
class Label(_ExpressionPart):
    """The outcomes that a wheel has under a label: 7, hard 8, red.

    >>> str(Label("hard 8")), str(Label("ten"))  # which is a number without quotes
    ('hard 8', "'ten'")
    """

    name: str

    def __str__(self) -> str:
        first, *more = words = self.name.lower().split() or [""]
        read_so = all(map(_PLAIN.fullmatch, words)) and _SAYING.isdisjoint(words)
        led = more and (first in _LEADING or first.isdigit())
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

    of: AnySet
    need: int
    exactly: bool = False

    def __str__(self) -> str:
        return f"{'exactly ' * self.exactly}{self.of} x{self.need}"


@dataclass(frozen=True, slots=True)
class InARow(_ExpressionPart):
    """Outcomes of a set on a number of trials, one right after the other: red x8 in a row."""

    of: AnySet
    need: int

    @property
    def sets(self) -> tuple[AnySet, ...]:
        """The outcomes of one trial after the other."""
        return (self.of,) * self.need

    def __str__(self) -> str:
        return f"{self.of} x{self.need} in a row"


@dataclass(frozen=True, slots=True)
class Then(_ExpressionPart):
    """A pattern: each part right after the one before: heads then heads then tails."""

    parts: tuple[AnySet, ...]  # or streaks

    @property
    def need(self) -> int:
        """The number of trials that it takes."""
        return len(self.sets)

    @property
    def sets(self) -> tuple[AnySet, ...]:
        """The outcomes of one trial after the other."""
        rows = (part.sets if isinstance(part, InARow) else (part,) for part in self.parts)
        return tuple(chain.from_iterable(rows))

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

    def __str__(self) -> str:
        if self.number is not None:
            return f"the {self.number} {self.of}"
        if self.need == 1 and isinstance(self.of, Range):
            return str(self.of)  # which stands for its members in any list
        return f"each {self.of}{f' x{self.need}' * (self.need > 1)}{' in a row' * self.in_row}"


@dataclass(frozen=True, slots=True)
class Among(_ExpressionPart):
    """A number of the parts, at least or exactly; all of them where no number is said.

    exactly   no more of them; this is judged when play stops
    """

    need: Any  # a number, or None
    parts: tuple["Part", ...]
    exactly: bool = False

    def __str__(self) -> str:
        how = f"exactly {self.need}" if self.exactly else {None: "all", 1: "any"}.get(self.need, self.need)
        match self.parts:
            case (Each(number=int()) as each,):
                return f"{how} of {each}"
            case (Each(need=1) as each,):
                return f"{how} of ({each.of})"
            case (Each() as each,) if how == "any":
                return str(each).replace("each", "same", 1)
        if any(isinstance(getattr(part, "said", part), Range) for part in self.parts) and not self.exactly:
            # In a list a range would stand for its members.
            parts = [str(part) if isinstance(part, Range) else f"({part})" for part in self.parts]
            return f"({(' and ' if self.need is None else ' or ').join(parts)})"
        return f"{how} of ({', '.join(map(_inside, self.parts))})"


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
        goal = f"({self.goal})" if isinstance(self.goal, Complement) else _inside(self.goal)
        return f"{goal} before {'or with ' * self.tie}{_inside(self.stop)}"


@dataclass(frozen=True, slots=True)
class Within(_ExpressionPart):
    """A goal that is true at some trial up to the last; one that need not stay true is judged at the last."""

    goal: "Goal"
    trials: int

    def __str__(self) -> str:
        goal = f"({self.goal})" if isinstance(self.goal, Within | Complement) else str(self.goal)
        return f"{goal} within {self.trials}"


Set: TypeAlias = Label | Range | Union | Complement
Goal: TypeAlias = Set | Times | InARow | Then | Among | Before | Within
Part: TypeAlias = Goal | Each
WheelGoal: TypeAlias = Any
"""A goal whose sets are the events of a wheel, with as many parts as it says."""


def _inside(goal: Part) -> str:
    return f"({goal})" if isinstance(goal, Before | Within) else str(goal)


def any_of_labels(names: Iterable[str]) -> Set:
    """The set of the outcomes with these labels; there is one at least."""
    labels = tuple(map(Label, names))
    return labels[0] if len(labels) == 1 else Union(labels)


def settles(goal: Part) -> bool:
    """True where the goal is true or false for good at last, whatever else may stop play."""
    if isinstance(goal, Among):
        every = goal.need == len(goal.parts) and not any(isinstance(part, Each) for part in goal.parts)
        return (every or not goal.exactly) and all(map(settles, goal.parts))
    return not (isinstance(goal, Times) and goal.exactly)


def has_stopper(goal: Part) -> bool:
    """True where every part of the goal says what stops it: a stopper or a deadline."""
    return all(map(has_stopper, goal.parts)) if isinstance(goal, Among) else isinstance(goal, Before | Within)


def inside(goal: WheelGoal) -> tuple[WheelGoal, ...]:
    """The goals of which the goal is made, in the order in which they are said."""
    if isinstance(goal, Among):
        return goal.parts
    if isinstance(goal, Before):
        return goal.goal, goal.stop
    return (goal.goal,) if isinstance(goal, Within) else ()


def every(goal: WheelGoal) -> Iterator[WheelGoal]:
    """The goal, and all goals inside of it."""
    yield goal
    for part in inside(goal):
        yield from every(part)


def sets(goal: WheelGoal) -> Iterator[Any]:
    """All sets in the goal, or its events, from left to right."""
    for part in every(goal):
        if isinstance(part, Set | Event):
            yield part
        elif not inside(part):
            yield from dict.fromkeys(part.sets) if isinstance(part, Then) else (part.of,)


def rebuilt(goal: WheelGoal, change: Callable[[Any], Any]) -> Any:
    """The same with each of its parts changed: the goals, the sets and the steps of which it is made."""
    changed = {}
    for each in fields(goal):
        part = getattr(goal, each.name)
        if isinstance(part, _ExpressionPart):
            changed[each.name] = change(part)
        elif each.name in ("parts", "sets"):
            changed[each.name] = tuple(map(change, part))
    return replace(goal, **changed)
