"""Two editions of a sheet compared: wagers of one only, and the figures in which the others differ."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from json import loads
from pathlib import Path
from typing import Any, Self, TypeVar

from markov.checker import DECISION, Foreign, canonical, check
from markov.command.certificate_files import certificates
from markov.distribution import Distribution
from markov.proof.certificate import certificate, claimed_play, merged_as
from markov.wager.comparison import differences, solved_for
from markov.wager.game import Game, SheetError, slug
from markov.wager.odds import Answer, Odds, solved
from markov.wager.paytable import Paytable
from markov.wager.rule import End, NoAnswer, label, plain
from markov.wager.stopping import lumped_by_ending, priced
from markov.wager.wager import Wager, concerning

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Spot:
    """A state or an outcome by a text of its own, as a certificate has it, and by its label."""

    key: str
    label: str = field(compare=False)

    @classmethod
    def of(cls, what: Any, rule: object = None) -> Self:
        """The spot of an outcome, or of a state of the rule, which may have words for it."""
        return cls(canonical(plain(what)), label(what, rule))

    @classmethod
    def certified(cls, what: Any) -> Self:
        """The spot of a state or an outcome as a certificate has it."""
        return cls(canonical(what), label(_tuples(what)))


def _in_state(state: Spot, outcome: Spot) -> Spot:
    return Spot(f"{state.key}: {outcome.key}", f"{state.label}: {outcome.label}")


def _tuples(what: Any) -> Any:
    return tuple(map(_tuples, what)) if isinstance(what, list) else what


@dataclass(frozen=True, slots=True)
class Side:
    """A wager in one of two editions.

    wheel        the chance of each outcome
    taken        whether best play takes an offer, by the state and the ending that is offered
    has_actions  whether the player chooses between actions, so that `never` is of the first choices
    trial        the noun of a trial; a certificate has none, and so speaks of spins
    """

    name: str
    source: str
    pays: Paytable
    envy: Mapping[str, Fraction]
    later_stakes: Mapping[str, Fraction]
    wheel: Mapping[Spot, Fraction]
    merged: str
    never: Odds
    optimal: Odds
    taken: Mapping[tuple[Spot, str], bool]
    has_actions: bool = False
    trial: str = "spin"


@dataclass(frozen=True, slots=True)
class Change:
    """A figure of a wager that differs in the second edition; None where an edition has none.

    play   "never" or "optimal"; None for what is the same however the wager is played
    """

    wager: str
    figure: str
    play: str | None
    a: Fraction | str | None
    b: Fraction | str | None


@dataclass(frozen=True, slots=True)
class Diff:
    """Two editions compared. Wagers are named by slug.

    wording   what is said in other words and is mathematically the same: a posted pay, a name, a source
    """

    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    changed: tuple[Change, ...]
    wording: tuple[Change, ...]

    @property
    def same(self) -> bool:
        """True where no figure differs."""
        return not (self.only_a or self.only_b or self.changed)


def solved_side(answer: Answer) -> Side:
    """A solved wager as a side; raises ValueError where two states, or two outcomes, have one key."""
    wager = answer.wager
    return Side(
        name=wager.name,
        source=wager.source,
        pays=wager.pays,
        envy=wager.envy,
        later_stakes=wager.later_stakes,
        wheel=_once(_chances(wager)),
        merged=answer.merged,
        never=answer.never,
        optimal=answer.optimal,
        taken=_once(
            ((Spot.of(offer.state, wager.rule), offer.ending), offer.take) for offer in answer.offers
        ),
        has_actions=wager.has_actions,
        trial=wager.trial,
    )


def _chances(wager: Wager) -> Iterator[tuple[Spot, Fraction]]:
    """The chances of the outcomes; where the wheel depends on the state, for each that a certificate has."""
    wheels: dict[Any, Distribution[Any]] = {}
    if wager.wheel_varies:
        chain = wager.chain()
        states = (lumped_by_ending(priced(wager, chain)).chain if merged_as(chain) else chain).states
        wheels = {state: wager.wheel_at(state) for state in states if not isinstance(state, End)}
    if {*wheels.values()} <= {wager.wheel}:
        yield from ((Spot.of(outcome), Fraction(n, wager.wheel.total)) for outcome, n in wager.wheel.items())
        return
    for state, wheel in wheels.items():
        for outcome, n in wheel.items():
            yield _in_state(Spot.of(state, wager.rule), Spot.of(outcome)), Fraction(n, wheel.total)


def _certified_chances(given: Mapping[str, Any]) -> Iterator[tuple[Spot, Fraction]]:
    single = [given["wheel"]] if "wheel" in given else given["wheels"]
    if len(single) == 1:
        total = sum(int(weight) for _, weight in single[0])
        yield from ((Spot.certified(outcome), Fraction(int(n), total)) for outcome, n in single[0])
        return
    for state, number in zip(given["states"], given["turned"], strict=True):
        if number is not None:
            wheel = given["wheels"][number]
            total = sum(int(weight) for _, weight in wheel)
            for outcome, n in wheel:
                yield _in_state(Spot.certified(state), Spot.certified(outcome)), Fraction(int(n), total)


def certified_side(given: Mapping[str, Any]) -> Side:
    """A certified wager as one side of the comparison; `markov.checker.check` has passed it."""
    stops = set(given["plays"]["optimal"].get("stops", []))
    return Side(
        name=given["name"],
        source=given["source"],
        merged=given["merged"],
        pays=Paytable(given["posted"]),
        envy={ending: Fraction(owed) for ending, owed in given["envy"].items()},
        later_stakes={ending: Fraction(more) for ending, more in given.get("raises", {}).items()},
        wheel=dict(_certified_chances(given)),
        never=claimed_play(given, "never"),
        optimal=claimed_play(given, "optimal"),
        taken={
            (Spot.certified(given["states"][i]), ending): i in stops for i, ending in given.get("offers", [])
        },
    )


def _once(pairs: Iterator[tuple[K, Any]]) -> dict[K, Any]:
    """The pairs by key; raises NoAnswer where a key comes twice."""
    listed: dict[K, Any] = {}
    for key, what in pairs:
        if key in listed:
            spot = key[0] if isinstance(key, tuple) else key
            raise NoAnswer(
                f"{getattr(spot, 'label', spot)} is listed twice: two states, or two outcomes, are written "
                "alike, so that they cannot be compared; give each a value of its own"
            )
        listed[key] = what
    return listed


def certified(path: Path) -> dict[str, tuple[Side, dict[str, str]]]:
    """The wagers certified in a file, by slug, each with its reading; every certificate is checked.

    Raises SheetError, naming the line and the place, where one does not hold.
    """
    sides: dict[str, tuple[Side, dict[str, str]]] = {}
    for number, line in certificates(path):
        at = f"{path}, line {number}"
        try:
            failed = [(name, detail) for name, held, detail in check(line) if not held]
        except Foreign as error:
            raise SheetError(f"{at}: {error}") from None
        for name, detail in failed:
            raise SheetError(f"{at}: {name}: {detail}")
        given = loads(line)
        if given["schema"] == DECISION:
            raise SheetError(f"{at}: the certificate of a decision process; expected one of a wager")
        side = certified_side(given)
        if (key := slug(side.name)) != given["wager"]:
            raise SheetError(f"{at}: wager: not the slug of the name, {key}")
        if key in sides:
            raise SheetError(f"{at}: {key} is certified twice; a wager can be compared once")
        sides[key] = side, given["options"]
    return sides


@dataclass(frozen=True, slots=True)
class Edition:
    """One of two that are compared: wagers of a game, or certified ones, by slug.

    given      how it was asked for
    readings   the choice of every option; several where certificates are of several
    sides      the wagers that are compared; None where it alone has one
    left_out   those that it has and that are not compared, as the other is a certificate of some only
    """

    given: str
    readings: Sequence[Mapping[str, str]]
    game: Game | None = None
    wagers: Mapping[str, Wager] = field(default_factory=dict)
    certified: Mapping[str, Side] = field(default_factory=dict)
    sides: Mapping[str, Side | None] = field(default_factory=dict)
    left_out: Sequence[str] = ()

    @property
    def names(self) -> list[str]:
        """The slugs of its wagers."""
        return [*self.wagers, *self.certified]


def compared(a: Edition, b: Edition, limit: int, done: Callable[[int], None]) -> tuple[Edition, Edition]:
    """The two editions with their sides: wagers solved or as certified, where both have them.

    done   called with the number of wagers that are compared
    """
    one, other = (
        []
        if own.game is None or against.game is not None
        else [x for x in own.names if x not in against.names]
        for own, against in ((a, b), (b, a))
    )
    first: dict[str, Side | None] = dict.fromkeys(key for key in a.names if key not in one)
    second: dict[str, Side | None] = dict.fromkeys(key for key in b.names if key not in other)
    for number, key in enumerate([key for key in first if key in second], start=1):
        with concerning(key):
            first[key], second[key] = _pair(key, a, b, limit)
        done(number)
    return replace(a, sides=first, left_out=one), replace(b, sides=second, left_out=other)


def _pair(key: str, a: Edition, b: Edition, limit: int) -> tuple[Side, Side]:
    """A wager of both editions, solved once where rule and wheel are the same."""
    first = solved(a.wagers[key], limit) if key in a.wagers else None
    one = first.answer(a.wagers[key]) if first else None
    other = None
    if key in b.wagers:
        wager = b.wagers[key]
        other = (solved_for(first, wager, limit) if first else solved(wager, limit)).answer(wager)
    return _side(key, a, one, b, limit), _side(key, b, other, a, limit)


def _side(key: str, own: Edition, answer: Answer | None, against: Edition, limit: int) -> Side:
    if answer is None or own.game is None:
        return own.certified[key]
    opposite = against.certified.get(key)
    if opposite and answer.offers and opposite.merged != answer.merged:
        # A certificate merges more states than an answer does; merged the same way they can be compared.
        return certified_side(certificate(own.game, own.readings[0], answer.wager, limit))
    return solved_side(answer)


def conditions(a: Edition, b: Edition) -> list[Change] | None:
    """The conditions that one edition alone states, of the sheet or of a wager that both have.

    None where an edition is certified, for a certificate states no conditions.
    """
    if a.game is None or b.game is None:
        return None
    stated = [("", a.game.conditions, b.game.conditions)]
    stated += [
        (key, a.wagers[key].conditions, b.wagers[key].conditions) for key in a.wagers if key in b.wagers
    ]
    changes = []
    for wager, was, now in stated:
        changes += [Change(wager, "condition", None, line, None) for line in was if line not in now]
        changes += [Change(wager, "condition", None, None, line) for line in now if line not in was]
    return changes


def diff(a: Mapping[str, Side | None], b: Mapping[str, Side | None]) -> Diff:
    """The differences of two editions, by slug; a wager of one only need not be solved, and may be None."""
    pairs = [(key, one, other) for key, one in a.items() if one and (other := b.get(key))]
    return Diff(
        only_a=tuple(key for key in a if key not in b),
        only_b=tuple(key for key in b if key not in a),
        changed=tuple(change for pair in pairs for change in _changes(*pair) if change.a != change.b),
        wording=tuple(change for pair in pairs for change in _wording(*pair) if change.a != change.b),
    )


def _changes(wager: str, a: Side, b: Side) -> Iterator[Change]:
    """Every figure of the two, with its values, the same or not."""
    for ending in {**a.pays, **b.pays}:
        yield Change(wager, f"pays.{ending}", None, a.pays.get(ending), b.pays.get(ending))
    yield Change(wager, "outlay", None, a.never.outlay, b.never.outlay)
    none = Fraction(0)
    for part, one, other in (("envy", a.envy, b.envy), ("raises", a.later_stakes, b.later_stakes)):
        for ending in {**one, **other}:
            yield Change(wager, f"{part}.{ending}", None, one.get(ending, none), other.get(ending, none))
    for outcome in {**a.wheel, **b.wheel}:
        chances = a.wheel.get(outcome, none), b.wheel.get(outcome, none)
        yield Change(wager, f"wheel.{outcome.label}", None, *chances)
    for play, before, after in (("never", a.never, b.never), ("optimal", a.optimal, b.optimal)):
        for each in differences(before, after):
            # The outlay is said above; a standard deviation changes where the variance does.
            if each.figure != "outlay" and not each.root:
                yield Change(wager, each.figure, play, each.before, each.after)
    if a.merged != b.merged and (a.taken or b.taken):
        yield Change(wager, "merged", "optimal", a.merged or None, b.merged or None)
        return  # a state of one is none of the other
    for state, ending in {**a.taken, **b.taken}:
        was, now = (side.taken.get((state, ending)) for side in (a, b))
        # Where one edition prices no such offer its pay is a change, and so each state need not be.
        if bool(was) != bool(now) or (ending in a.pays and ending in b.pays):
            yield Change(wager, f"taken.{ending} in {state.label}", "optimal", _verdict(was), _verdict(now))


def _verdict(taken: bool | None) -> str | None:
    return None if taken is None else "yes" if taken else "no"


def _wording(wager: str, a: Side, b: Side) -> Iterator[Change]:
    yield Change(wager, "name", None, a.name, b.name)
    yield Change(wager, "source", None, a.source, b.source)
    for ending in a.pays:
        if ending in b.pays and a.pays[ending] == b.pays[ending]:
            yield Change(wager, f"pays.{ending}", None, a.pays.posted(ending), b.pays.posted(ending))
