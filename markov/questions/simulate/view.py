"""The results of a simulation beside what is expected."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Any

from markov.exact import brief, decimal
from markov.naming import counted
from markov.proof.simulation import BOUND, Trial
from markov.proof.verdict import Comparison, Estimate, Verdict
from markov.questions.simulate.simulation import Simulation
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, dots
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.wager import Wager


def view(asked: Asked, trials: Sequence[Trial], rounds: int, seed: int, verdict: Verdict) -> View:
    """A row for each wager and play; best play that came to the same as never taking an offer has none."""
    return view_of(
        "simulate",
        asked,
        lambda: _parts(asked, trials, rounds, verdict),
        headline=lambda: _headline(asked, trials, rounds, verdict),
        notes=lambda: _notes(asked, rounds, seed, verdict),
        line={"rounds": rounds, "seed": seed},
        document=lambda: _document(verdict),
    )


def _headline(asked: Asked, trials: Sequence[Trial], rounds: int, verdict: Verdict) -> str:
    """The verdict, and of one wager what it returned and what is expected, in a line."""
    agree = "agree" if verdict.passed else "do NOT agree"
    if rounds == 1:
        agree = "agrees" if verdict.passed else "does NOT agree"
    words = f"{counted(rounds, 'round')} {agree} with the exact odds"
    if len({trial.wager for trial in trials}) == 1:
        first = trials[0]
        words += f": returned {decimal(first.returned)}, expected {decimal(first.expected)}"
    least = min((comparison.chance for comparison in verdict.comparisons), default=None)
    return h.clauses(words, "" if least is None else f"smallest p-value {least:.4f}")


@dataclass(frozen=True, slots=True)
class _ShownTrial:
    """A trial, its interval, and the least probable of its comparisons; none where it is one with another."""

    trial: Trial
    estimate: Estimate
    least: Comparison | None


def _parts(asked: Asked, trials: Sequence[Trial], rounds: int, verdict: Verdict) -> Iterator[Rows[Any]]:
    estimates = {(estimate.wager, estimate.play): estimate for estimate in verdict.estimates}
    compared = t.grouped(verdict.comparisons, lambda comparison: (comparison.wager, comparison.play))
    least = {key: min(same, key=lambda row: row.chance) for key, same in compared.items()}
    played = [
        _ShownTrial(trial, estimates.get(key) or estimates[trial.wager, "never"], least.get(key))
        for trial in trials
        for key in [(trial.wager, trial.play)]
    ]
    columns = tuple(_columns(asked))
    unlike = [next(same) for _, same in groupby(played, lambda row: _figures(row.trial))]
    yield Rows(f"{asked.game.name}: played {counted(rounds, 'time')}", unlike, columns, part="")
    yield Rows("", played, columns, part="wagers")
    compared_columns = (
        *c.keyed(c.WORDS, "wager play figure"),
        c.words(None, lambda row: row.ending or None, "ending"),
        *c.keyed(c.EXACT, "observed expected"),
        *c.keyed(c.FLOAT, "chance"),
        *c.keyed(c.FLAG, "passed"),
    )
    yield Rows("", verdict.comparisons, compared_columns, part="comparisons")


def _columns(asked: Asked) -> Iterator[Column[_ShownTrial]]:
    yield c.words("wager", "trial.wager", "wager")
    yield c.words("play", "trial.play", "play", shown=lambda row: _way(asked, row.trial))
    yield c.decimals("returned", "trial.returned", "returned", group="returned")
    yield Column("±", lambda row: row.estimate.high - float(row.trial.returned), c.FLOAT, group="returned")
    yield c.decimals("expected", "trial.expected", "expected", group="returned")
    yield _errors(lambda row: row.trial.z, "z", "returned")
    yield c.decimals(f"{asked.trial}s", "trial.spins", "spins", group="spins")
    yield _errors(lambda row: row.trial.spins_z, "spins_z", "spins")
    yield Column("p-value", _least, c.FLOAT)
    yield c.words(None, "trial.counts", "endings", kind=c.LISTED, shown=_endings)
    estimate = *c.keyed(c.FLOAT, "standard_error low high"), *c.keyed(c.FLAG, "covers")
    yield from c.through(lambda row: row.estimate, estimate)


def _errors(z: Callable[[_ShownTrial], float], key: str, group: str) -> Column[_ShownTrial]:
    """A difference in standard errors, for programs to six places."""

    def shown(row: _ShownTrial) -> Word:
        return Word(f"{z(row):+.2f}", "bad" if abs(z(row)) > BOUND else "")

    return Column("z", lambda row: round(z(row), 6), c.FLOAT, key, group, shown)


def _least(row: _ShownTrial) -> Word | None:
    return Word(f"{row.least.chance:.4f}", "" if row.least.passed else "bad") if row.least else None


def _endings(row: _ShownTrial) -> str:
    return "; ".join(f"{ending} {count}" for ending, count in row.trial.counts.items())


def _figures(trial: Trial) -> tuple[Any, ...]:
    """The figures in which best play may have come to the same as never taking an offer."""
    return trial.wager, trial.counts, trial.expected, trial.spins


def _notes(asked: Asked, rounds: int, seed: int, verdict: Verdict) -> Iterator[str]:
    played = counted(rounds, "round")
    yield f"{played} of each wager under each play from seed {seed}, by the rules, not the chain."
    yield verdict.criterion.words
    if verdict.passed:
        yield "A simulation supports the odds; it does not prove them."
    else:
        yield f"FAILED: {'; '.join(_failure(asked, check) for check in verdict.failed)}."
    yield (
        f"± is a {100 * verdict.criterion.confidence}% confidence interval; {_covered(verdict)} the exact "
        "return. z is the difference in standard errors; p-value: the smallest in the row."
    )
    yield t.reading_in_words(asked.reading)


def _covered(verdict: Verdict) -> str:
    intervals, missed = len(verdict.estimates), verdict.missed
    if intervals == 1:
        return "it does not contain" if missed else "it contains"
    if missed:
        return f"{intervals - missed:,} of {intervals:,} intervals contain"
    return "both intervals contain" if intervals == 2 else f"all {intervals:,} intervals contain"


def _failure(asked: Asked, row: Comparison) -> str:
    what = f"{row.ending} came up" if row.figure == "ending" else row.figure
    numbers = f"{decimal(row.observed)}, expected {decimal(row.expected)}"
    return f"{row.wager}, {_way(asked, row)}: {what} {numbers} (chance {row.chance:.3g})"


def _way(asked: Asked, row: Trial | Comparison) -> str:
    return t.way_words(row.play, asked.wagers[row.wager])


def _document(verdict: Verdict) -> Document:
    """The verdict and its criterion; chances of luck are no exact numbers."""
    return {
        "ok": verdict.passed,
        "criterion": {
            **members(verdict.criterion, "words false_alarm"),
            "method": "Bonferroni",
            **members(verdict.criterion, "comparisons threshold confidence"),
        },
    }


def drawn(to: Canvas, title: str, wagers: Mapping[str, Wager], verdict: Verdict) -> None:
    """The return of each wager less what is expected, with the interval around it, and the exact 0.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    rows = verdict.estimates
    often = Counter(row.wager for row in rows)
    labels = []
    for row in rows:
        wager = wagers[row.wager]
        labels.append(wager.name + f", {t.way_words(row.play, wager)}" * (often[row.wager] > 1))
    off = [row.returned - row.expected for row in rows]
    spans = [(Fraction(row.low) - row.expected, Fraction(row.high) - row.expected) for row in rows]
    confidence = brief(verdict.criterion.confidence)
    marks = {f"simulated, {confidence} interval": off, "exact": [Fraction(0)] * len(rows)}
    axis = "returned less expected, per unit staked"
    dots(to, f"{title}: simulated returns beside the exact ones", axis, labels, marks, spans)


def picture(to: Canvas, played: Simulation) -> None:
    """The simulated wager beside its exact return."""
    wager = played.wager
    drawn(to, wager.name, {slug(wager.name): wager}, played.verdict)
