"""Dossier: what an appendix says of a sheet, or of some wagers of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from markov.appendix.chapter import Chapter, chapter
from markov.appendix.sharing import Sharing, sharing
from markov.checker import canonical
from markov.formats.states import plain
from markov.wager.game import Game, slug
from markov.wager.odds import Answer, answer, solved
from markov.wager.wager import DescribedRule, Wager


@dataclass(frozen=True, slots=True)
class Terms:
    """What a dossier is asked to be about.

    stakes   by slug: what is staked on each wager of a layout
    date     as "2026-11-22"
    rounds   that are played of each wager, from the seed
    named    by what the command finds the game, where that is not its slug: the name of a file
    """

    game: Game
    reading: Mapping[str, str]
    wagers: tuple[Wager, ...]
    stakes: Mapping[str, Fraction]
    date: str
    rounds: int
    seed: int
    limit: int
    named: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Dossier:
    """The figures of an appendix.

    readings   the answers under each reading that changes one option, the reading asked for first
    sharing    the wagers on one layout
    sheet      digest of what the wagers are: rules in words, wheels, pays, outlays, envy, options
    results    digest of every certificate
    """

    terms: Terms
    chapters: tuple[Chapter, ...]
    readings: tuple[tuple[Mapping[str, str], tuple[Answer, ...]], ...]
    sharing: Sharing
    sheet: str
    results: str

    @property
    def names(self) -> dict[str, Wager]:
        """The wagers by slug."""
        return {slug(wager.name): wager for wager in self.terms.wagers}


def dossier(terms: Terms, told: Callable[[int], None] = lambda _: None) -> Dossier:
    """Every figure that the appendix states.

    told   hears how many wagers are done

    Raises what `chapter` raises.
    """
    chapters = []
    for wager in terms.wagers:
        rule = solved(wager, terms.limit)
        parts = terms.game, terms.reading, wager, rule, terms.rounds, terms.seed, terms.limit
        chapters.append(chapter(*parts))
        told(len(chapters))
    known = {one.wager: one.answer for one in chapters}
    readings = []
    for reading in _readings(terms):
        wagers = terms.game.wagers(reading)
        found = [wagers[slug(one.name)] for one in terms.wagers if slug(one.name) in wagers]
        known |= {one: answer(one, terms.limit) for one in found if one not in known}
        readings.append((reading, tuple(known[one] for one in found)))
    results = "".join(one.proof.text for one in chapters)
    return Dossier(
        terms,
        tuple(chapters),
        tuple(readings),
        sharing({slug(one.wager.name): one.answer for one in chapters}, terms.stakes),
        _digest(canonical(_sheet(terms))),
        _digest(results),
    )


def _readings(terms: Terms) -> Sequence[Mapping[str, str]]:
    """The reading asked for, then each that has another choice of one option."""
    others = [
        {**terms.reading, option.key: choice}
        for option in terms.game.options
        for choice in option.choices
        if choice != terms.reading[option.key]
    ]
    return [terms.reading, *others]


def _sheet(terms: Terms) -> Mapping[str, Any]:
    return {
        "game": terms.game.slug,
        "source": terms.game.source,
        "options": dict(terms.reading),
        "wagers": [
            {
                "name": one.name,
                "source": one.source,
                "rule": list(one.rule.words(offers=True)) if isinstance(one.rule, DescribedRule) else [],
                "outlay": str(one.outlay),
                "wheel": [[plain(outcome), weight] for outcome, weight in one.wheel.items()],
                "pays": {ending: [str(pay), one.pays.posted(ending)] for ending, pay in one.pays.items()},
                "envy": {ending: str(owed) for ending, owed in one.envy.items()},
            }
            for one in terms.wagers
        ],
    }


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
