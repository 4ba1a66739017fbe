"""The figures of an appendix: each reached again by another each."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings

from markov.appendix import chapter as chapter_module
from markov.appendix import layout as layout_module
from markov.appendix.canonical import SMALL, canonical
from markov.appendix.chapter import QUANTILES, comparisons, spins_law
from markov.appendix.dossier import dossier
from markov.appendix.layout import layout, layout_section
from markov.appendix.report import report_files
from markov.chain.absorption import values
from markov.chain.chain import Chain, TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.proof.simulation import simulate
from markov.proof.verdict import verdict
from markov.rules.plain import PlainRule
from markov.statistics.exposure import exposure
from markov.statistics.joint import joint
from markov.statistics.repeated import interval, repeated
from markov.wager.catalogue import find
from markov.wager.game import Game, Option, slug
from markov.wager.odds import answer
from markov.wager.odds import solved as solution
from markov.wager.outcome import Outcome
from markov.wager.paytable import Paytable
from markov.wager.rule import End, offer_of
from markov.wager.stopping import lumped_by_ending, priced
from markov.wager.wager import Wager
from tests.appendix.dossiers import ROUNDS, SHEETS, chapter_of, made, terms
from tests.draws import examples
from tests.laws.chains import with_offers
from tests.plays import forward
from tests.small_games import GAME, ladder
from tests.statistics.layouts import Walk, tally_wagers, wheels
from tests.texts import LUCKY

RUNS = [(game, name) for game, names in SHEETS.items() for name in names]
every_chapter = pytest.mark.parametrize("one", RUNS, ids=" ".join, indirect=True)
BOTH = ("never", "optimal")
every_sheet = pytest.mark.parametrize("sheet", SHEETS)


@pytest.fixture
def one(request):
    """The chapter of a wager."""
    return chapter_of(*request.param)


def taken(answered):
    return {offer.state: offer.ending for offer in answered.offers if offer.take}


# The canonical form


def check_canonical(form, payoff):
    """The form solves its equations; payoff by end."""
    worths = form.worth([payoff[end] for end in form.ends])
    spins = form.spins()
    size = range(len(form.states))
    unit = [[Fraction(i == j) for j in size] for i in size]
    left = [[unit[i][j] - form.onward[i][j] for j in size] for i in size]
    inverse = [list(line) for line in form.fundamental]
    assert [[sum(left[i][j] * inverse[j][k] for j in size) for k in size] for i in size] == unit
    for i in size:
        assert sum(form.onward[i]) + sum(form.ending[i]) == 1
        assert sum(form.absorption[i]) == 1
        assert spins[i] == 1 + sum(form.onward[i][j] * spins[j] for j in size)
        for k in range(len(form.ends)):
            assert form.absorption[i][k] == sum(inverse[i][j] * form.ending[j][k] for j in size)
        ends = zip(form.ending[i], form.ends, strict=True)
        onward = sum(form.onward[i][j] * worths[j] for j in size)
        assert worths[i] == onward + sum(chance * payoff[end] for chance, end in ends)
        # N(I - Q) = I as well as (I - Q)N = I
        assert [sum(inverse[i][j] * left[j][k] for j in size) for k in size] == unit[i]


@given(with_offers(most=12, offers=0))
@settings(max_examples=examples(40))
def test_the_canonical_form_of_any_chain(drawn):
    chain, payoff, _ = drawn
    form = canonical(chain)
    if form is None:
        assert len(payoff) == len(chain.states)
        return
    assert form.ends == tuple(chain.states[i] for i in sorted(payoff))
    check_canonical(form, {chain.states[i]: worth for i, worth in payoff.items()})


@every_chapter
def test_the_canonical_form_is_that_of_the_rule(one):
    form, wager = canonical(one.page), one.wager
    if form is None:
        assert len(one.page.states) - len(one.page.transitions.absorbing) > SMALL
        return
    check_canonical(form, {end: wager.pays[end.name] for end in form.ends})
    for i, state in enumerate(form.states):
        steps = Counter()
        for outcome, weight in wager.wheel.items():
            steps[wager.rule.step(state, outcome)] += Fraction(weight, wager.wheel.total)
        ends = {end: chance for end, chance in zip(form.ends, form.ending[i], strict=True) if chance}
        assert ends == {to: chance for to, chance in steps.items() if isinstance(to, End)}
        if len(one.page.states) == len(one.chain.states):
            onward = {to: chance for to, chance in zip(form.states, form.onward[i], strict=True) if chance}
            assert onward == {to: chance for to, chance in steps.items() if not isinstance(to, End)}


@pytest.mark.parametrize("rungs", [16, 17])
def test_a_chain_that_fits_no_page_has_no_form(rungs):
    rows = [[(k + 1, 1)] for k in range(rungs)]
    form = canonical(Chain.of(range(rungs + 1), [*rows, []]))
    assert (form is None) == (rungs > 16)
    assert canonical(Chain.of(["over"], [[]])) is None


# The trials


@every_sheet
def test_the_verdict_is_on_the_trials(sheet):
    found = made(sheet)
    played = []
    for one in found.chapters:
        again = {each.play: each for each in simulate(one.wager, one.answer, ROUNDS, 0)}
        assert [again[way] for way in one.plays] == list(one.trials)
        played += [(again[way], play) for way, play in one.plays.items()]
    assert found.verdict == verdict(played)
    assert found.verdict.passed
    assert len(found.verdict.comparisons) == sum(len(play.endings) + 2 for _, play in played)


# The law of spins


@every_chapter
def test_how_long_it_lasts_step_by_step(one):
    for way, found in one.spins.items():
        law = (sum(over.values()) for over in forward(one.wager, way))
        chances, below, within = [], Fraction(0), {}
        while len(within) < len(QUANTILES) or len(chances) < len(found.chances):
            chances.append(next(law))
            below += chances[-1]
            if len(chances) == len(found.chances):
                assert found.beyond == 1 - below
            for q in QUANTILES:
                if below >= q:
                    within.setdefault(q, len(chances) - 1)
        assert list(found.chances) == chances[: len(found.chances)]
        assert dict(found.quantiles) == within
        assert len(found.chances) == min(within[Fraction(99, 100)], 40) + 1


def test_a_long_wager_is_shown_to_forty_spins():
    rare = Chain.of(("go", "over"), [[(0, 999), (1, 1)], []])
    found = spins_law(rare.transitions)
    assert len(found.chances) == 41
    assert found.beyond == Fraction(999, 1000) ** 40
    assert found.chances[3] == Fraction(999, 1000) ** 2 / 1000
    n = dict(found.quantiles)[Fraction(99, 100)]
    assert Fraction(999, 1000) ** n <= Fraction(1, 100) < Fraction(999, 1000) ** (n - 1)


# Two roads


@every_chapter
def test_the_roads_agree_with_each_other_and_with_the_answer(one):
    plays = {"never": one.answer.never, "optimal": one.answer.optimal}
    assert [(each.way, each.figure) for each in one.comparisons] == [
        (way, figure) for way in one.plays for figure in ("returned", "spins")
    ]
    for each in one.comparisons:
        play = plays[each.way]
        assert (
            each.forward == each.backward == (play.returned if each.figure == "returned" else play.spins.mean)
        )
        assert each.agree


def on_merged(table, answered):
    """Both ways of playing on the merged chain: an offer is taken where it pays more."""
    offered = table.offered(answered.wager.pays)
    states = {state: i for i, state in enumerate(table.chain.states)}
    stops = frozenset(states[state] for state in taken(answered) if states.get(state) in offered)
    return {"never": Outcome(table.chain), "optimal": Outcome(table.chain, table.offers, stops)}


def played(answered):
    """Both ways of playing, or the one where they are the same."""
    best = {"optimal": answered.optimal} if answered.optimal != answered.never else {}
    return {"never": answered.never, **best}


@given(wheels.flatmap(lambda wheel: tally_wagers(wheel, "drawn")))
@settings(max_examples=examples(40))
def test_the_roads_agree_on_any_wager(wager):
    rule = solution(wager)
    answered = rule.answer(wager)
    table = priced(wager, lumped_by_ending(priced(wager, rule.chain)).chain)
    found = comparisons(played(answered), on_merged(table, answered), wager.pays)
    walk = {way: Walk([answered], way) for way in ("never", "optimal")}
    assert all(each.agree for each in found)
    assert len(found) == (4 if answered.optimal != answered.never else 2)
    for each in found:
        if each.figure == "returned":
            assert each.forward == walk[each.way].expected(lambda worth: worth[0])


@pytest.mark.parametrize("way", ["never", "optimal"])
@pytest.mark.parametrize("figure", ["returned", "spins"])
def test_a_wrong_figure_on_the_road_forward_is_seen(way, figure):
    one = chapter_of("repeater-bets-plus", "repeating-2")
    play = getattr(one.answer, way)
    wrong = Fraction(1, 10**30)
    if figure == "returned":
        tampered = replace(play, returned=play.returned + wrong)
    else:
        tampered = replace(play, spins=replace(play.spins, mean=play.spins.mean + wrong))
    table = priced(one.wager, one.merging.chain)
    plays = {**played(one.answer), way: tampered}
    found = comparisons(plays, on_merged(table, one.answer), one.wager.pays)
    assert [(each.way, each.figure) for each in found if not each.agree] == [(way, figure)]


def test_a_wrong_figure_on_the_road_backward_is_seen(monkeypatch):
    one = chapter_of("repeater-bets-plus", "repeating-2")
    table = priced(one.wager, one.merging.chain)

    def off(*arguments, **more):
        return [value + Fraction(1, 10**30) for value in values(*arguments, **more)]

    monkeypatch.setattr(chapter_module, "values", off)
    found = comparisons(played(one.answer), on_merged(table, one.answer), one.wager.pays)
    assert [each.agree for each in found] == [False] * 4


# Merging


def seen(wager, state):
    """The first mark that tells states apart: the end, or the offer that is priced."""
    if isinstance(state, End):
        return "over", state.name, state.decides
    offer = offer_of(wager.rule, state)
    return ("offer", offer.name, offer.decides) if offer and offer.name in wager.pays else ()


def onward(wager, state, block):
    """By block: the weight with which a spin leads into it, from the rule's own steps."""
    row = Counter()
    for outcome, weight in () if isinstance(state, End) else wager.wheel.items():
        row[block[wager.rule.step(state, outcome)]] += weight
    return row


@every_chapter
def test_the_partition_is_a_lumping_and_no_coarser_one_is(one):
    wager, states = one.wager, list(one.chain.states)
    block = dict(zip(states, one.merging.block.tolist(), strict=True))
    blocks = one.merging.block.tolist()
    for k in range(len(one.merging.chain.states)):
        members = [i for i, number in enumerate(blocks) if number == k]
        first = states[members[0]]
        assert one.merging.chain.states[k] == first
        assert dict(one.merging.chain.transitions.row(k)) == onward(wager, first, block)
        for i in members:
            assert seen(wager, states[i]) == seen(wager, first)
            assert onward(wager, states[i], block) == onward(wager, first, block)
    coarse = {state: seen(wager, state) for state in states}
    while True:  # Moore's refinement, which parts no two states that are alike
        finer = {s: (coarse[s], frozenset(onward(wager, s, coarse).items())) for s in states}
        names = {name: k for k, name in enumerate(dict.fromkeys(finer.values()))}
        if len(names) == len(set(coarse.values())):
            break
        coarse = {state: names[name] for state, name in finer.items()}
    assert len(set(coarse.values())) == len(one.merging.chain.states)


# Several wagers on one layout


def answers(game, *names):
    return {name: answer(find(game).wager(name)) for name in names}


def test_a_layout_has_the_figures_of_its_wagers_on_the_same_spins():
    stakes = {"repeating-2": Fraction(1, 2), "2-or-12-before-7": Fraction(3)}
    both = answers("repeater-bets-plus", *stakes)
    found = layout(both, stakes, BOTH)
    assert (found.why, list(found.ways), found.stakes) == ("", ["never", "optimal"], stakes)
    for way, one in found.ways.items():
        one_half, three = (getattr(each, way).variance for each in both.values())
        assert one.total == joint(both, way).total(stakes)
        assert one.apart == one_half / 4 + 9 * three
        assert one.exposure == exposure(both, stakes, way)
        assert one.envy == exposure(both, stakes, way, envied=True)


@pytest.mark.parametrize(
    ("names", "stakes"),
    [
        (["horn"], {"horn": 1}),
        (["horn", "odd"], {"horn": 1, "odd": 0}),
        (["horn", "odd"], {"horn": 1}),
        (["horn", "odd"], {}),
    ],
)
def test_one_wager_alone_is_no_layout(names, stakes):
    found = layout(answers("repeater-bets-plus", *names), {k: Fraction(v) for k, v in stakes.items()}, BOTH)
    assert found.ways == {}
    assert "two wagers" in found.why


def test_a_wager_that_is_not_made_changes_nothing():
    three = answers("repeater-bets-plus", "repeating-2", "repeating-12", "horn")
    stakes = {"repeating-2": Fraction(1), "repeating-12": Fraction(2), "horn": Fraction(0)}
    found = layout(three, stakes, BOTH)
    fewer = layout({k: three[k] for k in ("repeating-2", "repeating-12")}, {**stakes}, BOTH)
    assert found == fewer
    assert "horn" not in found.stakes


def test_two_dice_tell_their_totals_too():
    stakes = {"place-6": Fraction(1), "hard-8": Fraction(2)}
    both = answers("craps", *stakes)
    found = layout(both, stakes, ["never"]).ways["never"]
    assert found.total == joint(both, "never").total(stakes)


@pytest.mark.parametrize(
    ("game", "names", "why"),
    [
        ("craps", ["pass-with-odds", "hard-8"], "more money is put down"),
        ("examples/first_ace.toml", ["ace-before-a-king", "ace-before-two-kings"], "how each of them stands"),
    ],
)
def test_wagers_that_make_no_layout_say_why(game, names, why):
    found = layout(answers(game, *names), dict.fromkeys(names, Fraction(1)), BOTH)
    assert (found.ways, why in found.why) == ({}, True)


def test_a_layout_out_of_reach_says_why(monkeypatch):
    def out_of_reach(*_):
        raise TooMuchWork("horn and odd: too far")

    monkeypatch.setattr(layout_module, "joint", out_of_reach)
    both = answers("repeater-bets-plus", "horn", "odd")
    found = layout(both, dict.fromkeys(both, Fraction(1)), BOTH)
    assert (found.ways, found.why) == ({}, "horn and odd: too far")


def test_one_way_of_playing_out_of_reach_leaves_the_other(monkeypatch):
    def out_of_reach(answers, way):
        if way == "optimal":
            raise TooManyStates(200_000)
        return joint(answers, way)

    both = answers("repeater-bets-plus", "repeating-2", "horn")
    stakes = dict.fromkeys(both, Fraction(1))
    whole = layout(both, stakes, BOTH)
    monkeypatch.setattr(layout_module, "joint", out_of_reach)
    found = layout(both, stakes, BOTH)
    assert found.ways == {"never": whole.ways["never"]}
    assert "200,000" in found.why
    assert "--max-states" not in found.why
    section = layout_section(found, {name: answered.wager for name, answered in both.items()})
    assert f"'One way of playing is left out: ', {found.why!r}, '.'" in str(section)


# Chapters


@every_sheet
def test_every_answer_is_the_answer(sheet, solved, game):
    found = made(sheet)
    assert [slug(one.wager.name) for one in found.chapters] == list(SHEETS[sheet])
    assert list(found.request.names) == list(SHEETS[sheet])
    for name, one in zip(SHEETS[sheet], found.chapters, strict=True):
        theirs = solved(game(sheet).wager(name))
        assert one.answer == theirs
        at_risk = {e.ending for e in theirs.optimal.endings} != {"withdrawn"}
        best = any(offer.take for offer in theirs.offers) and at_risk
        assert list(one.plays) == (["never", "optimal"] if best else ["never"])
        assert one.plays["never"] == theirs.never
        assert not best or one.plays["optimal"] == theirs.optimal
        assert len(one.chain.states) == theirs.states
        by_way = one.moments, one.ahead, one.spins
        assert all(list(figures) == list(one.plays) for figures in by_way)


def summed(play, n):
    """By total return of n wagers: its chance, by multiplying out."""
    one = {}
    for ending in play.endings:
        one[ending.returned] = one.get(ending.returned, 0) + ending.probability
    law = {Fraction(0): Fraction(1)}
    for _ in range(n):
        after = {}
        for total, p in law.items():
            for returned, q in one.items():
                after[total + returned] = after.get(total + returned, 0) + p * q
        law = after
    return law


@pytest.mark.parametrize("one", [RUNS[0], *RUNS[-2:]], ids=" ".join, indirect=True)
def test_a_hundred_wagers_multiplied_out(one):
    for way, play in one.plays.items():
        assert [found.n for found in one.ahead[way]] == [100, 10_000, 1_000_000]
        found, whole, law = one.ahead[way][0], repeated(play, 100), summed(play, 100)
        put_up = 100 * play.outlay
        assert (whole.n, whole.mean, whole.variance) == (100, 100 * play.net, 100 * play.variance)
        assert (found, found.how) == (whole.ahead, "exact")
        assert found.ahead.exact == sum(p for total, p in law.items() if total > put_up)
        assert found.even.exact == law.get(put_up, 0)
        for band in whole.bands:
            low, high = (end * put_up for end in (band.low.lower, band.high.upper))
            assert band.chance.exact == sum(p for total, p in law.items() if low <= total <= high)
            ends = interval(play, 100, band.level)
            assert ends == (band.low, band.high)


# The dossier


@pytest.mark.parametrize(
    ("sheet", "names", "choices"),
    [
        ("repeater-bets-plus", ("repeating-2", "horn"), ""),
        ("repeater-bets-plus", ("repeating-2", "horn"), "zeros=0 combination=each"),
        ("quebec-place-bets", ("buy-5",), "placed=4 commission=on-win"),
    ],
)
def test_the_readings_are_those_of_the_game_around_the_one_asked_for(
    quick, sheet, names, choices, solved, game
):
    chosen = dict(choice.split("=") for choice in choices.split())
    asked = game(sheet).reading(chosen)
    found = dossier(terms(game(sheet), names, chosen, rounds=50)).readings
    expected = [asked] + [
        {**asked, option.key: choice}
        for option in game(sheet).options
        for choice in option.choices
        if choice != asked[option.key]
    ]
    assert [dict(reading) for reading, _ in found] == expected
    if not choices:
        assert expected == list(game(sheet).readings())
    for reading, answered in found:
        wagers = game(sheet).wagers(reading)
        assert list(answered) == [solved(wagers[name]) for name in names]


@pytest.mark.parametrize("most", [3, 4])
def test_of_too_many_combinations_those_that_change_one_option_are_solved(quick, monkeypatch, most):
    monkeypatch.setattr("markov.appendix.dossier._MOST", most)
    assert dossier(terms(GAME, ("plain",), rounds=50)).ranges.compared == most


def small(made="40 for 1", **terms):
    """A game of one ladder, for what changes a digest."""
    pays = {"made": made, "lost": "nothing", "surrender-1": "6 for 1"}
    hats = Option("hats", "May hats be worn?", {"no": "no", "yes": "yes"})
    return Game("Small", "a card", (hats,), lambda _: [ladder("Up", pays=pays, **terms)])


def drawn(reds):
    """A game of one wheel after another, of which the second has so many reds."""
    wheels = Distribution({"red": 1, "black": 1}), Distribution({"red": reds, "black": 1})
    rule = PlainRule(0, lambda k, side: End(side) if k or side == "black" else 1, wheel=wheels.__getitem__)
    pays = Paytable({"red": "3 for 1", "black": "nothing"})
    return Game("Drawn", "a card", (), lambda _: [Wager("Reds", rule, wheels[0], pays, "a card")])


def digests(game, **asked):
    found = dossier(terms(game, rounds=asked.pop("rounds", 20), **asked))
    return found.sheet, found.results


def test_digests_change_with_what_is_bet_on_and_with_nothing_else(quick):
    sheet, results = digests(small())
    assert digests(small()) == (sheet, results)
    for same in ({"rounds": 21}, {"seed": 5}, {"date": "2027-02-28"}, {"stakes": {"up": Fraction(3)}}):
        assert digests(small(), **same) == (sheet, results), same
    others = [
        digests(small("41 for 1")),
        digests(small("39 to 1")),  # the same money in other words
        digests(small(misses=3)),
        digests(small(outlay=Fraction(21, 20))),
        digests(small(envy=Paytable({"made": "1 for 1"}))),
        digests(small(), choices={"hats": "yes"}),
        *map(digests, map(drawn, (1, 2))),
    ]
    assert len({one for one, _ in others} | {sheet}) == len(others) + 1
    assert len({one for _, one in others} | {results}) == len(others) + 1


@pytest.mark.parametrize("sheet", ["repeater-bets-plus", "quebec-place-bets"])
def test_digests_are_of_what_is_carried(quick, sheet):
    found = made(sheet)
    other = dossier(terms(find(sheet), SHEETS[sheet][:1], rounds=20))
    assert other.results == found.chapters[0].proof.digest
    assert other.sheet != found.sheet


def test_another_rule_is_another_sheet(quick, tmp_path):
    found = []
    for need in (2, 3):
        file = tmp_path / "lucky.toml"
        file.write_text(LUCKY.replace("need = 2", f"need = {need}"))
        found.append(digests(find(str(file))))
    (sheet, results), (other, others) = found
    assert sheet != other
    assert results != others


@pytest.mark.slow
def test_citywide_whole():
    (one,) = made("repeater-bets-plus", "citywide", rounds=500).chapters
    assert len(one.chain.states) == 518_402
    assert len(one.merging.chain.states) < 60_000
    assert all(each.agree for each in one.comparisons)
    assert all(held for _, held in one.proof.checks)
    assert canonical(one.page) is None


# Progress


def begun(told):
    """The words for each step as it begins, one after the other; within a step more may be told."""
    (total,) = {total for _, _, total in told}
    done = [at for _, at, _ in told]
    assert done == sorted(done)
    first = {at: what for what, at, _ in reversed(told)}
    assert sorted(first) == list(range(total))
    return [first[at] for at in range(total)]


def test_a_dossier_says_each_step_before_it_is_done(quick):
    told = []
    game, names = find("quebec-place-bets"), ("right-4", "buy-5")
    dossier(terms(game, names, rounds=20), lambda *said: told.append(said))
    steps = begun(told)
    asked, *others = ([game.wagers(reading)[name] for name in names] for reading in game.readings(every=True))
    other = {(one.rule, one.wheel) for wagers in others for one in wagers if one not in asked}
    readings = len(other)  # wagers on one rule and wheel are solved once
    assert steps[-readings - 2 :] == [*["readings"] * readings, "layout", "findings"]
    own = [sum(what.startswith(f"{name}: ") for what in steps) for name in ("Right 4", "Buy 5")]
    assert own == [(len(steps) - readings - 2) / 2] * 2


def test_a_report_says_when_its_figures_are_made_into_a_document(quick):
    told = []
    request = terms(find("quebec-place-bets"), ("right-4",), rounds=20)
    report_files(request, ".json", {}, lambda *said: told.append(said))
    assert begun(told)[-1] == "document"


def test_a_workbook_says_each_wager_before_it_is_worked_out():
    told = []
    request = terms(find("quebec-place-bets"), ("right-4", "buy-5"))
    report_files(request, ".xlsx", {}, lambda *said: told.append(said))
    assert told == [("Right 4", 0, 2), ("Buy 5", 1, 2)]
