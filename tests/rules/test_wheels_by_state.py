"""Rules that name the wheel of a state: the chain, and everything that reads a wheel."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

import markov as mk
from markov.checker import PHASED, check
from markov.proof.certificate import certificate, first_difference
from markov.proof.simulation import simulate
from markov.questions.letters.symbolic import lettered
from markov.statistics.layout import Layout
from markov.wager.pay_edits import game_of
from markov.wager.rule import NoAnswer
from tests.oracles import process
from tests.oracles.boards import filling
from tests.plays import chances
from tests.trials import all_within

RED = mk.Distribution({"win": 1, "lose": 2})
BLUE = mk.Distribution({"win": "3/7", "again": "1/7", "lose": "3/7"})
ODD = mk.Distribution({"win": 5, "lose": 6, "red": 2})


def step(state, outcome):
    """Colours of wheels, one after the other; three wins are the goal."""
    colour, wins = state
    if outcome == "lose":
        return mk.End("lost")
    if outcome == "red":
        return "red", wins
    wins += outcome == "win"
    return mk.End("made") if wins == 3 else ({"red": "blue", "blue": "odd", "odd": "red"}[colour], wins)


WHEELS = {"red": RED, "blue": BLUE, "odd": ODD}


def wager(pays=None, **changes):
    rule = mk.PlainRule(
        ("red", 0),
        step,
        lambda state: WHEELS[state[0]],
        lambda state: {"play on": state, "leave": mk.End(f"leave-{state[1]}")} if state[1] else None,
    )
    table = mk.Paytable({"made": "30 for 1", "lost": "nothing", **(pays or {})})
    return replace(mk.Wager("Colours", rule, RED, table, "this page"), **changes)


def by_hand(trials=None):
    """The chance of each ending, and the mean number of spins; after so many trials play is left open."""

    def move(at, outcome):
        state, made = at
        to = step(state, outcome)
        if isinstance(to, mk.End):
            return to.name
        return "open" if made + 1 == trials else (to, made + bool(trials))

    return process.solved((("red", 0), 0), move, lambda at: WHEELS[at[0][0]])


def test_the_odds_are_those_of_the_process():
    odds = wager().odds().never
    assert (chances(odds), odds.spins.mean) == by_hand()


def test_offers_are_judged_with_the_wheel_of_the_state():
    pays = {"leave-1": "3 for 1", "leave-2": "10 for 1"}
    found = {offer.state: offer for offer in wager(pays).odds().offers}
    blue_1, odd_1, odd_2 = ("blue", 1), ("odd", 1), ("odd", 2)
    best = {state: max(offer.offered, offer.continuing) for state, offer in found.items()}
    assert found[odd_2].continuing == Fraction(5 * 30 + 2 * best["red", 2], 13)
    assert found[blue_1].continuing == Fraction(3 * best[odd_2] + best[odd_1], 7)


def test_a_wager_whose_wheel_is_not_that_of_the_start_is_refused():
    with pytest.raises(ValueError, match=r"write wheel=rule\.wheel"):
        wager(wheel=BLUE)


def test_a_rule_with_a_field_of_that_name_has_one_wheel():
    class Fielded:
        wheel = RED
        start = 0

        def step(self, state, outcome):
            return mk.End(outcome)

    one = mk.Wager("One", Fielded(), RED, mk.Paytable({"win": "2 for 1", "lose": "nothing"}), "here")
    assert one.odds().never.returned == Fraction(2, 3)


def test_simulation_draws_from_the_wheel_of_the_state():
    one = wager({"leave-1": "3 for 1", "leave-2": "10 for 1"})
    trials = simulate(one, one.odds(), 60_000, 7)
    assert all_within(trials)
    assert trials[0].counts.keys() == {"made", "lost"}
    other = wager()
    off = replace(other.rule, wheel=lambda state: RED if state[0] == "red" else ODD)
    assert not all_within(simulate(replace(other, rule=off), other.odds(), 60_000, 7))


def test_a_round_is_told_with_the_wheel_of_the_state():
    one = wager()
    spins = [spin for seed in range(200) for spin in one.round(seed=seed).spins]
    assert {spin.before[0] for spin in spins} == set(WHEELS)
    assert all(spin.outcome in WHEELS[spin.before[0]] for spin in spins)
    assert {(spin.before[0], spin.outcome) for spin in spins} == {
        (colour, outcome) for colour, wheel in WHEELS.items() for outcome in wheel
    }


def test_the_law_of_the_spins_is_that_of_the_process():
    law = wager().law()
    for n in range(1, 7):
        assert law.within(n) == 1 - by_hand(n)[0]["open"]


def test_a_certificate_has_the_wheels_and_the_wheel_of_each_state():
    one = wager({"leave-1": "3 for 1", "leave-2": "10 for 1"})
    made = certificate(game_of(one), {}, one, 1_000)
    assert made["schema"] == PHASED
    text = json.dumps(made, sort_keys=True, separators=(",", ":"))
    assert all(held for _, held, _ in check(text))
    shown = [mk.Distribution({outcome: int(n) for outcome, n in wheel}) for wheel in made["wheels"]]
    for state, number, row in zip(made["states"], made["turned"], made["rows"], strict=True):
        assert (number is None) == isinstance(row, str)
        if number is not None:
            assert shown[number] == WHEELS[state[0]]
    assert first_difference(made, game_of(one), one, 1_000) == ""
    wheel_at = {**made, "turned": [number if number is None else 1 - number % 2 for number in made["turned"]]}
    assert first_difference(wheel_at, game_of(one), one, 1_000) == "turned"


def test_wheels_that_are_all_the_same_are_one_in_a_certificate():
    """In whatever order the rule lists their outcomes."""
    pays = mk.Paytable({"heads": "2 for 1", "tails": "nothing"})
    for named in ({"heads": 2, "tails": 1}, {"tails": 1, "heads": 2}):
        rule = mk.PlainRule(
            0,
            lambda state, side: state + 1 if side == "heads" and state < 2 else mk.End(side),
            lambda _, named=named: mk.Distribution(named),
        )
        one = mk.Wager("Heads", rule, mk.Distribution({"heads": 2, "tails": 1}), pays, "here")
        made = certificate(game_of(one), {}, one, 100)
        assert made["wheel"] == [["heads", "2"], ["tails", "1"]]
        plain = certificate(game_of(one), {}, replace(one, rule=replace(rule, wheel=None)), 100)
        assert made == plain or next(iter(named)) == "tails"  # whose states are met in another order
        text = json.dumps(made, sort_keys=True, separators=(",", ":"))
        assert [detail for _, held, detail in check(text) if not held] == []


def test_what_has_no_meaning_says_so():
    one = wager()
    found = one.sensitivity()
    assert [effect.name for effect in found.pays] == ["lost", "made"]
    assert found.pockets == ()
    assert "depends on how play stands" in found.why
    with pytest.raises(NoAnswer, match="a letter for pockets has no meaning here"):
        lettered(one, {"x": "pockets.win"})
    with pytest.raises(NoAnswer, match="on the same spins has no meaning here"):
        Layout.of({"one": one.odds(), "two": one.odds()}, "never")


# The families.


def test_a_bag_is_dealt_in_all_orders_alike():
    bag = {"a": 2, "b": 2, "c": 1}
    rule = mk.Draws(bag, mk.PlainRule("", lambda seen, kind: seen + kind), empty=mk.End("empty"))
    wager = mk.Wager("All", rule, rule.wheel(rule.start), mk.Paytable({"empty": "1 for 1"}), "here")
    assert (wager.odds().never.spins.mean, rule.label(rule.start)) == (5, "")
    dealt = {"".join(order) for order in permutations("aabbc")}
    chain = wager.chain()
    last = [state[1] for state in chain.states if not isinstance(state, mk.End) and len(state[1]) == 4]
    assert set(last) == {order[:4] for order in dealt}


ANY = mk.PlainRule(0, lambda drawn, kind: mk.End("drawn"))


def test_what_makes_no_bag():
    with pytest.raises(ValueError, match=r"the bag holds '1/2' of 'a', which is no whole number"):
        mk.Draws({"a": "1/2", "b": 3}, ANY)
    with pytest.raises(ValueError, match=r"the bag holds True of 'a', which is no whole number"):
        mk.Draws({"a": True, "b": 3}, ANY)
    with pytest.raises(ValueError, match="names the wheel of each state cannot read draws"):
        mk.Draws({"a": 1}, mk.FillBoard(2, "1/2"))


ACE_FIRST = 'wins = "ace before king"\n'


def bag_sheet(tmp_path, line):
    path = tmp_path / "bag.toml"
    path.write_text(f"""name = "Bag"
source = "here"
pays = {{ lost = "nothing" }}
[wheel]
kind = "bag"
holds = {{ ace = 2, king = 2, other = 4 }}
[wagers.Drawn]
{line}
""")
    return mk.game(path)


@pytest.mark.parametrize(
    ("line", "law"),
    [
        (
            'tallies = [{ counts = ["ace"], need = 2 }]\nstop = ["king"]\npays = { made = "evens" }',
            {"made": "1/6", "lost": "5/6"},
        ),
        (
            f'{ACE_FIRST}pays = {{ made = "2x gift" }}\n[prizes]\ngift = {{ "1 for 1" = 3, "5 for 1" = 1 }}',
            {"made:2": "9/32", "made:6": "3/16", "made:10": "1/32", "lost": "1/2"},
        ),
    ],
)
def test_a_sheet_draws_from_a_bag(tmp_path, line, law):
    odds = bag_sheet(tmp_path, line)["drawn"].odds().never
    assert {one.ending: str(one.probability) for one in odds.endings} == law


@pytest.mark.parametrize(
    ("chances", "lives", "filled"),
    [
        (("1/2", "1/3", "1/2"), 2, 0),
        (("1/2", "1/3", "1/2"), 2, 1),
        (("1/2", "1/3", "1/2", "1/5"), 1, 0),
        (("1/7", "1", "2/7", "1"), 2, 1),
        (("1", "1/2", "1/2", "1"), 1, 1),
        (("1/7", "2/7"), 3, 0),
        (("1/4", "1/4", "1/4"), 2, 1),
    ],
)
def test_a_board_with_a_chance_for_each_cell_fills_as_cell_by_cell(chances, lives, filled):
    board = mk.FillBoard(len(chances), chances, lives, filled)
    pays = mk.Paytable({ending: Fraction(n) for ending, n in board.endings.items()})
    bet = mk.Wager("Board", board, board.wheel(board.start), pays, "here")
    odds = bet.odds().never
    law, mean = filling(tuple(map(Fraction, chances[filled:])), lives, lives)
    found = {len(chances) - board.endings[one.ending]: one.probability for one in odds.endings}
    assert (found, odds.spins.mean) == (law, mean)
    assert all_within(simulate(bet, bet.odds(), 20_000, 7))


def test_cells_of_one_chance_are_one_kind():
    """A list of one chance is that chance; of several chances the cells of each are counted."""
    assert mk.FillBoard(3, ["1/2"] * 3, 2, 1) == mk.FillBoard(3, "1/2", 2, 1)
    board = mk.FillBoard(4, ["1/2", "1/9", "1/2", "1/9"], 2)
    assert (board.start, board.label(((1, 2), 1))) == (((0, 0), 2), "1 + 2 filled, 1 life left")
    pays = mk.Paytable(dict.fromkeys(board.endings, "1 for 1"))
    chain = mk.Wager("Board", board, board.wheel(board.start), pays, "here").chain()
    assert len(chain) == 2 * (3 * 3 - 1) + len(board.endings)
    assert board.words(False)[0] == (
        "A board has 2 cells with chance 1/2, 0 of them filled at the start; 2 cells with chance 1/9, "
        "0 of them filled at the start."
    )


def test_a_board_that_fills_for_certain():
    board = mk.FillBoard(4, 1)
    assert board.endings == {"full": 4}
    pays = mk.Paytable({"full": "1 for 1"})
    assert mk.Wager("Sure", board, board.wheel(board.start), pays, "here").odds().never.spins.mean == 1


@pytest.mark.parametrize(
    ("blanks", "told"),
    [
        ((0, "1/2"), "starts with an empty cell and a life at least; found cells = 0, filled = 0"),
        ((3, 0), "a cell fills with a chance above 0 and up to 1, not 0"),
        ((3, "3/2"), "a cell fills with a chance above 0 and up to 1, not 3/2"),
        ((3, "1/2", 0), "a life at least; found cells = 3, filled = 0, lives = 0"),
        ((3, ["1/2", "1/3"]), "3 cells, 2 chances; a list has one for each"),
        ((2, ["1/2", "0"]), "a cell fills with a chance above 0 and up to 1, not 0"),
        (
            (15, [f"1/{n}" for n in range(2, 17)]),
            "15 chances has 43,046,721 transitions, .*; give more of its",
        ),
        ((3, "1/2", 3, 3), "starts with an empty cell and a life at least; found cells = 3, filled = 3"),
    ],
)
def test_what_makes_no_board(blanks, told):
    with pytest.raises(ValueError, match=told):
        mk.FillBoard(*blanks)
