"""A change, side by side: wagers before and after, and where best play is another."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from markov.exact import root
from markov.formats.states import label, plain
from markov.questions.what_if.expect import Expectation
from markov.tables import json_record as shared
from markov.tables.phrases import merged, posted
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import Document, View
from markov.wager.comparison import Compared, OfferChange
from markov.wager.differences import CHANCE, Difference, differences, root_change
from markov.wager.game import Game, slug
from markov.wager.odds import Answer, Offer, Play

Turns: TypeAlias = Sequence[tuple[str, OfferChange]]  # each with the name of its wager

_MANY = 40  # more turns of best play than this are counted up, not listed, for a reader
PLAYS: Mapping[str, tuple[str, Callable[[Answer], Play]]] = {
    "never": ("played to its end", lambda answered: answered.never),
    "optimal": ("best play", lambda answered: answered.optimal),
}
_NAMES = {
    "edge.per_stake": "edge per stake",
    "edge.per_outlay": "edge per outlay",
    "edge.per_resolved": "edge per resolved",
    "edge.per_spin": "edge per spin",
    "rtp": "return to player",
    "hit_frequency": "hit frequency",
    "standard_deviation": "standard deviation",
    "spins.mean": "spins, mean",
    "spins.variance": "spins, variance",
    "envy": "dealer's envy",
    "house_after_envy": "house after envy",
}
_PARTS = ("edge.", "rtp", "hit_", "house_", CHANCE)  # of one, and so shown as percentages
_SAME = Word("·", "faint")
_POINTS = "· stands for no change; a percentage changes by percentage points."


@dataclass(frozen=True, slots=True)
class Changed:
    """What is to be said of a change.

    before, after   the choice of every option
    wagers          each before and after
    single          one wager was asked for, not the sheet
    """

    game: Game
    before: Mapping[str, str]
    after: Mapping[str, str]
    wagers: Sequence[Compared]
    single: bool

    def plays(self) -> list[str]:
        """The plays worth showing: best play where it differs from playing to the end."""
        answers = [answered for one in self.wagers for answered in (one.before, one.after)]
        return list(PLAYS) if any(a.optimal != a.never for a in answers) else ["never"]


def tables(change: Changed) -> list[Table]:
    """One wager in every figure, or the edge of each wager of the sheet; and where best play changed."""
    parts = [pays] if (pays := _pays(change)).rows else []
    if change.single:
        parts += [_figures(change.wagers[0], play) for play in change.plays()]
    else:
        parts.append(_sheet(change))
    if turns := [(one.after.wager.name, turn) for one in change.wagers for turn in one.changed_play or ()]:
        parts.append(_listed(turns) if len(turns) <= _MANY else _counted(turns))
    last = parts[-1]
    notes = (*last.notes, *_notes(change))
    return [*parts[:-1], Table(last.title, last.columns, last.rows, notes)]


def _pays(change: Changed) -> Table:
    """Choices and pays that are others now; and of a single wager its other pays."""
    rows: list[tuple[Cell, ...]] = []
    for key, choice in change.before.items():
        if change.after[key] != choice:
            rows.append((Word("reading"), Word(key), Word(choice), Word(change.after[key])))
    for one in change.wagers:
        was, now = one.before.wager.pays, one.after.wager.pays
        for ending in {**was, **now}:
            same = was.get(ending) == now.get(ending)
            if same and not change.single:
                continue
            sides = [Word(posted(pays, ending)) if ending in pays else NOTHING for pays in (was, now)]
            rows.append((Word(one.after.wager.name), Word(ending), sides[0], _SAME if same else sides[1]))
    headings = [Column(name, "left") for name in ("of", "what", "before", "after")]
    return Table(f"{change.game.name}: the change", tuple(headings), tuple(rows))


def _figures(one: Compared, name: str) -> Table:
    columns = [Column("per unit staked", "left")]
    for side in ("before", "after", "change"):
        columns += [Column(side, group=side), Column("≈", "point", side)]
    words, play = PLAYS[name]
    rows = tuple(
        (Word(_named(each.figure)), *_side(each, each.before), *_side(each, each.after), *_change(each))
        for each in differences(play(one.before), play(one.after))
    )
    return Table(f"{one.after.wager.name}: {words}", tuple(columns), rows)


def _named(figure: str) -> str:
    return f"chance of {figure[len(CHANCE) :]}" if figure.startswith(CHANCE) else _NAMES.get(figure, figure)


def _side(each: Difference, number: Fraction | None) -> tuple[Cell, Cell]:
    """A figure exactly, and rounded."""
    if number is None:
        return NOTHING, NOTHING
    if each.root:
        return Figure(number, root=True), Figure(number, root)
    return Figure(number), Figure(number, in_percent if each.figure.startswith(_PARTS) else decimal)


def _change(each: Difference) -> tuple[Cell, Cell]:
    """The change exactly, which that of a root seldom is, and rounded."""
    if each.before == each.after:
        return _SAME, _SAME
    if each.before is None or each.after is None:
        return NOTHING, NOTHING
    if each.root:
        about: Cell = Word(_signed(root_change(each.before, each.after)))
    else:
        about = _about(each.after - each.before, in_percent if each.figure.startswith(_PARTS) else decimal)
    return NOTHING if each.change is None else _about(each.change, str), about


def _about(change: Fraction, shown: Callable[[Fraction], str]) -> Figure:
    return Figure(change, lambda number: _signed(shown(number)))


def _signed(text: str) -> str:
    return text if text.startswith("-") else f"+{text}"


def _sheet(change: Changed) -> Table:
    columns, shown = [Column("wager", "left")], change.plays()
    for name in shown:
        words = "edge" if name == "never" else "best play"
        for side in (f"{words} before", f"{words} after"):
            columns += [Column(side, group=side), Column("%", "point", side)]
        columns.append(Column("change", "point", f"{words} after"))
    if len(shown) > 1:
        columns.append(Column("offers taken", "left"))
    rows = []
    for one in change.wagers:
        row: list[Cell] = [Word(one.after.wager.name)]
        for name in shown:
            was, now = (PLAYS[name][1](answered).edge.per_stake for answered in (one.before, one.after))
            row += [Figure(was), Figure(was, in_percent)]
            moved = [Figure(now), Figure(now, in_percent), _about(now - was, in_percent)]
            row += moved if now != was else [_SAME] * 3
        rows.append(tuple(row + [_turned(one)] * (len(shown) > 1)))
    return Table(f"{change.game.name}: house edge", tuple(columns), tuple(rows))


def _turned(one: Compared) -> Cell:
    if not one.changed_play:
        return _SAME if one.changed_play is not None else Word("not compared")
    more = sum(turn.taken for turn in one.changed_play)
    return Word(", ".join(f"{n:+,}" for n in (more, more - len(one.changed_play)) if n))


def _listed(turns: Turns) -> Table:
    columns = [Column(name, "left") for name in ("wager", "state", "offer")]
    for side in ("before", "after"):
        columns += [Column(f"offered {side}", group=side), Column("playing on", group=side)]
    columns.append(Column("best play", "left", "after"))
    rows = []
    for wager, turn in turns:
        row: list[Cell] = [Word(wager), Word(label(turn.state)), Word(turn.ending)]
        for offer in (turn.before, turn.after):
            row += [Figure(offer.offered), Figure(offer.continuing)] if offer else [NOTHING] * 2
        rows.append(
            (*row, Word("takes it now", "good") if turn.taken else Word("no longer takes it", "faint"))
        )
    return Table("Where best play changed", tuple(columns), tuple(rows))


def _counted(turns: Turns) -> Table:
    counts: dict[tuple[str, str], list[int]] = {}
    for wager, turn in turns:
        counts.setdefault((wager, turn.ending), [0, 0])[not turn.taken] += 1
    columns = Column("wager", "left"), Column("offer", "left"), Column("taken now in"), Column("no longer in")
    rows = tuple((*map(Word, names), *(Word(f"{n:,}") for n in both)) for names, both in counts.items())
    note = f"Best play changed in {len(turns):,} states; --json and --format csv list every one."
    return Table("Where best play changed", columns, rows, (note,))


def _notes(change: Changed) -> Iterator[str]:
    yield _POINTS
    offers = any(answered.offers for one in change.wagers for answered in (one.before, one.after))
    if offers and all(one.changed_play == () for one in change.wagers):
        yield "Best play takes the same offers in the same states before and after."
    for one in change.wagers:
        wager = one.after.wager
        if one.changed_play is None:
            yield f"{wager.name}: other states are merged now, so where best play changed is not said."
        new = [ending for ending in wager.pays if ending not in one.before.wager.pays]
        if wager.envy and (silent := [ending for ending in new if ending not in wager.envy]):
            yield f"{wager.name}: no envy is counted on what is new, {', '.join(silent)}."
    yield from merged([one.after for one in change.wagers])
    for side, reading in (("Before", change.before), ("After", change.after)):
        chosen = ", ".join(f"{key}={choice}" for key, choice in reading.items())
        yield f"{side}: {chosen or 'the sheet leaves nothing open'}."
    yield f"Source: {change.wagers[0].after.wager.source if change.single else change.game.source}."


def document(change: Changed) -> Document:
    """The odds before and after, the pays that were edited, and where best play changed."""
    return {
        "schema": "markov/what-if/1",
        "game": change.game.slug,
        "before": shared.odds(change.game, change.before, [one.before for one in change.wagers]),
        "after": shared.odds(change.game, change.after, [one.after for one in change.wagers]),
        "changed_pays": [pay for one in change.wagers for pay in _pays_document(one)],
        "changed_play": [turn for one in change.wagers for turn in _turns(one)],
        "not_compared": [slug(one.after.wager.name) for one in change.wagers if one.changed_play is None],
    }


def _pays_document(one: Compared) -> Iterable[Document]:
    was, now = one.before.wager.pays, one.after.wager.pays
    for ending in {**was, **now}:
        if was.get(ending) != now.get(ending):
            before, after = (str(pays[ending]) if ending in pays else None for pays in (was, now))
            key = slug(one.after.wager.name)
            yield {"wager": key, "ending": ending, "before": before, "after": after}


def _turns(one: Compared) -> Iterable[Document]:
    for turn in one.changed_play or ():
        yield {
            "wager": slug(one.after.wager.name),
            "state": plain(turn.state),
            "ending": turn.ending,
            "taken": {"before": not turn.taken, "after": turn.taken},
            "before": _offer(turn.before),
            "after": _offer(turn.after),
        }


def _offer(offer: Offer | None) -> Any:
    return offer and {"offered": str(offer.offered), "continuing": str(offer.continuing), "tie": offer.tie}


def missed(expected: Expectation, answered: Answer) -> str:
    """What is found where something else is expected, and the difference."""
    what = f"{answered.wager.name}: expected {expected.said}"
    found = expected.found(answered)
    if found is None:
        return f"{what}, and there is no such figure"
    if expected.figure == "standard_deviation":
        off = root_change(expected.value**2, found) if expected.value >= 0 else None
        shown = f"√({found}) ≈ {root(found)}"
        return f"{what}, found {shown}" + (f"; the difference is {off}" if off else "")
    off_by = found - expected.value
    return f"{what}, found {_said(found)}; the difference is {_said(off_by)}"


def _said(number: Fraction) -> str:
    return f"{number} ({in_percent(number)})"


def flat(change: Changed) -> Table:
    """A row for each figure of each wager and play, and for each turn of best play, for a machine to read."""
    names = ["wager", "part", "item", "play", "before", "after", "change"]
    names += [f"{side} decimal" for side in ("before", "after", "change")]
    rows: list[tuple[Cell, ...]] = []
    for one in change.wagers:
        key = Word(slug(one.after.wager.name))
        for name, (_, play) in PLAYS.items():
            for each in differences(play(one.before), play(one.after)):
                row = [_plain(each, number) for number in (each.before, each.after, each.change)]
                about = [_decimal(each, number) for number in (each.before, each.after)]
                rows.append((key, Word("figure"), Word(each.figure), Word(name), *row, *about, _moved(each)))
        for turn in one.changed_play or ():
            item = Word(f"{turn.ending} in {label(turn.state)}")
            taken = [Word(word) for word in (("no", "yes") if turn.taken else ("yes", "no"))]
            rows.append((key, Word("offer taken"), item, Word("optimal"), *taken, *[Word("")] * 4))
    return Table(change.game.name, tuple(Column(name, "left") for name in names), tuple(rows))


def _plain(each: Difference, number: Fraction | None) -> Cell:
    return NOTHING if number is None else Figure(number, root=each.root)


def _decimal(each: Difference, number: Fraction | None) -> Cell:
    return NOTHING if number is None else Figure(number, root if each.root else decimal)


def _moved(each: Difference) -> Cell:
    if each.root and each.before is not None and each.after is not None:
        return Word(root_change(each.before, each.after))
    return NOTHING if each.change is None else Figure(each.change, decimal)


def view(change: Changed) -> View:
    """A change, side by side, as tables and as a document."""
    return View(tuple(tables(change)), flat(change), lambda: document(change))
