"""Answer: chances of endings, what they bring, where to stop. Here rules, chain and money meet."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from markov.chain.absorption import Policy
from markov.chain.chain import MAX_STATES, Chain, TooManyStates
from markov.chain.transitions import Spins
from markov.distribution import Distribution
from markov.exact import percent, shortened
from markov.naming import counted
from markov.shown import Displayable, HasView
from markov.wager.envelope import ByPay, Envelope, Optimum
from markov.wager.game import Game, named, slug
from markov.wager.outcome import Edge, EndingChances, Outcome, RaceLaw, pushes
from markov.wager.pay_edits import edited
from markov.wager.rule import Exploring, Rule, SeveralActions, actions, only_stops, paid_by
from markov.wager.stopping import priced
from markov.wager.wager import Wager, goals_played_to_the_end

if TYPE_CHECKING:
    import pandas

    from markov.wager.decisions import Decisions

Strategy: TypeAlias = Literal["optimal", "never"]  # of playing: best, or to the end
Road: TypeAlias = Literal["chain", "race"]

_NOTHING = Fraction(0)


class NoRoad(ValueError):
    """A road that was asked for and does not lead to the answer."""


@dataclass(frozen=True, slots=True)
class Ending:
    """One way the wager can be over: its chance, and what it returns per unit staked."""

    ending: str
    probability: Fraction
    returned: Fraction


@dataclass(frozen=True, slots=True)
class Odds(Displayable):
    """The odds of a wager under one way of playing it. All money is per unit staked.

    endings    by chance of happening in this play; chances sum to exactly 1
    returned   expected gross return, stake included; `net` is that less the outlay
    outlay     what is put down; where more is put down on the way, what that comes to on average
    variance   of the gross return; where more is put down on the way, of the return less what was put down
    envy       what the house is expected to owe the dealer
    policy     by state that play comes to and that offers actions: the one that is chosen
    """

    endings: tuple[Ending, ...]
    outlay: Fraction
    variance: Fraction
    edge: Edge
    spins: Spins
    envy: Fraction
    returned: Fraction
    policy: Mapping[Any, str] = field(default_factory=dict, compare=False, repr=False)

    @classmethod
    def of(cls, outcome: EndingChances, wager: Wager) -> "Odds":
        """The outcome, priced by the paytable of the wager."""
        spins, chances, pays = outcome.spins, outcome.chances, wager.pays
        returned = outcome.returned.at(pays)
        square = sum(
            (p * (pays[name] - wager.total_staked(name)) ** 2 for name, p in chances.items()), _NOTHING
        )
        outlay = outcome.outlay(wager)
        return cls(
            endings=tuple(Ending(name, p, pays[name]) for name, p in chances.items()),
            outlay=outlay,
            returned=returned,
            variance=square - (returned - outlay) ** 2,
            edge=Edge.of(outlay - returned, outlay, outcome.resolved(pushes(wager)), spins.mean),
            spins=spins,
            envy=sum((p * wager.envy.get(name, _NOTHING) for name, p in chances.items()), _NOTHING),
            policy=outcome.policy,
        )

    @property
    def net(self) -> Fraction:
        """Expected return less outlay: what the player is expected to gain."""
        return self.returned - self.outlay

    @property
    def rtp(self) -> Fraction:
        """Return to player: expected return over outlay."""
        return self.returned / self.outlay

    @property
    def hit_frequency(self) -> Fraction:
        """The chance that something comes back."""
        return sum((e.probability for e in self.endings if e.returned > 0), Fraction(0))

    @property
    def house_after_envy(self) -> Fraction:
        """The expected win of the house after it has paid the dealer's envy."""
        return -self.net - self.envy

    def in_order(self) -> "Odds":
        """The same play with its endings sorted by name."""
        return replace(self, endings=tuple(sorted(self.endings, key=lambda ending: ending.ending)))

    def __repr__(self) -> str:
        return f"Odds({counted(len(self.endings), 'ending')}, edge {_edge_words(self.edge.per_stake)})"


@dataclass(frozen=True, slots=True)
class Offer:
    """An ending the player may choose in a state, against playing on. Per unit staked.

    continuing   what playing on is worth: the offer is declined there, now and at every return, and play is
                 best everywhere else
    never        what playing on is worth when no offer is ever taken
    """

    state: Any
    ending: str
    offered: Fraction
    continuing: Fraction
    never: Fraction

    @property
    def margin(self) -> Fraction:
        """Offered less continuing."""
        return self.offered - self.continuing

    @property
    def take(self) -> bool:
        """True where the offer is worth more than playing on."""
        return self.margin > 0

    @property
    def tie(self) -> bool:
        """True where the offer is worth exactly what playing on is; then best play plays on."""
        return self.margin == 0


@dataclass(frozen=True, slots=True)
class Decision:
    """A state that best play comes to and in which there are several actions. Per unit staked.

    action   the one that best play chooses; on a tie the first of the best
    worths   by action, in the order of the rule: what it is worth if play is best from there on, less what is
             put down on the way
    """

    state: Any
    action: str
    worths: Mapping[str, Fraction]

    @property
    def next_best(self) -> str:
        """The best of the other actions; on a tie the first of them."""
        return max((name for name in self.worths if name != self.action), key=self.worths.__getitem__)

    @property
    def margin(self) -> Fraction:
        """The worth of the action less that of the next best."""
        return self.worths[self.action] - self.worths[self.next_best]

    @property
    def tie(self) -> bool:
        """True where another action is worth exactly as much."""
        return self.margin == 0


@dataclass(frozen=True, slots=True)
class Answer(HasView):
    """The exact odds of a wager, with no offer taken and under best play.

    states     of the chain that was solved, ends included; None for a race, which has none
    merged     which states that play alike were merged in it; empty where none were
    strategy   best play of a wager whose rule offers several actions, in the states that it comes to; then
               `never` makes the first choice everywhere
    """

    wager: Wager
    states: int | None
    merged: str
    never: Odds
    optimal: Odds
    offers: tuple[Offer, ...]
    strategy: tuple[Decision, ...] = ()

    def __repr__(self) -> str:
        edge = _edge_words(self.never.edge.per_stake)
        best = (
            f", best play {_edge_words(self.optimal.edge.per_stake)}" if self.offers or self.strategy else ""
        )
        road = "by race" if self.states is None else counted(self.states, "state")
        return f"Answer({self.wager.name!r}, {road}, edge {edge}{best})"

    def played(self, way: Strategy) -> Odds:
        """The odds under one way of playing."""
        return self.optimal if way == "optimal" else self.never

    def policy(self, way: Strategy) -> Mapping[Any, str]:
        """The action that a way of playing chooses, by state that it comes to and that offers several."""
        if not self.offers:
            return self.played(way).policy
        labels: dict[Any, str] = {}
        for offer in self.offers:
            first, last = actions(self.wager.rule, offer.state)
            labels[offer.state] = last if offer.take and way == "optimal" else first
        return labels

    def same_odds(self, other: "Answer") -> bool:
        """True where every figure, every chance and every offer is that of the other.

        The order counts for nothing: it is that in which play first comes to the states. Offers in states
        that only one of the two comes to are the same where their figures are.
        """
        plays = (self.never, other.never), (self.optimal, other.optimal)
        offers, theirs = ({offer.state: offer for offer in odds.offers} for odds in (self, other))
        figures, those = ({replace(offer, state=None) for offer in odds.offers} for odds in (self, other))
        decisions, others = ({each.state: each for each in odds.strategy} for odds in (self, other))
        return (
            (figures, decisions) == (those, others)
            and all(offers[state] == theirs[state] for state in offers.keys() & theirs.keys())
            and all(mine.in_order() == another.in_order() for mine, another in plays)
        )

    @property
    def win(self) -> str:
        """The ending that the wager is for: made, or else the best paid one that a spin can bring.

        >>> import markov as mk
        >>> mk.game("straights-and-8s")["straights-and-8s"].odds().win
        '8-18-28'
        """
        plays = (self.never, self.optimal) if self.wager.has_actions else (self.never,)
        forced = {ending.ending: ending.returned for play in plays for ending in play.endings}
        return "made" if "made" in forced else max(forced, key=forced.__getitem__)


def wins(answered: Answer) -> list[Ending]:
    """The endings of play to the end that return more than was put down; a push is no win."""
    total_staked = answered.wager.total_staked
    return [ending for ending in answered.never.endings if ending.returned > total_staked(ending.ending)]


AnswersByReading: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]
"""The answers of the wagers of a sheet under several readings, the one asked for first."""


def by_wager(answered: AnswersByReading) -> dict[str, dict[int, Answer]]:
    """The answers of each wager by its name, then by the position of the reading; some may lack it.

    A reading may write the name otherwise, with the same slug; the first name stands for all.
    """
    by_size: dict[str, dict[int, Answer]] = {}
    names: dict[str, str] = {}
    for i, (_, answers) in enumerate(answered):
        for answer in answers:
            name = names.setdefault(slug(answer.wager.name), answer.wager.name)
            by_size.setdefault(name, {})[i] = answer
    return by_size


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """A rule on a wheel, solved: what no paytable changes. It is solved once and priced at will.

    process   what can happen: its chain, or the decisions of a rule that offers several actions
    limit     the most states that there may be where others of its offers have a pay
    never     no offer taken, or the first choices
    """

    rule: Rule[Any, Any]
    wheel: Distribution[Any]
    process: "Chain[Any] | Decisions"
    limit: int = MAX_STATES
    never: Outcome = field(init=False)

    def __post_init__(self) -> None:
        process = self.process
        never = Outcome(process) if isinstance(process, Chain) else process.plain()
        object.__setattr__(self, "never", never)

    @property
    def chain(self) -> Chain[Any]:
        """The chain of play to its end."""
        return self.never.chain

    def envelope(self, wager: Wager) -> Envelope:
        """The ways of playing the wager that can be best for some pays of its endings.

        Raises PaytableMismatch when the paytable does not fit what can happen, ValueError for another rule or
        wheel.
        """
        own = self._fitting(wager)
        if isinstance(own.process, Chain):
            return Envelope(wager, priced(wager, own.process), own.never)
        problem = own.process.priced(wager)
        return Envelope(wager, problem, own.never if problem.allowed.all() else None)

    def _fitting(self, wager: Wager) -> "Solved":
        """The rule, solved anew where others of its offers have a pay; raises what `envelope` does."""
        if (wager.rule, wager.wheel) == (self.rule, self.wheel):
            return self
        if (paid_by(wager.rule, ()), wager.wheel) != (paid_by(self.rule, ()), self.wheel):
            raise ValueError(f"{wager.name} is on another rule or wheel than what was solved")
        return solved(wager, self.limit)

    def by_pay(self, wager: Wager, ending: str) -> ByPay:
        """The return of the wager by the pay of an ending, which may be without one yet.

        Raises what `envelope` raises.
        """
        if ending not in wager.pays:
            wager = edited(wager, {ending: Fraction(0)})
        return self.envelope(wager).by_pay(ending)

    def answer(self, wager: Wager) -> Answer:
        """The exact odds of a wager on this rule and wheel.

        Raises PaytableMismatch when the paytable does not fit what can happen, ValueError for another rule or
        wheel.
        """
        own = self._fitting(wager)
        envelope = own.envelope(wager)
        optimum = envelope.optimum()
        never = Odds.of(envelope.never, wager)
        return Answer(
            wager=wager,
            states=len(own.process),
            merged=own.chain.merged,
            never=never,
            optimal=never if optimum.outcome is envelope.never else Odds.of(optimum.outcome, wager),
            offers=tuple(_offers(optimum)),
            strategy=tuple(_strategy(optimum)),
        )


def _offers(optimum: Optimum) -> Iterator[Offer]:
    """Every offer, against playing on."""
    if isinstance(policy := optimum.solution, Policy):
        table, pays = optimum.envelope.table, optimum.pays
        for i, end in table.offers.items():
            yield Offer(
                table.chain.states[i], end.name, pays[end.name], policy.continuing[i], policy.never[i]
            )


def _strategy(optimum: Optimum) -> Iterator[Decision]:
    """The decision of best play in every state that it comes to where there are several actions."""
    worths = optimum.envelope.problem.worths(optimum.outcome, optimum.solution)
    for state, by_action in worths.items():
        yield Decision(state, optimum.outcome.policy[state], by_action)


def prepared(wager: Wager, limit: int = MAX_STATES, progress: Exploring | None = None) -> Solved:
    """The rule of the wager, on its wheel: all that can happen, to be solved as it is asked for.

    Raises TooManyStates beyond the limit, and RuleError for a rule that answers with what is no state.
    """
    if not wager.later_stakes or only_stops(wager.rule):
        try:
            return Solved(wager.rule, wager.wheel, wager.chain(limit, progress), limit)
        except SeveralActions:
            pass
    from markov.wager.decisions import decisions

    return Solved(wager.rule, wager.wheel, decisions(wager, limit, progress), limit)


def solved(wager: Wager, limit: int = MAX_STATES, progress: Exploring | None = None) -> Solved:
    """The rule of the wager, on its wheel, solved.

    progress   is told now and then how many states have been explored, and the newest state

    Raises TooManyStates beyond the limit, TooMuchWork when the exact answer is out of reach and NotAbsorbing
    when play could go on for ever.
    """
    problem = prepared(wager, limit, progress)
    _ = problem.never.spins  # what is out of reach is told now
    return problem


_NO_RACE = "this is no race of tallies against a stopper, with nothing on offer"


@dataclass(frozen=True, slots=True, eq=False)
class Raced:
    """A wager that is solved as a race, without a chain, where nothing is on offer: priced at will."""

    law: RaceLaw

    def answer(self, wager: Wager) -> Answer:
        """The exact odds of a wager on this rule and wheel.

        Raises TooManyTerms where the formula would be too long, NoRoad where something is on offer.
        """
        if goals_played_to_the_end(wager) is None:
            raise NoRoad(f"{wager.name}: {_NO_RACE}")
        play = Odds.of(self.law, wager)
        return Answer(wager, None, "", play, play, ())


def by_road(
    wager: Wager,
    limit: int = MAX_STATES,
    by: Road | None = None,
    progress: Exploring | None = None,
    raced_beyond: int | None = None,
) -> Solved | Raced:
    """The rule of the wager, solved by a road: a chain, or a race where that would have too many states.

    raced_beyond   states beyond which a race is taken where it serves; a rule may say fewer

    Raises what `solved` raises, and NoRoad where it is to be a race and is none.
    """
    ladder = None if by == "chain" else goals_played_to_the_end(wager)
    if ladder is None:
        if by == "race":
            raise NoRoad(f"{wager.name}: {_NO_RACE}")
        return solved(wager, limit, progress)
    law = RaceLaw(ladder, wager.wheel)
    if by != "race":
        # A rule may say that a race is faster than a chain long before the limit.
        most = min(limit, raced_beyond or limit, getattr(wager.rule, "raced_beyond", limit))
        try:
            return solved(wager, most, progress)
        except TooManyStates:
            if most < limit and not law.is_short:
                return solved(wager, limit, progress)
    return Raced(law)


def answer(wager: Wager, limit: int = MAX_STATES, by: Road | None = None) -> Answer:
    """The exact odds, with no offer taken (`never`) and under best play (`optimal`), and every offer.

    by   "chain", or "race" for tallies against a stopper with nothing on offer; where it is left out a chain,
         or a race where that would have too many states

    >>> import markov as mk
    >>> mk.game("repeater-bets-plus")["repeating-2"].odds().optimal.edge.per_stake
    Fraction(1, 7)

    Raises PaytableMismatch when the paytable does not fit what can happen.
    """
    return by_road(wager, limit, by).answer(wager)


@dataclass(frozen=True, slots=True, eq=False)
class GameOdds(Mapping[str, Answer], HasView):
    """The odds of every wager of a game, by slug, in the order of its sheet."""

    game: Game
    answers: Mapping[str, Answer]

    def __getitem__(self, name: str) -> Answer:
        return named("wager", name, self.answers)

    def __iter__(self) -> Iterator[str]:
        return iter(self.answers)

    def __len__(self) -> int:
        return len(self.answers)

    def __repr__(self) -> str:
        return f"GameOdds({self.game.name!r}, {counted(len(self), 'wager')})"

    def to_frame(self) -> "pandas.DataFrame":
        """One tidy data frame: a row for each wager and way of playing, a column for each figure.

        >>> import markov as mk
        >>> frame = mk.game("quebec-place-bets").odds().to_frame()
        >>> frame.query("play == 'never'").set_index("wager").edge_per_outlay_exact["buy-4"]
        Fraction(1, 21)

        Raises NoFrames where pandas is not installed.
        """
        return self.view().to_frame("plays")


def game_odds(game: Game, limit: int = MAX_STATES, by: Road | None = None) -> GameOdds:
    """The exact odds of every wager of the game, under its reading; wagers on one rule are solved once.

    by   as for a wager

    >>> import markov as mk
    >>> odds = mk.game("quebec-place-bets").odds()
    >>> len(odds), odds["right-6"].never.edge.per_stake
    (18, Fraction(1, 66))

    Raises PaytableMismatch when a paytable does not fit what can happen.
    """
    wagers = {slug: game[slug] for slug in game}
    answers: dict[Wager, Answer] = {}
    for alike in grouped_by_rule(wagers.values()):
        rule = by_road(alike[0], limit, by)
        answers |= {wager: rule.answer(wager) for wager in alike}
    return GameOdds(game, {slug: answers[wager] for slug, wager in wagers.items()})


def grouped_by_rule(wagers: Iterable[Wager]) -> list[list[Wager]]:
    """The different ones of the wagers, those on one rule and wheel together: each group is solved once."""
    groups: dict[Hashable, list[Wager]] = {}
    for wager in dict.fromkeys(wagers):
        groups.setdefault(solved_as(wager), []).append(wager)
    return list(groups.values())


def solved_as(wager: Wager) -> Hashable:
    """Key of the wagers that are solved at once: rule and wheel, and whether a race can tell them."""
    return wager.rule, wager.wheel, goals_played_to_the_end(wager) is None


def _edge_words(edge: Fraction) -> str:
    return f"{shortened(edge, 24)} ({percent(edge)})"


_FIGURES = (
    *("outlay", "returned", "net", "edge.per_stake", "edge.per_outlay", "edge.per_resolved", "edge.per_spin"),
    *("rtp", "hit_frequency", "variance", "standard_deviation", "spins.mean", "spins.variance"),
    *("envy", "house_after_envy"),
)
FIGURES: Mapping[str, Callable[[Odds], Fraction | None]] = MappingProxyType(
    # Of a standard deviation it is the square: the root is seldom a fraction.
    {name: attrgetter("variance" if name == "standard_deviation" else name) for name in _FIGURES}
)
CHANCE = "chance."  # and the name of an ending


def figure(play: Odds, name: str) -> Fraction | None:
    """The figure of that name, a standard deviation as its square; None where the play has none.

    The chance of an ending is chance.ENDING, and 0 for one that the play never comes to.
    """
    if name.startswith(CHANCE):
        return sum((e.probability for e in play.endings if CHANCE + e.ending == name), Fraction(0))
    return FIGURES[name](play)


def says_nothing(play: Odds, name: str) -> bool:
    """True of a figure that says no more than another does: an outlay of the stake, no envy, equal edges."""
    edge, number = play.edge, figure(play, name)
    match name:
        case "outlay":
            return number == 1
        case "returned":
            return play.outlay == 1
        case "net":
            return number == -edge.per_stake
        case "edge.per_outlay" | "edge.per_resolved":
            return number == edge.per_stake
        case "envy" | "house_after_envy":
            return not play.envy
    return False
