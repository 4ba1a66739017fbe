"""The probability model: the sample space, the chains, and how states that play alike are merged."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.appendix.prose import prose
from markov.distribution import Distribution
from markov.formats.states import label
from markov.tables.table import Cell, Column, Figure, Table, Word, in_percent
from markov.typeset.manuscript import Block, Code, Section, Tabular

PARTITIONS = "partitions.json"


def model(found: Dossier) -> Section:
    """The section."""
    wheels = list(dict.fromkeys(one.wager.wheel for one in found.chapters))
    spaces: list[Block] = [prose(_SPACE)]
    for number, wheel in enumerate(wheels, start=1):
        label_ = f"wheel-{number}"
        spaces.append(Tabular(_space(wheel, found.chapters, len(wheels) > 1), label_, totals=1))
    sizes = Section("States and transitions", "states", tuple(_sizes(found.chapters)))
    return Section("The probability model", "model", (Section("Sample space", "space", tuple(spaces)), sizes))


_SPACE = """
    Spins are independent, and every spin has the same chances. Outcomes have whole-number weights, which
    are counted, never estimated; the chance of an outcome is its weight over the total.
"""
_STATES = """
    Each wager is an absorbing Markov chain. A state holds what later play depends on: how far each tally
    is, or what is marked. Every transition has the summed weights of the outcomes that cause it, over the
    total of the sample space. A state in which the wager is over has no transitions. From every state an
    end can be reached, so play ends with chance 1.
"""
_MERGED = """
    Two states are merged where they have the same chances of moving into each merged state, and no ending
    and no offer tells them apart. Merged chains have the same chances of every ending after every number
    of spins (Kemeny and Snell, Finite Markov Chains, 6.3). The proof is the partition itself: the file
    {file} names, for each state in the order of `markov chain`, the state that it becomes, and the
    condition can be checked row by row.
"""


def _space(wheel: Distribution[object], chapters: Sequence[Chapter], named: bool) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            Word(label(outcome)),
            Word(str(weight)),
            Figure(Fraction(weight, wheel.total)),
            _percent(weight, wheel),
        )
        for outcome, weight in wheel.items()
    ]
    rows.append((Word("all"), Word(str(wheel.total)), Figure(Fraction(1)), _percent(wheel.total, wheel)))
    users = ", ".join(one.wager.name for one in chapters if one.wager.wheel == wheel)
    columns = Column("outcome", "left"), Column("weight"), Column("chance"), Column("%", "point")
    return Table(f"Sample space{f' of {users}' if named else ' of one spin'}", columns, tuple(rows))


def _percent(weight: int, wheel: Distribution[object]) -> Figure:
    return Figure(Fraction(weight, wheel.total), in_percent)


def _sizes(chapters: Sequence[Chapter]) -> Iterator[Block]:
    yield prose(_STATES)
    yield prose(_MERGED, file=Code(PARTITIONS))
    rows = []
    for one in chapters:
        before, after = one.chain, one.merging.chain
        counts = (
            len(before.states),
            len(before.transitions.absorbing),
            len(before.transitions.successors),
            len(after.states),
            len(after.transitions.successors),
        )
        rows.append((Word(one.wager.name), *(Word(f"{count:,}") for count in counts)))
    columns = (
        Column("wager", "left"),
        Column("states"),
        Column("of them ends"),
        Column("transitions"),
        Column("states after merging"),
        Column("transitions then"),
    )
    yield Tabular(Table("Size of each chain", columns, tuple(rows)), "sizes")
