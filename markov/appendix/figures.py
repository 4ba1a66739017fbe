"""One wager: every figure, its moments, and how long it lasts."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from markov.appendix.chapter import Chapter, Played
from markov.appendix.prose import prose
from markov.exact import percent, root, signed_root
from markov.questions.odds.view import figures as of_play
from markov.statistics.moments import Moments
from markov.statistics.normal import LEVELS
from markov.tables.drawing import Bars
from markov.tables.phrases import PLAYS
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal
from markov.typeset.manuscript import Block, Picture, Section, Tabular
from markov.wager.odds import Play, Way

_PLACES = 6


def figures(found: Played, moments: Mapping[Way, Moments], key: str) -> Section:
    """The table of figures under each way of playing."""
    columns = [Column("per unit staked", "left")]
    listed: list[list[tuple[str, Cell, Cell]]] = []
    for way, play in found.plays.items():
        columns += [Column(PLAYS[way]), Column("≈", "point")]
        listed.append([*_named(play), *_moments(moments[way])])
    rows = tuple(
        (Word(lines[0][0]), *(cell for _, *cells in lines for cell in cells))
        for lines in zip(*listed, strict=True)
    )
    table = Table(f"{found.name}: figures and moments", tuple(columns), rows, (_SIGNED,))
    return Section("Figures and moments", f"{key}_figures", (Tabular(table, f"{key}_figures-table"),))


_SIGNED = "Roots are exact under their sign. Digits of volatility indices are proved from below and above."


def _named(play: Play) -> Iterator[tuple[str, Cell, Cell]]:
    """The figures by the names that are defined."""
    names = {"spins, mean": "mean spins", "spins, variance": "variance of spins"}
    for name, exact, shown in of_play(play):
        yield names.get(name, name.replace("edge per", "house advantage per")), exact, shown


def _moments(found: Moments) -> Iterator[tuple[str, Cell, Cell]]:
    square = found.skewness_square
    if square is None:
        yield "skewness", NOTHING, NOTHING
    else:
        yield "skewness", Figure(square, _radical, root=True), Figure(square, signed_root, root=True)
    excess = found.excess
    yield (
        "excess kurtosis",
        *((NOTHING, NOTHING) if excess is None else (Figure(excess), Figure(excess, decimal))),
    )
    for level in LEVELS:
        digits = found.volatility(level).rounded(_PLACES)
        yield f"volatility index, {percent(level, 0)}", Word("z·σ"), Word(digits) if digits else NOTHING


def _radical(square: Fraction) -> str:
    """The root of a number given by its square with its own sign, under its sign."""
    return f"{'−' if square < 0 else ''}√({abs(square)})"


def spins(found: Chapter, key: str) -> Section:
    """How many spins the wager lasts: quantiles and a chart."""
    blocks: list[Block] = []
    columns = [Column("spins", "left")]
    columns += [Column(PLAYS[way], "point") for way in found.lasting]
    plays = [(found.plays[way].spins, lasting) for way, lasting in found.lasting.items()]
    rows: list[tuple[Cell, ...]] = [
        (Word("mean"), *(Figure(spins.mean, decimal) for spins, _ in plays)),
        (Word("standard deviation"), *(Figure(spins.variance, root) for spins, _ in plays)),
    ]
    for k, (q, _) in enumerate(plays[0][1].quantiles):
        name = f"enough in {percent(q, 0)} of wagers"
        rows.append((Word(name), *(Word(str(lasting.quantiles[k][1])) for _, lasting in plays)))
    blocks.append(
        Tabular(
            Table(f"{found.wager.name}: spins until it is over", tuple(columns), tuple(rows)),
            f"{key}_spins-table",
        )
    )
    for way, lasting in found.lasting.items():
        median, _, most = (n for _, n in lasting.quantiles)
        mean = found.plays[way].spins.mean
        caption = f"{found.wager.name}, {PLAYS[way]}: the chance that it is over at the n-th spin"
        shown = len(lasting.chances) - 1
        words = (
            f"Bars of P(T = n) for n from 0 to {shown}. The most likely of them is {_mode(lasting.chances)}, "
            f"the mean {decimal(mean)}, the median {median}; {most} spins are enough in 99%."
        )
        chart = Bars(lasting.chances, "spins", (("median", median), ("99%", most)))
        blocks.append(Picture(chart, caption, words, f"{key}_spins-{way}"))
        if lasting.beyond:
            blocks.append(prose(_LONGER, n=str(shown), p=decimal(lasting.beyond)))
    return Section("Law of spins", f"{key}_spins", tuple(blocks))


_LONGER = "It lasts longer than {n} spins with a chance of {p}."


def _mode(chances: tuple[Fraction, ...]) -> int:
    return max(range(len(chances)), key=chances.__getitem__)
