"""A chain out of Storm's DRN text, every number read from its characters.

The format is that of Storm's DirectEncodingParser, for discrete-time chains. As Storm does, transitions of a
state may come in any order, chances of equal targets are added, and a chance of 0 is no transition. Unlike
Storm, a row that does not sum to 1 is refused.
"""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from markov.chain.chain import Chain
from markov.chain.solve_order import Indices
from markov.chain.transitions import Transitions
from markov.formats.drn_header import Header, fault, header, shown
from markov.formats.drn_row import Rows
from markov.wager.game import SheetError

_WIDEST = 2**62  # a total below this leaves the sum of its weights inside int64
_LABEL = re.compile(r'"([^"]+)"|([^\s"]+)')


@dataclass(frozen=True, slots=True, eq=False)
class Drn:
    """A chain in which states have labels and rewards; a state where all is over leads to itself.

    initial   the states with the label init, at least one
    labels    for each label the states that have it
    rewards   for each reward model what one step out of each state brings: the state's reward and its
              only action's
    """

    chain: Chain[int]
    initial: tuple[int, ...]
    labels: Mapping[str, Indices]
    rewards: Mapping[str, Sequence[Fraction]]


def read(path: Path) -> Drn:
    """The chain of a file.

    Raises SheetError naming file and line when it is not a discrete-time chain with numbers in it,
    OSError when it cannot be read, TooMuchWork when its fractions have no common denominator of
    reasonable size.
    """
    with path.open("rb") as file:
        return parsed(file, str(path))


def parsed(file: Iterable[bytes], name: str) -> Drn:
    """The chain of a file's lines; its name is for the errors.

    >>> text = [b"@type: DTMC", b"@nr_states", b"2", b"@model", b"state 0 init", b"1 : 0.5", b"0 : 1/2"]
    >>> coin = parsed([*text, b"state 1", b"1 : 1"], "coin.drn")
    >>> coin.chain[0], coin.chain[1], coin.initial
    ({1: 1, 0: 1}, {1: 1}, (0,))
    """
    lines = enumerate(file, 1)
    return _Body(name, header(lines, name)).read(lines)


class _Body:
    """What has been read of the states so far."""

    def __init__(self, name: str, head: Header) -> None:
        self.name = name
        self.head = head
        self.rows = Rows(name, head)
        self.offsets = array("q", [0])
        self.successors = array("q")
        self.weights: array[int] | list[int] = array("q")
        self.totals: list[int] = []
        self.labels: dict[str, array[int]] = {}
        self.rewards: list[list[Fraction]] = [[] for _ in head.rewards]

    def read(self, lines: Iterable[tuple[int, bytes]]) -> Drn:
        """All states, to the end of the file."""
        n = self.head.states
        texts: list[bytes] = []  # the transitions of the state that is being read, and their lines
        numbers: list[int] = []
        state, line, at, acted = -1, 0, self.head.line, False  # the state began in that line
        for at, text in lines:
            words = text.strip()
            if words[:1].isdigit():
                texts.append(words)
                numbers.append(at)
            elif not words or words.startswith(b"//"):
                continue
            elif words.startswith(b"state "):
                self._finish(state, line, texts, numbers)
                texts, numbers = [], []
                state, line, acted = state + 1, at, False
                self._state(state, at, words[6:])
            elif words.startswith(b"action ") or words == b"action":
                if acted or texts or state < 0:
                    found = (
                        f"a second action in state {state}" if state >= 0 else "an action before any state"
                    )
                    wanted = "one action a state; a choice makes an MDP, which is not solved"
                    raise self._fault(at, found, wanted)
                acted = True
                self._action(state, at, words[6:])
            else:
                raise self._fault(at, shown(words), "a line like 'state 2', 'action 0' or '2 : 1/3'")
        if state + 1 != n:
            raise self._fault(at, f"the end of the file after {state + 1} states", f"{n}, as @nr_states says")
        self._finish(state, line, texts, numbers)
        return self._found(at)

    def _fault(self, line: int, found: str, expected: str) -> SheetError:
        return fault(self.name, line, found, expected)

    def _rewards(self, text: bytes, line: int) -> tuple[list[Fraction], bytes]:
        """The rewards in brackets that the text begins with, 0 where there are none, and the rest."""
        names = self.head.rewards
        if not text.startswith(b"["):
            return [Fraction(0)] * len(names), text
        inside, bracket, rest = text[1:].partition(b"]")
        if not bracket:
            raise self._fault(line, "a [ without its ]", "rewards like [1, 0]")
        values = inside.split(b",")
        if len(values) != len(names):
            raise self._fault(line, f"{len(values)} rewards", f"{len(names)}, as @reward_models names them")
        return [self.rows.number(value.strip(), line) for value in values], rest.strip()

    def _state(self, state: int, line: int, text: bytes) -> None:
        """Takes in what the line of a state says after its first word."""
        asked, _, rest = text.strip().partition(b" ")
        if state >= self.head.states:
            raise self._fault(line, f"state {shown(asked)}", f"{self.head.states} states, as @nr_states says")
        if asked != str(state).encode():
            raise self._fault(
                line, f"state {shown(asked)}", f"state {state}; they are numbered in order from 0"
            )
        rewards, rest = self._rewards(rest.strip(), line)
        for column, reward in zip(self.rewards, rewards, strict=True):
            column.append(reward)
        if rest.startswith(b"!"):
            raise self._fault(line, f"exit rate {shown(rest)}", "none; continuous time is not solved")
        try:
            words = rest.decode()
        except UnicodeDecodeError:
            raise self._fault(line, "bytes that are not text", "labels in UTF-8") from None
        if words.count('"') % 2:
            raise self._fault(line, 'a " without its other', 'labels like over or "it is over"')
        for quoted, plain in _LABEL.findall(words):
            having = self.labels.setdefault(quoted or plain, array("q"))
            if not having or having[-1] != state:
                having.append(state)

    def _action(self, state: int, line: int, text: bytes) -> None:
        """Takes in what the line of an action says after its first word: a name, and rewards."""
        _, _, rest = text.strip().partition(b" ")
        rewards, rest = self._rewards(rest.strip(), line)
        if rest:
            raise self._fault(line, shown(rest), "nothing after the rewards of an action")
        for column, reward in zip(self.rewards, rewards, strict=True):
            if reward:
                column[state] += reward

    def _finish(self, state: int, line: int, texts: list[bytes], numbers: list[int]) -> None:
        """Takes in the transitions of a state."""
        if state < 0:
            if numbers:
                raise self._fault(numbers[0], shown(texts[0]), "a line like 'state 0 init' before it")
            return
        successors, (weights, total) = self.rows.row(state, line, texts, numbers)
        if total >= _WIDEST and isinstance(self.weights, array):
            self.weights = self.weights.tolist()
        self.successors.extend(successors)
        self.weights.extend(weights)
        self.totals.append(total)
        self.offsets.append(len(self.successors))

    def _found(self, line: int) -> Drn:
        initial = self.labels.get("init", ())
        if not initial:
            raise self._fault(line, "no state with the label init", "at least one to start from")
        kind = np.int64 if isinstance(self.weights, array) else object
        transitions = Transitions(
            np.array(self.offsets, dtype=np.int64),
            np.array(self.successors, dtype=np.int64),
            np.array(self.weights, dtype=kind),
            np.array(self.totals, dtype=kind),
        )
        labels = {label: np.array(states, dtype=np.int64) for label, states in self.labels.items()}
        return Drn(
            Chain(range(self.head.states), transitions),
            tuple(initial),
            labels,
            dict(zip(self.head.rewards, self.rewards, strict=True)),
        )
