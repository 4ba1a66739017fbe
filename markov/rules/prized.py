"""A rule some of whose endings draw a prize: the ending that comes of it says what is drawn."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, TypeAlias

from markov.chain.chain import Chain
from markov.distribution import Distribution
from markov.wager.paytable import Paytable
from markov.wager.prize import Prize, prize_ending, segments
from markov.wager.rule import (
    End,
    Rule,
    actions,
    after_trial,
    description,
    explored,
    only_stops,
    state_words,
    wheel_by_state,
)

Drawn: TypeAlias = tuple[tuple[str, Prize], ...]  # by ending: the prize that it draws


@dataclass(frozen=True, slots=True)
class PrizedRule:
    """Another rule, with endings that draw a prize. An outcome is a pair: of the wheel, and of the drawing.

    rule    the rule, prizes left aside
    drawn   the endings that draw a prize, and the prize, as pairs or as a mapping; no offer does

    Where the rule ends so, the ending is `ENDING:RETURNED`, by what the prize returns per unit staked. The
    drawing takes no spin. One drawing serves all prizes, as a round comes to one of them at the most; where
    the rule names the wheel of each state, a prize is drawn with the outcome that brings it. The wheel of a
    wager by this rule is `rule.on(wheel)`; a wager on the wheel itself is refused.

    >>> from markov import PlainRule, coin
    >>> flip = PlainRule(0, lambda state, side: End(side))
    >>> rule = PrizedRule(flip, {"heads": Prize((("5 for 1", 1), ("7 for 1", 3)))})
    >>> rule.on(coin()).total, list(rule.pays({"tails": "nothing"}))
    (8, ['heads:5', 'heads:7', 'tails'])
    """

    rule: Rule[Any, Any]
    drawn: Drawn | Mapping[str, Prize]

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawn", tuple(dict(self.drawn).items()))

    @property
    def start(self) -> Any:
        """The start of the rule."""
        return self.rule.start

    @property
    def prizes(self) -> dict[str, Prize]:
        """The prize that each ending draws."""
        return dict(self.drawn)

    def on(self, wheel: Distribution[Any]) -> Distribution[Any]:
        """The wheel of a wager on that wheel: its outcomes, each with every piece of the drawing."""
        if self.wheel is not None:
            return self.wheel(self.start)
        pieces = _pieces(tuple(self.drawn))
        return Distribution(
            {(outcome, i): w * piece for outcome, w in wheel.items() for i, (piece, _) in enumerate(pieces)}
        )

    def drawn_on(self, wheel: Distribution[Any]) -> bool:
        """True where the outcomes of the wheel are pairs, with every piece of the drawing among them."""
        if self.wheel is not None:
            return True  # they have their prizes, by state
        pairs = [outcome for outcome in wheel if isinstance(outcome, tuple) and len(outcome) == 2]
        # A wheel with one outcome less is asked about too, so not every pair must be there.
        return len(pairs) == len(wheel) and {i for _, i in pairs} == set(
            range(len(_pieces(tuple(self.drawn))))
        )

    @property
    def wheel(self) -> Callable[[Any], Distribution[Any]] | None:
        """Of a state the outcomes, each with its prize; None where one wheel serves all states."""
        named = wheel_by_state(self.rule)
        return named and (lambda state: self._with_prizes(state, named(state)))

    def _with_prizes(self, state: Any, wheel: Distribution[Any]) -> Distribution[Any]:
        ends = {
            outcome: after.name
            for outcome in wheel
            if isinstance(after := after_trial(self.rule, state, outcome), End)
        }
        prizes = self.prizes
        laws = {outcome: _law(prizes[name]) for outcome, name in ends.items() if name in prizes}
        unit = lcm(*(p.denominator for law in laws.values() for _, p in law))
        return Distribution(
            {
                (outcome, value): weight * int(p * unit)
                for outcome, weight in wheel.items()
                for value, p in laws.get(outcome, _UNDRAWN)
            }
        )

    def step(self, state: Any, outcome: tuple[Any, Any]) -> Any:
        """The state after the outcome, or the end it brings, with the prize."""
        spun, piece = outcome
        return self._ended(after_trial(self.rule, state, spun), piece)

    def _ended(self, after: Any, piece: Any) -> Any:
        if not isinstance(after, End):
            return after
        value = piece if wheel_by_state(self.rule) else _pieces(tuple(self.drawn))[piece][1].get(after.name)
        return after if value is None else End(prize_ending(after.name, value), after.decides)

    def pays(self, others: Mapping[str, str | Fraction] | None = None) -> Paytable:
        """The paytable: what each prize comes to, and the pays of endings that draw none.

        Every ending that draws a prize must be able to come.
        """
        won = {
            prize_ending(ending, value): value
            for ending, prize in self.prizes.items()
            for value in prize.law()
        }
        return Paytable({**won, **(others or {})})

    def actions(self, state: Any) -> Mapping[str, Any] | None:
        """The actions of the rule."""
        return actions(self.rule, state) or None

    @property
    def only_stops(self) -> bool:
        """True where the player may do no more by the rule than stop or play on."""
        return only_stops(self.rule)

    @property
    def offered(self) -> tuple[str, ...]:
        """The endings that the rule names for the player to choose."""
        return tuple(getattr(self.rule, "offered", ()))

    @property
    def trial(self) -> str:
        """The noun of a trial, by the rule; empty where it has none."""
        return str(getattr(self.rule, "trial", ""))

    def label(self, state: Any) -> str:
        """The state as the rule names it; empty where it names none."""
        return state_words(self.rule, state)

    def told(self, state: Any) -> str:
        """The state as the rule names it where play comes to it."""
        return state_words(self.rule, state, played=True)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The words of the rule, and what is drawn."""
        return (
            *description(self.rule, offers),
            *(_prize_words(ending, prize) for ending, prize in self.prizes.items()),
        )

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[Any]:
        """The chain on that wheel; the rule is asked once for each outcome of the wheel without the drawing.

        Raises TooManyStates beyond the limit.
        """
        if self.wheel is not None:
            return explored(self, wheel, limit)
        by_spin: dict[Any, dict[int, int]] = {}
        for (spun, piece), weight in wheel.items():
            by_spin.setdefault(spun, {})[piece] = weight
        totals = {spun: sum(pieces.values()) for spun, pieces in by_spin.items()}

        def row(state: Any) -> dict[Any, int]:
            weights: dict[Any, int] = {}
            if isinstance(state, End):
                return weights
            for spun, pieces in by_spin.items():
                after = after_trial(self.rule, state, spun)
                if not isinstance(after, End):
                    weights[after] = weights.get(after, 0) + totals[spun]
                    continue
                for piece, weight in pieces.items():
                    end = self._ended(after, piece)
                    weights[end] = weights.get(end, 0) + weight
            return weights

        return explored(self, wheel, limit, row=row)


_UNDRAWN: tuple[tuple[Fraction | None, Fraction], ...] = ((None, Fraction(1)),)


@lru_cache(maxsize=256)
def _law(prize: Prize) -> tuple[tuple[Fraction | None, Fraction], ...]:
    return tuple(prize.law().items())


@lru_cache(maxsize=256)
def _pieces(drawn: Drawn) -> tuple[tuple[int, Mapping[str, Fraction]], ...]:
    """The pieces of the drawing, by weight, and what each prize comes to on them."""
    return tuple(segments({ending: prize.law() for ending, prize in drawn}))


def _prize_words(ending: str, prize: Prize) -> str:
    total = sum(weight for _, weight in prize.table)
    listed = ", ".join(f"{pay} with chance {Fraction(weight, total)}" for pay, weight in prize.table)
    fixed = "" if prize.fixed == "nothing" else f"{prize.fixed} and "
    if prize.draws == 1:
        return f"The pay of {ending} is {fixed}{'what is ' * bool(fixed)}drawn: {listed}."
    return f"The pay of {ending} is {fixed}the sum of {prize.draws} draws, each of them {listed}."
