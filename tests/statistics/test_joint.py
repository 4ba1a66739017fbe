"""Covariances of wagers on the same spins: by goals, by chains, by brute force and by simulation."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, dice
from markov.rules.plain import PlainRule
from markov.statistics.joint import joint, joint_chance, joint_law_by_goals
from markov.statistics.layout import Layout, Played, Together
from markov.wager.odds import Answer, answer
from markov.wager.rule import End, RacingRule, stop_or_play_on
from tests.draws import examples
from tests.statistics.layouts import Walk, layouts, tally_wagers, wheels

WAYS = ("never", "optimal")
SHEETS = ("repeater-bets-plus", "quebec-place-bets", "straights-and-8s")


def marginals(found: dict, place: int) -> dict[str, Fraction]:
    """The chances of the endings of one of the wagers, from the law of all."""
    chances: dict[str, Fraction] = {}
    for ends, chance in found.items():
        chances[ends[place]] = chances.get(ends[place], Fraction(0)) + chance
    return chances


def chances(found: Answer, way: str) -> dict[str, Fraction]:
    """The chances of the endings, from the answer."""
    chances: dict[str, Fraction] = {}
    for ending in getattr(found, way).endings:
        chances[ending.ending] = chances.get(ending.ending, Fraction(0)) + ending.probability
    return chances


# Two roads for random wagers, which may share numbers, pay anything and be surrendered anywhere.


@given(layouts(most=2))
def test_a_pair_is_what_brute_force_finds(wagers):
    answers = {wager.name: answer(wager) for wager in wagers}
    for way in WAYS:
        walk = Walk(list(answers.values()), way)
        found = joint(answers, way)
        (pair,) = found.pairs()
        assert pair.product == walk.expected(lambda returned: returned[0] * returned[1])
    joint_chance.cache_clear()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("markov.race.clocks.MAX_BITS", 0)  # no formula is short enough
        assert joint(answers, way) == found


@given(wheels.flatmap(lambda wheel: tally_wagers(wheel, "one")), st.data())
@settings(max_examples=examples(200))
def test_a_ladder_says_how_any_policy_ends_or_says_nothing(wager, data):
    """Here the states in which the offer is taken are drawn, be it best or not."""
    states = [s for s in wager.chain().states if not isinstance(s, End) and any(s)]
    if data.draw(st.booleans()):  # all at some height, and some more
        high = data.draw(st.integers(1, 3))
        taken = {s for s in states if max(s) >= high}
    else:
        taken = data.draw(st.sets(st.sampled_from(states))) if states else set()
    played = Played(wager.rule, frozenset(taken))
    ladder = played.ladder(wager.wheel)
    if ladder:
        law = Together((played,)).law(wager.wheel)
        alone = joint_law_by_goals(ladder, ladder, wager.wheel)
        assert marginals(alone, 0) == marginals(law, 0)
        assert all(one == other for one, other in alone)  # a wager ends as it ends


def test_ladders_come_with_every_kind_of_race(game):
    """Only one needs its chain: seven of four numbers, surrendered as long as one is missing."""
    without = set()
    sheet = game("repeater-bets-plus")
    for choice in ("any-mix", "same-number", "all-four-seen"):
        for name, wager in sheet.wagers({"seven-times": choice}).items():
            assert isinstance(wager.rule, RacingRule)
            for way in WAYS if "surrender-1" in wager.pays or "surrender-4" in wager.pays else WAYS[:1]:
                taken = frozenset() if way == "never" else Played.of(answer(wager), way).taken
                if wager.rule.ladder(wager.wheel, taken) is None:
                    without.add((choice, name, way))
    assert without == {("all-four-seen", "repeating-2-3-11-12", "optimal")}


# The sheets.


@pytest.mark.parametrize("come_out", ["off", "on"])
def test_place_bets_are_what_brute_force_finds(game, solved, come_out):
    wagers = game("quebec-place-bets").wagers({"come-out": come_out})
    answers = {name: solved(wagers[name]) for name in ("right-4", "buy-6", "lay-4", "lay-9")}
    for way in WAYS:
        for pair in joint(answers, way).pairs():
            walk = Walk([answers[name] for name in pair.wagers], way)
            assert pair.product == walk.expected(lambda returned: returned[0] * returned[1])


def test_two_ways_of_ending_alike_are_added_up():
    """An end of one name decides for some outcomes and not for others: by hand, three of four spins."""

    def pushed(on):
        return PlainRule(0, lambda _, o: End("other") if o == "c" else End("over", decides=o == on))

    both = Together((Played(pushed("a")), Played(pushed("b"))))
    found = both.law(Distribution({"a": 1, "b": 1, "c": 1, "d": 1}))
    assert found == {("over", "over"): Fraction(3, 4), ("other", "other"): Fraction(1, 4)}


def test_wagers_that_differ_in_their_pays_alone_go_together(game, solved):
    wagers = game("quebec-place-bets").wagers()
    answers = {name: solved(wagers[name]) for name in ("right-4", "buy-4", "lay-4")}
    pairs = {pair.wagers: pair for pair in joint(answers, "never").pairs()}
    assert pairs["right-4", "buy-4"].correlation_square == 1
    assert -1 < pairs["right-4", "lay-4"].correlation_square < 0


# Layouts.


def test_the_total_of_a_layout(game, solved):
    wagers = game("quebec-place-bets").wagers()
    answers = {name: solved(wagers[name]) for name in ("right-4", "buy-4", "lay-10")}
    found = joint(answers, "never")
    stakes = {"buy-4": Fraction(3, 2), "lay-10": Fraction(2)}
    walk = Walk([answers["buy-4"], answers["lay-10"]], "never")
    mean = walk.expected(lambda x: x[0] * Fraction(3, 2) + x[1] * 2)
    square = walk.expected(lambda x: (x[0] * Fraction(3, 2) + x[1] * 2) ** 2)
    total = found.total(stakes)
    assert (total.returned, total.variance) == (mean, square - mean**2)
    assert total.outlay == Fraction(3, 2) * wagers["buy-4"].outlay + 2 * wagers["lay-10"].outlay


@pytest.mark.parametrize(
    ("stakes", "trouble"),
    [
        ({"right-5": 1}, "'right-5', which is not on"),
        ({"right-4": -1}, "right-4 is below 0"),
        ({}, "nothing is"),
    ],
)
def test_stakes_that_cannot_be(game, solved, stakes, trouble):
    found = joint({"right-4": solved(game("quebec-place-bets").wager("right-4"))}, "never")
    with pytest.raises(ValueError, match=trouble):
        found.total({name: Fraction(stake) for name, stake in stakes.items()})


def test_wagers_on_different_wheels_are_refused(game, solved):
    wagers = [game("repeater-bets-plus").wager("repeating-2", {"zeros": zeros}) for zeros in "12"]
    with pytest.raises(ValueError, match="other is on another wheel than one"):
        joint({name: solved(wager) for name, wager in zip(("one", "other"), wagers, strict=True)}, "never")
    with pytest.raises(ValueError, match="one wager at least"):
        Layout.of({}, "never")


def test_a_pair_out_of_reach_is_named(game, solved):
    wagers = game("quebec-place-bets").wagers()
    answers = {name: solved(wagers[name]) for name in ("right-4", "lay-4")}
    with pytest.raises(TooMuchWork, match=r"right-4 and lay-4: .* limit of 10"):
        joint(answers, "never", limit=10)


def test_a_policy_of_merged_states_is_refused():
    with pytest.raises(TooMuchWork, match="alike"):
        Together((Played(None, frozenset({(1, 1)}), "tallies that play alike are one: 2 and 12"),))


# The rule of several rules.


def test_an_offer_taken_at_the_start_is_over_before_a_spin():
    leave = PlainRule(0, lambda *_: End("lost"), actions=lambda state: stop_or_play_on(state, End("left")))
    left = Played(leave, frozenset({0}))
    chain = Together((left, left)).chart(dice(2))
    assert [state.parts for state in chain.states] == [("left", "left")]
