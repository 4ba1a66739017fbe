"""Straights and 8's: neighbouring numbers, or 8, 18 and 28, on two and three spins of a roulette wheel."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from markov.distribution import roulette
from markov.wager.game import Game, Option
from markov.wager.paytable import Paytable
from markov.wager.rule import End
from markov.wager.wager import Wager

Marked: TypeAlias = tuple[int, ...]
Pocket: TypeAlias = int | str

SOURCE = "Roulette with Straights and 8's, rack card and Consecutive Spins Pay Table"
EIGHTS = frozenset({8, 18, 28})
LOST = End("lost")

_PAIRED = {1: "sequence", -1: "sequence", 2: "gap", -2: "gap"}
_UP = {(1, 1)}
_DOWN = {(-1, -1)}
_MIDDLE_NOT_SECOND = {(1, -2), (-1, 2), (2, -1), (-2, 1)}
RUNS = {
    "any-order": frozenset(_UP | _DOWN | _MIDDLE_NOT_SECOND),
    "monotone": frozenset(_UP | _DOWN),
    "ascending": frozenset(_UP),
}


@dataclass(frozen=True, slots=True)
class StraightsAndEights:
    """The marked numbers, up to two of them; the third spin ends it.

    runs           for each run the step from the first number to the second, and from there to the third
    wrap           36 and 1 are neighbours
    same_number    a number that is no 8, twice, is a gap
    eights_repeat  the same 8 twice is a pair of 8s
    three_eights   three 8s with a repeat are a trio
    third_zero     a zero on the third spin leaves the pair its pay
    both           a trio is paid beside its pair, not in its place
    """

    runs: frozenset[tuple[int, int]]
    wrap: bool
    same_number: bool
    eights_repeat: bool
    three_eights: bool
    third_zero: bool
    both: bool

    @property
    def start(self) -> Marked:
        """Nothing marked."""
        return ()

    def step(self, state: Marked, pocket: Pocket) -> Marked | End:
        """The numbers marked after the spin, or the end it brings."""
        if isinstance(pocket, str):
            pair = self.pair(*state) if len(state) == 2 and self.third_zero else None
            return End(pair) if pair else LOST
        match state:
            case first, second:
                return self._third(first, second, pocket)
            case (first,) if self.pair(first, pocket) is None:
                return LOST
        return (*state, pocket)

    def words(self, offers: bool) -> tuple[str, ...]:
        """Sentences on how the numbers of two and three spins are marked and paid."""
        apart = "" if self.eights_repeat else ", and they differ"
        same = ", or are the same and no 8" if self.same_number else ""
        runs = "in any order" if len(self.runs) > 2 else "up or down" if len(self.runs) > 1 else "upward"
        repeated = "; three eights with a repeat are three-eights" if self.three_eights else ""
        return (
            "Two numbers are marked, and then a third. A zero on either of the first two spins loses.",
            f"The first two are eights where each of them is 8, 18 or 28{apart}.",
            f"Otherwise they are a sequence where they differ by 1, and a gap where they differ by 2{same}.",
            "Any other two lose.",
            f"Numbers are neighbours by value alone; 36 and 1 are {'' if self.wrap else 'no '}neighbours.",
            f"The third makes a pair of eights 8-18-28 where all three have come{repeated}.",
            f"A run is three consecutive numbers {runs}.",
            f"Such a three is paid {'beside' if self.both else 'in place of'} its pair.",
            "A third number that makes none of these leaves the pair its pay.",
            f"A zero on the third spin {'leaves the pair its pay' if self.third_zero else 'loses'}.",
        )

    def pair(self, first: int, second: int) -> str | None:
        """The line of the first two numbers, None where they are out of range."""
        if first in EIGHTS and second in EIGHTS:
            return "eights" if first != second or self.eights_repeat else None
        if first == second:
            return "gap" if self.same_number else None
        return _PAIRED.get(self._upward(first, second))

    def trio(self, first: int, second: int, third: int) -> str | None:
        """The line that the third number makes of a winning pair, None where it adds nothing."""
        if third in EIGHTS and first in EIGHTS and second in EIGHTS:
            if len({first, second, third}) == len(EIGHTS):
                return "8-18-28"
            return "three-eights" if self.three_eights else None
        steps = self._upward(first, second), self._upward(second, third)
        return "run" if steps in self.runs else None

    def _third(self, first: int, second: int, third: int) -> End:
        pair, trio = self.pair(first, second), self.trio(first, second, third)
        if pair is None or trio is None:
            return End(pair) if pair else LOST
        return End(f"{pair}+{trio}" if self.both else trio)

    def _upward(self, first: int, second: int) -> int:
        """The step from the first number up to the second, by the shorter way where the numbers wrap."""
        step = second - first
        return (step + 18) % 36 - 18 if self.wrap else step


PAIRS = Paytable({"gap": "4 to 1", "eights": "4 to 1", "sequence": "7 to 1"})
TRIOS = Paytable({"three-eights": "50 to 1", "run": "50 to 1", "8-18-28": "299 to 1"})


def _pays(reading: Mapping[str, str]) -> Paytable:
    grown = {
        "three-eights": ["eights"] if reading["three-eights"] == "pays" else [],
        # A run in order has its middle number second, so none grows out of a gap.
        "run": ["gap", "sequence"] if reading["run"] == "any-order" else ["sequence"],
        "8-18-28": ["eights"],
    }
    trios = {trio: TRIOS[trio] for trio, pairs in grown.items() if pairs}
    if reading["both"] == "yes":
        # Each pay counts the stake in, and the stake comes back once.
        trios = {f"{p}+{trio}": PAIRS[p] + TRIOS[trio] - 1 for trio, pairs in grown.items() for p in pairs}
    return Paytable({"lost": "nothing", **PAIRS, **trios})


def _wagers(reading: Mapping[str, str]) -> Iterator[Wager]:
    yield Wager(
        name="Straights and 8's",
        rule=StraightsAndEights(
            runs=RUNS[reading["run"]],
            wrap=reading["wrap"] == "yes",
            same_number=reading["same-number"] == "gap",
            eights_repeat=reading["eights-repeat"] == "wins",
            three_eights=reading["three-eights"] == "pays",
            third_zero=reading["third-zero"] == "pays-pair",
            both=reading["both"] == "yes",
        ),
        wheel=roulette(int(reading["zeros"])),
        pays=_pays(reading),
        source=SOURCE,
    )


game = Game(
    name="Straights and 8's",
    source=SOURCE,
    options=(
        Option(
            "zeros",
            "How many zero pockets does the wheel have?",
            {"2": "0 and 00", "0": "none", "1": "0 alone", "3": "0, 00 and 000"},
        ),
        Option(
            "run",
            "In which order may three sequential numbers come?",
            {
                "any-order": "in any: 5-7-6 is a run",
                "monotone": "up or down in order: 5-6-7 and 7-6-5",
                "ascending": "only upward: 5-6-7",
            },
        ),
        Option(
            "wrap",
            "Are 36 and 1 neighbours?",
            {
                "no": "nothing lies above 36 or below 1",
                "yes": "36-1 is a sequence, 35-1 and 36-2 are gaps, 35-36-1 and 36-1-2 are runs",
            },
        ),
        Option(
            "same-number",
            "What if the second number is the first again, and no 8?",
            {"loses": "it is out of range", "gap": "it pays like a gap of one"},
        ),
        Option(
            "eights-repeat",
            "Are 8-8, 18-18 and 28-28 a pair of 8s?",
            {
                "wins": "any two of them are one",
                "loses": "the same one twice is out of range",
            },
        ),
        Option(
            "three-eights",
            "What do three 8s bring when one of them repeats?",
            {
                "pays": "the 50-to-1 line, so 28-8-28 is one of its trios",
                "pair-only": "the pay of the pair of 8s",
            },
        ),
        Option(
            "third-zero",
            "What does a zero on the third spin do to a pair that has won?",
            {"pays-pair": "nothing: the pair is paid", "loses": "the wager loses"},
            rejected={"loses": "the rack card says that the wager is then paid by the schedule"},
        ),
        Option(
            "both",
            "Is a winning pair paid as well when three numbers win?",
            {
                "no": "the pay of the three replaces it",
                "yes": "both are paid, and the stake comes back once",
            },
            rejected={"yes": "the rack card says that the third spin makes no combination of two pays"},
        ),
    ),
    build=_wagers,
    conditions=(
        "A wager is made before the first spin of its sequence. The player makes no other until it is over.",
        "Roulette wagers on the same spins are settled as always, and are in none of the figures.",
        "The rack card speaks of the zeros 0 and 00; what it says of them is taken to hold for any zero.",
    ),
)
