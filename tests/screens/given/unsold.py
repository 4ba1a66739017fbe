"""A game of which nothing is sold unless its option is chosen otherwise."""

from markov.wager.game import Game, Option
from tests.small_games import ladder

asked = (Option("sold", "Is it sold?", {"no": "no", "yes": "yes"}),)
game = Game("Unsold", "here", asked, lambda reading: [ladder()] * (reading["sold"] == "yes"))
