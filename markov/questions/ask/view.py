"""The answer to a question in one line."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from markov.exact import one_in
from markov.questions.ask.reply import At, Reply
from markov.tables.records import Records
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import Document, View
from markov.wager.paytable import to_one
from markov.wager.wager import label

if TYPE_CHECKING:
    from markov.wager.odds import Answer


def view(replies: Sequence[Reply], more: Sequence[Table] = ()) -> View:
    """One answer in full, or a row for each of several.

    more   tables that explain it
    """
    single = len(replies) == 1
    return View(
        (*_alone(replies[0]), *more) if single else (_rows(replies),),
        lambda: _records(replies),
        lambda: (
            _document(replies[0])
            if single
            else {"schema": "markov/asks/1", "asks": [_document(one) for one in replies]}
        ),
    )


def _document(reply: Reply) -> Document:
    fair = reply.fair_pay
    found: Document = {
        "schema": "markov/ask/1",
        "asked": reply.asked,
        "on": reply.on,
        "means": reply.words,
        "by": reply.by,
        "states": reply.states,
        "probability": reply.probability,
        "fair_pay": None if fair is None else {"returned": fair, "text": to_one(fair)},
        "spins": {"mean": reply.spins.mean, "variance": reply.spins.variance},
        "decimals": {"probability": decimal(reply.probability), "mean_spins": decimal(reply.spins.mean)},
    }
    for key, law in (("within", reply.within), ("at_least", reply.at_least)):
        if law is not None:
            found[key] = {"n": law.n, "probability": law.probability}
    if reply.odds is not None:
        from markov.tables import json_record

        priced = json_record.wager(reply.odds)
        found |= {key: priced[key] for key in ("outlay", "never", "optimal", "offers")}
    return found


def _alone(reply: Reply) -> list[Table]:
    trial = reply.wager.trial
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
    """The return and the edge at those pays, played to its end and under best play."""
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
                Word(label(offer.state, odds.wager.rule)),
                Word(offer.ending),
                Figure(offer.offered),
                Figure(offer.continuing),
                Figure(offer.continuing, decimal),
                Word("take" if offer.take else "tie: play on" if offer.tie else "play on"),
            )
            for offer in odds.offers
        )
        heads = (
            Column("state", "left"),
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


def _records(replies: Sequence[Reply]) -> Records:
    """A row for each figure of each answer."""
    rows: list[dict[str, Any]] = []
    for reply in replies:
        about = {"asked": reply.asked, "on": reply.on}
        rows.append({**about, "figure": "probability", "value": reply.probability})
        rows.append({**about, "figure": "spins.mean", "value": reply.spins.mean})
        rows.append({**about, "figure": "spins.variance", "value": reply.spins.variance})
        rows.append({**about, "figure": "fair_pay", "value": reply.fair_pay})
        for law, name in ((reply.within, "within"), (reply.at_least, "at_least")):
            if law is not None:
                rows.append({**about, "figure": name, "n": law.n, "value": law.probability})
        for way in ("never", "optimal") if reply.odds else ():
            play = getattr(reply.odds, way)
            rows.append({**about, "play": way, "figure": "returned", "value": play.returned})
            rows.append({**about, "play": way, "figure": "edge.per_stake", "value": play.edge.per_stake})
    kinds = {"asked": str, "on": str, "play": str, "figure": str, "n": int, "value": Fraction}
    return Records(kinds, rows)
