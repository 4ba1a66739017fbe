"""Goals by their definitions, on sequences of outcomes that are written out: no machine, no chain."""

import random
from fractions import Fraction
from itertools import product

from markov.rules.expression import (
    Among,
    Before,
    Complement,
    Each,
    InARow,
    Label,
    Range,
    Then,
    Times,
    Union,
    Within,
)


def outcomes(asked, wheel):
    match asked:
        case Label(name=name):
            return {one for one in wheel if str(one) == name}
        case Range(low=low, high=high):
            return {one for one in wheel if low <= one <= high}
        case Union(sets=parts):
            return set().union(*(outcomes(part, wheel) for part in parts))
        case Complement(of=of):
            return set(wheel) - outcomes(of, wheel)


def true_at(goal, shown, wheel):
    """True where the goal is reached after the trials."""
    match goal:
        case Label() | Range() | Union() | Complement():
            return not outcomes(goal, wheel).isdisjoint(shown)
        case Times(of=of, need=need, exactly=exactly):
            count = sum(one in outcomes(of, wheel) for one in shown)
            return count == need if exactly else count >= need
        case InARow(of=of, need=need):
            return true_at(Then((of,) * need), shown, wheel)
        case Then():
            sets = [outcomes(part, wheel) for part in goal.sets]
            windows = range(len(shown) - len(sets) + 1)
            return any(all(shown[i + k] in one for k, one in enumerate(sets)) for i in windows)
        case Among(need=need, parts=parts, exactly=exactly):
            told = [one for part in parts for one in _members(part, wheel)]
            count = sum(true_at(part, shown, wheel) for part in told)
            need = len(told) if need is None else need
            return count == need if exactly else count >= need
        case Before(goal=won, stop=stop):
            for n in range(1, len(shown) + 1):
                if true_at(stop, shown[:n], wheel):
                    return true_at(won, shown[: n - 1], wheel)
            return true_at(won, shown, wheel)
        case Within(goal=won, trials=trials):
            return true_at(won, shown[:trials], wheel)


def _members(part, wheel):
    if not isinstance(part, Each):
        return [part]
    members = [Label(str(one)) for one in wheel if one in outcomes(part.of, wheel)]
    if part.need == 1:
        return members
    return [(InARow if part.in_row else Times)(member, part.need) for member in members]


def chance(goal, wheel, trials):
    """The chance that the goal is true after so many trials, from all sequences."""
    total = Fraction(0)
    for shown in product(wheel, repeat=trials):
        if true_at(goal, shown, wheel):
            weight = 1
            for one in shown:
                weight *= wheel[one]
            total += Fraction(weight, wheel.total**trials)
    return total


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

    def lasting(self, deep=2):
        """A goal that stays true: patterns and races too."""
        kind = self.random.randrange(7)
        if kind < 2 or not deep:
            return self.tallies(1)
        if kind == 2:
            return f"{self.set()} x{self.random.randint(2, 3)} in a row"
        if kind == 3:
            return " then ".join(self.set() for _ in range(self.random.randint(2, 3)))
        if kind == 4:
            return f"({self.lasting(deep - 1)} before {self.lasting(deep - 1)})"
        if kind == 5:
            return f"({self.lasting(deep - 1)} within {self.random.randint(2, 4)})"
        word = self.random.choice(("and", "or"))
        return f"({self.lasting(deep - 1)} {word} {self.lasting(deep - 1)})"

    def exact(self):
        """A goal that is judged when play stops."""
        if self.random.random() < 0.5:
            return f"exactly {self.set()} x{self.random.randint(0, 3)}"
        parts = [self.tallies(0) for _ in range(self.random.randint(2, 4))]
        return f"exactly {self.random.randint(0, len(parts))} of ({', '.join(parts)})"
