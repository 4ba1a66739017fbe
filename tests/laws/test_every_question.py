"""Every question of every wager that the project shows: answered, or refused in a sentence that says why."""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import markov as mk
from markov.wager.game import slug
from markov.wager.wager import Wager
from tests.fuzz.harness import Input, Ran, ran, wrong

HOME = Path(__file__).parents[2]
NO_GAMES = {
    "a_rule_of_your_own.py",
    "jacks_or_better.py",
    "coupon_collector.py",
    "gamblers_ruin.py",
    "odds_of_a_sheet.py",
}
INSTALLED = ("craps", "craps-side-bets")

# The questions that have no meaning for a wager, or no answer, and words of the sentence that says so.
NO_ONE_WHEEL = "so there is no one wheel; a letter for pockets has no meaning here"
PUT_DOWN = "counts only what is put down at the start"
NOT_ALIKE = "which states play alike depends on the weight of the outcome"
RAISED = ("pass-with-odds", "dont-pass-with-odds")
NOTHING_CHANGES = "a round neither wins nor loses money"
REFUSED = {
    **{(question, "shooters-hand"): NOTHING_CHANGES for question in ("session", "promotion", "meter")},
    **{("letter of an outcome", wager): NOT_ALIKE for wager in ("citywide", "twice-running")},
    **{("letter of an outcome", wager): PUT_DOWN for wager in RAISED},
}
CHOOSES = "the player chooses between actions"
NOT_OF_CHOICES = {"surrender", "chain as json", "chain as dot", "letter of an outcome", "layout"}
MANY_WAYS = "in more than 256 ways"
NOT_OF_PRICED_CHOICES = {"letter of a pay", "sweep", "design", "price"}  # where more is put down, too
# Of these some questions take more than some seconds.
LONG = {"replay", "by-prizes", "citywide", "hot-hand", "hot-shooter"}


@cache
def files() -> dict[str, bytes]:
    """By name the sheets of the cookbook, and the sheets and the games among the examples."""
    found = {}
    for part in (HOME / "docs" / "cookbook.md").read_text().split("~~~toml\n")[1:]:
        text = part.partition("~~~\n")[0]
        name = text.split('"')[1]
        found[f"cookbook-{slug(name)}.toml"] = text.encode()
    assert len(found) > 15
    return found | {
        path.name: path.read_bytes()
        for path in sorted((HOME / "examples").rglob("*.*"))
        if path.suffix in (".toml", ".py") and path.name not in NO_GAMES
    }


COOKBOOK = [name for name in files() if name.startswith("cookbook-")]
OTHERS = [name for name in (*files(), *INSTALLED) if name not in COOKBOOK]


def questions(game: str, wager: str, bet: Wager) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The questions by name, and the arguments that ask them; those of files that are written come last."""
    of, document = (game, wager), "--json"
    pays = {one.ending: one.returned for one in bet.odds().never.endings}
    costs = [bet.total_staked(one) for one in pays]
    ending = max(pays, key=pays.__getitem__)
    outcome = "".join(str(next(iter(bet.wheel))).split())
    yield "odds", ("odds", *of, document)
    yield "what-if", ("what-if", *of, "--pay", f"{ending}=3 for 1", document)
    yield "surrender", ("surrender", *of, document)
    yield "readings", ("readings", *of, document)
    yield "certificate", ("certify", *of, "-o", "certificate.json")
    yield "letter of a pay", ("letters", *of, "--letter", f"{ending}=x", document)
    yield "letter of an outcome", ("letters", *of, "--letter", f"pockets.{outcome}=s", document)
    yield "sensitivity", ("sensitivity", *of, document)
    yield "sweep", ("sweep", *of, "--pay", f"{ending}=2..4", document)
    yield "design", ("design", *of, "--edge", "-50%..50%", "--pay", f"{ending}=1..20", document)
    yield "price", ("price", *of, ending, "--edge", "5%", document)
    yield "session", ("session", *of, "--bankroll", "1000", "--rounds", "3", document)
    bonus = ("--deposit", "3", "--bonus", "3", "--rollover", "2", "--bet", str(3 / Fraction(max(costs))))
    yield "promotion", ("promotion", *of, *bonus, document)
    meter = ("--must-hit-by", "500", "--adds", "1%", "--now", "480", document)
    yield "meter", ("meter", *of, *meter)
    yield "layout", ("layout", game, f"{wager}=2", document)
    yield "law", ("law", *of, "--at-least", "3", document)
    yield "lint", ("lint", *of, document)
    yield "simulate", ("simulate", *of, "--rounds", "500", "--seed", "1", document)
    yield "play", ("play", *of, "--seed", "1", document)
    for kind in ("json", "dot", "drn"):
        yield f"chain as {kind}", ("chain", *of, "--to", kind)
    yield "payable", ("payable", *of, "--stake", "5", document)
    if not bet.has_actions:
        yield "diff", ("diff", game, game, "--check", document)
    yield "games", ("games", *of, document)


def asked(game: str, arguments: tuple[str, ...], more: dict[str, bytes]) -> tuple[Ran, list[str]]:
    """The run of the command, and its faults."""
    lying = {game: files()[game]} if game in files() else {}
    written = arguments[-1] if arguments[0] in ("certify", "report") else None
    given = Input(arguments, {**lying, **more}, written)
    how = ran(given)
    return how, wrong(given, how)


def refusal(question: str, wager: str, bet: Wager) -> str | None:
    if question == "letter of an outcome" and bet.wheel_varies:
        return NO_ONE_WHEEL
    if bet.has_actions and question in NOT_OF_CHOICES:
        return CHOOSES
    if bet.wheel_varies and question == "layout":
        return "so there is no one wheel; what wagers come to on the same spins has no meaning here"
    if bet.later_stakes and (
        question == "payable" or (bet.has_actions and question in NOT_OF_PRICED_CHOICES)
    ):
        return PUT_DOWN
    if question == "design" and wager in (*("three-sixes", "three-alike") * bet.has_actions, "turn-of-pig"):
        return MANY_WAYS
    return REFUSED.get((question, wager))


def told(game: str, wager: str, bet: Wager) -> list[str]:
    """The faults of the answers about a wager; the edge is the same in all of them."""
    odd, edges = [], {}
    for question, arguments in questions(game, wager, bet):
        how, faults = asked(game, arguments, {})
        why = refusal(question, wager, bet)
        expected = (0,) if why is None else (2, 5)
        if how.code not in expected or (why or "") not in how.err:
            faults = [*faults, f"exit code {how.code}: {how.err.strip()}"]
        odd += [f"{question}: {fault}" for fault in faults]
        if faults or why is not None:
            continue
        if question == "certificate":
            certificate = how.files["certificate.json"]
            edges[question] = json.loads(certificate)["plays"]["never"]["claims"]["edge"]["per_stake"]
            sheet = ("--sheet", game) if game in files() else ()
            verify = "verify", "certificate.json", *sheet, "--json"
            how, faults = asked(game, verify, {"certificate.json": certificate})
            odd += [f"verify: {fault}" for fault in faults]
            if not json.loads(how.out or "{}").get("ok"):
                odd.append(f"verify: {how.code} {how.out}")
        elif question in EDGES:
            edges[question] = EDGES[question](json.loads(how.out))
    if len(set(edges.values())) > 1 or not {q for q in EDGES if not refusal(q, wager, bet)} <= edges.keys():
        odd.append(f"edges are {edges}")
    return odd


EDGES: dict[str, Any] = {
    "odds": lambda said: said["wagers"][0]["never"]["edge"]["per_stake"],
    "what-if": lambda said: said["before"]["wagers"][0]["never"]["edge"]["per_stake"],
    "surrender": lambda said: said["never"]["edge"]["per_stake"],
    "readings": lambda said: said["readings"][0]["wagers"][0]["never"]["edge"]["per_stake"],
}


@pytest.fixture(scope="module")
def wagers(tmp_path_factory):
    """The wagers of the game in a file, or of that name on the shelf."""
    made = tmp_path_factory.mktemp("games")

    def of(name: str) -> dict[str, Wager]:
        if name in files():
            (made / name).write_bytes(files()[name])
        return dict(mk.game(str(made / name) if name in files() else name).wagers())

    return of


def last(name, wagers):
    """The last wager of a game that takes no time, if there is one."""
    return [(wager, bet) for wager, bet in wagers(name).items() if wager not in LONG][-1:]


SMALL = [
    *("bonus_wheel.py", "death_saves.py", "en_prison.py", "first_ace.toml", "free_spins.py", "keno.py"),
    *("knuth_yao_die.py", "money_wheel.py", "race_to_a_total.py", "two_offers.py"),
]


@pytest.mark.parametrize("name", [*COOKBOOK[::2], *SMALL])
def test_every_question_of_small_games(name, wagers):
    assert [told(name, wager, bet) for wager, bet in last(name, wagers)] in ([[]], [])


@pytest.mark.slow
@pytest.mark.parametrize("long", [False, True])
@pytest.mark.parametrize("name", [*COOKBOOK, *OTHERS])
def test_every_question_of_every_wager(name, long, wagers):
    found = {key: told(name, key, bet) for key, bet in wagers(name).items() if (key in LONG) == long}
    assert {key: faults for key, faults in found.items() if faults} == {}


def reported(name, wager):
    """The faults of the report of a wager, and of the answer of `verify` to it."""
    asked_for = "--rounds", "200", "--date", "2026-01-31", "-o", "report.md"
    how, faults = asked(name, ("report", name, wager, *asked_for), {})
    beside = {each: text for each, text in how.files.items() if each.startswith("certificates-")}  # if large
    if how.code or (faults and not (beside and faults == [f"files are left behind: {[*beside]}"])):
        return faults or [f"exit code {how.code}: {how.err.strip()}"]
    sheet = ("--sheet", name) if name in files() else ()
    made = {"report.md": how.files["report.md"], **beside}
    how, faults = asked(name, ("verify", "report.md", *sheet, "--json"), made)
    return faults or [each for each in json.loads(how.out)["checks"] if not each["ok"]]


@pytest.mark.parametrize("name", COOKBOOK[::4])
def test_a_report_of_the_cookbook(name, wagers):
    assert [reported(name, wager) for wager, _ in last(name, wagers)] in ([[]], [])


@pytest.mark.slow
@pytest.mark.parametrize("name", [*COOKBOOK, *OTHERS])
def test_every_report(name, wagers):
    found = {}
    for wager, bet in wagers(name).items():
        faults = reported(name, wager)
        why = refusal("report", wager, bet)
        if (why is None and faults) or (why is not None and why not in str(faults)):
            found[wager] = faults
    assert found == {}


# Money.

SHELF = ("repeater-bets-plus", "straights-and-8s", "quebec-place-bets")

# All that is ever said in place of an answer.
MONEY_REFUSALS = (
    "a round neither wins nor loses money, so nothing ever changes",
    "the player chooses between actions",
    "so there is no one wheel",
    "states of play are too many to be followed spin by spin; ask for --rounds",
    "without any rebate, so there is no best time to quit",
    "a round costs nothing, so nothing is staked",
    "steps of the rollover with up to",
    "so far from the start that it is out of reach; ask for a smaller rebate",
    "rounds are too many to be followed; ask for fewer",
    "the player has no edge",
    "units apart are too far for wins of",
    "so a meter cannot pay it",
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


@pytest.mark.slow
@pytest.mark.parametrize("name", [*COOKBOOK, *OTHERS, *SHELF])
def test_every_question_about_money_of_every_wager(name, wagers):
    odd = []
    for wager, bet in wagers(name).items():
        for arguments in asks(name, wager, bet):
            how, faults = asked(name, (*arguments, "--json"), {})
            odd += [f"{arguments}: {fault}" for fault in faults]
            refused = how.code in (2, 5) and any(sentence in how.err for sentence in MONEY_REFUSALS)
            if how.code and not refused:
                odd.append(f"{arguments}: {how.code} {how.err}")
            elif not how.code and arguments[0] == "session":
                assert "ruin" in json.loads(how.out)
    assert odd == []
