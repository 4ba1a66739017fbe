"""A rule some of whose endings draw a prize: the ending that comes of it says what is drawn."""

from collections.abc import Container, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any, TypeAlias

from markov.distribution import Distribution
from markov.naming import listed
from markov.wager.paytable import Paytable
from markov.wager.prize import Prize, prize_ending
from markov.wager.rule import End, Rule, after_trial, description, paid_by, wheel_by_state

_OF_THE_RULE = ("actions", "label", "offered", "only_stops", "told", "trial")
Drawn: TypeAlias = tuple[tuple[str, Prize], ...]  # by ending: the prize that it draws


@dataclass(frozen=True)
class PrizedRule:
    """Another rule, with endings that draw a prize. An outcome is a pair: of the wheel, and of the drawing.

    rule    the rule, prizes left aside
    drawn   the endings that draw a prize, and the prize, as pairs or as a mapping; no offer does
    on      the wheel; None where the rule names that of each state

    Where the rule ends so, the ending is `ENDING:RETURNED`, by what the prize returns per unit staked. The
    drawing takes no spin: a prize is drawn with the outcome that brings it. So what can come up depends on
    the state, and the wheel of a wager by this rule is `rule.wheel(rule.start)`.

    >>> from markov import PlainRule, coin
    >>> flip = PlainRule(0, lambda state, side: End(side))
    >>> rule = PrizedRule(flip, {"heads": Prize((("5 for 1", 1), ("7 for 1", 3)))}, coin())
    >>> rule.wheel(rule.start).total, list(rule.pays({"tails": "nothing"}))
    (8, ['heads:5', 'heads:7', 'tails'])
    """

    rule: Rule[Any, Any]
    drawn: Drawn | Mapping[str, Prize]
    on: Distribution[Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "drawn", tuple(dict(self.drawn).items()))
        if self.on is None and wheel_by_state(self.rule) is None:
            raise ValueError("the rule names no wheel; write PrizedRule(rule, prizes, wheel)")

    @property
    def start(self) -> Any:
        """The start of the rule."""
        return self.rule.start

    def paid_by(self, pays: Container[str]) -> "PrizedRule":
        """The same where those endings have a pay, as of its rule."""
        rule = paid_by(self.rule, pays)
        return self if rule is self.rule else replace(self, rule=rule)

    @property
    def prizes(self) -> dict[str, Prize]:
        """The prize that each ending draws."""
        return dict(self.drawn)

    def wheel(self, state: Any) -> Distribution[Any]:
        """The outcomes, each with what is drawn with it: None where that is nothing."""
        named = wheel_by_state(self.rule)
        wheel = named(state) if named else dict(self.on or {})
        laws = {outcome: self._law(after_trial(self.rule, state, outcome)) for outcome in wheel}
        unit = lcm(*(p.denominator for law in laws.values() for p in law.values()))
        return Distribution(
            {
                (outcome, value): weight * int(p * unit)
                for outcome, weight in wheel.items()
                for value, p in laws[outcome].items()
            }
        )

    def _law(self, after: Any) -> Mapping[Any, Fraction]:
        """The chance of each prize that may be drawn after a trial; None is no prize."""
        nothing = {None: Fraction(1)}
        return self._laws.get(after.name, nothing) if isinstance(after, End) else nothing

    @cached_property
    def _laws(self) -> dict[str, dict[Any, Fraction]]:
        return {ending: prize.law() for ending, prize in self.prizes.items()}

    def step(self, state: Any, outcome: tuple[Any, Any]) -> Any:
        """The state after the outcome, or the end it brings, with the prize."""
        spun, value = outcome
        after = after_trial(self.rule, state, spun)
        return after if value is None else End(prize_ending(after.name, value), after.decides)

    def pays(self, others: Mapping[str, str | Fraction] | None = None) -> Paytable:
        """The paytable: what each prize comes to, and the pays of endings that draw none.

        Every ending that draws a prize must be able to come.
        """
        won = {prize_ending(ending, value): value for ending, law in self._laws.items() for value in law}
        return Paytable({**won, **(others or {})})

    def __getattr__(self, name: str) -> Any:
        """The names of states, the trial and the choices, which are those of the rule."""
        if name in _OF_THE_RULE:
            return getattr(self.rule, name)
        raise AttributeError(name)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The words of the rule, and of each table of prizes with the endings that draw from it."""
        by_table: dict[tuple[Any, str], list[str]] = {}
        for ending, prize in self.prizes.items():
            several = f" (sum of {prize.draws} draws)" * (prize.draws > 1)
            by_table.setdefault((prize.table, prize.fixed), []).append(f"{ending}{several}")
        sentences = list(description(self.rule, offers))
        for (table, fixed), endings in by_table.items():
            total = sum(weight for _, weight in table)
            chances = ", ".join(f"{pay} with chance {Fraction(weight, total)}" for pay, weight in table)
            drawn = "drawn" if fixed == "nothing" else f"{fixed} and what is drawn"
            sentences.append(f"The pay of {listed(endings)} is {drawn}: {chances}.")
        return tuple(sentences)
