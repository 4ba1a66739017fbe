"""The transitions of one state in a DRN file, and the numbers in it."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from markov.chain.solve_order import TooMuchWork
from markov.formats.drn_header import Header, fault, shown
from markov.formats.drn_number import number

_LONGEST = 2**17  # binary digits of the common denominator of one row
_MOST_BITS = 2**32  # of all weights together, half a gigabyte
_REMEMBERED = 2**17  # numbers; a file with more different ones gains nothing by it

Shares: TypeAlias = tuple[list[int], int]  # weights and their total


class Rows:
    """What reads the rows of a file: equal numbers and equal rows are worked out once.

    Its errors name file and line: SheetError for text that is not as Storm writes it and for chances
    that do not sum to 1, TooMuchWork for fractions without a common denominator of reasonable size.
    """

    def __init__(self, name: str, head: Header) -> None:
        self._name = name
        self._head = head
        self._numbers: dict[bytes, Fraction] = {}
        self._shares: dict[tuple[bytes, ...], Shares] = {}
        self._remembered = 0
        self._bits = 0

    def number(self, text: bytes, line: int) -> Fraction:
        """The number that a text, without spaces around it, stands for."""
        if (found := self._numbers.get(text)) is None:
            try:
                found = self._head.placeholders[text] if text.startswith(b"$") else number(text)
            except KeyError:
                wanted = "one that @placeholders defines"
                raise fault(self._name, line, f"placeholder {shown(text)}", wanted) from None
            except ValueError as error:
                raise fault(self._name, line, shown(text), str(error)) from None
            if len(self._numbers) >= _REMEMBERED:
                self._numbers.clear()
            self._numbers[text] = found
        return found

    def row(self, state: int, line: int, texts: list[bytes], at: list[int]) -> tuple[Sequence[int], Shares]:
        """The successors of a state, and their weights over the total.

        line    where the state begins
        texts   the lines of its transitions, without spaces around them; at, their numbers
        """
        if not texts:
            wanted = "chances that sum to 1; where all is over, a state leads to itself with 1"
            raise fault(self._name, line, f"state {state} without a transition", wanted)
        k = len(texts)
        parts = b" | ".join(texts).split()  # much faster than line by line
        targets, chances = parts[::4], tuple(parts[2::4])
        if (
            len(parts) != 4 * k - 1
            or parts[1::4] != [b":"] * k
            or parts[3::4] != [b"|"] * (k - 1)
            or not b"".join(targets).isdigit()
            or max(map(len, targets)) > 18
            or max(successors := list(map(int, targets))) >= self._head.states
        ):
            read = [self._transition(text, i) for text, i in zip(texts, at, strict=True)]
            successors, chances = [j for j, _ in read], tuple(chance for _, chance in read)
        if (shares := self._shares.get(chances)) is None:
            shares = self._worked_out(state, line, chances, at)
        weights, total = shares
        if 0 in weights or len(set(successors)) < k:
            added: dict[int, int] = {}
            for j, weight in zip(successors, weights, strict=True):
                if weight:
                    added[j] = added.get(j, 0) + weight
            successors, weights = list(added), list(added.values())
        self._bits += total.bit_length() * k
        if self._bits > _MOST_BITS:
            raise TooMuchWork(
                f"{self._name}: the chances up to state {state} have too many digits together; round "
                "them before, or write smaller denominators"
            )
        return successors, (weights, total)

    def _transition(self, text: bytes, line: int) -> tuple[int, bytes]:
        target, colon, chance = text.partition(b" : ")
        target = target.strip()
        if not colon or not target.isdigit():
            raise fault(self._name, line, shown(text), "a transition like '2 : 1/3'")
        if len(target) > 18 or int(target) >= self._head.states:
            wanted = f"a state from 0 to {self._head.states - 1}"
            raise fault(self._name, line, f"target {shown(target)}", wanted)
        return int(target), chance.strip()

    def _worked_out(self, state: int, line: int, texts: tuple[bytes, ...], at: list[int]) -> Shares:
        """The chances as weights over their common denominator."""
        chances = [self.number(text, i) for text, i in zip(texts, at, strict=True)]
        for chance, text, i in zip(chances, texts, at, strict=True):
            if not 0 <= chance.numerator <= chance.denominator:
                raise fault(self._name, i, f"chance {shown(text)}", "one from 0 to 1")
        total = 1
        for denominator in {chance.denominator for chance in chances}:
            total = lcm(total, denominator)
            if total.bit_length() > _LONGEST:
                raise TooMuchWork(
                    f"{self._name}: the chances out of state {state} have too many digits together; "
                    "round them before, or write smaller denominators"
                )
        weights = [chance.numerator * (total // chance.denominator) for chance in chances]
        if (found := sum(weights)) != total:
            found_text = str(Fraction(found, total)) if total.bit_length() < 400 else "nearly 1, not 1"
            wanted = "1; rows are never rescaled, and decimals are taken as they stand"
            raise fault(self._name, line, f"chances out of state {state} that sum to {found_text}", wanted)
        self._remembered += len(texts)
        if self._remembered > _REMEMBERED:
            self._shares.clear()
            self._remembered = len(texts)
        self._shares[texts] = weights, total
        return weights, total
