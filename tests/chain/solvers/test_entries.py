"""Components that are replaced by the ways through them, against digits that are lifted."""

from fractions import Fraction
from random import Random

import pytest

from markov.chain.chain import Chain
from markov.chain.solvers import entries
from markov.chain.solvers.entries import absorption_by_entries
from markov.chain.solvers.lifting import absorption_by_lifting


def archipelago(islands, size, top, bridges, seed=1):
    """Components of so many states, with so many ways past each, and a state between each two."""
    draw, n, rows = Random(seed), islands * (size + 1), []
    for i in range(n):
        first = i - i % (size + 1)
        inside = range(first, first + size)
        if i == first + size:
            to = [(draw.randrange(i + 1, n + 3), draw.randint(1, top)) for _ in range(2)]
        else:
            to = [
                (j, draw.randint(1, top))
                for j in (*draw.choices(inside, k=2), first + (i + 1 - first) % size)
            ]
        if i - first < bridges:
            to.append((draw.randrange(first + size, n + 3), draw.randint(1, top)))
        rows.append(to)
    return Chain.of(range(n + 3), [*rows, [], [], []]).transitions


@pytest.mark.parametrize("top", [1, 9, 10**9, 10**30])
@pytest.mark.parametrize(("islands", "size", "bridges"), [(2, 3, 1), (5, 12, 2), (12, 30, 3)])
def test_components_are_passed_through_as_digits_are_lifted(islands, size, bridges, top):
    chain = archipelago(islands, size, top, bridges, seed=islands)
    found = absorption_by_entries(chain)
    assert found is not None
    assert found == absorption_by_lifting(chain)
    assert sum(found.values()) == 1
    inside = size // 2
    assert absorption_by_entries(chain, inside) == absorption_by_lifting(chain, inside)


def test_few_large_components_are_not_replaced(monkeypatch):
    chain = archipelago(5, 12, 9, 2)
    monkeypatch.setattr(entries, "MOST", 0)
    assert absorption_by_entries(chain) is None
    assert absorption_by_entries(archipelago(1, 12, 9, 2)) is None


def test_components_that_are_entered_by_many_states_are_not_replaced(monkeypatch):
    chain = archipelago(5, 12, 9, 2)
    cycles = chain.solve_order.cycles
    place = {i: k for k, states in enumerate(cycles) for i in states.tolist()}
    entered = {
        j for i in range(len(chain)) for j, _ in chain.row(i) if j in place and place[j] != place.get(i)
    }
    for few in (len(entered | {1}), len(entered | {1}) - 1):
        monkeypatch.setattr(entries, "_FEW", Fraction(few, len(cycles)))
        assert (absorption_by_entries(chain, 1) is None) == (few < len(entered | {1}))
