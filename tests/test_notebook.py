"""Results in a notebook and in a shell: every figure of an answer, and never more than fits."""

import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest

import markov as mk
from markov.chain.chain import Chain, explore
from markov.distribution import Distribution
from markov.notebook import MOST, shown
from markov.wager.catalogue import find
from markov.wager.paytable import Paytable
from markov.wager.rule import label
from markov.wager.wager import Wager
from tests.typeset.html_page import parsed

REPEATER, QUEBEC = "repeater-bets-plus", "quebec-place-bets"


def rows_of(html):
    """The cells of each row of a page."""
    return [[cell.text() for cell in line.all("td", "th")] for line in parsed(html).all("tr")]


def things(solved):
    game = find(REPEATER)
    wager = game.wager("repeating-2")
    answered = solved(wager)
    return [answered, answered.never, wager.chain(), game, wager, wager.pays, wager.wheel]


def test_one_line_stands_for_each(solved):
    wager = find(REPEATER).wager("repeating-2")
    answered = solved(wager)
    assert repr(answered) == (
        "Answer('Repeating 2', 4 states, edge 9/49 (18.3673%), best play 1/7 (14.2857%))"
    )
    assert repr(answered.never) == "Odds(2 endings, edge 9/49 (18.3673%))"
    assert repr(wager.chain()) == "Chain(4 states, 2 of them ends, 6 transitions)"
    assert repr(wager) == "Wager('Repeating 2', 13 outcomes, 3 pays)"
    assert repr(find(REPEATER)) == "Game('Repeater Bets Plus', 6 options)"
    assert repr(wager.price(edge="5%")) == "Price('Repeating 2', made, edge 1/20: 931 for 20)"
    assert repr(wager.law()) == "SpinLaw('Repeating 2', never, mean 6.20408 spins)"
    assert repr(wager.observed({"made": 1}, rounds=500)) == "Observed(500 rounds, 2 counts)"
    assert repr(wager.simulate(10)) == "Simulation('Repeating 2', 10 rounds, passed)"
    assert repr(find("straights-and-8s").odds()) == """GameOdds("Straights and 8's", 1 wager)"""
    assert repr(find("straights-and-8s").wagers()) == "Wagers(straights-and-8s)"
    assert repr(mk.ask("6x2 before 7")) == "Reply('6x2 before 7', 25/121, by chain)"
    assert repr(wager.what_if(made="49 for 1")) == (
        "Compared('Repeating 2', edge under best play from 1/7 to 0)"
    )
    long = solved(find(REPEATER).wager("uptown"))
    more = wager.surrender(), wager.sensitivity(), mk.layout({wager: 1}), mk.session(wager, bankroll=9)
    rebate, bonus = mk.rebate(wager, "20%"), mk.bonus(wager, 9, deposit=9, rollover=18)
    assert (rebate.quit_behind, bonus.bets) == (3, (1,))
    for thing in (*things(solved), long, long.never, *more, mk.meter(wager, seed=3), rebate, bonus):
        assert "\n" not in repr(thing)
        assert len(repr(thing)) < 200


def test_every_figure_is_on_the_page(solved):
    for game, wager, trial in ((REPEATER, "repeating-2", "spin"), (QUEBEC, "buy-4", "roll")):
        answered = solved(find(game).wager(wager))
        html = answered._repr_html_()
        assert {*re.findall(r'<td style="text-align: (\w+);[^"]*nowrap', html)} == {"right"}
        assert ("<b>take</b>" in html) == any(offer.take for offer in answered.offers)
        rows = rows_of(html)
        for play, column in ((answered.never, 1), (answered.optimal, 3)):
            column = min(column, len(next(row for row in rows if row[0] == "house edge")) - 2)
            shown_ = {row[0]: row[column] for row in rows if len(row) > column}
            stake = next(name for name in shown_ if name.startswith("house edge"))
            assert shown_[stake] == str(play.edge.per_stake)
            assert shown_[f"average {trial}s"] == str(play.spins.mean)
        for ending in answered.never.endings:
            assert any(row[0] == ending.ending and str(ending.probability) in row for row in rows)
        for offer in answered.offers:
            assert any(str(offer.continuing) in row and str(offer.margin) in row for row in rows)


def test_all_are_shown_in_all_ways(solved):
    for thing in things(solved):
        assert str(thing) != repr(thing)
        parsed(thing._repr_html_())
        latex = thing._repr_latex_()
        assert latex.count("{") - latex.count(r"\{") == latex.count("}") - latex.count(r"\}")
        assert latex.count(r"\begin{array}") == latex.count(r"\end{array}")
        assert latex.startswith("$$")
        for table in re.findall(r"\\begin\{array\}\{([lr]{2,})\}\n(.*?)\n\\end", latex, re.DOTALL):
            sides, body = table
            assert sides[0] == "l"
            rows = [row for row in body.split("\n") if not row.startswith(r"\vdots")]
            assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {len(sides) - 1}


def test_as_many_ends_of_a_chain_are_named_as_there_is_room_for():
    for ends in (MOST, MOST + 1):
        chain = mk.explore(0, lambda s, ends=ends: {} if s else dict.fromkeys(range(1, ends + 1), 1))
        html = replace(chain, merged="by twos")._repr_html_()
        assert (f"{MOST} …" in html, "Merged: by twos." in html) == (ends > MOST, True)


def test_a_chain_shows_each_transition_and_its_diagram():
    chain = find(QUEBEC).wager("right-4").chain()
    rows = [row for row in rows_of(chain._repr_html_())[1:] if len(row) == 4]
    expected = [
        f"{weight}/{chain.transitions.totals[i]}"
        for i in range(len(chain.states))
        for _, weight in chain.transitions.row(i)
    ]
    assert [row[2] for row in rows] == expected
    assert [row[0] for row in rows if row[0]] == [label(state) for state in chain.states[:8]]
    assert "<svg" in chain._repr_html_()
    assert "<svg" not in chain._repr_latex_()


def test_an_answer_in_a_line_shows_its_chain():
    pytest.importorskip("matplotlib")
    drawn = mk.ask("6 and 8 before two 7s")._repr_html_()
    assert "<svg" in drawn
    assert ">6, 7<" in drawn
    large, raced = mk.ask("all before two 7s"), mk.ask("all of 2..12")
    assert "<svg" not in large._repr_html_() + raced._repr_html_()


def test_without_matplotlib_a_chain_shows_its_table(monkeypatch):
    chain = find(QUEBEC).wager("right-4").chain()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    html = chain._repr_html_()
    assert "<svg" not in html
    assert "come-out" in html


def test_a_long_chain_is_cut_and_counted():
    long = explore(0, lambda n: {n + 1: 1, -1: 2} if 0 <= n < 1000 else {})
    assert f"There are {2000 - MOST:,} more transitions, which are not shown." in str(long)
    html = long._repr_html_()
    assert len(rows_of(html)) == MOST + 1
    assert "<svg" not in html
    assert r"\vdots" in long._repr_latex_()
    many = Chain.of(range(101), [[(k, 1) for k in range(1, 101)], *([] for _ in range(100))])
    assert "is over in 1, 2, " in str(many)
    assert str(many).endswith(", 40 ….")
    assert str(Chain.of("ab", [[(1, 1)], [(0, 1)]])).endswith("Play starts in a and is never over.")


def test_many_rows_and_long_fractions_are_cut_on_a_page(solved):
    wheel = Distribution({k: 10**90 + k for k in range(1, 60)})
    assert "There are 19 more outcomes, which are not shown." in str(wheel)
    pays = Paytable({f"e{k}": Fraction(k + 1, 10**80 + 1) for k in range(60)})
    html = pays._repr_html_()
    assert len(rows_of(html)) == MOST + 1
    assert ">There are 20 more rows, which are not shown.<" in html
    assert max(len(row[2]) for row in rows_of(html)) <= 48
    assert r"\ldots" in pays._repr_latex_()
    edited = find(REPEATER).wager("repeating-2").with_pays(made="60 for 1")
    exact = re.findall(r"& (-?(?:0|\\tfrac\{\d+\}\{49\})) ", edited.odds()._repr_latex_())
    assert exact[:4] == [r"\tfrac{1}{49}", "0", r"\tfrac{48}{49}", r"-\tfrac{11}{49}"]
    assert sum(line.startswith("e") for line in str(pays).splitlines()) == 1 + 60
    assert max(map(len, str(pays).splitlines())) <= 100


def test_names_are_never_markup():
    nasty = r"""<script>x</script> & "50% $x_1^2$ \frac{a}{b}" ~"""
    pays = Paytable({nasty: "2 for 1", "w" * 60: "evens", "w" * 61: "evens"})
    rule = find(REPEATER).wager("repeating-2").rule
    html = Wager(nasty, rule, Distribution({1: 1}), pays, nasty)._repr_html_()
    assert rows_of(html)[1][0] == nasty
    latex = pays._repr_latex_()
    assert r"\backslash \text{frac}" in latex
    assert r"\frac" not in latex
    assert (latex.count(r"\ldots"), latex.count("$") - latex.count(r"\$")) == (1, 4)


def test_what_is_not_ours_has_no_tables():
    assert shown("text", "html") is None
    assert shown(Fraction(1, 2), "text") is None


def test_who_shows_is_not_looked_up_before_it_is_asked_for():
    code = "import sys, markov.wager.odds, markov.wager.game; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "markov.wager.odds" in found.stdout
    assert "markov.notebook" not in found.stdout


def test_without_who_shows_the_line_is_printed(monkeypatch):
    monkeypatch.setattr("markov.shown._renderers", list)
    game = find(REPEATER)
    assert str(game) == repr(game)
    assert game._repr_html_() is None
    assert game._repr_latex_() is None


def test_a_notebook_is_told_what_python_has(solved):
    """No option of the command stands in what a notebook shows."""
    bet = mk.game(REPEATER)["repeating-2"]
    results = [bet.price("made", edge="5%"), bet.surrender(), bet.sensitivity(), bet.law(), bet.round(seed=1)]
    results += [bet.session(bankroll=20, rounds=10), mk.ask("6x6 before 7"), mk.ask("6x60 before 7")]
    results += [bet.what_if(made="45 for 1"), mk.game("quebec-place-bets").odds(), bet.simulate(100)]
    for thing in (*things(solved), *results):
        assert not re.search(r"(?<![\w-])-(-[a-z]|[a-z] )", shown(thing, "html") or "")
    assert 'mk.game(…, OPTION="CHOICE")' in parsed(shown(find(REPEATER), "html")).text()


def test_a_diagram_is_seen_on_a_dark_page():
    html = shown(mk.ask("6x6 before 7"), "html")
    drawn = html[html.index("<svg") :]
    assert "currentColor" in drawn
    assert not re.search(r"#[0-9a-f]{6}", drawn)
    assert all("fill: currentColor" in text for text in re.findall(r"<text[^>]*>", drawn))
