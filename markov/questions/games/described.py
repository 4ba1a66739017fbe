"""One wager, described: its rule in words, its wheel, its pays as posted, its offers and its readings."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.chain.chain import TooManyStates
from markov.wager.asked import Asked
from markov.wager.game import Game, Option, slug
from markov.wager.odds import prepared
from markov.wager.rule import rule_words
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class DescribedLine:
    """A line of the paytable.

    chosen   the player may choose the ending; None where that is not known
    states   in which it is on offer; none where a spin brings it
    """

    ending: str
    returned: Fraction
    envy: Fraction
    chosen: bool | None
    states: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ChangingChoice:
    """A choice of an option that makes another wager of it.

    changes   which of rule, wheel, pays, outlay and envy are others, or what else is where none of these is;
              none where there is no such wager
    """

    option: Option
    choice: str
    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Described:
    """A wager under a reading, described.

    asked      the game, the reading and the one wager
    words      sentences on its rule; none where the rule has no words
    states     of its chain; None where there are more than the limit
    changing   the choices of options that make another wager of it
    """

    asked: Asked
    words: tuple[str, ...]
    states: int | None
    lines: tuple[DescribedLine, ...]
    changing: tuple[ChangingChoice, ...]


def described(asked: Asked, limit: int) -> Described:
    """The wager that was asked for, described.

    Raises PaytableMismatch where its paytable does not fit what can happen.
    """
    wager = asked.wager
    on_offer: dict[str, list[Any]] = {}
    states: int | None = None
    try:
        problem = prepared(wager, limit)
        states, on_offer = len(problem.process), problem.envelope(wager).problem.chosen()
    except TooManyStates:
        pass
    lines = tuple(
        DescribedLine(
            ending,
            returned,
            wager.envy.get(ending, Fraction(0)),
            None if states is None else ending in on_offer,
            tuple(on_offer.get(ending, ())),
        )
        for ending, returned in wager.pays.items()
    )
    words = rule_words(wager.rule, bool(on_offer))
    return Described(asked, words, states, lines, _changing(asked.game, asked.reading, wager))


def _changing(game: Game, reading: Mapping[str, str], wager: Wager) -> tuple[ChangingChoice, ...]:
    changing = []
    for option in game.options:
        for choice in option.choices:
            if choice == reading[option.key]:
                continue
            other = game.wagers({**reading, option.key: choice}).get(slug(wager.name))
            if other is None:
                changing.append(ChangingChoice(option, choice, ()))
            elif changes := _changes(wager, other):
                changing.append(ChangingChoice(option, choice, changes))
    return tuple(changing)


def _changes(wager: Wager, other: Wager) -> tuple[str, ...]:
    differ = [part for part in (*_PARTS, *_REST) if getattr(wager, part) != getattr(other, part)]
    return tuple(part for part in differ if part in _PARTS) or tuple(differ)


_PARTS = "rule", "wheel", "pays", "outlay", "envy"
_REST = "later_stakes", "commission", "conditions"  # mostly these move with one of those
