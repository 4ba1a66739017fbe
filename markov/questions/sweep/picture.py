"""Edges of swept pays, as curves or as a map."""

from collections.abc import Sequence
from pathlib import Path

from markov.questions.sweep.view import NAMES, SweptRow
from markov.tables.picture import NoPicture, Trace, curves, heat


def picture(path: Path, title: str, lines: Sequence[SweptRow]) -> None:
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
