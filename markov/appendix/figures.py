"""The figures of one wager: its return table, all figures with their moments, the law of its spins."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm

from markov.appendix.blocks import BlockRow, both, prose, tabular
from markov.appendix.chapter import Chapter, PlayedWager
from markov.exact import percent, root, signed_root
from markov.questions.odds.view import figures as of_play
from markov.statistics.moments import Moments
from markov.statistics.normal import LEVELS
from markov.tables.drawing import Bars
from markov.tables.table import NOTHING, PLAYS, Cell, Figure, Word, decimal, in_percent, posted
from markov.typeset.manuscript import Block, Picture, Section, Tabular
from markov.wager.odds import Play, Way

_PLACES = 6


def returns(found: PlayedWager, key: str) -> Iterator[Tabular]:
    """The return table under each way of playing; the labels begin with the key."""
    for way, play in found.plays.items():
        title = f"{found.name}: return, {PLAYS[way]}"
        yield _returns(f"{key}_return-{way}", title, found, play)


def _returns(label: str, title: str, found: PlayedWager, play: Play) -> Tabular:
    common = lcm(*(ending.probability.denominator for ending in play.endings))

    def share(probability: Fraction, contribution: Fraction) -> tuple[Cell, ...]:
        chance = Figure(probability * common), Figure(probability, in_percent)
        return *chance, *both(contribution, in_percent)

    rows = [
        (
            ending.ending,
            posted(found.pays, ending.ending),
            ending.returned,
            *share(ending.probability, ending.probability * ending.returned),
        )
        for ending in sorted(play.endings, key=lambda ending: ending.returned, reverse=True)
    ]
    whole = ("all", "", "", *share(Fraction(1), play.returned))
    headings = ["ending:left", "pays:left", "returns", "combinations", "chance, %:point"]
    return tabular(label, title, [*headings, "contribution", "%:point"], [*rows, whole], totals=1)


def figures(found: PlayedWager, moments: Mapping[Way, Moments], key: str) -> Section:
    """The section with every figure and the moments, under each way of playing."""
    listed = [[*_named(play), *_moments(moments[way])] for way, play in found.plays.items()]
    rows = [
        (lines[0][0], *(cell for _, *cells in lines for cell in cells)) for lines in zip(*listed, strict=True)
    ]
    headings = ["per unit staked:left", *(name for way in found.plays for name in (PLAYS[way], "≈:point"))]
    title = f"{found.name}: figures and moments"
    table = tabular(f"{key}_figures-table", title, headings, rows, [_SIGNED])
    return Section("Figures and moments", f"{key}_figures", (table,))


_SIGNED = "Roots are exact under their sign. Digits of volatility indices are proved from below and above."


def _named(play: Play) -> Iterator[tuple[str, Cell, Cell]]:
    """The figures under the names that the definitions give them."""
    names = {"spins, mean": "mean spins", "spins, variance": "variance of spins"}
    for name, exact, shown in of_play(play):
        yield names.get(name, name.replace("edge per", "house advantage per")), exact, shown


def _moments(found: Moments) -> Iterator[tuple[str, Cell, Cell]]:
    square = found.skewness_square
    if square is None:
        yield "skewness", NOTHING, NOTHING
    else:
        yield "skewness", Figure(square, _radical, root=True), Figure(square, signed_root, root=True)
    yield "excess kurtosis", *both(found.excess)
    for level in LEVELS:
        digits = found.volatility(level).rounded(_PLACES)
        yield f"volatility index, {percent(level, 0)}", Word("z·σ"), Word(digits) if digits else NOTHING


def _radical(square: Fraction) -> str:
    """The root of a number given by its square with its own sign, under its sign."""
    return f"{'−' if square < 0 else ''}√({abs(square)})"


def spins(found: Chapter, key: str) -> Section:
    """The section on how many spins the wager lasts: quantiles and a chart."""
    plays = [found.plays[way].spins for way in found.spins]
    quantiles = [law.quantiles for law in found.spins.values()]
    rows: list[BlockRow] = [
        ("mean", *(Figure(spins.mean, decimal) for spins in plays)),
        ("standard deviation", *(Figure(spins.variance, root) for spins in plays)),
    ]
    rows += [
        (f"enough in {percent(lines[0][0], 0)} of wagers", *(Word(str(n)) for _, n in lines))
        for lines in zip(*quantiles, strict=True)
    ]
    headings = ["spins:left", *(f"{PLAYS[way]}:point" for way in found.spins)]
    title = f"{found.wager.name}: spins until it is over"
    blocks: list[Block] = [tabular(f"{key}_spins-table", title, headings, rows)]
    for way, law in found.spins.items():
        median, _, most = (n for _, n in law.quantiles)
        mean = found.plays[way].spins.mean
        caption = f"{found.wager.name}, {PLAYS[way]}: the chance that it is over at the n-th spin"
        shown = len(law.chances) - 1
        words = (
            f"Bars of P(T = n) for n from 0 to {shown}. The most likely of them is {_mode(law.chances)}, "
            f"the mean {decimal(mean)}, the median {median}; {most} spins are enough in 99%."
        )
        chart = Bars(law.chances, "spins", (("median", median), ("99%", most)))
        blocks.append(Picture(chart, caption, words, f"{key}_spins-{way}"))
        if law.beyond:
            blocks.append(prose(_LONGER, n=str(shown), p=decimal(law.beyond)))
    return Section("Law of spins", f"{key}_spins", tuple(blocks))


_LONGER = "It lasts longer than {n} spins with a chance of {p}."


def _mode(chances: tuple[Fraction, ...]) -> int:
    return max(range(len(chances)), key=chances.__getitem__)
