"""Sessions: ruin, goals and the money that is left, by following every amount of money."""

from fractions import Fraction

import pytest

import markov as mk
from markov.chain.transitions import TooMuchWork

F = Fraction
RED = {-1: "19/37", 1: "18/37"}


def gains(bet, play="never", stake=1):
    """The law of a round's gain: what comes back less what was put down."""
    law = {}
    for ending in getattr(bet.odds(), play).endings:
        gain = (ending.returned - bet.outlay - bet.later_stakes.get(ending.ending, F(0))) * stake
        law[gain] = law.get(gain, F(0)) + ending.probability
    return law


def followed(law, bankroll, needed, rounds, goal=None, stop=None):
    """The chances of the final money, by following every amount round after round."""
    now, over = {F(bankroll): F(1)}, {}
    for _ in range(rounds):
        after = {}
        for money, p in now.items():
            for gain, q in law.items():
                to = money + gain
                ends = to < needed or (goal and to >= goal) or (stop and to <= bankroll - stop)
                there = over if ends else after
                there[to] = there.get(to, F(0)) + p * q
        now = after
    for money, p in now.items():
        over[money] = over.get(money, F(0)) + p
    return over


@pytest.mark.parametrize(
    ("game", "wager", "needed", "terms"),
    [
        ("repeater-bets-plus", "repeating-2", 1, {"bankroll": 3, "rounds": 6}),
        ("repeater-bets-plus", "horn", 2, {"bankroll": 7, "bet": 2, "rounds": 5, "goal": 20}),
        ("quebec-place-bets", "buy-4", F(21, 20), {"bankroll": 4, "rounds": 6, "stop_loss": 2}),
        ("quebec-place-bets", "lay-6", F(61, 60), {"bankroll": F(7, 2), "rounds": 5}),
        ("craps", "pass-with-odds", 6, {"bankroll": 20, "rounds": 4}),
        ("craps", "dont-pass", 1, {"bankroll": 3, "rounds": 6, "goal": 6}),
        ("straights-and-8s", "straights-and-8s", 1, {"bankroll": 2, "rounds": 4}),
    ],
)
def test_a_session_is_what_following_the_money_gives(game, wager, needed, terms):
    bet = mk.game(game)[wager]
    found = bet.session(**terms)
    start = F(terms["bankroll"])
    law = gains(bet, stake=terms.get("bet", 1))
    final = followed(law, start, needed, terms["rounds"], terms.get("goal"), terms.get("stop_loss"))
    mean = sum(money * p for money, p in final.items())
    assert found.ruin.exact == sum(p for money, p in final.items() if money < needed)
    assert found.ahead.exact == sum(p for money, p in final.items() if money > start)
    assert found.even.exact == final.get(start, 0)
    assert found.behind.exact == sum(p for money, p in final.items() if money < start)
    assert found.final.mean.exact == mean
    assert found.final.variance.exact == sum(money**2 * p for money, p in final.items()) - mean**2
    if goal := terms.get("goal"):
        assert found.goal_reached.exact == sum(p for money, p in final.items() if money >= goal)
    if loss := terms.get("stop_loss"):
        assert found.stopped.exact == sum(p for money, p in final.items() if needed <= money <= start - loss)


def rolled(bet, bankroll, spins, taken, played, goal=None):
    """The chances of the final money, by following every state of play and amount through each spin."""
    start, wheel = bet.rule.start, bet.wheel
    now, over = {(None, F(bankroll)): F(1)}, {}  # None where no bet is made yet

    def net(end):
        return bet.pays[end] - bet.outlay - bet.later_stakes.get(end, F(0))

    def settled(money, p, waiting):
        ends = money < bet.outlay or (goal and money >= goal)
        there, key = (over, money) if ends else (waiting, (None, money))
        there[key] = there.get(key, F(0)) + p

    def end_of(state):
        return state.name if isinstance(state, mk.End) else taken.get(state)

    def spun(now):
        after = {}
        for (state, money), p in now.items():
            for outcome, weight in wheel.items():
                to = bet.rule.step(start if state is None else state, outcome)
                q = p * F(weight, wheel.total)
                if end_of(to):
                    settled(money + net(end_of(to)), q, after)
                else:
                    after[to, money] = after.get((to, money), F(0)) + q
        return after

    for _ in range(spins):
        now = spun(now)
    for (state, money), p in now.items():
        if state is None or not played:
            over[money] = over.get(money, F(0)) + p
        else:
            chances = played(state)
            for end, chance in chances.items():
                over[money + net(end)] = over.get(money + net(end), F(0)) + p * chance
    return over


def resolved(state):
    """The chances of a pass bet on a point to be made and lost."""
    return before_seven(int(state))


def before_seven(total):
    ways = 6 - abs(7 - total)
    made = F(ways, ways + 6)
    return {"made": made, "lost": 1 - made}


@pytest.mark.parametrize(
    ("game", "wager", "terms"),
    [
        ("craps", "pass", {"bankroll": 3, "spins": 7}),
        ("craps", "pass", {"bankroll": 3, "spins": 7, "still_open": "played"}),
        ("craps", "place-6", {"bankroll": 2, "spins": 5, "goal": 4}),
        ("craps", "place-6", {"bankroll": 3, "spins": 4, "still_open": "played"}),
        ("repeater-bets-plus", "repeating-2", {"bankroll": 2, "spins": 6, "play": "optimal"}),
    ],
)
def test_money_roll_by_roll(game, wager, terms):
    bet = mk.game(game)[wager]
    best = terms.get("play") == "optimal"
    taken = {offer.state: offer.ending for offer in bet.odds().offers if offer.take and best}
    resolving = {"pass": resolved, "place-6": lambda state: before_seven(6)}
    played = resolving[wager] if "still_open" in terms else None
    final = rolled(bet, terms["bankroll"], terms["spins"], taken, played, terms.get("goal"))
    found = bet.session(**terms)
    mean = sum(money * p for money, p in final.items())
    assert sum(final.values()) == 1
    assert found.ruin.exact == sum(p for money, p in final.items() if money < 1)
    assert found.ahead.exact == sum(p for money, p in final.items() if money > terms["bankroll"])
    assert found.final.mean.exact == mean
    assert found.final.variance.exact == sum(money**2 * p for money, p in final.items()) - mean**2


def test_a_law_that_is_one_spin_a_round():
    """A bet that the next roll decides: spins are rounds."""
    field = mk.game("craps")["field"]
    by_spins, by_rounds = (field.session(bankroll=5, **{what: 9}) for what in ("spins", "rounds"))
    assert (by_spins.ruin, by_spins.final) == (by_rounds.ruin, by_rounds.final)
    assert mk.session(RED, bankroll=2, spins=4).ruin == mk.session(RED, bankroll=2, rounds=4).ruin


@pytest.mark.parametrize(
    ("risk", "terms"),
    [
        (F(1, 20), {"rounds": 20}),
        (F(3, 5), {"rounds": 1}),
        (F(3, 10), {"rounds": 2}),
        (F(1, 5), {"goal": 12}),
        (F(1, 4), {"rounds": 15, "goal": 8}),
        (F(1, 100), {"rounds": 10, "bet": "1/3"}),
    ],
)
def test_the_least_bankroll_is_the_first_that_serves(risk, terms):
    found = mk.session(RED, risk=risk, **terms)
    bets = (bet * F(terms.get("bet", 1)) for bet in range(1, 100))
    assert found.bankroll == next(m for m in bets if mk.session(RED, bankroll=m, **terms).ruin.upper <= risk)
    assert found.risk == risk


def test_an_edge_for_the_player_may_last_for_ever():
    """(q/p)^z, as of Feller XIV.2."""
    found = mk.session({-1: "49/100", 1: "51/100"}, risk="5%")
    ruins = ((money, F(49, 51) ** money) for money in range(1, 200))
    assert found.bankroll == next(money for money, ruin in ruins if ruin <= F(1, 20)) == 75
    assert (found.final, found.rounds_played, found.ahead) == (None, None, None)


def test_a_risk_that_is_met_exactly():
    """(1/3)^2 is 1/9, no more."""
    found = mk.session({-1: "1/4", 1: "3/4"}, risk="1/9")
    assert (found.bankroll, found.ruin.exact) == (2, F(1, 9))
    assert mk.session({-1: "1/4", 1: "3/4"}, risk="1/10").bankroll == 3


def test_a_risk_that_is_not_told_from_the_ruin_and_a_bankroll_that_is_too_large(monkeypatch):
    law = {-1: "3/5", 2: "2/5"}
    ruin = mk.session(law, bankroll=3).ruin
    assert ruin.lower < ruin.upper
    with pytest.raises(TooMuchWork, match="the ruin of 3 is too near to"):
        mk.session(law, risk=ruin.lower)
    monkeypatch.setattr("markov.questions.session.session._MOST_STAKES", 32)
    assert mk.session(law, risk="1%").bankroll > 16
    monkeypatch.setattr("markov.questions.session.session._MOST_STAKES", 16)
    with pytest.raises(ValueError, match="the bankroll would be more than 16 bets"):
        mk.session(law, risk="1%")


def test_without_an_edge_ruin_is_sure():
    found = mk.session(RED, bankroll=20)
    assert (found.ruin.exact, found.behind.exact, found.ahead.exact) == (1, 1, 0)
    assert found.rounds_played.mean.exact == 20 * 37
    fair = mk.session({-1: "1/2", 1: "1/2"}, bankroll=20)
    assert (fair.ruin.exact, fair.rounds_played) == (1, None)


def test_proved_digits_hold_the_fraction():
    long = {"bankroll": 20, "rounds": 820}
    near, exact = mk.session(RED, **long), mk.session(RED, **long, fraction=True)
    assert (near.exact, exact.exact) == (False, True)
    for name in ("ruin", "ahead", "even", "behind"):
        known, true = getattr(near, name), getattr(exact, name).exact
        assert known.lower <= true <= known.upper
        assert known.width < F(1, 10**16)


@pytest.mark.parametrize(
    ("law", "terms"),
    [
        ({-1: "2/3", 1: "1/3"}, {"bankroll": 3}),
        ({-1: "2/3", 1: "1/3"}, {"bankroll": 3, "goal": 6}),
        ({-2: "1/2", 1: "1/2"}, {"bankroll": 4}),
        ({-1: "1/3", 1: "2/3"}, {"bankroll": 3}),
    ],
)
def test_many_rounds_are_for_ever_where_the_rest_is_proved_small(law, terms, monkeypatch):
    """10^9 rounds; and 5,000, which are followed too, as if they could not be."""
    assert mk.session(law, **terms, rounds=10**9).ruin.width < F(1, 10**20)
    followed = mk.session(law, **terms, rounds=5000)
    monkeypatch.setattr("markov.statistics.bankroll._MOST_WORK", 1)
    found = mk.session(law, **terms, rounds=5000)
    pairs = [(found.ruin, followed.ruin)]
    if found.final:
        pairs += [(found.behind, followed.behind), (found.final.mean, followed.final.mean)]
        pairs += [(found.rounds_played.mean, followed.rounds_played.mean)]
    for near, true in pairs:
        assert near.lower <= true.upper
        assert true.lower <= near.upper
        assert near.width < F(1, 10**6)


def test_an_even_game_is_not_over_after_many_rounds():
    with pytest.raises(mk.TooMuchWork):
        mk.session({-1: "1/2", 1: "1/2"}, bankroll=20, rounds=10**9)


def test_tiny_chances_have_digits_of_their_own():
    found = mk.session(RED, bankroll=1, goal=2000)
    r = F(19, 18)
    true = (r - 1) / (r**2000 - 1)
    assert found.goal_reached.lower <= true <= found.goal_reached.upper
    assert found.goal_reached.width < true / 10**9


def test_there_is_a_round_at_least():
    with pytest.raises(ValueError, match="rounds"):
        mk.session(RED, bankroll=5, rounds=0)


@pytest.mark.parametrize("law", [{0: "100%"}, {-1: "1/2", 1: "1/3"}, {}])
def test_a_law_that_is_none(law):
    with pytest.raises(ValueError, match=r"nothing ever changes|chances of a round"):
        mk.session(law, bankroll=5)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda: mk.layout({"red": 1}), "'red' is no wager; a law of one's own shares no spins"),
        (lambda: mk.session(3, bankroll=5, rounds=4), "3 is no wager, and no law"),
        (lambda: mk.session({-1: "1/2", 1: "1/2"}, bankroll=2.5), "the bankroll: 2.5 is a float"),
    ],
)
def test_what_is_no_wager_and_no_number(asked, sentence):
    with pytest.raises(TypeError, match=sentence):
        asked()


def test_a_round_that_cannot_lose():
    found = mk.session({0: "1/2", 1: "1/2"}, bankroll=5, goal=7)
    assert (found.ruin.exact, found.goal_reached.exact, found.rounds_played.mean.exact) == (0, 1, 4)
    assert mk.session({0: "1/2", 1: "1/2"}, bankroll=5).ruin.exact == 0
    words = mk.session({0: "1/2", 1: "1/2"}, bankroll=5, rounds=1).view().to_markdown()
    assert "standard deviation | 0.500000" in words
    assert "95% end with no more than | 6" in words
