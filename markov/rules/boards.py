"""A board that fills: hold and spin."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb
from typing import TypeAlias

from markov.distribution import Distribution
from markov.exact import exact
from markov.naming import counted
from markov.wager.rule import End

FULL = End("full")

BoardState: TypeAlias = tuple[int, int]


def _filled(state: BoardState) -> str:
    """The board in words: 5 filled, 1 life left."""
    return f"{state[0]} filled, {state[1]} {'life' if state[1] == 1 else 'lives'} left"


@dataclass(frozen=True, slots=True)
class FillBoard:
    """A board of cells, each of which fills with one chance in each round while it is empty.

    cells    how many there are
    chance   that an empty cell fills in a round, such as "1/20"
    lives    rounds without a hit that end play; each hit brings all of them back
    filled   cells that are filled at the start
    trial    the noun of a round: a respin
    label    of a state: its name for a reader

    The ending is `full` where all cells are filled, else `filled-N`. A state is how many cells are filled,
    and how many lives are left; an outcome is how many cells fill in the round.

    >>> board = FillBoard(3, "1/20", lives=3, filled=1)
    >>> board.wheel((1, 3)), board.label((1, 3))
    (Distribution({0: 361, 1: 38, 2: 1}), '1 filled, 3 lives left')

    Raises ValueError for what makes no board.
    """

    cells: int
    chance: Fraction | str
    lives: int = 3
    filled: int = 0
    trial: str = "round"
    label: Callable[[BoardState], str] = field(default=_filled, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "chance", exact(self.chance))
        if not 0 <= self.filled < self.cells:
            raise ValueError(
                f"a board starts with an empty cell at least; it has {self.cells}, and {self.filled} filled"
            )
        if self.lives < 1:
            raise ValueError(f"a board has at least 1 life, not {self.lives}")
        if not 0 < Fraction(self.chance) <= 1:
            raise ValueError(f"a cell fills with a chance above 0 and up to 1, not {self.chance}")

    @property
    def start(self) -> BoardState:
        """The cells that are filled at the start, and all lives."""
        return self.filled, self.lives

    def wheel(self, state: BoardState) -> Distribution[int]:
        """The number of cells that fill in the round."""
        empty, chance = self.cells - state[0], Fraction(self.chance)
        hit, miss = chance.numerator, chance.denominator - chance.numerator
        ways = ((k, comb(empty, k) * hit**k * miss ** (empty - k)) for k in range(empty + 1))
        return Distribution({k: weight for k, weight in ways if weight})

    def step(self, state: BoardState, hits: int) -> BoardState | End:
        """The board after a round with so many hits."""
        filled, lives = state[0] + hits, self.lives if hits else state[1] - 1
        if filled == self.cells:
            return FULL
        return (filled, lives) if lives else End(f"filled-{filled}")

    @property
    def endings(self) -> dict[str, int]:
        """The number of filled cells of each ending that can come."""
        least = self.filled if Fraction(self.chance) < 1 else self.cells
        return {f"filled-{n}": n for n in range(least, self.cells)} | {FULL.name: self.cells}

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the filling of the board, and the end of play."""
        are = "is" if self.filled == 1 else "are"
        rounds = "One round" if self.lives == 1 else f"{self.lives} rounds in a row"
        return (
            f"A board has {counted(self.cells, 'cell')}, of which {self.filled} {are} filled at the start.",
            f"In each round every empty cell fills with chance {self.chance}.",
            f"{rounds} without a hit end{'s' * (self.lives == 1)} play.",
            "With N cells filled the ending is filled-N; with all of them it is full.",
        )
