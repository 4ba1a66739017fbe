"""Wagers whose pays, offers and presence are a matter of reading, as a file that a user gives."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from markov.distribution import Distribution
from markov.wager.game import Game, Option
from markov.wager.paytable import Paytable
from markov.wager.wager import Wager
from tests.small_games import NestedRace

_PAYS = {"low": ("40 for 1", "1 for 9"), "less": ("20 for 1", "1 for 9"), "more": ("40 for 1", "30 for 1")}


def _card(name: str, made: str, surrender: str, **weights: int) -> Wager:
    pays = Paytable({"made": made, "lost": "nothing", "surrender-1": surrender})
    return Wager(name, NestedRace(2), Distribution(weights), pays, "a card")


def _wagers(reading: Mapping[str, str]) -> Iterator[Wager]:
    up = _card("Up", *_PAYS[reading["rates"]], hit=1, miss=2, out=3)
    yield from (up, replace(up, name="Other"))
    if reading["flat"] == "yes":
        yield _card("Flat", "2 for 1", "9 for 5", hit=1, out=1)


game = Game(
    "Two",
    "a card",
    (
        Option("rates", "Which?", {key: key for key in _PAYS}),
        Option("flat", "Is Flat dealt?", {"yes": "it is", "no": "it is not"}),
    ),
    _wagers,
)
