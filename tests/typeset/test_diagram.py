"""A diagram says what the chain says, and nothing in it lies on anything else."""

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.tables.drawing import Box, Caption, Drawing, Line, Point, breadth, extent
from markov.typeset.diagrams import diagram as diagrams
from markov.typeset.diagrams.diagram import ALONE, diagram
from markov.typeset.diagrams.layered_layout import layered, ranks
from markov.wager.catalogue import find
from markov.wager.stopping import lumped_by_ending, priced
from tests.draws import examples
from tests.laws.chains import absorbing, small
from tests.oracles import steps

CHANCE = 240


def inside(point, box):
    return box[0] < point[0] < box[2] and box[1] < point[1] < box[3]


def within(point, box, radius):
    """True where the point is inside the box with round corners, and not just on its line."""
    x, y = point
    across = x - min(max(x, box[0] + radius), box[2] - radius)
    down = y - min(max(y, box[1] + radius), box[3] - radius)
    return inside(point, box) and across**2 + down**2 < (radius - 3) ** 2


def meet(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def boxes(drawing: Drawing) -> list[tuple[int, int, int, int]]:
    """The outlines of states and ends; the inner line of an end is filled."""
    return [
        (*shape.corner, shape.corner[0] + shape.size[0], shape.corner[1] + shape.size[1])
        for shape in drawing.shapes
        if isinstance(shape, Box) and not shape.filled
    ]


def labels(drawing: Drawing, chances: bool) -> list[Caption]:
    return [one for one in drawing.shapes if isinstance(one, Caption) and (one.size == CHANCE) == chances]


def lines(drawing: Drawing) -> list[Line]:
    return [shape for shape in drawing.shapes if isinstance(shape, Line)]


def points(line: Line, steps: int = 24) -> list[Point]:
    """Points along the line, by de Casteljau's scheme."""
    found = []
    for k in range(steps + 1):
        control = [(x * 1.0, y * 1.0) for x, y in line.points]
        while len(control) > 1:
            control = [
                (a + (c - a) * k / steps, b + (d - b) * k / steps) for (a, b), (c, d) in pairwise(control)
            ]
        found.append(control[0])
    return found


def named(drawing: Drawing) -> dict[tuple[int, int, int, int], str]:
    """By outline the name in it."""
    found = {}
    for box in boxes(drawing):
        words = [one for one in labels(drawing, chances=False) if inside(one.place, box)]
        assert words
        found[box] = " ".join(one.words for one in sorted(words, key=lambda one: one.place[1]))
    return found


def touched(point, names):
    """The name of the box whose outline the point is on."""
    x, y = point
    near = [
        name
        for (left, top, right, bottom), name in names.items()
        if left <= x <= right and top <= y <= bottom
    ]
    return near[0] if len(near) == 1 else None


def downwards(drawing: Drawing) -> bool:
    """True where play goes down: the arrow that it comes in by, the first that is no loop, stands upright."""
    entry = next(line for line in lines(drawing) if not line.curved)
    return entry.points[0][0] == entry.points[1][0]


def read(drawing: Drawing) -> set[tuple[str, str, str]]:
    """The transitions as an eye finds them: from a chance back along its line, and on to its head.

    A drawing that goes downwards is turned before it is read, so that its chances stand upright.
    """
    way = -1 if downwards(drawing) else 1
    names = {(*box[:2][::way], *box[2:][::way]): name for box, name in named(drawing).items()}
    drawn = [replace(line, points=tuple(point[::way] for point in line.points)) for line in lines(drawing)]
    found = set()
    for label in labels(drawing, chances=True):
        x, y = (label.place[0], label.place[1] - CHANCE * 35 // 100)[::way]
        along, aside = (half // 2 for half in (breadth(label.words, CHANCE), CHANCE)[::way])
        loop = [
            line
            for line in drawn
            if line.curved
            and line.arrow
            and touched(line.points[0], names) == touched(line.points[-1], names)
            and abs(line.points[0][0] + line.points[-1][0] - 2 * x) < 4
            and 0 < line.points[0][1] - y < aside + 800
        ]
        around = [
            line
            for line in drawn
            if {b for _, b in line.points} == {y}
            and 0 < abs(line.points[-1][0] - x) - along < 60
            and abs(line.points[0][0] - x) > abs(line.points[-1][0] - x)
        ]
        over = [
            line
            for line in drawn
            if line.points[0][1] == line.points[-1][1] == y + aside + 55
            and min(line.points)[0] < x - along
            and x + along < max(line.points)[0] + 60
        ]
        fallen = [
            line
            for line in drawn
            if {a for a, _ in line.points} == {x + along + 110} and line.points[0][1] < y < line.points[1][1]
        ]
        if loop:
            name = touched(loop[0].points[0], names)
            found.add((name, name, label.words))
            continue
        if around:
            (first,) = around
            at = 2 * x - first.points[-1][0], y
        else:
            (first,) = over or fallen
            at = first.points[-1]
        tail = touched(first.points[0], names)
        arrived = not around and first.arrow
        while not arrived:
            (line,) = {line for line in drawn if line.points[0] == at}
            at, arrived = line.points[-1], line.arrow
        found.add((tail, touched(at, names), label.words))
    return found


def said(chain: Chain) -> set[tuple[str, str, str]]:
    """The transitions out of states that can be reached."""
    rows = steps.weights(chain)
    met, waiting = set(), [0]
    while waiting:
        i = waiting.pop()
        if i not in met:
            met.add(i)
            waiting += rows[i]
    return {
        (f"{chain.states[i]}", f"{chain.states[j]}", f"{weight}/{chain.transitions.totals[i]}")
        for i in met
        for j, weight in rows[i].items()
    }


def assert_clear(drawing: Drawing) -> None:
    outlines, chances = boxes(drawing), labels(drawing, chances=True)
    for one, other in combinations(outlines, 2):
        assert not meet(one, other)
    for one, other in combinations([extent(label) for label in chances], 2):
        assert not meet(one, other)
    for label in chances:
        assert not any(meet(extent(label), box) for box in outlines)
    for label in labels(drawing, chances=False):
        left, top, right, bottom = extent(label)
        assert any(inside((left, top), box) and inside((right, bottom), box) for box in outlines)
    rounds = [shape.round for shape in drawing.shapes if isinstance(shape, Box) and not shape.filled]
    for line in lines(drawing):
        xs, ys = zip(*line.points, strict=True)
        around = min(xs) - 1, min(ys) - 1, max(xs) + 1, max(ys) + 1
        near = [(box, r) for box, r in zip(outlines, rounds, strict=True) if meet(box, around)]
        words = [extent(label) for label in chances if meet(extent(label), around)]
        for point in points(line) if near or words else ():
            assert not any(within(point, box, radius) for box, radius in near)
            assert not any(inside(point, covered) for covered in words)
    sheet = (0, 0, drawing.width, drawing.height)
    for shape in (*chances, *labels(drawing, chances=False)):
        left, top, right, bottom = extent(shape)
        assert inside((left, top), sheet)
        assert inside((right, bottom), sheet)


WAGERS = [
    ("repeater-bets-plus", "repeating-2", {}),
    ("repeater-bets-plus", "repeating-6", {}),
    ("repeater-bets-plus", "repeating-2-3-11-12", {}),
    ("repeater-bets-plus", "2-or-12-before-7", {}),
    ("quebec-place-bets", "right-4", {}),
    ("quebec-place-bets", "right-4", {"placed": "4"}),
    ("quebec-place-bets", "right-4", {"placed": "5"}),
    ("quebec-place-bets", "right-4", {"come-out": "on"}),
    ("quebec-place-bets", "buy-4", {}),
    ("quebec-place-bets", "lay-10", {"placed": "9"}),
]


@pytest.mark.parametrize(("game", "wager", "options"), WAGERS)
def test_the_diagram_of_a_wager(game, wager, options):
    chain = find(game).wager(wager, options).chain()
    named = Chain(range(len(chain)), chain.transitions)
    for one in (chain, named):
        drawing = diagram(one)
        assert drawing is not None
        assert_clear(drawing)
    assert read(drawing) == said(named)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"run": "ascending"},
        {"same-number": "gap"},
        {"third-zero": "loses"},
        {"wrap": "yes"},
        {"both": "yes"},
    ],
    ids=str,
)
def test_the_merged_chain_of_straights_and_8s(options):
    wager = find("straights-and-8s").wager("straights-and-8s", options)
    chain = lumped_by_ending(priced(wager, wager.chain())).chain
    drawing = diagram(chain, {i: f"s{i}" for i in range(len(chain.states))})
    assert drawing is not None
    assert_clear(drawing)
    renamed = Chain.of(
        [f"s{i}" for i in range(len(chain.states))],
        [chain.transitions.row(i) for i in range(len(chain.states))],
    )
    assert read(drawing) == said(renamed)


@settings(max_examples=examples(60))
@given(absorbing(most=12, weight=small))
def test_random_chains(chain):
    drawing = diagram(chain)
    if drawing is not None:
        assert drawing.width <= ALONE[-1][0]
        assert_clear(drawing)
        assert read(drawing) == said(chain)
        assert drawing == diagram(chain)


@settings(max_examples=examples(60))
@given(absorbing(most=12, weight=small))
def test_random_chains_that_go_downwards(chain):
    with patch.object(diagrams, "_WAYS", [way for way in diagrams._WAYS if way[0].down]):
        drawing = diagram(chain, rooms=[(10**6, 10**6)])
    assert drawing is not None
    assert_clear(drawing)
    assert downwards(drawing)
    assert read(drawing) == said(chain)


@given(st.integers(1, 5), st.data())
def test_small_random_chains_are_drawn(n, data):
    rows = [
        [(k + 1, 1), *data.draw(st.lists(st.tuples(st.integers(0, n), small), max_size=3))] for k in range(n)
    ]
    drawing = diagram(Chain.of([str(k) for k in range(n + 1)], [*rows, []]))
    assert drawing is not None
    assert_clear(drawing)


def test_what_does_not_fit_a_page_is_not_drawn():
    def line(n):
        return Chain.of(range(n), [*([(k + 1, 1)] for k in range(n - 1)), []])

    assert diagram(line(8)) is not None
    assert diagram(line(30)) is None
    assert diagram(line(5000)) is None
    assert diagram(Chain.of(("a", "b"), [[(0, 10**80), (1, 1)], []])) is None
    assert diagram(Chain.of(("x" * 500, "b"), [[(1, 1)], []])) is None


def test_a_chain_that_is_over_at_once():
    drawing = diagram(Chain.of(("over",), [[]]))
    assert drawing is not None
    assert_clear(drawing)
    assert [label.words for label in labels(drawing, chances=False)] == ["over"]


def test_states_out_of_reach_are_left_out():
    chain = Chain.of(("a", "b", "lone"), [[(1, 2)], [], [(1, 3)]])
    drawing = diagram(chain, {1: "the end"})
    assert drawing is not None
    assert sorted(named(drawing).values()) == ["a", "the end"]
    assert read(drawing) == {("a", "the end", "2/2")}


@given(absorbing(most=20, weight=small))
def test_columns_lead_on_but_for_cycles(chain):
    arrows = sorted({(i, j) for i in range(len(chain.states)) for j, _ in chain.transitions.row(i) if i != j})
    column = ranks(len(chain.states), arrows)
    assert all(column[i] != column[j] for i, j in arrows)
    found = layered(len(chain.states), arrows)
    place = {one: k for k, several in enumerate(found.columns) for one in several}
    assert all(place[link.left] + 1 == place[link.right] for link in found.links())
    assert sorted(one for several in found.columns for one in several) == list(range(len(place)))
    for (tail, head), way in found.ways.items():
        assert (way[0].right if way[0].back else way[0].left) == tail
        assert (way[-1].left if way[-1].back else way[-1].right) == head


def _line(states, last="over"):
    names = [*(f"the state number {k}" for k in range(states)), last]
    return Chain.of(names, [*([(k, 5), (k + 1, 1), (states, 1)] for k in range(states)), []])


LATE = "after 20 rolls: made or lost, as it stands then"
CYCLES = [[(0, 9**6), (1, 1), (3, 2)], [(2, 1), (0, 7)], [(3, 3), (8, 1)], [(4, 1), (8, 4)], [(5, 1), (1, 1)]]
LOOKED_AT = [
    (find("repeater-bets-plus").wager("repeating-2", {}).chain(), ""),
    (find("repeater-bets-plus").wager("2-or-12-before-7", {}).chain(), ""),
    (_line(2, "lost, whatever has come before it on the way"), LATE),
    (_line(7), LATE),
    (find("quebec-place-bets").wager("right-4", {"placed": "4"}).chain(), ""),
    (find("quebec-place-bets").wager("right-4", {"placed": "5"}).chain(), ""),
    (find("quebec-place-bets").wager("lay-10", {"placed": "9"}).chain(), ""),
    (Chain.of("abcdefghi", [*CYCLES, [(6, 1), (4, 123)], [(7, 1)], [(8, 1), (0, 1)], []]), ""),
]
KEPT = Path(__file__).with_name("diagrams.txt")


def laid_out() -> Iterator[str]:
    """Drawings shape by shape, large ones by their digest: they are the same on every machine."""
    for chain, below in LOOKED_AT:
        drawing = diagram(chain, below=below)
        assert_clear(drawing)
        shapes = "".join(f"{shape}\n" for shape in drawing.shapes)
        large = len(drawing.shapes) > 60
        yield f"{drawing.width} × {drawing.height}\n"
        yield f"{sha256(shapes.encode()).hexdigest()}\n" if large else shapes


def test_diagrams_lie_as_they_were_looked_at():
    assert "".join(laid_out()) == KEPT.read_text()


if __name__ == "__main__":  # look at them before they are kept
    KEPT.write_text("".join(laid_out()))
