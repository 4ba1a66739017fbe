"""A game with trouble in it."""

from tests.small_games import SHELF

game = SHELF["runaway"]()
