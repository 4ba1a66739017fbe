"""The checker on certificates of wagers whose player chooses: true ones hold, and whatever holds is true."""

import json
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import markov as mk
from markov import checker
from markov.chain.chain import MAX_STATES
from markov.proof.certificate import certificate, first_difference
from markov.wager.decisions import decisions
from markov.wager.wager import NoAnswer
from tests import certificates
from tests.draws import examples
from tests.oracles.forger import acting, altered, canonical, directed, policies, sealed
from tests.wager.choices import ends_everywhere, wagers


def refusal(given):
    return certificates.refusal(sealed(given))


def game_of(wager):
    return mk.Game("A game", "a test", (), lambda _: [wager])


def certified(wager):
    return json.loads(canonical(certificate(game_of(wager), {}, wager, MAX_STATES)))


def left(given):
    """By state what the certificate says that best play leaves."""
    unit = int(given["value"]["denominator"])
    return [Fraction(int(x), unit) for x in given["value"]["numerators"]]


def most(given):
    """By state the most that any policy leaves, of all that there are."""
    return [max(each) for each in zip(*(value for _, value in policies(given)), strict=True)]


def followed(given):
    """The certificate with all that its own policies and its world determine, by a solver of its own."""
    return directed(given, *(given["plays"][way]["policy"] for way in ("never", "optimal")))


def wager(choices, steps, later_stakes=(), **pays):
    """A bet on a coin: by state what may be chosen, and what heads and tails lead to."""
    rule = mk.PlainRule(
        "start", lambda state, side: steps[state][side == "tails"], actions=lambda state: choices.get(state)
    )
    paid = mk.Paytable({ending: Fraction(pay) for ending, pay in pays.items()})
    more = mk.Paytable({ending: Fraction(1) for ending in later_stakes})
    return mk.Wager("A bet", rule, mk.coin(), paid, "a test", later_stakes=more)


WON, LOST, QUIT = mk.End("won"), mk.End("lost"), mk.End("quit")
TWICE = {ending: mk.End(f"{ending}-twice") for ending in ("won", "lost")}
CHOICES = {
    "start": {"flip": "start", "double": "double", "wait": "wait", "quit": QUIT},
    "wait": {"back": "start", "wait": "wait"},
}
STEPS = {"start": (WON, LOST), "double": tuple(TWICE.values()), "wait": ("start", "wait")}
BET = wager(
    CHOICES,
    STEPS,
    ("won-twice", "lost-twice"),
    **{"won-twice": "9/2", "lost-twice": 0},
    won=2,
    lost=0,
    quit="1/3",
)
TRUE = certified(BET)
AT = {name: i for i, name in enumerate(map(str, TRUE["states"]))}
START, WAIT = AT["start"], AT["wait"]


@settings(max_examples=examples(60))
@given(bet=wagers(), data=st.data())
def test_a_true_certificate_holds_and_leaves_the_most_of_all_policies(bet, data):
    assume(bet.pays)
    raised = data.draw(
        st.dictionaries(st.sampled_from(sorted(bet.pays)), st.sampled_from([1, 2, Fraction(1, 2)]))
    )
    bet = replace(bet, later_stakes=mk.Paytable({name: Fraction(more) for name, more in raised.items()}))
    assume(bet.has_actions and ends_everywhere(bet))
    try:
        found = certified(bet)
    except NoAnswer:
        assume(False)
    assert [held for _, held, _ in checker.check(canonical(found))] == [True] * 7
    assert left(found) == most(found)
    assert sealed(followed(found)) == canonical(found)
    odds = bet.odds()
    for way, play in (("never", odds.never), ("optimal", odds.optimal)):
        assert found["plays"][way]["claims"]["net"] == str(play.net)


def drawn(draw):
    """A true certificate of a small bet with many ways to choose, drawn at random."""
    states = ["start", "b", "c"][: draw.choice((2, 3))]
    ends = [mk.End(name) for name in ("won", "lost", "quit")]
    steps = {state: tuple(draw.choice([*states, *ends, *ends]) for _ in range(2)) for state in states}
    choices = {
        state: {
            f"to {k}": to for k, to in enumerate(draw.choices([state, *states, *ends], k=draw.randint(1, 3)))
        }
        for state in draw.sample(states, draw.randint(1, len(states)))
    }
    bet = wager(choices, steps)
    met = sorted(end.name for end in decisions(bet).ends.values())
    pays = {name: Fraction(draw.randrange(6), 2) for name in met}
    bet = wager(choices, steps, draw.sample(met, len(met) // 2), **pays)
    try:
        return certified(bet) if bet.has_actions else None
    except (mk.NotAbsorbing, NoAnswer):
        return None


def test_whatever_holds_is_true():
    """Certificates of other policies, other worlds and other numbers; of those that hold all is right."""
    draw, held, refused = Random(5), 0, 0
    bases = [found for _ in range(90) if (found := drawn(draw))]
    assert len(bases) > 30
    for base in bases:
        ways = [policy for policy, _ in policies(base)]
        for _ in range(16):
            claimed = directed(deepcopy(base), draw.choice(ways), draw.choice(ways))
            if draw.random() < 0.5:
                forged(draw, claimed)
            if refusal(claimed):
                refused += 1
                continue
            held += 1
            again = followed(claimed)
            assert left(claimed) == most(claimed), claimed
            assert again["plays"] == claimed["plays"], claimed
            first = dict(zip(acting(claimed), claimed["plays"]["never"]["policy"], strict=True))
            for i, k in first.items():  # two actions may lead to one state
                row = claimed["rows"][i]
                arrives = claimed["plays"]["never"]["shares"]["numerators"][i] != "0"
                assert not arrives or row[k][1] == row[0][1]
    assert min(held, refused) > 100, (held, refused)


def forged(draw, claimed):
    """Changes one thing, and leaves all else."""
    part = draw.choice(("value", "rank", "shares", "left", "policy", "leads", "weight", "pay", "less"))
    play = claimed["plays"][draw.choice(("never", "optimal"))]
    i = draw.randrange(len(claimed["rows"]))
    if part in ("value", "shares", "left"):
        numbers = (claimed if part == "value" else play)[part]["numerators"]
        numbers[i] = draw.choice([*numbers, "1", "7"])
    elif part == "rank":
        play["rank"][i] = draw.randrange(4)
    elif part == "policy" and play["policy"]:
        play["policy"][draw.randrange(len(play["policy"]))] = draw.randrange(3)
    elif part == "weight":
        draw.choice(claimed["wheels"])[0][1] = "2"
    elif part == "pay":
        ending = draw.choice(sorted(claimed["pays"]))
        claimed["pays"][ending], claimed["posted"][ending] = "4", "4 for 1"
    elif isinstance(row := claimed["rows"][i], list):
        if part == "less":
            row.pop()
        elif isinstance(row[0], list):
            draw.choice(row)[1] = draw.randrange(len(claimed["rows"]))
        else:
            row[draw.randrange(len(row))] = draw.randrange(len(claimed["rows"]))


def test_the_base_of_the_forgeries_holds():
    assert refusal(TRUE) == ""
    assert TRUE["plays"]["optimal"]["claims"]["net"] == "1/4"
    assert TRUE["plays"]["never"]["claims"]["net"] == "0"
    assert [TRUE["rows"][i] for i in (START, WAIT)] == [
        [["flip", 1], ["double", 2], ["wait", WAIT], ["quit", 4]],
        [["back", START], ["wait", 9]],
    ]


@pytest.mark.parametrize(
    ("path", "new", "said"),
    [
        (("rows", START, 1, 0), "flip", f"chain: row {START}: no action, or one twice"),
        (("rows", START), [], f"chain: row {START}: no action, or one twice"),
        (("rows", START, 1, 1), 99, f"chain: row {START}: leads to a state that is not there"),
        (("rows", START, 2, 1), 99, f"chain: row {START}: leads to a state that is not there"),  # not chosen
        (("rows", START, 2, 1), -1, f"chain: row {START}: leads to a state that is not there"),
        (("rows", START, 2, 1), len(TRUE["rows"]), f"chain: row {START}: leads to a state that is not there"),
        (("rows", START, 1, 1), "2", f"chain: row {START} 1 1: not of the kind int"),
        (("rows", START, 1), ["double"], f"chain: row {START} 1: not of 2 parts"),
        (("turned", START), 0, "chain: never, policy: not a choice for every state that has actions"),
        (("turned", 1), None, "chain: row 1 0: no list"),
        (("turned", AT["won"]), 0, f"chain: turned {AT['won']}: a wheel where play is over"),
        (("turned",), TRUE["turned"][:-1], "chain: turned: not a wheel, or none, for every state"),
        (("wheels",), [], "chain: wheels: not several"),
        (("plays", "optimal", "policy"), [1], "chain: optimal, policy: not a choice for every state"),
        (("plays", "optimal", "policy"), [1, 0, 0], "chain: optimal, policy: not a choice for every state"),
        (("plays", "optimal", "policy", 0), 4, f"chain: optimal, policy {START}: a choice that is not there"),
        (("plays", "optimal", "policy", 0), 5, f"chain: optimal, policy {START}: a choice that is not there"),
        (("plays", "never", "policy", 0), -1, f"chain: never, policy {START}: a choice that is not there"),
        (("plays", "optimal", "rank", START), 1, f"chain: rank {START}: not 1 more than the lowest"),
        (("plays", "never", "rank"), [], "chain: states, rows, rank: not one of each for every state"),
        (("plays", "optimal", "policy", 1), 1, "chain: rank"),
        (
            ("plays", "optimal", "left", "numerators", START),
            "0",
            f"left {START}: not what comes after the action",
        ),
        (
            ("plays", "optimal", "left", "numerators", START),
            "2",
            f"left {START}: not what comes after the action",
        ),
        (("plays", "optimal", "stops"), [], "form: certificate, plays, optimal: ['stops']"),
        (("offers",), [], "form: certificate: ['offers']"),
        (("raises", "quit"), "0", "paytable: raises: none, or one that is not above 0"),
        (("raises", "more"), "1", "paytable: raises: ['more'] lacks a pay"),
        (("raises", "quit"), "1", "best play: value"),
        (("pays", "quit"), "1/4", "paytable: posted, quit"),
    ],
)
def test_what_is_wrong_is_named(path, new, said):
    assert said in refusal(altered(TRUE, path, new))


def test_many_states_with_one_action_and_one_with_many_hold():
    rooms = [f"room {k}" for k in range(300)]
    choices = {room: {"flip": room} for room in rooms} | {"start": {room: room for room in rooms}}
    steps = {room: (WON, before) for room, before in zip(rooms, [LOST, *rooms[:40]], strict=False)}
    found = certified(wager(choices, dict.fromkeys(["start", *rooms], (WON, LOST)) | steps, won=2, lost=0))
    assert [len(found["plays"][way]["policy"]) for way in ("never", "optimal")] == [301, 301]
    assert refusal(found) == ""


def test_where_first_choices_never_come_they_need_not_end():
    """Napping and resting by turns is for ever; from there the certificate plays on as best play does."""
    choices = {
        "start": {"flip": "start", "rest": "rest"},
        "rest": {"nap": "nap", "back": "start"},
        "nap": {"rest": "rest"},
    }
    found = certified(wager(choices, {"start": (WON, LOST)}, won=2, lost=0))
    names = [found["states"][i] for i in acting(found)]
    played = dict(zip(names, found["plays"]["never"]["policy"], strict=True))
    assert played == {"start": 0, "rest": 1, "nap": 0}
    assert refusal(found) == ""


def test_a_policy_that_is_not_best_is_refused_though_all_follows_from_it():
    for policy, value in policies(TRUE):
        claimed = directed(TRUE, [0, 0], policy)
        if value == left(TRUE):
            assert refusal(claimed) == ""
        else:
            assert "less than what an action is worth" in refusal(claimed)


def test_play_by_other_than_the_first_choices_is_refused_though_all_follows_from_it():
    best = TRUE["plays"]["optimal"]["policy"]
    for policy, _ in policies(TRUE):
        said = refusal(directed(TRUE, policy, best))
        if policy[0]:
            assert said == f"claims, never: never, policy {START}: not the first choice"
        else:
            assert said == ""  # play never comes to the other state


def test_a_later_choice_that_leads_to_an_earlier_state_is_not_the_first():
    steps = {"start": (WON, "again")}
    found = certified(wager({"again": {"quit": QUIT, "back": "start"}}, steps, won=2, quit=1))
    assert found["plays"]["never"]["policy"] == [0]
    assert "not the first choice" in refusal(directed(found, [1], found["plays"]["optimal"]["policy"]))


def test_a_policy_that_never_ends_has_no_ranks():
    """Whatever it claims: waiting, and coming back to wait, ends nothing."""
    claimed = deepcopy(TRUE)
    play = claimed["plays"]["optimal"]
    play["policy"] = [2, 0]  # wait, and back
    for rank in range(12):
        play["rank"][START], play["rank"][WAIT] = rank, rank + 1
        assert refusal(claimed) == f"chain: rank {START}: not 1 more than the lowest it leads to"


def test_best_play_is_said_to_be_compared_with_play_that_ends_alone():
    """Whoever waits for ever never puts down the raise, and keeps more than the value says."""
    steps = {"start": (WON, LOST), "wait": ("start", "start"), "double": tuple(TWICE.values())}
    doubled = {"start": {"double": "double", "wait": "wait"}}
    pays = {"won-twice": 1, "lost-twice": 0}
    found = certified(wager(doubled, steps, pays, **pays))
    assert left(found)[0] == Fraction(1, 2) < max(map(Fraction, found["raises"].values()))
    told = {name: (held, detail) for name, held, detail in checker.check(canonical(found))}
    assert told["best play"] == (True, "worth at least as much as any other play that ends, from every state")


def test_a_state_that_play_never_comes_to_is_refused():
    """So that no pay is posted for what cannot happen."""
    claimed = deepcopy(TRUE)
    claimed["rows"].append("jackpot")
    claimed["states"].append("jackpot")
    claimed["turned"].append(None)
    claimed["pays"]["jackpot"], claimed["posted"]["jackpot"] = "1000", "1000 for 1"
    assert refusal(followed(claimed)) == "chain: states: play never comes to one of them"


def test_only_a_player_who_chooses_may_have_no_wheel():
    """In the other formats a state in which play goes on turns one."""
    raised = {key: TRUE[key] for key in TRUE if key != "digests"} | {"schema": checker.RAISED, "offers": []}
    raised["rank"] = TRUE["plays"]["never"]["rank"]
    raised["plays"] = {
        way: {key: part for key, part in play.items() if key not in ("policy", "rank")} | {"stops": []}
        for way, play in TRUE["plays"].items()
    }
    assert refusal(raised) == f"chain: turned {START}: a wheel where play is over, or none where it goes on"


# What holds by itself, and is another game.

OTHERS = {
    "rows": wager(
        {**CHOICES, "start": {key: CHOICES["start"][key] for key in ("flip", "wait", "quit")}},
        STEPS,
        won=2,
        lost=0,
        quit="1/3",
    ),
    "pays": replace(BET, pays=mk.Paytable({**BET.pays, "quit": Fraction(1, 2)})),
    "raises": replace(BET, later_stakes=mk.Paytable({**BET.later_stakes, "lost-twice": Fraction(2)})),
    "wheels": replace(BET, wheel=mk.Distribution({"heads": 1, "tails": 2})),
    "outlay": replace(BET, outlay=Fraction(2)),
}


@pytest.mark.parametrize("part", OTHERS)
def test_the_right_certificate_of_another_game_is_refused_by_the_rules(part):
    other = certified(OTHERS[part])
    assert refusal(other) == ""
    assert first_difference(TRUE, game_of(BET), BET, MAX_STATES) == ""
    assert first_difference(other, game_of(BET), BET, MAX_STATES) in (part, "pays", "raises", "posted")


def test_an_action_with_another_name_or_left_out_is_refused_by_the_rules():
    for change in (lambda row: row.pop(), lambda row: row[0].__setitem__(0, "toss")):
        claimed = deepcopy(TRUE)
        change(claimed["rows"][WAIT])
        assert first_difference(claimed, game_of(BET), BET, MAX_STATES) == "rows"
