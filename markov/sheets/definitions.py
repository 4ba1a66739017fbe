"""Goals that a sheet names once: what stands for the name wherever a goal says it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeAlias

from markov.rules.expression import (
    RESERVED,
    Among,
    Before,
    Complement,
    Each,
    Goal,
    InARow,
    Label,
    Range,
    Set,
    Span,
    Then,
    Times,
    Union,
    Unsayable,
    Within,
)
from markov.rules.labels import wheel

Defined: TypeAlias = Goal | tuple[Goal, ...]  # a goal, or a list of them

_NAME = re.compile(r"[^\W\d][\w-]*(?: [\w-]+)*")


@dataclass(frozen=True, slots=True)
class Definitions:
    """Goals and lists of goals by name, which a goal may say in their place.

    >>> known = Definitions({"low": Range(2, 6), "lines": (Label("2"), Times(Label("3"), 2))})
    >>> str(known.inserted(Before(Among(2, (Each(Label("lines")),)), Times(Label("low"), 2))))
    '2 of (2, 3 x2) before 2..6 x2'
    """

    by_name: Mapping[str, Defined]

    def inserted(self, goal: Goal) -> Goal:
        """The goal with what names stand for in their place; raises Unsayable where that makes no sense."""
        match goal:
            case Label():
                found = self._named(goal)
                if isinstance(found, tuple):
                    name = goal.name
                    why = f"{name} is a list of goals; write any of {name}, all of {name} or 2 of {name}"
                    raise Unsayable(why, goal.at)
                return found
            case Range():
                return goal
            case Union():
                return replace(goal, sets=tuple(map(self._set, goal.sets)))
            case Complement() | Times() | InARow():
                return replace(goal, of=self._set(goal.of))
            case Then():
                return replace(goal, parts=tuple(map(self._in_turn, goal.parts)))
            case Among():
                return replace(goal, parts=tuple(one for part in goal.parts for one in self._parts(part)))
            case Before():
                return replace(goal, goal=self.inserted(goal.goal), stop=self.inserted(goal.stop))
            case Within():
                return replace(goal, goal=self.inserted(goal.goal))

    def _named(self, label: Label) -> Defined:
        found = self.by_name.get(" ".join(label.name.lower().split()), label)
        if isinstance(found, tuple):
            return tuple(_placed(one, label.at) for one in found)
        return found if found is label else _placed(found, label.at)

    def _set(self, asked: Set) -> Set:
        found = self.inserted(asked)
        if not isinstance(found, Set):
            raise Unsayable(f"{asked} stands for a goal, and here a set of outcomes is wanted", asked.at)
        return found

    def _in_turn(self, part: Set | InARow) -> Set | InARow:
        found = self.inserted(part)
        if isinstance(found, Set | InARow):
            return found
        raise Unsayable(f"{part} stands for a goal, and then joins outcomes of trials in a row", part.at)

    def _parts(self, part: Goal | Each) -> Iterator[Goal | Each]:
        """The part of a list; the members of a list that it names."""
        of = part.of if isinstance(part, Each) else part
        found = self._named(of) if isinstance(of, Label) else of
        if not isinstance(part, Each):
            yield from found if isinstance(found, tuple) else (self.inserted(part),)
        elif part.need == 1 and not isinstance(found, Set):
            yield from found if isinstance(found, tuple) else (found,)
        else:
            yield replace(part, of=self._set(part.of))


def checked_name(name: str, on: str) -> None:
    """Refuses a name that goals would read as something else; raises ValueError, and UnknownWheel."""
    if not _NAME.fullmatch(name) or RESERVED.intersection(name.lower().split()):
        raise ValueError(
            "expected a name of letters, digits and hyphens, no word of the wager language in it"
        )
    if wheel(on).group(name) is not None:
        raise ValueError("the wheel has an outcome of this name; expected another")


def _placed(part: Any, at: Span | None) -> Any:
    """The part as if it were read at that place."""
    changes: dict[str, Any] = {"at": at}
    for field in fields(part):
        value = getattr(part, field.name)
        if is_dataclass(value):
            changes[field.name] = _placed(value, at)
        elif isinstance(value, tuple) and field.name != "at":
            changes[field.name] = tuple(_placed(one, at) for one in value)
    return replace(part, **changes)
