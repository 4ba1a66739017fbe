"""The rule of a wager that is said in the wager language: goals in their rank, until something stops play."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from itertools import chain, count
from math import prod
from typing import Any, ClassVar, Literal, TypeAlias

from markov.chain.chain import Chain, TooManyStates, explore
from markov.distribution import Distribution, Tally
from markov.rules import expression as ex
from markov.rules import progress
from markov.rules.decided import LOST, Decided
from markov.rules.goal_words import rule_in_words, standing_in_words
from markov.rules.grounded import OnWheel, asked_for, on_wheel, with_stopper
from markov.rules.interchangeable import Interchange
from markov.rules.labels import wheel
from markov.rules.progress import FALSE, TRUE, TRUTHS, Left, Standing, event, now
from markov.wager.rule import End, NestedRace, stop_or_play_on

MADE = End("made")
WITHDRAWN = "withdrawn"  # the offer that takes the bet down: nothing is won or lost by it
MOST_UNMERGED = 20_000  # states of tallies up to which those that play alike are kept apart
MOST_APART = 1_000  # states, from above, up to which parts that play alike are kept apart

PaidLines: TypeAlias = Literal["best", "each", "first"]
OverWhen: TypeAlias = Literal["decided", "stopper", "early"]
Tie: TypeAlias = Literal["stopper", "goal"]


@dataclass(frozen=True)
class GoalRule:
    """Goals in their rank, the best first, until something stops play.

    lines    the name of each ending and its goal
    on       the name of the wheel
    until    what stops play; None where nothing does but what the goals say themselves
    paid     best: the highest line that is true when play stops is paid; each: all that are, and the ending
             is their names joined by +; first: play is over with the first line that comes, the higher of two
    over     decided: play is over as soon as only one ending can be reached, the clock left aside, and no
             offer; early: the same by the clock; stopper: it goes on until it is stopped
    within   the number of trials after which play is stopped, and the goals are judged; None for no deadline
    offers   the name of an ending that the player may choose, and the goal that is true in the states where
             it is on offer, None for any state. Where several are, the first of them is on offer
    behind   the offers that come last, as they have no pay and others have one
    tie      what comes first where one trial brings the stopper and a goal

    The ending is `lost` where no goal is true when play stops. Where there is one goal and no offer by a
    condition, the wager may be surrendered after any trial: `surrender-K`, where K is the tally or the streak
    that is furthest on. With nothing but a goal, which is then reached at last, the question is how long that
    takes.

    Raises GoalError where a goal means nothing on the wheel, or nothing stops play; UnknownWheel where there
    is no such wheel.
    """

    lines: tuple[tuple[str, ex.Goal], ...]
    on: str
    until: ex.Goal | None = None
    paid: PaidLines = "best"
    over: OverWhen = "decided"
    within: int | None = None
    offers: tuple[tuple[str, ex.Goal | None], ...] = ()
    tie: Tie = "stopper"
    behind: frozenset[str] = frozenset()
    raced_beyond: ClassVar[int] = 200_000  # states beyond which a race, where it serves, is faster

    def __post_init__(self) -> None:
        if not self.lines:
            raise ex.GoalError("a ladder has at least one line")
        if self.over == "early" and (self.offers or self.within is None):
            raise ex.GoalError("early is for a wager with a deadline, such as within 20, and without offers")
        if self.paid == "first" and self.over == "stopper":
            raise ex.GoalError(
                "the first line that comes ends the wager, so it does not stay until a stopper"
            )
        if self.within is not None:
            ex.Within(self.lines[0][1], self.within)  # which refuses what is no number of trials
        at = self.goals.lines[0].at
        exact = [goal.at for _, goal in self.lines if not ex.settles(goal)]
        alone = len(self.lines) == 1 and self.over != "stopper" and not self.offers
        stopped = self.over == "decided" and all(ex.has_stopper(goal) for _, goal in self.lines)
        judged = not exact and (alone or stopped or self.paid == "first")
        if self.until is None and self.within is None and not judged:
            raise ex.GoalError(
                "nothing stops play, so that it is never judged; add a stopper or a deadline, such as "
                "before 7 or within 20",
                exact[0] if exact else None,
            )
        won = self.over != "stopper" and self.judged(self.first.lines) != LOST
        if {TRUE, FALSE}.issuperset(self.first.lines) or (won and self._for_good(self.first)):
            raise ex.GoalError("it is settled before the first trial, so there is nothing to ask", at)

    @classmethod
    def wins(
        cls,
        goal: ex.Goal,
        on: str,
        over: OverWhen = "decided",
        offers: tuple[tuple[str, ex.Goal | None], ...] = (),
        tie: Tie = "stopper",
    ) -> "GoalRule":
        """The rule of a wager that wins when one goal is true in time: it ends `made`, or `lost`."""
        said: ex.Goal = with_stopper(goal, wheel(on))
        within, until = None, None
        if isinstance(said, ex.Within):
            within, said = said.trials, said.goal
        if isinstance(said, ex.Before):
            said = race = replace(said, tie=said.tie or tie == "goal")
            if over != "decided" or offers:
                said, until, tie = race.goal, race.stop, "goal" if race.tie else "stopper"
        elif tie == "goal":
            raise ex.GoalError(
                "the whole has no stopper to tie with; write `before or with` where a part has one"
            )
        return cls(((MADE.name, said),), on, until, over=over, within=within, offers=offers, tie=tie)

    def __reduce__(self) -> tuple[Callable[..., "GoalRule"], tuple[Any, ...]]:
        # What follows from these is found anew.
        return GoalRule, tuple(getattr(self, each.name) for each in fields(self))

    def unreached(self, ending: str) -> str:
        """The end of a message about an ending that can never come: what may be meant."""
        if ending == LOST.name and self._sure:
            return "; nothing stops play before that: say what does with `until`, or before 7, or within 20"
        if ending not in dict(self.lines) or self.paid != "best" or len(self.lines) < 2:
            return ""
        return (
            ". A line below another is not paid where both are true when play stops: put it higher, or say "
            'paid = "first" where the line that comes first is paid'
        )

    @property
    def exact_lines(self) -> tuple[str, ...]:
        """The lines that ask for an exact number before the stopper or the deadline of the whole wager."""
        return tuple(name for name, goal in self.lines if not ex.settles(goal))

    @property
    def trial(self) -> str:
        """The noun of a trial on the wheel."""
        return self.goals.wheel.trial

    @property
    def start(self) -> Any:
        """The state before the first trial."""
        return self.state(self.first)

    @cached_property
    def goals(self) -> OnWheel:
        """The lines, the stopper and the conditions of offers on the wheel."""
        offered = tuple(goal for _, goal in self.offers if goal is not None)
        lines = tuple(goal for _, goal in self.lines)
        return on_wheel(lines, self.until, self.on, offered, self.tie == "goal")

    @cached_property
    def first(self) -> Standing:
        """The standing of play before the first trial."""
        goals, cycle = self.goals, self.goals.wheel.cycle
        bag = tuple(goals.outcomes.values()) if goals.wheel.bag else ()
        return self._standing(list(map(progress.begun, goals.goals)), 0, cycle and cycle.start, bag)

    def paid_by(self, pays: Container[str]) -> "GoalRule":
        """The rule where those endings have a pay: an offer without one hides none that has."""
        names = [name for name, _ in self.offers]
        behind = frozenset(
            name
            for k, name in enumerate(names)
            if name not in pays and any(each in pays for each in names[k:])
        )
        return self if behind == self.behind else replace(self, behind=behind)

    @cached_property
    def ranked(self) -> tuple[tuple[str, int | None], ...]:
        """The offers in their rank, each with the position of its condition, None where it has none."""
        positions = count()
        placed = [(name, None if goal is None else next(positions)) for name, goal in self.offers]
        return tuple(sorted(placed, key=lambda offer: offer[0] in self.behind))

    @cached_property
    def deadlines(self) -> tuple[int, ...]:
        """The trials after which deadlines pass, in order; the last is that of the whole wager, if any."""
        parts = (part for goal in self.goals.goals for part in ex.every(goal))
        last = ex.MOST_TRIALS if self.within is None else self.within
        inside = {min(part.trials, last) for part in parts if isinstance(part, ex.Within)}
        return tuple(sorted(inside if self.within is None else inside | {last}))

    @cached_property
    def alone(self) -> bool:
        """True where one goal is all that there is to a state."""
        goals = self.goals
        more = (goals.stop, goals.offers, self.deadlines, goals.wheel.cycle, goals.wheel.bag)
        return len(goals.lines) == 1 and not any(more)

    def state(self, standing: Standing | End) -> Any:
        """The state of play: what is left of the goal, where nothing else counts; an end is as it is."""
        if isinstance(standing, End) or not self.alone:
            return standing
        (left,) = standing.lines
        return left if isinstance(left, tuple) else (left,)

    def standing(self, state: Any) -> Any:
        """The standing of play in a state; an end is as it is."""
        if isinstance(state, End) or not self.alone:
            return state if isinstance(state, End | Standing) else Standing(*state)
        left = state[0] if isinstance(self.first.lines[0], int) else state
        return self.first._replace(lines=(left,))

    @property
    def wheel(self) -> Callable[[Any], Distribution[Any]] | None:
        """Of a state what is left in the bag; None where all is put back."""
        return self._drawn_from if self.goals.wheel.bag else None

    def _drawn_from(self, state: Any) -> Distribution[Any]:
        bag = zip(self.goals.outcomes, self.standing(state).bag, strict=True)
        return Distribution({kind: left for kind, left in bag if left})

    def step(self, state: Any, outcome: Any) -> Any:
        """The state after the outcome, or how the wager ends on it."""
        return self.state(self.after(self.standing(state), outcome))

    def after(self, at: Standing, outcome: Any, clock: bool = True) -> Standing | End:
        """The standing after the outcome, or the end of the wager.

        clock   False where the deadline is left to who asks, so that no trial brings it nearer

        An offer keeps play open until the ending that is left would be paid whenever play stops; but nobody
        buys a bet that can only be lost. The same goes where only one ending can be reached at all.
        """
        after = self.made(at, outcome, clock)
        if isinstance(after, End) or self.over == "stopper":
            return after
        end = self._for_good(after) if self._sure else self._decided.ending(self._asked(after))
        return end if end and self._sure in (None, end) else after

    @cached_property
    def made(self) -> Callable[[Standing, Any, bool], Standing | End]:
        """The standing after an outcome, with the clock or without, or the end that it brings.

        What is decided is left aside.
        """
        return lru_cache(1 << 16)(self._made)  # asked when a state is met, and when it is explored

    def _made(self, at: Standing, outcome: Any, clock: bool) -> Standing | End:
        goals = self.goals
        seen, stage = goals.seen(at.stage, outcome)
        kinds = zip(goals.outcomes, at.bag, strict=False)  # none where all is put back
        bag = tuple([left - (kind == outcome) for kind, left in kinds])
        move = goals.moves(seen)
        after = self._standing(move(at.left) if move else at.left, at.trials, stage, bag)
        if goals.stop is not None and now(goals.stop, after.stop):
            return self.judged(after.lines if self.tie == "goal" else at.lines)
        if bag and not any(bag):
            return self.judged(after.lines)
        ahead = clock and self.deadlines and after.trials < self.deadlines[-1]
        return self._passed(after, after.trials + 1) if ahead else self._come(after)

    def _passed(self, at: Standing, trials: int) -> Standing | End:
        """The standing once so many trials have been made, or the end that it is."""
        goals = self.goals.goals
        if trials in self.deadlines:
            left = [progress.at_deadline(*each, trials) for each in zip(goals, at.left, strict=True)]
            at = self._standing(left, trials, at.stage, at.bag)
            if trials == self.within:
                return self.judged(at.lines)
        going_on = progress.unsettled(zip(goals, at.left, strict=True))
        ahead = self.within is not None or any(isinstance(part, ex.Within) for part in going_on)
        return self._come(at._replace(trials=trials if ahead else self.deadlines[-1]))

    def _come(self, at: Standing) -> Standing | End:
        """The standing itself, or how it ends where its lines are settled, or the first of them has come."""
        if self.over == "stopper":
            return at
        for k, line in enumerate(self.goals.lines if self.paid == "first" else ()):
            if now(line, at.lines[k]):  # which may still be undone, whatever becomes of the others
                lines = tuple(left if i == k else FALSE for i, left in enumerate(at.lines))
                alone = at._replace(lines=lines, offers=(FALSE,) * len(at.offers))
                if alone != at and self._for_good(alone):
                    return End(self.lines[k][0])
        return self.judged(at.lines) if {TRUE, FALSE}.issuperset(at.lines) else at

    def moves(self, at: Standing) -> Iterator[Standing | End]:
        """All to which play may come next; with the clock aside, the next deadline may pass at any time."""
        early = self.over == "early"
        in_bag = [kind for kind, left in zip(self.goals.outcomes, at.bag, strict=False) if left]
        for kind in in_bag or self.goals.kinds:  # one by one: who asks may have seen enough
            yield self._merged(self.made(at, kind, early or not self.deadlines))
        ahead = [] if early else [trials for trials in self.deadlines if trials > at.trials]
        if ahead:
            yield self._merged(self._passed(at, ahead[0]))

    @cached_property
    def _stopped(self) -> Decided[Standing]:
        """The standings that are decided as if play could be stopped at any time too."""
        return Decided(lambda at: chain([self.judged(at.lines)], self.moves(at)))

    def _for_good(self, at: Standing) -> End | None:
        """The ending that would be paid whenever play stops, here or after any trials; None for several."""
        return self._stopped.ending(self._asked(at))

    @cached_property
    def _played_out(self) -> Decided[Standing]:
        """The decided standings; a goal that waits for what never comes is judged as where play stops."""
        return Decided(self.moves, self._stopped.ending)

    @cached_property
    def _decided(self) -> Decided[Standing]:
        """The same where an offer keeps play open."""
        if not self.offers:
            return self._played_out
        return self._played_out.with_offers(lambda at: bool(self.stands(at) and not self._stopped.ending(at)))

    @cached_property
    def _sure(self) -> End | None:
        """The one ending that can be reached at all, so that the question is when; None for several."""
        stopped = self.until or self.deadlines or self.first.bag
        if not stopped and len(self.lines) == 1 and progress.is_reached(self.goals.lines[0]):
            return End(self.lines[0][0])
        return self._played_out.ending(self._asked(self.first))

    def _asked(self, at: Standing) -> Any:
        """The standing by which it is known whether play is decided: before any deadline, but for `early`.

        What the deadlines that have passed have left of the goals is kept.
        """
        return self._merged(at._replace(trials=0) if at.trials and self.over != "early" else at)

    @cached_property
    def _merged(self) -> Callable[[Any], Any]:
        """Of a standing the one that stands for all that play like it; itself where there are few states."""
        return self.interchange.merged if self.merges else lambda at: at

    def _standing(self, left: Sequence[Left], trials: int, stage: Any, bag: tuple[int, ...]) -> Standing:
        """The standing with that left of all goals.

        Below the best line that is true none counts, and no condition behind an offer that stands for good.
        """
        goals = self.goals
        rests = zip(chain(goals.lines, goals.offers), left, strict=False)
        kept = [TRUTHS.get(progress.settled(goal, rest), rest) for goal, rest in rests]
        lines, offers = kept[: len(goals.lines)], kept[len(goals.lines) :]
        if self.paid == "best":
            lines = _up_to_true(lines)
        if offers:  # an offer without a condition is always true
            ranked = _up_to_true([TRUE if k is None else offers[k] for _, k in self.ranked])
            by_position = {k: rest for (_, k), rest in zip(self.ranked, ranked, strict=True)}
            offers = [by_position[k] for k in range(len(offers))]
        stop = None if goals.stop is None else left[-1]
        return Standing(tuple(lines), stop, tuple(offers), trials, stage, bag)

    def judged(self, lines: tuple[Left, ...]) -> End:
        """The ending of the wager when play stops with that left of the lines."""
        won = map(now, self.goals.lines, lines)
        true = [name for (name, _), is_true in zip(self.lines, won, strict=True) if is_true]
        paid = true if self.paid == "each" else true[:1]
        return End("+".join(paid)) if paid else LOST

    only_stops = True

    def actions(self, state: Any) -> Mapping[str, Any] | None:
        """To play on, or the first of the offers that stand; or surrender at what is furthest on."""
        at = self.standing(state)
        if self.offers:
            return stop_or_play_on(state, self.stands(at))
        if self.lines[0][0] != MADE.name or self.until or (self.paid, self.over) != ("best", "decided"):
            return None
        reached = progress.highest_count(self.goals.lines[0], at.lines[0])
        return stop_or_play_on(state, End(f"surrender-{reached}") if reached else None)

    @property
    def offered(self) -> tuple[str, ...]:
        """The endings that the player may choose where their conditions are true."""
        return tuple(name for name, _ in self.offers)

    def stands(self, at: Standing) -> End | None:
        """The first of the offers by a condition that stands."""
        for name, k in self.ranked:
            if k is None or now(self.goals.offers[k], at.offers[k]):
                return End(name, decides=name != WITHDRAWN)
        return None

    def label(self, state: Any) -> str:
        """The state in words: 6 twice, red 3 times in a row; empty for counts that may stand for several."""
        return "" if self.merges and self.alone else self.named(state)

    def named(self, state: Any, clock: bool = True) -> str:
        """A state of the chain in words; one that stands for several as one of them.

        clock   how many trials are left of a deadline is said too

        Kinds of a bag of which such a state has but the sum are drawn together: 2 of ace or king.
        """
        at = self.standing(state)
        merged = at.bag and self.merges and self.interchange.merged(at) == at
        return standing_in_words(self, at, clock, self.interchange.together(at) if merged else ())

    def told(self, state: Any) -> str:
        """The state in words, as play comes to it: what has come, and the lines that are settled."""
        return standing_in_words(self, self.standing(state))

    @cached_property
    def interchange(self) -> Interchange:
        """The parts of the goals that may trade places, and the kinds of a bag that count as one."""
        return Interchange(self.goals, self.goals.outcomes)

    @cached_property
    def merges(self) -> bool:
        """True where there may be so many states that those that play alike are one."""
        # A cycle tells parts apart that the goals do not; and states that are shown are kept apart.
        apart = self.goals.wheel.cycle or self.offers
        size = prod(map(progress.size, self.goals.goals)) * prod(n + 1 for n in self.first.bag)
        return not apart and (len(self.lines) > 1 or size > MOST_APART)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the goals, the stopper, and the offers."""
        return tuple(rule_in_words(self, offers))

    def ladder(self, wheel: Distribution[Any], taken: Any) -> NestedRace | None:
        """The goal as tallies against a stopper; None where it is none, or the player may leave."""
        raced = self.goals.racing()
        stays = taken or self.over != "decided" or self.deadlines or self.tie != "stopper"
        if stays or raced is None or raced.goal != raced.settles or not raced.stop.intersection(wheel):
            return None
        if wheel.keys() != self.goals.outcomes.keys():
            return None
        return NestedRace(raced.stop, (raced.goal,), (LOST.name, self.lines[0][0]))

    def _apart(self, wheel: Distribution[Any]) -> int:
        """The number of states that tallies of a ladder are sure to bring, each counted up by itself."""
        goals, stopped = self.goals, self.goals.stop and event(self.goals.stop)
        if self.deadlines or goals.wheel.cycle or self.first.bag or not (stopped and stopped & wheel.keys()):
            return 1
        sets = [frozenset[Any]().union(*asked_for(goal)) for goal in goals.goals]
        return prod(
            line.need + (self.paid == "each")
            for k, line in enumerate(goals.lines)
            if isinstance(line, ex.Event | ex.Times) and not line.exactly
            if (sets[k] & wheel.keys()).difference(*sets[:k], *sets[k + 1 :])
        )

    def chart(self, wheel: Distribution[Any], limit: int, clock: bool = True) -> Chain[Any]:
        """The chain on that wheel.

        clock   False leaves the deadline of the whole wager to who asks: play then goes on without it

        Outcomes that no goal tells apart are one, and where there would be many states, so are parts that
        play alike: it counts how far such parts are, not which of them.

        Raises TooManyStates beyond the limit.
        """
        if self._apart(wheel) > limit:
            raise TooManyStates(limit)
        shown = self.goals.told_apart(wheel)
        drawn = dict((wheel if self.first.bag else shown).items())

        def explored(limit: int, merged: Callable[[Any], Any]) -> Chain[Any]:
            def row(state: Any) -> Mapping[Any, int]:
                weights: Counter[Any] = Counter()
                if not isinstance(state, End):
                    at = self.standing(state)
                    for outcome, weight in zip(drawn, at.bag or drawn.values(), strict=True):
                        if weight:
                            weights[self.state(merged(self.after(at, outcome, clock)))] += weight
                return weights

            return explore(self.start, row, limit)

        apart = limit if self.goals.wheel.cycle or self.offers else min(limit, MOST_UNMERGED)
        if not self.merges or len(self.lines) > 1:
            try:
                return explored(apart, lambda at: at)
            except TooManyStates:
                if apart == limit:
                    raise
        elif (laid_out := _lattice(self, wheel, limit)) is not None:
            return laid_out
        alike = self.interchange if wheel == self.goals.outcomes else Interchange(self.goals, shown)
        chain = explored(limit, alike.merged)
        if not (alike.families or self.first.bag):  # of a bag, kinds that play alike are one
            return chain
        merged = "parts of the goal that play alike are one: it counts how far they are, not which"
        return replace(
            chain,
            merged=merged if alike.families else "",
            stands_for=lambda state: self.state(alike.merged(self.standing(state))),
        )


def _up_to_true(rests: list[Left]) -> list[Left]:
    """The same up to the first that is TRUE, and FALSE behind it, where none counts."""
    counting = rests.index(TRUE) + 1 if TRUE in rests else len(rests)
    return rests[:counting] + [FALSE] * (len(rests) - counting)


def _lattice(rule: GoalRule, wheel: Distribution[Any], limit: int) -> Chain[Any] | None:
    """The chain laid out on arrays, where tallies that share no outcome race a single event; else None."""
    ladder = rule.ladder(wheel, ()) if rule.alone else None
    if ladder is None or isinstance(goal := ladder.goals[0], Tally):
        return None
    tallies = tuple(part for part in goal.parts if isinstance(part, Tally))
    if goal.m not in (1, len(goal.parts)) or not len(tallies) == len(goal.parts) == len(rule.start):
        return None
    from markov.rules.tally import TallyRace  # most questions do not wait for it

    race = TallyRace(tallies, ladder.stop, "all" if goal.m == len(tallies) else "first")
    return race.laid_out(wheel, limit, MOST_UNMERGED)
