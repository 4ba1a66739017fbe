"""Two editions side by side: a row for each figure that is another."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.questions.diff.diff import Change, Diff, Side
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import Document
from markov.wager.differences import CHANCE

_PARTS = ("edge.", "rtp", "hit_", "house_", "wheel.", CHANCE)  # of one, and so shown as percentages


@dataclass(frozen=True, slots=True)
class Edition:
    """One of the two that are compared.

    given      how it was asked for
    readings   the choice of every option; several where certificates are of several
    wagers     by slug
    left_out   wagers that it has and that were not compared, as the other is a certificate of some only
    """

    given: str
    readings: Sequence[Mapping[str, str]]
    wagers: Mapping[str, Side | None]
    left_out: Sequence[str] = ()


def tables(a: Edition, b: Edition, found: Diff) -> list[Table]:
    """What was compared, and a row for each change; the first title says whether there is any."""
    columns = tuple(Column(name, "left") for name in ("", "edition", "wagers", "only here"))
    rows = tuple(
        tuple(map(Word, (side, one.given, f"{len(one.wagers) - len(only)} compared", ", ".join(only) or "–")))
        for side, one, only in (("A", a, found.only_a), ("B", b, found.only_b))
    )
    parts = [Table("No mathematical change" if found.same else "Mathematical change", columns, rows)]
    by_wager: dict[str, list[Change]] = {}
    for change in found.changed:
        by_wager.setdefault(change.wager, []).append(change)
    parts += [_changes(a.wagers[key], b.wagers[key], changes) for key, changes in by_wager.items()]
    last = parts[-1]
    return [*parts[:-1], Table(last.title, last.columns, last.rows, tuple(_notes(a, b, found)))]


def _changes(a: Side | None, b: Side | None, changes: Sequence[Change]) -> Table:
    """What changed of a wager; of best play only where it is another than playing on to the end."""
    best = any(side and side.optimal != side.never for side in (a, b))
    columns = [Column("per unit staked", "left")]
    for side in ("A", "B", "change"):
        columns += [Column(side, group=side), Column("≈", "point", side)]
    rows: list[tuple[Cell, ...]] = []
    if wheel := sum(one.figure.startswith("wheel.") for one in changes):
        sizes = [Word(f"{len(side.wheel) if side else 0} outcomes") for side in (a, b)]
        what = Word(f"{wheel} other chances")
        rows.append((Word("wheel"), sizes[0], Word(""), sizes[1], Word(""), what, Word("")))
    for one in changes:
        if not one.figure.startswith("wheel.") and (best or one.play != "optimal"):
            name = f"best.{one.figure}" if one.play == "optimal" else one.figure
            rows.append((Word(name), *_value(one, one.a, a), *_value(one, one.b, b), *_moved(one)))
    name = next((side.name for side in (a, b) if side), "")
    return Table(name, tuple(columns), tuple(rows))


def _value(change: Change, value: Fraction | str | None, side: Side | None) -> tuple[Cell, Cell]:
    """A value exactly, a pay in the words of its sheet; and rounded."""
    if not isinstance(value, Fraction):
        return (NOTHING if value is None else Word(value)), Word("")
    kind, _, ending = change.figure.partition(".")
    exact = Word(side.pays.posted(ending)) if side and kind == "pays" else Figure(value)
    return exact, Figure(value, _shown(change))


def _moved(change: Change) -> tuple[Cell, Cell]:
    if not (isinstance(change.a, Fraction) and isinstance(change.b, Fraction)):
        return Word(""), Word("")
    moved, sign, shown = change.b - change.a, "+" if change.b > change.a else "", _shown(change)
    return Figure(moved, lambda number: f"{sign}{number}"), Figure(moved, lambda number: sign + shown(number))


def _shown(change: Change) -> Callable[[Fraction], str]:
    return in_percent if change.figure.startswith(_PARTS) else decimal


def _notes(a: Edition, b: Edition, found: Diff) -> Iterator[str]:
    if any(one.play == "optimal" for one in found.changed):
        yield "What begins with best is of best play, which is listed where it is another than playing on."
    if any(one.figure.startswith("wheel.") for one in found.changed):
        yield "The chances of the outcomes of a wheel are in --json and --format csv."
    for side, edition in (("A", a), ("B", b)):
        if edition.left_out:
            yield f"In {side} and not certified, so not compared: {', '.join(edition.left_out)}."
    groups: dict[tuple[str, str, str], list[str]] = {}
    for one in found.wording:
        groups.setdefault((one.figure, str(one.a), str(one.b)), []).append(one.wager)
    for (what, was, now), wagers in groups.items():
        yield f"Other words only, {what} of {', '.join(wagers)}: {was!r} in A, {now!r} in B."
    same = list(a.readings) == list(b.readings)
    for side, edition in [("A and B", a)] if same else [("A", a), ("B", b)]:
        for reading in edition.readings:
            chosen = ", ".join(f"{key}={choice}" for key, choice in sorted(reading.items()))
            yield f"{side}: {chosen or 'the sheet leaves nothing open'}."


def flat(found: Diff) -> Table:
    """A row for each change, for a machine to read."""
    names = ("wager", "figure", "play", "a", "b", "change")
    only = [Change(key, "wager", None, "yes", "no") for key in found.only_a]
    only += [Change(key, "wager", None, "no", "yes") for key in found.only_b]
    rows = []
    for one in (*only, *found.changed):
        numbers = isinstance(one.a, Fraction) and isinstance(one.b, Fraction)
        moved = str(one.b - one.a) if numbers else ""  # type: ignore[operator]
        texts = (one.wager, one.figure, one.play or "", _text(one.a) or "", _text(one.b) or "", moved)
        rows.append(tuple(map(Word, texts)))
    return Table("diff", tuple(Column(name, "left") for name in names), tuple(rows))


def document(a: Edition, b: Edition, found: Diff) -> Document:
    """The same as a JSON document; exact numbers are texts."""
    return {
        "schema": "markov/diff/1",
        "a": a.given,
        "b": b.given,
        "readings": {"a": [dict(one) for one in a.readings], "b": [dict(one) for one in b.readings]},
        "same": found.same,
        "not_compared": [*a.left_out, *b.left_out],
        "only_a": list(found.only_a),
        "only_b": list(found.only_b),
        "changed": [_change(one) for one in found.changed],
        "wording": [_change(one) for one in found.wording],
    }


def _change(one: Change) -> Document:
    return {
        "wager": one.wager,
        "figure": one.figure,
        "play": one.play,
        "a": _text(one.a),
        "b": _text(one.b),
    }


def _text(value: Fraction | str | None) -> str | None:
    return None if value is None else str(value)
