"""Checks certificates of exact odds and best decisions by substitution: python checker.py FILE, one a line.

The file trusts nothing and imports nothing but Python's standard library. Arithmetic is on whole numbers and
fractions. docs/reference/certificates.md gives the meaning of each key, docs/why/certificates.md the theorem
behind each check.

Proved, from the certificate alone:

- The form is the only one: no key more, none missing, numbers in lowest terms and bounded before they are
  read. Witnesses and claims follow from the rest, so no other certificate of this chain and paytable holds.
- There is one wheel, or a state in which play goes on has one of several: weights and total are those of it.
- Pays are those posted. An ending is posted if and only if it can happen or is offered. Where more money is
  put down on the way, nothing is on offer.
- Endings have rank 0, and any other state 1 more than the lowest rank that an outcome leads to. So play ends
  with probability 1, wherever it starts or stops, and each system of equations below has one solution.
- Value v is what an ending pays. Where play goes on, total · v_i is the sum of weight · v over the outcomes,
  and v_i is at least what is offered. Where it stops, v_i is the offer, and exceeds playing on. So v is best.
- Under each play, shares x (expected visits over the total weight) satisfy x_j · total_j = [j is the start] +
  the sum of weight · x over what leads to j. Spins left, t, satisfy total · t_i = total + the sum of
  weight · t over the outcomes.
- Every claim follows from these. Every state can be reached.
- Where the player chooses between actions, each leads to a state and takes no trial. Best play, and play by
  the first choices, are then a chain each, of which the above holds. Value counts what the ending pays, and
  what of the greatest raise was not put down. No action is worth more than the one that best play takes.
  Play that goes on for ever is not compared: it may put down less than any that ends.

Of a decision process, whose form is not the only one, as policies may tie:

- The value of a state is what the policy's choice is worth there: its reward and the values ahead. No choice
  is worth more ("max"), or less ("min"). A target is worth 1, or 0 where rewards are summed.
- Ranks fall on the way to a decision: by the policy's choices ("max" of a chance, "min" of a reward), or
  whatever is chosen. Where a value is infinite (null) they fall to states that never come to a target.

Not proved: that the rules are those of the printed sheet, and the paytable the posted one; that a merged
chain plays like the whole one; that labels (game, wager, name, options, source, merged, states, outcomes,
endings) name what they say. `markov verify` makes all of this again from the rules that are installed, or
from a sheet, and compares it.
"""

import hashlib
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

SCHEMA = "markov/certificate/2"
PHASED = "markov/certificate/3"  # the wheel depends on the state
RAISED = "markov/certificate/4"  # more money is put down on the way, be there one wheel or several
CHOOSING = "markov/certificate/5"  # the player chooses between actions; the rest as in any of these
DECISION = "markov/decision/1"
# Characters of a number: of a witness, of a pay, of a weight. What is checked in a certificate grows with its
# size, and numbers of such lengths make it some seconds for 6 MB.
LONGEST, PAY, WEIGHT = 10_000, 1_000, 100
WHOLE = re.compile("0|[1-9][0-9]*")
FRACTION = re.compile("(0|[1-9][0-9]*)(/[1-9][0-9]*)?")
_NUMBER = r"\+?([0-9]+(?:/0*[1-9][0-9]*)?|[0-9]*\.[0-9]+)"
POSTED = re.compile(rf"{_NUMBER}\s+(for|to)\s+{_NUMBER}", re.ASCII)

# A type; None for anything; (a, b) for a list of just these; [a] for a list of such; {str: a} for any names.
WITNESS = {"denominator": str, "numerators": [str]}
CLAIMS = {
    **dict.fromkeys(("returned", "net", "rtp", "hit_frequency", "variance", "envy", "house_after_envy"), str),
    "edge": dict.fromkeys(("per_stake", "per_outlay", "per_resolved", "per_spin")),
    "spins": {"mean": str, "variance": str},
    "endings": {str: {"probability": str, "returned": str}},
}
PLAY = {"shares": WITNESS, "left": WITNESS, "claims": CLAIMS}
STOPPED, DIRECTED = {**PLAY, "stops": [int]}, {**PLAY, "policy": [int], "rank": [int]}
SHAPE = {
    **dict.fromkeys(("schema", "game", "wager", "name", "source", "merged", "outlay"), str),
    **{key: {str: str} for key in ("options", "pays", "posted", "envy", "digests")},
    **{key: [None] for key in ("states", "rows")},
    "wheel": [(None, str)],
    "rank": [int],
    "offers": [(int, str)],
    "undecided": [str],
    "value": WITNESS,
    "plays": {"never": STOPPED, "optimal": STOPPED},
}
TURNED = {
    **{key: inner for key, inner in SHAPE.items() if key != "wheel"},
    "wheels": [[(None, str)]],
    "turned": [None],
}
CHOSEN = {
    **{key: inner for key, inner in TURNED.items() if key not in ("offers", "rank")},
    "raises": {str: str},
    "plays": {"never": DIRECTED, "optimal": DIRECTED},
}
DECIDED = {
    **dict.fromkeys(("schema", "kind", "direction", "reach", "reward"), str),
    **{key: [int] for key in ("initial", "targets", "policy", "rank")},
    "choices": [[(str, str, [(int, str)])]],
    "values": [None],
}
RAISING = {**TURNED, "raises": {str: str}}
SHAPES = {SCHEMA: SHAPE, PHASED: TURNED, RAISED: RAISING, CHOOSING: CHOSEN, DECISION: DECIDED}


class Foreign(ValueError):
    """A text that is no certificate at all: empty, cut short, or of another kind."""


class Refused(Exception):
    """A certificate that does not hold: what is wrong, and where."""


@dataclass(frozen=True, slots=True)
class Pays:
    """The return, the envy and the raise of each ending per unit staked, as whole numbers of one coin.

    coin     how many make the unit
    raised   what is put down on the way, beyond the outlay; nothing where an ending is left out
    worth    what value counts: the return, and where the player chooses what of the greatest raise is left
    """

    coin: int
    returned: Mapping[str, int]
    owed: Mapping[str, int]
    raised: Mapping[str, int]
    worth: Mapping[str, int]
    outlay: Fraction
    undecided: frozenset[str]


@dataclass(frozen=True, slots=True)
class CertifiedChain:
    """For each state an ending, or the state after each outcome; endings on offer.

    weights  of all outcomes that lead to a state, by that state; none where play is over
    totals   of the weights
    actions  where each leads, by state in which there are any; the row is the state that play chooses
    """

    rows: Sequence[Any]
    weights: Sequence[Mapping[int, int]]
    totals: Sequence[int]
    offers: Mapping[int, str]
    actions: Mapping[int, Sequence[int]]


def need(condition: object, place: str) -> None:
    """Refuses the certificate, at the place, unless the condition holds."""
    if not condition:
        raise Refused("".join(x if " " <= x <= "~" else ascii(x)[1:-1] for x in place[:300]))


def canonical(part: Any) -> str:
    """The one text of the part: keys sorted, no spaces, ASCII alone (RFC 8785, other characters escaped)."""
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


def digest(part: Any) -> str:
    """The SHA-256 of that text."""
    return hashlib.sha256(canonical(part).encode("ascii")).hexdigest()


def whole(text: str, place: str, most: int = LONGEST) -> int:
    """The whole number from 0 up that the text writes."""
    need(len(text) <= most and WHOLE.fullmatch(text), f"{place}: {text[:40]!r} is no whole number from 0")
    return int(text)


def fraction(text: str, place: str, most: int = PAY) -> Fraction:
    """The fraction from 0 up that the text writes in lowest terms."""
    need(len(text) <= most and FRACTION.fullmatch(text), f"{place}: {text[:40]!r} is no fraction from 0")
    number = Fraction(text)
    need(str(number) == text, f"{place}: {text[:40]!r} is not in lowest terms")
    return number


def returned(posted: str, place: str) -> Fraction:
    """The return of a posted pay per unit staked: "for" counts the stake in, "to" pays it back on top."""
    words = posted.strip().lower() if len(posted) <= PAY else ""
    said = POSTED.fullmatch({"nothing": "0 for 1", "evens": "1 to 1"}.get(words, words))
    if said is None or not Fraction(said[3]):
        raise Refused(f"{place}: {posted[:40]!a} is no pay")
    return Fraction(said[1]) / Fraction(said[3]) + (said[2] == "to")


def check_shape(part: Any, shape: Any, place: str) -> None:
    """The part is built as the shape says."""
    if isinstance(shape, dict):
        need(type(part) is dict, f"{place}: no names with what they stand for")
        odd = [] if str in shape else sorted(part.keys() ^ shape.keys())
        need(not odd, f"{place}: {odd[:1]} is missing, or is no key of this format")
        for key, inner in part.items():
            check_shape(inner, shape.get(key, shape.get(str)), f"{place}, {key}")
    elif isinstance(shape, list | tuple):
        need(type(part) is list, f"{place}: no list")
        need(type(shape) is list or len(part) == len(shape), f"{place}: not of {len(shape)} parts")
        for k, inner in enumerate(part):
            check_shape(inner, shape[k % len(shape)], f"{place} {k}")
    elif shape is not None:
        need(type(part) is shape, f"{place}: not of the kind {shape.__name__}")


def check_pays(given: Any) -> Pays:
    """Pays are those posted, for endings that can happen or are offered, and for no others."""
    can_happen = {row for row in given["rows"] if type(row) is str}
    offered = {ending for _, ending in given.get("offers", [])}
    need(not can_happen & offered, f"offers: {sorted(can_happen & offered)[:1]} is what a spin can bring")
    for key, odd in (
        ("pays", given["pays"].keys() ^ (can_happen | offered)),
        ("posted", given["posted"].keys() ^ given["pays"].keys()),
        ("envy", given["envy"].keys() - given["pays"].keys()),
        ("raises", given.get("raises", {}).keys() - given["pays"].keys()),
        ("undecided", set(given["undecided"]) - given["pays"].keys()),
    ):
        need(not odd, f"{key}: {sorted(odd)[:1]} lacks a pay, or cannot happen")
    need(given["undecided"] == sorted(set(given["undecided"])), "undecided: not in order, or named twice")
    outlay = fraction(given["outlay"], "outlay")
    need(outlay > 0, "outlay: not above 0")
    pays = {ending: fraction(text, f"pays, {ending}") for ending, text in given["pays"].items()}
    owed = {ending: fraction(text, f"envy, {ending}") for ending, text in given["envy"].items()}
    raised = {ending: fraction(text, f"raises, {ending}") for ending, text in given.get("raises", {}).items()}
    some = raised or given["schema"] != RAISED
    need(some and all(raised.values()), "raises: none, or one that is not above 0")
    need(not (raised and offered), "offers: what is offered cannot be compared with putting down more")
    for ending, pay in pays.items():
        posted = returned(given["posted"][ending], f"posted, {ending}")
        need(posted == pay, f"posted, {ending}: returns {str(posted)[:40]}, and {str(pay)[:40]} is the pay")
    coin = 1
    tables = pays, owed, raised
    for number in (x for table in tables for x in table.values()):
        coin = lcm(coin, number.denominator)
        need(coin < 10**PAY, "pays, envy, raises: no common denominator of a sensible length")
    coins, owing, more = ({ending: int(x * coin) for ending, x in table.items()} for table in tables)
    counted = more if given["schema"] == CHOOSING else {}
    most = max(counted.values(), default=0)
    worth = {ending: pay + most - counted.get(ending, 0) for ending, pay in coins.items()}
    return Pays(coin, coins, owing, more, worth, outlay, frozenset(given["undecided"]))


def check_wheel(wheel: Any, place: str) -> list[int]:
    """The weights of the wheel: they are above 0, and its outcomes are distinct."""
    weights = [whole(weight, f"{place} {k}", WEIGHT) for k, (_, weight) in enumerate(wheel)]
    need(weights and all(weights), f"{place}: no outcome, or one of weight 0")
    names = {canonical(outcome) for outcome, _ in wheel}
    need(len(names) == len(wheel), f"{place}: an outcome is named twice")
    return weights


def check_wheels(given: Any) -> list[list[int]]:
    """The weights of the wheel of each state; wheels are distinct and told in the order of their states."""
    rows = given["rows"]
    if given["schema"] == SCHEMA:
        return [check_wheel(given["wheel"], "wheel")] * len(rows)
    wheels, turned = given["wheels"], given["turned"]
    weights = [check_wheel(wheel, f"wheels {k}") for k, wheel in enumerate(wheels)]
    need(len(wheels) > (given["schema"] == PHASED), "wheels: not several")
    need(len(set(map(canonical, wheels))) == len(wheels), "wheels: two are one")
    need(len(turned) == len(rows), "turned: not a wheel, or none, for every state")
    for i, (row, number) in enumerate(zip(rows, turned, strict=True)):
        kind = type(None) if type(row) is str else int
        need(type(number) is kind, f"turned {i}: a wheel where play is over, or none where it goes on")
    used = list(dict.fromkeys(number for number in turned if number is not None))
    need(
        used == list(range(len(wheels))), "turned: wheels are not in the order of their states, or not there"
    )
    return [weights[number or 0] for number in turned]


def check_chains(given: Any) -> dict[str, CertifiedChain]:
    """The chain of each way of playing; where the player chooses, actions lead to states that are there."""
    if given["schema"] != CHOOSING:
        return dict.fromkeys(given["plays"], check_chain(given, check_wheels(given), {}))
    rows, actions = list(given["rows"]), {}
    for i, (row, number) in enumerate(zip(rows, given["turned"], strict=False)):
        if type(row) is list and number is None:
            check_shape(row, [(str, int)], f"row {i}")
            need(len({action for action, _ in row}) == len(row) > 0, f"row {i}: no action, or one twice")
            actions[i] = [j for _, j in row]
            need(all(0 <= j < len(rows) for j in actions[i]), f"row {i}: leads to a state that is not there")
            rows[i] = "chosen"
    weights = check_wheels({**given, "rows": rows})
    for i in actions:
        weights[i] = [1]
    chains = {}
    for way, play in given["plays"].items():
        policy = play["policy"]
        need(len(policy) == len(actions), f"{way}, policy: not a choice for every state that has actions")
        for k, (i, leads) in zip(policy, actions.items(), strict=True):
            need(0 <= k < len(leads), f"{way}, policy {i}: a choice that is not there")
            rows[i] = [leads[k]]
        played = {"rows": [*rows], "rank": play["rank"], "offers": [], "plays": {"never": {"stops": []}}}
        chains[way] = check_chain({**given, **played}, weights, actions)
    reached, waiting = {0}, [0]
    for i in waiting:  # grows while it is walked
        ahead = set() if type(rows[i]) is str else {*actions.get(i, rows[i])} - reached
        reached |= ahead
        waiting += ahead
    need(len(reached) == len(rows), "states: play never comes to one of them")
    return chains


def check_chain(given: Any, weights: list[list[int]], actions: Mapping[int, list[int]]) -> CertifiedChain:
    """States are distinct; a row is an ending, or a state for each outcome, one of them of lower rank."""
    states, rows, rank = (given[key] for key in ("states", "rows", "rank"))
    need(
        rows and len(states) == len(rows) == len(rank), "states, rows, rank: not one of each for every state"
    )
    need(len(set(map(canonical, states))) == len(states), "states: two have one name")
    leading: list[dict[int, int]] = [{} for _ in rows]
    for i, row in enumerate(rows):
        if type(row) is str:
            need(rank[i] == 0, f"rank {i}: not 0, and play is over")
            continue
        need(
            type(row) is list and len(row) == len(weights[i]),
            f"row {i}: no ending, nor a state for each outcome",
        )
        there = all(type(j) is int and 0 <= j < len(rows) for j in row)
        need(there, f"row {i}: leads to a state that is not there")
        need(rank[i] == 1 + min(rank[j] for j in row), f"rank {i}: not 1 more than the lowest it leads to")
        for weight, j in zip(weights[i], row, strict=True):
            leading[i][j] = leading[i].get(j, 0) + weight
    at = [i for i, _ in given["offers"]]
    need(at == sorted(set(at)), "offers: states are not in order, or named twice")
    need(all(0 <= i < len(rows) and type(rows[i]) is list for i in at), "offers: one where play is over")
    for name, play in given["plays"].items():
        stops = play["stops"]
        need(stops == sorted(set(stops)), f"{name}, stops: states are not in order, or named twice")
        need(set(stops) <= set(at), f"{name}, stops: a state where nothing is offered")
    need(not given["plays"]["never"]["stops"], "never, stops: this play goes on to its end")
    totals = [sum(each.values()) for each in leading]
    return CertifiedChain(rows, leading, totals, dict(given["offers"]), actions)


def vector(witness: Any, size: int, place: str) -> tuple[int, list[int]]:
    """The denominator of a witness, and its numerators, one a state."""
    unit = whole(witness["denominator"], f"{place}, denominator")
    numbers = [whole(text, f"{place} {i}") for i, text in enumerate(witness["numerators"])]
    need(len(numbers) == size, f"{place}: not a number for every state")
    need(gcd(unit, *numbers) == 1 <= unit, f"{place}: not over the least denominator")
    return unit, numbers


def check_value(given: Any, chain: CertifiedChain, pays: Pays) -> None:
    """No play that ends is worth more than the value, from any state, and best play is worth as much."""
    unit, value = vector(given["value"], len(chain.rows), "value")
    value = [pays.coin * x for x in value]
    stops = set(given["plays"]["optimal"].get("stops", []))
    for i, row in enumerate(chain.rows):
        if type(row) is str:
            need(value[i] == pays.worth[row] * unit, f"value {i}: not what the ending pays")
            continue
        total = chain.totals[i]
        ahead = sum(weight * value[j] for j, weight in chain.weights[i].items())
        offer = pays.returned[chain.offers[i]] * unit if i in chain.offers else 0
        if i in stops:
            need(value[i] == offer, f"value {i}: not what is offered")
            need(total * value[i] > ahead, f"value {i}: stopping is worth no more than playing on")
        else:
            need(total * value[i] == ahead, f"value {i}: not what playing on is worth")
            need(value[i] >= offer, f"value {i}: less than what is offered")
            for j in chain.actions.get(i, []):
                need(value[i] >= value[j], f"value {i}: less than what an action is worth")


def check_claims(play: Any, name: str, chain: CertifiedChain, pays: Pays) -> None:
    """Witnesses of a way of playing satisfy their equations, and every claim follows from them."""
    rows, totals, stops = chain.rows, chain.totals, set(play.get("stops", []))
    unit, shares = vector(play["shares"], len(rows), f"{name}, share")
    units, left = vector(play["left"], len(rows), f"{name}, left")
    arriving, mean, square = [0] * len(rows), 0, 0
    arriving[0] = unit
    for i, row in enumerate(rows):
        if type(row) is str or i in stops:
            need(shares[i] == left[i] == 0, f"{name}, state {i}: spins where play is over")
            continue
        ahead, total = 0, totals[i]
        for j, weight in chain.weights[i].items():
            arriving[j] += weight * shares[i]
            ahead += weight * left[j]
        if i in chain.actions:
            need(left[i] == ahead, f"{name}, left {i}: not what comes after the action")
            first = row == chain.actions[i][:1] or name == "optimal" or not shares[i]
            need(first, f"{name}, policy {i}: not the first choice")
            continue
        need(total * left[i] == total * units + ahead, f"{name}, left {i}: not 1 and what comes after it")
        mean += shares[i] * total
        square += shares[i] * total * (2 * left[i] - units)
    ends: dict[str, int] = {}  # numerators of chances, over the unit
    for i, row in enumerate(rows):
        need(arriving[i] or stops or chain.actions, f"state {i}: play never comes to it")
        if type(row) is list and i not in stops:
            need(shares[i] * totals[i] == arriving[i], f"{name}, share {i}: not what arrives")
        elif arriving[i]:
            ending = chain.offers[i] if i in stops else row
            ends[ending] = ends.get(ending, 0) + arriving[i]
    claims = play["claims"]
    odd = sorted(claims["endings"].keys() ^ ends.keys())
    need(not odd, f"{name}, endings: {odd[:1]} is claimed and does not happen, or happens and is not claimed")
    spins = Fraction(mean, unit)
    variance = Fraction(square, unit * units) - spins**2
    for path, number in figures(ends, unit, spins, variance, pays):
        claimed = claims
        for key in path:
            claimed = claimed[key]
        digits = None if number is None else str(number)
        place = f"{name}, {', '.join(path)}"
        need(claimed == digits, f"{place}: {str(claimed)[:60]} is claimed, {str(digits)[:60]} found")


def figures(
    ends: Mapping[str, int], unit: int, spins: Fraction, variance: Fraction, pays: Pays
) -> Iterator[tuple[tuple[str, ...], Fraction | None]]:
    """Every figure that follows from the chances of the endings, one by one, and its place in the claims."""
    coins, coin = pays.returned, pays.coin
    won = {e: coins[e] - pays.raised.get(e, 0) for e in ends}  # where nothing is raised, what comes back
    back = Fraction(sum(n * coins[e] for e, n in ends.items()), unit * coin)
    mean = Fraction(sum(n * won[e] for e, n in ends.items()), unit * coin)
    outlay = pays.outlay + back - mean
    envy = Fraction(sum(n * pays.owed.get(e, 0) for e, n in ends.items()), unit * coin)
    push = pays.outlay * coin
    decided = sum(n for e, n in ends.items() if e not in pays.undecided and won[e] != push)
    yield ("returned",), back
    yield ("net",), back - outlay
    yield ("rtp",), back / outlay
    yield ("envy",), envy
    yield ("house_after_envy",), outlay - back - envy
    yield ("hit_frequency",), Fraction(sum(n for e, n in ends.items() if coins[e]), unit)
    yield ("variance",), Fraction(sum(n * won[e] ** 2 for e, n in ends.items()), unit * coin**2) - mean**2
    bases = {"stake": Fraction(1), "outlay": outlay, "resolved": Fraction(decided, unit), "spin": spins}
    for base, number in bases.items():
        yield ("edge", f"per_{base}"), (outlay - back) / number if number else None
    yield ("spins", "mean"), spins
    yield ("spins", "variance"), variance
    for ending, n in ends.items():
        yield ("endings", ending, "probability"), Fraction(n, unit)
        yield ("endings", ending, "returned"), Fraction(coins[ending], coin)


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be done in a state: what it brings, and by state it may lead to the weight."""

    reward: Fraction
    weights: Mapping[int, int]


def check_choices(given: Any) -> list[list[Choice]]:
    """Every state has choices, each with weights of states that are there; policy and ranks are of them."""
    listed, policy = given["choices"], given["policy"]
    need(given["kind"] in ("chance", "reward"), "kind: neither chance nor reward")
    need(given["direction"] in ("max", "min"), "direction: neither max nor min")
    sizes = {len(given[key]) for key in ("choices", "values", "policy", "rank")}
    need(sizes == {len(listed)} != {0}, "choices, values, policy, rank: not one of each for every state")
    for key in ("initial", "targets"):
        at = given[key]
        need(at == sorted(set(at)), f"{key}: states are not in order, or named twice")
        need(all(0 <= i < len(listed) for i in at), f"{key}: a state that is not there")
    need(given["initial"], "initial: no state")
    found: list[list[Choice]] = []
    for i, choices in enumerate(listed):
        need(len({action for action, _, _ in choices}) == len(choices), f"choices {i}: two have one name")
        need(0 <= policy[i] < len(choices), f"policy {i}: a choice that is not there")
        need(given["rank"][i] >= 0, f"rank {i}: below 0")
        found.append([])
        for action, brings, row in choices:
            place = f"choices {i}, {action[:40]}"
            to = [j for j, _ in row]
            need(to == sorted(set(to)), f"{place}: states are not in order, or named twice")
            need(to and to[0] >= 0 and to[-1] < len(listed), f"{place}: leads to no state, or to none there")
            weights = [whole(weight, place, WEIGHT) for _, weight in row]
            need(all(weights), f"{place}: a weight of 0")
            reward = fraction(brings, f"{place}, reward")
            need(given["kind"] == "reward" or not reward, f"{place}: a reward where chances are asked for")
            found[i].append(Choice(reward, dict(zip(to, weights, strict=True))))
    return found


def check_best(given: Any, choices: Sequence[Sequence[Choice]]) -> None:
    """Values are those of the policy, no choice is better, and ranks fall to where all is decided."""
    rank, chance, greatest = given["rank"], given["kind"] == "chance", given["direction"] == "max"
    values = [
        None if text is None else fraction(text, f"values {i}", LONGEST) if type(text) is str else -1
        for i, text in enumerate(given["values"])
    ]
    unit, longest = 1, 10**LONGEST
    for i, value in enumerate(values):
        need(value != -1, f"values {i}: neither a text nor null")
        unit = lcm(unit, value.denominator) if value is not None else unit
        need(unit < longest, "values: no common denominator of a sensible length")
    units = [None if value is None else int(value * unit) for value in values]
    targets = set(given["targets"])
    for i, (value, listed) in enumerate(zip(values, choices, strict=True)):
        if i in targets:
            need(value == int(chance), f"values {i}: not what a target is worth")
            continue
        taken = given["policy"][i]
        if value is None:
            need(not chance, f"values {i}: no chance is infinite")
            for k, choice in enumerate(listed):
                lost = [rank[j] for j in choice.weights if values[j] is None]
                trapped = len(lost) == len(choice.weights) and max(lost) <= rank[i]
                missed = trapped or min(lost, default=rank[i]) < rank[i]
                need(missed or (greatest and k != taken), f"values {i}: choice {k} may be finite")
            continue
        gains = [gain(choice, units, i, unit) for choice in listed]
        need(gains[taken] == 0, f"values {i}: not what the policy's choice is worth")
        for k, (choice, each) in enumerate(zip(listed, gains, strict=True)):
            if each is None:
                need(not greatest, f"values {i}: choice {k} may be infinite")
            else:
                need(each <= 0 if greatest else each >= 0, f"values {i}: choice {k} is better")
            # A chance of 0 is decided. Where staying undecided might be better, no choice may stay.
            if not (chance and value == 0) and (k == taken or greatest != chance):
                need(min(rank[j] for j in choice.weights) < rank[i], f"rank {i}: does not fall by choice {k}")


def gain(choice: Choice, units: Sequence[Any], i: int, unit: int) -> int | None:
    """The worth of a choice beyond value i, times a number above 0; None where that may be infinite.

    units   the values, as whole numbers of which `unit` make 1
    """
    if any(units[j] is None for j in choice.weights):
        return None
    total = sum(choice.weights.values())
    brings = sum(weight * units[j] for j, weight in choice.weights.items()) - total * units[i]
    return int(choice.reward.denominator * brings + choice.reward.numerator * total * unit)


def check(text: str) -> Iterator[tuple[str, bool, str]]:
    """Each check: its name, whether it holds, and what is wrong where. Nothing follows one that does not.

    Raises Foreign for a text that is no certificate.
    """
    try:  # what is no short whole number is read as a text, so that the form is found not to be canonical
        read = {"parse_int": lambda n: int(n) if len(n) < 16 else n, "parse_float": str}
        given = json.loads(text, parse_constant=str, **read)  # type: ignore[arg-type]
    except (ValueError, RecursionError):
        raise Foreign(f"no whole JSON document; expected a certificate ({SCHEMA})") from None
    if not isinstance(given, dict) or str(given.get("schema")) not in SHAPES:
        raise Foreign(f"another kind of document, or another version; expected a certificate ({SCHEMA})")
    name = "form"
    try:
        need(text.removesuffix("\n") == canonical(given), "the text: not in canonical form")
        shape = SHAPES[given["schema"]]
        check_shape(given, shape, "certificate")
        yield name, True, "in canonical form, with no key missing and none added"
        if given["schema"] == DECISION:
            name = "choices"
            choices = check_choices(given)
            yield name, True, "each leads to states that are there, by weights above 0"
            name = "best policy"
            check_best(given, choices)
            yield name, True, "values are those of the policy, no choice is better, and all is decided"
            return
        name = "paytable"
        pays = check_pays(given)
        yield name, True, "pays are those posted, one for each ending that can happen or is offered"
        name = "chain"
        chains = check_chains(given)
        yield name, True, "each row has a state for every outcome of its wheel; play ends with probability 1"
        name = "best play"
        check_value(given, chains["optimal"], pays)
        yield name, True, "worth at least as much as any other play that ends, from every state"
        for way, play in given["plays"].items():
            name = f"claims, {way}"
            check_claims(play, way, chains[way], pays)
            edge = play["claims"]["edge"]["per_stake"]
            held = "follow from witnesses that satisfy their equations"
            yield name, True, f"{held}; the edge is {shortened(edge)} of the stake"
        name = "digests"
        need(given["digests"].keys() == shape.keys() - {"digests"}, "digests: not one for each part")
        for key, stated in given["digests"].items():
            need(stated == digest(given[key]), f"digests, {key}: not what its digest was made of")
        yield name, True, "each part matches its digest"
    except Refused as refused:
        yield name, False, str(refused)
    except (ValueError, RecursionError):  # where the caller lets Python read fewer digits than LONGEST
        yield name, False, "a number too long, or parts too deep, to be read here"


def label(text: str) -> str:
    """The name of what a certificate says it is about, in printable ASCII; nothing proves it."""
    given = json.loads(text, parse_int=str)
    words = [given.get(key, "") for key in ("game", "wager", "direction", "kind", "reach")]
    return ", ".join(shortened(ascii(word)[1:-1]) for word in words if isinstance(word, str) and word)


def shortened(text: str) -> str:
    """The text, the rest left out where it is long."""
    return text if len(text) <= 60 else f"{text[:60]}..."


def main(arguments: Sequence[str]) -> int:
    """Prints the checks of a file; returns 0 if all hold, 1 if one fails, 2 for usage, 3 for no answer."""
    if len(arguments) != 1:
        print("usage: python checker.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="ascii") as lines:
            certificates = [(list(check(line)), label(line)) for line in lines]
        if not certificates:
            raise Foreign(f"an empty file; expected certificates ({SCHEMA}), a line each")
    except (OSError, ValueError) as error:
        print(f"{arguments[0]!a}: {error}", file=sys.stderr)
        return 3
    try:
        for number, (results, name) in enumerate(certificates, start=1):
            print(f"line {number}: {name}")
            for what, holds, detail in results:
                print("ok" if holds else "NO", what, detail, sep="  ", flush=True)
    except OSError as error:
        print(f"stdout: {error}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # else Python tries again as it ends
        return 3
    return 0 if all(holds for results, _ in certificates for _, holds, _ in results) else 1


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)  # numbers are bounded where they are read
    sys.exit(main(sys.argv[1:]))
