"""Several wagers on one layout: covariances, the spread of the whole, and the most that can be owed."""

from collections.abc import Iterator

from markov.appendix.dossier import Dossier
from markov.appendix.prose import prose
from markov.appendix.sharing import Together
from markov.exact import one_in, root, signed_root
from markov.formats.states import label
from markov.tables.phrases import PLAYS
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.typeset.manuscript import Block, Section, Tabular


def together(found: Dossier) -> Section:
    """The section."""
    shared = found.sharing
    if not shared.ways:
        blocks: tuple[Block, ...] = (prose("Nothing is said of wagers together: {why}.", why=shared.why),)
    else:
        parts = (
            Section(f"Each wager: {PLAYS[way]}", f"together-{way}", tuple(_way(found, one, way)))
            for way, one in shared.ways.items()
        )
        left_out = (prose("One way of playing is left out: {why}.", why=shared.why),) if shared.why else ()
        blocks = (prose(_WORDS), *left_out, Tabular(_stakes(found), "together-stakes"), *parts)
    return Section("Several wagers on one layout", "together", blocks)


_WORDS = """
    These wagers are made before the same spin and stand on the same spins until each is over. Their
    returns are not independent, so the spread of the whole is not that of its parts: variances and all
    covariances add up. The most that can be owed is the highest total of any one run of spins, since
    endings can exclude each other; the sum of what each wager can be owed by itself is shown beside it,
    and is never used in its place. Dealers' envy is not counted in.
"""
_CAUSE = "A shortest run of spins that comes to the most: {spins}. On it every wager ends so:"


def _stakes(found: Dossier) -> Table:
    names = {key: wager.name for key, wager in found.names.items()}
    rows = tuple((Word(names[key]), Figure(stake)) for key, stake in found.sharing.stakes.items())
    return Table("The layout", (Column("wager", "left"), Column("stake")), rows)


def _way(found: Dossier, one: Together, way: str) -> Iterator[Block]:
    yield Tabular(_total(one), f"together-total-{way}")
    run = ", ".join(map(label, one.exposure.spins))
    yield prose(_CAUSE, spins=run)
    yield Tabular(_endings(found, one), f"together-endings-{way}", totals=1)
    yield Tabular(_pairs(found, one), f"together-pairs-{way}")


def _total(one: Together) -> Table:
    total, most = one.total, one.exposure
    lines = (
        ("outlay", total.outlay, decimal),
        ("expected return", total.returned, decimal),
        ("expected result of the player", total.net, decimal),
        ("variance", total.variance, decimal),
        ("variance, were the wagers independent", one.apart, decimal),
        ("most that can be owed", most.total, decimal),
        ("beyond the outlay", most.net, decimal),
        ("sum of what each can be owed by itself", most.separate, decimal),
    )
    rows: list[tuple[Cell, ...]] = [
        (Word(name), Figure(number), Figure(number, shown)) for name, number, shown in lines
    ]
    rows.insert(
        4, (Word("standard deviation"), Figure(total.variance, root=True), Figure(total.variance, root))
    )
    rows.append((Word("chance of the most"), Figure(most.chance), Figure(most.chance, in_percent)))
    note = f"The chance of the most is {one_in(most.chance)}."
    return Table(
        "The layout as a whole",
        (Column("", "left"), Column("exact"), Column("≈", "point")),
        tuple(rows),
        (note,),
    )


def _endings(found: Dossier, one: Together) -> Table:
    most = one.exposure
    rows: list[tuple[Cell, ...]] = []
    for key, ending in most.endings.items():
        wager = found.names[key]
        owed = most.stakes[key] * wager.pays[ending]
        rows.append((Word(wager.name), Word(ending), Figure(wager.pays[ending]), Figure(owed)))
    rows.append((Word("all"), Word(""), Word(""), Figure(most.total)))
    columns = Column("wager", "left"), Column("ending", "left"), Column("returns, per unit"), Column("owed")
    return Table(f"Every wager on that run, {PLAYS[one.joint.way]}", columns, tuple(rows))


def _pairs(found: Dossier, one: Together) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for pair in one.joint.pairs():
        first, second = (found.names[key].name for key in pair.wagers)
        square = pair.correlation_square
        rows.append(
            (
                Word(first),
                Word(second),
                Figure(pair.covariance),
                Figure(pair.covariance, decimal),
                NOTHING if square is None else Figure(square, signed_root, root=True),
            )
        )
    columns = (
        Column("wager", "left"),
        Column("and wager", "left"),
        Column("covariance"),
        Column("≈", "point"),
        Column("correlation", "point"),
    )
    return Table(f"Covariances of the returns per unit staked, {PLAYS[one.joint.way]}", columns, tuple(rows))
