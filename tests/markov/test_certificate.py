"""Certificates: what is right passes, and whatever is changed is refused."""

import ast
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner

from markov import checker
from markov.catalogue import find
from markov.certificate import certificate, link
from markov.chain import MAX_STATES
from markov.cli import app
from markov.desk.edits import edited

CHECKER = Path(checker.__file__)
BETS = "repeater-bets-plus"
WAGERS = [
    (BETS, "repeating-2", {}),
    (BETS, "repeating-6", {}),
    (BETS, "horn", {"combination": "each"}),
    (BETS, "even", {}),  # above 2,000 states, so what plays alike is merged
    (BETS, "repeating-2-3-11-12", {"seven-times": "all-four-seen"}),
    ("straights-and-8s", "straights-and-8s", {"both": "yes"}),
    ("quebec-place-bets", "right-4", {}),
    ("quebec-place-bets", "buy-4", {"withdrawal": "commission-refunded"}),
    ("quebec-place-bets", "lay-10", {"commission": "on-win"}),
]


def made(game="repeater-bets-plus", name="repeating-2", choices=None):
    found = find(game)
    reading = found.reading(choices or {})
    return certificate(found, reading, found.wager(name, reading), MAX_STATES)


def sealed(given):
    """The certificate with digests that fit what it holds now, as a forger would write it."""
    parts = {key: part for key, part in given.items() if key != "digests"}
    return checker.canonical({**parts, "digests": {key: checker.digest(part) for key, part in parts.items()}})


def refusal(text):
    *_, (_, held, detail) = checker.check(text)
    return None if held else detail


@pytest.mark.parametrize(("game", "name", "choices"), WAGERS)
def test_a_certificate_passes_and_claims_what_the_answer_is(game, name, choices, solved):
    given = made(game, name, choices)
    assert refusal(checker.canonical(given)) is None
    answered = solved(find(game).wager(name, find(game).reading(choices)))
    for play, name in ((answered.never, "never"), (answered.optimal, "optimal")):
        claims = given["plays"][name]["claims"]
        assert Fraction(claims["returned"]) == play.returned
        assert Fraction(claims["spins"]["variance"]) == play.spins.variance
        assert {e: Fraction(p["probability"]) for e, p in claims["endings"].items()} == {
            ending.ending: ending.probability for ending in play.endings
        }


def test_the_checker_runs_alone(tmp_path):
    file = tmp_path / "two.json"
    file.write_text("".join(checker.canonical(made(name=name)) + "\n" for name in ("repeating-2", "horn")))
    alone = tmp_path / "checker.py"
    alone.write_text(CHECKER.read_text())
    ran = subprocess.run([sys.executable, "-I", alone, file], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("ok") == 12
    file.write_text(file.read_text().replace("48/49", "47/49", 1))
    ran = subprocess.run([sys.executable, "-I", alone, file], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "claimed" in ran.stdout


def test_the_checker_leans_on_nothing_and_is_short():
    tree = ast.parse(CHECKER.read_text())
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)
    assert len(CHECKER.read_text().splitlines()) < 200


@pytest.mark.parametrize("name", ["repeating-2", "repeating-5"])
def test_every_changed_digit_is_refused_with_the_place(name):
    text = checker.canonical(made(name=name))
    for at, character in enumerate(text):
        if character.isdigit():
            changed = f"{text[:at]}{(int(character) + 1) % 10}{text[at + 1 :]}"
            assert refusal(changed), f"{text[at - 20 : at + 20]!r} was let pass"


def places(part, path=()):
    """Every number in the certificate that stands for something, by its path."""
    if isinstance(part, dict):
        for key in part:
            yield from places(part[key], (*path, key))
    elif isinstance(part, list):
        for i, each in enumerate(part):
            yield from places(each, (*path, i))
    elif isinstance(part, int) or (isinstance(part, str) and part.replace("/", "").lstrip("-").isdigit()):
        yield path


def changed(given, path, new):
    copy = json.loads(json.dumps(given))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new(inner[path[-1]])
    return copy


# What no equation covers: words. Another rank that falls towards the ends is as good a proof.
WORDS = {"name", "source", "posted", "merged", "states", "options", "game", "wager", "schema"}


@pytest.mark.parametrize(
    ("game", "name"), [(BETS, "repeating-2"), (BETS, "repeating-4"), ("quebec-place-bets", "buy-5")]
)
def test_a_forger_who_mends_the_digests_is_refused_by_the_equations(game, name):
    given = made(game, name)
    ending = {e for play in given["plays"].values() for e in play["claims"]["endings"]}
    tried = 0
    for path in places({key: part for key, part in given.items() if key not in {*WORDS, "rank", "digests"}}):
        if path[0] == "wheel" and path[-1] == 0:
            continue  # what an outcome is called
        if path[0] == "envy" and path[1] not in ending:
            continue  # owed for what does not happen
        new = (lambda n: n + 1) if path[0] in {"rows", "wheel"} or "stops" in path else more
        tried += 1
        assert refusal(sealed(changed(given, path, new))), path
    assert tried > 50


def more(text):
    return str(Fraction(text) + 1)


@pytest.mark.parametrize(
    ("path", "new", "why"),
    [
        (("plays", "optimal", "stops"), lambda stops: [], "value"),
        (("offers",), lambda offers: {}, "value"),
        (("rank",), lambda rank: [0] * len(rank), "rank"),
        (("value", "denominator"), lambda text: "0", "value"),
        (("value", "numerators"), lambda texts: texts[:-1], "value"),
        (("rows",), lambda rows: [[], *rows[1:]], "ending"),
        (("rows", 0), lambda row: [*row[:-2], 99, row[-1]], "not there"),
        (("rows", 0), lambda row: [*row[:-1], -row[-1]], "above 0"),
        (("pays", "made"), lambda text: "80/2", "lowest terms"),
        (("outlay",), lambda text: "nan", "no fraction"),
        (("schema",), lambda text: "markov/certificate/2", "schema"),
    ],
)
def test_a_forgery_is_refused_and_the_place_is_named(path, new, why):
    assert why in refusal(sealed(changed(made(), path, new)))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", "1", '"x"', "{", "[" * 100_000, '{"schema":"markov/certificate/1"}']
)
def test_what_is_no_certificate(text):
    assert refusal(text)


def test_another_form_of_the_same_is_refused():
    assert "canonical" in refusal(json.dumps(made(), indent=1))


def test_a_play_without_an_end_is_refused():
    given = made()
    given["rows"][0] = [0, 38]
    assert "rank 0" in refusal(sealed(given))


def test_the_rules_are_compared():
    game = find(BETS)
    wager = game.wager("repeating-2")
    given = certificate(game, game.reading({}), wager, MAX_STATES)
    assert link(given, game, wager, MAX_STATES) == ""
    other = certificate(game, game.reading({}), edited(wager, {"made": "41 for 1"}), MAX_STATES)
    assert refusal(checker.canonical(other)) is None  # a right solution of another wager
    assert link(other, game, wager, MAX_STATES) == "pays"


def run(*words):
    return CliRunner().invoke(app, list(words), prog_name="markov")


def test_the_commands(tmp_path):
    file = tmp_path / "two.json"
    assert run("certify", BETS, "repeating-2", "-o", str(file)).exit_code == 0
    assert run("certify", BETS, "repeating-2").stdout == file.read_text()
    found = run("verify", str(file), "--json")
    assert found.exit_code == 0
    told = json.loads(found.stdout)
    assert told["ok"] is True
    assert {"file", "checks", "schema"} <= told.keys()
    assert all({"name", "ok", "detail"} <= check.keys() for check in told["checks"])
    file.write_text(file.read_text().replace('"6/7"', '"5/7"'))
    found = run("verify", str(file), "--json")
    assert found.exit_code == 1
    assert json.loads(found.stdout)["ok"] is False


def test_a_certificate_of_a_game_that_is_not_installed(tmp_path):
    file = tmp_path / "other.json"
    file.write_text(sealed({**made(), "game": "no-such-game"}))
    found = run("verify", str(file))
    assert found.exit_code == 0
    assert "not compared" in found.stdout


@pytest.mark.parametrize(("content", "code"), [(b"", 3), (b"\xff\xfe", 3), (b"{}\n", 1), (b"{\n", 1)])
def test_files_that_are_none(tmp_path, content, code):
    file = tmp_path / "x.json"
    file.write_bytes(content)
    assert run("verify", str(file)).exit_code == code
    assert run("verify", str(tmp_path / "missing.json")).exit_code == 3


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("options", [], "options: not a choice for each"),
        ("options", {"zeros": "9"}, "no choice for zeros"),
        ("wager", "repeating-7", "no wager 'repeating-7'"),
        ("wager", 7, "game, wager: no names"),
        ("source", "another", "source: not what the rule and the sheet make"),
        ("states", [[0], [3], "lost", "made"], "states: not what the rule and the sheet make"),
    ],
)
def test_what_the_equations_do_not_say_is_compared_with_the_rules(tmp_path, key, value, why):
    file = tmp_path / "two.json"
    file.write_text(sealed({**made(), key: value}))
    found = run("verify", str(file), "--json")
    assert found.exit_code == 1
    failed = [check["detail"] for check in json.loads(found.stdout)["checks"] if not check["ok"]]
    assert len(failed) == 1
    assert failed[0].startswith(why)


def test_a_name_in_a_certificate_is_no_path(tmp_path):
    sheet = tmp_path / "mine.toml"
    sheet.write_text("this is not a sheet")
    file = tmp_path / "two.json"
    file.write_text(sealed({**made(), "game": str(sheet)}))
    found = run("verify", str(file))
    assert found.exit_code == 0
    assert "not compared" in found.stdout


def test_a_place_that_cannot_be_written(tmp_path):
    found = run("certify", BETS, "repeating-2", "-o", str(tmp_path / "no" / "c.json"))
    assert found.exit_code == 2
    assert "No such file or directory; choose a file that can be written" in found.output
    assert ".part" not in found.output
