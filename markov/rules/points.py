"""The shooter's cycle of come-out rolls and points at craps, as one machine that many wagers read."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

COME_OUT = "come-out"
SEVEN = 7
SEVEN_OUT = "seven-out"
LINE_WINS = "pass"
DONT_WINS = "don't pass"
CRAPS = "come-out craps"

TableStage: TypeAlias = int | str
"""The stage of the shooter's game: `come-out`, or the point that is on."""


def table_stage(table: TableStage) -> str:
    """The stage in words: the come-out, or the point."""
    return table if isinstance(table, str) else f"the point {table}"


@dataclass(frozen=True, slots=True)
class PointCycle:
    """Come-out rolls and points of one shooter: where a roll leads, and the labels that it says.

    points     totals that a come-out roll makes the point
    naturals   totals with which the pass line wins on a come-out roll; all others are craps, and lose
    barred     the craps total on which the don't pass line has a push instead of a win

    The cycle goes on after a seven-out, as another shooter's.

    >>> cycle = PointCycle()
    >>> cycle.labels(COME_OUT, 4), cycle.labels(4, 7), cycle.labels(COME_OUT, 12)
    (('come-out 4', 'point is 4'), ('seven-out', "don't pass"), ('come-out 12', 'come-out craps'))
    >>> cycle.step(COME_OUT, 4), cycle.step(4, 5), cycle.step(4, 7)
    (4, 4, 'come-out')
    """

    points: frozenset[int] = frozenset({4, 5, 6, 8, 9, 10})
    naturals: frozenset[int] = frozenset({7, 11})
    barred: int = 12
    start: ClassVar[TableStage] = COME_OUT

    @property
    def stages(self) -> tuple[TableStage, ...]:
        """The come-out, and the points in rising order."""
        return COME_OUT, *sorted(self.points)

    def step(self, table: TableStage, total: int) -> TableStage:
        """The point that is on after the roll, or the next come-out."""
        if table == COME_OUT:
            return total if total in self.points else COME_OUT
        return COME_OUT if total in (table, SEVEN) else table

    def labels(self, table: TableStage, total: int) -> tuple[str, ...]:
        """The labels that the roll has at the table."""
        if table == COME_OUT:
            if total in self.points:
                return f"come-out {total}", f"point is {total}"
            if total in self.naturals:
                return f"come-out {total}", LINE_WINS
            return (f"come-out {total}", CRAPS, *((DONT_WINS,) * (total != self.barred)))
        if total == table:
            return f"point {total} made", LINE_WINS
        return (SEVEN_OUT, DONT_WINS) if total == SEVEN else ()


STANDARD = PointCycle()
"""The cycle of the common game, with 12 barred."""

CRAPLESS = PointCycle(points=frozenset({2, 3, 4, 5, 6, 8, 9, 10, 11, 12}), naturals=frozenset({SEVEN}))
"""The cycle of crapless craps: every total but 7 is a point."""
