"""Certificates of every wager of every sheet: each is accepted, and none with a claim changed."""

import json
import random
from fractions import Fraction

import pytest

from markov.chain.chain import MAX_STATES, TooManyStates
from markov.checker import canonical, check
from markov.proof.certificate import certificate, first_difference
from markov.wager.catalogue import find, shelf
from tests.certificates import certified
from tests.oracles.forger import sealed

LARGE = ("repeater-bets-plus", "citywide")
WAGERS = [(game, name) for game in sorted(shelf()) for name in find(game).wagers() if (game, name) != LARGE]
LONG = [("craps-side-bets", name) for name in ("replay", "all", "hot-hand")]
MUTATIONS = 1_000


# Beyond the defaults: every choice of one option at a time, of wagers that it changes.
READINGS = [
    (game, reading)
    for game in sorted(shelf())
    for reading in find(game).readings()
    if reading != find(game).reading()
]
SMALL = 300  # states


def claims(given):
    """Every number that is claimed, as the thing that holds it and its key there."""
    waiting = [given["plays"], given["value"]]
    for part in waiting:  # grows while it is walked
        for key, held in part.items() if isinstance(part, dict) else enumerate(part):
            if isinstance(held, dict | list):
                waiting.append(held)
            elif isinstance(held, str):
                yield part, key


@pytest.mark.parametrize(
    ("game", "wager"),
    [pytest.param(*pair, marks=pytest.mark.slow if pair in LONG else ()) for pair in WAGERS],
)
def test_each_certificate_is_accepted_and_none_with_a_claim_changed(game, wager):
    given = certified(game, wager)
    assert all(held for _, held, _ in check(canonical(given)))
    chosen = random.Random(f"{game} {wager}")
    places = list(claims(given))
    for part, key in chosen.choices(places, k=-(-MUTATIONS // len(WAGERS))):
        kept = part[key]
        part[key] = str(Fraction(kept) + Fraction(chosen.choice((-1, 1)), chosen.choice((1, 2, 10**12))))
        *_, (_, held, place) = check(sealed(given))
        assert not held, (key, kept, part[key])
        assert place
        part[key] = kept
    assert all(held for _, held, _ in check(canonical(given)))


def is_large(wager):
    try:
        wager.chain(SMALL)
    except TooManyStates:
        return True
    return False


@pytest.mark.parametrize("large", [False, pytest.param(True, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("name", "reading"), READINGS, ids=str)
def test_certificates_hold_under_each_reading(name, reading, large):
    game, default = find(name), find(name).wagers()
    for key, wager in game.wagers(reading).items():
        if default.get(key) != wager and is_large(wager) == large:
            given = json.loads(canonical(certificate(game, reading, wager, MAX_STATES)))
            assert all(held for _, held, _ in check(canonical(given))), key
            assert first_difference(given, game, wager, MAX_STATES) == "", key


@pytest.mark.slow
def test_the_largest_certificate_is_accepted():
    assert all(held for _, held, _ in check(canonical(certified(*LARGE))))
