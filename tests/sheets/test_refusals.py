"""What a sheet may not say: the line on which it stands, and what is told of it.

What needs a file that is hostile, large or no text is with the tests of what such a sheet may say.
"""

import re
from pathlib import Path

import pytest

from tests.cases import rows
from tests.sheets import texts
from tests.texts import OVERLAY, text_of

NAMED = {"SET": texts.SET, "WEIGHTS": texts.WEIGHTS}
CHOICES = texts.HEADS[texts.HEADS.index("[options.coin.choices.thin]") :]
NAMED |= {"CHOICES": CHOICES, "THICK": CHOICES[CHOICES.index("[options.coin.choices.thick]") :]}
NAMED |= {"PAGE": 'source = "page 1"', "COMPONENTS": '["Heads twice", "Edge"]'}
NAMED |= {"TOSS": texts.HEADS[texts.HEADS.index("stop") : texts.HEADS.index("\n\n[pays]")]}
CELLS = '.wheel = { kind = "board", cells = %d, chance = "1/2" }\n'
CELLS = f'pays.cell = "1 for 1"\nphases.a{CELLS % 2}phases.a.leads.b = "filled-1"\nphases.b{CELLS % 3}'
NAMED |= {"PLAYED": texts.PHASES.partition("[wagers.A]\n")[2], "CELLS": CELLS}

DRAWN = "wagers.A.commission: 'one' draws a prize, which is no one amount"

SHEETS = {
    **vars(texts),
    "DEFINED": texts.DICE.replace("GOAL", "small before 7"),
    "LADDER": texts.HEAD + texts.BOTH,
    "OFFERED": text_of("offered.toml"),
    "OVERLAY": OVERLAY,
}
_, *REFUSED = re.split(
    "^== (.*) ==\n", Path(__file__).with_name("refused.txt").read_text(), flags=re.MULTILINE
)


@pytest.mark.parametrize(
    ("kind", "was", "now", "line", "words"),
    [(kind, *row) for kind, table in zip(REFUSED[::2], REFUSED[1::2], strict=True) for row in rows(table)],
)
def test_what_makes_no_sense_is_refused_where_it_stands(refusal, kind, was, now, line, words):
    text = SHEETS[kind]
    was, now = (NAMED.get(cell, cell).replace("\\n", "\n") for cell in (was, now))
    assert was in text
    said = refusal(text.replace(was, now, 1))
    assert re.match(r"sheet\.toml(?:, line (\d+))?: ", said)[1] == (line or None)
    assert words.replace("COMMISSION", DRAWN) in said
    assert was != texts.SET or "options.coin.choices.thick.set" in said
