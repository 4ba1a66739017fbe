"""Pays as text, paytables, and wagers whose pays fit what can happen."""

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markov.chain.chain import Chain, TooManyStates
from markov.distribution import Distribution, coin
from markov.wager.catalogue import find
from markov.wager.odds import answer
from markov.wager.paytable import Paytable, for_one, multiple, returned, to_one
from markov.wager.rule import End
from markov.wager.stopping import priced
from markov.wager.wager import PaytableMismatch, Wager
from tests.small_games import HeadsBeforeTails

amounts = st.fractions(min_value=0, max_denominator=10**9)


# Pays as text.


@pytest.mark.parametrize(
    ("pay", "gross"),
    [
        ("40 for 1", "40"),
        ("39 to 1", "40"),
        ("7 to 6", "13/6"),
        ("7 for 6", "7/6"),
        ("1 to 2", "3/2"),
        ("0 to 1", "1"),
        ("0 for 1", "0"),
        ("evens", "2"),
        ("Evens", "2"),
        ("nothing", "0"),
        ("  40   FOR\t1 ", "40"),
        ("0.95 to 1", "39/20"),
        ("1/2 to 1/4", "3"),
        ("+2 to 1", "3"),
    ],
)
def test_for_counts_the_stake_in_and_to_pays_it_back_on_top(pay, gross):
    assert returned(pay) == Fraction(gross)


@pytest.mark.parametrize(
    "pay",
    [
        *("", " ", "for 1", "40 for", "to", "40for1", "40 for1", "40 by 1", "40 for 1 for 1", "40 to 1 x"),
        *("nan", "inf", "1e400", "nan to 1", "inf to 1", "1e400 to 1", "1 to inf", "7 to 0", "7 for 0/5"),
        *("-1 to 1", "1 to -1", "-1 to -1", "1/0 to 1", "1 to 1/0", "evens to 1", "nothing for 1"),
        *("٤٠ for 1", "４０ for 1", "40 for １", "½ to 1", "1 ſor 1", "1_0 to 1", "0x10 to 1", "a to b"),
        *("9" * 5000 + " to 1", "1 to " + "9" * 5000, "9" * 5000, "1/" + "9" * 5000 + " for 1"),
    ],
)
def test_text_that_is_no_pay(pay):
    with pytest.raises(ValueError, match=r"is not a pay; write it like '40 for 1'") as caught:
        returned(pay)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("pay", "told"),
    [
        ("34:1", "write 34 to 1, or 34 for 1 if the stake is counted in"),
        ("3 - 2", "write 3 to 2, or 3 for 2 if the stake is counted in"),
        ("7/6", "write 7 to 6, or 7 for 6 if the stake is counted in"),
        ("9to5", "write 9 to 5, or 9 for 5 if the stake is counted in"),
        ("5", "write 5 to 1, or 5 for 1 if the stake is counted in"),
        ("1.5", "write 1.5 to 1, or 1.5 for 1 if the stake is counted in"),
        ("x2", "write 2 for 1 if the stake is counted in, or 2 to 1"),
        ("2X", "write 2 for 1 if the stake is counted in, or 2 to 1"),
        ("Push", "a push is 0 to 1"),
        ("money  back", "a push is 0 to 1"),
        ("half back", "half back: 1 for 2"),
        ("even money", "even money is evens, or 1 to 1"),
        ("0", "a loss is nothing, and a push is 0 to 1"),
        ("loses", "a loss is nothing, and a push is 0 to 1"),
    ],
)
def test_a_pay_in_the_words_of_the_floor_is_told_what_to_write(pay, told):
    with pytest.raises(ValueError, match=f"^'{re.escape(pay)}' is not a pay; {re.escape(told)}$"):
        returned(pay)
    for one in re.findall(r"[0-9.]+ (?:to|for) [0-9]+|evens|nothing", told):
        returned(one)  # what it is told to write is a pay


@given(amounts)
def test_a_pay_comes_back_from_its_text(gross):
    assert returned(to_one(gross)) == returned(for_one(gross)) == gross


@given(st.text())
def test_any_text_is_a_pay_or_refused(text):
    with suppress(ValueError):  # and no other exception
        assert returned(text) >= 0


@pytest.mark.parametrize(("text", "number"), [("2x", "2"), (" 0.5X ", "1/2"), ("0x", "0"), ("1/3x", "1/3")])
def test_a_multiple_of_the_wager(text, number):
    assert multiple(text) == Fraction(number)


@pytest.mark.parametrize(
    "text", ["", "x", "2", "x2", "2xx", "2x 3", "-1x", "nanx", "infx", "1e3x", "1/0x", "２x"]
)
def test_text_that_is_no_multiple(text):
    with pytest.raises(ValueError, match=r"is not a multiple of the wager; write it like '2x'"):
        multiple(text)


# Paytables.


def test_a_paytable_of_text_and_of_fractions():
    table = Paytable({"made": "40 for 1", "push": Fraction(1)})
    assert dict(table) == {"made": 40, "push": 1}
    assert (len(table), list(table)) == (2, ["made", "push"])
    assert repr(table) == "Paytable({'made': '39 to 1', 'push': '0 to 1'})"


@given(st.dictionaries(st.text(max_size=3), amounts, max_size=4))
def test_equal_paytables_have_equal_hashes(pays):
    one, other = Paytable(pays), Paytable({end: to_one(pay) for end, pay in reversed(pays.items())})
    assert one == other
    assert hash(one) == hash(other)


def test_a_paytable_does_not_change():
    table = Paytable({"made": "evens"})
    with pytest.raises(TypeError):
        table["made"] = Fraction(3)
    with pytest.raises(KeyError):
        table["lost"]
    with pytest.raises(ValueError, match="'40' is not a pay"):
        Paytable({"made": "40"})


# Wagers, and what is priced in them.


def on_chain(wager):
    return priced(wager, wager.chain())


COIN = Distribution({"heads": 1, "tails": 2})


def heads(pays, need=3, **fields):
    return Wager("Heads", HeadsBeforeTails(need), COIN, Paytable(pays), "here", **fields)


def test_the_chain_of_a_wager():
    chain = heads({}).chain()
    assert list(chain.states) == [0, 1, End("lost"), 2, End("made")]
    assert chain.transitions.row(0) == [(1, 1), (2, 2)]


def test_offers_exist_where_they_are_priced_and_ends_are_priced_all():
    table = on_chain(heads({"made": "9 for 1", "lost": "nothing", "cash-2": "2 for 1"}))
    assert table.ends == {2: End("lost"), 4: End("made")}
    assert table.offers == {3: End("cash-2")}
    assert on_chain(heads({"made": "9 for 1", "lost": "nothing"})).offers == {}
    with pytest.raises(PaytableMismatch, match="Heads: the ending 'lost' can happen, but has no pay"):
        on_chain(heads({"made": "9 for 1"}))


@pytest.mark.parametrize("idle", ["maed", "cash-3", ""])
def test_a_pay_for_what_cannot_happen(idle):
    with pytest.raises(
        PaytableMismatch,
        match=f"there is a pay for '{idle}', which cannot happen; the endings that can happen are "
        "lost, made, cash-0, cash-1, cash-2$",
    ):
        on_chain(heads({"made": "9 for 1", "lost": "nothing", idle: "evens"}))


@pytest.mark.parametrize("idle", ["cash-1", "mdae"])
def test_an_envy_for_what_cannot_happen(idle):
    envy = Paytable({idle: Fraction(2)})
    with pytest.raises(PaytableMismatch, match=f"there is an? envy for '{idle}'"):
        on_chain(heads({"made": "9 for 1", "lost": "nothing"}, envy=envy))


def test_a_wager_on_another_wheel_is_another_wager():
    wager = heads({"made": "9 for 1", "lost": "nothing"})
    assert wager == heads({"lost": "0 for 1", "made": "8 to 1"})
    assert wager != replace(wager, wheel=Distribution({"heads": 1, "tails": 1}))
    assert hash(wager) == hash(heads({"lost": "0 for 1", "made": "8 to 1"}))


def test_more_states_than_the_limit():
    assert len(heads({}, need=30).chain(limit=32).states) == 32
    with pytest.raises(TooManyStates, match="31"):
        heads({}, need=30).chain(limit=31)


def test_a_rule_that_lays_out_its_own_chain():
    class Charted(HeadsBeforeTails):
        def chart(self, wheel, limit):
            return Chain.of([0, End("lost")], [[(1, wheel.total)], []])

    wager = replace(heads({"lost": "nothing"}), rule=Charted(3))
    assert on_chain(wager).ends == {1: End("lost")}


def test_conditions_are_several_texts():
    bet = heads({"made": "9 for 1"})
    said = replace(bet, conditions=["The coin\n is flipped."])
    assert said.conditions == ("The coin is flipped.",)
    assert hash(said) != hash(bet)
    with pytest.raises(TypeError, match=r"conditions are one text; expected several, such as \['The coin"):
        replace(bet, conditions="The coin is flipped.")
    with pytest.raises(ValueError, match="found a condition that is not a text of up to 1,000 characters"):
        replace(bet, conditions=[7])


def test_an_outlay_is_exact_and_above_0():
    """A float went through every figure, and came out of them as one."""
    bet = find("repeater-bets-plus").wager("repeating-2")
    assert replace(bet, outlay="1.05") == replace(bet, outlay=Fraction(21, 20))
    assert replace(bet, outlay=1).outlay == 1
    for outlay, error, words in (
        (
            1.05,
            TypeError,
            "Repeating 2: outlay: 1.05 is a float, and floats aren't exact; write it as text: '1.05'",
        ),
        (None, TypeError, "Repeating 2: outlay: None is not a whole number or fraction"),
        ("much", ValueError, "Repeating 2: outlay: 'much' is not an exact number"),
        (0, ValueError, "Repeating 2: the outlay is 0; expected what is put up per unit staked, above 0"),
        (Fraction(-1), ValueError, "Repeating 2: the outlay is -1; expected"),
    ):
        with pytest.raises(error, match=words):
            replace(bet, outlay=outlay)


def test_a_rule_in_which_nothing_is_chosen_leaves_actions_out():
    """It has the odds of the same rule that offers nothing, and a pay for an offer is refused."""

    @dataclass(frozen=True)
    class Silent:
        start = 0

        def step(self, heads, side):
            return End("lost") if side == "tails" else heads + 1 if heads < 2 else End("made")

    class Told(Silent):
        def actions(self, heads):
            return None

    silent, told = (
        Wager("Heads", rule(), coin(), Paytable({"made": "7 for 1", "lost": "nothing"}), "here")
        for rule in (Silent, Told)
    )
    assert answer(silent).never == answer(told).never == answer(silent).optimal
    assert answer(silent).offers == ()
    with pytest.raises(PaytableMismatch, match="'cashed', which cannot happen"):
        answer(replace(silent, pays=silent.pays.changed({"cashed": "2 for 1"})))
