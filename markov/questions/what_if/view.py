"""A change, side by side: wagers before and after, and where best play differs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import attrgetter, itemgetter
from typing import Any, TypeAlias

from markov.exact import brief, in_percent, root
from markov.naming import counted
from markov.questions.what_if.what_if import Expectation
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.endings import state_words
from markov.tables.picture import Canvas, dots
from markov.tables.rows import MANY, Rows, counted_up
from markov.tables.table import NOTHING, PLAYS, SAME, Cell, Figure, Rounded, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.comparison import ActionChange, Compared, Difference, OfferChange, differences, root_change
from markov.wager.game import slug
from markov.wager.odds import Answer, Offer, Strategy, says_nothing
from markov.wager.wager import Wager

PlayChanges: TypeAlias = Sequence[tuple[Wager, OfferChange]]  # each with its wager


def view(
    asked: Asked,
    before: Mapping[str, str],
    wagers: Sequence[Compared],
    single: bool,
    unpaired: Sequence[str] = (),
) -> View:
    """One wager in every figure, or the edge of each wager of the sheet; and where best play changed.

    asked      after the change
    before     the choice of every option before it
    single     one wager was asked for, not the sheet
    unpaired   a sentence on each wager that is there on one side alone
    """
    return view_of(
        "what-if",
        asked,
        lambda: _parts(asked, before, wagers, single),
        headline=lambda: _headline(asked, before, wagers, single),
        notes=lambda: _notes(asked, before, wagers, single, unpaired),
        document=lambda: _document(asked, before, wagers),
    )


def _headline(asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared], single: bool) -> str:
    """The edge before and after, in a line; of a sheet the wagers whose edge moves."""

    def edges(compared: Compared, way: Strategy) -> str:
        was, now = (side.played(way).edge.per_stake for side in (compared.before, compared.after))
        return f"{brief(was)} → {brief(now)}" if was != now else f"{brief(was)}, unchanged"

    if single:
        change = wagers[0]
        words = f"House edge {edges(change, 'optimal')}"
        if "never" in _ways(wagers) and len(_ways(wagers)) > 1:
            without = h.without(change.before.wager, change.after.wager)
            words += f" with best play ({edges(change, 'never')} {without})"
        return words
    moved = [wager for wager in wagers if not _same_edge(wager)]
    if not moved:
        return f"No house edge changes, {counted(len(wagers), 'wager')}"
    most = max(moved, key=_shift)
    return (
        f"House edge changes for {len(moved):,} of {counted(len(wagers), 'wager')}, "
        f"most for {most.after.wager.name}: {edges(most, 'optimal')}"
    )


def _same_edge(difference: Compared) -> bool:
    plays = ((difference.before.played(way), difference.after.played(way)) for way in PLAYS)
    return all(before.edge.per_stake == after.edge.per_stake for before, after in plays)


def _shift(compared: Compared) -> Fraction:
    return abs(compared.after.optimal.edge.per_stake - compared.before.optimal.edge.per_stake)


def _parts(
    asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared], single: bool
) -> Iterator[Rows[Any]]:
    yield _changes(asked, before, wagers, single)
    if single:
        yield from (_figures(wagers[0], way) for way in _ways(wagers))
    else:
        yield _sheet(asked, wagers)
    yield from _changed_play(
        [(wager.after.wager, change) for wager in wagers for change in wager.changed_play or ()]
    )
    if any(wager.after.wager.has_actions for wager in wagers):
        yield from _changed_actions(wagers)
    edits = [
        (wager, ending)
        for wager in wagers
        for ending in _lines(wager)
        if _pay(wager.before, ending) != _pay(wager.after, ending)
    ]
    columns = (
        _WAGER_OF_COMPARED,
        c.words(None, itemgetter(1), "ending"),
        c.exact(None, lambda row: _pay(row[0].before, row[1]), "before"),
        c.exact(None, lambda row: _pay(row[0].after, row[1]), "after"),
    )
    yield Rows("", edits, columns, part="changed_pays")
    yield _every_figure(wagers)


def _ways(wagers: Sequence[Compared]) -> list[Strategy]:
    """The ways of playing to show: best play where it differs from playing to the end."""
    answers = [answered for wager in wagers for answered in (wager.before, wager.after)]
    return list(PLAYS) if any(a.optimal != a.never for a in answers) else ["never"]


def _lines(compared: Compared) -> Iterable[str]:
    """The lines of the paytable, before or after."""
    return {**compared.before.wager.pays, **compared.after.wager.pays}


def _pay(answered: Answer, ending: str) -> Fraction | None:
    return answered.wager.pays.get(ending)


def _changes(
    asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared], single: bool
) -> Rows[tuple[str | Word | None, ...]]:
    """Choices and pays that changed; and of a single wager its other pays."""
    rows: list[tuple[str | Word | None, ...]] = [
        ("reading", key, choice, asked.reading[key])
        for key, choice in before.items()
        if asked.reading[key] != choice
    ]
    for wager in wagers:
        for ending in _lines(wager):
            was, now = (
                t.pay_words(side.wager, ending) if ending in side.wager.pays else None
                for side in (wager.before, wager.after)
            )
            same = _pay(wager.before, ending) == _pay(wager.after, ending)
            if single or not same:
                rows.append((wager.after.wager.name, ending, was, SAME if same else now))
    names = "change in", "line", "before", "after"
    columns = (c.words(name, itemgetter(i)) for i, name in enumerate(names))
    return Rows(f"{asked.game.name}: changes", rows, columns, part="")


def _figures(compared: Compared, way: Strategy) -> Rows[Difference]:
    columns = (
        c.words("per unit staked", lambda each: t.named(each.figure, compared.after.wager.trial)),
        *c.both_ways("before", attrgetter("figure", "before")),
        *c.both_ways("after", attrgetter("figure", "after")),
        c.exact("change", lambda each: _change(each)[0], group="change"),
        c.decimals("decimal", lambda each: _change(each)[1], group="change"),
    )
    was, now = compared.before.played(way), compared.after.played(way)

    def spare(each: Difference) -> bool:
        return each.before == each.after or all(says_nothing(play, each.figure) for play in (was, now))

    listed = tuple(differences(was, now))
    same = [
        t.named(each.figure, compared.after.wager.trial)
        for each in listed
        if each.before == each.after and not all(says_nothing(play, each.figure) for play in (was, now))
    ]
    notes = [f"Unchanged: {', '.join(same)}."] * bool(same)
    title = t.in_way(
        f"{compared.after.wager.name}: figures", way, compared.before.wager, compared.after.wager
    )
    return Rows(title, listed, columns, notes, part="", spare=spare)


def _change(each: Difference) -> tuple[Cell, Cell]:
    """The change of a figure, exact and rounded; that of a root is seldom a fraction."""
    if each.before == each.after:
        return SAME, SAME
    if each.before is None or each.after is None:
        return NOTHING, NOTHING
    if each.root:
        change = root_change(each.before, each.after)
        about: Cell = Word(change if change.startswith("-") else f"+{change}")
    else:
        about = Figure(each.after - each.before, t.signed(t.rounding(each.figure)))
    return NOTHING if each.change is None else Figure(each.change, t.signed(str)), about


def _every_figure(wagers: Sequence[Compared]) -> Rows[tuple[Compared, Strategy, Difference]]:
    """Every figure of both ways of playing, for programs."""
    rows = [
        (wager, way, each)
        for wager in wagers
        for way in PLAYS
        for each in differences(wager.before.played(way), wager.after.played(way))
    ]
    columns = (
        _WAGER_OF_COMPARED,
        c.words(None, itemgetter(1), "play"),
        c.words(None, lambda row: row[2].figure, "figure"),
        c.exact(None, lambda row: t.value(row[2].figure, row[2].before), "before"),
        c.exact(None, lambda row: t.value(row[2].figure, row[2].after), "after"),
        c.exact(None, lambda row: _moved(row[2]), "change"),
    )
    return Rows("", rows, columns, part="figures", nested=True)


def _moved(each: Difference) -> Fraction | Rounded | None:
    if each.before is None or each.after is None or each.change is not None:
        return each.change
    return Rounded(root_change(each.before, each.after))


def _sheet(asked: Asked, wagers: Sequence[Compared]) -> Rows[Compared]:
    """The edge of each wager; where it stays, that is said once."""
    ways = _ways(wagers)
    columns: list[Column[Compared]] = [c.words("wager", "after.wager.name")]
    for way in ways:
        columns += _edges("edge" if way == "never" else "best play", way)
    if len(ways) > 1:
        columns.append(c.words("offers taken", _offers_taken))
    return Rows(f"{asked.game.name}: house edge", wagers, columns, part="")


def _edges(name: str, way: Strategy) -> Iterator[Column[Compared]]:
    def edge(answered: Answer) -> Fraction:
        return answered.played(way).edge.per_stake

    def moved(compared: Compared) -> Figure:
        return Figure(edge(compared.after) - edge(compared.before), t.signed(in_percent))

    def unless_same(of: Callable[[Compared], Any]) -> Callable[[Compared], Any]:
        return lambda difference: (
            SAME if edge(difference.before) == edge(difference.after) else of(difference)
        )

    yield from c.edges(f"{name} before", lambda difference: edge(difference.before))
    group = f"{name} after"
    for column in (
        *c.edges(group, lambda difference: edge(difference.after)),
        Column("change", moved, c.PERCENT, group=group),
    ):
        yield replace(column, shown=unless_same(column.of))


def _offers_taken(compared: Compared) -> Word:
    if compared.changed_actions:
        return Word(f"other actions in {len(compared.changed_actions):,}")
    if not compared.changed_play:
        return SAME if compared.changed_play is not None else Word("not compared")
    more = sum(change.taken for change in compared.changed_play)
    return Word(", ".join(f"{n:+,}" for n in (more, more - len(compared.changed_play)) if n))


def _changed_play(changes: PlayChanges) -> tuple[Rows[Any], ...]:
    taken = Word("takes it now", "good"), Word("no longer takes it", "faint")
    offer = (
        c.words("offer", "ending"),
        c.words(None, lambda change: not change.taken, ("taken", "before"), kind=c.FLAG),
        c.words(None, "taken", ("taken", "after"), kind=c.FLAG),
        *_side("before"),
        *_side("after"),
        c.words("best play", lambda change: taken[not change.taken]),
    )
    columns = (*_PLACE, *c.through(itemgetter(1), offer))
    by_ending = (
        c.words("wager", lambda same: same[0][0].name),
        c.words("offer", lambda same: same[0][1].ending),
        c.counts("taken now in", lambda same: sum(change.taken for _, change in same)),
        c.counts("no longer in", lambda same: sum(not change.taken for _, change in same)),
    )
    rows = Rows("Where best play changed", changes, columns, part="changed_play")
    what = "states in which best play changed"
    return counted_up(rows, what, "", lambda row: (row[0].name, row[1].ending), by_ending)


def _side(side: str) -> Iterator[Column[OfferChange]]:
    """An offer and playing on, on one side of the change."""
    offer = (
        c.exact(f"offered {side}", _of_offer("offered"), (side, "offered"), side),
        c.exact(f"playing on {side}", _of_offer("continuing"), (side, "continuing"), side),
        c.words(None, _of_offer("tie"), (side, "tie"), kind=c.FLAG),
    )
    return c.through(attrgetter(side), offer)


def _of_offer(name: str) -> Callable[[Offer | None], Any]:
    return lambda offer: offer and getattr(offer, name)


def _changed_actions(wagers: Sequence[Compared]) -> Iterator[Rows[tuple[Wager, ActionChange]]]:
    """States in which another action is best now; a reader sees the first of them, if they are many."""
    changes = [(wager.after.wager, change) for wager in wagers for change in wager.changed_actions]
    actions = (
        c.words("best action before", "before", ("action", "before")),
        c.words("after", "after", ("action", "after")),
    )
    columns = (*_PLACE, *c.through(itemgetter(1), actions))
    many = f"The first {MANY} of {len(changes):,} states; --json lists every one."
    notes = [many] if changes[MANY:] else []
    yield Rows("Where best play changed", changes[:MANY], columns, notes, part="")
    yield Rows("", changes, columns, part="changed_actions")


_WAGER_OF_COMPARED = c.words(None, lambda row: slug(row[0].after.wager.name), "wager")
_PLACE = (
    c.words("wager", lambda row: slug(row[0].name), "wager", shown=lambda row: row[0].name),
    c.words(
        "state",
        lambda row: row[1].state,
        "state",
        kind=c.STATE,
        shown=lambda row: state_words(row[1].state, row[0].rule),
    ),
)


def _notes(
    asked: Asked,
    before: Mapping[str, str],
    wagers: Sequence[Compared],
    single: bool,
    unpaired: Sequence[str],
) -> Iterator[str]:
    yield from unpaired
    yield "· no change. Percentages change by percentage points."
    offers = any(answered.offers for wager in wagers for answered in (wager.before, wager.after))
    if offers and all(wager.changed_play == () for wager in wagers):
        yield "Best play takes the same offers in the same states before and after."
    for change in wagers:
        wager = change.after.wager
        if change.changed_play is None:
            yield f"{wager.name}: other states are merged now, so where best play changed is not said."
        new = [ending for ending in wager.pays if ending not in change.before.wager.pays]
        if wager.envy and (silent := [ending for ending in new if ending not in wager.envy]):
            yield f"{wager.name}: no envy is counted on what is new, {', '.join(silent)}."
    yield from t.merged([wager.after for wager in wagers])
    if before == asked.reading:
        yield t.reading_in_words(before)
    else:
        for side, reading in (("Before", before), ("After", asked.reading)):
            yield f"{side}: {', '.join(f'{key}={choice}' for key, choice in reading.items())}."
    yield f"Source: {wagers[0].after.wager.source if single else asked.game.source}."


def _document(asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared]) -> Document:
    """The odds before and after."""
    return {
        "before": json_record.odds(replace(asked, reading=before), [wager.before for wager in wagers]),
        "after": json_record.odds(asked, [wager.after for wager in wagers]),
        "not_compared": [slug(wager.after.wager.name) for wager in wagers if wager.changed_play is None],
    }


def unmet(expected: Iterable[Expectation], wagers: Iterable[Compared]) -> list[str]:
    """The expectations that do not hold, in words."""
    answers = [compared.after for compared in wagers]
    return [
        _missed(expectation, answered)
        for expectation in expected
        for answered in answers
        if expectation.wager is None or slug(expectation.wager) == slug(answered.wager.name)
        if expectation.asks(answered) and not expectation.holds(answered)
    ]


def _missed(expected: Expectation, answered: Answer) -> str:
    """The words for a figure that is not as expected: both, and the difference."""
    what = f"{answered.wager.name}: expected {expected.text}"
    number = expected.actual(answered)
    if number is None:
        return f"{what}, and there is no such figure"
    if expected.figure == "standard_deviation":
        off = root_change(expected.value**2, number) if expected.value >= 0 else None
        shown = f"√({number}) ≈ {root(number)}"
        return f"{what}, found {shown}" + (f"; the difference is {off}" if off else "")
    off_by = number - expected.value
    return f"{what}, found {t.with_percent(number)}; the difference is {t.with_percent(off_by)}"


def drawn(to: Canvas, game: str, wagers: Sequence[Compared]) -> None:
    """The edge of each wager before and after, under best play, and where it differs with no offer taken.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    single = len(wagers) == 1
    labels, before, after = [], [], []
    for compared in wagers:
        wager, ways = compared.after.wager, _ways([compared])
        for way in reversed(ways):
            how = t.way_words(way, wager) if len(ways) > 1 else ""
            labels.append(how if single else ", ".join(filter(None, (wager.name, how))))
            before.append(compared.before.played(way).edge.per_stake)
            after.append(compared.after.played(way).edge.per_stake)
    title = f"{wagers[0].after.wager.name if single else game}: house edge before and after"
    spans = list(zip(before, after, strict=True))
    dots(to, title, "house edge", labels, {"before": before, "after": after}, spans)


def picture(to: Canvas, compared: Compared) -> None:
    """The edge of the wager before and after."""
    drawn(to, compared.after.wager.name, [compared])
