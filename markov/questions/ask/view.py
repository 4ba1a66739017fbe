"""The answer to a question in one line."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from markov.exact import one_in
from markov.naming import counted
from markov.questions.ask.reply import At, Reply
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.records import Records, members
from markov.tables.rows import Rows
from markov.tables.table import NOTHING, PLAYS, Cell, Figure, Heading, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.odds import FIGURES, Answer, Offer
from markov.wager.paytable import to_one

_FIGURES = {
    "returned": "returned",
    "edge": "edge.per_stake",
    "hit frequency": "hit_frequency",
    "variance": "variance",
}


def view(replies: Sequence[Reply], more: Sequence[Table] = ()) -> View:
    """One answer in full, or a row for each of several.

    more   tables that explain it
    """
    single = len(replies) == 1
    return View(
        Tables(lambda: [*_alone(replies[0]), *more] if single else [_rows(replies)]),
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
        **members(reply, "asked on"),
        "means": reply.words,
        **members(reply, "by states probability"),
        "fair_pay": None if fair is None else {"returned": fair, "text": to_one(fair)},
        "spins": members(reply.spins, "mean variance"),
        "decimals": {"probability": t.decimal(reply.probability), "mean_spins": t.decimal(reply.spins.mean)},
    }
    if reply.one_trial is not None:
        found["one_trial"] = reply.one_trial
    for key, law in (("within", reply.within), ("at_least", reply.at_least), ("quantile", reply.quantile)):
        if law is not None:
            found[key] = members(law, "n probability")
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

    if (p := reply.one_trial) is not None:
        add(f"in one {trial}", p, Figure(p, t.in_percent), Word(one_in(p)))
    if reply.fair_pay is not None:
        p = reply.probability
        add("chance", p, Figure(p, t.in_percent), Word(one_in(p)))
        add("fair pay", reply.fair_pay, Figure(reply.fair_pay, t.decimal), Word("returned for 1"))
    add(f"average {trial}s", reply.spins.mean, Figure(reply.spins.mean, t.decimal), NOTHING)
    add(f"variance of {trial}s", reply.spins.variance, Figure(reply.spins.variance, t.decimal), NOTHING)
    for law, name in ((reply.within, "within"), (reply.at_least, "at least")):
        if law is not None:
            p = law.probability
            add(f"decided {_name(law, name, trial)}", p, Figure(p, t.in_percent), Word(one_in(p)))
    if (law := reply.quantile) is not None:
        p = law.probability
        add(f"decided within {counted(law.n, trial)}", p, Figure(p, t.in_percent), Word("quantile"))
    columns = Heading("", "left"), Heading("exact"), Heading("≈", "point"), Heading("", "left")
    notes = (" ".join(reply.words), _road(reply))
    tables = [Table(f"{reply.asked} · {reply.on}", columns, tuple(rows), notes)]
    if reply.odds is not None:
        tables += _priced(reply.odds)
    return tables


def _name(law: At, how: str, trial: str) -> str:
    many = counted(law.n, trial)
    return f"{how} {many}" if how == "within" else f"after {how} {many}"


def _road(reply: Reply) -> str:
    if reply.states is None:
        return "Solved exactly as a race of tallies, without states."
    merged = f"; {reply.merged}" if reply.merged else ""
    return f"Solved exactly on a chain of {reply.states:,} states, endings included{merged}."


def _priced(odds: Answer) -> list[Table]:
    """The return and the edge at those pays, played to its end and under best play."""
    plays = {PLAYS["never"]: odds.never}
    if odds.offers:
        plays[PLAYS["optimal"]] = odds.optimal
    columns = [c.words("per unit staked", str)]
    for name, play in plays.items():
        columns += c.both_ways(name, lambda row, play=play: (_FIGURES[row], FIGURES[_FIGURES[row]](play)))  # type: ignore[misc]
    tables = [Rows("At these pays", _FIGURES, columns).table()]
    if odds.offers:
        offer = (
            c.state("state", odds.wager.rule),
            c.words("offer", "ending"),
            c.exact("offered", "offered"),
            c.exact("playing on", "continuing"),
            c.decimals("≈", "continuing"),
            c.words("best", _best),
        )
        tables.append(Rows("Offers", odds.offers, offer).table())
    return tables


def _best(offer: Offer) -> str:
    return "take" if offer.take else "tie: play on" if offer.tie else "play on"


def _rows(replies: Sequence[Reply]) -> Table:
    columns = (
        c.words("question", "asked"),
        c.words("on", "on"),
        c.exact("chance", "probability", group="chance"),
        c.percents("1 in", lambda reply: one_in(reply.probability).removeprefix("1 in "), group="chance"),
        c.decimals("mean trials", "spins.mean"),
        c.words("by", "by"),
        c.counts("states", "states"),
    )
    return Rows("Questions", replies, columns).table()


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
