"""Two editions side by side: a row for each figure that differs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from markov.questions.diff.diff import Change, Diff, Edition, Side, conditions
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import NOTHING, Cell, Figure, Table, Tables, Word
from markov.tables.view import Document, View


def view(a: Edition, b: Edition, found: Diff) -> View:
    """The two editions, and a row for each change; the first title says whether there is any."""
    return View(Tables(lambda: _tables(a, b, found)), lambda: _records(found), lambda: _document(a, b, found))


def _tables(a: Edition, b: Edition, found: Diff) -> tuple[Table, ...]:
    both, only = (a, b), (found.only_a, found.only_b)
    compared = [f"{len(one.sides) - len(own)} compared" for one, own in zip(both, only, strict=True)]
    parts = [
        t.words("side", "AB"),
        t.words("edition", [one.given for one in both]),
        t.words("wagers", compared),
        t.words("only here", [", ".join(own) or NOTHING for own in only]),
    ]
    by_wager = t.grouped(found.changed, lambda change: change.wager)
    tables = [t.table("No mathematical change" if found.same else "Mathematical change", parts)]
    tables += [_changes(a.sides[key], b.sides[key], changes) for key, changes in by_wager.items()]
    return t.closed(tables, _notes(a, b, found))


def _changes(a: Side | None, b: Side | None, changes: Sequence[Change]) -> Table:
    """The changes of a wager; those of best play only where it is not to play to the end."""
    best = any(side and side.optimal != side.never for side in (a, b))
    rows: list[tuple[Cell, ...]] = []
    if wheel := sum(one.figure.startswith("wheel.") for one in changes):
        sizes = [Word(f"{len(side.wheel) if side else 0} outcomes") for side in (a, b)]
        what = Word(f"{wheel} chances differ")
        rows.append((Word("wheel"), sizes[0], Word(""), sizes[1], Word(""), what, Word("")))
    for one in changes:
        if not one.figure.startswith("wheel.") and (best or one.play != "optimal"):
            name = f"best.{one.figure}" if one.play == "optimal" else one.figure
            rows.append((Word(name), *_value(one, one.a, a), *_value(one, one.b, b), *_moved(one)))
    name = next((side.name for side in (a, b) if side), "")
    return Table(name, t.figure_columns(("A", "B", "change")), tuple(rows))


def _value(change: Change, value: Fraction | str | None, side: Side | None) -> tuple[Cell, Cell]:
    """A value exactly, a pay in the words of its sheet; and rounded."""
    if not isinstance(value, Fraction):
        return (NOTHING if value is None else Word(value)), Word("")
    kind, _, ending = change.figure.partition(".")
    exact = Word(side.pays.posted(ending)) if side and kind == "pays" else Figure(value)
    return exact, Figure(value, t.rounding(change.figure))


def _moved(change: Change) -> tuple[Cell, Cell]:
    if not (isinstance(change.a, Fraction) and isinstance(change.b, Fraction)):
        return Word(""), Word("")
    moved = change.b - change.a
    return Figure(moved, t.signed(str)), Figure(moved, t.signed(t.rounding(change.figure)))


def _notes(a: Edition, b: Edition, found: Diff) -> Iterator[str]:
    if any(one.play == "optimal" for one in found.changed):
        yield "Figures that begin with best are of best play, listed where it is not to play to the end."
    if any(one.figure.startswith("wheel.") for one in found.changed):
        yield "The chances of the outcomes of a wheel are in --json and --format csv."
    for side, edition in (("A", a), ("B", b)):
        if edition.left_out:
            yield f"In {side} and not certified, so not compared: {', '.join(edition.left_out)}."
    yield from _conditions(a, b)
    groups: dict[tuple[str, str, str], list[str]] = {}
    for one in found.wording:
        groups.setdefault((one.figure, str(one.a), str(one.b)), []).append(one.wager)
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
    by_text = t.grouped(found, lambda one: (one.a is None, one.a or one.b))
    for (only_b, text), changes in by_text.items():
        whose = ", ".join(one.wager or "the sheet" for one in changes)
        yield f"A condition that {'B' if only_b else 'A'} alone states, of {whose}: {text}"


def _document(a: Edition, b: Edition, found: Diff) -> Document:
    """The changes, in figures and in words only."""
    stated = conditions(a, b)
    return {
        "schema": "markov/diff/1",
        "a": a.given,
        "b": b.given,
        "readings": {"a": a.readings, "b": b.readings},
        "same": found.same,
        "not_compared": [*a.left_out, *b.left_out],
        "only_a": found.only_a,
        "only_b": found.only_b,
        "changed": [_change(one) for one in found.changed],
        "wording": [_change(one) for one in found.wording],
        "conditions": None if stated is None else [_change(one) for one in stated],
    }


def _change(one: Change) -> Document:
    return members(one, "wager figure play a b")


def _records(found: Diff) -> Records:
    """A row for each change; what is no number is in the columns of words."""
    only = [Change(key, "wager", None, "yes", "no") for key in found.only_a]
    only += [Change(key, "wager", None, "no", "yes") for key in found.only_b]
    rows: list[dict[str, Any]] = []
    for one in (*only, *found.changed):
        sides = {"a": one.a, "b": one.b}
        row = members(one, "wager play figure")
        row |= {name: side for name, side in sides.items() if isinstance(side, Fraction)}
        row |= {f"{name}_text": side for name, side in sides.items() if isinstance(side, str)}
        if isinstance(one.a, Fraction) and isinstance(one.b, Fraction):
            row["change"] = one.b - one.a
        rows.append(row)
    kinds = {"wager": str, "play": str, "figure": str, **dict.fromkeys(("a", "b", "change"), Fraction)}
    return Records({**kinds, "a_text": str, "b_text": str}, rows)
