"""A wager before and after a change: both answers, every figure, and where best play is another."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.chain.chain import MAX_STATES
from markov.exact import rational_root, root, rounded
from markov.shown import HasView
from markov.wager.odds import CHANCE, FIGURES, Answer, Odds, Offer, Solved, figure, solved
from markov.wager.pay_edits import NO_PAYS, Pay, PaysByWager, endings, with_pays
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True)
class OfferChange:
    """An offer that best play takes on one side of a change only; None where it is not on offer."""

    state: Any
    ending: str
    before: Offer | None
    after: Offer | None

    @property
    def taken(self) -> bool:
        """True where it is taken now and was not, false for the reverse."""
        return self.after is not None and self.after.take


@dataclass(frozen=True, slots=True)
class ActionChange:
    """A state that best play comes to on both sides of a change, and in which it chooses another action."""

    state: Any
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Compared(HasView):
    """A wager before and after a change.

    changed_play      where best play is another; None where the chains are merged differently, so that a
                      state of one is none of the other
    changed_actions   the same of a wager whose rule offers several actions
    """

    before: Answer
    after: Answer
    changed_play: tuple[OfferChange, ...] | None
    changed_actions: tuple[ActionChange, ...] = ()

    def __repr__(self) -> str:
        was, now = (odds.optimal.edge.per_stake for odds in (self.before, self.after))
        return f"Compared({self.after.wager.name!r}, edge under best play from {was} to {now})"


def what_if(
    wager: Wager, pays: Mapping[str, Pay] = NO_PAYS, /, *, limit: int = MAX_STATES, **named: Pay
) -> Compared:
    """The odds before and after a change of pays, and where best play is another.

    The pays are said as in `with_pays`, and its errors are raised.

    >>> import markov as mk
    >>> found = mk.game("repeater-bets-plus")["repeating-2"].what_if(made="45 for 1")
    >>> found.before.never.edge.per_stake, found.after.never.edge.per_stake
    (Fraction(9, 49), Fraction(4, 49))
    """
    changed = with_pays(wager, pays, **named)
    rule = solved(wager, limit)
    return compared(rule.answer(wager), rule.answer(changed))


def compared(before: Answer, after: Answer) -> Compared:
    """The two answers, and where best play differs between them."""
    if before.merged != after.merged and (before.offers or after.offers):
        return Compared(before, after, None)
    was, now = _offers(before), _offers(after)
    turns = [
        OfferChange(*at, was.get(at), now.get(at))
        for at in {**was, **now}
        if (at in was and was[at].take) != (at in now and now[at].take)
    ]
    policy, policy_now = before.optimal.policy, after.optimal.policy
    actions = [
        ActionChange(state, action, policy_now[state])
        for state, action in policy.items()
        if policy_now.get(state, action) != action
    ]
    return Compared(before, after, tuple(turns), tuple(actions))


def _offers(answered: Answer) -> Mapping[tuple[Any, str], Offer]:
    return {(offer.state, offer.ending): offer for offer in answered.offers}


def solved_for(first: Solved, wager: Wager, limit: int) -> Solved:
    """The rule that was solved, where the wager has the same rule and wheel; else its own, solved.

    Raises what `solved` raises.
    """
    same = (wager.rule, wager.wheel) == (first.rule, first.wheel)
    return first if same else solved(wager, limit)


def fitting_pays(wagers: Mapping[str, Wager], pays: Mapping[str, Pay]) -> PaysByWager:
    """The pays that fit each wager, by its slug; a wager that none fits is left out.

    A pay fits where the ending has one or the player could choose the ending if it had. None, which takes
    a line out, fits where there is such a line.

    Raises ValueError, naming what there is, where a pay fits no wager.
    """
    edits: dict[str, dict[str, Pay]] = {}
    for key, wager in wagers.items():
        new = {ending for ending, pay in pays.items() if pay is not None} - wager.pays.keys()
        offered = endings(wager)[1] if new else frozenset()
        if fit := {ending: pay for ending, pay in pays.items() if ending in offered | wager.pays.keys()}:
            edits[key] = fit
    for ending, pay in pays.items():
        if not any(ending in by_ending for by_ending in edits.values()):
            raise ValueError(_misplaced(wagers, ending, pay))
    return edits


def _misplaced(wagers: Mapping[str, Wager], ending: str, pay: Pay) -> str:
    whose = next(iter(wagers.values())).name if len(wagers) == 1 else "no wager"
    lines = sorted({line for wager in wagers.values() for line in wager.pays})
    if pay is None:
        verb = "has no such line to take out" if len(wagers) == 1 else "has such a line to take out"
        return f"{ending}: {whose} {verb}; the lines are {', '.join(lines)}"
    offered = {line for wager in wagers.values() for line in endings(wager)[1]}
    known = ", ".join(sorted({*lines, *offered}))
    verb = "has no such ending" if len(wagers) == 1 else "has such an ending"
    return f"{ending}: {whose} {verb}; the endings are {known}"


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure before and after a change, a standard deviation as its square; None where there is none."""

    figure: str
    before: Fraction | None
    after: Fraction | None

    @property
    def root(self) -> bool:
        """True where the figure is the root of what is held here."""
        return self.figure == "standard_deviation"

    @property
    def change(self) -> Fraction | None:
        """After less before; None where one of them is not there, or their roots are no fractions."""
        if self.before is None or self.after is None:
            return None
        if not self.root or self.before == self.after:
            return self.after - self.before
        before, after = rational_root(self.before), rational_root(self.after)
        return None if before is None or after is None else after - before


def differences(before: Odds, after: Odds) -> Iterator[Difference]:
    """Every figure of two plays, and the chance of each ending of either."""
    chances = {CHANCE + ending.ending: None for play in (before, after) for ending in play.endings}
    for name in (*FIGURES, *chances):
        yield Difference(name, figure(before, name), figure(after, name))


def root_change(before: Fraction, after: Fraction, places: int = 6) -> str:
    """The decimal of the difference of two roots, of what is after less what is before, correctly rounded.

    >>> root_change(Fraction(2), Fraction(3)), root_change(Fraction(9), Fraction(1))
    ('0.317837', '-2.000000')
    >>> root_change(Fraction(109), Fraction(342))  # 8.0529354999…
    '8.052935'
    >>> root_change(Fraction(29), Fraction(924))  # 25.01220350000323…
    '25.012204'
    """
    change = Difference("standard_deviation", before, after).change
    if change is not None:
        return rounded(change, places)
    digits = places + 4
    while True:  # such a difference is no fraction, so it is never half way between two decimals
        about = Fraction(root(after, digits)) - Fraction(root(before, digits))
        off = Fraction(1, 10**digits)  # each root is within half of it
        least, most = rounded(about - off, places), rounded(about + off, places)
        if least == most:
            return least
        digits *= 2
