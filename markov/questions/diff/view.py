"""Two editions side by side: a row for each figure that differs."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Any

from markov.naming import counted
from markov.questions.diff.diff import Change, Diff, Edition, Side, conditions
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import NOTHING, Cell, Figure, Word
from markov.tables.view import Document, View, view_of


def view(a: Edition, b: Edition, diff: Diff) -> View:
    """The two editions, and a row for each change; the first title says whether there is any."""
    return view_of(
        "diff",
        None,
        lambda: _parts(a, b, diff),
        headline=lambda: _headline(diff),
        notes=lambda: _notes(a, b, diff),
        document=lambda: _document(a, b, diff),
    )


def _headline(diff: Diff) -> str:
    """The number of wagers in which the editions differ, in a line."""
    changed = {change.wager for change in diff.changed}
    if diff.same:
        return "No mathematical change"
    only = len(diff.only_a) + len(diff.only_b)
    alone = f", {counted(only, 'wager')} in one edition alone" if only else ""
    return f"Mathematical change in {counted(len(changed), 'wager')}{alone}"


def _parts(a: Edition, b: Edition, diff: Diff) -> Iterator[Rows[Any]]:
    editions = ("A", a, diff.only_a), ("B", b, diff.only_b)
    columns = (
        c.words("side", itemgetter(0)),
        c.words("edition", lambda row: row[1].given),
        c.words("wagers", lambda row: f"{len(row[1].sides) - len(row[2])} compared"),
        c.words("only here", lambda row: ", ".join(row[2]) or None),
    )
    yield Rows("Editions", editions, columns, part="")
    by_wager = t.grouped(diff.changed, lambda change: change.wager)
    for key, changes in by_wager.items():
        yield _changes(a.sides[key], b.sides[key], changes)
    only = [Change(key, "wager", None, "yes", "no") for key in diff.only_a]
    only += [Change(key, "wager", None, "no", "yes") for key in diff.only_b]
    yield Rows("", [*only, *diff.changed], _COLUMNS, part="changed", nested=True)


def _number(name: str) -> Callable[[Change], Fraction | None]:
    return lambda change: side if isinstance(side := getattr(change, name), Fraction) else None


def _text(name: str) -> Callable[[Change], str | None]:
    return lambda change: side if isinstance(side := getattr(change, name), str) else None


def _move(change: Change) -> Fraction | None:
    if isinstance(change.a, Fraction) and isinstance(change.b, Fraction):
        return change.b - change.a
    return None


# What is no number is in the columns of words.
_COLUMNS = (
    *c.keyed(c.WORDS, "wager play figure"),
    c.exact(None, _number("a"), "a"),
    c.exact(None, _number("b"), "b"),
    c.exact(None, _move, "change"),
    c.words(None, _text("a"), "a_text"),
    c.words(None, _text("b"), "b_text"),
)


def _changes(a: Side | None, b: Side | None, changes: Sequence[Change]) -> Rows[Any]:
    """The changes of a wager; those of best play only where it is not to play to the end."""
    best = _with_choice(a, b)
    first = best and any(side and side.has_actions for side in (a, b))
    trial = next((side.trial for side in (a, b) if side), "")
    rows: list[tuple[str | Cell, ...]] = []
    if wheel := sum(change.figure.startswith("wheel.") for change in changes):
        sizes = [f"{len(side.wheel) if side else 0} outcomes" for side in (a, b)]
        rows.append(("wheel", sizes[0], "", sizes[1], "", f"{wheel} chances differ", ""))
    for change in changes:
        if not change.figure.startswith("wheel.") and (best or change.play != "optimal"):
            name = _name(change, trial) + ", first choices" * (first and change.play == "never")
            rows.append((name, *_value(change, change.a, a), *_value(change, change.b, b), *_moved(change)))
    columns = [c.words("per unit staked", itemgetter(0))]
    for place, side in enumerate(("A", "B", "change")):
        columns.append(c.exact(side, itemgetter(2 * place + 1), group=side))
        columns.append(c.decimals("decimal", itemgetter(2 * place + 2), group=side))
    return Rows(next((side.name for side in (a, b) if side), ""), rows, columns, part="")


def _with_choice(a: Side | None, b: Side | None) -> bool:
    """True where best play is not to play to the end, in one edition at least."""
    return any(side and side.optimal != side.never for side in (a, b))


# The first part of a figure of which there are several, in words.
_OF = {"pays": "pay of", "envy": "dealer bonus (envy) of", "raises": "added stakes of", "taken": "takes"}


def _name(change: Change, trial: str) -> str:
    """The figure in words, and whether it is of best play."""
    kind, _, which = change.figure.partition(".")
    name = f"{_OF[kind]} {which}" if which and kind in _OF else t.named(change.figure, trial)
    return f"{name}, best" if change.play == "optimal" else name


def _value(change: Change, value: Fraction | str | None, side: Side | None) -> tuple[Cell, Cell]:
    """A value exactly, a pay in the words of its sheet; and rounded."""
    if not isinstance(value, Fraction):
        return (NOTHING if value is None else Word(value)), Word("")
    kind, _, ending = change.figure.partition(".")
    exact = Word(side.pays.posted(ending)) if side and kind == "pays" else Figure(value)
    return exact, Figure(value, t.rounding(change.figure))


def _moved(change: Change) -> tuple[Cell, Cell]:
    moved = _move(change)
    if moved is None:
        return Word(""), Word("")
    return Figure(moved, t.signed(str)), Figure(moved, t.signed(t.rounding(change.figure)))


def _notes(a: Edition, b: Edition, diff: Diff) -> Iterator[str]:
    changed = {change.wager for change in diff.changed if change.play == "optimal"}
    if any(_with_choice(a.sides[key], b.sides[key]) for key in changed):
        yield "Best: with best play, listed where an offer is taken."
    if alike := {
        change.wager
        for change in diff.changed
        if change.play == "never"
        and change.wager not in changed
        and _with_choice(a.sides[change.wager], b.sides[change.wager])
    }:
        yield f"The figures of best play are the same: {', '.join(sorted(alike))}."
    if any(change.figure.startswith("wheel.") for change in diff.changed):
        yield "The chances of the outcomes of a wheel are in --json and --format csv."
    posted = any(change.figure.startswith("pays.") for change in diff.changed)
    commissions = (wager.commission for edition in (a, b) for wager in edition.wagers.values())
    if posted and any(taken is not None and taken.on_win for taken in commissions):
        yield "A pay is what a commission out of a win leaves of it, as it is in certificates."
    for side, edition in (("A", a), ("B", b)):
        if edition.left_out:
            yield f"In {side} and not certified, so not compared: {', '.join(edition.left_out)}."
    yield from _conditions(a, b)
    groups: dict[tuple[str, str, str], list[str]] = {}
    for change in diff.wording:
        groups.setdefault((change.figure, str(change.a), str(change.b)), []).append(change.wager)
    for (what, was, now), wagers in groups.items():
        yield f"Only worded differently, {what} of {', '.join(wagers)}: {was!r} in A, {now!r} in B."
    same = list(a.readings) == list(b.readings)
    for side, edition in [("A and B", a)] if same else [("A", a), ("B", b)]:
        for reading in edition.readings:
            chosen = ", ".join(f"{key}={choice}" for key, choice in sorted(reading.items()))
            yield f"{side}: {chosen or 'the sheet leaves nothing open'}."


def _conditions(a: Edition, b: Edition) -> Iterator[str]:
    """The conditions that no chain shows and that one edition alone states."""
    found = conditions(a, b)
    if found is None:
        yield "The conditions of the rules were not compared: a certificate states none."
        return
    by_text = t.grouped(found, lambda change: (change.a is None, change.a or change.b))
    for (only_b, text), changes in by_text.items():
        whose = ", ".join(change.wager or "the sheet" for change in changes)
        yield f"A condition that {'B' if only_b else 'A'} alone states, of {whose}: {text}"


def _document(a: Edition, b: Edition, diff: Diff) -> Document:
    """The changes, in figures and in words only."""
    stated = conditions(a, b)
    return {
        "a": a.given,
        "b": b.given,
        "readings": {"a": a.readings, "b": b.readings},
        "same": diff.same,
        "not_compared": [*a.left_out, *b.left_out],
        "only_a": diff.only_a,
        "only_b": diff.only_b,
        "changed": [_change(change) for change in diff.changed],
        "wording": [_change(change) for change in diff.wording],
        "conditions": None if stated is None else [_change(change) for change in stated],
    }


def _change(change: Change) -> Document:
    return members(change, "wager figure play a b")
