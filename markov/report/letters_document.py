"""The answer with letters in it, for a machine to read."""

from collections.abc import Sequence
from typing import Any

from markov.desk.letters import Kept, Returned, Stretch
from markov.desk.roots import Interval, Root
from markov.formats.states import label, plain
from markov.report.letters import Found, side
from markov.report.table import Cell, Column, Table, Word, decimal
from markov.sheet import slug


def flat(found: Found) -> Table:
    """Every expression in a row of its own, for a machine to read."""
    answer = found.answer
    rows: list[tuple[Cell, ...]] = []

    def add(part: str, low: str, high: str, figure: str, expression: Any, takes: Sequence[str] = ()) -> None:
        rows.append(tuple(map(Word, (part, low, high, figure, str(expression), " ".join(takes)))))

    def play(part: str, low: str, high: str, each: Returned, takes: Sequence[str] = ()) -> None:
        add(part, low, high, "returned", each.returned, takes)
        add(part, low, high, "edge per stake", each.edge, takes)

    play("never", "", "", answer.never)
    for one in answer.stretches:
        play("optimal", str(one.low), "" if one.high is None else str(one.high), one.play, one.takes)
    if answer.kept:
        low, high = _bounds(answer.kept.stays)
        play("optimal", low, high, answer.kept.play, answer.kept.takes)
        for each in answer.kept.conditions:
            for state, ending in each.offers:
                add("margin", "", "", f"{ending} in {label(state)} {side(each)}", each.margin)
    names = ("part", "from", "to", "figure", "expression", "takes")
    return Table(answer.wager.name, tuple(Column(name, "left") for name in names), tuple(rows))


def _bounds(stays: Interval | None) -> tuple[str, str]:
    ends = (stays.low, stays.high) if stays else (None, None)
    low, high = ("" if end is None else str(end.exact or decimal(end.low)) for end in ends)
    return low, high


def document(found: Found) -> dict[str, Any]:
    """The answer; expressions and numbers are texts."""
    answer = found.answer
    return {
        "schema": "markov/letters/1",
        "game": found.game.slug,
        "options": dict(found.reading),
        "wager": slug(answer.wager.name),
        "name": answer.wager.name,
        "merged": answer.merged or None,
        "letters": dict(answer.letters),
        "today": {name: None if now is None else str(now) for name, now in answer.today.items()},
        "never": _texts(answer.never),
        "optimal": _pieces(answer.stretches) if answer.kept is None else _kept(answer.kept),
    }


def _texts(play: Returned) -> dict[str, Any]:
    return {"returned": str(play.returned), "edge_per_stake": str(play.edge)}


def _pieces(stretches: Sequence[Stretch]) -> dict[str, Any]:
    return {
        "pieces": [
            {
                "from": str(one.low),
                "to": None if one.high is None else str(one.high),
                **_texts(one.play),
                "takes": list(one.takes),
            }
            for one in stretches
        ]
    }


def _kept(kept: Kept) -> dict[str, Any]:
    stays = kept.stays
    return {
        **_texts(kept.play),
        "takes": list(kept.takes),
        "stays": None if stays is None else {"from": _root(stays.low), "to": _root(stays.high)},
        "conditions": [
            {
                "margin": str(one.margin),
                "take": one.take,
                "best_while": side(one),
                "offers": [{"state": plain(state), "ending": ending} for state, ending in one.offers],
            }
            for one in kept.conditions
        ],
    }


def _root(root: Root | None) -> dict[str, Any] | None:
    if root is None:
        return None
    return {
        "exact": None if root.exact is None else str(root.exact),
        "decimal": decimal(root.low),
        "root_of": str(root.polynomial),
        "between": [str(root.low), str(root.high)],
    }
