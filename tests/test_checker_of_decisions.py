"""The checker on certificates of best policies: true ones hold, and whatever holds is true."""

import json
import sys
from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

import markov as mk
from markov import checker
from markov.chain.transitions import TooMuchWork
from markov.checker import canonical
from markov.formats.drn_reader import Drn
from markov.proof.decision_certificate import decision_certificate
from tests import certificates
from tests.draws import examples
from tests.laws.processes import processes
from tests.oracles import decisions
from tests.oracles.forger import altered


def refusal(given):
    return certificates.refusal(canonical(given))


def certified(process, targets, kind, direction):
    """The certificate of a process in which a state without choices leads back to itself."""
    whole = [choices or [(Fraction(0), {i: 1})] for i, choices in enumerate(process)]
    rows = [{str(k): row for k, (_, row) in enumerate(choices)} for choices in whole]
    start = len(whole)
    met = mk.explore_choices(
        start, lambda s: {"any": dict.fromkeys(range(start), 1)} if s == start else rows[s]
    )
    at = {state: i for i, state in enumerate(met.states)}
    brings = {at[i]: [each for each, _ in choices] for i, choices in enumerate(whole)}
    rewards = [each for i in range(len(met)) for each in brings.get(i, [Fraction(0)])]
    labels = {"goal": np.array(sorted(at[i] for i in targets), dtype=np.int64)}
    drn = Drn(met, (0,), labels, {"brings": rewards})
    return decision_certificate(drn, met, "goal", None if kind == "chance" else "brings", direction)


def true_values(given):
    """The best values of the process in a certificate, by every policy there is."""
    process = [
        [(Fraction(brings), {j: int(weight) for j, weight in row}) for _, brings, row in choices]
        for choices in given["choices"]
    ]
    best = decisions.best_chance if given["kind"] == "chance" else decisions.best_reward
    return [
        None if value is None else str(value)
        for value in best(process, set(given["targets"]), given["direction"])
    ]


KINDS = [*product(("chance", "reward"), ("max", "min"))]


@pytest.mark.parametrize(("kind", "direction"), KINDS)
@settings(max_examples=examples(60))
@given(drawn=processes())
def test_a_true_certificate_holds(kind, direction, drawn):
    found = certified(*drawn, kind, direction)
    assert [held for _, held, _ in checker.check(canonical(found))] == [True] * 3
    assert found["values"] == true_values(found)


def forged(draw):
    """A certificate with a process, values, a policy and ranks that are drawn at random."""
    states = draw.randint(1, 3)
    kind, direction = draw.choice(KINDS)
    targets = sorted(draw.sample(range(states), draw.choice((0, 1, 1, states))))
    choices = [
        [
            [
                str(k),
                draw.choice(("0", "0", "1")) if kind == "reward" else "0",
                [
                    [j, str(draw.choice((1, 1, 2)))]
                    for j in sorted(draw.sample(range(states), draw.randint(1, min(2, states))))
                ],
            ]
            for k in range(draw.choice((1, 2)))
        ]
        for _ in range(states)
    ]
    values = ["0", "0", "1", "1", "1/2", "2"] + [None] * 2 * (kind == "reward")
    return {
        "schema": checker.DECISION,
        "kind": kind,
        "direction": direction,
        "reach": "goal",
        "reward": "",
        "initial": [0],
        "targets": targets,
        "choices": choices,
        "values": [
            str(int(kind == "chance")) if i in targets else draw.choice(values) for i in range(states)
        ],
        "policy": [draw.randrange(len(each)) for each in choices],
        "rank": [0 if i in targets else draw.randrange(3) for i in range(states)],
    }


@pytest.mark.parametrize(("many", "least"), [(9_000, 10), pytest.param(60_000, 100, marks=pytest.mark.slow)])
def test_whatever_holds_is_true(many, least):
    """Of so many claims most are refused, and those that are not are right."""
    draw = Random(14)
    held = {(kind, direction, finite): 0 for kind, direction in KINDS for finite in (True, False)}
    for _ in range(many):
        claimed = forged(draw)
        if not refusal(claimed):
            assert claimed["values"] == true_values(claimed), claimed
            held[claimed["kind"], claimed["direction"], None not in claimed["values"]] += 1
    assert min(held[key] for key in held if key[0] == "reward" or key[2]) > least, held


@pytest.mark.parametrize(("kind", "direction"), KINDS)
def test_a_true_certificate_that_is_changed_is_refused_or_still_true(kind, direction):
    draw = Random(f"{kind} {direction}")
    refused = 0
    for seed in range(40):
        rows = Random(seed)
        process = [
            [
                (Fraction(rows.randrange(3)), {rows.randrange(4): 1, rows.randrange(4): rows.randint(1, 2)})
                for _ in range(rows.randint(1, 2))
            ]
            for _ in range(4)
        ]
        true = certified(process, {rows.randrange(4)}, kind, direction)
        for _ in range(30):
            claimed = deepcopy(true)
            i = draw.randrange(len(claimed["values"]))
            part = draw.choice(("values", "values", "policy", "rank", "targets", "direction", "weight"))
            if part == "values":
                claimed["values"][i] = draw.choice([*claimed["values"], "1/3", "7"])
            elif part == "policy":
                claimed["policy"][i] = draw.randrange(len(claimed["choices"][i]))
            elif part == "rank":
                claimed["rank"][i] = draw.randrange(5)
            elif part == "targets":
                claimed["targets"] = sorted({*claimed["targets"]} ^ {i})
            elif part == "direction":
                claimed["direction"] = "max" if direction == "min" else "min"
            else:
                claimed["choices"][i][0][2][0][1] = "5"
            said = refusal(claimed)
            refused += bool(said)
            assert said or claimed["values"] == true_values(claimed)
    assert refused > 300


TRUE = certified(
    [[(Fraction(1), {1: 2, 3: 1}), (Fraction(2), {0: 1, 2: 1})], [(Fraction(0), {2: 1})], [], []],
    {2},
    "reward",
    "min",
)
FIRST = next(i for i, choices in enumerate(TRUE["choices"]) if len(choices) == 2)


@pytest.mark.parametrize(
    ("path", "new", "said"),
    [
        (("kind",), "gain", "kind: neither"),
        (("direction",), "up", "direction: neither"),
        (("kind",), "chance", "a reward where chances are asked for"),
        (("values",), [], "not one of each for every state"),
        (("rank", 0), -1, "rank 0: below 0"),
        (("policy", 0), 9, "policy 0: a choice that is not there"),
        (("policy", FIRST), 2, f"policy {FIRST}: a choice that is not there"),
        (("policy", FIRST), -1, f"policy {FIRST}: a choice that is not there"),
        (("initial",), [], "initial: no state"),
        (("initial",), [0, 0], "initial: states are not in order"),
        (("targets",), [0, 0, 1], "targets: states are not in order, or named twice"),
        (("targets",), [99], "targets: a state that is not there"),
        (("targets",), [-1], "targets: a state that is not there"),
        (("initial",), [-1], "initial: a state that is not there"),
        (("targets",), [len(TRUE["values"])], "targets: a state that is not there"),
        (("choices", FIRST, 1, 0), "0", f"choices {FIRST}: two have one name"),
        (("choices", FIRST, 0, 2), [], "leads to no state"),
        (("choices", FIRST, 0), ["y" * 50, "1", []], f"choices {FIRST}, {'y' * 40}: leads to no state"),
        (("choices", FIRST, 0, 2), [[99, "1"]], "to none there"),
        (("choices", FIRST, 0, 2), [[0, "1"], [99, "1"]], "to none there"),
        (("choices", FIRST, 0, 2), [[-1, "1"], [0, "1"]], "to none there"),
        (("choices", FIRST, 0, 2), [[len(TRUE["values"]), "1"]], "to none there"),
        (("choices", FIRST, 0, 2), [[1, "1"], [0, "1"]], "not in order"),
        (("choices", FIRST, 0, 2), [[0, "1"], [0, "1"], [1, "1"]], "or named twice"),
        (("choices", FIRST, 0, 2), [[0, "0"]], "a weight of 0"),
        (("choices", FIRST, 0, 2), [[0, "1" * 101]], "is no whole number"),
        (("choices", FIRST, 0, 1), "2/2", "not in lowest terms"),
        (("choices", FIRST, 0, 1), "-1", "is no fraction from 0"),
        (("values", FIRST), 4, "neither a text nor null"),
        (("values", FIRST), "3", "not what the policy's choice is worth"),
        (("values", FIRST), None, f"values {FIRST}: choice 1 may be finite"),
        (("rank", FIRST), 0, f"rank {FIRST}: does not fall by choice 1"),
        (("more",), 1, "no key of this format"),
    ],
)
def test_what_is_wrong_is_named(path, new, said):
    assert refusal(TRUE) == ""
    assert said in refusal(altered(TRUE, path, new))


def test_a_target_has_the_worth_of_a_target():
    over = {**TRUE, "choices": [[["end", "0", [[0, "1"]]]]], "initial": [0], "targets": [0]}
    over |= {"policy": [0], "rank": [0], "values": ["0"]}
    assert refusal(over) == ""
    assert "not what a target is worth" in refusal({**over, "values": ["1"]})
    assert refusal({**over, "kind": "chance", "values": ["1"]}) == ""
    assert "not what a target is worth" in refusal({**over, "kind": "chance"})


def test_no_chance_is_infinite():
    over = {**TRUE, "kind": "chance", "choices": [[["stay", "0", [[0, "1"]]]]], "initial": [0], "targets": []}
    over |= {"policy": [0], "rank": [0], "values": ["0"]}
    for direction in ("max", "min"):
        assert refusal({**over, "direction": direction}) == ""
        assert "no chance is infinite" in refusal({**over, "direction": direction, "values": [None]})


def test_values_with_a_long_common_denominator_hold():
    """The file reads numbers of 10,000 digits, and common denominators that are as long."""
    goal, lost = 40, 41
    rare = [[(Fraction(0), {goal: 1, lost: 10**99 + i})] for i in range(goal)]
    found = certified([*rare, [], []], {goal}, "chance", "max")
    (start,) = found["initial"]
    assert 10**3_500 < Fraction(found["values"][start]).denominator < 10**4_000
    assert refusal(found) == ""


def test_values_without_a_common_denominator_of_a_sensible_length_are_refused():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        two, five = 2**checker.LONGEST, 5**checker.LONGEST
        for denominators in ((10**9_000, 10**9_000 + 1), (two, five), (two, five // 5)):
            values = [f"1/{each}" for each in denominators]
            told = refusal({**TRUE, "values": values + TRUE["values"][2:]})
            long = denominators != (two, five // 5)
            assert told.endswith("values: no common denominator of a sensible length") == long
    finally:
        sys.set_int_max_str_digits(before)


def test_play_that_never_ends_may_come_to_a_rank_as_low_as_it_likes():
    """The least reward is infinite where no choice leads to the target: by ranks, of which any will do."""
    loop = [["stay", "1", [[0, "1"]]]], [["on", "1", [[0, "1"]]]], [["end", "0", [[2, "1"]]]]
    given = {**TRUE, "choices": [*loop], "initial": [1], "targets": [2], "policy": [0, 0, 0]}
    for ranks in ([0, 0, 0], [0, 3, 0], [2, 2, 0], [1000, 1000, 0]):
        assert refusal({**given, "values": [None, None, "0"], "rank": ranks}) == ""
    assert "may be finite" in refusal({**given, "values": [None, None, "0"], "rank": [3, 0, 0]})


def test_one_of_hundreds_of_choices_is_best():
    """Numbers above 256 are equal without being one object."""
    many = [[[f"stay {k}", "1", [[0, "1"]]] for k in range(300)] + [["go", "0", [[1, "1"]]]]]
    given = {**TRUE, "choices": [*many, [["end", "0", [[1, "1"]]]]], "initial": [0], "targets": [1]}
    given |= {"policy": [300, 0], "values": ["0", "0"], "rank": [1, 0]}
    assert refusal(given) == ""
    assert "rank 0: does not fall by choice 300" in refusal({**given, "rank": [0, 0]})
    endless = {**given, "direction": "max", "values": [None, "0"], "rank": [0, 0]}
    assert "may be finite" in refusal(endless)
    assert refusal({**endless, "policy": [299, 0]}) == ""
    rows = [[[k, "1"] for k in range(300)], *([[k, "1"]] for k in range(1, 301))]
    lost = {**TRUE, "choices": [[["on", "1", row]] for row in rows], "initial": [0], "targets": [300]}
    lost |= {"policy": [0] * 301, "rank": [0] * 301, "values": [*[None] * 300, "0"], "direction": "min"}
    assert refusal(lost) == ""


def test_staying_for_nothing_is_no_proof_of_a_least_reward():
    """Rows that lead back to themselves satisfy any value; only ranks tell."""
    loop = {"choices": [[["stay", "0", [[0, "1"]]], ["go", "1", [[1, "1"]]]], [["end", "0", [[1, "1"]]]]]}
    false = {**TRUE, **loop, "initial": [0], "targets": [1], "policy": [0, 0]}
    for rank in range(3):
        assert "rank 0" in refusal({**false, "values": ["0", "0"], "rank": [rank, 0]})
    true = {**false, "policy": [1, 0], "values": ["1", "0"], "rank": [1, 0]}
    assert refusal(true) == ""
    assert "rank 0: does not fall by choice 0" in refusal({**true, "direction": "max"})


def test_a_reward_below_zero_is_not_certified():
    with pytest.raises(TooMuchWork, match="rewards of 0 or more"):
        certified([[(Fraction(-1), {1: 1})], []], {1}, "reward", "min")


def test_the_text_is_canonical():
    assert next(checker.check(canonical(TRUE) + "\n"))[1]
    assert not next(checker.check(json.dumps(TRUE)))[1]
