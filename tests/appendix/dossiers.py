"""Dossiers of parts of the sheets, each made once, and their manuscripts."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from markov.appendix.appendix import appendix
from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier, dossier
from markov.appendix.request import Request
from markov.chain.chain import MAX_STATES
from markov.package import __version__
from markov.typeset.manuscript import Manuscript, Tabular
from markov.wager.catalogue import find
from markov.wager.game import Game, slug

SHEETS = {
    "repeater-bets-plus": ("repeating-2", "repeating-4", "horn", "2-or-12-before-7"),
    "straights-and-8s": ("straights-and-8s",),
    "quebec-place-bets": ("right-4", "buy-5", "lay-10"),
}
ROUNDS = 2_000


def terms(
    game: Game,
    names: tuple[str, ...] = (),
    choices: Mapping[str, str] | None = None,
    stakes: Mapping[str, Fraction] | None = None,
    rounds: int = ROUNDS,
    **more: object,
) -> Request:
    """A request for a report: all wagers of the game if none is named, a unit on each."""
    reading = game.reading(choices or {})
    wagers = game.wagers(reading)
    named = tuple(wagers[name] for name in names or wagers)
    units = {slug(one.name): Fraction(1) for one in named}
    asked = {"date": "2026-01-31", "seed": 0, "limit": MAX_STATES, **more}
    staked = {**units, **(stakes or {})}
    return Request(game, reading, named, stakes=staked, rounds=rounds, **asked)  # type: ignore[arg-type]


def made(game: str, *names: str, choices: str = "", rounds: int = ROUNDS, full: bool = False) -> Dossier:
    """The dossier of an installed game; choices as "zeros=2 wrap=yes"."""
    return _made(game, names or SHEETS[game], choices, rounds, full)


@cache
def _made(game: str, names: tuple[str, ...], choices: str, rounds: int, full: bool) -> Dossier:
    chosen = dict(choice.split("=") for choice in choices.split())
    return dossier(terms(find(game), names, chosen, rounds=rounds, full=full))


def chapter_of(game: str, wager: str, full: bool = False) -> Chapter:
    """The chapter of a wager in the dossier of its game."""
    return made(game, full=full).chapters[SHEETS[game].index(wager)]


@cache
def words(found: Dossier) -> Manuscript:
    """The dossier as a manuscript."""
    return appendix(found, __version__)


def tables(manuscript: Manuscript) -> dict[str, Tabular]:
    """The tables by label, in the order of reading."""
    return {block.label: block for block in manuscript.blocks if isinstance(block, Tabular)}
