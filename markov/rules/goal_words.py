"""A goal in the words of the table: rolls and totals for dice, spins and pockets for wheels."""

from collections.abc import Sequence
from typing import Protocol

from markov.rules.expression import (
    Among,
    Before,
    Complement,
    Goal,
    InARow,
    Label,
    Range,
    Set,
    Then,
    Times,
    Union,
    Within,
    lasting,
)
from markov.rules.grounded import Grounded


class Trials(Protocol):
    """The words for a trial: a roll, and what an outcome has been, rolled."""

    @property
    def trial(self) -> str:
        """Its noun."""
        ...

    @property
    def verb(self) -> str:
        """The participle of its outcome: rolled, spun."""
        ...


_TIMES = {1: "once", 2: "twice"}
_ORDINALS = {1: "first", 2: "second", 3: "third"}


def words(goal: Grounded) -> tuple[str, ...]:
    r"""Sentences that say how the wager is won, and how it is lost.

    >>> from markov.rules.grounded import grounded
    >>> told = grounded(Before(Times(Label("2"), 2), Label("7")), "two dice")
    >>> print(*words(told), sep="\n")
    The wager wins when 2 has been rolled twice before a 7.
    It loses when a 7 is rolled first. Any other roll changes nothing.
    """
    wheel, asked, sentences = goal.wheel, goal.goal, []
    late = ""
    if isinstance(asked, Within):
        late = f" within {asked.trials:,} {many(wheel.trial, asked.trials)}"
        asked = asked.goal
    if isinstance(asked, Before):
        won, stop = asked.goal, asked.stop
        if lasting(won):
            sentences.append(f"The wager wins when {has(won, wheel)} before {stopper(stop, wheel)}{late}.")
        else:
            sentences.append(
                f"The wager wins when {has(won, wheel)} at the time of {stopper(stop, wheel)}{late}."
            )
        lost = [f"when {stopper(stop, wheel)} {_comes(stop, wheel)} first"]
        if late:
            lost.append(f"after {goal.trials:,} {many(wheel.trial, goal.trials or 0)} without either")
        plain = isinstance(stop, Set) and isinstance(won, Set | Times)
        rest = f" Any other {wheel.trial} changes nothing." if plain and lasting(won) else ""
        sentences.append(f"It loses {' or '.join(lost)}.{rest}")
        if _tied(goal, won, stop):
            sentences.append(f"Where one {wheel.trial} brings both, the wager loses.")
    else:
        sentences.append(f"The wager wins when {has(asked, wheel)}{late}.")
        if late:
            sentences.append(
                f"It loses after {goal.trials:,} {many(wheel.trial, goal.trials or 0)} without it."
            )
        elif wheel.bag:
            sentences.append("It loses when nothing is left to draw.")
        else:
            sentences.append(f"Nothing else ends it: the question is how many {wheel.trial}s that takes.")
    return tuple(sentences)


def _tied(goal: Grounded, won: Goal, stop: Goal) -> bool:
    """True where one trial can bring a set of the goal and one of the stopper."""
    from markov.rules.expression import sets

    return any(goal.shown(a) & goal.shown(b) for a in sets(won) for b in sets(stop))


def has(goal: Goal, wheel: Trials) -> str:
    """The goal as something that has happened."""
    match goal:
        case Label() | Range() | Union() | Complement():
            return f"{_any(goal)} has been {wheel.verb}"
        case Times(need=need, exactly=exactly):
            often = f"{'exactly ' * exactly}{_TIMES.get(need, f'{need} times')}"
            together = " in all" if isinstance(goal.of, Union | Range) and need > 1 else ""
            return f"{_any(goal.of)} has been {wheel.verb} {often}{together}"
        case InARow(need=need):
            return f"{_any(goal.of)} has been {wheel.verb} {_TIMES.get(need, f'{need} times')} in a row"
        case Then():
            return f"{_in_turn(goal)} have been {wheel.verb}, one right after the other"
        case Among(parts=parts, exactly=exactly):
            need = len(parts) if goal.need is None else goal.need
            if all(isinstance(part, Set) for part in parts):
                names = _listed([_any(part) for part in parts if isinstance(part, Set)], "and")
                if need == 1 and (not exactly or len(parts) == 1):
                    names = _listed([_any(part) for part in parts if isinstance(part, Set)], "or")
                    return f"{names} has been {wheel.verb}"
                if need == len(parts):
                    return f"each of {names} has been {wheel.verb}"
                return f"{'exactly' if exactly else 'at least'} {need} of {names} have been {wheel.verb}"
            told = [has(part, wheel) for part in parts if not hasattr(part, "in_row")]
            if need == 1 and not exactly:
                return " or ".join(told)
            if need == len(parts):
                return " and ".join(told)
            return f"{'exactly' if exactly else 'at least'} {need} of these are true: {'; '.join(told)};"
        case Before():
            return f"{has(goal.goal, wheel)} before {stopper(goal.stop, wheel)}"
        case Within():
            return f"{has(goal.goal, wheel)} within {goal.trials:,} {many(wheel.trial, goal.trials)}"


def stopper(stop: Goal, wheel: Trials) -> str:
    """The goal as what stops play: a 7, the second 7."""
    match stop:
        case Label() | Range() | Union() | Complement():
            return _one(stop)
        case Times(exactly=False):
            return f"the {_ordinal(stop.need)} {_any(stop.of)}"
        case InARow():
            return f"{_any(stop.of)} {_TIMES.get(stop.need, f'{stop.need} times')} in a row"
        case Then() if len(set(stop.sets)) == 1:
            return stopper(InARow(stop.sets[0], len(stop.sets)), wheel)
        case Then():
            return f"the pattern {_in_turn(stop)}"
        case Among(need=1, parts=parts, exactly=False) if all(isinstance(part, Set) for part in parts):
            return _listed([_one(part) for part in parts if isinstance(part, Set)], "or")
    return f"the {wheel.trial} by which {has(stop, wheel)}"


def _in_turn(pattern: Then) -> str:
    return ", ".join(map(_any, pattern.sets))


def _comes(stop: Goal, wheel: Trials) -> str:
    return "comes" if isinstance(stop, Among | Before | Within | InARow | Then) else f"is {wheel.verb}"


def _any(asked: Set) -> str:
    """The outcomes: 2, 3, 11 or 12."""
    match asked:
        case Label():
            return asked.name
        case Range():
            return f"{asked.low} to {asked.high}"
        case Union():
            return _listed([_any(one) for one in asked.sets], "or")
        case Complement():
            return f"anything but {_any(asked.of)}"


def _one(asked: Set) -> str:
    """One of the outcomes: a 7."""
    if isinstance(asked, Union):
        return _listed([_one(one) for one in asked.sets], "or")
    name = _any(asked)
    if isinstance(asked, Label) and name[:1].isdigit() and "-" not in name:
        return f"{'an' if name[0] == '8' or name in ('11', '18') else 'a'} {name}"
    return name


def _listed(names: Sequence[str], word: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"


def _ordinal(number: int) -> str:
    if number in _ORDINALS:
        return _ORDINALS[number]
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def many(trial: str, number: int) -> str:
    """The noun of so many trials."""
    return trial if number == 1 else f"{trial}s"
