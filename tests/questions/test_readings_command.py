"""`markov readings`: every reading, each wager solved once."""

import pytest

import markov as mk

pytestmark = pytest.mark.usefixtures("small_games")


def test_readings_as_json_start_with_the_defaults(document):
    told = document("readings", "ladders")
    assert told["schema"] == "markov/readings/1"
    assert [reading["options"] for reading in told["readings"]] == [
        {"outs": "6", "hats": "no"},
        {"outs": "3", "hats": "no"},
        {"outs": "6", "hats": "yes"},
    ]
    assert told["readings"][0]["wagers"] == document("odds", "ladders")["wagers"]


def test_all_readings_are_the_product(document):
    told = document("readings", "ladders", "plain", "--all")
    assert len(told["readings"]) == 4
    assert all(len(reading["wagers"]) == 1 for reading in told["readings"])


def test_equal_wagers_are_solved_once(run, monkeypatch):
    import markov.wager.odds

    solved = []
    real = markov.wager.odds.solved
    monkeypatch.setattr(
        markov.wager.odds, "solved", lambda wager, *more: solved.append(wager) or real(wager, *more)
    )
    assert run("readings", "ladders", "--all")[0] == 0
    assert len(solved) == 3  # one ladder for each number of outs, and one plain wager


STRAIGHTS = "straights-and-8s"


def test_choices_under_which_an_edited_wager_is_paid_otherwise_are_left_out(run, document):
    """All others are those of the sheet with that pay, asked one by one."""
    told = document("readings", STRAIGHTS, "--pay", "run=20 for 1")
    assert told["not_compared"] == ["three-eights=pair-only", "both=yes"]
    assert len(told["readings"]) == 10
    for reading in told["readings"]:
        bet = mk.game(STRAIGHTS, **reading["options"])[STRAIGHTS].with_pays(run="20 for 1")
        edge = reading["wagers"][0]["never"]["edge"]["per_stake"]
        assert edge == str(bet.odds().never.edge.per_stake)
    shown = " ".join(run("readings", STRAIGHTS, "--pay", "run=20 for 1")[1].split())
    assert "Not compared: three-eights=pair-only, both=yes." in shown


def test_nothing_is_left_out_where_no_pay_is_edited(document):
    told = document("readings", "ladders")
    assert told["not_compared"] == []
