"""Random texts of the wager language."""

import random


class Sayer:
    """Says random things of the language about a wheel of the numbers from 1 up."""

    def __init__(self, seed, sides):
        self.random, self.sides = random.Random(seed), sides

    def set(self, deep=1):
        kind = self.random.randrange(6)
        if kind < 3 or not deep:
            return str(self.random.randint(1, self.sides))
        if kind == 3:
            low = self.random.randint(1, self.sides - 1)
            return f"{low}..{self.random.randint(low + 1, self.sides)}"
        if kind == 4:
            return f"({self.set(0)}|{self.set(0)})"
        return f"not {self.set(0)}"

    def tally(self):
        return self.set() if self.random.random() < 0.5 else f"{self.set()} x{self.random.randint(1, 3)}"

    def tallies(self, deep=1):
        """A goal of tallies that stays true."""
        if not deep or self.random.random() < 0.4:
            return self.tally()
        parts = [self.tallies(deep - 1) for _ in range(self.random.randint(2, 3))]
        how = self.random.choice(("any", "all", "2"))
        return f"{how} of ({', '.join(parts)})"

    def monotone(self, deep=2):
        """A goal that stays true: patterns and races too."""
        kind = self.random.randrange(7)
        if kind < 2 or not deep:
            return self.tallies(1)
        if kind == 2:
            return f"{self.set()} x{self.random.randint(2, 3)} in a row"
        if kind == 3:
            return " then ".join(self.set() for _ in range(self.random.randint(2, 3)))
        if kind == 4:
            return f"({self.monotone(deep - 1)} before {self.monotone(deep - 1)})"
        if kind == 5:
            return f"({self.monotone(deep - 1)} within {self.random.randint(2, 4)})"
        word = self.random.choice(("and", "or"))
        return f"({self.monotone(deep - 1)} {word} {self.monotone(deep - 1)})"

    def exact(self):
        """A goal that is judged when play stops."""
        if self.random.random() < 0.5:
            return f"exactly {self.set()} x{self.random.randint(0, 3)}"
        parts = [self.tallies(0) for _ in range(self.random.randint(2, 4))]
        return f"exactly {self.random.randint(0, len(parts))} of ({', '.join(parts)})"
