"""Envelope: the ways of playing a wager that can be best for some pays, and what the best of them returns.

Each way of playing returns an affine function of the pays, and there are finitely many. Best play returns the
greatest of them: a convex function of the pays, which never falls, as no chance is negative. It is found by
asking for best play at few pays; nothing is rounded.

Along a line of pays that rise with one unknown x, as where x is the pay of one ending and all others are as
posted, the return is convex and piecewise linear in x.

*Between two lines.* Let best play have line L at one x and R at a higher one, and let them meet between. If
best play there is worth what they are worth, the return is L up to there and R from there on: it is convex,
so it lies on or below its chords, and on or above every line. Otherwise best play there has a line that is
above all lines found before it, hence a new one, and the same is asked of both sides. There are finitely many
lines, so this ends.

*To infinity.* Let P be the greatest slope of any way of playing: best play where every pay is what it rises
by. The return never rises faster than P, and the line that has this slope lies on or below it. So from an x
on at which best play has a line of slope P, or is worth what that line is, the return follows that line for
ever. The search may take it for R, though no x was found for it.

*One line, one play.* On an exact tie best play plays on. If it has the same line at two x, it does the same
at both in every state that it comes to: where it stopped at the one and played on at the other, stopping
would be worth more than playing on at the first; but the play of the second has the same line, so it is best
at the first as well, and it plays on. Hence each x belongs to one piece. At a kink best play may be that of
either side or, where several offers tie at once, of neither: then the kink is a piece of its own.

*For a return.* Play that takes every offer whose pay rises has it at some x, and best play at least as much.
From an x at which best play is worth more than the return, its line leads down to a lower x, at which best
play is still worth no less. Each step finds a line that is less steep, so they end: at the highest x for that
return, or with a return that is never so low.
"""

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from markov.chain.absorption import Policy
from markov.chain.transitions import TooMuchWork
from markov.wager.outcome import Affine, CashFlows, Edge, Outcome, cash_flows, moved_commission
from markov.wager.rule import End
from markov.wager.stopping import StoppingProblem
from markov.wager.wager import Wager, needs_one_stake, net_pays, refused

if TYPE_CHECKING:
    from markov.chain.best_policy import BestPayoff
    from markov.wager.decisions import Decisions

_MOST_POLICIES = 256  # ways of playing that are compared

_NOTHING = Fraction(0)
_STAKE = Fraction(1)
MOST_ASKED = 5_000_000  # states times answers; some minutes, measured on 2,403 states with 2,145 offers


class Envelope:
    """The ways of playing a wager that can be best for some pays, each solved when it is asked for.

    problem   what the player may choose, and how the best is found
    never     no offer taken, or the first choices
    """

    def __init__(
        self, wager: Wager, problem: "StoppingProblem | Decisions", never: Outcome | None = None
    ) -> None:
        self.wager, self.problem = wager, problem
        self.never = never or problem.plain()
        self._last: tuple[Hashable, Outcome] | None = None

    @property
    def table(self) -> StoppingProblem:
        """The chain of the wager, with its ends and its offers.

        Raises SeveralActions where the player may do more than stop or play on.
        """
        if isinstance(self.problem, StoppingProblem):
            return self.problem
        raise refused(self.wager, "what compares offers with one way of playing on")

    def best(self, pays: Mapping[str, Fraction]) -> Outcome:
        """Best play where endings bring those pays."""
        return self.playing(self.problem.best(pays))

    def playing(self, policy: Any) -> Outcome:
        """The way of playing of a policy of the problem."""
        if not len(policy):
            return self.never
        if self._last is None or self._last[0] != policy:  # close pays have one best play
            self._last = policy, self.problem.outcome(policy)
        return self._last[1]

    def optimum(self, never: bool = False) -> "Optimum":
        """Best play at the pays of the wager, less what is put down on the way; or `never`."""
        if never:
            return Optimum(self, self.never, None)
        policy, solution = self.problem.solved(net_pays(self.wager))
        return Optimum(self, self.playing(policy), solution)

    def every(self) -> list[Outcome]:
        """Every way of playing that ends; ways that come to the same chances are one.

        The first takes no offers, or makes the first choices. Of several that return the most, best play,
        which plays on where an offer is worth exactly as much, is the first: at an offer that can be reached
        past no other undecided one, declining comes before taking.

        Raises TooMuchWork where the ways are too many to compare.
        """
        outcomes: dict[Affine, Outcome] = {}
        for k, outcome in enumerate(self.problem.every()):
            if k >= _MOST_POLICIES:
                raise TooMuchWork(f"{self.wager.name}: {self.problem.too_many.format(_MOST_POLICIES)}")
            outcomes.setdefault(outcome.returned, outcome)
        return list(outcomes.values())

    def section(self, unknown: str, rising: Mapping[str, Affine]) -> "EnvelopeSection":
        """The envelope where some pays, by ending, rise with an unknown, and all others are as posted."""
        return EnvelopeSection(self, unknown, cash_flows(self.wager, rising))

    def by_pay(self, ending: str) -> "ByPay":
        """The envelope by the pay of one ending, as posted, all others being as posted.

        Raises SteppedCommission where the pay moves a rounded commission.
        """
        pay = Affine.unknown(ending)
        if not moved_commission(self.wager, (ending,)):
            return ByPay(self, ending, (self.section(ending, {ending: pay}),))
        won = {ending: Affine(_STAKE, {ending: _STAKE})}  # counted from the stake up
        return ByPay(
            self,
            ending,
            tuple(
                EnvelopeSection(self, ending, cash_flows(self.wager, varied, winning))
                for varied, winning in (({ending: pay}, False), (won, True))
            ),
        )


def undominated(
    returns: Sequence[Affine], low: Mapping[str, Fraction], high: Mapping[str, Fraction]
) -> list[Affine]:
    """The returns, in their order, that may be the greatest where each pay lies between a low and a high one.

    One is left out where another is greater wherever the pays lie, or as great and comes before it.
    """

    def beaten(r: int, s: int) -> bool:
        more = returns[s] - returns[r]
        least = more.at({name: (low if by > 0 else high)[name] for name, by in more.coefficients.items()})
        return least > 0 or (least == 0 and s < r)

    every = range(len(returns))
    return [returns[r] for r in every if not any(beaten(r, s) for s in every if s != r)]


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative, seen from smaller and from larger numbers; they differ where best play has a kink."""

    left: Fraction
    right: Fraction

    @property
    def both(self) -> Fraction | None:
        """The derivative; None at a kink."""
        return self.left if self.left == self.right else None


@dataclass(frozen=True, slots=True)
class Optimum:
    """Best play at some pays, with the offers that it may take or leave.

    outcome    best play, which plays on at a tie
    solution   what playing on is worth wherever there is an offer, or what each state is worth, and the best
               actions; None where it was not asked what is best
    """

    envelope: Envelope
    outcome: Outcome
    solution: "Policy | BestPayoff | None"

    @property
    def pays(self) -> Mapping[str, Fraction]:
        """The pays at which it is best."""
        return self.envelope.wager.pays

    @property
    def loss(self) -> Fraction:
        """The player's expected loss per unit staked."""
        return self.outcome.outlay(self.envelope.wager) - self.outcome.returned.at(self.pays)

    @property
    def ties(self) -> dict[int, End]:
        """The offers that are worth exactly what playing on is, by position."""
        if not isinstance(self.solution, Policy):
            return {}
        return self.envelope.table.ties(self.solution, self.pays)

    def slopes(self) -> dict[str, Slope | None]:
        """The derivative of the return, less the outlay, by the pay of each ending: see `slope`."""
        return {name: self.slope(name) for name in self.pays}

    def slope(self, ending: str) -> Slope | None:
        """The derivative of the return, less the outlay, by the pay of an ending as posted.

        It is None where a commission leaps with the pay.

        For one way of playing it is the chance of the ending, less what its pay moves of a commission. With
        a little more of a pay the best ways are those that were best and now gain most, with a little less
        those that lose least (Danskin): the slope to the right is the highest of a way that is best now, to
        the left the lowest. Those ways differ at ties alone, so this is best play once more, with the ties
        on offer and endings that pay what they gain.
        """
        wager = self.envelope.wager
        line, taken = wager.line(ending), wager.commission
        if taken is not None and taken.ending == ending:
            leaps = taken.on_win and taken.of_stake and line == _STAKE
            if taken.stepped or leaps:
                return None
        varied = {ending: Affine.unknown(ending)}
        left, right = (cash_flows(wager, varied, winning) for winning in (line > _STAKE, line >= _STAKE))
        return Slope(self._extreme(ending, left, -1), self._extreme(ending, right, 1))

    def _extreme(self, ending: str, moved: CashFlows, sign: int) -> Fraction:
        """The highest derivative among the ways that are best now, or the lowest where the sign is -1."""
        gains = {name: sign * pay.coefficient(ending) for name, pay in moved.pays.items()}
        return -moved.loss(self._gaining(gains)).coefficient(ending)

    def _gaining(self, gains: Mapping[str, Fraction]) -> Outcome:
        """Of all ways of playing that are as good as the best one, that which gains most by ending."""
        if self.solution is None:
            return self.outcome
        problem = self.envelope.problem
        return self.envelope.playing(problem.gaining(self.outcome, self.solution, self.pays, gains))


@dataclass(frozen=True, slots=True)
class Piece:
    """The stretch of an unknown, from low to high, over which best play is one and the same.

    high         None where it goes on for ever
    has_low      true where low itself belongs to it; has_high the same of high
    line         the return by the unknown
    cash_flows   what endings bring back, and what was put down for them, by the unknown
    """

    low: Fraction
    high: Fraction | None
    has_low: bool
    has_high: bool
    line: Affine
    outcome: Outcome
    cash_flows: CashFlows

    @property
    def outlay(self) -> Affine:
        """The expected outlay, by the unknown."""
        return self.cash_flows.outlay(self.outcome)

    @property
    def loss(self) -> Affine:
        """The player's expected loss, by the unknown."""
        return self.outlay - self.line

    def upto(self, x: Fraction) -> "Piece | None":
        """The part of the piece at numbers up to one; None where there is none."""
        if self.low > x or (self.low == x and not self.has_low):
            return None
        return self if self.high is not None and self.high <= x else replace(self, high=x, has_high=True)

    def shifted(self, x: Fraction, unknown: str) -> "Piece":
        """The piece moved up by a number of the unknown; a lower end at 0 no longer belongs to it."""
        known = {unknown: Affine(-x, {unknown: _STAKE})}

        def moved(functions: Mapping[str, Affine]) -> dict[str, Affine]:
            return {name: each.substituted(known) for name, each in functions.items()}

        return replace(
            self,
            low=self.low + x,
            high=None if self.high is None else self.high + x,
            has_low=self.has_low and self.low > 0,
            line=self.line.substituted(known),
            cash_flows=CashFlows(moved(self.cash_flows.pays), moved(self.cash_flows.total_staked)),
        )

    @property
    def taken(self) -> tuple[str, ...]:
        """The endings of the offers that play comes to and takes."""
        return self.outcome.takes

    def __contains__(self, pay: Fraction) -> bool:
        if pay in (self.low, self.high):
            return (self.has_low and pay == self.low) or (self.has_high and pay == self.high)
        return self.low < pay and (self.high is None or pay < self.high)


class EnvelopeSection:
    """The return under best play where all pays are affine functions of one unknown, which never fall.

    The unknown is a number from 0 up.

    Best play at each number is asked for once.
    """

    def __init__(self, envelope: Envelope, unknown: str, cash_flows: CashFlows) -> None:
        if envelope.problem.decided:
            needs_one_stake(envelope.wager, "best play by the pay of an ending")
        self.envelope, self.unknown = envelope, unknown
        self.cash_flows, self.pays = cash_flows, cash_flows.pays
        self._states = len(envelope.problem) if envelope.problem.decided else 0
        self._found: dict[Fraction, tuple[Affine, Outcome]] = {}

    def best(self, x: Fraction) -> Outcome:
        """Best play where the unknown is that number."""
        return self._at(x)[1]

    def line(self, x: Fraction) -> Affine:
        """The return of best play there, as a function of the unknown."""
        return self._at(x)[0]

    def steepest(self) -> Affine:
        """The return of a way of playing that rises the fastest with the unknown."""
        rising = {name: pay.coefficient(self.unknown) for name, pay in self.pays.items()}
        return self._returned(self.envelope.best(rising))

    def reaching(self, returned: Fraction) -> tuple[Fraction, Fraction | None] | None:
        """The lowest and the highest unknown for that return; None where none brings it.

        The highest is None where every number brings it.
        """
        without = self.line(_NOTHING).constant
        if without < returned:
            highest = self.highest(returned)
            return None if highest is None else (highest, highest)
        return (_NOTHING, self.highest(returned)) if without == returned else None

    def highest(self, returned: Fraction, most: Fraction | None = None) -> Fraction | None:
        """The highest unknown at which the return is at most so much, as it is at 0; None where all are.

        most   a number that it is known not to exceed, from which the search comes down
        """
        x = most
        if x is None:
            line = self.steepest()
            if not line.coefficients:  # play comes to nothing whose pay rises
                return None
            x = line.solve_for(returned, self.unknown)
        while (line := self.line(x)).at({self.unknown: x}) > returned:
            x = line.solve_for(returned, self.unknown)
        return x

    def pieces(self) -> tuple[Piece, ...]:
        """The return piece by piece; each number from 0 up is in one of them.

        Raises TooMuchWork when that would take more than some minutes.
        """
        first = self.line(_NOTHING)
        bends = list(self._breakpoints(first, self.steepest()))
        starts = [_NOTHING, *(x for x, _ in bends)]
        ends = [*starts[1:], None]
        self.line(starts[-1] + 1)  # the last line may be known from the greatest slope only
        plays = dict(self._found.values())
        pieces: list[Piece] = []
        for line, low, high in zip([first, *(line for _, line in bends)], starts, ends, strict=True):
            if low == high:
                continue  # the line touches the return in a kink only
            has_low, has_high = self.line(low) == line, high is not None and self.line(high) == line
            if not has_low and not (pieces and pieces[-1].has_high):
                pieces.append(Piece(low, low, True, True, *self._at(low), self.cash_flows))
            pieces.append(Piece(low, high, has_low, has_high, line, plays[line], self.cash_flows))
        return tuple(pieces)

    def never(self) -> tuple[Piece]:
        """The return when no offer is taken: one line."""
        never = self.envelope.never
        return (Piece(_NOTHING, None, True, False, self._returned(never), never, self.cash_flows),)

    def _at(self, x: Fraction) -> tuple[Affine, Outcome]:
        if x not in self._found:
            known = {self.unknown: x}
            pays = {name: pay.at(known) for name, pay in self.pays.items()}
            outcome = self.envelope.best(pays)
            self._found[x] = self._returned(outcome), outcome
        return self._found[x]

    def _returned(self, outcome: Outcome) -> Affine:
        return outcome.returned.substituted(self.pays)

    def _breakpoints(self, left: Affine, right: Affine) -> Iterator[tuple[Fraction, Affine]]:
        """The numbers, rising, at which the return leaves its line for another, and that line."""
        waiting = [right]
        while waiting:
            right = waiting[-1]
            if left.coefficients == right.coefficients:  # the same, or the steepest, which is no better
                waiting.pop()
                continue
            if len(self._found) * self._states > MOST_ASKED:
                raise TooMuchWork(
                    f"best play changes at more pays of {self.unknown} than can be told in some minutes; "
                    "ask for the edge per stake or per outlay, or for play to the end"
                )
            x = left.intersection(right, self.unknown)
            between = self.line(x)
            if between.at({self.unknown: x}) > left.at({self.unknown: x}):
                waiting.append(between)
            else:
                yield x, right
                left = waiting.pop()


@dataclass(frozen=True, slots=True, eq=False)
class ByPay:
    """The return under best play by the pay of one ending, as posted.

    sections   one, by the pay; or, where the pay moves a commission, one by the pay up to the stake, and one
               by what is won from there on
    """

    envelope: Envelope
    ending: str
    sections: tuple[EnvelopeSection, ...]

    def best(self, pay: Fraction) -> Outcome:
        """Best play at a pay."""
        first, *won = self.sections
        return won[0].best(pay - _STAKE) if won and pay > _STAKE else first.best(pay)

    def curve(self) -> "Curve":
        """The return under best play.

        >>> from markov.wager.odds import solved
        >>> from markov.wager.catalogue import find
        >>> wager = find("repeater-bets-plus").wager("repeating-2")
        >>> for piece in solved(wager).by_pay(wager, "made").curve().pieces:
        ...     print(piece.low, piece.high, piece.line, piece.taken)
        0 42 Affine(6/7) ('surrender-1',)
        42 None Affine(0 + 1/49 made) ()

        Raises TooMuchWork when it would take more than some minutes.
        """
        return self._joined([section.pieces() for section in self.sections])

    def reaching(self, returned: Fraction) -> tuple[Fraction, Fraction | None] | None:
        """The lowest and the highest pay for that return, of a pay that moves no commission."""
        (section,) = self.sections
        return section.reaching(returned)

    def never(self) -> "Curve":
        """The curve when no offer is taken: one line, or two where a commission begins."""
        return self._joined([section.never() for section in self.sections])

    def _joined(self, pieces: Sequence[tuple[Piece, ...]]) -> "Curve":
        """The curve of the pieces of each section."""
        first, *won = pieces
        if won:
            first = (
                *(each for piece in first if (each := piece.upto(_STAKE))),
                *(piece.shifted(_STAKE, self.ending) for piece in won[0] if piece.high != _NOTHING),
            )
        return Curve(self.envelope.wager, self.ending, first)


@dataclass(frozen=True, slots=True)
class Curve:
    """The return of a wager by the pay of one ending, as posted, under one way of playing it.

    pieces    they cover all pays from 0 on, each pay being in one of them
    """

    wager: Wager
    ending: str
    pieces: tuple[Piece, ...]

    @property
    def kinks(self) -> tuple[Fraction, ...]:
        """The pays at which the slope changes."""
        stretches = [piece for piece in self.pieces if piece.high != piece.low]
        return tuple(piece.low for piece in stretches[1:])

    def at(self, pay: Fraction) -> Piece:
        """The piece that a pay belongs to; raises ValueError for a negative one."""
        if pay < 0:
            raise ValueError(f"a pay of {pay} is less than nothing")
        return next(piece for piece in self.pieces if pay in piece)

    def returned(self, pay: Fraction) -> Fraction:
        """The expected return per unit staked."""
        return self.at(pay).line.at({self.ending: pay})

    def edge(self, pay: Fraction) -> Edge:
        """The edge over each base."""
        piece, known = self.at(pay), {self.ending: pay}
        total_staked = piece.cash_flows.total_staked
        pushed = [
            name
            for name, back in piece.cash_flows.pays.items()
            if back.at(known) == total_staked[name].at(known)
        ]
        return self._edge(piece, pay, pushed)

    def edge_on(self, piece: Piece, pay: Fraction) -> Edge:
        """The edge at a pay if it were played as on that piece, and only what always is a push were one."""
        return self._edge(piece, pay, piece.cash_flows.pushes())

    def _edge(self, piece: Piece, pay: Fraction, pushed: Collection[str]) -> Edge:
        known = {self.ending: pay}
        outlay = piece.outlay.at(known)
        return Edge.of(
            outlay - piece.line.at(known), outlay, piece.outcome.resolved(pushed), piece.outcome.spins.mean
        )

    def push_pays(self, piece: Piece) -> Iterator[Fraction]:
        """The pays, on a piece or beyond it, at which an ending brings back just what was put down."""
        for name, back in piece.cash_flows.pays.items():
            beyond = back - piece.cash_flows.total_staked[name]
            if beyond.coefficients and (pay := beyond.solve_for(_NOTHING, self.ending)) >= 0:
                yield pay
