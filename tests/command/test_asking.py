"""The wagers, the pays and the files that commands are asked for: the same in every command."""

import json
from fractions import Fraction

import pytest

import markov as mk

BETS, STRAIGHTS = "repeater-bets-plus", "straights-and-8s"
TWO = (BETS, "repeating-2")


# Pays.


def told(run, *arguments):
    code, out, err = run(*arguments, "--json")
    assert (code, err) == (0, ""), err
    return json.loads(out)


def edges(document):
    return [one["never"]["edge"]["per_stake"] for one in document["wagers"]]


@pytest.mark.parametrize("pay", ["made=45 for 1", "made=44 to 1", "made=45"])
def test_a_pay_is_edited_in_every_command(run, pay):
    """Two roads to each figure: the command with --pay, and the wager with other pays from Python."""
    bet = mk.game(BETS)["repeating-2"].with_pays(made="45 for 1")
    edge = str(bet.odds().never.edge.per_stake)
    assert edge == "4/49"
    assert edges(told(run, "odds", *TWO, "--pay", pay)) == [edge]
    assert edges(told(run, "readings", *TWO, "--pay", pay)["readings"][0]) == [edge]
    assert edges(told(run, "what-if", *TWO, "--pay", pay)["after"]) == [edge]
    assert told(run, "surrender", *TWO, "--pay", pay)["never"]["edge"]["per_stake"] == edge
    assert told(run, "sensitivity", *TWO, "--play", "never", "--pay", pay)["edge"] == edge
    assert told(run, "price", *TWO, "--edge", "5%", "--pay", pay)["posted"]["returned"] == "45"
    played = told(run, "simulate", *TWO, "--rounds", "500", "--pay", pay)["wagers"][0]
    assert Fraction(played["expected"]) == 1 - Fraction(edge)
    assert told(run, "payable", *TWO, "--stake", "1", "--pay", pay)["posted"]["never"]["per_stake"] == edge
    assert (
        told(run, "letters", *TWO, "--letter", "surrender-1=x", "--pay", pay)["never"]["edge_per_stake"]
        == edge
    )
    assert json.loads(run("certify", *TWO, "--pay", pay)[1])["game"] == f"{BETS}-edited"
    assert told(run, "lint", *TWO, "--pay", pay)["schema"] == "markov/lint/1"
    assert told(run, "chain", *TWO, "--pay", pay)["wager"] == "repeating-2"


def test_a_number_alone_is_said_in_the_words_of_each_line(run):
    """The sheet says run 50 to 1, and a repeater 40 for 1."""
    for said, words in {"60": "60 to 1", "60 for 1": "60 for 1"}.items():
        assert words in run("odds", STRAIGHTS, "--pay", f"run={said}")[1]
    assert "60 for 1" in run("odds", *TWO, "--pay", "made=60")[1]
    code, out, err = run("sweep", STRAIGHTS, STRAIGHTS, "--pay", "run=60", "--json")
    assert (code, err) == (0, "markov: 1 paytable: run at 60 to 1\n")
    assert json.loads(out)["rows"][0]["pays"] == {"run": "61"}


def test_a_range_is_echoed_in_the_words_of_the_sheet(run):
    code, out, err = run("sweep", STRAIGHTS, STRAIGHTS, "--pay", "run=48..52/2")
    assert code == 0
    assert "run at 3 pays, 48 to 1 up to 52 to 1" in err
    for words in ("48 to 1", "50 to 1", "52 to 1"):
        assert words in out
    _, out, err = run("sweep", *TWO, "--pay", "made=39 to 1..40 to 1")
    assert "made at 2 pays, 40 for 1 up to 41 for 1" in err
    assert "41 for 1" in out


def test_design_takes_the_same_pays_in_steps(run):
    asked = ("design", STRAIGHTS, STRAIGHTS, "--edge", "..100%", "--count", "9")
    found = told(run, *asked, "--pay", "run=41..56/5")
    assert {one["pays"]["run"]["text"] for one in found["designs"]} == {f"{n} to 1" for n in (41, 46, 51, 56)}
    assert told(run, *asked, "--pays", "run=41..56/5") == found


@pytest.mark.parametrize(
    ("pay", "words"),
    [
        ("made=40..45", "one pay is wanted here; several are for sweep and design"),
        ("made=40,41", "one pay is wanted here"),
        ("lost=1", "say what the numbers are"),
        ("surrender-9=3", "has no such ending; the endings are lost, made, surrender-1"),
        ("lost=none", "'lost' can happen, but has no pay"),
        ("made", "names no pay"),
    ],
)
def test_a_pay_that_makes_no_sense_is_refused_in_the_same_words_everywhere(run, pay, words):
    for command in ("odds", "readings", "surrender", "sensitivity", "simulate", "certify", "lint", "what-if"):
        code, out, err = run(command, *TWO, "--pay", pay)
        assert (code, out) == (2, ""), command
        assert words in err
        assert err.count("\n") == 1


def test_a_sheet_is_asked_with_a_pay_that_fits_some_of_its_wagers(run):
    before = told(run, "odds", "quebec-place-bets")["wagers"]
    after = told(run, "odds", "quebec-place-bets", "--pay", "withdrawn=21 for 20")["wagers"]
    assert [one["wager"] for one in before] == [one["wager"] for one in after]
    assert any(was != now for was, now in zip(before, after, strict=True))


# Names of wagers.


@pytest.mark.parametrize("command", ["odds", "readings", "certify", "what-if", "lint", "simulate"])
def test_several_wagers_and_prefixes_in_every_command_of_a_sheet(run, command):
    more = {"simulate": ("--rounds", "50"), "what-if": ("--pay", "made=3 for 1")}.get(command, ())
    names = ("Right 4", "lay-1")
    code, out, err = run(
        command, "quebec-place-bets", *names, *more, *(() if command == "certify" else ["--json"])
    )
    assert code in (0, 1), err
    for wager in ("right-4", "lay-10"):
        assert wager in out
    assert "right-5" not in out
    assert run(command, "quebec-place-bets", "right-44", *more)[0] == 2


@pytest.mark.parametrize("command", ["surrender", "sensitivity", "chain", "price", "payable", "sweep"])
def test_one_wager_by_how_it_begins(run, command):
    more = {"price": ("--edge", "5%"), "payable": ("--stake", "1"), "sweep": ("--pay", "made=40")}.get(
        command, ()
    )
    whole = run(command, BETS, "uptown", *more)
    assert whole[0] == 0
    assert run(command, BETS, "up", *more) == whole
    code, out, err = run(command, BETS, "repeating", *more)
    assert (code, out) == (2, "")
    assert "'repeating' stands for 11 wagers; choose one of repeating-2, " in err


def test_a_letter_for_an_outcome_of_the_wheel_says_how_it_is_written(run):
    code, _, err = run("letters", *TWO, "--letter", "7=z")
    assert code == 2
    assert "write it like --letter pockets.7=z" in err


# Files.


def test_a_file_that_is_there_is_overwritten_only_by_force(run, tmp_path):
    """A report, a certificate and a saved sheet alike; an empty file is no loss."""
    for name, asked in {
        "a.md": ("report", *TWO, "--rounds", "10", "-o"),
        "a.json": ("certify", *TWO, "-o"),
        "a.toml": ("what-if", *TWO, "--pay", "made=45", "--save"),
    }.items():
        file = tmp_path / name
        file.touch()
        assert run(*asked, file)[0] == 0
        file.write_text("mine")
        code, out, err = run(*asked, file)
        assert (code, out) == (2, "")
        assert f"{file} exists; --force overwrites it" in err
        assert file.read_text() == "mine"
        assert run(*asked, file, "--force")[0] == 0
        assert file.stat().st_size > 100


def test_a_report_of_edited_pays_is_that_of_python(run, tmp_path):
    mine, theirs = tmp_path / "mine.md", tmp_path / "theirs.md"
    options = ("--date", "2026-11-22", "--rounds", "100")
    assert run("report", *TWO, "--pay", "made=45", *options, "-o", theirs)[0] == 0
    mk.game(BETS)["repeating-2"].with_pays(made="45 for 1").report(mine, date="2026-11-22", rounds=100)
    assert mine.read_bytes() == theirs.read_bytes()
