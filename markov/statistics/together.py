"""Rules played side by side on the same spins, as one rule."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, TypeAlias

from markov.chain.absorption import absorption_probabilities
from markov.chain.chain import Chain, explore
from markov.chain.transitions import TooMuchWork
from markov.distribution import Distribution
from markov.statistics.layout import Played
from markov.wager.wager import End

MOST = 1_000_000  # joint states that are explored where nothing else is said: about a minute

JointLaw: TypeAlias = Mapping[
    tuple[str, ...], Fraction
]  # the chance of each way in which all of them can end
Codes: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Endings(End):
    """The end of several wagers together: the names of their ends, in order."""

    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """Several rules as one. A state is what each of them has come to; it is over when all are.

    Raises TooMuchWork for a policy of which only merged states are known.
    """

    parts: tuple[Played, ...]

    def __post_init__(self) -> None:
        for part in self.parts:
            if part.merged:
                raise TooMuchWork(
                    f"{part.merged}, so it is not known in which states the offer is taken; a higher "
                    "--max-states keeps them apart"
                )

    @property
    def start(self) -> Any:
        """The state in which each starts."""
        return _all(part.start for part in self.parts)

    def step(self, state: tuple[Any, ...], outcome: Any) -> Any:
        """The state or the end of each after the outcome."""
        return _all(part.after(each, outcome) for part, each in zip(self.parts, state, strict=True))

    def offer(self, state: tuple[Any, ...]) -> None:
        """No offer: each part has taken its own."""

    def chart(self, wheel: Distribution[Any], limit: int = MOST) -> Chain[Any]:
        """The chain on that wheel, every rule being asked once for each of its own states.

        Raises TooManyStates beyond the limit.
        """
        outcomes, weights = tuple(wheel), tuple(wheel.values())
        tables = [_Table(part, outcomes) for part in self.parts]

        def row(codes: Codes) -> dict[Codes, int]:
            found: dict[Codes, int] = {}
            if max(codes) >= 0:
                rows = (table.row(code) for table, code in zip(tables, codes, strict=True))
                for after, weight in zip(zip(*rows, strict=True), weights, strict=True):
                    found[after] = found.get(after, 0) + weight
            return found

        chain = explore(tuple(table.code(table.part.start) for table in tables), row, limit)
        return replace(chain, states=_Decoded(tables, chain.states))

    def law(self, wheel: Distribution[Any], limit: int = MOST) -> JointLaw:
        """The chance of each way in which they can end, from the chain.

        Raises TooManyStates beyond the limit, and what solving a chain raises.
        """
        chain = self.chart(wheel, limit)
        found: dict[tuple[str, ...], Fraction] = {}
        for i, chance in absorption_probabilities(chain.transitions).items():
            ends = chain.states[i].parts
            found[ends] = found.get(ends, Fraction(0)) + chance
        return found


def _all(states: Iterable[Any]) -> Any:
    """The states as one: an end where all of them are ends."""
    joint = tuple(states)
    if not all(isinstance(state, End) for state in joint):
        return joint
    names = tuple(state.name for state in joint)
    return Endings(", ".join(names), any(state.decides for state in joint), names)


@dataclass(slots=True)
class _Table:
    """The states of one rule that have come up, numbered from 0, and its ends, from -1 down."""

    part: Played
    outcomes: Sequence[Any]
    codes: dict[Any, int] = field(default_factory=dict)
    states: dict[int, Any] = field(default_factory=dict)
    ends: int = 0
    rows: dict[int, list[int]] = field(default_factory=dict)

    def code(self, state: Any) -> int:
        """The number of the state, a new one where it has not come up."""
        if state not in self.codes:
            self.ends += isinstance(state, End)
            code = -self.ends if isinstance(state, End) else len(self.codes) - self.ends
            self.codes[state], self.states[code] = code, state
        return self.codes[state]

    def row(self, code: int) -> list[int]:
        """The numbers of what the state comes to, by outcome; what is over stays over."""
        if code not in self.rows:
            state = self.states[code]
            self.rows[code] = [self.code(self.part.after(state, outcome)) for outcome in self.outcomes]
        return self.rows[code]


class _Decoded(Sequence[Any]):
    """The states of a joint chain, read from the numbers of their parts when asked for."""

    def __init__(self, tables: Sequence[_Table], codes: Sequence[Codes]) -> None:
        self._states, self._codes = [table.states for table in tables], codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        return _all(states[code] for states, code in zip(self._states, self._codes[i], strict=True))

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))
