"""What-if: every figure of a change against solving the edited sheet from scratch, and the command."""

import os
import tomllib
from dataclasses import replace
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.questions.what_if import view as shown
from markov.questions.what_if import what_if as what_if_module
from markov.questions.what_if.what_if import NotAlike, expectation, overlay, save
from markov.sheets.sheet import read
from markov.wager import comparison, pay_edits
from markov.wager.catalogue import find, place, shelf
from markov.wager.comparison import Difference, compared, differences, root_change, solved_for
from markov.wager.game import Game, slug
from markov.wager.odds import FIGURES, answer, figure, solved
from markov.wager.pay_edits import EditConflict, edited, edition, endings
from markov.wager.paytable import Paytable
from tests.cases import rows
from tests.draws import examples

GAMES = {name: find(name) for name in ("repeater-bets-plus", "straights-and-8s", "quebec-place-bets")}
REPEATER = GAMES["repeater-bets-plus"]
SHEET = Path(__file__).parents[2] / "games" / "repeater_bets_plus.toml"
# By game, small wagers with offers and without; the last ones can come back to where they were.
SMALL = [
    *(("repeater-bets-plus", name) for name in ("repeating-2", "repeating-4", "repeating-6", "horn")),
    ("straights-and-8s", "straights-and-8s"),
    ("quebec-place-bets", "buy-4"),
    ("quebec-place-bets", "lay-8"),
]
SOLVED = {place: solved(GAMES[place[0]].wager(place[1])) for place in SMALL}
ENDINGS = {place: endings(GAMES[place[0]].wager(place[1])) for place in SMALL}
some = settings(max_examples=examples(60))


@st.composite
def changes(draw):
    """A small wager, and pays for some of its endings; None takes a line out."""
    at = draw(st.sampled_from(SMALL))
    forced, offered = ENDINGS[at]
    pays = {}
    for ending in draw(st.sets(st.sampled_from(sorted(forced | offered)), min_size=1)):
        pay = st.fractions(0, 100, max_denominator=40)
        pays[ending] = draw(pay if ending in forced else pay | st.none())
    return at, pays


def test_endings_are_known_however_many_states_there_are(monkeypatch):
    monkeypatch.setattr(pay_edits, "_ENOUGH", 3)
    pay_edits._endings.cache_clear()
    assert all(endings(GAMES[game].wager(name)) == ENDINGS[game, name] for game, name in SMALL)


def figures(answered):
    return answered.states, answered.never, answered.optimal, answered.offers


# Figures, by two roads.


@some
@given(changes())
def test_repricing_is_solving_the_edited_wager_from_scratch(case):
    at, pays = case
    wager = GAMES[at[0]].wager(at[1])
    new = edited(wager, pays)
    kept = {**wager.pays, **pays}
    outlay = wager.outlay
    if at[1].startswith("lay"):  # 5% of what it would win, put up beside the stake
        outlay = 1 + max(kept["made"] - 1, Fraction(0)) / 20
    paid = Paytable({ending: pay for ending, pay in kept.items() if pay is not None})
    by_hand = replace(wager, pays=paid, outlay=outlay, commission=None)
    assert new.pays == by_hand.pays
    assert solved_for(SOLVED[at], new, 10**6) is SOLVED[at]
    assert figures(SOLVED[at].answer(new)) == figures(answer(by_hand))


@some
@given(changes())
def test_best_play_changed_where_an_offer_is_worth_more_on_one_side_only(case):
    at, pays = case
    wager = GAMES[at[0]].wager(at[1])
    before, after = SOLVED[at].answer(wager), SOLVED[at].answer(edited(wager, pays))
    taken = [
        {(o.state, o.ending) for o in answered.offers if o.offered > o.continuing}
        for answered in (before, after)
    ]
    turns = compared(before, after).changed_play
    assert {(turn.state, turn.ending) for turn in turns if turn.taken} == taken[1] - taken[0]
    assert {(turn.state, turn.ending) for turn in turns if not turn.taken} == taken[0] - taken[1]
    assert len(turns) == len(taken[0] ^ taken[1])


@pytest.mark.parametrize("name", shelf())
@pytest.mark.parametrize("back", [False, True], ids=["defaults", "other choices"])
def test_every_installed_game_can_be_edited_and_saved(name, back, tmp_path):
    game = find(name)
    choices = {option.key: list(option.choices)[-1 if back else 0] for option in game.options}
    wagers = game.wagers(choices)
    pays = {key: {max(w.pays, key=w.pays.__getitem__): "123 to 4"} for key, w in list(wagers.items())[:3]}
    made = edition(game, name, choices, pays)
    target = tmp_path / "edited.toml"
    save(made, "Edited", target)
    found = find(str(target))
    assert found.reading() == game.reading(choices)
    assert game.source in found.source
    assert "edited edition" in found.source
    assert list(found.wagers()) == list(wagers)
    for key, wager in found.wagers().items():
        expected = {**wagers[key].pays, **{ending: Fraction(127, 4) for ending in pays.get(key, ())}}
        assert dict(wager.pays) == expected
        was = wagers[key]
        assert (wager.rule, wager.wheel, wager.outlay) == (was.rule, was.wheel, was.outlay)
        assert wager.envy == was.envy
        assert ("edited" in wager.source) == (wager.pays != was.pays)


EDIT = {"repeating-2": {"made": "45 for 1", "surrender-1": "7 for 1"}, "horn": {"made": "13 for 1"}}


@pytest.mark.parametrize("choice", ["no", "yes"])
def test_a_new_line_owes_the_envy_that_the_sheet_would_owe(choice, tmp_path):
    """Second road: the sheet with that line in its text."""
    text = SHEET.read_text()
    was = 'counts = [3], need = 3 }]\npays = { made = "50 for 1", '
    assert was in text
    path = tmp_path / "sheet.toml"
    path.write_text(text.replace(was, f'{was}surrender-1 = "5 for 1", '))
    reading = {"envy-on-surrender": choice}
    plain = answer(read(path).wager("repeating-3", reading))
    ours = answer(edited(REPEATER.wager("repeating-3", reading), {"surrender-1": "5 for 1"}))
    assert (ours.never, ours.optimal, set(ours.offers)) == (plain.never, plain.optimal, set(plain.offers))
    assert ours.optimal.envy == plain.optimal.envy
    assert (ours.optimal.envy > 0) == (choice == "yes")


def test_a_line_is_taken_out_from_among_lines_with_different_envies():
    wager = REPEATER.wager("repeating-4", {"envy-on-surrender": "yes"})
    odd = replace(wager, envy=Paytable({"made": Fraction(4), "surrender-3": Fraction(1)}))
    assert edited(odd, {"surrender-2": None}).envy == odd.envy


def test_edits_that_do_not_carry_over_to_a_reading_are_refused():
    straights = find("straights-and-8s")
    mine = edition(straights, straights.slug, {}, {straights.slug: {"gap": "5 to 1"}}).game("Mine")
    with pytest.raises(EditConflict, match="Straights and 8's has other lines or pays under both=yes, so"):
        mine.build({**mine.reading(), "both": "yes"}).__next__()


def test_a_pay_that_is_what_it_was_leaves_the_source_alone():
    made = edition(REPEATER, REPEATER.slug, {}, {"repeating-2": {"made": "39 to 1"}})
    assert made.game("Mine").wager("repeating-2").source == REPEATER.wager("repeating-2").source


def test_a_game_is_found_again_by_its_slug_or_by_the_path_of_its_sheet(tmp_path):
    assert place("Repeater Bets Plus", tmp_path) == "repeater-bets-plus"
    assert place("sub/../a.toml", tmp_path) == (tmp_path / "a.toml").resolve()
    (tmp_path / "sub").mkdir()
    made = edition(REPEATER, tmp_path / "sheet.toml", {})
    assert 'sheet = "../sheet.toml"' in overlay(made, "Mine", tmp_path / "sub")
    assert f'sheet = "{tmp_path.as_posix()}/sheet.toml"' in overlay(made, "Mine", None)


def test_what_does_not_read_back_alike_is_not_saved(tmp_path, monkeypatch):
    made = edition(REPEATER, REPEATER.slug, {}, EDIT)
    target = tmp_path / "edited.toml"
    target.write_text("as it was")
    monkeypatch.setattr(
        "markov.questions.what_if.what_if.overlay",
        lambda *_: overlay(edition(REPEATER, REPEATER.slug, {}), "Mine", tmp_path),
    )
    with pytest.raises(NotAlike):
        save(made, "Mine", target)
    assert target.read_text() == "as it was"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ['a "b" \\ c', "naïve — 8's", "tab\tin", "del\x7f", "#1 = [x]"])
def test_any_name_can_be_written(name, tmp_path):
    game = Game(name, "a test", (), lambda _: [replace(REPEATER.wager("repeating-2"), name=name)])
    made = edition(game, "slug", {}, {slug(name): {"made": "1 to 1"}})
    told = tomllib.loads(overlay(made, name, tmp_path))
    assert told["name"] == name
    assert told["wagers"] == {name: {"pays": {"made": "1 to 1"}}}


# Differences and expectations.


def test_every_figure_of_the_contract_is_compared():
    before = answer(REPEATER.wager("repeating-2"))
    after = answer(edited(before.wager, {"made": "45 for 1"}))
    found = {one.figure: one for one in differences(before.never, after.never)}
    assert set(found) == {*FIGURES, "chance.made", "chance.lost"}
    assert found["edge.per_stake"] == Difference("edge.per_stake", Fraction(9, 49), Fraction(4, 49))
    assert found["edge.per_stake"].change == Fraction(-5, 49)
    assert Difference("edge.per_resolved", None, Fraction(1)).change is None
    assert found["rtp"].change == found["returned"].change == Fraction(5, 49)
    assert found["spins.mean"].change == found["chance.made"].change == 0
    assert found["variance"].change == Fraction(45**2 - 40**2, 49) - Fraction(45**2 - 40**2, 49**2)
    best = {one.figure: one for one in differences(before.optimal, after.never)}
    assert (best["chance.surrender-1"].before, best["chance.surrender-1"].after) == (Fraction(1, 7), 0)


@some
@given(st.fractions(0, 10**6, max_denominator=10**4), st.fractions(0, 10**6, max_denominator=10**4))
def test_the_difference_of_roots_is_correctly_rounded(before, after):
    with localcontext() as context:
        context.prec = 80
        roots = [(Decimal(x.numerator) / Decimal(x.denominator)).sqrt() for x in (before, after)]
        expected = (roots[1] - roots[0]).quantize(Decimal("1e-6"), ROUND_HALF_EVEN)
    assert Decimal(root_change(before, after)) == expected


@some
@given(
    st.sampled_from([*FIGURES, "chance.made", "chance.surrender-1"]), st.sampled_from(["", "never.", "best."])
)
def test_a_figure_is_as_expected_exactly_or_not(name, play):
    answered = answer(REPEATER.wager("repeating-2"))
    number = figure(answered.optimal if play == "best." else answered.never, name)
    if name == "standard_deviation":
        assert expectation(f"{play}{name}<=7").holds(answered)
        assert not expectation(f"{play}{name}<=-7").holds(answered)
        assert expectation(f"{play}{name}>=-7").holds(answered)
        assert expectation(f"{play}{name}>=2").holds(answered)
        return
    tiny = Fraction(1, 10**30)
    for relation, held in (("=", (0, 1, 0)), (">=", (1, 1, 0)), ("<=", (0, 1, 1))):
        for value, holds in zip((number - tiny, number, number + tiny), held, strict=True):
            assert expectation(f"{play}{name}{relation}{value}").holds(answered) == holds


NO_EXPECTATIONS = """
=  edge  edge=  edge==1  edge>1  edge=nan  edge=5 %%  edge=1/0  worst.edge=1  chance.=1  edge=9/49=1
    a:b:edge=1  edge=40 for 1
"""


@pytest.mark.parametrize("text", [*rows(NO_EXPECTATIONS)[0], "", "edge" * 10**5 + "=1", " " * 10**5])
def test_what_is_no_expectation_is_refused_in_bearable_length(text):
    with pytest.raises(ValueError, match=r"expectation|figure|number|percentage|zero") as error:
        expectation(text)
    assert len(str(error.value)) < 400


def test_a_figure_that_is_not_there_is_never_as_expected():
    push = replace(REPEATER.wager("repeating-2"), pays=Paytable({"made": Fraction(1), "lost": Fraction(1)}))
    answered = answer(push)
    assert answered.never.edge.per_resolved is None
    for relation in ("=", ">=", "<="):
        assert not expectation(f"edge.per_resolved{relation}0").holds(answered)


def test_without_offers_no_play_changes_where_other_states_are_merged():
    horn = answer(REPEATER.wager("horn"))
    assert compared(horn, replace(horn, merged="2 and 12")).changed_play == ()


ONE = ("what-if", "repeater-bets-plus", "repeating-2", "--pay", "made=45 for 1")


def test_before_and_after_are_what_odds_prints(document, tmp_path):
    target = str(tmp_path / "edited.toml")
    told = document(*ONE, "--pay", "surrender-1=5 for 1", "-o", "zeros=3", "--save", target)
    assert told["schema"] == "markov/what-if/1"
    assert told["game"] == "repeater-bets-plus"
    assert told["before"] == document("odds", "repeater-bets-plus", "repeating-2")
    saved_odds = document("odds", target, "repeating-2")
    assert told["after"]["wagers"] == saved_odds["wagers"]
    assert told["after"]["options"] == saved_odds["options"]
    assert saved_odds["options"]["zeros"] == "3"


def test_a_sheet_whose_path_is_not_text_is_named_by_none(run, tmp_path):
    (folder := tmp_path / os.fsdecode(b"\xff")).mkdir()
    (folder / "sheet.toml").write_text(SHEET.read_text())
    target = tmp_path / "mine.toml"
    code, out, err = run("what-if", folder / "sheet.toml", "horn", "--pay", "made=13", "--save", target)
    assert (code, out, target.exists()) == (2, "", False)
    assert "is not UTF-8, as all text in TOML is; give the sheet another name" in err


def test_a_picture_has_the_edge_before_and_after(monkeypatch):
    drawn = []
    monkeypatch.setattr(shown, "dots", lambda *given: drawn.append(given))
    shown.picture(None, REPEATER["repeating-2"].what_if(made="45 for 1"))
    *_, labels, marks, spans = drawn[0]
    edges = {"before": [Fraction(1, 7), Fraction(9, 49)], "after": [Fraction(4, 49)] * 2}
    assert (labels, marks) == (["best play", "no surrender"], edges)
    assert spans == list(zip(*edges.values(), strict=True))


def test_a_wager_is_solved_once_where_rule_and_wheel_stay(run, monkeypatch):
    calls = []

    def counted(wager, limit):
        calls.append(wager.name)
        return solved(wager, limit)

    for module in (what_if_module, comparison):
        monkeypatch.setattr(module, "solved", counted)
    assert run(*ONE)[0] == 0
    assert calls == ["Repeating 2"]
    assert run(*ONE, "-o", "zeros=3")[0] == 0
    assert calls == ["Repeating 2"] * 3
