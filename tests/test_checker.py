"""The checker: what it refuses, and the place that it names. Digests are mended: they stop no forger."""

import ast
import json
import random
import runpy
import subprocess
import sys
from copy import deepcopy
from fractions import Fraction
from pathlib import Path

import pytest

from markov import checker
from tests.certificates import certified, refusal
from tests.oracles.forger import altered, canonical, chances, sealed, solved

TWO = certified("repeater-bets-plus", "repeating-2")  # an offer in state 1, taken; 2 is "lost", 3 is "made"
RIGHT = certified("quebec-place-bets", "right-4")  # components, a way to take the bet down, ranks of 2
SIX = certified("repeater-bets-plus", "repeating-6")  # offers in several states
LOST = next(i for i, row in enumerate(TWO["rows"]) if row == "lost")
(TAKEN,) = TWO["plays"]["optimal"]["stops"]


@pytest.fixture
def any_digits():
    """Python reads and writes numbers of any length, as it does where the file runs alone."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    yield
    sys.set_int_max_str_digits(before)


def changed(path, new, base=TWO):
    return altered(base, path, new)


def world(rows, pays, weights=(1,), offers=(), outlay="1", envy=(), undecided=()):
    """The true certificate of such a world, by a solver of its own."""
    posted = {ending: f"{pay} for 1" for ending, pay in pays.items()}
    wheel = [[k, str(weight)] for k, weight in enumerate(weights)]
    given = {"rows": rows, "states": list(range(len(rows))), "wheel": wheel, "offers": [*offers]}
    priced = {"pays": pays, "posted": posted, "outlay": outlay, "envy": dict(envy), "undecided": [*undecided]}
    return solved({**TWO, **given, **priced})


def line(spins, outcomes=1):
    """So many spins to "made", whatever comes up."""
    return world([*([i + 1] * outcomes for i in range(spins)), "made"], {"made": "40"}, [1] * outcomes)


def drawn(chance):
    """A random world: up to eight spins to an end, shortcuts, ways back, and offers, some just worth it."""
    on, over = chance.randrange(1, 9), chance.randrange(2, 5)
    weights = [chance.choice((1, 1, 2, 5, 38)) for _ in range(chance.randrange(over, 6))]
    back = chance.random() < 0.3  # only forward by the first outcome, so that the way is long
    rows = [
        [i + 1, *(chance.randrange(i + 1 if back else on + over) for _ in weights[1:])] for i in range(on)
    ]
    rows[-1][:over] = range(on, on + over)
    rows += [f"end-{chance.randrange(min(k, 2) + 1)}" for k in range(over)]
    outlay = chance.choice((Fraction(1), Fraction(21, 20), Fraction(1, 2), Fraction(3)))
    pays = {
        row: str(
            chance.choice((Fraction(0), outlay, Fraction(chance.randrange(40), chance.choice((1, 2, 7)))))
        )
        for row in rows[on:]
    }
    envy = [(ending, str(Fraction(chance.randrange(9), 5))) for ending in pays if chance.random() < 0.5]
    undecided = sorted(ending for ending in pays if chance.random() < 0.3)
    given = world(rows, pays, weights, outlay=str(outlay), envy=envy, undecided=undecided)
    offers, unit = [], int(given["value"]["denominator"])
    for i in range(on):
        if chance.random() < 0.4:
            worth = Fraction(int(given["value"]["numerators"][i]), unit)
            offers.append([i, chance.choice([f"offer-{i}", "offer-0"])])
            pays.setdefault(offers[-1][1], str(chance.choice((worth, worth * 9 / 8, worth / 2))))
    return world(rows, pays, weights, offers, str(outlay), envy, undecided)


WORLDS = [drawn(random.Random(seed)) for seed in range(80)]


def test_random_worlds_hold_with_every_claim():
    for seed, given in enumerate(WORLDS):
        assert refusal(sealed(given)) == "", seed
    plays = [play for given in WORLDS for play in given["plays"].values()]
    edges = [play["claims"]["edge"] for play in plays]
    assert {max(given["rank"]) for given in WORLDS} == set(range(1, 9))
    assert any(given["offers"] and not given["plays"]["optimal"]["stops"] for given in WORLDS)
    assert any(len(play["stops"]) > 1 for play in plays)
    assert any(edge["per_spin"] is None for edge in edges)
    assert any(edge["per_resolved"] is None for edge in edges)
    assert {edge["per_stake"][0] == "-" for edge in edges} == {True, False}


@pytest.mark.parametrize(("spins", "outcomes"), [(1, 1), (6, 13), (258, 1), (1, 258)])
def test_a_way_of_many_spins_and_a_wheel_of_many_outcomes_hold(spins, outcomes):
    given = line(spins, outcomes)
    assert given["rank"] == [*range(spins, -1, -1)]
    assert given["plays"]["never"]["claims"]["spins"] == {"mean": str(spins), "variance": "0"}
    assert refusal(sealed(given)) == ""


# Forgeries that an older form of the certificate let pass.


STOPS = ("plays", "optimal", "stops")
OVER = "chain: offers: one where play is over"


def test_no_state_is_counted_from_behind():
    given = world([[2, 1], "made", [1, 1]], {"made": "40", "cashed": "1"}, [1, 1], [[2, "cashed"]])
    assert refusal(sealed(given)) == ""
    assert refusal(sealed({**given, "offers": [[-1, "cashed"]]})) == OVER


@pytest.mark.parametrize(
    ("path", "starts", "values"),
    [
        (("offers",), OVER, [[[state, "surrender-1"]] for state in (-3, -1, LOST, 4)]),
        (("offers",), OVER, [[*TWO["offers"], [LOST, "surrender-1"]]]),
        (("offers", 0, 0), ("form: ", "chain: "), ["02", "٢", "2", 2.0, True, None, -1, 10**20]),
        (STOPS, f"form: certificate, {', '.join(STOPS)}", [["2"], [True], [None], [[2]], "2", {}]),
        (STOPS, "form: the text", [[2.0]]),
        (STOPS, "chain: optimal, stops", [[TAKEN, TAKEN], [99], [0]]),
        (("undecided",), "form: ", ["lost", {"lost": 1}, [["lost"]]]),
        (
            ("undecided",),
            "paytable: undecided",
            [["lost", "lost"], ["lost", "lost", "made"], ["made", "lost"], ["x"]],
        ),
        (("wheel",), "form: ", [[["3", 38]], [["3", 1.5]], [["3"]]]),
        (("wheel",), "chain: ", [[], [["3", "38"]], [["3", "-1"], ["7", "39"]]]),
        (("wheel", 0, 1), "chain: wheel", ["0", "-2", "1.5", "02", "", "1e2", "٢", " 2", "2/1"]),
        (
            ("outlay",),
            "paytable: outlay",
            ["0", "-1", "0/1", "1/0", "2/2", "nan", "1.0", "", " 1", "+1", "1e99999999"],
        ),
    ],
)
def test_what_no_part_may_be(path, starts, values):
    for value in values:
        assert refusal(sealed(changed(path, value))).startswith(starts), value


def test_states_with_offers_and_stops_are_in_order_and_none_is_named_twice():
    first, second, *_ = SIX["offers"]
    for offers in (SIX["offers"][::-1], [first, *SIX["offers"]], SIX["offers"] * 2):
        assert "offers: states are not in order" in refusal(sealed(changed(("offers",), offers, SIX)))
    stops = [first[0], first[0], second[0]]
    assert "optimal, stops: states are not in order" in refusal(sealed(changed(STOPS, stops, SIX)))


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


def test_numbers_of_bounded_length_are_read(any_digits):
    assert checker.whole("1" * 10_000, "") == (10**10_000 - 1) // 9
    assert checker.whole("1" * 100, "", checker.WEIGHT) == checker.whole("1" * 100, "")
    assert checker.fraction("1" * 1_000, "") == (10**1_000 - 1) // 9
    assert checker.returned("1" * 994 + " for 1", "") == (10**994 - 1) // 9
    for read, *text in (
        (checker.whole, "1" * 10_001, ""),
        (checker.whole, "1" * 101, "", checker.WEIGHT),
        (checker.fraction, "1" * 1_001, ""),
        (checker.returned, "1" * 995 + " for 1", ""),
    ):
        with pytest.raises(checker.Refused, match="is no "):
            read(*text)


def test_weights_of_100_digits_are_read():
    wide = changed(("wheel", 0, 1), "9" * 100)
    assert refusal(sealed(solved(wide))) == ""
    assert "wheel 0: " in refusal(sealed(solved(changed(("wheel", 0, 1), "1" + "0" * 100))))


@pytest.mark.parametrize("number", ["1e99999999", "9" * 3_000_000, "1/" + "3" * 3_000_000, "9" * 10_001])
@pytest.mark.parametrize(
    "path",
    [("pays", "made"), ("outlay",), ("value", "denominator"), ("value", "numerators", 0), ("wheel", 0, 1)],
)
def test_long_numbers_are_refused_before_they_are_read(path, number):
    assert "is no " in refusal(sealed(changed(path, number)))


@pytest.mark.parametrize(
    ("why", "numbers"),
    [
        ("form: the text", ["9" * 3_000_000, "1" * 16, "1e99999999", "2.0", "NaN", "-Infinity", "-0"]),
        ("chain: states, rows, rank", ["1" * 15, "-" + "1" * 14]),
    ],
)
def test_numbers_of_json_are_whole_and_have_15_digits_at_most(why, numbers):
    for number in numbers:
        text = sealed({**TWO, "rank": []}).replace('"rank":[', '"rank":[' + number)
        assert refusal(text).startswith(why), number[:20]


def test_a_common_denominator_of_1_000_digits_holds():
    three, seven = 3**901, 7**674
    assert 10**999 < three * seven < 10**1_000
    given = world([[1], "made"], {"made": f"1/{three}"}, envy={"made": f"1/{seven}"})
    given["posted"]["made"] = f"1 for {three}"
    assert refusal(sealed(given)) == ""
    assert given["plays"]["never"]["claims"]["house_after_envy"] == str(
        1 - Fraction(1, three) - Fraction(1, seven)
    )
    given = world([[1], "made"], {"made": f"1/{2**1_000}"}, envy={"made": f"1/{5**1_000}"})
    given["posted"]["made"] = f"1 for {2**1_000}"
    assert refusal(sealed(given)).startswith("paytable: pays, envy, raises: no common denominator")


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


def test_numbers_that_python_may_not_read_are_a_refusal():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4_300)
    try:
        long = changed(("value", "denominator"), "1" + "0" * 5_000)
        assert "too long" in refusal(sealed(long))
    finally:
        sys.set_int_max_str_digits(before)


def test_parts_that_are_too_deep_are_a_refusal():
    """Deep parts are read where as deep ones are not written, so each depth around the limit is tried."""
    limit = sys.getrecursionlimit()
    found = set()
    for depth in range(limit - 150, limit):
        deep = canonical(TWO).replace('"states":[', '"states":[' + "[" * depth + "]" * depth + ",", 1)
        try:
            found.add(refusal(deep))
        except checker.Foreign:
            found.add("foreign")
    assert {text.partition(":")[0] for text in found} <= {"form", "chain", "foreign"}
    assert "" not in found
    with pytest.raises(checker.Foreign):
        list(checker.check("[" * 100_000))


# Each line of the checks.


@pytest.mark.parametrize(
    ("path", "new", "why"),
    [
        (("rows", 0), [0] * 13, "rank 0: not 1 more than the lowest it leads to"),
        (("rows", 0), [1] * 12, "row 0: no ending, nor a state for each outcome"),
        (("rows", 0), [1] * 14, "row 0: no ending, nor a state for each outcome"),
        (("rows", 0), {}, "row 0: no ending"),
        (("rows", 0), [9] * 13, "row 0: leads to a state that is not there"),
        (("rows", 0), [4] * 13, "row 0: leads to a state that is not there"),
        (("rows", 0), [-1] * 13, "row 0: leads to a state that is not there"),
        (("rows", 0), [True] * 13, "row 0: leads to a state that is not there"),
        (("rank", 3), 1, "rank 3: not 0, and play is over"),
        (("rank", 0), 2, "rank 0: not 1 more"),
        (("rank",), [rank - 1 for rank in TWO["rank"]], "rank 2: not 0, and play is over"),
        (("rank", 0), "1", "rank 0: not of the kind int"),
        (("rank",), [], "not one of each for every state"),
        (("states", 0), TWO["states"][1], "states: two have one name"),
        (("states",), TWO["states"][1:], "not one of each for every state"),
        (("states",), [*TWO["states"], "x"], "not one of each for every state"),
        (("pays", "made"), "80/2", "pays, made: '80/2' is not in lowest terms"),
        (("pays", "made"), "10/2", "pays, made: '10/2' is not in lowest terms"),
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
        (("offers", 0), [TAKEN, "x", 1], "certificate, offers 0: not of 2 parts"),
        (("digests", "x"), "", "digests: not one for each part"),
        (("undecided",), ["lost"], "claims, never: never, edge, per_resolved"),
        (("wheel", 0, 0), TWO["wheel"][1][0], "chain: wheel: an outcome is named twice"),
        (("posted", "made"), "500 for 1", "paytable: posted, made: returns 500, and 40 is the pay"),
        (("posted", "made"), "38 to 1", "paytable: posted, made: returns 39, and 40 is the pay"),
        (
            ("plays", "fixed"),
            {},
            "form: certificate, plays: ['fixed'] is missing, or is no key of this format",
        ),
    ],
)
def test_what_is_refused_and_the_place(path, new, why):
    text = sealed(changed(path, new)) if path[0] != "digests" else canonical(changed(path, new))
    assert why in refusal(text)


WITNESSES = [
    ("value",),
    *(("plays", play, part) for play in ("never", "optimal") for part in ("shares", "left")),
]


@pytest.mark.parametrize("path", WITNESSES)
def test_a_witness_that_does_not_satisfy_its_equations(path):
    for base in (TWO, RIGHT, line(1), line(3), *WORLDS[:12]):
        if path[1:2] == ("optimal",) and not base["plays"]["optimal"]["stops"]:
            continue  # the two plays are one
        witness = base
        for key in path:
            witness = witness[key]
        for i, number in enumerate(witness["numerators"]):
            for other in {int(number) + 1, abs(int(number) - 1)}:
                why = refusal(sealed(changed((*path, "numerators", i), str(other), base)))
                place = "best play: value" if path == ("value",) else f"claims, {path[1]}: {path[1]}, "
                assert why.startswith(place), (i, other)
        double = {"denominator": str(2 * int(witness["denominator"]))}
        double["numerators"] = [str(2 * int(number)) for number in witness["numerators"]]
        assert "not over the least denominator" in refusal(sealed(changed(path, double, base)))


def test_a_witness_that_spins_where_play_is_over():
    """Left and shares satisfy their equations, were it not for the ending."""
    for left, shares in (("1", "1"), ("1", "0"), ("0", "1")):
        given = line(1)
        play = deepcopy(given["plays"]["never"])
        play["left"] = {"denominator": "1", "numerators": [str(1 + int(left)), left]}
        play["shares"] = {"denominator": "1", "numerators": ["1", shares]}
        play["claims"]["spins"]["variance"] = str(2 * int(left))
        given["plays"] = {"never": play, "optimal": play}
        assert refusal(sealed(given)) == "claims, never: never, state 1: spins where play is over"


def test_shares_that_are_more_than_what_arrives():
    given = world([[1], "made"], {"made": "40"})
    given["plays"]["never"]["shares"]["numerators"][0] = "2"
    assert refusal(sealed(given)) == "claims, never: never, share 0: not what arrives"


def test_a_part_without_a_digest():
    for key in TWO["digests"]:
        fewer = {part: stated for part, stated in TWO["digests"].items() if part != key}
        assert refusal(canonical({**TWO, "digests": fewer})) == "digests: digests: not one for each part"


@pytest.mark.parametrize(("ending", "pay"), [("lost", "1/100"), ("made", "39")])
def test_a_value_of_an_ending_that_it_does_not_pay(ending, pay):
    paid = changed(("pays", ending), pay)
    over = TWO["rows"].index(ending)
    assert f"value {over}: not what the ending pays" in refusal(
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
    for pay in ("59/10", "7"):  # playing on is worth 40/7, and 6 is offered
        forged["value"] = solved(changed(("pays", "surrender-1"), pay))["value"]
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
                kind = path[0] == "edge" or new == "3/7"
                start = (
                    f"claims, {play}: {play}"
                    if kind
                    else f"form: certificate, {', '.join(place[: -len(path)])}"
                )
                assert why.startswith(f"{start}, {', '.join(path)}: "), (place, new)


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
    *(None, True, 0, 1, -1, 2, 1.5, 10**18),
    *("", "0", "1", "-1", "made", "02", "٢", [], {}, [0], ["2"], {"made": "1"}),
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


GIVEN = {"envy", "offers", "undecided"}
LABELS = {"game", "wager", "name", "source", "merged", "options", "states", "wheel"}


@pytest.mark.parametrize(
    ("seeds", "least"),
    [(range(600), 400), pytest.param(range(10_000, 60_000), 40_000, marks=pytest.mark.slow)],
)
def test_whatever_is_changed_is_refused_or_is_a_label(seeds, least):
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
        if not why:  # labels, or what no play comes to, such as an offer; all follows from it
            assert different <= {*LABELS, *GIVEN, "rows"}, (seed, different)
            assert chain(given) == chain(base), seed
            assert sealed(solved(given)) == sealed(given), seed
    assert tried > least


def chain(given):
    """For each state its ending, or the weight of each state that follows."""
    found = []
    for row in given["rows"]:
        weights = {}
        for (_, weight), j in zip(given["wheel"], row, strict=True) if isinstance(row, list) else ():
            weights[j] = weights.get(j, 0) + int(weight)
        found.append(weights or row)
    return found


# Wheels that depend on the state.


def turning(base, chance):
    """The true certificate of the world with wheels that depend on the state; None where there is but one."""
    going = [i for i, row in enumerate(base["rows"]) if isinstance(row, list)]
    count = min(chance.randrange(2, 5), len(going))
    wheels = [[[name, str(chance.randrange(1, 40))] for name, _ in base["wheel"]] for _ in range(count)]
    wheel_at = {i: chance.randrange(len(wheels)) for i in going}
    order = list(dict.fromkeys(wheel_at.values()))
    if len({canonical(wheels[k]) for k in order}) < max(len(order), 2):
        return None
    given = {key: part for key, part in base.items() if key != "wheel"}
    given["schema"] = checker.PHASED
    given["wheels"] = [wheels[k] for k in order]
    given["turned"] = [order.index(wheel_at[i]) if i in wheel_at else None for i in range(len(base["rows"]))]
    return solved(given)


PHASES = [given for seed, base in enumerate(WORLDS) if (given := turning(base, random.Random(seed)))]
PHASED = max(PHASES, key=lambda given: (len(given["wheels"]), len(given["offers"])))


def test_random_worlds_with_wheels_by_state_hold_with_every_claim():
    assert len(PHASES) > 50
    assert {len(given["wheels"]) for given in PHASES} == {2, 3, 4}
    for k, given in enumerate(PHASES):
        assert refusal(sealed(given)) == "", k


def test_the_figures_of_another_wheel_are_refused():
    for k, given in enumerate(PHASES):
        one = given["turned"][0]
        (name, weight), *rest = given["wheels"][one]
        wheels = [*given["wheels"][:one], [[name, str(int(weight) + 41)], *rest], *given["wheels"][one + 1 :]]
        forged = {**given, "wheels": wheels}
        same = all(
            chances(forged, i) == chances(given, i)
            for i, row in enumerate(given["rows"])
            if type(row) is list
        )
        assert bool(refusal(sealed(forged))) != same, k


def test_wheels_are_several_no_two_alike_and_each_that_of_a_state_in_the_order_of_the_states():
    wheels, turned = PHASED["wheels"], PHASED["turned"]
    other, last = [[name, str(int(weight) + 50)] for name, weight in wheels[0]], len(wheels) - 1
    first = [number if number is None else 0 for number in turned]
    back = [number if number is None else last - number for number in turned]
    few, alike = "chain: wheels: not several", "chain: wheels: two are one"
    order = "chain: turned: wheels are not in the order of their states, or not there"
    for changes, why in (
        ({"wheels": wheels[:1], "turned": first}, few),
        ({"wheels": []}, few),
        ({"wheels": [*wheels, wheels[0]]}, alike),
        ({"wheels": [*wheels, other]}, order),
        ({"wheels": wheels[::-1], "turned": back}, order),
        ({"turned": [last + 1, *turned[1:]]}, order),
        ({"turned": [-1, *turned[1:]]}, order),
    ):
        assert refusal(sealed({**PHASED, **changes})) == why


def test_a_state_has_a_wheel_if_and_only_if_play_goes_on():
    given = PHASED
    over = next(i for i, row in enumerate(given["rows"]) if type(row) is str)
    for i, number in ((over, 0), (0, None), (0, True), (0, "0"), (0, [0]), (over, False), (over, "")):
        why = refusal(sealed(changed(("turned", i), number, given)))
        assert why == f"chain: turned {i}: a wheel where play is over, or none where it goes on", number
    for wheel_at in (given["turned"][:-1], [*given["turned"], None]):
        assert (
            refusal(sealed({**given, "turned": wheel_at}))
            == "chain: turned: not a wheel, or none, for every state"
        )


@pytest.mark.parametrize("weight", ["0", "-2", "1.5", "02", "", "9" * 101])
def test_a_weight_on_one_of_several_wheels(weight):
    assert refusal(sealed(changed(("wheels", 1, 0, 1), weight, PHASED))).startswith("chain: wheels 1")


def test_an_outcome_and_a_row_of_one_of_several_wheels():
    wheel = PHASED["wheels"][1]
    assert "wheels 1: an outcome is named twice" in refusal(
        sealed(changed(("wheels", 1, 1, 0), wheel[0][0], PHASED))
    )
    state = PHASED["turned"].index(1)
    longer = changed(("wheels", 1), [*wheel, ["more", "1"]], PHASED)
    assert refusal(sealed(longer)) == f"chain: row {state}: no ending, nor a state for each outcome"
    assert "wheels 1: no outcome" in refusal(sealed(changed(("wheels", 1), [], PHASED)))


def test_wheels_of_different_sizes_hold():
    given = {
        key: part for key, part in TWO.items() if key not in ("wheel", "offers", "pays", "posted", "envy")
    }
    given |= {"rows": [[1, 2], [0, 2, 3], "lost", "made"], "states": [0, 1, 2, 3], "offers": [], "envy": {}}
    given |= {"pays": {"lost": "0", "made": "9"}, "posted": {"lost": "nothing", "made": "9 for 1"}}
    given |= {"wheels": [[["a", "1"], ["b", "2"]], [["a", "3"], ["b", "4"], ["c", "5"]]]}
    given |= {"turned": [0, 1, None, None], "schema": checker.PHASED, "undecided": []}
    true = solved(given)
    assert refusal(sealed(true)) == ""
    assert true["plays"]["never"]["claims"]["endings"]["made"]["probability"] == "5/33"


# Money that is put down on the way.


def raising(base, chance):
    """The true certificate of the world, without its offers, with money put down on the way to endings."""
    endings = sorted({row for row in base["rows"] if isinstance(row, str)})
    raised = chance.sample(endings, chance.randrange(1, len(endings) + 1))
    given = {key: part for key, part in base.items() if key != "wheel"}
    given["schema"] = checker.RAISED
    given["wheels"] = base.get("wheels") or [base["wheel"]]
    given["turned"] = base.get("turned") or [None if type(row) is str else 0 for row in base["rows"]]
    given["offers"] = []
    for key in ("pays", "posted", "envy"):
        given[key] = {ending: what for ending, what in base[key].items() if ending in endings}
    given["undecided"] = [ending for ending in base["undecided"] if ending in endings]
    pays = {ending: Fraction(pay) - Fraction(base["outlay"]) for ending, pay in given["pays"].items()}
    given["raises"] = {
        # Now and then just what comes back is put down, so that nothing is won or lost.
        ending: str(pays[ending] if pays[ending] > 0 and chance.random() < 0.3 else chance.randrange(1, 9))
        for ending in sorted(raised)
    }
    return solved(given)


RAISES = [raising(base, random.Random(seed)) for seed, base in enumerate([*WORLDS, *PHASES])]


def test_random_worlds_with_money_put_down_on_the_way_hold_with_every_claim():
    for k, given in enumerate(RAISES):
        assert refusal(sealed(given)) == "", k
    assert {len(given["wheels"]) for given in RAISES} == {1, 2, 3, 4}
    edges = [given["plays"]["never"]["claims"]["edge"] for given in RAISES]
    assert any(edge["per_resolved"] is None for edge in edges)
    assert any(edge["per_outlay"] != edge["per_stake"] for edge in edges)


def test_another_sum_put_down_on_the_way_is_refused():
    for k, given in enumerate(RAISES):
        named = given["plays"]["never"]["claims"]["endings"]
        for ending, more in given["raises"].items():
            other = changed(("raises", ending), str(Fraction(more) + 1), given)
            assert refusal(sealed(other)).startswith("claims, never: never, ") == (ending in named), k
        fewer = {**given, "raises": dict(list(given["raises"].items())[1:])}
        if fewer["raises"] and next(iter(given["raises"])) in named:
            assert refusal(sealed(fewer)).startswith("claims, never: never, "), k


@pytest.mark.parametrize("more", ["0", "-1", "1.5", "2/4", "01", "", "a"])
def test_a_sum_put_down_on_the_way_is_above_0(more):
    given = RAISES[0]
    ending = next(iter(given["raises"]))
    assert refusal(sealed(changed(("raises", ending), more, given))).startswith("paytable: raises")


def test_money_is_put_down_on_the_way_to_an_ending_that_has_a_pay():
    for given in RAISES:
        why = refusal(sealed({**given, "raises": {**given["raises"], "strange": "1"}}))
        assert why == "paytable: raises: ['strange'] lacks a pay, or cannot happen"
        assert refusal(sealed({**given, "raises": {}})).startswith("paytable: raises: none")


def test_where_money_is_put_down_on_the_way_nothing_is_on_offer():
    given = next(one for one in map(solved, WORLDS) if one["offers"])
    ending = next(row for row in given["rows"] if type(row) is str)
    wheel_at = [None if type(row) is str else 0 for row in given["rows"]]
    forged = {key: part for key, part in given.items() if key != "wheel"}
    forged |= {"schema": checker.RAISED, "wheels": [given["wheel"]], "turned": wheel_at}
    why = refusal(sealed(solved({**forged, "raises": {ending: "1"}})))
    assert why == "paytable: offers: what is offered cannot be compared with putting down more"


def test_wheels_where_money_is_put_down_on_the_way_are_one_or_more():
    given = next(one for one in RAISES if len(one["wheels"]) == 1)
    assert refusal(sealed({**given, "wheels": []})) == "chain: wheels: not several"


def test_each_schema_has_its_own_keys():
    kinds = {checker.SCHEMA: TWO, checker.PHASED: PHASED, checker.RAISED: RAISES[0]}
    assert {kind: given["schema"] for kind, given in kinds.items()} == {kind: kind for kind in kinds}
    for given, other in ((given, other) for kind, given in kinds.items() for other in {*kinds} - {kind}):
        assert refusal(sealed({**given, "schema": other})).startswith("form: certificate: ")
    assert refusal(sealed({**PHASED, "wheel": TWO["wheel"]})).startswith("form: certificate: ['wheel']")
    assert refusal(sealed({**TWO, "turned": []})).startswith("form: certificate: ['turned']")


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
    wheel_at = dict(reversed(json.loads(given).items()))
    assert "canonical" in refusal(json.dumps(wheel_at, separators=(",", ":")))


def test_messages_are_short_and_of_printable_ascii():
    for ending in ("\x1b[31m" * 400, "р" * 1_000, "\u202e"):
        given = changed(("pays", ending), "1")
        why = refusal(sealed(given))
        assert len(why) < 3_000
        assert why.isascii()
        assert why.isprintable()


def message(call, *arguments):
    with pytest.raises(checker.Refused) as refused:
        call(*arguments)
    return str(refused.value)


def test_the_length_of_messages():
    assert message(checker.need, False, "x" * 301) == "x" * 300
    assert message(checker.need, False, " ~\\'\x1f\x7f\x1b\né") == r" ~\'\x1f\x7f\x1b\n\xe9"
    assert message(checker.whole, "x" * 41, "at") == f"at: '{'x' * 40}' is no whole number from 0"
    assert message(checker.fraction, "x" * 41, "at") == f"at: '{'x' * 40}' is no fraction from 0"
    assert message(checker.fraction, f"2/{'4' * 60}", "at") == f"at: '2/{'4' * 38}' is not in lowest terms"
    assert message(checker.returned, "x" * 41, "at") == f"at: '{'x' * 40}' is no pay"
    long = world([[1], "made"], {"made": "2" * 61})
    long["plays"]["never"]["claims"]["returned"] = "1" * 61
    assert refusal(sealed(long)).endswith(f"returned: {'1' * 60} is claimed, {'2' * 60} found")
    paid = changed(("posted", "made"), "2" * 41 + " for 1", changed(("pays", "made"), "3" * 41))
    assert refusal(sealed(paid)).endswith(f"made: returns {'2' * 40}, and {'3' * 40} is the pay")


def test_the_first_of_several_names_is_told():
    two = {"y": "1", "x": "1"}
    assert "form: certificate: ['x'] is missing" in refusal(sealed({**TWO, **two}))
    assert "pays: ['x'] lacks" in refusal(sealed(changed(("pays",), {**TWO["pays"], **two})))
    told = TWO["plays"]["never"]["claims"]["endings"]
    more = {**told, **dict.fromkeys(two, told["lost"])}
    forged = changed(("plays", "never", "claims", "endings"), more)
    assert "never, endings: ['x'] is claimed and does not happen" in refusal(sealed(forged))
    both = changed(("offers",), [[0, "made"], [1, "lost"]])
    assert "offers: ['lost'] is what a spin can bring" in refusal(sealed(both))


def alone(tmp_path, *arguments):
    copy = tmp_path / "checker.py"
    copy.write_text(Path(checker.__file__).read_text())
    return subprocess.run(
        [sys.executable, "-I", copy, *arguments], capture_output=True, text=True, check=False
    )


def test_the_file_runs_alone(tmp_path, capsys):
    file = tmp_path / "two.json"
    file.write_text(canonical(TWO) + "\n" + canonical(RIGHT) + "\n")
    ran = alone(tmp_path, file)
    assert (ran.returncode, ran.stderr) == (0, "")
    lines = ran.stdout.splitlines()
    assert [line[:2] for line in lines] == ["li", *["ok"] * 7] * 2
    assert [lines[0], lines[8]] == [
        f"line {k}: {one['game']}, {one['wager']}" for k, one in ((1, TWO), (2, RIGHT))
    ]
    assert lines[5].endswith(
        f"; the edge is {TWO['plays']['never']['claims']['edge']['per_stake']} of the stake"
    )
    assert checker.main([str(file)]) == 0
    assert capsys.readouterr().out == ran.stdout
    file.write_text(sealed(changed(("plays", "never", "claims", "rtp"), "1")))
    ran = alone(tmp_path, file)
    assert ran.returncode == checker.main([str(file)]) == 1
    assert ran.stdout.splitlines()[-1] == "NO  claims, never  never, rtp: 1 is claimed, 40/49 found"


def test_numbers_of_any_length_are_read_where_the_file_runs_alone(tmp_path, any_digits):
    file = tmp_path / "long.json"
    on = 60
    rows = [*([i + 1, on + 1] for i in range(on)), "made", "lost"]
    long = world(rows, {"made": "40", "lost": "0"}, [10**99, 1])
    assert 5_000 < len(long["value"]["denominator"]) <= checker.LONGEST
    file.write_text(sealed(long))
    assert alone(tmp_path, file).returncode == 0


def products(spins, outcomes, monkeypatch):
    """How many whole numbers are multiplied to check a line of spins that end by every second outcome."""
    rows = [[(i + 1, spins + 1)[k % 2] for k in range(outcomes)] for i in range(spins)] + ["made", "lost"]
    found, multiplied = world(rows, {"made": "40", "lost": "0"}, [1] * outcomes), []

    class Read(int):
        def __mul__(self, other):
            multiplied.append(other)
            return int(self) * int(other)

        __rmul__ = __mul__

    whole = checker.whole
    monkeypatch.setattr(checker, "whole", lambda *given: Read(whole(*given)))
    assert all(holds for _, holds, _ in checker.check(sealed(found)))
    monkeypatch.undo()
    return len(multiplied)


def test_the_work_of_a_check_grows_with_the_size_of_the_certificate(monkeypatch):
    few, wide, twice = (products(*size, monkeypatch) for size in ((10, 40), (10, 80), (20, 40)))
    ways = 5 * 2 * 10  # five a state that a row leads to: value, and visits and spins of each play
    assert ways <= few == wide < 3 * ways
    assert few + ways <= twice < 2 * few


def test_an_answer_that_cannot_be_printed_is_none(tmp_path):
    file = tmp_path / "two.json"
    file.write_text(canonical(TWO))
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-I", checker.__file__, file]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr.count("\n")) == (3, 1)
    assert "No space left on device" in ran.stderr


def test_a_file_of_which_one_certificate_fails(tmp_path, capsys):
    file = tmp_path / "several.json"
    file.write_text(
        f"{sealed(changed(('merged',), 'x'))}\n{sealed(changed(('rank', 0), 2))}\n{sealed(TWO)}\n"
    )
    assert checker.main([str(file)]) == 1
    rows = [row[:2] for row in capsys.readouterr().out.splitlines()]
    assert rows == ["li", *["ok"] * 7, "li", *["ok"] * 2, "NO", "li", *["ok"] * 7]


def test_what_a_certificate_says_that_it_is_about_is_short_and_of_printable_ascii(tmp_path, capsys):
    file = tmp_path / "loud.json"
    sixty = "x" * 60
    hostile = "\x1b[31m\u202e" + sixty, f"\\x1b[31m\\u202e{'x' * 46}..."
    for name, shown in (hostile, (sixty, sixty), (sixty + "x", sixty + "...")):
        file.write_text(sealed(changed(("wager",), name)))
        checker.main([str(file)])
        assert capsys.readouterr().out.splitlines()[0] == f"line 1: {TWO['game']}, {shown}"


def test_the_file_runs_in_this_process(tmp_path, monkeypatch, any_digits):
    file = tmp_path / "two.json"
    file.write_text(canonical(TWO))
    monkeypatch.setattr(sys, "argv", ["checker.py", str(file)])
    with pytest.raises(SystemExit, match="0"):
        runpy.run_path(checker.__file__, run_name="__main__")


@pytest.mark.parametrize("name", ["A", "z"])
def test_under_any_name_the_file_may_be_imported(name):
    assert runpy.run_path(checker.__file__, run_name=name)["SCHEMA"] == checker.SCHEMA


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
    tree = ast.parse(Path(checker.__file__).read_text())
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)
