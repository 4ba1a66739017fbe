"""A change, side by side: wagers before and after, and where best play differs."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from markov.exact import root
from markov.questions.what_if.what_if import Expectation
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import (
    NOTHING,
    PLAYS,
    SAME,
    Cell,
    Figure,
    Heading,
    Part,
    Rounded,
    Table,
    Tables,
    Word,
)
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.comparison import ActionChange, Compared, Difference, OfferChange, differences, root_change
from markov.wager.game import slug
from markov.wager.odds import CHANCE, Answer, Offer, Strategy
from markov.wager.rule import label
from markov.wager.wager import Wager

PlayChanges: TypeAlias = Sequence[tuple[Wager, OfferChange]]  # each with its wager

_MANY = 40  # more changes of best play than this are counted up, not listed, for a reader


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
    return View(
        Tables(lambda: _tables(asked, before, wagers, single, unpaired)),
        lambda: _records(asked, wagers),
        lambda: _document(asked, before, wagers),
    )


def _tables(
    asked: Asked,
    before: Mapping[str, str],
    wagers: Sequence[Compared],
    single: bool,
    unpaired: Sequence[str],
) -> tuple[Table, ...]:
    tables = [edits] if (edits := _changes(asked, before, wagers, single)).rows else []
    if single:
        tables += [_figures(wagers[0], way) for way in _ways(wagers)]
    else:
        tables.append(_sheet(asked, wagers))
    if changes := [(one.after.wager, change) for one in wagers for change in one.changed_play or ()]:
        tables.append(_listed(changes) if len(changes) <= _MANY else _counted(changes))
    if actions := [(one.after.wager, change) for one in wagers for change in one.changed_actions]:
        tables.append(_chosen(actions))
    source = wagers[0].after.wager.source if single else asked.game.source
    return t.closed(tables, (*unpaired, *_notes(before, asked.reading, wagers), f"Source: {source}."))


def _ways(wagers: Sequence[Compared]) -> list[Strategy]:
    """The ways of playing to show: best play where it differs from playing to the end."""
    answers = [answered for one in wagers for answered in (one.before, one.after)]
    return list(PLAYS) if any(a.optimal != a.never for a in answers) else ["never"]


def _changes(asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared], single: bool) -> Table:
    """Choices and pays that changed; and of a single wager its other pays."""
    rows: list[tuple[Cell, ...]] = []
    for key, choice in before.items():
        if asked.reading[key] != choice:
            rows.append((Word("reading"), Word(key), Word(choice), Word(asked.reading[key])))
    for one in wagers:
        was, now = one.before.wager.pays, one.after.wager.pays
        for ending in {**was, **now}:
            same = was.get(ending) == now.get(ending)
            if same and not single:
                continue
            sides = [Word(t.posted(pays, ending)) if ending in pays else NOTHING for pays in (was, now)]
            rows.append((Word(one.after.wager.name), Word(ending), sides[0], SAME if same else sides[1]))
    headings = [Heading(name, "left") for name in ("change in", "line", "before", "after")]
    return Table(f"{asked.game.name}: changes", tuple(headings), tuple(rows))


def _figures(one: Compared, way: Strategy) -> Table:
    rows = tuple(
        (
            Word(t.named(each.figure, one.after.wager.trial)),
            *t.both_ways(each.figure, each.before),
            *t.both_ways(each.figure, each.after),
            *_change(each),
        )
        for each in differences(one.before.played(way), one.after.played(way))
    )
    title = f"{one.after.wager.name}: {t.way_words(way, one.after.wager)}"
    return Table(title, t.figure_columns(("before", "after", "change")), rows)


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


def _sheet(asked: Asked, wagers: Sequence[Compared]) -> Table:
    """The edge of each wager; where it stays, that is said once."""
    parts, ways = [t.words("wager", [one.after.wager.name for one in wagers])], _ways(wagers)
    for way in ways:
        name = "edge" if way == "never" else "best play"
        was, now = (
            [answered.played(way).edge.per_stake for answered in answers]
            for answers in ([one.before for one in wagers], [one.after for one in wagers])
        )
        (first, second), rows = t.edges(f"{name} after", now)
        moved: list[tuple[Cell, ...]] = [
            (*row, Figure(b - a, t.signed(t.in_percent))) if a != b else (SAME,) * 3
            for a, b, row in zip(was, now, rows, strict=True)
        ]
        change = Heading("change", "point", first.group)
        parts += [t.edges(f"{name} before", was), ((first, second, change), moved)]
    if len(ways) > 1:
        parts.append(t.words("offers taken", map(_offers_taken, wagers)))
    return t.table(f"{asked.game.name}: house edge", parts)


def _offers_taken(one: Compared) -> Word:
    if one.changed_actions:
        return Word(f"other actions in {len(one.changed_actions):,}")
    if not one.changed_play:
        return SAME if one.changed_play is not None else Word("not compared")
    more = sum(change.taken for change in one.changed_play)
    return Word(", ".join(f"{n:+,}" for n in (more, more - len(one.changed_play)) if n))


def _listed(changes: PlayChanges) -> Table:
    parts = [
        t.words("wager", [wager.name for wager, _ in changes]),
        t.words("state", [label(change.state, wager.rule) for wager, change in changes]),
        t.words("offer", [change.ending for _, change in changes]),
        *_side("before", [change.before for _, change in changes]),
        *_side("after", [change.after for _, change in changes]),
    ]
    taken = Word("takes it now", "good"), Word("no longer takes it", "faint")
    parts.append(t.words("best play", [taken[not change.taken] for _, change in changes]))
    return t.table("Where best play changed", parts)


def _chosen(changes: Sequence[tuple[Wager, ActionChange]]) -> Table:
    """States in which another action is best now: the first of them, if they are many."""
    shown = changes[:_MANY]
    parts = [
        t.words("wager", [wager.name for wager, _ in shown]),
        t.words("state", [label(change.state, wager.rule) for wager, change in shown]),
        t.words("best action before", [change.before for _, change in shown]),
        t.words("after", [change.after for _, change in shown]),
    ]
    many = f"The first {_MANY} of {len(changes):,} states; --json lists every one."
    return t.table("Where best play changed", parts, [many] * (len(changes) > _MANY))


def _side(side: str, offers: Sequence[Offer | None]) -> Iterator[Part]:
    """An offer and playing on, on one side of the change."""
    yield t.fractions(f"offered {side}", [one.offered if one else None for one in offers], side)
    yield t.fractions(f"playing on {side}", [one.continuing if one else None for one in offers], side)


def _counted(changes: PlayChanges) -> Table:
    counts: dict[tuple[str, str], list[int]] = {}
    for wager, change in changes:
        counts.setdefault((wager.name, change.ending), [0, 0])[not change.taken] += 1
    parts = [
        t.words("wager", [name for name, _ in counts]),
        t.words("offer", [ending for _, ending in counts]),
        t.counts("taken now in", [more for more, _ in counts.values()]),
        t.counts("no longer in", [fewer for _, fewer in counts.values()]),
    ]
    note = f"Best play changed in {len(changes):,} states; --json and --format csv list every one."
    return t.table("Where best play changed", parts, [note])


def _notes(before: Mapping[str, str], after: Mapping[str, str], wagers: Sequence[Compared]) -> Iterator[str]:
    yield "· stands for no change; a percentage changes by percentage points."
    offers = any(answered.offers for one in wagers for answered in (one.before, one.after))
    if offers and all(one.changed_play == () for one in wagers):
        yield "Best play takes the same offers in the same states before and after."
    for one in wagers:
        wager = one.after.wager
        if one.changed_play is None:
            yield f"{wager.name}: other states are merged now, so where best play changed is not said."
        new = [ending for ending in wager.pays if ending not in one.before.wager.pays]
        if wager.envy and (silent := [ending for ending in new if ending not in wager.envy]):
            yield f"{wager.name}: no envy is counted on what is new, {', '.join(silent)}."
    yield from t.merged([one.after for one in wagers])
    for side, reading in (("Before", before), ("After", after)):
        chosen = ", ".join(f"{key}={choice}" for key, choice in reading.items())
        yield f"{side}: {chosen or 'the sheet leaves nothing open'}."


def _document(asked: Asked, before: Mapping[str, str], wagers: Sequence[Compared]) -> Document:
    """The odds before and after, the pays that were edited, and where best play changed."""
    return {
        "schema": "markov/what-if/1",
        "game": asked.game.slug,
        "before": json_record.odds(replace(asked, reading=before), [one.before for one in wagers]),
        "after": json_record.odds(asked, [one.after for one in wagers]),
        "changed_pays": [pay for one in wagers for pay in _pays_document(one)],
        "changed_play": [change for one in wagers for change in _play_changes(one)],
        **_actions(wagers),
        "not_compared": [slug(one.after.wager.name) for one in wagers if one.changed_play is None],
    }


def _pays_document(one: Compared) -> Iterable[Document]:
    was, now = one.before.wager.pays, one.after.wager.pays
    for ending in {**was, **now}:
        if was.get(ending) != now.get(ending):
            key = slug(one.after.wager.name)
            yield {"wager": key, "ending": ending, "before": was.get(ending), "after": now.get(ending)}


def _actions(wagers: Sequence[Compared]) -> Document:
    """The states in which the best action is another one than before, where a rule offers several actions."""
    if not any(one.after.wager.has_actions for one in wagers):
        return {}
    changes = [
        {"wager": slug(one.after.wager.name), **members(change, "state before after")}
        for one in wagers
        for change in one.changed_actions
    ]
    return {"changed_actions": changes}


def _play_changes(one: Compared) -> Iterable[Document]:
    for change in one.changed_play or ():
        yield {
            "wager": slug(one.after.wager.name),
            **members(change, "state ending"),
            "taken": {"before": not change.taken, "after": change.taken},
            "before": _offer(change.before),
            "after": _offer(change.after),
        }


def _offer(offer: Offer | None) -> Any:
    return offer and members(offer, "offered continuing tie")


def unmet(expected: Iterable[Expectation], wagers: Iterable[Compared]) -> list[str]:
    """The expectations that do not hold, in words."""
    answers = [compared.after for compared in wagers]
    return [
        _missed(one, answered)
        for one in expected
        for answered in answers
        if one.wager is None or slug(one.wager) == slug(answered.wager.name)
        if one.asks(answered) and not one.holds(answered)
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


def _records(asked: Asked, wagers: Sequence[Compared]) -> Records:
    """A row for each figure of each wager and play, and for each offer that best play takes on one side."""
    kinds = {"game": str, "wager": str, "play": str, "ending": str, "state": object, "figure": str}
    rows: list[dict[str, Any]] = []
    for one in wagers:
        about = {"game": asked.game.slug, "wager": slug(one.after.wager.name)}
        for way in PLAYS:
            for each in differences(one.before.played(way), one.after.played(way)):
                name = each.figure
                chance = name.startswith(CHANCE)
                of = {"ending": name[len(CHANCE) :], "figure": "probability"} if chance else {"figure": name}
                both = {"before": t.value(name, each.before), "after": t.value(name, each.after)}
                rows.append({**about, "play": way, **of, **both, "change": _moved(each)})
        for change in one.changed_play or ():
            at = {"play": "optimal", "ending": change.ending, "state": change.state, "figure": "taken"}
            was, now = Fraction(not change.taken), Fraction(change.taken)
            rows.append({**about, **at, "before": was, "after": now, "change": now - was})
    return Records({**kinds, **dict.fromkeys(("before", "after", "change"), Fraction)}, rows)


def _moved(each: Difference) -> Fraction | Rounded | None:
    if each.before is None or each.after is None or each.change is not None:
        return each.change
    return Rounded(root_change(each.before, each.after))
