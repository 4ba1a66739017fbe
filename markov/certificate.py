"""A solution that can be checked without the solver: a chain, claims about it, and witnesses of them.

`markov.checker`, a file that imports nothing of ours, says what is checked and what follows from it.
Witnesses are whole numbers over one denominator each, so checking is adding and multiplying.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from markov.absorption import visits
from markov.answer import Play, Solved
from markov.chain import Chain
from markov.checker import digest
from markov.duration import ended
from markov.formats.states import plain
from markov.sheet import Game, slug
from markov.value import values
from markov.wager import End, Priced, Wager, alike, priced

Document: TypeAlias = dict[str, Any]

_LARGE = 2_000  # states; beyond it those that play alike are made one, which the certificate says


def certificate(game: Game, reading: Mapping[str, str], wager: Wager, limit: int) -> Document:
    """The certificate of a wager: JSON with texts, whole numbers below 2^53, and no others.

    Raises what `markov.answer.answer` raises.
    """
    chain = wager.chain(limit)
    if merged := merged_as(chain):
        chain = alike(priced(wager, chain)).chain
    solved = Solved(wager.rule, wager.wheel, chain, ended(chain, chain.order))
    return certified(game, reading, wager, solved, merged)


def merged_as(chain: Chain[Any]) -> str:
    """How a certificate says that the chain is merged in it; nothing where it is small enough not to be."""
    states = len(chain.states)
    return f"{states:,} states, those that play alike being one here" if states > _LARGE else ""


def certified(game: Game, reading: Mapping[str, str], wager: Wager, solved: Solved, merged: str) -> Document:
    """The certificate of a wager whose rule is solved, on the chain that a certificate is to have.

    merged   as `merged_as` says it
    """
    chain = solved.chain
    table, answered = priced(wager, chain), solved.answer(wager)
    taken = {i for i, offer in zip(table.offers, answered.offers, strict=True) if offer.take}
    never = _play(chain, set(), answered.never)
    row = chain.rows()
    rows = [[part for step in row(i) for part in step] for i in range(len(chain.states))]
    found: Document = {
        "schema": "markov/certificate/1",
        "game": game.slug,
        "name": wager.name,
        "wager": slug(wager.name),
        "options": dict(reading),
        "source": wager.source,
        "wheel": [[plain(outcome), weight] for outcome, weight in wager.wheel.items()],
        "pays": {ending: str(pay) for ending, pay in sorted(wager.pays.items())},
        "posted": {ending: wager.pays.posted(ending) for ending in sorted(wager.pays)},
        "outlay": str(wager.outlay),
        "envy": {ending: str(owed) for ending, owed in sorted(wager.envy.items())},
        "merged": merged or chain.merged,
        "states": [plain(state) for state in chain.states],
        "rows": rows,
        "rank": _rank(rows),
        "endings": {str(i): end.name for i, end in table.ends.items()},
        "undecided": sorted({end.name for end in _ends(table.ends, table.offers) if not end.decides}),
        "offers": {str(i): end.name for i, end in table.offers.items()},
        "value": _value(table, wager.pays, taken),
        "plays": {
            "never": never,
            "optimal": _play(chain, taken, answered.optimal) if taken else never,
        },
    }
    return {**found, "digests": {key: digest(part) for key, part in found.items()}}


def link(given: Document, game: Game, wager: Wager, limit: int) -> str:
    """Which part of a certificate is not what the installed rules and sheet make of it; nothing where all is.

    The chain is made again from the rule, and merged again, so each row is what the rule says of its state.
    """
    again = certificate(game, given["options"], wager, limit)
    return next((key for key in sorted(again) if key != "digests" and again[key] != given.get(key)), "")


def _ends(*tables: Mapping[int, End]) -> Iterable[End]:
    return {end for table in tables for end in table.values()}


def _rank(rows: Sequence[Sequence[int]]) -> list[int]:
    """For each state the fewest spins to an end."""
    into: list[list[int]] = [[] for _ in rows]
    for i, row in enumerate(rows):
        for j in row[::2]:
            into[j].append(i)
    found = [0 if not row else -1 for row in rows]
    nearest = [i for i, row in enumerate(rows) if not row]
    for j in nearest:  # grows while it is walked
        for i in into[j]:
            if found[i] < 0:
                found[i] = found[j] + 1
                nearest.append(i)
    return found


def _value(table: Priced[Any], pays: Mapping[str, Fraction], taken: set[int]) -> Document:
    offered = table.offered(pays)
    cut = table.chain.stopped(taken)
    return _witness(values(cut, cut.order, table.payoff(pays) | {i: offered[i] for i in taken}))


def _play(chain: Chain[Any], taken: set[int], play: Play) -> Document:
    cut = chain.stopped(taken)
    solvable = cut.order
    totals = cut.totals.tolist()
    made = visits(cut, solvable)
    shares = [visit / total if total else Fraction(0) for visit, total in zip(made, totals, strict=True)]
    left = values(cut, solvable, {}, reward=Fraction(1))
    return {
        "stops": sorted(taken),
        "shares": _witness(shares),
        "left": _witness(left),
        "claims": _claims(play),
    }


def _witness(numbers: Sequence[Fraction]) -> Document:
    """The numbers over their common denominator."""
    unit = lcm(*{number.denominator for number in numbers})
    return {
        "denominator": str(unit),
        "numerators": [str(x.numerator * (unit // x.denominator)) for x in numbers],
    }


def _claims(play: Play) -> Document:
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
