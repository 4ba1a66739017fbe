"""Wagers of the wager language against an oracle that shares nothing with the code, figure by figure."""

from fractions import Fraction

import pytest

import markov as mk
from tests.laws.wagers import Maker
from tests.oracles.goal_play import LOST, Odds, Solution, Wager, by_histories
from tests.oracles.goals import Label, Then, Times, craps, two_dice
from tests.plays import chances

SEEDS, MANY = 2_000, 50_000
CHUNKS = 10
REFUSALS = mk.GoalError, mk.SheetError, mk.PaytableMismatch, mk.NotAbsorbing


def of_play(play):
    """The figures of a play, by the oracle or by the code."""
    if isinstance(play, Odds):
        return play.chances, play.returned, play.mean, play.variance
    return chances(play), play.returned, play.spins.mean, play.spins.variance


def by_sheet(wager, tmp_path, loses=True):
    """The odds of the wager as a sheet; `loses` where it can be lost."""
    path = tmp_path / "oracle.toml"
    path.write_text(wager.sheet(loses), encoding="utf-8")
    return mk.game(str(path))["it"].odds()


def by_ask(wager):
    """The reply to the wager as a question, with the pays that it has."""
    surrenders = {int(name.split("-")[1]): pay for name, pay in wager.pays.items() if name != "made"}
    how = {"pays": wager.pays["made"], "surrender": surrenders} if wager.pays else {}
    said = wager.question()
    if len(said) % 2:  # what comes first is said by the option, in half of the questions
        said, how["tie"] = wager.question(says_tie=False), wager.tie
    return mk.ask(said, on=wager.wheel.text, over=wager.over, **how)


def compared(solution, asked, tmp_path):
    """The figures by the oracle, and by the code: to the end, and of best play where there are pays."""
    never, best = of_play(solution.never), of_play(solution.best)
    if not asked:
        odds = by_sheet(solution.wager, tmp_path, LOST in never[0])
        return (never, best), (of_play(odds.never), of_play(odds.optimal))
    found = by_ask(solution.wager)
    spins = found.spins.mean, found.spins.variance
    right, said = (never[0].get("made", 0), never[2:]), (found.probability, spins)
    if found.odds is None:
        return right, said
    return (right, never, best), (said, of_play(found.odds.never), of_play(found.odds.optimal))


def difference(seed, tmp_path):
    """How the code differs from the oracle on a random wager, or None; and whether figures were compared."""
    maker = Maker(seed)
    solution = maker.solution
    why = f"seed {seed}, {'ask' if maker.asked else 'sheet'}: {solution.wager.sheet(True)}"
    if solution.refused:
        try:
            by_ask(solution.wager) if maker.asked else by_sheet(solution.wager, tmp_path)
        except REFUSALS:
            return None, False
        return f"{why}\n  is answered, and is {solution.refused}", False
    try:
        right, found = compared(solution, maker.asked, tmp_path)
    except REFUSALS as error:
        if solution.idle_offers:
            return None, False  # an offer that can be seen never to stand is taken for a mistake
        return f"{why}\n  is refused: {error}", True
    return (None if right == found else f"{why}\n  is    {found}\n  not   {right}"), True


def differences(seeds, tmp_path):
    """All differences; at least 7 of 10 wagers have figures to compare."""
    found = [difference(seed, tmp_path) for seed in seeds]
    assert sum(answered for _, answered in found) >= Fraction(7, 10) * len(found)
    return [why for why, _ in found if why]


RANGES = [range(chunk, SEEDS, CHUNKS) for chunk in range(CHUNKS)]
MORE = [range(SEEDS + chunk, MANY, CHUNKS) for chunk in range(CHUNKS)]


@pytest.mark.parametrize(
    "seeds", [*RANGES, *(pytest.param(seeds, marks=pytest.mark.slow) for seeds in MORE)], ids=str
)
def test_random_wagers(seeds, tmp_path):
    wrong = differences(seeds, tmp_path)
    assert not wrong, f"{len(wrong)} differ, such as\n" + "\n".join(wrong[:3])


def test_an_exact_count_is_worth_playing_on():
    pays = {"made": Fraction(3), "surrender-1": Fraction(1, 2)}
    wager = Wager(two_dice(), (("made", Times(Label("6"), 1, True)),), Label("7"), 3, pays=pays)
    solution = Solution(wager)
    worth = {facts[0]: value for ((_, facts, _, _), n), value in solution.worth.items() if n == 2}
    assert worth == {0: Fraction(5, 12), 1: Fraction(31, 12)}
    odds = by_ask(wager).odds
    assert (of_play(odds.never), of_play(odds.optimal)) == (of_play(solution.never), of_play(solution.best))
    assert sorted((offer.continuing, offer.take) for offer in odds.offers) == [
        (Fraction(991, 432), False),
        (Fraction(31, 12), False),
    ]


def test_no_offer_is_open_on_a_bet_that_is_lost(tmp_path):
    """After come-out craps the next roll is a come-out, and stops play: nothing can be chosen there."""
    stop = Then((Label("come-out craps"), Label("come-out")))
    offers = (("o0", Times(Label("come-out craps"), 1)),)
    plain = Wager(craps(), (("made", Times(Label("pass"), 2)),), stop, pays={"made": Fraction(2)})
    wager = plain._replace(offers=offers, pays={"made": Fraction(2), "o0": Fraction(1, 2)})
    never = Solution(wager).never
    assert (never.returned, never.mean) == (Fraction(119072, 89401), Fraction(907353, 89401))
    assert of_play(by_sheet(plain, tmp_path).optimal) == of_play(never)
    assert of_play(by_sheet(wager, tmp_path).optimal) == of_play(Solution(wager).best) == of_play(never)


@pytest.mark.parametrize("chunk", [0, *(pytest.param(k, marks=pytest.mark.slow) for k in (1, 2, 3))])
def test_the_oracle_is_its_definition(chunk):
    """Every history that can come is written out, and judged by the definition."""
    judged = 0
    for seed in range(chunk, 400, 4):
        solution = Maker(seed).solution
        wager, most = solution.wager, len(solution.letters)
        cards = wager.within or 99
        if wager.wheel.text.startswith("bag"):
            cards = min(sum(wager.wheel.start), cards)
        # Where a line comes first is a question of the clock; what is chosen is none of chance.
        clocked = wager.paid == "first" and wager.over == "decided"
        if solution.refused or wager.offers or clocked or cards > 8 or most**cards > 2_000:
            continue
        sure = wager.over == "early" and len(by_histories(solution, True)[3]) == 1
        law, mean, square, _ = by_histories(solution, sure)
        never = solution.never
        assert law == never.chances, wager.sheet(True)
        if wager.over != "decided":
            assert (mean, square - mean**2) == (never.mean, never.variance), wager.sheet(True)
        judged += 1
    assert judged > 20
