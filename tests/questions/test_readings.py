"""Readings as risk: what settles the edge by every subset, and ranges of it by every combination."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.questions.readings.ranges import HEADLINE, every_reading, ranges
from markov.questions.readings.risk import deciding, plainest, risks
from markov.wager import odds
from markov.wager.game import Game, Option, Unknown
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from tests.cases import elsewhere, rows
from tests.draws import examples
from tests.small_games import answered_by, ladder

CHOICES = {"a": "012", "b": "01", "c": "01", "d": "01"}
EVERY = [dict(zip(CHOICES, row, strict=True)) for row in product(*CHOICES.values())]


def settles(chosen, listed, outcomes):
    """By its meaning: any two readings that agree on all that is chosen have one outcome."""
    return all(
        x == y or any(one[key] != other[key] for key in chosen)
        for (one, x), (other, y) in combinations(zip(listed, outcomes, strict=True), 2)
    )


def smallest(listed, outcomes):
    """Every subset tried."""
    for size in range(len(CHOICES) + 1):
        if found := [s for s in combinations(CHOICES, size) if settles(s, listed, outcomes)]:
            return tuple(found)
    raise AssertionError


@settings(max_examples=examples(80))
@given(st.lists(st.sampled_from("abcd"), unique=True), st.randoms(use_true_random=False))
def test_what_settles_every_combination_is_one_set(among, random):
    """An outcome that is drawn for each answer to some of the questions."""
    drawn = {}
    outcomes = [drawn.setdefault(tuple(one[key] for key in among), random.choice([1, 2])) for one in EVERY]
    found = deciding(EVERY, outcomes)
    assert found == smallest(EVERY, outcomes)
    (only,) = found
    assert set(only) <= set(among)


@settings(max_examples=examples(80))
@given(
    st.lists(st.sampled_from(EVERY), min_size=1, max_size=9, unique_by=lambda one: tuple(one.values())),
    st.data(),
)
def test_what_settles_some_readings_is_found_by_rising_size(listed, data):
    outcomes = [data.draw(st.sampled_from([1, 2, 3])) for _ in listed]
    assert set(deciding(listed, outcomes)) == set(smallest(listed, outcomes))


def test_a_reading_with_two_outcomes_is_settled_by_nothing():
    with pytest.raises(ValueError, match="two readings are the same"):
        deciding([EVERY[0], EVERY[0]], [1, 2])


def test_equal_edges_of_best_play_are_ranked_by_play_to_the_end_and_the_plainest_is_named():
    answered = answered_by(True)
    ladders = risks(answered)[0].settled
    assert ladders.both == ladders.never == ladders.optimal == (("outs",),)
    cheaper = replace(answered[1][1][0], never=answered[1][1][0].optimal)
    assert risks([answered[0], (answered[1][0], [cheaper])])[0].ranking == (1, 0)
    assert plainest([one for one, _ in answered], (3, 2)) == 2


def asking(key, choices, wagers):
    """A game with one option."""
    return Game(key, "here", (Option(key, "Which?", {one: one for one in choices}),), wagers)


def answered_all(game):
    return [(one, [answer(bet) for bet in game.wagers(one).values()]) for one in game.readings(True)]


def test_a_wager_whose_name_a_reading_writes_otherwise_is_compared_with_itself():
    """Outs that throw off 2 outs and, under `capitals`, 5: a name is known by its slug."""

    def wagers(reading):
        pays = {"made": "2 for 1", "lost": "nothing"}
        name, outs = {"small": ("The ladder", 2), "capitals": ("THE LADDER", 5)}[reading["letters"]]
        yield ladder(name, rungs=1, outs=outs, pays=pays)

    game = asking("letters", ("small", "capitals"), wagers)
    answered = answered_all(game)
    (risk,) = risks(answered)
    assert (risk.wager, risk.edges) == ("The ladder", {0: (Fraction(1, 3),) * 2, 1: (Fraction(2, 3),) * 2})
    span = ranges(game, answered).of("The ladder", "never", "edge.per_stake")
    assert (span.asked, span.least.value, span.greatest.value) == tuple(Fraction(n, 3) for n in (1, 1, 2))


def test_the_extreme_of_a_sheet_counts_the_readings_of_each_wager_that_has_it():
    """Two ladders of 3 outs, of which one or the other has 5 under a reading of its own."""
    sold = {"both": (3, 3), "first": (5, 3), "second": (3, 5)}

    def wagers(reading):
        pays = {"made": "2 for 1", "lost": "nothing"}
        for name, outs in zip("AB", sold[reading["sold"]], strict=True):
            yield ladder(name, rungs=1, outs=outs, pays=pays)

    game = asking("sold", sold, wagers)
    edge = ranges(game, answered_all(game)).sheet[0]
    assert (edge.figure, edge.greatest.value, edge.greatest.wagers) == (
        "edge.per_stake",
        Fraction(2, 3),
        ("A", "B"),
    )
    assert (edge.greatest.reading, edge.greatest.readings) == ({"sold": "first"}, 2)
    assert (edge.least.value, edge.least.readings) == (Fraction(1, 2), 3)


def test_the_first_reading_is_that_of_odds(document, small_games):
    first = document("readings", "ladders")["readings"][0]
    assert first["wagers"] == document("odds", "ladders")["wagers"]


STRAIGHTS = "straights-and-8s"


def test_choices_under_which_an_edited_wager_is_paid_otherwise_are_left_out(document):
    """All others are those of the sheet with that pay, asked one by one."""
    told = document("readings", STRAIGHTS, "--pay", "run=20 for 1")
    assert told["not_compared"] == ["three-eights=pair-only", "both=yes"]
    assert len(told["readings"]) == 10
    for reading in told["readings"]:
        bet = mk.game(STRAIGHTS, **reading["options"])[STRAIGHTS].with_pays(run="20 for 1")
        edge = reading["wagers"][0]["never"]["edge"]["per_stake"]
        assert edge == str(bet.odds().never.edge.per_stake)


OUTS, PAYS, ENVIES = {"6": 6, "3": 3, "1": 1}, {"low": 40, "high": 41}, {"no": 0, "yes": 9}


def _wagers(reading):
    outs, pay = OUTS[reading["outs"]], PAYS[reading["pay"]]
    pays = {"made": f"{pay} for 1", "lost": "nothing", "surrender-1": "6 for 1"}
    envy = {"surrender-1": Fraction(ENVIES[reading["envy"]])}
    yield ladder(outs=outs, pays=pays, envy=Paytable(envy))
    if outs > 1:
        yield ladder("Plain", rungs=1, outs=outs, pays={"made": "5 for 1", "lost": "nothing"})


LADDERS = Game(
    "Ladders",
    "a rack card",
    (
        Option("outs", "How many?", {"6": "six", "3": "three", "1": "one"}, rejected={"1": "a typing error"}),
        Option("pay", "Which pay?", {"low": "40", "high": "41"}),
        Option("envy", "Is it owed on a surrender?", {"no": "no", "yes": "yes"}),
        Option("hats", "May hats be worn?", {"no": "no", "yes": "yes"}),
    ),
    _wagers,
)
ASKED = LADDERS.reading()


def solved_for(readings):
    return [(one, [answer(bet) for bet in LADDERS.wagers(one).values()]) for one in readings]


def answered(first=ASKED):
    return solved_for(every_reading(LADDERS, first))


def money(outs, pay, envy, best):
    """By hand: edge, house after envy, return and variance of two hits before so many outs."""
    hit = Fraction(1, outs + 1)
    if best and hit * pay < 6:  # sells at the first rung
        chance, back, owed = hit, 6, envy
    else:
        chance, back, owed = hit**2, pay, 0
    returned = chance * back
    return {
        "edge.per_stake": 1 - returned,
        "house_after_envy": 1 - returned - chance * owed,
        "returned": returned,
        "variance": chance * back**2 - returned**2,
    }


@pytest.mark.parametrize("way", ["never", "optimal"])
def test_each_range_is_that_of_every_combination_by_hand(way):
    found = ranges(LADDERS, answered())
    assert (found.compared, found.rejected, found.combinations) == (16, 8, 24)
    by_hand = [
        money(OUTS[outs], PAYS[pay], ENVIES[envy], way == "optimal")
        for outs, pay, envy in product(["6", "3"], PAYS, ENVIES)
    ]
    for figure in by_hand[0]:
        one = found.of("Up | down", way, figure)
        values = [each[figure] for each in by_hand]
        assert (one.least.value, one.greatest.value) == (min(values), max(values))
        assert one.asked == by_hand[0][figure]
        for bound in (one.least, one.greatest):
            made = money(*(of[bound.reading[key]] for of, key in _KEYS), way == "optimal")
            assert made[figure] == bound.value
            assert bound.readings == 2 * values.count(bound.value)  # hats change nothing


_KEYS = (OUTS, "outs"), (PAYS, "pay"), (ENVIES, "envy")


def test_the_range_of_a_sheet_is_over_all_its_wagers():
    found = ranges(LADDERS, answered())
    for way, figure in product(("never", "optimal"), HEADLINE):
        mine = [found.of(name, way, figure) for name in ("Up | down", "Plain")]
        whole = found.of("", way, figure)
        assert whole.asked is None
        assert whole.least.value == min(one.least.value for one in mine)
        assert whole.greatest.value == max(one.greatest.value for one in mine)
        lowest = [one.wager for one in mine if one.least.value == whole.least.value]
        assert list(whole.least.wagers) == lowest


def test_only_choices_that_change_a_figure_are_said_to():
    found = ranges(LADDERS, answered())
    # Against six outs the 6 for 1 is taken, so the pay of the win changes no figure of best play.
    assert found.of("Up | down", "optimal", "returned").changed_by == (("outs", "3"), ("outs", "1"))
    assert found.of("Up | down", "never", "returned").changed_by == (
        ("outs", "3"),
        ("outs", "1"),
        ("pay", "high"),
    )
    assert found.of("Up | down", "optimal", "house_after_envy").changed_by[-1] == ("envy", "yes")
    assert found.of("Up | down", "never", "house_after_envy").changed_by[-1] == ("pay", "high")
    # Together with three outs it does: then the win is played for.
    assert found.of("Up | down", "optimal", "returned").settled_by == ("outs", "pay")
    assert found.of("Plain", "never", "edge.per_stake").settled_by == ("outs",)


def test_what_is_untouched_is_so_in_every_figure():
    found = ranges(LADDERS, answered())
    assert found.untouched("hats") == ("Up | down", "Plain")
    assert found.untouched("envy") == ("Plain",)
    # It changes no headline figure of best play, and yet what playing on is worth: it is not untouched.
    assert found.untouched("pay") == ("Plain",)
    effect = next(one for one in found.effects if (one.wager, one.option) == ("Up | down", "envy"))
    assert [(one.way, one.figure, one.before, one.after) for one in effect.changes] == [
        ("optimal", "house_after_envy", Fraction(1, 7), Fraction(1, 7) - Fraction(9, 7))
    ]


def test_an_edge_over_nothing_is_0():
    """Of pushes alone nothing is resolved."""
    pays = {"made": "1 for 1", "lost": "1 for 1"}
    game = asking("hats", ("no", "yes"), lambda _: [ladder(rungs=1, pays=pays)])
    resolved = "edge.per_resolved"
    assert ranges(game, answered_all(game), (resolved,)).of("Up | down", "never", resolved).span == (0, 0)


def test_a_wager_that_is_not_there_is_not_untouched():
    def wagers(reading):
        yield ladder()
        if reading["sold"] == "yes":
            yield ladder("Plain", rungs=1, pays={"made": "5 for 1", "lost": "nothing"})

    game = asking("sold", ("yes", "no"), wagers)
    found = ranges(game, answered_all(game))
    assert found.untouched("sold") == ("Up | down",)
    (_, gone) = found.effects
    assert (gone.wager, gone.absent, gone.same, gone.changes) == ("Plain", True, False, ())
    assert found.of("Plain", "never", "returned").least.readings == 1
    other = asking("sold", ("no", "yes"), wagers)
    assert ranges(other, answered_all(other)).of("Plain", "never", "returned").changed_by == ()


@pytest.mark.parametrize(
    ("weights", "same"), [({"heads": 1, "tails": 3}, False), ({"heads": 1, "tails": 1}, True)]
)
def test_a_change_of_chances_alone_is_a_change(weights, same):
    """Low and high pay alike, so that who is likelier moves no headline figure."""

    def wagers(reading):
        ends = ("low", "high") if reading["way"] == "up" else ("high", "low")
        pays = Paytable({"low": "1 for 1", "high": "1 for 1"})
        rule = mk.PlainRule("ready", lambda _, shown: mk.End(ends[shown == "heads"]))
        yield mk.Wager("Flip", rule, mk.Distribution(weights), pays, "here")

    game = asking("way", ("up", "down"), wagers)
    found = ranges(game, answered_all(game))
    (effect,) = found.effects
    assert (effect.changes, effect.same) == ((), same)
    assert found.untouched("way") == (("Flip",) if same else ())


def test_a_rejected_choice_that_is_asked_for_is_meant():
    first = {**ASKED, "outs": "1"}
    found = ranges(LADDERS, answered(first))
    assert (found.compared, found.rejected) == (24, 0)
    assert found.of("Up | down", "never", "returned").asked == Fraction(40, 4)
    assert found.of("Up | down", "never", "returned").greatest.value == Fraction(41, 4)
    assert ranges(LADDERS, answered()).of("Up | down", "never", "returned").greatest.value == Fraction(41, 16)


def test_of_one_option_at_a_time_only_so_many_readings_are_compared():
    found = ranges(LADDERS, solved_for(LADDERS.readings()))
    assert (found.compared, found.rejected, found.combinations) == (5, 8, 24)


def test_every_reading_begins_with_the_one_asked_for():
    asked = {**ASKED, "hats": "yes"}
    listed = every_reading(LADDERS, asked)
    assert listed[0] == asked
    # All that is not rejected, and what is rejected by itself alone.
    assert len(listed) == len({tuple(one.items()) for one in listed}) == 2 * 2 * 2 * 2 + 1
    assert [one for one in listed if one["outs"] == "1"] == [{**asked, "outs": "1"}]
    assert len(every_reading(LADDERS, {**ASKED, "outs": "1"})) == 24


def test_rejected_combinations_change_no_range():
    every = [ASKED, *(one for one in LADDERS.readings(True) if one != ASKED)]
    assert len(every) == 24
    assert ranges(LADDERS, solved_for(every)) == ranges(LADDERS, answered())


def test_only_a_choice_that_is_there_and_no_default_is_rejected():
    with pytest.raises(Unknown, match="no choice to reject for outs: '2'"):
        Option("outs", "How many?", {"6": "six"}, rejected={"2": "why"})
    with pytest.raises(ValueError, match="outs: the default, '6', cannot be rejected"):
        Option("outs", "How many?", {"6": "six"}, rejected={"6": "why"})


def test_the_document_has_the_ranges(document, small_games):
    told = document("readings", "ladders", "--all")
    cells = 'ranges.compared=4  ranges.combinations=4  rejected=[]  ranges.sheet.0.least.wagers=["up-down"]'
    assert list(elsewhere(told, cells.split("  "))) == []
    by_figure = {(each["wager"], each["play"], each["figure"]): each for each in told["ranges"]["wagers"]}
    cells = """least.value=-3/2  least.options.outs="3"  least.readings=2  greatest.value=9/49  asked=9/49
    changed_by=[{"option": "outs", "choice": "3"}]"""
    assert list(elsewhere(by_figure["up-down", "never", "edge.per_stake"], rows(cells)[0])) == []
    plain = {(each["option"], each["same"]) for each in told["effects"] if each["wager"] == "plain"}
    assert plain == {("outs", True), ("hats", True)}


def test_equal_wagers_are_solved_once(run, small_games, monkeypatch):
    """One ladder for each number of outs, and one plain wager."""
    solved, real = [], odds.solved
    monkeypatch.setattr(odds, "solved", lambda wager, *more: solved.append(wager) or real(wager, *more))
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3


def test_an_offer_that_stands_elsewhere_with_the_same_figures_is_the_same():
    before, at_five = (mk.game("quebec-place-bets", placed=placed) for placed in ("come-out", "5"))
    assert before["lay-5"].odds().same_odds(at_five["lay-5"].odds())
    assert not before["right-6"].odds().same_odds(at_five["right-6"].odds())
