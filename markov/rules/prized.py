"""A rule some of whose endings draw a prize: the ending that comes of it says what is drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeAlias

from markov.chain.chain import Chain, explore
from markov.distribution import Distribution
from markov.wager.prize import Prize, prize_ending, segments
from markov.wager.wager import End, Rule, description

Drawn: TypeAlias = tuple[tuple[str, Prize], ...]  # by ending: the prize that it draws


@dataclass(frozen=True, slots=True)
class PrizedRule:
    """Another rule, with endings that draw a prize. An outcome is a pair: of the wheel, and of the drawing.

    rule    the rule, prizes left aside
    drawn   the endings that draw a prize, and the prize; no offer does

    Where the rule ends so, the ending is `ENDING:RETURNED`, by what the prize returns per unit staked. The
    drawing takes no spin. One drawing serves all prizes, as a round comes to one of them at the most.
    """

    rule: Rule[Any, Any]
    drawn: Drawn

    @property
    def start(self) -> Any:
        """The start of the rule."""
        return self.rule.start

    def wheel(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The outcomes of the wheel, each with every piece of the drawing."""
        pieces = _pieces(self.drawn)
        return Distribution(
            {(outcome, i): w * piece for outcome, w in wheel.items() for i, (piece, _) in enumerate(pieces)}
        )

    def step(self, state: Any, outcome: tuple[Any, int]) -> Any:
        """The state after the outcome, or the end it brings, with the prize."""
        spun, piece = outcome
        return self._ended(self.rule.step(state, spun), piece)

    def _ended(self, after: Any, piece: int) -> Any:
        if not isinstance(after, End):
            return after
        value = _pieces(self.drawn)[piece][1].get(after.name)
        return after if value is None else End(prize_ending(after.name, value), after.decides)

    def offer(self, state: Any) -> End | None:
        """The offer of the rule."""
        return self.rule.offer(state)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The words of the rule, and what is drawn."""
        return (*description(self.rule, offers), *(_told(ending, prize) for ending, prize in self.drawn))

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[Any]:
        """The chain on that wheel; the rule is asked once for each outcome of the wheel without the drawing.

        Raises TooManyStates beyond the limit.
        """
        by_spin: dict[Any, dict[int, int]] = {}
        for (spun, piece), weight in wheel.items():
            by_spin.setdefault(spun, {})[piece] = weight
        totals = {spun: sum(pieces.values()) for spun, pieces in by_spin.items()}

        def row(state: Any) -> dict[Any, int]:
            weights: dict[Any, int] = {}
            if isinstance(state, End):
                return weights
            for spun, pieces in by_spin.items():
                after = self.rule.step(state, spun)
                if not isinstance(after, End):
                    weights[after] = weights.get(after, 0) + totals[spun]
                    continue
                for piece, weight in pieces.items():
                    end = self._ended(after, piece)
                    weights[end] = weights.get(end, 0) + weight
            return weights

        return explore(self.rule.start, row, limit)


@lru_cache(maxsize=256)
def _pieces(drawn: Drawn) -> tuple[tuple[int, Mapping[str, Fraction]], ...]:
    """The pieces of the drawing, by weight, and what each prize comes to on them."""
    return tuple(segments({ending: prize.law() for ending, prize in drawn}))


def _told(ending: str, prize: Prize) -> str:
    total = sum(weight for _, weight in prize.table)
    listed = ", ".join(f"{pay} with chance {Fraction(weight, total)}" for pay, weight in prize.table)
    if prize.draws == 1:
        return f"The pay of {ending} is drawn: {listed}."
    return f"The pay of {ending} is the sum of {prize.draws} draws, each of them {listed}."
