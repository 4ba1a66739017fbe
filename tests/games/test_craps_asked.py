"""Wagers at craps, asked in one line: the language comes to the chances and the rolls of the games."""

from fractions import Fraction

import pytest

import markov as mk
from tests import plays

POINTS = (4, 5, 6, 8, 9, 10)
MADE = ", ".join(f"point {n} made" for n in POINTS)
DOUBLES = ", ".join(f"{n}-{n}" for n in range(1, 7))
MADE_OR_BETTER = {4: ("4-points", "5-points", "6-points"), 5: ("5-points", "6-points"), 6: ("6-points",)}

# By game and wager: the question, the wheel that it is asked on, and the endings that answer it with yes.
ONE_LINE = [
    ("craps", "pass", "pass before pass loses", "craps", {"made"}),
    ("craps", "crapless-pass", "pass before pass loses", "crapless craps", {"made"}),
    *(("craps", f"place-{n}", f"{n} before 7", "two dice", {"made"}) for n in POINTS),
    *(("craps", f"place-{n}-to-lose", f"7 before {n}", "two dice", {"made"}) for n in POINTS),
    *(("craps", f"hard-{n}", f"hard {n} before (7|easy {n})", "two dice", {"made"}) for n in (4, 6, 8, 10)),
    ("craps", "field", "(2|3|4|9|10|11|12) within 1", "two dice", {"two", "twelve", "field"}),
    ("craps", "horn", "(2|3|11|12) within 1", "two dice", {"2-or-12", "3-or-11"}),
    ("craps-side-bets", "small", "all of 2..6 before 7", "two dice", {"made"}),
    ("craps-side-bets", "tall", "all of 8..12 before 7", "two dice", {"made"}),
    ("craps-side-bets", "all", "all of (2..6, 8..12) before 7", "two dice", {"made"}),
    ("craps-side-bets", "sizzling-six", "all of (4, 5, 6, 8, 9, 10) before 7", "two dice", {"made"}),
    ("craps-side-bets", "flaming-four", "all of (2, 3, 11, 12) before 7", "two dice", {"made"}),
    ("craps-side-bets", "hot-hand", "exactly 9 of (2..6, 8..12) before 7", "two dice", {"made-9"}),
    *(
        ("craps-side-bets", f"repeater-{n}", f"{n}x{min(n, 14 - n)} before 7", "two dice", {"made"})
        for n in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
    ),
    ("craps-side-bets", "ride-the-line", "pass x11 before seven-out", "craps", {"11-wins"}),
    ("craps-side-bets", "fire-bet", f"all of ({MADE}) before seven-out", "craps", {"6-points"}),
]
SEVERAL_LINES = [
    *(
        ("craps-side-bets", "fire-bet", f"{n} of ({MADE}) before seven-out", "craps", set(endings))
        for n, endings in MADE_OR_BETTER.items()
    ),
    *(
        (
            "craps-side-bets",
            "different-doubles",
            f"{n} of ({DOUBLES}) before 7",
            "two dice",
            {f"made-{k}" for k in range(n, 7)},
        )
        for n in (3, 4, 5, 6)
    ),
    *(
        (
            "craps-side-bets",
            "ride-the-line",
            f"pass x{n} before seven-out",
            "craps",
            {f"{k}-wins" for k in range(n, 12)},
        )
        for n in (3, 7, 10)
    ),
    (
        "craps-side-bets",
        "replay",
        f"any of ({', '.join(f'(point {n} made) x3' for n in POINTS)}) before seven-out",
        "craps",
        {
            *(f"{pair}-three-times" for pair in ("4-or-10", "5-or-9", "6-or-8")),
            *(f"{pair}-four-times" for pair in ("4-or-10", "5-or-9", "6-or-8")),
        },
    ),
]


def chance(play, endings):
    found = plays.chances(play)
    assert endings <= found.keys()
    return sum((found[ending] for ending in endings), Fraction(0))


def _named(part):
    return part if isinstance(part, str) else "+".join(sorted(part))  # a set has no order


@pytest.mark.parametrize(("game", "wager", "question", "on", "endings"), ONE_LINE + SEVERAL_LINES, ids=_named)
def test_a_question_in_one_line_has_the_chance_of_the_wager(solved, game, wager, question, on, endings):
    assert mk.ask(question, on=on).probability == chance(solved(mk.game(game)[wager]).never, endings)


@pytest.mark.parametrize(
    ("game", "wager", "question", "on", "endings"),
    [line for line in ONE_LINE if line[1] != "hot-hand"],
    ids=_named,
)
def test_a_question_in_one_line_takes_the_rolls_of_the_wager(solved, game, wager, question, on, endings):
    asked, played = mk.ask(question, on=on).spins, solved(mk.game(game)[wager]).never.spins
    assert (asked.mean, asked.variance) == (played.mean, played.variance)
