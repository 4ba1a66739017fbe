"""`markov design`: by enumeration of boxes, and by pricing every paytable of the grid."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.chain import Chain
from markov.chain.transitions import TooMuchWork
from markov.questions.design import candidates as candidates_module
from markov.questions.design import design as design_module
from markov.questions.design.candidates import FreePay
from markov.questions.design.design import Wanted, design
from markov.questions.design.view import view
from markov.wager.asked import asked_about
from markov.wager.odds import Solved, answer, solved
from markov.wager.outcome import Affine
from markov.wager.pay_edits import edited
from markov.wager.rule import End
from markov.wager.wager import Wager
from tests.draws import examples
from tests.small_games import ladder
from tests.wager.curves import drawn, wagers

F = Fraction
few = settings(max_examples=examples(30))


def every(wager: Wager) -> list[Affine]:
    """The return of every way of playing."""
    return [outcome.returned for outcome in solved(wager).envelope(wager).every()]


@st.composite
def questions(draw, goals=("near", "top", "variance"), filters=True):
    """A random wager, with something to ask of it."""
    _, wager, _ = draw(wagers())
    endings = sorted(wager.pays)
    chosen = draw(st.lists(st.sampled_from(endings), unique=True, min_size=1, max_size=3))
    step = draw(st.sampled_from([F(1), F(1, 2), F(3)]))
    free = tuple(
        FreePay(
            ending,
            draw(st.integers(0, 4)) * step,
            step,
            draw(st.integers(1, 4)),
            target := draw(st.sampled_from([wager.pays[ending], F(2), F(7, 3)])),
            target or F(1),
        )
        for ending in chosen
    )
    ends = draw(st.lists(st.fractions(-3, 1, max_denominator=8), min_size=2, max_size=2).map(sorted))
    edge = draw(st.sampled_from([tuple(ends), (ends[0], None), (None, ends[1])]))
    below = draw(st.sampled_from([None, F(1), F(3, 2), F(3)])) if filters else None
    hit = draw(st.sampled_from([(None, None), (F(1, 2), None), (None, F(3, 4))])) if filters else (None, None)
    way = draw(st.sampled_from(["optimal", "never"]))
    return wager, Wanted(free, edge, draw(st.sampled_from(goals)), draw(st.integers(1, 6)), way, below, hit)


def key(goal, wager, wanted, pays, play):
    distance = sum(abs(pays[one.ending] - one.target) / one.weight for one in wanted.free)
    top = max({**wager.pays, **pays}.values())
    return {"near": (distance,), "top": (-top, distance), "variance": (play.variance, distance)}[goal]


def brute(found: Solved, wager: Wager, wanted: Wanted):
    """Every paytable of the grid, priced one by one: what is inside, and what edges there are."""
    inside, edges = [], []
    for indices in product(*(range(one.count) for one in wanted.free)):
        pays = {one.ending: one.first + g * one.step for one, g in zip(wanted.free, indices, strict=True)}
        answered = found.answer(edited(wager, pays))
        play = getattr(answered, wanted.way)
        edge = play.edge.per_stake
        low, high = wanted.edge
        if (low is None or low <= edge) and (high is None or edge <= high):
            least, most = wanted.hit
            if (
                (wanted.below is None or play.variance < wanted.below**2)
                and (least is None or play.hit_frequency >= least)
                and (most is None or play.hit_frequency <= most)
            ):
                inside.append((key(wanted.goal, wager, wanted, pays, play), pays))
        edges.append((edge, play.variance))
    return sorted(inside, key=lambda one: one[0]), edges


def keys(wager, wanted, designs):
    return [key(wanted.goal, wager, wanted, one.pays, one.play) for one in designs]


def assert_best(wager, wanted):
    rule = solved(wager)
    found = design(rule, wager, wanted)
    inside, edges = brute(rule, wager, wanted)
    assert keys(wager, wanted, found.designs) == [key for key, _ in inside[: wanted.count]]
    pays = [dict(one.pays) for one in found.designs]
    assert all(one in [pays for _, pays in inside] for one in pays)
    assert len({tuple(one.values()) for one in pays}) == len(pays)
    assert (found.complete, found.stopped) == (True, False)
    assert found.paytables == len(edges)
    low, high = wanted.edge
    below = [edge for edge, _ in edges if low is not None and edge < low]
    above = [edge for edge, _ in edges if high is not None and edge > high]
    within = [variance for edge, variance in edges if edge not in below and edge not in above]
    if not inside and not within:
        assert found.nearest == (*sorted(below)[-1:], *sorted(above)[:1])
    else:
        assert found.nearest == ()
        assert found.least == (min(within) if not inside else None)


@few
@given(questions(), st.none() | st.integers(1, 7), st.booleans())
def test_enumeration_finds_the_best_of_every_paytable(question, batch, wide):
    """Also in batches of any size, and with numbers past int64."""
    with pytest.MonkeyPatch.context() as patch:
        if batch:
            patch.setattr(candidates_module, "_FIRST", batch)
        if wide:
            patch.setattr(candidates_module, "_WIDEST", 1)
        assert_best(*question)


@pytest.mark.parametrize("goal", ["near", "top", "variance"])
def test_a_design_is_what_the_edited_wager_is_from_scratch(game, goal, monkeypatch):
    """Also where the halves are others, and candidates are looked at one by one."""
    wager = game("straights-and-8s").wager("straights-and-8s")
    free = (FreePay("run", F(41), F(1), 21, F(51), F(50)), FreePay("sequence", F(6), F(1), 5, F(8), F(7)))
    found = design(solved(wager), wager, Wanted(free, (F(12, 100), F(13, 100)), goal, 3))
    assert len(found.designs) == 3
    for one in found.designs:
        assert one.answer == answer(edited(wager, one.pays))
    for limit, number in (("_FIRST", 1), ("_MANY", 0)):
        monkeypatch.setattr(candidates_module, limit, number)
        assert design(solved(wager), wager, found.wanted).designs == found.designs


def test_a_standard_deviation_is_below_and_not_at_the_bound(game):
    """8 for 1 on a chance of 1/4 … a coin: nothing or 2, so that the deviation is 1."""
    states = ["s0", End("win"), End("lose")]
    rule, wager = drawn(Chain.of(states, [[(1, 1), (2, 1)], [], []]), {}, {"win": F(2), "lose": F(0)})
    free = (FreePay("win", F(1), F(1), 3, F(2), F(2)),)
    for below, kept in ((F(1), [1]), (F(1001, 1000), [2, 1]), (F(3, 2), [2, 1]), (F(8, 5), [2, 1, 3])):
        found = design(rule, wager, Wanted(free, (F(-1), None), below=below))
        assert [one.pays["win"] for one in found.designs] == kept


def test_too_many_policies_are_refused():
    """A way for each rung on which the offer is taken, and one that takes none."""

    def climbing(rungs):
        offers = {f"surrender-{k}": "2 for 1" for k in range(1, rungs)}
        return ladder(rungs=rungs, pays={"made": "40 for 1", "lost": "nothing", **offers})

    assert len(every(climbing(256))) == 256
    with pytest.raises(TooMuchWork, match="more than 256 ways"):
        every(climbing(257))


def sixfold(game, count=3, **more):
    wager = game("straights-and-8s").wager("straights-and-8s")
    ranges = {
        "gap": (2, 8), "sequence": (4, 12), "eights": (2, 8),
        "three-eights": (30, 70), "run": (30, 70), "8-18-28": (100, 500),
    }  # fmt: skip
    free = tuple(
        FreePay(e, F(a + 1), F(1), b - a + 1, wager.pays[e], wager.pays[e] - 1)
        for e, (a, b) in ranges.items()
    )
    return wager, Wanted(free, (F(5, 100), F(501, 10000)), count=count, **more)


@pytest.mark.parametrize("goal", ["near", "top"])
def test_six_free_lines_of_straights(game, goal):
    """The best of all paytables are the best of the small grid around any of them too."""
    wager, wanted = sixfold(game, goal=goal)
    rule = solved(wager)
    found = design(rule, wager, wanted)
    assert found.paytables == 7 * 9 * 7 * 41 * 41 * 401 == 297_269_721
    assert found.complete
    assert len(found.designs) == wanted.count
    low = {one.ending: min(best.pays[one.ending] for best in found.designs) for one in wanted.free}
    high = {one.ending: max(best.pays[one.ending] for best in found.designs) for one in wanted.free}
    near = tuple(
        replace(f, first=low[f.ending], count=int(high[f.ending] - low[f.ending]) + 1) for f in wanted.free
    )
    again = design(rule, wager, replace(wanted, free=near))
    assert keys(wager, wanted, again.designs) == keys(wager, wanted, found.designs)


def test_a_search_that_is_given_up_says_so(game, monkeypatch):
    monkeypatch.setattr(candidates_module, "_FIRST", 1)
    wager, wanted = sixfold(game, below=F(4))
    for work, many in ((0, 0), (5000, 3)):
        monkeypatch.setattr(candidates_module, "_WORK", work)
        found = design(solved(wager), wager, wanted)
        assert (found.complete, found.stopped, len(found.designs)) == (False, True, many)
        told = str(view(asked_about(wager), found))
        assert "The search was given up at a limit of work" in told
        assert ("No paytable was found that is as wanted" in told) == (not many)


@pytest.mark.parametrize(("limit", "number"), [("_LARGEST", 2**10), ("_WIDEST", 1)])
def test_what_cannot_be_searched_is_refused(game, monkeypatch, limit, number):
    monkeypatch.setattr(candidates_module, limit, number)
    wager, wanted = sixfold(game)
    for goal in ("near", "top", "variance"):
        with pytest.raises(TooMuchWork, match=r"297,269,721 paytables .* narrow their ranges"):
            design(solved(wager), wager, replace(wanted, goal=goal))


def test_a_wrong_paytable_never_gets_out(game, monkeypatch):
    wager, wanted = sixfold(game)
    monkeypatch.setattr(design_module, "_searched", lambda candidates, boxes, wanted: ([(0,) * 6], False))
    with pytest.raises(ArithmeticError, match="not what it was taken for"):
        design(solved(wager), wager, wanted)
