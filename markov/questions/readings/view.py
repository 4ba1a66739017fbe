"""What each reading of a sheet does to the edge."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from markov.exact import rounded
from markov.questions.readings import view_risk as risk
from markov.tables import json_record
from markov.tables.table import Cell, Column, Figure, Table, Word, in_percent
from markov.tables.view import Document
from markov.wager.game import Game, slug
from markov.wager.odds import Answer, Play

Answered: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]

_SAME = Word("·", "faint")
_ELSEWHERE = Word("=", "even")
_PLAYS: dict[str, Callable[[Answer], Play]] = {
    "played to its end": lambda answered: answered.never,
    "best play": lambda answered: answered.optimal,
}


def readings(game: Game, answered: Answered, every: bool) -> list[Table]:
    """The edge of each wager under each reading; the defaults come first.

    every   the readings are all combinations of choices, not one option changed at a time; then they are
            ranked by what the house risks
    """
    single = len(answered[0][1]) == 1
    if every:
        tables = [risk.one_wager(answered) if single else risk.sheet(game, answered)]
    elif single:
        tables = [_single(game, answered)]
    else:
        tables = [_matrix(game, answered, name) for name in _worth_showing(answered)]
    last = tables[-1]
    notes = (*last.notes, *_notes(game, answered, every))
    return [*tables[:-1], Table(last.title, last.columns, last.rows, notes)]


def _worth_showing(answered: Answered) -> list[str]:
    differ = any(one.optimal.edge != one.never.edge for _, answers in answered for one in answers)
    return list(_PLAYS) if differ else list(_PLAYS)[:1]


def _single(game: Game, answered: Answered) -> Table:
    """A row for each reading of one wager, with the change from the defaults."""
    shown = _worth_showing(answered)
    columns = [Column("reading", "left")]
    for name in shown:
        columns += [Column(name, group=name), Column("%", "point", name), Column("change", "point", name)]
    default, (ours,) = answered[0]
    rows = []
    for i, (reading, (one,)) in enumerate(answered):
        row: list[Cell] = [Word(risk.named(default, reading))]
        for name in shown:
            edge = _PLAYS[name](one).edge.per_stake
            row += [Figure(edge), Figure(edge, in_percent), _change(ours, one, name) if i else Word("")]
        rows.append(tuple(row))
    return Table(f"{ours.wager.name}: house edge by reading", tuple(columns), tuple(rows))


def _change(ours: Answer, one: Answer, play: str) -> Cell:
    of = _PLAYS[play]
    if alike(ours, one):
        return _SAME
    change = of(one).edge.per_stake - of(ours).edge.per_stake
    return Figure(change, _points, "bad" if change > 0 else "good") if change else _ELSEWHERE


def _matrix(game: Game, answered: Answered, play: str) -> Table:
    """A row for each wager, a column for each reading that changes one option."""
    default, ours = answered[0]
    of = _PLAYS[play]
    columns = [Column("wager", "left"), Column("default", "point")]
    for reading, _ in answered[1:]:
        columns.append(Column(risk.named(default, reading), "point"))
    rows = []
    for k, mine in enumerate(ours):
        row: list[Cell] = [Word(mine.wager.name), Figure(of(mine).edge.per_stake, in_percent)]
        for _, answers in answered[1:]:
            row.append(_cell(mine, answers[k], of))
        rows.append(tuple(row))
    return Table(f"{game.name}: house edge, {play}", tuple(columns), tuple(rows))


def _cell(mine: Answer, one: Answer, of: Callable[[Answer], Play]) -> Cell:
    if alike(mine, one):
        return _SAME
    edge = of(one).edge.per_stake
    return _ELSEWHERE if edge == of(mine).edge.per_stake else Figure(edge, in_percent)


def alike(one: Answer, other: Answer) -> bool:
    """Whether every figure is the same."""
    return (one.never, one.optimal, one.offers) == (other.never, other.optimal, other.offers)


def _points(change: Fraction) -> str:
    return f"{'+' if change > 0 else ''}{rounded(change * 100, 4)}"


def _notes(game: Game, answered: Answered, every: bool) -> Iterator[str]:
    if not every:
        yield "The edge is per stake. · every figure is as by default; = the edge is, another figure is not."
    for option in game.options:
        choices = "; ".join(f"{choice}: {meaning}" for choice, meaning in option.choices.items())
        yield f"{option.key}: {option.question} {choices}."
        if option.idle:
            yield f"{option.key} changes no odds: {option.idle}."
    defaults = ", ".join(f"{key}={choice}" for key, choice in answered[0][0].items())
    yield f"Default: {defaults}." if defaults else "The sheet leaves nothing open."
    yield f"Source: {game.source}."


def flat(game: Game, answered: Answered) -> Table:
    """A row for each wager under each reading, for a machine to read."""
    keys = [option.key for option in game.options]
    names = ["wager", *keys, "changes", "edge", "edge %", "best play edge", "best play edge %"]
    rows: list[tuple[Cell, ...]] = []
    for reading, answers in answered:
        for mine, one in zip(answered[0][1], answers, strict=True):
            words = [slug(one.wager.name), *(reading[key] for key in keys)]
            changes = "no" if alike(mine, one) else "yes"
            edges = one.never.edge.per_stake, one.optimal.edge.per_stake
            figures = [cell for edge in edges for cell in (Figure(edge), Figure(edge, in_percent))]
            rows.append((*map(Word, words), Word(changes), *figures))
    return Table(game.name, tuple(Column(name, "left") for name in names), tuple(rows))


def document(game: Game, answered: Iterable[tuple[Mapping[str, str], Sequence[Answer]]]) -> Document:
    """The odds of wagers of one game under several readings, and what these are as risks of the house."""
    listed = list(answered)
    return {
        "schema": "markov/readings/1",
        "game": game.slug,
        "name": game.name,
        "source": game.source,
        "readings": [
            {"options": dict(reading), "wagers": [json_record.wager(one) for one in answers]}
            for reading, answers in listed
        ],
        **risk.document(listed),
    }
