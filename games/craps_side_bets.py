"""Side bets at craps that last many rolls: tallies before a 7, and what becomes of a shooter's hand.

Bets on a hand read the labels of the point cycle, so their rolls are true rolls. A hand is over at the
seven-out. Each is put down before the first come-out roll of a shooter.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from markov.distribution import Distribution, Tally, dice, pairs_of_dice
from markov.naming import counted, how_often
from markov.rules.points import LINE_WINS, SEVEN_OUT, STANDARD, PointCycle, TableStage, table_stage
from markov.rules.tally import TallyRace
from markov.wager.game import Game, GameLine, Listing, Option, line
from markov.wager.paytable import Paytable
from markov.wager.rule import End, Rule
from markov.wager.wager import Wager

SOURCE = "Side bets at craps, as houses and makers post them"
NUMBERS = (4, 5, 6, 8, 9, 10)
SMALL, TALL = tuple(range(2, 7)), tuple(range(8, 13))
SEVENS = frozenset({"1-6", "2-5", "3-4"})
LOST = End("lost")
NOTHING = "nothing"
ROLL = "roll"

Labels: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HandBet:
    """A bet on a shooter's hand: a count that the seven-out brings to its ending.

    to_seven_out   it stays until the seven-out, also where no better ending can be reached

    A state is the table, come-out or the point, and the count.
    """

    trial: ClassVar[str] = ROLL
    count: "HandCount"
    to_seven_out: bool = False
    cycle: PointCycle = STANDARD

    @property
    def start(self) -> tuple[TableStage, Any]:
        """Before the first come-out roll of the shooter."""
        return self.cycle.start, self.count.start

    def step(self, state: tuple[TableStage, Any], total: int) -> tuple[TableStage, Any] | End:
        """The table and the count after the roll, or the ending."""
        table, count = state
        labels = self.cycle.labels(table, total)
        after: Any = self.count.after(count, labels)
        reached = after != count and not self.to_seven_out and self.count.best(after)
        if reached or SEVEN_OUT in labels:
            return End(self.count.ending(after))
        return self.cycle.step(table, total), after

    def label(self, state: tuple[TableStage, Any]) -> str:
        """The table, and how far the count is."""
        return ", ".join(filter(None, (table_stage(state[0]), self.count.label(state[1]))))

    def words(self, offers: bool) -> tuple[str, ...]:
        """The count in words, and the end of the bet."""
        over = "" if self.to_seven_out else ", or as soon as no better ending can be reached"
        return (
            "The bet is put down before a shooter's first come-out roll.",
            *self.count.words,
            f"It is over at the seven-out{over}.",
        )


@dataclass(frozen=True, slots=True)
class DifferentPoints:
    """The number of different points that are made."""

    @property
    def start(self) -> tuple[int, ...]:
        """No point made."""
        return ()

    def after(self, count: tuple[int, ...], labels: Labels) -> tuple[int, ...]:
        """The points made, with the one that the roll makes."""
        made = _made(labels)
        return count if made is None else tuple(sorted({*count, made}))

    def ending(self, count: tuple[int, ...]) -> str:
        """The number of points."""
        return f"{len(count)}-point{'s' * (len(count) != 1)}"

    def label(self, count: tuple[int, ...]) -> str:
        """The points made."""
        return f"{', '.join(map(str, count))} made" if count else ""

    def best(self, count: tuple[int, ...]) -> bool:
        """True where all six are made."""
        return len(count) == len(NUMBERS)

    @property
    def words(self) -> tuple[str, ...]:
        """The count in words."""
        return ("Points that the shooter makes are counted, each of the six once.",)


@dataclass(frozen=True, slots=True)
class NumberOf:
    """The number of rolls, or of those with a label, in bands from the greatest number.

    noun    what is counted
    bands   endings, each with the least number that it takes; more than the first takes are not counted
    words   the rule of the count in words
    only    the label of the rolls that are counted; None where all are
    """

    noun: str
    bands: tuple[tuple[str, int], ...]
    words: tuple[str, ...]
    only: str | None = None

    @property
    def start(self) -> int:
        """Nothing counted."""
        return 0

    def after(self, count: int, labels: Labels) -> int:
        """The number, one higher where the roll counts."""
        return min(count + (self.only is None or self.only in labels), self.bands[0][1])

    def ending(self, count: int) -> str:
        """The name of the band that the number is in."""
        return next(name for name, least in self.bands if count >= least)

    def label(self, count: int) -> str:
        """The number so far."""
        return counted(count, self.noun) if count else ""

    def best(self, count: int) -> bool:
        """True where the greatest band is reached, which no more rolls can better."""
        return count == self.bands[0][1]


@dataclass(frozen=True, slots=True)
class SamePoint:
    """The number of times that the same point is made.

    lines   endings from the best: the points of which one has to be made, and how many times

    The count holds how often each point was made, as far as that can still lead to a better line; points
    that cannot are at the times of the best line reached, or at 0.
    """

    lines: tuple[tuple[str, frozenset[int], int], ...]

    @property
    def start(self) -> tuple[int, ...]:
        """No point made."""
        return (0,) * len(NUMBERS)

    def after(self, count: tuple[int, ...], labels: Labels) -> tuple[int, ...]:
        """The times that each point is made, with the one that the roll makes."""
        made = _made(labels)
        if made is None:
            return count
        times = [n + (point == made) for point, n in zip(NUMBERS, count, strict=True)]
        reached = self._reached(times)
        kept = []
        for point, n in zip(NUMBERS, times, strict=True):
            better = any(point in points for _, points, _ in self.lines[:reached])
            own = [
                need for _, points, need in self.lines[reached : reached + 1] if point in points and n >= need
            ]
            kept.append(n if better else own[0] if own else 0)
        return tuple(kept)

    def ending(self, count: tuple[int, ...]) -> str:
        """The best line reached."""
        reached = self._reached(count)
        return self.lines[reached][0] if reached < len(self.lines) else LOST.name

    def label(self, count: tuple[int, ...]) -> str:
        """The points made, and how often."""
        made = ", ".join(f"{point} {how_often(n)}" for point, n in zip(NUMBERS, count, strict=True) if n)
        return f"made: {made}" if made else ""

    def best(self, count: tuple[int, ...]) -> bool:
        """True where the first line is reached."""
        return self._reached(count) == 0

    @property
    def words(self) -> tuple[str, ...]:
        """The count in words."""
        return (
            "Of each point it is counted how many times the shooter makes it.",
            *(
                f"A point of {' or '.join(map(str, sorted(points)))} made {need} times or more brings {name}."
                for name, points, need in self.lines
            ),
            "Only the first of these lines that is reached is paid.",
        )

    def _reached(self, times: "tuple[int, ...] | list[int]") -> int:
        """The place of the best line reached; their number where none is."""
        for place, (_, points, need) in enumerate(self.lines):
            if any(n >= need for point, n in zip(NUMBERS, times, strict=True) if point in points):
                return place
        return len(self.lines)


HandCount: TypeAlias = DifferentPoints | NumberOf | SamePoint
"""A count that a bet on a shooter's hand keeps, from its `start` and `after` each roll with its labels.

Its state stands for the `ending` that a seven-out brings, and is `best` where no better one can be reached.
"""


@dataclass(frozen=True, slots=True)
class TwoRolls:
    """A bet on a 7 that follows at once on the point, and perhaps on one at the come-out.

    come_out   a come-out 7 wins too
    """

    trial: ClassVar[str] = ROLL
    come_out: bool
    cycle: PointCycle = STANDARD

    @property
    def start(self) -> TableStage:
        """Before the come-out roll."""
        return self.cycle.start

    def step(self, table: TableStage, total: int) -> TableStage | End:
        """The point after the first roll, or the end."""
        labels = self.cycle.labels(table, total)
        if SEVEN_OUT in labels:
            return End("point-7" if self.come_out else "made")
        if self.come_out and "come-out 7" in labels:
            return End("come-out-7")
        after = self.cycle.step(table, total)
        return after if table == self.cycle.start and after != table else LOST

    def label(self, table: TableStage) -> str:
        """The come-out, or the point."""
        return table_stage(table)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the win on the first roll and on the second."""
        first = "A come-out 7 wins at once." if self.come_out else "The first roll wins nothing."
        return (
            "The bet is put down before a come-out roll and lasts two rolls at most.",
            first,
            "Where the first roll sets a point, a 7 on the second wins.",
            "Anything else loses.",
        )


def _made(labels: Labels) -> int | None:
    """The point that the roll makes, if it makes one."""
    word, *rest = labels[0].split() if labels else [""]
    return int(rest[0]) if word == "point" and rest[1:] == ["made"] else None


# Where the rules and pays of each are written down.

_BONUS = "Bonus Craps, Galaxy Gaming; its other pays in Bonus Craps, Wizard of Odds"
_HOT_HAND = "Hard Rockin' Dice, first named Hot Hand, Wizard of Odds"
SOURCES = {
    "Small": _BONUS,
    "Tall": _BONUS,
    "All": _BONUS,
    "Hot hand": _HOT_HAND,
    "Sizzling six": _HOT_HAND,
    "Flaming four": _HOT_HAND,
    "Repeater": "Repeater bets with dice; pays as in Repeater Bets Plus, Wizard of Odds",
    "Different doubles": "Different Doubles, Wizard of Odds",
    "Fire bet": "The Fire Bet, Donald Catlin, Casino City Times, 13 February 2010",
    "Ride the line": "Ride the GameLine, Wizard of Odds",
    "Replay": "Replay, Craps Side Bet, Wizard of Odds",
    "Hot shooter": "Hot Shooter Jackpot, Wizard of Odds",
    "Muggsy's corner": "Craps Side Bets, Wizard of Odds",
    "Point 7": "New Craps Bets, John G. Brokopp, Casino City Times, 26 December 2007",
    "Shooter's hand": "The rules of craps; no bet",
}

# Lines and pays.

REPLAY = (
    ("4-or-10-four-times", frozenset({4, 10}), 4, "1000 to 1"),
    ("5-or-9-four-times", frozenset({5, 9}), 4, "500 to 1"),
    ("4-or-10-three-times", frozenset({4, 10}), 3, "120 to 1"),
    ("6-or-8-four-times", frozenset({6, 8}), 4, "100 to 1"),
    ("5-or-9-three-times", frozenset({5, 9}), 3, "95 to 1"),
    ("6-or-8-three-times", frozenset({6, 8}), 3, "70 to 1"),
)
HOT_SHOOTER = (
    ("51-or-more", 51, "100 for 1"),
    ("45-to-50", 45, "30 for 1"),
    ("40-to-44", 40, "12 for 1"),
    ("32-to-39", 32, "7 for 1"),
    ("24-to-31", 24, "5 for 1"),
    ("16-to-23", 16, "3 for 1"),
    ("8-to-15", 8, "1 for 1"),
    ("7-or-fewer", 0, NOTHING),
)
REPEATS = {2: (2, "40 for 1"), 3: (3, "50 for 1"), 4: (4, "65 for 1"), 5: (5, "80 for 1"), 6: (6, "90 for 1")}

# The paytables that houses post, by choice; the first of a wager is its default.
SMALL_OR_TALL = {"first": 34, "small-30": 30, "small-35": 35}
ALL = {"first": 175} | {f"all-{pay}": pay for pay in (150, 155, 160, 165, 170, 176)}
FIRE = {"first": (25, 250, 1000), "fire-10-200-2000": (10, 200, 2000), "fire-40-200-500": (40, 200, 500)}
LINE = {
    "first": (50, 25, 20, 15, 8, 6, 4, 2, 1, 0, -1, -1),
    "line-2": (75, 40, 30, 20, 12, 6, 4, 2, 1, -1, -1, -1),
    "line-3": (100, 40, 30, 20, 10, 6, 3, 2, 1, -1, -1, -1),
    "line-4": (150, 30, 20, 15, 10, 4, 3, 2, 1, -1, -1, -1),
    "line-5": (50, 40, 30, 20, 10, 8, 5, 2, 1, -1, -1, -1),
    "line-6": (100, 30, 25, 20, 12, 7, 5, 3, 0, -1, -1, -1),
    "line-7": (150, 40, 25, 15, 10, 7, 4, 2, 0, -1, -1, -1),
}


def _wager(name: str, rule: Rule[Any, Any], pays: Mapping[str, str], pairs: bool = False) -> Wager:
    wheel: Distribution[Any] = pairs_of_dice() if pairs else dice(2)
    kind = name.partition(" ")[0] if name.startswith("Repeater") else name
    return Wager(name=name, rule=rule, wheel=wheel, pays=Paytable(pays), source=SOURCES[kind])


def _every(name: str, totals: tuple[int, ...], won: int) -> Wager:
    """All of the totals before a 7."""
    rule = TallyRace(tuple(Tally(frozenset({n}), 1) for n in totals), frozenset({7}), "all", ROLL)
    return _wager(name, rule, {"made": f"{won} to 1", "lost": NOTHING})


def _tallies(paytable: str) -> Iterator[GameLine]:
    small = SMALL_OR_TALL.get(paytable, SMALL_OR_TALL["first"])
    yield line("Small", _every, SMALL, small)
    yield line("Tall", _every, TALL, small)
    yield line("All", _every, SMALL + TALL, ALL.get(paytable, ALL["first"]))
    totals = tuple(Tally(frozenset({n}), 1) for n in SMALL + TALL)
    fewer = {f"made-{n}": NOTHING for n in range(1, 9)}
    yield line(
        "Hot hand",
        _wager,
        TallyRace(totals, frozenset({7}), "each", ROLL),
        {"made-10": "80 to 1", "made-9": "20 to 1", **fewer, "lost": NOTHING},
    )
    yield line("Sizzling six", _every, NUMBERS, 12)
    yield line("Flaming four", _every, (2, 3, 11, 12), 70)
    for n in SMALL + TALL:
        need, pay = REPEATS[min(n, 14 - n)]
        rule = TallyRace((Tally(frozenset({n}), need),), frozenset({7}), "first", ROLL)
        yield line(f"Repeater {n}", _wager, rule, {"made": pay, "lost": NOTHING})
    doubles = tuple(Tally(frozenset({f"{face}-{face}"}), 1) for face in range(1, 7))
    yield line(
        "Different doubles",
        _wager,
        TallyRace(doubles, SEVENS, "each", ROLL),
        {
            "made-6": "100 to 1",
            "made-5": "15 to 1",
            "made-4": "8 to 1",
            "made-3": "4 to 1",
            "made-2": NOTHING,
            "made-1": NOTHING,
            "lost": NOTHING,
        },
        pairs=True,
    )


def _hands(paytable: str, to_seven_out: bool) -> Iterator[GameLine]:
    fire = FIRE.get(paytable, FIRE["first"])
    paid = {f"{n}-points": f"{pay} for 1" for n, pay in zip((4, 5, 6), fire, strict=True)}
    unpaid = {f"{n}-point{'s' * (n != 1)}": NOTHING for n in range(4)}
    yield line("Fire bet", _wager, HandBet(DifferentPoints(), to_seven_out), paid | unpaid)
    wins = LINE.get(paytable, LINE["first"])
    most = len(wins) - 1
    bands = tuple((f"{n}-win{'s' * (n != 1)}", n) for n in range(most, -1, -1))
    explained = (
        f"Wins of the pass line are counted, up to {most}: a come-out 7 or 11, and a point made.",
        "A come-out 2, 3 or 12 counts nothing.",
    )
    yield line(
        "Ride the line",
        _wager,
        HandBet(NumberOf("win", bands, explained, LINE_WINS), to_seven_out),
        {
            ending: NOTHING if won < 0 else "0 to 1" if not won else f"{won} to 1"
            for (ending, _), won in zip(bands, wins, strict=True)
        },
    )
    yield line(
        "Replay",
        _wager,
        HandBet(SamePoint(tuple(line[:3] for line in REPLAY)), to_seven_out),
        {name: pay for name, _, _, pay in REPLAY} | {"lost": NOTHING},
    )
    rolls = NumberOf(
        "roll",
        tuple(band[:2] for band in HOT_SHOOTER),
        ("The rolls of the shooter are counted, the seven-out included.",),
    )
    yield line(
        "Hot shooter",
        _wager,
        HandBet(rolls, to_seven_out),
        {name: pay for name, _, pay in HOT_SHOOTER},
    )
    yield line(
        "Muggsy's corner",
        _wager,
        TwoRolls(True),
        {"come-out-7": "2 to 1", "point-7": "3 to 1", "lost": NOTHING},
    )
    yield line("Point 7", _wager, TwoRolls(False), {"made": "7 to 1", "lost": NOTHING})
    followed = (
        "Nothing is won or lost: the stake comes back. The question is how many rolls the hand lasts.",
    )
    nothing = NumberOf("roll", ((SEVEN_OUT, 0),), followed)
    yield line("Shooter's hand", _wager, HandBet(nothing, to_seven_out=True), {SEVEN_OUT: "1 for 1"})


def _wagers(reading: Mapping[str, str]) -> Listing:
    hands = _hands(reading["paytable"], reading["over"] == SEVEN_OUT)
    return Listing(dict((*_tallies(reading["paytable"]), *hands)))


game = Game(
    name="Craps Side Bets",
    source=SOURCE,
    options=(
        Option(
            "paytable",
            "Which paytable is posted, where houses post several for a wager?",
            {
                "first": (
                    "of each wager the first: Small and Tall 34 to 1; All 175 to 1; "
                    "Fire bet 25, 250 and 1000 for 1; of Ride the line the first of seven"
                ),
                "small-30": "Small and Tall pay 30 to 1",
                "small-35": "Small and Tall pay 35 to 1",
                **{key: f"All pays {pay} to 1" for key, pay in list(ALL.items())[1:]},
                **{
                    key: f"Fire bet pays {four}, {five} and {six} for 1"
                    for key, (four, five, six) in list(FIRE.items())[1:]
                },
                **{
                    key: f"Ride the line pays {', '.join(map(str, pays[:8]))} … to 1 for 11 wins and fewer"
                    for key, pays in list(LINE.items())[1:]
                },
            },
        ),
        Option(
            "over",
            "When is a bet on a shooter's hand over once its best line is reached?",
            {
                "best-line": "at once, and the line is paid",
                SEVEN_OUT: "at the seven-out, as with every other line; only the number of rolls differs",
            },
        ),
    ),
    build=_wagers,
)
