"""Table: cells that know how to be shown, under headings; and Tables on demand."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, TypeAlias, TypeVar

from markov.exact import (
    abridged,
    decimal,
    in_percent,
    rational_root,
    root,
    under_root,
    written,
)
from markov.wager.odds import CHANCE, Answer, Odds, Strategy
from markov.wager.paytable import Paytable, to_one
from markov.wager.rule import label
from markov.wager.wager import Wager

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

Tone: TypeAlias = Literal["", "good", "bad", "even", "faint"]
Align: TypeAlias = Literal["left", "right", "point"]


_LONGEST = 40  # characters of a number that is never cut


def _cut(text: str, width: int | None) -> str:
    """The text; of a number that is much longer than the width only its first and its last digits.

    >>> _cut("9" * 60, 20), _cut("a word", 3)
    ('9999999999…999999999', 'a word')
    """
    if width is None or len(text) <= max(width, _LONGEST) or not text.strip("+-%").isascii():
        return text
    if not text.strip("+-%").replace(".", "", 1).replace(",", "").isdigit():
        return text
    left = width // 2
    return f"{text[:left]}…{text[left + 1 - width :]}"


@dataclass(frozen=True, slots=True)
class Word:
    """A cell of words."""

    words: str
    tone: Tone = ""

    def text(self, width: int | None = None) -> str:
        """The words; a width shortens only numbers, such as an N of a thousand digits."""
        return self.cut(self.words, width)

    def cut(self, text: str, width: int | None) -> str:
        """The text of the cell, shortened to the width."""
        return _cut(text, width)


@dataclass(frozen=True, slots=True)
class Figure:
    """A cell with an exact number.

    shown   its words, rounded or not; the fraction itself where there is none
    root    the fraction shown is under a root sign
    """

    number: Fraction
    shown: Callable[[Fraction], str] | None = None
    tone: Tone = ""
    root: bool = False

    def text(self, width: int | None = None) -> str:
        """The words of the number; a fraction is whole, or shortened to the width.

        >>> Figure(Fraction(40, 49)).text(), Figure(Fraction(2, 7), root=True).text()
        ('40/49', '√(2/7)')
        >>> Figure(Fraction(2**200 + 1, 3**100)).text(20)
        '1606…1377/5153…2001'
        """
        return self.cut((self.shown or (under_root if self.root else written))(self.number), width)

    def cut(self, text: str, width: int | None) -> str:
        """The text of the cell, shortened to the width."""
        if width is None or self.shown or len(text) <= width:
            return _cut(text, width)
        return f"√({abridged(text[2:-1], width - 3)})" if self.root else abridged(text, width)


Cell: TypeAlias = Word | Figure
NOTHING = Word("–", "faint")
SAME = Word("·", "faint")  # of a figure that is as it was


@dataclass(frozen=True, slots=True)
class Rounded:
    """A number that is no fraction, such as most roots: its decimal, correctly rounded."""

    decimal: str


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a column.

    align   "point" sets the decimal points below each other
    group   columns of one group stay together where a table has to be broken
    """

    name: str
    align: Align = "right"
    group: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under headings; the first column names the row.

    notes   what is to be said below it, a paragraph each

    Raises ValueError when a row has too many cells or too few.
    """

    title: str
    columns: tuple[Heading, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"a row of {len(row)} cells under {len(self.columns)} headings")

    def noted(self, *notes: str) -> "Table":
        """The table with more notes below it."""
        return replace(self, notes=(*self.notes, *notes))

    def texts(self) -> list[list[str]]:
        """The words of every cell, row by row."""
        words = [
            cell.words
            if isinstance(cell, Word)
            else (cell.shown or (under_root if cell.root else written))(cell.number)
            for row in self.rows
            for cell in row
        ]
        taken = iter(words)
        return [[next(taken) for _ in row] for row in self.rows]


class Tables(Sequence[Table]):
    """The tables of an answer, made once, when the first of them is asked for."""

    def __init__(self, make: Callable[[], Iterable[Table]]) -> None:
        self._make = make

    def __repr__(self) -> str:
        return repr(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, at: Any) -> Any:
        return self._made[at]

    @cached_property
    def _made(self) -> tuple[Table, ...]:
        return tuple(self._make())


def closed(tables: Iterable[Table], notes: Iterable[str]) -> tuple[Table, ...]:
    """The tables with notes below the last of them."""
    *first, last = tables
    return *first, last.noted(*notes)


def grouped(things: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """The things in groups by key, in the order in which the keys first come.

    >>> grouped(["made", "lost", "mixed"], lambda word: word[0])
    {'m': ['made', 'mixed'], 'l': ['lost']}
    """
    groups: dict[K, list[T]] = {}
    for thing in things:
        groups.setdefault(key(thing), []).append(thing)
    return groups


def in_runs(outcomes: Iterable[Any], to: str) -> list[str]:
    """The outcomes in words, three neighbouring numbers or more as the first `to` the last."""
    runs: list[list[Any]] = []
    for outcome in outcomes:
        if runs and isinstance(outcome, int) and runs[-1][-1] == outcome - 1:
            runs[-1].append(outcome)
        else:
            runs.append([outcome])
    short = ([f"{run[0]}{to}{run[-1]}"] if len(run) > 2 else map(label, run) for run in runs)
    return [part for parts in short for part in parts]


def outcomes_in_words(outcomes: Iterable[Any]) -> str:
    """The outcomes with commas, three neighbouring numbers or more as the first and the last.

    >>> outcomes_in_words([3, 4, 5, 7, 8, "0", "00"])
    '3–5, 7, 8, 0, 00'
    """
    return ", ".join(in_runs(outcomes, "–"))


def with_percent(number: Fraction) -> str:
    """An exact share, and its percentage.

    >>> with_percent(Fraction(9, 49))
    '9/49 (18.3673%)'
    """
    return f"{number} ({in_percent(number)})"


def signed(shown: Callable[[Fraction], str]) -> Callable[[Fraction], str]:
    """The words of a change, which has a sign also where it is above 0.

    >>> signed(in_percent)(Fraction(9, 49)), signed(str)(Fraction(-9, 49))
    ('+18.3673%', '-9/49')
    """
    return lambda number: f"{'+' if number > 0 else ''}{shown(number)}"


def house_tone(number: Fraction) -> Tone:
    """The tone of what the house gains: bad for the player, good where it is below 0.

    >>> house_tone(Fraction(9, 49)), house_tone(Fraction(0)), house_tone(Fraction(-1, 7))
    ('bad', 'faint', 'good')
    """
    return "bad" if number > 0 else "good" if number else "faint"


PLAYS: Mapping[Strategy, str] = {"never": "no offer taken", "optimal": "best play"}
_NO_SURRENDER = "no surrender"


def way_words(way: Strategy, *wagers: Wager) -> str:
    """A way of playing the wagers: no offer taken, or first choices where the player has to choose.

    >>> way_words("never"), way_words("optimal")
    ('no offer taken', 'best play')
    """
    if way == "optimal":
        return PLAYS[way]
    if wagers and all(wager.has_actions for wager in wagers):
        return "first choices"
    surrender = any(ending.startswith("surrender-") for wager in wagers for ending in wager.pays)
    words = _NO_SURRENDER if surrender else PLAYS[way]
    return f"{words} or first choices" if any(wager.has_actions for wager in wagers) else words


def decides(wager: Wager) -> bool:
    """True where the rule may leave the player a choice for which the paytable has a line."""
    rule, endings = wager.rule, wager.pays
    if any(ending.startswith("surrender-") for ending in endings):
        return True
    if not callable(getattr(rule, "actions", None)):
        return False
    if (offered := getattr(rule, "offered", None)) is not None:
        return any(ending in endings for ending in offered)
    return not getattr(rule, "only_stops", False)


def in_game(wager: str, game: str) -> str:
    """The name of a wager, and that of its game in brackets where it is another.

    >>> in_game("Horn", "Bets"), in_game("Keno", "Keno")
    ('Horn (Bets)', 'Keno')
    """
    return wager if game == wager else f"{wager} ({game})"


def in_way(title: str, way: Strategy, *wagers: Wager) -> str:
    """The title with the way of playing; without it where the player has no decisions.

    >>> in_way("Horn: the edge by pay", "optimal")
    'Horn: the edge by pay'
    """
    return f"{title}, {way_words(way, *wagers)}" if any(map(decides, wagers)) else title


_NAMES = {
    "edge.per_stake": "house edge",
    "edge.per_outlay": "edge per outlay",
    "edge.per_resolved": "edge, pushes excluded",
    "edge.per_spin": "edge per spin",
    "rtp": "return to player",
    "hit_frequency": "hit frequency",
    "standard_deviation": "standard deviation",
    "spins.mean": "average spins",
    "spins.variance": "variance of spins",
    "envy": "dealer bonus (envy)",
    "house_after_envy": "house after envy",
}
_SHARES = ("edge.", "rtp", "hit_", "house_", "wheel.", CHANCE)  # of one, and so shown as percentages
ROOT = "standard_deviation"  # what is held of it is its square


def named(figure: str, trial: str = "spin") -> str:
    """A figure in words; a trial is called as the wager calls it.

    >>> named("edge.per_stake"), named("chance.made"), named("returned"), named("spins.mean", "roll")
    ('house edge', 'chance of made', 'returned', 'average rolls')
    """
    if figure.startswith(CHANCE):
        return f"chance of {figure[len(CHANCE) :]}"
    return _NAMES[figure].replace("spin", trial) if figure in _NAMES else figure


def rounding(figure: str) -> Callable[[Fraction], str]:
    """The decimal or the percentage that the figure is rounded to."""
    return root if figure == ROOT else in_percent if figure.startswith(_SHARES) else decimal


def both_ways(figure: str, number: Fraction | None) -> tuple[Cell, Cell]:
    """A figure in two cells, exact and rounded; a standard deviation is given by its square."""
    if number is None:
        return NOTHING, NOTHING
    rational = rational_root(number) if figure == ROOT else number
    exact = Figure(number, root=True) if rational is None else Figure(rational)
    return exact, Figure(number, rounding(figure))


def value(figure: str, number: Fraction | None) -> Fraction | Rounded | None:
    """A figure for a program; a standard deviation is given by its square."""
    if figure != ROOT or number is None:
        return number
    rational = rational_root(number)
    return Rounded(root(number)) if rational is None else rational


def played(name: str, way: Strategy) -> str:
    """A wager under one way of playing it; no offer is taken where nothing else is said.

    >>> played("Horn", "never"), played("Horn", "optimal")
    ('Horn', 'Horn, best play')
    """
    return name if way == "never" else f"{name}, {PLAYS[way]}"


def pays(never: Odds, words: Callable[[str], str]) -> str:
    """The pay of a win, each pay in words by its ending; of several the highest."""
    wins = [ending for ending in never.endings if ending.returned > 0]
    if not wins:
        return "nothing"
    highest = words(max(wins, key=lambda ending: ending.returned).ending)
    different = len({ending.returned for ending in wins})
    return highest if different == 1 else up_to(highest)


def up_to(highest: str) -> str:
    """The highest of several pays, given in words.

    >>> up_to("2 to 1"), up_to("returns 13 on 6 wagered")
    ('up to 2 to 1', 'up to 13 on 6 wagered')
    """
    return f"up to {highest.removeprefix('returns ')}"


ONE_WAY = "The player has no decisions."
NO_LEAK = "No offer is worth more than playing on, so best play takes none."
PLAYING_ON = "Playing on: average return if the player declines"
_PUSH = "0 to 1"


def posted(pays: Paytable, ending: str) -> str:
    """The pay of the ending in the words of the paytable; what pays 0 to 1 pushes."""
    return _said(pays.posted(ending))


def _said(pay: str) -> str:
    return "pushes" if pay == _PUSH else pay


def pay_words(wager: Wager, ending: str) -> str:
    """The pay of an ending in words: as posted, and after a commission that is taken out of it."""
    said, back = as_posted(wager, ending), wager.pays[ending]
    return said if back == wager.line(ending) else f"{said} ({to_one(back)} after commission)"


def as_posted(wager: Wager, ending: str) -> str:
    """The pay of the ending in the words of the sheet, before a commission is taken out of it.

    Where more was put down than the outlay, what comes back and all that was put down.
    """
    if wager.later_stakes.get(ending):
        return on_wagered(wager.pays[ending], wager.total_staked(ending))
    return _said(wager.posted(ending))


def on_wagered(back: Fraction, staked: Fraction) -> str:
    """The return of an ending on all that was put down, in words."""
    return f"returns {back} on {staked} wagered" if back else f"nothing, {staked} wagered"


def reading_in_words(reading: Mapping[str, str]) -> str:
    """The choice of every option, in words."""
    chosen = ", ".join(f"{key}={choice}" for key, choice in reading.items())
    return f"Reading: {chosen}." if chosen else "Reading: the sheet leaves nothing open."


def origin(reading: Mapping[str, str], source: str) -> tuple[str, str]:
    """The last notes of an answer: the reading that it is under, and the source of the rules."""
    return reading_in_words(reading), f"Source: {source}."


def merged(answers: Sequence[Answer]) -> list[str]:
    """A note for each way of merging states, with the wagers whose chain was merged so."""
    ways = grouped((answer for answer in answers if answer.merged), lambda answer: answer.merged)
    return [
        f"Merged for {', '.join(answer.wager.name for answer in who)}: {how}." for how, who in ways.items()
    ]
