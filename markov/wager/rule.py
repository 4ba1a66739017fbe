"""Rule: what a trial does to a bet, how it is over, and what its states are called."""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from markov.chain.chain import MAX_STATES, Chain, TooManyStates, explore
from markov.distribution import Distribution
from markov.printable import printable

if TYPE_CHECKING:
    from markov.race.goals import RaceGoal

PLAY_ON = "play on"  # the action where nothing else can be chosen but an end
# Bounds of the tuples in a state: at 50,000 levels a hash overflows the stack, of which Python is not aware.
_DEEPEST = 100
_MOST_PARTS = 5_000
_COUNT = "keep a count in the state, not all that came before"

S = TypeVar("S", bound=Hashable)
T = TypeVar("T", bound=Hashable)
Exploring: TypeAlias = Callable[[int, Any], None]
"""Told now and then how many states have been explored, and the newest state."""
O_contra = TypeVar("O_contra", bound=Hashable, contravariant=True)


@dataclass(frozen=True, slots=True)
class End:
    """The end of a wager, by name.

    decides   False where nothing was won or lost: a push, or a bet taken down

    Raises TypeError for a name that is no text.
    """

    name: str
    decides: bool = True

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise TypeError(f"End({self.name!r:.60}) has no name; expected text, such as End('made')")


class Rule(Protocol[S, O_contra]):
    """The effect of a spin on a bet. It never mentions money.

    It is immutable and compares by its fields, as a frozen dataclass does. Beside its start and step it may
    have these:

    actions   of a state in which the player chooses: {action: state}, the state that it makes of this one
              before the next trial, or the End with which play is over; the state itself where play just goes
              on. None elsewhere. The first is what a player does who does not think. An End is on offer only
              where the paytable prices it
    wheel   of a state: what can come up in it, with weights, where that depends on how play stands
    words   sentences that say what the rule does, told whether the wager has offers; or a text, `description`
    label   of a state: its name for a reader, wherever a state is shown. JSON has the state itself
    trial   the noun of a trial, such as "flip"; a spin where it is left out
    only_stops   True where the player may do no more in any state than play on or choose one End; left out,
                 that is found out as states are explored

    >>> import markov as mk
    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class ThreeHeads:
    ...     start = 0
    ...     trial = "flip"
    ...     def step(self, heads, side):
    ...         if side == "tails":
    ...             return mk.End("lost")
    ...         return heads + 1 if heads < 2 else mk.End("made")
    ...     def actions(self, heads):
    ...         return {"play on": heads, "cash": mk.End("cashed")} if heads else None
    ...     def words(self, offers):
    ...         return "Three heads win, a tail loses.", *(["Any head may be cashed."] * offers)
    ...     def label(self, heads):
    ...         return f"{heads} heads up"
    >>> pays = mk.Paytable({"made": "7 for 1", "cashed": "2 for 1", "lost": "nothing"})
    >>> bet = mk.Wager("Three heads", ThreeHeads(), mk.coin(), pays, "an example")
    >>> [(bet.rule.label(one.state), one.ending, one.take) for one in bet.odds().offers]
    [('1 heads up', 'cashed', True), ('2 heads up', 'cashed', False)]
    """

    @property
    def start(self) -> S:
        """The state before the first spin."""
        ...

    def step(self, state: S, outcome: O_contra) -> S | End:
        """The state after the outcome, or the end it brings."""
        ...


class NoAnswer(ValueError):
    """A question without an answer for wagers of several wheels, several actions, or money put down later."""


class SeveralActions(NoAnswer):
    """A rule that lets the player do more than stop or play on, where a question is told of one chain."""


class RuleError(ValueError):
    """A rule that answers with what is no state and no end."""

    def __init__(self, function: Callable[..., object] | None, message: str) -> None:
        code = getattr(function, "__code__", None)
        where = f"{code.co_filename}, line {code.co_firstlineno}: " if code else ""
        super().__init__(f"{where}{message}")


def paid_by(rule: Any, pays: Container[str]) -> Any:
    """The rule where those endings have a pay: one of several offers may ask which of the others do."""
    ranked = _function(rule, "paid_by")
    return ranked(pays) if ranked else rule


def wheel_by_state(rule: object) -> Callable[[Any], Distribution[Any]] | None:
    """The function by which a rule names the wheel of each state; None where one wheel serves all."""
    return _function(rule, "wheel")


def only_stops(rule: object) -> bool:
    """True where it is known of a rule that the player may do no more in any state than stop or play on."""
    return _function(rule, "actions") is None or bool(getattr(rule, "only_stops", False))


def _function(rule: object, name: str) -> Callable[..., Any] | None:
    function = getattr(rule, name, None)
    return function if callable(function) else None  # a field of that name may be None


@runtime_checkable
class ArrayRule(Protocol):
    """A rule that lays out its own chain on arrays, faster than it can be explored state by state."""

    def chart(self, wheel: Distribution[Any], limit: int) -> Chain[Any]:
        """The chain on that wheel; raises TooManyStates beyond the limit."""
        ...


@dataclass(frozen=True, slots=True)
class NestedRace:
    """A wager on which nothing counts but which goals are true when a stopper comes.

    stop    the outcomes that are the stopper; they are on the wheel
    goals   lasting, and each of them implies the one in front of it
    ends    how the wager ends where no goal is true, where one is, where two are, and so on
    """

    stop: frozenset[Any]
    goals: "tuple[RaceGoal, ...]"
    ends: tuple[str, ...]

    def __post_init__(self) -> None:
        from markov.race.goals import monotone

        if len(self.ends) != len(self.goals) + 1 or not all(map(monotone, self.goals)):
            raise ValueError("a ladder has lasting goals, and one end more than goals")


@runtime_checkable
class RacingRule(Protocol):
    """A rule that can also be solved as goals that race a stopper, without exploring its states."""

    def ladder(self, wheel: Distribution[Any], taken: Set[Any]) -> NestedRace | None:
        """The goals on that wheel, when the offer is taken in those states; None where goals do not tell."""
        ...


def state_words(rule: object, state: Any, played: bool = False) -> str:
    """The state as the rule names it; empty where the rule names no states.

    played   the state is one that play comes to, and not one that may stand for several in a chain: a rule
             that leaves such states without a name may have a method `told` for them

    Raises RuleError for a name that is no text.
    """
    name = (_function(rule, "told") if played else None) or _function(rule, "label")
    if name is None:
        return ""
    words = name(state)
    if not isinstance(words, str):
        raise RuleError(name, f"label({state!r}) is {words!r}; expected text")
    return " ".join(words.split())


def label(state: Any, rule: object = None) -> str:
    """The state in words: the name of an end, what the rule calls it, or else the parts of a tuple.

    rule   the rule that the state is one of; None for an outcome, or where it is not known

    >>> label((3,)), label((2, ("on", None))), label(End("made")), label(())
    ('3', '2, (on, –)', 'made', 'start')
    >>> from typing import NamedTuple
    >>> label(NamedTuple("Flips", [("heads", int), ("last", str)])(2, "tails"))
    'heads 2, last tails'
    """
    if isinstance(state, End):
        return state.name
    if words := state_words(rule, state):
        return words
    return _parts(state) or "start" if isinstance(state, tuple) else _part(state)


def _parts(state: tuple[Any, ...]) -> str:
    names: Iterable[str] = getattr(state, "_fields", ())  # where the parts have names
    parts = map(_part, state)
    return ", ".join(map(" ".join, zip(names, parts, strict=True)) if names else parts)


def _part(part: Any) -> str:
    if part is None:
        return "–"
    if isinstance(part, Enum):
        return part.name
    if isinstance(part, tuple):
        return f"({_parts(part)})"
    if isinstance(part, frozenset):
        return f"{{{', '.join(sorted(map(_part, part)))}}}"
    return str(part)


def plain(state: Any) -> Any:
    """The state as lists, texts, whole numbers and null.

    >>> plain((3, ("on", None))), plain(End("made")), plain(frozenset({8, 28}))
    ([3, ['on', None]], 'made', [28, 8])
    """
    if isinstance(state, End | Enum):
        return state.name
    if state is None or isinstance(state, bool | int | str):
        return state
    if isinstance(state, tuple):
        return [plain(part) for part in state]
    if isinstance(state, frozenset):
        return sorted(map(plain, state), key=label)
    if isinstance(state, Mapping):
        return {label(key): plain(value) for key, value in state.items()}
    if is_dataclass(state) and not isinstance(state, type):
        return {field.name: plain(getattr(state, field.name)) for field in fields(state)}
    return str(state)


def rule_words(rule: Rule[Any, Any], offers: bool) -> tuple[str, ...]:
    """Sentences on what the rule does: its words, or its `description`; none where it has neither.

    offers   whether the paytable prices any ending that the player may choose
    """
    if words := _function(rule, "words"):
        sentences: tuple[str, ...] = words(offers)
        return sentences
    text = getattr(rule, "description", "")
    return (text.strip(),) if isinstance(text, str) and text.strip() else ()


def description(rule: Rule[Any, Any], offers: bool) -> tuple[str, ...]:
    """Sentences on what the rule does, or the one that says that it has none.

    offers   whether the paytable prices any ending that the player may choose
    """
    return rule_words(rule, offers) or ("The author of this rule gives no description of it in words.",)


def explored(
    rule: Rule[S, T],
    wheel: Distribution[T],
    limit: int = MAX_STATES,
    progress: Exploring | None = None,
    row: Callable[[Any], dict[Any, int]] | None = None,
) -> Chain[S | End]:
    """The chain of all states that the rule can reach on the wheel, or on those that it names.

    row   of a state what a trial leads to, with weights, where that is not to be asked of the rule

    Raises TooManyStates beyond the limit, RuleError for what is no state, and SeveralActions where the player
    may do more than stop or play on, or choose an end that a trial brings too.
    """
    after: Callable[[Any], dict[Any, int]] = row or trial_rows(rule, wheel)
    chosen = set[str]()

    def noted(state: Any) -> dict[Any, int]:
        if not isinstance(state, End) and (end := offer_of(rule, state)) is not None:
            chosen.add(end.name)
        return after(state)

    with naming_newest(rule):
        chain: Chain[Any] = explore(rule.start, after if only_stops(rule) else noted, limit, progress)
    over = (chain.states[i] for i in chain.transitions.absorbing.tolist())
    if both := chosen & {end.name for end in over if isinstance(end, End)}:
        raise SeveralActions(f"{min(both)} can be chosen, and a trial can bring it too")
    return chain


@contextmanager
def naming_newest(rule: object) -> Iterator[None]:
    """Exploring the states of a rule; where they are too many, the newest is named as the rule names it."""
    try:
        yield
    except TooManyStates as error:
        raise TooManyStates(error.limit, newest=error.newest, said=lambda state: label(state, rule)) from None


def trial_rows(rule: Rule[S, T], wheel: Distribution[T]) -> Callable[[S | End], dict[S | End, int]]:
    """A function that gives, for a state, the states that a trial leads to, with their weights.

    Raises RuleError for what is no state.
    """
    shown = wheel_by_state(rule) or (lambda _: wheel)

    def row(state: S | End) -> dict[S | End, int]:
        weights: dict[S | End, list[int]] = {}
        if not isinstance(state, End):
            for outcome, weight in shown(state).items():
                after = after_trial(rule, state, outcome)
                try:
                    weights.setdefault(after, []).append(weight)  # it is hashed once
                except TypeError:
                    raise RuleError(rule.step, f"step({state!r}, {outcome!r}) {_unhashed(after)}") from None
        return {after: sum(each) for after, each in weights.items()}

    start = rule.start
    if trouble := _no_state(start):
        raise RuleError(rule.step, f"start {trouble}")
    return row


def after_trial(rule: Rule[Any, Any], state: Any, outcome: Any) -> Any:
    """The state after a trial, or the End that it brings; whether it has a hash shows where it is kept.

    Raises RuleError where it is nothing, or a tuple that has grown too large.
    """
    after = rule.step(state, outcome)
    if isinstance(after, tuple):
        for part in after:
            if isinstance(part, tuple):  # most states have none, and this is asked on every trial
                break
        else:
            if len(after) <= _MOST_PARTS:
                return after
        if trouble := _overgrown(after):
            raise RuleError(rule.step, f"step returned {trouble} {_on(rule, state, outcome)}; {_COUNT}")
    elif after is None:
        where = _on(rule, state, outcome)
        raise RuleError(
            rule.step, f"step returned nothing {where}; return the state itself where nothing changes"
        )
    return after


def _on(rule: object, state: Any, outcome: Any) -> str:
    return f"in state {printable(label(state, rule), 60)} on {printable(label(outcome), 60)}"


def _overgrown(state: tuple[Any, ...]) -> str:
    """The part of a state that is too large to be hashed, in words; empty where none is."""
    level = [state]
    for _ in range(_DEEPEST):
        if sum(map(len, level)) > _MOST_PARTS:
            return f"a tuple of more than {_MOST_PARTS:,} parts"
        level = [part for inner in level for part in inner if isinstance(part, tuple)]
        if not level:
            return ""
    return f"tuples nested more than {_DEEPEST} deep"


def _no_state(state: Any) -> str:
    """The trouble with what should be a state, or an End; empty where there is none."""
    if state is None:
        return "is nothing; expected a state such as a number, a text or a tuple of them"
    if isinstance(state, tuple) and (trouble := _overgrown(state)):
        return f"is {trouble}; {_COUNT}"
    try:
        hash(state)
    except TypeError:
        return _unhashed(state)
    return ""


def actions(rule: object, state: Any) -> dict[str, Any]:
    """The actions of a state by name, and where each leads; empty where there is nothing to choose.

    Raises RuleError for actions that are none, naming the state.
    """
    chosen = _function(rule, "actions")
    named = chosen and chosen(state)
    if chosen is None or named is None:
        return {}
    call = f"actions({state!r})"
    if not isinstance(named, Mapping) or not named:
        raise RuleError(
            chosen, f"{call} is {named!r}; expected actions by name, or None where there are none"
        )
    for name, to in named.items():
        if not isinstance(name, str) or not name.strip():
            raise RuleError(chosen, f"{call} has an action {name!r}; expected a name")
        if trouble := _no_state(to):
            raise RuleError(chosen, f"{call}[{name!r}] {trouble}")
    return dict(named)


def stop_or_play_on(state: Any, end: End | None) -> dict[str, Any] | None:
    """The actions of a state in which the player may end play or go on; None where there is no such end."""
    return None if end is None else {PLAY_ON: state, end.name: end}


def offer_of(rule: object, state: Any) -> End | None:
    """The End that the player may choose where all else is to play on; None where nothing is to be chosen.

    Raises SeveralActions where the player may do more.
    """
    chosen = list(actions(rule, state).values())
    if len(chosen) < 2 and chosen in ([], [state]):
        return None
    if len(chosen) == 2 and chosen[0] == state and isinstance(chosen[1], End):
        return chosen[1]
    raise SeveralActions(f"in state {label(state, rule)} the player chooses between actions")


def _unhashed(state: object) -> str:
    kind = type(state).__name__
    return (
        f"is of type {kind}, which has no hash; expected a state such as a number, a text or a tuple of them"
    )
