"""The section on verification: two methods compared, certificates, simulation."""

from collections.abc import Iterator, Mapping

from markov.appendix.blocks import BlockCell, by_heading, prose
from markov.appendix.decimals import Decimals
from markov.appendix.dossier import Dossier
from markov.tables.table import NOTHING, Figure, Word, grouped, played
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular
from markov.wager.game import slug


def verification(dossier: Dossier) -> Section:
    """The section on verification."""
    blocks = (_methods(dossier), *_simulation(dossier), _certificates(dossier))
    return Section("Verification", "verification", blocks)


_METHODS = """
    The return and the mean length of each wager, in each way of playing, are worked out forward on the chain
    as the rule makes it, and backward on the merged one. {result}
"""
_PLAYED = """
    Each wager is played {rounds} times in each way of playing, from the seed {seed}, by the rules and not by
    the chain. {words}
"""
_VERDICT = """
    {result} That supports the figures and does not prove them. ± is 99% confidence ({n} of {of} intervals
    miss the exact return), z is the difference in exact standard errors, p is the chance that luck alone
    brings a figure so far off, the least of the comparisons in a row.
"""
_CERTIFIED = """
    The file {file} holds for each wager its chain and the solution. A checker that imports nothing of the
    program puts the solution into the equations; `markov verify` runs it on this document. {result} Its
    SHA-256 is that of the results.
"""


def _methods(dossier: Dossier) -> Block:
    """Both methods, and that they agree wherever they do."""
    pairs = [(one, each) for one in dossier.chapters for each in one.comparisons]
    off = [
        f"{played(one.wager.name, one.way_shown(each.way))}, {each.figure}"
        for one, each in pairs
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
    checks = [(one.wager.name, *check) for one in dossier.chapters for check in one.proof.checks]
    failed = [f"{name}, {check}" for name, check, held in checks if not held]
    names = "; ".join(dict.fromkeys(check for _, check, _ in checks))
    result = f"FAILED: {'; '.join(failed)}." if failed else f"All {len(checks):,} checks hold ({names})."
    return prose(_CERTIFIED, file=Code(CERTIFICATES), result=result)


def _simulation(dossier: Dossier) -> Iterator[Block]:
    request, verdict = dossier.request, dossier.verdict
    yield prose(_PLAYED, rounds=f"{request.rounds:,}", seed=str(request.seed), words=verdict.criterion.words)
    yield _trials(dossier)
    if verdict.passed:
        result = f"All {len(verdict.comparisons):,} comparisons passed."
    else:
        chapters = {slug(one.wager.name): one for one in dossier.chapters}
        failed = (
            f"{one.wager}, {chapters[one.wager].way_words(one.play)}, {one.ending or one.figure}"
            for one in verdict.failed
        )
        result = f"FAILED: {'; '.join(failed)}."
    yield prose(_VERDICT, result=result, n=str(verdict.missed), of=str(len(verdict.estimates)))


def _trials(dossier: Dossier) -> Tabular:
    estimates = {(one.wager, one.play): one for one in dossier.verdict.estimates}
    comparisons = grouped(dossier.verdict.comparisons, lambda one: (one.wager, one.play))
    noun = dossier.request.wagers[0].trial
    rows: list[Mapping[str, BlockCell]] = []
    for one in dossier.chapters:
        for way, trial in zip(one.plays, one.trials, strict=True):
            estimate = estimates[trial.wager, way]
            least = min(comparisons[trial.wager, way], key=lambda each: each.chance)
            row: dict[str, BlockCell] = {
                "wager:left": played(one.wager.name, one.way_shown(way)),
                "played:point": Figure(trial.returned, Decimals(6)),
                "±:point": f"{estimate.high - float(trial.returned):.6f}",
                "exact:point": Figure(trial.expected, Decimals(6)),
                "z:point": _signed(trial.z) if one.plays[way].variance else NOTHING,
                f"z of {noun}s:point": _signed(trial.spins_z),
                "least p:point": Word(f"{least.chance:.4f}", "" if least.passed else "bad"),
            }
            rows.append(row)
    return by_heading("trials", "The rules played", rows)


def _signed(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")
