"""After n wagers: the total, the band of the return, and the chance to be ahead."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.appendix.prose import prose
from markov.exact import percent, root, rounded, scientific
from markov.statistics.bracket import Bracket
from markov.statistics.repeated import Repeated
from markov.tables.phrases import PLAYS
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.game import slug

_PLACES = 6  # of percentages; fewer where the bounds do not settle as many


def many(found: Dossier) -> Section:
    """The section."""
    sections = tuple(
        Section(one.wager.name, f"many-{slug(one.wager.name)}", tuple(_wager(one))) for one in found.chapters
    )
    return Section("After many wagers", "many", (prose(_WORDS), *sections))


_WORDS = """
    The same wager is made n times, independently, one unit each. Being ahead is a total return above the
    total outlay. “Exact” is the law of the sum by convolution, whole numbers throughout. “Proved” is
    Fourier inversion on the lattice of totals in ball arithmetic: the bounds on either side have the
    digits that are shown in common. Beside it stand the normal law and the bound of Berry and Esseen on
    how far it can be from the truth (constant 0.4690, Shevtsova 2013); where nothing else is in reach,
    they are all that is claimed. The band holds the return to player, in percent of the outlay, as often
    as its level says if the law is taken as normal; what truly lies in it stands next to it.
"""


def _wager(found: Chapter) -> Iterator[Block]:
    for way, series in found.repeated.items():
        key = f"{slug(found.wager.name)}-{way}"
        name = f"{found.wager.name}, {PLAYS[way]}"
        yield Tabular(_ahead(f"{name}: ahead after n wagers", series), f"ahead-{key}")
        yield Tabular(_bands(f"{name}: bands of the return", series), f"bands-{key}")


def _ahead(title: str, series: Sequence[Repeated]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in series:
        ahead = one.ahead
        rows.append(
            (
                Word(f"{one.n:,}"),
                Figure(one.mean, decimal),
                Figure(one.variance, root),
                Word(_chance(ahead.ahead)),
                Word({"exact": "exact", "enclosed": "proved", "normal": "bounds"}[ahead.how]),
                Word(_chance(ahead.even)),
                Word(_chance(ahead.normal)) if ahead.normal else NOTHING,
                Figure(ahead.bound, _upward) if ahead.bound is not None and ahead.bound < 1 else NOTHING,
            )
        )
    columns = (
        Column("n"),
        Column("mean result", "point"),
        Column("standard deviation", "point"),
        Column("ahead, %", "point"),
        Column("how", "left"),
        Column("even, %", "point"),
        Column("normal, %", "point"),
        Column("± at most, %", "point"),
    )
    return Table(title, columns, tuple(rows))


def _bands(title: str, series: Sequence[Repeated]) -> Table:
    columns = [Column("n")]
    for band in series[0].bands:
        name = percent(band.level, 0)
        columns += [Column(f"{name} band, %", "left", name), Column("holds, %", "point", name)]
    rows = []
    for one in series:
        row: list[Cell] = [Word(f"{one.n:,}")]
        for band in one.bands:
            row += [
                Word(f"{_percent(band.low, 3)} to {_percent(band.high, 3)}"),
                Word(_chance(band.chance, 4)),
            ]
        rows.append(tuple(row))
    return Table(title, tuple(columns), tuple(rows))


def _percent(number: Bracket, places: int) -> str:
    """The percentage to as many of the places as its bounds settle; else the bounds, rounded outward."""
    for fewer in range(places, 0, -1):  # without a point, 0 and 100 would be read as exact
        if digits := (number * 100).rounded(fewer):
            return digits.replace("-", "−")
    low, high = floor(number.lower * 10**4), ceil(number.upper * 10**4)
    return " … ".join(rounded(Fraction(end, 100), 2).replace("-", "−") for end in (low, high))


_SMALL = Fraction(1, 10**6)  # of a percentage: below it, powers of ten say more
_POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def _chance(chance: Bracket, places: int = _PLACES) -> str:
    """The percentage of a chance; by powers of ten where it is next to nothing or next to everything."""
    exact = chance.exact
    if exact in (0, 1):
        return "100" if exact else "0"
    if chance.upper < _SMALL:
        return _tiny(chance)
    if chance.lower > 1 - _SMALL:
        return f"100 − {_tiny(-chance + 1)}"
    return _percent(chance, places)


def _tiny(chance: Bracket) -> str:
    for digits in (4, 3, 2, 1):
        if known := (chance * 100).scientific(digits):
            return _power(known)
    return f"< {_power(scientific(chance.upper * 100, 2))}"


def _power(number: tuple[str, int]) -> str:
    digits, power = number
    return f"{digits}·10{str(power).translate(_POWERS)}"


def _upward(bound: Fraction) -> str:
    """A bound in percent, rounded up."""
    return rounded(Fraction(ceil(bound * 10**6), 10**4), 4)
