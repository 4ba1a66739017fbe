"""Goals as a sheet writes them: with those that it names in [define], and errors that say where."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, TypeAlias, TypeVar

from markov.naming import did_you_mean
from markov.rules import expression as ex
from markov.rules.decided import LOST
from markov.rules.goal_rule import MADE
from markov.rules.grounded import event_of, members
from markov.rules.labels import ZERO_WHEELS, UnknownWheel, wheel
from markov.rules.language import parsed
from markov.sheets.schema import AnyWheel, Bag, Dice, OwnWheel, Roulette, Sheet
from markov.sheets.toml_file import Key, TomlFile

T = TypeVar("T")
Defined: TypeAlias = ex.Goal | tuple[ex.Goal, ...]  # a goal, or a list of them

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
"""The name of an ending, or of a phase."""
_DEFINED_NAME = re.compile(r"[^\W\d][\w-]*(?: [\w-]+)*")
_ANY_TIME = "any time"


class GoalReader:
    """A reader of the goals of one wager, or of one phase of it, on a wheel.

    It remembers the goals that it reads: where a rule made of them fails, the error names the one that has a
    label which the wheel has not.
    """

    def __init__(self, file: TomlFile, sheet: Sheet, on: str) -> None:
        """A reader that knows the goals which the sheet names; each of these may name those above it.

        Each is checked on the wheel, whether or not a wager uses it; but where wagers have phases, whose
        wheels may have other outcomes, only by those that use it.
        """
        self.file, self.on = file, on
        self._defined: dict[str, Defined] = {}
        self._read: list[tuple[Key, str, ex.Goal]] = []  # the key of each goal, its text, and the goal
        wheel_varies = any("phases" in line for line in sheet.wagers.values())
        for name, text in sheet.define.items():
            key: Key = ("define", name)
            try:
                _check_name(name, on)
            except UnknownWheel as error:
                raise file.error(("wheel",), str(error)) from None
            except ValueError as error:
                raise file.error(key, str(error)) from None
            if text == []:
                raise file.error(key, "found an empty list; expected goals")
            texts = [text] if isinstance(text, str) else text
            goals = [self._defined_goal(key, each, not wheel_varies) for each in texts]
            self._defined[name.lower()] = goals[0] if isinstance(text, str) else tuple(goals)

    def _defined_goal(self, key: Key, text: str, checked: bool) -> ex.Goal:
        goal = self._goal(key, text)
        if checked:
            self.made(key, lambda: _check_labels(goal, self.on), text)
        return goal

    def _goal(self, key: Key, text: str) -> ex.Goal:
        goal: ex.Goal = self.made(
            key, lambda: Definitions(self._defined, self.on).inserted(parsed(text)), text
        )
        return goal

    def goal(self, key: Key, text: str) -> ex.Goal:
        """The goal of the text under the key; raises SheetError where it makes no sense."""
        goal = self._goal(key, text)
        self._read.append((key, text, goal))
        return goal

    def offers(self, at: Key, offers: Mapping[str, str]) -> tuple[tuple[str, ex.Goal | None], ...]:
        """The offers, by the ending that the player may choose: the goal under which each is open, if any.

        at   the key of the line, or of the phase
        """
        for offer in offers:
            if not NAME.fullmatch(offer) or offer in (MADE.name, LOST.name):
                raise self.file.error(
                    (*at, "offers", offer),
                    "expected a name of small letters, digits and hyphens, not made, not lost",
                )
        return tuple(
            (offer, None if text == _ANY_TIME else self.goal((*at, "offers", offer), text))
            for offer, text in offers.items()
        )

    def made(self, key: Key, make: Callable[[], T], text: str = "") -> T:
        """The goal or the rule that the function makes; raises SheetError where it makes no sense.

        key    the one to name, where no goal that was read has the label that is wrong
        text   the text under the key, in which an error points at a character
        """
        try:
            return make()
        except ex.GoalError as error:
            at = error.at
            for place, words, goal in self._read:
                if (wrong := _wrong_label(goal, self.on)) is not None and wrong.why == error.why:
                    key, text, at = place, words, wrong.at
                    break
            where = f" (character {at[0] + 1} of {text!r})" if at and text else ""
            raise self.file.error(key, f"{error.why}{where}") from None
        except UnknownWheel as error:
            raise self.file.error(("wheel",), str(error)) from None


def wheel_name(wheel: AnyWheel) -> str:
    """The name under which the wager language knows the wheel of a sheet."""
    match wheel:
        case str():
            return wheel
        case Dice():
            return "two dice"
        case Roulette(zeros=0, shows="dice"):
            return "two dice"
        case Roulette(zeros=zeros, shows=shows):
            return f"dice on {ZERO_WHEELS[zeros]}" if shows == "dice" else ZERO_WHEELS[zeros]
        case OwnWheel(weights=weights) | Bag(holds=weights):
            kinds = ",".join(f"{name}:{weight}" for name, weight in weights.items())
            return f"bag {kinds}" if isinstance(wheel, Bag) else kinds
    raise AssertionError(wheel)


def _check_labels(goal: ex.Goal, on: str) -> None:
    """Raises GoalError for the first set of the goal that means nothing on the wheel."""
    waiting, home = list(ex.sets(goal))[::-1], wheel(on)
    while waiting:
        match waiting.pop():
            case ex.Union(sets=sets):
                waiting += reversed(sets)
            case ex.Complement() as complement:
                event_of(complement, home)
            case ex.Label(name=name) if (group := home.group(name)) and group.asks == "in turn":
                pass  # a pattern, such as HHT
            case named:
                members(named, home)


def _wrong_label(goal: ex.Goal, on: str) -> ex.GoalError | None:
    """The error of the first set of the goal that means nothing on the wheel, where there is such a wheel."""
    with suppress(UnknownWheel):
        try:
            _check_labels(goal, on)
        except ex.GoalError as error:
            return error
    return None


def _check_name(name: str, on: str) -> None:
    """Refuses a name that goals would read as something else; raises ValueError, and UnknownWheel."""
    if not _DEFINED_NAME.fullmatch(name) or ex.RESERVED.intersection(name.lower().split()):
        raise ValueError(
            "expected a name of letters, digits and hyphens, no word of the wager language in it"
        )
    if (group := wheel(on).group(name)) is not None and group.asks == "any":
        raise ValueError("the wheel has an outcome of this name; expected another")


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

    def inserted(self, goal: Any) -> Any:
        """The goal with what names stand for in their place; raises GoalError where that makes no sense."""
        match goal:
            case ex.Label():
                named = self._named(goal)
                if isinstance(named, tuple):
                    name = goal.name
                    why = f"{name} is a list of goals; write any of {name}, all of {name} or 2 of {name}"
                    raise ex.GoalError(why, goal.at)
                return named
            case ex.Union() | ex.Complement() | ex.Times() | ex.InARow():
                return ex.rebuilt(goal, self._set)
            case ex.Then():
                return ex.rebuilt(goal, self._in_turn)
            case ex.Among():
                return replace(goal, parts=tuple(inner for part in goal.parts for inner in self._parts(part)))
        return ex.rebuilt(goal, self.inserted)

    def _named(self, label: ex.Label) -> Defined:
        name = " ".join(label.name.lower().split())
        definition = self.by_name.get(name, label)
        if definition is label and (near := get_close_matches(name, self.by_name, n=1, cutoff=0.7)):
            home = wheel(self.on)
            if home.group(name) is None:
                raise ex.GoalError(
                    f"no outcome of {home.name} and no name of [define] is {label.name!r}; "
                    f"{did_you_mean(near)}",
                    label.at,
                )
        if isinstance(definition, tuple):
            return tuple(_placed(member, label.at) for member in definition)
        return definition if definition is label else _placed(definition, label.at)

    def _set(self, asked: ex.Set) -> ex.Set:
        goals = self.inserted(asked)
        if not isinstance(goals, ex.Set):
            raise ex.GoalError(f"{asked} stands for a goal, and here a set of outcomes is wanted", asked.at)
        return goals

    def _in_turn(self, part: ex.Set | ex.InARow) -> ex.Set | ex.InARow:
        goals = self.inserted(part)
        if isinstance(goals, ex.Set | ex.InARow):
            return goals
        raise ex.GoalError(f"{part} stands for a goal, and then joins outcomes of trials in a row", part.at)

    def _parts(self, part: ex.Goal | ex.Each) -> Iterator[ex.Goal | ex.Each]:
        """The part of a list; the members of a list that it names."""
        of = part.of if isinstance(part, ex.Each) else part
        outcome_set = self._named(of) if isinstance(of, ex.Label) else of
        if not isinstance(part, ex.Each):
            yield from outcome_set if isinstance(outcome_set, tuple) else (self.inserted(part),)
        elif part.need == 1 and not isinstance(outcome_set, ex.Set):
            yield from outcome_set if isinstance(outcome_set, tuple) else (outcome_set,)
        else:
            yield replace(part, of=self._set(part.of))


def _placed(part: Any, at: ex.Span | None) -> Any:
    """The part as if it were read at that place."""
    return ex.rebuilt(replace(part, at=at), lambda inner: _placed(inner, at))
