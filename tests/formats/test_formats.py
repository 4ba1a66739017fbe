"""The chain as another tool's text, read back and compared with the chain."""

import json
import re

from markov.chain.chain import Chain
from markov.formats import dot, drn
from markov.formats import json as as_json
from markov.wager.rule import End

CHAIN = Chain.of(
    ((0,), (1,), End('made "6"'), End("lost")), [[(0, 30), (1, 2), (3, 6)], [(1, 30), (2, 2), (3, 6)], [], []]
)


def test_json_says_what_the_chain_holds():
    document = json.loads("".join(as_json.lines("a-game", "A Wager", CHAIN)))
    assert document["schema"] == "markov/chain/1"
    assert (document["game"], document["wager"], document["start"]) == ("a-game", "a-wager", 0)
    assert document["states"] == ["0", "1", 'made "6"', "lost"]
    assert document["totals"] == [38, 38, 0, 0]
    assert document["endings"] == {"2": 'made "6"', "3": "lost"}
    rows = [[(j, w) for i, j, w in document["transitions"] if i == k] for k in range(4)]
    assert rows == [CHAIN.transitions.row(k) for k in range(4)]


def test_json_of_weights_beyond_64_bits_is_whole():
    wide = Chain.of(("on", End("over")), [[(1, 2**80)], []])
    document = json.loads("".join(as_json.lines("g", "w", wide)))
    assert document["transitions"] == [[0, 1, 2**80]]
    assert document["totals"] == [2**80, 0]


def test_json_of_a_game_that_is_over_before_it_starts():
    document = json.loads("".join(as_json.lines("g", "w", Chain.of((End("over"),), [[]]))))
    assert document["transitions"] == []


def test_dot_has_every_state_and_transition():
    text = "".join(dot.lines('say "hello" \\ world', CHAIN))
    arrows = {
        (int(i), int(j)): (int(w), int(total))
        for i, j, w, total in re.findall(r'(\d+) -> (\d+) \[label="(\d+)/(\d+)"\]', text)
    }
    assert arrows == {(i, j): (w, 38) for i in (0, 1) for j, w in CHAIN.transitions.row(i)}
    assert 'label="say \\"hello\\" \\\\ world"' in text
    assert '2 [label="made \\"6\\"", shape=box, peripheries=2]' in text
    assert '0 [label="0"];' in text


def test_no_text_of_a_chain_drives_a_terminal():
    """Escapes and marks that turn the direction of writing are spelled out in names of every kind."""
    loud = "\x1b[31m\u202e"
    chain = Chain.of(((loud, 1), End(loud)), [[(1, 1)], []])
    for lines in (dot.lines(loud, chain), drn.lines(loud, chain), as_json.lines(loud, loud, chain)):
        text = "".join(lines)
        assert text.replace("\n", "").replace("\t", "").isprintable()
        assert text.count("u202e") >= 3
