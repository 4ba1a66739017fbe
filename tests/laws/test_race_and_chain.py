"""Clocks and chains: odds without states are those of the chain, wherever both can answer."""

from hypothesis import given
from hypothesis import strategies as st

from markov.chain.absorption import absorption_with_spins
from markov.chain.chain import explore
from markov.distribution import Distribution, Tally
from markov.race.goals import all_of, any_of, at_least, exactly, monotone
from markov.race.race import race
from markov.wager.rule import End
from tests.laws.chains import added

STOP = frozenset({"stop"})
NUMBERS = "abcd"
weights = st.one_of(st.integers(1, 6), st.just(10**20))


def wheels(numbers=NUMBERS):
    """Wheels with the numbers, a stopper, and perhaps an outcome that nothing counts."""
    return st.builds(
        lambda counted, stopper, idle: Distribution(
            {**dict(zip(numbers, counted, strict=True)), "stop": stopper, **({"idle": idle} if idle else {})}
        ),
        st.lists(weights, min_size=len(numbers), max_size=len(numbers)),
        weights,
        st.integers(0, 9),
    )


counted = st.frozensets(st.sampled_from(NUMBERS), min_size=1)
reaches = st.builds(Tally, counted, st.integers(1, 3))
tallies = st.one_of(reaches, reaches, st.builds(Tally, counted, st.integers(0, 2), st.just(True)))


def among(parts):
    several = st.lists(parts, min_size=1, max_size=4).map(tuple)
    return st.one_of(
        several.map(any_of),
        several.map(all_of),
        several.flatmap(lambda ps: st.builds(at_least, st.integers(1, len(ps)), st.just(ps))),
        several.flatmap(lambda ps: st.builds(exactly, st.integers(0, len(ps)), st.just(ps))),
    )


goals = st.recursive(tallies, among, max_leaves=6)


def holds(goal, seen):
    """True where the numbers have been seen often enough for the goal."""
    match goal:
        case Tally(counts, k, exactly=True):
            return sum(seen[NUMBERS.index(number)] for number in counts) == k
        case Tally(counts, need):
            return sum(seen[NUMBERS.index(number)] for number in counts) >= need
    true = sum(holds(part, seen) for part in goal.parts)
    return true == goal.m if goal.exactly else true >= goal.m


@given(goals, wheels())
def test_any_goal(goal, wheel):
    """Against a state for every way the numbers were seen; a goal that stays true is over once it is."""
    lasts = monotone(goal)

    def moves(state):
        for outcome, weight in () if isinstance(state, End) else wheel.items():
            if outcome == "stop":
                yield End("made" if holds(goal, state) else "lost"), weight
            elif outcome == "idle":
                yield state, weight
            else:
                i = NUMBERS.index(outcome)
                after = (*state[:i], min(state[i] + 1, 3), *state[i + 1 :])
                yield End("made") if lasts and holds(goal, after) else after, weight

    chain = explore((0,) * len(NUMBERS), lambda state: added(moves(state)))
    found = absorption_with_spins(chain.transitions)
    chances = {chain.states[i].name: chance for i, chance in found.chances.items()}
    odds = race(goal, wheel, STOP)
    assert (odds.chance, odds.spins) == (chances.get("made", 0), found.spins)
