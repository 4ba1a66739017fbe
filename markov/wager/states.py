"""States as words, and as what a JSON document can hold."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from markov.wager.wager import End, state_words


def label(state: Any, rule: object = None) -> str:
    """The state in words: the name of an end, what the rule calls it, or else the parts of a tuple.

    rule   the rule that the state is one of; None for an outcome, or where it is not known

    >>> label((3,)), label((2, ("on", None))), label(End("made")), label(())
    ('3', '2, (on, –)', 'made', 'start')
    """
    if isinstance(state, End):
        return state.name
    if told := state_words(rule, state):
        return told
    if isinstance(state, tuple) and not hasattr(state, "_fields"):
        return ", ".join(map(_part, state)) or "start"
    return _part(state)


def _part(part: Any) -> str:
    if part is None:
        return "–"
    if isinstance(part, Enum):
        return part.name
    if isinstance(part, tuple) and not hasattr(part, "_fields"):
        return f"({', '.join(map(_part, part))})"
    if isinstance(part, frozenset):
        return f"{{{', '.join(sorted(map(_part, part)))}}}"
    return str(part)


def plain(state: Any) -> Any:
    """The state as lists, texts, whole numbers and null.

    >>> plain((3, ("on", None))), plain(End("made")), plain(frozenset({8, 28}))
    ([3, ['on', None]], 'made', [28, 8])
    """
    if isinstance(state, End | Enum):
        return state.name
    if state is None or isinstance(state, bool | int | str):
        return state
    if isinstance(state, tuple):
        return [plain(part) for part in state]
    if isinstance(state, frozenset):
        return sorted(map(plain, state), key=label)
    if isinstance(state, Mapping):
        return {label(key): plain(value) for key, value in state.items()}
    if is_dataclass(state) and not isinstance(state, type):
        return {field.name: plain(getattr(state, field.name)) for field in fields(state)}
    return str(state)
