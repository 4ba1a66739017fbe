"""The section on verification: two methods compared, certificates, simulation."""

from collections.abc import Iterator

from markov.appendix.blocks import figure, prose, tabular
from markov.appendix.dossier import Dossier
from markov.proof.simulation import BOUND
from markov.tables.table import NOTHING, Figure, Word, decimal, played
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular


def verification(found: Dossier) -> Section:
    """The section on verification."""
    parts = (
        Section("Two methods", "roads", (prose(_METHODS), _methods(found))),
        Section("Certificates", "certificates", tuple(_certificates(found))),
        Section("Simulation", "simulation", (prose(_PLAYED, **_terms(found)), _trials(found))),
    )
    return Section("Verification", "verification", parts)


_METHODS = """
    The return and the mean number of spins are reached by two methods, on two chains. Forward, on the
    chain as the rule makes it, from the start: the chances of the ends, and the spins made on the way.
    Backward, on the chain with alike states merged: what a state is worth follows from what the next ones
    are; states that lead back to each other are solved together. Both are exact, and compared without any
    tolerance.
"""
_PLAYED = """
    The rules were played, spin by spin, {rounds} times for each wager, from the seed {seed}, without any
    look at the chain. A simulation confirms and proves nothing: z is the distance of the mean from the
    exact one in exact standard errors, and beyond {bound} luck does not explain it. χ² is Pearson's
    statistic of the endings; its level is the chance that luck alone brings one as high.
"""
_CERTIFIED = """
    The file {file}, which goes with this document, holds for each wager the chain, the solution, the
    policy and witnesses by which every claim is checked by substitution alone. A checker that uses nothing
    but Python's standard library accepts each of them; `markov verify` runs it on this
    document. The digest is SHA-256 of the certificate's line.
"""


def _terms(found: Dossier) -> dict[str, str]:
    request = found.request
    return {"rounds": f"{request.rounds:,}", "seed": str(request.seed), "bound": str(BOUND)}


def _methods(found: Dossier) -> Tabular:
    rows = [
        (
            played(one.wager.name, each.way),
            "returned" if each.figure == "returned" else "mean spins",
            each.forward,
            each.backward,
            Word("equal", "good") if each.agree else Word("DIFFERENT", "bad"),
        )
        for one in found.chapters
        for each in one.comparisons
    ]
    headings = ["wager:left", "figure:left", "forward", "backward", ":left"]
    return tabular("roads-table", "Each figure by two methods", headings, rows)


def _certificates(found: Dossier) -> Iterator[Block]:
    yield prose(_CERTIFIED, file=Code(CERTIFICATES))
    rows = []
    for one in found.chapters:
        held = sum(held for _, held in one.proof.checks)
        verdict = "all hold" if held == len(one.proof.checks) else "FAILS"
        rows.append((one.wager.name, one.proof.digest, f"{held} checks, {verdict}"))
    headings = ["wager:left", "digest of the certificate:left", "checker:left"]
    yield tabular("certificates-table", "Certificates", headings, rows)


def _trials(found: Dossier) -> Tabular:
    rows = []
    for one in found.chapters:
        for (way, fit), trial in zip(one.fits.items(), one.trials, strict=True):
            row = (
                played(one.wager.name, way),
                Figure(trial.returned, decimal),
                Figure(trial.expected, decimal),
                _signed(trial.z) if one.plays[way].variance else NOTHING,
                _signed(trial.spins_z),
                figure(fit.statistic if fit.freedom else None, decimal),
                str(fit.freedom) if fit.freedom else NOTHING,
                NOTHING if fit.level is None else f"{fit.level:.4f}",
            )
            rows.append(row)
    headings = ["wager:left", *(f"{name}:point" for name in ("returned", "exact", "z", "z of spins", "χ²"))]
    return tabular("trials", "The rules played", [*headings, "degrees", "level:point"], rows)


def _signed(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")
