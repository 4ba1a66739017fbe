"""What one way of playing is worth, linear in those pays that are letters, on a chain of any weights."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Self, TypeAlias

from markov.chain.absorption import absorption_probabilities
from markov.chain.chain import Chain
from markov.chain.optimal_stopping import optimal_policy
from markov.chain.solve_order import SolveOrder
from markov.chain.transitions import Transitions
from markov.chain.values import continuation_value, values
from markov.wager.wager import Wager, priced

Form: TypeAlias = tuple[Fraction, ...]  # a constant, and what each letter is multiplied with

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True, eq=False)
class Fixed:
    """Best play at the posted pays and on the posted wheel, to be kept whatever pays and weights become.

    ends     by index: the ending of each state in which play is over
    offers   by index: the ending on offer
    stops    where the offer is taken
    units    paytables: the constant part, and for each letter what it is multiplied with
    ordered  the order of the chain, `cut` that of the chain in which play stops
    """

    ends: Mapping[int, str]
    offers: Mapping[int, str]
    stops: frozenset[int]
    units: tuple[Mapping[str, Fraction], ...]
    ordered: SolveOrder
    cut: SolveOrder

    @classmethod
    def of(cls, wager: Wager, chain: Chain[Any], letters: Sequence[str]) -> Self:
        """Best play of the wager on its chain; the pays of the endings in `letters` are letters.

        Raises Mispriced when the paytable does not fit what can happen.
        """
        table = priced(wager, chain)
        ends = {i: end.name for i, end in table.ends.items()}
        offers = {i: end.name for i, end in table.offers.items()}
        stops = optimal_policy(chain.transitions, table.payoff(wager.pays), table.offered(wager.pays)).stops
        ordered = chain.transitions.solve_order
        constant = {name: _NOTHING if name in letters else pay for name, pay in wager.pays.items()}
        units = [constant, *({name: Fraction(name == one) for name in wager.pays} for one in letters)]
        return cls(
            ends,
            offers,
            stops,
            tuple(units),
            ordered,
            chain.transitions.stopped(stops).solve_order if stops else ordered,
        )

    def taken(self, chain: Chain[Any]) -> tuple[str, ...]:
        """The offers that play comes to and takes, by ending."""
        if not self.stops:
            return ()
        chances = absorption_probabilities(self._stopped(chain))
        return tuple(dict.fromkeys(self.offers[i] for i in sorted(self.stops) if chances.get(i)))

    def forms(self, chain: Chain[Any]) -> list[Form]:
        """The return played to its end; and, where there are offers, that of this way, and each margin.

        A margin is what is offered less what playing on is worth, once play has left the state; from there
        on it goes this way.
        """
        chances = absorption_probabilities(chain.transitions.with_solve_order(self.ordered))
        never = tuple(
            sum((p * unit[self.ends[i]] for i, p in chances.items()), _NOTHING) for unit in self.units
        )
        if not self.offers:
            return [never]
        worth = [self._worth(chain, unit) for unit in self.units]
        row = chain.transitions.row_reader()
        margins = (
            tuple(
                unit[name] - continuation_value(row, found, i)
                for unit, found in zip(self.units, worth, strict=True)
            )
            for i, name in self.offers.items()
        )
        return [never, tuple(found[0] for found in worth), *margins]

    def _worth(self, chain: Chain[Any], unit: Mapping[str, Fraction]) -> list[Fraction]:
        paid = {i: unit[name] for i, name in self._endings()}
        return values(self._stopped(chain), paid)

    def _stopped(self, chain: Chain[Any]) -> Transitions:
        """The transitions when play stops where the offer is taken."""
        return chain.transitions.stopped(self.stops).with_solve_order(self.cut)

    def _endings(self) -> Iterator[tuple[int, str]]:
        yield from self.ends.items()
        for i in self.stops:
            yield i, self.offers[i]
