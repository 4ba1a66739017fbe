"""Every wager of the cookbook by a second road: closed forms, hand-written processes, an oracle of craps."""

import re
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any

import pytest

import markov as mk
from markov.exact import rounded, significant
from markov.wager.game import slug
from tests.oracles import clocks, craps
from tests.oracles.boards import filling
from tests.oracles.process import solved, walked

F = Fraction
PAGE = Path(__file__).parents[2] / "docs" / "cookbook.md"
WAYS = craps.WAYS
COIN = {"H": 1, "T": 1}
FLIPS = tuple("".join(flips) for flips in product("HT", repeat=9))
RED = {True: 18, False: 20}


# The page.


def questions() -> dict[str, tuple[str, str, str]]:
    """By question: the wheel, the chance and the mean number of trials, as the page has them."""
    found = re.findall(r"^\| `(.+)` \| ([^|`]+) \| ([^|]+) \| ([^|]+) \|$", PAGE.read_text(), re.MULTILINE)
    return {asked.replace("\\|", "|"): (on, chance, mean) for asked, on, chance, mean in found}


def sheets() -> list[tuple[str, list[list[str]]]]:
    """The sheets of the page, each with the rows of the table below it."""
    found = []
    for part in PAGE.read_text().split("~~~toml\n")[1:]:
        text, _, rest = part.partition("~~~\n")
        lines = rest.lstrip("\n").split("\n\n")[0].split("\n")[2:]
        found.append((text, [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]))
    return found


def shown(number: Fraction) -> str:
    if len(str(number)) <= 22:
        return f"`{number}`"
    return f"≈ {rounded(number, 9) if number > F(1, 1000) else significant(number, 9)}"


@cache
def asked(question: str) -> Any:
    return mk.ask(question, on=questions()[question][0])


# The second road of the questions.


def counted(need: Mapping[Any, int], loses: Mapping[Any, int]) -> Any:
    """A race: all of the needs before all of the losses; a state is what is still missing."""

    def step(state: tuple[tuple[int, ...], tuple[int, ...]], outcome: Any) -> Any:
        won, lost = dict(zip(need, state[0], strict=True)), dict(zip(loses, state[1], strict=True))
        if lost.get(outcome):
            lost[outcome] -= 1
            if not any(lost.values()):
                return "lost"
        if won.get(outcome):
            won[outcome] -= 1
            if not any(won.values()):
                return "made"
        return tuple(won.values()), tuple(lost.values())

    return (tuple(need.values()), tuple(loses.values())), step


def either(last: tuple[str, ...], flip: str) -> Any:
    """HHT or THH; a state is the last two flips."""
    shown = (*last, flip)
    return "made" if "".join(shown) in ("HHT", "THH") else shown[-2:]


def streak(need: int) -> Any:
    """So many in a row of what is true; a state is the streak."""
    return 0, lambda n, hit: ("made" if n + 1 == need else n + 1) if hit else 0


def chance(found: tuple[Mapping[str, Fraction], Fraction], name: str = "made") -> tuple[Fraction, Fraction]:
    law, mean = found
    return law.get(name, F(0)), mean


def raced(need: Mapping[int, int], loses: Mapping[int, int]) -> tuple[Fraction, Fraction]:
    return chance(solved(*counted(need, loses), WAYS))


def in_a_row(need: int, wheel: Mapping[bool, int], trials: int) -> tuple[Fraction, Fraction]:
    return chance(walked(*streak(need), wheel, trials))


def patterns(first: str, other: str) -> tuple[Fraction, Fraction]:
    """One pattern before another, until it is decided: all that can follow is tried out, nine flips long."""

    def step(state: tuple[str, ...], flip: str) -> Any:
        shown = "".join((*state, flip))
        sure = {min((first, other), key=(shown + rest + first + other).index) for rest in FLIPS}
        return sure.pop() if len(sure) == 1 else tuple(shown[-2:])

    return chance(solved((), step, COIN), first)


def collected(weights: Mapping[Any, int], total: int) -> Fraction:
    """The mean number of trials until all have come, by inclusion and exclusion."""
    names = list(weights)
    return sum(
        (-1) ** (k + 1) * F(total, sum(weights[one] for one in some))
        for k in range(1, len(names) + 1)
        for some in combinations(names, k)
    )


def same_in_a_row(need: int, trials: int) -> tuple[Fraction, Fraction]:
    """The same pocket of 38 so often in a row: each spin after the first repeats it with one in 38."""
    step = lambda n, again: ("made" if n + 1 == need else n + 1) if again or not n else 1  # noqa: E731
    return chance(walked(0, step, {True: 1, False: 37}, trials))


def still_missing(n: int) -> Fraction:
    """That some pocket of 38 has not come within n spins."""
    return sum((-1) ** (k + 1) * comb(38, k) * F(38 - k, 38) ** n for k in range(1, 39))


def sets_before_seven() -> tuple[Fraction, Fraction]:
    """All of 2 to 6, or all of 8 to 12, before a 7."""

    def step(state: frozenset[int], roll: int) -> Any:
        if roll == 7:
            return "lost"
        after = state | {roll}
        return "made" if after >= {2, 3, 4, 5, 6} or after >= {8, 9, 10, 11, 12} else after

    return chance(solved(frozenset(), step, WAYS))


def both_flip() -> tuple[Fraction, Fraction]:
    """Three heads in a row of one coin before two of another."""

    def step(state: tuple[int, int], flips: str) -> Any:
        mine = state[0] + 1 if flips in ("mine", "both") else 0
        yours = state[1] + 1 if flips in ("yours", "both") else 0
        return "lost" if yours == 2 else "made" if mine == 3 else (mine, yours)

    return chance(solved((0, 0), step, dict.fromkeys(("mine", "yours", "both", "none"), 1)))


def two_sevens() -> tuple[Fraction, Fraction]:
    """A 12 before two 7s in a row."""
    step = lambda n, roll: "made" if roll == 12 else 0 if roll != 7 else "lost" if n else 1  # noqa: E731
    return chance(solved(0, step, WAYS))


def ten_totals() -> tuple[Fraction, Fraction, Fraction]:
    """All of the ten totals, exactly nine of them, and the rolls of both bets."""
    others = {total: ways for total, ways in WAYS.items() if total != 7}
    found = clocks.odds("each", [(ways, 1) for ways in others.values()], 6, 36)
    return found.endings["made-10"], found.endings["made-9"], found.mean


def binomial(n: int, p: Fraction, least: int) -> Fraction:
    return sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(least, n + 1))


def reached(need: int, p: Fraction, within: int) -> Fraction:
    """The mean number of trials until so many have come, or the deadline."""
    return sum(1 - binomial(n, p, need) for n in range(within))


def aces_together() -> tuple[Fraction, Fraction]:
    """Two aces one right after the other, by the places of the four in a deck.

    It is open as long as the cards to come can be laid with two of them together, and without.
    """

    def apart(k: int, n: int) -> int:
        """The ways to lay k aces on n places, no two of them together."""
        return comb(n - k + 1, k) if 0 <= k <= n + 1 else 0

    def undecided(n: int) -> Fraction:
        ways = 0
        for k in range(5):
            every = comb(52 - n, 4 - k)
            # The last card that was drawn is an ace, or none.
            for laid, free in (
                (apart(k - 1, n - 2), apart(4 - k, 51 - n)),
                (apart(k, n - 1), apart(4 - k, 52 - n)),
            ):
                ways += laid * every * (0 < free < every)
        return F(ways, comb(52, 4))

    return 1 - F(apart(4, 52), comb(52, 4)), 1 + sum(undecided(n) for n in range(1, 52))


def hypergeometric(hits: int, drawn: int) -> Fraction:
    """That all six numbers of a ticket are among so many of eighty."""
    return F(comb(80 - hits, drawn - hits), comb(80, drawn)) if drawn >= hits else F(0)


@cache
def boarded(empty: int, lives: int, cell: Fraction) -> tuple[Fraction, Fraction]:
    """The return of a board of 15 by cell, with 100 for a full one."""
    law, mean = filling((F(1, 20),) * empty, lives, lives)
    return sum(p * ((15 - left) * cell if left else 100) for left, p in law.items()), mean


def keno() -> tuple[Fraction, Fraction]:
    """Of eighty numbers twenty are drawn; six are on the ticket, and play ends when all of them have come."""
    pays = {6: 1500, 5: 90, 4: 8, 3: 1}
    law = {k: F(comb(6, k) * comb(74, 20 - k), comb(80, 20)) for k in pays}
    return sum(law[k] * pay for k, pay in pays.items()), sum(1 - hypergeometric(6, n) for n in range(20))


def bonus_wheel() -> tuple[Fraction, Fraction]:
    """Three scatters before a blank, and then a wheel that is spun until it stops on a prize."""
    bonus = F(25, 35) ** 3
    returned = bonus * F(30 * 2 + 8 * 5 + 20, 39)
    reels = sum(F(25, 35) ** k for k in range(3)) * F(100, 35)
    return returned, reels + bonus * F(40, 39)


SIXES = F(5, 36)


@cache
def roads() -> dict[str, tuple[Fraction, Fraction]]:
    """By question its chance and its mean number of trials."""
    ten, line = ten_totals(), craps.table()["pass"]
    return {
        "6x6 before 7": raced({6: 6}, {7: 1}),
        "2x2 before 7": raced({2: 2}, {7: 1}),
        "two hard 8s before a 7 or an easy 8": chance(
            solved(*counted({"hard": 2}, {"other": 1}), {"hard": 1, "other": 10, "": 25})
        ),
        "all of 2..6 or all of 8..12 before 7": sets_before_seven(),
        "all of (2..6, 8..12) before 7": (ten[0], ten[2]),
        "exactly 9 of (2..6, 8..12) before 7": (ten[1], ten[2]),
        "exactly nine of the ten totals": (ten[1], ten[2]),
        "small before 7": raced(dict.fromkeys(range(2, 7), 1), {7: 1}),
        "tall before a seven": raced(dict.fromkeys(range(8, 13), 1), {7: 1}),
        "all before 7": (ten[0], ten[2]),
        "small, tall or all before a 7": sets_before_seven(),
        "3 different doubles before 7": chance(new_doubles(3, "reached"), "n3"),
        "6 and 8 before 7x2": raced({6: 1, 8: 1}, {7: 2}),
        "heads x4 before tails x3": (binomial(6, F(1, 2), 4), solved(*counted({"H": 4}, {"T": 3}), COIN)[1]),
        "6x3 in 5 rolls": (binomial(5, SIXES, 3), reached(3, SIXES, 5)),
        "7 x3 in a row in 3 rolls": (F(1, 216), F(3)),
        "a 7 on each of the first three rolls": (F(6, 36) ** 3, F(3)),
        "12 before 7 then 7": two_sevens(),
        "HHT before THH": patterns("HHT", "THH"),
        "HHT or THH": (F(1), solved((), either, COIN)[1]),
        "HHH before THH": patterns("HHH", "THH"),
        "HTH before HHT": patterns("HTH", "HHT"),
        "red x8 in a row within 50": in_a_row(8, RED, 50),
        "red x8 in a row within 100": in_a_row(8, RED, 100),
        "red x8 in a row within 1000": in_a_row(8, RED, 1000),
        "heads x5 in a row in 20 flips": in_a_row(5, {True: 1, False: 1}, 20),
        "same pocket x2 in a row within 10": same_in_a_row(2, 10),
        "same pocket x3 in a row within 400": same_in_a_row(3, 400),
        "not 1st dozen x8 in a row within 8": (F(26, 38) ** 8, F(8)),
        "(mine|both) x3 in a row before (yours|both) x2 in a row": both_flip(),
        "all of 2..12": (F(1), collected(WAYS, 36)),
        "all of pockets within 200": (
            1 - still_missing(200),
            sum(still_missing(n) for n in range(1, 200)) + 1,
        ),
        "all of faces": (F(1), F(147, 10)),
        "all of outcomes": (F(1), collected({"A": 1, "B": 2, "C": 3, "D": 4}, 10)),
        "seven-out": (F(1), craps.side_bets()["shooters-hand"].mean),
        "pass or pass loses": (F(1), line.mean),
        "ace before king x2": (F(11, 14), F(53, 6)),
        "ace x2 in a row": aces_together(),
        "hit x6 within 20": (hypergeometric(6, 20), sum(1 - hypergeometric(6, n) for n in range(20))),
        # A decision makes the point 4 with 3/36 times 3/9, and by Wald each takes the mean number of rolls.
        "point 4 made": (F(1), 36 * line.mean),
    }


def test_every_question_of_the_page_has_a_second_road():
    assert questions().keys() == roads().keys()


@pytest.mark.parametrize("question", questions())
def test_a_question(question):
    found, (on, chance, mean) = asked(question), questions()[question]
    assert (found.probability, found.spins.mean) == roads()[question]
    assert (found.on, shown(found.probability), shown(found.spins.mean)) == (on, chance, mean)


# The second road of the sheets: what is returned, and the mean number of trials, by wager.


def priced(found: tuple[Mapping[str, Fraction], Fraction], **pays: Any) -> tuple[Fraction, Fraction]:
    law, mean = found
    assert sum(law.values()) == 1
    return sum(p * F(pays.get(name.replace("-", "_"), 0)) for name, p in law.items()), mean


def paid(pay: Any, found: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    return pay * found[0], found[1]


def side(name: str, **reading: str) -> tuple[Fraction, Fraction]:
    bet = craps.side_bets(**reading)[name]
    return bet.returned, bet.mean


def new_doubles(most: int, over: str) -> tuple[Mapping[str, Fraction], Fraction]:
    def step(n: int, k: int) -> Any:
        if k >= 30:
            return f"n{min(n, most)}"
        after = n + (k < 6 - n)
        return f"n{most}" if after == most and over == "reached" else after

    return solved(0, step, dict.fromkeys(range(36), 1))


def series() -> tuple[Mapping[str, Fraction], Fraction]:
    def step(state: tuple[int, int], who: str) -> Any:
        home, away = state[0] + (who == "home"), state[1] + (who == "away")
        return f"in{home + away}" if home == 4 else "lost" if away == 4 else (home, away)

    return solved((0, 0), step, {"home": 11, "away": 9})


def tallied(most: int, stops: int, weights: tuple[int, int, int]) -> tuple[Mapping[str, Fraction], Fraction]:
    """The number of times that one thing comes, up to so often, before the last of so many stoppers."""

    def step(state: tuple[int, int], what: str) -> Any:
        hits, misses = state[0] + (what == "hit"), state[1] + (what == "miss")
        return f"n{hits}" if hits == most or misses == stops else (hits, misses)

    return solved((0, 0), step, dict(zip(("hit", "miss", ""), weights, strict=True)))


def sixes_in_five() -> tuple[Mapping[str, Fraction], Fraction]:
    law, mean = walked(0, lambda n, roll: "three" if n + (roll == 6) == 3 else n + (roll == 6), WAYS, 5)
    exactly = [comb(5, k) * SIXES**k * (1 - SIXES) ** (5 - k) for k in range(3)]
    assert law["open"] == sum(exactly)
    return {"three": law["three"], "two": exactly[2], "one": exactly[1], "none": exactly[0]}, mean


def given_up() -> tuple[Mapping[str, Fraction], Fraction]:
    """Three sixes in five rolls; after three others it is over."""

    def step(state: tuple[int, int], roll: int) -> Any:
        sixes, others = state[0] + (roll == 6), state[1] + (roll != 6)
        return "made" if sixes == 3 else "lost" if others == 3 else (sixes, others)

    return solved((0, 0), step, WAYS)


def two_sixes_and_points() -> tuple[Mapping[str, Fraction], Fraction]:
    def step(state: tuple[int, int], roll: int) -> Any:
        point, sixes = state
        sixes += roll == 6
        if sixes == 2:
            return "made"
        if point:
            return "lost" if roll == 7 else (0 if roll == point else point, sixes)
        return (roll if roll in craps.POINTS else 0, sixes)

    return solved((0, 0), step, WAYS)


SHOE = 2292252566437888, 2230518282592256, 475627426473216  # banker, player, tie
SMALL = 105  # of 216: totals 4 to 10 without triples


def offered() -> tuple[Fraction, Fraction]:
    """Clean sixes, played best: left for 5 after two 6s without an 8, which is worth more than 50/11."""
    clean = F(5, 16) ** 2
    return 5 * clean + (F(5, 11) ** 2 - clean) * F(50, 11), F(0)


def sixes_with_prizes() -> tuple[Fraction, Fraction]:
    p = F(5, 11)
    return p**3 * F(18 * 100 + 9 * 50 + 1000, 100) + (p**2 - p**3) * 3 * F(11, 4), raced({6: 3}, {7: 1})[1]


def row_of_three(n: int) -> Fraction:
    """That n of 27 balls hold one of three rows of three."""
    ways = sum((-1) ** (k + 1) * comb(3, k) * comb(27 - 3 * k, n - 3 * k) for k in range(1, 4) if n >= 3 * k)
    return F(ways, comb(27, n))


LINES = {"The line: Pass": "pass", "The line: Don't pass": "dont-pass", "Crapless: Pass": "crapless-pass"}


@cache
def wagers() -> dict[str, tuple[Fraction, Fraction]]:
    """By wager its return and its mean number of trials."""
    table = craps.table()
    both = clocks.odds("all", [(5, 3), (5, 3)], 6, 36)
    horn = clocks.odds("each", [(1, 1), (1, 1), (2, 1), (2, 1)], 6, 36)
    banker_washed = tallied(6, 1, SHOE)
    banker = tallied(6, 1, (SHOE[0], SHOE[1] + SHOE[2], 0))
    smalls = tallied(5, 1, (SMALL, 216 - SMALL, 0))
    of_seven = series()
    return {
        **{
            f"A shooter's hand: {name}": side(slug(name)) for name in ("Fire bet", "Ride the line", "Point 7")
        },
        "Replay: Replay": side("replay"),
        **{
            f"Totals before a 7: {name}": side(slug(name))
            for name in ("Small", "Hot hand", "Different doubles")
        },
        "Hot shooter: Hot shooter": side("hot-shooter", over="seven-out"),
        "Doubles on the way: Doubles": priced(new_doubles(5, "reached"), n3=3, n4=13, n5=63),
        "Doubles on the way: Doubles (settled=seven)": priced(new_doubles(5, "seven"), n3=3, n4=13, n5=63),
        "A pay for each: Both": (
            6 * both.endings["made"] + 7 * (F(5, 11) ** 3 - both.endings["made"]),
            both.mean,
        ),
        "How many: Horn": priced((horn.endings, horn.mean), made_2=1, made_3=5, made_4=50),
        "Counted: Best of seven": priced(of_seven, in4=F(3, 2), in5=F(3, 2), in6=F(3, 2), in7=F(3, 2)),
        "Counted: The series": priced(of_seven, in4=3, in5=2, in6=1, in7=1),
        "Counted: Three strikes": priced(tallied(4, 3, (11, 9, 0)), n4=F(3, 2), n3=1, n2=F(1, 2)),
        "Two sevens: A 6 and an 8": paid(F(7, 4), raced({6: 1, 8: 1}, {7: 2})),
        "Two sevens: Sixes": priced(tallied(5, 2, (5, 6, 25)), n5=5, n4=3, n3=2),
        "Two sevens: Two in a row": paid(F(9, 5), two_sevens()),
        "So many rolls: Field": (F(2 * 3 + 14 * 2, 36), F(1)),
        "So many rolls: Sixes in five": priced(sixes_in_five(), three=15, two=3, none=F(1, 2)),
        "Given up: Three sixes": priced(given_up(), made=40),
        **{name: (table[key].returned, table[key].mean) for name, key in LINES.items()},
        "Two sixes: Two sixes": paid(F(7, 2), raced({6: 2}, {7: 1})),
        "Two sixes: Two sixes (come-out-seven=ignored)": priced(two_sixes_and_points(), made=F(7, 2)),
        "Streaks: Banker runs, a tie is a wash": priced(banker_washed, n6=26, n5=11, n4=6),
        "Streaks: Banker runs, a tie ends them": priced(banker, n6=26, n5=16, n4=11),
        "Smalls: Smalls from now on": priced(smalls, n5=20, n4=5, n3=3),
        "Smalls: Five smalls in twenty": priced(
            walked(*streak(5), {True: SMALL, False: 216 - SMALL}, 20), made=4
        ),
        "Offers: Two 2s": paid(40, raced({2: 2}, {7: 1})),
        "Offers: Clean sixes": paid(10, raced({6: 3}, {7: 1})),
        "Offers: Place 4": (F(14, 5) * F(1, 3), F(4)),
        "Prizes: Sixes": sixes_with_prizes(),
        # Of the eight aces and kings the first two are kings with 4/8 times 3/7; they lie 53/9 cards apart.
        "Aces and kings: Ace before two kings": (F(5, 4) * (1 - F(12, 56)), F(53, 9) * F(3, 2)),
        "Keno: Pick 6": keno(),
        "Hold and spin: By cells": boarded(9, 3, F(1, 10)),
        "Hold and spin: By prizes": boarded(9, 3, F(1, 10)),
        "Sticky wilds: Wilds": boarded(15, 1, F(3, 5)),
        "Bonus wheel: Bonus wheel": bonus_wheel(),
        "Small bingo: A row within 12": (4 * row_of_three(12), sum(1 - row_of_three(n) for n in range(12))),
    }


NAMES = [f"{tomllib.loads(text)['name']}: {row[0]}" for text, rows in sheets() for row in rows]
BEST = {"Offers: Two 2s": F(6, 7), "Offers: Clean sixes": offered()[0], "Offers: Place 4": F(1)}


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """Every wager of the page's sheets by name, under each reading, with the row that the page has of it."""
    found = {}
    for n, (text, rows) in enumerate(sheets()):
        path = tmp_path_factory.mktemp("cookbook") / f"sheet{n}.toml"
        path.write_text(text)
        game = mk.game(str(path))
        listed = {}
        for reading in game.readings():
            changed = [f"{key}={choice}" for key, choice in reading.items() if choice != game.reading()[key]]
            said = f" ({', '.join(changed)})" if changed else ""
            listed |= {f"{wager.name}{said}": wager for wager in game.wagers(reading).values()}
        assert [row[0] for row in rows] == list(listed)
        found |= {f"{game.name}: {row[0]}": (listed[row[0]], row[1:]) for row in rows}
    return found


def test_every_wager_of_the_page_has_a_second_road(told):
    assert told.keys() == wagers().keys()


def test_a_sheet_of_the_page_has_15_lines_at_the_most():
    assert [text for text, _ in sheets() if len(text.splitlines()) > 15] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_wager(told, name):
    wager, row = told[name]
    odds = wager.odds()
    assert (odds.never.returned, odds.never.spins.mean) == wagers()[name]
    assert odds.optimal.returned == BEST.get(name, odds.never.returned)
    assert row[0] == shown(odds.never.returned)
    assert row[-1] == shown(odds.never.spins.mean)
    if len(row) == 3:
        assert row[1] == shown(odds.optimal.returned)


@pytest.mark.parametrize("name", NAMES)
def test_a_wager_is_told_in_words(told, name):
    told_in = " ".join(told[name][0].rule.words(True))
    begins = "The wager wins when ", "Play goes on ", "The highest of these lines", "What is drawn"
    begins += "The next roll decides it", "A board has 15 cells", "Play begins in the phase"
    assert told_in.startswith(begins)
    assert "None" not in told_in
