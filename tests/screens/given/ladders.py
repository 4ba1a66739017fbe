"""The small game of ladders, as a file that a user gives."""

from tests.small_games import GAME

game = GAME
