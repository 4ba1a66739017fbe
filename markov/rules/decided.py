"""Whether play is decided: the states from which only one ending can still be reached."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Generic, TypeVar

from markov.wager.rule import End

S = TypeVar("S", bound=Hashable)

LOST = End("lost")


class Decided(Generic[S]):
    """The states of play that are decided, found as they are asked for.

    A state is decided where only one ending can be reached from it. An offer keeps it open, where one stands
    or may come to stand, until that ending is what would be paid if play stopped; but nobody buys a bet that
    can only be lost.

    moves     of a state: the states and the ends that a trial may lead to
    offered   of a state: True where something is on offer in it
    judged    of a state: the ending if play stopped there
    """

    def __init__(
        self,
        moves: Callable[[S], Iterable[S | End]],
        offered: Callable[[S], bool],
        judged: Callable[[S], End],
    ) -> None:
        self._moves, self._offered, self._judged = moves, offered, judged
        # By state the one ending, and whether an offer may keep play open; None for several.
        self._known: dict[S, tuple[End, bool] | None] = {}

    def sure(self, state: S) -> End | None:
        """The one ending that can be reached; None where there are several, or nothing ever ends it."""
        if state not in self._known:
            self._search(state)
        known = self._known[state]
        return known and known[0]

    def ending(self, state: S) -> End | None:
        """The ending of a state that is decided; None where play goes on."""
        end = self.sure(state)
        known = self._known[state]
        return None if known and known[1] and self._judged(state) != end else end

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
            offered = {self._judged(state)} if self._offered(state) else set()
            path.append(_Visit(state, number[state], iter(self._moves(state)), offered))

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
                    visit.kept_open = visit.kept_open or known[1]
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
                    known = visit.known()
                    while waiting and number[waiting[-1]] >= visit.number:
                        self._known[waiting.pop()] = known
                if path:
                    path[-1].join(visit)
            if path and len(path[-1].ends) > 1:
                self._known.update(dict.fromkeys(waiting))
                return


class _Visit(Generic[S]):
    """A state on the path of the search: what is left to look at, and what has been reached from it."""

    __slots__ = ("ends", "kept_open", "low", "moves", "number", "offered", "state")

    def __init__(self, state: S, number: int, moves: Iterator[S | End], offered: set[End]) -> None:
        self.state, self.number, self.low, self.moves = state, number, number, moves
        self.ends: set[End] = set()
        self.offered = offered  # what would be paid where something is on offer
        self.kept_open = False

    def known(self) -> tuple[End, bool] | None:
        """The one ending that is left, and whether an offer may keep play open."""
        if not self.ends:
            return None
        (end,) = self.ends
        return end, end != LOST and (self.kept_open or not self.offered <= {end})

    def join(self, inner: "_Visit[S]") -> None:
        """Adds what has been reached from a state that this one leads to."""
        self.ends |= inner.ends
        self.offered |= inner.offered
        self.kept_open = self.kept_open or inner.kept_open
        self.low = min(self.low, inner.low)
