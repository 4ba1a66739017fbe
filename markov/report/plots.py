"""What the desk found, as pictures: edges by a pay, offers and playing on, what moves the edge, sweeps."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from markov.desk.sensitivity import Sensitivity
from markov.desk.surrender import Judged, Surrender
from markov.formats.states import label
from markov.report.picture import NoPicture, Trace, bars, curves, heat
from markov.report.price import Asked
from markov.report.sensitivity import alike, listed, matters
from markov.report.sheet import PLAYS
from markov.report.sweep import NAMES, Line

_MANY = 40  # more offers than this are drawn by ending


def price(path: Path, asked: Asked) -> None:
    """The edge by the pay of the ending, with its kinks, what is posted, and the pays that were found.

    Raises NoPicture where best play has too many choices to be followed by the pay.
    """
    found, curve = asked.found, asked.found.curve
    if curve is None:
        raise NoPicture("best play has too many choices here for a curve; --play never has one")
    known = [*curve.kinks, *(span.low for span in found.spans)]
    known += [found.posted.returned] if found.posted else []
    last = max((*known, Fraction(1))) * 5 / 4

    def edge(piece: Any, pay: Fraction) -> Fraction | None:
        number: Fraction | None = getattr(curve.edge_on(piece, pay), found.base)
        return number

    points, bends = [], []
    for piece in curve.pieces:
        if piece.low > last:
            break
        for pay in (piece.low, last if piece.high is None else min(piece.high, last)):
            if (number := edge(piece, pay)) is not None:
                points.append((pay, number))
        if piece.low in curve.kinks and (number := edge(piece, piece.low)) is not None:
            bends.append((piece.low, number))
    posted = found.posted
    at = (posted.returned, posted.edge) if posted and posted.edge is not None else None
    title = f"{found.wager.name}: edge by the pay of {found.ending}"
    axes = f"{found.ending} returns, per unit staked", asked.over
    asked_for = Trace("asked for", [(Fraction(0), found.edge), (last, found.edge)])
    curves(path, title, axes, [Trace(PLAYS[found.play], points, bends), asked_for], at)


def surrender(path: Path, judged: Surrender) -> None:
    """What is offered against what playing on is worth, by state, or by ending where there are many.

    Raises NoPicture where nothing is on offer.
    """
    if not judged.offers:
        raise NoPicture("nothing is on offer, so there is nothing to draw")
    groups: dict[str, list[Judged]] = {}
    for one in judged.offers:
        many = len(judged.offers) > _MANY
        name = one.ending if many else f"{one.ending} in {label(one.state)}"
        groups.setdefault(name, []).append(one)
    worth = [[one.continuing for one in same] for same in groups.values()]
    drawn = {"offered": [same[0].offered for same in groups.values()]}
    if any(min(same) != max(same) for same in worth):
        drawn |= {"playing on, least": [min(same) for same in worth]}
        drawn |= {"playing on, most": [max(same) for same in worth]}
    else:
        drawn |= {"playing on": [same[0] for same in worth]}
    name = judged.answer.wager.name
    bars(path, f"{name}: offers against playing on", "per unit staked", list(groups), drawn)


def sensitivity(path: Path, found: Sensitivity) -> None:
    """By how many percentage points one more unit of each pay and one more pocket moves the edge."""
    labels, moved = [], []
    for effect in filter(matters, found.pays):
        labels.append(f"pay of {effect.name}")
        moved.append(effect.more * 100)
    for same in alike(list(filter(matters, found.pockets))):
        labels.append(f"pocket of {listed([effect.name for effect in same])}")
        moved.append(same[0].more * 100)
    title = f"{found.wager.name}: what one more of each does to the edge"
    bars(path, title, "percentage points of the edge", labels, {"one more": moved})


def sweep(path: Path, title: str, lines: Sequence[Line]) -> None:
    """Edges over one swept pay, or a heat map over two; the last figure that is wanted is drawn in a map.

    Raises NoPicture where something else than one or two pays is swept.
    """
    first = lines[0]
    swept = [name for name in first.pays if len({line.pays[name] for line in lines}) > 1]
    if any(line.options != first.options for line in lines) or len(swept) not in (1, 2):
        raise NoPicture("a picture is drawn of one or two swept pays under one reading")
    at = {tuple(pay for name in swept if (pay := line.pays[name]) is not None): line for line in lines}
    if any(len(pays) < len(swept) for pays in at):
        raise NoPicture("a pay of none has no place on an axis; leave it out for a picture")
    names = [name for name in first.numbers if name in NAMES]
    if len(swept) == 1:
        drawn = [
            Trace(NAMES[name], sorted((pay, line.numbers[name]) for (pay, *_), line in at.items()))
            for name in names
        ]
        curves(path, title, (f"{swept[0]} returns, per unit staked", "per unit staked"), drawn)
        return
    xs, ys = (sorted({pays[k] for pays in at}) for k in (0, 1))
    rows = [[at[x, y].numbers[names[-1]] for x in xs] for y in ys]
    axes = f"{swept[0]} returns", f"{swept[1]} returns"
    heat(path, f"{title}: {NAMES[names[-1]]}", axes, ([str(x) for x in xs], [str(y) for y in ys]), rows)
