"""Certificates as they are made, and compared with the rules; the commands that write and read them."""

import json
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import pytest

import markov as mk
from markov.chain.chain import MAX_STATES
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, dice
from markov.proof import certificate as certificate_module
from markov.proof.certificate import certificate, first_difference, followers
from markov.rules.goal_rule import GoalRule
from markov.rules.goals import goal
from markov.sheets.sheet import read
from markov.wager.catalogue import find
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End, explored
from markov.wager.wager import Wager
from tests.certificates import certified, refusal
from tests.oracles.forger import canonical, sealed, solved

BETS = "repeater-bets-plus"
WAGERS = [
    (BETS, "repeating-2", {}),
    (BETS, "repeating-6", {}),
    (BETS, "horn", {"combination": "each"}),
    (BETS, "even", {}),
    (BETS, "repeating-2-3-11-12", {"seven-times": "all-four-seen"}),
    ("straights-and-8s", "straights-and-8s", {"both": "yes"}),
    ("quebec-place-bets", "right-4", {}),
    ("quebec-place-bets", "buy-4", {"withdrawal": "commission-refunded"}),
    ("quebec-place-bets", "lay-10", {"commission": "on-win"}),
]


def test_an_offer_that_never_stands_has_no_pay_in_a_certificate():
    """Where both stand, the first of them is on offer, so the second never is."""
    offers = (("early", goal("6")), ("late", goal("6x2")))
    rule = GoalRule((("made", goal("6x3")),), "two dice", goal("7"), offers=offers)
    pays = Paytable({"made": "20 for 1", "early": "2 for 1", "late": "5 for 1", "lost": "nothing"})
    wager = Wager("Sixes", rule, dice(2), pays, "here")
    given = certificate(replace(find(BETS), name="Sixes"), {}, wager, MAX_STATES)
    assert given["pays"].keys() == {"made", "early", "lost"}
    assert refusal(canonical(given)) == ""


def test_a_certificate_holds_indices_and_ranks_and_no_other_numbers():
    def numbers(part, path=()):
        for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
            if isinstance(inner, dict | list):
                yield from numbers(inner, (*path, key))
            elif not isinstance(inner, str):
                yield (*path, key)

    kinds = {path[0] for path in numbers({**certified(BETS, "repeating-2"), "states": [], "wheel": []})}
    assert kinds <= {"rows", "rank", "offers", "plays"}


# Which outcomes lead where.


def stepped(wager, chain, block):
    """The same by stepping from state to state."""
    at = {state: i for i, state in enumerate(chain.states)}
    return {
        i: [int(block[at[wager.rule.step(state, outcome)]]) for outcome in wager.wheel]
        for i, state in enumerate(chain.states)
        if not isinstance(state, End)
    }


class HeaviestFirst:
    """A rule whose chart meets heavy outcomes first, so that weights decide how states are numbered."""

    def __init__(self, rule):
        self.rule, self.start, self.step, self.actions = rule, rule.start, rule.step, rule.actions

    def chart(self, wheel, limit):
        first = sorted(wheel, key=wheel.__getitem__, reverse=True)
        return explored(self.rule, Distribution({outcome: wheel[outcome] for outcome in first}), limit)


def of_sheet(game, name, choices):
    """The wager under the reading with these choices."""
    found = find(game)
    return found.wager(name, found.reading(choices))


RIGHT = of_sheet("quebec-place-bets", "right-4", {})
BY_WEIGHT = replace(RIGHT, rule=HeaviestFirst(RIGHT.rule))


@pytest.mark.parametrize("wager", [*(of_sheet(*each) for each in WAGERS), BY_WEIGHT])
def test_each_outcome_leads_where_the_rule_says(wager):
    chain = wager.chain()
    assert wager is not BY_WEIGHT or list(chain.states) != list(RIGHT.chain().states)
    every = np.arange(len(chain.states))
    rows = followers(wager, chain, every, MAX_STATES)
    for i, row in stepped(wager, chain, every).items():
        assert rows[i] == row


def test_a_chart_that_merges_tallies_is_stepped_through():
    wager = find(BETS).wager("horn", {"combination": "each"})
    whole = wager.chain()
    merged = wager.chain(len(whole.states) - 1)
    assert merged.merged
    assert not whole.merged
    rows = followers(wager, merged, np.arange(len(merged.states)), MAX_STATES)
    for i, state in enumerate(merged.states):
        assert merged.states.index(state) == i
        if isinstance(state, End):
            continue
        pushed = {}
        for weight, j in zip(wager.wheel.values(), rows[i], strict=True):
            pushed[j] = pushed.get(j, 0) + weight
        assert pushed == dict(merged.transitions.row(i))


def test_kinds_of_a_bag_that_play_alike_are_stepped_through(tmp_path):
    sheet = tmp_path / "bag.toml"
    sheet.write_text(
        'name = "Bag"\nsource = "here"\nwheel = "bag 1:2,2:3,3:4"\n[wagers."Bag"]\nover = "stopper"\n'
        'wins = "(((1|3) x3 before any of (1 x1, (2|1), not 3)) before (2 within 2)) before 2 x2 in a row"\n'
        'pays = { lost = "nothing", made = "40/3 for 2" }\n'
    )
    game = read(sheet)
    given = json.loads(canonical(certificate(game, {}, game.wager("Bag"), MAX_STATES)))
    assert refusal(canonical(given)) == ""
    assert first_difference(given, game, game.wager("Bag"), MAX_STATES) == ""


def test_states_that_play_alike_are_one_in_a_large_certificate(monkeypatch):
    monkeypatch.setattr(certificate_module, "LARGE", 5)
    game = find("quebec-place-bets")
    given = certified("quebec-place-bets", "right-4")
    assert given["merged"] == "10 states, those that play alike being one here"
    assert len(given["states"]) < 10
    assert refusal(canonical(given)) == ""
    assert sealed(solved(given)) == canonical(given)
    assert first_difference(given, game, game.wager("right-4"), MAX_STATES) == ""
    whole = sealed({**certified("quebec-place-bets", "right-4"), "merged": ""})
    assert first_difference(json.loads(whole), game, game.wager("right-4"), MAX_STATES) == "merged"


def test_a_number_that_is_too_long_for_a_certificate(monkeypatch):
    monkeypatch.setattr(certificate_module, "LONGEST", 1)
    with pytest.raises(TooMuchWork, match="numbers of up to 1 digits, and this one needs 2"):
        certified(BETS, "repeating-2")


# What the equations do not say is compared with the rules.


def test_the_rules_are_compared():
    game = find(BETS)
    wager = game.wager("repeating-2")
    given = certificate(game, game.reading({}), wager, MAX_STATES)
    assert first_difference(given, game, wager, MAX_STATES) == ""
    other = certificate(game, game.reading({}), edited(wager, {"made": "41 for 1"}), MAX_STATES)
    assert refusal(canonical(other)) == ""  # a right solution of another wager
    assert first_difference(other, game, wager, MAX_STATES) == "pays"


def test_labels_are_compared_as_texts():
    """In Python True is 1; in a certificate they are two labels."""
    game = find(BETS)
    for key, label in (("states", [True]), ("wheel", ["00", "1"])):
        given = certified(BETS, "repeating-2")
        if key == "wheel":
            given["wheel"][0][0] = 2.0
        else:
            given["states"][1] = label
        assert first_difference(given, game, game.wager("repeating-2"), MAX_STATES) == key


@dataclass(frozen=True)
class First:
    n: int


@dataclass(frozen=True)
class Second:
    n: int


class Steps:
    """Labels that look alike, and one of 20 digits."""

    start = First(0)

    def step(self, state, outcome):
        after = {First(0): Second(0), Second(0): 10**19}
        return after[state] if state in after else End("made")


def test_labels_are_told_apart_and_keep_their_digits():
    game = find(BETS)
    wager = replace(
        game.wager("repeating-2"), rule=Steps(), pays=Paytable({"made": "40 for 1"}), envy=Paytable({})
    )
    given = certificate(game, game.reading(), wager, MAX_STATES)
    assert given["states"][:3] == ["First(n=0)", "Second(n=0)", str(10**19)]
    assert refusal(canonical(given)) == ""
    one_kind = replace(wager, rule=Longer())
    assert certificate(game, game.reading(), one_kind, MAX_STATES)["states"] == [[0], [str(10**19)], "made"]


class Longer(Steps):
    start = (0,)

    def step(self, state, outcome):
        return End("made") if state[0] else (10**19,)


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"wheel": Distribution({2: 10**100, 7: 1})}, "weights of up to 100 digits, and this one needs 101"),
        ({"outlay": Fraction(1, 10**999)}, "pays of up to 1,000 digits, and this one needs 1,002"),
    ],
)
def test_numbers_that_no_certificate_holds_are_refused_at_once(edit, why):
    game = find(BETS)
    with pytest.raises(TooMuchWork, match=why):
        certificate(game, game.reading(), replace(game.wager("repeating-2"), **edit), MAX_STATES)


@pytest.mark.parametrize(
    ("game", "key"), [("quebec-place-bets", "right-4"), ("examples/two_offers.py", "three-6s")]
)
def test_a_certificate_says_each_step_before_it_is_done(game, key):
    game = mk.game(game)
    told = []
    certificate(game, game.reading(), game.wager(key), MAX_STATES, lambda *said: told.append(said))
    steps = dict.fromkeys(done for _, done, _ in told)  # within one, states are counted
    assert list(steps) == list(range(len(steps)))
    assert {total for _, _, total in told} == {len(steps)}
    assert all(what.startswith(f"{game.wager(key).name}: ") for what, _, _ in told)
