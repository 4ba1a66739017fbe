"""States of a DRN file read many at once, against the same file line by line."""

import io
import re
from random import Random

import numpy as np
import pytest

from markov.chain.decision_process import DecisionProcess
from markov.chain.transitions import TooMuchWork
from markov.formats import drn_block, drn_reader
from markov.formats.drn_block import block
from markov.formats.drn_reader import parsed, read
from markov.wager.game import SheetError


def outcome(reading, *arguments):
    """All that was read, or the error."""
    try:
        found = reading(*arguments)
    except (SheetError, TooMuchWork) as error:
        return type(error), str(error)
    model = found.model
    links = model.choices.rows if isinstance(model, DecisionProcess) else model.transitions
    arrays = [links.indptr, links.successors, links.weights, links.totals]
    labels = [(label, states.tolist()) for label, states in found.labels.items()]
    rewards = {name: list(values) for name, values in found.rewards.items()}
    if isinstance(model, DecisionProcess):
        arrays.append(model.choices.offsets)
        labels.append(("actions", list(model.actions)))
    return [array.tolist() for array in arrays], links.weights.dtype, labels, rewards, found.initial


@pytest.fixture
def both_roads(tmp_path, monkeypatch):
    """Reads a text in blocks of some bytes and line by line; what is found is the same."""

    def read_twice(text, size=2**22):
        monkeypatch.setattr(drn_reader, "BLOCK_SIZE", size)
        path = tmp_path / "a.drn"
        path.write_bytes(text)
        found = outcome(read, path)
        with monkeypatch.context() as patch:
            patch.setattr(drn_reader, "_REMEMBERED", 1)
            assert found == outcome(parsed, io.BytesIO(text), str(path))
        return found

    return read_twice


SIZED = "@type: DTMC\n@parameters\n\n@reward_models\none two \n@nr_states\n{}\n@nr_choices\n{}\n@model\n"


def long_text(states, draw):
    """States as Storm writes them; of each fifth something is seldom."""
    lines = [SIZED.format(states, states)]
    for i in range(states):
        seldom = draw.random() < 0.2
        label = f' l{draw.randrange(4)} "a b"' if seldom else ""
        lines.append(f"state {i} [{draw.randrange(3)}, 1/2]{' init' if i == 0 else ''}{label}\n")
        if draw.random() < 0.5:
            lines.append(
                f"//[x={i}]\n\taction {draw.choice(['__NOLABEL__', 'go'])} [0, {draw.randrange(3)}]\n"
            )
        ways = draw.choice(([("1", 1)], [("1/3", 1), ("2/3", 2)], [("0.02", 3), ("0.98", 1), ("0e5", 2)][:2]))
        lines += [f"\t\t{(i + step) % states} : {chance}\n" for chance, step in ways]
    return "".join(lines)


def has_actions(states, draw):
    """The text of a decision process, each state of which has some actions."""
    lines, choices = [], 0
    for i in range(states):
        lines.append(f"state {i} [{draw.randrange(3)}, 1/2]{' init' if i == 0 else ''}\n")
        for k in range(draw.choice((1, 1, 2, 4))):
            choices += 1
            lines.append(f"\taction {draw.choice([k, 'go'])} [0, {draw.randrange(3)}]\n")
            ways = draw.choice(([("1", 1)], [("1/3", 1), ("2/3", 2)]))
            lines += [f"\t\t{(i + step) % states} : {chance}\n" for chance, step in ways]
    head = SIZED.replace("DTMC", "MDP").format(states, choices)
    return head + "".join(lines)


@pytest.mark.parametrize("size", [100, 1_000, 2**22])
@pytest.mark.parametrize("states", [4, 50, 400])
@pytest.mark.parametrize("written", [long_text, has_actions])
def test_blocks_of_states_are_read_as_their_lines(written, states, size, both_roads):
    arrays = both_roads(written(states, Random(states)).encode(), size)[0]
    assert len(arrays[-1]) == states + (written is has_actions)


@pytest.mark.parametrize("written", [long_text, has_actions])
def test_a_block_as_storm_writes_it_is_understood_at_once(written):
    body = written(300, Random(1)).partition("@model\n")[2].encode()
    found = block(body, 0, written is has_actions)
    assert len(found.lengths) == (body.count(b"action") if written is has_actions else 300)
    assert found.lines == body.count(b"\n")
    assert block(body, 1, False) is None
    assert written is long_text or block(body, 0, False) is None


def wide(p, q, r):
    """A row with denominators that fit, and a common one as wide as p·q·r: each of these divides two."""
    b = -r * pow(p, -1, q) % q
    return f"\t\t2 : 1/{p * q}\n\t\t0 : {b}/{q * r}\n\t\t1 : {(p * q * r - r - b * p) // q}/{p * r}\n"


DAMAGES = [
    *("é\n", "\0\n", "state² 1\n", "2 : 1 : 1\n", "2 : \n", '"\n', "action  \n", f"\t\t2 : 1/{10**30}\n"),
    *(wide(2**24 - 3, 2**24 - 17, 2**24 - 33), wide(2**21, 2**21 - 1, 2**21 - 3)),
    *("state 1x [0, 0]\n", "\t\t2;: 1\n", f"state 1 [0, 0] {'l' * 2_000}\n"),
    *("", "\n", "state\n", "\t\t\n", "// a remark\n", "    // a remark\n", "\taction\n", "\x0b\t\t2 : 1\n"),
    *("state 7 [0, 0]\n", "state 07 [0, 0]\n", 'state 3 [0, 0] "half\n', "state 3 [0, 0] !2\n", "state 3\n"),
    *("\t\t2 : 1/2\n", "\t\t2 : 0\n", "\t\t2 : 1/2 \r\n", "\t\t99999999999999999999 : 1\n", "\t\t500 : 1\n"),
    *("\t\t2: 1\n", "\t\t 2 :  1\n", "\t\t2 : 1\n", "\t\t02 : 1\n", "\t\t2 : p\n", f"\t\t2 : 0.{'3' * 80}\n"),
    *("\taction 0\n", "\taction again [0, 0]\n", "\taction go [1]\n"),
    f"\t\t2 : 1/{10**30}\n\t\t3 : {10**30 - 1}/{10**30}\n",
]


@pytest.mark.parametrize("line", DAMAGES)
@pytest.mark.parametrize("written", [long_text, has_actions])
def test_a_damaged_block_is_read_or_refused_as_its_lines(written, line, both_roads):
    lines = written(3, Random(4)).splitlines(keepends=True)
    for k in range(10, len(lines)):
        for after in (k, k + 1):
            read = both_roads("".join([*lines[:k], line, *lines[after:]]).encode(), (2**22, 60, 2**22)[k % 3])
            refused = r"a\.drn, line \d+: found .*; expected |not solved"
            assert len(read) == 5 or re.search(refused, read[1], re.DOTALL)


@pytest.mark.parametrize("label", ["", " l0"])
def test_texts_that_look_alike_are_told_apart(label, both_roads, monkeypatch):
    monkeypatch.setattr(drn_block, "_FACTOR", np.uint64(0))
    lines = [f"state {i} [{i}, 0] init{label * (i % 2)}\n\t\t0 : 1\n" for i in range(9)]
    assert both_roads("".join([SIZED.format(9, 9), *lines]).encode())[3]["one"] == [*range(9)]


def test_digits_of_all_chances_are_counted(both_roads, monkeypatch):
    text = (SIZED.format(9, 9) + 9 * "state {} [0, 0] init\n\t\t0 : 1/4\n\t\t1 : 3/4\n").format(*range(9))
    monkeypatch.setattr(drn_reader, "_MOST_BITS", 9 * 2 * 3)
    assert len(both_roads(text.encode())) == 5
    monkeypatch.setattr(drn_reader, "_MOST_BITS", 9 * 2 * 3 - 1)
    assert "the chances up to state 8 have too many digits together" in both_roads(text.encode())[1]


def test_what_is_wrong_far_into_a_file_is_said_with_its_line(both_roads):
    lines = long_text(400, Random(2)).splitlines(keepends=True)
    k = max(i for i, line in enumerate(lines) if line.startswith("\t\t") and " : 1\n" in line)
    lines[k] = lines[k].replace(" : 1\n", " : 1.5\n")
    kind, told = both_roads("".join(lines).encode(), 2_000)
    assert kind is SheetError
    assert f"line {k + 1}: found '1.5'" in told.replace("chance ", "")


def test_rows_that_are_long_and_labels_that_are_many(both_roads):
    n = 300
    lines = [SIZED.format(n, n)]
    for i in range(n):
        lines.append(f"state {i} [{i}, -1/{i + 1}] {'init ' if i % 2 else ''}l{i} l{i % 3}\n")
        lines += [f"\t\t{j} : 1/{n if i % 2 else 100}\n" for j in range(n if i % 2 else 100)]
    found = both_roads("".join(lines).encode())
    labels = ("l0", range(3, n, 3)), ("init", range(1, n, 2)), ("l1", range(1, n, 3))
    assert found[2][:3] == [(name, [0] * (name == "l0") + [*at]) for name, at in labels]
    assert found[4] == tuple(range(1, n, 2))


def test_a_state_that_is_longer_than_a_block(both_roads):
    n = 500
    lines = [SIZED.format(n, n), "state 0 [0, 0] init\n", *[f"\t\t{j} : 1/{n}\n" for j in range(n)]]
    lines += [f"state {i} [1, 0]\n\t\t0 : 1\n" for i in range(1, n)]
    assert len(both_roads("".join(lines).encode(), 64)[0][1]) == 2 * n - 1
