"""A played round as text to read aloud: what came up, what it did, what was on offer, how it ended.

Nothing of the chain is used here, only the rule and the paytable, and the words of `markov play`.
"""

from collections.abc import Iterator
from pathlib import Path

from markov.questions.play.round import Round, played
from markov.questions.play.view import round_rows
from markov.tables.screen import render
from markov.tables.table import posted
from markov.wager.game import Game
from markov.wager.rule import rule_words
from markov.wager.wager import Wager

HERE = Path(__file__).parent
LONGEST = 40  # spins that anyone will read
TRIES = 300
TRIES_OF_ALL_ENDINGS = 100_000
_WIDTH = 110  # columns


def path(name: str) -> Path:
    """The file of transcripts of the game of that slug."""
    return HERE / f"{name.replace('-', '_')}.txt"


def transcript(game: Game) -> str:
    """One round of each wager under the defaults; of a wager that is all there is, one for each ending."""
    parts = [
        f"{game.name}: {{}}.",
        f"Source: {game.source}.",
        "The spins are seeded. An offer is shown where it changes, and is never taken.",
        "Written by `python -m tests.transcripts.write`.",
    ]
    wagers = list(game.wagers().values())
    if len(wagers) > 1:
        rounds, said = [_chosen(wager) for wager in wagers], "one round of each wager"
    else:
        rounds, said = _endings(wagers[0]), "one round for each ending"
        parts.append(_rule(wagers[0]))
    told = ["\n".join(_told(one, rule=len(wagers) > 1)) for one in rounds]
    return "\n".join(parts).format(said) + "\n\n" + "\n\n".join(told) + "\n"


def _told(one: Round, rule: bool) -> Iterator[str]:
    title, *rows = render([round_rows(one).table()], _WIDTH).splitlines()
    yield title
    if rule:
        yield _rule(one.wager)
    yield f"pays: {', '.join(f'{end} {posted(one.wager.pays, end)}' for end in one.wager.pays)}"
    if one.wager.outlay != 1:
        yield f"the player puts up {one.wager.outlay} for each unit staked"
    if one.wager.later_stakes:
        more = (f"{end} {amount}" for end, amount in one.wager.later_stakes.items())
        yield f"put down on the way for each unit staked: {', '.join(more)}"
    yield from rows


def _rule(wager: Wager) -> str:
    words = rule_words(wager.rule, any(spin.offered for spin in _chosen(wager).spins))
    assert words
    return " ".join(words)


def _chosen(wager: Wager) -> Round:
    """The first seed, from 0 up, for which there is most to read: a win after an offer, if that can be.

    Where no round in the first few hundred is all of that and short enough, the next best is taken.
    """
    return max((_played(wager, seed) for seed in range(TRIES)), key=_interest)


def _endings(wager: Wager) -> list[Round]:
    """For each ending, in the order of the paytable, the first seed that brings it."""
    found: dict[str, Round] = {}
    for seed in range(TRIES_OF_ALL_ENDINGS):
        one = _played(wager, seed)
        if one.ending:
            found.setdefault(one.ending, one)
        if len(found) == len(wager.pays):
            break
    return [found[ending] for ending in wager.pays if ending in found]


def _interest(one: Round) -> int:
    offered = any(spin.offered for spin in one.spins)
    ignored = any(spin.after == spin.before for spin in one.spins)
    return 8 * bool(one.ending) + 4 * (one.returned > 0) + 2 * offered + ignored


def _played(wager: Wager, seed: int) -> Round:
    """The round of that seed, cut after so many spins."""
    return played(wager, seed, {}, "never", LONGEST, None)
