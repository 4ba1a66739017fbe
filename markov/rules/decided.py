"""Whether play is decided: the states from which only one ending can still be reached."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from markov.wager.rule import End

S = TypeVar("S", bound=Hashable)

LOST = End("lost")


class Decided(Generic[S]):
    """The states of play that are decided, found as they are asked for.

    A state is decided where only one ending can be reached from it, and no offer: that ending is what the
    state is. Nobody buys a bet that can only be lost, so there an offer counts for nothing.

    moves     of a state: the states and the ends that a trial may lead to
    offered   of a state: True where something is on offer in it
    """

    def __init__(self, moves: Callable[[S], Iterable[S | End]], offered: Callable[[S], bool]) -> None:
        self._moves, self._offered = moves, offered
        self._known: dict[S, End | None] = {}

    def ending(self, state: S) -> End | None:
        """The one ending that is left; None where there is more to come than one, or nothing ever ends it."""
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
            path.append(_Visit(state, number[state], iter(self._moves(state)), self._offered(state)))

        enter(start)
        while path:
            visit = path[-1]
            for after in visit.moves:
                if isinstance(after, End):
                    visit.ends.add(after)
                elif after in self._known:
                    if (end := self._known[after]) is None:
                        self._known.update(dict.fromkeys(waiting))
                        return
                    visit.ends.add(end)
                elif after in number:
                    visit.low = min(visit.low, number[after])
                else:
                    enter(after)
                    break
                if visit.open:
                    break
            else:
                path.pop()
                if visit.low == visit.number:
                    end = next(iter(visit.ends), None)
                    while waiting and number[waiting[-1]] >= visit.number:
                        self._known[waiting.pop()] = end
                if path:
                    path[-1].join(visit)
            if path and path[-1].open:
                self._known.update(dict.fromkeys(waiting))
                return


class _Visit(Generic[S]):
    """A state on the path of the search: what is left to look at, and what has been reached from it."""

    __slots__ = ("ends", "low", "moves", "number", "offered", "state")

    def __init__(self, state: S, number: int, moves: Iterator[S | End], offered: bool) -> None:
        self.state, self.number, self.low, self.moves, self.offered = state, number, number, moves, offered
        self.ends: set[End] = set()

    @property
    def open(self) -> bool:
        """True where more than one thing can still come of it."""
        return len(self.ends) > 1 or (self.offered and not self.ends <= {LOST})

    def join(self, inner: "_Visit[S]") -> None:
        """Adds what has been reached from a state that this one leads to."""
        self.ends |= inner.ends
        self.offered = self.offered or (inner.offered and inner.ends != {LOST})
        self.low = min(self.low, inner.low)
