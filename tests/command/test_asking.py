"""The wagers, the pays and the files that commands are asked for: the same in every command."""

import json
from fractions import Fraction

import pytest

import markov as mk
from markov.command.pays import pays
from markov.wager.wager import Wager
from tests.cases import rows
from tests.refused import refused
from tests.screens.screens import HERE

BETS = "repeater-bets-plus"
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


def test_a_pay_has_a_thousand_parts_at_most():
    many = ",".join(["4 for 1"] * 1_000)
    assert len(pays(many, None)) == 1_000
    with pytest.raises(ValueError, match="1,001 parts by comma are more than 1,000; write a range"):
        pays(f"{many},5 for 1", None)


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


SIXES = (HERE / "given" / "sixes.toml").read_text()


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
