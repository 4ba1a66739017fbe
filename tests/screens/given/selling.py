"""A game that asks which of its wagers are sold: so many outs, won once in one more, at 2 for 1."""

from markov.wager.game import Game, Option
from tests.small_games import ladder

SOLD = {"both": (2, 3), "turned": (3, 2), "other": (2, 5), "one": (2,)}


def wagers(reading):
    for outs in SOLD[reading["sold"]]:
        yield ladder(f"{outs} outs", rungs=1, outs=outs, pays={"made": "2 for 1", "lost": "nothing"})


game = Game("Selling", "here", (Option("sold", "Which?", {name: name for name in SOLD}),), wagers)
