"""A report of wagers whose player chooses: best play, the strategy, and what the certificate proves."""

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

import markov as mk
from markov.appendix.appendix import appendix
from markov.appendix.dossier import dossier
from markov.appendix.first_page import conclusion
from markov.appendix.report import library_versions
from markov.appendix.wager_page import page_tables, wager_page
from markov.checker import CHOOSING
from markov.package import __version__
from markov.tables.endings import ending_words
from markov.tables.table import PLAYS
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.formats import renderer
from markov.typeset.manuscript import Manuscript
from markov.wager.decisions import by_policy, decisions
from tests.appendix.dossiers import tables, terms, words

EXAMPLES = [("keep_dice", "three-alike"), ("two_offers", "three-6s"), ("casino_war", "casino-war")]


@cache
def found(file, name):
    return dossier(terms(mk.game(f"examples/{file}.py"), (name,), full=True))


def text(manuscript):
    return renderer(".md")(manuscript).decode()


def page(chapter):
    """The words of the page of a wager."""
    section = wager_page([chapter], full=False, alone=True)
    return text(Manuscript(title="A page", subtitle="", date="2026-01-31", lead=(), sections=(section,)))


def exactly(cell):
    return getattr(cell, "number", None)


@pytest.mark.parametrize(("file", "name"), EXAMPLES)
def test_what_is_printed_is_best_play(file, name):
    """Its chances, its figures, its simulation and its certificate; of the first choices nothing is shown."""
    one = found(file, name)
    chapter, odds = one.chapters[0], mk.game(f"examples/{file}.py")[name].odds()
    shown = tables(words(one))
    (returns,) = (table.table for label, table in shown.items() if label.endswith("_returns"))
    chances = {row[0].text(): exactly(row[3]) for row in returns.rows[:-1]}
    assert chances == {ending_words(end.ending): end.probability for end in odds.optimal.endings}
    (figures,) = (table.table for label, table in shown.items() if label.endswith("_figures"))
    assert odds.optimal.edge.per_stake in map(exactly, (cell for row in figures.rows for cell in row))
    assert [trial.expected for trial in chapter.trials] == [odds.optimal.returned]
    assert all(each.agree for each in chapter.comparisons)
    files = {each.name: each.text for each in words(one).attachments}
    claims = json.loads(files[CERTIFICATES])
    assert claims["schema"] == CHOOSING
    assert claims["plays"]["optimal"]["claims"]["edge"]["per_stake"] == str(odds.optimal.edge.per_stake)
    told = json.loads(files[ODDS])["wagers"][0]
    assert (told["never"]["net"], told["optimal"]["net"]) == (str(odds.never.net), str(odds.optimal.net))
    assert "under best play" in conclusion(one.chapters)
    titles = [table.table.title for table in shown.values()]
    assert "What moves the edge, best play" in titles
    assert not any(PLAYS["never"] in title for title in titles)
    said = page(chapter)
    fixed = not odds.optimal.spins.variance
    assert f"Under best play, {'every wager is over' if fixed else 'at least '}" in said
    assert "no offer taken" not in said.lower()


@pytest.mark.parametrize(("file", "name"), EXAMPLES)
def test_the_strategy_is_a_table_of_every_state(file, name):
    bet = mk.game(f"examples/{file}.py")[name]
    (table,) = (
        each.table for label, each in tables(words(found(file, name))).items() if "_strategy" in label
    )
    told = {
        state: (row[1].text(), exactly(row[2]), row[4].text(), exactly(row[5]))
        for row in table.rows
        for state in row[0].text().split("; ")
    }
    assert told == {
        bet.rule.label(one.state): (one.action, one.worths[one.action], one.next_best, one.margin)
        for one in bet.odds().strategy
    }


def test_no_proof_is_claimed_where_the_certificate_does_not_hold():
    chapter = found("two_offers", "three-6s").chapters[0]
    checks = tuple((name, held and name != "best play") for name, held in chapter.proof.checks)
    said = page(replace(chapter, proof=replace(chapter.proof, checks=checks)))
    assert "NOT PROVED" in said
    assert "is worth more than the one" not in said


def test_a_strategy_that_is_too_long_for_a_page_is_counted():
    chapter = found("two_offers", "three-6s").chapters[0]
    for states, shown in ((200, True), (201, False), (0, False)):
        asked = replace(chapter.asked, strategy=chapter.asked.strategy * states)
        said = page(replace(chapter, asked=asked))
        assert ("**Table 2.** Best play in each state" in said) == shown
        assert (
            f"It comes to {states} states with several actions, too many for a page; odds.json" in said
        ) == (states > 200)
        assert ("It comes to no state in which there is more than one action." in said) == (not states)


def test_a_report_of_one_wager_has_the_rows_of_most_states():
    chapter = found("keep_dice", "three-sixes").chapters[0]
    (whole,), (cut,) = (
        [each.table for each in page_tables(chapter, brief) if each.label.endswith("_strategy")]
        for brief in (False, True)
    )
    states = [[row[0].text().count("; ") + 1 for row in table.rows] for table in (whole, cut)]
    assert sum(states[0]) == len(chapter.asked.strategy)
    assert states[1] == sorted(states[0], reverse=True)[:12]
    left = sum(states[0]) - sum(states[1])
    assert cut.notes == (f"The rows of most states; odds.json has the other {left} states too.", *whole.notes)


def edge(made=9, made_insured=6, insured=1, cash_1=2, cash_2=4, lost=0):
    """The edge of the two offers, by the choices that are left after each 6."""
    p = Fraction(5, 11)
    second = p * made_insured + (1 - p) * insured
    two = max(p * made + (1 - p) * lost, cash_2, second)
    one = max(p * two + (1 - p) * lost, cash_1, p * second + (1 - p) * insured)
    return 1 - p * one - (1 - p) * lost


def test_what_moves_the_edge_is_best_play_solved_anew():
    shown = tables(words(found("two_offers", "three-6s")))
    (table,) = (each.table for each in shown.values() if "What moves" in each.table.title)
    posted = {"made": 9, "made-insured": 6, "insured": 1, "cash-1": 2, "cash-2": 4, "lost": 0}
    moved = {
        f"pay of the {ending_words(name)}": [
            edge(**{name.replace("-", "_"): pay + by}) - edge() if pay + by >= 0 else None for by in (1, -1)
        ]
        for name, pay in posted.items()
    }
    assert {row[0].text(): [exactly(cell) for cell in row[4:]] for row in table.rows} == moved
    assert "Changes of a weight are left out: the player chooses" in table.notes[-1]


def test_findings_are_those_of_lint(run):
    two = mk.game("examples/two_offers.py")["three-6s"].with_pays({"cash-2": "3 for 2", "made": "17 for 2"})
    three = mk.Game("two offers", "our own table", (), lambda _: [two])
    codes = [finding.code for finding in dossier(terms(three)).reviewed.findings]
    assert codes == ["later-less", "not-payable", "not-payable"]
    for file, name in EXAMPLES:
        made = json.loads(run("lint", f"examples/{file}.py", name, "--readings", "--json")[1])["checks"]
        checks = found(file, name).reviewed.checks
        assert {check.code: check.count for check in checks if check.count} == {
            each["code"]: each["count"] for each in made if each["count"]
        }


@pytest.mark.parametrize(("file", "name"), EXAMPLES)
def test_each_number_of_states_is_told(file, name):
    one = found(file, name)
    files = {each.name: each.text for each in words(one).attachments}
    bet = one.chapters[0].asked.wager
    states = [state for state in decisions(bet).process.states if not isinstance(state, mk.End)]
    steps = sum(
        len(open_) > 1 and state in open_.values() for state in states if (open_ := bet.rule.actions(state))
    )
    certified, told = json.loads(files[CERTIFICATES]), json.loads(files[ODDS])["wagers"][0]
    assert len(certified["states"]) == told["states"] + steps
    said = text(words(one))
    assert f"Of {bet.name} the chain is that of best play" in said
    assert f"The chain of best play has {len(one.chapters[0].chain)} states" in said


def test_a_bet_that_best_play_takes_down_is_told():
    rule = mk.PlainRule(
        "start",
        lambda _, side: mk.End("won" if side == "heads" else "lost"),
        actions=lambda state: (
            {"flip": state, "take it down": mk.End("down", decides=False), "wait": "later"}
            if state == "start"
            else None
        ),
    )
    pays = mk.Paytable({"won": "1 to 2", "lost": "nothing", "down": "1 for 1"})
    bet = mk.Wager("A flip", rule, mk.coin(), pays, "a test")
    for paid, down in (("1 to 2", True), ("2 to 1", False)):
        game = mk.Game("Flips", "a test", (), lambda _, paid=paid: [bet.with_pays(won=paid)])
        one = dossier(terms(game, full=True))
        said, whole = page(one.chapters[0]), text(words(one))
        assert ("It takes the bet down before anything is at risk" in said) == down
        assert ("on this wager with `--pay down=none`" in said) == down
        assert ("Pays of the won for other edges" in said) != down
        assert ("A flip: best play takes the bet down before any risk." in whole) == down
        assert ("Play is over before the first spin, so there are no equations." in whole) == down


def test_a_bet_that_can_be_withdrawn_is_played_without_an_offer(tmp_path):
    """Three times the stake for two 6s before a 7; cash after the first."""
    sheet = tmp_path / "down.toml"
    sheet.write_text(
        'name = "Down"\nsource = "a test"\nwheel = "two dice"\nuntil = "7"\n[wagers.Down]\nwins = "6x2"\n'
        'offers = { cash = "exactly 6x1", withdrawn = "any time" }\n'
        'pays = { made = "3 to 1", withdrawn = "1 for 1", cash = "19 for 10", lost = "nothing" }\n'
        '[options.p]\nquestion = "?"\n[options.p.choices]\na = {means = "a"}\n'
        'b = {means = "b", set.wagers.Down.pays.made = "6 to 1"}\n'
    )
    one, p = dossier(terms(mk.game(str(sheet)))), Fraction(5, 11)
    (prices,) = (each.table for label, each in tables(words(one)).items() if label.endswith("_prices"))
    pays = [exactly(row[2]) for row in prices.rows]
    assert pays == [(1 - lost) / p**2 for lost in (Fraction(0), Fraction(1, 20), Fraction(1, 10))]
    said = text(words(one))
    assert "With no offer taken the house edge of the stake is from −44.6281%" in said
    assert 1 - p**2 * 7 == Fraction(-54, 121)
    assert "Surrender posted above its value on Down: cash" in said
    assert "on Down: bet withdrawn" not in said
    assert "on this wager with `--pay withdrawn=none`" in said
    standing = mk.game(str(sheet))["down"].with_pays(withdrawn=None).odds()
    assert standing.optimal.edge.per_stake == 1 - p * max(p * 4, Fraction(19, 10)) == Fraction(3, 22)


def test_a_tie_is_told():
    odds = mk.game("examples/two_offers.py")["three-6s"].odds()
    (worth,) = (one.worths["insure"] for one in odds.strategy)
    tied = mk.game("examples/two_offers.py")["three-6s"].with_pays({"cash-1": worth})
    assert [one.tie for one in tied.odds().strategy] == [True]
    one = dossier(terms(mk.Game("Tied", "a test", (), lambda _: [tied]), ("three-6s",)))
    assert "In 1 state another action is worth as much." in page(one.chapters[0])


def test_readings_and_other_wagers_stand_beside_it():
    """Best play of each reading; and a wager without choices on the same rolls."""
    bet = mk.game("examples/two_offers.py")["three-6s"]
    other = mk.Wager(
        "One 6",
        mk.PlainRule(0, lambda _, total: mk.End({6: "made", 7: "lost"}.get(total, "push")), trial="roll"),
        mk.dice(2),
        mk.Paytable({"made": "2 for 1", "lost": "nothing", "push": "1 for 1"}),
        "a test",
    )
    paid = mk.Option("paid", "What is paid for three?", {"nine": "9 for 1", "twelve": "12 for 1"})
    pays = {"nine": "9 for 1", "twelve": "12 for 1"}
    game = mk.Game(
        "Both", "a test", (paid,), lambda reading: [bet.with_pays(made=pays[reading["paid"]]), other]
    )
    one = dossier(terms(game))
    edges = [next(each for each in answers if each.wager.name == bet.name) for _, answers in one.readings]
    expected = [game.wagers({"paid": key})["three-6s"].odds().optimal.edge.per_stake for key in pays]
    assert [each.optimal.edge.per_stake for each in edges] == expected
    assert expected[0] > 0 > expected[1]
    assert [chapter.asked.wager.has_actions for chapter in one.chapters] == [True, False]
    ranges = tables(words(one))["reading-ranges"].table
    assert [[cell.text() for cell in row[:2]] for row in ranges.rows] == [["Three 6s", "best play"]]
    assert "None of these figures changes for 1 other wager." in ranges.notes
    said = text(words(one))
    assert "Three 6s: best play; the strategy stands with the wager." in said
    assert "Under best play the house edge of the stake is from" in said
    why = "the player chooses between actions in Three 6s."
    assert f"Several wagers on one layout are not worked out: {why}" in said
    assert not one.layout.ways


def test_what_fails_is_said_of_best_play():
    one = found("two_offers", "three-6s")
    chapter, verdict = one.chapters[0], one.verdict
    off = replace(chapter.comparisons[0], backward=Fraction(1))
    wrong = replace(chapter, comparisons=(off, *chapter.comparisons[1:]))
    worst = replace(verdict.comparisons[0], passed=False)
    failed = replace(verdict, comparisons=(worst, *verdict.comparisons[1:]))
    said = text(appendix(replace(one, chapters=(wrong,), verdict=failed), "0"))
    assert "DIFFERENT: Three 6s, best play, returned." in said
    assert "FAILED: three-6s, best play, returned." in said


def test_figures_of_other_play_are_not_those_of_the_certificate(run, tmp_path):
    """Sealed anew, and seen without the rules."""
    one = found("two_offers", "three-6s")
    chapter = one.chapters[0]
    other = replace(chapter, plays={"never": replace(chapter.answer.never, returned=Fraction(1))})
    file = tmp_path / "report.md"
    changed = appendix(replace(one, chapters=(other,)), __version__, library_versions(".md"))
    file.write_bytes(renderer(".md")(changed))
    checks = json.loads(run("verify", file, "--json")[1])["checks"]
    assert {each["name"]: each["ok"] for each in checks}["tables"] is False


def test_only_what_a_policy_comes_to_keeps_its_pay():
    bet = mk.game("examples/casino_war.py")["casino-war"]
    bet = replace(bet, envy=mk.Paytable({"surrender": Fraction(1), "won": Fraction(2)}))
    odds = bet.odds()
    played = by_policy(bet, odds.optimal.policy, {end.ending for end in odds.optimal.endings})
    assert set(played.pays) == {"won", "lost", "war-won", "war-lost"}
    assert dict(played.envy) == {"won": 2}
    assert dict(played.later_stakes) == dict(bet.later_stakes)
    assert played.odds().never.edge == odds.optimal.edge
