"""Goals that a sheet names once: what stands for the name wherever a goal says it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from difflib import get_close_matches
from typing import Any, TypeAlias

from markov.naming import did_you_mean
from markov.rules import expression as ex
from markov.rules.labels import wheel

Defined: TypeAlias = ex.Goal | tuple[ex.Goal, ...]  # a goal, or a list of them

_NAME = re.compile(r"[^\W\d][\w-]*(?: [\w-]+)*")


@dataclass(frozen=True, slots=True)
class Definitions:
    """Goals and lists of goals by name, which a goal may say in their place.

    on   the wheel of the sheet, by its name

    >>> lines = ex.Label("2"), ex.Times(ex.Label("3"), 2)
    >>> known = Definitions({"low": ex.Range(2, 6), "lines": lines}, "two dice")
    >>> two = ex.Among(2, (ex.Each(ex.Label("lines")),))
    >>> str(known.inserted(ex.Before(two, ex.Times(ex.Label("low"), 2))))
    '2 of (2, 3 x2) before 2..6 x2'
    """

    by_name: Mapping[str, Defined]
    on: str

    def inserted(self, goal: ex.Goal) -> ex.Goal:
        """The goal with what names stand for in their place; raises Unsayable where that makes no sense."""
        match goal:
            case ex.Label():
                found = self._named(goal)
                if isinstance(found, tuple):
                    name = goal.name
                    why = f"{name} is a list of goals; write any of {name}, all of {name} or 2 of {name}"
                    raise ex.Unsayable(why, goal.at)
                return found
            case ex.Range():
                return goal
            case ex.Union():
                return replace(goal, sets=tuple(map(self._set, goal.sets)))
            case ex.Complement() | ex.Times() | ex.InARow():
                return replace(goal, of=self._set(goal.of))
            case ex.Then():
                return replace(goal, parts=tuple(map(self._in_turn, goal.parts)))
            case ex.Among():
                return replace(goal, parts=tuple(one for part in goal.parts for one in self._parts(part)))
            case ex.Before():
                return replace(goal, goal=self.inserted(goal.goal), stop=self.inserted(goal.stop))
            case ex.Within():
                return replace(goal, goal=self.inserted(goal.goal))

    def _named(self, label: ex.Label) -> Defined:
        name = " ".join(label.name.lower().split())
        found = self.by_name.get(name, label)
        if found is label and (near := get_close_matches(name, self.by_name, n=1, cutoff=0.7)):
            home = wheel(self.on)
            if home.group(name) is None and not home.spelled(label.name):
                raise ex.Unsayable(
                    f"no outcome of {home.name} and no name of [define] is {label.name!r}; "
                    f"{did_you_mean(near)}",
                    label.at,
                )
        if isinstance(found, tuple):
            return tuple(_placed(one, label.at) for one in found)
        return found if found is label else _placed(found, label.at)

    def _set(self, asked: ex.Set) -> ex.Set:
        found = self.inserted(asked)
        if not isinstance(found, ex.Set):
            raise ex.Unsayable(f"{asked} stands for a goal, and here a set of outcomes is wanted", asked.at)
        return found

    def _in_turn(self, part: ex.Set | ex.InARow) -> ex.Set | ex.InARow:
        found = self.inserted(part)
        if isinstance(found, ex.Set | ex.InARow):
            return found
        raise ex.Unsayable(f"{part} stands for a goal, and then joins outcomes of trials in a row", part.at)

    def _parts(self, part: ex.Goal | ex.Each) -> Iterator[ex.Goal | ex.Each]:
        """The part of a list; the members of a list that it names."""
        of = part.of if isinstance(part, ex.Each) else part
        found = self._named(of) if isinstance(of, ex.Label) else of
        if not isinstance(part, ex.Each):
            yield from found if isinstance(found, tuple) else (self.inserted(part),)
        elif part.need == 1 and not isinstance(found, ex.Set):
            yield from found if isinstance(found, tuple) else (found,)
        else:
            yield replace(part, of=self._set(part.of))


def checked_name(name: str, on: str) -> None:
    """Refuses a name that goals would read as something else; raises ValueError, and UnknownWheel."""
    if not _NAME.fullmatch(name) or ex.RESERVED.intersection(name.lower().split()):
        raise ValueError(
            "expected a name of letters, digits and hyphens, no word of the wager language in it"
        )
    if (group := wheel(on).group(name)) is not None and not group.every:
        raise ValueError("the wheel has an outcome of this name; expected another")


def _placed(part: Any, at: ex.Span | None) -> Any:
    """The part as if it were read at that place."""
    changes: dict[str, Any] = {"at": at}
    for field in fields(part):
        value = getattr(part, field.name)
        if is_dataclass(value):
            changes[field.name] = _placed(value, at)
        elif isinstance(value, tuple) and field.name != "at":
            changes[field.name] = tuple(_placed(one, at) for one in value)
    return replace(part, **changes)
