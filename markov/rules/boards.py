"""A board that fills: hold and spin."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, prod
from operator import add
from typing import Any, TypeAlias

from markov.distribution import Distribution
from markov.exact import exact
from markov.naming import counted
from markov.wager.rule import End

Cells: TypeAlias = int | tuple[int, ...]
"""A number of cells; by kind, where their chances differ."""
BoardState: TypeAlias = tuple[Cells, int]

_MOST_TRANSITIONS = 2_000_000  # of a board with several chances; some 30 s


def _by_kind(cells: Cells) -> tuple[int, ...]:
    return (cells,) if isinstance(cells, int) else cells


def _cells(by_kind: tuple[int, ...]) -> Cells:
    return by_kind if len(by_kind) > 1 else by_kind[0]


def _filled(state: BoardState) -> str:
    """The board in words: 5 filled, 1 life left; 2 + 3 filled where cells are of two kinds."""
    filled = " + ".join(map(str, _by_kind(state[0])))
    return f"{filled} filled, {state[1]} {'life' if state[1] == 1 else 'lives'} left"


@dataclass(frozen=True, slots=True)
class FillBoard:
    """A board of cells, each of which fills with its chance in each round while it is empty.

    cells    how many there are
    chance   that an empty cell fills in a round, such as "1/20"; or a list of them, one for each cell
    lives    rounds without a hit that end play; each hit brings all of them back
    filled   cells that are filled at the start: so many from the first on
    trial    the noun of a round: a respin
    label    of a state: its name for a reader
    leads    as a phase of play, by ending the phase to which it leads, or the ending of the wager; an ending
             that is left out ends the wager by its own name

    The ending is `full` where all cells are filled, else `filled-N`. A state is how many cells are filled,
    and how many lives are left; an outcome is how many cells fill in the round. Cells of one chance are one
    kind, and where there are several kinds these numbers are by kind, in the order of the list.

    >>> board = FillBoard(3, "1/20", lives=3, filled=1)
    >>> board.wheel((1, 3)), board.label((1, 3))
    (Distribution({0: 361, 1: 38, 2: 1}), '1 filled, 3 lives left')
    >>> FillBoard(3, ["1/2", "1/2", "1/10"]).wheel(((1, 0), 3))
    Distribution({(0, 0): 9, (0, 1): 1, (1, 0): 9, (1, 1): 1})

    Raises ValueError for what makes no board.
    """

    cells: int
    chance: Fraction | str | Sequence[Fraction | str]
    lives: int = 3
    filled: int = 0
    trial: str = "round"
    label: Callable[[BoardState], str] = field(default=_filled, compare=False)
    leads: tuple[tuple[str, str], ...] = ()
    # By kind its chance, its number of cells, and how many of them are filled at the start.
    _kinds: tuple[tuple[Fraction, int, int], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        listed = isinstance(self.chance, Sequence) and not isinstance(self.chance, str)
        chances: Any = self.chance if listed else [self.chance] * self.cells
        each = tuple(map(exact, chances))
        if len(each) != self.cells:
            cells, chances = counted(self.cells, "cell"), counted(len(each), "chance")
            raise ValueError(f"{cells}, {chances}; a list has one for each")
        if not 0 <= self.filled < self.cells or self.lives < 1:
            given = f"cells = {self.cells}, filled = {self.filled}, lives = {self.lives}"
            raise ValueError(f"a board starts with an empty cell and a life at least; found {given}")
        if odd := [chance for chance in each if not 0 < chance <= 1]:
            raise ValueError(f"a cell fills with a chance above 0 and up to 1, not {odd[0]}")
        object.__setattr__(self, "chance", each if len(set(each)) > 1 else each[0])
        filled = Counter(each[: self.filled])
        kinds = tuple((chance, n, filled[chance]) for chance, n in Counter(each).items())
        object.__setattr__(self, "_kinds", kinds)
        work = self.lives * prod(comb(cells + 2, 2) for _, cells, _ in kinds)
        if len(kinds) > 1 and work > _MOST_TRANSITIONS:
            has = f"a board of {counted(len(kinds), 'chance')} has {work:,} transitions"
            raise ValueError(f"{has}, more than {_MOST_TRANSITIONS:,}; give more of its cells one chance")

    @property
    def start(self) -> BoardState:
        """The cells that are filled at the start, and all lives."""
        return _cells(tuple(filled for _, _, filled in self._kinds)), self.lives

    def wheel(self, state: BoardState) -> Distribution[Cells]:
        """The number of cells that fill in the round, by kind where there are several."""
        ways: dict[tuple[int, ...], int] = {(): 1}
        for (hit, cells, _), filled in zip(self._kinds, _by_kind(state[0]), strict=True):
            empty = cells - filled
            each = {
                k: comb(empty, k) * hit.numerator**k * (hit.denominator - hit.numerator) ** (empty - k)
                for k in range(empty + 1)
            }
            ways = {(*hits, k): weight * w for hits, weight in ways.items() for k, w in each.items() if w}
        return Distribution({_cells(hits): weight for hits, weight in ways.items()})

    def step(self, state: BoardState, hits: Cells) -> BoardState | End:
        """The board after a round with so many hits."""
        filled = tuple(map(add, _by_kind(state[0]), _by_kind(hits)))
        lives = self.lives if any(_by_kind(hits)) else state[1] - 1
        full = sum(filled) == self.cells
        if lives and not full:
            return _cells(filled), lives
        ending = "full" if full else f"filled-{sum(filled)}"
        return End(dict(self.leads).get(ending, ending))

    @property
    def endings(self) -> dict[str, int]:
        """The number of filled cells of each ending that can come."""
        # What is sure to fill does so in the first round.
        least = self.filled + sum(cells - filled for chance, cells, filled in self._kinds if chance == 1)
        return {f"filled-{n}": n for n in range(least, self.cells)} | {"full": self.cells}

    @property
    def lines(self) -> tuple[tuple[str, str], ...]:
        """The phase or the ending to which each ending of the board leads, with that ending."""
        leads = dict(self.leads)
        return tuple((leads.get(ending, ending), ending) for ending in self.endings)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the filling of the board, and the end of play."""
        kinds = (
            f"{counted(n, 'cell')} with chance {chance}, {filled} of them filled at the start"
            for chance, n, filled in self._kinds
        )
        leads = (f"; {ending} leads to {to}" for ending, to in self.leads)
        return (
            f"A board has {'; '.join(kinds)}.",
            "In each round every empty cell fills with its chance.",
            f"Play ends when nothing has filled for {counted(self.lives, 'round')}.",
            f"With N cells filled the ending is filled-N; with all of them it is full{''.join(leads)}.",
        )
