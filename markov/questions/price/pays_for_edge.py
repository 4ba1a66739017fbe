"""The pays at which a return, piece by piece, has a wanted edge; or why there is none."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction

from markov.wager.envelope import Curve, Piece
from markov.wager.outcome import Affine, Base


@dataclass(frozen=True, slots=True)
class PayRange:
    """The pays from low to high, which have the same edge; mostly just one.

    high       None where every pay has it
    has_high   true where high itself has it
    """

    low: Fraction
    high: Fraction | None
    has_high: bool = True


class Why(Enum):
    """The reasons for which no pay has the edge.

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
    """The reason for which no pay has the edge, and the edge that comes nearest.

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


def pays_with_edge(curve: Curve, edge: Fraction, base: Base) -> tuple[PayRange, ...]:
    """Every pay at which the edge over the base is just that, the least first.

    On a piece the edge is (outlay - return) / (what the base counts). The return moves with the pay, and so
    does the outlay where a commission does; an ending that returns just the outlay is not resolved.
    """
    ranges: list[PayRange] = []
    for piece in curve.pieces:
        for span in _on(curve, piece, edge, base):
            if ranges and ranges[-1].high == span.low:
                span = PayRange(ranges.pop().low, span.high, span.has_high)
            ranges.append(span)
    return tuple(ranges)


def _on(curve: Curve, piece: Piece, edge: Fraction, base: Base) -> Iterator[PayRange]:
    # What is lost beyond the edge, which is 0 at the pays that are sought.
    factors = Affine(coefficients={"loss": Fraction(1), "counted": -edge})
    beyond = factors.substituted({"loss": piece.loss, "counted": _counted(piece, base)})
    if not beyond.coefficients:
        if curve.edge_on(piece, piece.low).over(base) == edge:
            yield PayRange(piece.low, piece.high, piece.has_high)
        return
    for pay in sorted({*curve.push_pays(piece), beyond.solve_for(Fraction(0), curve.ending)}):
        if pay >= 0 and pay in piece and curve.edge(pay).over(base) == edge:
            yield PayRange(pay, pay)


def _counted(piece: Piece, base: Base) -> Affine:
    """The divisor of the loss on a piece, by the pay."""
    if base == "per_outlay":
        return piece.outlay
    if base == "per_resolved":
        return Affine(piece.outcome.resolved(piece.cash_flows.pushes()))
    return Affine(piece.outcome.spins.mean if base == "per_spin" else Fraction(1))


def missed(curve: Curve, edge: Fraction, base: Base) -> Missed:
    """The reason for which no pay has the edge."""
    first, last = curve.pieces[0], curve.pieces[-1]
    until = None
    for piece in curve.pieces:
        if curve.ending in piece.outcome.chances:
            break
        until = piece.high or None
    turns = sorted({pay for piece in curve.pieces for pay in (piece.low, *curve.push_pays(piece))})
    around = {pay: list(_around(curve, pay, base)) for pay in turns}
    limits = [(edge, -pay) for pay, edges in around.items() for edge in edges]
    if not limits:
        return Missed(Why.undefined, None, None, until, first.taken)
    (highest, high), (lowest, low) = max(limits), min(limits)
    if not any(piece.loss.coefficients for piece in curve.pieces):
        return Missed(Why.idle, highest, None, None, first.taken)
    loss, counted = (each.coefficient(curve.ending) for each in (last.loss, _counted(last, base)))
    defined = curve.edge_on(last, last.low).over(base) is not None
    rising, falling = (defined and sign * loss > 0 and not counted for sign in (1, -1))
    bound = loss / counted if defined and counted else None  # which larger and larger pays come near
    if not rising and edge >= max(highest, highest if bound is None else bound):
        if bound is not None and bound > highest:
            return Missed(Why.lower, bound, None, until, first.taken)
        return Missed(Why.lower, highest, -high, until, first.taken)
    if not falling and edge <= min(lowest, lowest if bound is None else bound):
        if bound is not None and bound < lowest:
            return Missed(Why.higher, bound, None, until, first.taken)
        return Missed(Why.higher, lowest, -low, until, first.taken)
    low, high = max(e for e, _ in limits if e <= edge), min(e for e, _ in limits if e >= edge)
    at = next((pay for pay, edges in around.items() if {low, high} <= {*edges}), None)
    return Missed(Why.leap, None, at, until, first.taken, (low, high))


def _around(curve: Curve, pay: Fraction, base: Base) -> Iterator[Fraction]:
    """The edge just below a pay, at it and just above it."""
    near = (piece for piece in curve.pieces if pay in (piece.low, piece.high) or pay in piece)
    for edge in (curve.edge(pay), *(curve.edge_on(piece, pay) for piece in near)):
        if (share := edge.over(base)) is not None:
            yield share
