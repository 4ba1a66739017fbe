"""Every question about money, of every wager that the project shows: an answer, or a sentence, in time."""

import json
from collections.abc import Iterator
from fractions import Fraction

import pytest

import markov as mk
from markov.wager.wager import Wager
from tests.fuzz.harness import Input, ran, wrong
from tests.laws.test_every_question import COOKBOOK, OTHERS, files

INSTALLED = sorted({"repeater-bets-plus", "straights-and-8s", "quebec-place-bets", *OTHERS})

# All that is ever said in place of an answer.
REFUSALS = (
    "a round neither wins nor loses money, so nothing ever changes",
    "the player chooses between actions",
    "so there is no one wheel",
    "states of play are too many to be followed spin by spin; ask for --rounds",
    "without any rebate, so there is no best time to quit",
    "a round costs nothing, so nothing is staked",
    "steps of the rollover with up to",
    "so far from the start that it is out of reach; try a larger bet",
    "rounds are too many to be followed; ask for fewer",
    "the player has no edge",
    "units apart are too far for wins of",
    "which is more than the limit",
)


def asks(game: str, wager: str, bet: Wager) -> Iterator[tuple[str, ...]]:
    """The command lines, with money by what a round may cost."""
    cost = max(bet.total_staked(one.ending) for one in bet.odds().never.endings) or Fraction(1)
    money, goal, of = str(20 * cost), str(30 * cost), (game, wager)
    yield "session", *of, "--bankroll", money, "--rounds", "200"
    yield "session", *of, "--bankroll", money, "--goal", goal
    yield "session", *of, "--bankroll", money
    yield "session", *of, "--risk", "5%", "--rounds", "20", "--play", "optimal"
    yield "session", *of, "--bankroll", money, "--spins", "30", "--play", "optimal"
    yield "session", *of, "--bankroll", money, "--spins", "30", "--open", "played", "--goal", goal
    yield "promotion", *of, "--rebate", "10%"
    yield "promotion", *of, "--deposit", money, "--bonus", money, "--rollover", "10x", "--cap", goal
    yield "meter", *of, "--seed", "10", "--adds", "1%", "--now", "20"
    yield "meter", *of, "--must-hit-by", "500", "--adds", "1%", "--now", "480", "--play", "optimal"
    yield "layout", game, f"{wager}=2"
    yield "layout", game, f"{wager}=2", "--until", "spin", "--play", "optimal"


def told(name: str, wagers: "dict[str, Wager]") -> list[str]:
    """The faults of the answers."""
    odd = []
    lying = {name: files()[name]} if name in files() else {}
    for wager, bet in wagers.items():
        for arguments in asks(name, wager, bet):
            given = Input((*arguments, "--json"), lying)
            how = ran(given)
            refused = how.code in (2, 5) and any(sentence in how.err for sentence in REFUSALS)
            odd += [f"{arguments}: {fault}" for fault in wrong(given, how)]
            if not refused and how.code:
                odd.append(f"{arguments}: {how.code} {how.err}")
            elif not how.code and arguments[0] == "session":
                chances = json.loads(how.out)
                assert "ruin" in chances
    return odd


@pytest.mark.slow
@pytest.mark.parametrize("name", [*COOKBOOK, *INSTALLED])
def test_every_question_about_money_of_every_wager(name, tmp_path):
    path = tmp_path / name
    if name in files():
        path.write_bytes(files()[name])
    wagers = mk.game(str(path) if path.exists() else name).wagers()
    assert told(name, dict(wagers)) == []
