"""The smallest chain that plays alike: known ones, wagers, wrong proofs, wide weights."""

from dataclasses import replace

import numpy as np
import pytest

from markov.chain import lumping
from markov.chain.absorption import absorption_with_spins
from markov.chain.chain import Chain, explore, lumped
from markov.chain.decision_process import explore_choices
from markov.chain.lumping import condensed, condensed_choices, differing_states, lump
from markov.chain.transitions import Transitions
from markov.wager.rule import End
from markov.wager.stopping import StoppingProblem, lumped_by_ending, priced
from tests.chain.walks import grid
from tests.laws.chains import proves

# Known lumpings.


def test_lamps_that_are_too_many_are_solved_as_an_urn():
    """One of 13 lamps is switched a time, until all are on: of 8,192 states 8,191 can come to each other."""
    n = 13
    lamps = explore(0, lambda on: {} if on == 2**n - 1 else {on ^ 1 << k: 1 for k in range(n)})
    urn = explore(0, lambda k: {} if k == n else {j: w for j, w in ((k + 1, n - k), (k - 1, k)) if w})
    assert lamps.duration() == urn.duration()
    lit = {on: on.bit_count() for on in lamps.states}
    assert lamps.rewards([2**n - 1], lit)[0] == urn.rewards([n], {k: k for k in urn.states})[0]


def test_two_of_many_ends_keep_apart_what_leads_to_them():
    """A walk on a square that is the same both ways of one diagonal, with two ends on it."""
    walk, side = grid(60), 60
    reached = walk.reach([(0, 0)])
    assert walk.absorption()[0, 0] == reached[side // 2, side // 2]
    assert reached[side // 2, side // 3] == reached[side // 3, side // 2]
    assert reached[side // 2, side // 3] + reached[side - 1 - side // 2, side - 1 - side // 3] == 1


def test_ends_stay_apart_unless_their_classes_are_one():
    chain = Chain.of("abc", [[(1, 1), (2, 1)], [], []])
    assert lumped(chain).block.tolist() == [0, 1, 2]
    assert lumped(chain, [0, 7, 7]).block.tolist() == [0, 1, 1]


def test_the_first_of_a_block_names_it():
    chain = Chain.of("abcde", [[(2, 2), (1, 1)], [(4, 1)], [(4, 5)], [(0, 1)], []])
    found = lumped(chain)
    assert list(found.chain.states) == ["a", "b", "d", "e"]
    assert found.chain.transitions.row(0) == [(1, 3)]
    assert found.chain.transitions.totals.tolist() == [3, 1, 1, 0]


def test_what_was_merged_before_is_said():
    chain = replace(Chain.of("abc", [[(1, 1), (2, 1)], [], []]), merged="told before")
    assert lumped(chain).chain.merged == "told before"
    assert lumped(chain, [0, 1, 1]).chain.merged == "told before; states that play alike are one: 3 are 2"


# Wide weights.


@pytest.mark.parametrize("factor", [1, 2**20, 2**40, 2**61 - 1, 2**63, 2**89 - 1, 10**40])
def test_chances_are_compared_as_fractions(factor):
    chain = Chain.of("abcd", [[(1, 1), (2, 1)], [(1, 2), (3, 1)], [(2, 2 * factor), (3, factor)], []])
    found = lumped(chain)
    assert found.block.tolist() == [0, 1, 1, 2]
    assert proves(chain, found)


@pytest.mark.parametrize("wide", [2**20, 2**31, 2**61, 2**62 - 2, 2**89 - 1, 2**128])
def test_the_least_difference_counts(wide):
    """Two chances that no float, and no product within 64 bits, tells apart."""
    rows = [[(1, 1), (2, 1)], [(1, wide - 1), (3, 1)], [(2, wide), (3, 1)], []]
    chain = Chain.of("abcd", rows)
    assert lumped(chain).block.tolist() == [0, 1, 2, 3]
    wrong = Transitions.of([[(1, 1)], [*rows[1][:1], (2, 1)], []])
    assert differing_states(chain.transitions, wrong, np.array([0, 1, 1, 2])).size


def test_residues_of_powers_of_two_leave_the_rest_to_the_exact_comparison():
    """Totals with many factors of two are outside the ring of 64 bits."""
    chain = Chain.of("abcd", [[(1, 1), (2, 3)], [(1, 2**40 - 1), (3, 1)], [(2, 2**41 - 2), (3, 2)], []])
    assert lumped(chain).block.tolist() == [0, 1, 1, 2]


@pytest.mark.parametrize(("kinds", "left"), [(2, 5), (3, None)])
def test_choices_are_condensed_where_a_third_of_them_is_left(kinds, left, monkeypatch):
    monkeypatch.setattr(lumping, "FEW_ALIKE", 0)
    rows = [*(dict.fromkeys(range(1, 13), 1), *({13: 1, 14: 1 + i % kinds} for i in range(12))), {}, {}]
    met = explore_choices(0, lambda state: {"on": rows[state]} if rows[state] else {}).choices
    found = condensed_choices(met, np.array([0] * 13 + [1, 2]), np.zeros(15, dtype=np.int64))
    assert (found and len(found.choices)) == left


# The proof.


def test_the_search_stops_by_the_transitions_that_it_looked_at(monkeypatch):
    chain = grid(60).transitions
    assert len(condensed(chain).chain) < len(chain)
    monkeypatch.setattr(lumping, "_A_ROUND", 1)  # a round of none; what is allowed is then passed at once
    assert condensed(chain).chain is chain


@pytest.mark.parametrize("factor", [1, 10**30])
def test_of_states_with_one_total_one_inverse_is_found(factor, monkeypatch):
    n, found = 1_000, []
    chain = Transitions.of([*([(n, factor), (n + 1, factor * (2 + i % 7))] for i in range(n)), [], []])
    monkeypatch.setattr(lumping, "pow", lambda *power: found.append(1) or pow(*power), raising=False)
    assert len(lump(chain).chain) == 7 + 2
    assert len(found) == 7 + 1  # that of the ends is 1


def test_as_many_classes_as_states():
    with pytest.raises(ValueError, match="1 states need as many classes, not 2"):
        lumped(Chain.of("a", [[]]), [0, 0])


# Wagers.


def test_offers_keep_states_apart():
    chain = Chain.of(("start", "left", "right", End("won")), [[(1, 1), (2, 1)], [(3, 1)], [(3, 1)], []])
    half, pushed = End("half"), End("half", decides=False)
    for offers, states in (({}, 3), ({1: half, 2: half}, 3), ({1: half}, 4), ({1: half, 2: pushed}, 4)):
        assert len(lumped_by_ending(StoppingProblem(chain, {3: End("won")}, offers)).chain) == states


def test_ends_of_one_name_are_one():
    chain = Chain.of(("start", "a", "b", "c"), [[(1, 1), (2, 1), (3, 1)], [], [], []])
    ends = {1: End("won"), 2: End("won"), 3: End("won", decides=False)}
    found = lumped_by_ending(StoppingProblem(chain, ends, {}))
    assert found.block.tolist() == [0, 1, 1, 2]


@pytest.mark.slow
def test_citywide_falls_to_56_700_states(game, solved):
    wager = game("repeater-bets-plus").wager("citywide")
    table = priced(wager, wager.chain())
    found = lumped_by_ending(table)
    assert len(table.chain.states) == 518_402
    assert len(found.chain.states) == 56_702
    assert proves(table.chain, found)
    whole, small = solved(wager), absorption_with_spins(found.chain.transitions)
    assert small.spins == whole.never.spins
    chances = {found.chain.states[i].name: p for i, p in small.chances.items()}
    assert chances == {ending.ending: ending.probability for ending in whole.never.endings}
