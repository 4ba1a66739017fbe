"""Certificates under attack by someone who can solve: whatever world a forger makes up is refused.

A forger changes the world (offers, endings, the wheel, where outcomes lead, pays, the start, states lumped
that do not play alike) and solves it right, or tells of another world. What holds by itself is refused by
the rules.
"""

import json
import random
from collections import Counter
from copy import deepcopy
from fractions import Fraction

import pytest

from markov.chain.chain import MAX_STATES
from markov.checker import canonical
from markov.proof.certificate import first_difference
from markov.wager.catalogue import find
from markov.wager.game import Unknown
from markov.wager.paytable import to_one
from tests import certificates
from tests.certificates import certified
from tests.oracles.forger import NoEnd, sealed, solved

BETS, STRAIGHTS, PLACE = "repeater-bets-plus", "straights-and-8s", "quebec-place-bets"
BASES = [
    (BETS, "repeating-2", {}),
    (BETS, "repeating-3", {}),
    (BETS, "repeating-6", {"zeros": "1"}),
    (BETS, "repeating-4", {"zero": "loses"}),
    (BETS, "repeating-2-3-11-12", {}),
    (BETS, "2-or-12-before-7", {}),
    (PLACE, "right-4", {}),
    (PLACE, "buy-5", {"commission": "on-win"}),
    (PLACE, "lay-10", {}),
    (PLACE, "buy-4", {"withdrawal": "commission-refunded"}),
]


TRUE = [certified(*base) for base in BASES]


def refusal(text):
    """Why a certificate is refused: a check that fails, or the part that the rules make otherwise."""
    if failed := certificates.refusal(text):
        return failed
    given = json.loads(text)
    try:
        game = find(given["game"])
        part = first_difference(given, game, game.wager(given["wager"], given["options"]), MAX_STATES)
    except Unknown as unknown:
        return str(unknown)
    return f"rules: {part}" if part else ""


# A forger of worlds. Each takes the true certificate and a source of chance, and changes the world.


def on(given):
    return [i for i, row in enumerate(given["rows"]) if isinstance(row, list)]


def over(given):
    return [i for i, row in enumerate(given["rows"]) if isinstance(row, str)]


def price(given, ending, pay):
    given["pays"][ending], given["posted"][ending] = str(pay), to_one(Fraction(pay))


def prune(given):
    """No pay for what cannot happen any more."""
    there = {row for row in given["rows"] if isinstance(row, str)} | {ending for _, ending in given["offers"]}
    for key in ("pays", "posted", "envy"):
        given[key] = {ending: told for ending, told in given[key].items() if ending in there}
    given["undecided"] = [ending for ending in given["undecided"] if ending in there]


def other_pay(given, chance):
    pay = Fraction(chance.randrange(400), chance.choice((1, 2, 5)))
    price(given, chance.choice(sorted(given["pays"])), pay)


def other_offer(given, chance):
    taken = {i for i, _ in given["offers"]}
    free = [i for i in on(given) if i not in taken]
    if not free:
        return
    price(given, "surrender-x", chance.randrange(1, 200))
    given["offers"] = sorted([*given["offers"], [chance.choice(free), "surrender-x"]])


def no_offer(given, chance):
    if given["offers"]:
        given["offers"].remove(chance.choice(given["offers"]))
        prune(given)


def other_ending(given, chance):
    at = chance.choice(over(given))
    given["rows"][at] = chance.choice(sorted({given["rows"][i] for i in over(given)}))
    prune(given)


def other_wheel(given, chance):
    outcome = chance.choice(given["wheel"])
    outcome[1] = str(max(1, int(outcome[1]) + chance.choice((-1, 1, 7, 10**30))))


def other_outcome(given, chance):
    row = given["rows"][chance.choice(on(given))]
    row[chance.randrange(len(row))] = chance.randrange(len(given["rows"]))


def numbered(given, order, index):
    """States in another order, or fewer of them; by old number the new one."""
    rows = [given["rows"][i] for i in order]
    given["rows"] = [row if isinstance(row, str) else [index[j] for j in row] for row in rows]
    given["offers"] = sorted([index[i], ending] for i, ending in given["offers"] if i in order)


def lumped(given, chance):
    """Two states that do not play alike, made one."""
    if len(on(given)) < 2:
        return
    kept, gone = chance.sample(on(given), 2)
    if gone == 0:
        kept, gone = gone, kept
    place = [i for i in range(len(given["rows"])) if i != gone]
    numbered(given, place, {old: new for new, old in enumerate(place)} | {gone: place.index(kept)})
    given["states"] = [given["states"][i] for i in place]
    prune(given)


def other_start(given, chance):
    order = list(range(len(given["rows"])))
    start = chance.choice(on(given))
    order[0], order[start] = order[start], order[0]
    numbered(given, order, {old: new for new, old in enumerate(order)})
    if chance.random() < 0.5:  # labels may move with their states, or stay
        given["states"] = [given["states"][i] for i in order]


def other_outlay(given, chance):
    given["outlay"] = str(Fraction(given["outlay"]) + Fraction(chance.randrange(1, 40), 20))


def other_label(given, chance):
    key = chance.choice(["game", "wager", "name", "source", "merged", "options", "states", "wheel"])
    held = given[key]
    if key == "options":
        other = chance.choice(["yes", "no", "1", "0", "loses", "each", "on-win", "off"])
        held[chance.choice(sorted(held))] = other
    elif key in ("states", "wheel"):
        k = chance.randrange(len(held))
        held[k] = "won" if key == "states" else ["17", held[k][1]]
    else:
        names = [name for _, name, _ in BASES] if key == "wager" else [BETS, STRAIGHTS, PLACE, "Repeating 2"]
        given[key] = chance.choice([*names, "", f"{held}."])


WORLDS = (
    *(other_pay, other_offer, no_offer, other_ending, other_wheel, other_outcome),
    *(lumped, other_start, other_outlay, other_label),
)


def told_of_another_world(given, true, chance):
    """All claims and witnesses are right, of a world that is not the one in the certificate."""
    chance.choice([other_pay, other_wheel, other_outcome, other_offer, other_outlay])(given, chance)
    told = solved(given)
    parts = [key for key in ("value", "plays", "rank") if chance.random() < 0.7]
    return {**true, **{key: told[key] for key in parts}}


def forgery(seed):
    """A forged certificate: what it claims to be, the kind of forgery, the text.

    None where what came out is the true one, or where play could go on for ever.
    """
    chance = random.Random(seed)
    base = chance.randrange(len(BASES))
    true = TRUE[base]
    given = deepcopy(true)
    try:
        if chance.random() < 0.7:
            changes = chance.choices(WORLDS, k=chance.choice((1, 1, 2, 3)))
            for change in changes:
                change(given, chance)
            name, forged = changes[0].__name__, solved(given)
        else:
            name, forged = "told_of_another_world", told_of_another_world(given, true, chance)
    except NoEnd:
        return None
    text = sealed(forged)
    return None if text == sealed(true) else (BASES[base], name, text)


def attacked(seeds):
    refused, reasons = Counter(), Counter()
    for seed in seeds:
        made = forgery(seed)
        if made is None:
            continue
        base, name, text = made
        if why := refusal(text):
            refused[name] += 1
            reasons[why.split(":")[0]] += 1
        else:  # a reading may change nothing of a wager: then it is the true certificate of another reading
            given = json.loads(text)
            named = given["game"], given["wager"], given["options"]
            assert text == canonical(certified(*named)), f"seed {seed}: {name} of {base} is accepted"
            assert name == "other_label"
    return refused, reasons


def test_the_forger_makes_the_true_certificate_of_a_true_world():
    for given in TRUE:
        assert sealed(solved(given)) == canonical(given)
        assert refusal(canonical(given)) == ""


@pytest.mark.parametrize("many", [250, pytest.param(15_000, marks=pytest.mark.slow)])
def test_forged_worlds_are_refused(many):
    refused, reasons = attacked(range(many))
    assert {change.__name__ for change in (*WORLDS, told_of_another_world)} == set(refused)
    assert {"chain", "best play", "claims, never", "claims, optimal", "rules"} <= set(reasons)
    assert refused.total() > 0.7 * many
