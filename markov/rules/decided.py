"""Decided play: the states from which only one ending can still be reached."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
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
        """Depth first along groups of states that lead to each other (Gabow 2000), up to a second ending.

        Each group on the path leads to the next, so that all of them reach what the last of them does.
        """
        path: list[_Group[S]] = []
        number: dict[S, int] = {}

        def enter(state: S) -> None:
            number[state] = len(number)
            path.append(_Group(number[state], [state], [iter(self._moves(state))]))

        enter(start)
        while path and len(path[-1].ends) < 2:
            here = path[-1]
            after = next(here.moves[-1], None)
            if after is None:
                here.moves.pop()
                if not here.moves:
                    path.pop()
                    if not here.ends and (end := self._endless(here.states[-1])):
                        here.ends = frozenset([end])
                    self._known.update(dict.fromkeys(here.states, here.ends))
                    if path:
                        path[-1].ends |= here.ends
            elif isinstance(after, End):
                here.ends |= {after}
            elif after in self._known:
                here.ends |= self._known[after]
            elif after not in number:
                enter(after)
            else:
                while number[after] < path[-1].number:
                    path[-2].join(path.pop())
        for group in path:
            self._known.update(dict.fromkeys(group.states, path[-1].ends))


@dataclass(slots=True)
class _Group(Generic[S]):
    """States on the path of the search that lead to each other.

    number   of the first of them, in the order in which the search met all states
    moves    of each, as far as they are still to be looked at
    ends     that have been reached from them
    """

    number: int
    states: list[S]
    moves: list[Iterator[S | End]]
    ends: frozenset[End] = frozenset()

    def join(self, inner: "_Group[S]") -> None:
        """Takes in a group that leads back to this one."""
        self.states += inner.states
        self.moves += inner.moves
        self.ends |= inner.ends
