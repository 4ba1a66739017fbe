"""The section on verification: two methods compared, certificates, simulation."""

from collections.abc import Iterator

from markov.appendix.blocks import BlockRow, prose, tabular
from markov.appendix.decimals import Decimals
from markov.appendix.dossier import Dossier
from markov.naming import listed
from markov.tables.table import NOTHING, PLAYS, Figure, Word, played
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular


def verification(found: Dossier, brief: bool) -> Section:
    """The section on verification; a brief one has no sections of its own."""
    methods, played, proved = _methods(found), tuple(_simulation(found)), tuple(_certificates(found))
    if brief:
        return Section("Verification", "verification", (methods, *played, *proved))
    sections = (
        Section("Two methods", "roads", (methods,)),
        Section("Simulation", "simulation", played),
        Section("Certificates", "certificates", proved),
    )
    return Section("Verification", "verification", sections)


_METHODS = """
    The return and the mean length of each wager and way of playing are reached forward on the chain as the
    rule makes it, and backward on the merged one: both exactly. Of {n} figures, both came to {told}.
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


def _methods(found: Dossier) -> Block:
    """Both methods, that they agree wherever they do, and where they do not."""
    pairs = [(one.wager.name, each) for one in found.chapters for each in one.comparisons]
    off = dict.fromkeys(played(name, each.way) for name, each in pairs if not each.agree)
    told = f"DIFFERENT ones for {listed([*off])}" if off else "the same"
    return prose(_METHODS, n=f"{len(pairs):,}", told=told)


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
                played(one.wager.name, way),
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
