"""The answer with letters in it, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markov.formats.states import label, plain
from markov.questions.letters.roots import Interval, Root
from markov.questions.letters.symbolic import POCKETS, Condition, Kept, Lettered, Returned, Stretch
from markov.tables.phrases import posted, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal
from markov.wager.game import Game, slug

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


def flat(found: Found) -> Table:
    """Every expression in a row of its own, for a machine to read."""
    answer = found.answer
    rows: list[tuple[Cell, ...]] = []

    def add(part: str, low: str, high: str, figure: str, expression: Any, takes: Sequence[str] = ()) -> None:
        rows.append(tuple(map(Word, (part, low, high, figure, str(expression), " ".join(takes)))))

    def play(part: str, low: str, high: str, each: Returned, takes: Sequence[str] = ()) -> None:
        add(part, low, high, "returned", each.returned, takes)
        add(part, low, high, "edge per stake", each.edge, takes)

    play("never", "", "", answer.never)
    for one in answer.stretches:
        play("optimal", str(one.low), "" if one.high is None else str(one.high), one.play, one.takes)
    if answer.kept:
        low, high = _bounds(answer.kept.stays)
        play("optimal", low, high, answer.kept.play, answer.kept.takes)
        for each in answer.kept.conditions:
            for state, ending in each.offers:
                add("margin", "", "", f"{ending} in {label(state)} {side(each)}", each.margin)
    names = ("part", "from", "to", "figure", "expression", "takes")
    return Table(answer.wager.name, tuple(Column(name, "left") for name in names), tuple(rows))


def _bounds(stays: Interval | None) -> tuple[str, str]:
    ends = (stays.low, stays.high) if stays else (None, None)
    low, high = ("" if end is None else str(end.exact or decimal(end.low)) for end in ends)
    return low, high


def document(found: Found) -> dict[str, Any]:
    """The answer; expressions and numbers are texts."""
    answer = found.answer
    return {
        "schema": "markov/letters/1",
        "game": found.game.slug,
        "options": dict(found.reading),
        "wager": slug(answer.wager.name),
        "name": answer.wager.name,
        "merged": answer.merged or None,
        "letters": dict(answer.letters),
        "today": {name: None if now is None else str(now) for name, now in answer.today.items()},
        "never": _texts(answer.never),
        "optimal": _pieces(answer.stretches) if answer.kept is None else _kept(answer.kept),
    }


def _texts(play: Returned) -> dict[str, Any]:
    return {"returned": str(play.returned), "edge_per_stake": str(play.edge)}


def _pieces(stretches: Sequence[Stretch]) -> dict[str, Any]:
    return {
        "pieces": [
            {
                "from": str(one.low),
                "to": None if one.high is None else str(one.high),
                **_texts(one.play),
                "takes": list(one.takes),
            }
            for one in stretches
        ]
    }


def _kept(kept: Kept) -> dict[str, Any]:
    stays = kept.stays
    return {
        **_texts(kept.play),
        "takes": list(kept.takes),
        "stays": None if stays is None else {"from": _root(stays.low), "to": _root(stays.high)},
        "conditions": [
            {
                "margin": str(one.margin),
                "take": one.take,
                "best_while": side(one),
                "offers": [{"state": plain(state), "ending": ending} for state, ending in one.offers],
            }
            for one in kept.conditions
        ],
    }


def _root(root: Root | None) -> dict[str, Any] | None:
    if root is None:
        return None
    return {
        "exact": None if root.exact is None else str(root.exact),
        "decimal": decimal(root.low),
        "root_of": str(root.polynomial),
        "between": [str(root.low), str(root.high)],
    }
