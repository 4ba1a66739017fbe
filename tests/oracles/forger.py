"""A forger: it solves any world that is written as a certificate, by a solver of its own, and seals it.

States are taken out in fractions, and second moments have their own equations: nothing is shared with the
engine or with the checker. Of a true world it makes the true certificate, character by character.
"""

import hashlib
import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from math import lcm

from tests.oracles.elimination import gathered

SPIN = object()


class NoEnd(Exception):
    """A world in which play could go on for ever."""


def canonical(part):
    return json.dumps(part, sort_keys=True, separators=(",", ":"))


def sealed(given):
    """The text of the certificate, with digests that fit whatever it holds."""
    parts = {key: part for key, part in given.items() if key != "digests"}
    digests = {key: hashlib.sha256(canonical(part).encode()).hexdigest() for key, part in parts.items()}
    return canonical({**parts, "digests": digests})


def altered(given, path, new):
    """The certificate with another part at the path."""
    found = deepcopy(given)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return found


def solved(given, stops=None):
    """The certificate of the world: its rows, wheel, offers and pays are kept, all else is made to follow.

    stops   where the best play is to stop; what is best if left out

    Raises NoEnd where play could go on for ever.
    """
    pays = {ending: Fraction(pay) for ending, pay in given["pays"].items()}
    offers = dict(given["offers"])
    rank = ranked(given["rows"])
    if stops is None:
        stops = best(given, pays, offers)
    never = played(given, pays, offers, frozenset())
    optimal = played(given, pays, offers, stops) if stops else never
    value = witness(valued(given, pays, offers, stops))
    return {**given, "rank": rank, "value": value, "plays": {"never": never, "optimal": optimal}}


def directed(given, never, optimal):
    """The same of a world in which the player chooses, under two policies: by state the place of the action.

    The value is what the second leaves; the most that any leaves is found by `policies`.

    Raises NoEnd where play could go on for ever under one of them.
    """
    pays = {ending: Fraction(pay) for ending, pay in given["pays"].items()}
    later_stakes = {ending: Fraction(more) for ending, more in given["raises"].items()}
    most = max(later_stakes.values(), default=Fraction(0))
    left = {ending: pay + most - later_stakes.get(ending, 0) for ending, pay in pays.items()}
    plays = {}
    for way, policy in (("never", never), ("optimal", optimal)):
        world, moves = chosen(given, policy)
        rank = ranked(world["rows"])
        play = played(world, pays, {}, frozenset(), moves)
        del play["stops"]
        plays[way] = {**play, "policy": list(policy), "rank": rank}
    value = witness(valued(chosen(given, optimal)[0], left, {}, frozenset()))
    return {**given, "value": value, "plays": plays}


def acting(given):
    """The states in which the player chooses."""
    return [i for i, row in enumerate(given["rows"]) if row[:1] and isinstance(row[0], list)]


def chosen(given, policy):
    """The world in which a choice is a wheel of one outcome, and the states where it stands for one."""
    rows, wheel_at, moves = list(given["rows"]), list(given["turned"]), acting(given)
    for k, i in zip(policy, moves, strict=True):
        rows[i], wheel_at[i] = [rows[i][k][1]], len(given["wheels"])
    return {**given, "rows": rows, "turned": wheel_at, "wheels": [*given["wheels"], [["go", "1"]]]}, moves


def policies(given):
    """Every policy under which play ends, from whatever state, with what it leaves from each of them."""
    for policy in product(*(range(len(given["rows"][i])) for i in acting(given))):
        try:
            value = directed(given, policy, policy)["value"]
        except NoEnd:
            continue
        yield list(policy), [Fraction(int(x), int(value["denominator"])) for x in value["numerators"]]


def ranked(rows):
    rank = {i: 0 for i, row in enumerate(rows) if isinstance(row, str)}
    while len(rank) < len(rows):
        high = max(rank.values(), default=0)
        found = {
            i
            for i, row in enumerate(rows)
            if i not in rank and isinstance(row, list) and any(rank.get(j) == high for j in row)
        }
        if not found:
            raise NoEnd
        rank |= dict.fromkeys(found, high + 1)
    return [rank[i] for i in range(len(rows))]


def weighed(given, i):
    """The weights of the wheel of state i."""
    wheel = given["wheel"] if "wheel" in given else given["wheels"][given["turned"][i]]
    return [int(weight) for _, weight in wheel]


def chances(given, i):
    """The chance of each state after state i."""
    weights = weighed(given, i)
    found = {}
    for weight, j in zip(weights, given["rows"][i], strict=True):
        found[j] = found.get(j, 0) + Fraction(weight, sum(weights))
    return found


def going_on(given, stops):
    return [i for i, row in enumerate(given["rows"]) if isinstance(row, list) and i not in stops]


def over(given, pays, offers, stops):
    """The return in each state in which play is over."""
    ended = {i: pays[row] for i, row in enumerate(given["rows"]) if isinstance(row, str)}
    return ended | {i: pays[offers[i]] for i in stops}


def valued(given, pays, offers, stops):
    ended = over(given, pays, offers, stops)
    found = dict(gathered({i: chances(given, i) for i in going_on(given, stops)}))
    found |= {i: {i: 1} for i in ended}
    return [sum((p * ended[j] for j, p in found[i].items()), Fraction(0)) for i in range(len(found))]


def best(given, pays, offers):
    stops = frozenset()
    while True:
        value = valued(given, pays, offers, stops)
        better = frozenset(
            i
            for i, ending in offers.items()
            if pays[ending] > sum(chance * value[j] for j, chance in chances(given, i).items())
        )
        if better == stops:
            return stops
        stops = better


def played(given, pays, offers, stops, moves=()):
    rows, ahead = given["rows"], {i: chances(given, i) for i in going_on(given, stops)}
    spin = {i: Fraction(i not in moves) for i in ahead}
    found = dict(gathered({i: {**row, SPIN: spin[i], ("visits", i): 1} for i, row in ahead.items()}))
    left = [found[i][SPIN] if i in found else Fraction(0) for i in range(len(rows))]
    twice = {i: spin[i] * (1 + 2 * sum(p * left[j] for j, p in row.items())) for i, row in ahead.items()}
    squares = dict(gathered({i: {**row, SPIN: twice[i]} for i, row in ahead.items()}))
    start = found.get(0, {0: Fraction(1)})
    visits = [start.get(("visits", i), Fraction(0)) for i in range(len(rows))]
    ends = {i: start[i] for i in range(len(rows)) if i in start}
    square = squares[0][SPIN] if 0 in squares else Fraction(0)
    named = {}
    for i, chance in ends.items():
        ending = offers[i] if i in stops else rows[i]
        named[ending] = named.get(ending, 0) + chance
    return {
        "stops": sorted(stops),
        "shares": witness(
            [visits[i] / sum(weighed(given, i)) if i in ahead else visits[i] for i in range(len(rows))]
        ),
        "left": witness(left),
        "claims": claims(given, pays, named, left[0], square - left[0] ** 2),
    }


def claims(given, pays, named, mean, variance):
    down = {e: Fraction(given["outlay"]) + Fraction(given.get("raises", {}).get(e, "0")) for e in named}
    outlay = sum((p * down[e] for e, p in named.items()), Fraction(0))
    back = sum((p * pays[e] for e, p in named.items()), Fraction(0))
    envy = sum((p * Fraction(given["envy"].get(e, "0")) for e, p in named.items()), Fraction(0))
    pushed = sum(p for e, p in named.items() if e in given["undecided"] or pays[e] == down[e])
    lost = outlay - back
    bases = {"per_stake": 1, "per_outlay": outlay, "per_resolved": 1 - pushed, "per_spin": mean}
    return {
        "returned": str(back),
        "net": str(-lost),
        "rtp": str(back / outlay),
        "envy": str(envy),
        "house_after_envy": str(lost - envy),
        "hit_frequency": str(sum((p for e, p in named.items() if pays[e]), Fraction(0))),
        "variance": str(sum(p * (pays[e] - down[e] + lost) ** 2 for e, p in named.items())),
        "edge": {key: str(lost / base) if base else None for key, base in bases.items()},
        "spins": {"mean": str(mean), "variance": str(variance)},
        "endings": {e: {"probability": str(p), "returned": str(pays[e])} for e, p in named.items()},
    }


def witness(numbers):
    unit = lcm(*(x.denominator for x in numbers))
    return {"denominator": str(unit), "numerators": [str(int(x * unit)) for x in numbers]}
