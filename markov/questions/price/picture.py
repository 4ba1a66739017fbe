"""The edge by the pay of an ending, as a picture."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from markov.questions.price.price import Price
from markov.questions.price.view import over
from markov.tables.picture import NoPicture, Trace, curves
from markov.tables.table import PLAYS


def picture(path: Path, found: Price) -> None:
    """The edge by the pay of the ending, with its kinks, what is posted, and the pays that were found.

    Raises NoPicture where best play has too many choices to be followed by the pay.
    """
    curve = found.curve
    if curve is None:
        raise NoPicture("best play has too many choices here for a curve; --play never has one")
    known = [*curve.kinks, *(span.low for span in found.solutions)]
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
    axes = f"{found.ending} returns, per unit staked", over(found)
    asked_for = Trace("asked for", [(Fraction(0), found.edge), (last, found.edge)])
    curves(path, title, axes, [Trace(PLAYS[found.play], points, bends), asked_for], at)
