"""Right, Buy and Lay bets from first principles: closed forms, and the shooter's points by hand.

A bet stands at one of seven tables: 0 is a come-out roll, else the point. Money is what comes back.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from tests.oracles.elimination import gathered

WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
TABLES = (0, *WAYS)
AT_STOPS, GAINED = "at the stops", "gained"
ODDS = {
    "right": {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)},
    "buy": {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)},
    "lay": {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)},
}


def number_before_seven(number: int) -> Fraction:
    return Fraction(WAYS[number], WAYS[number] + 6)


@dataclass(frozen=True)
class Bet:
    """A bet under the readings, its money worked out by hand.

    acts   whether it acts on a come-out roll
    """

    kind: str
    number: int
    acts: bool
    placed: int
    outlay: Fraction
    made: Fraction
    withdrawn: Fraction

    @cached_property
    def win(self) -> Fraction:
        """The chance of a win, the bet being left alone."""
        before = number_before_seven(self.number)
        return 1 - before if self.kind == "lay" else before

    @property
    def alone(self) -> Fraction:
        """The value of the bet when it is left alone: the same at every table, as it is won alike."""
        return self.win * self.made

    def decided(self, table: int) -> Fraction:
        """The chance that the next roll decides it."""
        return Fraction(WAYS[self.number] + 6, 36) if table or self.acts else Fraction(0)

    def moves(self, table: int) -> dict[int, Fraction]:
        """The chance of each table after a roll that leaves the bet standing."""
        if table == 0:
            chances = {point: Fraction(ways, 36) for point, ways in WAYS.items()}
            chances[0] = Fraction(36 - sum(WAYS.values()), 36)  # naturals and craps
            deciding = {self.number: Fraction(WAYS[self.number], 36), 0: Fraction(6, 36)} if self.acts else {}
        else:
            over = WAYS[table] + 6  # the point, or seven out
            chances = {0: Fraction(over, 36), table: Fraction(36 - over, 36)}
            # The point that is made by the bet's own number leaves no table behind the bet.
            at = 0 if table == self.number else table
            deciding = {0: Fraction(6, 36)}
            deciding[at] = deciding.get(at, Fraction(0)) + Fraction(WAYS[self.number], 36)
        return {t: p - deciding.get(t, Fraction(0)) for t, p in chances.items()}

    def standing(
        self, stops: frozenset[int], gained: Mapping[int, Fraction], at: Fraction
    ) -> dict[int, Fraction]:
        """By table x, where x is `at` at the stops, else what is gained there and the mean of the next x."""
        rows = {t: {AT_STOPS: at} if t in stops else {**self.moves(t), GAINED: gained[t]} for t in TABLES}
        return {t: found.get(AT_STOPS, 0) + found.get(GAINED, 0) for t, found in gathered(rows)}

    def next(self, table: int, x: Mapping[int, Fraction]) -> Fraction:
        return sum((p * x[t] for t, p in self.moves(table).items()), Fraction(0))

    def chances(self, stops: frozenset[int]) -> dict[str, Fraction]:
        """The chance of each ending from the start, where the bet cannot be taken down yet."""
        gained = {table: self.decided(table) for table in TABLES}
        x = self.standing(stops, gained, Fraction(0))
        decided = self.decided(self.placed) + self.next(self.placed, x)
        found = {"made": decided * self.win, "lost": decided * (1 - self.win), "withdrawn": 1 - decided}
        return {ending: p for ending, p in found.items() if p}

    def rolls(self, stops: frozenset[int]) -> tuple[Fraction, Fraction]:
        """Mean and variance of the number of rolls from the start."""
        first = self.standing(stops, dict.fromkeys(TABLES, Fraction(1)), Fraction(0))
        doubled = {table: 1 + 2 * self.next(table, first) for table in TABLES}
        second = self.standing(stops, doubled, Fraction(0))
        mean = 1 + self.next(self.placed, first)
        square = 1 + 2 * self.next(self.placed, first) + self.next(self.placed, second)
        return mean, square - mean**2

    @property
    def seen(self) -> set[int]:
        """The tables at which the bet can come to stand."""
        found, edge = set(), {t for t, p in self.moves(self.placed).items() if p}
        while edge:
            found |= edge
            edge = {t for table in edge for t, p in self.moves(table).items() if p} - found
        return found

    @property
    def best_stops(self) -> frozenset[int]:
        """The tables where best play takes it down: where it acts, if the money is worth more than the bet.

        Where it does not act nothing is lost by waiting, an exact tie, and on a tie it plays on.
        """
        if self.withdrawn <= self.alone:
            return frozenset()
        return frozenset(t for t in TABLES if self.decided(t))

    def continuing(self, table: int) -> Fraction:
        """The value of declining at the table, now and at every return, with best play elsewhere."""
        stay = self.moves(table).get(table, Fraction(0))
        return (self.decided(table) * self.alone + (1 - self.decided(table) - stay) * self.best) / (1 - stay)

    @property
    def best(self) -> Fraction:
        """The value of the standing bet under best play, at any table."""
        return max(self.alone, self.withdrawn)

    @property
    def best_at_start(self) -> Fraction:
        decided = self.decided(self.placed)
        return decided * self.alone + (1 - decided) * self.best


def bets(reading: Mapping[str, str]) -> Iterator[tuple[str, Bet]]:
    for kind, odds in ODDS.items():
        for number, (won, unit) in odds.items():
            win = Fraction(won, unit)
            commission = {"right": Fraction(0), "buy": Fraction(1, 20), "lay": win / 20}[kind]
            upfront = reading["commission"] == "upfront"
            refunded = upfront and reading["withdrawal"] == "commission-refunded"
            yield (
                f"{kind}-{number}",
                Bet(
                    kind=kind,
                    number=number,
                    acts=kind == "lay" or reading["come-out"] == "on",
                    placed=0 if reading["placed"] == "come-out" else int(reading["placed"]),
                    outlay=1 + commission if upfront else Fraction(1),
                    made=1 + win if upfront else 1 + win - commission,
                    withdrawn=1 + commission if refunded else Fraction(1),
                ),
            )
