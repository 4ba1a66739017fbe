"""The checker: what it refuses, and the place that it names. Digests are mended: they stop no forger."""

import ast
import json
import random
import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from markov import checker
from markov.chain.chain import MAX_STATES
from markov.proof.certificate import certificate
from markov.wager.catalogue import find
from tests.oracles.forger import canonical, sealed, solved

CHECKER = Path(checker.__file__)


def certified(game, name):
    found = find(game)
    return json.loads(canonical(certificate(found, found.reading(), found.wager(name), MAX_STATES)))


TWO = certified("repeater-bets-plus", "repeating-2")  # an offer in state 1, taken; 2 is "lost", 3 is "made"
RIGHT = certified("quebec-place-bets", "right-4")  # components, a way to take the bet down, ranks of 2
LOST = next(i for i, row in enumerate(TWO["rows"]) if row == "lost")
(TAKEN,) = TWO["plays"]["optimal"]["stops"]


def refusal(text):
    failed = [f"{name}: {detail}" for name, held, detail in checker.check(text) if not held]
    return failed[0] if failed else ""


def changed(path, new, base=TWO):
    """The certificate with another part at the path."""
    given = deepcopy(base)
    inner = given
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = new
    return given


def test_true_certificates_hold():
    for given in (TWO, RIGHT):
        assert [held for _, held, _ in checker.check(canonical(given))] == [True] * 7
        assert [held for _, held, _ in checker.check(canonical(given) + "\n")] == [True] * 7


def test_a_way_of_many_spins_holds():
    """Ranks above 2, and one ending in a world of its own."""
    spins = 6
    world = {
        "states": list(range(spins + 1)),
        "rows": [*([i + 1] * 13 for i in range(spins)), "made"],
        "pays": {"made": "40"},
        "posted": {"made": "40 for 1"},
        "envy": {},
        "offers": [],
    }
    given = solved({**TWO, **world})
    assert given["rank"] == [6, 5, 4, 3, 2, 1, 0]
    assert given["plays"]["never"]["claims"]["spins"] == {"mean": "6", "variance": "0"}
    assert refusal(sealed(given)) == ""


# Forgeries that an older form of the certificate let pass.


def test_an_offer_where_play_is_over():
    given = changed(("offers",), [*TWO["offers"], [LOST, "surrender-1"]])
    given["plays"]["optimal"]["stops"] = sorted([TAKEN, LOST])
    assert refusal(sealed(given)) == "chain: offers: one where play is over"


@pytest.mark.parametrize("stops", [["2"], [2.0], [True], [None], [[2]], [TAKEN, TAKEN], [99], [0], "2", {}])
def test_stops_that_are_no_states_with_an_offer(stops):
    why = refusal(sealed(changed(("plays", "optimal", "stops"), stops)))
    assert why.startswith(
        ("form: certificate, plays, optimal, stops", "form: the text", "chain: optimal, stops")
    )


@pytest.mark.parametrize("key", ["02", "٢", "2", 2.0, True, None, -1, 10**20])
def test_an_offer_by_no_canonical_index(key):
    assert refusal(sealed(changed(("offers", 0, 0), key)))


def test_offers_that_are_out_of_order_or_twice():
    assert "not in order" in refusal(sealed(changed(("offers",), TWO["offers"] * 2)))
    six = certified("repeater-bets-plus", "repeating-6")
    assert "not in order" in refusal(sealed(changed(("offers",), six["offers"][::-1], six)))


@pytest.mark.parametrize(
    "undecided", ["lost", {"lost": 1}, [["lost"]], ["lost", "lost"], ["made", "lost"], ["x"]]
)
def test_undecided_is_a_list_of_endings_in_order(undecided):
    assert refusal(sealed(changed(("undecided",), undecided))).startswith(("form: ", "paytable: undecided"))


def test_an_ending_that_decides_is_not_undecided():
    why = refusal(sealed(changed(("undecided",), ["lost"])))
    assert why.startswith("claims, never: claims, never, edge, per_resolved")


@pytest.mark.parametrize(
    "wheel", [[["3", 38]], [], [["3", "38"]], [["3", "-1"], ["7", "39"]], [["3", 1.5]], [["3"]]]
)
def test_a_wheel_that_does_not_make_the_rows(wheel):
    assert refusal(sealed(changed(("wheel",), wheel)))


@pytest.mark.parametrize("weight", ["0", "-2", "1.5", "02", "", "1e2", "٢", " 2", "2/1"])
def test_a_weight_that_is_no_whole_number_above_0(weight):
    assert refusal(sealed(changed(("wheel", 0, 1), weight))).startswith("chain: wheel")


def test_an_outcome_that_is_named_twice():
    assert "named twice" in refusal(sealed(changed(("wheel", 0, 0), TWO["wheel"][1][0])))


def test_a_posted_pay_that_is_not_the_pay():
    why = refusal(sealed(changed(("posted", "made"), "500 for 1")))
    assert why == "paytable: posted, made: returns 500, and 40 is the pay"


@pytest.mark.parametrize(
    ("posted", "pay"),
    [
        *[("40 for 1", "40"), ("39 to 1", "40"), (" 7  To 6 ", "13/6"), ("evens", "2"), ("Nothing", "0")],
        *[("+9.5 for 1", "19/2"), (".5 to 1", "3/2"), ("3/2 for 1/2", "3"), ("0 to 1", "1")],
        *[("40", None), ("40 for", None), ("40 for 0", None), ("1/0 for 1", None), ("-1 to 1", None)],
        *[
            ("1e9 for 1", None),
            ("٤ for 1", None),
            ("40 per 1", None),
            ("", None),
            ("9" * 10_001 + " for 1", None),
        ],
    ],
)
def test_what_a_posted_pay_returns(posted, pay):
    if pay is None:
        with pytest.raises(checker.Refused, match="is no pay"):
            checker.returned(posted, "made")
    else:
        assert checker.returned(posted, "made") == Fraction(pay)


def test_no_states_at_all():
    nothing = {"states": [], "rows": [], "rank": [], "offers": [], "pays": {}, "posted": {}, "envy": {}}
    assert "not one of each" in refusal(sealed({**TWO, **nothing}))


@pytest.mark.parametrize(
    "outlay", ["0", "-1", "0/1", "1/0", "2/2", "nan", "1.0", "", " 1", "+1", "1e99999999"]
)
def test_an_outlay_that_is_no_fraction_above_0(outlay):
    assert refusal(sealed(changed(("outlay",), outlay))).startswith("paytable: outlay")


@pytest.mark.parametrize(
    "path",
    [
        *[("edge",), ("plays", "fixed"), ("plays", "never", "odds"), ("value", "unit")],
        ("plays", "never", "claims", "house"),
        ("plays", "never", "claims", "edge", "per_hour"),
        ("plays", "never", "claims", "spins", "median"),
        ("plays", "never", "claims", "endings", "made", "chance"),
    ],
)
def test_no_key_more_and_none_missing_at_any_level(path):
    assert refusal(sealed(changed(path, "0.00%")))
    *above, _ = path
    inner = TWO
    for key in above:
        inner = inner[key]
    for key in set(inner) - {"digests"}:
        given = deepcopy(TWO)
        held = given
        for step in above:
            held = held[step]
        del held[key]
        if "schema" in given:
            assert refusal(sealed(given)), key


def test_a_third_way_of_playing():
    why = refusal(sealed(changed(("plays", "fixed"), TWO["plays"]["never"])))
    assert why == "form: certificate, plays: ['fixed'] is missing, or is no key of this format"


@pytest.mark.parametrize("number", ["1e99999999", "9" * 3_000_000, "1/" + "3" * 3_000_000, "9" * 10_001])
@pytest.mark.parametrize(
    "path",
    [("pays", "made"), ("outlay",), ("value", "denominator"), ("value", "numerators", 0), ("wheel", 0, 1)],
)
def test_long_numbers_are_refused_before_they_are_read(path, number):
    assert "is no " in refusal(sealed(changed(path, number)))


def test_long_whole_numbers_and_decimals_of_json():
    for number in ("9" * 3_000_000, "1e99999999", "2.0", "NaN", "-Infinity", "-0"):
        text = canonical(TWO).replace('"rank":[', f'"rank":[{number},')
        assert refusal(text).startswith(("form: the text", "chain: states, rows, rank"))


def test_pays_without_a_common_denominator_of_a_sensible_length():
    primes = [n for n in range(2, 60_000) if all(n % k for k in range(2, int(n**0.5) + 1))]
    given = deepcopy(TWO)
    for k, prime in enumerate(primes):
        given["pays"][f"surrender-{k}"] = given["posted"][f"surrender-{k}"] = f"1/{prime}"
        given["posted"][f"surrender-{k}"] = f"1 for {prime}"
        given["rows"].append(f"surrender-{k}")
        given["states"].append(f"surrender-{k}")
    given["offers"] = []
    assert "no common denominator" in refusal(sealed(given))


def test_numbers_that_python_may_not_read_are_a_refusal(monkeypatch):
    long = "1" + "0" * 5_000
    monkeypatch.setattr(sys, "set_int_max_str_digits", sys.set_int_max_str_digits)
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4_300)
    try:
        assert "too long" in refusal(sealed(changed(("pays", "made"), long)))
    finally:
        sys.set_int_max_str_digits(before)


def test_parts_that_are_too_deep_are_a_refusal():
    deep = canonical(TWO).replace('"states":[', '"states":[' + "[" * 900 + "]" * 900 + ",", 1)
    assert refusal(deep)
    with pytest.raises(checker.Foreign):
        list(checker.check("[" * 100_000))


# Each line of the checks.


@pytest.mark.parametrize(
    ("path", "new", "why"),
    [
        (("rows", 0), [0] * 13, "rank 0: not 1 more than the lowest it leads to"),
        (("rows", 0), [1] * 12, "row 0: no ending, nor a state for each outcome"),
        (("rows", 0), {}, "row 0: no ending"),
        (("rows", 0), [9] * 13, "row 0: leads to a state that is not there"),
        (("rows", 0), [-1] * 13, "row 0: leads to a state that is not there"),
        (("rows", 0), [True] * 13, "row 0: leads to a state that is not there"),
        (("rank", 3), 1, "rank 3: not 0, and play is over"),
        (("rank", 0), 2, "rank 0: not 1 more"),
        (("rank", 0), "1", "rank 0: not of the kind int"),
        (("rank",), [], "not one of each for every state"),
        (("states", 0), TWO["states"][1], "states: two have one name"),
        (("states",), TWO["states"][1:], "not one of each for every state"),
        (("states",), [*TWO["states"], "x"], "not one of each for every state"),
        (("pays", "made"), "80/2", "pays, made: '80/2' is not in lowest terms"),
        (("pays", "x"), "1", "pays: ['x'] lacks a pay, or cannot happen"),
        (("posted", "x"), "1 for 1", "posted: ['x'] lacks a pay"),
        (("envy", "x"), "1", "envy: ['x'] lacks a pay"),
        (("envy", "made"), "-1", "envy, made: '-1' is no fraction from 0"),
        (("offers", 0, 1), "made", "offers: ['made'] is what a spin can bring"),
        (("offers", 0, 1), "x", "pays: ['surrender-1'] lacks"),
        (("plays", "never", "stops"), [TAKEN], "never, stops: this play goes on to its end"),
        (("value", "denominator"), "0", "value: not over the least denominator"),
        (("value", "numerators"), TWO["value"]["numerators"][1:], "value: not a number for every state"),
        (("value", "numerators", TAKEN), "1", "value 0: not what playing on is worth"),
        (("plays", "optimal", "stops"), [], "value 1: not what playing on is worth"),
        (("offers", 0, 0), 0, "optimal, stops: a state where nothing is offered"),
        (("game",), 7, "certificate, game: not of the kind str"),
        (("options",), [], "certificate, options: no names with what they stand for"),
        (("offers",), {}, "certificate, offers: no list"),
        (("offers", 0), [TAKEN], "certificate, offers 0: not of 2 parts"),
        (("digests", "x"), "", "digests: ['x'] is claimed and not found"),
    ],
)
def test_what_is_refused_and_the_place(path, new, why):
    text = sealed(changed(path, new)) if path[0] != "digests" else canonical(changed(path, new))
    assert why in refusal(text)


@pytest.mark.parametrize("play", ["never", "optimal"])
@pytest.mark.parametrize("part", ["shares", "left"])
def test_a_witness_that_does_not_satisfy_its_equations(play, part):
    for i, number in enumerate(TWO["plays"][play][part]["numerators"]):
        why = refusal(sealed(changed(("plays", play, part, "numerators", i), str(int(number) + 1))))
        assert why.startswith(f"claims, {play}: {play}, ") or "least denominator" in why


def test_a_value_of_an_ending_that_it_does_not_pay():
    paid = changed(("pays", "lost"), "1/100")
    assert f"value {LOST}: not what the ending pays" in refusal(
        sealed({**TWO, "value": solved(paid)["value"]})
    )


def test_a_value_that_is_less_than_what_is_offered():
    worth = solved(TWO, stops=frozenset())
    assert "value 1: less than what is offered" in refusal(sealed(worth))


def test_a_stop_that_is_worth_no_more_than_playing_on():
    low = changed(("pays", "surrender-1"), "1")
    low["posted"]["surrender-1"] = "1 for 1"
    worth = solved(low, stops=frozenset([TAKEN]))
    assert "value 1: stopping is worth no more than playing on" in refusal(sealed(worth))


def test_a_stop_that_is_not_worth_what_is_offered():
    forged = deepcopy(TWO)
    forged["value"] = solved(TWO, stops=frozenset())["value"]
    assert "value 1: not what is offered" in refusal(sealed(forged))


def test_an_offer_that_is_just_worth_playing_on_is_declined():
    tie = changed(("pays", "surrender-1"), "40/7")  # one more 2 before a 7: 1/7 of 40
    tie["posted"]["surrender-1"] = "40 for 7"
    right = solved(tie)
    assert right["plays"]["optimal"]["stops"] == []
    assert right["plays"]["optimal"]["claims"]["returned"] == "40/49"
    assert refusal(sealed(right)) == ""
    assert "worth no more" in refusal(sealed(solved(tie, stops=frozenset([TAKEN]))))


def test_a_state_that_play_never_comes_to():
    given = deepcopy(TWO)
    given["rows"].append(given["rows"][0])
    given["states"].append("nowhere")
    assert "state 4: play never comes to it" in refusal(sealed(solved(given)))


def test_best_play_is_the_play_of_the_value():
    """Value and play stop in the same states, so only the play's figures can be another's."""
    given = deepcopy(TWO)
    given["plays"]["optimal"] = {**given["plays"]["never"], "stops": [TAKEN]}
    assert refusal(sealed(given)) == "claims, optimal: optimal, state 1: spins where play is over"


def test_claims_are_compared_at_every_place():
    def leaves(part, path=()):
        if isinstance(part, dict):
            for key, inner in part.items():
                yield from leaves(inner, (*path, key))
        else:
            yield path

    for play in ("never", "optimal"):
        for path in leaves(TWO["plays"][play]["claims"]):
            place = ("plays", play, "claims", *path)
            for new in ("3/7", False, 0, {}):
                why = refusal(sealed(changed(place, new)))
                assert why.startswith(f"claims, {play}: claims, {play}, {', '.join(path)}: "), (place, new)


def test_every_changed_digit_is_refused():
    for base in (TWO, RIGHT):
        text = canonical(base)
        for at, character in enumerate(text):
            if character.isdigit():
                other = f"{text[:at]}{(int(character) + 1) % 10}{text[at + 1 :]}"
                try:
                    assert refusal(other), text[at - 20 : at + 20]
                except checker.Foreign:
                    assert text[:at].endswith("markov/certificate/")


# Random changes of the structure, sealed.

KINDS = [
    None,
    True,
    0,
    1,
    -1,
    2,
    1.5,
    10**18,
    "",
    "0",
    "1",
    "-1",
    "made",
    "02",
    "٢",
    [],
    {},
    [0],
    ["2"],
    {"made": "1"},
]


def places(part, path=()):
    yield path
    for key, inner in (
        part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
    ):
        yield from places(inner, (*path, key))


def at(given, path):
    for key in path:
        given = given[key]
    return given


def mangled(base, chance):
    """The certificate with one place, at any depth, taken out, put in twice, replaced or moved."""
    given = deepcopy(base)
    path = chance.choice([path for path in places(given) if path and path[0] != "digests"])
    above, key = at(given, path[:-1]), path[-1]
    way = chance.randrange(5)
    if way == 0:
        del above[key]
    elif way == 1:
        above[key] = deepcopy(chance.choice(KINDS))
    elif way == 2 and isinstance(above, list):
        above.insert(chance.randrange(len(above) + 1), deepcopy(above[key]))
    elif way == 3 and isinstance(above, list):
        chance.shuffle(above)
    else:
        other = chance.choice([path for path in places(base) if path])
        above[key] = deepcopy(at(base, other))
    return given


LABELS = {"game", "wager", "name", "source", "merged", "options", "states", "wheel"}


def structural(seeds):
    tried = 0
    for seed in seeds:
        chance = random.Random(seed)
        base = chance.choice((TWO, RIGHT))
        given = mangled(base, chance)
        different = {key for key in base.keys() | given.keys() if base.get(key) != given.get(key)}
        if {type(x) for x in (given.get("schema"),)} != {str} or given["schema"] != checker.SCHEMA:
            continue
        if canonical(given) == canonical(base):
            continue
        tried += 1
        why = refusal(sealed(given))
        if not why:  # labels, which the checker says that it does not prove; the chain is the same
            assert different <= {*LABELS, "rows"}, (seed, different)
            assert chain(given) == chain(base), seed
    return tried


def chain(given):
    """For each state its ending, or the weight of each state that follows."""
    found = []
    for row in given["rows"]:
        weights = {}
        for (_, weight), j in zip(given["wheel"], row, strict=True) if isinstance(row, list) else ():
            weights[j] = weights.get(j, 0) + int(weight)
        found.append(weights or row)
    return found


def test_whatever_is_changed_is_refused_or_is_a_label():
    assert structural(range(1_500)) > 1_000


@pytest.mark.slow
def test_whatever_is_changed_is_refused_or_is_a_label_at_length():
    assert structural(range(10_000, 60_000)) > 40_000


# Texts that are no certificates, and the file on its own.


@pytest.mark.parametrize(
    "text",
    [
        *["", "\n", "{}", "[]", "null", "1", '"x"', "{", "[" * 100_000, canonical(TWO)[:-1]],
        *['{"schema":"markov/certificate/1"}', '{"schema":["markov/certificate/2"]}', '{"rank":1.5}'],
    ],
)
def test_a_text_that_is_no_certificate(text):
    with pytest.raises(checker.Foreign, match="expected a certificate"):
        list(checker.check(text))


def test_another_form_of_the_same_is_refused():
    given = sealed(TWO)
    for text in (json.dumps(json.loads(given), indent=1), given + " ", " " + given, given + "\n\n"):
        assert "canonical" in refusal(text)
    assert "canonical" in refusal(given[:-1] + ',"schema":"markov/certificate/2"}')


def test_messages_are_short_and_of_printable_ascii():
    for ending in ("\x1b[31m" * 400, "р" * 1_000, "\u202e"):
        given = changed(("pays", ending), "1")
        why = refusal(sealed(given))
        assert len(why) < 3_000
        assert why.isascii()
        assert why.isprintable()


def alone(tmp_path, *arguments):
    copy = tmp_path / "checker.py"
    copy.write_text(CHECKER.read_text())
    return subprocess.run(
        [sys.executable, "-I", copy, *arguments], capture_output=True, text=True, check=False
    )


def test_the_file_runs_alone(tmp_path, capsys):
    file = tmp_path / "two.json"
    file.write_text(canonical(TWO) + "\n" + canonical(RIGHT) + "\n")
    ran = alone(tmp_path, file)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert [line[:2] for line in ran.stdout.splitlines()] == ["ok"] * 14
    assert checker.main([str(file)]) == 0
    assert capsys.readouterr().out == ran.stdout
    file.write_text(sealed(changed(("plays", "never", "claims", "rtp"), "1")))
    ran = alone(tmp_path, file)
    assert ran.returncode == checker.main([str(file)]) == 1
    assert ran.stdout.splitlines()[-1] == "NO  claims, never  claims, never, rtp: 1 is claimed, 40/49 found"


@pytest.mark.parametrize(
    "content",
    [b"", b"\n", b"{}\n", b"\xff\xfe", canonical(TWO).encode()[:500], canonical(TWO).encode() + b"\n\n"],
)
def test_a_file_of_no_certificates_has_an_exit_code_of_its_own(tmp_path, content, capsys):
    file = tmp_path / "x.json"
    file.write_bytes(content)
    assert checker.main([str(file)]) == 3
    told = capsys.readouterr()
    assert told.out == ""
    assert str(file) in told.err
    assert "Traceback" not in alone(tmp_path, file).stderr


def test_usage_and_files_that_are_not_there(tmp_path, capsys):
    assert checker.main([]) == checker.main(["a", "b"]) == 2
    assert checker.main([str(tmp_path / "none")]) == 3
    assert checker.main([str(tmp_path)]) == 3
    assert "usage: python checker.py FILE" in capsys.readouterr().err


def test_the_file_leans_on_the_standard_library_alone():
    tree = ast.parse(CHECKER.read_text())
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)
