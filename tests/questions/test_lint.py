"""Questions of a reviewer: each finding appears by one edit, and its figures by two roads."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markov as mk
from markov.questions.lint import profile, review
from markov.questions.lint.checks import exact_from
from markov.questions.lint.finding import SEVERITY, Finding
from markov.questions.lint.view import WORDS
from markov.questions.surrender.surrender import surrender
from markov.wager.asked import Asked
from markov.wager.catalogue import find, opened
from markov.wager.game import Game, Option, SheetError
from markov.wager.odds import answer, wins
from markov.wager.odds import solved as solve
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from tests import plays
from tests.cases import rows
from tests.draws import examples
from tests.refused import refused

BETS, CARD, QUEBEC = "repeater-bets-plus", "straights-and-8s", "quebec-place-bets"
HOUSE = profile.find("house")
NO_BOUNDS = replace(HOUSE, least_return=None, minimum=None, chip=None)


def bet(key, pays=None, game=BETS, **choices):
    reading = plays.choices(**choices)
    return edited(find(game).wager(key, reading), pays or {})


def one(wager, bounds=NO_BOUNDS):
    rule = solve(wager)
    return review.wager(rule, rule.answer(wager), bounds)


def side_by_side(*wagers):
    return review.sheet([answer(wager) for wager in wagers], NO_BOUNDS)


# Each finding: where it is not, and where it is after one edit.


def edit(key, before, change, bounds=NO_BOUNDS, game=BETS):
    """A wager with some pays, and with one more edit."""
    return tuple(lambda pays=pays: one(bet(key, pays, game), bounds) for pays in (before, before | change))


def bounded(key, before, after, pays=None, game=BETS):
    """A wager within some bounds of a profile, and within others."""
    return tuple(
        lambda more=more: one(bet(key, pays, game), replace(HOUSE, **more)) for more in (before, after)
    )


def beside(first, *others, game=BETS):
    """A wager beside another, and beside a third."""
    return tuple(
        lambda other=other: side_by_side(bet(*first, game=game), bet(*other, game=game)) for other in others
    )


def asking(first, second, idle=""):
    """A game that asks which of two pays is meant; the dealer is owed twice the wager on a win."""
    pays = {"one": first, "other": second}

    def build(reading):
        return [bet("repeating-2", {"made": pays[reading["pay"]], "surrender-1": None})]

    return Game("Asking", "nowhere", (Option("pay", "Which pay?", dict.fromkeys(pays, "that"), idle),), build)


def read(game):
    return game, [
        (reading, [answer(w) for w in game.wagers(reading).values()]) for reading in game.readings()
    ]


def another_pay(ask, before, after, idle=""):
    """What is asked of a choice between 40 for 1 and a pay, and of one between it and another pay."""
    return tuple(lambda pay=pay: list(ask(asking("40 for 1", pay, idle))) for pay in (before, after))


ALONE, LITTLE = {"surrender-1": None}, Fraction(1, 10**30)
CASES = {
    "player-edge": edit("repeating-2", ALONE, {"made": "60 for 1"}),
    "no-edge": edit("repeating-2", ALONE, {"made": "49 for 1"}),
    "envy-loss": (
        lambda: one(bet("repeating-2", ALONE)),
        lambda: one(
            replace(bet("repeating-2", ALONE | {"made": "49 for 1"}), envy=Paytable({"made": Fraction(12)}))
        ),
    ),
    "return-low": bounded(
        "repeating-2", {"least_return": Fraction(6, 7)}, {"least_return": Fraction(6, 7) + LITTLE}
    ),
    "return-high": bounded(
        "repeating-2", {"most_return": Fraction(6, 7)}, {"most_return": Fraction(6, 7) - LITTLE}
    ),
    "chance-low": bounded(
        "repeating-2", {"least_chance": Fraction(1, 49)}, {"least_chance": Fraction(1, 49) + LITTLE}
    ),
    "pay-words": edit(
        "repeating-2",
        {"made": "39 to 1", "surrender-1": "5 to 1"},
        {"surrender-1": "6 for 1"},
        replace(HOUSE, words="to"),
    ),
    "leak": edit("repeating-3", {}, {"surrender-2": "13 for 1"}),
    "tie": edit("repeating-3", {}, {"surrender-2": "25 for 2"}),
    "dead-offer": edit("repeating-2", {}, {"surrender-1": "5 for 1"}),
    "above-fair": edit("repeating-4", {"surrender-3": "25 for 1"}, {"surrender-2": "15 for 2"}),
    "unreached": edit("repeating-3", {}, {"surrender-2": "13 for 1"}),
    "rarer-less": edit(CARD, {"gap": "7 to 1", "eights": "7 to 1"}, {"eights": "6 to 1"}, game=CARD),
    "later-less": edit("repeating-4", {"surrender-3": "7 for 1"}, {"surrender-3": "6 for 1"}),
    "below-stake": edit(CARD, {"gap": "evens"}, {"gap": "1 for 2"}, game=CARD),
    "mirror-pays": beside(["repeating-2"], ["repeating-12"], ["repeating-12", {"made": "41 for 1"}]),
    "same-bet": beside(["right-4"], ["right-10"], ["buy-4"], game=QUEBEC),
    "mixed-words": beside(["horn"], ["odd"], ["odd", {"made": "17 to 1"}]),
    "not-payable": bounded("repeating-2", {"minimum": Fraction(6)}, {}, {"made": "81 for 2"}),
    "commission": bounded("buy-4", {"minimum": Fraction(20)}, {}, game=QUEBEC),
    "idle-option": another_pay(review.unchanging, "41 for 1", "39 to 1"),
    "not-idle": another_pay(lambda game: review.idle(*read(game)), "39 to 1", "41 for 1", "it is said twice"),
    "reading-edge": another_pay(lambda game: review.readings(read(game)[1]), "49 for 1", "50 for 1"),
    "reading-envy": another_pay(lambda game: review.readings(read(game)[1]), "47 for 1", "48 for 1"),
}


def choosing_wagers(idle="", **sold):
    """A game that asks which of its wagers are sold: by choice the pays of Repeating 2, 3, … that are."""

    def build(reading):
        for key, pay in sold[reading["sold"]].items():
            yield bet(f"repeating-{key}", {"made": pay, **TAKEN_OUT[key]})

    return Game("Sold", "nowhere", (Option("sold", "Which?", dict.fromkeys(sold, "that"), idle),), build)


TAKEN_OUT = {key: {f"surrender-{k}": None for k in range(1, key)} for key in (2, 3)}
FAIR = {2: "40 for 1", 3: "100 for 1"}
TURNED = {3: "100 for 1", 2: "40 for 1"}


def test_wagers_in_another_order_are_the_same_wagers():
    game, answered = read(choosing_wagers("an order is no rule", one=FAIR, other=TURNED))
    assert list(review.readings(answered)) == []
    assert list(review.idle(game, answered)) == []
    silent, answered = read(choosing_wagers(one=FAIR, other=TURNED))
    assert [found.code for found in review.idle(silent, answered)] == ["idle-option"]


def test_a_wager_that_a_reading_lacks_is_a_change_and_is_compared_where_it_is():
    game, answered = read(choosing_wagers("it is said", one={2: "40 for 1"}, other={3: "500 for 1"}))
    (edge,) = review.readings(answered)
    # The win of Repeating 3 has the chance of three 3s before the first 7: 2/8, thrice.
    assert (edge.code, edge.wager) == ("reading-edge", "Repeating 3")
    assert edge.figures == {"edge_best": 1 - 500 * Fraction(1, 64)}
    assert [(found.code, found.wager) for found in review.idle(game, answered)] == [
        ("not-idle", "Repeating 2")
    ]
    made = {check.code: check.count for check in review.checks(game, answered[0][1], HOUSE, True, answered)}
    assert made["reading-edge"] == made["reading-envy"] == 1


@pytest.mark.parametrize("code", CASES)
def test_each_finding_appears_by_one_edit(code):
    before, after = CASES[code]
    assert code not in {found.code for found in before()}
    assert code in {found.code for found in after()}


def figures(code, found=None):
    return next(one.figures for one in found or CASES[code][1]() if one.code == code)


# On Repeating 2 the win has the chance 1/49; with one 2 marked it is 1/7. Two of three 3s are made with
# chance 1/16, the last with 1/4. A 4 comes before a 7 with 1/3: 65/9 to the end, 25/3 for the next surrender.
BY_HAND = """
player-edge  edge_best=-11/49  edge_never=-11/49
no-edge  edge_best=0  edge_never=0
envy-loss  house_best=-12/49  house_never=-12/49  envy_best=12/49  envy_never=12/49
return-low  return=6/7  bound=6000000000000000000000000000007/7000000000000000000000000000000
return-high  return=6/7  bound=5999999999999999999999999999993/7000000000000000000000000000000
chance-low  chance=1/49  bound=1000000000000000000000000000049/49000000000000000000000000000000
leak  offered=13  continuing=25/2  margin=1/2  cost=1/32  edge_best=3/16  edge_without=7/32
tie  offered=25/2  continuing=25/2  margin=0
dead-offer  offered=5  continuing=40/7  margin=-5/7
above-fair  offered=15/2  continuing=25/3  margin=-5/6  never=65/9
rarer-less  chance=315/54872  returned=7  other_chance=631/13718  other_returned=8
later-less  returned=6  other_returned=7
below-stake  returned=1/2  outlay=1  chance=629/13718
mirror-pays  edge_never=8/49  other_edge_never=9/49  edge_best=1/7  other_edge_best=1/7
same-bet  edge_never=1/20  other_edge_never=1/15  edge_best=1/20  other_edge_best=0
    outlay=21/20  other_outlay=1
not-payable  exact=405/2  paid=202  edge_never=17/98  edge_paid=43/245  stake=5  chip=1  exact_from=6
commission  exact=1/4  down=0  up=1  stake=5  chip=1  exact_from=20
reading-edge  edge_best=-1/49  default_edge_best=9/49
reading-envy  house=-1/49  default_house=1/7
"""


@pytest.mark.parametrize(("code", "expected"), [(code, cells) for code, *cells in rows(BY_HAND)])
def test_figures_are_those_by_hand(code, expected):
    assert [f"{name}={figure}" for name, figure in figures(code).items()] == expected


def test_a_pay_for_more_than_the_outlay_is_posted_in_no_word():
    """Pass with odds has one pay in a word, 1 to 1; Put 4 with odds, 11 for 1, has its outlay at once."""
    table, words_to = find("craps"), replace(NO_BOUNDS, words="to")
    odds, put = table.wager("pass-with-odds"), table.wager("put-4-with-odds")
    assert "pay-words" not in {finding.code for finding in one(odds, words_to)}
    assert "mixed-words" not in {finding.code for finding in side_by_side(odds)}
    assert "mixed-words" in {finding.code for finding in side_by_side(odds, put)}


def test_every_code_is_tried_and_has_its_words():
    """A finding without figures says why in words."""
    assert CASES.keys() == SEVERITY.keys() == WORDS.keys()
    bare = SEVERITY.keys() - {code for code, *_ in rows(BY_HAND)}
    assert bare == {"pay-words", "unreached", "mixed-words", "idle-option", "not-idle"}
    for code in bare:
        found = next(one for one in CASES[code][1]() if one.code == code)
        assert found.texts
        assert not found.figures


@pytest.mark.parametrize(("made", "won"), [("21 for 20", []), ("22 for 20", ["made"])])
def test_a_win_returns_more_than_is_put_up(made, won):
    assert [e.ending for e in wins(answer(bet("buy-4", {"made": made}, QUEBEC)))] == won


def test_the_order_in_which_play_comes_to_offers_is_no_change_of_odds():
    """The same wheel, seen from its other side: the rule comes to the same two states in another order."""

    def wagers(reading):
        sides = ("heads", "tails") if reading["seen"] == "left" else ("tails", "heads")

        def step(first, side):
            return End("made" if side == first else "lost") if first else side

        rule = mk.PlainRule(
            "", step, actions=lambda first: {"flip": first, "cash": End("cashed")} if first else None
        )
        pays = Paytable({"made": "3 for 2", "lost": "nothing", "cashed": "1 for 2"})
        return [mk.Wager("Twice", rule, mk.Distribution(dict.fromkeys(sides, 1)), pays, "here")]

    seen = Option("seen", "From which side?", {"left": "left", "right": "right"}, idle="it is one wheel")
    game = Game("Order", "here", (seen,), wagers)
    (_, (left,)), (_, (right,)) = read(game)[1]
    assert [offer.state for offer in left.offers] == ["heads", "tails"]
    assert [offer.state for offer in right.offers] == ["tails", "heads"]
    assert list(review.idle(*read(game))) == []


def test_an_offer_worth_just_what_playing_on_is_blames_no_later_offer():
    """Later offers make playing on worth as much as the offer, and not more."""
    tied = bet("repeating-3", {"made": "20 for 1", "surrender-1": "2 for 1", "surrender-2": "8 for 1"})
    (offer,) = (each for each in answer(tied).offers if each.ending == "surrender-1")
    assert (offer.offered, offer.continuing, offer.never) == (2, 2, Fraction(5, 4))
    assert [found.code for found in one(tied) if found.endings == ("surrender-1",)] == ["tie"]


@pytest.mark.parametrize("key", ["right-6", "right-4"])
def test_an_offer_in_many_states_is_judged_where_it_is_worth_most(key):
    margins = {offer.margin for offer in surrender(bet(key, game=QUEBEC)).offers}
    (found,) = (f for f in one(bet(key, game=QUEBEC)) if f.code in ("leak", "tie", "dead-offer"))
    assert found.figures["margin"] == max(margins) > min(margins)


@settings(max_examples=examples(60))
@given(st.lists(st.integers(2, 60), min_size=6, max_size=6))
def test_a_rarer_win_pays_less_exactly_where_pays_do_not_rise(rising):
    wager = find(CARD).wager(CARD)
    names = [name for name in wager.pays if name != "lost"]
    wager = edited(wager, {name: Fraction(pay) for name, pay in zip(names, rising, strict=True)})
    answered = CARD_SOLVED.answer(wager)
    chances = plays.chances(answered.never)
    by_chance = sorted(names, key=chances.__getitem__, reverse=True)
    assert len(set(chances.values())) == len(chances)
    falls = any(wager.pays[rare] < wager.pays[likely] for likely, rare in pairwise(by_chance))
    found = [f for f in review.wager(CARD_SOLVED, answered, NO_BOUNDS) if f.code == "rarer-less"]
    assert bool(found) == falls
    for finding in found:
        rare, likely = finding.endings
        assert chances[rare] < chances[likely]
        assert wager.pays[rare] < wager.pays[likely]


CARD_SOLVED = solve(find(CARD).wager(CARD))


@given(st.integers(1, 60), st.integers(1, 4), st.sampled_from(["right-6", "buy-5", "lay-6", "lay-4"]))
def test_exact_from_is_the_first_stake_at_which_all_is_chips(chips, chip, key):
    answered = QUEBEC_ANSWERS[key]
    wager, stake = answered.wager, Fraction(chips * chip)
    found = exact_from(answered, stake, Fraction(chip))
    due = stake
    while any((amount * due / chip).denominator != 1 for amount in (*wager.pays.values(), wager.outlay)):
        due += chip
    assert found == due


QUEBEC_ANSWERS = {key: answer(find(QUEBEC).wager(key)) for key in ("right-6", "buy-5", "lay-6", "lay-4")}


def test_returns_on_each_base():
    """Buy 5 is even but for 1/20 put up beside the stake; taken down, nothing is decided."""
    play = QUEBEC_ANSWERS["buy-5"].never
    for base, returned in (
        ("per-stake", Fraction(19, 20)),
        ("per-outlay", Fraction(20, 21)),
        ("per-resolved", Fraction(19, 20)),
    ):
        assert replace(HOUSE, base=base).returned(play) == returned
    below = replace(NO_BOUNDS, base="per-outlay", least_return=Fraction(96, 100))
    assert figures("return-low", one(bet("buy-5", game=QUEBEC), below))["return"] == Fraction(20, 21)


def test_an_offer_rounded_to_chips_moves_the_edge_of_best_play():
    """An offer is in no play to the end: rounding it there changes nothing, and says nothing."""
    wager = bet("repeating-2", {"surrender-1": "57 for 9"})
    (surrender,) = [
        each for each in one(wager, HOUSE) if (each.code, each.endings) == ("not-payable", ("surrender-1",))
    ]
    faced = answer(edited(wager, {"surrender-1": Fraction(31, 5)})).optimal.edge.per_stake
    assert surrender.figures["edge_best"] == answer(wager).optimal.edge.per_stake
    assert surrender.figures["edge_paid"] == faced != surrender.figures["edge_best"]


def test_an_ending_of_an_action_rounded_to_chips_moves_the_edge_of_best_play():
    """First choices never insure, so the pay of what is insured is in no figure of theirs."""
    wager = edited(opened("examples/two_offers.py").wager("three-6s"), {"made-insured": "19 for 3"})
    (found,) = [each for each in one(wager, HOUSE) if each.endings == ("made-insured",)]
    faced = answer(edited(wager, {"made-insured": Fraction(31, 5)})).optimal.edge.per_stake
    assert "edge_never" not in found.figures
    assert found.figures["edge_best"] == answer(wager).optimal.edge.per_stake
    assert found.figures["edge_paid"] == faced != found.figures["edge_best"]


def test_a_base_that_is_nothing_bounds_nothing():
    """A wager of which every end is a push is never resolved."""
    strict = replace(NO_BOUNDS, base="per-resolved", least_return=Fraction(1), most_return=Fraction(1))
    push = bet("right-4", {"made": "1 for 1", "lost": "1 for 1"}, QUEBEC)
    assert strict.returned(answer(push).optimal) is None
    assert not {f.code for f in one(push, strict)} & {"return-low", "return-high"}


@pytest.mark.parametrize("ending", ["made", "surrender-2", "surrender-3"])
def test_a_mirror_is_missed_in_any_line(ending):
    four, ten = bet("repeating-4"), bet("repeating-10")
    (found,) = side_by_side(four, edited(ten, {ending: None} if ending != "made" else {"made": "66 for 1"}))
    assert (found.code, found.wager, found.endings) == ("mirror-pays", "Repeating 10", (ending,))
    assert side_by_side(*(edited(w, {"made": "66 for 1"}) for w in (four, ten))) == []


def test_a_mirror_that_owes_another_envy_is_broken():
    two, twelve = bet("repeating-2"), replace(bet("repeating-12"), envy=Paytable({"made": Fraction(3)}))
    (found,) = side_by_side(two, twelve)
    assert (found.code, found.endings) == ("mirror-pays", ())
    assert found.figures["envy_never"] == Fraction(3, 49)
    assert found.figures["other_envy_never"] == Fraction(2, 49)


def test_a_bet_on_one_side_only_is_no_broken_mirror():
    buy = [bet(key, game=QUEBEC) for key in ("right-10", "right-4", "buy-4")]
    assert {found.code for found in side_by_side(*buy)} == {"same-bet"}


# Profiles.


@pytest.mark.parametrize("name", profile.names())
def test_every_profile_is_cited_and_claims_nothing(name):
    found = profile.find(name)
    assert "not legal advice" in found.notice.lower()
    assert found.citation
    if name != "house":
        assert found.address.startswith("http")
        assert found.seen
        assert 2013 <= found.date.year <= 2026
    assert found.minimum is None or (found.minimum / found.chip).denominator == 1


def test_the_figures_of_the_profiles():
    bounds = {
        name: (p.least_return, p.most_return, p.least_chance, p.words)
        for name, p in ((name, profile.find(name)) for name in profile.names())
    }
    assert bounds == {
        "house": (Fraction(3, 4), None, None, "any"),
        "illinois-gaming-devices": (Fraction(4, 5), Fraction(1), None, "any"),
        "maryland-table-games": (None, None, None, "to"),
        "mississippi-gaming-devices": (Fraction(4, 5), Fraction(1), None, "any"),
        "nevada-gaming-devices": (Fraction(3, 4), None, None, "any"),
        "new-jersey-mini-dice": (None, None, None, "to"),
        "new-jersey-slots": (Fraction(83, 100), None, Fraction(1, 100_000_001), "any"),
    }


HEAD = 'name = "X"\nnotice = "n"\nwritten-for = "w"\ncitation = "c"\ndate = 2024-11-01\n'


def test_a_profile_is_read_whole(tmp_path):
    (tmp_path / "mine.toml").write_text(
        HEAD + 'address = """\nhttps://\\\n  x.y"""\n[bounds]\nbase = "per-outlay"\nplay = "never"\n'
        'least-return = "83.5%"\nmost-return = "83.5%"\nleast-chance = "1/3"\n'
        '[pays]\nwords = "for"\n[table]\nminimum = "2.50"\nchip = "1/2"\n'
    )
    p = profile.find(str(tmp_path / "mine.toml"))
    assert (p.address, p.base, p.play, p.words) == ("https://x.y", "per-outlay", "never", "for")
    numbers = (p.least_return, p.most_return, p.least_chance, p.minimum, p.chip)
    assert list(map(str, numbers)) == ["167/200", "167/200", "1/3", "5/2", "1/2"]


UGLY = rows(Path(__file__).with_name("profiles-refused.txt").read_text().partition("\n==\n")[2])


@pytest.mark.parametrize(
    ("was", "now", "why"),
    [
        *UGLY,
        ("", "x" * 20_001, "more than 20,000 bytes"),
        ("", "x = " + "[" * 5_000, "not valid TOML|nested too deep"),
    ],
)
def test_an_ugly_profile_is_refused_with_its_line(tmp_path, was, now, why):
    now = now.replace("\\n", "\n")
    (tmp_path / "p.toml").write_text(HEAD.replace(was, now) if was else HEAD + now)
    with pytest.raises(SheetError, match=why.replace("[", r"\[")) as refused:
        profile.find(str(tmp_path / "p.toml"))
    assert str(tmp_path / "p.toml") in str(refused.value)
    assert len(str(refused.value)) < 700


def test_what_is_no_text_is_refused(tmp_path):
    (tmp_path / "p.toml").write_bytes(b'name = "X"\n\xff')
    with pytest.raises(SheetError, match="line 2: found bytes"):
        profile.find(str(tmp_path / "p.toml"))
    with pytest.raises(SheetError, match="found no file"):
        profile.find(str(tmp_path))


# What was compared, and what the author answers.


def looked(key, game=BETS, bounds=HOUSE, **more):
    found = find(game)
    bets = found.wagers() if key is None else {key: found.wager(key)}
    return review.reviewed(Asked(found, found.reading(), bets, key is not None), bounds, "house", **more)


@cache
def whole(game):
    """The review of every wager of the game."""
    return looked(None, game)


@pytest.mark.parametrize("game", [BETS, CARD, QUEBEC, "craps", "craps-side-bets"])
def test_a_finding_comes_of_a_check_that_compared_something(game):
    found = whole(game)
    counts = {check.code: check.count for check in found.checks}
    assert counts.keys() == SEVERITY.keys()
    assert all(counts[finding.code] for finding in found.findings)
    assert all(bool(check.count) != bool(check.why) for check in found.checks)
    assert len({finding.id for finding in found.findings}) == len(found.findings)


def test_the_comparisons_are_counted_by_hand():
    counts = {check.code: check.count for check in looked("repeating-4").checks}
    # Two offers, one for each of the tallies 2 and 3; the pays are made, lost and these two.
    assert (counts["leak"], counts["unreached"], counts["later-less"], counts["not-payable"]) == (2, 3, 1, 4)
    assert (counts["rarer-less"], counts["below-stake"], counts["mirror-pays"]) == (0, 2, 0)
    card = {check.code: check.count for check in whole(CARD).checks}
    wins_there = ("gap", "eights", "sequence", "three-eights", "run", "8-18-28")
    assert card["rarer-less"] == len(list(combinations(wins_there, 2))) == 15
    assert {check.code: check.count for check in whole(BETS).checks}["same-bet"] == 19 * 18 // 2


def test_a_finding_of_a_check_that_compared_nothing_is_no_finding(monkeypatch):
    monkeypatch.setattr(review, "below_stake", lambda _: [Finding("leak", "Horn")])
    with pytest.raises(ArithmeticError, match="leak was found by a check that compared nothing"):
        looked("horn")


def test_an_answer_about_what_was_not_compared_is_not_called_idle():
    answers = {"reading-edge/repeating-2/zeros=0": "Settled.", "leak/repeating-3/surrender-2": "Meant."}
    assert looked("repeating-2", dispositions=answers).unmatched == ()
    assert looked(None, dispositions=answers).unmatched == ("leak/repeating-3/surrender-2",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[answers]\n", "no such key is known"),
        ("", "found no table; expected [dispositions]"),
        ("dispositions = 3\n", "found no table; expected [dispositions]"),
        ('[dispositions]\n"leak" = 3\n', "found 3; expected text of up to 1,000 characters"),
        ('[dispositions]\n"leak" = "a\\u001bb"\n', "characters, the answer to the finding"),
        (f'[dispositions]\n"leak" = "{"a" * 1001}"\n', f"found '{'a' * 59}…; expected text of up to"),
    ],
)
def test_an_ugly_file_of_dispositions_is_refused(run, tmp_path, text, why):
    mine = tmp_path / "answers.toml"
    mine.write_text(text)
    refused(run("lint", BETS, "repeating-2", "--dispositions", str(mine)), 3, why)


def test_readings_find_what_the_defaults_do_not(document):
    told = document("lint", BETS, "repeating-2", "--readings")
    found = {(f["code"], f["texts"].get("reading")): f["figures"] for f in told["findings"]}
    assert told["readings"] == 10
    # One 2 marked comes with chance 1/7, pays 6 and owes 2 beside; with literal pockets with chance 1/2.
    assert found["reading-envy", "envy-on-surrender=yes"]["house"] == str(1 - Fraction(8, 7))
    assert found["reading-edge", "pockets=literal"]["edge_best"] == str(1 - Fraction(40, 4))


def test_rules_with_other_actions_are_no_mirrors():
    """Their first choices are alike; on one of them the player may stop, which the other does not offer."""

    def bet(name, **more):
        actions = {"roll": 0, **more}
        rule = mk.PlainRule(
            0, lambda _, six: mk.End("made" if six else "lost"), actions=lambda _: dict(actions)
        )
        pays = {"made": "5 for 1", "lost": "nothing", **{end.name: "1 for 1" for end in more.values()}}
        return mk.Wager(name, rule, mk.Distribution({1: 1, 0: 5}), mk.Paytable(pays), "a test")

    careful = bet("Careful", stop=mk.End("kept"), leave=mk.End("left"))
    assert side_by_side(bet("Bold"), careful) == []


def test_wagers_that_are_played_otherwise_are_two_bets():
    """Three sixes alone is played for; with more for three alike, that is."""
    six, _ = opened("examples/keep_dice.py").wagers().values()
    low, high, twice = (
        edited(six, {"three-sixes": sixes, "three-alike": alike})
        for sixes, alike in (("200 for 1", "1 for 1"), ("12 for 1", "11 for 1"), ("400 for 1", "2 for 1"))
    )
    assert side_by_side(low, high) == []
    assert [found.code for found in side_by_side(low, twice)] == ["same-bet"]
