"""A second road to the craps table: rounds of the shooter as power series, Poisson clocks, counting by hand.

A round is a come-out roll and, where it makes a point, the rolls until that point or a 7. For each way in
which a round can end there is a series in z, whose coefficient of z^n is the chance that it ends so after n
rolls. Of a series only the value and the first two derivatives at z = 1 are kept (`Jet`): the chance, and
what the mean and the variance of the rolls need. Wagers on a whole hand are sums over rounds, never over
rolls, so no state of any chain appears. Tallies that race a 7 are Poisson clocks (`clocks`), and one-roll
bets are counted.

Money: everything is per unit of the first stake; `back` is all that comes back at an ending, the stake
counted in, and `down` all that was put down on the way to it.

Nothing of markov or of games is used here.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import ceil, factorial, floor, prod

from tests.oracles import clocks

WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
POINTS = (4, 5, 6, 8, 9, 10)
NONE = Fraction(0)
ONE = Fraction(1)


@dataclass(frozen=True, slots=True)
class Jet:
    """A series in z by its value and its first two derivatives at z = 1."""

    at: Fraction
    first: Fraction = NONE
    second: Fraction = NONE

    def __add__(self, other: "Jet") -> "Jet":
        return Jet(self.at + other.at, self.first + other.first, self.second + other.second)

    def __sub__(self, other: "Jet") -> "Jet":
        return self + other * Jet(-ONE)

    def __mul__(self, other: "Jet") -> "Jet":
        return Jet(
            self.at * other.at,
            self.first * other.at + self.at * other.first,
            self.second * other.at + 2 * self.first * other.first + self.at * other.second,
        )

    def __pow__(self, n: int) -> "Jet":
        return prod((self for _ in range(n)), start=UNIT)

    def inverse(self) -> "Jet":
        """One over the series."""
        a = 1 / self.at
        b = -self.first * a**2
        return Jet(a, b, -(2 * self.first * b + self.second * a) * a)


UNIT, NOTHING = Jet(ONE), Jet(NONE)


def total(jets: Iterable[Jet]) -> Jet:
    return sum(jets, start=NOTHING)


def roll(ways: int) -> Jet:
    """One roll that shows one of so many of the 36 results."""
    return Jet(Fraction(ways, 36), Fraction(ways, 36))


def decided(wins: int, ways: int) -> Jet:
    """Rolls until one of `ways` results comes, and it is one of `wins` among them."""
    return roll(wins) * (UNIT - roll(36 - ways)).inverse()


@dataclass(frozen=True, slots=True)
class Ending:
    """One way to be over: its series, what comes back, what was put down; a push decides nothing."""

    rolls: Jet
    back: Fraction
    down: Fraction = ONE
    decides: bool = True

    @property
    def chance(self) -> Fraction:
        return self.rolls.at


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager by its endings, with every figure that is published of such wagers."""

    endings: Mapping[str, Ending]

    def __post_init__(self) -> None:
        assert sum(e.chance for e in self.endings.values()) == 1, "the endings are not all of them"

    def mean_of(self, figure: Callable[[Ending], Fraction]) -> Fraction:
        return sum((e.chance * figure(e) for e in self.endings.values()), NONE)

    @property
    def chances(self) -> dict[str, Fraction]:
        return {name: e.chance for name, e in self.endings.items()}

    @property
    def returned(self) -> Fraction:
        return self.mean_of(lambda e: e.back)

    @property
    def outlay(self) -> Fraction:
        return self.mean_of(lambda e: e.down)

    @property
    def per_stake(self) -> Fraction:
        return self.outlay - self.returned

    @property
    def per_outlay(self) -> Fraction:
        return self.per_stake / self.outlay

    @property
    def per_resolved(self) -> Fraction | None:
        resolved = self.mean_of(lambda e: ONE if e.decides and e.back != e.down else NONE)
        return self.per_stake / resolved if resolved else None

    @property
    def per_roll(self) -> Fraction:
        return self.per_stake / self.mean

    @property
    def variance_of_gain(self) -> Fraction:
        gain = self.returned - self.outlay
        return self.mean_of(lambda e: (e.back - e.down - gain) ** 2)

    @property
    def mean(self) -> Fraction:
        return total(e.rolls for e in self.endings.values()).first

    @property
    def variance(self) -> Fraction:
        whole = total(e.rolls for e in self.endings.values())
        return whole.second + whole.first - whole.first**2


# Money.


def back(pay: str) -> Fraction:
    """The return of a unit that is paid so: "7 to 6", "40 for 1", "nothing"."""
    if pay == "nothing":
        return NONE
    won, word, unit = pay.split()
    return Fraction(won) / Fraction(unit) + {"to": 1, "for": 0}[word]


def true_odds(point: int) -> Fraction:
    """The win of a unit on the number at fair odds against the 7."""
    return Fraction(6, WAYS[point])


# The table.


def one_roll(lines: Mapping[str, tuple[int, Fraction]]) -> Bet:
    """Each line: its number of results of two dice, and what comes back; all other results lose."""
    found = {name: Ending(roll(ways), pay) for name, (ways, pay) in lines.items()}
    return Bet({**found, "lost": Ending(roll(36 - sum(ways for ways, _ in lines.values())), NONE)})


def race(wins: int, loses: int, pays: Fraction, down: Fraction = ONE) -> Bet:
    """So many winning results before so many losing ones."""
    ways = wins + loses
    made, lost = Ending(decided(wins, ways), pays, down), Ending(decided(loses, ways), NONE, down)
    return Bet({"made": made, "lost": lost})


PAIRED = {"4-or-10": (4, 10), "5-or-9": (5, 9), "6-or-8": (6, 8)}
CRAPLESS_PAIRED = {"2-or-12": (2, 12), "3-or-11": (3, 11), **PAIRED}


def multiple(odds: str, point: int) -> Fraction:
    """Multiple of the flat bet that is taken behind the line: "3-4-5x", "2x", "full-double"."""
    ways = WAYS[point]
    if odds == "3-4-5x":
        return Fraction({3: 3, 4: 4, 5: 5}[ways])
    if odds == "full-double":
        return Fraction({3: 2, 4: 2, 5: Fraction(5, 2)}[ways])
    return Fraction(odds.removesuffix("x"))


def passed_with_odds(
    odds: str, paired: Mapping[str, tuple[int, int]] = PAIRED, naturals: Sequence[int] = (7, 11)
) -> Bet:
    """The pass line with odds put down when the point is set."""
    points = [p for pair in paired.values() for p in pair]
    craps = [n for n in WAYS if n not in points and n not in naturals]
    found = {"natural": Ending(roll(sum(WAYS[n] for n in naturals)), Fraction(2))}
    if craps:
        found["craps"] = Ending(roll(sum(WAYS[n] for n in craps)), NONE)
    for name, pair in paired.items():
        taken, each = multiple(odds, pair[0]), [(roll(WAYS[p]), WAYS[p]) for p in pair]
        pays = 2 + taken * (1 + true_odds(pair[0]))
        made = total(came * decided(ways, ways + 6) for came, ways in each)
        lost = total(came * decided(6, ways + 6) for came, ways in each)
        found[f"made-on-{name}"] = Ending(made, pays, 1 + taken)
        found[f"lost-on-{name}"] = Ending(lost, NONE, 1 + taken)
    return Bet(found)


def not_passed_with_odds(odds: str, barred: int = 12) -> Bet:
    """The don't pass line, laying what wins so many times the flat bet once the point is set."""
    found = {
        "natural": Ending(roll(8), NONE),
        "craps": Ending(roll(sum(WAYS[n] for n in (2, 3, 12) if n != barred)), Fraction(2)),
        "pushed": Ending(roll(WAYS[barred]), ONE, decides=False),
    }
    for name, pair in PAIRED.items():
        wins = multiple(odds, pair[0])
        laid, each = wins * true_odds(pair[0]), [(roll(WAYS[p]), WAYS[p]) for p in pair]
        made = total(came * decided(6, ways + 6) for came, ways in each)
        lost = total(came * decided(ways, ways + 6) for came, ways in each)
        found[f"made-on-{name}"] = Ending(made, 2 + laid + wins, 1 + laid)
        found[f"lost-on-{name}"] = Ending(lost, NONE, 1 + laid)
    return Bet(found)


def line(bet: Bet) -> Bet:
    """The line alone, of a bet whose odds are of nothing: made, lost or pushed, in whatever way."""
    named = {Fraction(2): "made", NONE: "lost", ONE: "pushed"}
    found: dict[str, Ending] = {}
    for ending in bet.endings.values():
        name = named[ending.back]
        rolls = ending.rolls + found[name].rolls if name in found else ending.rolls
        found[name] = Ending(rolls, ending.back, decides=ending.decides)
    return Bet(found)


def fee(due: Fraction, rounding: str) -> Fraction:
    """5% of an amount per unit staked: "exact", or "up-25": up to a whole chip on a stake of 25 chips."""
    owed = due / 20
    if rounding == "exact":
        return owed
    way, _, stake = rounding.partition("-")
    chips = owed * int(stake)
    whole = {"up": ceil(chips), "down": floor(chips), "nearest": floor(chips + Fraction(1, 2))}[way]
    return Fraction(whole, int(stake))


def with_fee(wins: int, loses: int, won: Fraction, fee: Fraction, when: str) -> Bet:
    """A bet with a commission: put down with the stake, or taken out of the win."""
    early = fee if when == "upfront" else NONE
    return race(wins, loses, 1 + won + early - fee, 1 + early)


PLACE = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
PLACE_TO_LOSE = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}
FIELD_PAYS = {"first": (2, 2), "field-2-3": (2, 3), "field-3-3": (3, 3)}


def table(
    *,
    bar: str = "12",
    odds: str = "3-4-5x",
    commission: str = "upfront",
    rounding: str = "exact",
    paytable: str = "first",
) -> dict[str, Bet]:
    """Every wager of the table, under a choice for each of its options."""
    along, against = line(passed_with_odds("0x")), line(not_passed_with_odds("0x", int(bar)))
    thirty, fifteen = back("30 to 1"), back("15 to 1")
    found = {
        "pass": along,
        "come": along,
        "dont-pass": against,
        "dont-come": against,
        "pass-with-odds": passed_with_odds(odds),
        "dont-pass-with-odds": not_passed_with_odds(odds, int(bar)),
    }
    found |= {f"place-{p}": race(WAYS[p], 6, back(PLACE[p])) for p in POINTS}
    found |= {f"place-{p}-to-lose": race(6, WAYS[p], back(PLACE_TO_LOSE[p])) for p in POINTS}
    for p in POINTS:
        fair, ways, taken = true_odds(p), WAYS[p], multiple(odds, p)
        found[f"buy-{p}"] = with_fee(ways, 6, fair, fee(ONE, rounding), commission)
        found[f"lay-{p}"] = with_fee(6, ways, 1 / fair, fee(1 / fair, rounding), commission)
        found[f"put-{p}-with-odds"] = race(ways, 6, 2 + taken * (1 + fair), 1 + taken)
    found |= {f"put-{p}": race(WAYS[p], 6, Fraction(2)) for p in POINTS}
    found |= {f"big-{p}": race(WAYS[p], 6, Fraction(2)) for p in (6, 8)}
    two, twelve = FIELD_PAYS.get(paytable, (2, 2))
    found["field"] = one_roll(
        {"two": (1, ONE + two), "twelve": (1, ONE + twelve), "field": (14, Fraction(2))}
    )
    for p, pays in {4: "7 to 1", 6: "9 to 1", 8: "9 to 1", 10: "7 to 1"}.items():
        found[f"hard-{p}"] = race(1, 6 + WAYS[p] - 1, back(pays))
    found |= {
        "any-seven": one_roll({"made": (6, back("4 to 1"))}),
        "any-craps": one_roll({"made": (4, back("7 to 1"))}),
        "yo": one_roll({"made": (2, fifteen)}),
        "three": one_roll({"made": (2, fifteen)}),
        "aces": one_roll({"made": (1, thirty)}),
        "boxcars": one_roll({"made": (1, thirty)}),
        "horn": one_roll({"2-or-12": (2, thirty / 4), "3-or-11": (4, fifteen / 4)}),
        "world": one_roll(
            {"2-or-12": (2, thirty / 5), "3-or-11": (4, fifteen / 5), "7": (6, back("4 to 1") / 5)}
        ),
        "c-e": one_roll({"craps": (4, back("7 to 1") / 2), "11": (2, fifteen / 2)}),
        "hop-easy": one_roll({"made": (2, fifteen)}),
        "hop-hard": one_roll({"made": (1, thirty)}),
        "low-dice": one_roll({"2": (1, back("5 to 1")), "3-to-6": (14, Fraction(2))}),
        "high-dice": one_roll({"12": (1, back("5 to 1")), "8-to-11": (14, Fraction(2))}),
        "crapless-pass": line(passed_with_odds("0x", CRAPLESS_PAIRED, [7])),
    }
    found |= {f"crapless-place-{p}": race(1, 6, back("11 to 2")) for p in (2, 12)}
    found |= {f"crapless-place-{p}": race(2, 6, back("11 to 4")) for p in (3, 11)}
    return found


# Rounds of the shooter, for bets on a whole hand.

MADE = {p: roll(WAYS[p]) * decided(WAYS[p], WAYS[p] + 6) for p in POINTS}
OUT = total(roll(WAYS[p]) * decided(6, WAYS[p] + 6) for p in POINTS)
NATURAL, CRAPS = roll(8), roll(4)
IDLE = NATURAL + CRAPS  # rounds without a point


def gained(counts: Mapping[int, tuple[int, bool]]) -> Jet:
    """The expected number of rounds that begin with points made so often, by series.

    counts   for each point n made exactly so often (True), or fewer than so often (False); a point that is
             left out was made any number of times

    Let each kind of round ring on a Poisson clock at a rate of its series: the points made are then
    independent, and the number of times that one was made by the time t has the terms m^k t^k / k!. The sum
    over the rounds is the integral over t of their product, with e^-t for the rounds that all come together.
    """
    left = UNIT - IDLE - total(MADE[p] for p in POINTS if p not in counts)
    terms = [UNIT]
    for p, (n, exactly) in counts.items():
        ks = [n] if exactly else range(n)
        new = [NOTHING] * (len(terms) + max(ks, default=0))
        for i, one in enumerate(terms):
            for k in ks:
                new[i + k] += one * MADE[p] ** k * Jet(Fraction(1, factorial(k)))
        terms = new
    rate = left.inverse()
    return total(one * Jet(Fraction(factorial(i))) * rate ** (i + 1) for i, one in enumerate(terms))


def hand(lines: Mapping[str, tuple[Jet, Fraction]]) -> Bet:
    return Bet({name: Ending(jet, pays) for name, (jet, pays) in lines.items()})


def fire_bet(pays: Mapping[int, str], over: str = "best-line") -> Bet:
    """The number of different points made: inclusion and exclusion over the sets of points."""
    every = frozenset(POINTS)
    lines = {}
    for n in range(7):
        jet = total(just(frozenset(some)) for some in combinations(POINTS, n)) * OUT
        if n == 6 and over == "best-line":
            jet = total(just(every - {p}) * MADE[p] for p in POINTS)
        lines[f"{n}-points" if n != 1 else "1-point"] = jet, back(pays.get(n, "nothing"))
    return hand(lines)


@cache
def just(points: frozenset[int]) -> Jet:
    """Rounds that begin with just these points made."""
    found = NOTHING
    for some in subsets(points):
        sign = (-1) ** (len(points) - len(some))
        at_most = (UNIT - IDLE - total(MADE[p] for p in some)).inverse()
        found += at_most * Jet(Fraction(sign))
    return found


def subsets(things: Iterable[int]) -> Iterable[tuple[int, ...]]:
    listed = tuple(things)
    return chain.from_iterable(combinations(listed, n) for n in range(len(listed) + 1))


def ride_the_line(pays: Sequence[int], over: str = "best-line") -> Bet:
    """The number of pass line wins before the seven-out; pays for 11, 10, … 0, to 1."""
    win = NATURAL + total(MADE.values())
    idle = (UNIT - CRAPS).inverse()
    lines = {}
    for n, won in enumerate(reversed(pays)):
        jet = win**n * idle ** (n + 1) * OUT
        if n == 11:
            jet = win**11 * idle**11
            if over != "best-line":
                jet *= OUT * (UNIT - CRAPS - win).inverse()
        lines[f"{n}-wins" if n != 1 else "1-win"] = jet, ONE + won
    return hand(lines)


REPLAY = {
    "4-or-10-four-times": ((4, 10), 4, 1000),
    "5-or-9-four-times": ((5, 9), 4, 500),
    "4-or-10-three-times": ((4, 10), 3, 120),
    "6-or-8-four-times": ((6, 8), 4, 100),
    "5-or-9-three-times": ((5, 9), 3, 95),
    "6-or-8-three-times": ((6, 8), 3, 70),
}


@cache
def replay(over: str = "best-line") -> Bet:
    """The best line of points made again: for each the hands in which no line down to it is reached."""
    best = next(iter(REPLAY))
    caps: dict[int, int] = {}
    before, lines = UNIT * OUT * gained({}), {}
    for name, (pair, times, won) in REPLAY.items():
        caps |= dict.fromkeys(pair, times)
        without = gained({p: (cap, False) for p, cap in caps.items()}) * OUT
        lines[name] = before - without, ONE + won
        before = without
    lines["lost"] = before, NONE
    if over == "best-line":
        # Over with the fourth 4 or 10, not with the seven-out; the hands that do not come to it are the same.
        reached = gained({4: (3, True), 10: (4, False)}) * MADE[4] * Jet(Fraction(2))
        assert reached.at == lines[best][0].at
        lines[best] = reached, lines[best][1]
    return hand(lines)


def hand_of(n: int) -> Fraction:
    """P(L = n): the chance that the shooter's hand has n rolls, by its recursion from roll to roll."""
    while len(_HANDS) <= n:
        out, on = _HANDS[-1]
        come_out = out * Fraction(12, 36) + sum(on[w] * Fraction(w, 36) for w in on)
        after = {w: out * Fraction(2 * w, 36) + on[w] * Fraction(30 - w, 36) for w in on}
        _HANDS.append((come_out, after))
    return sum(_HANDS[n - 1][1].values(), NONE) / 6 if n else NONE


# After n rolls, the chance that the next is a come-out roll, and that a point of so many ways is on.
_HANDS = [(ONE, {3: NONE, 4: NONE, 5: NONE})]


def hand_beyond(n: int) -> Fraction:
    """P(L > n)."""
    hand_of(n + 1)
    out, on = _HANDS[n]
    return out + sum(on.values(), NONE)


def rolled(chances: Mapping[int, Fraction]) -> Jet:
    """The series of a number of rolls with these chances."""
    return Jet(
        sum(chances.values(), NONE),
        sum((n * p for n, p in chances.items()), NONE),
        sum((n * (n - 1) * p for n, p in chances.items()), NONE),
    )


HOT_SHOOTER = {
    "51-or-more": (51, "100 for 1"),
    "45-to-50": (45, "30 for 1"),
    "40-to-44": (40, "12 for 1"),
    "32-to-39": (32, "7 for 1"),
    "24-to-31": (24, "5 for 1"),
    "16-to-23": (16, "3 for 1"),
    "8-to-15": (8, "1 for 1"),
    "7-or-fewer": (0, "nothing"),
}


@cache
def hot_shooter(over: str = "best-line") -> Bet:
    """The length of the hand in bands; over at the 51st roll, or at the seven-out."""
    whole = OUT * gained({})
    lines, below, shorter = {}, 51, NOTHING
    for name, (low, pay) in HOT_SHOOTER.items():
        if low == 51:
            continue
        jet = rolled({n: hand_of(n) for n in range(low, below)})
        lines[name], below, shorter = (jet, back(pay)), low, shorter + jet
    longest = rolled({51: hand_beyond(50)}) if over == "best-line" else whole - shorter
    return hand({"51-or-more": (longest, back("100 for 1")), **lines})


def raced(
    goal: str, tallies: Sequence[tuple[int, int]], pays: Mapping[str, Fraction], stopper: int = 6
) -> Bet:
    """Tallies that race a 7; only the chances are by ending, the rolls are of the whole."""
    found = clocks.odds(goal, tallies, stopper, 36)
    whole = Jet(ONE, found.mean, found.variance + found.mean**2 - found.mean)
    endings = {name: Ending(Jet(p), pays.get(name, NONE)) for name, p in found.endings.items()}
    last = next(reversed(endings))
    # The rolls of the whole, laid on one ending, as no figure takes them apart.
    endings[last] = Ending(Jet(endings[last].chance, whole.first, whole.second), endings[last].back)
    return Bet(endings)


FIRE = {
    "first": {4: "25 for 1", 5: "250 for 1", 6: "1000 for 1"},
    "fire-10-200-2000": {4: "10 for 1", 5: "200 for 1", 6: "2000 for 1"},
    "fire-40-200-500": {4: "40 for 1", 5: "200 for 1", 6: "500 for 1"},
}
LINE = [
    (50, 25, 20, 15, 8, 6, 4, 2, 1, 0, -1, -1),
    (75, 40, 30, 20, 12, 6, 4, 2, 1, -1, -1, -1),
    (100, 40, 30, 20, 10, 6, 3, 2, 1, -1, -1, -1),
    (150, 30, 20, 15, 10, 4, 3, 2, 1, -1, -1, -1),
    (50, 40, 30, 20, 10, 8, 5, 2, 1, -1, -1, -1),
    (100, 30, 25, 20, 12, 7, 5, 3, 0, -1, -1, -1),
    (150, 40, 25, 15, 10, 7, 4, 2, 0, -1, -1, -1),
]
SMALL, TALL = range(2, 7), range(8, 13)
REPEATS = {2: (2, 40), 3: (3, 50), 4: (4, 65), 5: (5, 80), 6: (6, 90)}
SMALL_PAYS = {"small-30": 30, "small-35": 35}
ALL_PAYS = {f"all-{n}": n for n in (150, 155, 160, 165, 170, 176)}


def together(totals: Iterable[int], won: int) -> Bet:
    """Every one of the totals before a 7."""
    return raced("all", [(WAYS[n], 1) for n in totals], {"made": ONE + won})


@cache
def side_bets(*, paytable: str = "first", over: str = "best-line") -> dict[str, Bet]:
    """Every side bet, under a choice for each of their options."""
    small = SMALL_PAYS.get(paytable, 34)
    line = int(paytable.removeprefix("line-")) if paytable.startswith("line-") else 1
    found = {
        "small": together(SMALL, small),
        "tall": together(TALL, small),
        "all": together([*SMALL, *TALL], ALL_PAYS.get(paytable, 175)),
        "hot-hand": raced(
            "each",
            [(WAYS[n], 1) for n in (*SMALL, *TALL)],
            {"made-10": back("80 to 1"), "made-9": back("20 to 1")},
        ),
        "sizzling-six": together(POINTS, 12),
        "flaming-four": together((2, 3, 11, 12), 70),
        "different-doubles": raced(
            "each", [(1, 1)] * 6, {f"made-{n}": ONE + won for n, won in {6: 100, 5: 15, 4: 8, 3: 4}.items()}
        ),
        "fire-bet": fire_bet(FIRE.get(paytable, FIRE["first"]), over),
        "ride-the-line": ride_the_line(LINE[line - 1], over),
        "replay": replay(over),
        "hot-shooter": hot_shooter(over),
        "muggsys-corner": Bet(
            {
                "come-out-7": Ending(roll(6), Fraction(3)),
                "point-7": Ending(roll(24) * roll(6), Fraction(4)),
                "lost": Ending(roll(6) + roll(24) * roll(30), NONE),
            }
        ),
        "point-7": Bet(
            {
                "made": Ending(roll(24) * roll(6), back("7 to 1")),
                "lost": Ending(roll(12) + roll(24) * roll(30), NONE),
            }
        ),
        "shooters-hand": Bet({"seven-out": Ending(OUT * gained({}), ONE)}),
    }
    for low, (need, pay) in REPEATS.items():
        for n in (low, 14 - low):
            found[f"repeater-{n}"] = raced("first", [(WAYS[n], need)], {"made": Fraction(pay)})
    return found
