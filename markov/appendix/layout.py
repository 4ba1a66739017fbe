"""Several wagers on the same spins: covariances, the spread of the whole, and the most that can be owed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.appendix.blocks import both, prose, tabular
from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.exact import one_in, root, signed_root
from markov.formats.states import label
from markov.statistics.exposure import Exposure, exposure
from markov.statistics.joint import Joint, Total, joint
from markov.tables.table import NOTHING, PLAYS, Figure, in_percent
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.odds import Answer, Way
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class LayoutFigures:
    """A layout under one way of playing all its wagers.

    apart   what the variance would be, were the wagers independent
    """

    joint: Joint
    total: Total
    apart: Fraction
    exposure: Exposure


@dataclass(frozen=True, slots=True)
class LayoutByPlay:
    """The layout under each way of playing.

    why   why there are no figures, or none for one way of playing; empty where there are
    """

    stakes: Mapping[str, Fraction]
    ways: Mapping[Way, LayoutFigures]
    why: str = ""


def layout(answers: Mapping[str, Answer], stakes: Mapping[str, Fraction]) -> LayoutByPlay:
    """The figures of the layout with those stakes on the wagers, both by name."""
    made = {name: answer for name, answer in answers.items() if stakes.get(name)}
    wheels = {answer.wager.wheel for answer in made.values()}
    if len(made) < 2 or len(wheels) > 1:
        return LayoutByPlay(stakes, {}, "it takes two wagers that stand on the same spins")
    if any(answer.wager.phased for answer in made.values()):
        return LayoutByPlay(stakes, {}, "what can come up depends on how each of them stands")
    ways: list[Way] = ["never"]
    if any(answer.optimal != answer.never for answer in made.values()):
        ways.append("optimal")
    staked = {name: stakes[name] for name in made}
    found: dict[Way, LayoutFigures] = {}
    why = ""
    for way in ways:
        try:
            found[way] = _layout_figures(made, staked, way)
        except (TooManyStates, TooMuchWork) as error:
            why, _, _ = str(error).partition(";")  # what follows tells of an option that is not meant here
    return LayoutByPlay(staked, found, why)


def _layout_figures(answers: Mapping[str, Answer], stakes: Mapping[str, Fraction], way: Way) -> LayoutFigures:
    found = joint(answers, way)
    own = (stakes[name] ** 2 * found.covariances[k][k] for k, name in enumerate(found.wagers))
    return LayoutFigures(found, found.total(stakes), sum(own, Fraction(0)), exposure(answers, stakes, way))


def together(found: LayoutByPlay, wagers: Mapping[str, Wager]) -> Section:
    """The section on the layout; the wagers are by slug."""
    if not found.ways:
        blocks: tuple[Block, ...] = (prose("Nothing is said of wagers together: {why}.", why=found.why),)
    else:
        parts = (
            Section(f"Each wager: {PLAYS[way]}", f"together-{way}", tuple(_way(wagers, one, way)))
            for way, one in found.ways.items()
        )
        left_out = (prose("One way of playing is left out: {why}.", why=found.why),) if found.why else ()
        stakes = [(wagers[key].name, stake) for key, stake in found.stakes.items()]
        table = tabular("together-stakes", "The layout", ["wager:left", "stake"], stakes)
        blocks = (prose(_WORDS), *left_out, table, *parts)
    return Section("Several wagers on one layout", "together", blocks)


_WORDS = """
    These wagers are made before the same spin and stand on the same spins until each is over. Their
    returns are not independent, so the spread of the whole is not that of its parts: variances and all
    covariances add up. The most that can be owed is the highest total of any one run of spins, since
    endings can exclude each other; the sum of what each wager can be owed by itself is shown beside it,
    and is never used in its place. Dealers' envy is not counted in.
"""
_CAUSE = "A shortest run of spins that comes to the most: {spins}. On it every wager ends so:"


def _way(wagers: Mapping[str, Wager], one: LayoutFigures, way: str) -> Iterator[Block]:
    yield _total(f"together-total-{way}", one)
    run = ", ".join(map(label, one.exposure.spins))
    yield prose(_CAUSE, spins=run)
    yield _endings(f"together-endings-{way}", wagers, one)
    yield _pairs(f"together-pairs-{way}", wagers, one)


def _total(label_: str, one: LayoutFigures) -> Tabular:
    total, most = one.total, one.exposure
    rows = [
        ("outlay", *both(total.outlay)),
        ("expected return", *both(total.returned)),
        ("expected result of the player", *both(total.net)),
        ("variance", *both(total.variance)),
        ("standard deviation", Figure(total.variance, root=True), Figure(total.variance, root)),
        ("variance, were the wagers independent", *both(one.apart)),
        ("most that can be owed", *both(most.total)),
        ("beyond the outlay", *both(most.net)),
        ("sum of what each can be owed by itself", *both(most.separate)),
        ("chance of the most", *both(most.chance, in_percent)),
    ]
    notes = [f"The chance of the most is {one_in(most.chance)}."]
    return tabular(label_, "The layout as a whole", [":left", "exact", "≈:point"], rows, notes)


def _endings(label_: str, wagers: Mapping[str, Wager], one: LayoutFigures) -> Tabular:
    most = one.exposure
    rows = []
    for key, ending in most.endings.items():
        returned = wagers[key].pays[ending]
        rows.append((wagers[key].name, ending, returned, most.stakes[key] * returned))
    headings = ["wager:left", "ending:left", "returns, per unit", "owed"]
    title = f"Every wager on that run, {PLAYS[one.joint.way]}"
    return tabular(label_, title, headings, [*rows, ("all", "", "", most.total)], totals=1)


def _pairs(label_: str, wagers: Mapping[str, Wager], one: LayoutFigures) -> Tabular:
    rows = []
    for pair in one.joint.pairs():
        square = pair.correlation_square
        correlation = NOTHING if square is None else Figure(square, signed_root, root=True)
        rows.append((*(wagers[key].name for key in pair.wagers), *both(pair.covariance), correlation))
    headings = ["wager:left", "and wager:left", "covariance", "≈:point", "correlation:point"]
    title = f"Covariances of the returns per unit staked, {PLAYS[one.joint.way]}"
    return tabular(label_, title, headings, rows)
