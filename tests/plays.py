"""Readings as keywords and in words, rounds written out and played by a rule, and the chances of a play."""

from collections.abc import Iterable, Mapping
from typing import Any

from markov.wager.game import Game
from markov.wager.odds import Odds
from markov.wager.rule import End
from tests.cases import rows


def choices(**named: str) -> dict[str, str]:
    """The choices of a reading, whose keys have hyphens where Python has underscores."""
    return {key.replace("_", "-"): choice for key, choice in named.items()}


def changed(game: Game, reading: Mapping[str, str]) -> str:
    """The choices of a reading that are not the game's own, in words."""
    default = game.reading()
    other = (f"{key}={choice}" for key, choice in reading.items() if default[key] != choice)
    return " ".join(other) or "default"


def played(rule: Any, outcomes: Iterable[object]) -> Any:
    """The name of the end that the last of the outcomes brings, or the state that they leave."""
    state = rule.start
    for outcome in outcomes:
        assert not isinstance(state, End), "it was over before the last outcome"
        state = rule.step(state, outcome)
    return state.name if isinstance(state, End) else state


def rounds(table: str) -> list[tuple[Any, ...]]:
    """The rounds of a table, whose rows end with an end and the rounds that bring it; 6x7 is seven 6s."""
    found: list[tuple[Any, ...]] = []
    for *what, end, listed in rows(table):
        for text in listed.split(" | "):
            shown: list[int | str] = []
            for part in text.split():
                outcome, _, times = part.partition("x")
                number = outcome.isdigit() and not outcome.startswith("0")
                shown += [int(outcome) if number else outcome] * int(times or 1)
            found.append((*what, shown, end))
    return found


def chances(play: Odds) -> dict[str, Any]:
    """The probability of each ending of a play."""
    found = {one.ending: one.probability for one in play.endings}
    assert len(found) == len(play.endings), "an ending is there twice"
    return found
