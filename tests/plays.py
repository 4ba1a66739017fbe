"""Readings in words, rounds written out and played by a rule, the chances of a play, and of its spins."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from markov.wager.game import Game
from markov.wager.odds import Odds
from markov.wager.rule import End
from markov.wager.wager import Wager
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


def forward(wager: Wager, play: str) -> Iterator[dict[str, Fraction]]:
    """By number of spins the chance that the wager is over then, by ending; from the rule alone, no chain."""
    taken = {offer.state: offer.ending for offer in wager.odds().offers if offer.take and play == "optimal"}
    here: dict[object, Fraction] = {wager.rule.start: Fraction(1)}
    while True:
        over: dict[str, Fraction] = {}
        left: dict[object, Fraction] = {}
        for state, chance in here.items():
            name = state.name if isinstance(state, End) else taken.get(state)
            if name is None:
                left[state] = chance
            else:
                over[name] = over.get(name, Fraction(0)) + chance
        yield over
        here = {}
        for state, chance in left.items():
            for outcome, weight in wager.wheel.items():
                after = wager.rule.step(state, outcome)
                here[after] = here.get(after, Fraction(0)) + chance * Fraction(weight, wager.wheel.total)
