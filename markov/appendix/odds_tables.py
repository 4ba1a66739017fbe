"""The tables that certificates vouch for: the headline of all wagers, the pays and the figures of each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.appendix.blocks import (
    BlockRow,
    both,
    exactly,
    figure,
    root_exactly,
    tabular,
)
from markov.appendix.chapter import PlayedWager
from markov.appendix.decimals import PERCENT, PLAIN, RATE, ROOT, SHARE, Decimals
from markov.exact import percent
from markov.naming import listed
from markov.statistics.bracket import Bracket
from markov.statistics.moments import Moments
from markov.statistics.normal import LEVELS
from markov.tables.table import (
    NOTHING,
    PLAYS,
    Align,
    Cell,
    Column,
    Figure,
    Word,
    pays,
    posted,
)
from markov.typeset.manuscript import Tabular
from markov.wager.odds import Play, Way

HEADLINE = "headline"
_POSTED = re.compile(r"(\S+) (for|to) (\S+)")


def headline(wagers: Sequence[PlayedWager]) -> Tabular:
    """A row for each wager; wagers that are alike in all of it share one."""
    plays = [play for one in wagers for play in one.plays.values()]
    best = any("optimal" in one.plays for one in wagers)
    envy = any(play.envy for play in plays)
    outlay = any(play.edge.per_outlay != play.edge.per_stake for play in plays)
    rows: dict[tuple[Cell, ...], list[str]] = {}
    for one in wagers:
        never = one.plays["never"]
        shown = one.plays.get("optimal", never)
        chance = one.win_chance("never")
        cells = [
            Word(pays(never, one.pays)),
            Figure(chance, RATE) if chance else NOTHING,
            Figure(never.rtp, SHARE),
            Figure(never.edge.per_stake, SHARE),
            *[Figure(never.edge.per_outlay, SHARE)] * outlay,
            Figure(never.variance, ROOT),
        ]
        if best:
            changes = "optimal" in one.plays
            cells += (
                [Figure(shown.edge.per_stake, SHARE), Word(_taken(one))] if changes else [NOTHING, NOTHING]
            )
        if envy:
            cells.append(Figure(shown.house_after_envy, SHARE))
        rows.setdefault(tuple(cells), []).append(one.name)
    headings: list[str | Column] = [
        "wager:left",
        "pays:left",
        "1 win in:point",
        "return, %:point",
        "edge, %:point",
    ]
    headings += ["of outlay, %:point"] * outlay
    headings += ["standard deviation:point"]
    headings += ["edge, best play, %:point", "best play takes:left"] * best
    headings += ["edge after envy, %:point"] * envy
    lines: list[BlockRow] = [(joined(names), *cells) for cells, names in rows.items()]
    notes = [_HEADLINE]
    if best and any("optimal" not in one.plays and not one.choosing for one in wagers):
        notes.append("A dash: best play takes no offer while a bet is at risk.")
    if names := [one.name for one in wagers if one.choosing]:
        notes.append(f"{joined(names)}: best play; the strategy stands with the wager.")
    if envy:
        notes.append("After envy: best play, less what the house is expected to owe the dealer.")
    return tabular(HEADLINE, "The wagers", headings, lines, [" ".join(notes)])


_HEADLINE = (
    "Per unit staked, played to its end unless the heading says otherwise. "
    "A win returns more than was put down."
)


def joined(names: Sequence[str]) -> str:
    """The names of wagers that share a row or a page: what they have in common is said once.

    >>> joined(["Repeating 2", "Repeating 12"]), joined(["Uptown", "Downtown"])
    ('Repeating 2 and 12', 'Uptown and Downtown')
    >>> joined(["Buy 4", "Buy 10", "Lay 4", "Lay 10"])
    'Buy 4 and 10; Lay 4 and 10'
    >>> joined(["Don't pass", "Don't come"])
    "Don't pass and Don't come"
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        first, _, last = name.rpartition(" ")
        kinds.setdefault(first, []).append(last)
    numbered = all(last[:1].isdigit() for lasts in kinds.values() for last in lasts)
    if "" in kinds or not numbered or any(len(lasts) == 1 for lasts in kinds.values()):
        return listed(names)
    return "; ".join(f"{first} {listed(lasts)}" for first, lasts in kinds.items())


def _taken(one: PlayedWager) -> str:
    """The offers that best play takes, by ending."""
    forced = {ending.ending for ending in one.plays["never"].endings}
    return ", ".join(each.ending for each in one.plays["optimal"].endings if each.ending not in forced)


@dataclass(frozen=True, slots=True)
class FairPay:
    """The number in front of "to 1" or "for 1", or of whatever base the posted pay has, of a fair pay."""

    way: str
    unit: Fraction

    def __call__(self, chance: Fraction) -> Fraction:
        """The number for an ending of that chance."""
        return (1 / chance - (self.way == "to")) * self.unit


def true_odds(like: str) -> Decimals:
    """The true odds of an ending, by its chance, in the words of a posted pay.

    >>> true_odds("9 to 5")(Fraction(1, 3)), true_odds("evens")(Fraction(16, 38))
    ('10.0000 to 5', '1.3750 to 1')
    """
    found = _POSTED.fullmatch(like.strip())
    _, way, unit = found.groups() if found else ("", "to", "1")
    return Decimals(of=FairPay(way, Fraction(unit)), after=f" {way} {unit}")


def returns(found: PlayedWager, key: str) -> Tabular:
    """The table of endings: pay, chance and contribution of each, under each way of playing.

    Of very many endings those that weigh most have a row each, and all others one together.
    """
    never, best = found.plays["never"], found.plays.get("optimal")
    endings = {one.ending: one.returned for play in found.plays.values() for one in play.endings}
    parts = [_parts(play) for play in found.plays.values()]
    forced = {one.ending for one in never.endings}
    rows: list[BlockRow] = []
    own, rest = _weightiest(endings, parts)
    for name, brought in sorted(own.items(), key=lambda item: item[1], reverse=True):
        chance = parts[0].get(name, (Fraction(0),))[0]
        words = posted(found.pays, name)
        odds = Figure(chance, true_odds(words)) if chance and brought > 0 and name in forced else NOTHING
        rows.append(
            (name, words, odds, *_chances(parts[0], name), *(_shares(parts[1], name) if best else ()))
        )
    if rest:
        others = f"{len(rest):,} others"
        sums = [{others: _sum(part[name] for name in rest if name in part)} for part in parts]
        cells = (*_chances(sums[0], others), *(_shares(sums[1], others) if best else ()))
        rows.append(
            (others, f"up to {posted(found.pays, max(rest, key=endings.__getitem__))}", NOTHING, *cells)
        )
    whole = [(Fraction(1), play.returned) for play in found.plays.values()]
    total: BlockRow = ("all", "", "", Fraction(1), *(Figure(x, SHARE) for x in whole[0]))
    more = [Figure(x, SHARE) for x in whole[1]] if best else []
    headings: list[str | Column] = ["ending:left", "pays:left", "true odds:point"]
    group = PLAYS["never"] if best else ""
    headings += [Column(name, align, group) for name, align in _CHANCES]
    headings += [
        Column(f"{name}, best play", align, PLAYS["optimal"]) for name, align in _CHANCES[1:] if best
    ]
    title = "What it pays, and how often"
    return tabular(f"{key}_returns", title, headings, [*rows, (*total, *more)], totals=1)


_CHANCES: tuple[tuple[str, Align], ...] = (
    ("chance", "right"),
    ("chance, %", "point"),
    ("of return, %", "point"),
)
_Parts = Mapping[str, tuple[Fraction, Fraction]]


_MOST = 40  # endings of a wager that have a row each


def _weightiest(
    endings: Mapping[str, Fraction], parts: Sequence[_Parts]
) -> tuple[Mapping[str, Fraction], Sequence[str]]:
    """The endings that have a row each, by what they return, and the names of all others.

    They are those that have the greatest shares of all wagers and of all that is returned, in one sum.
    """
    if len(endings) <= _MOST:
        return endings, ()
    returned = [sum((share for _, share in part.values()), Fraction(0)) or Fraction(1) for part in parts]

    def weight(name: str) -> Fraction:
        there = [(part[name], whole) for part, whole in zip(parts, returned, strict=True) if name in part]
        return sum((chance + share / whole for (chance, share), whole in there), Fraction(0))

    most = set(sorted(endings, key=weight, reverse=True)[: _MOST - 1])
    return {name: endings[name] for name in endings if name in most}, [
        one for one in endings if one not in most
    ]


def _sum(pairs: Iterable[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    chances, shares = zip(*pairs, strict=True)
    return sum(chances, Fraction(0)), sum(shares, Fraction(0))


def _parts(play: Play) -> _Parts:
    """By ending its chance and its part of the return."""
    return {one.ending: (one.probability, one.probability * one.returned) for one in play.endings}


def _shares(parts: _Parts, name: str) -> Iterator[Cell]:
    for number in parts.get(name, (None, None)):
        yield figure(number, SHARE)


def _chances(parts: _Parts, name: str) -> Iterator[Cell]:
    yield exactly(parts.get(name, (None,))[0])
    yield from _shares(parts, name)


def figures(found: PlayedWager, moments: Mapping[Way, Moments], key: str) -> Tabular:
    """Every figure under each way of playing; edges that are equal over several bases are said once."""
    lines: dict[tuple[str, tuple[Cell | Bracket, ...]], list[str]] = {}
    for name, words, cells in _rows(found, moments):
        lines.setdefault((name, cells), []).append(words)
    rows: list[BlockRow] = [(f"{name}{listed(words)}", *cells) for (name, cells), words in lines.items()]
    headings: list[str | Column] = ["per unit staked:left"]
    for way in found.plays:
        group = PLAYS[way] if len(found.plays) > 1 else ""
        headings += [Column(PLAYS[way] if group else "exact", "right", group), Column("≈", "point", group)]
    return tabular(f"{key}_figures", "Figures", headings, rows)


def _rows(
    found: PlayedWager, moments: Mapping[Way, Moments]
) -> Iterator[tuple[str, str, tuple[Cell | Bracket, ...]]]:
    """Rows of figures: the part of the name that several share, the rest of it, and cells for each play."""
    trial = found.trial

    def row(
        of: Callable[[Play], Fraction | None], shown: Callable[[Fraction], str]
    ) -> tuple[Cell | Bracket, ...]:
        return tuple(cell for play in found.plays.values() for cell in both(of(play), shown))

    edge = "house edge "
    yield edge, "per stake", row(lambda play: play.edge.per_stake, PERCENT)
    yield edge, "per outlay", row(lambda play: play.edge.per_outlay, PERCENT)
    yield edge, "per stake resolved", row(lambda play: play.edge.per_resolved, PERCENT)
    yield edge, f"per {trial}", row(lambda play: play.edge.per_spin, PERCENT)
    yield "", "return to player", row(lambda play: play.rtp, PERCENT)
    yield "", "hit frequency", row(lambda play: play.hit_frequency, PERCENT)
    roots = [cell for play in found.plays.values() for cell in _roots(play.variance)]
    yield "", "standard deviation", tuple(roots)
    if moments:
        known = [moments[way] for way in found.plays]
        yield "", "skewness", tuple(cell for one in known for cell in _skewness(one))
        yield (
            "",
            "excess kurtosis",
            tuple(cell for one in known for cell in (NOTHING, figure(one.excess, PLAIN))),
        )
        for level in LEVELS[:1]:
            cells = tuple(cell for one in known for cell in (NOTHING, one.volatility(level)))
            yield "", f"volatility index, {percent(level, 0)}", cells
    yield "", f"mean {trial}s", row(lambda play: play.spins.mean, PLAIN)
    spread = [cell for play in found.plays.values() for cell in _roots(play.spins.variance)]
    yield "", f"standard deviation of {trial}s", tuple(spread)
    if any(play.envy for play in found.plays.values()):
        yield "", "dealer's envy", row(lambda play: play.envy, PERCENT)
        yield "", "house edge after envy", row(lambda play: play.house_after_envy, PERCENT)


def _roots(square: Fraction) -> tuple[Cell, Cell]:
    return root_exactly(square), Figure(square, ROOT, root=True)


def _skewness(one: Moments) -> tuple[Cell, Cell]:
    square = one.skewness_square
    return NOTHING, NOTHING if square is None else Figure(square, ROOT, root=True)
