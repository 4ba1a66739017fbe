"""The rules as modelled: their interpretation, the effect of each other one, the range over all of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.appendix.blocks import BlockRow, percentage, prose, tabular
from markov.appendix.decimals import PLAIN, ROOT, SHARE
from markov.appendix.dossier import Dossier
from markov.appendix.model import sample_space
from markov.appendix.odds_tables import joined, shared_rows
from markov.naming import counted, listed
from markov.questions.readings.ranges import Extreme, Ranges
from markov.tables.table import NOTHING, PLAYS, Cell, Figure, Heading, Word, grouped
from markov.typeset import manuscript as ms
from markov.typeset.manuscript import Block, Code, Inline, Inlines, Section, Tabular
from markov.wager.game import Game, Option, conditions, slug
from markov.wager.odds import FIGURES, Strategy

MATERIAL = "material-readings"
_NAMES: Mapping[str, tuple[str, Callable[[Fraction], str]]] = {
    "edge.per_stake": ("edge, %", SHARE),
    "edge.per_outlay": ("edge over the outlay, %", SHARE),
    "edge.per_resolved": ("edge per bet resolved, %", SHARE),
    "house_after_envy": ("edge after envy, %", SHARE),
    "rtp": ("return over the outlay, %", SHARE),
    "variance": ("standard deviation", ROOT),
    "spins.mean": ("average {}s", PLAIN),
}
"""The figures that are compared; what is returned moves with the return over the outlay."""


def rules(dossier: Dossier, brief: bool) -> Section:
    """The section on the rules and the readings.

    brief   whether questions that change nothing are only named, ranges are left to the first page, and the
            sample space is here
    """
    options, ranges = dossier.request.game.options, dossier.ranges
    space = sample_space(dossier.chapters) if brief else []
    listed_ = options
    if brief and ranges is not None:
        listed_ = tuple(
            option for option in options if len(ranges.untouched(option.key)) < len(dossier.chapters)
        )
    blocks: list[Block] = [*_conditions(dossier, brief)]
    if dossier.taken_down:
        names = [
            chapter.wager.name for chapter in dossier.chapters if chapter.wager.name in dossier.taken_down
        ]
        blocks.append(prose(_DOWN, names=joined(names)))
    if listed_:
        blocks.append(prose(_OPEN))
        blocks.append(ms.Items(tuple(_question(option, dossier) for option in listed_), numbered=True))
    if ranges is not None:
        rejected = " that is not rejected" * any(effect.rejected for effect in ranges.effects)
        trial = dossier.request.wagers[0].trial
        if len(dossier.chapters) > 1:
            blocks.append(
                prose(_COMPARED, figures=_compared_figures(dossier), rejected=rejected, trial=trial)
            )
            blocks += [table for option in options for table in _option_tables(option, dossier, ranges)]
        if still := [
            option.key for option in options if len(ranges.untouched(option.key)) == len(dossier.chapters)
        ]:
            keys = listed(still, "or")
            blocks.append(prose("No choice of {keys} changes any figure of these wagers.", keys=keys))
        if not brief:
            blocks += _range_blocks(dossier, ranges)
    return Section("Rules and their interpretation", "rules", (*blocks, *space))


def _conditions(dossier: Dossier, brief: bool) -> Iterator[Block]:
    """The conditions of the sheet that are in no chain, each with its wagers; brief ones as one paragraph."""
    wagers = dossier.request.wagers
    stated = [
        (f"{joined(names)}: " if 0 < len(names) < len(wagers) else "", text)
        for text, names in conditions(dossier.request.game, wagers).items()
    ]
    run = [whose + text for whose, text in stated] if brief else []
    yield prose("{words}", words=" ".join((_OURS, *[_RELIED] * bool(stated), *run)))
    if stated and not brief:
        yield ms.Items(tuple((*[ms.Strong(whose)] * bool(whose), text) for whose, text in stated))


_FEW = 2  # wagers, up to which they are named
_OURS = "The figures are those of the rules as worded in this document, and of no other reading of the sheet."
_RELIED = "Assumptions of the sheet that the model does not cover:"
_CLOSED = "No other interpretation of the sheet is compared."
_DOWN = """
    {names}: under one interpretation or another the bet can be withdrawn before any risk, which is excluded:
    under every interpretation the figures are with no offer taken.
"""
_OPEN = "What the sheet leaves open, the interpretation used here, and the others:"
_COMPARED = """
    Each other interpretation{rejected} is taken by itself, and {figures} are compared. Only changed figures
    are listed. The edge per {trial} is the edge over the average {trial}s, and changes with either.
"""


def _question(option: Option, dossier: Dossier) -> Inlines:
    chosen = dossier.request.reading[option.key]
    words: list[Inline] = [ms.Strong(option.question), f" Used here: {option.choices[chosen]} ("]
    words += [Code(f"{option.key}={chosen}"), ")."]
    if chosen in option.rejected:
        words.append(f" The sheet rejects it, since {option.rejected[chosen]}.")
    others = [choice for choice in option.choices if choice != chosen and choice not in option.rejected]
    for number, choice in enumerate(others):
        words += [f"{'; ' if number else ' Otherwise: '}{option.choices[choice]} (", Code(choice), ")"]
    words += ["."] * bool(others)
    for choice, why in option.rejected.items():
        if choice != chosen:
            words += [f" Rejected: {option.choices[choice]} (", Code(choice), f"), since {why}."]
    if option.idle:
        words.append(f" The sheet says that no choice changes any odds: {option.idle}.")
    return tuple(words)


def _heading(figure: str, dossier: Dossier) -> str:
    name = _NAMES[figure][0].format(dossier.request.wagers[0].trial)
    own_base = figure == "house_after_envy" and dossier.outlay
    return name.replace(", %", " over the stake, %") if own_base else name


def _without_unit(name: str) -> str:
    return name.removesuffix(", %")


def _tabulated(dossier: Dossier) -> list[str]:
    """The names of the figures in tables: the return if an outlay is not the stake, envy if any is owed."""
    envy = any(
        play.envy
        for _, answers in dossier.readings
        for answer in answers
        for play in (answer.never, answer.optimal)
    )
    names = [dossier.edge, *["house_after_envy"] * envy, *["rtp"] * dossier.outlay]
    return [*names, "variance", "spins.mean"]


@dataclass(frozen=True, slots=True)
class _ChangedFigure:
    """A figure of a wager that is another under some choice, made by itself.

    way     of playing; None where it is the same under both, before and after each choice
    chosen  the figure as chosen, and `after`, by option and choice, where it is another; None where the wager
            is not offered then
    """

    wager: str
    figure: str
    way: Strategy | None
    chosen: Fraction | None
    after: Mapping[tuple[str, str], Fraction | None]

    def named(self, dossier: Dossier) -> str:
        """The figure and the way of playing in words."""
        return _heading(self.figure, dossier) + (f", {PLAYS[self.way]}" if self.way else "")

    def cell(self, option: str, choice: str) -> Cell:
        """The figure under the choice."""
        value = self.after.get((option, choice), self.chosen)
        return Word("not offered", "faint") if value is None else Figure(value, _NAMES[self.figure][1])


def _changed_figures(
    dossier: Dossier, ranges: Ranges, option: str = "", figures: Sequence[str] = ()
) -> list[_ChangedFigure]:
    """The figures that choices of one option, or of all, change; no best play of wagers taken down.

    figures   that are asked for; those in tables where none is named
    """
    moved: dict[tuple[str, str], dict[Strategy, dict[tuple[str, str], Fraction | None]]] = {}
    tabulated = figures or _tabulated(dossier)
    effects = [effect for effect in ranges.effects if not effect.rejected and option in ("", effect.option)]
    for effect in effects:
        choice = effect.option, effect.choice
        for change in effect.changes:
            if change.figure in tabulated and (
                change.way == "never" or effect.wager not in dossier.taken_down
            ):
                ways = moved.setdefault((effect.wager, change.figure), {})
                ways.setdefault(change.way, {})[choice] = change.after
    for effect in (effect for effect in effects if effect.absent):
        for key in [key for key in moved if key[0] == effect.wager] or [(effect.wager, tabulated[0])]:
            for after in moved.setdefault(key, {"never": {}, "optimal": {}}).values():
                after[effect.option, effect.choice] = None
    rows: list[_ChangedFigure] = []
    for (wager, figure), ways in moved.items():
        chosen = {way: ranges.of(wager, way, figure).asked for way in PLAYS}
        same = chosen["never"] == chosen["optimal"] and ways.get("never") == ways.get("optimal")
        nothing = all(value is None for after in ways.values() for value in after.values())
        if same or nothing or wager in dossier.taken_down:
            rows.append(_ChangedFigure(wager, figure, None, chosen["never"], ways["never"]))
        else:
            rows += [_ChangedFigure(wager, figure, way, chosen[way], after) for way, after in ways.items()]
    return rows


def _option_tables(option: Option, dossier: Dossier, ranges: Ranges) -> Iterator[Tabular]:
    """A row for each figure that a choice of the option changes, a column for each choice.

    Choices that concern other wagers than all others have a table of their own.
    """
    moved = _changed_figures(dossier, ranges, option.key)
    groups: list[tuple[frozenset[str], list[str]]] = []
    for choice in option.choices:
        if names := frozenset(
            figure_range.wager for figure_range in moved if (option.key, choice) in figure_range.after
        ):
            met = [group for group in groups if group[0] & names]
            whole = names.union(*(each for each, _ in met)), [*(c for _, cs in met for c in cs), choice]
            groups = [*(group for group in groups if group not in met), whole]
    asked = dossier.request.reading[option.key]
    edges = {
        (figure_range.wager, figure_range.way): figure_range
        for figure_range in moved
        if figure_range.figure == dossier.edge
    }
    for number, (names, choices) in enumerate(groups, start=1):
        rows: list[tuple[str, tuple[Cell, ...]]] = []
        for figure_range in moved:
            edge = edges.get((figure_range.wager, figure_range.way))
            envied = figure_range.figure == "house_after_envy"
            if envied and edge and (edge.chosen, edge.after) == (figure_range.chosen, figure_range.after):
                continue
            cells = [figure_range.cell(option.key, choice) for choice in (asked, *choices)]
            if figure_range.wager in names and len(set(cells)) > 1:
                rows.append((figure_range.wager, (Word(figure_range.named(dossier)), *cells)))
        headings = ["wager:left", "figure:left", f"{asked} (used here):point"]
        bare = ((choice, not any(map(str.isalpha, choice))) for choice in choices)  # a number says too little
        headings += [f"{f'{option.key}=' * number}{choice}:point" for choice, number in bare]
        part = f"-{number}" if number > 1 else ""
        title = f"Effect of the interpretation of {option.key.replace('-', ' ')}"
        if len(groups) > 1:
            title += f" on {joined([wager.name for wager in dossier.request.wagers if wager.name in names])}"
        yield tabular(f"reading-{option.key}{part}", title, headings, shared_rows(rows))


def _compared_figures(dossier: Dossier) -> str:
    """The names of the compared figures, in words."""
    return f"the {listed([_without_unit(_heading(figure, dossier)) for figure in _tabulated(dossier)])}"


def _reading_table(dossier: Dossier, ranges: Ranges) -> Tabular:
    """The table of one wager: a row for each choice that changes a figure, a column for each such figure."""
    moved = _changed_figures(dossier, ranges)
    choices = [(effect.option, effect.choice) for effect in ranges.effects]
    choices = [choice for choice in choices if any(choice in figure_range.after for figure_range in moved)]
    headings: list[str | Heading] = ["interpretation:left"]
    headings += [
        Heading(figure_range.named(dossier), "point", figure_range.way or "") for figure_range in moved
    ]
    rows: list[BlockRow] = [("used here", *(figure_range.cell("", "") for figure_range in moved))]
    rows += [
        (
            choice_words(dossier.request.game, key, choice),
            *(figure_range.cell(key, choice) for figure_range in moved),
        )
        for key, choice in choices
    ]
    trial = dossier.request.wagers[0].trial
    notes = [f"Only changed figures are listed; the edge per {trial} changes with either part of it."]
    return tabular(MATERIAL, "Effect of each other interpretation by itself", headings, rows, notes)


def choice_words(game: Game, key: str, choice: str) -> str:
    """An interpretation in a sentence, with its option in brackets."""
    words = _means(game, key, choice)
    return f"{words[:1].upper()}{words[1:]} ({key}={choice})"


def _means(game: Game, key: str, choice: str) -> str:
    return next(option for option in game.options if option.key == key).choices[choice]


def scope(dossier: Dossier, ranges: Ranges) -> str:
    """A sentence on how many readings the ranges cover, and on choices among them that the sheet rejects."""
    left = ranges.combinations - ranges.compared - ranges.rejected
    which = f"; {left:,} combinations were not solved" if left else ": all combinations of choices"
    but = f", but for {ranges.rejected:,} with a choice that is rejected" if ranges.rejected else ""
    meant = listed([*dossier.request.game.rejections(dossier.request.reading)])
    among = f" The sheet rejects {meant}, which is used here and counts among them." * bool(meant)
    return f"Ranges are over {counted(ranges.compared, 'interpretation')}{which}{but}.{among}"


def _range_blocks(dossier: Dossier, ranges: Ranges) -> Iterator[Block]:
    """The range of each figure of each wager."""
    if ranges.compared < 2:
        return
    varying = {wager.figure for wager in ranges.wagers if len({*wager.span}) > 1}
    figures = [figure for figure in _tabulated(dossier) if figure in varying]
    if not figures:
        yield prose("{scope} None of these figures changes.", scope=scope(dossier, ranges))
        return
    rows: list[tuple[str, tuple[Cell, ...]]] = []
    for chapter in dossier.chapters:
        bounds = {
            way: [ranges.of(chapter.wager.name, way, figure).span for figure in figures] for way in PLAYS
        }
        if chapter.wager.name in dossier.taken_down or bounds["optimal"] == bounds["never"]:
            bounds = {"never": bounds["never"]}
        for way, each in bounds.items():
            if any(least != greatest for least, greatest in each):
                cells: list[Cell] = [Word(chapter.way_words(way))]
                for figure, pair in zip(figures, each, strict=True):
                    cells += [Figure(value, _NAMES[figure][1]) for value in pair]
                rows.append((chapter.wager.name, tuple(cells)))
    several = bool(_by_play(dossier))
    headings: list[str | Heading] = ["wager:left", *["play:left"] * several, *_extremes(figures, dossier)]
    rows = [(name, cells if several else cells[1:]) for name, cells in rows]
    fixed = {chapter.wager.name for chapter in dossier.chapters} - {name for name, _ in rows}
    notes = [scope(dossier, ranges)]
    if fixed:
        notes.append(f"None of these figures changes for {counted(len(fixed), 'other wager')}.")
    if still := [_heading(figure, dossier) for figure in _tabulated(dossier) if figure not in figures]:
        notes.append(
            f"No interpretation among them changes the {listed([_without_unit(figure) for figure in still])}."
        )
    title = "Range of each figure over all combinations of interpretations"
    yield tabular("reading-ranges", title, headings, shared_rows(rows), notes)


def _extremes(figures: Sequence[str], dossier: Dossier) -> Iterator[Heading]:
    """The headings over the least and the greatest of each figure."""
    for figure in figures:
        name = _heading(figure, dossier)
        yield Heading(f"{name}: least", "point", name)
        yield Heading("greatest", "point", name)


# What the first page says of interpretations.


def interpretations(dossier: Dossier) -> Iterator[Block]:
    """The range of the edge over all combinations, and the choices that change a figure."""
    ranges = dossier.ranges
    if ranges is None or ranges.combinations < 2:
        yield prose(_CLOSED)
        return
    play = _by_play(dossier)
    edge, *after = (_range_in_words(figure, dossier, ranges) for figure in _edges(dossier))
    subject = f"house edge {_BASES[dossier.quoted_edge]} is {edge}."
    words = [f"{play} the {subject}" if play else f"The {subject}"]
    base = ", of the stake," * dossier.outlay
    words += [f"After the dealer bonus{base} it is {'the same' if span == edge else span}." for span in after]
    yield prose("{words} {scope}", words=" ".join(words), scope=scope(dossier, ranges))
    rows = list(_material_rows(dossier, ranges))
    if rows and len(dossier.chapters) == 1:
        yield _reading_table(dossier, ranges)
    elif rows:
        headings: list[str | Heading] = ["interpretation:left", "wagers:left"]
        headings += _extremes(_edges(dossier), dossier)
        notes = [
            "Edges of the wagers that the interpretation changes; all other figures stand with the rules."
        ]
        yield tabular(MATERIAL, "Interpretations that change the edge", headings, rows, notes)
    else:
        but = " that is not rejected" * any(option.rejected for option in dossier.request.game.options)
        closing = "No other interpretation{but} changes {figures} of these wagers by itself."
        changed = any(_changed_figures(dossier, ranges))
        yield prose(closing, but=but, figures="the edge" if changed else _compared_figures(dossier))


def edges_lost_otherwise(dossier: Dossier) -> Iterator[str]:
    """A sentence that names the wagers on which another reading leaves the house no edge."""
    if dossier.ranges is None:
        return
    figure, names = _edges(dossier)[-1], []
    for chapter in dossier.chapters:
        over = dossier.ranges.of(chapter.wager.name, _way(chapter.wager.name, dossier), figure)
        if over.asked is not None and over.asked > 0 >= over.least.value:
            names.append(chapter.wager.name)
    if names:
        under = "After the dealer bonus, another" if figure == "house_after_envy" else "Another"
        whose = f" on {joined(names)}" * (len(dossier.chapters) > 1)
        yield f"{under} interpretation of the sheet leaves the house no edge{whose}."


def _way(wager: str, dossier: Dossier) -> Strategy:
    """The way of playing whose edge is shown: best play, unless a reading has it take the bet down."""
    return "never" if wager in dossier.taken_down else "optimal"


def _range_in_words(figure: str, dossier: Dossier, ranges: Ranges) -> str:
    """The range of a figure over all readings and wagers, in words."""
    mine = [
        wager for wager in ranges.wagers if wager.figure == figure and wager.way == _way(wager.wager, dossier)
    ]
    least = min((figure_range.least for figure_range in mine), key=lambda bound: bound.value)
    greatest = max((figure_range.greatest for figure_range in mine), key=lambda bound: bound.value)
    if least.value == greatest.value:
        return percentage(least.value)
    low, high = (
        _bound_in_words([bound for bound in bounds if bound.value == extreme.value], dossier)
        for bounds, extreme in (
            ([figure_range.least for figure_range in mine], least),
            ([figure_range.greatest for figure_range in mine], greatest),
        )
    )
    return f"from {low} to {high}"


def _bound_in_words(bounds: Sequence[Extreme], dossier: Dossier) -> str:
    """The value that the bounds share, with the wagers that have it under each reading."""
    request, cases = dossier.request, []
    for same in grouped(bounds, lambda bound: tuple(bound.reading.items())).values():
        names = [bound.wagers[0] for bound in same]
        parts = [joined(names, _FEW)]
        parts *= len(dossier.chapters) > 1
        changed = {key: to for key, to in same[0].reading.items() if to != request.reading[key]}
        if changed:
            meant = (
                f"{key}={choice}: {_means(request.game, key, choice)}" for key, choice in changed.items()
            )
            parts.append(f"under {'; '.join(meant)}")
        cases += [" ".join(parts)] if parts else []
    return f"{percentage(bounds[0].value)}" + (f" ({'; '.join(cases)})" if cases else "")


def _material_rows(dossier: Dossier, ranges: Ranges) -> Iterator[BlockRow]:
    """A row for each choice that changes an edge of the first page: its wagers, and their edges."""
    asked, edges = dossier.request.reading, _edges(dossier)
    changes = _changed_figures(dossier, ranges, figures=edges)
    for reading, answers in dossier.readings[1:]:
        ((key, choice),) = ((k, c) for k, c in reading.items() if c != asked[k])
        moved = {slug(change.wager): change.wager for change in changes if (key, choice) in change.after}
        if not moved:
            continue
        some = f"{len(moved)} of {len(dossier.chapters)}"
        there = [(slug(answer.wager.name), answer) for answer in answers]
        plays = [answer.played(_way(moved[name], dossier)) for name, answer in there if name in moved]
        cells: list[Cell] = []
        for figure in edges:
            known = [edge for play in plays if (edge := FIGURES[figure](play)) is not None]
            cells += [Figure(bound(known), SHARE) if known else NOTHING for bound in (min, max)]
        names = joined([*moved.values()]) if len(moved) <= _FEW else some
        yield choice_words(dossier.request.game, key, choice), names, *cells


def _by_play(dossier: Dossier) -> str:
    """The way in which the bets of the first page are played; empty where no player chooses."""
    choosing = [chapter for chapter in dossier.chapters if chapter.answer.offers or chapter.has_actions]
    names = [chapter.wager.name for chapter in choosing if chapter.wager.name in dossier.taken_down]
    if choosing and len(names) == len(choosing):
        return "With no offer taken"
    down = f" ({joined(names, _FEW)}: with no offer taken)" * bool(names)
    return f"Under best play{down}" * bool(choosing)


def _edges(dossier: Dossier) -> list[str]:
    """The edges of the first page: the quoted one, and after envy where any is owed."""
    return [dossier.quoted_edge, *["house_after_envy"] * ("house_after_envy" in _tabulated(dossier))]


_BASES = {
    "edge.per_stake": "of the stake",
    "edge.per_outlay": "of the outlay",
    "edge.per_resolved": "per bet resolved, a bet that is withdrawn not counted,",
}
