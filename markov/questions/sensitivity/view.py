"""The effects on the edge of each pay, and of each pocket of the wheel."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any

from markov.exact import in_percent, short_decimal
from markov.questions.sensitivity.sensitivity import Effect, Sensitivity
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column, Kind
from markov.tables.picture import Canvas, bars
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import NOTHING, Cell, Figure, Word
from markov.tables.view import View, view_of
from markov.wager.asked import Asked
from markov.wager.outcome import moved_commission
from markov.wager.rule import label

_LONGEST = 16  # characters of a bar


def view(asked: Asked, sensitivity: Sensitivity) -> View:
    """The pays and the pockets, each with how the edge moves for one unit more."""
    wager = sensitivity.wager
    return view_of(
        "sensitivity",
        asked,
        lambda: _parts(sensitivity),
        headline=lambda: _headline(sensitivity),
        wager=wager,
        notes=lambda: (*_notes(sensitivity), *t.origin(asked.reading, wager.source)),
        line={"play": sensitivity.way},
        document=lambda: {
            "name": wager.name,
            "play": sensitivity.way,
            **members(sensitivity, "states edge"),
            "why": sensitivity.why or None,
        },
    )


def _headline(sensitivity: Sensitivity) -> str:
    """The edge, and the pay and the pocket that move it most, in a line."""
    most = [h.edge_words(sensitivity.edge)]
    for effects, what, unit in (
        (_paid(sensitivity), "", "unit"),
        (sensitivity.pockets, "", "pocket"),
    ):
        if moving := [effect for effect in effects if effect.more]:
            first = max(moving, key=lambda effect: abs(effect.more))
            points = short_decimal(first.more * 100).replace("-", "−")
            sign = "+" if first.more > 0 else ""
            most.append(f"one {unit} more of {what}{label(first.name)}: {sign}{points} points")
    return h.clauses(*most)


def _paid(sensitivity: Sensitivity) -> list[Effect]:
    """The pays that win something, if any: one that pays nothing is no pay to move, and would dwarf them."""
    paid = [pay for pay in sensitivity.pays if pay.now]
    return paid if any(map(matters, paid)) else list(sensitivity.pays)


def _moving(sensitivity: Sensitivity) -> Iterator[list[Effect]]:
    """The pays, then the pockets, that move the edge, those that move it most first."""
    for part in (_paid(sensitivity), sensitivity.pockets):
        yield sorted(filter(matters, part), key=attrgetter("size"), reverse=True)


def _parts(sensitivity: Sensitivity) -> Iterator[Rows[Any]]:
    """For each part what a reader sees, which leaves out what moves nothing, and all of it for programs."""
    pays, pockets = _moving(sensitivity)
    wager = sensitivity.wager
    by_pay = [(pay.name, t.as_posted(wager, pay.name), pay) for pay in pays]
    headings = ("ending", c.WORDS, ""), ("pays", c.WORDS, "")
    yield _by(sensitivity, "pay", "unit", headings, by_pay, _idle(_paid(sensitivity), "pay", "unit"))
    posted: tuple[Column[Effect], ...] = (
        c.words(None, lambda effect: effect.name, "ending"),
        c.exact(None, lambda effect: effect.now, "returned"),
        c.words(None, lambda effect: wager.posted(effect.name), "text"),
    )
    yield Rows("", sensitivity.pays, (*posted, *_MOVES), part="pays")
    if sensitivity.pockets:
        by_pocket = [
            (t.outcomes_in_words([pocket.name for pocket in same]), str(same[0].now), same[0])
            for same in alike(pockets)
        ]
        headings = ("outcome", c.WORDS, ""), ("pockets", c.COUNT, "")
        idle = _idle(sensitivity.pockets, "outcome", "pocket")
        yield _by(sensitivity, "pocket", "pocket", headings, by_pocket, idle)
    weighted: tuple[Column[Effect], ...] = (
        Column(None, lambda effect: effect.name, c.STATE, "outcome"),
        c.exact(None, lambda effect: effect.now, "weight"),
    )
    yield Rows("", sensitivity.pockets, (*weighted, *_MOVES), part="pockets")


_MOVES: tuple[Column[Effect], ...] = (
    c.exact(None, lambda effect: effect.slope.both if effect.slope else None, "derivative"),
    c.exact(None, lambda effect: effect.slope.left if effect.slope else None, "downward"),
    c.exact(None, lambda effect: effect.slope.right if effect.slope else None, "upward"),
    c.exact(None, lambda effect: effect.more, "one_more"),
    c.exact(None, lambda effect: effect.less, "one_less"),
)


def _by(
    sensitivity: Sensitivity,
    what: str,
    unit: str,
    headings: tuple[tuple[str, Kind, str], ...],
    named: Sequence[tuple[str, str, Effect]],
    notes: Iterable[str],
) -> Rows[Any]:
    """The table of effects, each with its name and what it is now."""
    longest = max((effect.size for _, _, effect in named), default=Fraction(0))
    moves = (
        (f"edge moves by, per {unit}", c.EXACT, "slope"),
        ("points", c.DECIMAL, "slope"),
        ("", c.WORDS, "slope"),
        (f"one {unit} more", c.DECIMAL, ""),
        (f"one {unit} less", c.DECIMAL, ""),
    )
    columns: list[Column[Any]] = [
        Column(heading, itemgetter(place), kind, group=group)
        for place, (heading, kind, group) in enumerate((*headings, *moves))
    ]
    rows = [
        (name, now, *cells)
        for called, now, effect in named
        for name, cells in _lines(called, effect, longest)
    ]
    title = t.in_way(f"{sensitivity.wager.name}: the edge by {what}", sensitivity.way, sensitivity.wager)
    return Rows(title, rows, columns, notes, part="")


def _notes(sensitivity: Sensitivity) -> Iterator[str]:
    yield "All moves are in percentage points; the move per unit is the exact derivative."
    effects = *sensitivity.pays, *sensitivity.pockets
    if any(effect.slope and effect.slope.both is None for effect in effects):
        yield "Where two choices are worth exactly as much, up and down may differ."
    if taken := moved_commission(sensitivity.wager, sensitivity.wager.pays):
        yield f"{taken.words()} It moves with the pay."
        if any(effect.slope is None for effect in sensitivity.pays):
            yield f"The derivative by the pay of {taken.ending} is left out: its commission moves in steps."
    if any(effect.less is None and matters(effect) for effect in sensitivity.pockets):
        yield "One pocket less –: the last one is not taken out, as the wager would be another one."
    if sensitivity.why:
        yield f"Derivatives by pocket are left out: {sensitivity.why}."


def _idle(effects: Sequence[Effect], what: str, unit: str) -> Iterator[str]:
    if idle := [effect.name for effect in effects if not matters(effect)]:
        yield f"Changing {t.outcomes_in_words(idle)} by one {unit} leaves the edge unchanged."


def matters(effect: Effect) -> bool:
    """True where the edge moves at all."""
    return bool(effect.size or effect.more or effect.less)


def _lines(name: str, effect: Effect, longest: Fraction) -> Iterator[tuple[str, list[Cell]]]:
    """A line; at a kink one for less, one for more."""
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
    return t.signed(in_percent)(change).removesuffix("%")


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
    return t.grouped(pockets, lambda pocket: (pocket.now, pocket.slope, pocket.more, pocket.less)).values()


def drawn(to: Canvas, sensitivity: Sensitivity) -> None:
    """By how many percentage points one more unit of each pay and one more pocket moves the edge."""
    pays, pockets = _moving(sensitivity)
    named = [(f"pay of {effect.name}", effect) for effect in pays]
    named += [
        (f"pocket of {t.outcomes_in_words([effect.name for effect in same])}", same[0])
        for same in alike(pockets)
    ]
    title = f"{sensitivity.wager.name}: what one more of each does to the edge"
    moved = {"one more": [effect.more * 100 for _, effect in named]}
    bars(to, title, "percentage points of the edge", [name for name, _ in named], moved)
