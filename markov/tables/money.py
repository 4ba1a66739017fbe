"""Money in tables: figures of which only digits are proved, and laws of money as bars."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd
from typing import Any

from markov.exact import brief, in_percent, one_in, rounded, scientific, short_decimal
from markov.statistics.bankroll import FinalLaw
from markov.statistics.bracket import Bracket
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, NoPicture, histogram
from markov.tables.rows import Rows
from markov.tables.table import Figure, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Strategy
from markov.wager.wager import Wager

_BINS, _BAR = 20, 30
_DIGITS = 18  # of a number of which only a bound is known, in JSON
_PLACES = 60  # of a decimal, before its exponent is written
_LONGEST = 24  # characters of a fraction


def goes_by(asked: Asked | None, play: Strategy | None, *named: Wager | None) -> Iterator[str]:
    """The last notes of an answer about money: what proves it, how rounds are played, whence the rules."""
    wagers = [wager for wager in named if wager]
    proof = "; `markov certify` proves the odds behind it" if wagers else ""
    yield f"This answer has no certificate{proof}."
    if play and any(t.decides(wager) or wager.has_actions for wager in wagers):
        yield f"Inside a round: {t.way_words(play, *wagers)}."
    if asked:
        yield from t.origin(asked.reading, wagers[0].source)


def called(wager: Wager | None) -> str:
    """The name of what is played."""
    return wager.name if wager else "A law of one's own"


def percent(chance: Bracket) -> Figure | Word | None:
    """The chance as a percentage, with as many of its digits as are proved; None where none is."""
    if chance.exact is not None:
        return Figure(chance.exact, in_percent)
    if (low := in_percent(chance.lower)) == in_percent(chance.upper):
        return Word(low)
    known = _proved(chance * 100, (4, 2, 0))
    return None if known is None else Word(f"{known}%")


def decimal(number: Bracket) -> Word | None:
    """The number as a decimal, with as many of six places as are proved; None where none is."""
    known = _proved(number, range(6, -1, -1))
    return None if known is None else Word(known)


def _proved(number: Bracket, places: Iterable[int]) -> str | None:
    """The number to the first of the places to which it is known."""
    return next((words for each in places if (words := number.rounded(each)) is not None), None)


def number(known: Bracket | None, longest: float = float("inf")) -> Any:
    """The number exactly where its fraction has no more characters than that, else decimals it is between."""
    if known is None or (known.exact is not None and len(str(known.exact)) <= longest):
        return known and known.exact
    size = max(abs(known.lower), abs(known.upper))
    places = max(_DIGITS - scientific(size)[1], 0) if size else _DIGITS

    def decimal(units: int) -> str:
        return f"{units}e-{places}" if places > _PLACES else rounded(Fraction(units, 10**places), places)

    return {"low": decimal(floor(known.lower * 10**places)), "high": decimal(ceil(known.upper * 10**places))}


@dataclass(frozen=True, slots=True)
class NamedAmount:
    """An amount, with the words and the key for it; None where there is none.

    percent   it is a share
    """

    name: str
    key: str
    amount: Bracket | None
    percent: bool = False

    @property
    def shown(self) -> Word | Figure | None:
        """The proved digits."""
        if self.amount is None:
            return None
        return percent(self.amount) if self.percent else decimal(self.amount)

    @property
    def brief(self) -> str:
        """The amount in fewer digits, unless these say nothing, or are not proved; empty where none is."""
        if self.amount is None or self.shown is None:
            return ""
        ends = self.amount.lower, self.amount.upper
        low, high = (
            brief(end) if self.percent else short_decimal(end, 2 if abs(end) >= 1 else 4) for end in ends
        )
        return low if low == high and (low != "0" or not any(ends)) else self.shown.text()


def amounts(answer: object, names: Mapping[str, str], shares: str) -> list[NamedAmount]:
    """The attributes of an answer that are amounts, exact or not, under those names.

    shares   the attributes that are shares
    """

    def known(amount: Bracket | Fraction | None) -> Bracket | None:
        return Bracket.of(amount) if isinstance(amount, Fraction) else amount

    return [NamedAmount(names[key], key, known(getattr(answer, key)), key in shares.split()) for key in names]


def _ratio(row: NamedAmount) -> Word | None:
    """The N of a chance of 1 in N."""
    if not row.amount or not row.amount.lower:
        return None
    low, high = (one_in(end).removeprefix("1 in ") for end in (row.amount.upper, row.amount.lower))
    return Word(low) if low == high else None


def _short(row: NamedAmount) -> Fraction | None:
    """The fraction, where it is short."""
    exact = row.amount.exact if row.amount else None
    return exact if exact is not None and len(str(exact)) <= _LONGEST else None


def _columns(heading: str, *shown: Column[NamedAmount]) -> tuple[Column[NamedAmount], ...]:
    return (
        c.words(heading, lambda row: row.name),
        c.words(None, lambda row: row.key, heading),
        *shown,
        Column("exact", _short, c.EXACT, needless=c.empty),
        c.exact(None, lambda row: row.amount and row.amount.lower, "at_least"),
        c.exact(None, lambda row: row.amount and row.amount.upper, "at_most"),
    )


CHANCES = _columns("result", Column("%", lambda row: row.shown, c.PERCENT), Column("1 in", _ratio, c.PERCENT))
AMOUNTS = _columns("figure", Column("value", lambda row: row.shown, c.DECIMAL))


def document(rows: Iterable[NamedAmount]) -> Document:
    """The amounts as JSON has them."""
    return {row.key: number(row.amount) for row in rows}


def figures_view(
    question: str,
    asked: Asked | None,
    wager: Wager | None,
    play: Strategy | None,
    title: str,
    rows: Sequence[NamedAmount],
    notes: Sequence[str],
    said: Document,
    more: Callable[[], Iterable[Rows[Any]]] = tuple,
    missing: bool = False,
) -> View:
    """The view of amounts that a wager, or a law of one's own, comes to, with what they go by.

    said      what JSON has before them
    more      the tables below theirs
    missing   whether a reader sees those that are not known
    """
    known = [row for row in rows if missing or row.amount is not None]
    return view_of(
        question,
        asked,
        lambda: (Rows(title, known, AMOUNTS, part="figures", nested=True), *more()),
        headline=lambda: h.clauses(*[f"{row.name} {row.brief}" for row in rows if row.brief][:3]),
        wager=wager,
        notes=lambda: (*notes, *goes_by(asked, play, wager)),
        document=lambda: {**said, **document(rows)},
    )


@dataclass(frozen=True, slots=True)
class Bin:
    """The chance of money from `low` to `high`, both of which can come."""

    low: Fraction
    high: Fraction
    chance: Bracket


def binned(law: FinalLaw | None, unit: Fraction, start: Fraction = Fraction(0)) -> list[Bin]:
    """The money of a law in intervals between its 0.1% and its 99.9% points; none where there is one amount.

    unit    of the law
    start   what the amounts of the law are added to
    """
    if law is None or len(law.chances) < 2:
        return []
    ends = [law.quantile(Fraction(share, 1000)) for share in (1, 999)]
    least = min(law.chances) if ends[0] is None else ends[0]
    most = max(law.chances) if ends[1] is None else ends[1]
    places = [x for x in sorted(law.chances) if least <= x <= most]
    lattice = gcd(*(x - least for x in places)) or 1
    step = -(-((most - least) // lattice + 1) // _BINS) * lattice
    bins: list[Bin] = []
    for low in range(least, most + 1, step):
        if inside := [x for x in places if low <= x < low + step]:
            chance = law.chance(lambda x, low=low: low <= x < low + step)  # type: ignore[misc]
            bins.append(Bin(start + inside[0] * unit, start + inside[-1] * unit, chance))
    return bins


def shape(title: str, what: str, bins: Sequence[Bin]) -> Iterator[Rows[Bin]]:
    """The bins as bars for a reader, where there are any."""
    if bins:
        longest = max(each.chance.upper for each in bins)
        columns: tuple[Column[Any], ...] = (
            c.words(what, lambda each: " to ".join(dict.fromkeys(map(str, (each.low, each.high))))),
            Column("%", lambda each: percent(each.chance), c.PERCENT),
            c.words("", lambda each: "█" * round(each.chance.upper / longest * _BAR)),
        )
        yield Rows(title, bins, columns, part="")


def drawn_bins(
    to: Canvas, title: str, axes: tuple[str, str], bins: Sequence[Bin], marks: Mapping[str, Fraction]
) -> None:
    """The bins as a histogram.

    Raises NoPicture where there are none, and what `histogram` raises.
    """
    if not bins:
        raise NoPicture(f"there is no law of the {axes[0]} to draw")
    histogram(to, title, axes, [(float(b.low), float(b.high), float(b.chance.upper)) for b in bins], marks)
