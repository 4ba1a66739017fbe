"""Ranges over readings: by hand, by every combination tried, and what a choice leaves as it is."""

from fractions import Fraction
from itertools import product

import pytest

import markov as mk
from markov.questions.readings.ranges import HEADLINE, every_reading, ranges
from markov.wager.game import Game, Option, SheetError, Unknown
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from tests.cases import elsewhere, lists
from tests.refused import refused
from tests.small_games import ladder

OUTS, PAYS, ENVIES = {"6": 6, "3": 3, "1": 1}, {"low": 40, "high": 41}, {"no": 0, "yes": 9}


def _wagers(reading):
    outs, pay = OUTS[reading["outs"]], PAYS[reading["pay"]]
    pays = {"made": f"{pay} for 1", "lost": "nothing", "surrender-1": "6 for 1"}
    envy = {"surrender-1": Fraction(ENVIES[reading["envy"]])}
    yield ladder(outs=outs, pays=pays, envy=Paytable(envy))
    if outs > 1:
        yield ladder("Plain", rungs=1, outs=outs, pays={"made": "5 for 1", "lost": "nothing"})


GAME = Game(
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
ASKED = GAME.reading()


def answered(first=ASKED, game=GAME):
    return [(one, [answer(bet) for bet in game.wagers(one).values()]) for one in every_reading(game, first)]


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
    found = ranges(GAME, answered())
    assert (found.compared, found.rejected, found.combinations, found.complete) == (16, 8, 24, True)
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
    found = ranges(GAME, answered())
    for way, figure in product(("never", "optimal"), HEADLINE):
        mine = [found.of(name, way, figure) for name in ("Up | down", "Plain")]
        whole = found.of("", way, figure)
        assert whole.asked is None
        assert whole.least.value == min(one.least.value for one in mine)
        assert whole.greatest.value == max(one.greatest.value for one in mine)
        lowest = [one.wager for one in mine if one.least.value == whole.least.value]
        assert list(whole.least.wagers) == lowest


def test_only_choices_that_change_a_figure_are_said_to():
    found = ranges(GAME, answered())
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
    found = ranges(GAME, answered())
    assert found.untouched("hats") == ("Up | down", "Plain")
    assert found.untouched("envy") == ("Plain",)
    # It changes no headline figure of best play, and yet what playing on is worth: it is not untouched.
    assert found.untouched("pay") == ("Plain",)
    effect = next(one for one in found.effects if (one.wager, one.option) == ("Up | down", "envy"))
    assert [(one.way, one.figure, one.before, one.after) for one in effect.changes] == [
        ("optimal", "house_after_envy", Fraction(1, 7), Fraction(1, 7) - Fraction(9, 7))
    ]


def test_a_wager_that_is_not_there_is_not_untouched():
    def wagers(reading):
        yield ladder()
        if reading["sold"] == "yes":
            yield ladder("Plain", rungs=1, pays={"made": "5 for 1", "lost": "nothing"})

    game = Game("Some", "here", (Option("sold", "Is it?", {"yes": "yes", "no": "no"}),), wagers)
    found = ranges(game, answered(game.reading(), game))
    assert found.untouched("sold") == ("Up | down",)
    (_, gone) = found.effects
    assert (gone.wager, gone.absent, gone.same, gone.changes) == ("Plain", True, False, ())
    assert found.of("Plain", "never", "returned").least.readings == 1


@pytest.mark.parametrize(
    ("weights", "same"), [({"heads": 1, "tails": 3}, False), ({"heads": 1, "tails": 1}, True)]
)
def test_a_change_of_chances_alone_is_a_change(weights, same):
    """Low and high pay alike, so that who is likelier moves no headline figure."""

    def wagers(reading):
        ends = ("low", "high") if reading["way"] == "up" else ("high", "low")
        pays = Paytable({"low": "1 for 1", "high": "1 for 1"})
        yield mk.Wager("Flip", _Once(ends), mk.Distribution(weights), pays, "here")

    game = Game("Flips", "here", (Option("way", "Which?", {"up": "up", "down": "down"}),), wagers)
    found = ranges(game, answered(game.reading(), game))
    (effect,) = found.effects
    assert (effect.changes, effect.same) == ((), same)
    assert found.untouched("way") == (("Flip",) if same else ())


class _Once:
    start = "ready"

    def __init__(self, ends):
        self.ends = ends

    def step(self, state, outcome):
        return mk.End(self.ends[outcome == "heads"])

    def __eq__(self, other):
        return isinstance(other, _Once) and self.ends == other.ends

    def __hash__(self):
        return hash(self.ends)


def test_a_rejected_choice_that_is_asked_for_is_meant():
    first = {**ASKED, "outs": "1"}
    found = ranges(GAME, answered(first))
    assert (found.compared, found.rejected) == (24, 0)
    assert found.of("Up | down", "never", "returned").asked == Fraction(40, 4)
    assert found.of("Up | down", "never", "returned").greatest.value == Fraction(41, 4)
    assert ranges(GAME, answered()).of("Up | down", "never", "returned").greatest.value == Fraction(41, 16)


def test_one_option_at_a_time_is_said_to_be_incomplete():
    listed = [(one, [answer(bet) for bet in GAME.wagers(one).values()]) for one in GAME.readings()]
    found = ranges(GAME, listed)
    assert (found.compared, found.rejected, found.complete) == (5, 8, False)


def test_every_reading_begins_with_the_one_asked_for():
    asked = {**ASKED, "hats": "yes"}
    listed = every_reading(GAME, asked)
    assert listed[0] == asked
    # All that is not rejected, and what is rejected by itself alone.
    assert len(listed) == len({tuple(one.items()) for one in listed}) == 2 * 2 * 2 * 2 + 1
    assert [one for one in listed if one["outs"] == "1"] == [{**asked, "outs": "1"}]
    assert len(every_reading(GAME, {**ASKED, "outs": "1"})) == 24


def test_rejected_combinations_change_no_range():
    every = [ASKED, *(one for one in GAME.readings(True) if one != ASKED)]
    listed = [(one, [answer(bet) for bet in GAME.wagers(one).values()]) for one in every]
    assert len(listed) == 24
    assert ranges(GAME, listed) == ranges(GAME, answered())


def test_only_a_choice_that_is_there_and_no_default_is_rejected():
    with pytest.raises(Unknown, match="no choice to reject for outs: '2'"):
        Option("outs", "How many?", {"6": "six"}, rejected={"2": "why"})
    with pytest.raises(ValueError, match="outs: the default, '6', cannot be rejected"):
        Option("outs", "How many?", {"6": "six"}, rejected={"6": "why"})


def test_what_the_sheet_rejects_is_as_absurd_as_it_says(game, solved):
    sheet = game("repeater-bets-plus")
    (pockets,) = (one for one in sheet.options if one.key == "pockets")
    assert pockets.rejected["literal"].startswith("Repeating 2 would return ten times its stake")
    # A 2 before a 7, one pocket each, twice.
    returned = solved(sheet.wager("repeating-2", {"pockets": "literal"})).never.returned
    assert returned == 40 * Fraction(1, 2) ** 2 == 10


def test_the_document_has_the_ranges(document, small_games):
    told = document("readings", "ladders", "--all")
    cells = 'ranges.compared=4  ranges.combinations=4  rejected=[]  ranges.sheet.0.least.wagers=["up-down"]'
    assert list(elsewhere(told, cells.split("  "))) == []
    by_figure = {(each["wager"], each["play"], each["figure"]): each for each in told["ranges"]["wagers"]}
    cells = """least.value=-3/2  least.options.outs="3"  least.readings=2  greatest.value=9/49  asked=9/49
    changed_by=[{"option": "outs", "choice": "3"}]"""
    assert list(elsewhere(by_figure["up-down", "never", "edge.per_stake"], lists(cells)[0])) == []
    plain = {(each["option"], each["same"]) for each in told["effects"] if each["wager"] == "plain"}
    assert plain == {("outs", True), ("hats", True)}


SHEET = """name = "Twos"
source = "here"
stop = [7]
wheel = {{ kind = "dice" }}

[wagers."Two twos"]
tallies = [{{ counts = [2], need = 2 }}]
pays = {{ made = "40 for 1", lost = "nothing" }}

[options.need]
question = "How many?"
[options.need.choices.two]
means = "two"
{default}
[options.need.choices.three]
means = "three"
rejected = "the name says two"
set = {{ wagers = {{ "Two twos" = {{ tallies = [{{ counts = [2], need = 3 }}] }} }} }}
"""


def test_a_sheet_rejects_a_choice(tmp_path, run):
    path = tmp_path / "twos.toml"
    path.write_text(SHEET.format(default=""))
    (option,) = mk.game(path).options
    assert option.rejected == {"three": "the name says two"}
    assert "Rejected by the sheet" in run("readings", str(path), "--all", "--rejected")[1]
    out = run("readings", str(path), "--all")[1]
    assert "Rejected by the sheet" not in out
    assert "need=three is rejected: the name says two." in out
    assert "1 of the 2 combinations of choices; the other 1 make" in " ".join(out.split())
    assert "rejected: the name says two" in run("games", str(path))[1]


def test_a_sheet_cannot_reject_its_default(tmp_path, run):
    path = tmp_path / "twos.toml"
    path.write_text(SHEET.format(default='rejected = "no"'))
    with pytest.raises(SheetError, match="expected another choice, as this one is the default"):
        mk.game(path)
    refused(run("odds", str(path)), 3, "rejected")
