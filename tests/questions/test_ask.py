"""Wagers said in one line: what the contract says of them, and what sheets and closed forms say."""

import io
import json
import shlex
import sys
from fractions import Fraction
from math import comb

import pytest

import markov as mk
from markov.questions.ask.explained import names
from markov.rules.labels import UnknownWheel
from markov.rules.language import parsed
from markov.wager.odds import NoRoad
from tests.cases import rows
from tests.refused import refused

F = Fraction


@pytest.fixture
def run(run, monkeypatch):
    """Runs the command, with questions on stdin."""

    def command(*words, stdin=None):
        monkeypatch.setattr(sys, "stdin", stdin if stdin is None else io.StringIO(stdin))
        return run(*words)

    return command


@pytest.fixture
def as_sheet(run, tmp_path):
    """The wager of the sheet that a question is written as."""

    def read(*words):
        code, out, _ = run("ask", *words, "--as-sheet")
        assert code == 0
        (tmp_path / "asked.toml").write_text(out)
        (bet,) = mk.game(str(tmp_path / "asked.toml")).wagers().values()
        return bet

    return read


# What the contract says can be said, with an exact answer by another road.


def test_the_law_of_the_trials():
    found = mk.ask("all of 2..12", within=40, at_least=101)
    weights = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)

    def by_then(n):
        """By inclusion and exclusion over the totals that are still missing."""
        missing = [[k for k in range(11) if mask >> k & 1] for mask in range(2**11)]
        return sum((-1) ** len(some) * F(36 - sum(weights[k] for k in some), 36) ** n for some in missing)

    numbers = [by_then(40), by_then(100)]
    assert (found.within.probability, found.at_least.probability) == (numbers[0], 1 - numbers[1])
    other = mk.ask("all of 2..12", within=40, at_least=101, by="chain")
    assert (other.within, other.at_least) == (found.within, found.at_least)
    assert mk.ask("6", at_least=1).at_least.probability == 1
    far = mk.ask("6x2 before 7", at_least=5_001).at_least.probability
    quiet = F(25, 36)  # neither a 6 nor a 7; before the second 6 at most one 6 has come
    assert far == quiet**5_000 + 5_000 * F(5, 36) * quiet**4_999


SAME = """
six 6s before a 7  6x6 before 7
6 6s before the 7  6x6 before 7
6 six times before 7  6x6 before 7
6 X 6 BEFORE 7  6x6 before 7
4 heads before 3 tails  heads x4 before tails x3
12 before two 7s in a row  12 before 7 then 7
each of (6, 8) before two 7s  6 and 8 before 7x2
one of (6, 8) before 7  6 or 8 before 7
all points before 7  all of (4, 5, 6, 8, 9, 10) before 7
snake eyes before any 7  1-1 before 7
5-6 before 7  6-5 before 7
at least two of (4, 6, 8) before 7  2 of (4, 6, 8) before 7
at least three 6s in five rolls  6x3 within 5
a 6 at least three times in the first five rolls  6x3 within 5
6x6 before 7?  6x6 before 7
two twelves before a seven  12x2 before 7
more than two 7s in ten rolls  7x3 within 10
at most two 7s in ten rolls  any of (exactly 7x0, exactly 7x1, exactly 7x2) within 10
fewer than two 6s before 7  exactly 6x0 or exactly 6x1 before 7
4 to 6 before 7  4..6 before 7
four through six before 7  4..6 before 7
12 or both 6 and 8 before 7  12 or (6 and 8) before 7
a 7x3 within 3  7 x3 in 3 rolls
not 7 x4 within 4  not 7 on each of the first 4 rolls
2, 3 or 12 before 7  2|3|12 before 7
6, 8, and 10 before two 7s  6 and 8 and 10 before 7x2
2 of (4, 6, 8 or 10) before 7  2 of (4, 6, 8|10) before 7
12 before two consecutive 7s  12 before 7 then 7
a run of three doubles within 20 rolls  doubles x3 in a row within 20
7 three times running within 20  7 x3 in a row within 20
7 on the first roll  7 within 1
7 or 11 on the next roll  7|11 within 1
7 or 11 on each of the next two rolls  (7|11) x2 in a row within 2
7 on every one of the first 2 rolls  7 x2 in a row within 2
all eleven totals  all of 2..12
every one of 2 to 12  all of 2..12
every double before 7  all of doubles before 7
three of the six doubles before 7  3 of doubles before 7
nine of the ten totals before 7  9 of (2..6, 8..12) before 7
exactly nine of the ten totals before a 7  exactly 9 of (2..6, 8..12) before 7
all ten totals  all of (2..6, 8..12)
all small before a 7  all of 2..6 before 7
tall or small before two 7s  all of 8..12 or all of 2..6 before 7x2
3 of small before 7  3 of 2..6 before 7
all within 40  all of (2..6, 8..12) within 40
eleven pass line wins before the seven-out  pass x11 before seven-out
pass decided  pass or pass loses
the same point made three times before a seven-out  same point made x3 before seven-out
any number twice in a row within 10  same number x2 in a row within 10
every dozen  all dozen
all of the 38 pockets  all 38 pockets
eight or more reds in a row  reds x8 in a row
eight reds or more in a row  reds x8 in a row
6x3 or more within 5  6x3 within 5
first to 4 heads before 3 tails  heads x4 before tails x3
ace before the second king  ace before king x2
the third 6 before the second 7  6x3 before 7x2
two 6s or an 8 before 7  6x2 or 8 before 7
exactly two 6s and an 8 before 7  exactly 6x2 and 8 before 7
two or more 6s or a 12 before 7  6x2 or 12 before 7
6 once or 8 twice before 7  6x1 or 8x2 before 7
6 or (8 twice) before 7  6 or 8x2 before 7
(6|8) twice before 7  (6|8)x2 before 7
7 before 6 twice or two 8s  7 before (6x2 or 8x2)
"""


@pytest.mark.parametrize(("said", "means"), rows(SAME))
def test_another_way_to_say_it(said, means):
    if parsed(said) != parsed(means):
        found, other = mk.ask(said), mk.ask(means)
        assert (found.probability, found.spins) == (other.probability, other.spins)


@pytest.mark.parametrize(
    "text",
    ["exactly nine of the ten totals", "all 38 pockets within 200", "3 of the 6 doubles", "all before 7"],
)
def test_what_is_said_of_a_number_of_members_is_read_back(text):
    assert parsed(str(parsed(text))) == parsed(text)


def test_the_first_dozen_and_the_second_column_are_outcomes():
    assert mk.ask("the first dozen before the second column", on="single zero").states == 3
    assert str(parsed("less x2 or more")) == "less x2"
    assert mk.ask("less x2 or 'more'", on="less:1,more:1").spins.mean == F(3, 2)


# Draws without replacement.


def test_cards_of_a_deck_by_rank_suit_and_colour():
    assert mk.ask("red then red within 2", on="deck").probability == F(26 * 25, 52 * 51)
    assert mk.ask("hearts x5 within 5", on="deck").probability == F(comb(13, 5), comb(52, 5))
    assert mk.ask("ace then (10|face) within 2", on="6 decks").probability == F(24 * 96, 312 * 311)
    assert mk.ask("ace-of-spades within 13", on="a deck").probability == F(1, 4)


def test_the_law_of_draws():
    found = mk.ask("ace", on="deck", within=10, at_least=11)
    none = F(comb(48, 10), comb(52, 10))
    assert (found.within.probability, found.at_least.probability) == (1 - none, none)
    assert found.spins.mean == F(53, 5)
    assert mk.ask("ace before king", on="bag ace:4,king:4", at_least=2).at_least.probability == 0


def test_kinds_that_a_question_does_not_tell_apart_are_one():
    assert (
        mk.ask("ace before king x2", on="deck").states
        == mk.ask("ace before king x2", on="bag ace:4,king:4,rest:44").states
    )
    found = mk.ask("a before b", on="bag a:2,b:3,other:4,c:1,d:1")
    assert sorted(map(str, found.wager.wheel)) == ["a", "b", "other 2"]
    assert found.probability == F(2, 5)
    assert list(mk.ask("0 x2 before b", on="bag 0:3,b:5").wager.wheel) == [0, "b"]


def test_a_bag_that_runs_out_loses():
    found = mk.ask("a then a", on="bag a:2,b:1")
    assert found.probability == F(2, 3)
    assert found.words[-1] == "It loses when nothing is left to draw."
    with pytest.raises(mk.GoalError, match="it does not come before nothing is left to draw"):
        mk.ask("a x3", on="bag a:2,b:1")
    with pytest.raises(NoRoad):
        mk.ask("a before b", on="bag a:2,b:1", by="race")


WORDS = """
2x2 before 7  two dice
    The wager wins when 2 has been rolled twice before a 7. It loses when a 7 is rolled first. Any other
    roll changes nothing.
17 before zero x2  double zero
    The wager wins when 17 has been spun before the second zero. It loses when the second zero is spun
    first.
red x8 in a row within 100  single zero
    The wager wins when red has been spun 8 times in a row within 100 spins. It loses after 100 spins
    without it.
HHT  coin
    The wager wins when heads then heads then tails have been flipped on consecutive flips. Nothing else
    ends it: the question is how many flips that takes.
pass x3 before seven-out  craps
    The wager wins when a pass line win has come 3 times before a seven-out. It loses when a seven-out comes
    first.
17|20 within 1  double zero
    The next spin decides it: 17 or 20 wins, all else loses.
12 before 7 x2 in a row  two dice
    The wager wins when 12 has been rolled before two 7s in a row. It loses when two 7s in a row come first.
4 different doubles before 7  two dice
    The wager wins when at least 4 different doubles have been rolled before a 7. It loses when a 7 is
    rolled first.
exactly 6x0 within 3  two dice
    The wager wins when 6 has not been rolled within 3 rolls. Otherwise it loses.
same pocket x2 in a row  single zero
    The wager wins when the same pocket has been spun twice in a row. Nothing else ends it: the question is
    how many spins that takes.
point set then seven-out  craps
    The wager wins when a point set then a seven-out have come on consecutive rolls. Nothing else ends it:
    the question is how many rolls that takes.
exactly 2 of (4, 6, 8) before 7  two dice
    The wager wins when exactly 2 of 4, 6 and 8 have been rolled at the time of a 7. Otherwise it loses.
exactly 6x2 before 6x3  two dice
    The wager wins when 6 has been rolled exactly twice at the time of the third 6. Otherwise it loses.
    Where one roll brings both, the third 6 comes first.
exactly 2 of (4, 6, 8) before 7 within 9  two dice
    The wager wins when exactly 2 of 4, 6 and 8 have been rolled at the time of a 7 or after 9 rolls,
    whichever comes first. Otherwise it loses.
exactly heads x2 within 3  coin
    The wager wins when heads has been flipped exactly twice within 3 flips. Otherwise it loses.
(6 before 7) and (8 before 7x2)  two dice
    The wager wins when 6 has been rolled before a 7 and 8 has been rolled before the second 7. It loses as
    soon as that can no longer be.
(8 before 5) before 7  two dice
    The wager wins when (8 has been rolled before a 5) before a 7. It loses when a 7 is rolled first or as
    soon as that can no longer be.
(((6 before 7) before 4) or 5) before 10  two dice
    The wager wins when (((6 has been rolled before a 7) before a 4) or 5 has been rolled) before a 10. It
    loses when a 10 is rolled first or as soon as that can no longer be.
6 or (8 before 5)  two dice
    The wager wins when 6 has been rolled or (8 has been rolled before a 5). It loses as soon as that can no
    longer be.
ace x2 before king  deck
    What is drawn is not put back. The bag holds 4 of ace, 44 of other, 4 of king. The wager wins when ace
    has been drawn twice before king. It loses when king is drawn first.
2 of (6x2, 8x2, 5x2) before 7  two dice
    The wager wins when at least 2 of these are true (6 has been rolled twice; 8 has been rolled twice; 5
    has been rolled twice) before a 7. It loses when a 7 is rolled first.
6x2 and (8x2 or 5x2) before 7  two dice
    The wager wins when 6 has been rolled twice and (8 has been rolled twice or 5 has been rolled twice)
    before a 7. It loses when a 7 is rolled first.
(6x2 and 8x2) or 5x2 before 7  two dice
    The wager wins when (6 has been rolled twice and 8 has been rolled twice) or 5 has been rolled twice
    before a 7. It loses when a 7 is rolled first.
5 before 6 then 6  two dice
    The wager wins when 5 has been rolled before two 6s in a row. It loses when two 6s in a row come first.
"""


@pytest.mark.parametrize(("text", "on", "words"), [(text, on, words) for text, on, *words in rows(WORDS)])
def test_the_words_of_a_wager(text, on, words):
    assert " ".join(mk.ask(text, on=on).words) == " ".join(words)


def test_python_builds_what_a_text_says():
    from markov.rules.language import parsed

    assert mk.before(mk.count(6) >= 6, 7) == parsed("6x6 before 7")
    assert mk.before(mk.all_of(6, 8), mk.count(7) >= 2) == parsed("all of (6, 8) before 7x2")
    assert mk.before(mk.exactly(9, "2..6", "8..12"), 7) == parsed("exactly 9 of (2..6, 8..12) before 7")
    assert mk.within(mk.in_a_row("red", 8), 100) == parsed("red x8 in a row within 100")
    assert mk.before(12, mk.then(7, 7)) == parsed("12 before 7 then 7")
    assert mk.count(6) > 5 == 5
    assert mk.ask(mk.before(mk.count(6) >= 6, 7)).probability == F(5, 11) ** 6


@pytest.mark.parametrize(
    "wrong",
    [lambda: mk.ask(0.5), lambda: mk.ask(mk.count(6)), lambda: mk.count(None), lambda: mk.count(6) >= 2.5],
)
def test_python_refuses_what_is_no_goal(wrong):
    with pytest.raises(TypeError):
        wrong()


# What can never be, and what makes no sense, points at the character.


MISTAKES = """
6 before 6                        two dice     6 stops play                     6
all of 2..12 before 7             two dice     7 stops play                     2..12
6 before (7 before 5..8)          two dice     7 stops play                     7
13 before 7                       two dice     no outcome of two dice is called '13'  13
red before 7                      two dice     it is one of single zero         red
6x6 within 5                      two dice     5 rolls are too few              6x6 within 5
5 of (1-1, 2-2) before 7          two dice     5 of 2 can never be              5 of (1-1, 2-2)
exactly 2 of 2..6                 two dice     an exact number is judged when play stops  2 of 2..6
exactly 1 different double        two dice     an exact number is judged when play stops  1 different double
any of not hard 8 within 1        two dice     not hard 8 leaves out a part of 8 and not all  not hard 8
any of not seven-out within 1     craps        leaves out a part of 7 and not all of it  not seven-out
6x6 befor 7                       two dice     did you mean before?             befor
6x6 before                        two dice     the text ends too early          –
6x0 before 7                      two dice     0 times cannot be asked for      6x0
(6 and 8)x2 before 7              two dice     x is about outcomes              6 and 8
6 then 8x2 before 7               two dice     then joins outcomes              8x2
not 2..12                         two dice     nothing is left                  not 2..12
exactly 0 of (6, 8) within 3 before 7  two dice     I can't read                    before
6 & 8                             two dice     I can't read '&'                &
doubles on the first 3 rolls  two dice  say on each of the first 3 rolls, or within  on the first 3 rolls
7 on the roll                     two dice     say trials as on the fourth roll  on
6 before 7 on each of the first 2 rolls  two dice     on each is about outcomes        6 before 7
doubles in a row                  two dice     say how often in a row           in a row
any double twice before 7         two dice     write same double x2, or double x2  any double twice
small x2 before 7  two dice  small asks for every one of its totals; for any one of them write 2|3  small
not small                         two dice     small asks for every one of its totals  small
nine of the twelve totals before 7  two dice     there are 11 totals on two dice, not 12  twelve totals
not all of 2..12                  two dice     for a goal that does not come take 1 less its chance  not
first ace before the second king  deck         write the first ace              first ace
back-to-back 7s                   two dice     for two trials in a row write 7 x2 in a row  back-to-back 7s
heads heads tails                 coin         joined by then: heads then heads then tails  heads heads tails
double six in 24 rolls            two dice     did you mean 6-6?                double six
6 followed by 8                   two dice     for the very next trial write then 8  followed by 8
have a 7                          two dice     7 is one, without have a         have a 7
three 7s running                  two dice     7 is one, without running        7s running
hard 8 or more  two dice  write more than two 7s, 7x2 or more, or 7 or more for 7..12  more
red x8 in a row in 1,000 spins    double zero  a number is written without commas  ,
fewer than one 7 in 5 rolls       two dice     for none at all write no 7       fewer than one 7
at least 10                       coin         no outcome of coin is called '10+'  at least 10
2, 3, 12 before 7                 two dice     write 2, 3 or 12 for any of them, and 2, 3 and 12 for all  ,
both 6 or 8 before 7              two dice     6 is one, without both           both 6
both two 6s and 8s                two dice     it is not said how many of each  two 6s and 8s
dice 4 through 10                 two dice     written as in all of 2..12       dice 4 through 10
how many rolls for all of 2..12   two dice     this is no goal; write the goal alone  how
best of seven                     coin         heads x4 before tails x4         best
–                                 two dice     there is nothing to ask; write a goal like 6x6 before 7  –
99999999999 6s                    two dice     99,999,999,999 times cannot be asked for  6s
6 before two 7s or 8s  two dice  not said how many of each  two 7s or 8s
at least two 2s, 3s or 12s before 7  two dice  not said how many of each  at least two 2s, 3s
exactly one 6 or 8 before 7  two dice  not said how many of each  exactly one 6 or 8
6 or 8 twice before 7  two dice  the last outcome alone or all of them  6 or 8 twice
6 before (7 or 8 twice)  two dice  the last outcome alone or all of them  7 or 8 twice
two or three 6s before 7  two dice  two numbers to count to  two or three 6s
"""


@pytest.mark.parametrize(
    ("text", "on", "why", "pointed"),
    [
        *rows(MISTAKES),
        ("not " * 30 + "6", "two dice", "more than 20 times in a row", "not"),
        ("(" * 30 + "6" + ")" * 30, "two dice", "more than 20 deep", "("),
    ],
)
def test_a_mistake_is_pointed_at(text, on, why, pointed):
    with pytest.raises(mk.GoalError) as found:
        mk.ask(text, on=on)
    assert why in str(found.value)
    begin, end = found.value.at
    assert text[begin:end] == pointed


NO_WHEELS = """
two coins  no wheel 'two coins'
bag a:1/2,b:1  the bag holds 1/2 of a; write a whole number, as in bag A:3,B:5
bag a:0,b:1  it is a number above 0
bag a  'a' is not a weight
bag a:9999,b:9  the bag holds 10,008; the limit is 10,000
13 decks  13 decks are out of range; there are 1 to 12
0 decks  0 decks are out of range
"""
MORE = "–  4 zeros  5 star:1  0d6  d1  101d6  A:0,B:1  A:1/0  A:x  A:1,a:2  A:1e5  A:NaN"


@pytest.mark.parametrize(("on", "told"), [*rows(NO_WHEELS), *((on, "") for on in rows(MORE)[0])])
def test_a_wheel_that_is_none(on, told):
    with pytest.raises(UnknownWheel) as found:
        mk.ask("6", on=on)
    assert told in str(found.value)


LABELS = """
two dice  hard 8  1/36
two dice  easy 8  4/36
two-dice  doubles  6/36
two dice  hard  4/36
two dice  craps  4/36
two dice  field  16/36
two dice  boxcars|yo  3/36
two dice  3-5  2/36
two dice  even  18/36
3d6  small  105/216
3d6  triple  6/216
3d6  6-6-1  3/216
3d6  face 6  91/216
d20  odd  10/20
single zero  red  18/37
double zero  zero  2/38
triple zero  000  1/39
single zero  2nd dozen  12/37
single zero  third column  12/37
single zero  low  18/37
dice on double zero  00  1/38
coin  heads  1/2
free spin:1/3,nothing:2/3  free spin  1/3
"""


@pytest.mark.parametrize(("on", "label", "chance"), rows(LABELS))
def test_a_label_stands_for_so_many_ways(on, label, chance):
    assert mk.ask(f"{label} within 1", on=on).probability == F(chance)


SAID_OF_PAYS = """
6x6 before 7  --pays '90 for 1' --surrender '3=8 for 1'  --pay 'made=90 for 1' --pay 'surrender-3=8 for 1'
6x6 before 7  --pays '90 for 1' --surrender '3=8 for 1'  --pays '90 for 1' --pay 'surrender-3=8 for 1'
6x6 before 7  --pays '90 for 1' --surrender '3=8 for 1'  --pays '90 for 1' --surrender ' 3 = 8 for 1'
6x2 before 7  --pays '5 for 1'  --pays '5 for 1' --pays '5 for 1'
6x2 before 7  --pays '5 for 1'  --pays '5 for 1' --pay 'made=5 for 1'
"""


@pytest.mark.parametrize(("text", "said", "other"), rows(SAID_OF_PAYS))
def test_pays_are_said_as_on_every_command(run, text, said, other):
    told = run("ask", text, *shlex.split(said), "--json")
    assert told[0] == 0
    assert run("ask", text, *shlex.split(other), "--json") == told


def test_questions_a_line_from_stdin(run):
    code, out, err = run("ask", "--json", stdin="6x6 before 7\n\n# a note\n6 befor 7\nall of 2..12\n")
    assert code == 2
    assert [json.loads(line)["asked"] for line in out.splitlines()] == ["6x6 before 7", "all of 2..12"]
    assert "line 4: 'befor'" not in err
    assert "line 4: " in err
    code, out, err = run("ask", "-", stdin="6x6 before 7\nall of 2..12\n")
    assert (code, err) == (0, "")
    assert "15625/1771561" in out


def test_a_mistake_is_pointed_at_on_stderr(run):
    code, out, err = run("ask", "6x6 before 13")
    assert (code, out) == (2, "")
    assert err.splitlines()[1:] == ["  6x6 before 13", "             ^^"]
    code, _, err = run("ask", "red x8 in a row within 100")
    assert (code, "it is one of single zero" in err) == (2, True)
    assert "name the wheel, as in --on 'double zero'" in err


def test_states_that_words_do_not_tell_apart_are_told_apart():
    found = mk.ask("3 of (6 before 7, 8 before 7, 6x2 before 7, 8x2 before 7x2)")
    called = names(found, found.chain)
    assert len(set(called)) == len(called) == found.states


def test_what_draws_the_chain_is_told_where_no_picture_is_asked_for(run, tmp_path):
    pytest.importorskip("matplotlib")
    told = "--plot FILE.svg draws it."
    assert told in run("ask", "6 before 7", "--explain")[1]
    code, out, _ = run("ask", "6 before 7", "--explain", "--plot", tmp_path / "chain.svg")
    assert (code, "The chain" in out, told in out) == (0, True, False)


def test_no_question_is_a_mistake_unless_a_file_of_them_is_read(run):
    refused(run("ask", stdin=""), 2, "QUESTION is missing")
    assert run("ask", "-", stdin="# none yet\n") == (0, "", "")


def test_play_may_be_over_when_too_few_trials_are_left(as_sheet):
    """By hand: three of five, over with the third hit or the third miss."""
    p, q = F(5, 36), F(31, 36)
    lengths = {n: comb(n - 1, 2) * (p**3 * q ** (n - 3) + q**3 * p ** (n - 3)) for n in (3, 4, 5)}
    early = mk.ask("6x3 within 5", over="early", at_least=4)
    assert early.probability == mk.ask("6x3 within 5").probability
    assert early.spins.mean == sum(n * chance for n, chance in lengths.items())
    assert early.at_least.probability == 1 - lengths[3]
    assert as_sheet("6x3 within 5", "--over", "early").odds().never.spins.mean == early.spins.mean


def test_the_goal_may_have_a_trial_that_brings_both(document):
    found = document("ask", "6x2 before 6x2 or 7", "--tie", "goal")
    assert found == json.loads(json.dumps(mk.ask("6x2 before 6x2 or 7", tie="goal").view().to_dict()))
    assert found["probability"] == str(F(5, 11) ** 2)
    assert mk.ask("6x2 before or with 6x2 or 7").probability == F(5, 11) ** 2


AS_SHEETS = """
6x6 before 7  two dice
all of 2..12  two dice
heads then tails  coin
3 different doubles before 7  two dice
ace before king x2  bag ace:4,king:4,other:44
"""


@pytest.mark.parametrize(("text", "on"), rows(AS_SHEETS))
def test_a_question_is_a_sheet_and_back(as_sheet, text, on):
    odds, asked = as_sheet(text, "--on", on).odds(), mk.ask(text, on=on)
    assert odds.never.spins == asked.spins
    assert odds.never.edge.per_stake == (1 if asked.fair_pay is None else 0)
    assert odds.never.hit_frequency in (0, asked.probability)
    assert asked.states in (None, odds.states)


def test_pays_and_offers_are_on_the_sheet(as_sheet):
    mine = as_sheet("2x2 before 7", "--pays", "40 for 1", "--surrender", "1=6 for 1").odds()
    theirs = mk.game("repeater-bets-plus", zeros="0")["repeating-2"].odds()
    assert mine.optimal.edge == theirs.optimal.edge
    assert {one.continuing for one in mine.offers} == {one.continuing for one in theirs.offers}


@pytest.mark.parametrize(
    ("text", "on"),
    [
        ("6x6 before 7", "two dice"),
        ("heads then heads then tails before tails then heads then heads", "coin"),
        ("HHT before THH", "coin"),
        ("pass before pass loses", "craps"),
        ("hard 8 before seven-out", "craps"),
    ],
)
def test_the_wheel_that_is_meant(document, text, on):
    assert mk.ask(text).on == on
    assert document("ask", text)["on"] == on


BRINGS_BOTH = """
7|11 then 8 before 11 then 8  two dice
red then even before black  double zero
3 different doubles before 6  two dice
"""
BRINGS_ONE = """
HHT before THH  coin
7 then 7 before 7 then 8  two dice
red then red before black  double zero
"""


@pytest.mark.parametrize(
    ("text", "on", "told"),
    [*((*row, True) for row in rows(BRINGS_BOTH)), *((*row, False) for row in rows(BRINGS_ONE))],
)
def test_one_trial_that_brings_both_is_told_of_where_it_can_be(text, on, told):
    assert any("brings both" in words for words in mk.ask(text, on=on).words) is told


def test_numbers_of_thousands_of_digits_are_shortened(run):
    _, out, _ = run("ask", "6x5000 before 7")
    assert out.count("\n") < 20
    assert out.startswith("Chance 7.70e-1711%, 1 in 1.30e1712 ")
    assert max(map(len, out.splitlines())) <= 100
