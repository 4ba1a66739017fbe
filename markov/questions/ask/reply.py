"""The answer to a question in one line: its chance, the trials until it is decided, and by which road.

There are two roads. A chain: all that can be left of the goal, explored and solved. A race: tallies on
independent clocks, without states, for a goal of tallies against a stopper that is a single event. Where both
serve they agree exactly.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, get_args

from markov.chain.absorption import absorption_with_spins
from markov.chain.chain import Chain
from markov.chain.law import FEW_STATES
from markov.chain.transitions import NotAbsorbing, Spins, TooMuchWork
from markov.exact import in_short, shortened
from markov.naming import counted
from markov.rules.decided import LOST
from markov.rules.expression import MOST_TRIALS, Goal, GoalError, Span
from markov.rules.goal_rule import MADE, GoalRule, OverWhen, Tie
from markov.rules.grounded import Racing, broken_order, default_wheel
from markov.rules.progress import event, size
from markov.shown import HasView
from markov.wager.odds import Answer, NoRoad, Road, answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, description
from markov.wager.wager import Wager

MOST_STATES = 200_000  # explored; some ten seconds

_FEW = 1_000  # states, from above, up to which the chain is asked first: it tells how many there are
_MOST_STEPS = 20_000_000  # transitions that are walked along until a deadline; some ten seconds


@dataclass(frozen=True, slots=True)
class At:
    """The law of the number of trials until the question is decided, at one number n of trials.

    probability   of the trials being so: n at the most, or n at the least
    """

    n: int
    probability: Fraction


@dataclass(frozen=True, slots=True, eq=False)
class Reply(HasView):
    """The exact answer to a question in one line.

    asked         as it was said
    on            the wheel
    goal          the expression
    rule          the goal on its wheel
    by            the road: "chain", or "race" where no states were needed
    chain         that was solved; None for a race
    walked        the deadline is no part of the chain, which is walked along up to it
    probability   that the goal is true in time; 1 where nothing stops play
    spins         trials until the question is decided: mean and variance
    within        the law, where it was asked for: at most so many trials
    at_least      the same: at least so many trials
    quantile      the same, with the least n for which that is the chance asked for, or more
    wager         the same as a wager, for all its questions; it pays what was asked, else nothing yet
    odds          its exact odds, where a pay was said
    one_trial     the chance of an event in one trial; None where the goal is more than that
    """

    asked: str
    on: str
    goal: Goal
    rule: GoalRule
    by: Road
    chain: Chain[Any] | None
    walked: bool
    probability: Fraction
    spins: Spins
    within: At | None
    at_least: At | None
    quantile: At | None
    wager: Wager
    odds: Answer | None
    one_trial: Fraction | None

    @property
    def states(self) -> int | None:
        """The number of states of the chain, endings included; None for a race."""
        return None if self.chain is None else len(self.chain)

    @property
    def merged(self) -> str:
        """The states that play alike and were merged in the chain; empty where none were."""
        return "" if self.chain is None else self.chain.merged

    @property
    def fair_pay(self) -> Fraction | None:
        """The return of one unit staked at which the edge is 0; None where the goal is sure."""
        return None if self.probability == 1 else 1 / self.probability

    @property
    def words(self) -> tuple[str, ...]:
        """The wager in sentences."""
        return description(self.wager.rule, False)

    def __repr__(self) -> str:
        return f"Reply({self.asked!r}, {shortened(self.probability, 24)}, by {self.by})"


def reply(
    goal: Goal,
    asked: str,
    on: str | None = None,
    pays: str | Fraction | None = None,
    surrender: Mapping[int, str | Fraction] | None = None,
    by: str | None = None,
    within: int | None = None,
    at_least: int | None = None,
    limit: int = MOST_STATES,
    over: str = "decided",
    tie: str = "stopper",
    quantile: Fraction | None = None,
) -> Reply:
    """The answer; where no wheel is named on two dice, or on craps or a coin if only they have such labels.

    over   when play is over, as in a sheet
    tie    what comes first where one trial brings both the goal and its stopper, as in a sheet
    quantile   asks for the least number of trials that decide it with this chance

    Raises GoalError where the goal means nothing on the wheel or cannot be, NoRoad where the road does not
    serve, TooManyStates and TooMuchWork where the answer is out of reach.
    """
    ways: dict[str, OverWhen] = {way: way for way in get_args(OverWhen)}
    first: dict[str, Tie] = {word: word for word in get_args(Tie)}
    for name, said, known in (("over", over, ways), ("tie", tie, first)):
        if said not in known:
            raise NoRoad(f"{name} {said} is not known; choose {', '.join(known)}")
    looks = sorted({n for n in (within, at_least and at_least - 1) if n})
    rule = GoalRule.wins(goal, default_wheel(goal) if on is None else on, ways[over], tie=first[tie])
    chosen = by is not None
    if by is None and size(rule.goals.lines[0]) <= _FEW:
        by = "chain"
    raced = rule.goals.racing() if by != "chain" and over == "decided" else None
    timed = bool(looks or rule.within)
    if raced and timed and raced.settles != raced.goal:
        raced = None  # an exact number is judged at its end
    if by == "race" and raced is None:
        raise NoRoad(
            "this cannot be solved as a race, which is of tallies against a stopper that is a single event; "
            "leave out --by, or write --by chain"
            if over == "decided"
            else "a race is over as soon as it is decided; leave out --by, or --over"
        )
    try:
        road = _ByRace(rule, raced) if raced else _by_chain(rule, limit)
        chance, spins, beyond = _solved_by(road, rule.within, looks)
    except NotAbsorbing as error:
        raise broken_order(goal, rule.on) or error from None
    except ValueError as error:
        from markov.race.clocks import TooManyTerms

        if not isinstance(error, TooManyTerms):
            raise
        if chosen:
            raise TooMuchWork(str(error)) from None
        # The formula of a race may be too long where its chain is small.
        road = _by_chain(rule, limit)
        chance, spins, beyond = _solved_by(road, rule.within, looks)
    if not chance:
        raise broken_order(goal, rule.on) or _impossible(rule, goal.at)
    wager = _wager(rule, asked, pays, surrender or {}, chance)
    return Reply(
        asked=asked,
        on=rule.goals.wheel.name,
        goal=goal,
        rule=rule,
        by="race" if isinstance(road, _ByRace) else "chain",
        chain=road.chain,
        walked=isinstance(road, _ByWalk),
        probability=chance,
        spins=spins,
        within=None if within is None else At(within, 1 - beyond[within]),
        at_least=None if at_least is None else At(at_least, beyond[max(at_least - 1, 0)]),
        quantile=None if quantile is None else _quantile(road, rule.within, quantile),
        wager=wager,
        odds=None if pays is None else answer(wager, limit),
        one_trial=_in_one_trial(rule),
    )


def _in_one_trial(rule: GoalRule) -> Fraction | None:
    """The chance of an event in one trial; None where the goal is more than that."""
    goals = rule.goals
    single = event(goals.lines[0])
    if single is None or rule.within or rule.until or goals.wheel.cycle:
        return None
    return Fraction(sum(goals.outcomes[outcome] for outcome in single), goals.outcomes.total)


def _solved_by(
    road: "_ByStates | _ByRace", trials: int | None, looks: Sequence[int]
) -> tuple[Fraction, Spins, dict[int, Fraction]]:
    """The chance, the trials, and the chances that numbers of trials do not decide it, by that road."""
    chance, spins = road.solved()
    beyond = {n: road.beyond(n) if trials is None or n < trials else Fraction(0) for n in looks}
    return chance, spins, {0: Fraction(1), **beyond}


def _quantile(road: "_ByStates | _ByRace", deadline: int | None, wanted: Fraction) -> At:
    """The least number of trials that decide the question with that chance."""

    def decided(n: int) -> Fraction:
        return Fraction(1) if deadline is not None and n >= deadline else 1 - road.beyond(n)

    if not wanted:
        return At(0, Fraction(0))
    low, high = 0, 1
    while decided(high) < wanted:
        if high == MOST_TRIALS:
            raise TooMuchWork(
                f"more than {MOST_TRIALS:,} trials are needed to decide it with a chance of "
                f"{in_short(wanted)}; ask for a smaller chance"
            )
        low, high = high, min(2 * high, MOST_TRIALS)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if decided(middle) >= wanted else (middle, high)
    return At(high, decided(high))


def _wager(
    rule: GoalRule,
    asked: str,
    pays: str | Fraction | None,
    surrender: Mapping[int, str | Fraction],
    chance: Fraction,
) -> Wager:
    """The question as a wager; its pays are nothing where none are said."""
    table: dict[str, str | Fraction] = {MADE.name: "nothing" if pays is None else pays}
    if chance < 1:
        table[LOST.name] = "nothing"
    table |= {f"surrender-{k}": pay for k, pay in surrender.items()}
    return Wager(asked, rule, rule.goals.outcomes, Paytable(table), f"asked: {asked}")


def _impossible(rule: GoalRule, at: Span | None) -> GoalError:
    """The error for a goal that can never be: the reason, and the characters that say it."""
    wheel = rule.goals.wheel
    if rule.within is not None:
        return GoalError(f"this can never be within {counted(rule.within, wheel.trial)}", at)
    if wheel.bag:
        return GoalError("this can never be: it does not come before nothing is left to draw", at)
    return GoalError("this can never be: play is always over before it", at)


class _ByRace:
    """The road without states."""

    chain = None

    def __init__(self, rule: GoalRule, raced: Racing) -> None:
        self._outcomes, self._raced, self._within = rule.goals.outcomes, raced, rule.within

    def solved(self) -> tuple[Fraction, Spins]:
        """The chance of the goal, and the trials until it is decided, or until the deadline."""
        from markov.race.race import race, spins_until

        if self._within is not None:
            timed = self._timed(self._within)
            return timed.chance, timed.spins
        raced, wheel = self._raced, self._outcomes
        if not raced.stop:
            return Fraction(1), spins_until(raced.goal, wheel)
        odds = race(raced.goal, wheel, raced.stop)
        settled = odds if raced.settles == raced.goal else race(raced.settles, wheel, raced.stop)
        return odds.chance, settled.spins

    def beyond(self, trials: int) -> Fraction:
        """The chance that so many trials do not decide it."""
        going: Fraction = self._timed(trials).going
        return going

    def _timed(self, trials: int) -> Any:
        from markov.race.race import race_within

        return race_within(self._raced.goal, self._outcomes, self._raced.stop, trials)


class _ByStates:
    """The road over the states of the rule; it ends by itself, deadlines too."""

    def __init__(self, chain: Chain[Any]) -> None:
        self.chain = chain

    def solved(self) -> tuple[Fraction, Spins]:
        """The chance of the goal, and the trials until play is over; a deadline is in the states."""
        over = absorption_with_spins(self.chain.transitions)
        made = (p for i, p in over.chances.items() if self.chain.states[i] == MADE)
        return sum(made, Fraction(0)), over.spins

    def beyond(self, trials: int) -> Fraction:
        """The chance that so many trials do not end it."""
        return self.chain.law().beyond(trials)


def _by_chain(rule: GoalRule, limit: int) -> _ByStates:
    """The road over states; a deadline of the whole wager, and no other, is walked to and needs no states."""
    trials = rule.within
    if (
        trials is not None
        and rule.over == "decided"
        and rule.deadlines == (trials,)
        and not rule.goals.wheel.bag
    ):
        return _ByWalk(rule, trials, limit)
    return _ByStates(rule.chart(rule.goals.outcomes, limit))


class _ByWalk(_ByStates):
    """The road along the states of the rule without its deadline, up to that."""

    def __init__(self, rule: GoalRule, within: int, limit: int) -> None:
        self._rule, self._within, self._total = rule, within, rule.goals.outcomes.total
        super().__init__(rule.chart(rule.goals.outcomes, limit, clock=False))

    def solved(self) -> tuple[Fraction, Spins]:
        """The chance of the goal, and the trials until it is decided, or until the deadline."""
        mean = square = 0
        trials, total = self._within, self._total
        for n, (here, made) in enumerate(self._walked(trials)):
            going = sum(here)
            if n < trials:
                mean, square = mean * total + going, square * total + (2 * n + 1) * going
                continue
            mean, square = mean * total, square * total
            made += sum(
                weight
                for state, weight in zip(self.chain.states, here, strict=True)
                if weight and self._rule.judged(self._rule.standing(state).lines) == MADE
            )
        whole = total**trials
        first = Fraction(mean, whole)
        return Fraction(made, whole), Spins(first, Fraction(square, whole) - first**2)

    def beyond(self, trials: int) -> Fraction:
        """The chance that so many trials do not decide it."""
        if len(self.chain) <= FEW_STATES:
            return super().beyond(trials)
        *_, (here, _) = self._walked(trials)
        return Fraction(sum(here), self._total**trials)

    def _walked(self, trials: int) -> Iterator[tuple[list[int], int]]:
        """After each number of trials, from none: the weights of states in play, and of the goal made."""
        chain = self.chain
        steps = trials * (len(chain.transitions.weights) + trials * self._total.bit_length() // 64)
        if steps > _MOST_STEPS:
            raise TooMuchWork(
                f"{trials:,} trials of {len(chain):,} states take too long; ask for fewer trials"
            )
        rows = [chain.transitions.row(i) for i in range(len(chain))]
        over = [isinstance(state, End) for state in chain.states]
        won = {i for i, state in enumerate(chain.states) if state == MADE}
        here, made = [0] * len(chain), 0
        here[0] = 1
        yield here, made
        for _ in range(trials):
            after, made = [0] * len(chain), made * self._total
            for weight, row in zip(here, rows, strict=True):
                if weight:
                    for to, share in row:
                        after[to] += weight * share
            made += sum(after[i] for i in won)
            here = [0 if done else weight for done, weight in zip(over, after, strict=True)]
            yield here, made
