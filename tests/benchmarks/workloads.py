"""The chains that are timed, each with the end whose chance is asked for."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import numpy as np

from markov.chain.chain import Chain, explore
from markov.chain.transitions import Transitions
from markov.distribution import Tally, dice
from markov.rules.tally import TallyRace
from markov.wager.catalogue import find
from markov.wager.rule import End
from tests.chain.walks import grid, ruin
from tests.laws.chains import added

WAYS = dict(dice(2))
POINTS = (4, 5, 6, 8, 9, 10)
NEED = {2: 2, 12: 2, 3: 3, 11: 3, 4: 4, 10: 4, 5: 5, 9: 5, 6: 6, 8: 6}


def bet(wager: str, game: str = "repeater-bets-plus") -> Chain:
    return find(game).wager(wager).chain()


def race(counters: int) -> Chain:
    """The first so many of Citywide's repeaters, racing a seven."""
    numbers = sorted(NEED, key=lambda n: (NEED[n], n))[:counters]
    tallies = tuple(Tally(frozenset([n]), NEED[n]) for n in numbers)
    return TallyRace(tallies, frozenset([7])).chart(dice(2), 5_000_000)


def fire() -> Chain:
    """The fire bet: all six points made before a seven-out."""

    def roll(state: object) -> Iterator[tuple[object, int]]:
        if isinstance(state, End):
            return
        made, point = state
        for total, ways in WAYS.items():
            if point is None:
                yield (made, total if total in POINTS else None), ways
            elif total == point:
                after = made | {point}
                yield (End("made") if len(after) == 6 else (after, None)), ways
            else:
                yield (End("lost") if total == 7 else state), ways

    return explore((frozenset(), None), lambda state: added(roll(state)))


def random_component(states: int, ways: int, top: int = 20) -> Chain:
    """States that all come to each other by so many random transitions, and to two ends.

    top   the largest weight
    """
    draw = Random(states * 1_000 + ways)
    rows = []
    for i in range(states):
        to = range(states) if ways >= states else {(i + 1) % states, *draw.choices(range(states), k=ways - 1)}
        rows.append([*((j, draw.randint(1, top)) for j in to), (states + i % 2, 1)])
    return Chain.of(range(states + 2), [*rows, [], []])


def birth_and_death(states: int) -> Chain:
    """A walk by one up or down from the lowest state, whose weights are drawn; it is over past either end."""
    draw = Random(states)
    rows = [
        [
            (i + 1 if i + 1 < states else states + 1, draw.randint(1, 20)),
            (i - 1 if i else states, draw.randint(1, 9)),
        ]
        for i in range(states)
    ]
    return Chain.of(range(states + 2), [*rows, [], []])


def onward(states: int) -> Chain:
    """States that each lead to 8 drawn from those after them, without any cycle; the last two are ends."""
    draw, ways = np.random.default_rng(states), 8
    to = draw.integers(np.repeat(np.arange(states), ways) + 1, states + 2)
    weights = draw.integers(1, 21, size=states * ways)
    offsets = np.concatenate((np.arange(0, states * ways + 1, ways), [states * ways] * 2))
    totals = np.concatenate((weights.reshape(states, ways).sum(axis=1), [0, 0]))
    return Chain(range(states + 2), Transitions(offsets, to, weights, totals))


def line(states: int) -> Chain:
    """States that each lead to the next, or to an end, without any cycle."""
    draw = Random(states)
    rows = [[(i + 1, draw.randint(1, 100)), (states + 1, draw.randint(1, 100))] for i in range(states)]
    return Chain.of(range(states + 2), [*rows, [], []])


def band(states: int) -> Chain:
    """A walk of one or two up, or one down, from the lowest state; it is over past either end."""
    rows = [[(min(i + 1, states), 3), (min(i + 2, states), 1), (i - 1, 4)] for i in range(states)]
    rows[0][-1] = (states + 1, 4)
    return Chain.of(range(states + 2), [*rows, [], []])


def components(states: int, size: int = 100) -> Chain:
    """Random components of 100 states one after another; two states of each lead on, or to an end."""
    draw, rows = Random(states), []
    for i in range(states):
        first, k = i - i % size, i % size
        to = {(k + 1) % size, *draw.choices(range(size), k=3)}
        onward = [(min(first + size, states), 1), (states + 1, 1)] if k in (0, size // 2) else []
        rows.append([*((first + j, draw.randint(1, 9)) for j in to), *onward])
    return Chain.of(range(states + 2), [*rows, [], []])


def layered(states: int, width: int = 50) -> Chain:
    """Layers of 50 states, each of which leads to four of the next; the last layer leads to two ends."""
    draw, rows = Random(states), []
    for i in range(states):
        after = i - i % width + width
        to = draw.sample(range(after, after + width), 4) if after < states else range(states, states + 2)
        rows.append([(j, draw.randint(1, 20)) for j in to])
    return Chain.of(range(states + 2), [*rows, [], []])


def loose(states: int, size: int = 50) -> Chain:
    """Components of 50 states one after another, and from each state one link in 10^9 or so to any other."""
    draw, rows = Random(states), []
    for i in range(states):
        first, k = i - i % size, i % size
        to = Counter((k + 1) % size if j == 0 else draw.randrange(size) for j in range(4))
        onward = [(min(first + size, states), 1), (states + 1, 1)] if k in (0, size // 2) else []
        inside = [(first + j, times * draw.randint(1, 9)) for j, times in to.items()]
        rows.append([*((j, 10**8 * w) for j, w in (*inside, *onward)), (draw.randrange(states + 2), 1)])
    return Chain.of(range(states + 2), [*(list(added(row).items()) for row in rows), [], []])


WORKLOADS: dict[str, tuple[Callable[[], Chain], object]] = {
    "Repeating 6": (lambda: bet("repeating-6"), End("made")),
    "Horn": (lambda: bet("horn"), End("made")),
    "Uptown": (lambda: bet("uptown"), End("made")),
    "Even": (lambda: bet("even"), End("made")),
    "Citywide": (lambda: bet("citywide"), End("made")),
    "Shooter's hand": (lambda: bet("shooters-hand", "craps-side-bets"), End("seven-out")),
    "Fire bet": (fire, End("made")),
    **{f"Ruin {n:,}": (lambda n=n: ruin(n), n) for n in (100, 1_000, 10_000)},
    **{f"Dense {n}": (lambda n=n: random_component(n, n), n) for n in (50, 100, 200, 400)},
    **{f"Dense {n:,}": (lambda n=n: random_component(n, n), n) for n in (800, 1_500)},
    **{f"Sparse {n:,}": (lambda n=n: random_component(n, 4), n) for n in (400, 3_000, 10_000)},
    **{f"Grid {n}²": (lambda n=n: grid(n), (0, 0)) for n in (50, 100, 200)},
    "Birth and death 100,000": (lambda: birth_and_death(100_000), 100_001),
    **{f"DAG {n:,}": (lambda n=n: onward(n), n) for n in (10_000, 100_000, 1_000_000)},
    **{f"Line {n:,}": (lambda n=n: line(n), n) for n in (10_000, 100_000)},
    **{f"Band {n:,}": (lambda n=n: band(n), n) for n in (10_000, 100_000)},
    "Layered 100,000": (lambda: layered(100_000), 100_000),
    "Loose 2,000": (lambda: loose(2_000), 2_000),
    **{f"Components {n:,}": (lambda n=n: components(n), n) for n in (1_000, 10_000)},
    **{
        f"Sparse {n:,}, weights to 10^{k}": (lambda n=n, k=k: random_component(n, 4, 10**k), n)
        for n, k in ((1_000, 2), (1_000, 9), (300, 30))
    },
    **{f"Race of {k}": (lambda k=k: race(k), End("made")) for k in range(2, 11)},
}
