"""Decided play: the states from which only one ending can still be reached."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from markov.wager.rule import End

S = TypeVar("S", bound=Hashable)

LOST = End("lost")


class Decided(Generic[S]):
    """The states of play from which only one ending can be reached, found as they are asked for.

    moves     of a state: the states and the ends that a trial may lead to
    offered   of a state: True where something is on offer in it
    endless   of a state that reaches no end: the ending that play has there, None where it has none
    """

    def __init__(
        self,
        moves: Callable[[S], Iterable[S | End]],
        offered: Callable[[S], bool] = lambda state: False,
        endless: Callable[[S], End | None] = lambda state: None,
    ) -> None:
        self._moves, self._offered, self._endless = moves, offered, endless
        # By state the one ending that is left, and whether an offer may come to stand; None for several.
        self._known: dict[S, tuple[End, bool] | None] = {}

    def ending(self, state: S) -> End | None:
        """The one ending that can be reached; None where there are several, or nothing ever ends it."""
        known = self._found(state)
        return known and known[0]

    def open_to_offers(self, state: S) -> bool:
        """True where one ending is left, and something is on offer or may come to be."""
        known = self._found(state)
        return known is not None and known[1]

    def _found(self, state: S) -> tuple[End, bool] | None:
        if state not in self._known:
            self._search(state)
        return self._known[state]

    def _search(self, start: S) -> None:
        """Strongly connected components (Tarjan 1972), which stop at the second ending that is found.

        Whatever waits for its component then leads to a state of the path, and all of the path to both.
        """
        number: dict[S, int] = {}
        waiting: list[S] = []
        path: list[_Visit[S]] = []

        def enter(state: S) -> None:
            number[state] = len(number)
            waiting.append(state)
            path.append(_Visit(number[state], iter(self._moves(state)), self._offered(state)))

        enter(start)
        while path:
            visit = path[-1]
            for after in visit.moves:
                if isinstance(after, End):
                    visit.ends.add(after)
                elif after in self._known:
                    if (known := self._known[after]) is None:
                        self._known.update(dict.fromkeys(waiting))
                        return
                    visit.ends.add(known[0])
                    visit.offered = visit.offered or known[1]
                elif after in number:
                    visit.low = min(visit.low, number[after])
                else:
                    enter(after)
                    break
                if len(visit.ends) > 1:
                    break
            else:
                path.pop()
                if visit.low == visit.number:
                    end = next(iter(visit.ends), None) or self._endless(waiting[-1])
                    if end:
                        visit.ends.add(end)
                    while waiting and number[waiting[-1]] >= visit.number:
                        self._known[waiting.pop()] = None if end is None else (end, visit.offered)
                if path:
                    path[-1].join(visit)
            if path and len(path[-1].ends) > 1:
                self._known.update(dict.fromkeys(waiting))
                return


class _Visit(Generic[S]):
    """A state on the path of the search: what is left to look at, and what has been reached from it."""

    __slots__ = ("ends", "low", "moves", "number", "offered")

    def __init__(self, number: int, moves: Iterator[S | End], offered: bool) -> None:
        self.number, self.low, self.moves, self.offered = number, number, moves, offered
        self.ends: set[End] = set()

    def join(self, inner: "_Visit[S]") -> None:
        """Adds what has been reached from a state that this one leads to."""
        self.ends |= inner.ends
        self.offered = self.offered or inner.offered
        self.low = min(self.low, inner.low)
