"""Wagers of the wager language: ties, empty bags, parts that trade places, phases that are decided."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from math import perm, prod

import pytest

import markov as mk
from markov.chain.chain import TooManyStates
from markov.page.model import Modelled, model
from markov.questions.law.law import spin_law
from markov.questions.sweep.grid import Grid, axis
from markov.questions.sweep.sweep import sweep
from markov.rules import goal_rule
from markov.rules.goal_rule import GoalRule
from markov.rules.goals import goal
from markov.wager.odds import by_road, prepared
from markov.wager.rule import NoAnswer
from tests.oracles import clocks
from tests.oracles.process import solved
from tests.plays import chances

F = Fraction


@pytest.fixture
def sheet(tmp_path):
    """The wager of a sheet with these lines below its name, on a wheel."""

    def read(lines, wheel="two dice"):
        path = tmp_path / "sheet.toml"
        path.write_text(f'name = "Sheet"\nsource = "a test"\nwheel = "{wheel}"\n[wagers.it]\n{lines}\n')
        return mk.game(str(path))["it"]

    return read


def test_the_stopper_comes_first_unless_the_wager_says_otherwise(sheet):
    """An even number before a 6: of the sixteen even results five are a 6."""
    assert mk.ask("even before 6").probability == F(13, 18)
    assert mk.ask("even before 6", tie="goal").probability == 1
    assert mk.ask("even before or with 6").probability == 1
    tied = sheet('wins = "even"\nuntil = "6"\ntie = "goal"\npays = { made = "2 for 1" }')
    assert chances(tied.odds().never) == {"made": 1}
    assert tied.rule.words(False)[0] == "The wager wins when even has come no later than 6."


def test_two_players_in_turn_each_have_their_roll():
    """Both roll once a round; the first to roll a 6 wins, and in a round of two sixes the first player."""
    round_of_two = "first:5,second:5,both:1,none:25"
    assert mk.ask("(first|both) before or with (second|both)", on=round_of_two).probability == F(6, 11)


def test_an_exact_number_is_judged_when_the_bag_is_empty():
    """The stopper needs two of c, and there is one: all five are drawn, and two of them are a."""
    assert mk.ask("exactly a x2 before c x2", on="bag a:2,b:2,c:1").probability == 1
    with pytest.raises(mk.GoalError, match="can never be"):
        mk.ask("exactly a x1 before c x2", on="bag a:2,b:2,c:1")


def test_all_ranks_of_a_deck_by_the_ranks_that_have_come_alone():
    found = mk.ask("all of ranks", on="deck")
    worth = {}
    for seen in range(12, -1, -1):
        for left in range(3 * seen + 1):
            new, total = 4 * (13 - seen), 4 * (13 - seen) + left
            mean = 1 + F(new, total) * worth.get((seen + 1, left + 3), 0)
            worth[seen, left] = mean + (F(left, total) * worth[seen, left - 1] if left else 0)
    assert found.spins.mean == worth[0, 0]
    assert found.states == len(worth) + 1 == 248


def test_the_same_outcome_twice_by_the_trial_on_which_it_comes(sheet, monkeypatch):
    """A birthday on sixteen days, with a line for each trial: a state is how many days have come."""
    monkeypatch.setattr(goal_rule, "MOST_UNMERGED", 1_000)  # 20,000 are tried first for a quarter of a minute
    wheel = ",".join(f"day{k}:1" for k in range(16))
    lines = 'ladder = { "twice-2..9" = "same outcome x2" }\npaid = "first"\nwithin = 9\n'
    pays = ", ".join(f'twice-{n} = "2 for 1"' for n in range(2, 10))
    bet = sheet(f'{lines}pays = {{ {pays}, lost = "nothing" }}', wheel)
    found = bet.odds()
    different = [F(perm(16, n), 16**n) for n in range(10)]
    expected = {f"twice-{n}": different[n - 1] - different[n] for n in range(2, 10)}
    assert chances(found.never) == {**expected, "lost": different[9]}
    assert found.states < 30


def test_a_part_that_can_never_be_is_waited_for_no_longer_than_the_rest():
    """After a pass comes a come-out roll, so that no point can be made on it."""
    reply = mk.ask("any of (pass then point made, 7 within 2)", on="craps")
    assert (reply.probability, reply.spins.mean) == (F(11, 36), F(1, 6) + 2 * F(5, 6))


def test_an_offer_behind_one_that_stands_for_good_is_no_part_of_a_state(sheet):
    bet = sheet(
        'wins = "a x2 before c"\noffers = { x = "b", y = "d" }\n'
        'pays = { made = "4 for 1", x = "1 for 1", y = "1 for 2", lost = "nothing" }',
        "a:1,b:1,c:1,d:1",
    )
    labels = [bet.rule.label(offer.state) for offer in bet.odds().offers]
    assert sorted(labels) == ["a once, b", "a once, d", "b", "d"]


BEHIND = """
wins = "a x2 before b x2"
offers = { cash = "a", out = "any time" }
pays = { made = "4 for 1", lost = "nothing", cash = "5 for 1", out = "5 for 2" }
"""
IN_A_PHASE = """
pays = { made = "4 for 1", lost = "nothing", cash = "5 for 1", out = "5 for 2" }
phases.one = { leads = { made = "a x2", lost = "b x2" }, offers = { cash = "a", out = "any time" } }
"""


@pytest.mark.parametrize("text", [BEHIND, IN_A_PHASE])
def test_an_offer_without_a_pay_hides_none_behind_it(sheet, text):
    """Out at 5/2 after one b; playing on after one a, to 4 or to out: (4 + 5/2) / 2 = 13/4."""
    wheel, all_four = "a:1,b:1", ["out"] * 4
    bet = sheet(text, wheel)
    found = bet.surrender()
    assert [offer.ending for offer in found.offers] == ["out", "cash", "out", "cash"]
    assert {offer.ending: offer.cost for offer in found.offers}["cash"] == F(15, 4) - F(23, 8)
    for without in (bet.with_pays(cash=None), sheet(text.replace('"5 for 1"', '"none"'), wheel)):
        odds = without.odds()
        assert ([offer.ending for offer in odds.offers], odds.optimal.returned) == (all_four, F(23, 8))
        assert not any("cash" in words for words in without.rule.words(True))
        assert without.with_pays(cash="5 for 1").odds().optimal == bet.odds().optimal
        assert without.price("cash", edge="-275%").pay.returned == 5
    answered = bet.odds()
    lines = model("it", {}, answered, Modelled(by_road(bet, by="chain")))["lines"]
    assert [line["ending"] for line in lines if line.get("hides")] == ["cash"]
    with pytest.raises(NoAnswer, match=r"other offers stand in its place.*what-if --pay cash=none"):
        sweep(by_road(bet, by="chain"), bet, Grid((axis("cash", "none,5"),)))
    bet = sheet(BEHIND.replace('cash = "a", out = "any time"', 'out = "any time", cash = "c"'), "a:1,b:1,c:1")
    with pytest.raises(TooManyStates):  # there are 10 without it
        prepared(bet, 6).answer(bet.with_pays(out=None))


def test_a_race_and_its_chain_have_the_same_odds_and_law(sheet):
    bet = sheet(
        'wins = "all of (6x2, 8x3, 4x1) before 7"\n'
        'pays = { made = "50 for 1", lost = "nothing" }\nenvy = { made = "2x" }'
    )
    raced, walked = bet.odds(by="race"), bet.odds(by="chain")
    assert raced.states is None
    assert (raced.never, raced.optimal) == (walked.never, walked.optimal)
    raced, walked = spin_law(bet, solution=by_road(bet, by="race")), bet.law()
    assert (raced.mean, raced.variance) == (walked.mean, walked.variance)
    assert [raced.within(n) for n in (1, 5, 40)] == [walked.within(n) for n in (1, 5, 40)]
    assert raced.quantile("90%") == walked.quantile("90%")
    assert raced.endings == {}


def test_a_wager_of_phases_is_over_once_it_is_decided(sheet):
    """By its process: once the bonus has come nothing but its one ending can, so its spins are not made."""
    bet = sheet(
        'phases.base.leads = { bonus = "6 x2", lost = "7" }\n'
        'phases.bonus.leads = { done = "total x3" }\npays = { done = "3 for 1", lost = "nothing" }'
    )

    def step(state, roll):
        return "lost" if roll == 7 else state if roll != 6 else "done" if state == 1 else 1

    law, mean = solved(0, step, {7: 6, 6: 5, 2: 25})
    found = bet.odds().never
    assert chances(found) == law
    assert found.spins.mean == mean


def test_a_phase_draws_from_a_bag_of_its_own_which_is_full_again(sheet):
    """A green ball sends play back to the coin; red wins, blue loses, and each of the three is as likely."""
    bet = sheet(
        'phases.coin.leads = { bag = "heads", lost = "tails" }\n'
        'phases.bag.wheel = { kind = "bag", holds = { red = 1, blue = 1, green = 1 } }\n'
        'phases.bag.leads = { won = "red", lost = "blue", coin = "green" }\n'
        'pays = { won = "2 for 1", lost = "nothing" }',
        "coin",
    )
    assert chances(bet.odds().never) == {"won": F(1, 5), "lost": F(4, 5)}


@pytest.mark.parametrize("paid", ["best", "each", "first"])
@pytest.mark.parametrize(
    ("counts", "needs"),
    [
        (("2|3 x3", "3|4 x4"), (3, 4)),
        (("2 x3", "3|4 x4", "8|9|10"), (3, 4, 1)),
        (("2 x3", "2 x4", "8 x5"), (5,)),
        (("2 x3", "any of (5 x2, 6 x9)"), (3,)),
        (("2 x3", "exactly 5 x2"), (3,)),
    ],
)
def test_states_that_are_sure_to_be_reached_are_counted_before_any_is(counts, needs, paid, monkeypatch):
    lines = tuple((f"line{k}", goal(text)) for k, text in enumerate(counts))
    rule = GoalRule(lines, "two dice", goal("7"), paid)
    sure = prod(need + (paid == "each") for need in needs)
    playing = [state for state in rule.chart(mk.dice(2), 10**4).states if not isinstance(state, mk.End)]
    if len(needs) < len(counts) or paid == "best":  # a line may be true while a better one can still come
        assert len(playing) > sure
    else:
        assert len(playing) == sure - (paid == "each")  # with all lines made play is over
    monkeypatch.setattr(goal_rule, "explore", lambda *_: pytest.fail("explored"))
    with pytest.raises(mk.TooManyStates):
        rule.chart(mk.dice(2), sure - 1)
    for more in ({"within": 9}, {"until": goal("7 x2")}):
        other = replace(rule, **more)
        with pytest.raises(pytest.fail.Exception, match="explored"):
            other.chart(other.goals.outcomes, sure - 1)


def test_what_makes_no_rule():
    with pytest.raises(mk.GoalError, match="a ladder has at least one line"):
        GoalRule((), "two dice")
    with pytest.raises(mk.GoalError, match="0 trials cannot be asked for; there are from 1 to 100,000"):
        GoalRule((("made", goal("6")),), "two dice", within=0)
    with pytest.raises(mk.GoalError, match="write `before or with` where a part has one"):
        mk.ask("any of ((6 before 7), 8)", tie="goal")
    with pytest.raises(mk.GoalError, match="count is about outcomes, and this is a goal; write labels"):
        mk.count("6 before 7")
    deep = reduce(lambda inner, _: mk.any_of(inner, 8), range(60), goal("6"))
    assert mk.ask(deep).spins.mean == F(36, 10)
    with pytest.raises(mk.GoalError, match="goals are inside of goals more than 60 deep"):
        mk.ask(mk.any_of(deep, 8))


@pytest.mark.parametrize(
    ("text", "on", "p", "n"),
    [
        ("6x6 before 7", "two dice", "50%", 4),
        ("all of 2..12", "two dice", "99%", 189),
        ("heads", "coin", "3/4", 2),
    ],
)
def test_a_quantile_is_the_least_number_of_trials(text, on, p, n):
    found = mk.ask(text, on=on, quantile=p).quantile
    assert found.n == n
    wanted = F(p) if "/" in p else F(int(p[:-1]), 100)
    assert mk.ask(text, on=on, within=n).within.probability == found.probability >= wanted
    assert mk.ask(text, on=on, within=n - 1).within.probability < wanted


def test_a_sheet_of_many_counters_is_a_race_long_before_the_limit(sheet):
    """Twelve counters have 1,587,602 states, those that play alike merged; by clocks they need none."""
    needs = {2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 8: 6, 9: 5, 10: 4, 11: 3, 12: 2, "0": 7, "00": 7}
    goals = ", ".join(f"{outcome} x{need}" for outcome, need in needs.items())
    lines = f'wins = "any of ({goals}) before 7"\npays = {{ made = "evens", lost = "nothing" }}'
    found = sheet(lines, "dice on double zero").odds()
    ways = [6 - abs(7 - outcome) if isinstance(outcome, int) else 1 for outcome in needs]
    right = clocks.odds("first", list(zip(ways, needs.values(), strict=True)), 6, 38)
    assert found.states is None
    assert chances(found.never) == right.endings
    assert (found.never.spins.mean, found.never.spins.variance) == (right.mean, right.variance)
