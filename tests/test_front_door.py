"""The front door: what `import markov as mk` offers."""

import json
import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest
from matplotlib.figure import Figure

import markov
import markov as mk
import markov_games

F = Fraction
GAME, TWO = "repeater-bets-plus", "repeating-2"


def ruin(start=10, goal=20):
    return mk.explore(start, lambda s: {} if s in (0, goal) else {s + 1: 18, s - 1: 20})


def python(program):
    """What a program prints, run by a Python of its own."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def bet():
    return mk.game(GAME)[TWO]


# What is offered.


def loaded(line):
    """The modules that a line of Python loads, beside those that Python starts with."""
    return {
        *python(f"import sys; bare = set(sys.modules)\n{line}\nprint(*sys.modules.keys() - bare)").split()
    }


def test_nothing_is_loaded_before_it_is_used():
    assert loaded("import markov") == {"markov"}


def test_wheels_do_not_wait_for_arrays():
    assert "markov.distribution" in loaded("import markov; markov.dice(2)")
    assert "numpy" not in loaded("import markov; markov.dice(2)")
    assert "numpy" in loaded("import markov; markov.explore")


def test_what_is_offered_is_there_and_listed_and_the_same_thing_whatever_was_loaded_before():
    """No module of the package has the name of something else that is offered."""
    assert dir(mk) == mk.__all__
    told = "import markov.cli, markov as mk; print(*(type(getattr(mk, one)).__name__ for one in mk.__all__))"
    kinds = [type(getattr(mk, name)).__name__ for name in mk.__all__]
    assert python(told).split() == kinds
    assert not {"module", "NoneType"}.intersection(kinds)


def test_an_editor_sees_what_is_loaded_when_used():
    """The names that type checkers read are those that are found at run time."""
    import ast

    (block,) = (
        one
        for one in ast.parse(Path(markov.__file__).read_text()).body
        if isinstance(one, ast.If) and ast.unparse(one.test) == "TYPE_CHECKING"
    )
    homes = {
        alias.name: one.module.removeprefix("markov.")
        for one in block.body
        if isinstance(one, ast.ImportFrom) and one.module.startswith("markov.")
        for alias in one.names
    }
    assert homes == mk._HOME
    assert sorted(homes) == mk.__all__


def test_a_question_is_the_function_that_type_checkers_read():
    import ast

    from markov import front
    from markov.question import Question

    imported = {
        alias.name: f"{one.module}.{alias.name}"
        for one in ast.walk(ast.parse(Path(front.__file__).read_text()))
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }
    wager = Path(sys.modules[mk.Wager.__module__].__file__).read_text()
    read = dict(re.findall(r"^        (\w+) = front\.(\w+)$", wager, re.MULTILINE))
    asked = {name: held.where for name, held in vars(mk.Wager).items() if isinstance(held, Question)}
    assert asked == {name: imported[function] for name, function in read.items()}
    for name in asked:
        assert callable(getattr(mk.Wager, name))


def test_all_of_it_can_be_imported_at_once():
    found = {}
    exec("from markov import *", found)  # noqa: S102
    assert found.keys() >= set(mk.__all__)


@pytest.mark.parametrize(
    "page", ["README.md", "docs/tutorial.md", *sorted(map(str, Path("examples").glob("*.py")))]
)
def test_examples_and_the_tutorial_use_the_front_door_alone(page):
    text = Path(page).read_text()
    assert set(re.findall(r"^(?:>>> )?((?:from|import) markov.*)$", text, re.MULTILINE)) == {
        "import markov as mk"
    }


@pytest.mark.parametrize("package", [markov, markov_games])
def test_the_package_is_typed(package):
    assert Path(package.__path__[0], "py.typed").is_file()


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'markov' has no attribute 'gme'"):
        _ = mk.gme


# Chains of one's own.


def test_the_lines_of_the_contract_for_a_chain():
    found = ruin()
    r = F(20, 18)
    won = (r**10 - 1) / (r**20 - 1)
    assert found.absorption()[20] == won
    assert found.values({20: 1})[10] == won
    # Feller, An Introduction to Probability Theory I, XIV.3: mean duration (z - a P) / (q - p).
    assert found.duration().mean == (10 - 20 * won) / (F(20, 38) - F(18, 38))
    assert found.duration().variance == F(973499007556506070011600, 181893353479056928801)


def test_a_chain_is_a_mapping_from_state_to_row():
    found = ruin(1, 3)
    assert {state: found[state] for state in found} == {1: {2: 18, 0: 20}, 2: {3: 18, 1: 20}, 0: {}, 3: {}}
    assert found.ends == (0, 3)
    assert len(found) == 4


def test_answers_are_by_state_and_agree():
    found = ruin(("a", 1)[1], 5)
    assert found.absorption().keys() == {0, 5}
    assert sum(found.absorption().values()) == 1
    values = found.values({5: 1})
    assert values.keys() == set(range(6))
    assert values == found.reach([5])
    assert {end: found.visits()[end] for end in (0, 5)} == found.absorption()
    assert sum(found.visits()[s] for s in range(1, 5)) == found.duration().mean == found.law().spins.mean
    assert found.values({}, reward=1)[1] == found.duration().mean
    assert found.values({}, reward={1: 1})[1] == found.visits()[1]
    assert found.law([5]).chance == found.absorption()[5]


def test_states_are_whatever_can_be_hashed():
    after = {"sun": {"sun": 3, ("rain", 2): 1}, ("rain", 2): {None: 1}, None: {}}
    found = mk.explore("sun", after.__getitem__)
    assert found.absorption() == {None: 1}
    assert found.visits() == {"sun": 4, ("rain", 2): 1, None: 1}


def test_best_play_is_by_state():
    """That it is best is among the laws of random chains."""
    found, payoff = ruin(2, 6), {6: 30}
    offers = {1: F(3, 2), 2: F(5), 3: F(27, 2), 4: F(13)}
    best = found.optimal_stopping(payoff, {1: "3/2", 2: 5, 3: F(27, 2), 4: 13})
    assert best.continuing.keys() == best.never.keys() == offers.keys()
    assert best.stops == {s for s in offers if offers[s] > best.continuing[s]} == {3}
    cut = mk.explore(2, lambda s: {} if s in (0, 3, 6) else {s + 1: 18, s - 1: 20})
    assert best.values[2] == best.continuing[2] == cut.values({3: offers[3]})[2] > best.never[2]
    assert best.never[2] == found.values(payoff)[2]


def test_states_that_play_alike_are_one():
    walk = mk.explore(2, lambda s: {} if s in (0, 4) else {s + 1: 1, s - 1: 1})
    found = walk.lump({0: "over", 4: "over"})
    assert found.block == {2: 2, 1: found.block[3], 3: found.block[3], 0: found.block[4], 4: found.block[4]}
    assert found.chain.duration() == walk.duration()
    assert len(found.chain) == 3
    assert len(walk.lump().chain) == 5  # the ends are told apart where nothing else is said


def test_a_chain_without_an_end_can_be_asked_what_it_reaches():
    found = mk.explore(0, lambda s: {(s + 1) % 3: 1} if s < 3 else {s: 1})
    assert found.reach([2]) == {0: 1, 1: 1, 2: 1}
    assert found.rewards([2], {0: 5, 1: "1/2"}) == {0: F(11, 2), 1: F(1, 2), 2: 0}
    assert ruin(1, 3).rewards([3], {1: 1}) == {1: None, 2: None, 0: None, 3: 0}
    assert ruin(1, 3).rewards([0, 3], dict.fromkeys((1, 2), 1)) == ruin(1, 3).values({}, reward=1)
    with pytest.raises(mk.NotAbsorbing, match="no end can be reached from state 0"):
        found.absorption()


def test_states_that_are_equal_have_no_answer():
    from markov.chain.chain import Chain

    twice = Chain.of(["start", "end", "end"], [[(1, 1), (2, 1)], [], []])
    for ask in (twice.absorption, twice.to_networkx):
        with pytest.raises(ValueError, match="two states are equal, so there is no answer by state"):
            ask()


def test_fractions_are_weights_too():
    third = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: F(1, 3), s - 1: F(2, 3)})
    whole = mk.explore(1, lambda s: {} if s in (0, 3) else {s + 1: 1, s - 1: 2})
    assert {s: third[s] for s in third} == {s: whole[s] for s in whole}
    mixed = mk.explore(0, lambda s: {} if s else {1: F(1, 2), 2: 3, 3: F(1, 6)})
    assert mixed[0] == {1: 3, 2: 18, 3: 1}


@pytest.mark.parametrize(
    ("row", "kind", "said"),
    [
        ({1: 0.5, 2: 0.5}, TypeError, "1 in the row of state 0 is 0.5, a float, and floats aren't exact"),
        ({1: "1/2"}, TypeError, "is '1/2', which is not a whole number or Fraction"),
        ({1: 0}, ValueError, "the weight of 1 in the row of state 0 is 0; leave out what cannot happen"),
        ({1: F(-1, 2)}, ValueError, "is -1/2; leave out"),
        ([(1, 1)], TypeError, r"the row of state 0 is a list; write it as \{next state: weight\}"),
        (None, TypeError, "the row of state 0 is a NoneType"),
    ],
)
def test_a_row_that_cannot_be_exact(row, kind, said):
    with pytest.raises(kind, match=said):
        mk.explore(0, lambda s: row if s == 0 else {})


@pytest.mark.parametrize(
    "ask",
    [
        lambda c: c[21],
        lambda c: c.values({21: 1}),
        lambda c: c.values({}, reward={21: 1}),
        lambda c: c.optimal_stopping({}, {21: 1}),
        lambda c: c.reach([21]),
        lambda c: c.rewards([20], {21: 1}),
        lambda c: c.law([21]),
        lambda c: c.lump({21: "alike"}),
    ],
)
def test_a_state_that_is_not_there(ask):
    with pytest.raises(KeyError) as found:
        ask(ruin())
    assert isinstance(found.value, mk.UnknownState)
    assert str(found.value) == "no state 21 in the chain; did you mean 20?"


def test_states_with_names_like_the_one_asked_for():
    weather = mk.explore("sunny", {"sunny": {"rainy": 1}, "rainy": {}}.__getitem__)
    with pytest.raises(mk.UnknownState, match="no state 'rain' in the chain; did you mean 'rainy'"):
        weather["rain"]
    with pytest.raises(mk.UnknownState, match=r"no state 7 in the chain; there are 'sunny', 'rainy'$"):
        weather[7]


def test_payoffs_and_offers_belong_where_they_can_be_paid():
    with pytest.raises(ValueError, match="play goes on in state 10, so it pays nothing there"):
        ruin().values({10: 1})
    with pytest.raises(ValueError, match="play is over in state 20, so nothing can be offered there"):
        ruin().optimal_stopping({}, {20: 1})
    with pytest.raises(TypeError, match="floats aren't exact"):
        ruin().values({20: 0.5})


# Games by name, by sheet and by program.


def test_a_game_by_name_with_its_reading():
    default, one = mk.game(GAME), mk.game(GAME, zeros="1", envy_on_surrender="yes")
    assert one.reading()["zeros"] == "1"
    assert one.reading()["envy-on-surrender"] == "yes"
    assert list(one) == list(default.wagers())
    assert len(one) == 19
    assert one["Repeating 2"] == default.wager(TWO, {"zeros": "1", "envy-on-surrender": "yes"})
    assert one[TWO].game.reading() == one.reading()
    assert GAME in mk.games()


def test_a_game_on_a_sheet():
    game = mk.game("examples/lucky_threes.toml", twelve="stops")
    assert game["two threes"].odds().never.returned == F(52, 81)
    assert mk.game(Path("examples/lucky_threes.toml"), twelve="stops")["two threes"] == game["two threes"]


PROGRAM = """
    from dataclasses import dataclass
    import markov as mk

    @dataclass(frozen=True, slots=True)
    class Toss:
        start: "int" = 0

        def step(self, state, outcome):
            return mk.End("made" if outcome == "heads" else "lost")

    print("a program may talk")
"""
ONE = """
pays = mk.Paytable({"made": "9 to 10", "lost": "nothing"})
bet = same = mk.Wager("Heads", Toss(), mk.coin(), pays, "x")
"""
BUILT = 'game = mk.Game("Tosses", "here", (), lambda reading: [bet])'


@pytest.fixture
def program(tmp_path):
    def written(*lines, name="my_game.py"):
        path = tmp_path / name
        path.write_text("\n".join([dedent(PROGRAM), *lines, ""]))
        return path

    return written


def test_a_game_made_by_a_program(program):
    path = program(ONE, BUILT)
    game = mk.game(path)
    assert game.name == "Tosses"
    assert game["heads"].odds().never.returned == F(19, 20)
    assert not list(path.parent.rglob("*.pyc"))


def test_wagers_in_a_program_are_a_game_named_for_it(program):
    game = mk.game(str(program(ONE)))
    assert (game.name, list(game)) == ("my game", ["heads"])


def test_a_program_is_run_as_it_is_now(program):
    assert mk.game(program(ONE))["heads"].odds().never.returned == F(19, 20)
    path = program(ONE.replace("9 to 10", "8 to 10"))
    assert mk.game(path)["heads"].odds().never.returned == F(9, 10)


def test_a_program_finds_what_is_beside_it(program):
    program(ONE, name="beside.py")
    before = list(sys.path)
    try:
        assert list(mk.game(program("from beside import bet"))) == ["heads"]
    finally:
        sys.modules.pop("beside", None)
    assert sys.path == before


BARE = " is a bare number; write '45 for 1' .* or '45 to 1'"


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (lambda bet: mk.ask("6 before 7", within=-1), ValueError, "within is -1; 0 is the least"),
        (lambda bet: mk.ask("6 before 7", at_least=2.5), TypeError, "at_least is 2.5; expected a whole"),
        (lambda bet: mk.ask("6 before 7", by="hand"), mk.Unknown, "no road 'hand'; did you mean chain"),
        (lambda bet: mk.ask("6x6 before 7", surrender=[1]), TypeError, r"pays by count, such as \{4"),
        (lambda bet: mk.ask("A", on={"A": 1, "B": 2}), TypeError, "expected text, such as 'A:1,B:2'"),
        (lambda bet: mk.ask("7", on=6), TypeError, "on is 6; expected text, such as 'd6'"),
        (lambda bet: mk.ask("7", on=mk.dice(2)), TypeError, "expected text, such as 'two dice'"),
        (lambda bet: mk.ask("output 3d6"), mk.GoalError, "name dice with --on 3d6, and ask what they show"),
        (lambda bet: mk.ask("4d6kh3"), mk.GoalError, r"name dice with --on 4d6kh3"),
        (lambda bet: mk.game(GAME, zeros=1), TypeError, "zeros is 1; expected text, such as '1'"),
        (lambda bet: mk.game(GAME)[2], TypeError, "the wager is 2; expected text, such as 're"),
        (lambda bet: mk.percent("a"), TypeError, "'a' is no number; give a Fraction or a whole number"),
        (lambda bet: mk.one_in("a"), TypeError, "'a' is no number"),
        (lambda bet: mk.rounded("a", 2), TypeError, "'a' is no number"),
        (lambda bet: mk.explore(0, {0: {}}), TypeError, r"a matrix is Chain\.from_matrix"),
        (lambda bet: mk.explore(0, {}.get, limit="9"), TypeError, "limit is '9'; expected a whole"),
        (lambda bet: mk.Chain([[1, 1], [1, 1]]), TypeError, r"a chain of a matrix is Chain\.from_matrix"),
        (lambda bet: mk.dice("2"), TypeError, "dice are counted in whole numbers, not by '2'"),
        (lambda bet: mk.Distribution([1, 2]), TypeError, "expected {outcome: weight}"),
        (lambda bet: bet.price("made", edge=5), ValueError, "'5' has no percent sign"),
        (lambda bet: bet.price("made", edge="5"), ValueError, "'5' has no percent sign"),
        (lambda bet: bet.price("made", edge=0.05), TypeError, r"0\.05 is a float, and floats aren't exact"),
        (lambda bet: bet.round(seed=-1), ValueError, "seed is -1; 0 is the least"),
        (lambda bet: bet.round(seed=1.5), TypeError, "seed is 1.5; expected a whole number"),
        (lambda bet: bet.round(longest=0), ValueError, "longest is 0; 1 is the least"),
        (lambda bet: bet.simulate(0), ValueError, "rounds is 0; 1 is the least"),
        (lambda bet: bet.with_pays({"made": 4}, made=5), ValueError, "the pay of made is given twice"),
        (lambda bet: bet.with_pays(made=45), TypeError, f"made=45{BARE}"),
        (lambda bet: bet.what_if({"surrender-1": 45}), TypeError, f"surrender-1=45{BARE}"),
        (lambda bet: mk.ask("6x6 before 7", pays=45), TypeError, f"pays=45{BARE}"),
        (lambda bet: mk.ask("6x6 before 7", surrender={4: 45}), TypeError, f"surrender at 4=45{BARE}"),
        (lambda bet: bet.with_pays(made="45"), ValueError, "'45' is not a pay; write 45 to 1, or"),
        (lambda bet: mk.game(GAME, zeroes="1"), mk.Unknown, "no option 'zeroes'; did you mean zeros"),
        (lambda bet: mk.game(GAME, zeros="9"), mk.Unknown, "no choice for zeros: '9'"),
        (lambda bet: bet.game["repeating-7"], mk.Unknown, "no wager 'repeating-7'; did you mean repeating-"),
        (lambda bet: bet.price("mode", edge="5%"), mk.Unknown, r"no ending 'mode'; did you mean made\?"),
        (lambda bet: bet.with_pays(mode="5 for 1"), mk.Unknown, r"no ending 'mode'; did you mean made\?"),
        (
            lambda bet: bet.with_pays({"surrender-2": None}),
            mk.Unknown,
            "no pay to take out for 'surrender-2'",
        ),
        (lambda bet: bet.price(edge="5%", base="stake"), mk.Unknown, "no base 'stake'"),
        (lambda bet: bet.sensitivity(play="worst"), mk.Unknown, "no way of playing 'worst'"),
        (lambda bet: bet.report("two.foo"), ValueError, r"nothing sets '\.foo'; choose \.pdf"),
    ],
)
def test_what_is_not_exact_or_makes_no_sense_is_refused(bet, asked, error, words):
    with pytest.raises(error, match=words):
        asked(bet)
    assert not Path("two.foo").exists()


def test_what_is_wrong_beside_a_program_is_told_where_it_is(program):
    beside = program("# a line before\nnone (", name="beside.py")
    with pytest.raises(mk.SheetError, match=r"beside.py, line \d+: it cannot be run: SyntaxError: '\(' was"):
        mk.game(program("from beside import bet"))
    path = program("eval('1 +')")
    with pytest.raises(mk.SheetError, match=r"my_game.py, line \d+: it cannot be run: SyntaxError: invalid"):
        mk.game(path)
    beside.write_bytes(b"\0")
    with pytest.raises(mk.SheetError, match=r"my_game.py, line \d+: it cannot be run: SyntaxError: "):
        mk.game(program("from beside import bet"))


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["1 / 0"], r"my_game.py, line 14: it cannot be run: ZeroDivisionError: division by zero"),
        (["def"], r"my_game.py, line 14: it cannot be run: SyntaxError: "),
        (["raise SystemExit(3)"], r"my_game.py, line 14: it cannot be run: SystemExit: 3"),
        ([], "found no `game` and no wager; expected"),
        (["game = 3"], "`game` is of type int; expected a markov.Game"),
        ([ONE, ONE.replace("bet = same", "other").replace("9", "8")], "two wagers have one name, 'Heads'"),
    ],
)
def test_a_program_that_makes_no_game(run, program, lines, said):
    path = program(*lines)
    with pytest.raises(mk.SheetError, match=said):
        mk.game(path)
    assert run("odds", path)[0] == 3


def test_no_file_makes_a_program_run(program, tmp_path):
    """A sheet may come from anyone; a program is run only where the user names it."""
    path = program('import pathlib; (pathlib.Path(__file__).parent / "ran").touch()', ONE)
    overlay = tmp_path / "overlay.toml"
    overlay.write_text('sheet = "my_game.py"\nname = "Mine"\n')
    with pytest.raises(mk.SheetError, match=r"overlay\.toml"):
        mk.game(overlay)
    assert not (tmp_path / "ran").exists()
    mk.game(path)
    assert (tmp_path / "ran").exists()


# A wager and its questions.


def test_the_lines_of_the_contract_for_a_wager(bet):
    assert bet.odds().never.returned == F(40, 49)
    assert bet.odds().optimal.edge.per_stake == F(1, 7)
    assert bet.odds().offers[0].continuing == F(40, 7)
    assert bet.with_pays(made="45 for 1").odds().never.edge.per_stake == 1 - F(45, 49)
    assert bet.price("made", edge="5%").pay.returned == F(95, 100) * 49


def test_one_type_of_wager(bet):
    own = mk.Wager(bet.name, bet.rule, bet.wheel, bet.pays, bet.source, bet.outlay, bet.envy)
    assert type(own) is type(bet) is mk.Wager
    assert own == bet
    assert own.game is None
    assert own.odds().never == bet.odds().never


def test_pays_are_edited_by_name_or_by_mapping(bet):
    changed = bet.with_pays({"surrender-1": "7 for 1"}, made=F(45))
    assert dict(changed.pays) == {"lost": 0, "made": 45, "surrender-1": 7}
    assert dict(bet.pays) == {"lost": 0, "made": 40, "surrender-1": 6}
    assert "surrender-1" not in bet.with_pays({"surrender-1": None}).pays
    again = bet.with_pays(made="41 for 1").with_pays(made="45 for 1")
    assert again == bet.with_pays(made="45 for 1")


def test_an_edited_wager_does_not_go_by_the_name_of_its_sheet(bet):
    changed = bet.with_pays(made="45 for 1")
    assert changed.game.name == "Repeater Bets Plus, edited"
    assert changed.source.endswith(", edited: made")
    assert changed.odds().view().to_dict()["game"] == "repeater-bets-plus-edited"
    assert changed.game[TWO] == changed


def test_a_limit_on_states(bet):
    with pytest.raises(mk.TooManyStates):
        bet.odds(limit=3)
    assert bet.odds(limit=4).states == 4


# What is shown.


@pytest.mark.parametrize(
    ("ask", "command"),
    [
        (lambda bet: bet.odds(), ["odds"]),
        (lambda bet: bet.price("made", edge="5%"), ["price", "made", "--edge", "5%"]),
        (lambda bet: bet.surrender(), ["surrender"]),
        (lambda bet: bet.sensitivity(), ["sensitivity"]),
        (lambda bet: bet.sensitivity(play="never"), ["sensitivity", "--play", "never"]),
        (lambda bet: bet.simulate(2_000, seed=8), ["simulate", "--rounds", "2000", "--seed", "8"]),
        (lambda bet: bet.what_if(made=F(45)), ["what-if", "--pay", "made=45 for 1", "--from", "zeros=1"]),
    ],
)
def test_the_document_is_that_of_the_command(document, ask, command):
    question, *rest = command
    reading = ["--from" if question == "what-if" else "-o", "zeros=1"]
    found = document(question, GAME, TWO, *rest, *reading)
    assert ask(mk.game(GAME, zeros="1")[TWO]).view().to_dict() == found


def test_an_answer_knows_its_game_and_one_about_a_law_of_ones_own_has_none(bet):
    for of, counts in ((bet, {"made": 1, "lost": 9}), ({-1: "20/38", 1: "18/38"}, {-1: 6, 1: 4})):
        bonus, rebate = mk.bonus(of, 5, deposit=5, rollover="1x"), mk.rebate(of, "10%")
        for answer in (
            bonus,
            rebate,
            mk.observed(of, counts, rounds=10),
            mk.meter(of, must_hit_by=9, adds="1%"),
        ):
            assert ("game" in answer.view().to_dict()) == (of is bet)


def test_a_view_is_shown_as_the_command_shows_it(run, bet):
    shown, asked = bet.odds().view(), ("odds", GAME, TWO)
    assert str(shown) == run(*asked)[1].rstrip("\n")
    assert shown.to_csv() == run(*asked, "--format", "csv")[1]
    assert shown.to_markdown() == run(*asked, "--format", "md")[1]
    assert "<table" in shown._repr_html_()
    assert str(bet.surrender()) == run("surrender", GAME, TWO)[1].rstrip("\n")


def test_a_data_frame_without_pandas(bet, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(mk.NoFrames, match=r"a data frame needs pandas: pip install 'markov-odds\[frame\]'"):
        bet.odds().view().to_frame()


def test_a_wager_of_no_game_is_a_game_by_itself(bet, tmp_path):
    own = mk.Wager("Mine", bet.rule, bet.wheel, bet.pays, "a note")
    document = own.odds().view().to_dict()
    assert (document["game"], document["source"], document["options"]) == ("mine", "a note", {})
    path = tmp_path / "mine.json"
    own.report(path, date="2026-11-22", rounds=1000)
    assert json.loads(path.read_text())["title"] == "Mine: the mathematics"


def test_the_odds_of_a_game_are_those_of_its_wagers_and_one_tidy_frame():
    game = mk.game("quebec-place-bets")
    odds = game.odds()
    assert list(odds) == list(game)
    assert all(odds[name].same_odds(game[name].odds()) for name in ("right-4", "buy-10", "lay-5"))
    assert odds["Buy 4"] is odds["buy-4"]
    frame = odds.to_frame()
    assert len(frame) == 2 * len(game)
    assert not {"part", "ending", "state"} & set(frame.columns)
    by_row = {(row.wager, row.play): row.edge_per_outlay_exact for row in frame.itertuples()}
    assert by_row == {
        (name, play): answered.played(play).edge.per_outlay
        for name, answered in odds.items()
        for play in ("never", "optimal")
    }
    endings = odds.view().to_frame("endings")
    assert endings.groupby(["wager", "play"]).probability_exact.sum().eq(1).all()
    with pytest.raises(mk.Unknown, match="no part 'end'; choose from plays, endings"):
        odds.view().to_frame("end")


@pytest.mark.parametrize(
    "ask",
    [
        lambda bet: bet.odds(),
        lambda bet: bet.law(),
        lambda bet: bet.price("made", edge="5%"),
        lambda bet: bet.surrender(),
        lambda bet: bet.sensitivity(),
        lambda bet: bet.session(bankroll=20, rounds=10),
        lambda bet: bet.chain(),
        lambda _: mk.ask("6x6 before 7"),
        lambda _: mk.game("straights-and-8s").odds(),
    ],
)
def test_a_picture_is_drawn_on_the_axes_given(bet, ask):
    figure = Figure()
    left, right = figure.subplots(1, 2)
    assert ask(bet).plot(right) is right
    assert (left.has_data(), right.has_data()) == (False, True)


def test_what_is_drawn_is_what_was_answered(bet):
    ax = bet.law().plot(Figure().subplots())
    law = bet.law()
    assert [bar.get_height() for bar in ax.patches[:5]] == [float(law.at(n)) for n in range(1, 6)]
    ends = bet.odds().plot(Figure().subplots()).patches
    odds = bet.odds()
    chances = [Fraction(bar.get_width()) for bar in ends]
    assert len(chances) == 2 * 3
    assert sum(chances) == pytest.approx(200)
    assert sorted(chances)[-1] == Fraction(float(100 * odds.never.endings[0].probability))
    with pytest.raises(TypeError, match=r"Round has no picture; Answer, .* or Surrender has one"):
        bet.round(seed=1).plot()
    with pytest.raises(ValueError, match="a chain of 3,001 states is too large to be drawn"):
        mk.explore(0, lambda n: {n + 1: 1} if n < 3_000 else {}).plot(Figure().subplots())
