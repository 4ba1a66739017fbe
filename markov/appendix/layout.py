"""Several wagers on the same spins: correlations, the spread of the whole, and the most that can be owed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.appendix.blocks import BlockRow, both, both_headings, both_of_root, prose, tabular
from markov.appendix.decimals import PERCENT
from markov.appendix.odds_tables import joined
from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.exact import one_in
from markov.statistics.exposure import Exposure, exposure
from markov.statistics.joint import Joint, Total, joint
from markov.statistics.layout import shared_wheel
from markov.tables.table import PLAYS, Cell, Figure
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.odds import Answer, Strategy
from markov.wager.rule import label
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class LayoutFigures:
    """A layout under one way of playing all its wagers.

    apart   what the variance would be, were the wagers independent
    envy    the most that can be owed with the envy of dealers; None where none is owed
    """

    joint: Joint
    total: Total
    apart: Fraction
    exposure: Exposure
    envy: Exposure | None


@dataclass(frozen=True, slots=True)
class LayoutByPlay:
    """The layout under each way of playing.

    why   why there are no figures, or none for one way of playing; empty where there are
    """

    stakes: Mapping[str, Fraction]
    ways: Mapping[Strategy, LayoutFigures]
    why: str = ""


def layout(
    answers: Mapping[str, Answer], stakes: Mapping[str, Fraction], ways: Sequence[Strategy]
) -> LayoutByPlay:
    """The figures of the layout with those stakes on the wagers, both by name.

    ways   of playing that are asked for
    """
    made = {name: answer for name, answer in answers.items() if stakes.get(name)}
    wagers = [answer.wager for answer in made.values()]
    why = ""
    if len(made) < 2:
        why = "it takes two wagers with a stake"
    elif chosen := [wager.name for wager in wagers if wager.has_actions]:
        why = f"the player chooses between actions in {joined(chosen)}"
    elif any(wager.wheel_varies for wager in wagers):
        why = "what can come up depends on how each of them stands"
    elif shared_wheel([wager.wheel for wager in wagers])[1]:
        why = "their sample spaces differ"
    elif any(wager.later_stakes for wager in wagers):
        why = "more money is put down on the way, which the layout command counts"
    if why:
        return LayoutByPlay(stakes, {}, why)
    staked = {name: stakes[name] for name in made}
    figures: dict[Strategy, LayoutFigures] = {}
    for way in ways:
        try:
            figures[way] = _layout_figures(made, staked, way)
        except (TooManyStates, TooMuchWork) as error:
            why, _, _ = str(error).partition(";")  # what follows tells of an option that is not meant here
    return LayoutByPlay(staked, figures, why)


def _layout_figures(
    answers: Mapping[str, Answer], stakes: Mapping[str, Fraction], way: Strategy
) -> LayoutFigures:
    law = joint(answers, way)
    own = (stakes[name] ** 2 * law.covariances[k][k] for k, name in enumerate(law.wagers))
    owing = any(answer.wager.envy for answer in answers.values())
    envy = exposure(answers, stakes, way, envied=True) if owing else None
    most = exposure(answers, stakes, way)
    return LayoutFigures(law, law.total(stakes), sum(own, Fraction(0)), most, envy)


def layout_section(by_play: LayoutByPlay, wagers: Mapping[str, Wager]) -> Section:
    """The section on several wagers on one layout; the wagers are by slug."""
    names = [wagers[key].name for key in by_play.stakes]
    trial = next(iter(wagers.values())).trial
    alike = set(by_play.stakes.values()) == {1}
    stakes = "1 unit each" if alike else "the stakes below"
    at_once = all(figures.exposure.total == figures.exposure.separate for figures in by_play.ways.values())
    separate = _AT_ONCE if at_once else _APART
    blocks: list[Block] = [prose(_WORDS, trial=trial, n=str(len(names)), stakes=stakes, separate=separate)]
    if not alike:
        rows = [(wagers[key].name, stake) for key, stake in by_play.stakes.items()]
        blocks.append(tabular("together-stakes", "The stakes", ["wager:left", "stake"], rows))
    if by_play.why:
        blocks.append(prose("One way of playing is left out: {why}.", why=by_play.why))
    blocks.append(_total(by_play, at_once))
    for way, figures in by_play.ways.items():
        run = ", ".join(map(label, figures.exposure.spins))
        blocks.append(prose(_CAUSE, way=PLAYS[way], trial=trial, run=run))
    return Section("All wagers on one layout", "together", tuple(blocks))


_WORDS = """
    The {n} wagers are made before the same {trial}, {stakes}, and stand on the same {trial}s until each is
    over. The variance of the whole is the sum of all variances and covariances; the file of figures has the
    square of the correlation of each two wagers, with its sign. The maximum exposure, stakes that come back
    counted in, is the highest total of any one run of {trial}s. {separate}
"""
_AT_ONCE = "It is the sum of what each wager can be owed by itself."
_APART = "The sum of what each wager can be owed by itself stands beside it."
_CAUSE = "A shortest run that comes to the most, {way}: the {trial}s {run}."


def _total(by_play: LayoutByPlay, at_once: bool) -> Tabular:
    lines = [list(_figures(figures, at_once)) for figures in by_play.ways.values()]
    rows: list[BlockRow] = [
        (name, *(cell for line in lines for cell in line[k][1])) for k, (name, _) in enumerate(lines[0])
    ]
    return tabular("together-total", "The layout as a whole", [":left", *both_headings(by_play.ways)], rows)


def _figures(layout_figures: LayoutFigures, at_once: bool) -> Iterator[tuple[str, tuple[Cell, Cell]]]:
    total, most = layout_figures.total, layout_figures.exposure
    yield "outlay", both(total.outlay)
    yield "expected return", both(total.returned)
    yield "house edge of the outlay", both(1 - total.returned / total.outlay, PERCENT)
    yield "standard deviation", both_of_root(total.variance)
    yield "the same, were the wagers independent", both_of_root(layout_figures.apart)
    yield "maximum exposure", both(most.total)
    if layout_figures.envy:
        yield "the same, with the envy of dealers", both(layout_figures.envy.total)
    if not at_once:
        yield "sum of what each can be owed by itself", both(most.separate)
    yield "chance of the most", (both(most.chance)[0], Figure(most.chance, one_in))


def correlation_squares(by_play: LayoutByPlay) -> dict[str, list[list[str]]]:
    """For each way of playing the squares of the correlations, with their signs, of each two wagers."""
    return {
        way: [[*pair.wagers, str(pair.correlation_square)] for pair in figures.joint.pairs()]
        for way, figures in by_play.ways.items()
    }
