"""States as words, and as what a JSON document can hold."""

from dataclasses import dataclass
from enum import Enum

import pytest

from markov.wager.rule import End, label, plain


class Phase(Enum):
    COME_OUT = 1


@dataclass(frozen=True)
class Table:
    phase: Phase
    point: int | None


@pytest.mark.parametrize(
    ("state", "words", "kept"),
    [
        ((), "start", []),
        ((3,), "3", [3]),
        (("come-out", "standing"), "come-out, standing", ["come-out", "standing"]),
        ((2, (None, 5)), "2, (–, 5)", [2, [None, 5]]),
        (frozenset({"b", "a"}), "{a, b}", ["a", "b"]),
        (End("made"), "made", "made"),
        (Phase.COME_OUT, "COME_OUT", "COME_OUT"),
        (7, "7", 7),
    ],
)
def test_states_are_said_and_kept(state, words, kept):
    assert label(state) == words
    assert plain(state) == kept


def test_a_dataclass_is_kept_by_its_fields():
    assert plain(Table(Phase.COME_OUT, None)) == {"phase": "COME_OUT", "point": None}
