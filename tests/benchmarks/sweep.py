"""Paytables a second: `python -m tests.benchmarks.sweep`.

For each sweep: edges played to the end, best play, and both as lines of CSV and JSON; each on one processor,
for some seconds at most. First some rows are compared with the edited wager, solved from scratch.
"""

import random
import sys
import time
from collections.abc import Iterator
from fractions import Fraction

from markov.questions.sweep.grid import Grid, axis
from markov.questions.sweep.sweep import Sweep, sweep
from markov.questions.sweep.view import FileFormat, Plan, parts, rendered
from markov.wager.catalogue import find
from markov.wager.odds import answer, solved
from markov.wager.pay_edits import edited
from markov.wager.wager import Wager

LONGEST = 3.0  # seconds
R, STRAIGHTS, QUEBEC = "repeater-bets-plus", "straights-and-8s", "quebec-place-bets"
SWEEPS = [
    (R, "repeating-2", "", "made=30..129/1/10 surrender-1=none,3..12/1/100"),
    (R, "repeating-6", "", "made=60..159 surrender-3=1..20 surrender-4=10..29 surrender-5=none,30..55"),
    (R, "uptown", "", "made=1..1000/1/1000"),
    (R, "citywide", "", "made=1..1000/1/1000"),
    (R, "repeating-2-3-11-12", "all-four-seen", "made=80..120 surrender-4=none,5..20 surrender-6=30..60"),
    (R, "repeating-2-3-11-12", "same-number", "made=80..120 surrender-4=none,5..20 surrender-6=30..60"),
    (STRAIGHTS, STRAIGHTS, "", "gap=1..9 eights=1..9 sequence=1..20 run=30..60 8-18-28=100..400/10"),
    (QUEBEC, "buy-4", "", "made=1..30/1/100 withdrawn=none,0..2/1/100"),
]


def rate(done: Iterator[int]) -> str:
    """The number of rows a second, of those that are counted within the time."""
    count, started = 0, time.perf_counter()
    for rows in done:
        count += rows
        if time.perf_counter() - started > LONGEST:
            break
    return f"{count / (time.perf_counter() - started):,.0f}"


def checked(swept: Sweep, wager: Wager, grid: Grid) -> None:
    for row in random.Random(8).sample(range(len(grid)), 3):
        odds = answer(edited(wager, grid.pays(row)))
        played = swept.played(row, row + 1)
        never = Fraction(int(swept.edges(row, row + 1)[0]), swept.never.denominator)
        best = Fraction(int(played.numerators[0]), played.denominator)
        assert (never, best) == (odds.never.edge.per_stake, odds.optimal.edge.per_stake)


def main() -> int:
    print("| wager | paytables | states | edges/s | in | best play/s | by | CSV rows/s | JSON rows/s |")
    print("|---|---:|---:|---:|---|---:|---|---:|---:|")
    for game, key, seven_times, pays in SWEEPS:
        wager = find(game).wager(key, {"seven-times": seven_times} if seven_times else {})
        tried = [each.split("=") for each in pays.split()]
        engine, grid = solved(wager), Grid(tuple(axis(*each) for each in tried))
        swept = sweep(engine, wager, grid)
        checked(swept, wager, grid)
        plan = Plan(
            game=game,
            wager=key,
            title="",
            source="",
            reading={},
            options=(),
            endings=tuple(each[0] for each in tried),
            ways=("for",) * len(tried),
            figures=("edge", "best-edge", "takes"),
        )

        def text(style: FileFormat, plan: Plan = plan, swept: Sweep = swept) -> Iterator[int]:
            for part in parts(plan, style, [((), swept)]):
                rendered(part)
                yield part.stop - part.start

        def best(swept: Sweep = swept) -> Iterator[int]:
            for start, stop in swept.chunks(["best-edge"]):
                yield len(swept.played(start, stop).numerators)

        def plain(swept: Sweep = swept) -> Iterator[int]:
            for start, stop in swept.chunks(["edge"]):
                yield len(swept.edges(start, stop))

        road = type(swept.optimal).__name__.lower() if swept.optimal else "no offers"
        cells = [f"{key} {seven_times}", f"{len(grid):,}", f"{len(engine.chain.states):,}", rate(plain())]
        held = "int64" if swept.never.narrow else "object"
        cells += [held, rate(best()), road, rate(text("csv")), rate(text("jsonl"))]
        print(f"| {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
