"""Prizes that are drawn from a weighted table at the end of a wager, one or the sum of several."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from markov.distribution import Distribution
from markov.exact import exact
from markov.wager.paytable import Paytable
from markov.wager.wager import DescribedRule, End, Rule, phased

if TYPE_CHECKING:
    from markov.wager.odds import Play


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize that is drawn from a weighted table.

    table   by what it returns per unit staked: its weight

    >>> prize = Prize(Distribution({1: 3, 5: 1}))
    >>> prize.mean, prize.variance, prize.several(2)
    (Fraction(2, 1), Fraction(3, 1), Distribution({2: 9, 6: 6, 10: 1}))
    """

    table: Distribution[Any]

    def __post_init__(self) -> None:
        if any(exact(value) < 0 for value in self.table):
            raise ValueError("a prize returns nothing or more")

    @property
    def mean(self) -> Fraction:
        """What it returns on average."""
        return Fraction(sum(value * weight for value, weight in self.table.items()), self.table.total)

    @property
    def variance(self) -> Fraction:
        """The variance of what it returns."""
        square = sum(value**2 * weight for value, weight in self.table.items())
        return Fraction(square, self.table.total) - self.mean**2

    def several(self, count: int) -> Distribution[Any]:
        """The law of the sum of so many prizes, drawn independently; of none it is 0."""
        sums: dict[Any, int] = {0: 1}
        for _ in range(count):
            added: dict[Any, int] = {}
            for total, ways in sums.items():
                for value, weight in self.table.items():
                    added[total + value] = added.get(total + value, 0) + ways * weight
            sums = added
        return Distribution(dict(sorted(sums.items())))


@dataclass(frozen=True, slots=True)
class Prizes:
    """Another rule, some endings of which bring prizes that are added up.

    rule     whose endings they are
    prize    what is drawn
    counts   by ending: how many prizes it brings
    on       the wheel of the rule; left out where the rule names the wheel of each state

    The ending is `wins-N`, where the prizes come to N, so the paytable has the whole law of the return; an
    ending of the rule that brings none keeps its name. Prizes are drawn in the trial that ends play, so
    trials keep their number; an outcome is one of the rule and what the prizes come to, None where none is
    drawn.

    Raises ValueError where the wheel is missing.
    """

    rule: Rule[Any, Any]
    prize: Prize
    counts: Mapping[str, int] | tuple[tuple[str, int], ...]
    on: Distribution[Any] | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", tuple(sorted(dict(self.counts).items())))
        if phased(self.rule) != (self.on is None):
            raise ValueError(
                "`on` is the wheel of a rule that names none, and is left out where it names them"
            )

    @property
    def by_ending(self) -> dict[str, int]:
        """By ending: how many prizes it brings."""
        return dict(self.counts)

    @property
    def start(self) -> Any:
        """That of the rule."""
        return self.rule.start

    def wheel(self, state: Any) -> Distribution[Any]:
        """What can come up for the rule, each with what the prizes then come to."""
        counts = self.by_ending
        if phased(self.rule):
            wheel = self.rule.wheel(state)
        elif self.on is not None:
            wheel = self.on
        drawn: dict[Any, Mapping[Any, int]] = {}
        laws: dict[int, Distribution[Any]] = {}
        for outcome in wheel:
            after = self.rule.step(state, outcome)
            count = counts.get(after.name) if isinstance(after, End) else None
            if count is not None and count not in laws:
                laws[count] = self.prize.several(count)
            drawn[outcome] = {None: 1} if count is None else laws[count]
        unit = lcm(*(law.total for law in laws.values()))
        return Distribution(
            {
                (outcome, total): weight * ways * (unit // sum(law.values()))
                for outcome, weight in wheel.items()
                for law in (drawn[outcome],)
                for total, ways in law.items()
            }
        )

    def step(self, state: Any, outcome: tuple[Any, Any]) -> Any:
        """What the rule comes to, or what the prizes do."""
        after = self.rule.step(state, outcome[0])
        return after if outcome[1] is None else End(f"wins-{outcome[1]}")

    def offer(self, state: Any) -> End | None:
        """What the rule offers."""
        return self.rule.offer(state)

    def pays(self, others: Mapping[str, str | Fraction] | None = None) -> Paytable:
        """The paytable: what the prizes come to, and the pays of endings that bring none.

        Every ending of `counts` must be able to come.
        """
        totals = {total for count in self.by_ending.values() for total in self.prize.several(count)}
        won: dict[str, str | Fraction] = {f"wins-{total}": Fraction(total) for total in sorted(totals)}
        return Paytable({**won, **(others or {})})

    def words(self, offers: bool) -> tuple[str, ...]:
        """The words of the rule, and what its endings bring."""
        told = self.rule.words(offers) if isinstance(self.rule, DescribedRule) else ()
        each = ", ".join(f"{ending} {count}" for ending, count in self.by_ending.items())
        table = ", ".join(f"{value} with weight {weight}" for value, weight in self.prize.table.items())
        return (
            *told,
            f"Prizes are drawn at the end, so many by ending: {each}.",
            f"Each prize is one of these: {table}. The ending is wins-N, where they come to N.",
        )


def variance(play: "Play", prize: Prize, counts: Mapping[str, int]) -> Fraction:
    """The exact variance of a wager that pays the mean of its prizes, when the prizes themselves are paid.

    play     the odds, with pays of counts[ending] times the mean of the prize

    For prizes whose whole law is too large: the return and the edges are exact as they are.
    """
    more = (one.probability * counts.get(one.ending, 0) for one in play.endings)
    return play.variance + prize.variance * sum(more, Fraction(0))
