"""The effects on the edge of each pay, and of each pocket of the wheel."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from markov.questions.sensitivity.sensitivity import Effect, Sensitivity
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.picture import bars
from markov.tables.records import Records
from markov.tables.table import NOTHING, Cell, Figure, Heading, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.outcome import moved_commission
from markov.wager.rule import plain

_LONGEST = 16  # characters of a bar
_MOVES = ("derivative", "downward", "upward", "one_more", "one_less")


def view(asked: Asked, sensitivity: Sensitivity) -> View:
    """The pays and the pockets, each with how the edge moves for one unit more."""
    return View(
        Tables(lambda: _tables(asked, sensitivity)),
        lambda: _records(asked, sensitivity),
        lambda: _document(asked, sensitivity),
    )


def _tables(asked: Asked, sensitivity: Sensitivity) -> tuple[Table, ...]:
    pays, pockets = (list(filter(matters, part)) for part in (sensitivity.pays, sensitivity.pockets))
    by_pay = [(one.name, t.as_posted(sensitivity.wager, one.name), one) for one in pays]
    by_pocket = [
        (t.outcomes_in_words([one.name for one in same]), str(same[0].now), same[0])
        for same in alike(pockets)
    ]
    headings = Heading("ending", "left"), Heading("pays", "left")
    tables = [_by(sensitivity, "pay", "unit", headings, by_pay, _idle(sensitivity.pays, "pay", "unit"))]
    if sensitivity.pockets:
        headings = Heading("outcome", "left"), Heading("pockets")
        idle = _idle(sensitivity.pockets, "outcome", "pocket")
        tables.append(_by(sensitivity, "pocket", "pocket", headings, by_pocket, idle))
    return t.closed(tables, (*_notes(sensitivity), *t.origin(asked.reading, sensitivity.wager.source)))


def _by(
    sensitivity: Sensitivity,
    what: str,
    unit: str,
    headings: tuple[Heading, Heading],
    named: Sequence[tuple[str, str, Effect]],
    notes: Iterable[str],
) -> Table:
    """The table of effects, each with its name and what it is now."""
    longest = max((effect.size for _, _, effect in named), default=Fraction(0))
    moves = (
        Heading(f"edge moves by, per {unit}", group="slope"),
        Heading("points", "point", "slope"),
        Heading("", "left", "slope"),
        Heading(f"one {unit} more", "point"),
        Heading(f"one {unit} less", "point"),
    )
    rows = (
        (Word(name), Word(now), *cells)
        for called, now, effect in named
        for name, cells in _rows(called, effect, longest)
    )
    title = f"{sensitivity.wager.name}: the edge by {what}, {t.way_words(sensitivity.way, sensitivity.wager)}"
    return Table(title, (*headings, *moves), tuple(rows), tuple(notes))


def _notes(sensitivity: Sensitivity) -> Iterator[str]:
    yield (
        f"The edge is {t.in_percent(sensitivity.edge)} of the stake. Its move per unit is the exact "
        "derivative; points are percentage points, and so are the moves for one more or less, which are "
        "solved anew."
    )
    effects = *sensitivity.pays, *sensitivity.pockets
    if any(effect.slope and effect.slope.both is None for effect in effects):
        yield "Where an offer is worth exactly what playing on is, the edge may move otherwise down than up."
    if taken := moved_commission(sensitivity.wager, sensitivity.wager.pays):
        yield f"{taken.words()} It moves with the pay."
        if any(effect.slope is None for effect in sensitivity.pays):
            yield f"The derivative by the pay of {taken.ending} is left out: its commission moves in steps."
    if sensitivity.why:
        yield f"Derivatives by pocket are left out: {sensitivity.why}."


def _idle(effects: Sequence[Effect], what: str, unit: str) -> Iterator[str]:
    if idle := [effect.name for effect in effects if not matters(effect)]:
        yield f"A {unit} more or less changes nothing for {t.outcomes_in_words(idle)}."


def matters(effect: Effect) -> bool:
    """True where the edge moves at all."""
    return bool(effect.size or effect.more or effect.less)


def _rows(name: str, effect: Effect, longest: Fraction) -> Iterator[tuple[str, list[Cell]]]:
    """A row; at a kink one for less, one for more."""
    more, less = _moved(effect.more), NOTHING if effect.less is None else _moved(effect.less)
    if effect.slope is None:
        yield name, [NOTHING, NOTHING, NOTHING, more, less]
    elif effect.slope.both is None:
        yield f"{name}, downward", [*_slope(effect.slope.left, longest), Word(""), less]
        yield f"{name}, upward", [*_slope(effect.slope.right, longest), more, Word("")]
    else:
        yield name, [*_slope(effect.slope.left, longest), more, less]


def _slope(slope: Fraction, longest: Fraction) -> list[Cell]:
    return [
        Figure(slope, tone=t.house_tone(slope)),
        Figure(slope, _points),
        Word(bar(slope, longest), t.house_tone(slope)),
    ]


def _moved(change: Fraction) -> Cell:
    return Figure(change, _points, t.house_tone(change))


def _points(change: Fraction) -> str:
    return t.signed(t.in_percent)(change).removesuffix("%")


def bar(number: Fraction, longest: Fraction) -> str:
    """A bar with the sign of the number; the longest number has the longest bar.

    >>> bar(Fraction(-1, 2), Fraction(1)), bar(Fraction(1, 10**9), Fraction(1)), bar(Fraction(0), Fraction(1))
    ('-████████', '+', '')
    """
    if not number:
        return ""
    return ("+" if number > 0 else "-") + "█" * round(abs(number) / longest * _LONGEST)


def alike(pockets: Sequence[Effect]) -> Iterable[list[Effect]]:
    """Outcomes with the same figures, together."""
    return t.grouped(pockets, lambda one: (one.now, one.slope, one.more, one.less)).values()


def _document(asked: Asked, sensitivity: Sensitivity) -> Document:
    """The effects of pays and of pockets; a derivative is null at a kink and where it is left out."""
    return {
        **json_record.head("sensitivity", asked, sensitivity.wager),
        "name": sensitivity.wager.name,
        "play": sensitivity.way,
        "states": sensitivity.states,
        "edge": sensitivity.edge,
        "pays": [
            {
                "ending": effect.name,
                "returned": effect.now,
                "text": sensitivity.wager.posted(effect.name),
                **_moves(effect),
            }
            for effect in sensitivity.pays
        ],
        "pockets": [
            {"outcome": plain(effect.name), "weight": str(effect.now), **_moves(effect)}
            for effect in sensitivity.pockets
        ],
        "why": sensitivity.why or None,
    }


def _moves(effect: Effect) -> dict[str, Fraction | None]:
    slope = effect.slope
    return {
        "derivative": slope.both if slope else None,
        "downward": slope.left if slope else None,
        "upward": slope.right if slope else None,
        "one_more": effect.more,
        "one_less": effect.less,
    }


def _records(asked: Asked, sensitivity: Sensitivity) -> Records:
    """A row for each pay and each outcome."""
    rows = (
        {"part": part, "name": effect.name, "now": Fraction(effect.now), **_moves(effect)}
        for part, effects in (("pay", sensitivity.pays), ("pocket", sensitivity.pockets))
        for effect in effects
    )
    kinds = {"part": str, "name": object, **dict.fromkeys(("now", *_MOVES), Fraction)}
    return Records.about(asked, sensitivity.wager, kinds, rows, play=sensitivity.way)


def drawn(path: Path, sensitivity: Sensitivity) -> None:
    """By how many percentage points one more unit of each pay and one more pocket moves the edge."""
    labels, moved = [], []
    for effect in filter(matters, sensitivity.pays):
        labels.append(f"pay of {effect.name}")
        moved.append(effect.more * 100)
    for same in alike(list(filter(matters, sensitivity.pockets))):
        labels.append(f"pocket of {t.outcomes_in_words([effect.name for effect in same])}")
        moved.append(same[0].more * 100)
    title = f"{sensitivity.wager.name}: what one more of each does to the edge"
    bars(path, title, "percentage points of the edge", labels, {"one more": moved})
