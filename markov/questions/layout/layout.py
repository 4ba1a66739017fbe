"""Several wagers together: the law of their total, and what each adds to its spread."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

from markov.chain.chain import MAX_STATES, TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.shown import HasView
from markov.statistics.exposure import MOST, Exposure, exposure, owed, worst_trial
from markov.statistics.joint import Pair, joint
from markov.statistics.layout import Layout, Played, Together, for_one_trial
from markov.statistics.net_law import Amount, money
from markov.wager.game import slug
from markov.wager.odds import Answer, Strategy, by_road
from markov.wager.wager import Wager, needs_no_choices, needs_one_wheel

Until: TypeAlias = Literal["roll", "resolved"]


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """One wager of a layout. A gain is what comes back, less all that is put down.

    outlay     what is put up at first
    mean, variance   of its gain
    adds       the covariance of its gain with that of the whole; they add to the variance of the whole
    """

    wager: Wager
    stake: Fraction
    outlay: Fraction
    mean: Fraction
    variance: Fraction
    adds: Fraction


@dataclass(frozen=True, slots=True)
class LayoutTotal(HasView):
    """The gain of all wagers of a layout together.

    outlay     what is put up at first
    variance   of the gain; `apart` is what it would be, were the wagers independent
    pairs      the correlation of each two of them
    law        the chance of each gain; None where the wagers can come to too much, and `why` says so
    exposure   the most that the house can owe in all, and the spins that bring it; None likewise
    at_once    the most that one spin can bring back, and the chance that such a spin comes; None likewise
    """

    until: Until
    play: Strategy
    parts: tuple[LayoutPart, ...]
    outlay: Fraction
    mean: Fraction
    variance: Fraction
    apart: Fraction
    pairs: tuple[Pair, ...]
    law: Mapping[Fraction, Fraction] | None
    exposure: Exposure | None
    at_once: tuple[Fraction, Fraction] | None
    why: str = ""

    @property
    def edge(self) -> Fraction:
        """The expected loss over what is put up."""
        return -self.mean / self.outlay

    def __repr__(self) -> str:
        return f"LayoutTotal({len(self.parts)} wagers, outlay {self.outlay}, mean {self.mean})"


def layout(
    stakes: Mapping[Wager, Amount],
    *,
    until: Until = "resolved",
    play: Strategy = "never",
    limit: int = MAX_STATES,
) -> LayoutTotal:
    """The exact law of what several wagers gain together that are made before the same spin.

    stakes   by wager
    until    "resolved": each stays until decided; "roll": after one spin, when a bet that is not decided
             counts as what was put up for it
    play     inside the wagers: "never" takes no offer, "optimal" is best play

    >>> import markov as mk
    >>> table = mk.game("craps").wagers({"paytable": "field-2-3"})
    >>> bets = {"field": 5, "place-5": 5, "place-6": 6, "place-8": 6}
    >>> mk.layout({table[bet]: stake for bet, stake in bets.items()}, until="roll").edge
    Fraction(1, 88)

    Raises ValueError where the wagers are on different wheels and for a stake that is not above 0; NoAnswer
    where what can come up depends on how play stands, or the player has actions.
    """
    for wager in stakes:
        if not isinstance(wager, Wager):
            raise TypeError(f"{wager!r} is no wager; a law of one's own shares no spins, so it has no layout")
        needs_no_choices(wager, "what wagers come to on the same spins")
        needs_one_wheel(wager, "what wagers come to on the same spins")
    amounts = {wager: money(f"stake on {wager.name}", stake) for wager, stake in stakes.items()}
    if not amounts:
        raise ValueError("a layout has one wager at least")
    answers = {slug(wager.name): _answer(wager, until, play, limit) for wager in amounts}
    if len(answers) < len(amounts):
        raise ValueError("two wagers of a layout have the same name")
    by_name = dict(zip(answers, amounts.values(), strict=True))
    law = joint(answers, play)
    total, parts = law.total(by_name), []
    for k, (wager, stake) in enumerate(amounts.items()):
        shared = sum((c * s for c, s in zip(law.covariances[k], by_name.values(), strict=True)), Fraction(0))
        mean = (law.returned[k] - law.outlays[k]) * stake
        variance = law.covariances[k][k] * stake**2
        parts.append(LayoutPart(wager, stake, law.outlays[k] * stake, mean, variance, stake * shared))
    mean, apart = total.returned - total.outlay, sum((part.variance for part in parts), Fraction(0))
    law_of_total, most_owed, at_once, why = None, None, None, ""
    gains: dict[Fraction, Fraction] = {}
    try:
        together, most = Layout.of(answers, play), min(limit, MOST)
        worth = zip(by_name.values(), together.worth(), strict=True)
        paid = [{end: stake * pay for end, pay in pays.items()} for stake, pays in worth]
        for ends, chance in Together(together.kinds).law(together.wheel, most).items():
            gain = owed(paid, [ends[place] for place in together.places]) - total.outlay
            gains[gain] = gains.get(gain, Fraction(0)) + chance
        law_of_total, most_owed = dict(sorted(gains.items())), exposure(answers, by_name, play)
        at_once = worst_trial(together, paid, most)
    except (TooManyStates, TooMuchWork) as error:
        why = str(error).partition(";")[0]
    figures = total.outlay, mean, total.variance, apart, tuple(law.pairs())
    return LayoutTotal(until, play, tuple(parts), *figures, law_of_total, most_owed, at_once, why)


def _answer(wager: Wager, until: Until, play: Strategy, limit: int) -> Answer:
    answered = by_road(wager, limit).answer(wager) if until == "resolved" or play == "optimal" else None
    if answered and until == "resolved":
        return answered
    once = for_one_trial(wager, Played.of(answered, play) if answered else Played(wager.rule))
    return by_road(once, limit).answer(once)
