"""A chain or a decision process out of Storm's DRN text, every number read from its characters.

The format is that of Storm's DirectEncodingParser, for discrete time. As Storm does, transitions of a state
may come in any order, chances of equal targets are added, and a chance of 0 is no transition. Unlike Storm,
a row that does not sum to 1 is refused. A row is what a state of a chain leads to, or one action of a state.
"""

import io
import os
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import BinaryIO, TypeAlias

import numpy as np

from markov.chain.chain import Chain
from markov.chain.choices import Choices
from markov.chain.decision_process import DecisionProcess
from markov.chain.transitions import Indices, TooMuchWork, Transitions, offsets_of
from markov.formats.drn_block import StateBlock, Texts, block
from markov.printable import printable
from markov.wager.game import SheetError

_DECIMAL = re.compile(rb"[+-]?([0-9]*)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?")
_DIGITS = 4_000  # in a whole number; Python converts some more at once
_POWER = 4_000  # of ten
_WANTED = "a number like 1/3, 0.25 or 1e-05; parameters and intervals are not solved"
_SHORTER = f"a number of at most {_DIGITS:,} digits"


def number(text: bytes) -> Fraction:
    """The number as a fraction, read from its characters.

    >>> number(b"1/3"), number(b"0.1"), number(b"1e-05"), number(b"-2.5E+1")
    (Fraction(1, 3), Fraction(1, 10), Fraction(1, 100000), Fraction(-25, 1))

    Raises ValueError that says what is expected: for parameters, intervals and infinities, a division by
    zero, and numbers past all use.
    """
    if len(text) > 4 * (_DIGITS + _POWER):
        raise ValueError(_SHORTER)
    above, slash, below = text.partition(b"/")
    value = _decimal(above)
    if not slash:
        return value
    divisor = _decimal(below)
    if not divisor:
        raise ValueError("a divisor other than 0")
    return value / divisor


def _decimal(text: bytes) -> Fraction:
    match = _DECIMAL.fullmatch(text.strip())
    if match is None or not (digits := len(match[1] + (match[2] or b""))):
        raise ValueError(_WANTED)
    if digits > _DIGITS:
        raise ValueError(_SHORTER)
    power = match[3] or b"0"
    if len(power) > 8 or abs(int(power)) > _POWER:
        raise ValueError(f"a power of ten from -{_POWER:,} to {_POWER:,}")
    return Fraction(match[0].decode())


_KEYS = (b"@parameters", b"@placeholders", b"@reward_models", b"@nr_states", b"@nr_choices", b"@model")
_SOLVED = "DTMC or MDP; continuous time (CTMC, MA), observations (POMDP) and games (SMG) are not solved"
_VALUES = "rational or double; parameters and intervals are not solved"


@dataclass(frozen=True, slots=True)
class Header:
    """The head of a DRN file: the number of states, and the names of what follows.

    line           of @model
    decisions      True where states have actions to choose from
    choices        the number of actions in all; 0 where it is not said
    rewards        the reward models, in the order of their values; Storm may leave one without a name
    placeholders   name with its dollar sign → number
    """

    line: int
    decisions: bool
    states: int
    choices: int
    rewards: tuple[str, ...]
    placeholders: Mapping[bytes, Fraction]


def fault(name: str, line: int, given: str, expected: str) -> SheetError:
    """The error that names the file and the line."""
    return SheetError(f"{name}, line {line}: found {given}; expected {expected}")


def quoted(text: bytes) -> str:
    """The words of a file as an error shows them."""
    words = text.strip().decode(errors="replace")
    return printable(repr(words if len(words) <= 60 else words[:60] + "…"))


def header(lines: Iterator[tuple[int, bytes]], name: str) -> Header:
    """The head of a file up to @model; the lines after it are left unread.

    Raises SheetError for anything but a chain or a decision process in discrete time with numbers in it.
    """
    seen: dict[bytes, int] = {}
    states = choices = 0
    decisions = False
    rewards: tuple[str, ...] = ()
    placeholders: dict[bytes, Fraction] = {}
    at, section = 1, b""
    for at, line in lines:
        text = line.strip()
        if not text or text.startswith(b"//"):
            continue
        if section == b"@placeholders" and text.startswith(b"$"):
            key, value = _placeholder(name, at, text)
            if key in placeholders:
                raise fault(name, at, f"{quoted(key)} again", "each placeholder once")
            placeholders[key] = value
            continue
        section, colon, value_text = text.partition(b":")
        if section in seen:
            raise fault(name, at, f"{quoted(section)} again (first in line {seen[section]})", "it only once")
        seen[section] = at
        if colon and section in (b"@type", b"@value_type"):
            _solved(name, at, section, value_text.strip())
            decisions = decisions or value_text.strip() == b"MDP"
        elif colon or section not in _KEYS:
            raise fault(name, at, quoted(text), "a line like '@type: DTMC', '@nr_states' or '@model'")
        elif section == b"@model":
            break
        elif section == b"@parameters":
            at, words = _next(lines, name, at)
            if words.strip():
                raise fault(
                    name, at, f"parameters {quoted(words)}", "none; chains with letters are not solved"
                )
        elif section == b"@reward_models":
            at, words = _next(lines, name, at)
            # Storm ends each name with a space, and the name may be empty.
            names = re.split(r"[ \t]", words.decode(errors="replace"))
            rewards = tuple(names if names[-1] else names[:-1])
            if len(set(rewards)) < len(rewards):
                raise fault(name, at, quoted(words), "different names of reward models")
        elif section == b"@nr_states":
            at, states = _count(lines, name, at)
        elif section == b"@nr_choices":
            at, choices = _count(lines, name, at)
    else:
        raise fault(name, at, "the end of the file", "@model and the states after it")
    for key in (b"@type", b"@nr_states"):
        if key not in seen:
            raise fault(name, at, "@model", f"{key.decode()} before it")
    if choices and (choices < states if decisions else choices != states):
        few = "or more, as each has one; an end leads to itself"
        wanted = f"{states}, {few if decisions else 'one a state; where there are more, the type is MDP'}"
        raise fault(name, seen[b"@nr_choices"] + 1, f"{choices} choices", wanted)
    return Header(at, decisions, states, choices, rewards, placeholders)


def _next(lines: Iterator[tuple[int, bytes]], name: str, at: int) -> tuple[int, bytes]:
    """The line below a heading, which may be empty, and its number."""
    below, line = next(lines, (at, b"@"))
    if line.startswith(b"@"):
        raise fault(name, below, "nothing below the heading", "a line of names, empty where there are none")
    return below, line.rstrip(b"\r\n")


def _count(lines: Iterator[tuple[int, bytes]], name: str, at: int) -> tuple[int, int]:
    below, line = next(lines, (at, b""))
    text = line.strip()
    if not text.isdigit() or len(text) > 18 or not int(text):
        raise fault(name, below, quoted(text), "a whole number from 1 up")
    return below, int(text)


def _solved(name: str, at: int, section: bytes, value: bytes) -> None:
    if section == b"@type" and value not in (b"DTMC", b"MDP"):
        raise fault(name, at, f"a model of type {quoted(value)}", _SOLVED)
    if section == b"@value_type" and value not in (b"rational", b"double"):
        raise fault(name, at, f"values of type {quoted(value)}", _VALUES)


def _placeholder(name: str, at: int, text: bytes) -> tuple[bytes, Fraction]:
    key, colon, value = text.partition(b":")
    if not colon:
        raise fault(name, at, quoted(text), "a line like '$0 : 1/3'")
    try:
        return key.strip(), number(value.strip())
    except ValueError as error:
        raise fault(name, at, quoted(value), str(error)) from None


_LONGEST = 2**17  # binary digits of the common denominator of one row
_MOST_BITS = 2**32  # of all weights together, half a gigabyte
_REMEMBERED = 2**17  # numbers; a file with more different ones gains nothing by it

Shares: TypeAlias = tuple[list[int], int]  # weights and their total


class DrnRows:
    """The reader of the rows of a file: equal numbers and equal rows are worked out once.

    Its errors name file and line: SheetError for text that is not as Storm writes it and for chances
    that do not sum to 1, TooMuchWork for fractions without a common denominator of reasonable size.
    """

    def __init__(self, name: str, head: Header) -> None:
        self._name = name
        self._head = head
        self._value = lru_cache(_REMEMBERED)(
            lambda text: head.placeholders[text] if text.startswith(b"$") else number(text)
        )
        self._shares: dict[tuple[bytes, ...], Shares] = {}
        self._remembered = 0
        self._bits = 0

    def number(self, text: bytes, line: int) -> Fraction:
        """The number that a text, without spaces around it, stands for."""
        try:
            return self._value(text)
        except KeyError:
            wanted = "one that @placeholders defines"
            raise fault(self._name, line, f"placeholder {quoted(text)}", wanted) from None
        except ValueError as error:
            raise fault(self._name, line, quoted(text), str(error)) from None

    def counted(self, bits: int) -> bool:
        """Counts binary digits of weights; False, and nothing is counted, where they are too many."""
        fits = self._bits + bits <= _MOST_BITS
        self._bits += bits if fits else 0
        return fits

    def row(self, whose: str, line: int, texts: list[bytes], at: list[int]) -> tuple[Sequence[int], Shares]:
        """The successors of a row, and their weights over the total.

        whose   the state, or the action of a state; line, where it begins
        texts   the lines of its transitions, without spaces around them; at, their numbers
        """
        if not texts:
            wanted = "chances that sum to 1; where all is over, a state leads to itself with 1"
            raise fault(self._name, line, f"{whose} without a transition", wanted)
        read = [self._transition(text, i) for text, i in zip(texts, at, strict=True)]
        successors, chances = [j for j, _ in read], tuple(chance for _, chance in read)
        if (shares := self._shares.get(chances)) is None:
            shares = self._worked_out(whose, line, chances, at)
        weights, total = shares
        if 0 in weights or len(set(successors)) < len(read):
            added: dict[int, int] = {}
            for j, weight in zip(successors, weights, strict=True):
                if weight:
                    added[j] = added.get(j, 0) + weight
            successors, weights = list(added), list(added.values())
        if not self.counted(total.bit_length() * len(read)):
            raise TooMuchWork(
                f"{self._name}: the chances up to {whose} have too many digits together; round "
                "them before, or write smaller denominators"
            )
        return successors, (weights, total)

    def _transition(self, text: bytes, line: int) -> tuple[int, bytes]:
        target, colon, chance = text.partition(b" : ")
        target = target.strip()
        if not colon or not target.isdigit():
            raise fault(self._name, line, quoted(text), "a transition like '2 : 1/3'")
        if len(target) > 18 or int(target) >= self._head.states:
            wanted = f"a state from 0 to {self._head.states - 1}"
            raise fault(self._name, line, f"target {quoted(target)}", wanted)
        return int(target), chance.strip()

    def _worked_out(self, whose: str, line: int, texts: tuple[bytes, ...], at: list[int]) -> Shares:
        """The chances as weights over their common denominator."""
        chances = [self.number(text, i) for text, i in zip(texts, at, strict=True)]
        for chance, text, i in zip(chances, texts, at, strict=True):
            if not 0 <= chance.numerator <= chance.denominator:
                raise fault(self._name, i, f"chance {quoted(text)}", "one from 0 to 1")
        total = 1
        for denominator in {chance.denominator for chance in chances}:
            total = lcm(total, denominator)
            if total.bit_length() > _LONGEST:
                raise TooMuchWork(
                    f"{self._name}: the chances out of {whose} have too many digits together; "
                    "round them before, or write smaller denominators"
                )
        weights = [chance.numerator * (total // chance.denominator) for chance in chances]
        if (added := sum(weights)) != total:
            words = str(Fraction(added, total)) if total.bit_length() < 400 else "nearly 1, not 1"
            wanted = "1; rows are never rescaled, and decimals are taken as they stand"
            raise fault(self._name, line, f"chances out of {whose} that sum to {words}", wanted)
        self._remembered += len(texts)
        if self._remembered > _REMEMBERED:
            self._shares.clear()
            self._remembered = len(texts)
        self._shares[texts] = weights, total
        return weights, total


BLOCK_SIZE = 2**22  # bytes that are read at once
_MEMORY = 7  # times the size of a file; measured on chains of 2 to 28 million states: 3.5 to 6.9
_WIDEST = 2**62  # a total below this leaves the sum of its weights inside int64
_LABEL = re.compile(r'"([^"]+)"|([^\s"]+)')


@dataclass(frozen=True, slots=True, eq=False)
class Drn:
    """A chain, or a decision process, in which states have labels and rewards; an end leads to itself.

    initial   the states with the label init, at least one
    labels    for each label the states that have it
    rewards   for each reward model what one step brings, by state or, where there are choices, by choice: the
              state's reward and the action's
    """

    model: Chain[int] | DecisionProcess[int]
    initial: tuple[int, ...]
    labels: Mapping[str, Indices]
    rewards: Mapping[str, Sequence[Fraction]]


def read(path: Path) -> Drn:
    """The chain or the decision process of a file.

    Raises SheetError naming file and line when it holds neither in discrete time with numbers in it,
    OSError when it cannot be read, TooMuchWork when its fractions have no common denominator of
    reasonable size, or when this machine has too little memory for it.
    """
    if "\0" in str(path):
        raise SheetError(f"{path}: found no file there; expected a chain or a decision process in DRN")
    with path.open("rb") as file:
        _check_memory(path, os.fstat(file.fileno()).st_size)
        lines = enumerate(file, 1)
        return _Body(str(path), header(lines, str(path))).read_blocks(file)


def drn_chain(kind: type[Chain[int]], path: Path | str) -> Chain[int]:
    """The chain of a file in Storm's DRN text format, from its initial state; its states are numbers.

    Play is over in a state that leads to itself alone. Labels and rewards are left to `markov solve`.

    Raises SheetError, naming file and line, for what is no chain in numbers; OSError when the file cannot be
    read, TooMuchWork when it takes more memory than there is.
    """
    read_file = read(Path(path))
    model, initial = read_file.model, read_file.initial
    if not isinstance(model, Chain):
        raise SheetError(f"{path}: found a decision process (type MDP); `markov solve` answers it")
    if len(initial) > 1:
        raise SheetError(f"{path}: found {len(initial):,} initial states; a chain starts in one")
    links, first = model.transitions, initial[0]
    single = np.flatnonzero(np.diff(links.indptr) == 1)
    stays = single[links.successors[links.indptr[single]] == single]
    others = np.delete(np.arange(len(model)), first)
    order = np.concatenate(([first], others))
    return kind(order.tolist(), links.stopped(stays.tolist()).selected(order, np.argsort(order)))


def _check_memory(path: Path, size: int) -> None:
    """Raises TooMuchWork where a file of so many bytes takes more memory than there is, or is allowed."""
    if not hasattr(os, "sysconf"):
        return
    from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit

    there = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    if (allowed := getrlimit(RLIMIT_AS)[0]) != RLIM_INFINITY:
        there = min(there, allowed)
    if size * _MEMORY > there:
        needed, held = (f"{number / 2**30:,.1f} GiB" for number in (size * _MEMORY, there))
        raise TooMuchWork(
            f"{path}: to read and solve so many states takes up to {needed} of memory, and there is "
            f"{held}; ask for a smaller instance of the model, or on a machine with more"
        )


def parsed(file: Iterable[bytes], name: str) -> Drn:
    """The chain or the decision process of a file's lines; its name is for the errors.

    >>> text = [b"@type: DTMC", b"@nr_states", b"2", b"@model", b"state 0 init", b"1 : 0.5", b"0 : 1/2"]
    >>> coin = parsed([*text, b"state 1", b"1 : 1"], "coin.drn")
    >>> coin.model[0], coin.model[1], coin.initial
    ({1: 1, 0: 1}, {1: 1}, (0,))
    """
    lines = enumerate(file, 1)
    body = _Body(name, header(lines, name))
    body.read(lines, last=True)
    return body.model()


class _Body:
    """The states that have been read so far.

    offsets, successors, weights, totals, rewards   by row, which is a state or an action of one
    first_rows   by state the first of its rows, and last the number of rows
    actions   by row, where there are choices: the number of its name among the names
    row       the words for the row that is read; row_line, where it begins; texts, its transitions, and
              numbers, their lines
    state_rewards   what a step out of the last state brings, whatever the action
    has_action      whether the last state has had an action
    """

    def __init__(self, name: str, head: Header) -> None:
        self.name = name
        self.head = head
        self.rows = DrnRows(name, head)
        self.offsets = array("q", [0])
        self.successors = array("q")
        self.weights: array[int] | list[int] = array("q")
        self.totals: list[int] = []
        self.labels: dict[str, array[int]] = {}
        self.rewards: list[list[Fraction]] = [[] for _ in head.rewards]
        self.first_rows = array("q", [0])
        self.actions = array("q")
        self.names: dict[str, int] = {}
        self.row, self.row_line, self.has_action = "", 0, False
        self.texts: list[bytes] = []
        self.numbers: list[int] = []
        self.state_rewards: list[Fraction] = []
        self.line = head.line  # the last that has been read

    @property
    def states(self) -> int:
        """The number of states that have been read."""
        return len(self.first_rows) - 1

    def read_blocks(self, file: BinaryIO) -> Drn:
        """The rest of a file, read many states at once where they are as Storm writes them."""
        text = b""
        while more := file.read(BLOCK_SIZE):
            text += more
            cut = text.rfind(b"\nstate ") + 1
            if cut:
                self._read_block(text[:cut], last=False)
                text = text[cut:]
        self._read_block(text, last=True)
        return self.model()

    def _read_block(self, text: bytes, last: bool) -> None:
        states = block(text, self.states, self.head.decisions)
        whole = states is not None and (
            not last or self.states + len(states.descriptions.which) == self.head.states
        )
        if states is not None and whole and self._take(states):
            self.line += states.lines
        else:
            self.read(enumerate(io.BytesIO(text), self.line + 1), last)

    def _take(self, states: StateBlock) -> bool:
        """Takes in many states; False, and nothing is taken in, where one of them asks for a closer look."""
        n, first = len(states.descriptions.which), self.states
        if first + n > self.head.states or states.targets.max() >= self.head.states:
            return False
        try:
            described = [self._described(text, 0) for text in states.descriptions.distinct]
            acted = [self._acted(text, 0) for text in states.actions.distinct]
            weighed = self._weighed(states)
        except (SheetError, TooMuchWork):
            return False
        if weighed is None:
            return False
        weights, totals = weighed
        # By row the pair of a description and an action, if there is one.
        pairs = states.descriptions.which[states.owners] * (len(acted) + 1)
        pairs[states.acting] += 1 + states.actions.which
        distinct, which = np.unique(pairs, return_inverse=True)
        brought = [
            [a + b for a, b in zip(described[pair // (len(acted) + 1)][0], action, strict=True)]
            for pair in distinct.tolist()
            for _, action in [(("", [Fraction(0)] * len(self.rewards)), *acted)[pair % (len(acted) + 1)]]
        ]
        for k, column in enumerate(self.rewards):
            of = [each[k] for each in brought]
            column.extend([of[i] for i in which.tolist()])
        for label, having in _labelled(
            [labels for _, labels in described], states.descriptions.which
        ).items():
            self.labels.setdefault(label, array("q")).frombytes((having + first).tobytes())
        if self.head.decisions:
            numbers = np.array([self.names.setdefault(name, len(self.names)) for name, _ in acted])
            self.actions.frombytes(numbers[states.actions.which].tobytes())
        rows = np.cumsum(np.bincount(states.owners, minlength=n))
        self.first_rows.frombytes((rows + self.first_rows[-1]).tobytes())
        self.offsets.frombytes((np.cumsum(states.lengths) + self.offsets[-1]).tobytes())
        self.successors.frombytes(states.targets.tobytes())
        self.totals.extend(totals.tolist())
        if isinstance(self.weights, array):
            self.weights.frombytes(weights.tobytes())
        else:
            self.weights.extend(weights.tolist())
        return True

    def _weighed(self, states: StateBlock) -> tuple[Indices, Indices] | None:
        """The weights of the transitions and the totals of the rows.

        None for chances of 0 or past 1, rows that do not sum to 1, equal targets, and wide weights.
        """
        above, below = states.chances if isinstance(states.chances, tuple) else self._ratios(states.chances)
        if (above <= 0).any() or (above > below).any():
            return None
        common = np.gcd(above, below)
        above, below = above // common, below // common
        lengths = states.lengths
        begins = np.cumsum(lengths) - lengths
        links = np.sort(np.repeat(np.arange(len(lengths)) * self.head.states, lengths) + states.targets)
        if (links[1:] == links[:-1]).any():
            return None
        # Past int64 a multiple may be anything; one that fits, and is a multiple of all, is a common one.
        totals = np.lcm.reduceat(below, begins)
        if totals.min() <= 0 or totals.max() >= _WIDEST // int(lengths.max()):
            return None
        each: Indices = np.repeat(totals, lengths)
        weights: Indices = above * (each // below)
        if (each % below).any() or (np.add.reduceat(weights, begins) != totals).any():
            return None
        bits = int((lengths * np.frexp(totals)[1]).sum())
        return (weights, totals) if self.rows.counted(bits) else None

    def _ratios(self, chances: Texts) -> tuple[Indices, Indices]:
        """The numerators and the denominators of chances, 0 for one that is too long."""
        numbers = [self.rows.number(text, 0) for text in chances.distinct]
        numbers = [number if number.denominator < _WIDEST else Fraction(0) for number in numbers]
        above, below = (
            [getattr(number, part) for number in numbers] for part in ("numerator", "denominator")
        )
        return np.array(above)[chances.which], np.array(below)[chances.which]

    def read(self, lines: Iterable[tuple[int, bytes]], last: bool) -> None:
        """The states of some lines, of which the last ones may end the file."""
        n, at = self.head.states, self.line
        self.row, self.texts, self.numbers = "", [], []
        for at, text in lines:
            words = text.strip()
            if words[:1].isdigit():
                self.texts.append(words)
                self.numbers.append(at)
            elif not words or words.startswith(b"//"):
                continue
            elif words.startswith(b"state "):
                self._finish(whole=True)
                self._state(self.states, at, words[6:])
            elif words.startswith(b"action ") or words == b"action":
                self._action(at, words[6:])
            else:
                raise self._fault(at, quoted(words), "a line like 'state 2', 'action 0' or '2 : 1/3'")
        self.line = at
        if last and self.states != n:
            raise self._fault(
                at, f"the end of the file after {self.states} states", f"{n}, as @nr_states says"
            )
        self._finish(whole=True)
        if last and self.head.choices not in (0, self.first_rows[-1]):
            wanted = f"{self.head.choices}, as @nr_choices says"
            raise self._fault(at, f"the end of the file after {self.first_rows[-1]} choices", wanted)

    def _fault(self, line: int, given: str, expected: str) -> SheetError:
        return fault(self.name, line, given, expected)

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
        given, _, rest = text.strip().partition(b" ")
        if state >= self.head.states:
            raise self._fault(
                line, f"state {quoted(given)}", f"{self.head.states} states, as @nr_states says"
            )
        if given != str(state).encode():
            raise self._fault(
                line, f"state {quoted(given)}", f"state {state}; they are numbered in order from 0"
            )
        self.state_rewards, labels = self._described(rest, line)
        for label in labels:
            self.labels.setdefault(label, array("q")).append(state)
        self.first_rows.append(self.first_rows[-1])
        self.row, self.row_line, self.has_action = f"state {state}", line, False
        if not self.head.decisions:
            self._begin(self.state_rewards)

    def _begin(self, rewards: Sequence[Fraction]) -> None:
        """Begins a row of the last state."""
        self.first_rows[-1] += 1
        for column, reward in zip(self.rewards, rewards, strict=True):
            column.append(reward)

    def _described(self, text: bytes, line: int) -> tuple[list[Fraction], list[str]]:
        """The rewards of a state and its labels, each once, from what stands after its number."""
        rewards, rest = self._rewards(text.strip(), line)
        if rest.startswith(b"!"):
            raise self._fault(line, f"exit rate {quoted(rest)}", "none; continuous time is not solved")
        try:
            words = rest.decode()
        except UnicodeDecodeError:
            raise self._fault(line, "bytes that are not text", "labels in UTF-8") from None
        if words.count('"') % 2:
            raise self._fault(line, 'a " without its other', 'labels like over or "it is over"')
        return rewards, list(dict.fromkeys([quoted or plain for quoted, plain in _LABEL.findall(words)]))

    def _action(self, line: int, text: bytes) -> None:
        """Takes in what the line of an action says after its first word."""
        state = self.states - 1
        if not self.row:
            wanted = "a line like 'state 0 init' before it"
            raise self._fault(line, "an action before any state", wanted)
        if not self.head.decisions and (self.has_action or self.texts):
            wanted = "one action a state; a model of type MDP has choices"
            raise self._fault(line, f"a second action in state {state}", wanted)
        name, rewards = self._acted(text, line)
        if self.head.decisions:
            self._finish(whole=False)
            self.row, self.row_line = f"action {printable(name)} of state {state}", line
            self._begin([a + b for a, b in zip(self.state_rewards, rewards, strict=True)])
            self.actions.append(self.names.setdefault(name, len(self.names)))
        else:
            for column, reward in zip(self.rewards, rewards, strict=True):
                column[-1] += reward
        self.has_action = True

    def _acted(self, text: bytes, line: int) -> tuple[str, list[Fraction]]:
        """The name of an action and its rewards, from what stands after its first word."""
        name, _, rest = text.strip().partition(b" ")
        rewards, rest = self._rewards(rest.strip(), line)
        if rest:
            raise self._fault(line, quoted(rest), "nothing after the rewards of an action")
        try:
            return name.decode(), rewards
        except UnicodeDecodeError:
            raise self._fault(line, "bytes that are not text", "a name in UTF-8") from None

    def _finish(self, whole: bool) -> None:
        """Takes in the transitions of the row that was read; the whole state, or one action of it."""
        texts, numbers = self.texts, self.numbers
        if not self.row:
            if numbers:
                raise self._fault(numbers[0], quoted(texts[0]), "a line like 'state 0 init' before it")
            return
        if self.head.decisions and not self.has_action:
            if numbers:
                raise self._fault(numbers[0], quoted(texts[0]), "a line like 'action 0' before it")
            if whole:
                wanted = "one or more; where all is over, one leads back with 1"
                raise self._fault(self.row_line, f"{self.row} without an action", wanted)
            return
        successors, (weights, total) = self.rows.row(self.row, self.row_line, texts, numbers)
        if total >= _WIDEST and isinstance(self.weights, array):
            self.weights = self.weights.tolist()
        self.successors.extend(successors)
        self.weights.extend(weights)
        self.totals.append(total)
        self.offsets.append(len(self.successors))
        self.texts, self.numbers = [], []

    def model(self) -> Drn:
        """The chain or the decision process, all states having been read."""
        initial = self.labels.get("init", ())
        if not initial:
            raise self._fault(self.line, "no state with the label init", "at least one to start from")
        kind = np.int64 if isinstance(self.weights, array) else object
        rows = Transitions(
            np.array(self.offsets, dtype=np.int64),
            np.array(self.successors, dtype=np.int64),
            np.array(self.weights, dtype=kind),
            np.array(self.totals, dtype=kind),
        )
        states = range(self.head.states)
        labels = {label: np.array(having, dtype=np.int64) for label, having in self.labels.items()}
        model: Chain[int] | DecisionProcess[int]
        if self.head.decisions:
            offsets = np.array(self.first_rows, dtype=np.int64)
            model = DecisionProcess(states, Choices(offsets, rows), self._named(offsets))
        else:
            model = Chain(states, rows)
        return Drn(model, tuple(initial), labels, dict(zip(self.head.rewards, self.rewards, strict=True)))

    def _named(self, offsets: Indices) -> list[str]:
        """By action its name; where two of one state share it, with the position among those of the state."""
        names, numbers = list(self.names), np.array(self.actions, dtype=np.int64)
        named = [names[k] for k in self.actions]
        owner = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
        _, which, counts = np.unique(owner * len(names) + numbers, return_inverse=True, return_counts=True)
        for k in np.flatnonzero(counts[which] > 1).tolist():
            named[k] += f"#{k - int(offsets[owner[k]])}"
        return named


def _labelled(labels: Sequence[Sequence[str]], which: Indices) -> dict[str, Indices]:
    """The states that have each label, in order; labels are in the order in which states first have them.

    labels   of each distinct description; which, by state its own
    """
    by_description = np.argsort(which, kind="stable")
    bounds = offsets_of(np.bincount(which, minlength=len(labels))).tolist()
    firsts = by_description[bounds[:-1]]
    having: dict[str, list[Indices]] = {}
    for i in np.argsort(firsts).tolist():
        for label in labels[i]:
            having.setdefault(label, []).append(by_description[bounds[i] : bounds[i + 1]])
    return {label: np.sort(np.concatenate(states)) for label, states in having.items()}
