"""What a simulation came to, beside what was expected."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite

from markov.proof.simulation import BOUND, Trial
from markov.tables.phrases import said
from markov.tables.table import Cell, Column, Figure, Table, Word, decimal
from markov.tables.view import Document
from markov.wager.game import Game


def table(game: Game, reading: Mapping[str, str], trials: Sequence[Trial], rounds: int, seed: int) -> Table:
    """A row for each wager and play; best play that came to the same as never taking an offer has none."""
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
            words = Word(trial.wager), Word("to its end" if trial.play == "never" else "best")
            money = Figure(trial.returned, decimal), Figure(trial.expected, decimal), _z(trial.z)
            rows.append((*words, *money, Figure(trial.spins, decimal), _z(trial.spins_z)))
        before = trial
    notes = (
        f"{rounds:,} rounds of each wager from seed {seed}, by the rules and not by the chain.",
        f"z is the difference in standard errors; beyond {BOUND} chance does not explain it.",
        said(reading),
    )
    return Table(f"{game.name}: played {rounds:,} times", columns, tuple(rows), notes)


def _alike(one: Trial, other: Trial) -> bool:
    return (one.wager, one.counts, one.expected, one.spins) == (
        other.wager,
        other.counts,
        other.expected,
        other.spins,
    )


def _z(z: float) -> Cell:
    return Word(f"{z:+.2f}", "bad" if abs(z) > BOUND else "")


def document(
    game: Game, reading: Mapping[str, str], trials: Iterable[Trial], rounds: int, seed: int, ok: bool
) -> Document:
    """What a simulation came to; z is no exact number, and null where it is infinite."""
    return {
        "schema": "markov/simulate/1",
        "game": game.slug,
        "options": dict(reading),
        "rounds": rounds,
        "seed": seed,
        "wagers": [
            {
                "wager": trial.wager,
                "play": trial.play,
                "returned": str(trial.returned),
                "expected": str(trial.expected),
                "z": _finite(trial.z),
                "spins": str(trial.spins),
                "spins_z": _finite(trial.spins_z),
                "endings": dict(trial.counts),
            }
            for trial in trials
        ],
        "ok": ok,
    }


def _finite(z: float) -> float | None:
    return round(z, 6) if isfinite(z) else None
