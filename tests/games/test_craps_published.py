"""Published figures of wagers at craps, against the oracle: to half a unit of the last printed digit."""

import re
import tomllib
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from markov_games.craps import game as the_table
from markov_games.craps_side_bets import game as the_side_bets

from tests.oracles import craps

KEPT = tomllib.loads((Path(__file__).parents[1] / "golden" / "craps_published.toml").read_text())
RIGHT = [(of, line) for of, lines in KEPT["right"].items() for line in lines]
WRONG = [(line["of"], line) for line in KEPT["wrong"]]
OF_THE_ORACLE_ALONE = {"crapless-pass-with-odds", "fire-bet-to-1"}
TABLE = {*the_table.wagers()}
WAGERS = {*TABLE, *the_side_bets.wagers()}
BILLION = 10**9


def bet(of, choices):
    """The wager of the oracle, under those choices."""
    if of == "crapless-pass-with-odds":
        return craps.passed_with_odds(choices["odds"], craps.CRAPLESS_PAIRED, [7])
    if of == "pass-with-odds" and choices.get("odds") == "full-double":
        return craps.passed_with_odds("full-double")
    if of == "fire-bet-to-1":
        pays = craps.FIRE[choices["paytable"]]
        return craps.fire_bet({n: pay.replace("for", "to") for n, pay in pays.items()})
    game = craps.table if of in TABLE else craps.side_bets
    return bets(game, tuple(choices.items()))[of]


@cache
def bets(game, choices):
    """All wagers of the oracle for those choices."""
    return game(**dict(choices))


def figure(of, line):
    """The exact figure; of a standard deviation its square, which is rational."""
    found, (name, _, what) = bet(of, line.get("with", {})), line["figure"].partition(".")
    match name:
        case "chance":
            return found.chances[what]
        case "against":
            return found.chances["lost"] / found.chances[what]
        case "hit":
            return found.mean_of(lambda ending: Fraction(ending.back > 0))
        case "gain":
            return found.variance_of_gain
        case "beyond":
            return 1 / craps.hand_beyond(int(what))
        case "median":
            return Fraction(next(n for n in range(99) if craps.hand_beyond(n) <= Fraction(1, 2)))
        case _:
            return getattr(found, name)


def span(printed):
    """The numbers that may have been rounded to the printed one: half a unit of its last digit each way."""
    if "/" in printed:
        return Fraction(printed), Fraction(printed)
    digits, unit = re.fullmatch(r"([\d.]+)(%| billion|)", printed).groups()
    scale = {"%": Fraction(1, 100), " billion": Fraction(BILLION), "": Fraction(1)}[unit]
    half = Fraction(1, 2 * 10 ** len(digits.partition(".")[2]))
    return (Fraction(digits) - half) * scale, (Fraction(digits) + half) * scale


def agrees(of, line, printed):
    low, high = span(printed)
    exact = figure(of, line)
    return low**2 <= exact <= high**2 if line["figure"] == "gain" else low <= exact <= high


def named(line):
    return f"{line['figure']} {line['printed']} {line['source']}"


def test_every_figure_is_of_a_wager_and_has_a_source():
    used = set()
    for of, line in RIGHT + WRONG:
        assert of in WAGERS | OF_THE_ORACLE_ALONE, of
        used.add(line["source"])
    assert used == set(KEPT["sources"])


def test_the_wagers_without_a_published_figure_are_these():
    assert WAGERS - {of for of, _ in RIGHT} == {
        "hop-hard",
        "three",
        *(f"place-{n}-to-lose" for n in (5, 6, 8, 9)),
        *(f"repeater-{n}" for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)),
    }


@pytest.mark.parametrize(("of", "line"), RIGHT, ids=[f"{of} {named(line)}" for of, line in RIGHT])
def test_a_published_figure_is_the_exact_one_rounded(of, line):
    assert agrees(of, line, line["printed"]), float(figure(of, line))


@pytest.mark.parametrize(("of", "line"), WRONG, ids=[f"{of} {named(line)}" for of, line in WRONG])
def test_a_published_figure_is_wrong_and_this_is_the_exact_one(of, line):
    assert not agrees(of, line, line["printed"])
    assert line["why"].strip()
    if "nearly" in line:
        assert agrees(of, line, line["nearly"])
    else:
        assert figure(of, line) == Fraction(line["exact"])
