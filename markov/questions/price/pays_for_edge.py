"""The pays at which a return, piece by piece, has a wanted edge; or why there is none."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from typing import Literal, TypeAlias

from markov.wager.odds import Edge
from markov.wager.return_curve import Curve, Piece

Base: TypeAlias = Literal["per_stake", "per_outlay", "per_resolved", "per_spin"]


@dataclass(frozen=True, slots=True)
class Span:
    """Pays from low to high with the same edge; mostly just one.

    high       None where every pay has it
    has_high   whether high itself has it
    """

    low: Fraction
    high: Fraction | None
    has_high: bool = True


class Why(Enum):
    """Why no pay has the edge.

    undefined   there is no edge over the base at any pay
    idle        the ending never happens, so that its pay changes nothing
    lower       every pay has a lower edge
    higher      every pay has a higher edge
    leap        some pays have a higher edge, all others a lower one
    """

    undefined = auto()
    idle = auto()
    lower = auto()
    higher = auto()
    leap = auto()


@dataclass(frozen=True, slots=True)
class Missed:
    """Why no pay has the edge, and which edge comes nearest.

    edge    that at every pay, or the bound that none passes; None where there is neither
    at      the pay at which the edge has its bound, or where it leaps, if that is one pay
    leap    the edges between which it leaps, the lower one first; empty where it does not
    until   the pay up to which best play never waits for the ending; None where it does from nothing on
    taken   the offers that are taken without a pay
    """

    why: Why
    edge: Fraction | None
    at: Fraction | None
    until: Fraction | None
    taken: tuple[str, ...]
    leap: tuple[Fraction, ...] = ()


def spans(curve: Curve, edge: Fraction, base: Base) -> tuple[Span, ...]:
    """Every pay at which the edge over the base is just that, the least first.

    On a piece the edge is (outlay - return) / (what the base counts), and only the return moves with the pay:
    but where the ending returns just the outlay, it is not counted as resolved.
    """
    found: list[Span] = []
    for piece in curve.pieces:
        for span in _on(curve, piece, edge, base):
            if found and not found[-1].has_high and found[-1].high == span.low:
                span = Span(found.pop().low, span.high, span.has_high)
            found.append(span)
    return tuple(found)


def _on(curve: Curve, piece: Piece, edge: Fraction, base: Base) -> Iterator[Span]:
    if not piece.line.chance:
        if over(curve.edge_on(piece, piece.low), base) == edge:
            yield Span(piece.low, piece.high, piece.has_high)
        return
    outlay = curve.wager.outlay
    counted = {
        "per_stake": Fraction(1),
        "per_outlay": outlay,
        "per_resolved": piece.resolved + (piece.line.chance if curve.decides else 0),
        "per_spin": piece.spins.mean,
    }
    for pay in sorted({outlay, piece.line.reaches(outlay - edge * counted[base])}):
        if pay >= 0 and pay in piece and over(curve.edge(pay), base) == edge:
            yield Span(pay, pay)


def missed(curve: Curve, edge: Fraction, base: Base) -> Missed:
    """Why no pay has the edge."""
    first, last = curve.pieces[0], curve.pieces[-1]
    until = first.high if not first.line.chance and first.high else None
    turns = sorted({curve.wager.outlay, *(piece.low for piece in curve.pieces)})
    around = {pay: list(_around(curve, pay, base)) for pay in turns}
    limits = [(found, -pay) for pay, edges in around.items() for found in edges]
    if not limits:
        return Missed(Why.undefined, None, None, until, first.taken)
    (highest, high), (lowest, low) = max(limits), min(limits)
    falling = last.line.chance and over(curve.edge_on(last, last.low), base) is not None
    if not any(piece.line.chance for piece in curve.pieces):
        return Missed(Why.idle, highest, None, None, first.taken)
    if edge >= highest:
        return Missed(Why.lower, highest, -high, until, first.taken)
    if edge <= lowest and not falling:
        return Missed(Why.higher, lowest, -low, until, first.taken)
    for pay, edges in around.items():
        if edges and min(edges) <= edge <= max(edges):
            return Missed(Why.leap, None, pay, until, first.taken, (min(edges), max(edges)))
    # It leaps over pays at which there is no edge over the base.
    near = max(e for e, _ in limits if e <= edge), min(e for e, _ in limits if e >= edge)
    return Missed(Why.leap, None, None, until, first.taken, near)


def _around(curve: Curve, pay: Fraction, base: Base) -> Iterator[Fraction]:
    """The edge just below a pay, at it and just above it."""
    near = (piece for piece in curve.pieces if pay in (piece.low, piece.high) or pay in piece)
    for edge in (curve.edge(pay), *(curve.edge_on(piece, pay) for piece in near)):
        if (found := over(edge, base)) is not None:
            yield found


def over(edge: Edge, base: Base) -> Fraction | None:
    """The edge over one base; None where there is none."""
    found: Fraction | None = getattr(edge, base)
    return found
