"""The tables that certificates vouch for: the headline of all wagers, the pays and the figures of each."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from markov.appendix.blocks import (
    BlockRow,
    both,
    both_headings,
    both_of_root,
    exactly,
    figure,
    tabular,
)
from markov.appendix.chapter import PlayedWager
from markov.appendix.decimals import PERCENT, PLAIN, RATE, ROOT, SHARE, Decimals, in_thousands
from markov.exact import percent
from markov.naming import counted, listed
from markov.statistics.bracket import Bracket
from markov.statistics.moments import Moments, volatility
from markov.statistics.normal import LEVELS
from markov.tables.endings import ending_words
from markov.tables.table import (
    NOTHING,
    PLAYS,
    Align,
    Cell,
    Figure,
    Heading,
    Word,
    grouped,
    pays,
    up_to,
)
from markov.typeset.manuscript import Tabular
from markov.wager.odds import Odds, Strategy

HEADLINE = "headline"
VOLATILITY = LEVELS[0]
"""The confidence level of the volatility index, which is also the first of the intervals."""

_POSTED = re.compile(r"(\S+) (for|to) (\S+)")


def over_outlay(plays: Iterable[Odds]) -> bool:
    """True where figures are over the outlay: it is not the stake in one of the plays."""
    return any(play.outlay != 1 for play in plays)


def edge_after_envy(play: Odds, outlay: bool) -> Fraction:
    """The edge that the house keeps once the dealer is paid, over the outlay or the stake."""
    return play.house_after_envy / (play.outlay if outlay else 1)


def headline(wagers: Sequence[PlayedWager]) -> Tabular:
    """The table of all wagers, those with the same figures in one row; return and edge have one base."""
    plays = [play for wager in wagers for play in wager.plays.values()]
    best = any("optimal" in wager.plays for wager in wagers)
    envy = any(play.envy for play in plays)
    outlay = over_outlay(plays)
    rows = [(wager.name, _headline_cells(wager, outlay, best, envy)) for wager in wagers]
    headings = ["wager:left", *(rows[0][1] if rows else ())]
    lines = shared_rows((name, tuple(cells.values())) for name, cells in rows)
    average = ", on average" * any(wager.later_stakes for wager in wagers)
    notes = [_OUTLAY.format(average=average) if outlay else "Per unit staked, stake included."]
    notes += ["No offer is taken unless the heading says otherwise."] * best
    if best and any("optimal" not in wager.plays and not wager.has_actions for wager in wagers):
        notes.append("A dash: best play takes no offer, or takes the bet down before any risk.")
    if names := [wager.name for wager in wagers if wager.has_actions]:
        notes.append(f"{joined(names)}: best play; the strategy stands with the wager.")
    if envy:
        notes.append(f"After envy: {'best play,' if best else 'the edge'} less the expected dealer bonus.")
    title = f"The wagers: return and edge over the {'outlay' if outlay else 'stake'}"
    return tabular(HEADLINE, title, headings, lines, [" ".join(notes)])


def _headline_cells(played_wager: PlayedWager, outlay: bool, best: bool, envy: bool) -> dict[str, Cell]:
    """The cells of a wager by heading.

    outlay       whether edges are over the outlay, and not over the stake
    best, envy   whether there are columns for best play and after envy
    """
    never = played_wager.plays["never"]
    shown = played_wager.plays.get("optimal", never)

    def edge(play: Odds) -> Fraction | None:
        return play.edge.per_outlay if outlay else play.edge.per_stake

    won = played_wager.win_chance("never")
    cells: dict[str, Cell] = {
        "pays:left": Word(in_thousands(pays(never, played_wager.pay_words))),
        "1 win in:point": Figure(1 / won, RATE) if won else NOTHING,
        "return, %:point": Figure(never.rtp, SHARE),
        "edge, %:point": figure(edge(never), SHARE),
    }
    cells["standard deviation:point"] = Figure(never.variance, ROOT)
    if best:
        changes = "optimal" in played_wager.plays
        cells["edge, best play, %:point"] = figure(edge(shown) if changes else None, SHARE)
        cells["best play takes:left"] = Word(_taken(played_wager)) if changes else NOTHING
    if envy:
        cells["edge after envy, %:point"] = Figure(edge_after_envy(shown, outlay), SHARE)
    return cells


_OUTLAY = "The outlay is all that the player puts down{average}: the stake, and what is paid on top of it."


def joined(names: Sequence[str], most: int = sys.maxsize) -> str:
    """The names of wagers as one phrase, a common beginning said once; of more than `most` their number.

    >>> joined(["Repeating 2", "Repeating 12"]), joined(["Uptown", "Downtown"])
    ('Repeating 2 and 12', 'Uptown and Downtown')
    >>> joined(["Buy 4", "Buy 10", "Lay 4", "Lay 10"])
    'Buy 4 and 10; Lay 4 and 10'
    >>> joined(["Don't pass", "Don't come"])
    "Don't pass and Don't come"
    """
    if len(names) > most:
        return counted(len(names), "wager")
    kinds: dict[str, list[str]] = {}
    for name in names:
        first, _, last = name.rpartition(" ")
        kinds.setdefault(first, []).append(last)
    numbered = all(last[:1].isdigit() for lasts in kinds.values() for last in lasts)
    if "" in kinds or not numbered or any(len(lasts) == 1 for lasts in kinds.values()):
        return listed(names)
    return "; ".join(f"{first} {listed(lasts)}" for first, lasts in kinds.items())


def shared_rows(rows: Iterable[tuple[str, tuple[Cell, ...]]]) -> list[BlockRow]:
    """The rows of a table, each given as a name and cells; wagers with the same cells share a row."""
    alike = grouped(rows, lambda row: row[1])
    return [(joined([name for name, _ in same]), *cells) for cells, same in alike.items()]


def _taken(played_wager: PlayedWager) -> str:
    """The offers that best play takes, by ending."""
    forced = {ending.ending for ending in played_wager.plays["never"].endings}
    return ", ".join(
        ending_words(each.ending)
        for each in played_wager.plays["optimal"].endings
        if each.ending not in forced
    )


def true_odds(like: str, chance: Fraction) -> Figure:
    """The number before “to” or “for” in the true odds of that chance, in the words of a posted pay.

    >>> true_odds("9 to 5", Fraction(1, 3)).text(), true_odds("evens", Fraction(16, 38)).text()
    ('10.0000 to 5', '1.3750 to 1')
    """
    match = _POSTED.fullmatch(like.strip())
    _, way, unit = match.groups() if match else ("", "to", "1")
    return Figure((1 / chance - (way == "to")) * Fraction(unit), Decimals(after=f" {way} {unit}"))


def returns(wager: PlayedWager) -> Tabular:
    """The table of endings: pay, chance and contribution of each, under each way of playing.

    Of very many endings those that weigh most have a row each, and all others one together.
    """
    best = "optimal" in wager.plays
    endings = {ending.ending: ending.returned for play in wager.plays.values() for ending in play.endings}
    parts = [_parts(play) for play in wager.plays.values()]
    never = parts[0]
    rows: list[BlockRow] = []
    own, rest = _weightiest(endings, parts)
    for name in sorted(own, key=endings.__getitem__, reverse=True):
        words = wager.pay_words(name)
        fair = never[name][0] if name in never and endings[name] > 0 else None
        odds = true_odds(words, fair) if fair else NOTHING
        rows.append(
            (ending_words(name), in_thousands(words), odds, *_shares([part.get(name) for part in parts]))
        )
    if rest:
        highest = up_to(wager.pay_words(max(rest, key=endings.__getitem__)))
        sums = [_sum([part[name] for name in rest if name in part]) for part in parts]
        rows.append((f"{len(rest):,} others", in_thousands(highest), NOTHING, *_shares(sums)))
    whole = [(Fraction(1), play.returned) for play in wager.plays.values()]
    rows.append(("all", "", "", *_shares(whole)))
    headings: list[str | Heading] = ["result:left", "pays:left", "true odds:point"]
    group = PLAYS["never"] if best else ""
    headings += [Heading(name, align, group) for name, align in _CHANCES]
    headings += [
        Heading(f"{name}, best play", align, PLAYS["optimal"]) for name, align in _CHANCES[1:] if best
    ]
    return tabular(
        f"{wager.key}_returns",
        "Results: pay, chance and part of the return, per unit staked",
        headings,
        rows,
        totals=1,
    )


_CHANCES: tuple[tuple[str, Align], ...] = (
    ("chance", "right"),
    ("chance, %", "point"),
    ("of return, %", "point"),
)
_ChanceAndShare = tuple[Fraction, Fraction]
"""The chance of an ending, and its part of the return."""


MOST, OF_MORE = 40, 9
"""Results of a wager that have a row each; of more the rows that there are, one of them for all others."""


def _weightiest(
    endings: Mapping[str, Fraction], parts: Sequence[Mapping[str, _ChanceAndShare]]
) -> tuple[Sequence[str], Sequence[str]]:
    """The endings that have a row of their own, and the others.

    They are those that have the greatest shares of all wagers and of all that is returned, in one sum.
    """
    if len(endings) <= MOST:
        return list(endings), ()
    returned = [sum((share for _, share in part.values()), Fraction(0)) or Fraction(1) for part in parts]

    def weight(name: str) -> Fraction:
        there = [(part[name], whole) for part, whole in zip(parts, returned, strict=True) if name in part]
        return sum((chance + share / whole for (chance, share), whole in there), Fraction(0))

    most = set(sorted(endings, key=weight, reverse=True)[: OF_MORE - 1])
    return [ending for ending in endings if ending in most], [
        ending for ending in endings if ending not in most
    ]


def _sum(pairs: Sequence[_ChanceAndShare]) -> _ChanceAndShare:
    """The sum of the chances, and that of the parts of the return."""
    return sum((chance for chance, _ in pairs), Fraction(0)), sum((share for _, share in pairs), Fraction(0))


def _parts(play: Odds) -> Mapping[str, _ChanceAndShare]:
    """The chance and the part of the return of each ending."""
    return {
        ending.ending: (ending.probability, ending.probability * ending.returned) for ending in play.endings
    }


def _shares(pairs: Sequence[_ChanceAndShare | None]) -> Iterator[Cell]:
    """The cells of a row: both in percent for each way of playing, and the first chance as a fraction too."""
    first = pairs[0]
    yield exactly(first and first[0])
    for pair in pairs:
        for number in pair or (None, None):
            yield figure(number, SHARE)


def figures(wager: PlayedWager, moments: Mapping[Strategy, Moments]) -> Tabular:
    """The table of figures of a wager under each way of playing; edges that are equal share a row."""
    lines = grouped(_rows(wager, moments), lambda row: (row[0], row[2]))
    rows: list[BlockRow] = [
        ((_edge_words if name else listed)([words for _, words, _ in same]), *cells)
        for (name, cells), same in lines.items()
    ]
    return tabular(
        f"{wager.key}_figures",
        "Summary of results",
        ["per unit staked:left", *both_headings(wager.plays)],
        rows,
    )


_ALIKE = {"per stake", "per outlay", "pushes excluded"}


def _edge_words(bases: Sequence[str]) -> str:
    """The name of an edge: alone where it is the same over the stake, the outlay and what is decided."""
    if {*bases} >= _ALIKE:
        bases = [base for base in bases if base not in _ALIKE]
        return f"house edge{', also ' * bool(bases)}{listed(bases)}"
    return f"house edge, {listed(bases)}"


def _rows(
    wager: PlayedWager, moments: Mapping[Strategy, Moments]
) -> Iterator[tuple[str, str, tuple[Cell | Bracket, ...]]]:
    """Rows of figures: the part of the name that several share, the rest of it, and cells for each play."""
    trial, plays = wager.trial, wager.plays.values()

    def row(
        of: Callable[[Odds], Fraction | None], shown: Callable[[Fraction], str]
    ) -> tuple[Cell | Bracket, ...]:
        return tuple(cell for play in plays for cell in both(of(play), shown))

    edge = "house edge "
    yield edge, "per stake", row(lambda play: play.edge.per_stake, PERCENT)
    yield edge, "per outlay", row(lambda play: play.edge.per_outlay, PERCENT)
    yield edge, "pushes excluded", row(lambda play: play.edge.per_resolved, PERCENT)
    yield edge, f"per {trial}", row(lambda play: play.edge.per_spin, PERCENT)
    outlay = over_outlay(plays)
    if outlay:
        yield "", "outlay", row(lambda play: play.outlay, PLAIN)
    yield "", f"return to player{', over the outlay' * outlay}", row(lambda play: play.rtp, PERCENT)
    yield "", "hit frequency", row(lambda play: play.hit_frequency, PERCENT)
    yield "", "standard deviation", tuple(cell for play in plays for cell in both_of_root(play.variance))
    if moments:
        known = [moments[way] for way in wager.plays]
        skewness = (figure(moments.skewness_square, ROOT, root=True) for moments in known)
        yield "", "skewness", _rounded_alone(skewness)
        yield "", "excess kurtosis", _rounded_alone(figure(moments.excess, PLAIN) for moments in known)
    index = (volatility(play.variance, VOLATILITY) for play in plays)
    yield "", f"volatility index, {percent(VOLATILITY, 0)}", _rounded_alone(index)
    yield "", f"average {trial}s", row(lambda play: play.spins.mean, PLAIN)
    spread = (cell for play in plays for cell in both_of_root(play.spins.variance))
    yield "", f"standard deviation of {trial}s", tuple(spread)
    if any(play.envy for play in plays):
        yield "", "dealer bonus (envy)", row(lambda play: play.envy, PERCENT)
        yield "", "house edge after envy", row(lambda play: play.house_after_envy, PERCENT)


def _rounded_alone(rounded: Iterable[Cell | Bracket]) -> tuple[Cell | Bracket, ...]:
    """The cells of a figure that is shown as a decimal only."""
    return tuple(cell for rounded_cell in rounded for cell in (NOTHING, rounded_cell))
