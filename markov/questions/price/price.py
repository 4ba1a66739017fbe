"""The pay of an ending at which a wager has a wanted edge."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import get_args

from markov.chain.chain import MAX_STATES
from markov.exact import exact, share
from markov.questions.price.pays_for_edge import Missed, PayRange, Why, missed, pays_with_edge
from markov.shown import HasView
from markov.wager.envelope import ByPay, Curve
from markov.wager.game import check_one_of
from markov.wager.odds import Odds, Solved, Strategy, solved
from markov.wager.outcome import Base, moved_commission
from markov.wager.pay_edits import check_ending, edited
from markov.wager.paytable import worded
from markov.wager.wager import Wager

_NOTHING = Fraction(0)
FEW_DECIDED = 100  # states with offers; up to here all pieces are found at once
LARGEST = 1_000_000  # a step; no table pays more
_UNITS = 6  # n parts of 1/m for m up to this; sheets post 7 to 6


@dataclass(frozen=True, slots=True)
class Quote:
    """A pay, and the edge that pricing the wager with it gives.

    edge    None where there is none over the base
    taken   the offers that are taken, by ending
    text    the pay as the sheet says that of the ending, or else its highest one
    """

    returned: Fraction
    edge: Fraction | None
    taken: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Price(HasView):
    """The pays of an ending for an edge.

    solutions   every pay that has the edge, the least first
    exact       the lowest pay of each, priced
    payable     by pay: those next to each of them that can be posted, and themselves where they can
    posted      the pay on the sheet; None where the sheet has none
    missed      the reason for which there is no pay; None where there is one
    curve       the return by the pay; None where best play has too many choices to follow all of them
    """

    wager: Wager
    ending: str
    base: Base
    play: Strategy
    edge: Fraction
    solutions: tuple[PayRange, ...]
    exact: tuple[Quote, ...]
    payable: tuple[Quote, ...]
    posted: Quote | None
    missed: Missed | None
    curve: Curve | None

    def __repr__(self) -> str:
        pay = self.pay.text if self.pay else "no pay"
        return f"Price({self.wager.name!r}, {self.ending}, edge {self.edge}: {pay})"

    @property
    def pay(self) -> Quote | None:
        """The least pay that has the edge; None where there is none."""
        return self.exact[0] if self.exact else None


def price(
    wager: Wager,
    ending: str | None = None,
    *,
    edge: str | Fraction,
    base: Base = "per_stake",
    play: Strategy = "optimal",
    step: str | int | Fraction | None = None,
    limit: int = MAX_STATES,
    solution: Solved | None = None,
) -> Price:
    """The pays of an ending at which the edge is just so much, and the nearest payable ones.

    ending     the win where it is left out
    edge       a percentage with its sign, such as "5%", or a fraction
    base       what the edge is over: per_stake, per_outlay, per_resolved or per_spin
    play       "optimal", or "never" for no offer taken
    step       multiples of it are payable; if there is none, whole numbers are, and n to m with m up to 6
    solution   of the rule on its wheel, where it is solved already

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].price("made", edge="5%")
    >>> found.pay.returned, [str(quote.returned) for quote in found.payable]
    (Fraction(931, 20), ['46', '93/2', '233/5', '47'])

    Raises Unknown for an ending that can neither come nor be offered, ValueError for an edge or a step that
    is none, and TooMuchWork when best play has more pieces than can be found in some minutes.
    """
    check_one_of("base", base, get_args(Base))
    check_one_of("way of playing", play, get_args(Strategy))
    edge, by_step = share(edge), checked_step(step)
    solution = solution or solved(wager, limit)
    if ending is None:
        ending = solution.answer(wager).win
    check_ending(wager, ending)
    by_pay = solution.by_pay(wager, ending)
    posted, wager = wager, by_pay.envelope.wager
    curve: Curve | None = None
    few = by_pay.envelope.problem.decided <= FEW_DECIDED or base in ("per_resolved", "per_spin")
    if play == "never" or few or moved_commission(wager, (ending,)):
        curve = by_pay.curve() if play == "optimal" else by_pay.never()
        ranges = pays_with_edge(curve, edge, base)
        why = None if ranges else missed(curve, edge, base)
    else:
        ranges, why = _followed(by_pay, edge, base)

    def quote(pay: Fraction) -> Quote:
        outcome = by_pay.best(pay) if play == "optimal" else by_pay.envelope.never
        played = Odds.of(outcome, edited(wager, {ending: pay}))
        return Quote(pay, played.edge.over(base), outcome.takes, pay_text(posted, ending, pay))

    exact = tuple(quote(span.low) for span in ranges)
    if any(priced.edge != edge for priced in exact):
        raise ArithmeticError(f"{wager.name}: pricing {ending} does not give the edge that its pieces give")
    nearest = {pay for span in ranges for pay in payable(span.high or span.low, by_step)}
    return Price(
        wager,
        ending,
        base,
        play,
        edge,
        ranges,
        exact,
        tuple(map(quote, sorted(nearest))),
        quote(posted.line(ending)) if ending in posted.pays else None,
        why,
        curve,
    )


def checked_step(step: str | int | Fraction | None) -> Fraction | None:
    """The step as a number; raises ValueError for one that is not above 0 and at most LARGEST."""
    if step is None:
        return None
    number = exact(step)
    if not 0 < number <= LARGEST:
        raise ValueError(f"{str(step)!r} is not above 0 and at most {LARGEST:,}")
    return number


def _followed(by_pay: ByPay, edge: Fraction, base: Base) -> tuple[tuple[PayRange, ...], Missed | None]:
    """The pays for an edge over the stake or the outlay, without knowing every piece."""
    wager = by_pay.envelope.wager
    outlay = wager.outlay
    if reaching := by_pay.reaching(outlay - edge * (outlay if base == "per_outlay" else 1)):
        return (PayRange(*reaching, has_high=reaching[1] is not None),), None
    without = Odds.of(by_pay.best(_NOTHING), edited(wager, {by_pay.ending: _NOTHING}))
    flat = by_pay.reaching(without.returned)
    why = Why.lower if flat is None or flat[1] is not None else Why.idle
    until = flat[1] or None if flat else None
    return (), Missed(why, without.edge.over(base), _NOTHING, until, by_pay.best(_NOTHING).takes)


def pay_text(wager: Wager, ending: str, pay: Fraction) -> str:
    """A pay in the words in which the sheet says that of the ending, or else its highest one."""
    pays = wager.pays
    like = wager.posted(ending) if ending in pays else ""
    if " " not in like:  # nothing, or evens
        like = wager.posted(max(pays, key=pays.__getitem__))
    return worded(pay, like) if pay != 1 else "1 for 1"


def payable(pay: Fraction, step: Fraction | None = None) -> Iterator[Fraction]:
    """The nearest pays below and above that can be posted, and the pay itself if it can.

    >>> [str(near) for near in sorted(set(payable(Fraction(213, 100))))]
    ['2', '13/6', '3']
    """
    whole, parts = [Fraction(1)], [Fraction(1, unit) for unit in range(1, _UNITS + 1)]
    for units in [[step]] if step else [whole, parts]:
        if any((pay / unit).denominator == 1 for unit in units):
            yield pay
        if pay:
            yield max((ceil(pay / unit) - 1) * unit for unit in units)
        yield min((floor(pay / unit) + 1) * unit for unit in units)
