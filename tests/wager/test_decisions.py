"""Rules that offer several actions in a state: against every policy there is, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import markov as mk
from markov.wager.decisions import by_policy, decisions
from markov.wager.odds import Solved, solved
from markov.wager.rule import PLAY_ON, NoAnswer, RuleError
from tests.draws import examples
from tests.oracles.decisions import reward
from tests.wager import written
from tests.wager.choices import WHEEL, Table, ends_everywhere, wagers

F = Fraction


def process(wager):
    """The wager for the oracle: (reward, row) by choice, ends last; what is chosen at once is a sure step."""
    met = decisions(wager).process
    states = list(met.states)
    at = {state: i for i, state in enumerate(states)}
    listed = []
    for state in states:
        rows = [] if isinstance(state, mk.End) else list(met[state].values())
        choices = []
        for row in rows:
            total = sum(row.values())
            paid = sum(w * wager.pays[to.name] for to, w in row.items() if isinstance(to, mk.End))
            choices.append((F(paid, total), {at[to]: w for to, w in row.items()}))
        listed.append(choices)
    return listed, {i for i, state in enumerate(states) if isinstance(state, mk.End)}


def every_return(wager):
    """The return from the start under every policy that ends, by plain elimination."""
    listed, targets = process(wager)
    found = []
    for policy in product(*(range(max(1, len(choices))) for choices in listed)):
        if (value := reward(listed, targets, list(policy))[0]) is not None:
            found.append(value)
    return found


@settings(max_examples=examples(150))
@given(wagers())
def test_best_play_returns_the_most_of_all_policies(wager):
    assume(ends_everywhere(wager))
    odds = wager.odds()
    assert odds.optimal.returned == max(every_return(wager))
    assert sum(end.probability for end in odds.optimal.endings) == 1
    for one in odds.strategy:
        assert one.worths[one.action] == max(one.worths.values())


@settings(max_examples=examples(100))
@given(wagers())
def test_a_policy_played_as_a_rule_has_the_same_odds(wager):
    """The chain of a policy against the rule that follows it, explored and solved as any other."""
    assume(ends_everywhere(wager))
    odds = wager.odds()
    for way in ("never", "optimal"):
        play, fixed = odds.played(way), by_policy(wager, odds.policy(way))
        came = {end.ending for end in play.endings}
        again = replace(fixed, pays=mk.Paytable({name: wager.pays[name] for name in came})).odds().never
        assert again.in_order() == play.in_order()


@settings(max_examples=examples(60))
@given(wagers(), st.sampled_from(["won", "cash-0", "lost"]), st.data())
def test_the_return_by_a_pay_is_the_greatest_of_all_ways(wager, ending, data):
    assume(ending in wager.pays and ends_everywhere(wager))
    rule = solved(wager)
    envelope = rule.envelope(wager)
    ways = [outcome.returned for outcome in envelope.every()]
    curve = rule.by_pay(wager, ending).curve()
    for pay in (F(0), F(1), F(7, 3), F(4), F(100), *curve.kinks):
        pays = {**wager.pays, ending: pay}
        assert curve.returned(pay) == max(way.at(pays) for way in ways)
    slope = envelope.optimum().slopes()[ending]
    best = [way for way in ways if way.at(wager.pays) == max(way.at(wager.pays) for way in ways)]
    chances = [way.coefficient(ending) for way in best]
    assert (slope.left, slope.right) == (min(chances), max(chances))


@settings(max_examples=examples(100))
@given(written.wagers(st.sampled_from([0, 1, 2, F(5, 2), 3])))
def test_stopping_at_best_is_what_the_best_policy_does(wager):
    """The same wager by optimal stopping, and as a decision process."""
    stopped = wager.odds()
    chosen = Solved(wager.rule, wager.wheel, decisions(wager)).answer(wager)
    assert (stopped.strategy, chosen.offers) == ((), ())
    for one, other in ((chosen.never, stopped.never), (chosen.optimal, stopped.optimal)):
        assert one.in_order() == other.in_order()
    offers = {offer.state: offer for offer in stopped.offers}
    for made in chosen.strategy:
        offer = offers[made.state]
        assert made.action == (offer.ending if offer.take else PLAY_ON)
        assert made.worths[offer.ending] == offer.offered


CASH = mk.End("cash")


@pytest.mark.parametrize(
    ("actions", "stops"),
    [
        ({"roll": 0, "cash": CASH}, True),
        ({"roll": 0}, True),
        ({"cash": CASH, "roll": 0}, False),  # who does not think ends play at once
        ({"roll": 0, "give up": mk.End("lost")}, False),  # a trial can bring it too
        ({"roll": 0, "cash": CASH, "leave": mk.End("left")}, False),
        ({"roll": 0, "wait": 1}, False),
        ({"cash": CASH}, False),
    ],
)
def test_to_stop_or_to_play_on_is_an_offer_and_all_else_a_strategy(actions, stops):
    wager = bet(actions, {"roll": 1}, {}, steps=((2, 0), FLIP, FLIP))
    more = {end.name: F(2) for end in actions.values() if isinstance(end, mk.End) and end.name != "lost"}
    wager = replace(wager, pays=mk.Paytable({**wager.pays, **more}))
    assert wager.has_actions is not stops
    if len(actions) == 1 and more:  # all that can be done is to cash, so nothing can be won
        wager = replace(wager, pays=mk.Paytable(more))
    odds = wager.odds()
    assert {offer.ending for offer in odds.offers} == (more.keys() if stops else set())
    assert len(odds.strategy) == (not stops and len(actions) > 1)
    assert odds.optimal.returned == max(F(1), *more.values(), F(0))


FLIP = (mk.End("won"), mk.End("lost"))


def bet(*options, steps=(FLIP,), **pays):
    """A wager on a written rule, by state its actions; unless it is said, won pays 3 for 1."""
    paid = {"won": F(3), "lost": F(0), **pays}
    rule = Table(tuple(steps), tuple(tuple(one.items()) for one in options))
    return mk.Wager("Bet", rule, WHEEL, mk.Paytable(paid), "a test")


def test_an_exact_tie_makes_the_first_choice():
    for names in (("roll", "cash"), ("cash", "roll")):
        options = {"roll": 0, "cash": mk.End("cash"), "wait": 1}
        choices = {name: options[name] for name in (*names, "wait")}
        odds = bet(choices, {"give up": mk.End("lost")}, steps=(FLIP, FLIP), cash=F(1)).odds()
        assert (odds.strategy[0].action, odds.strategy[0].tie) == (names[0], True)
        assert odds.optimal.returned == 1


def test_a_tie_that_would_go_on_for_ever_is_broken_by_what_ends():
    """To go back is worth what rolling is, and comes first; but from there the best is to come here again."""
    quit_ = {"quit": mk.End("lost")}
    odds = bet({**quit_, "there": 1}, {**quit_, "back": 0, "roll": 1}, steps=((0, 0), FLIP)).odds()
    assert (odds.optimal.returned, odds.optimal.policy) == (F(1), {0: "there", 1: "roll"})
    assert odds.strategy[1].worths == {"quit": 0, "back": 1, "roll": 1}


def test_first_choices_that_never_end_are_refused():
    circle = bet({"there": 1}, {"back": 0, "roll": 1}, steps=((0, 0), FLIP))
    waiting = bet({"wait": 1, "roll": 0}, {}, steps=(FLIP, (1, 1)))
    for wager in (circle, waiting):
        with pytest.raises(mk.NotAbsorbing, match="by the first choices, so play could go on for ever"):
            wager.odds()


def test_a_state_in_which_no_choice_leads_to_an_end_is_refused():
    """Even if nobody has to go there."""
    trap = bet({"roll": 0, "wait": 1}, {}, steps=(FLIP, (1, 1)))
    with pytest.raises(mk.NotAbsorbing, match="no end can be reached from state 1, so"):
        trap.odds()


def test_an_ending_without_a_pay_is_no_choice():
    wager = bet({"roll": 0, "cash": mk.End("cash")}, cash=F(5))
    assert wager.odds().optimal.returned == 5
    house = wager.with_pays(cash=None)
    assert (house.odds().optimal.returned, house.odds().strategy) == (1, ())
    assert house.with_pays(cash="6 for 1").odds().optimal.returned == 6
    steps = ((1, 2), FLIP, FLIP)
    nothing_left = bet({}, {"cash": mk.End("cash")}, {}, steps=steps, cash=F(1)).with_pays(cash=None)
    with pytest.raises(mk.NotAbsorbing, match="from state 1"):
        nothing_left.odds()


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({}, r"actions\(0\) is {}; expected actions by name, or None where there are none"),
        ("roll", r"actions\(0\) is 'roll'; expected actions by name"),
        ({"roll": []}, r"actions\(0\)\['roll'\] is of type list, which has no hash; expected a state"),
        ({3: 0}, r"actions\(0\) has an action 3; expected a name"),
        ({" ": 0}, r"actions\(0\) has an action ' '; expected a name"),
    ],
)
def test_choices_that_are_none_name_the_state(choices, told):
    rule = mk.PlainRule(0, lambda state, outcome: mk.End("won"), actions=lambda state: choices)
    wager = mk.Wager("Bet", rule, WHEEL, mk.Paytable({"won": F(1)}), "a test")
    with pytest.raises(RuleError, match=told):
        wager.odds()


def doubled(more):
    """A flip on which as much again may be put down, for a pay of so much more."""
    steps = (FLIP, (mk.End("won-double"), mk.End("lost-double")))
    wager = bet({"roll": 0, "double": 1}, {}, steps=steps, **{"won-double": 3 + more, "lost-double": F(0)})
    return replace(wager, later_stakes=mk.Paytable({"won-double": F(1), "lost-double": F(1)}))


def test_money_on_the_way_is_weighed():
    """Won once in three: as much again is worth putting down for more than 3 more."""
    for more, action in ((F(29, 10), "roll"), (F(3), "roll"), (F(31, 10), "double")):
        odds = doubled(more).odds()
        assert odds.optimal.policy == {0: action}
        assert odds.strategy[0].worths == {"roll": 1, "double": more / 3}
        assert odds.optimal.net == max(F(0), more / 3 - 1)
        assert odds.optimal.outlay == (2 if action == "double" else 1)


def test_questions_that_do_not_weigh_money_on_the_way_are_refused():
    wager = doubled(F(4))
    for ask in (lambda: wager.price("won", edge="1%"), lambda: solved(wager).by_pay(wager, "won")):
        with pytest.raises(NoAnswer, match="more money is put down during the round"):
            ask()


def test_what_needs_one_way_of_playing_is_refused_before_the_work(tmp_path):
    wager = bet({"cash": mk.End("cash"), "roll": 0}, cash=F(1))
    for ask in (wager.chain, wager.surrender, lambda: wager.report(tmp_path / "report.xlsx")):
        with pytest.raises(NoAnswer, match="Bet: the player chooses between actions"):
            ask()


def test_static_methods_are_parts_of_a_rule():
    class Flip:
        start = 0

        @staticmethod
        def step(state, outcome):
            return FLIP[outcome == "b"]

        @staticmethod
        def actions(state):
            return {"roll": 0, "cash": mk.End("lost")}

    pays = mk.Paytable({"won": F(3), "lost": F(0)})
    assert mk.Wager("Bet", Flip(), WHEEL, pays, "a test").odds().optimal.returned == 1


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"actions": {0: {"roll": 0}}}, "`actions` of a rule is .*; expected a function"),
        ({"wheel": WHEEL}, "`wheel` of a rule is .*; expected a function"),
        (
            {"actions": lambda: {"roll": 0}},
            r"`actions` of its rule takes too little; expected actions\(state\)",
        ),
        ({"label": lambda: "start"}, r"`label` of its rule takes too little; expected label\(state\)"),
    ],
)
def test_a_part_of_a_rule_that_cannot_be_asked_is_refused(parts, told):
    """A table in place of a function would be passed over, and the odds be those of a rule without it."""
    with pytest.raises(TypeError, match=told):
        mk.Wager(
            "Bet", mk.PlainRule(0, lambda state, outcome: FLIP[0], **parts), WHEEL, mk.Paytable({}), "a test"
        )


def test_endings_that_could_be_chosen_are_named_where_a_pay_fits_none():
    with pytest.raises(
        mk.PaytableMismatch, match=r"'won', which cannot happen; the endings that can happen are cash$"
    ):
        bet({"cash": mk.End("cash")}).odds()


def test_an_ending_has_a_name():
    """A number would come up to no line of any table."""
    with pytest.raises(TypeError, match="a pay is for the ending 5; expected its name, such as 'made'"):
        mk.Paytable({5: "2 for 1"})
