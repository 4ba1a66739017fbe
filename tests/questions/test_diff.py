"""Two editions compared: against what what-if shows, against certificates, and the command."""

import json
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from pathlib import Path

import pytest

from markov.checker import canonical
from markov.distribution import Distribution
from markov.proof import certificate as certificate_module
from markov.proof.certificate import certificate
from markov.questions.diff.diff import certified_side, diff, solved_side
from markov.rules.plain import PlainRule
from markov.wager.catalogue import find
from markov.wager.comparison import differences
from markov.wager.game import Game
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager
from tests.certificates import certified
from tests.oracles.forger import sealed
from tests.refused import refused

BETS = "repeater-bets-plus"


@pytest.fixture
def write(tmp_path):
    def written(name, text):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return written


@pytest.mark.parametrize(
    ("game", "wager"),
    [(BETS, "repeating-2"), (BETS, "horn"), ("straights-and-8s",) * 2, ("quebec-place-bets", "lay-4")],
)
def test_a_certificate_is_its_sheet(run, write, game, wager):
    path = write("one.json", canonical(certified(game, wager)) + "\n")
    for sides in ((path, game), (game, path), (path, path)):
        code, out, _ = run("diff", *sides, "--check", "--json")
        found = json.loads(out)
        assert (code, found["same"], found["changed"], found["wording"]) == (0, True, [], [])
        assert (found["only_a"], found["only_b"]) == ([], [])
        others = [name for name in find(game).wagers() if name != wager]
        assert found["not_compared"] == ([] if sides == (path, path) else others)
        assert found["conditions"] is None
    out = run("diff", path, game)[1]
    assert out.startswith("No mathematical change\n")
    assert "The conditions of the rules were not compared: a certificate states none." in out


def test_a_certificate_of_merged_states_is_compared_by_its_own_states(document, write, monkeypatch):
    monkeypatch.setattr(certificate_module, "LARGE", 2)
    given = certified(BETS, "repeating-2")
    assert given["merged"]
    path = write("one.json", canonical(given) + "\n")
    assert document("diff", BETS, path)["same"]
    monkeypatch.setattr(certificate_module, "LARGE", 2_000)  # as one of another version, which merges less
    found = document("diff", BETS, path)
    assert [row["figure"] for row in found["changed"]] == ["merged"]


def test_a_merged_certificate_without_offers_is_its_sheet(document, write, monkeypatch):
    """Nothing is said of states where there is nothing to choose, so it is the same however it is merged."""
    monkeypatch.setattr(certificate_module, "LARGE", 2)
    given = certified("craps-side-bets", "different-doubles")
    assert given["merged"]
    assert not given.get("offers")
    path = write("one.json", canonical(given) + "\n")
    for sides in ((path, "craps-side-bets"), ("craps-side-bets", path)):
        found = document("diff", *sides)
        assert (found["same"], found["changed"]) == (True, [])


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        ({"posted": {"lost": "nothing", "made": "41 for 1", "surrender-1": "6 for 1"}}, "paytable: posted, "),
        ({"posted": {}}, "paytable: posted: "),
        ({"name": 2}, "form: certificate, name: "),
        ({"options": ["zeros"]}, "form: certificate, options: "),
        ({"wager": "horn"}, "wager: "),
        ({"wheel": [[7, 38]]}, "form: certificate, wheel 0 1: "),
        ({"wheel": [[7, "38"], [2, "0"]]}, "chain: wheel: "),
        ({"wheel": [[7, "39"], [2, "-1"]]}, "chain: wheel 1: "),
        ({"envy": {"made": "2", "other": "x"}}, "paytable: envy: "),
    ],
)
def test_a_sealed_certificate_is_refused_with_the_place(run, write, edit, place):
    bad = write("bad.json", sealed(certified(BETS, "repeating-2") | edit))
    refused(run("diff", bad, BETS), 3, f"bad.json, line 1: {place}")


def test_outlay_and_envy_are_compared():
    def side(wager):
        return solved_side(answer(wager))

    wager = find(BETS).wager("repeating-2")
    dearer = replace(wager, outlay=Fraction(21, 20), envy=Paytable({"made": Fraction(1)}))
    found = diff({"x": side(wager), "y": None}, {"x": side(dearer), "z": None})
    assert (found.only_a, found.only_b, found.same) == (("y",), ("z",), False)
    own = {one.figure: (one.a, one.b) for one in found.changed if one.play is None}
    assert own == {"outlay": (1, Fraction(21, 20)), "envy.made": (2, 1)}
    assert diff({"x": side(wager)}, {"x": side(wager)}).same
    otherwise = replace(side(wager), merged="lumped", taken={})
    for sides in ((side(wager), otherwise), (otherwise, side(wager))):
        (change,) = diff(*({"x": each} for each in sides)).changed
        assert (change.figure, change.a, change.b) == ("merged", *(each.merged or None for each in sides))


def test_what_is_put_down_on_the_way_is_compared_by_ending(run, write):
    """Two endings of one chance and one pay change places: no figure of the wager is another."""
    wheel = Distribution({"left": 1, "right": 1, "zero": 2})
    pays = Paytable({"left": "2 for 1", "right": "2 for 1", "zero": "nothing"})

    def bet(raised):
        return Wager(
            "Two ways",
            PlainRule("ready", lambda _, outcome: End(outcome)),
            wheel,
            pays,
            "here",
            later_stakes=Paytable({raised: Fraction(1)}),
        )

    one, other = (solved_side(answer(bet(raised))) for raised in ("left", "right"))
    assert differences_of(one.never, other.never) == differences_of(one.optimal, other.optimal) == []
    found = diff({"x": one}, {"x": other})
    assert [(each.figure, each.a, each.b) for each in found.changed] == [
        ("raises.left", 1, 0),
        ("raises.right", 0, 1),
    ]
    given = certificate(Game("g", "s", (), lambda _: ()), {}, bet("left"), 1000)
    assert certified_side(given).later_stakes == {"left": 1}


def differences_of(one, other):
    return [each.figure for each in differences(one, other) if each.before != each.after]


def test_two_outcomes_of_one_key_are_not_compared():
    """A certificate has the name of a member of an enumeration, which may be the text of another outcome."""
    answered = answer(find(BETS).wager("repeating-4"))
    twice = Distribution({Enum("Side", ["heads"]).heads: 1, "heads": 1})
    with pytest.raises(ValueError, match="listed twice"):
        solved_side(replace(answered, wager=replace(answered.wager, wheel=twice)))


def test_states_that_are_written_alike_are_refused_in_words(run, write):
    game = write(
        "alike.py",
        """
import markov as mk
first, last = (1,), frozenset({1})
step = lambda state, side: mk.End("lost") if side == "tails" else last if state == first else mk.End("made")
rule = mk.PlainRule(first, step, actions=lambda state: {"flip": state, "cash": mk.End("cashed")})
pays = mk.Paytable({"made": "3 for 1", "lost": "nothing", "cashed": "1 for 2"})
bet = mk.Wager("Alike", rule, mk.coin(), pays, "here")
""",
    )
    code, out, err = run("diff", game, game)
    assert (code, out) == (5, "")
    assert "alike: {1} is listed twice: two states, or two outcomes, are written alike" in " ".join(
        err.split()
    )


def test_a_rule_that_names_one_wheel_in_every_state_is_its_certificate():
    def tossed(heads, side):
        return End("lost") if side == "tails" else heads + 1 if heads < 1 else End("made")

    coin, pays = Distribution({"heads": 1, "tails": 1}), Paytable({"made": "3 for 1", "lost": "nothing"})
    bet = Wager("Two heads", PlainRule(0, tossed, wheel=lambda _: coin), coin, pays, "here")
    given = certificate(Game("g", "s", (), lambda _: ()), {}, bet, 1000)
    assert certified_side(given) == solved_side(answer(bet))


def test_where_an_offer_stands_is_mathematics(run, write):
    """Best play declines it in both editions, so that no figure differs."""
    bet = """
import markov as mk
from tests.flat_rows import exact
step = lambda heads, side: mk.End("lost") if side == "tails" else heads + 1 if heads < 3 else mk.End("made")
stop = lambda heads: {{"go on": heads, "stop": mk.End("cashed")}} if heads == {heads} else None
rule = mk.PlainRule(0, step, actions=stop)
pays = mk.Paytable({{"made": "3 for 1", "lost": "nothing", "cashed": "1 for 100"}})
bet = mk.Wager("Three", rule, mk.coin(), pays, "here")
"""
    a, b = (write(f"{name}.py", bet.format(heads=heads)) for name, heads in (("a", 1), ("b", 2)))
    code, out, err = run("diff", a, b, "--json", "--check")
    changes = [(row["figure"], row["a"], row["b"]) for row in json.loads(out)["changed"]]
    assert (code, err) == (1, "")
    assert changes == [("taken.cashed in 1", "no", None), ("taken.cashed in 2", None, "no")]
    assert run("diff", a, a, "--check")[0] == 0
    assert ", best" not in run("diff", a, b)[1]


def test_what_is_no_certificate_is_refused(run, write, tmp_path, monkeypatch):
    report = tmp_path / "report.md"
    assert run("report", BETS, "repeating-2", "--rounds", "10", "-o", report)[0] == 0
    changed = write("changed.md", report.read_text().replace("Repeating 2", "Repeating 3", 1))
    refused(run("diff", changed, BETS), 3, "changed since it was written")
    monkeypatch.setattr("markov.command.certificate_files._LARGEST", report.stat().st_size)
    assert run("diff", report, BETS)[0] == 0
    monkeypatch.undo()
    with (tmp_path / "large").open("wb") as large:
        large.truncate(2**28 + 1)
    refused(run("diff", large.name, BETS), 3, "larger than 256 MiB")
    for text in ("", '{"schema": 1}', "pays é"):
        assert run("diff", BETS, write("other.json", text))[0] == 3
    line = canonical(certified(BETS, "repeating-2")) + "\n"
    refused(run("diff", write("twice.json", line * 2), BETS), 3, "line 2: repeating-2 is certified twice")
    other = sealed(json.loads(line) | {"wager": "repeating-3"})
    refused(run("diff", write("other.json", other), BETS), 3, "not the slug of the name, repeating-2")


def test_play_by_the_first_choices_is_named(run, write):
    """Of two pays that best play never comes to; the first choices roll on to the third 6."""
    sheet = Path("examples/two_offers.py").read_text("utf-8")
    changed = sheet.replace('"9 for 1"', '"17 for 2"').replace('"4 for 1"', '"3 for 2"')
    _, out, _ = run("diff", write("other.py", changed), write("one.py", sheet))
    edges = [1 - Fraction(5, 11) ** 3 * pay for pay in (Fraction(17, 2), 9)]
    row = next(line for line in out.splitlines() if line.startswith("house edge, first choices")).split()
    assert [Fraction(cell) for cell in row[4:7:2]] == edges
    assert "The figures of best play are the same: three-6s." in out
