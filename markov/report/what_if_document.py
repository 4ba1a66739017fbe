"""A change for machines: as one flat table, as a JSON document, and what was expected of it."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from markov.answer import Answer, Offer
from markov.desk.compare import Compared
from markov.desk.expect import Expectation
from markov.desk.figures import Difference, differences, root_change
from markov.exact import root
from markov.formats.states import label, plain
from markov.report import document as shared
from markov.report.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.report.what_if import PLAYS, Changed
from markov.sheet import slug


def document(change: Changed) -> shared.Document:
    """The odds before and after, the pays that were edited, and where best play changed."""
    return {
        "schema": "markov/what-if/1",
        "game": change.game.slug,
        "before": shared.odds(change.game, change.before, [one.before for one in change.wagers]),
        "after": shared.odds(change.game, change.after, [one.after for one in change.wagers]),
        "changed_pays": [pay for one in change.wagers for pay in _pays(one)],
        "changed_play": [turn for one in change.wagers for turn in _turns(one)],
        "not_compared": [slug(one.after.wager.name) for one in change.wagers if one.changed_play is None],
    }


def _pays(one: Compared) -> Iterable[shared.Document]:
    was, now = one.before.wager.pays, one.after.wager.pays
    for ending in {**was, **now}:
        if was.get(ending) != now.get(ending):
            before, after = (str(pays[ending]) if ending in pays else None for pays in (was, now))
            key = slug(one.after.wager.name)
            yield {"wager": key, "ending": ending, "before": before, "after": after}


def _turns(one: Compared) -> Iterable[shared.Document]:
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
