"""Examples with a choice between actions, by a second road: enumeration, closed forms, published figures."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

import markov as mk
from markov.chain.chain import MAX_STATES
from markov.checker import canonical, check
from markov.proof.certificate import certificate, first_difference
from markov.proof.simulation import simulate
from markov.wager.decisions import decisions
from markov.wager.wager import net_pays
from tests.oracles.forger import acting

F = Fraction


def wager(file, name):
    return mk.game(f"examples/{file}")[name]


# Three dice, of which some are kept.

KEPT = {
    "three-sixes": lambda dice: 12 * (dice == (6, 6, 6)),
    "three-alike": lambda dice: (5 if dice[0] == 6 else 3) * (len({*dice}) == 1),
}


@cache
def best(name, dice, left):
    """The return of best play, each roll of each die listed."""
    if not left:
        return F(KEPT[name](dice))
    return max(worth(name, kept, left) for size in range(4) for kept in {*combinations(dice, size)})


def worth(name, kept, left):
    """The return of keeping these, and of best play after the roll."""
    rolls = product(range(1, 7), repeat=3 - len(kept))
    worths = [best(name, tuple(sorted((*kept, *roll))), left - 1) for roll in rolls]
    return sum(worths) / len(worths)


@pytest.mark.parametrize("name", KEPT)
def test_dice_that_are_kept_by_listing_every_roll(name):
    odds = wager("keep_dice.py", name).odds()
    first = [best(name, tuple(sorted(roll)), 2) for roll in product(range(1, 7), repeat=3)]
    assert odds.optimal.returned == sum(first) / 216
    for one in odds.strategy:
        left, dice = one.state
        assert one.worths[one.action] == best(name, dice, left)
    assert odds.never.returned == sum(F(KEPT[name](roll)) for roll in product(range(1, 7), repeat=3)) / 216


def test_a_yahtzee_comes_with_the_published_chance():
    """Five dice, of which best play keeps what it may; A096256 of oeis.org has the chance as a fraction."""
    rolls = {
        n: mk.Distribution(Counter(tuple(sorted(roll)) for roll in product(range(1, 7), repeat=n)))
        for n in range(6)
    }

    def step(state, roll):
        left, kept = state
        dice = tuple(sorted((*kept, *roll)))
        return (left - 1, dice) if left > 1 else mk.End("yahtzee" if len({*dice}) == 1 else "other")

    def actions(state):
        left, dice = state
        kept = {one for size in range(6) for one in combinations(dice, size)}
        return {f"keep {one}": (left, one) for one in sorted(kept)} if len(dice) == 5 else None

    rule = mk.PlainRule((3, ()), step, wheel=lambda state: rolls[5 - len(state[1])], actions=actions)
    pays = mk.Paytable({"yahtzee": F(20), "other": F(0)})
    odds = mk.Wager("Yahtzee", rule, rolls[5], pays, "a test").odds()
    assert odds.optimal.returned == 20 * F(347897, 7558272)


# Hold or roll.


def test_a_turn_of_pig_is_held_at_twenty_by_hand():
    """At 20 points a roll is worth what they are, 5/6 of (20 + 4); below it is worth more, above less."""
    odds = wager("hold_or_roll.py", "turn-of-pig").odds()
    worth = {points: F(points) for points in range(25, 31)}
    for points in range(24, -1, -1):
        worth[points] = max(F(points), sum(worth[points + face] for face in range(2, 7)) / 6)
    assert odds.optimal.returned == worth[0] / 10
    assert [offer.state for offer in odds.offers if offer.tie] == [20]
    assert [offer.state for offer in odds.offers if offer.take] == [21, 22, 23, 24]


# Which of two offers.


def test_which_of_two_offers_by_hand():
    """A 6 comes before a 7 with chance 5/11; who rolls once may insure after it, unless a 6 or a 7 came."""
    odds = wager("two_offers.py", "three-6s").odds()
    six = F(5, 11)
    insured = {sixes: 6 * six ** (3 - sixes) + 1 - six ** (3 - sixes) for sixes in (1, 2)}
    assert 9 * six > max(insured[2], 4)
    rolled = (5 * 9 * six + 25 * insured[1]) / 36
    (first,) = odds.strategy
    assert first.state == (1, False)
    assert first.worths == {"roll": rolled, "cash": 2, "insure": insured[1]}
    assert (first.action, odds.optimal.returned) == ("insure", six * insured[1])
    dear = wager("two_offers.py", "three-6s").with_pays({"cash-1": "5 for 2"}).odds()
    assert [one.action for one in dear.strategy] == ["cash"]
    late = wager("two_offers.py", "three-6s").with_pays({"cash-2": "5 for 1"}).odds()
    assert [(one.state[0], one.action) for one in late.strategy] == [(1, "roll"), (2, "cash")]


# Casino War. Edges of going to war and of surrendering, by decks, are "no bonus" and "surrender" of
# www.i-online-casinos.com/games/casino-war-odds.php.

WAR = ("2.42", "2.70", "2.79", "2.84", "2.86", "2.88", "2.89", "2.90")
SURRENDER = ("2.94", "3.40", "3.55", "3.62", "3.67", "3.70", "3.72", "3.73")
PUBLISHED_WAR = dict(enumerate(zip(WAR, SURRENDER, strict=True), 1))


def war_of(decks):
    six = wager("casino_war.py", "casino-war")
    rule = mk.Draws(dict.fromkeys(range(2, 15), 4 * decks), six.rule.rule, trial="card")
    return replace(six, rule=rule, wheel=rule.wheel(rule.start), game=None)


@pytest.mark.parametrize("decks", PUBLISHED_WAR)
def test_casino_war_has_the_published_edges(decks):
    """To half a unit of the last digit; surrender is what is left where nobody can win a war."""
    bet = war_of(decks)
    odds, hopeless = bet.odds(), bet.with_pays({"war-won": "nothing"}).odds()
    found = odds.optimal.edge.per_stake, hopeless.optimal.edge.per_stake
    assert {one.action for one in odds.strategy} == {"go to war"}
    assert {one.action for one in hopeless.strategy} == {"surrender"}
    for edge, published in zip(found, PUBLISHED_WAR[decks], strict=True):
        assert abs(100 * edge - F(published)) <= F(1, 200)


def test_casino_war_by_counting_cards():
    cards = 6 * 52
    tie = F(23, cards - 1)
    again = F(22 * 21 + 12 * 24 * 23, (cards - 2) * (cards - 3))  # two of that rank are gone
    lost = (1 - again) / 2
    odds = wager("casino_war.py", "casino-war").odds()
    assert odds.optimal.net == tie * ((1 - lost) - 2 * lost)
    assert odds.optimal.outlay == 1 + tie
    assert {one.worths["surrender"] for one in odds.strategy} == {F(1, 2)}
    assert {one.worths["go to war"] for one in odds.strategy} == {3 * (1 - lost) - 1}


# Red dog, the raise being an action: www.oddsshark.com/betting-101/casino/red-dog-odds.

PUBLISHED_DOG = {1: "3.155", 2: "3.077", 4: "2.88", 6: "2.80", 8: "2.75"}
ODDS = {1: 5, 2: 4, 3: 2} | dict.fromkeys(range(4, 12), 1)


def red_dog(decks):
    def spread(cards):
        return cards[1] - cards[0] - 1

    def step(state, rank):
        cards, raised = state
        if len(cards) < 2:
            both = tuple(sorted((*cards, rank)))
            if len(both) == 2 and not spread(both):
                return mk.End("consecutive", decides=False)
            return both, raised
        if spread(cards) < 0:
            return mk.End("three-of-a-rank") if rank == cards[0] else mk.End("pair", decides=False)
        won = cards[0] < rank < cards[1]
        return mk.End(f"{'raised' if raised else 'called'}-{spread(cards) if won else 'lost'}")

    def actions(state):
        cards, raised = state
        if len(cards) < 2 or spread(cards) < 0 or raised:
            return None
        return {"call": state, "raise": (cards, True)}

    hand = mk.PlainRule(((), False), step, actions=actions)
    rule = mk.Draws(dict.fromkeys(range(2, 15), 4 * decks), hand, trial="card")
    pays = {"consecutive": F(1), "pair": F(1), "three-of-a-rank": F(12)}
    pays |= {"called-lost": F(0), "raised-lost": F(0)}
    pays |= {f"called-{between}": F(1 + odds) for between, odds in ODDS.items()}
    pays |= {f"raised-{between}": F(2 + 2 * odds) for between, odds in ODDS.items()}
    more = mk.Paytable({name: F(1) for name in pays if name.startswith("raised")})
    return mk.Wager("Red dog", rule, rule.wheel(rule.start), mk.Paytable(pays), "a test", later_stakes=more)


def test_red_dog_is_best_raised_from_a_spread_of_seven():
    """Of the twelve ways in which the example raises from a spread on, the best is best of all."""
    odds = red_dog(1).odds()
    games = {n: mk.game("examples/red_dog.py", raise_from=str(n)) for n in range(1, 13)}
    fixed = {n: game["red-dog"].odds().never for n, game in games.items()}
    assert odds.optimal.net == max(play.net for play in fixed.values()) == fixed[7].net
    assert (odds.optimal.variance, odds.optimal.outlay) == (fixed[7].variance, fixed[7].outlay)
    assert odds.never.net == fixed[12].net
    for one in odds.strategy:
        (low, high), _ = one.state[1]
        assert one.action == ("raise" if high - low - 1 >= 7 else "call")


@pytest.mark.parametrize("decks", PUBLISHED_DOG)
def test_red_dog_has_the_published_edges(decks):
    published = PUBLISHED_DOG[decks]
    off = F(1, 2 * 10 ** len(published.partition(".")[2]))
    assert abs(100 * red_dog(decks).odds().optimal.edge.per_stake - F(published)) <= off


# The same wagers, asked other questions.


@pytest.mark.parametrize(
    ("file", "name"),
    [("keep_dice.py", "three-alike"), ("two_offers.py", "three-6s"), ("casino_war.py", "casino-war")],
)
def test_play_by_the_rule_agrees_with_the_odds(file, name):
    bet = wager(file, name)
    odds = bet.odds()
    trials = simulate(bet, odds, 20_000, seed=1)
    assert [trial.play for trial in trials] == ["never", "optimal"]
    assert all(abs(z) < 5 for trial in trials for z in (trial.z, trial.spins_z))
    met = {one.state for one in odds.strategy}
    for seed in range(20):
        told = bet.round(seed=seed, play="optimal")
        assert told.ending in {end.ending for end in odds.optimal.endings}
        for spin in told.spins:
            assert spin.chosen == tuple(odds.optimal.policy[spin.after] for _ in spin.chosen[:1])
            assert bool(spin.chosen) == (spin.after in met)


def test_other_questions_agree_with_the_odds():
    """Answers by pieces and by an envelope against the odds of the wager with those pays."""
    bet = wager("two_offers.py", "three-6s")

    def edge(pays):
        return bet.with_pays(pays).odds().optimal.edge.per_stake

    odds = bet.odds()
    law = bet.law(play="optimal")
    assert (law.mean, law.within(1)) == (odds.optimal.spins.mean, F(1, 6))
    price = bet.price("cash-1", edge="5%")
    assert edge({"cash-1": price.pay.returned}) == F(1, 20)
    moved = {effect.name: effect for effect in bet.sensitivity().pays}
    for name, effect in moved.items():
        now = bet.pays[name]
        assert effect.more == edge({name: now + 1}) - edge({})
        if effect.less is not None:
            assert effect.less == edge({name: now - 1}) - edge({})
    war = wager("casino_war.py", "casino-war")
    (effect,) = (one for one in war.sensitivity().pays if one.name == "surrender")
    dearer = war.with_pays(surrender=F(3, 2)).odds().optimal
    assert effect.more == dearer.edge.per_stake - war.odds().optimal.edge.per_stake
    assert {end.ending for end in dearer.endings} == {"won", "lost", "surrender"}


def test_a_design_is_for_the_best_of_all_ways_of_choosing(run):
    """Pays of two endings from a grid: each design has the edge that its odds have, and no other fits."""
    pays = ("--pay", "made=9..14", "--pay", "made-insured=5..8")
    asked = (*pays, "--edge", "1%..6%", "--count", "50", "--json")
    posted, *found = json.loads(run("design", "examples/two_offers.py", *asked)[1])["designs"]
    assert posted["design"] == "posted"
    free = "made", "made-insured"
    told = {tuple(F(one["pays"][name]["returned"]) for name in free) for one in found}
    bet = wager("two_offers.py", "three-6s")
    for made in range(9, 15):
        for insured in range(5, 9):
            edge = bet.with_pays({"made": F(made), "made-insured": F(insured)}).odds().optimal.edge.per_stake
            assert (F(1, 100) <= edge <= F(6, 100)) == ((made, insured) in told)


@pytest.mark.parametrize(
    ("file", "name", "pays"),
    [
        ("two_offers.py", "three-6s", {"made": range(8, 13), "cash-1": range(1, 4), "insured": range(2)}),
        ("keep_dice.py", "three-alike", {"three-sixes": range(3, 40, 4), "a-pair": range(1, 4)}),
    ],
)
def test_a_sweep_has_the_odds_of_every_paytable(run, file, name, pays):
    asked = (f"--pay={ending}={','.join(f'{pay} for 1' for pay in span)}" for ending, span in pays.items())
    found = json.loads(run("sweep", f"examples/{file}", name, *asked, "--json")[1])["rows"]
    bet, taken = wager(file, name), set()
    for row, every in zip(found, product(*pays.values()), strict=True):
        odds = bet.with_pays({ending: F(pay) for ending, pay in zip(pays, every, strict=True)}).odds()
        assert F(row["edge"]) == odds.never.edge.per_stake
        assert F(row["best_edge"]) == odds.optimal.edge.per_stake
        ends = {end.ending for end in odds.optimal.endings}
        assert set(row["takes"]) >= {name for name in ends if name.startswith("cash")}
        taken.add(odds.optimal.edge.per_stake)
    assert len(taken) > 3


@pytest.mark.parametrize("name", ["three-sixes", "three-alike"])
def test_the_decision_process_as_a_file_is_solved_to_the_same(run, tmp_path, name):
    """By the road of files, and with a certificate that the checker proves by substitution."""
    code, text, err = run("chain", "examples/keep_dice.py", name, "--to", "drn")
    assert (code, err) == (0, "")
    file, proof = tmp_path / "dice.drn", tmp_path / "proof.json"
    file.write_text(text)
    odds = wager("keep_dice.py", name).odds()

    def solved(reward, *more):
        asked = ("solve", file, "--reach", "over", "--reward", reward, "--max", "--json", *more)
        return json.loads(run(*map(str, asked))[1])["values"][0]["value"]

    assert solved("returned", "--certificate", proof) == str(odds.optimal.returned)
    assert solved("spins") == "3"
    code, out, _ = run("verify", str(proof), "--sheet", str(file), "--json")
    assert (code, json.loads(out)["ok"]) == (0, True)


def test_money_on_the_way_and_ends_without_a_pay_in_the_file(run, tmp_path):
    """Money put down is taken from the return; an ending without a pay is no action."""
    file, reward = tmp_path / "war.drn", "returned-less-added-stakes"
    file.write_text(run("chain", "examples/casino_war.py", "--to", "drn")[1])
    read = run("solve", str(file), "--reach", "over", "--reward", reward, "--max", "--json")[1]
    net = wager("casino_war.py", "casino-war").odds().optimal.net
    assert json.loads(read)["values"][0]["value"] == str(1 + net)
    assert "\n// deal: no card\n" in file.read_text()  # states as the rule calls them
    house = wager("two_offers.py", "three-6s").with_pays({"cash-1": None})
    process, brings = decisions(house).priced(house).model(net_pays(house))
    assert list(process[1, False]) == ["roll", "insure"]
    assert len(brings["returned"]) == len(brings["spins"]) == len(process.actions)


def test_what_has_no_pay_is_no_action_of_a_certificate():
    found = certified(wager("two_offers.py", "three-6s").with_pays({"cash-1": None}))
    actions = [[name for name, _ in found["rows"][i]] for i in acting(found)]
    assert actions == [["roll", "insure"], ["roll", "cash", "insure"]]
    assert "cash-1" not in found["pays"]


def certified(bet):
    game = mk.Game("A game", "a test", (), lambda _: [bet])
    found = certificate(game, {}, bet, MAX_STATES)
    assert all(held for _, held, _ in check(canonical(found)))
    assert first_difference(found, game, bet, MAX_STATES) == ""
    return found


def test_prizes_and_bags_pass_choices_on():
    """A prize of 3 or 5 for the third 6, which best play weighs by its mean."""
    plain = wager("two_offers.py", "three-6s")
    rule = mk.PrizedRule(plain.rule, {"made": mk.Prize((("8 for 1", 1), ("12 for 1", 3)))}, plain.wheel)
    others = {name: plain.pays[name] for name in plain.pays if name != "made"}
    prized = mk.Wager("Prized", rule, rule.wheel(rule.start), rule.pays(others), "a test")
    odds, fixed = prized.odds(), plain.with_pays(made="11 for 1").odds()
    assert odds.optimal.returned == fixed.optimal.returned
    assert odds.optimal.policy == fixed.optimal.policy
    assert "made:12" in {end.ending for end in odds.optimal.endings}
