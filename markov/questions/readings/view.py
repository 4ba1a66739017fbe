"""The edge under each reading of a sheet, and the readings by what the house risks."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias, TypeVar

from markov.exact import brief, in_percent, rounded
from markov.naming import counted
from markov.questions.readings.ranges import (
    HEADLINE,
    WAYS,
    Extreme,
    FigureRange,
    Ranges,
    kept,
    ranges,
)
from markov.questions.readings.risk import Reading, ReadingCost, Risk, Sets, exposures, plainest, risks
from markov.tables import column as c
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, dots
from markov.tables.records import keys, members
from markov.tables.rows import Rows
from markov.tables.table import NOTHING, PLAYS, SAME, Cell, Figure, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.game import Game, slug
from markov.wager.odds import FIGURES, Answer, AnswersByReading, Strategy, by_wager
from markov.wager.wager import Wager

R = TypeVar("R")
_KEYS = {"edge.per_stake": "edge", "spins.mean": "spins"}
_ELSEWHERE = Word("=", "even")
Bound: TypeAlias = Callable[[FigureRange], Extreme]
_BOUNDS: Mapping[str, Bound] = {"least": attrgetter("least"), "greatest": attrgetter("greatest")}
_RANGED = ("edge.per_stake", "house_after_envy")  # what a row of a sheet has room for


def view(
    game: Game,
    answered: AnswersByReading,
    every: bool,
    left_out: Sequence[str] = (),
    rejected: bool = False,
) -> View:
    """The edge of each wager under each reading; the defaults come first.

    every   the readings are all combinations of choices, not one option changed at a time; then they are
            ranked by what the house risks, and the figures have ranges. Those that the sheet rejects are
            ranked by themselves and are in no range
    left_out   choices that are not among them, as the edited pays do not carry over to these
    rejected   readings that the sheet rejects are shown, too
    """
    among = set(kept(game, [reading for reading, _ in answered]))
    mine = [under for i, under in enumerate(answered) if i in among]
    others = [under for i, under in enumerate(answered) if i not in among and under[1]] if rejected else []
    ranged = ranges(game, answered)

    def parts() -> Iterator[Rows[Any]]:
        yield from _by_risk(game, answered, mine, others, ranged) if every else _by_reading(game, answered)
        yield _answers(game, answered)

    return view_of(
        "readings",
        None,
        parts,
        headline=lambda: _headline(mine, len(mine) < len(answered)),
        notes=lambda: (*_left_out(left_out), *_absent(answered), *_notes(game, answered, ranged, every)),
        line={"game": game.slug},
        document=lambda: _document(game, answered, mine, ranged) | {"not_compared": list(left_out)},
    )


def _headline(answered: AnswersByReading, aside: bool) -> str:
    """The edge by default, and how far the readings move it; of a sheet whose edge they move.

    aside   there are readings that the sheet rejects, which are not among these
    """
    per_wager = risks(answered)
    over = counted(len(answered), "reading")
    best = _best(answered)
    if len(per_wager) == 1:
        (risk,) = per_wager
        edges = {i: edge for i, (_, edge) in risk.edges.items()}
        least, most = brief(min(edges.values())), brief(max(edges.values()))
        span = f" by default{best}, from {least} to {most} over {over}"
        words = span if least != most else f"{best} in every reading"
        return f"House edge {brief(edges[0])}{words}"
    moved = [risk for risk in per_wager if len({edge for _, edge in risk.edges.values()}) > 1]
    losing = sum(bool(risk.player_edges) for risk in per_wager)
    player = f"; the player has an edge on {losing:,}" if losing else ""
    of = f"{len(moved):,} of {counted(len(per_wager), 'wager')}{best}{', rejected ones aside' * aside}"
    return f"Readings move the house edge of {of}{player}"


def _by_reading(game: Game, answered: AnswersByReading) -> Iterator[Rows[Any]]:
    if len(by_wager(answered)) == 1:
        yield _single(answered)
    else:
        yield from (_matrix(game, answered, way) for way in _ways(answered))


def _by_risk(
    game: Game,
    answered: AnswersByReading,
    compared: AnswersByReading,
    rejected: AnswersByReading,
    ranged: Ranges,
) -> list[Rows[Any]]:
    default, single = answered[0][0], len(by_wager(answered)) == 1
    tables: list[Rows[Any]]
    trial = Asked(game, default, {slug(first.name): first for first in _firsts(answered)}).trial
    if single:
        tables = [_ranked(default, compared), _range(default, ranged, trial)]
    else:
        tables = [_wagers(game, compared), _sheet(game, default, compared)]
        tables += [_range(default, ranged, trial), _ranges(ranged)]
    if rejected:
        ranked = _ranked(default, rejected) if single else _sheet(game, default, rejected)
        tables.append(replace(ranked, title=f"Rejected by the sheet: {ranked.title}", notes=()))
    return tables


def _left_out(choices: Sequence[str]) -> Iterator[str]:
    if choices:
        yield (
            f"Not compared: {', '.join(choices)}. Wagers have other lines or pays there, so the edited pays "
            "do not carry over."
        )


def _absent(answered: AnswersByReading) -> Iterator[str]:
    default = answered[0][0]
    for name, answers in by_wager(answered).items():
        without = [_named(default, reading) for i, (reading, _) in enumerate(answered) if i not in answers]
        if without:
            few = _few(["the defaults" if name == "default" else name for name in without])
            yield f"{name} is not on the sheet under {few}, and is not compared there."


def _firsts(answered: AnswersByReading) -> list[Wager]:
    """Each wager under the first reading that has it."""
    return [next(iter(answers.values())).wager for answers in by_wager(answered).values()]


def _ways(answered: AnswersByReading) -> list[Strategy]:
    """The ways of playing to show: best play where its edge differs."""
    differ = any(answer.optimal.edge != answer.never.edge for _, answers in answered for answer in answers)
    return list(WAYS) if differ else ["never"]


def _named(default: Reading, reading: Reading) -> str:
    """The choices of a reading that are not the defaults.

    >>> _named({"zeros": "2", "wrap": "no"}, {"zeros": "1", "wrap": "no"})
    'zeros=1'
    """
    changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
    return " ".join(changed) or "default"


def _single(answered: AnswersByReading) -> Rows[int]:
    """A row for each reading of one wager, with the change from the defaults."""
    default = answered[0][0]
    ((wager, answers),) = by_wager(answered).items()
    columns = [c.words("reading", [_named(default, answered[i][0]) for i in answers])]
    for way in _ways(answered):
        name = t.way_words(way, *_firsts(answered)) if len(_ways(answered)) > 1 else "house edge"
        columns += c.edges(name, [answer.played(way).edge.per_stake for answer in answers.values()])
        changes = [_change(answers[0], each, way) if i else Word("") for i, each in answers.items()]
        columns.append(c.percents("change", changes, group=name))
    return _shown(f"{wager}: house edge by reading", range(len(answers)), columns)


def _shown(title: str, rows: Iterable[R], columns: Iterable[Column[R]], notes: Iterable[str] = ()) -> Rows[R]:
    """Rows for a reader alone."""
    return Rows(title, rows, columns, notes, part="")


def _change(ours: Answer, answer: Answer, way: Strategy) -> Cell:
    if ours.same_odds(answer):
        return SAME
    change = answer.played(way).edge.per_stake - ours.played(way).edge.per_stake
    return Figure(change, _points, "bad" if change > 0 else "good") if change else _ELSEWHERE


def _points(change: Fraction) -> str:
    return f"{'+' if change > 0 else ''}{rounded(change * 100, 4)}"


def _matrix(game: Game, answered: AnswersByReading, way: Strategy) -> Rows[int]:
    """A row for each wager, a column for each reading that changes one option."""
    default, rows = answered[0][0], by_wager(answered)
    firsts = [answers.get(0) for answers in rows.values()]
    edges = [first.played(way).edge.per_stake if first else None for first in firsts]
    columns = [c.words("wager", list(rows)), c.percents("default", edges)]
    for i, (reading, _) in enumerate(answered[1:], start=1):
        cells = [_cell(answers.get(0), answers.get(i), way) for answers in rows.values()]
        columns.append(c.percents(_named(default, reading), cells))
    title = f"{game.name}: house edge"
    if len(_ways(answered)) > 1:
        title = t.in_way(title, way, *_firsts(answered))
    return _shown(title, range(len(rows)), columns)


def _cell(mine: Answer | None, answer: Answer | None, way: Strategy) -> Cell:
    """The edge under a reading; marked where it, or everything, is as by default."""
    if answer is None:
        return NOTHING
    edge = answer.played(way).edge.per_stake
    if mine is None or edge != mine.played(way).edge.per_stake:
        return Figure(edge, in_percent)
    return SAME if mine.same_odds(answer) else _ELSEWHERE


def _ranked(default: Reading, answered: AnswersByReading) -> Rows[int]:
    """The readings of one wager by rising edge; those that answer the deciding questions alike in one row."""
    (risk,) = risks(answered)
    options = risk.settled.both[0]
    alike = t.grouped(risk.ranking, lambda i: tuple(answered[i][0][key] for key in options))
    groups, ways = list(alike.values()), _ways(answered)
    first = [same[0] for same in groups]
    merged = len(first) < len(risk.ranking)
    chosen = [_common(default, [answered[i][0] for i in same]) for same in groups]
    columns = [
        c.words("reading", [_named(default, reading) for reading in chosen]),
        c.counts("readings" if merged else None, list(map(len, groups))),
    ]
    for k, way in enumerate(ways):
        name = t.way_words(way, *_firsts(answered)) if len(ways) > 1 else "house edge"
        columns += c.edges(name, [risk.edges[i][k] for i in first])
    marks = [_mark(risk, risk.edges[i][1]) for i in first]
    columns.append(c.words("", marks, group=name))
    over = counted(len(risk.ranking), "reading")
    title = f"{risk.wager}: house edge of {over}, lowest edge first"
    return _shown(title, range(len(first)), columns, _on_risk(risk, answered, merged))


def _common(default: Reading, readings: Sequence[Reading]) -> Reading:
    """The choices on which readings agree, and the default where they do not."""
    return {
        key: choice if all(reading[key] == choice for reading in readings) else default[key]
        for key, choice in readings[0].items()
    }


def _mark(risk: Risk, edge: Fraction) -> Word:
    worst = edge == risk.lowest and len(risk.worst) < len(risk.edges)
    words = [*(["lowest"] if worst else []), *(["player's edge"] if edge < 0 else [])]
    return Word(", ".join(words), "bad" if words else "")


def _on_risk(risk: Risk, answered: AnswersByReading, merged: bool) -> Iterator[str]:
    merging = " Readings that differ only on questions which change no edge are one row." if merged else ""
    yield f"The edge is per stake.{merging}"
    of = counted(len(risk.ranking), "reading")
    yield (
        f"The lowest edge is {in_percent(risk.lowest)}{_best(answered)}, in {len(risk.worst):,} of {of}. "
        f"The player has an edge in {len(risk.player_edges):,}."
    )
    yield f"The edge depends on {_sets(risk.settled.both)}."
    if risk.settled.never != risk.settled.both:
        yield f"With {t.way_words('never', *_firsts(answered))} it depends on {_sets(risk.settled.never)}."


def _best(answered: AnswersByReading) -> str:
    return f" under {PLAYS['optimal']}" if len(_ways(answered)) > 1 else ""


def _sets(sets: Sets) -> str:
    return " or ".join(", ".join(options) for options in sets) or "no option"


def _wagers(game: Game, answered: AnswersByReading) -> Rows[Risk]:
    """The lowest edge of each wager of a sheet, and the questions that settle its edge."""
    readings = [reading for reading, _ in answered]

    def lowest(risk: Risk) -> Figure:
        return Figure(risk.lowest, in_percent, "bad" if risk.lowest < 0 else "")

    columns = (
        c.words("wager", lambda risk: risk.wager),
        c.percents("default", lambda risk: risk.edges[0][1] if 0 in risk.edges else None),
        c.percents("lowest edge", lowest, group="lowest"),
        c.counts("readings", lambda risk: len(risk.worst), group="lowest"),
        c.words(
            "such as",
            lambda risk: _named(readings[0], readings[plainest(readings, risk.worst)]),
            group="lowest",
        ),
        c.counts("player's edge in", lambda risk: _number(len(risk.player_edges))),
        c.words("depends on", lambda risk: _sets(risk.settled.both)),
    )
    note = (
        "Lowest edge: in how many readings, and the one of them that is closest to the defaults. Player's "
        "edge in: so many readings. Depends on: the fewest options that decide the edge."
    )
    title = f"{game.name}: house edge of {counted(len(answered), 'reading')}{_best(answered)}"
    return _shown(title, risks(answered), columns, [note])


def _number(readings: int) -> Word:
    return Word(str(readings), "bad" if readings else "")


def _sheet(game: Game, default: Reading, answered: AnswersByReading) -> Rows[ReadingCost]:
    """The readings of a sheet by what they cost the house at worst."""
    columns = (
        c.words("reading", lambda cost: _named(default, answered[cost.reading][0])),
        c.words("lowest edge of", lambda cost: _few(cost.wagers)),
        *c.edges("edge", lambda cost: cost.edge),
        c.counts("wagers with a player's edge", lambda cost: _number(cost.player_edges)),
    )
    over = f"house edge of {counted(len(answered), 'reading')}{_best(answered)}"
    title = f"{game.name}: {over}, lowest edge first"
    return _shown(title, exposures(risks(answered)), columns)


def _few(names: Sequence[str]) -> str:
    """The first of some names, and how many there are besides."""
    first, *others = names
    return first + (f" and {len(others)} more" if len(others) > 1 else f" and {others[0]}" if others else "")


def _range(default: Reading, ranged: Ranges, trial: str) -> Rows[int]:
    """The least and the greatest of each figure of one wager, or of a sheet, and what reading gives it."""
    (name,) = names if len(names := {wager.wager for wager in ranged.wagers}) == 1 else ("",)
    headline = _distinct(ranged)
    rows = [each for each in _differing(ranged.wagers if name else ranged.sheet) if each.figure in headline]

    columns = [c.words("figure", lambda i: t.played(t.named(rows[i].figure, trial), rows[i].way))]
    for heading, bound in _BOUNDS.items():
        bounds = list(map(bound, rows))
        columns += (
            c.percents(heading, list(map(_bound_cell, bounds, rows)), group=heading),
            c.words(None if name else "of", [_few(each.wagers) for each in bounds], group=heading),
            c.words("under", [_under(default, each, ranged) for each in bounds], group=heading),
        )
    over = counted(ranged.compared, "reading")
    return _shown(f"{name or 'All wagers'}: range of each figure over {over}", range(len(rows)), columns)


def _under(default: Reading, bound: Extreme, ranged: Ranges) -> str:
    return "every reading" if bound.readings == ranged.compared else _named(default, bound.reading)


def _ranges(ranged: Ranges) -> Rows[int]:
    """The range of the edge of each wager of a sheet, and of what is left after the dealer's envy."""
    headline = [figure for figure in _RANGED if figure in _distinct(ranged)]
    rows = _differing([each for each in ranged.wagers if each.figure in headline])
    places = list(dict.fromkeys((each.wager, each.way) for each in rows))
    columns = [c.words("wager", [t.played(name, way) for name, way in places])]
    for figure in headline:
        listed = [ranged.of(name, way, figure) for name, way in places]
        for heading, bound in _BOUNDS.items():
            cells = list(map(_bound_cell, map(bound, listed), listed))
            columns.append(c.percents(f"{heading} {t.named(figure)}", cells, group=t.named(figure)))
    over = counted(ranged.compared, "reading")
    return _shown(f"Each wager: range over {over}", range(len(places)), columns)


def _distinct(ranged: Ranges) -> set[str]:
    """The figures that say something of their own: not what is left after envy where none is owed."""
    of = {(wager.wager, wager.way, wager.figure): wager.span for wager in ranged.wagers}
    same = {
        figure
        for figure, other in (("house_after_envy", "edge.per_stake"), ("returned", "rtp"))
        if all(of[name, way, other] == span for (name, way, mine), span in of.items() if mine == figure)
    }
    return {*HEADLINE} - same


def _differing(every: Sequence[FigureRange]) -> list[FigureRange]:
    """The ranges to show: those of best play only where one differs from that of play to the end."""
    never = {(ranged.wager, ranged.figure): ranged for ranged in every if ranged.way == "never"}
    names = {ranged.wager for ranged in every if ranged.span != never[ranged.wager, ranged.figure].span}
    return [ranged for ranged in every if ranged.way == "never" or ranged.wager in names]


def _bound_cell(bound: Extreme, figure: FigureRange) -> Cell:
    against = figure.figure in _RANGED and bound.value < 0
    return Figure(bound.value, t.rounding(figure.figure), "bad" if against else "")


def _notes(game: Game, answered: AnswersByReading, ranged: Ranges, every: bool) -> Iterator[str]:
    if every:
        yield _scope(ranged)
    if not every:
        yield ("The edge is per stake. · same as the default; = same edge, other figures change.")
    for option in game.options:
        choices = "; ".join(f"{choice}: {meaning}" for choice, meaning in option.choices.items())
        yield f"{option.key}: {option.question} {choices}."
        if option.idle:
            yield f"{option.key} changes no odds, the sheet says: {option.idle}."
        for choice, why in option.rejected.items():
            yield f"{option.key}={choice} is rejected: {why}."
    defaults = ", ".join(f"{key}={choice}" for key, choice in answered[0][0].items())
    yield f"Default: {defaults}." if defaults else "The sheet leaves nothing open."
    yield f"Source: {game.source}."


def _scope(ranged: Ranges) -> str:
    """The readings that the ranges are over, in a sentence that counts them."""
    if not ranged.rejected:
        return f"The ranges are over all {counted(ranged.combinations, 'combination')} of choices."
    return (
        f"The ranges are over {ranged.compared:,} of the {ranged.combinations:,} combinations of choices; "
        f"the sheet rejects the other {ranged.rejected:,}."
    )


def _document(game: Game, answered: AnswersByReading, mine: AnswersByReading, ranged: Ranges) -> Document:
    """The odds of wagers of one game under several readings, and what these are as risks of the house.

    mine   the answers under readings that are not rejected: what the risks are of
    """
    per_wager, readings = risks(mine), [reading for reading, _ in mine]

    def at(risk: Risk, numbers: Sequence[int]) -> Document:
        listed = [{"options": readings[i], "edge": risk.edges[i][1]} for i in numbers]
        return {"wager": slug(risk.wager), "play": "optimal", "readings": listed}

    return {
        "schema": "markov/readings/1",
        "game": game.slug,
        "name": game.name,
        "source": game.source,
        "readings": [
            {"options": reading, "wagers": [json_record.wager(answer) for answer in answers]}
            for reading, answers in answered
        ],
        "worst": [at(risk, risk.worst) for risk in per_wager],
        "player_edges": [at(risk, risk.player_edges) for risk in per_wager],
        "deciding": [
            {
                "wager": slug(risk.wager),
                "sets": risk.settled.both,
                **members(risk.settled, "never optimal"),
            }
            for risk in per_wager
        ],
        "rejected": [
            {"option": option.key, "choice": choice, "why": why}
            for option in game.options
            for choice, why in option.rejected.items()
        ],
        "ranges": {
            **members(ranged, "compared rejected combinations"),
            "wagers": [_ranged(wager) for wager in ranged.wagers],
            "sheet": [_ranged(figure_range) for figure_range in ranged.sheet],
        },
        "effects": [
            {
                "wager": slug(effect.wager),
                **members(effect, "option choice"),
                "rejected": effect.rejected or None,
                **members(effect, "same absent"),
                "changes": [
                    {"play": each.way, **members(each, "figure before after")} for each in effect.changes
                ],
            }
            for effect in ranged.effects
        ],
    }


def _ranged(figure_range: FigureRange) -> Document:
    whose: Document = (
        {"wager": slug(figure_range.wager), "asked": figure_range.asked} if figure_range.wager else {}
    )
    document: Document = {**whose, "play": figure_range.way, "figure": figure_range.figure}
    for heading, bound in _BOUNDS.items():
        extreme = bound(figure_range)
        document[heading] = {
            "value": extreme.value,
            "wagers": list(map(slug, extreme.wagers)),
            "options": extreme.reading,
            "readings": extreme.readings,
        }
    if figure_range.wager:
        document["changed_by"] = [
            {"option": key, "choice": choice} for key, choice in figure_range.changed_by
        ]
        document["settled_by"] = figure_range.settled_by
    return document


def _answers(game: Game, answered: AnswersByReading) -> Rows[Any]:
    """A row for each wager and play under each reading."""
    among = set(kept(game, [reading for reading, _ in answered]))
    figures = {figure: _KEYS.get(figure, figure) for figure in HEADLINE}
    defaults = {slug(answer.wager.name): answer for answer in answered[0][1]}
    options = keys("option", answered[0][0])
    rows = [
        {
            "wager": slug(answer.wager.name),
            "play": way,
            **{options[option]: choice for option, choice in reading.items()},
            "changes": not (mine := defaults.get(slug(answer.wager.name))) or not mine.same_odds(answer),
            **{key: FIGURES[figure](answer.played(way)) for figure, key in figures.items()},
            "rejected": i not in among,
        }
        for i, (reading, answers) in enumerate(answered)
        for answer in answers
        for way in WAYS
    ]
    kinds = {
        **dict.fromkeys(("wager", "play", *options.values()), c.WORDS),
        "changes": c.FLAG,
        **dict.fromkeys(figures.values(), c.EXACT),
        "rejected": c.FLAG,
    }
    columns = [c.column(None, itemgetter(key), key, kind=kind) for key, kind in kinds.items()]
    return Rows("", rows, columns, part="rows", nested=True)


def drawn(to: Canvas, game: Game, answered: AnswersByReading) -> None:
    """The house edge of each wager by default, and from where to where the readings move it.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    ways = _ways(answered)
    wanted = [
        each
        for each in ranges(game, answered).wagers
        if each.figure == "edge.per_stake" and each.way == ways[-1]
    ]
    how = ", best play" if len(ways) > 1 else ""
    single = len(wanted) == 1
    title = f"{wanted[0].wager if single else game.name}: house edge over the readings{how}"
    labels = [each.wager for each in wanted]
    dots(
        to,
        title,
        "house edge",
        labels,
        {"by default": [each.asked for each in wanted]},
        [each.span for each in wanted],
    )
