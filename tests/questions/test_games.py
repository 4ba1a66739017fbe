"""The contents of a game or of a file, the first thing that is wrong with a file, and one wager described."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import partial
from textwrap import dedent

import pytest

import markov as mk
from markov.questions.games.described import described
from markov.wager.asked import Asked
from markov.wager.commission import Commission
from markov.wager.pay_edits import with_commission
from tests.refused import refused

PROGRAM = """\
    import markov as mk


    class Coin:
        start = 0

        def step(self, state, outcome):
            {step}

        def actions(self, state):
            return {{"go on": state, "leave": mk.End("leave")}} if state else None


    wager = mk.Wager("Twice", Coin(), mk.coin(), mk.Paytable({{{pays}}}), "this page")
    """
STEP = 'return mk.End("lost") if outcome == "tails" else mk.End("made") if state else 1'
PAYS = '"made": "3 for 1", "lost": "nothing", "leave": "1 for 1"'


@pytest.fixture
def games(run):
    """Runs `markov games`; answers with exit code, stdout and stderr."""
    return partial(run, "games")


@pytest.fixture
def program(tmp_path):
    """Writes a program with such a step and such pays."""

    def written(step=STEP, pays=PAYS):
        file = tmp_path / "twice.py"
        file.write_text(dedent(PROGRAM).format(step=step, pays=pays))
        return file

    return written


def test_a_choice_that_changes_a_commission_alone_changes_the_wager():
    """At the posted pay what is due is the same, rounded or not."""
    bet = mk.game("craps")["buy-4"]
    due = Commission("made", Fraction(3), of_stake=Fraction(1, 20), of_winnings=Fraction(1, 20))

    def wagers(reading):
        if reading["chips"] == "away":
            return
        plain = replace(bet, commission=None, outlay=Fraction(1), pays=bet.pays.changed({"made": "2 to 1"}))
        yield with_commission(
            plain, replace(due, rounding="nearest" if reading["chips"] == "20" else None, chips=20)
        )

    choices = {"exact": "no", "20": "yes", "away": "there is no such bet"}
    game = mk.Game("Taxed", "here", (mk.Option("chips", "Rounded?", choices),), wagers)
    found = described(Asked(game, game.reading(), game.wagers()), 1000)
    assert [(one.choice, one.changes) for one in found.changing] == [("20", ("commission",)), ("away", ())]


@pytest.mark.parametrize(
    ("step", "pays", "code", "words"),
    [
        (STEP, '"made": "3 for 1", "leave": "1 for 1"', 3, ("'lost' can happen, but has no pay",)),
        (STEP, PAYS + ', "gone": "2 for 1"', 3, ("'gone'", "which cannot happen")),
        ("return 1 - state", PAYS, 4, ("no end can be reached from state 0",)),
        ("return {", PAYS, 3, ("line 8", "SyntaxError")),
    ],
)
def test_the_first_thing_that_is_wrong_with_a_program(games, program, step, pays, code, words):
    file = program(step, pays)
    left, out, err = games(str(file))
    assert (left, out) == (code, "")
    for said in (str(file), *words):
        assert said in err
    assert "Traceback" not in err


WRONG = {
    "raises": ("return state + outcome", "line 8", "TypeError"),
    "unhashed": ("return [state]", "line 7", "which has no hash; expected a state"),
    "no return": ("state if state else 1 // 0", "line 8", "ZeroDivisionError"),
}


@pytest.mark.parametrize("wrong", WRONG)
@pytest.mark.parametrize(
    "asked",
    [
        ("games",),
        ("odds", "--json"),
        ("law", "twice"),
        ("play", "twice", "--play", "optimal"),
        ("readings",),
        ("price", "twice", "--edge", "5%"),
        ("surrender", "twice"),
        ("sensitivity", "twice"),
        ("what-if", "twice", "--pay", "made=4 for 1"),
        ("sweep", "twice", "--pay", "made=4..9 for 1"),
        ("design", "twice", "--edge", "..5%", "--pay", "made=4..9 for 1"),
        ("letters", "twice", "--letter", "made=x"),
        ("lint",),
        ("simulate", "--rounds", "9"),
        ("chain", "twice", "--to", "json"),
        ("certify", "twice", "-o", "out.json"),
        ("report", "twice", "-o", "out.md"),
        ("payable", "twice", "--stake", "5"),
        ("diff", "twice.py"),
    ],
)
def test_every_command_names_the_line_of_a_program_that_fails(run, program, monkeypatch, asked, wrong):
    step, line, words = WRONG[wrong]
    file = program(step)
    monkeypatch.chdir(file.parent)
    refused(run(asked[0], file, *asked[1:]), 3, f"{file}, {line}: ", words, "; expected a")
    assert [one.name for one in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        ("    start = 0", "    start, __hash__ = 0, None", "write it as a frozen dataclass"),
        ("mk.coin(), ", '{"heads": 1}, ', "wheel is of type dict; expected a Distribution"),
        ("mk.Paytable({PAYS})", "{PAYS}", "pays is of type dict; expected a Paytable"),
        ("    start = 0", "    begin = 0", "has no `start`; a rule has a start, a step"),
        ("def actions(self, state)", "def actions(self)", "takes too little; expected actions(state)"),
        ('return {"go on": state, "leave": mk.End("leave")}', 'return "leave"', "expected actions by name"),
        ("def actions(self, state)", "def offer(self, state)", "its rule has `offer`; write actions(state)"),
        ("def actions(self, state)", "def choices(self, state)", "its rule has `choices`; write actions"),
    ],
)
def test_a_wager_of_the_wrong_parts_is_refused_with_its_line(games, tmp_path, was, now, words):
    text = dedent(PROGRAM).format(step=STEP, pays=PAYS)
    was, now = was.replace("{PAYS}", f"{{{PAYS}}}"), now.replace("{PAYS}", f"{{{PAYS}}}")
    assert was in text
    file = tmp_path / "mine.py"
    file.write_text(text.replace(was, now))
    refused(games(str(file)), 3, f"{file}, line ", words)


def test_an_installed_game_that_cannot_be_made_is_told_of(games, monkeypatch):
    monkeypatch.setattr("markov.wager.catalogue.installed", lambda: ([mk.game("craps")], ["a.toml: no"]))
    assert games()[::2] == (0, "markov: a.toml: no\n")


def test_what_is_wrong_under_another_reading_says_so(games, tmp_path):
    file = tmp_path / "two.py"
    file.write_text(
        dedent(PROGRAM).format(step=STEP, pays=PAYS)
        + dedent("""
        def wagers(reading):
            pays = {"made": "3 for 1", "lost": "nothing"}
            if reading["x"] == "b":
                pays["never"] = "1 for 1"
            yield mk.Wager("Once", Coin(), mk.coin(), mk.Paytable(pays), "this page")


        choices = {"a": "this", "b": "that"}
        game = mk.Game("Two", "this page", (mk.Option("x", "Which?", choices),), wagers)
        """)
    )
    refused(games(str(file)), 3, "under x=b", "'never', which cannot happen")
    assert games(str(file), "once")[0] == 0  # as it is by default


def test_no_outcome_is_lost_where_two_have_one_text(games, tmp_path):
    path = tmp_path / "alike.py"
    path.write_text(
        dedent(
            """\
            import markov as mk
            rule = mk.PlainRule(0, lambda state, shown: mk.End("made" if shown == 1 else "lost"))
            pays = mk.Paytable({"made": "3 for 1", "lost": "nothing"})
            bet = mk.Wager("Alike", rule, mk.Distribution({1: 2, "1": 3, 6: 5}), pays, "here")
            """
        )
    )
    (game,) = json.loads(games(path, "alike", "--json")[1])["games"]
    assert game["wagers"][0]["wheel"] == {"total": 10, "weights": {"1": 2, "'1'": 3, "6": 5}}
    assert "3 outcomes of weight 10 together: 1 (2), 1 (3), 6 (5)" in games(path, "alike")[1]
