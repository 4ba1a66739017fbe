"""The section on verification: two methods compared, certificates, simulation."""

from collections.abc import Iterator

from markov.appendix.blocks import BlockRow, both, prose, tabular
from markov.appendix.decimals import Decimals
from markov.appendix.dossier import Dossier
from markov.tables.table import NOTHING, PLAYS, Figure, Word, played
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular


def verification(found: Dossier, brief: bool) -> Section:
    """The section on verification; a brief one has no sections of its own."""
    played, proved = tuple(_simulation(found)), tuple(_certificates(found))
    if brief:
        return Section("Verification", "verification", (_in_words(found), *played, *proved))
    sections = (
        Section("Two methods", "roads", (prose(_METHODS), _methods(found))),
        Section("Simulation", "simulation", played),
        Section("Certificates", "certificates", proved),
    )
    return Section("Verification", "verification", sections)


_METHODS = """
    The return and the mean length are reached forward on the chain as the rule makes it, and backward on the
    merged one: both exactly.
"""
_PLAYED = """
    The rules were played {rounds} times under each play of each wager, from the seed {seed}, without any look
    at the chain. {words}
"""
_VERDICT = """
    {told} That supports the figures and does not prove them. ± is 99% confidence ({n} of {of} intervals miss
    the exact return), z counts exact standard errors, luck is the least chance in a row.
"""
_CERTIFIED = """
    The file {file} holds for each wager the chain and witnesses by which a checker of its own, which
    `markov verify` runs on this document, checks every claim by substitution alone.
"""


def _in_words(found: Dossier) -> Block:
    """Both methods, and that they agree wherever they do."""
    pairs = [each for one in found.chapters for each in one.comparisons]
    same = sum(each.agree for each in pairs)
    told = "the same" if same == len(pairs) else f"DIFFERENT for {len(pairs) - same}"
    return prose(f"{_METHODS} Of {{n}} figures, both came to {{told}}.", n=str(len(pairs)), told=told)


def _methods(found: Dossier) -> Tabular:
    """A row for each wager and play: both figures forward, and whether each is the same backward."""
    rows: list[BlockRow] = []
    for one in found.chapters:
        for way in one.plays:
            pair = [each for each in one.comparisons if each.way == way]
            same = all(each.agree for each in pair)
            cells = (cell for each in pair for cell in both(each.forward))
            verdict = Word("equal", "good") if same else Word("DIFFERENT", "bad")
            rows.append(
                (played(one.wager.name, "optimal" if one.asked.wager.choosing else way), *cells, verdict)
            )
    trial = found.request.wagers[0].trial
    headings = ["wager:left", "returned", "≈:point", f"mean {trial}s", "≈:point", "backward:left"]
    return tabular("roads-table", "Each figure by two methods", headings, rows)


def _certificates(found: Dossier) -> Iterator[Block]:
    rows: list[BlockRow] = []
    for one in found.chapters:
        held = sum(held for _, held in one.proof.checks)
        verdict = "all hold" if held == len(one.proof.checks) else f"{len(one.proof.checks) - held} FAIL"
        rows.append((one.wager.name, one.proof.digest, f"{len(one.proof.checks)} checks: {verdict}"))
    if len(rows) == 1:
        told = f"{rows[0][2]}. Its SHA-256 is that of the results."
        yield prose(f"{_CERTIFIED} {{told}}", file=Code(CERTIFICATES), told=told)
    else:
        yield prose(_CERTIFIED, file=Code(CERTIFICATES))
        headings = ["wager:left", "SHA-256 of the certificate:left", "checker:left"]
        yield tabular("certificates-table", "Certificates", headings, rows)


def _simulation(found: Dossier) -> Iterator[Block]:
    request, verdict = found.request, found.verdict
    yield prose(_PLAYED, rounds=f"{request.rounds:,}", seed=str(request.seed), words=verdict.criterion.words)
    yield _trials(found)
    if verdict.passed:
        told = f"All {len(verdict.comparisons):,} comparisons passed."
    else:
        failed = (f"{one.wager}, {PLAYS[one.play]}, {one.ending or one.figure}" for one in verdict.failed)
        told = f"FAILED: {'; '.join(failed)}."
    yield prose(_VERDICT, told=told, n=str(verdict.missed), of=str(len(verdict.estimates)))


def _trials(found: Dossier) -> Tabular:
    estimates = {(one.wager, one.play): one for one in found.verdict.estimates}
    rows: list[BlockRow] = []
    for one in found.chapters:
        for way, trial in zip(one.plays, one.trials, strict=True):
            mine = [
                each for each in found.verdict.comparisons if (each.wager, each.play) == (trial.wager, way)
            ]
            estimate, least = estimates[trial.wager, way], min(mine, key=lambda each: each.chance)
            row = (
                played(one.wager.name, "optimal" if one.asked.wager.choosing else way),
                Figure(trial.returned, Decimals(6)),
                f"{estimate.high - float(trial.returned):.6f}",
                Figure(trial.expected, Decimals(6)),
                _signed(trial.z) if one.plays[way].variance else NOTHING,
                _signed(trial.spins_z),
                Word(f"{least.chance:.4f}", "" if least.passed else "bad"),
            )
            rows.append(row)
    trial_ = found.request.wagers[0].trial
    headings = ["wager:left", "played:point", "±:point", "exact:point", "z:point", f"z of {trial_}s:point"]
    return tabular("trials", "The rules played", [*headings, "luck:point"], rows)


def _signed(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")
