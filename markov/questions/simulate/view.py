"""The results of a simulation beside what is expected."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from markov.proof.simulation import BOUND, Trial
from markov.proof.verdict import Comparison, Estimate, Verdict
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.table import Cell, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.odds import Strategy


def view(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, verdict: Verdict) -> View:
    """A row for each wager and play; best play that came to the same as never taking an offer has none."""
    return View(
        Tables(lambda: [_table(asked, trials, rounds, seed, verdict)]),
        lambda: _records(asked, trials, rounds, seed, verdict),
        lambda: _document(asked, trials, rounds, seed, verdict),
    )


def _table(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, verdict: Verdict) -> Table:
    shown = [next(same) for _, same in groupby(trials, _figures)]
    estimates = {(one.wager, one.play): one for one in verdict.estimates}
    around = [estimates[one.wager, one.play].high - float(one.returned) for one in shown]
    parts = [
        t.words("wager", [one.wager for one in shown]),
        t.words("play", [t.way_words(one.play, asked.wagers[one.wager]) for one in shown]),
        t.decimals("returned", [one.returned for one in shown], group="returned"),
        t.column("±", [Word(f"{half:.6f}") for half in around], "point", "returned"),
        t.decimals("expected", [one.expected for one in shown], group="returned"),
        t.column("z", [_z(one.z) for one in shown], "point", "returned"),
        t.decimals(f"{asked.trial}s", [one.spins for one in shown], group="spins"),
        t.column("z", [_z(one.spins_z) for one in shown], "point", "spins"),
        t.column("least p", [_least_chance(verdict, one.wager, one.play) for one in shown], "point"),
    ]
    return t.table(f"{asked.game.name}: played {rounds:,} times", parts, _notes(asked, rounds, seed, verdict))


def _figures(trial: Trial) -> tuple[Any, ...]:
    """The figures in which best play may have come to the same as never taking an offer."""
    return trial.wager, trial.counts, trial.expected, trial.spins


def _notes(asked: Asked, rounds: int, seed: int, verdict: Verdict) -> Iterator[str]:
    yield f"{rounds:,} rounds of each wager under each play from seed {seed}, by the rules, not the chain."
    yield verdict.criterion.words
    if verdict.passed:
        yield "All passed. A simulation supports the odds; it does not prove them."
    else:
        yield f"FAILED: {'; '.join(_failure(asked, one) for one in verdict.failed)}."
    confidence = f"{100 * verdict.criterion.confidence}%"
    yield (
        f"± is the interval of {confidence} confidence; {verdict.missed:,} of {len(verdict.estimates):,} "
        "miss the exact return. z is the difference in standard errors; p is the chance that luck "
        "alone brings a figure so far off, the least of the comparisons in a row."
    )
    yield t.reading_in_words(asked.reading)


def _failure(asked: Asked, one: Comparison) -> str:
    what = f"{one.ending} came up" if one.figure == "ending" else one.figure
    numbers = f"{t.decimal(one.observed)}, expected {t.decimal(one.expected)}"
    way = t.way_words(one.play, asked.wagers[one.wager])
    return f"{one.wager}, {way}: {what} {numbers} (chance {one.chance:.3g})"


def _least_chance(verdict: Verdict, wager: str, way: Strategy) -> Cell:
    mine = [one for one in verdict.comparisons if (one.wager, one.play) == (wager, way)]
    least = min(mine, key=lambda one: one.chance)
    return Word(f"{least.chance:.4f}", "" if least.passed else "bad")


def _z(z: float) -> Cell:
    return Word(f"{z:+.2f}", "bad" if abs(z) > BOUND else "")


def _document(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, verdict: Verdict) -> Document:
    """Every trial, the criterion and every comparison; chances of luck are no exact numbers."""
    return {
        **json_record.head("simulate", asked),
        "rounds": rounds,
        "seed": seed,
        "wagers": [
            {
                **_played(trial),
                "endings": trial.counts,
                "standard_error": estimate.standard_error,
                "interval": [estimate.low, estimate.high],
                "covers": estimate.covers,
            }
            for trial, estimate in zip(trials, _estimates(trials, verdict), strict=True)
        ],
        "ok": verdict.passed,
        "criterion": {
            **members(verdict.criterion, "words false_alarm"),
            "method": "Bonferroni",
            **members(verdict.criterion, "comparisons threshold confidence"),
        },
        "comparisons": [
            {
                **members(one, "wager play figure"),
                "ending": one.ending or None,
                **members(one, "observed expected chance passed"),
            }
            for one in verdict.comparisons
        ],
    }


def _played(trial: Trial) -> dict[str, Any]:
    """The figures of a trial, standard errors to six places."""
    figures = members(trial, "wager play returned expected z spins spins_z")
    return figures | {"z": round(trial.z, 6), "spins_z": round(trial.spins_z, 6)}


def _estimates(trials: Sequence[Trial], verdict: Verdict) -> list[Estimate]:
    """The estimate of each trial; best play that is play to the end has that of it."""
    known = {(one.wager, one.play): one for one in verdict.estimates}
    return [known.get((trial.wager, trial.play)) or known[trial.wager, "never"] for trial in trials]


def _records(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, verdict: Verdict) -> Records:
    """A row for each trial."""
    kinds = {"game": str, "wager": str, "play": str, "rounds": int, "seed": int, "returned": Fraction}
    rows: list[dict[str, Any]] = [
        {
            "game": asked.game.slug,
            "rounds": rounds,
            "seed": seed,
            **_played(trial),
            **members(estimate, "standard_error low high"),
        }
        for trial, estimate in zip(trials, _estimates(trials, verdict), strict=True)
    ]
    more = {"expected": Fraction, "z": float, "spins": Fraction, "spins_z": float}
    return Records({**kinds, **more, "standard_error": float, "low": float, "high": float}, rows)
