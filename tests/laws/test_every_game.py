"""The contract that every installed game keeps: a new game is held to all of it without a line here."""

import shlex
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from markov.chain.absorption import continuation_value, values
from markov.chain.chain import Chain
from markov.proof.simulation import simulate
from markov.wager.catalogue import shelf
from markov.wager.game import slug
from markov.wager.odds import Answer, Odds
from markov.wager.rule import End, explored, offer_of
from markov.wager.stopping import StoppingProblem, priced
from markov.wager.wager import Wager
from tests.oracles import steps
from tests.plays import changed
from tests.screens.screens import SESSIONS, asked
from tests.trials import all_within

GAMES = list(shelf())
ONE = Fraction(1)

# A wager with more states than LARGE by default takes seconds to solve. It is held to the laws at the
# defaults, and under each reading that gives it another number of states; a wheel with a zero less does not.
LARGE = 50_000
# Up to here every state is valued again in plain fractions, and explored again step by step.
SMALL = 3_000

ROUNDS, SEED = 20_000, 2


READINGS = [
    pytest.param(name, reading, id=f"{name} {changed(shelf()[name](), reading)}")
    for name in GAMES
    for reading in shelf()[name]().readings()
]

every_game = pytest.mark.parametrize("name", GAMES)
every_reading = pytest.mark.parametrize(("name", "reading"), READINGS)


@pytest.fixture
def answers(game, solved, name, reading) -> list[Answer]:
    """The answers of the wagers of the game under the reading, the largest as said above."""
    defaults, found = game(name).wagers(), []
    for key, wager in game(name).wagers(reading).items():
        states = solved(defaults[key]).states
        if wager == defaults[key] or states <= LARGE or size(wager) != states:
            found.append(solved(wager))
    assert found, "a reading without wagers keeps every law and shows nothing"
    return found


@pytest.fixture
def small(answers) -> list[tuple[Answer, StoppingProblem]]:
    """Answers, with the chain each is to be had from."""
    found = [(answer, _priced(answer.wager)) for answer in answers if answer.states <= SMALL]
    assert found, "no wager is small enough to be looked into"
    return found


@cache
def _priced(wager):
    return priced(wager, wager.chain())


@cache
def size(wager: Wager) -> int:
    return len(wager.chain().states)


def plays(answer: Answer) -> Iterator[Odds]:
    yield answer.never
    yield answer.optimal


def states(chain: Chain[Any]) -> list[Any]:
    """The states in which play is not over."""
    return [state for state in chain.states if not isinstance(state, End)]


# What a game says of itself.


@every_game
def test_a_game_is_found_by_its_slug_on_the_shelf_and_cites_its_source(game, name):
    assert game(name).slug == name
    assert game(name).source.strip()


@every_reading
def test_a_wager_cites_its_source(game, name, reading):
    assert game(name).wagers(reading)
    for key, wager in game(name).wagers(reading).items():
        assert wager.source.strip(), key
        assert slug(wager.name) == key, f"{wager.name} would not be found by its name"


@every_game
def test_wagers_have_slugs_of_their_own_and_are_the_same_under_every_reading(game, name):
    names = list(game(name).wagers())
    assert names
    for reading in game(name).readings():
        built = list(game(name).build(reading))
        assert [slug(wager.name) for wager in built] == names


@every_game
def test_an_option_asks_a_question_and_says_what_each_choice_means(game, name):
    keys = [option.key for option in game(name).options]
    assert len(set(keys)) == len(keys)
    for option in game(name).options:
        assert slug(option.key) == option.key
        assert option.question.strip().endswith("?"), option.key
        assert len(option.choices) >= 2, option.key
        assert all(meaning.strip() for meaning in option.choices.values()), option.key
        assert len(set(option.choices.values())) == len(option.choices), option.key
        assert option.default == next(iter(option.choices))


@every_game
def test_single_changes_are_the_defaults_and_every_other_choice_once(game, name):
    readings = list(game(name).readings())
    assert readings[0] == game(name).reading()
    assert len(readings) == 1 + sum(len(option.choices) - 1 for option in game(name).options)
    assert len({tuple(reading.items()) for reading in readings}) == len(readings)


@every_reading
def test_the_same_reading_builds_equal_wagers(game, name, reading):
    first, again = game(name).wagers(reading), game(name).wagers(reading)
    assert first == again
    assert [hash(wager) for wager in first.values()] == [hash(wager) for wager in again.values()]


@every_game
def test_an_option_changes_an_answer_or_says_why_not(game, solved, name):
    default = game(name).wagers()

    def alike(key: str, other: Wager) -> bool:
        one, another = solved(default[key]), solved(other)
        return (one.never, one.optimal, one.offers) == (another.never, another.optimal, another.offers)

    small_first = sorted(default, key=lambda key: solved(default[key]).states)
    for option in game(name).options:
        changes = (
            not alike(key, wagers[key])
            for choice in option.choices
            for wagers in [game(name).wagers({option.key: choice})]
            for key in small_first
            if wagers[key] != default[key]
        )
        assert any(changes) == (not option.idle.strip()), option.key


@every_game
def test_a_played_round_of_every_wager_is_kept_to_be_read(game, name):
    (session,) = (session for session in SESSIONS if session.stem == f"rounds-{name}")
    rounds = [shlex.split(line)[2:] for line in asked(session.read_text())]
    assert {tuple(words[:2]) for words in rounds} == {(name, wager) for wager in game(name).wagers()}
    assert all(words[2::2] == ["--seed", "--spins"] for words in rounds)


# Rules and paytables.


@every_reading
def test_every_ending_is_priced_and_every_priced_ending_happens_or_is_offered(answers):
    for answer in answers:
        happening = {ending.ending for ending in answer.never.endings}
        offered = {offer.ending for offer in answer.offers}
        assert happening | offered == set(answer.wager.pays), answer.wager.name
        assert not happening & offered, f"{answer.wager.name}: an offer has the name of an end"
        assert answer.wager.envy.keys() <= answer.wager.pays.keys(), answer.wager.name
        assert answer.wager.later_stakes.keys() <= answer.wager.pays.keys(), answer.wager.name
        assert all(more > 0 for more in answer.wager.later_stakes.values()), answer.wager.name
        assert all(pay >= 0 for pay in answer.wager.pays.values()), answer.wager.name
        assert answer.wager.outlay > 0, answer.wager.name


@every_reading
def test_an_offer_stands_wherever_the_rule_makes_one_that_has_a_price(small):
    for answer, table in small:
        rule, pays = answer.wager.rule, answer.wager.pays
        standing = {
            state: (end.name, pays[end.name])
            for state in states(table.chain)
            if (end := offer_of(rule, state)) is not None and end.name in pays
        }
        assert {o.state: (o.ending, o.offered) for o in answer.offers} == standing, answer.wager.name
        assert len({offer.state for offer in answer.offers}) == len(answer.offers), answer.wager.name


_WALKED = set()  # rules of readings that change pays alone are walked once


@every_reading
def test_the_chain_is_what_the_rule_comes_to_step_by_step(small):
    for answer, table in small:
        wager = answer.wager
        rule = wager.rule, wager.wheel, frozenset(wager.pays)
        if rule in _WALKED:
            continue
        _WALKED.add(rule)
        chain, walked = table.chain, explored(wager.rule, wager.wheel)
        assert chain.states[0] == wager.rule.start
        assert answer.states == len(chain.states)
        if not chain.merged:
            assert steps.labelled(chain) == steps.labelled(walked), wager.name
        for i, total in enumerate(chain.transitions.totals.tolist()):
            assert total == (0 if isinstance(chain.states[i], End) else wager.wheel.total), wager.name


# Chances and money.


@every_reading
def test_chances_sum_to_exactly_1_and_a_play_takes_at_least_one_spin(answers):
    for answer in answers:
        for play in plays(answer):
            assert sum(ending.probability for ending in play.endings) == 1, answer.wager.name
            assert all(0 < ending.probability <= 1 for ending in play.endings), answer.wager.name
            names = [ending.ending for ending in play.endings]
            assert len(set(names)) == len(names), answer.wager.name
            assert play.spins.mean >= 1, answer.wager.name
            assert play.spins.variance >= 0, answer.wager.name
        assert answer.optimal.spins.mean <= answer.never.spins.mean, answer.wager.name


@every_reading
def test_forward_agrees_with_backward(small):
    for answer, table in small:
        taken = taken_in(answer, table)
        for play, stops in ((answer.never, {}), (answer.optimal, taken)):
            worth = valued(answer, table, stops)
            assert play.returned == worth[0], answer.wager.name
            chain = table.chain.transitions.stopped(stops)
            assert play.spins.mean == values(chain, {}, reward=ONE)[0], answer.wager.name


def taken_in(answer: Answer, table: StoppingProblem) -> dict[int, Fraction]:
    """By index of each state in which best play takes the offer: what is offered."""
    taken = {offer.state: offer.offered for offer in answer.offers if offer.take}
    return {i: taken[table.chain.states[i]] for i in table.offers if table.chain.states[i] in taken}


def valued(answer: Answer, table: StoppingProblem, stops: Mapping[int, Fraction]) -> list[Fraction]:
    chain = table.chain.transitions.stopped(stops)
    payoff = {i: answer.wager.pays[end.name] for i, end in table.ends.items()}
    return values(chain, {**payoff, **stops})


@every_reading
def test_the_money_of_a_play_is_that_of_its_endings(answers):
    for answer in answers:
        wager = answer.wager
        for play in plays(answer):
            chances = {ending.ending: ending.probability for ending in play.endings}
            assert {e.ending: e.returned for e in play.endings} == {e: wager.pays[e] for e in chances}
            returned = sum(p * wager.pays[e] for e, p in chances.items())
            outlay = sum(p * (wager.outlay + wager.later_stakes.get(e, 0)) for e, p in chances.items())
            assert play.returned == returned, wager.name
            away = {e: wager.pays[e] - wager.total_staked(e) - (returned - outlay) for e in chances}
            assert play.variance == sum(p * away[e] ** 2 for e, p in chances.items()), wager.name
            assert play.envy == sum(p * wager.envy.get(e, 0) for e, p in chances.items()), wager.name
            assert play.hit_frequency == sum(p for e, p in chances.items() if wager.pays[e]), wager.name
            assert play.outlay == outlay
            assert play.net == returned - outlay
            assert play.rtp * outlay == returned
            assert play.house_after_envy == outlay - returned - play.envy


@every_reading
def test_every_edge_is_the_expected_loss_over_its_base(answers):
    for answer in answers:
        for play in plays(answer):
            edge, loss = play.edge, -play.net
            assert edge.per_stake == loss, answer.wager.name
            assert edge.per_outlay * play.outlay == loss, answer.wager.name
            assert edge.per_spin * play.spins.mean == loss, answer.wager.name
            assert edge.per_outlay == 1 - play.rtp, answer.wager.name


@every_reading
def test_a_wager_is_resolved_where_it_is_neither_pushed_nor_taken_down(small):
    for answer, table in small:
        wager = answer.wager
        ends = {end.name: end for end in (*table.ends.values(), *table.offers.values())}
        for play in plays(answer):
            resolved = sum(
                ending.probability
                for ending in play.endings
                if ends[ending.ending].decides and ending.returned != wager.total_staked(ending.ending)
            )
            if resolved:
                assert play.edge.per_resolved * resolved == play.edge.per_stake, wager.name
            else:
                assert play.edge.per_resolved is None, wager.name


# Best play.


@every_reading
def test_an_offer_is_taken_exactly_where_it_is_worth_more_than_playing_on(answers):
    for answer in answers:
        for offer in answer.offers:
            at = f"{answer.wager.name} in {offer.state}"
            assert offer.take == (offer.offered > offer.continuing), at
            assert offer.tie == (offer.offered == offer.continuing), at
            assert offer.margin == offer.offered - offer.continuing, at
            assert offer.never <= offer.continuing, at
        taken = {offer.ending for offer in answer.offers if offer.take}
        assert answer.optimal.returned >= answer.never.returned, answer.wager.name
        assert taken or answer.optimal == answer.never, answer.wager.name
        ended = {ending.ending for ending in answer.optimal.endings}
        assert ended <= taken | {ending.ending for ending in answer.never.endings}, answer.wager.name


@every_reading
def test_no_single_offer_taken_or_declined_otherwise_would_be_better(small):
    for answer, table in small:
        worth, alone = (valued(answer, table, stops) for stops in (taken_in(answer, table), {}))
        offers = {offer.state: offer for offer in answer.offers}
        for i in table.offers:
            offer = offers[table.chain.states[i]]
            once = continuation_value(table.chain.transitions.row, worth, i)
            at = f"{answer.wager.name} in {offer.state}"
            assert offer.never == alone[i], at
            if offer.take:
                # Declined once, and taken at the next return: no better, as it is declined for a while.
                assert offer.continuing <= once < offer.offered == worth[i], at
            else:
                assert offer.offered <= once == worth[i] == offer.continuing, at


def test_the_laws_of_offers_have_seen_offers_taken_declined_and_tied(game, solved):
    wagers = (wager for name in GAMES for wager in game(name).wagers().values())
    offers = [offer for wager in wagers for offer in solved(wager).offers]
    assert any(offer.take for offer in offers)
    assert any(offer.tie for offer in offers)
    assert any(offer.margin < 0 for offer in offers)


# The rules, played.


@every_game
def test_a_seeded_simulation_of_the_rules_agrees(game, solved, name):
    answers = [solved(wager) for wager in game(name).wagers().values()]
    played = [answer for answer in answers if answer.states <= LARGE]
    assert played
    for answer in played:
        trials = simulate(answer.wager, answer, ROUNDS, SEED)
        assert [trial.play for trial in trials] == ["never", "optimal"]
        assert all(sum(trial.counts.values()) == ROUNDS for trial in trials)
        assert all_within(trials), [(trial.wager, trial.play, trial.z, trial.spins_z) for trial in trials]
