"""The craps table: line bets and odds, bets on a number, the field, one-roll bets, crapless craps.

Each wager is put down before a come-out roll, but for Put bets, and acts on every roll until it is over. The
rolls are true rolls, so an edge per spin is one per roll of the dice.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import ClassVar, cast

from markov.distribution import Distribution, Tally, dice, pairs_of_dice
from markov.naming import listed
from markov.rules.points import (
    COME_OUT,
    CRAPLESS,
    CRAPS,
    DONT_WINS,
    LINE_WINS,
    STANDARD,
    PointCycle,
    TableStage,
    table_stage,
)
from markov.rules.tally import TallyRace
from markov.wager.commission import Commission, Rounding
from markov.wager.game import Game, GameLine, Listing, Option, line
from markov.wager.pay_edits import with_commission
from markov.wager.paytable import Paytable, for_one, returned
from markov.wager.rule import End
from markov.wager.wager import Wager

SOURCE = "The craps table: rules and pays as casinos deal them most often"
NUMBERS = (4, 5, 6, 8, 9, 10)
SEVENS = frozenset({"1-6", "2-5", "3-4"})
MADE, LOST, PUSHED = End("made"), End("lost"), End("pushed", decides=False)
NATURAL, CRAPPED = End("natural"), End("craps")


@dataclass(frozen=True, slots=True)
class LineBet:
    """A bet on the shooter's pass, or against it, made before a come-out roll.

    against    it is a don't pass bet: it wins where the labels of the roll say `don't pass`
    by_point   the ending says how it came: on the come-out roll, or on which point

    A state is the table: come-out, or the point.
    """

    trial: ClassVar[str] = "roll"
    cycle: PointCycle
    against: bool = False
    by_point: bool = False

    @property
    def start(self) -> TableStage:
        """Before the come-out roll."""
        return COME_OUT

    def step(self, table: TableStage, total: int) -> TableStage | End:
        """The point that the roll leaves on, or the end that it brings."""
        labels = self.cycle.labels(table, total)
        if not {LINE_WINS, DONT_WINS, CRAPS}.intersection(labels):
            return self.cycle.step(table, total)
        won = (DONT_WINS if self.against else LINE_WINS) in labels
        if self.against and CRAPS in labels and not won:
            return PUSHED
        if not self.by_point:
            return MADE if won else LOST
        if table == COME_OUT:
            return CRAPPED if CRAPS in labels else NATURAL
        return End(f"{'made' if won else 'lost'}-on-{_pair(table)}")

    def label(self, table: TableStage) -> str:
        """The come-out, or the point."""
        return table_stage(table)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the come-out roll, and then the point."""
        naturals, points = (_any_of(numbers) for numbers in (self.cycle.naturals, self.cycle.points))
        craps = sorted(set(range(2, 13)) - self.cycle.naturals - self.cycle.points)
        win, lose = ("loses", "wins") if self.against else ("wins", "loses")
        thrown: tuple[str, ...] = (f"A come-out {_any_of(craps)} {lose}.",) if craps else ()
        if self.against:
            paid = [total for total in craps if total != self.cycle.barred]
            thrown = (
                f"A come-out {_any_of(paid)} {lose}.",
                f"A come-out {self.cycle.barred} is barred: a push.",
            )
        odds = ("Odds are put down when a point is set; on a come-out roll the flat bet alone is decided.",)
        return (
            f"A come-out {naturals} {win}.",
            *thrown,
            f"A come-out {points} becomes the point.",
            f"The bet {win} if the point is rolled again before a 7, and {lose} if the 7 comes first.",
            *(odds * self.by_point),
        )


@dataclass(frozen=True, slots=True)
class OneRoll:
    """A bet that the next roll decides.

    lines   endings, each with the totals or pairs that bring it; any other roll loses
    """

    trial: ClassVar[str] = "roll"
    lines: tuple[tuple[str, frozenset[int] | frozenset[str]], ...]

    @property
    def start(self) -> str:
        """The bet on the layout."""
        return "placed"

    def step(self, state: str, shown: int | str) -> End:
        """The end that the roll brings."""
        return next((End(ending) for ending, wins in self.lines if shown in wins), LOST)

    def words(self, offers: bool) -> tuple[str, ...]:
        """The rule in words: the rolls of each ending."""
        return (
            "The next roll decides it.",
            *(f"A roll of {_any_of(wins)} {_brings(ending)}." for ending, wins in self.lines),
            "Any other roll loses.",
        )


def _brings(ending: str) -> str:
    return "wins" if ending == MADE.name else f"brings the ending {ending}"


def _any_of(outcomes: Iterable[int] | Iterable[str]) -> str:
    return listed([str(outcome) for outcome in sorted(outcomes)], "or")


def _pair(number: TableStage) -> str:
    """The two numbers that come equally often, of which this is one: "4-or-10"."""
    low = min(int(number), 14 - int(number))
    return f"{low}-or-{14 - low}"


# Pays.

_TRUE = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5"}
_LAID = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6"}
_PLACE = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6"}
_PLACE_TO_LOSE = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5"}
_HARD = {4: "7 to 1", 6: "9 to 1"}
_FIELD = {"first": ("2 to 1", "2 to 1"), "field-2-3": ("2 to 1", "3 to 1"), "field-3-3": ("3 to 1", "3 to 1")}
_NOTHING = "nothing"

FIVE_PERCENT = Fraction(1, 20)


def _low(number: int) -> int:
    """The lower of the two numbers that come equally often."""
    return min(number, 14 - number)


def _taken(odds: str, number: int) -> Fraction:
    """Odds as a multiple of the flat bet: 3-4-5x is 3x on 4 and 10, 4x on 5 and 9, 5x on 6 and 8."""
    return Fraction({4: 3, 5: 4, 6: 5}[_low(number)] if odds == "3-4-5x" else int(odds.removesuffix("x")))


# The wagers.


def _wager(
    name: str, rule: LineBet | OneRoll | TallyRace, pays: Mapping[str, str | Fraction], pairs: bool = False
) -> Wager:
    wheel: Distribution[int] | Distribution[str] = pairs_of_dice() if pairs else dice(2)
    return Wager(name=name, rule=rule, wheel=wheel, pays=Paytable(pays), source=SOURCE)


def _before(wins: "frozenset[int] | frozenset[str]", loses: "frozenset[int] | frozenset[str]") -> TallyRace:
    return TallyRace((Tally(wins, 1),), loses, "first", "roll")


def _number(name: str, number: int, pay: str | Fraction, seven_wins: bool = False) -> Wager:
    """A bet on a number against the 7, or on the 7 against it."""
    mine, other = frozenset({number}), frozenset({7})
    rule = _before(other, mine) if seven_wins else _before(mine, other)
    return _wager(name, rule, {"made": pay, "lost": _NOTHING})


def _lines(bar: str, odds: str) -> Iterator[GameLine]:
    cycle = PointCycle(barred=int(bar))
    even = {"made": "1 to 1", "lost": _NOTHING}
    for name in ("Pass", "Come"):
        yield line(name, _wager, LineBet(STANDARD), even)
    for name in ("Don't pass", "Don't come"):
        yield line(name, _wager, LineBet(cycle, against=True), {**even, "pushed": "0 to 1"})
    yield line("Pass with odds", _with_odds, odds)
    yield line("Don't pass with odds", _with_lay_odds, odds, cycle)


def _with_odds(name: str, odds: str) -> Wager:
    pays = {"natural": "1 to 1", "craps": _NOTHING}
    later_stakes: dict[str, str | Fraction] = {}
    for low in (4, 5, 6):
        pair, taken = _pair(low), _taken(odds, low)
        back = 2 + taken * returned(_TRUE[low])
        pays |= {f"made-on-{pair}": for_one(back), f"lost-on-{pair}": _NOTHING}
        later_stakes |= {f"made-on-{pair}": taken, f"lost-on-{pair}": taken}
    return Wager(
        name,
        LineBet(STANDARD, by_point=True),
        dice(2),
        Paytable(pays),
        SOURCE,
        later_stakes=Paytable(later_stakes),
    )


def _with_lay_odds(name: str, odds: str, cycle: PointCycle) -> Wager:
    pays = {"natural": _NOTHING, "craps": "1 to 1", "pushed": "0 to 1"}
    later_stakes: dict[str, str | Fraction] = {}
    for low in (4, 5, 6):
        pair, wins = _pair(low), _taken(odds, low)
        laid = wins / (returned(_LAID[low]) - 1)
        pays |= {f"made-on-{pair}": for_one(2 + laid + wins), f"lost-on-{pair}": _NOTHING}
        later_stakes |= {f"made-on-{pair}": laid, f"lost-on-{pair}": laid}
    return Wager(
        name,
        LineBet(cycle, against=True, by_point=True),
        dice(2),
        Paytable(pays),
        SOURCE,
        later_stakes=Paytable(later_stakes),
    )


def _places() -> Iterator[GameLine]:
    for n in NUMBERS:
        yield line(f"Place {n}", _number, n, _PLACE[_low(n)])
    for n in NUMBERS:
        yield line(f"Place {n} to lose", _number, n, _PLACE_TO_LOSE[_low(n)], seven_wins=True)


def _buys_and_lays(due: str, rounding: str) -> Iterator[GameLine]:
    for n in NUMBERS:
        yield line(f"Buy {n}", _commissioned, n, _TRUE, False, due, rounding)
    for n in NUMBERS:
        yield line(f"Lay {n}", _commissioned, n, _LAID, True, due, rounding)


def _puts_and_bigs(odds: str) -> Iterator[GameLine]:
    for n in NUMBERS:
        yield line(f"Put {n}", _number, n, "1 to 1")
    for n in NUMBERS:
        yield line(f"Put {n} with odds", _put_with_odds, n, _taken(odds, n))
    for n in (6, 8):
        yield line(f"Big {n}", _number, n, "1 to 1")


def _put_with_odds(name: str, number: int, taken: Fraction) -> Wager:
    pays = {"made": for_one(2 + taken * returned(_TRUE[_low(number)])), "lost": _NOTHING}
    rule = _before(frozenset({number}), frozenset({7}))
    return Wager(name, rule, dice(2), Paytable(pays), SOURCE, outlay=1 + taken)


def _commissioned(
    name: str, number: int, odds: Mapping[int, str], seven_wins: bool, due: str, rounding: str
) -> Wager:
    """A bet at true odds for a commission: 5% of the stake of a Buy bet, of what a Lay bet would win."""
    pay = returned(odds[_low(number)])
    of_stake, of_winnings = (Fraction(0), FIVE_PERCENT) if seven_wins else (FIVE_PERCENT, Fraction(0))
    way, _, chips = rounding.partition("-")
    commission = Commission("made", pay, of_stake, of_winnings, on_win=due == "on-win")
    if chips:
        commission = replace(commission, rounding=cast(Rounding, way), chips=int(chips))
    return with_commission(_number(name, number, pay, seven_wins), commission)


def _one_roll(name: str, lines: Mapping[str, tuple[set[int], str | Fraction]]) -> Wager:
    rule = OneRoll(tuple((ending, frozenset(wins)) for ending, (wins, _) in lines.items()))
    return _wager(name, rule, {ending: pay for ending, (_, pay) in lines.items()} | {"lost": _NOTHING})


def _split(parts: int, pay: str) -> Fraction:
    """The return where one part of a stake in equal parts wins at the pay and the others lose."""
    return returned(pay) / parts


def _propositions(paytable: str) -> Iterator[GameLine]:
    two, twelve = _FIELD[paytable]
    yield line(
        "Field",
        _one_roll,
        {"two": ({2}, two), "twelve": ({12}, twelve), "field": ({3, 4, 9, 10, 11}, "1 to 1")},
    )
    for n in (4, 6, 8, 10):
        hard = f"{n // 2}-{n // 2}"
        easy = {f"{low}-{n - low}" for low in range(max(1, n - 6), n // 2)}
        rule = _before(frozenset({hard}), SEVENS | easy)
        yield line(f"Hard {n}", _wager, rule, {"made": _HARD[_low(n)], "lost": _NOTHING}, pairs=True)
    for name, wins, pay in (
        ("Any seven", {7}, "4 to 1"),
        ("Any craps", {2, 3, 12}, "7 to 1"),
        ("Yo", {11}, "15 to 1"),
        ("Three", {3}, "15 to 1"),
        ("Aces", {2}, "30 to 1"),
        ("Boxcars", {12}, "30 to 1"),
    ):
        yield line(name, _one_roll, {"made": (wins, pay)})
    yield line(
        "Horn",
        _one_roll,
        {"2-or-12": ({2, 12}, _split(4, "30 to 1")), "3-or-11": ({3, 11}, _split(4, "15 to 1"))},
    )
    yield line(
        "World",
        _one_roll,
        {
            "2-or-12": ({2, 12}, _split(5, "30 to 1")),
            "3-or-11": ({3, 11}, _split(5, "15 to 1")),
            "7": ({7}, _split(5, "4 to 1")),
        },
    )
    yield line(
        "C&E", _one_roll, {"craps": ({2, 3, 12}, _split(2, "7 to 1")), "11": ({11}, _split(2, "15 to 1"))}
    )
    for name, pair, pay in (("Hop easy", "5-6", "15 to 1"), ("Hop hard", "5-5", "30 to 1")):
        hop = OneRoll((("made", frozenset({pair})),))
        yield line(name, _wager, hop, {"made": pay, "lost": _NOTHING}, pairs=True)
    yield line("Low dice", _one_roll, {"2": ({2}, "5 to 1"), "3-to-6": ({3, 4, 5, 6}, "1 to 1")})
    yield line("High dice", _one_roll, {"12": ({12}, "5 to 1"), "8-to-11": ({8, 9, 10, 11}, "1 to 1")})


def _crapless() -> Iterator[GameLine]:
    yield line("Crapless pass", _wager, LineBet(CRAPLESS), {"made": "1 to 1", "lost": _NOTHING})
    for n, pay in ((2, "11 to 2"), (3, "11 to 4"), (11, "11 to 4"), (12, "11 to 2")):
        yield line(f"Crapless place {n}", _number, n, pay)


@lru_cache(maxsize=64)
def _made(lines: Callable[..., Iterator[GameLine]], *chosen: str) -> tuple[GameLine, ...]:
    """The lines for the choices of the options that they depend on: readings that make them share wagers."""
    return tuple(lines(*chosen))


def _wagers(reading: Mapping[str, str]) -> Listing:
    lines = (
        *_made(_lines, reading["bar"], reading["odds"]),
        *_made(_places),
        *_made(_buys_and_lays, reading["commission"], reading["rounding"]),
        *_made(_puts_and_bigs, reading["odds"]),
        *_made(_propositions, reading["paytable"]),
        *_made(_crapless),
    )
    return Listing(dict(lines))


game = Game(
    name="Craps",
    source=SOURCE,
    options=(
        Option(
            "odds",
            "How large are the odds that pass and put take, or lay to win at don't pass, in flat bets?",
            {
                "3-4-5x": "3x on 4 and 10, 4x on 5 and 9, 5x on 6 and 8",
                **{f"{n}x": f"{n}x on every point" for n in (1, 2, 3, 5, 10, 20, 100)},
            },
        ),
        Option(
            "bar",
            "Which come-out craps is barred, a push for the don't pass line?",
            {"12": "12", "2": "2", "3": "3"},
        ),
        Option(
            "commission",
            "When is the commission due: 5% of the stake of Buy bets, 5% of what Lay bets would win?",
            {"upfront": "when the bet is made, win or lose", "on-win": "out of a win, and only then"},
        ),
        Option(
            "rounding",
            "How is the commission rounded?",
            {"exact": "it is not"}
            | {
                f"{way}-{stake}": f"{said} on a stake of {stake} chips"
                for stake in (25, 30)
                for way, said in (
                    ("up", "up to a whole chip"),
                    ("down", "down to a whole chip"),
                    ("nearest", "to the nearest chip, half a chip up,"),
                )
            },
        ),
        Option(
            "paytable",
            "Which paytable is posted?",
            {
                "first": "of each wager the first: the field pays 2 to 1 on 2 and on 12",
                "field-2-3": "the field pays 2 to 1 on 2 and 3 to 1 on 12",
                "field-3-3": "the field pays 3 to 1 on 2 and on 12",
            },
        ),
    ),
    build=_wagers,
)
