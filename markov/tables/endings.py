"""Endings and states in words, as a report says them; files and commands go by their keys."""

import re
from collections.abc import Iterable
from typing import Any

from markov.naming import counted
from markov.rules.tally import TallyRace
from markov.wager.rule import label

_WORDS = {"made": "win", "lost": "loss", "withdrawn": "bet withdrawn"}
_SURRENDER = re.compile(r"surrender-(\d+)")
_MADE = re.compile(r"made-(\d+)")


def ending_words(key: str) -> str:
    """The ending in words; one that the sheet names itself, by that name.

    >>> [ending_words(key) for key in ("made", "surrender-1", "made-9", "three-eights")]
    ['win', 'surrender after 1 hit', '9 made', 'three-eights']
    """
    if count := _MADE.fullmatch(key):
        return f"{count[1]} made"
    if count := _SURRENDER.fullmatch(key):
        return f"surrender after {counted(int(count[1]), 'hit')}"
    return _WORDS.get(key, key)


def keys_note(keys: Iterable[str]) -> str:
    """A sentence on the keys of endings that a report says in other words; empty where there are none."""
    known = {re.sub(r"^(surrender|made)-\d+$", r"\1-K", key) for key in keys}
    words = {
        "made": "a win",
        "lost": "a loss",
        "made-K": "“K made”",
        "surrender-K": "a surrender after K hits",
    }
    named = [(text, key) for key, text in words.items() if key in known]
    said = [f"{text}{' is' * (not k)} {key}" for k, (text, key) in enumerate(named)]
    return f"In files and commands {', '.join(said)}." if said else ""


def state_words(state: Any, rule: object) -> str:
    """The state in words: how often the one number of a tally has come, or what the rule calls it."""
    if isinstance(rule, TallyRace) and isinstance(state, tuple) and len(state) == 1:
        return f"after {counted(state[0], 'hit')}" if state[0] else "at the start"
    return label(state, rule)


def at_state(state: Any, rule: object) -> str:
    """The state in words that can stand behind what happens there."""
    words = state_words(state, rule)
    return words if words != label(state, rule) else f"in {words}"
