"""Letters for pays and weights: closed forms, and wagers with numbers in their place, solved from scratch."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy import Poly, Rational, Symbol

from markov.chain.chain import Chain
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution, Tally
from markov.questions.letters import parametric_chain, symbolic
from markov.questions.letters.algebra import NoLetter, polynomial
from markov.questions.letters.roots import keeping
from markov.questions.letters.symbolic import lettered, names
from markov.rules.plain import PlainRule
from markov.rules.tally import TallyRace
from markov.wager.catalogue import find
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import PaytableMismatch, Wager
from tests.draws import examples
from tests.questions.expressions import agrees, exactly
from tests.wager.written import wagers

REPEATERS = "repeater-bets-plus"
TWO, FOUR, SIX, PLACE = (
    find(REPEATERS).wager("repeating-2"),
    find(REPEATERS).wager("repeating-4"),
    find(REPEATERS).wager("repeating-6"),
    find("quebec-place-bets").wager("buy-5"),
)
pays = st.fractions(0, 200, max_denominator=7)


@settings(max_examples=examples(40))
@given(
    st.sampled_from(
        [(TWO, "made"), (SIX, "made"), (SIX, "surrender-4"), (PLACE, "lost"), (FOUR, "surrender-1")]
    ),
    pays,
)
def test_a_number_for_the_letter_is_another_pay(asked, pay):
    wager, ending = asked
    found, told = lettered(wager, {"x": ending}), answer(edited(wager, {ending: pay}))
    assert (
        exactly(found.never.returned, x=pay)
        == (told if ending in wager.pays else answer(wager)).never.returned
    )
    here = [one for one in found.stretches if one.low <= pay and (one.high is None or pay <= one.high)]
    assert len(here) in (1, 2)
    for one in here:
        assert exactly(one.play.returned, x=pay) == told.optimal.returned
        assert exactly(one.play.edge, x=pay) == told.optimal.edge.per_stake
    inside = [one for one in here if one.low < pay and pay != one.high]
    offers = {offer.ending for offer in told.offers}
    for one in inside:
        assert set(one.takes) == {ending.ending for ending in told.optimal.endings} & offers


@settings(max_examples=examples(40))
@given(st.sampled_from([(SIX, "made", "surrender-4"), (PLACE, "made", "withdrawn")]), pays, pays)
def test_todays_play_is_best_exactly_under_its_conditions(asked, first, second):
    wager, one, other = asked
    agrees(
        lettered(wager, {"x": one, "y": other}), edited(wager, {one: first, other: second}), x=first, y=second
    )


@pytest.mark.parametrize("name", ["Symbol", "x" * 20, "exec"])
def test_a_name_of_a_function_is_only_a_letter(name):
    found = lettered(TWO, {name: "made"}).never.returned
    assert found == Symbol(name) / 49
    assert str(found) == f"{name}/49"


def test_outcomes_that_are_pairs_have_names():
    wheel = Distribution({(i, j): 1 for i in (0, 1) for j in (0, 1)})
    rule = PlainRule((), lambda _, shown: End("alike" if len(set(shown)) == 1 else "unlike"))
    wager = Wager("coins", rule, wheel, Paytable({"alike": "evens", "unlike": "nothing"}), "here")
    assert list(names(wager)) == ["(0,0)", "(0,1)", "(1,0)", "(1,1)"]
    assert str(lettered(wager, {"s": "pockets.(1, 1)"}).never.returned) == "2*(s + 1)/(s + 3)"
    twice = replace(wager, wheel=Distribution({(0, 0): 1, "(0, 0)": 1}))
    with pytest.raises(NoLetter, match="two outcomes"):
        names(twice)
    with pytest.raises(NoLetter, match="no letter"):
        lettered(wager, {})


PLACES = "quebec-place-bets"
STRAIGHTS = "straights-and-8s"


def on(wager, **weights):
    """The wager on the wheel with other weights, outcomes being named by text."""
    named = {str(outcome): outcome for outcome in wager.wheel}
    changed = {named[name]: weight for name, weight in weights.items()}
    return replace(wager, wheel=Distribution({**wager.wheel, **changed}))


ASKED = [
    (REPEATERS, "repeating-6", {"zero": "loses"}, "00"),
    (REPEATERS, "repeating-2-3-11-12", {"seven-times": "all-four-seen"}, "11"),
    (REPEATERS, "horn", {"combination": "each"}, "3"),
    (REPEATERS, "uptown", {}, "7"),
    (STRAIGHTS, STRAIGHTS, {"both": "yes", "wrap": "yes"}, "18"),
    (PLACES, "right-6", {"come-out": "on"}, "6"),
    (PLACES, "buy-4", {}, "4"),
    (PLACES, "lay-9", {"placed": "5"}, "9"),
]


@pytest.mark.parametrize(("game", "name", "reading", "outcome"), ASKED)
def test_numbers_for_letters_are_another_wheel(game, name, reading, outcome):
    wager = find(game).wager(name, reading)
    found = lettered(wager, {"s": f"pockets.{outcome}"})
    for weight in (1, 2, 1000, 10**6 + 3):
        agrees(found, on(wager, **{outcome: weight}), s=Fraction(weight))


drawn = partial(wagers, st.fractions(0, 4, max_denominator=3))


@settings(max_examples=examples(50))
@given(drawn(), st.sampled_from("012"), st.integers(1, 400))
def test_any_rule_with_a_letter(wager, outcome, weight):
    found = lettered(wager, {"s": f"pockets.{outcome}"})
    agrees(found, on(wager, **{outcome: weight}), s=Fraction(weight))


@settings(max_examples=examples(50))
@given(drawn(most=3), st.integers(1, 60), st.integers(1, 60), st.fractions(0, 9, max_denominator=5))
def test_any_rule_with_letters_for_weights_and_a_pay(wager, a, c, pay):
    ending = next(iter(wager.pays))
    found = lettered(wager, {"s": "pockets.0", "t": "pockets.2", "x": ending})
    changed = replace(on(wager, **{"0": a, "2": c}), pays=Paytable({**wager.pays, ending: pay}))
    agrees(found, changed, s=Fraction(a), t=Fraction(c), x=pay)


@settings(max_examples=examples(50))
@given(drawn(), st.sampled_from("012"))
def test_play_stays_best_from_end_to_end_and_not_beyond(wager, outcome):
    found = lettered(wager, {"s": f"pockets.{outcome}"})
    stays, now = found.kept.stays, Fraction(wager.wheel[int(outcome)])

    def best(s):
        margins = [(exactly(each.margin, s=s), each.take) for each in found.kept.conditions]
        return all(margin >= 0 if take else margin <= 0 for margin, take in margins)

    low = Fraction(0) if stays.low is None else stays.low.high
    high = now + 100 if stays.high is None else stays.high.low
    assert low <= now <= high
    for k in range(1, 20):
        assert best(low + (high - low) * Fraction(k, 20))
    for end, way in ((stays.low, -1), (stays.high, 1)):
        if end is not None:
            edge = end.low if way < 0 else end.high
            assert not best(edge + way * Fraction(1, 10**7))
            if end.exact is not None:
                assert best(end.exact)


def poly(*roots, by=1):
    x = Symbol("x")
    found = Poly(by, x, domain="QQ")
    for root in roots:
        found *= Poly(x - Rational(root.numerator, root.denominator), x, domain="QQ")
    return found


halves = st.integers(1, 40).map(lambda n: Fraction(n, 2))


@given(st.lists(st.lists(halves, max_size=4), min_size=1, max_size=3), halves)
def test_an_interval_ends_where_a_sign_changes(roots, at):
    """Against signs at the middle of every gap between two roots."""
    asked = []
    for some in roots:
        one = poly(*some)
        assume(at not in some)
        asked.append((one, one.eval(Rational(at.numerator, at.denominator)) > 0))
    found = keeping(asked, at)

    def kept(x):
        return all((one.eval(Rational(x.numerator, x.denominator)) >= 0) == upper for one, upper in asked)

    marks = sorted({Fraction(0), at, Fraction(100), *(root for some in roots for root in some)})
    gaps = [(low, high, kept((low + high) / 2)) for low, high in pairwise(marks)]
    low = max((high for _, high, good in gaps if high <= at and not good), default=None)
    high = min((low for low, _, good in gaps if low >= at and not good), default=None)
    assert (found.low and found.low.exact, found.high and found.high.exact) == (low, high)


def test_a_root_at_the_number_itself():
    six = Fraction(6)
    crossed, touched = poly(six), poly(six, six)
    assert [keeping([(crossed, True)], six).low.exact, keeping([(crossed, True)], six).high] == [six, None]
    assert [keeping([(crossed, False)], six).low, keeping([(crossed, False)], six).high.exact] == [None, six]
    assert keeping([(touched, True)], six).whole == (1, None)
    alone = keeping([(touched, False)], six)
    assert (alone.low.exact, alone.high.exact, alone.whole) == (six, six, (6, 6))
    with pytest.raises(ValueError, match="wrong side"):
        keeping([(crossed, True)], Fraction(5))


def test_an_irrational_root_is_isolated_and_rounded():
    x = Symbol("x")
    found = keeping([(polynomial([x], {(2,): Fraction(1), (0,): Fraction(-2)}), False)], Fraction(1))
    assert found.low is None
    assert found.high.exact is None
    assert str(found.high.polynomial) == "x**2 - 2"
    assert found.high.low**2 < 2 < found.high.high**2
    assert found.high.high - found.high.low < Fraction(1, 10**6)
    assert found.whole == (1, 1)


def test_of_two_roots_of_one_polynomial_the_nearer_is_the_end():
    """x² - 8x + 13 is 0 at 4 ± √3."""
    both = polynomial([Symbol("x")], {(2,): Fraction(1), (1,): Fraction(-8), (0,): Fraction(13)})
    for at, upper, low, high in ((1, True, None, 2), (4, False, 3, 5), (9, True, 6, None)):
        found = keeping([(both, upper)], Fraction(at))
        assert [found.low and found.whole[0], found.whole[1]] == [low, high]


def test_two_roots_that_are_almost_one():
    """x² = 2 and x² = 2 + 10^-30: the nearer one is the end."""
    x, close = Symbol("x"), Fraction(1, 10**30)
    nearer = polynomial([x], {(2,): Fraction(1), (0,): Fraction(-2)})
    farther = polynomial([x], {(2,): Fraction(1), (0,): -2 - close})
    for asked in ([(farther, False), (nearer, False)], [(nearer, False), (farther, False)]):
        assert str(keeping(asked, Fraction(1)).high.polynomial) == "x**2 - 2"
    upper = [(nearer, True), (farther, True)]
    assert str(keeping(upper, Fraction(3)).low.polynomial) == str(10**30 * x**2 - 2 * 10**30 - 1)


def test_too_many_solves_are_refused(monkeypatch):
    wager = find(REPEATERS).wager("repeating-6")
    monkeypatch.setattr(parametric_chain, "MOST_SINGLY", 7 * 8)
    assert lettered(wager, {"s": "pockets.7"}).kept
    with pytest.raises(TooMuchWork, match="solved 49 times"):
        lettered(wager, {"s": "pockets.7", "w": "pockets.6"})
    with pytest.raises(TooMuchWork, match="the limit is 3 times"):
        lettered(wager, {"s": "pockets.7", "x": "made"})
    wager, weights = find(REPEATERS).wager("2-or-12-before-7"), {"t": "pockets.2", "s": "pockets.7"}
    monkeypatch.setattr(parametric_chain, "MOST_SINGLY", 11)
    with pytest.raises(TooMuchWork, match="solved 4 times"):
        lettered(wager, weights)
    monkeypatch.setattr(parametric_chain, "suits_levels", lambda _: True)
    assert not lettered(wager, weights).kept.offers
    monkeypatch.setattr(parametric_chain, "MOST_CYCLIC", 20)
    with pytest.raises(TooMuchWork, match="can all come to each other"):
        lettered(find(PLACES).wager("right-4"), {"s": "pockets.7"})


@dataclass(frozen=True)
class Crooked(TallyRace):
    """A rule whose own chain has weights that are not sums of the wheel's."""

    def chart(self, wheel, limit):
        one = wheel["seven"] ** 2
        return Chain.of([(0,), End("made"), End("lost")], [[(1, wheel["hit"]), (2, one)], [], []])


def test_a_chain_that_is_laid_out_otherwise_is_refused():
    rule = Crooked((Tally(frozenset({"hit"}), 1),), frozenset({"seven"}))
    pays = Paytable({"made": Fraction(2), "lost": "nothing"})
    wager = Wager("crooked", rule, Distribution({"hit": 1, "seven": 3}), pays, "here")
    with pytest.raises(TooMuchWork, match="laid out differently"):
        lettered(wager, {"s": "pockets.seven"})
    assert str(lettered(wager, {"w": "pockets.hit"}).never.returned) == "2*w/(w + 9)"


# A large race that is played to its end is answered without states where the stopper is the letter.

TALLIES = (Tally(frozenset("a"), 2), Tally(frozenset("b"), 3), Tally(frozenset("cd"), 1))
ON = Distribution({"a": 2, "b": 1, "c": 3, "d": 1, "x": 2, "y": 5, "z": 4})


def raced(goal, tallies=TALLIES, stop="xy"):
    ends = ["lost", *(["made-1", "made-2", "made-3"] if goal == "each" else ["made"])]
    pays = Paytable({end: Fraction(7 * k * k, 3) for k, end in enumerate(ends)})
    return Wager("raced", TallyRace(tallies, frozenset(stop), goal), ON, pays, "here")


def by_states(wager, letters, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(symbolic, "FEW_STATES", float("inf"))
        return lettered(wager, letters)


def without_states(wager, letters, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(symbolic, "FEW_STATES", 0)
        patched.setattr(symbolic.ParametricChain, "of", lambda *_: pytest.fail("states are laid out"))
        return lettered(wager, letters)


LETTERS = [
    {"s": "pockets.x"},
    {"s": "pockets.x", "t": "pockets.y"},
    {"z": "pockets.z"},
    {"z": "pockets.z", "s": "pockets.y", "m": "MADE"},
    {"m": "MADE", "l": "lost"},
]
SHARED = (Tally(frozenset("ab"), 2), Tally(frozenset("bc"), 2), Tally(frozenset("d"), 1))


@pytest.mark.parametrize("letters", LETTERS, ids=lambda letters: "-".join(letters))
@pytest.mark.parametrize("goal", ["first", "all", "each"])
@pytest.mark.parametrize("tallies", [TALLIES, SHARED], ids=["apart", "shared"])
def test_a_race_says_what_its_states_say(letters, goal, tallies, monkeypatch):
    wager = raced(goal, tallies)
    made = "made-2" if goal == "each" else "made"
    asked = {letter: made if what == "MADE" else what for letter, what in letters.items()}
    found = without_states(wager, asked, monkeypatch)
    told = by_states(wager, asked, monkeypatch)
    assert found == told
    assert str(found.never) == str(told.never)
    monkeypatch.setattr(symbolic, "FEW_STATES", 0)
    monkeypatch.setattr(symbolic, "_LONGEST", 0)  # the race gives up, and the states are asked
    assert lettered(wager, asked) == told


@pytest.mark.parametrize("letter", ["pockets.a", "pockets.d"])
def test_a_letter_that_is_counted_is_left_to_the_states(letter, monkeypatch):
    monkeypatch.setattr(symbolic, "FEW_STATES", 0)
    found = lettered(raced("first"), {"w": letter})
    assert found == by_states(raced("first"), {"w": letter}, monkeypatch)
    assert "w" in str(found.never.returned)


def test_an_end_that_no_spin_brings_is_refused_as_ever(monkeypatch):
    twice = TallyRace((Tally(frozenset("a"), 2),) * 2, frozenset("x"), "each")
    pays = Paytable({"lost": "nothing", "made-1": Fraction(2), "made-2": Fraction(3)})
    monkeypatch.setattr(symbolic, "FEW_STATES", 0)
    with pytest.raises(PaytableMismatch, match="made-1"):
        lettered(Wager("raced", twice, ON, pays, "here"), {"s": "pockets.x"})
