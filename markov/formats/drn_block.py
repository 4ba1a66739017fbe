"""Many states of a DRN file at once, as arrays: the lines that are as Storm writes them.

A block is understood whole or not at all: what is laid out in another way, or wrong, is left to the reader
that goes line by line, which knows the errors.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markov.chain.transitions import Indices

_Bytes = NDArray[np.uint8]

_LONGEST = 1_024  # bytes of a text that is compared with others
_DIGITS = 18  # of a number of a state
_INDENTED = 8  # spaces and tabs before a line
_STATE, _ACTION, _TRANSITION, _EMPTY, _OTHER = range(5)
# By the kind of a line: those that may come after it. A state of a chain has at most one action, and a
# transition; where there are choices it has an action, and each of them a transition.
_NEXT = np.array([[False, True, True], [False, False, True], [True, False, True]])
_NEXT_CHOICE = np.array([[False, True, False], [False, False, True], [True, True, True]])
_FACTOR = np.uint64(0x9E3779B97F4A7C15)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """Texts of which many are equal: the distinct ones, and for each place which of them stands there."""

    distinct: list[bytes]
    which: Indices


@dataclass(frozen=True, slots=True, eq=False)
class StateBlock:
    """States that follow each other, and their rows: one for each action, or for the state where it has none.

    lines          in the text
    descriptions   by state what stands after its number
    owners         by row the position of its state
    acting         the rows with an action
    actions        for each of these what stands after the word
    lengths        by row its number of transitions
    targets        by transition where it leads
    chances        by transition the numerator and the denominator of its chance; or its text, where the
                   chances are not all written so
    """

    lines: int
    descriptions: Texts
    owners: Indices
    acting: Indices
    actions: Texts
    lengths: Indices
    targets: Indices
    chances: tuple[Indices, Indices] | Texts


def block(text: bytes, first: int, choices: bool) -> StateBlock | None:
    """The states of a text, the first being that of its first line; None where it is not understood.

    choices   whether states have actions to choose from
    """
    if not text.endswith(b"\n"):
        text += b"\n"
    # No byte is looked for past these.
    data = np.frombuffer(text + bytes(_LONGEST), dtype=np.uint8)
    ends = np.flatnonzero(data == ord("\n"))
    at = np.concatenate(([0], ends[:-1] + 1))
    for _ in range(_INDENTED):
        space = (data[at] == ord(" ")) | (data[at] == ord("\t"))
        if not space.any():
            break
        at += space
    kinds = np.full(len(at), _OTHER)
    kinds[(data[at] - np.uint8(ord("0"))) <= 9] = _TRANSITION
    kinds[_begin(data, at, b"state ")] = _STATE
    kinds[_begin(data, at, b"action ")] = _ACTION
    kinds[(at == ends) | _begin(data, at, b"//")] = _EMPTY
    filled = kinds != _EMPTY
    lines, kinds, at, ends = len(at), kinds[filled], at[filled], ends[filled]
    if (
        not kinds.size
        or (kinds == _OTHER).any()
        or kinds[0] != _STATE
        or kinds[-1] != _TRANSITION
        or not (_NEXT_CHOICE if choices else _NEXT)[kinds[:-1], kinds[1:]].all()
    ):
        return None

    states, acts, moves = (np.flatnonzero(kinds == kind) for kind in (_STATE, _ACTION, _TRANSITION))
    numbers, after = _numbers(data, at[states] + len(b"state "))
    beyond = data[after]
    zero = (data[at[states] + len(b"state ")] == ord("0")) & (numbers > 0)
    if (numbers != np.arange(first, first + len(states))).any() or zero.any():
        return None
    if ((beyond != ord(" ")) & (after != ends[states])).any():
        return None
    targets, colon = _numbers(data, at[moves])
    if (targets < 0).any() or not _begin(data, colon, b" : ").all():
        return None
    descriptions = _texts(data, after, ends[states])
    actions = _texts(data, at[acts] + len(b"action"), ends[acts])
    at_chance = colon + len(b" : ")
    chances = _ratios(data, at_chance, ends[moves]) or _texts(data, at_chance, ends[moves])
    if descriptions is None or actions is None or chances is None:
        return None
    begins = acts if choices else states
    of_state = np.cumsum(kinds == _STATE) - 1
    row = np.cumsum(np.bincount(begins, minlength=len(kinds))) - 1
    return StateBlock(
        lines,
        descriptions,
        of_state[begins],
        row[acts],
        actions,
        np.bincount(row[moves], minlength=len(begins)),
        targets,
        chances,
    )


def _begin(data: _Bytes, at: Indices, word: bytes) -> NDArray[np.bool_]:
    """Mask of the places at which the word stands."""
    same: NDArray[np.bool_] = data[at] == word[0]
    for k, letter in enumerate(word[1:], 1):
        same &= data[at + k] == letter
    return same


def _numbers(data: _Bytes, at: Indices) -> tuple[Indices, Indices]:
    """The whole numbers that begin at the places, and the places after them; -1 where there is none."""
    values, after = np.zeros(len(at), dtype=np.int64), at.copy()
    for _ in range(_DIGITS):
        digits = data[after] - np.uint8(ord("0"))  # past 9 for what comes before 0, too
        more = digits <= 9
        if not more.any():
            break
        values = np.where(more, values * 10 + digits, values)
        after += more
    wrong = (after == at) | (data[after] - np.uint8(ord("0")) <= 9)
    return np.where(wrong, -1, values), after


def _ratios(data: _Bytes, begin: Indices, end: Indices) -> tuple[Indices, Indices] | None:
    """The numbers above and below the slash of each text, or a whole number over 1; None for other texts."""
    above, after = _numbers(data, begin)
    below, slash = np.ones(len(above), dtype=np.int64), np.flatnonzero(data[after] == ord("/"))
    below[slash], after[slash] = _numbers(data, after[slash] + 1)
    if (above < 0).any() or (below <= 0).any() or (after != end).any():
        return None
    return above, below


def _texts(data: _Bytes, begin: Indices, end: Indices) -> Texts | None:
    """The texts between the places; None where one is too long.

    Equal numbers made of their bytes find the candidates, and every text is compared with the one it is taken
    for.
    """
    lengths = end - begin
    longest = int(lengths.max(initial=0))
    if longest > _LONGEST:
        return None
    made = lengths.astype(np.uint64)
    live = np.arange(len(lengths))  # the texts that are longer than k
    for k in range(longest):
        live = live[lengths[live] > k]
        mixed = (made[live] ^ data[begin[live] + k]) * _FACTOR
        made[live] = mixed ^ (mixed >> np.uint64(32))
    _, places, which = np.unique(made, return_index=True, return_inverse=True)
    taken = begin[places][which]
    if (lengths != lengths[places][which]).any():
        return None
    live = np.arange(len(lengths))
    for k in range(longest):
        live = live[lengths[live] > k]
        if (data[begin[live] + k] != data[taken[live] + k]).any():
            return None
    starts, stops = begin[places].tolist(), end[places].tolist()
    return Texts([data[a:b].tobytes() for a, b in zip(starts, stops, strict=True)], which)
