"""Wager: a rule, on a wheel, with a paytable; and what of it cannot be priced or asked."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from inspect import CO_VARARGS
from typing import TYPE_CHECKING, Any

from markov.chain.chain import MAX_STATES, Chain, TooManyStates
from markov.distribution import Distribution
from markov.exact import exact
from markov.naming import counted
from markov.question import Question
from markov.shown import Displayable
from markov.wager.commission import Commission
from markov.wager.paytable import Paytable, to_one
from markov.wager.rule import (
    ArrayRule,
    Exploring,
    NestedRace,
    NoAnswer,
    RacingRule,
    Rule,
    SeveralActions,
    explored,
    label,
    only_stops,
    paid_by,
    wheel_by_state,
)

if TYPE_CHECKING:
    from markov import front
    from markov.wager.game import Game


_NO_PAYS = Paytable({})


class PaytableMismatch(ValueError):
    """A paytable that does not fit what can happen.

    endings   those that lack a pay, or have one and cannot happen
    """

    def __init__(self, message: str, endings: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.endings = tuple(endings)


def condition_lines(name: str, conditions: Iterable[str]) -> tuple[str, ...]:
    """The conditions that the sheet or the wager of that name states, each as one line.

    Raises TypeError for one text in place of several, and ValueError for what is no line of words.
    """
    if isinstance(conditions, str):
        raise TypeError(f"{name}: conditions are one text; expected several, such as [{conditions!r}]")
    lines = tuple(
        " ".join(condition.split()) if isinstance(condition, str) else "" for condition in conditions
    )
    for line in lines:
        if not line.isprintable() or not 0 < len(line) <= _LONGEST:
            expected = f"a text of up to {_LONGEST:,} characters that can be printed"
            raise ValueError(f"{name}: found a condition that is not {expected}")
    return lines


_LONGEST = 1_000  # characters of a condition


def _above_zero(name: str, outlay: str | int | Fraction) -> Fraction:
    """The outlay of the wager of that name; raises TypeError for a float, ValueError for one of 0 or less."""
    try:
        number = exact(outlay)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: outlay: {error}") from None
    if number <= 0:
        raise ValueError(f"{name}: the outlay is {number}; expected what is put up per unit staked, above 0")
    return number


@dataclass(frozen=True, slots=True)
class Wager(Displayable):
    """A bet: a rule, on a wheel, with a paytable.

    wheel    what can come up; where the rule names the wheel of each state, that of its start
    pays     what each ending returns per unit staked
    outlay   what the player puts up per unit staked: 1, and a commission where one is paid in advance
    later_stakes   what the player has put down beyond the outlay by the time of an ending, per unit staked,
             such as odds behind the line; nothing where it is silent
    commission   what is in the outlay, or out of a pay, for the house; None where no pay moves it. Outlay and
             pays are what they come to with it
    envy     what the house owes the dealer beside it, per unit staked; nothing where it is silent
    source   where the rule and the pays are written down
    conditions   sentences on what the rules ask for, or leave out, that no chain shows, such as who may bet
             and when
    game     the game that the wager was asked of, under its reading; None where it was asked of none. Wagers
             that differ in it alone are equal

    What a wager is asked is answered exactly, and limit is the most states that its chain may have: a
    question raises TooManyStates beyond it, TooMuchWork when the exact answer is out of reach, NotAbsorbing
    when play could go on for ever and PaytableMismatch when the paytable does not fit what can happen.

    Raises TypeError for a rule that can change or lacks its start or step, and for a part of another type;
    ValueError for an outlay that is not above 0, and for a wheel that is not the one of its rule.
    """

    name: str
    rule: Rule[Any, Any]
    wheel: Distribution[Any]
    pays: Paytable
    source: str
    outlay: Fraction = Fraction(1)
    envy: Paytable = _NO_PAYS
    later_stakes: Paytable = _NO_PAYS
    commission: Commission | None = None
    conditions: tuple[str, ...] = ()
    game: "Game | None" = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"a wager is named {self.name!r:.60}; expected text, such as 'Repeating 2'")
        kinds = ("wheel", Distribution), ("pays", Paytable), ("envy", Paytable), ("later_stakes", Paytable)
        for part, kind in kinds:
            if not isinstance(value := getattr(self, part), kind):
                raise TypeError(
                    f"{self.name}: {part} is of type {type(value).__name__}; expected a {kind.__name__}"
                )
        object.__setattr__(self, "conditions", condition_lines(self.name, self.conditions))
        object.__setattr__(self, "outlay", _above_zero(self.name, self.outlay))
        idle = [ending for ending, stake in self.later_stakes.items() if not stake]
        object.__setattr__(self, "later_stakes", self.later_stakes.changed(dict.fromkeys(idle)))
        kept = getattr(self.rule, "__dict__", {})
        # Looked for and not asked: a start may take long.
        parts = "start", "step"
        if missing := [part for part in parts if not hasattr(type(self.rule), part) and part not in kept]:
            raise TypeError(
                f"{self.name}: its rule, of type {type(self.rule).__name__}, has no `{missing[0]}`; "
                "a rule has a start, a step(state, outcome) and, if the player may choose, actions(state)"
            )
        if old := [name for name in ("offer", "choices") if hasattr(self.rule, name)]:
            raise TypeError(
                f"{self.name}: its rule has `{old[0]}`; write actions(state): the actions by name, "
                'as in {"play on": state, "cash": End("cashed")}, or None'
            )
        for part, count in (("step", 2), ("actions", 1), ("wheel", 1), ("label", 1)):
            of = getattr(self.rule, part, None)
            code = getattr(of, "__code__", None)
            # What it is given, and a method itself.
            if code and not code.co_flags & CO_VARARGS and code.co_argcount < count + hasattr(of, "__self__"):
                asked = "step(state, outcome)" if count == 2 else f"{part}(state)"
                raise TypeError(f"{self.name}: the `{part}` of its rule takes too little; expected {asked}")
        try:
            hash(self.rule)
        except TypeError:
            raise TypeError(
                f"{self.name}: its rule, of type {type(self.rule).__name__}, can change; "
                "write it as a frozen dataclass"
            ) from None
        object.__setattr__(self, "rule", paid_by(self.rule, self.pays))
        if self.wheel_varies and self.wheel_at(self.rule.start) != self.wheel:
            raise ValueError(
                f"{self.name}: its rule names the wheel of each state, and that of the start is another than "
                "`wheel`; write wheel=rule.wheel(rule.start)"
            )
        if (taken := self.commission) and self.pays.get(taken.ending) != taken.brought(taken.line):
            raise ValueError(
                f"{self.name}: {taken.ending!r} does not bring back what its commission leaves; edit its "
                "pays with with_pays, or leave the commission out"
            )

    def __repr__(self) -> str:
        return (
            f"Wager({self.name!r}, {counted(len(self.wheel), 'outcome')}, {counted(len(self.pays), 'pay')})"
        )

    @property
    def wheel_varies(self) -> bool:
        """True where the rule names the wheel of each state."""
        return wheel_by_state(self.rule) is not None

    @property
    def has_actions(self) -> bool:
        """True where the player may do more in some state than stop or play on."""
        if only_stops(self.rule):
            return False
        return bool(self.later_stakes) or _has_several_actions((self.rule, self.wheel))

    def wheel_at(self, state: Any) -> Distribution[Any]:
        """The wheel of the state."""
        named = wheel_by_state(self.rule)
        return named(state) if named else self.wheel

    def line(self, ending: str) -> Fraction:
        """The return of an ending per unit staked as posted, before a commission is taken out of it."""
        taken = self.commission
        return taken.line if taken is not None and taken.ending == ending else self.pays[ending]

    def posted(self, ending: str) -> str:
        """The pay of an ending in the words of the sheet, before a commission is taken out of it."""
        line = self.line(ending)
        return self.pays.posted(ending) if line == self.pays[ending] else to_one(line)

    @property
    def trial(self) -> str:
        """The noun of a trial: the one of the rule, such as a roll, or else a spin."""
        return str(getattr(self.rule, "trial", "") or "spin")

    def total_staked(self, ending: str) -> Fraction:
        """All that the player has put down per unit staked where the wager ends so."""
        return self.outlay + self.later_stakes.get(ending, Fraction(0))

    def chain(self, limit: int = MAX_STATES, progress: Exploring | None = None) -> Chain[Any]:
        """The chain of the wager: its states, and an End for each way it can be over.

        progress   is told now and then how many states have been explored, and the newest state

        Raises TooManyStates beyond the limit, and NoAnswer for a rule that offers several actions in a
        state, as each way of choosing makes another chain.
        """
        try:
            if isinstance(self.rule, ArrayRule):
                return self.rule.chart(self.wheel, limit)
            return explored(self.rule, self.wheel, limit, progress)
        except SeveralActions:
            raise refused(self, "this question") from None

    def explored_so_far(self, states: int, newest: Any) -> str:
        """So many states of the wager have been explored, and the newest of them, in words."""
        return f"{self.name}: {counted(states, 'state')}, newest {label(newest, self.rule):.40}"

    # Those who answer stand above, and are loaded when they are asked.
    if TYPE_CHECKING:
        odds = front.answer
        with_pays = front.with_pays
        what_if = front.what_if
        price = front.price
        surrender = front.surrender
        schedule = front.schedule
        sensitivity = front.sensitivity
        law = front.spin_law
        round = front.round_of
        report = front.report
        session = front.session
        simulate = front.simulate
        rebate = front.rebate
        bonus = front.bonus
        meter = front.meter
        observed = front.observed
    else:
        odds = Question("markov.wager.odds.answer")
        with_pays = Question("markov.wager.pay_edits.with_pays")
        what_if = Question("markov.wager.comparison.what_if")
        price = Question("markov.questions.price.price.price")
        surrender = Question("markov.questions.surrender.surrender.surrender")
        schedule = Question("markov.questions.surrender.schedule.schedule")
        sensitivity = Question("markov.questions.sensitivity.sensitivity.sensitivity")
        law = Question("markov.questions.law.law.spin_law")
        round = Question("markov.questions.play.round.round_of")
        report = Question("markov.appendix.report.report")
        session = Question("markov.questions.session.session.session")
        simulate = Question("markov.questions.simulate.simulation.simulate")
        rebate = Question("markov.questions.promotion.rebate.rebate")
        bonus = Question("markov.questions.promotion.bonus.bonus")
        meter = Question("markov.questions.meter.meter.meter")
        observed = Question("markov.questions.simulate.observed.observed")


@lru_cache(maxsize=256)
def _has_several_actions(played: tuple[Any, Distribution[Any]]) -> bool:
    """True where the states of a rule on a wheel show that the player may do more than stop or play on."""
    try:
        explored(*played)
    except (SeveralActions, TooManyStates) as error:
        return isinstance(error, SeveralActions)
    return False


def net_pays(wager: Wager) -> dict[str, Fraction]:
    """The pay of each ending, less what is put down on the way."""
    later = wager.later_stakes
    return {name: pay - later.get(name, Fraction(0)) for name, pay in wager.pays.items()}


def fits_endings(wager: Wager, forced: Collection[str], chosen: Collection[str]) -> None:
    """Refuses a paytable that does not fit what can happen.

    forced   the endings that a trial can bring
    chosen   the endings that the player may choose, priced or not

    Raises PaytableMismatch.
    """
    if missing := sorted(set(forced) - wager.pays.keys()):
        raise PaytableMismatch(
            f"{wager.name}: the ending {missing[0]!r} can happen, but has no pay; 'nothing' is a pay",
            missing,
        )
    can_happen = {*forced, *(wager.pays.keys() & set(chosen))}
    for what, table in (("a pay", wager.pays), ("an envy", wager.envy), ("a raise", wager.later_stakes)):
        if idle := [ending for ending in table if ending not in can_happen]:
            offered = {*chosen} if table is wager.pays else can_happen
            listed = [*sorted(forced), *_counted_up(offered - {*forced})]
            few = [*listed[:20], "…"] if len(listed) > 21 else listed
            why = getattr(wager.rule, "unreached", None)
            raise PaytableMismatch(
                f"{wager.name}: there is {what} for {idle[0]!r}, which cannot happen; "
                f"the endings that can happen are {', '.join(few)}{why(idle[0]) if why else ''}",
                idle,
            )


def _counted_up(names: Iterable[str]) -> list[str]:
    """The names in order, surrender-2 before surrender-10."""
    return sorted(names, key=lambda name: (name.rstrip("0123456789"), len(name), name))


def goals_played_to_the_end(wager: Wager) -> NestedRace | None:
    """The goals of a wager on which nothing is on offer; None where they do not tell all that it pays."""
    ladder = wager.rule.ladder(wager.wheel, frozenset()) if isinstance(wager.rule, RacingRule) else None
    return ladder if ladder and set(ladder.ends) == set(wager.pays) else None


def needs_one_wheel(wager: Wager, question: str) -> None:
    """Raises NoAnswer for a wager whose wheel depends on the state; `question` is a noun."""
    if wager.wheel_varies:
        raise NoAnswer(
            f"{wager.name}: what can come up depends on how play stands, so there is no one wheel; "
            f"{question} has no meaning here"
        )


_BEST_PLAY = "`markov odds` finds best play"


def refused(wager: Wager, question: str, instead: str = _BEST_PLAY) -> SeveralActions:
    """The refusal of a question that is told of one way of playing.

    question   what was asked, as a noun: "a certificate"
    instead    a sentence on what to ask
    """
    return SeveralActions(
        f"{wager.name}: the player chooses between actions, and {question} needs a rule that plays "
        f"by itself; {instead}"
    )


def needs_no_choices(wager: Wager, question: str, instead: str = _BEST_PLAY) -> None:
    """Raises SeveralActions for a wager whose player may do more than stop or play on, as `refused` does."""
    if wager.has_actions:
        raise refused(wager, question, instead)


def needs_one_stake(wager: Wager, question: str) -> None:
    """Raises NoAnswer for a wager on which more money is put down on the way; `question` is a noun."""
    if wager.later_stakes:
        raise NoAnswer(
            f"{wager.name}: more money is put down during the round, as free odds are on a point, and "
            f"{question} counts only what is put down at the start; `markov odds` answers it"
        )


@contextmanager
def concerning(name: str) -> Iterator[None]:
    """Work on the wager of that name, which the message of an error then begins with."""
    try:
        yield
    except Exception as error:
        error.add_note(name)
        raise
