"""A transition matrix, whatever holds it, as the rows of a chain in whole-number weights."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, TypeVar

from markov.chain.transitions import Transitions
from markov.exact import exact

S = TypeVar("S", bound=Hashable)


def read_matrix(matrix: Any, states: Sequence[S] | None, start: S | None) -> tuple[list[S], Transitions]:
    """The states of a transition matrix, the start first, and its transitions.

    Raises what `Chain.from_matrix` raises.
    """
    if isinstance(matrix, Mapping):
        if states is not None:
            raise TypeError("a matrix by state names its states; leave states out")
        rows = matrix
    else:
        rows = dict(_named_rows(matrix, states))
    by_state = {state: _whole(state, row) for state, row in rows.items()}
    known = {state: None for row in rows.values() for state in row}
    order = list({**dict.fromkeys(rows), **known})
    if start is not None:
        if start not in rows:
            raise ValueError(f"the start {start!r} is no state of the matrix")
        order = [start, *(state for state in order if state != start)]
    at = {state: i for i, state in enumerate(order)}
    listed = [
        [(at[successor], weight) for successor, weight in by_state.get(state, {}).items()] for state in order
    ]
    return order, Transitions.of(listed)


def read_graph(graph: Any, weight: str) -> dict[Any, dict[Any, Any]]:
    """The rows of a graph of networkx; parallel links are added up, and a link without a weight weighs 1."""
    rows: dict[Any, dict[Any, Any]] = {}
    for node in graph:
        row = rows[node] = {}
        for _, successor, weighs in graph.edges(node, data=weight, default=1):
            row[successor] = _exact(node, weighs) + row.get(successor, 0)
    return rows


def _named_rows(matrix: Any, states: Sequence[S] | None) -> Iterator[tuple[S, dict[S, Any]]]:
    """The rows of an array, of a data frame, which names its states, or of a sequence of sequences."""
    if hasattr(matrix, "to_numpy"):
        if list(matrix.index) != list(matrix.columns):
            raise ValueError("the rows and the columns of the frame have other names, or another order")
        states = list(matrix.index) if states is None else states
        matrix = matrix.to_numpy()
    if hasattr(matrix, "toarray"):  # a sparse one
        matrix = matrix.toarray()
    rows: list[Iterable[Any]] = matrix.tolist() if hasattr(matrix, "tolist") else list(matrix)
    names: Sequence[Any] = range(len(rows)) if states is None else states
    if not rows or len(names) != len(rows):
        raise ValueError(f"{len(rows)} rows and {len(names)} states; a matrix has a row for each state")
    if len(set(names)) < len(names):
        raise ValueError("two states have one name")
    for state, row in zip(names, rows, strict=True):
        cells = list(row) if isinstance(row, Iterable) and not isinstance(row, str) else [row]
        if len(cells) != len(names):
            found = f"{len(cells)} numbers; expected one for each of the {len(names)} states"
            raise ValueError(f"the row of state {state!r} has {found}")
        yield state, dict(zip(names, cells, strict=True))


def _whole(state: S, row: Mapping[S, Any]) -> dict[S, int]:
    """The weights of a row, without what cannot happen; nothing where play does not leave the state."""
    numbers = {successor: _exact(state, cell) for successor, cell in row.items()}
    if (least := min(numbers.values(), default=0)) < 0:
        raise ValueError(f"the row of state {state!r} has a number below 0: {least}")
    weights = {successor: number for successor, number in numbers.items() if number}
    unit = lcm(*(number.denominator for number in weights.values()))
    total = sum(weights.values())
    if unit > 1 and total != 1:
        raise ValueError(
            f"the row of state {state!r} sums to {total}, not to 1; chances are never rescaled, and weights "
            "are whole numbers"
        )
    return {} if set(weights) <= {state} else {s: int(number * unit) for s, number in weights.items()}


def _exact(state: object, cell: Any) -> Fraction:
    if isinstance(cell, float):
        raise TypeError(
            f"the row of state {state!r} holds {cell!r}, a float, and floats aren't exact; write fractions, "
            "whole-number weights or texts, such as '0.2': of an array of decimals, array.astype(str)"
        )
    try:
        return exact(cell)
    except (TypeError, ValueError) as error:
        raise type(error)(f"the row of state {state!r}: {error}") from None
