"""Readings as risk: which of them is worst for the house, and which questions settle the edge."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from markov.questions.readings.risk import Risk, Sets, exposures, plainest, risks
from markov.tables.table import Cell, Column, Figure, Table, Word, in_percent
from markov.wager.game import Game, slug
from markov.wager.odds import Answer

Answered: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]


def named(default: Mapping[str, str], reading: Mapping[str, str]) -> str:
    """What the reading chooses that the defaults do not.

    >>> named({"zeros": "2", "wrap": "no"}, {"zeros": "1", "wrap": "no"})
    'zeros=1'
    """
    changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
    return " ".join(changed) or "default"


def one_wager(answered: Answered) -> Table:
    """The readings of one wager by rising edge; those that answer the deciding questions alike in one row."""
    (found,) = risks(answered)
    options, default = found.settled.both[0], answered[0][0]
    alike: dict[tuple[str, ...], list[int]] = {}
    for i in found.ranking:
        alike.setdefault(tuple(answered[i][0][key] for key in options), []).append(i)
    plays = _plays([found])
    counted = any(len(same) > 1 for same in alike.values())
    columns = [Column("reading", "left"), *([Column("readings")] if counted else [])]
    for name in plays:
        columns += [Column(name, group=name), Column("%", "point", name)]
    columns.append(Column("", "left", plays[-1]))
    rows = []
    for same in alike.values():
        reading = {key: answered[same[0]][0][key] for key in options}
        row: list[Cell] = [Word(named(default, reading)), *([Word(str(len(same)))] if counted else [])]
        for edge in found.edges[same[0]][: len(plays)]:
            row += [Figure(edge), Figure(edge, in_percent)]
        rows.append((*row, _mark(found, found.edges[same[0]][1])))
    title = f"{found.wager}: house edge of {len(answered):,} readings, the worst for the house first"
    return Table(title, tuple(columns), tuple(rows), tuple(_notes(found, len(answered), counted)))


def _plays(found: Sequence[Risk]) -> list[str]:
    differ = any(never != optimal for risk in found for never, optimal in risk.edges)
    return ["played to its end", "best play"] if differ else ["played to its end"]


def _mark(found: Risk, edge: Fraction) -> Word:
    worst = edge == found.lowest and len(found.worst) < len(found.edges)
    words = [*(["worst"] if worst else []), *(["player's edge"] if edge < 0 else [])]
    return Word(", ".join(words), "bad" if words else "")


def _notes(found: Risk, count: int, merged: bool) -> Iterator[str]:
    plays = _plays([found])
    merging = " Readings that differ only on questions which change no edge are one row." if merged else ""
    yield f"The edge is per stake.{merging}"
    yield (
        f"Worst for the house: {len(found.worst):,} of {count:,} readings, with an edge of "
        f"{in_percent(found.lowest)}{_under(plays)}. The player has an edge in {len(found.player_edges):,}."
    )
    yield f"What settles the edge: {_sets(found.settled.both)}."
    if len(plays) > 1 and found.settled.never != found.settled.both:
        yield f"What settles it where the wager is played to its end: {_sets(found.settled.never)}."


def _under(plays: Sequence[str]) -> str:
    return f" under {plays[1]}" if len(plays) > 1 else ""


def _sets(sets: Sets) -> str:
    return " or ".join(", ".join(options) for options in sets) or "no question"


def wagers(game: Game, answered: Answered) -> Table:
    """What the readings do to each wager of a sheet."""
    found, readings = risks(answered), [reading for reading, _ in answered]
    rows: list[tuple[Cell, ...]] = []
    for risk in found:
        example = readings[plainest(readings, risk.worst)]
        rows.append(
            (
                Word(risk.wager),
                Figure(risk.edges[0][1], in_percent),
                Figure(risk.lowest, in_percent, "bad" if risk.lowest < 0 else ""),
                Word(str(len(risk.worst))),
                Word(named(readings[0], example)),
                Word(str(len(risk.player_edges)), "bad" if risk.player_edges else ""),
                Word(_sets(risk.settled.both)),
            )
        )
    columns = (
        Column("wager", "left"),
        Column("default", "point"),
        Column("worst for the house", "point", "worst"),
        Column("readings", "right", "worst"),
        Column("such as", "left", "worst"),
        Column("player's edge in"),
        Column("settled by", "left"),
    )
    note = (
        "Worst for the house: the lowest edge, in how many readings, and which of them is nearest to the "
        "defaults. Player's edge in: how many readings. Settled by: the fewest questions whose answers "
        "settle the edge."
    )
    return Table(f"{game.name}: {_titled(found, answered)}", columns, tuple(rows), (note,))


def _titled(found: Sequence[Risk], answered: Answered) -> str:
    return f"house edge of {len(answered):,} readings{_under(_plays(found))}"


def sheet(game: Game, answered: Answered) -> Table:
    """The readings of a sheet by what they cost the house at worst."""
    found = risks(answered)
    default = answered[0][0]
    rows: list[tuple[Cell, ...]] = []
    for one in exposures(found):
        first, *others = one.wagers
        more = f" and {len(others)} more" if len(others) > 1 else f" and {others[0]}" if others else ""
        rows.append(
            (
                Word(named(default, answered[one.reading][0])),
                Word(first + more),
                Figure(one.edge),
                Figure(one.edge, in_percent),
                Word(str(one.player_edges), "bad" if one.player_edges else ""),
            )
        )
    columns = (
        Column("reading", "left"),
        Column("lowest edge of", "left"),
        Column("edge", group="edge"),
        Column("%", "point", "edge"),
        Column("wagers with a player's edge"),
    )
    return Table(
        f"{game.name}: {_titled(found, answered)}, the worst for the house first", columns, tuple(rows)
    )


def document(answered: Answered) -> dict[str, list[dict[str, Any]]]:
    """The same as parts of a JSON document, an entry a wager; readings are named by their options."""
    found, readings = risks(answered), [dict(reading) for reading, _ in answered]
    return {
        "worst": [
            {
                "wager": slug(risk.wager),
                "play": "optimal",
                "readings": [{"options": readings[i], "edge": str(risk.edges[i][1])} for i in risk.worst],
            }
            for risk in found
        ],
        "player_edges": [
            {
                "wager": slug(risk.wager),
                "play": "optimal",
                "readings": [
                    {"options": readings[i], "edge": str(risk.edges[i][1])} for i in risk.player_edges
                ],
            }
            for risk in found
        ],
        "deciding": [
            {
                "wager": slug(risk.wager),
                "sets": _listed(risk.settled.both),
                "never": _listed(risk.settled.never),
                "optimal": _listed(risk.settled.optimal),
            }
            for risk in found
        ],
    }


def _listed(sets: Sets) -> list[list[str]]:
    return [list(options) for options in sets]
