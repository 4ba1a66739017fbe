"""The smallest chain that plays alike, with the partition as its proof.

A partition of the states is a lumping when all states of a block have, for every block, the same chance
of going there on a spin (ordinary lumpability; Kemeny & Snell, Finite Markov Chains, 6.3). Blocks then are
the states of a chain, in which every end has the same chance, after as many spins. A spin that stays in
the block counts as one, so waiting is not divided out: that would keep the chances, but not the spins.

Among the lumpings that keep given classes apart one is coarser than all others. Refinement finds it
(Valmari & Franceschinis, Simple O(m log n) Time Markov Chain Lumping, 2010), knowing a state by a residue:
the sum of chance times multiplier of the block over what it leads to. Why that is exact:

- Never too fine. Alike states have equal chances for the blocks of any partition that the coarsest
  lumping refines, hence equal residues. So refinement, which parts states of different residues only,
  never parts alike ones; nor does `differing_states`, which compares the rows of such a partition
  themselves.
- Never too coarse. Different states may share a residue, but nothing is returned before
  `differing_states`, in whole numbers and with nothing in common with the refinement, found every state's
  row to be that of its block.

A decision process is lumped as the chain in which a choice is drawn, each being a state of its own. States of
a block then have choices that go alike, one for one, so whatever is done in one can be done in all.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd, inf, isqrt
from typing import Generic, TypeVar

import numpy as np

from markov.chain.choices import Choices, Once
from markov.chain.transitions import (
    FEW_ALIKE,
    Indices,
    Mask,
    Transitions,
    Weights,
    offsets_of,
    row_entries,
    sums_by_key,
)

T = TypeVar("T")  # Transitions; or the chain that has them, with its states

_FIELD = 2**89 - 1  # a prime
_MOST_TWOS = 16  # bits of 64 that an even total may cost
_AT_ONCE = 2**16  # rows compared together: more take memory, and no less time
_MOST_LEFT = 2 / 3  # of the states; a chain that is hardly smaller is solved as it is
_MOST_CHOICES = 1 / 3  # of states and choices; policies are found so soon that less is not worth the search
_ROUNDS = 16  # and the square root of the states: a walk takes as many as it is long, and parts all of them
_A_ROUND = 4_500  # transitions that take as long to look at as a round of none
_SEEN = 800  # states and transitions for a round more: solving them as they are takes about as long


@dataclass(frozen=True, slots=True, eq=False)
class Lumping(Generic[T]):
    """A chain that plays like another one, with fewer states, and the partition that proves it.

    chain   each block as one state, which has the weights and the total of its first member; blocks in the
            order of these, so the block of the start comes first
    block   for each state of the other chain the position of its block
    """

    chain: T
    block: Indices


def lump(chain: Transitions, classes: Sequence[int] | Indices | None = None) -> Lumping[Transitions]:
    """The coarsest lumping in which states of different classes stay apart.

    classes   a number for each state; left out, every end is a class of its own, and all states in which
              play goes on are one

    Play that is over is never alike to play that goes on, whatever their classes. A round takes at least
    some 0.3 ms, and a chain may need as many rounds as its longest way to an end has steps.

    >>> start, left, right, won, lost = [(1, 1), (2, 1)], [(3, 1), (4, 2)], [(4, 4), (3, 2)], [], []
    >>> found = lump(Transitions.of([start, left, right, won, lost]))
    >>> found.block.tolist(), found.chain.row(0)
    ([0, 1, 1, 2, 3], [(1, 2)])

    Raises ValueError when there are not as many classes as states.
    """
    n = len(chain)
    return _lumped(chain, classes, inf, n) or Lumping(chain, np.arange(n))


def condensed(chain: Transitions, classes: Sequence[int] | Indices | None = None) -> Lumping[Transitions]:
    """The coarsest lumping where it is soon found, and much smaller; else the chain as it is.

    What is asked of a chain by class alone has the same answer for both, and is found sooner for this one.
    """
    n = len(chain)
    smaller = _lumped(chain, classes, _ROUNDS + isqrt(n), _MOST_LEFT * n)
    return smaller or Lumping(chain, np.arange(n))


def _lumped(
    chain: Transitions, classes: Sequence[int] | Indices | None, rounds: float, most: float
) -> Lumping[Transitions] | None:
    """The coarsest lumping; None where it has more blocks than the most, or takes longer.

    rounds   that may be made beside those that the size of the chain allows
    """
    over = chain.totals == 0
    if classes is None:
        classes = np.where(over, np.arange(1, len(over) + 1), 0)
    if len(classes) != len(over):
        raise ValueError(f"{len(over)} states need as many classes, not {len(classes)}")
    given = np.unique(np.asarray(classes), return_inverse=True)[1]
    parts = _Parts(chain, np.unique(2 * given + over, return_inverse=True)[1])
    rounds += (len(over) + len(chain.weights)) // _SEEN
    while (block := parts.settled(rounds, most)) is not None:
        smaller = _quotient(chain, block)
        apart = differing_states(chain, smaller.chain, smaller.block)
        if not apart.size:
            return smaller
        parts.set_apart(apart)
    return None


@dataclass(frozen=True, slots=True, eq=False)
class CondensedChoices:
    """A decision process that plays like another one, with fewer states.

    choices   each block of states as one state, which has the choices of its first member
    block     for each state of the other process the position of its block
    taken     for each choice the number of the choice of the other process that it is
    alike     for each choice of the other process a number that those which go alike share
    """

    choices: Choices
    block: Indices
    taken: Indices
    alike: Indices

    def whole(self, policy: Indices, best: Mask, choices: Choices) -> tuple[Indices, Mask]:
        """The policy of the other process, whose choices are given, that plays like this one's.

        best   by choice of this process whether it is among the best; then comes the same of the other
        """
        owner = self.block[choices.owners()]
        made = choices.first(self.alike[self.taken[policy]][owner] == self.alike)
        ways, width = self.alike[self.taken], int(self.alike.max()) + 1
        own = self.choices.owners() * width + ways
        order = np.argsort(own, kind="stable")
        twin = order[np.searchsorted(own[order], owner * width + self.alike)]
        return made, best[twin]


def condensed_choices(choices: Choices, over: Indices, brings: Indices) -> CondensedChoices | None:
    """The coarsest lumping of a decision process where it is soon found, and much smaller; else None.

    over     for each state in which play is over a number above 0, else 0; different ones stay apart
    brings   for each choice a number; those of different ones stay apart
    """
    n, rows = len(choices), choices.rows
    if len(rows.weights) <= FEW_ALIKE:
        return None
    asked = np.flatnonzero(over == 0)
    ways = row_entries(choices.offsets, asked)
    counts = np.where(over > 0, 0, np.diff(choices.offsets))
    drawn = Transitions(
        np.concatenate(([0], np.cumsum(counts), len(ways) + rows.indptr[1:])),
        np.concatenate((n + ways, rows.successors)),
        np.concatenate((np.ones(len(ways), dtype=rows.weights.dtype), rows.weights)),
        np.concatenate((counts.astype(rows.totals.dtype), rows.totals)),
    )
    classes: Indices = np.concatenate((over, int(over.max()) + 1 + brings))
    smaller = _lumped(drawn, classes, _ROUNDS, _MOST_CHOICES * len(drawn))
    if smaller is None:
        return None
    first, block = np.unique(smaller.block[:n], return_index=True, return_inverse=True)[1:]
    order = np.argsort(first)
    first, block = first[order], np.argsort(order)[block]
    taken = row_entries(choices.offsets, first)
    made = rows.selected(taken, block).renamed(lambda i: rows.named(int(first[i])))
    small = Choices(offsets_of(np.diff(choices.offsets)[first]), made)
    return CondensedChoices(small, block, taken, smaller.block[n:])


def differing_states(chain: Transitions, lumped: Transitions, block: Indices) -> Indices:
    """The states whose row, summed by block, is not that of their block: with none, the partition is proved.

    Weights a of total t and b of total u are one chance when au - bt = 0; Python's integers if tu is wide.
    """
    wide = int(chain.totals.max()) * int(lumped.totals.max()) >= 2**63
    parts = []
    for begin in range(0, len(block), _AT_ONCE):
        rows = slice(begin, min(begin + _AT_ONCE, len(block)))
        own, positions = block[rows], slice(chain.indptr[begin], chain.indptr[rows.stop])
        here, there = (x.astype(object) if wide else x for x in (chain.totals[rows], lumped.totals[own]))
        lengths, theirs = np.diff(chain.indptr)[rows], np.diff(lumped.indptr)[own]
        beside = np.repeat(lumped.indptr[own] - np.cumsum(theirs) + theirs, theirs) + np.arange(theirs.sum())
        row = np.repeat(np.tile(np.arange(len(own)), 2), np.concatenate((lengths, theirs)))
        target = np.concatenate((block[chain.successors[positions]], lumped.successors[beside]))
        gained = chain.weights[positions] * np.repeat(there, lengths)
        excess = np.concatenate((gained, -lumped.weights[beside] * np.repeat(here, theirs)))
        key, excess = sums_by_key(row * len(lumped) + target, excess)
        wrong = (here == 0) != (there == 0)
        wrong[key[excess != 0] // len(lumped)] = True
        parts.append(begin + np.flatnonzero(wrong))
    return np.concatenate(parts)


def _quotient(chain: Transitions, part: Indices) -> Lumping[Transitions]:
    """The chain of the parts, each with the row of its first member."""
    first, which = np.unique(part, return_index=True, return_inverse=True)[1:]
    block = np.argsort(np.argsort(first))[which]
    first.sort()
    origins, blocks = chain.origins(), len(first)
    positions = np.flatnonzero(np.isin(origins, first))
    key = block[origins[positions]] * blocks + block[chain.successors[positions]]
    key, weights = sums_by_key(key, chain.weights[positions])
    row, target = np.divmod(key, blocks)
    indptr = offsets_of(np.bincount(row, minlength=blocks))
    return Lumping(Transitions(indptr, target, weights, chain.totals[first]), block)


class _Parts:
    """A partition under refinement. It changes, and only `lump` sees it.

    _block     of each state, numbered without gaps
    _residue   of each state: the sum of chance times multiplier of the block over what it leads to
    _shared    by block, the residue of all its members when they were last compared
    _touched   the states whose residue may have changed since
    _seen      the transitions that were looked at, with those that each round could have been besides
    """

    def __init__(self, chain: Transitions, block: Indices) -> None:
        from scipy.sparse import csr_array

        n, every = len(block), np.arange(len(chain.successors))
        self._entering = csr_array((every, chain.successors, chain.indptr), shape=(n, n)).T.tocsr()
        self._chances, self._modulus = _residues(chain)
        self._multipliers = multipliers(n).astype(self._chances.dtype)
        self._residue, self._shared = np.zeros((2, n), dtype=self._chances.dtype)
        self._count = int(block.max()) + 1
        self._size = np.bincount(block, minlength=n)
        self._block = block
        self._seen, self._once = 0, Once(n)
        self._touched = self._spread(np.arange(n), self._multipliers[block])

    def settled(self, rounds: float, most: float) -> Indices | None:
        """The block of each state, once no block holds states of different residues.

        None where that takes more blocks than the most, or longer than so many rounds of few transitions.
        """
        while self._touched.size:
            if self._seen > rounds * _A_ROUND or self._count > most:
                return None
            self._part()
        return self._block

    def set_apart(self, states: Indices) -> None:
        """Parts the states from the others of their blocks."""
        old, which = np.unique(self._block[states], return_inverse=True)
        self._move(states, which, self._shared[old])

    def _part(self) -> None:
        """Parts each block by residue. What was not touched keeps its number, or else the largest part."""
        block, residue = self._block[self._touched], self._residue[self._touched]
        by_block = np.lexsort((residue, block))
        states, block, residue = self._touched[by_block], block[by_block], residue[by_block]
        starts = _starts(block, residue)
        sizes = np.append(starts[1:], len(states)) - starts
        block, residue = block[starts], residue[starts]
        first = _starts(block)
        untouched = self._size[block[first]] > np.add.reduceat(sizes, first)
        largest = np.zeros(len(block), dtype=bool)
        largest[np.lexsort((-sizes, block))[first]] = True
        parts = np.append(first[1:], len(block)) - first
        keeps = np.where(np.repeat(untouched, parts), residue == self._shared[block], largest)
        self._shared[block[keeps]] = residue[keeps]
        parted = np.flatnonzero(~keeps)
        which = np.repeat(np.arange(len(parted)), sizes[parted])
        self._move(states[np.repeat(~keeps, sizes)], which, residue[parted])

    def _move(self, states: Indices, which: Indices, residues: Weights) -> None:
        """Moves the states into new blocks, whose members share the residues: to the one of that position."""
        old, new = self._block[states], self._count + which
        np.subtract.at(self._size, old, 1)
        np.add.at(self._size, new, 1)
        self._block[states] = new
        self._shared[self._count : self._count + len(residues)] = residues
        self._count += len(residues)
        self._touched = self._spread(states, self._multipliers[new] - self._multipliers[old])

    def _spread(self, states: Indices, change: Weights) -> Indices:
        """Adds chance times change to the residue of all that lead to the states; returns these."""
        into = self._entering
        at = row_entries(into.indptr, states)
        lengths = into.indptr[states + 1] - into.indptr[states]
        added = self._chances[into.data[at]] * np.repeat(change, lengths)
        from_ = into.indices[at]
        self._seen += _A_ROUND + len(from_)
        np.add.at(self._residue, from_, added)
        touched = self._once.each(from_)
        if self._modulus:
            self._residue[touched] %= self._modulus
        return touched


def _starts(*columns: Weights) -> Indices:
    """The positions at which a row of the columns is not the one before it."""
    new = np.ones(len(columns[0]), dtype=bool)
    new[1:] = columns[0][1:] != columns[0][:-1]
    for column in columns[1:]:
        new[1:] |= column[1:] != column[:-1]
    return np.flatnonzero(new)


def _residues(chain: Transitions) -> tuple[Weights, int]:
    """The chance of each transition as a residue, and the modulus; 0 for that of uint64 itself, 2^64.

    It stands for a fraction if no denominator shares a factor with it; even ones are doubled away.
    """
    lengths = np.diff(chain.indptr)
    distinct, which = np.unique(chain.totals, return_inverse=True)
    totals = [max(total, 1) for total in distinct.tolist()]
    twos = [(total & -total).bit_length() - 1 for total in totals]
    if chain.weights.dtype != object and (most := max(twos)) <= _MOST_TWOS:
        odd = (pow(total >> k, -1, 2**64) << most - k for total, k in zip(totals, twos, strict=True))
        shares = np.array([share % 2**64 for share in odd], dtype=np.uint64)
        return chain.weights.astype(np.uint64) * np.repeat(shares[which], lengths), 0
    modulus = _FIELD
    while any(gcd(total, modulus) > 1 for total in totals):
        modulus -= 2
    inverses = np.array([pow(total, -1, modulus) for total in totals], dtype=object)
    return chain.weights.astype(object) * np.repeat(inverses[which], lengths) % modulus, modulus


def multipliers(count: int) -> Weights:
    """Well mixed multipliers for so many blocks, always the same (the finalizer of SplitMix64)."""
    mixed = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        mixed = (mixed ^ (mixed >> np.uint64(shift))) * np.uint64(factor)
    return mixed ^ (mixed >> np.uint64(31))
