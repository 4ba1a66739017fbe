"""Storm's DRN text, read and written: what stands in it, what is refused, and both ways together."""

import os
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings

from markov.chain.chain import Chain
from markov.chain.reachability import reach_probabilities
from markov.chain.transitions import TooMuchWork
from markov.formats import drn
from markov.formats.drn_reader import number, parsed, read
from markov.wager.game import SheetError
from markov.wager.rule import End
from tests.cases import rows
from tests.draws import examples
from tests.laws.chains import absorbing
from tests.oracles import steps
from tests.texts import STORM, STORM_HEAD, text_of


def of(text, name="a.drn"):
    return parsed(text.encode().splitlines(keepends=True), name)


def chances(chain):
    """By state the probability of each successor, an absorbing state leading to itself."""
    return [row or {i: Fraction(1)} for i, row in enumerate(steps.chances(chain))]


def test_what_storm_exports_is_read():
    found = of(STORM)
    assert chances(found.model) == [{1: Fraction(1, 3), 2: Fraction(2, 3)}, {1: 1}, {2: 1}]
    assert found.initial == (0,)
    assert {label: at.tolist() for label, at in found.labels.items()} == {
        "init": [0],
        "lost": [1],
        "over": [1, 2],
        "made": [2],
        "all is well": [2],
    }
    assert found.rewards == {"flips": [Fraction(3, 2), 0, 0], "cost": [0, Fraction(5, 2), 0]}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("@value_type: rational\n", ""),
        ("@value_type: rational", "@value_type: double"),
        ("@nr_choices\n3\n", ""),
        ("\taction 0 [0, 0]\n", ""),
        ("\t\t1 : 1/3\n\t\t2 : 2/3\n", "\t\t2 : 2/3\n\t\t1 : 1/3\n"),
        ("\t\t1 : 1/3\n", "\t\t1 : 1/6\n\t\t1 : 1/6\n"),
        ("\t\t2 : 2/3\n", "\t\t2 : 1/6\n\t\t0 : 0\n\t\t2 : 0.5\n"),
        ("\t\t1 : 1/3\n", "// twice one third is left\n\n\t\t1 : 1/3  \n"),
        ("1/3", "1 / 3"),
        ("1/3", "0.1/0.3"),
        ("@reward_models", "@placeholders\n$0 : 1/3\n$two : 2/3\n@reward_models"),
    ],
    ids=str,
)
def test_other_ways_to_write_the_same_chain(old, new):
    text = STORM.replace(old, new)
    if "$two" in new:
        text = text.replace("1 : 1/3", "1 : $0").replace("2 : 2/3", "2 : $two")
    assert text != STORM
    found, same = of(text), of(STORM)
    assert chances(found.model) == chances(same.model)
    assert found.rewards == same.rewards
    assert found.labels.keys() == same.labels.keys()


@pytest.mark.parametrize(
    ("line", "names"),
    [("flips cost", ["flips", "cost"]), (" cost ", ["", "cost"]), ("flips  ", ["flips", ""])],
)
def test_storm_may_leave_a_reward_model_without_a_name(line, names):
    assert [*of(STORM.replace("flips cost ", line)).rewards] == names


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("0.1", Fraction(1, 10)),
        ("1e-05", Fraction(1, 100_000)),
        ("2.5E+3", Fraction(2500)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("-7/21", Fraction(-1, 3)),
        ("+1", Fraction(1)),
        ("1" * 4000, Fraction(int("1" * 4000))),
        ("0." + "0" * 3999 + "1", Fraction(1, 10**4000)),
    ],
)
def test_numbers(text, exact):
    if len(text.replace(".", "")) > 4000:
        with pytest.raises(ValueError, match="at most 4,000 digits"):
            number(text.encode())
    else:
        assert number(text.encode()) == exact


@pytest.mark.parametrize(
    "text",
    [
        *("", "p", "2*p", "inf", "nan", "[0.1,0.2]", "1/0", "1/", "/3", ".", "1e", "e5", "1_0", "0x1", "١"),
        *("1 2", "--1", "1e-99999999999", "1e4001", "9" * 4001, "1/" + "9" * 4001, "1" * 10**6),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_number(text):
    with pytest.raises(ValueError, match=r"^(a number (like|of)|a divisor|a power)"):
        number(text.encode())


_, *REFUSED = re.split(
    "^== (.*) ==\n", Path(__file__).with_name("refused.txt").read_text(), flags=re.MULTILINE
)


@pytest.mark.parametrize(
    ("file", "old", "new", "line", "words"),
    [(file, *row) for file, table in zip(REFUSED[::2], REFUSED[1::2], strict=True) for row in rows(table)],
)
def test_a_file_that_is_not_valid_is_refused_with_its_line(file, old, new, line, words):
    old, new = (cell.replace("\\n", "\n").replace("\\t", "\t") for cell in (old, new))
    assert old in text_of(file)
    refused(text_of(file).replace(old, new, 1), line, words)


@pytest.mark.parametrize(
    ("text", "line", "states"),
    [
        ("", 1, ""),
        (STORM_HEAD.replace("@model\n", ""), 11, ""),
        (STORM_HEAD, 12, " after 0 states; expected 3"),
    ],
)
def test_a_file_that_is_cut_off_is_refused(text, line, states):
    refused(text, line, f"the end of the file{states}")


def refused(text, line, words):
    with pytest.raises(SheetError) as told:
        of(text)
    said = str(told.value)
    assert re.match(rf"a\.drn, line {line}: found .*; expected ", said), said
    assert words in said


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        *(("@type: DTMC", f"@type: {kind}", 2) for kind in ("CTMC", "MA", "POMDP", "SMG")),
        *(("rational", kind, 3) for kind in ("double-interval", "rational-interval", "parametric")),
        ("@parameters\n", "@parameters\np q ", 5),
    ],
)
def test_other_models_are_refused_in_clear_words(old, new, line):
    with pytest.raises(SheetError, match=rf"^a\.drn, line {line}: found .*not solved$"):
        of(STORM.replace(old, new))


def test_choices_are_read_with_their_names_and_rewards():
    found = of(text_of("choices.drn"))
    assert [found.model[i] for i in range(3)] == [
        {"go": {1: 1, 2: 2}, "wait": {0: 1}},
        {"go#0": {1: 1}, "go#1": {2: 1}},
        {"0": {2: 1, 1: 3}},
    ]
    assert found.rewards == {"cost": [Fraction(3, 2), 1, 3, 2, 0]}
    assert found.labels["over"].tolist() == [1, 2]


def test_bytes_that_are_not_text():
    lines = STORM.encode().replace(b"made", b"m\xffde").splitlines()
    with pytest.raises(SheetError, match="line 20: found bytes that are not text"):
        parsed(lines, "a.drn")
    lines = text_of("choices.drn").encode().replace(b"wait", b"w\xffit").splitlines()
    with pytest.raises(SheetError, match="line 14: found bytes that are not text; expected a name"):
        parsed(lines, "a.drn")
    with pytest.raises(SheetError, match="line 1: found"):
        parsed([bytes(range(256))], "a.drn")


def test_a_file_that_memory_cannot_hold_is_refused_before_it_is_read(tmp_path, monkeypatch):
    """Of the 1 TiB of this file only its first line is written."""
    path = tmp_path / "huge.drn"
    with path.open("wb") as file:
        file.write(b"@type: DTMC\n")
        file.truncate(2**40)
    with pytest.raises(TooMuchWork, match=r"huge\.drn: .* up to 7,168\.0 GiB of memory"):
        read(path)
    os.truncate(path, 2**28)
    monkeypatch.setattr("resource.getrlimit", lambda _: (2**30, 2**31))
    with pytest.raises(TooMuchWork, match=r"up to 1\.8 GiB of memory, and there is 1\.0 GiB; ask"):
        read(path)
    os.truncate(path, 12)
    monkeypatch.delattr("os.sysconf")  # as on Windows
    with pytest.raises(SheetError, match="line 1: found the end of the file"):
        read(path)


def test_fractions_without_a_common_denominator_of_reasonable_size():
    """Each number is short; together they would need more digits than there is memory."""
    rows = "".join(f"\t\t1 : 1/{10**300 + k}\n" for k in range(1, 2000, 2))
    with pytest.raises(TooMuchWork, match=r"a\.drn: the chances out of state 0"):
        of(STORM.replace("\t\t1 : 1/3\n", rows))


def test_a_row_that_misses_by_less_than_can_be_shown():
    tiny = 1 - Fraction(1, 10**300)
    with pytest.raises(SheetError, match="sum to nearly 1, not 1"):
        of(STORM.replace("1/3", "0").replace("2/3", f"{tiny}"))


def test_chances_past_64_bits_are_whole():
    wide = 10**40
    found = of(STORM.replace("1/3", f"1/{wide}").replace("2/3", f"{wide - 1}/{wide}"))
    assert found.model.transitions.row(0) == [(1, 1), (2, wide - 1)]
    assert found.model.transitions.totals.tolist() == [wide, 1, 1]


def test_long_labels_cost_no_time():
    found = of(STORM.replace("made", "made" + ' x"y"' * 20_000 + " " * 100_000 + "z" * 100_000))
    assert {"x", "y", "z" * 100_000} < found.labels.keys()


# Writing.


def test_ends_have_labels_that_storm_can_say():
    ends = ("a b", "a_b", "8-18", 'say "x"', "init", "over", "a b")
    rows = [[(k, 1) for k in range(1, 8)], *[[] for _ in ends]]
    chain = Chain.of(("go", *map(End, ends)), rows)
    found = of("".join(drn.lines("a\ntitle", chain)))
    assert {label: at.tolist() for label, at in found.labels.items()} == {
        "init": [0],
        "over": [1, 2, 3, 4, 5, 6, 7],
        "a b": [1, 7],
        "a_b": [2],
        "8-18": [3],
        "_8_18": [3],
        "say 'x'": [4],
        "say__x_": [4],
        "init_": [5],
        "over_": [6],
    }
    assert found.rewards == {"spins": [1, 0, 0, 0, 0, 0, 0, 0]}


def test_a_chance_is_written_in_lowest_terms():
    chain = Chain.of(("go", "on", End("made")), [[(1, 2), (2, 4)], [(2, 6)], []])
    written = "".join(drn.lines("t", chain)).splitlines()
    chances = [line.partition(" : ")[2] for line in written if line.startswith("\t\t")]
    assert chances == ["1/3", "2/3", "1", "1"]


def test_a_game_that_is_over_before_it_starts():
    found = of("".join(drn.lines("t", Chain.of((End("made"),), [[]]))))
    assert (found.initial, found.labels["over"].tolist()) == ((0,), [0])
    assert reach_probabilities(found.model.transitions, found.labels["made"], found.initial) == [1]


@settings(max_examples=examples(150))
@given(absorbing())
def test_a_chain_that_is_written_and_read_is_the_same(chain):
    found = of("".join(drn.lines("random", chain)))
    assert chances(found.model) == chances(chain)
    assert found.labels["over"].tolist() == chain.transitions.absorbing.tolist()
    again = of("".join(drn.lines("read", found.model)))
    assert chances(again.model) == chances(chain)
