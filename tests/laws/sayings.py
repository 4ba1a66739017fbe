"""Random texts of the wager language."""

import random

from tests.laws.wagers import Maker
from tests.oracles.goals import Among, Before, Times, text


class Sayer(Maker):
    """Says random things of the language about a wheel of the numbers from 1 up."""

    def __init__(self, seed, sides):
        self.random, self.plain, self.numbers = random.Random(seed), True, True
        self.names = [str(n) for n in range(1, sides + 1)]

    def set(self):
        return text(self._set())

    def tallies(self, deep):
        """A goal of tallies that stays true."""
        return text(self._tallies(deep))

    def _tallies(self, deep):
        if not deep or self.random.random() < 0.4:
            return Times(self._set(), self.random.randint(1, 3))
        parts = tuple(self._tallies(deep - 1) for _ in range(self.random.randint(2, 3)))
        return Among(self.random.choice((None, 1, 2)), parts)

    def monotone(self, deep):
        """A goal that stays true: patterns and races too."""
        return f"({text(self._goal(deep, False))})"

    def _race(self, deep):
        return Before(self._goal(deep - 1, False), self._goal(deep - 1, False))

    def exact(self):
        """A goal that is judged when play stops."""
        if self.random.random() < 0.5:
            return text(Times(self._set(), self.random.randint(0, 3), True))
        parts = tuple(self._tallies(0) for _ in range(self.random.randint(2, 4)))
        return text(Among(self.random.randint(0, len(parts)), parts, True))
