"""The chain as another tool's text, read back and compared with the chain."""

import json
from dataclasses import replace

from markov.chain.chain import Chain
from markov.formats import dot, drn
from markov.formats import json as as_json
from markov.wager.rule import End


def test_json_of_weights_beyond_64_bits_is_whole():
    wide = Chain.of(("on", End("over")), [[(1, 2**80)], []])
    document = json.loads("".join(as_json.lines("g", "w", wide)))
    assert document["transitions"] == [[0, 1, 2**80]]
    assert document["totals"] == [2**80, 0]


def test_json_of_a_game_that_is_over_before_it_starts():
    document = json.loads("".join(as_json.lines("g", "w", Chain.of((End("over"),), [[]]))))
    assert document["transitions"] == []


def test_every_text_says_which_states_are_merged():
    chain = Chain.of(("on", End("over")), [[(1, 1)], []])
    merged = replace(chain, merged="2 and 12 are one")
    assert json.loads("".join(as_json.lines("g", "w", merged)))["merged"] == "2 and 12 are one"
    assert "merged" not in json.loads("".join(as_json.lines("g", "w", chain)))
    assert '  label="g; 2 and 12 are one";\n' in dot.lines("g", merged)
    assert "// 2 and 12 are one\n" in drn.lines("g", merged)


def test_no_text_of_a_chain_drives_a_terminal():
    """Escapes and marks that turn the direction of writing are spelled out in names of every kind."""
    loud = "\x1b[31m\u202e"
    chain = Chain.of(((loud, 1), End(loud)), [[(1, 1)], []])
    for lines in (dot.lines(loud, chain), drn.lines(loud, chain), as_json.lines(loud, loud, chain)):
        text = "".join(lines)
        assert text.replace("\n", "").replace("\t", "").isprintable()
        assert text.count("u202e") >= 3
