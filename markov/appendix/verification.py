"""How the figures were verified, and how anyone can."""

from collections.abc import Iterator

from markov.appendix.dossier import Dossier
from markov.appendix.prose import prose
from markov.proof.simulation import BOUND
from markov.tables.phrases import played
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal
from markov.typeset.attached import CERTIFICATES
from markov.typeset.manuscript import Block, Code, Section, Tabular


def verification(found: Dossier) -> Section:
    """The section."""
    parts = (
        Section("Two roads", "roads", (prose(_ROADS), Tabular(_roads(found), "roads-table"))),
        Section("Certificates", "certificates", tuple(_certificates(found))),
        Section(
            "Simulation", "simulation", (prose(_PLAYED, **_said(found)), Tabular(_trials(found), "trials"))
        ),
    )
    return Section("Verification", "verification", parts)


_ROADS = """
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


def _said(found: Dossier) -> dict[str, str]:
    terms = found.terms
    return {"rounds": f"{terms.rounds:,}", "seed": str(terms.seed), "bound": str(BOUND)}


def _roads(found: Dossier) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found.chapters:
        for road in one.roads:
            name = played(one.wager.name, road.way)
            figure = "returned" if road.figure == "returned" else "mean spins"
            equal = Word("equal", "good") if road.agree else Word("DIFFERENT", "bad")
            rows.append((Word(name), Word(figure), Figure(road.forward), Figure(road.backward), equal))
    columns = (
        Column("wager", "left"),
        Column("figure", "left"),
        Column("forward"),
        Column("backward"),
        Column("", "left"),
    )
    return Table("Each figure by two roads", columns, tuple(rows))


def _certificates(found: Dossier) -> Iterator[Block]:
    yield prose(_CERTIFIED, file=Code(CERTIFICATES))
    rows: list[tuple[Cell, ...]] = []
    for one in found.chapters:
        held = sum(held for _, held in one.proof.checks)
        verdict = "all hold" if held == len(one.proof.checks) else "FAILS"
        rows.append((Word(one.wager.name), Word(one.proof.digest), Word(f"{held} checks, {verdict}")))
    columns = Column("wager", "left"), Column("digest of the certificate", "left"), Column("checker", "left")
    yield Tabular(Table("Certificates", columns, tuple(rows)), "certificates-table")


def _trials(found: Dossier) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in found.chapters:
        for (way, fit), trial in zip(one.fits.items(), one.trials, strict=True):
            name = played(one.wager.name, way)
            level = NOTHING if fit.level is None else Word(f"{fit.level:.4f}")
            rows.append(
                (
                    Word(name),
                    Figure(trial.returned, decimal),
                    Figure(trial.expected, decimal),
                    Word(_signed(trial.z)) if one.plays[way].variance else NOTHING,
                    Word(_signed(trial.spins_z)),
                    Figure(fit.statistic, decimal) if fit.freedom else NOTHING,
                    Word(str(fit.freedom)) if fit.freedom else NOTHING,
                    level,
                )
            )
    columns = (
        Column("wager", "left"),
        Column("returned", "point"),
        Column("exact", "point"),
        Column("z", "point"),
        Column("z of spins", "point"),
        Column("χ²", "point"),
        Column("degrees"),
        Column("level", "point"),
    )
    return Table("The rules played", columns, tuple(rows))


def _signed(z: float) -> str:
    return f"{z:+.2f}".replace("-", "−")
