"""Acyclic regions, level by level: modulo primes on arrays, or in whole numbers where levels are narrow.

**Theorem.** A state may loop on itself; let d = total - (weight of the loop). The chance that play from a
state ever comes to another is a sum, over the ways there, of products of weight / d. A way meets each level
at most once, so D = product over levels of lcm(d) is a denominator of every such chance, and of what play is
worth where ends pay whole numbers, known before anything is solved. An answer is N / D with a whole number N
that is found modulo primes: as soon as their product exceeds a bound on N, the Chinese remainder theorem
gives N itself (von zur Gathen & Gerhard, Modern Computer Algebra, 5.5). Nothing is guessed and nothing is
reconstructed; the bounds that make it a proof stand where they are used.

Where levels have many d, D is far from the least: then the powers of each prime are added up along ways, and
the most of them is taken.

Where levels are many and narrow, primes are many too and arrays short. Then shares of play are passed on from
the start, as whole numbers over one denominator, which each level multiplies by its lcm(d): a share over d is
a multiple of lcm(d) / d, and no number is ever divided.

**Example.** State 0 leads to 1 or 2, with weight 1 each; 1 leads to an end with 1 of 3, and 2 with 1 of 2. So
D = 2 · lcm(3, 2) = 12. Modulo 13, 1/2 is 7 and 1/3 is 9, so the chance of the end is 7 · 9 + 7 · 7,
which is 8, and N is 12 · 8, which is 5. As N is from 0 to 12, it is 5 itself, and the chance 5/12. In whole
numbers 0 passes on 1 and 1 over 2, and 1 and 2 pass on 1 · 2 and 1 · 3 over 2 · 6 to the end: 5 over 12.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType

import numpy as np

from markov.chain.solvers.modular import AT_ONCE, Residues, bits, remainders, whole
from markov.chain.solvers.region import LARGEST, Region
from markov.chain.transitions import Absorption, Indices, TooMuchWork, Transitions
from markov.exact import fraction

_MOST_STEPS = 2**33  # primes times transitions, about a minute
_STEPS_OF_A_LEVEL = 100  # transitions that are followed while the arrays of a level are taken up
_CELLS = 4_096  # residues of a level that are worked on together in no more time than a few
_MOST_CELLS = 2**24  # residues of all states, 128 MB
_FEW_ENDS = 4
_MOST_WORDS = 2**37  # products of 64 bits in whole numbers, about a minute


def fits(chain: Transitions) -> bool:
    """True where weights are so small that no sum of weights times residues can reach 2^64."""
    return chain.weights.dtype != object and bool(chain.totals.max() < LARGEST)


def absorption_by_levels(
    chain: Transitions, start: int = 0, reward: Sequence[int] = ()
) -> dict[int, Fraction]:
    """The absorption probabilities of play from a state in which it goes on, in whole numbers.

    reward   for each state what a spin from there brings; then the number of states is the index under which
             all that play brings stands beside the ends

    Raises TooMuchWork when that would take more than some minutes.
    """
    from flint import fmpq, fmpz

    levels, totals, next_row = chain.solve_order.levels, chain.totals.tolist(), chain.row_reader()
    loops = chain.successors == chain.origins()
    leaving = chain.totals.copy()
    np.subtract.at(leaving, chain.origins()[loops], chain.weights[loops])
    commons = [lcm(*np.unique(leaving[level]).tolist()) for level in levels[:0:-1]]
    bits = sum(common.bit_length() for common in commons)
    if bits // 64 * len(chain.weights) > _MOST_WORDS:
        raise TooMuchWork(f"the exact answer has up to {bits:,} binary digits; ask for fewer states")
    out, below, brought = leaving.tolist(), fmpz(1), fmpz(0)
    arriving = {end: fmpz(0) for end in levels[0].tolist()} | {start: below}
    for level, common in zip(levels[:0:-1], commons, strict=True):
        shares = [(i, arriving.pop(i) * (common // out[i])) for i in level.tolist() if i in arriving]
        below *= common
        brought *= common
        for j in arriving:
            arriving[j] *= common
        for i, share in shares:
            if reward:
                brought += share * (totals[i] * reward[i])
            for j, weight in next_row(i):
                if j in arriving:
                    arriving[j] += share * weight
                elif j != i:
                    arriving[j] = share * weight
    if reward:
        arriving[len(chain)] = brought
    return {end: fraction(fmpq(above, below)) for end, above in arriving.items()}


def chances_and_moments(chain: Transitions) -> Absorption:
    """The chances of the ends and the moments of the number of spins, from the start.

    With t(s) the expected spins still to come at s, each spin is worth 1 for the mean, and 2t(s) - 1 for the
    mean square. Spins in one level are at most B_l = max(total / d) on average, so t is at most
    B = sum of B_l, and the mean square at most 2B². What 2t - 1 brings meets the level of s twice: D times
    lcm(d) of that level is a denominator of it.

    Raises TooMuchWork when that would take more than some minutes.
    """
    region = Region(chain)
    denominator = region.denominator * lcm(*region.divisors.tolist())
    bound = int(2 * region.longest**2 + region.longest + 1) * denominator

    def moments(primes: Residues) -> Residues:
        left = region.continuation_values(primes, reward=np.ones(1, dtype=np.uint64))
        mean = left[region.start].copy()
        left *= 2  # in its place: it is as large as the chain
        left += primes - 1
        left %= primes
        return np.stack((mean, region.continuation_values(primes, reward=left)[region.start]))

    mean, square = _fractions(moments, region, denominator, bound)
    return Absorption.of(chances(chain, region), mean, square)


def continuation_values(
    region: Region,
    payoff: Mapping[int, Fraction],
    at: Indices,
    reward: Sequence[Fraction] = (),
    taken: Mapping[int, Fraction] = MappingProxyType({}),
) -> list[Fraction]:
    """The continuation values of some states.

    payoff   by index of an end; one that is left out pays 0
    reward   for each state what a spin from there brings; nothing where it is left out
    taken    by index of a state what play stops for there, seen from other states

    With all of them whole multiples of 1/u, an answer is N / (uD), and N is at most the most that can be paid
    and the most that spins can bring, times D.

    Raises TooMuchWork when that would take more than some minutes.
    """
    unit = lcm(*{x.denominator for x in (*payoff.values(), *reward, *taken.values())})
    paid = [int(payoff.get(i, 0) * unit) for i in region.absorbing]
    gained = [int(x * unit) for x in reward]
    stops = sorted(taken, key=region.place.__getitem__)
    offered = [int(taken[i] * unit) for i in stops]
    most = max(map(abs, (0, *paid, *offered))) + max(map(abs, (0, *gained))) * region.longest
    denominator = region.denominator
    places, places_asked = region.place[np.array(stops, dtype=np.int64)], region.place[at]

    def residues(primes: Residues) -> Residues:
        values = region.continuation_values(
            primes,
            remainders(paid, primes),
            remainders(gained, primes)[region.order] if gained else None,
            (places, remainders(offered, primes)) if stops else None,
        )
        asked: Residues = values[places_asked]
        return asked

    return _fractions(residues, region, denominator, (int(most) + 1) * denominator, unit)


def best_stops(
    region: Region, payoff: Mapping[int, Fraction], offers: Mapping[int, Fraction]
) -> frozenset[int]:
    """The states in which an offer is worth more than playing on, where play is best everywhere.

    One pass in rounded whole numbers decides all but those whose offer is about what playing on is worth.
    Those are compared exactly, and again where one of them changes: what lies beyond the last of them is
    settled, so each round settles one more level at least.
    """
    paid = [payoff.get(i, Fraction(0)) for i in region.absorbing]
    least, most = min(paid), max(*paid, *{id(pay): pay for pay in offers.values()}.values())
    if most == least:
        return frozenset()
    unit = Fraction(1 << 63 - int(region.totals.max()).bit_length()) / (most - least)

    def rounded_down(pays: Sequence[Fraction]) -> Residues:
        apart = {id(pay): pay for pay in pays}  # they are often the same ones
        whole = {key: max(0, int((pay - least) * unit)) for key, pay in apart.items()}
        return np.array([whole[id(pay)] for pay in pays], dtype=np.uint64)

    at, offered = np.array(list(offers), dtype=np.int64), rounded_down(list(offers.values()))
    by_place = np.zeros(region.ends.stop, dtype=np.uint64)
    by_place[region.place[at]] = offered
    worth = region.best_values_rounded_down(rounded_down(paid), by_place)[region.place[at]]
    above = offered >= worth + np.uint64(len(region.levels) + 1)
    clear = frozenset(at[above].tolist())
    close = at[~above & (offered >= worth)]  # an offer is less than 1 above what it is rounded to
    stops = clear
    while len(close):
        exact = continuation_values(region, payoff, close, taken={i: offers[i] for i in stops})
        better = clear | {i for i, x in zip(close.tolist(), exact, strict=True) if offers[i] > x}
        if better == stops:
            break
        stops = better
    return stops


def chances(chain: Transitions, region: Region | None = None) -> dict[int, Fraction]:
    """The chance of each end, by its index, from the start; chances are at most 1, so their N is at most D.

    Play is followed back from each end. Where there are many, it is sooner followed forward in whole numbers.

    Raises TooMuchWork when that would take more than about a minute.
    """
    if len(chain.absorbing) > _FEW_ENDS:
        return absorption_by_levels(chain)
    region = region or Region(chain)
    ends = region.absorbing
    others = len(ends) - 1  # play surely ends, so the last chance is what the others leave

    def back(primes: Residues) -> Residues:
        paid = np.repeat(np.eye(len(ends), others, dtype=np.uint64), len(primes), axis=1)
        made: Residues = region.continuation_values(np.tile(primes, others), paid)[region.start]
        return made.reshape(others, -1)

    denominator = region.denominator
    fractions = _fractions(back, region, denominator, denominator) if others else []
    return dict(zip(ends, [*fractions, 1 - sum(fractions, Fraction(0))], strict=True))


def _fractions(
    residues: Callable[[Residues], Residues],
    region: Region,
    denominator: int,
    bound: int,
    unit: int = 1,
) -> list[Fraction]:
    """N / (unit · denominator), from the residues of N / denominator by row and prime, for N in the bound."""
    at_once = max(AT_ONCE, min(_CELLS * len(region.levels), _MOST_CELLS) // region.ends.stop)
    room = region.room
    steps = region.matrix.nnz + _STEPS_OF_A_LEVEL * len(region.levels)
    if bound.bit_length() // bits(room) * steps > _MOST_STEPS:
        raise TooMuchWork(
            f"the exact answer has up to {bound.bit_length():,} binary digits; ask for fewer states"
        )
    return [Fraction(n, denominator * unit) for n in whole(residues, denominator, bound, room, at_once)]
