"""The return of one way of playing, affine in those pays that are letters, on a chain of any weights."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from markov.chain.chain import Chain
from markov.chain.transitions import SolveOrder
from markov.wager.envelope import Envelope
from markov.wager.outcome import Affine, Outcome, PayTerms, terms
from markov.wager.wager import Wager


@dataclass(frozen=True, slots=True, eq=False)
class FixedPlay:
    """Best play at the posted pays and on the posted wheel, to be kept whatever pays and weights become.

    terms    what endings bring back and what was put down, by ending: as posted, or with the letters in it
    letters  the endings whose pays are letters
    solve_order   of the chain, `cut` that of the chain in which play stops
    """

    outcome: Outcome
    terms: PayTerms
    letters: Sequence[str]
    solve_order: SolveOrder
    cut: SolveOrder

    @classmethod
    def of(cls, wager: Wager, chain: Chain[Any], letters: Sequence[str]) -> Self:
        """Best play of the wager on its chain; the pays of the endings in `letters` are letters.

        Raises Mispriced when the paytable does not fit what can happen.
        """
        found = Envelope(wager, chain).optimum()
        outcome = Outcome(chain, found.envelope.table.offers, found.outcome.taken)
        money = terms(wager, {name: Affine.unknown(name) for name in letters})
        return cls(outcome, money, letters, chain.transitions.solve_order, outcome.cut.solve_order)

    def affine_returns(self, chain: Chain[Any]) -> list[Affine]:
        """The return played to its end; and, where there are offers, that of this way, and each margin.

        A margin is what is offered less what playing on is worth, once play has left the state; from there
        on it goes this way.

        chain   with the same transitions, of any weights
        """
        never = Outcome(chain, solve_order=self.solve_order).returned.substituted(self.terms.pays)
        offers = self.outcome.offers
        if not offers:
            return [never]
        worth = replace(self.outcome, chain=chain, solve_order=self.cut).worth(self.terms.pays)
        onward = worth.playing_on(offers)
        return [never, worth.at(0), *(self.terms.pays[offers[i].name] - onward[i] for i in offers)]
