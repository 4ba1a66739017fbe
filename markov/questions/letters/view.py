"""The return of a wager as an expression in letters, and where today's best play stays best."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from markov.questions.letters.roots import Interval, Root
from markov.questions.letters.symbolic import POCKETS, Condition, FixedPolicy, Returned, SymbolicAnswer
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records
from markov.tables.table import NOTHING, ONE_WAY, PLAYS, Cell, Figure, Heading, Rounded, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.outcome import moved_commission
from markov.wager.rule import label
from markov.wager.wager import Wager

_MANY = 40  # conditions are listed for a reader up to here


def view(asked: Asked, answer: SymbolicAnswer) -> View:
    """The returns, the conditions under which today's best play stays best, and where they hold."""
    return View(
        Tables(lambda: _tables(asked, answer)),
        lambda: _records(asked, answer),
        lambda: _document(asked, answer),
    )


def _tables(asked: Asked, answer: SymbolicAnswer) -> tuple[Table, ...]:
    tables = [_returns(answer)]
    if answer.kept and answer.kept.conditions:
        if len(answer.kept.conditions) <= _MANY:
            tables.append(_conditions(answer, answer.kept.conditions))
        if answer.kept.stays:
            tables.append(_stays(answer, answer.kept.stays))
    return t.closed(tables, _notes(asked, answer))


def _returns(answer: SymbolicAnswer) -> Table:
    kept, stretches = answer.kept, answer.stretches
    rows: list[tuple[str, Returned, Sequence[str]]] = [(PLAYS["never"], answer.never, ())]
    rows += [(PLAYS["optimal"], one.play, one.takes) for one in stretches]
    if kept and kept.play != answer.never:
        rows.append(("today's best play", kept.play, kept.takes))
    parts = [t.words("play", [name for name, _, _ in rows])]
    if kept is None:
        (pay,) = answer.letters
        start = Word("1" if moved_commission(answer.wager, answer.letters.values()) else "0")
        parts.append(t.column(f"{pay} from", [start, *(Figure(one.low) for one in stretches)]))
        parts.append(t.fractions("to", [None, *(one.high for one in stretches)]))
    parts += [
        t.words("returned", [str(play.returned) for _, play, _ in rows]),
        t.words("edge per stake", [str(play.edge) for _, play, _ in rows]),
        t.words("takes", [", ".join(takes) or NOTHING for _, _, takes in rows]),
    ]
    letters = "a letter" if len(answer.letters) == 1 else "letters"
    return t.table(f"{answer.wager.name}: with {letters}", parts)


def _conditions(answer: SymbolicAnswer, conditions: Sequence[Condition]) -> Table:
    today = Word("take", "good"), Word("play on", "faint")
    parts = [
        t.words(
            "offer", [" or ".join(dict.fromkeys(ending for _, ending in one.offers)) for one in conditions]
        ),
        t.words(
            "in state", [_states([state for state, _ in one.offers], answer.wager) for one in conditions]
        ),
        t.words("strategy", [today[not one.take] for one in conditions]),
        t.words("margin", [str(one.margin) for one in conditions]),
        t.words("holds while it is", map(_side, conditions)),
    ]
    note = "Margin: what is offered less what playing on is worth, once play has left the state."
    return t.table(f"{answer.wager.name}: conditions for today's strategy to stay best", parts, [note])


def _states(states: Sequence[Any], wager: Wager) -> str:
    shown = "; ".join(label(state, wager.rule) for state in states[:3])
    return shown if len(states) <= 3 else f"{shown}; and {len(states) - 3:,} more"


def _side(one: Condition) -> str:
    """The side of 0 that the margin has to keep, in words."""
    return "at least 0" if one.take else "at most 0"


def _stays(answer: SymbolicAnswer, stays: Interval) -> Table:
    (weight,) = answer.letters
    columns = (
        Heading(weight, "left"),
        Heading("exactly"),
        Heading("≈", "point"),
        Heading("root of", "left"),
        Heading("between", "left"),
    )
    rows = _end("from", stays.low, "above 0"), _end("to", stays.high, "no end")
    least, most = stays.whole
    whole = f"Whole numbers: {least:,} and up." if most is None else f"Whole numbers: {least:,} to {most:,}."
    return Table(f"{answer.wager.name}: today's best play stays best", columns, rows, (whole,))


def _end(name: str, root: Root | None, without: str) -> tuple[Cell, ...]:
    if root is None:
        return Word(name), Word(without), NOTHING, NOTHING, NOTHING
    if root.exact is not None:
        return Word(name), Figure(root.exact), Figure(root.exact, t.decimal), NOTHING, NOTHING
    between = Word(f"{root.low} and {root.high}")
    return Word(name), NOTHING, Figure(root.low, t.decimal), Word(str(root.polynomial)), between


def _notes(asked: Asked, answer: SymbolicAnswer) -> Iterator[str]:
    wager = answer.wager
    for name, what in answer.letters.items():
        now = answer.today[name]
        if what.startswith(POCKETS):
            outcome = what.removeprefix(POCKETS)
            yield f"{name}: the weight of {outcome} on the wheel; today {now} of {wager.wheel.total}."
        else:
            posts = "not on the sheet today" if now is None else f"today {t.as_posted(wager, what)}"
            yield f"{name}: what {what} returns per unit staked, stake counted in; {posts}."
            if taken := moved_commission(wager, (what,)):
                yield f"{taken.words()} It moves with {name}."
                if answer.kept is not None or answer.stretches:
                    yield f"Played to its end, the edge is that of an {name} above 1, where {what} wins."
    if any(what.startswith(POCKETS) for what in answer.letters.values()):
        yield "Wheels have whole weights from 1 up; the expressions hold for all above 0."
    if answer.kept is not None:
        yield from _about(answer.kept)
    if answer.merged:
        yield f"Merged: {answer.merged}."
    yield from t.origin(asked.reading, wager.source)


def _about(kept: FixedPolicy) -> Iterator[str]:
    if not kept.offers:
        yield ONE_WAY
    elif not kept.conditions:
        yield "What is best depends on none of the letters."
    elif not kept.takes:
        yield "Today's best play is to play to the end."
    if len(kept.conditions) > _MANY:
        yield f"Today's strategy stays best while {len(kept.conditions):,} margins keep their side of 0."


def _document(asked: Asked, answer: SymbolicAnswer) -> Document:
    """The answer; expressions are texts."""
    return {
        **json_record.head("letters", asked, answer.wager),
        "name": answer.wager.name,
        "merged": answer.merged or None,
        "letters": answer.letters,
        "today": {name: None if now is None else str(now) for name, now in answer.today.items()},
        "never": _texts(answer.never),
        "optimal": _pieces(answer) if answer.kept is None else _kept(answer.kept),
    }


def _texts(play: Returned) -> Document:
    return {"returned": str(play.returned), "edge_per_stake": str(play.edge)}


def _pieces(answer: SymbolicAnswer) -> Document:
    return {
        "pieces": [
            {"from": one.low, "to": one.high, **_texts(one.play), "takes": one.takes}
            for one in answer.stretches
        ]
    }


def _kept(kept: FixedPolicy) -> Document:
    stays = kept.stays
    return {
        **_texts(kept.play),
        "takes": kept.takes,
        "stays": None if stays is None else {"from": _root(stays.low), "to": _root(stays.high)},
        "conditions": [
            {
                "margin": str(one.margin),
                "take": one.take,
                "best_while": _side(one),
                "offers": [{"state": state, "ending": ending} for state, ending in one.offers],
            }
            for one in kept.conditions
        ],
    }


def _root(root: Root | None) -> Document | None:
    if root is None:
        return None
    return {
        "exact": root.exact,
        "decimal": t.decimal(root.low),
        "root_of": str(root.polynomial),
        "between": [root.low, root.high],
    }


def _records(asked: Asked, answer: SymbolicAnswer) -> Records:
    """A row for each expression."""
    rows: list[dict[str, Any]] = []

    def add(way: str, play: Returned, **more: Any) -> None:
        for figure, expression in (("returned", play.returned), ("edge.per_stake", play.edge)):
            rows.append({"play": way, **more, "figure": figure, "expression": str(expression)})

    add("never", answer.never)
    for one in answer.stretches:
        add("optimal", one.play, **{"from": one.low, "to": one.high, "takes": "; ".join(one.takes)})
    if kept := answer.kept:
        ends = {"from": _near(kept.stays.low), "to": _near(kept.stays.high)} if kept.stays else {}
        add("optimal", kept.play, **ends, takes="; ".join(kept.takes))
        for each in kept.conditions:
            margin = {"play": "optimal", "figure": "margin", "expression": str(each.margin)}
            for state, ending in each.offers:
                at = {"ending": ending, "state": state, "best_while": _side(each)}
                rows.append({**at, **margin})
    kinds = {"play": str, "ending": str, "state": object, "figure": str, "from": Fraction, "to": Fraction}
    texts = {"expression": str, "best_while": str, "takes": str}
    return Records.about(asked, answer.wager, {**kinds, **texts}, rows)


def _near(root: Root | None) -> Fraction | Rounded | None:
    """An end of an interval; one that is no fraction as a decimal."""
    if root is None:
        return None
    return Rounded(t.decimal(root.low)) if root.exact is None else root.exact
