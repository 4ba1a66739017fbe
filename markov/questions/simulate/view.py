"""The results of a simulation beside what is expected."""

from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from typing import Any

from markov.proof.simulation import BOUND, Trial
from markov.tables import json_record
from markov.tables.records import Records
from markov.tables.table import PLAYS, Cell, Column, Figure, Table, Word, decimal, said
from markov.tables.view import Document, View
from markov.wager.asked import Asked


def view(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, ok: bool) -> View:
    """A row for each wager and play; best play that came to the same as never taking an offer has none.

    ok   nothing is out of bounds
    """
    return View(
        (_table(asked, trials, rounds, seed),),
        lambda: _records(asked, trials, rounds, seed),
        lambda: _document(asked, trials, rounds, seed, ok),
    )


def _table(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int) -> Table:
    columns = (
        Column("wager", "left"),
        Column("play", "left"),
        Column("returned", "point", "returned"),
        Column("expected", "point", "returned"),
        Column("z", "point", "returned"),
        Column("spins", "point", "spins"),
        Column("z", "point", "spins"),
    )
    rows: list[tuple[Cell, ...]] = []
    before: Trial | None = None
    for trial in trials:
        if before is None or not _alike(before, trial):
            words = Word(trial.wager), Word(PLAYS["never" if trial.play == "never" else "optimal"])
            money = Figure(trial.returned, decimal), Figure(trial.expected, decimal), _z(trial.z)
            rows.append((*words, *money, Figure(trial.spins, decimal), _z(trial.spins_z)))
        before = trial
    notes = (
        f"{rounds:,} rounds of each wager from seed {seed}, by the rules and not by the chain.",
        f"z is the difference in standard errors; beyond {BOUND} chance does not explain it.",
        said(asked.reading),
    )
    return Table(f"{asked.game.name}: played {rounds:,} times", columns, tuple(rows), notes)


def _alike(one: Trial, other: Trial) -> bool:
    return (one.wager, one.counts, one.expected, one.spins) == (
        other.wager,
        other.counts,
        other.expected,
        other.spins,
    )


def _z(z: float) -> Cell:
    return Word(f"{z:+.2f}", "bad" if abs(z) > BOUND else "")


def _document(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, ok: bool) -> Document:
    """Every trial; z is no exact number, and null where it is infinite."""
    return {
        **json_record.head("simulate", asked),
        "rounds": rounds,
        "seed": seed,
        "wagers": [
            {
                "wager": trial.wager,
                "play": trial.play,
                "returned": trial.returned,
                "expected": trial.expected,
                "z": round(trial.z, 6) if isfinite(trial.z) else None,
                "spins": trial.spins,
                "spins_z": round(trial.spins_z, 6) if isfinite(trial.spins_z) else None,
                "endings": trial.counts,
            }
            for trial in trials
        ],
        "ok": ok,
    }


def _records(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int) -> Records:
    """A row for each trial."""
    kinds = {"game": str, "wager": str, "play": str, "rounds": int, "seed": int, "returned": Fraction}
    rows: list[dict[str, Any]] = [
        {
            "game": asked.game.slug,
            "wager": trial.wager,
            "play": trial.play,
            "rounds": rounds,
            "seed": seed,
            "returned": trial.returned,
            "expected": trial.expected,
            "z": round(trial.z, 6),
            "spins": trial.spins,
            "spins_z": round(trial.spins_z, 6),
        }
        for trial in trials
    ]
    return Records({**kinds, "expected": Fraction, "z": float, "spins": Fraction, "spins_z": float}, rows)
