"""The section on n wagers one after the other: their total, bands of the return, the chance to be ahead."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, floor

from markov.appendix.blocks import figure, prose, tabular
from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.exact import percent, root, rounded, scientific
from markov.statistics.bracket import Bracket
from markov.statistics.repeated import Repeated
from markov.tables.table import NOTHING, PLAYS, Column, Figure, decimal
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.game import slug

_PLACES = 6  # of percentages; fewer where the bounds do not settle as many


def long_run(found: Dossier) -> Section:
    """The section on many wagers one after the other."""
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
        yield _ahead(f"ahead-{key}", f"{name}: ahead after n wagers", series)
        yield _bands(f"bands-{key}", f"{name}: bands of the return", series)


def _ahead(label: str, title: str, series: Sequence[Repeated]) -> Tabular:
    rows = []
    for one in series:
        ahead = one.ahead
        bound = ahead.bound if ahead.bound is not None and ahead.bound < 1 else None
        row = (
            f"{one.n:,}",
            Figure(one.mean, decimal),
            Figure(one.variance, root),
            chance_in_words(ahead.ahead),
            {"exact": "exact", "enclosed": "proved", "normal": "bounds"}[ahead.how],
            chance_in_words(ahead.even),
            chance_in_words(ahead.normal) if ahead.normal else NOTHING,
            figure(bound, rounded_up),
        )
        rows.append(row)
    headings = ["n", "mean result:point", "standard deviation:point", "ahead, %:point", "how:left"]
    headings += ["even, %:point", "normal, %:point", "± at most, %:point"]
    return tabular(label, title, headings, rows)


def _bands(label: str, title: str, series: Sequence[Repeated]) -> Tabular:
    headings = [Column("n")]
    for band in series[0].bands:
        name = percent(band.level, 0)
        headings += [Column(f"{name} band, %", "left", name), Column("holds, %", "point", name)]
    rows = []
    for one in series:
        row = [f"{one.n:,}"]
        for band in one.bands:
            ends = (percentage_in_words(end, 3) for end in (band.low, band.high))
            row += [" to ".join(ends), chance_in_words(band.chance, 4)]
        rows.append(row)
    return tabular(label, title, headings, rows)


def percentage_in_words(number: Bracket, places: int) -> str:
    """The percentage to as many of the places as its bounds settle; else the bounds, rounded outward."""
    for fewer in range(places, 0, -1):  # without a point, 0 and 100 would be read as exact
        if digits := (number * 100).rounded(fewer):
            return digits.replace("-", "−")
    low, high = floor(number.lower * 10**4), ceil(number.upper * 10**4)
    return " … ".join(rounded(Fraction(end, 100), 2).replace("-", "−") for end in (low, high))


_SMALL = Fraction(1, 10**6)  # of a percentage: below it, powers of ten say more
_POWERS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def chance_in_words(chance: Bracket, places: int = _PLACES) -> str:
    """The percentage of a chance; by powers of ten where it is next to nothing or next to everything."""
    exact = chance.exact
    if exact in (0, 1):
        return "100" if exact else "0"
    if chance.upper < _SMALL:
        return _tiny(chance)
    if chance.lower > 1 - _SMALL:
        return f"100 − {_tiny(-chance + 1)}"
    return percentage_in_words(chance, places)


def _tiny(chance: Bracket) -> str:
    for digits in (4, 3, 2, 1):
        if known := (chance * 100).scientific(digits):
            return _power(known)
    return f"< {_power(scientific(chance.upper * 100, 2))}"


def _power(number: tuple[str, int]) -> str:
    digits, power = number
    return f"{digits}·10{str(power).translate(_POWERS)}"


def rounded_up(bound: Fraction) -> str:
    """The bound in percent, rounded up to four places."""
    return rounded(Fraction(ceil(bound * 10**6), 10**4), 4)
