"""The wagers, the pays and the files that commands are asked for: the same in every command."""

import json
from fractions import Fraction

import pytest

import markov as mk
from markov.wager.wager import Wager
from tests.cases import rows
from tests.refused import refused

BETS, STRAIGHTS = "repeater-bets-plus", "straights-and-8s"
TWO = (BETS, "repeating-2")


# Pays.


def edges(document):
    return [one["never"]["edge"]["per_stake"] for one in document["wagers"]]


@pytest.mark.parametrize("pay", ["made=45 for 1", "made=44 to 1", "made=45"])
def test_a_pay_is_edited_in_every_command(run, document, pay):
    """Two roads to each figure: the command with --pay, and the wager with other pays from Python."""
    bet = mk.game(BETS)["repeating-2"].with_pays(made="45 for 1")
    edge = str(bet.odds().never.edge.per_stake)
    assert edge == "4/49"
    assert edges(document("odds", *TWO, "--pay", pay)) == [edge]
    assert edges(document("readings", *TWO, "--pay", pay)["readings"][0]) == [edge]
    assert edges(document("what-if", *TWO, "--pay", pay)["after"]) == [edge]
    assert document("surrender", *TWO, "--pay", pay)["never"]["edge"]["per_stake"] == edge
    assert document("sensitivity", *TWO, "--play", "never", "--pay", pay)["edge"] == edge
    assert document("price", *TWO, "--edge", "5%", "--pay", pay)["posted"]["returned"] == "45"
    played = document("simulate", *TWO, "--rounds", "500", "--pay", pay)["wagers"][0]
    assert Fraction(played["expected"]) == 1 - Fraction(edge)
    posted = document("payable", *TWO, "--stake", "1", "--pay", pay)["stakes"][0]
    assert posted["paid"]["never"]["per_stake"] == edge
    never = document("letters", *TWO, "--letter", "surrender-1=x", "--pay", pay)["plays"][0]
    assert never["edge_per_stake"] == edge
    assert json.loads(run("certify", *TWO, "--pay", pay)[1])["game"] == f"{BETS}-edited"
    assert document("lint", *TWO, "--pay", pay)["schema"] == "markov/lint/1"
    assert document("chain", *TWO, "--pay", pay)["wager"] == "repeating-2"


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


@pytest.mark.parametrize(
    ("pay", "words"),
    [
        ("made=40..45", "one pay is wanted here; several are for sweep and design"),
        ("made=40,41", "one pay is wanted here"),
        ("lost=1", "say what the numbers are"),
        ("surrender-9=3", "has no such ending; the endings are lost, made, surrender-1"),
        ("surender-1=none", "no such line to take out; the lines are lost, made, surrender-1"),
        ("lost=none", "'lost' can happen, but has no pay"),
        ("made", "names no pay"),
    ],
)
def test_a_pay_that_makes_no_sense_is_refused_in_the_same_words_everywhere(run, pay, words):
    every = "odds readings surrender sensitivity simulate certify lint what-if law play"
    for command in (*every.split(), "letters --letter pockets.7=s", "price --edge 5%", "payable --stake 1"):
        name, *more = command.split()
        refused(run(name, *TWO, *more, "--pay", pay), 2, words)


def test_a_sheet_is_asked_with_a_pay_that_fits_some_of_its_wagers(document):
    before = document("odds", "quebec-place-bets")["wagers"]
    after = document("odds", "quebec-place-bets", "--pay", "withdrawn=21 for 20")["wagers"]
    assert [one["wager"] for one in before] == [one["wager"] for one in after]
    assert any(was != now for was, now in zip(before, after, strict=True))


# Names of wagers.


MANY = ["odds", "readings", "certify", "what-if --pay made=3", "lint", "simulate --rounds 50"]


@pytest.mark.parametrize("asked", MANY)
def test_several_wagers_and_prefixes_in_every_command_of_a_sheet(run, asked):
    command, *more = asked.split()
    document = () if command == "certify" else ("--json",)
    code, out, err = run(command, "quebec-place-bets", "Right 4", "lay-1", *more, *document)
    assert code in (0, 1), err
    assert [name in out for name in ("right-4", "lay-10", "right-5")] == [True, True, False]
    assert run(command, "quebec-place-bets", "right-44", *more)[0] == 2


ONE = ["surrender", "sensitivity", "chain", "price --edge 5%", "payable --stake 1", "sweep --pay made=4"]


@pytest.mark.parametrize("asked", ONE)
def test_one_wager_by_how_it_begins(run, asked):
    command, *more = asked.split()
    whole = run(command, BETS, "uptown", *more)
    assert whole[0] == 0
    assert run(command, BETS, "up", *more) == whole
    several = "'repeating' stands for 11 wagers; choose one of repeating-2, "
    refused(run(command, BETS, "repeating", *more), 2, several)


# Files.


SWEPT = ("sweep", *TWO, "--pay", "made=40..45")


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("a.md", ("report", *TWO, "--rounds", "10", "-o")),
        ("a.json", ("certify", *TWO, "-o")),
        ("a.toml", ("what-if", *TWO, "--pay", "made=45", "--save")),
        ("a.csv", (*SWEPT, "--to")),
        ("law.svg", ("law", *TWO, "--plot")),
        ("price.svg", ("price", *TWO, "--edge", "5%", "--plot")),
        ("sensitivity.svg", ("sensitivity", *TWO, "--plot")),
        ("surrender.svg", ("surrender", *TWO, "--plot")),
        ("sweep.svg", (*SWEPT, "--plot")),
        ("ask.svg", ("ask", "6 before 7", "--plot")),
    ],
)
def test_a_file_that_is_there_is_overwritten_only_by_force(run, tmp_path, name, asked):
    """An empty file is no loss."""
    if asked[-1] == "--plot":
        pytest.importorskip("matplotlib")
    file = tmp_path / name
    file.touch()
    assert run(*asked, file)[0] == 0
    file.write_text("mine")
    refused(run(*asked, file), 2, f"{asked[-1]} {file} exists; --force overwrites it")
    assert file.read_text() == "mine"
    assert run(*asked, file, "--force")[0] == 0
    assert file.stat().st_size > 100


def test_a_report_of_edited_pays_is_that_of_python(run, tmp_path):
    mine, theirs = tmp_path / "mine.md", tmp_path / "theirs.md"
    options = ("--date", "2026-11-22", "--rounds", "100")
    assert run("report", *TWO, "--pay", "made=45", *options, "-o", theirs)[0] == 0
    mk.game(BETS)["repeating-2"].with_pays(made="45 for 1").report(mine, date="2026-11-22", rounds=100)
    assert mine.read_bytes() == theirs.read_bytes()


# A sheet or a file of one wager.


SIXES = """\
name = "Sixes"
source = "our own table"
wheel = "two dice"

[wagers."Two sixes"]
wins = "6x2 before 7"
pays = { made = "1 for 1", lost = "nothing", surrender-1 = "0 to 1" }
"""


@pytest.fixture
def sheet(tmp_path):
    file = tmp_path / "sixes.toml"
    file.write_text(SIXES)
    return str(file)


ALONE = """
law  price --edge 5%  surrender  sensitivity  play --seed 1  chain --json  payable --stake 1
    letters --letter made=x  sweep --pay made=1..3  design --edge 0%..90% --pay made=1..3
"""


@pytest.mark.parametrize("asked", rows(ALONE)[0])
def test_a_command_of_one_wager_takes_the_only_one(run, sheet, asked):
    """The same answer as to the wager by name."""
    command, *more = asked.split()
    answered = run(command, sheet, *more)
    assert answered[0] == 0
    assert answered == run(command, sheet, "two-sixes", *more)


def test_what_is_no_sheet_says_what_is_read(run, tmp_path, monkeypatch):
    (tmp_path / "sheet.txt").write_text("x")
    monkeypatch.chdir(tmp_path)
    for name in ("./sheet.txt", "sheet.txt"):
        refused(run("odds", name), 2, f"no sheet can be read from '{name}'; choose from *.toml, *.py")


def test_a_pay_stands_in_the_words_of_the_sheet(run, sheet):
    """1 for 1 is no push to who wrote it so, although it brings back the stake; 0 to 1 is one."""
    _, out, _ = run("odds", sheet)
    rows = {line.split()[0]: line for line in out.splitlines() if line.startswith(("made", "1 ", "6 once"))}
    assert "1 for 1" in rows["made"]
    assert "pushes" in rows["6"]


RAISED = """\
from fractions import Fraction

import markov as mk

rule = mk.PlainRule(0, lambda state, side: mk.End(side), description="Heads wins.")
wager = mk.Wager(
    "Raised", rule, mk.coin(), mk.Paytable({"heads": Fraction(4), "tails": "nothing"}), "x",
    later_stakes=mk.Paytable({"heads": Fraction(1), "tails": Fraction(1)}),
)
plain = mk.Wager("Plain", rule, mk.coin(), mk.Paytable({"heads": "evens", "tails": "nothing"}), "x")
"""


def test_a_pay_says_what_was_put_down_for_it(run, tmp_path):
    """The ante and the raise are each paid 1 to 1: 4 come back for 2, which is no 3 to 1."""
    file = tmp_path / "raised.py"
    file.write_text(RAISED)
    for command in ("odds", "games"):
        _, out, _ = run(command, str(file), "raised")
        assert "returns 4 on 2 wagered" in out
        assert "nothing, 2 wagered" in out
        assert "3 to 1" not in out
    assert "wagered" not in run("odds", str(file), "plain")[1]


@pytest.mark.parametrize(("command", "suffix"), [("certify", ".json"), ("report", ".md")])
def test_a_wager_that_is_refused_says_how_to_ask_for_the_others(run, tmp_path, command, suffix):
    many = (
        '[wagers.Many]\nwins = "all of (2x9, 3x9, 4x9) before 7"\npays = { made = "evens", lost = "nothing" }'
    )
    file, to = tmp_path / "many.toml", tmp_path / f"out{suffix}"
    file.write_text(f"{SIXES}\n{many}\n")
    told = run(command, str(file), "-o", str(to), "--max-states", "50")
    refused(told, 5, "to leave it out, name the other: two-sixes", "Many: the chain needs")
    assert not to.exists()


@pytest.mark.parametrize(
    "asked", ["odds", *(f"{name} --pay made=45" for name in ("odds", "what-if", "readings"))]
)
def test_no_wager_is_made_but_the_one_that_is_asked(run, monkeypatch, asked):
    made, check = set(), Wager.__post_init__

    def counted(wager):
        made.add(wager.name)
        check(wager)

    monkeypatch.setattr(Wager, "__post_init__", counted)
    command, *rest = asked.split()
    code, _, _ = run(command, *TWO, *rest)
    assert (code, made) == (0, {"Repeating 2"})
