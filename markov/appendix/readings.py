"""The rules as modelled: what the sheet leaves open, what each choice changes, the range over all."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from markov.appendix.blocks import BlockRow, counted, prose, share, tabular
from markov.appendix.decimals import PLAIN, ROOT, SHARE
from markov.appendix.dossier import Dossier
from markov.appendix.model import sample_space
from markov.appendix.odds_tables import joined
from markov.naming import listed
from markov.questions.readings.ranges import Bound, ChoiceEffect, FigureChange, Range, Ranges
from markov.tables.table import Cell, Column, Figure, Word
from markov.typeset import manuscript as ms
from markov.typeset.manuscript import Block, Code, Inline, Inlines, Section, Tabular
from markov.wager.game import Option, conditions
from markov.wager.odds import FIGURES, Play, Way

MATERIAL = "material-readings"
_NAMES: Mapping[str, tuple[str, Callable[[Fraction], str]]] = {
    "edge.per_stake": ("edge, %", SHARE),
    "house_after_envy": ("edge after envy, %", SHARE),
    "rtp": ("return to player, %", SHARE),
    "variance": ("standard deviation", ROOT),
    "spins.mean": ("mean {}s", PLAIN),
}
"""The figures that readings are tabulated for; what is returned moves with the return to player."""


def rules(found: Dossier, brief: bool) -> Section:
    """The section on the rules and the readings.

    brief   whether questions that change nothing are only named, ranges are left to the first page, and the
            sample space is here
    """
    options, ranges = found.request.game.options, found.ranges
    space = sample_space(found.chapters) if brief else []
    listed_ = options
    if brief and ranges is not None:
        listed_ = tuple(one for one in options if len(ranges.untouched(one.key)) < len(found.chapters))
    blocks: list[Block] = [*_conditions(found, brief)]
    if found.taken_down:
        names = [one.wager.name for one in found.chapters if one.wager.name in found.taken_down]
        blocks.append(prose(_DOWN, names=joined(names)))
    if listed_:
        blocks.append(prose(_OPEN))
        blocks.append(ms.Items(tuple(_question(option, found) for option in listed_), numbered=True))
    if ranges is not None:
        rejected = " that is not rejected" * any(one.rejected for one in ranges.effects)
        after = "; an edge after envy that is the edge is listed once" * (len(_edges(found)) > 1)
        blocks.append(prose(_COMPARED, figures=_every(found), rejected=rejected, after=after))
        if len(found.chapters) == 1:
            blocks.append(_by_reading(found, ranges))
        else:
            blocks += [table for option in options if (table := _effects(option, found, ranges))]
        if still := [
            option.key for option in options if len(ranges.untouched(option.key)) == len(found.chapters)
        ]:
            keys = f"{', '.join(still[:-1])} or {still[-1]}" if len(still) > 1 else still[0]
            blocks.append(prose("No choice of {keys} changes any figure of these wagers.", keys=keys))
        if not brief:
            blocks += _ranges(found, ranges)
    return Section("Rules and readings", "rules", (*blocks, *space))


def _conditions(found: Dossier, brief: bool) -> Iterator[Block]:
    """The conditions that no chain shows, each with the wagers that it is one of; brief ones run on."""
    wagers = found.request.wagers
    told = [
        (f"{joined(names)}: " if 0 < len(names) < len(wagers) else "", text)
        for text, names in conditions(found.request.game, wagers).items()
    ]
    run = [whose + text for whose, text in told] if brief else []
    yield prose("{words}", words=" ".join(" ".join((_OURS, *[_RELIED] * bool(told), *run)).split()))
    if told and not brief:
        yield ms.Items(tuple((*[ms.Strong(whose)] * bool(whose), text) for whose, text in told))


_FEW = 2  # wagers, up to which they are named
_OURS = (
    "The figures are those of the rules as worded in this document. Where the sheet is to be read otherwise, "
    "they are not those of the sheet."
)
_RELIED = "They rely on these conditions too, which the model does not contain:"
_CLOSED = "No other reading of the sheet is compared."
_DOWN = """
    Under one reading or another best play takes down {names} before anything is at risk, which is no action:
    under every reading their figures are those of play to the end.
"""
_OPEN = "What the sheet leaves open, the choice made here, and the others:"
_COMPARED = """
    Each other choice{rejected} is taken by itself, and {figures} are compared. What no table lists stays as
    it is{after}.
"""


def _question(option: Option, found: Dossier) -> Inlines:
    chosen = found.request.reading[option.key]
    words: list[Inline] = [ms.Strong(option.question), " Chosen: ", Code(f"{option.key}={chosen}")]
    words.append(f" ({option.choices[chosen]}).")
    others = [choice for choice in option.choices if choice != chosen]
    for number, choice in enumerate(others):
        words += ["; " if number else " Otherwise: ", Code(choice), f" ({option.choices[choice]})"]
    words += ["."] * bool(others)
    for choice, why in option.rejected.items():
        words += [" Rejected: ", Code(choice), f", since {why}."]
    if option.idle:
        words.append(f" The sheet says that no choice changes any odds: {option.idle}.")
    return tuple(words)


def _named(figure: str, found: Dossier) -> str:
    return _NAMES[figure][0].format(found.request.wagers[0].trial)


def _bare(name: str) -> str:
    return name.removesuffix(", %")


def _tabulated(found: Dossier) -> list[str]:
    """The figures that are tabulated: the return if an outlay is not the stake, envy if any is owed."""
    plays = [play for _, answers in found.readings for one in answers for play in (one.never, one.optimal)]
    left_out = {"rtp"} if all(play.outlay == 1 for play in plays) else set()
    if not any(play.envy for play in plays):
        left_out.add("house_after_envy")
    return [figure for figure in _NAMES if figure not in left_out]


def _changes(effect: ChoiceEffect, found: Dossier) -> list[FigureChange]:
    """The changes that are tabulated; of best play those that are others, where a bet is at risk."""
    figures = _tabulated(found)
    kept = [one for one in effect.changes if one.figure in figures]
    if effect.wager in found.taken_down:
        return [one for one in kept if one.way == "never"]
    never = {(one.figure, one.before, one.after) for one in kept if one.way == "never"}
    return [one for one in kept if one.way == "never" or (one.figure, one.before, one.after) not in never]


def _effects(option: Option, found: Dossier, ranges: Ranges) -> Tabular | None:
    """A row for each figure that a choice of the option changes, a column for each choice; None for none."""
    asked = found.request.reading[option.key]
    mine = [one for one in ranges.effects if one.option == option.key and not one.rejected]
    choices = [choice for choice in option.choices if choice != asked and choice not in option.rejected]
    places: dict[tuple[str, Way, str], dict[str, Fraction]] = {}
    for effect in mine:
        for one in _changes(effect, found):
            row = places.setdefault((effect.wager, one.way, one.figure), {asked: one.before})
            row[effect.choice] = one.after
    if not places:
        return None
    there = {(effect.wager, effect.choice) for effect in mine}
    rows: dict[tuple[Cell, ...], list[str]] = {}
    for (wager, way, figure), values in places.items():
        if figure == "house_after_envy" and values == places.get((wager, way, "edge.per_stake")):
            continue
        name, shown = _named(figure, found), _NAMES[figure][1]
        cells = [Word(f"{name}{', best play' if way == 'optimal' else ''}")]
        for choice in (asked, *choices):
            missing = choice != asked and (wager, choice) not in there
            value = values.get(choice, values[asked])
            cells.append(Word("not offered", "faint") if missing else Figure(value, shown))  # type: ignore[arg-type]
        rows.setdefault(tuple(cells), []).append(wager)
    lines: list[BlockRow] = [(joined(names), *cells) for cells, names in rows.items()]
    headings = ["wager:left", "figure:left", f"{asked} (chosen):point"]
    headings += [f"{choice}:point" for choice in choices]
    return tabular(f"reading-{option.key}", f"What {option.key} changes", headings, lines)


def _every(found: Dossier) -> str:
    """The figures that are tabulated, and so compared."""
    return f"the {listed([_bare(_named(figure, found)) for figure in _tabulated(found)])}"


def _by_reading(found: Dossier, ranges: Ranges) -> Tabular:
    """Of one wager: a row for each reading that changes a figure by itself, a column for each such figure."""
    (one,) = found.chapters
    moved = {
        (effect.option, effect.choice): {(each.way, each.figure): each.after for each in changes}
        for effect in ranges.effects
        if not effect.rejected and (changes := _changes(effect, found))
    }
    columns = dict.fromkeys(key for row in moved.values() for key in row)
    chosen = {(way, figure): found.figure(one.wager.name, way, figure) for way, figure in columns}
    headings: list[str | Column] = ["reading:left"]
    for way, figure in columns:
        played = ", best play" if way == "optimal" else ""
        headings.append(Column(f"{_named(figure, found)}{played}", "point", way))
    readings = {"as chosen": chosen} | {f"{key}={choice}": row for (key, choice), row in moved.items()}
    rows: list[BlockRow] = [
        (name, *(Figure(row.get(key, chosen[key]), _NAMES[key[1]][1]) for key in columns))
        for name, row in readings.items()
    ]
    return tabular("reading-all", "What each reading changes by itself", headings, rows)


def scope(ranges: Ranges) -> str:
    """The readings that the ranges are over, in a sentence that counts them."""
    left = ranges.combinations - ranges.compared - ranges.rejected
    said = f"Ranges are over {counted(ranges.compared, 'reading')}: all combinations of choices"
    if left:
        said = f"Ranges are over {counted(ranges.compared, 'reading')}; {left:,} combinations were not solved"
    if ranges.rejected:
        said += f", but for {ranges.rejected:,} with a choice that is rejected"
    return f"{said}."


def _ranges(found: Dossier, ranges: Ranges) -> Iterator[Block]:
    """The range of each figure of each wager."""
    if ranges.compared < 2:
        return
    figures = [figure for figure in _tabulated(found) if _varies(ranges, figure)]
    if not figures:
        yield prose("{scope} None of these figures changes.", scope=scope(ranges))
        return
    rows: dict[tuple[Cell, ...], list[str]] = {}
    for one in found.chapters:
        for way in ("never", "optimal"):
            mine = [ranges.of(one.wager.name, way, figure) for figure in figures]
            never = [ranges.of(one.wager.name, "never", figure) for figure in figures]
            same = one.wager.name in found.taken_down or list(map(_bounds, mine)) == list(map(_bounds, never))
            if way == "optimal" and same:
                continue
            cells: list[Cell] = [Word(one.way_words(way))]
            for figure, each in zip(figures, mine, strict=True):
                cells += [Figure(value, _NAMES[figure][1]) for value in _bounds(each)]
            rows.setdefault(tuple(cells), []).append(one.wager.name)
    headings: list[str | Column] = ["wager:left", "play:left"]
    for figure in figures:
        name = _named(figure, found)
        headings += [Column(f"{name}: least", "point", name), Column("greatest", "point", name)]
    lines: list[BlockRow] = [(joined(names), *cells) for cells, names in rows.items()]
    still = [_named(figure, found) for figure in _tabulated(found) if figure not in figures]
    notes = [scope(ranges)]
    if still:
        notes.append(f"No reading among them changes the {listed([_bare(one) for one in still])}.")
    yield tabular(
        "reading-ranges", "Range of each figure over all combinations of readings", headings, lines, notes
    )


def _bounds(one: Range) -> tuple[Fraction, Fraction]:
    return one.least.value, one.greatest.value


def _varies(ranges: Ranges, figure: str) -> bool:
    return any(one.least.value != one.greatest.value for one in ranges.wagers if one.figure == figure)


# What the first page says of readings.


def material(found: Dossier) -> Iterator[Block]:
    """The range of the edge over all combinations, and the choices that change a figure."""
    ranges = found.ranges
    if ranges is None or ranges.combinations < 2:
        yield prose(_CLOSED)
        return
    play = _by_play(found)
    subject = f"{play} the house edge per stake" if play else "The house edge per stake"
    edge, *after = (_span(figure, found, ranges) for figure in _edges(found))
    words = [f"{subject} is {edge}."]
    words += [f"After the envy of dealers it is {'the same' if span == edge else span}." for span in after]
    yield prose("{words} {scope}", words=" ".join(words), scope=scope(ranges))
    rows = list(_material(found, ranges))
    if rows:
        headings: list[str | Column] = ["reading:left", "figures that it changes:left"]
        several = len(found.chapters) > 1
        headings[1:1] = ["wagers"] * several
        for figure in _edges(found):
            name = _named(figure, found)
            headings += [Column(f"{name}: least", "point", name), Column("greatest", "point", name)]
        chosen = ", ".join(f"{key}={choice}" for key, choice in found.request.reading.items())
        notes = [f"Chosen: {chosen}." + " Edges: of the wagers that the reading changes." * several]
        yield tabular(MATERIAL, "Material readings", headings, rows, notes)
    else:
        yield prose("No other choice changes a figure of these wagers by itself.")


def otherwise(found: Dossier) -> Iterator[str]:
    """A sentence on the wagers of which the house keeps something here, and nothing under another reading."""
    if found.ranges is None:
        return
    figure, names = _edges(found)[-1], []
    for one in found.chapters:
        over = found.ranges.of(one.wager.name, _way(one.wager.name, found), figure)
        if over.asked is not None and over.asked > 0 >= over.least.value:
            names.append(one.wager.name)
    if names:
        under = "After envy, another" if figure == "house_after_envy" else "Another"
        whose = f" on {joined(names)}" * (len(found.chapters) > 1)
        yield f"{under} reading of the sheet leaves the house no edge{whose}."


def _way(wager: str, found: Dossier) -> Way:
    """Best play, unless it takes the bet down before anything is at risk, under one reading or another."""
    return "never" if wager in found.taken_down else "optimal"


def _span(figure: str, found: Dossier, ranges: Ranges) -> str:
    """The range of the figure over all readings and wagers, under best play that has a bet at risk."""
    mine = [one for one in ranges.wagers if one.figure == figure and one.way == _way(one.wager, found)]
    least = min((one.least for one in mine), key=lambda bound: bound.value)
    greatest = max((one.greatest for one in mine), key=lambda bound: bound.value)
    if least.value == greatest.value:
        return _at(least, (), found)
    names = [
        [one.wager for one in mine if getattr(one, end).value == bound.value]
        for end, bound in (("least", least), ("greatest", greatest))
    ]
    low, high = (_at(bound, whose, found) for bound, whose in zip((least, greatest), names, strict=True))
    return f"from {low} to {high}"


def _at(bound: Bound, names: Sequence[str], found: Dossier) -> str:
    asked = found.request.reading
    several = len(found.chapters) > 1 and bool(names)
    parts = [joined(names) if len(names) <= _FEW else counted(len(names), "wager")] * several
    changed = [f"{key}={choice}" for key, choice in bound.reading.items() if choice != asked[key]]
    if names and changed:
        parts.append(f"under {', '.join(changed)}")
    return f"{share(bound.value).replace('-', '−')}%" + (f" ({' '.join(parts)})" if parts else "")


def _material(found: Dossier, ranges: Ranges) -> Iterator[BlockRow]:
    """The choices that change a figure by themselves; those of an option that do alike share a row."""
    total, asked, tabulated = len(found.chapters), found.request.reading, _tabulated(found)
    rows: dict[tuple[str, str, str], list[tuple[str, list[Play]]]] = {}
    for reading, answers in found.readings[1:]:
        ((key, choice),) = ((k, c) for k, c in reading.items() if c != asked[k])
        mine = [one for one in ranges.effects if (one.option, one.choice) == (key, choice)]
        moved = {one.wager: changes for one in mine if (changes := _changes(one, found))}
        if not moved or mine[0].rejected:
            continue
        figures = {one.figure for changes in moved.values() for one in changes}
        told = [_bare(_named(figure, found)) for figure in tabulated if figure in figures]
        said = "all" if len(told) == len(tabulated) else ", ".join(told)
        many = "all" if len(moved) == total else f"{len(moved)} of {total}"
        plays = [one.played(_way(one.wager.name, found)) for one in answers if one.wager.name in moved]
        rows.setdefault((key, many, said), []).append((choice, plays))
    for (key, many, said), choices in rows.items():
        cells: list[Cell] = []
        for figure in _edges(found):
            found_ = (FIGURES[figure](play) for _, plays in choices for play in plays)
            edges = [edge for edge in found_ if edge is not None]
            cells += [Figure(bound(edges), SHARE) for bound in (min, max)]
        yield f"{key}={', '.join(choice for choice, _ in choices)}", *([many] * (total > 1)), said, *cells


def _by_play(found: Dossier) -> str:
    if not any(one.answer.offers or "optimal" in one.plays for one in found.chapters):
        return ""
    return "Under best play" + " while a bet is at risk" * bool(found.taken_down)


def _edges(found: Dossier) -> list[str]:
    """The edges of the first page: per stake, and after envy where any is owed."""
    return [figure for figure in ("edge.per_stake", "house_after_envy") if figure in _tabulated(found)]
