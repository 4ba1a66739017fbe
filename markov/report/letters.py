"""The answer with letters in it, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markov.desk.letters import POCKETS, Condition, Kept, Lettered, Returned
from markov.desk.roots import Interval, Root
from markov.formats.states import label
from markov.report.sheet import posted, said
from markov.report.table import NOTHING, Cell, Column, Figure, Table, Word, decimal
from markov.sheet import Game

_MANY = 40  # conditions are listed for a reader up to here


@dataclass(frozen=True, slots=True)
class Found:
    """What was asked, and the answer."""

    game: Game
    reading: Mapping[str, str]
    answer: Lettered


def tables(found: Found) -> list[Table]:
    """The returns, the conditions under which best play of today stays best, and where they hold."""
    answer = found.answer
    listed = [_returns(answer)]
    if answer.kept and answer.kept.conditions:
        listed += _conditions(answer, answer.kept.conditions)
        if answer.kept.stays:
            listed.append(_stays(answer, answer.kept.stays))
    last = listed[-1]
    return [*listed[:-1], Table(last.title, last.columns, last.rows, (*last.notes, *_notes(found)))]


def _returns(answer: Lettered) -> Table:
    name = answer.wager.name
    letters = "a letter" if len(answer.letters) == 1 else "letters"
    rows: list[tuple[Cell, ...]]
    if answer.kept is not None:
        columns = _named("play", "returned", "edge per stake", "takes")
        rows = [(Word("played to its end"), *_play(answer.never), NOTHING)]
        if answer.kept.play != answer.never:
            rows.append((Word("best play of today"), *_play(answer.kept.play), _takes(answer.kept.takes)))
        return Table(f"{name}: with {letters}", columns, tuple(rows))
    (pay,) = answer.letters
    columns = _named("play", f"{pay} from", "to", "returned", "edge per stake", "takes")
    rows = [(Word("played to its end"), Word("0"), NOTHING, *_play(answer.never), NOTHING)]
    for one in answer.stretches:
        high: Cell = NOTHING if one.high is None else Figure(one.high)
        rows.append((Word("best play"), Figure(one.low), high, *_play(one.play), _takes(one.takes)))
    return Table(f"{name}: with {letters}", columns, tuple(rows))


def _named(*names: str) -> tuple[Column, ...]:
    return tuple(
        Column(name, "right" if name == "to" or name.endswith(" from") else "left") for name in names
    )


def _play(play: Returned) -> tuple[Cell, Cell]:
    return Word(str(play.returned)), Word(str(play.edge))


def _takes(takes: Sequence[str]) -> Cell:
    return Word(", ".join(takes)) if takes else NOTHING


def _conditions(answer: Lettered, conditions: Sequence[Condition]) -> Iterator[Table]:
    if len(conditions) > _MANY:
        return
    rows = tuple(
        (
            Word(" or ".join(dict.fromkeys(ending for _, ending in one.offers))),
            Word(_states([state for state, _ in one.offers])),
            Word("take", "good") if one.take else Word("play on", "faint"),
            Word(str(one.margin)),
            Word(side(one)),
        )
        for one in conditions
    )
    note = "Margin: what is offered less what playing on is worth, once play has left the state."
    columns = _named("offer", "in state", "today", "margin", "best while it is")
    yield Table(f"{answer.wager.name}: what best play of today needs", columns, rows, (note,))


def _states(states: Sequence[Any]) -> str:
    shown = "; ".join(label(state) for state in states[:3])
    return shown if len(states) <= 3 else f"{shown}; and {len(states) - 3:,} more"


def side(one: Condition) -> str:
    """What the margin has to be, in words."""
    return "at least 0" if one.take else "at most 0"


def _stays(answer: Lettered, stays: Interval) -> Table:
    (weight,) = answer.letters
    columns = (
        Column(weight, "left"),
        Column("exactly"),
        Column("≈", "point"),
        Column("root of", "left"),
        Column("between", "left"),
    )
    rows = _end("from", stays.low, "above 0"), _end("to", stays.high, "no end")
    least, most = stays.whole
    whole = f"Whole numbers: {least:,} and up." if most is None else f"Whole numbers: {least:,} to {most:,}."
    return Table(f"{answer.wager.name}: best play of today stays best", columns, rows, (whole,))


def _end(name: str, root: Root | None, without: str) -> tuple[Cell, ...]:
    if root is None:
        return Word(name), Word(without), NOTHING, NOTHING, NOTHING
    if root.exact is not None:
        return Word(name), Figure(root.exact), Figure(root.exact, decimal), NOTHING, NOTHING
    between = Word(f"{root.low} and {root.high}")
    return Word(name), NOTHING, Figure(root.low, decimal), Word(str(root.polynomial)), between


def _notes(found: Found) -> Iterator[str]:
    answer = found.answer
    wager = answer.wager
    for name, what in answer.letters.items():
        now = answer.today[name]
        if what.startswith(POCKETS):
            outcome = what.removeprefix(POCKETS)
            yield f"{name}: the weight of {outcome} on the wheel; today {now} of {wager.wheel.total}."
        else:
            posts = "not on the sheet today" if now is None else f"today {posted(wager.pays, what)}"
            yield f"{name}: what {what} returns per unit staked, stake counted in; {posts}."
    if any(what.startswith(POCKETS) for what in answer.letters.values()):
        yield "Wheels have whole weights from 1 up; the expressions hold for all above 0."
    if answer.kept is not None:
        yield from _about(answer.kept)
    if answer.merged:
        yield f"Merged: {answer.merged}."
    yield said(found.reading)
    yield f"Source: {wager.source}."


def _about(kept: Kept) -> Iterator[str]:
    if not kept.offers:
        yield "Nothing is on offer before the end, so there is one way to play."
    elif not kept.conditions:
        yield "What is best depends on none of the letters."
    elif not kept.takes:
        yield "Best play of today is to play to the end."
    if len(kept.conditions) > _MANY:
        yield f"Best play of today is best while {len(kept.conditions):,} margins keep their side of 0."
