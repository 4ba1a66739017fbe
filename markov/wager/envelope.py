"""The return of a wager as a function of one of its pays: its pieces, exactly.

Let x be the pay of one ending, all other pays being as posted. A policy that ends there with chance p, and is
paid a on average elsewhere, returns a + p·x: a line. Policies are finitely many, and best play is worth the
most of them, so its return is the upper envelope of their lines: convex, piecewise linear and, as no p is
negative, non-decreasing. It is found by asking for best play at few pays; nothing is rounded.

*Between two lines.* Let best play have line L at one pay and R at a higher one, and let them meet at x. If
best play at x is worth what they are worth there, the return is L up to x and R from there on: it is convex,
so it lies on or below its chords, and on or above every line. Otherwise best play at x has a line that is
above all lines found before it, hence a new one, and the same is asked of both sides. There are finitely many
lines, so this ends.

*To infinity.* Let P be the greatest chance of the ending under any policy: best play once the ending pays 1
and all others nothing. The return never rises faster than P, and the line of the policy that has this chance
lies on or below it. So from a pay on at which best play has a line of slope P, or is worth what that policy
is, the return follows that line for ever. The search may take it for R, though no pay was found for it.

*One line, one play.* On an exact tie best play plays on. If it has the same line at two pays, it does the
same at both in every state that it comes to: where it stopped at the one and played on at the other, stopping
would be worth more than playing on at the first; but the play of the second has the same line, so it is best
at the first as well, and it plays on. Hence each pay belongs to one piece. At a kink best play may be that of
either side or, where several offers tie at once, of neither: then the kink is a piece of its own.

*For a return.* From a pay at which best play is worth more than some return, its line leads down to a lower
pay, at which best play is still worth no less. Each step finds a line that is less steep, so they end: at the
highest pay for that return, or with a return that is never so low.
"""

from collections.abc import Iterator
from fractions import Fraction
from types import MappingProxyType

from markov.chain.solve_order import TooMuchWork
from markov.wager.odds import Play, Solved
from markov.wager.pay_edits import edited
from markov.wager.return_curve import Curve, Line, Piece
from markov.wager.wager import Wager, priced

_NOTHING = Fraction(0)
_MOST_ASKED = 5_000_000  # states times answers; some minutes, measured on 2,403 states with 2,145 offers


class BestPlay:
    """Best play of a wager at one pay of an ending after another, each asked for once.

    The wager may leave the ending without a pay; it is then an offer that the house does not make yet.

    offers    the endings that are offers
    choices   the number of states in which there is one

    Raises Mispriced when the ending cannot happen, ValueError for two ends of one name of which one decides.
    """

    def __init__(self, solved: Solved, wager: Wager, ending: str) -> None:
        self.solved, self.ending = solved, ending
        self.wager = wager if ending in wager.pays else edited(wager, {ending: _NOTHING})
        table = priced(self.wager, solved.chain)
        self.offers = frozenset(end.name for end in table.offers.values())
        self.choices = len(table.offers)
        ends = (*table.ends.values(), *table.offers.values())
        self._undecided = frozenset(end.name for end in ends if not end.decides)
        if both := sorted(self._undecided & {end.name for end in ends if end.decides}):
            raise ValueError(f"{wager.name}: an end {both[0]!r} decides, and another of that name does not")
        self._states = len(solved.chain.states) if self.offers else 0
        self._found: dict[Fraction, tuple[Line, Play]] = {}

    def play(self, pay: Fraction) -> Play:
        """Best play at a pay."""
        return self._at(pay)[1]

    def line(self, pay: Fraction) -> Line:
        """The line of best play at a pay."""
        return self._at(pay)[0]

    def steepest(self) -> Line:
        """The line of a policy that gives the ending its greatest chance."""
        pays = {ending: Fraction(ending == self.ending) for ending in self.wager.pays}
        return self._line(self.solved.answer(edited(self.wager, pays)).optimal)

    def reaching(self, returned: Fraction) -> tuple[Fraction, Fraction | None] | None:
        """The lowest and the highest pay for that return; None where no pay brings it.

        The highest is None where every pay brings it.
        """
        line, without = self.steepest(), self.line(_NOTHING).at(_NOTHING)
        if without > returned or not line.chance:
            return (_NOTHING, None) if without == returned else None
        pay = line.reaches(returned)
        while (line := self.line(pay)).at(pay) > returned:
            pay = line.reaches(returned)
        return (_NOTHING if without == returned else pay), pay

    def curve(self) -> Curve:
        """The return by the pay of the ending.

        Raises TooMuchWork when that would take more than some minutes.
        """
        first = self.line(_NOTHING)
        bends = list(self._bends(first, self.steepest()))
        starts = [_NOTHING, *(pay for pay, _ in bends)]
        ends = [*starts[1:], None]
        self.line(starts[-1] + 1)  # the last line may be known from the greatest chance only
        plays = dict(self._found.values())
        pieces: list[Piece] = []
        for line, low, high in zip([first, *(line for _, line in bends)], starts, ends, strict=True):
            if low == high:
                continue  # the line touches the return in a kink only
            has_low, has_high = self.line(low) == line, high is not None and self.line(high) == line
            if not has_low and not (pieces and pieces[-1].has_high):
                pieces.append(self._piece(low, low, True, True, self.play(low)))
            pieces.append(self._piece(low, high, has_low, has_high, plays[line]))
        return self._curve(pieces)

    def never(self) -> Curve:
        """The return by the pay of the ending when no offer is taken: one line."""
        play = self.solved.answer(self.wager).never
        return self._curve([self._piece(_NOTHING, None, True, False, play)])

    def _at(self, pay: Fraction) -> tuple[Line, Play]:
        if pay not in self._found:
            play = self.solved.answer(edited(self.wager, {self.ending: pay})).optimal
            self._found[pay] = self._line(play), play
        return self._found[pay]

    def _bends(self, left: Line, right: Line) -> Iterator[tuple[Fraction, Line]]:
        """The pays, rising, at which the return leaves its line for another, and that line."""
        waiting = [right]
        while waiting:
            right = waiting[-1]
            if left.chance == right.chance:  # the same, or that of the greatest chance, which is no better
                waiting.pop()
                continue
            if len(self._found) * self._states > _MOST_ASKED:
                raise TooMuchWork(
                    f"best play changes at more pays of {self.ending} than can be told in some minutes; "
                    "ask for the edge per stake or per outlay, or for play to the end"
                )
            pay = left.meets(right)
            between = self.line(pay)
            if between.at(pay) > left.at(pay):
                waiting.append(between)
            else:
                yield pay, right
                left = waiting.pop()

    def _line(self, play: Play) -> Line:
        """The line of a play, whatever pays it was found for."""
        chances = _chances(play)
        fixed = (p * self.wager.pays[name] for name, p in chances.items() if name != self.ending)
        return Line(sum(fixed, _NOTHING), chances.get(self.ending, _NOTHING))

    def _piece(
        self, low: Fraction, high: Fraction | None, has_low: bool, has_high: bool, play: Play
    ) -> Piece:
        chances = _chances(play)
        aside = {self.ending, *self._undecided}
        aside |= {name for name, pay in self.wager.pays.items() if pay == play.outlay}
        resolved = sum((p for name, p in chances.items() if name not in aside), _NOTHING)
        taken = tuple(name for name in chances if name in self.offers)
        line = self._line(play)
        return Piece(
            low, high, has_low, has_high, line, MappingProxyType(chances), resolved, play.spins, taken
        )

    def _curve(self, pieces: list[Piece]) -> Curve:
        return Curve(self.wager, self.ending, self.ending not in self._undecided, tuple(pieces))


def optimal(solved: Solved, wager: Wager, ending: str) -> Curve:
    """The return by the pay of the ending under best play.

    >>> from markov.wager.odds import solved
    >>> from markov.wager.catalogue import find
    >>> wager = find("repeater-bets-plus").wager("repeating-2")
    >>> for piece in optimal(solved(wager), wager, "made").pieces:
    ...     print(piece.low, piece.high, piece.line.fixed, piece.line.chance, piece.taken)
    0 42 6/7 0 ('surrender-1',)
    42 None 0 1/49 ()

    Raises Mispriced where the ending cannot happen, TooMuchWork when it would take more than some minutes.
    """
    return BestPlay(solved, wager, ending).curve()


def never(solved: Solved, wager: Wager, ending: str) -> Curve:
    """The return by the pay of the ending when no offer is taken; raises Mispriced where it cannot happen."""
    return BestPlay(solved, wager, ending).never()


def _chances(play: Play) -> dict[str, Fraction]:
    chances: dict[str, Fraction] = {}
    for one in play.endings:
        chances[one.ending] = chances.get(one.ending, _NOTHING) + one.probability
    return chances
