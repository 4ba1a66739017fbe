"""A solution that can be checked without the solver: a chain, claims about it, and witnesses of them.

`markov.checker`, a file that imports nothing of ours, says what is checked and what follows from it.
Witnesses are whole numbers over one denominator each, so checking is adding and multiplying.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import count
from math import lcm
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from markov.chain.absorption import expected_visits, values
from markov.chain.chain import Chain
from markov.chain.choices import Choices, Graph
from markov.chain.lumping import Lumping
from markov.chain.transitions import Indices, Spins, TooMuchWork, Transitions, mask
from markov.checker import CHOOSING, LONGEST, PAY, PHASED, RAISED, SCHEMA, WEIGHT, canonical, digest
from markov.distribution import Distribution
from markov.wager.game import Game, slug
from markov.wager.odds import Ending, Odds, Solved
from markov.wager.outcome import Edge, Outcome, pushes
from markov.wager.rule import ArrayRule, End, NoAnswer, after_trial, plain
from markov.wager.stopping import StoppingProblem, lumped_by_ending, priced
from markov.wager.wager import Wager, net_pays

if TYPE_CHECKING:
    from markov.proof.unfolded import Unfolded

Certificate: TypeAlias = dict[str, Any]

_STEPS, _CHOICE_STEPS = 6, 3  # of a certificate, and of one with actions to choose from, for a bar
LARGE = 2_000  # states; beyond it those that play alike are made one, which the certificate says


def certificate(
    game: Game,
    reading: Mapping[str, str],
    wager: Wager,
    limit: int,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Certificate:
    """The certificate of a wager: JSON of texts, indices and ranks, and no other numbers.

    progress   is told what is being done, how many steps are done, and of how many

    Raises what `markov.wager.odds.answer` raises, and TooMuchWork where a number is too long for it.
    """
    progress(f"{wager.name}: chain", 0, _CHOICE_STEPS if wager.has_actions else _STEPS)
    if wager.has_actions:
        return _certified_strategy(game, reading, wager, limit, progress)
    chain = wager.chain(limit, lambda *so_far: progress(wager.explored_so_far(*so_far), 0, _STEPS))
    return certified(game, reading, wager, chain, _lumped(wager, chain), limit, progress)


def merged_as(chain: Chain[Any]) -> str:
    """The words by which a certificate says that the chain is merged in it; none for a small chain."""
    states = len(chain.states)
    return f"{states:,} states, those that play alike being one here" if states > LARGE else ""


def _lumped(wager: Wager, chain: Chain[Any]) -> Lumping[Any] | None:
    return lumped_by_ending(priced(wager, chain)) if merged_as(chain) else None


def certified(
    game: Game,
    reading: Mapping[str, str],
    wager: Wager,
    whole: Chain[Any],
    lumping: Lumping[Any] | None,
    limit: int,
    progress: Callable[[str, int, int], None] = lambda *_: None,
) -> Certificate:
    """The certificate of a wager.

    whole      the chain of the wager
    lumping    of that chain into the one that the certificate holds; None where it holds all of it
    progress   as `certificate` has it
    """
    steps = count(1)

    def step(what: str) -> None:
        progress(f"{wager.name}: {what}", next(steps), _STEPS)

    chain = lumping.chain if lumping else whole
    _check_money(wager)
    step("solution")
    table = priced(wager, chain)
    answered = Solved(wager.rule, wager.wheel, chain).answer(wager)
    taken = {i for i, offer in zip(table.offers, answered.offers, strict=True) if offer.take}
    step("witnesses")
    never = _play(chain, set(), answered.never)
    step("rows of the chain")
    determined = _determined(wager, whole, lumping, limit)
    step("values")
    parts: Certificate = {
        **_question(game, reading),
        **determined,
        "rank": _rank(chain.transitions),
        "value": _value(table, wager.pays, taken),
        "plays": {
            "never": never,
            "optimal": _play(chain, taken, answered.optimal) if taken else never,
        },
    }
    step("digests")
    return _sealed(parts)


def _certified_strategy(
    game: Game,
    reading: Mapping[str, str],
    wager: Wager,
    limit: int,
    progress: Callable[[str, int, int], None],
) -> Certificate:
    """The certificate of a wager whose rule offers several actions in a state."""
    from markov.proof.unfolded import unfolded
    from markov.wager.decisions import decisions

    _check_money(wager)
    process = decisions(
        wager, limit, lambda *so_far: progress(wager.explored_so_far(*so_far), 0, _CHOICE_STEPS)
    )
    progress(f"{wager.name}: solution", 1, _CHOICE_STEPS)
    problem = process.priced(wager)
    policy, best = problem.solved(net_pays(wager))
    table = unfolded(wager, problem)
    if not table.wheels:
        raise NoAnswer(f"{wager.name}: it is over before a first {wager.trial}, so nothing is certified")
    progress(f"{wager.name}: witnesses", 2, _CHOICE_STEPS)
    optimal = table.policy(policy)
    never = table.first_choices(optimal)
    return _sealed(
        {
            **_question(game, reading),
            **_determined_by_choices(wager, table),
            "value": _witness(table.left_by(best.values)),
            "plays": {
                "never": _policy_play(table, never, Odds.of(problem.plain(), wager)),
                "optimal": _policy_play(table, optimal, Odds.of(problem.outcome(policy), wager)),
            },
        }
    )


def _sealed(parts: Certificate) -> Certificate:
    """The parts with their digests."""
    return {**parts, "digests": {key: digest(part) for key, part in parts.items()}}


def _check_money(wager: Wager) -> None:
    """Refuses pays, envies and raises that are too long for a certificate."""
    money = wager.pays, wager.envy, wager.later_stakes
    check_length("pays", PAY, wager.outlay, *(amount for table in money for amount in table.values()))


def first_difference(
    given: Certificate, game: Game, wager: Wager, limit: int, step: Callable[[str], None] = lambda _: None
) -> str:
    """The first part of a certificate that is not what the rules and the sheet make of it; "" where all is.

    step   hears what is being done, as it begins

    Compared are labels, paytable and chain, made again from the rule and merged again: what follows from
    these `markov.checker` proves.
    """
    reading = game.reading(given["options"])  # an option that is left out is not one that is said
    again = _question(game, reading) | _made_again(wager, limit, step)
    step("comparison")
    # As texts: in Python True is 1, and a label may be either.
    return next((key for key in sorted(again) if canonical(again[key]) != canonical(given.get(key))), "")


def _made_again(wager: Wager, limit: int, step: Callable[[str], None]) -> Certificate:
    """The parts of a certificate that the wager determines."""
    if wager.has_actions:
        from markov.proof.unfolded import unfolded
        from markov.wager.decisions import decisions

        return _determined_by_choices(wager, unfolded(wager, decisions(wager, limit).priced(wager)))
    chain = wager.chain(limit, lambda states, _: step(f"{states:,} states"))
    step("merging")
    lumping = _lumped(wager, chain)
    step("rows of the chain")
    return _determined(wager, chain, lumping, limit)


def _question(game: Game, reading: Mapping[str, str]) -> Certificate:
    """The parts of a certificate that say what was asked."""
    return {"game": game.slug, "options": dict(reading)}


def _determined(wager: Wager, whole: Chain[Any], lumping: Lumping[Any] | None, limit: int) -> Certificate:
    """The parts of a certificate that the sheet and its rules determine."""
    chain = lumping.chain if lumping else whole
    table = priced(wager, chain)
    block = lumping.block if lumping else np.arange(len(whole.states))
    first = np.unique(block, return_index=True)[1]
    place = block.tolist()
    following = ([place[i] for i in row] for row in followers(wager, whole, first, limit))
    ends = (*table.ends.values(), *table.offers.values())
    return {
        **_wheels(wager, chain.states),
        **_posted(wager, ends),
        **({"raises": _texts(wager.later_stakes)} if wager.later_stakes else {}),
        "merged": merged_as(whole) or chain.merged,
        "states": _labels(chain.states),
        "rows": [table.ends[i].name if i in table.ends else row for i, row in enumerate(following)],
        "offers": [[i, table.offers[i].name] for i in sorted(table.offers)],
    }


def _determined_by_choices(wager: Wager, table: "Unfolded") -> Certificate:
    """The parts of a certificate that sheet and rules determine, where a state has several actions."""
    return {
        "schema": CHOOSING,
        "wheels": [_wheel(wheel) for wheel in table.wheels],
        "turned": list(table.wheel_at),
        **_posted(wager, [state for state in table.states if isinstance(state, End)]),
        "raises": _texts(wager.later_stakes),
        "merged": "",
        "states": _labels(table.states),
        "rows": [
            [list(pair) for pair in zip(table.named(i), row, strict=True)] if i in table.actions else row
            for i, row in enumerate(table.rows)
        ],
    }


def _posted(wager: Wager, ends: Iterable[End]) -> Certificate:
    """The name of the wager, where it is written down, and its paytable for the ends.

    An offer that stands in no state that play comes to has a pay in the sheet, and none here.

    Raises NoAnswer for an ending that decides in some states and not in others, as endings go by their names.
    """
    listed = list(ends)
    undecided = {end.name for end in listed if not end.decides}
    decided = {end.name for end in listed if end.decides}
    if both := sorted(undecided & decided - set(pushes(wager))):
        raise NoAnswer(
            f"{wager.name}: the ending {both[0]!r} decides the bet in some states and not in others, and a "
            "certificate says of a name whether it decides; give the end that does not a name of its own"
        )
    pays = {end: pay for end, pay in wager.pays.items() if end in undecided | decided}
    return {
        "name": wager.name,
        "wager": slug(wager.name),
        "source": wager.source,
        "pays": _texts(pays),
        "posted": {ending: wager.pays.posted(ending) for ending in sorted(pays)},
        "outlay": str(wager.outlay),
        "envy": _texts(wager.envy),
        "undecided": sorted(undecided),
    }


def _wheels(wager: Wager, states: Iterable[Any]) -> Certificate:
    """The wheels, and for each state which of them is its own, with the schema that holds them."""
    own = [None if isinstance(state, End) else wager.wheel_at(state) for state in states]
    number = {wheel: k for k, wheel in enumerate(dict.fromkeys((wager.wheel, *filter(None, own))))}
    if len(number) == 1 and not wager.later_stakes:
        return {"schema": SCHEMA, "wheel": _wheel(wager.wheel)}
    return {
        "schema": RAISED if wager.later_stakes else PHASED,
        "wheels": list(map(_wheel, number)),
        "turned": [None if wheel is None else number[wheel] for wheel in own],
    }


def _texts(amounts: Mapping[str, Fraction]) -> dict[str, str]:
    return {ending: str(amount) for ending, amount in sorted(amounts.items())}


def _wheel(wheel: Distribution[Any]) -> list[list[Any]]:
    check_length("weights", WEIGHT, *wheel.values())
    return [list(pair) for pair in zip(_labels(wheel), map(str, wheel.values()), strict=True)]


def _labels(things: Iterable[Any]) -> list[Any]:
    """A label for each thing, no two alike; by its `repr` where a plain one would not tell them apart."""
    listed = list(things)
    labels = [_lettered(plain(thing)) for thing in listed]
    if len(set(map(canonical, labels))) < len(labels):
        labels = [repr(thing) for thing in listed]
    return labels


def _lettered(label: Any) -> Any:
    """The label with long whole numbers as texts: readers of JSON lose their digits."""
    if isinstance(label, list):
        return [_lettered(part) for part in label]
    if isinstance(label, dict):
        return {key: _lettered(part) for key, part in label.items()}
    return str(label) if isinstance(label, int) and abs(label) >= 10**15 else label


def followers(wager: Wager, chain: Chain[Any], states: Indices, limit: int) -> list[list[int]]:
    """For each of some states the positions of those after each outcome of its wheel.

    The row of a state in which play is over means nothing.
    """
    if isinstance(wager.rule, ArrayRule) and not wager.wheel_varies and not chain.merged:
        # On a wheel on which every outcome has a bit of its own, a weight says which outcomes it is made of.
        apart = Distribution({outcome: 1 << k for k, outcome in enumerate(wager.wheel)})
        tagged = replace(wager, wheel=apart).chain(limit).transitions
        if tagged.same_links(chain.transitions):
            counts = np.zeros((len(chain.states), len(apart)), dtype=np.int64)
            origins = tagged.origins()
            for k in range(len(apart)):
                led = (tagged.weights >> k & 1).astype(bool)
                counts[origins[led], k] = tagged.successors[led]
            rows: list[list[int]] = counts[states].tolist()
            return rows
    places = {state: i for i, state in enumerate(chain.states)}
    standing: Callable[[Any], Any] = chain.stands_for or (lambda state: state)
    wheels = {wager.wheel: wager.wheel}
    rows = []
    for state in map(chain.states.__getitem__, states.tolist()):
        # Of wheels that are equal the first is written; the outcomes are in its order.
        wheel = () if isinstance(state, End) else wheels.setdefault(own := wager.wheel_at(state), own)
        rows.append([places[standing(after_trial(wager.rule, state, outcome))] for outcome in wheel])
    return rows


def _rank(chain: Transitions) -> list[int]:
    """For each state the fewest transitions to an end."""
    links = Graph(Choices(np.arange(len(chain) + 1), chain), np.ones(len(chain), dtype=bool))
    ranks: list[int] = links.fewest_choices(mask(len(chain), chain.absorbing)).tolist()
    return ranks


def _value(table: StoppingProblem, pays: Mapping[str, Fraction], taken: set[int]) -> Certificate:
    offered = table.offered(pays)
    cut = Outcome(table.chain, taken=taken).cut
    return _witness(values(cut, table.payoff(pays) | {i: offered[i] for i in taken}))


def _play(chain: Chain[Any], taken: set[int], play: Odds) -> Certificate:
    cut = Outcome(chain, taken=taken).cut
    left = values(cut, {}, reward=Fraction(1))
    return {
        "stops": sorted(taken),
        "shares": _witness(_shares(cut)),
        "left": _witness(left),
        "claims": _claims(play),
    }


def _policy_play(table: "Unfolded", policy: Sequence[int], play: Odds) -> Certificate:
    """The shares, spins left and claims of a way of playing that says which action is chosen."""
    chain = table.chain(policy)
    trials = [Fraction(int(wheel is not None)) for wheel in table.wheel_at]
    return {
        "policy": list(policy),
        "rank": _rank(chain),
        "shares": _witness(_shares(chain)),
        "left": _witness(values(chain, {}, reward=trials)),
        "claims": _claims(play),
    }


def _shares(chain: Transitions) -> list[Fraction]:
    """Expected visits over the total weight; none where play is over."""
    totals = chain.totals.tolist()
    made = expected_visits(chain)
    return [visit / total if total else Fraction(0) for visit, total in zip(made, totals, strict=True)]


def _witness(numbers: Sequence[Fraction]) -> Certificate:
    """The numbers over their common denominator."""
    unit = lcm(*{number.denominator for number in numbers})
    check_length("numbers", LONGEST, unit)
    return {
        "denominator": str(unit),
        "numerators": [str(x.numerator * (unit // x.denominator)) for x in numbers],
    }


def _claims(play: Odds) -> Certificate:
    bases = ("per_stake", "per_outlay", "per_resolved", "per_spin")
    figures = ("returned", "net", "rtp", "hit_frequency", "variance", "envy", "house_after_envy")
    return {figure: str(getattr(play, figure)) for figure in figures} | {
        "edge": {base: None if (x := getattr(play.edge, base)) is None else str(x) for base in bases},
        "spins": {"mean": str(play.spins.mean), "variance": str(play.spins.variance)},
        "endings": {
            ending.ending: {"probability": str(ending.probability), "returned": str(ending.returned)}
            for ending in play.endings
        },
    }


def claimed_play(certificate: Mapping[str, Any], way: str, order: Sequence[str] = ()) -> Odds:
    """The play that a certificate claims; its endings stand in that order, and any left out come last.

    Raises KeyError, TypeError or ValueError where the certificate is not one that the checker has passed.
    """
    claims = certificate["plays"][way]["claims"]
    edge, endings = claims["edge"], claims["endings"]
    names = dict.fromkeys([*(name for name in order if name in endings), *endings])
    return Odds(
        endings=tuple(
            Ending(name, Fraction(endings[name]["probability"]), Fraction(endings[name]["returned"]))
            for name in names
        ),
        outlay=Fraction(claims["returned"]) - Fraction(claims["net"]),
        variance=Fraction(claims["variance"]),
        edge=Edge(
            Fraction(edge["per_stake"]),
            Fraction(edge["per_outlay"]),
            _known(edge["per_resolved"]),
            _known(edge["per_spin"]),
        ),
        spins=Spins(Fraction(claims["spins"]["mean"]), Fraction(claims["spins"]["variance"])),
        envy=Fraction(claims["envy"]),
        returned=Fraction(claims["returned"]),
    )


def _known(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def check_length(what: str, most: int, *numbers: Fraction | int) -> None:
    """Refuses numbers that are too long for a certificate."""
    if (digits := max(len(str(number)) for number in numbers)) > most:
        raise TooMuchWork(
            f"a certificate holds {what} of up to {most:,} digits, and this one needs {digits:,}"
        )
