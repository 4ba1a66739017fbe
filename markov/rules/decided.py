"""Decided play: the states from which only one ending can still be reached."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from markov.wager.rule import End

S = TypeVar("S", bound=Hashable)

LOST = End("lost")


class Decided(Generic[S]):
    """The states of play from which only one ending can be reached, found as they are asked for.

    moves     of a state: the states and the ends that a trial may lead to
    endless   of a state that reaches no end: the ending that play has there, None where it has none
    """

    def __init__(
        self,
        moves: Callable[[S], Iterable[S | End]],
        endless: Callable[[S], End | None] = lambda state: None,
    ) -> None:
        self._moves, self._endless = moves, endless
        self._known: dict[S, frozenset[End]] = {}  # the endings that can be reached; of several two

    def ending(self, state: S) -> End | None:
        """The one ending that can be reached; None where there are several, or nothing ever ends it."""
        if state not in self._known:
            self._search(state)
        ends = self._known[state]
        return next(iter(ends)) if len(ends) == 1 else None

    def with_offers(self, offered: Callable[[S], bool]) -> "Decided[S]":
        """The same where something may be on offer: that keeps play open, unless it can only be lost."""

        def moves(state: S) -> Iterator[S | End]:
            if offered(state) and self.ending(state) != LOST:
                yield from (End("taken"), End("not taken"))
            yield from self._moves(state)

        return Decided(moves, self._endless)

    def _search(self, start: S) -> None:
        """Depth first, along groups of states that lead to each other (Gabow 2000), up to a second ending.

        Each group leads to the next one, so that all of them reach what the last does.
        """
        met: list[S] = []  # in order, those of complete groups left out
        number: dict[S, int] = {}
        path: list[tuple[int, Iterator[S | End]]] = []  # the numbers of states, and the moves not looked at
        firsts: list[int] = []  # of each group the number of the first state
        ends: list[frozenset[End]] = []  # of each group those that it has been seen to reach

        def enter(state: S) -> None:
            number[state] = len(met)
            firsts.append(len(met))
            path.append((len(met), iter(self._moves(state))))
            met.append(state)
            ends.append(frozenset())

        enter(start)
        while path and len(ends[-1]) < 2:
            at, moves = path[-1]
            after = next(moves, None)
            if after is None:
                path.pop()
                if firsts[-1] == at:
                    firsts.pop()
                    reached = ends.pop() or frozenset(filter(None, [self._endless(met[-1])]))
                    self._known.update(dict.fromkeys(met[at:], reached))
                    del met[at:]
                    if ends:
                        ends[-1] |= reached
            elif isinstance(after, End):
                ends[-1] |= {after}
            elif after in self._known:
                ends[-1] |= self._known[after]
            elif after not in number:
                enter(after)
            else:
                while number[after] < firsts[-1]:
                    firsts.pop()
                    inner = ends.pop()
                    ends[-1] |= inner
        if met:
            self._known.update(dict.fromkeys(met, ends[-1]))
