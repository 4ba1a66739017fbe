"""The edge under each reading of a sheet, and the readings by what the house risks."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from markov.exact import rounded
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
from markov.questions.readings.risk import Reading, Risk, Sets, exposures, plainest, risks
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records, keys, members
from markov.tables.table import NOTHING, PLAYS, SAME, Cell, Figure, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import Game, slug
from markov.wager.odds import FIGURES, Answer, AnswersByReading, Strategy, by_wager
from markov.wager.wager import Wager

_KEYS = {"edge.per_stake": "edge", "spins.mean": "spins"}
_ELSEWHERE = Word("=", "even")
_RANGED = ("edge.per_stake", "house_after_envy")  # what a row of a sheet has room for


def view(game: Game, answered: AnswersByReading, every: bool, left_out: Sequence[str] = ()) -> View:
    """The edge of each wager under each reading; the defaults come first.

    every   the readings are all combinations of choices, not one option changed at a time; then they are
            ranked by what the house risks, and the figures have ranges. Those that the sheet rejects are
            ranked by themselves and are in no range
    left_out   choices that are not among them, as the edited pays do not carry over to these
    """
    among = set(kept(game, [reading for reading, _ in answered]))
    mine = [one for i, one in enumerate(answered) if i in among]
    others = [one for i, one in enumerate(answered) if i not in among and one[1]]
    ranged = ranges(game, answered)

    def tables() -> tuple[Table, ...]:
        shown = _by_risk(game, answered, mine, others, ranged) if every else _by_reading(game, answered)
        notes = *_left_out(left_out), *_absent(answered), *_notes(game, answered, ranged, every)
        return t.closed(shown, notes)

    return View(
        Tables(tables),
        lambda: _records(game, answered, ranged),
        lambda: _document(game, answered, mine, ranged) | {"not_compared": list(left_out)},
    )


def _by_reading(game: Game, answered: AnswersByReading) -> list[Table]:
    if len(by_wager(answered)) == 1:
        return [_single(answered)]
    return [_matrix(game, answered, way) for way in _ways(answered)]


def _by_risk(
    game: Game,
    answered: AnswersByReading,
    compared: AnswersByReading,
    rejected: AnswersByReading,
    ranged: Ranges,
) -> list[Table]:
    default, single = answered[0][0], len(by_wager(answered)) == 1
    trial = Asked(game, default, {slug(one.name): one for one in _firsts(answered)}).trial
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
        without = [_named(default, one) for i, (one, _) in enumerate(answered) if i not in answers]
        if without:
            few = _few(["the defaults" if one == "default" else one for one in without])
            yield f"{name} is not on the sheet under {few}, and is not compared there."


def _firsts(answered: AnswersByReading) -> list[Wager]:
    """Each wager under the first reading that has it."""
    return [next(iter(answers.values())).wager for answers in by_wager(answered).values()]


def _ways(answered: AnswersByReading) -> list[Strategy]:
    """The ways of playing to show: best play where its edge differs."""
    differ = any(one.optimal.edge != one.never.edge for _, answers in answered for one in answers)
    return list(WAYS) if differ else ["never"]


def _named(default: Reading, reading: Reading) -> str:
    """The choices of a reading that are not the defaults.

    >>> _named({"zeros": "2", "wrap": "no"}, {"zeros": "1", "wrap": "no"})
    'zeros=1'
    """
    changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
    return " ".join(changed) or "default"


def _single(answered: AnswersByReading) -> Table:
    """A row for each reading of one wager, with the change from the defaults."""
    default = answered[0][0]
    ((wager, answers),) = by_wager(answered).items()
    parts = [t.words("reading", [_named(default, answered[i][0]) for i in answers])]
    for way in _ways(answered):
        name = t.way_words(way, *_firsts(answered))
        parts.append(t.edges(name, [one.played(way).edge.per_stake for one in answers.values()]))
        changes = [_change(answers.get(0), one, way) if i else Word("") for i, one in answers.items()]
        parts.append(t.column("change", changes, "point", name))
    return t.table(f"{wager}: house edge by reading", parts)


def _change(ours: Answer | None, one: Answer, way: Strategy) -> Cell:
    if ours is None:
        return NOTHING
    if ours.same_odds(one):
        return SAME
    change = one.played(way).edge.per_stake - ours.played(way).edge.per_stake
    return Figure(change, _points, "bad" if change > 0 else "good") if change else _ELSEWHERE


def _points(change: Fraction) -> str:
    return f"{'+' if change > 0 else ''}{rounded(change * 100, 4)}"


def _matrix(game: Game, answered: AnswersByReading, way: Strategy) -> Table:
    """A row for each wager, a column for each reading that changes one option."""
    default, rows = answered[0][0], by_wager(answered)
    firsts = [answers.get(0) for answers in rows.values()]
    parts = [
        t.words("wager", rows),
        t.decimals(
            "default", [one.played(way).edge.per_stake if one else None for one in firsts], t.in_percent
        ),
    ]
    for i, (reading, _) in enumerate(answered[1:], start=1):
        cells = [_cell(answers.get(0), answers.get(i), way) for answers in rows.values()]
        parts.append(t.column(_named(default, reading), cells, "point"))
    return t.table(f"{game.name}: house edge, {t.way_words(way, *_firsts(answered))}", parts)


def _cell(mine: Answer | None, one: Answer | None, way: Strategy) -> Cell:
    """The edge under a reading; marked where it, or everything, is as by default."""
    if one is None:
        return NOTHING
    edge = one.played(way).edge.per_stake
    if mine is None or edge != mine.played(way).edge.per_stake:
        return Figure(edge, t.in_percent)
    return SAME if mine.same_odds(one) else _ELSEWHERE


def _ranked(default: Reading, answered: AnswersByReading) -> Table:
    """The readings of one wager by rising edge; those that answer the deciding questions alike in one row."""
    (risk,) = risks(answered)
    options = risk.settled.both[0]
    alike = t.grouped(risk.ranking, lambda i: tuple(answered[i][0][key] for key in options))
    groups, ways = list(alike.values()), _ways(answered)
    first = [same[0] for same in groups]
    chosen = [{key: answered[i][0][key] for key in options} for i in first]
    parts = [t.words("reading", [_named(default, reading) for reading in chosen])]
    if merged := len(first) < len(risk.ranking):
        parts.append(t.counts("readings", map(len, groups)))
    for k, way in enumerate(ways):
        parts.append(t.edges(PLAYS[way], [risk.edges[i][k] for i in first]))
    parts.append(t.words("", [_mark(risk, risk.edges[i][1]) for i in first], PLAYS[ways[-1]]))
    over = counted(len(risk.ranking), "reading")
    title = f"{risk.wager}: house edge of {over}, the worst for the house first"
    return t.table(title, parts, _on_risk(risk, answered, merged))


def _mark(risk: Risk, edge: Fraction) -> Word:
    worst = edge == risk.lowest and len(risk.worst) < len(risk.edges)
    words = [*(["worst"] if worst else []), *(["player's edge"] if edge < 0 else [])]
    return Word(", ".join(words), "bad" if words else "")


def _on_risk(risk: Risk, answered: AnswersByReading, merged: bool) -> Iterator[str]:
    merging = " Readings that differ only on questions which change no edge are one row." if merged else ""
    yield f"The edge is per stake.{merging}"
    of = counted(len(risk.ranking), "reading")
    yield (
        f"Worst for the house: {len(risk.worst):,} of {of}, with an edge of {t.in_percent(risk.lowest)}"
        f"{_under(answered)}. The player has an edge in {len(risk.player_edges):,}."
    )
    yield f"What settles the edge: {_sets(risk.settled.both)}."
    if len(_ways(answered)) > 1 and risk.settled.never != risk.settled.both:
        yield f"What settles it where the wager is played to its end: {_sets(risk.settled.never)}."


def _under(answered: AnswersByReading) -> str:
    return f" under {PLAYS['optimal']}" if len(_ways(answered)) > 1 else ""


def _sets(sets: Sets) -> str:
    return " or ".join(", ".join(options) for options in sets) or "no question"


def _wagers(game: Game, answered: AnswersByReading) -> Table:
    """The lowest edge of each wager of a sheet, and the questions that settle its edge."""
    listed, readings = risks(answered), [reading for reading, _ in answered]
    lowest = [Figure(one.lowest, t.in_percent, "bad" if one.lowest < 0 else "") for one in listed]
    nearest = [readings[plainest(readings, one.worst)] for one in listed]
    parts = [
        t.words("wager", [one.wager for one in listed]),
        t.decimals("default", [one.edges[0][1] if 0 in one.edges else None for one in listed], t.in_percent),
        t.column("worst for the house", lowest, "point", "worst"),
        t.counts("readings", [len(one.worst) for one in listed], "worst"),
        t.words("such as", [_named(readings[0], reading) for reading in nearest], "worst"),
        t.column("player's edge in", [_number(len(one.player_edges)) for one in listed]),
        t.words("settled by", [_sets(one.settled.both) for one in listed]),
    ]
    note = (
        "Worst for the house: the lowest edge, in how many readings, and which of them is nearest to the "
        "defaults. Player's edge in: how many readings. Settled by: the fewest questions whose answers "
        "settle the edge."
    )
    return t.table(
        f"{game.name}: house edge of {counted(len(answered), 'reading')}{_under(answered)}", parts, [note]
    )


def _number(readings: int) -> Word:
    return Word(str(readings), "bad" if readings else "")


def _sheet(game: Game, default: Reading, answered: AnswersByReading) -> Table:
    """The readings of a sheet by what they cost the house at worst."""
    listed = exposures(risks(answered))
    parts = [
        t.words("reading", [_named(default, answered[one.reading][0]) for one in listed]),
        t.words("lowest edge of", [_few(one.wagers) for one in listed]),
        t.edges("edge", [one.edge for one in listed]),
        t.column("wagers with a player's edge", [_number(one.player_edges) for one in listed]),
    ]
    over = f"house edge of {counted(len(answered), 'reading')}{_under(answered)}"
    return t.table(f"{game.name}: {over}, the worst for the house first", parts)


def _few(names: Sequence[str]) -> str:
    """The first of some names, and how many there are besides."""
    first, *others = names
    return first + (f" and {len(others)} more" if len(others) > 1 else f" and {others[0]}" if others else "")


def _range(default: Reading, ranged: Ranges, trial: str) -> Table:
    """The least and the greatest of each figure of one wager, or of a sheet, and what reading gives it."""
    (name,) = names if len(names := {one.wager for one in ranged.wagers}) == 1 else ("",)
    headline = _distinct(ranged)
    rows = [one for one in _shown(ranged.wagers if name else ranged.sheet) if one.figure in headline]
    figure = [t.played(t.named(one.figure, trial), one.way) for one in rows]
    parts = [t.words("figure", figure)]
    for heading in ("least", "greatest"):
        bounds: list[Extreme] = [getattr(one, heading) for one in rows]
        figures = zip(bounds, rows, strict=True)
        parts.append(
            t.column(heading, [_bound_cell(bound.value, one) for bound, one in figures], "point", heading)
        )
        if not name:
            parts.append(t.words("of", [_few(bound.wagers) for bound in bounds], heading))
        parts.append(t.words("under", [_reading(default, bound, ranged) for bound in bounds], heading))
    return t.table(
        f"{name or 'All wagers'}: range of each figure over {counted(ranged.compared, 'reading')}", parts
    )


def _reading(default: Reading, bound: Extreme, ranged: Ranges) -> str:
    return "every reading" if bound.readings == ranged.compared else _named(default, bound.reading)


def _ranges(ranged: Ranges) -> Table:
    """The range of the edge of each wager of a sheet, and of what is left after the dealer's envy."""
    headline = [figure for figure in _RANGED if figure in _distinct(ranged)]
    rows = _shown([one for one in ranged.wagers if one.figure in headline])
    places = list(dict.fromkeys((one.wager, one.way) for one in rows))
    parts = [t.words("wager", [t.played(name, way) for name, way in places])]
    for figure in headline:
        mine = [ranged.of(name, way, figure) for name, way in places]
        for heading in ("least", "greatest"):
            cells = [_bound_cell(getattr(one, heading).value, one) for one in mine]
            parts.append(t.column(f"{heading} {t.named(figure)}", cells, "point", t.named(figure)))
    return t.table(f"Each wager: range over {counted(ranged.compared, 'reading')}", parts)


def _distinct(ranged: Ranges) -> set[str]:
    """The figures that say something of their own: not what is left after envy where none is owed."""
    of = {(one.wager, one.way, one.figure): one.span for one in ranged.wagers}
    same = {
        figure
        for figure, other in (("house_after_envy", "edge.per_stake"), ("returned", "rtp"))
        if all(of[name, way, other] == span for (name, way, mine), span in of.items() if mine == figure)
    }
    return {*HEADLINE} - same


def _shown(every: Sequence[FigureRange]) -> list[FigureRange]:
    """The ranges to show: those of best play only where one differs from that of play to the end."""
    never = {(one.wager, one.figure): one for one in every if one.way == "never"}
    names = {one.wager for one in every if one.span != never[one.wager, one.figure].span}
    return [one for one in every if one.way == "never" or one.wager in names]


def _bound_cell(number: Fraction, one: FigureRange) -> Cell:
    against = one.figure in _RANGED and number < 0
    return Figure(number, t.rounding(one.figure), "bad" if against else "")


def _notes(game: Game, answered: AnswersByReading, ranged: Ranges, every: bool) -> Iterator[str]:
    if every:
        yield _scope(ranged)
    if not every:
        yield (
            "The edge is per stake. · no figure differs from the default; "
            "= another figure than the edge differs."
        )
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
    if not ranged.complete:
        return f"The ranges are over {ranged.compared:,} of {ranged.combinations:,} combinations of choices."
    if not ranged.rejected:
        return f"The ranges are over all {ranged.combinations:,} combinations of choices."
    return (
        f"The ranges are over {ranged.compared:,} of the {ranged.combinations:,} combinations of choices; "
        f"the other {ranged.rejected:,} make a choice that the sheet rejects."
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
            {"options": reading, "wagers": [json_record.wager(one) for one in answers]}
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
            "wagers": [_ranged(one) for one in ranged.wagers],
            "sheet": [_ranged(one) for one in ranged.sheet],
        },
        "effects": [
            {
                "wager": slug(one.wager),
                **members(one, "option choice"),
                "rejected": one.rejected or None,
                **members(one, "same absent"),
                "changes": [
                    {"play": each.way, **members(each, "figure before after")} for each in one.changes
                ],
            }
            for one in ranged.effects
        ],
    }


def _ranged(one: FigureRange) -> Document:
    whose: Document = {"wager": slug(one.wager), "asked": one.asked} if one.wager else {}
    found: Document = {**whose, "play": one.way, "figure": one.figure}
    for heading in ("least", "greatest"):
        bound: Extreme = getattr(one, heading)
        found[heading] = {
            "value": bound.value,
            "wagers": list(map(slug, bound.wagers)),
            "options": bound.reading,
            "readings": bound.readings,
        }
    if one.wager:
        found["changed_by"] = [{"option": key, "choice": choice} for key, choice in one.changed_by]
        found["settled_by"] = one.settled_by
    return found


def _records(game: Game, answered: AnswersByReading, ranged: Ranges) -> Records:
    """A row for each wager and play under each reading, with the range of its edge over all that count."""
    among = set(kept(game, [reading for reading, _ in answered]))
    columns = {figure: _KEYS.get(figure, figure) for figure in HEADLINE}
    over = {(slug(one.wager), one.way, one.figure): one for one in ranged.wagers}
    defaults = {slug(one.wager.name): one for one in answered[0][1]}
    options = keys("option", [option.key for option in game.options])
    rows: list[dict[str, Any]] = [
        {
            "game": game.slug,
            "wager": slug(one.wager.name),
            "play": way,
            **{options[key]: choice for key, choice in reading.items()},
            "changes": not (mine := defaults.get(slug(one.wager.name))) or not mine.same_odds(one),
            **{key: FIGURES[figure](one.played(way)) for figure, key in columns.items()},
            "rejected": i not in among,
            **{
                f"{columns[figure]}_{heading}": getattr(wager_range, heading).value
                for figure in _RANGED
                if (wager_range := over.get((slug(one.wager.name), way, figure)))
                for heading in ("least", "greatest")
            },
        }
        for i, (reading, answers) in enumerate(answered)
        for one in answers
        for way in WAYS
    ]
    kinds = {"game": str, "wager": str, "play": str, **dict.fromkeys(options.values(), str)}
    bounds = [f"{columns[figure]}_{heading}" for figure in _RANGED for heading in ("least", "greatest")]
    figures = dict.fromkeys(columns.values(), Fraction)
    more = {"changes": bool, **figures, "rejected": bool, **dict.fromkeys(bounds, Fraction)}
    return Records({**kinds, **more}, rows)
