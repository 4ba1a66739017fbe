"""The section on verification: two methods compared, simulation with its counts, certificates."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from markov.appendix.blocks import BlockCell, BlockRow, by_heading, prose, tabular
from markov.appendix.decimals import SHARE
from markov.appendix.dossier import Dossier
from markov.exact import rounded, significant
from markov.naming import counted, listed
from markov.proof.simulation import Trial
from markov.tables.endings import ending_words
from markov.tables.table import NOTHING, Figure, Word, grouped, played
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular
from markov.wager.game import slug
from markov.wager.odds import Odds, Strategy


def verification(dossier: Dossier) -> Section:
    """The section on verification."""
    blocks = (_methods(dossier), *_simulation(dossier), _certificates(dossier))
    return Section("Verification", "verification", blocks)


_METHODS = """
    The return and the mean length of each wager, in each way of playing, are worked out forward on the chain
    as the rule makes it, and backward on the merged one. {result}
"""
_PLAYED = """
    Each wager is played {rounds} in each way of playing, from the seed {seed}, by the rules and not by
    the chain. {words}
"""
_VERDICT = """
    {result} That supports the figures and does not prove them. Returns are over {base}; ± is 99% confidence,
    and {n} of {of} intervals contain the exact return. {power}
"""
_POWER = """
    Were the chance of the result that contributes most to the return wrong, an error that moves the return by
    {least}{wager} would have been found with a chance of 90%; a lesser one perhaps not.
"""
_RARE = (
    "In so many rounds the results of {wagers} vary too rarely for the test to say anything of the return."
)
_CERTIFIED = """
    {file} holds the chain of each wager and its solution. A checker that imports nothing of the program puts
    the one into the other; `markov verify` runs it on this document. {result}
"""


def _methods(dossier: Dossier) -> Block:
    """Both methods, and that they agree wherever they do."""
    pairs = [(chapter, each) for chapter in dossier.chapters for each in chapter.comparisons]
    off = [
        f"{played(chapter.wager.name, chapter.way_shown(each.way))}, {each.figure}"
        for chapter, each in pairs
        if not each.agree
    ]
    result = (
        f"DIFFERENT: {'; '.join(off)}."
        if off
        else f"{'Both' if len(pairs) == 2 else f'All {len(pairs):,}'} figures are the same, exactly."
    )
    return prose(_METHODS, result=result)


def _certificates(dossier: Dossier) -> Block:
    """The checks of the certificates by name, and those that fail."""
    checks = [(chapter.wager.name, *check) for chapter in dossier.chapters for check in chapter.proof.checks]
    failed = [f"{name}, {check}" for name, check, held in checks if not held]
    names = "; ".join(dict.fromkeys(check for _, check, _ in checks))
    result = f"FAILED: {'; '.join(failed)}." if failed else f"All {len(checks):,} checks hold ({names})."
    return prose(_CERTIFIED, file=Code(CERTIFICATES), result=result)


def _simulation(dossier: Dossier) -> Iterator[Block]:
    request, verdict = dossier.request, dossier.verdict
    yield prose(
        _PLAYED, rounds=counted(request.rounds, "time"), seed=str(request.seed), words=verdict.criterion.words
    )
    yield _trials(dossier)
    if verdict.passed:
        result = f"All {len(verdict.comparisons):,} comparisons passed."
    else:
        chapters = {slug(chapter.wager.name): chapter for chapter in dossier.chapters}
        failed = (
            ", ".join(
                (
                    comparison.wager,
                    chapters[comparison.wager].way_words(comparison.play),
                    ending_words(comparison.ending) or comparison.figure,
                )
            )
            for comparison in verdict.failed
        )
        result = f"FAILED: {'; '.join(failed)}."
    of = len(verdict.estimates)
    n = str(of - verdict.missed)
    yield prose(_VERDICT, result=result, base=dossier.base_words, n=n, of=str(of), power=_power(dossier))
    yield _counts(dossier)


def _power(dossier: Dossier) -> str:
    """Sentences on the least error of a return that the simulation would have found."""
    outlay = {slug(chapter.wager.name): chapter.answer.never.outlay for chapter in dossier.chapters}
    names = {(trial.wager, way): name for name, way, _, trial in _played(dossier)}
    errors = [
        (estimate, name)
        for estimate in dossier.verdict.estimates
        if estimate.standard_error and (name := names.get((estimate.wager, estimate.play)))
    ]
    seen = [
        (comparison.detectable / float(outlay[comparison.wager]), name)
        for comparison, name in errors
        if comparison.detectable is not None
    ]
    rare = [name for comparison, name in errors if comparison.detectable is None]
    said = []
    if seen:
        ends = {significant(Fraction(error) * 100, 2): name for error, name in (max(seen), min(seen))}
        least = " to ".join(reversed(ends)) + " points"
        whose = f" ({' to '.join(reversed(ends.values()))})" * (len(ends) > 1)
        said.append(" ".join(_POWER.format(least=least, wager=whose).split()))
    if rare:
        said.append(_RARE.format(wagers=listed(rare)))
    return " ".join(said)


def _played(dossier: Dossier) -> Iterator[tuple[str, Strategy, Odds, Trial]]:
    """Everything that was played: the name of it in words, the way of playing, the odds and the trial."""
    for chapter in dossier.chapters:
        for (way, play), trial in zip(chapter.plays.items(), chapter.trials, strict=True):
            yield played(chapter.wager.name, chapter.way_shown(way)), way, play, trial


def _trials(dossier: Dossier) -> Tabular:
    estimates = {(estimate.wager, estimate.play): estimate for estimate in dossier.verdict.estimates}
    fits = {(fit.wager, fit.play): fit for fit in dossier.verdict.fits}
    comparisons = grouped(dossier.verdict.comparisons, lambda comparison: (comparison.wager, comparison.play))
    noun = dossier.request.wagers[0].trial
    rows: list[Mapping[str, BlockCell]] = []
    for name, way, play, trial in _played(dossier):
        estimate, fit = estimates[trial.wager, way], fits[trial.wager, way]
        least = min(comparisons[trial.wager, way], key=lambda each: each.chance)
        interval = (estimate.high - float(trial.returned)) / float(play.outlay) * 100
        row: dict[str, BlockCell] = {
            "wager:left": name,
            "return, %:point": Figure(trial.returned / play.outlay, SHARE),
            "±:point": f"{interval:.4f}",
            "exact return, %:point": Figure(play.rtp, SHARE),
            "z:point": _signed(trial.z) if estimate.standard_error else NOTHING,
            f"z of {noun}s:point": _signed(trial.spins_z) if play.spins.variance else NOTHING,
            "chi-square:point": f"{fit.statistic:.2f}",
            "p:point": f"{fit.chance:.4f}",
            "smallest p:point": Word(f"{least.chance:.4f}", "" if least.passed else "bad"),
        }
        rows.append(row)
    return by_heading("trials", "Simulation results", rows)


_ROWS = 9  # endings of a wager whose counts are printed; the others are added up


def _counts(dossier: Dossier) -> Tabular:
    """The observed and the expected count of each ending, of rarer ones together."""
    rounds = dossier.request.rounds
    rows: list[BlockRow] = []
    for name, _, play, trial in _played(dossier):
        endings = sorted(play.endings, key=lambda ending: ending.probability, reverse=True)
        own, rest = (endings, []) if len(endings) <= _ROWS else (endings[: _ROWS - 1], endings[_ROWS - 1 :])
        lines = [([ending.ending], ending.probability, ending_words(ending.ending)) for ending in own]
        if rest:
            chance = sum((ending.probability for ending in rest), Fraction(0))
            lines.append(([ending.ending for ending in rest], chance, f"{counted(len(rest), 'other')}"))
        for k, (endings_, chance, words) in enumerate(lines):
            observed = sum(trial.counts.get(ending, 0) for ending in endings_)
            off = chance * rounds
            difference = _thousands(observed - off, "+" * (observed > off))
            rows.append((name if not k else "", words, f"{observed:,}", _thousands(off), difference))
    headings = ["wager:left", "result:left", "observed", "expected:point", "difference:point"]
    return tabular("counts", "Observed and expected counts", headings, rows)


def _thousands(number: Fraction, plus: str = "") -> Word:
    """The number to one place, its thousands separated."""
    tenths = f"{float(rounded(abs(number), 1)):,.1f}"
    return Word(("−" if number < 0 else plus) * (tenths != "0.0") + tenths)


def _signed(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")
