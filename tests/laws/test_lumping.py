"""Lumped chains are those they come from, exactly, and no lumping is coarser."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.chain import lumping
from markov.chain.chain import Chain, lumped
from markov.chain.lumping import Lumping, differing_states
from tests.laws.chains import absorbing, any_chain, every_time_alike, proves, small
from tests.oracles import steps


def naive(chain: Chain, classes: list[int]) -> list[int]:
    """The coarsest lumping by the definition: states are parted by class and by row until nothing changes.

    Numbered in the order in which blocks are met.
    """
    rows = steps.chances(chain)
    block = [(x, not row) for x, row in zip(classes, rows, strict=True)]
    while True:
        seen: dict = {}
        signed = []
        for i, row in enumerate(rows):
            into: dict = {}
            for j, chance in row.items():
                into[block[j]] = into.get(block[j], 0) + chance
            signed.append((block[i], frozenset(into.items())))
        numbered = [seen.setdefault(signature, len(seen)) for signature in signed]
        if len(seen) == len(set(block)):
            return numbered
        block = numbered


@st.composite
def unfolded(draw, most=6, copies=4):
    """A chain in which each state of a smaller one has several copies, and the state that each copies.

    The weight of a transition is shared out among the copies of its target at random, and each row is
    scaled by a factor of its own.
    """
    chain = draw(absorbing(most))
    original = [i for i in range(len(chain.states)) for _ in range(draw(st.integers(1, copies)))]
    start = original.index(0)
    original[0], original[start] = 0, original[0]
    members: dict[int, list[int]] = {}
    for copy, i in enumerate(draw(st.permutations(original[1:])), 1):
        members.setdefault(i, []).append(copy)
    members.setdefault(0, []).insert(0, 0)
    of = {copy: i for i, known in members.items() for copy in known}
    rows: list[list[tuple[int, int]]] = []
    for copy in range(len(original)):
        factor = draw(st.integers(1, 5))
        row = []
        for j, w in chain.transitions.row(of[copy]):
            left = w * factor
            for target in members[j][1:]:
                part = draw(st.integers(0, left))
                row.append((target, part))
                left -= part
            row.append((members[j][0], left))
        rows.append([(j, w) for j, w in row if w])
    return Chain.of([f"copy {k}" for k in range(len(original))], rows), [of[k] for k in range(len(original))]


classed = st.just([0] * 12) | st.lists(st.integers(0, 2), min_size=12, max_size=12)


@every_time_alike
@given(
    st.one_of(any_chain(), absorbing(12), absorbing(12, weight=small), unfolded(3).map(lambda u: u[0])),
    classed,
)
def test_no_lumping_is_coarser(chain, classes):
    classes = classes[: len(chain.states)]
    found = lumped(chain, classes)
    assert found.block.tolist() == naive(chain, classes)
    assert proves(chain, found, classes)


@every_time_alike
@given(unfolded(), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_wrong_partition_is_no_proof(case, state, block):
    """Whatever other block a state is put into, it is found, unless it is alike by itself."""
    chain, of = case
    classes = [0 if total else i for i, total in zip(of, chain.transitions.totals.tolist(), strict=True)]
    found = lumped(chain, classes)
    state, block = state % len(of), block % len(found.chain.states)
    wrong = found.block.copy()
    wrong[state] = block
    if block != found.block[state]:
        assert not proves(chain, Lumping(found.chain, wrong), classes)


@every_time_alike
@pytest.mark.parametrize("colliding", [lambda n: np.ones(n, np.uint64), lambda n: np.zeros(n, np.uint64)])
@given(st.one_of(any_chain(), absorbing(12, weight=small)))
def test_states_that_share_a_residue_are_told_apart(colliding, chain):
    """With multipliers that hide everything, only the exact comparison parts states."""
    classes = [0] * len(chain.states)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lumping, "multipliers", colliding)
        found = lumped(chain, classes)
    assert found.block.tolist() == naive(chain, classes)
    assert not differing_states(chain.transitions, found.chain.transitions, found.block).size
