"""What every way of playing a wager comes to, whatever its endings pay."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from markov.chain.duration import absorption_with_spins
from markov.chain.solve_order import TooMuchWork
from markov.wager.odds import Solved
from markov.wager.wager import End, Priced, Wager, priced

Line: TypeAlias = Mapping[str, Fraction]  # the chance of each ending that can happen

MOST = 256  # ways of playing that are looked at


def lines(solved: Solved, wager: Wager, most: int = MOST) -> list[Line]:
    """The chances of the endings under every way of taking offers, the first taking none.

    Ways that come to the same chances are one. The return is linear in the pays under each, and under best
    play it is the greatest of them. Of several that are the greatest, best play, which plays on where an
    offer is worth exactly as much, is the first: at an offer that can be reached past no other undecided
    one, declining comes before taking.

    Raises TooMuchWork where there are more ways than `most`, and Mispriced.
    """
    table = priced(wager, solved.chain)
    if not table.offers:
        return [_chances(solved.ended.chances, table.ends)]
    found: dict[frozenset[tuple[str, Fraction]], Line] = {}
    for tried, stops in enumerate(_policies(table)):
        if tried >= most:
            raise TooMuchWork(
                f"{wager.name}: its offers can be taken in more than {most:,} ways, too many to "
                "compare; ask for play to the end, --play never"
            )
        line = _line(table, stops)
        found.setdefault(frozenset(line.items()), line)
    return list(found.values())


def needed(policies: Sequence[Line], low: Mapping[str, Fraction], high: Mapping[str, Fraction]) -> list[Line]:
    """The policies, in their order, that may count where each pay lies between a low and a high one.

    A policy is left out where another returns more wherever the pays lie, or as much and comes before it.
    """

    def beaten(r: int, s: int) -> bool:
        """Whether policy s makes policy r idle."""
        lead = Fraction(0)
        for ending in policies[r].keys() | policies[s].keys():
            more = policies[r].get(ending, Fraction(0)) - policies[s].get(ending, Fraction(0))
            lead += more * (high if more > 0 else low)[ending]
        return lead < 0 or (lead == 0 and s < r)

    every = range(len(policies))
    return [policies[r] for r in every if not any(beaten(r, s) for s in every if s != r)]


def _policies(table: Priced[Any]) -> Iterator[frozenset[int]]:
    """Sets of states in which the offer is taken: each says all that matters to play from the start."""
    row = table.chain.transitions.row_reader()

    def next_offer(stops: frozenset[int], declined: frozenset[int]) -> int | None:
        """The first offer that is met before any other undecided one."""
        seen, waiting, met = {0}, [0], []
        while waiting:
            i = waiting.pop()
            if i in stops:
                continue
            if i in table.offers and i not in declined:
                met.append(i)
                continue
            ahead = {to for to, _ in row(i)} - seen
            seen |= ahead
            waiting += ahead
        return min(met, default=None)

    undecided = [(frozenset[int](), frozenset[int]())]
    while undecided:
        stops, declined = undecided.pop()
        if (i := next_offer(stops, declined)) is None:
            yield stops
        else:
            undecided += [(stops | {i}, declined), (stops, declined | {i})]


def _line(table: Priced[Any], stops: frozenset[int]) -> Line:
    cut = table.chain.transitions.stopped(stops)
    over = absorption_with_spins(cut).chances
    return _chances(over, {**table.ends, **{i: table.offers[i] for i in stops}})


def _chances(over: Mapping[int, Fraction], ends: Mapping[int, End]) -> Line:
    line: dict[str, Fraction] = {}
    for i, chance in over.items():
        if chance:
            line[ends[i].name] = line.get(ends[i].name, Fraction(0)) + chance
    return line
