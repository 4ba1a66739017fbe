"""The answer to a question in one line, as tables and as a document."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from markov.exact import one_in
from markov.questions.ask.reply import At, Reply
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import Document, View
from markov.wager.paytable import to_one

if TYPE_CHECKING:
    from markov.wager.odds import Answer


def view(replies: Sequence[Reply]) -> View:
    """One answer in full, or a row for each of several."""
    if len(replies) == 1:
        return View(tuple(_alone(replies[0])), _flat(replies), lambda: document(replies[0]))
    return View(
        (_rows(replies),),
        _flat(replies),
        lambda: {"schema": "markov/asks/1", "asks": [document(one) for one in replies]},
    )


def document(reply: Reply) -> Document:
    """The answer as --json prints it: exact numbers are texts."""
    fair = reply.fair_pay
    found: Document = {
        "schema": "markov/ask/1",
        "asked": reply.asked,
        "on": reply.on,
        "means": list(reply.words),
        "by": reply.by,
        "states": reply.states,
        "probability": str(reply.probability),
        "fair_pay": None if fair is None else {"returned": str(fair), "text": to_one(fair)},
        "spins": {"mean": str(reply.spins.mean), "variance": str(reply.spins.variance)},
        "decimals": {"probability": decimal(reply.probability), "mean_spins": decimal(reply.spins.mean)},
    }
    for key, law in (("within", reply.within), ("at_least", reply.at_least)):
        if law is not None:
            found[key] = {"n": law.n, "probability": str(law.probability)}
    if reply.odds is not None:
        from markov.tables import json_record

        priced = json_record.wager(reply.odds)
        found |= {key: priced[key] for key in ("outlay", "never", "optimal", "offers")}
    return found


def _alone(reply: Reply) -> list[Table]:
    trial = reply.wager.rule.grounded.wheel.trial  # type: ignore[attr-defined]
    rows: list[tuple[Cell, ...]] = []

    def add(name: str, number: Fraction, *shown: Cell) -> None:
        rows.append((Word(name), Figure(number), *shown))

    if reply.fair_pay is not None:
        p = reply.probability
        add("chance", p, Figure(p, in_percent), Word(one_in(p)))
        add("fair pay", reply.fair_pay, Figure(reply.fair_pay, decimal), Word("returned for 1"))
    add(f"{trial}s, mean", reply.spins.mean, Figure(reply.spins.mean, decimal), NOTHING)
    add(f"{trial}s, variance", reply.spins.variance, Figure(reply.spins.variance, decimal), NOTHING)
    for law, name in ((reply.within, "within"), (reply.at_least, "at least")):
        if law is not None:
            p = law.probability
            add(f"decided {_name(law, name, trial)}", p, Figure(p, in_percent), Word(one_in(p)))
    columns = Column("", "left"), Column("exactly"), Column("≈", "point"), Column("", "left")
    notes = (" ".join(reply.words), _road(reply))
    tables = [Table(f"{reply.asked} · {reply.on}", columns, tuple(rows), notes)]
    if reply.odds is not None:
        tables += _priced(reply.odds)
    return tables


def _name(law: At, how: str, trial: str) -> str:
    many = f"{law.n:,} {trial}{'s' * (law.n != 1)}"
    return f"{how} {many}" if how == "within" else f"after {how} {many}"


def _road(reply: Reply) -> str:
    if reply.states is None:
        return "Solved exactly as a race of tallies, without states."
    merged = f"; {reply.merged}" if reply.merged else ""
    return f"Solved exactly on a chain of {reply.states:,} states, endings included{merged}."


def _priced(odds: "Answer") -> list[Table]:
    """What the pays come to, played to its end and played best."""
    plays = [("played to its end", odds.never)]
    if odds.offers:
        plays.append(("best play", odds.optimal))
    columns = [Column("per unit staked", "left")]
    rows: list[list[Cell]] = [[Word("returned")], [Word("edge")], [Word("hit frequency")], [Word("variance")]]
    for name, play in plays:
        columns += [Column(name, group=name), Column("≈", "point", name)]
        figures = (play.returned, play.edge.per_stake, play.hit_frequency, play.variance)
        for row, number, shown in zip(rows, figures, (decimal, in_percent, in_percent, decimal), strict=True):
            row += [Figure(number), Figure(number, shown)]
    tables = [Table("At these pays", tuple(columns), tuple(map(tuple, rows)))]
    if odds.offers:
        offers = tuple(
            (
                Word(offer.ending),
                Figure(offer.offered),
                Figure(offer.continuing),
                Figure(offer.continuing, decimal),
                Word("take" if offer.take else "tie: play on" if offer.tie else "play on"),
            )
            for offer in odds.offers
        )
        heads = (
            Column("offer", "left"),
            Column("offered"),
            Column("playing on"),
            Column("≈", "point"),
            Column("best", "left"),
        )
        tables.append(Table("Offers", heads, offers))
    return tables


def _rows(replies: Sequence[Reply]) -> Table:
    columns = (
        Column("question", "left"),
        Column("on", "left"),
        Column("chance", group="chance"),
        Column("1 in", "point", "chance"),
        Column("mean trials", "point"),
        Column("by", "left"),
        Column("states"),
    )
    return Table("Questions", columns, tuple(_row(reply) for reply in replies))


def _row(reply: Reply) -> tuple[Cell, ...]:
    return (
        Word(reply.asked),
        Word(reply.on),
        Figure(reply.probability),
        Word(one_in(reply.probability).removeprefix("1 in ")),
        Figure(reply.spins.mean, decimal),
        Word(reply.by),
        NOTHING if reply.states is None else Word(f"{reply.states:,}"),
    )


def _flat(replies: Sequence[Reply]) -> Table:
    """Every figure of every answer, a row each."""
    columns = tuple(Column(name, "left") for name in ("question", "figure", "exact", "decimal"))
    rows: list[tuple[Cell, ...]] = []
    for reply in replies:
        figures = [
            ("probability", reply.probability),
            ("mean spins", reply.spins.mean),
            ("variance of spins", reply.spins.variance),
        ]
        if reply.fair_pay is not None:
            figures.append(("fair pay", reply.fair_pay))
        for law, name in ((reply.within, "within"), (reply.at_least, "at least")):
            if law is not None:
                figures.append((f"{name} {law.n}", law.probability))
        for play, said in (
            (reply.odds and reply.odds.never, "never"),
            (reply.odds and reply.odds.optimal, "optimal"),
        ):
            if play:
                figures += [(f"returned {said}", play.returned), (f"edge {said}", play.edge.per_stake)]
        rows += [
            (Word(reply.asked), Word(name), Figure(number), Figure(number, decimal))
            for name, number in figures
        ]
    return Table("Questions", columns, tuple(rows))
