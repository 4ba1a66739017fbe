"""Linear equations in fractions: any, by Gauss and Jordan, and sparse ones of play that ends."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from fractions import Fraction


def solution(matrix: Sequence[Sequence[Fraction]], right: Sequence[Fraction]) -> list[Fraction]:
    """x with matrix · x = right.

    >>> two, three, four = map(Fraction, (2, 3, 4))
    >>> [str(x) for x in solution([[two - 2, two], [three, two]], [four, three])]
    ['-1/3', '2']
    """
    size = len(matrix)
    rows = [[*line, number] for line, number in zip(matrix, right, strict=True)]
    for k in range(size):
        pivot = next(i for i in range(k, size) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] if x else x for x in rows[k]]
        entries = [(column, x) for column, x in enumerate(rows[k]) if x]
        for i, row in enumerate(rows):
            if i != k and (factor := row[k]):
                for column, x in entries:
                    row[column] -= factor * x
    return [row[size] for row in rows]


def gathered(
    rows: Mapping[Hashable, Mapping[Hashable, Fraction]],
) -> Iterator[tuple[Hashable, dict[Hashable, Fraction]]]:
    """By place, the first one first: how much of each thing play from there brings in all.

    A row has the chances of the places that come next, and amounts of whatever has no row: the chance of an
    ending, 1 for a trial. Places are taken out from the last to the first.
    """
    order = {place: i for i, place in enumerate(rows)}
    left = {place: dict(row) for place, row in rows.items()}
    into: dict[Hashable, set[Hashable]] = {place: set() for place in rows}
    for place, row in left.items():
        for to in row.keys() & into.keys():
            into[to].add(place)
    for place in reversed(order):
        again = 1 / (1 - left[place].pop(place, Fraction(0)))
        left[place] = {to: p * again for to, p in left[place].items()}
        for before in into[place]:
            if order[before] < order[place]:
                p = left[before].pop(place)
                for to, q in left[place].items():
                    left[before][to] = left[before].get(to, Fraction(0)) + p * q
                    if to in into:
                        into[to].add(before)
    known: dict[Hashable, dict[Hashable, Fraction]] = {}
    for place in order:
        whole: dict[Hashable, Fraction] = {}
        for to, p in left[place].items():
            for thing, amount in known.get(to, {to: Fraction(1)}).items():
                whole[thing] = whole.get(thing, Fraction(0)) + p * amount
        known[place] = whole
        yield place, whole
