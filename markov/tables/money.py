"""Money in tables: numbers of which only digits are proved, chances of results, and laws of money as bars."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd
from typing import Any

from markov.exact import one_in, rounded, scientific
from markov.statistics.bankroll import FinalLaw
from markov.statistics.bracket import Bracket
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, histogram
from markov.tables.rows import Rows
from markov.tables.table import Figure, Word

_BINS, _BAR = 20, 30
_DIGITS = 18  # of a number of which only a bound is known, in JSON
_LONGEST = 24  # characters of a fraction


def percent(chance: Bracket) -> Figure | Word:
    """The chance as a percentage, with as many of its digits as are proved."""
    if chance.exact is not None:
        return Figure(chance.exact, t.in_percent)
    shapes: tuple[Callable[[Fraction], str], ...] = (
        t.in_percent,
        *(partial(_to_places, places) for places in (4, 2, 0)),
    )
    for shown in shapes:
        if (low := shown(chance.lower)) == shown(chance.upper):
            return Word(low)
    power = scientific(chance.upper * 100, 2)
    return (
        Word(f"below {power[0]}e{power[1]}%")
        if not chance.lower
        else Word(f"about {t.in_percent(chance.upper)}")
    )


def _to_places(places: int, chance: Fraction) -> str:
    return f"{rounded(chance * 100, places)}%"


def decimal(number: Bracket) -> Word | None:
    """The number as a decimal, with as many of six places as are proved; None where none is."""
    for places in range(6, -1, -1):
        if (known := number.rounded(places)) is not None:
            return Word(known)
    return None


def _ratio(chance: Bracket) -> Word | None:
    if not chance.lower:
        return None
    low, high = (one_in(end).removeprefix("1 in ") for end in (chance.upper, chance.lower))
    return Word(low) if low == high else None


def _short(number: Fraction | None) -> Fraction | None:
    return number if number is not None and len(str(number)) <= _LONGEST else None


@dataclass(frozen=True, slots=True)
class NamedChance:
    """A chance, with the words and the key for it."""

    name: str
    key: str
    chance: Bracket


CHANCES: tuple[Column[NamedChance], ...] = (
    c.words("result", lambda result: result.name),
    c.words(None, lambda result: result.key, "result"),
    Column("%", lambda result: percent(result.chance), c.PERCENT),
    Column("1 in", lambda result: _ratio(result.chance), c.PERCENT),
    Column("exact", lambda result: _short(result.chance.exact), c.EXACT, needless=c.empty),
    c.exact(None, lambda result: result.chance.lower, "at_least"),
    c.exact(None, lambda result: result.chance.upper, "at_most"),
)


@dataclass(frozen=True, slots=True)
class NamedAmount:
    """An amount, with the words and the key for it; None where there is none.

    percent   it is a share
    """

    name: str
    key: str
    amount: Bracket | None
    percent: bool = False

    @classmethod
    def of(cls, name: str, key: str, amount: Fraction | None, percent: bool = False) -> "NamedAmount":
        """An amount that is known exactly."""
        return cls(name, key, None if amount is None else Bracket.of(amount), percent)

    @property
    def shown(self) -> Word | Figure | None:
        """The proved digits."""
        if self.amount is None:
            return None
        return percent(self.amount) if self.percent else decimal(self.amount)


AMOUNTS: tuple[Column[NamedAmount], ...] = (
    c.words("", lambda row: row.name),
    c.words(None, lambda row: row.key, "figure"),
    Column("", lambda row: row.shown, c.DECIMAL),
    Column("exact", lambda row: row.amount and _short(row.amount.exact), c.EXACT, needless=c.empty),
    c.exact(None, lambda row: row.amount and row.amount.lower, "at_least"),
    c.exact(None, lambda row: row.amount and row.amount.upper, "at_most"),
)


def amounts_line(rows: Iterable[NamedAmount], most: int = 3) -> str:
    """The first amounts that are known, in a line."""
    known = ((row.name, row.shown) for row in rows)
    return h.clauses(*[f"{name} {shown.text()}" for name, shown in known if shown][:most])


def amounts(rows: Sequence[NamedAmount]) -> dict[str, Any]:
    """The amounts as JSON has them."""
    return {row.key: number(row.amount) for row in rows}


@dataclass(frozen=True, slots=True)
class Bin:
    """The chance of money from `low` to `high`, both of which can come."""

    low: Fraction
    high: Fraction
    chance: Bracket


def binned(law: FinalLaw, unit: Fraction, start: Fraction) -> list[Bin]:
    """The money of a law in intervals between its 0.1% and its 99.9% points; none where there is one amount.

    unit    of the law
    start   what the amounts of the law are added to
    """
    if len(law.chances) < 2:
        return []
    ends = [law.quantile(Fraction(share, 1000)) for share in (1, 999)]
    least, most = (
        min(law.chances) if ends[0] is None else ends[0],
        max(law.chances) if ends[1] is None else ends[1],
    )
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
            c.words(what, _span),
            Column("%", lambda each: percent(each.chance), c.PERCENT),
            c.words("", lambda each: "█" * round(each.chance.upper / longest * _BAR)),
        )
        yield Rows(title, bins, columns, part="")


def _span(each: Bin) -> str:
    return str(each.low) if each.low == each.high else f"{each.low} to {each.high}"


def drawn_bins(
    to: Canvas, title: str, axes: tuple[str, str], bins: Sequence[Bin], marks: Mapping[str, Fraction]
) -> None:
    """The bins as a histogram; raises what that raises."""
    histogram(to, title, axes, [(float(b.low), float(b.high), float(b.chance.upper)) for b in bins], marks)


def number(known: Bracket | None) -> Any:
    """The number exactly, or decimals that it is between."""
    if known is None or known.exact is not None:
        return known and known.exact
    places = _DIGITS
    if size := max(abs(known.lower), abs(known.upper)):
        places = max(_DIGITS - scientific(size)[1], 0)
    low, high = known.lower * 10**places, known.upper * 10**places
    return {"low": _decimal(low.__floor__(), places), "high": _decimal(high.__ceil__(), places)}


def _decimal(units: int, places: int) -> str:
    text = f"{abs(units):0{places + 1}d}"
    whole, part = (text[:-places], text[-places:]) if places else (text, "")
    return ("-" if units < 0 else "") + whole + (f".{part}" if part else "")
