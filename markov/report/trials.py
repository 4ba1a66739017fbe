"""What a simulation came to, beside what was expected."""

from collections.abc import Mapping, Sequence

from markov.report.sheet import said
from markov.report.table import Cell, Column, Figure, Table, Word, decimal
from markov.sheet import Game
from markov.simulation import BOUND, Trial


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
