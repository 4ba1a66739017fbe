"""The answer to a question in one line."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.exact import brief, decimal, in_percent, one_in, short_decimal
from markov.naming import counted
from markov.questions.ask.reply import At, Reply
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import PLAYS
from markov.tables.view import Document, View, view_of
from markov.wager.odds import FIGURES, Answer, Offer
from markov.wager.paytable import to_one

_FIGURES = {
    "returned": "returned",
    "edge": "edge.per_stake",
    "hit frequency": "hit_frequency",
    "variance": "variance",
}


def view(replies: Sequence[Reply], more: Sequence[Rows[Any]] = ()) -> View:
    """One answer in full, or a row for each of several.

    more   rows that explain it
    """
    single = replies[0] if len(replies) == 1 else None

    def document() -> Document:
        if single:
            return _document(single)
        return {"schema": "markov/asks/1", "asks": [_document(reply) for reply in replies]}

    def rows() -> list[Rows[Any]]:
        facts = [(reply, fact) for reply in replies for fact in _facts(reply)]
        alone = _alone(single, [fact for _, fact in facts if fact.name]) if single else [_several(replies)]
        each_figure = Rows("", facts, _PROGRAMS, nested=True)
        return [*alone, *more, each_figure]

    return view_of(
        "ask",
        None,
        rows,
        headline=lambda: headline(single) if single else _range(replies),
        document=document,
    )


def _range(replies: Sequence[Reply]) -> str:
    """The questions with the least and the greatest chance, in a line."""
    low, high = (end(replies, key=lambda reply: reply.probability) for end in (min, max))
    ends = f"from {brief(low.probability)} ({low.asked}) to {brief(high.probability)} ({high.asked})"
    return f"{len(replies):,} questions: chance {ends}"


def headline(reply: Reply) -> str:
    """The chance, the fair pay or the edge, and how long it takes, in a line."""
    trial, p = reply.rule.goals.wheel.trial, reply.probability
    chance = "" if reply.fair_pay is None else f"chance {brief(p)}, 1 in {short_decimal(1 / p)}"
    if (once := reply.one_trial) is not None:
        chance = f"chance {brief(once)} in one {trial}, {one_in(once)}"
    laws = [
        f"{brief(law.probability)} decided {_name(law, name, trial)}"
        for law, name in ((reply.within, "within"), (reply.at_least, "at least"))
        if law is not None
    ]
    if (law := reply.quantile) is not None:
        laws.append(f"{brief(law.probability)} decided within {counted(law.n, trial)}")
    return h.clauses(
        "" if reply.odds is None else h.edge_words(reply.odds.optimal.edge.per_stake),
        chance,
        "" if reply.fair_pay is None else f"fair pay {short_decimal(reply.fair_pay)} for 1",
        h.average(reply.spins.mean, trial),
        *laws,
    )


def _document(reply: Reply) -> Document:
    fair = reply.fair_pay
    document: Document = {
        "schema": "markov/ask/1",
        **members(reply, "asked on"),
        "means": reply.words,
        **members(reply, "by states probability"),
        "fair_pay": None if fair is None else {"returned": fair, "text": to_one(fair)},
        "spins": members(reply.spins, "mean variance"),
        "decimals": {"probability": decimal(reply.probability), "mean_spins": decimal(reply.spins.mean)},
    }
    if reply.one_trial is not None:
        document["one_trial"] = reply.one_trial
    for key, law in (("within", reply.within), ("at_least", reply.at_least), ("quantile", reply.quantile)):
        if law is not None:
            document[key] = members(law, "n probability")
    if reply.odds is not None:
        from markov.tables import json_record

        priced = json_record.wager(reply.odds)
        document |= {key: priced[key] for key in ("outlay", "never", "optimal", "offers")}
    return document


@dataclass(frozen=True, slots=True)
class _ReplyFigure:
    """A figure of an answer: its name for a reader and for programs, and what is said beside it.

    n   the number of trials that it is about, if it is about one
    """

    name: str
    figure: str
    value: Fraction | None
    note: str | None = None
    n: int | None = None
    play: str | None = None

    @property
    def shown(self) -> t.Figure | None:
        """The value, rounded as its kind asks for."""
        chance = not self.figure.startswith(("fair", "spins"))
        return None if self.value is None else t.Figure(self.value, in_percent if chance else decimal)


def _facts(reply: Reply) -> Iterator[_ReplyFigure]:
    trial, p = reply.rule.goals.wheel.trial, reply.probability
    sure = reply.fair_pay is None
    if (once := reply.one_trial) is not None:
        yield _ReplyFigure(f"in one {trial}", "one_trial", once, one_in(once))
    yield _ReplyFigure("" if sure else "chance", "probability", p, one_in(p))
    yield _ReplyFigure("" if sure else "fair pay", "fair_pay", reply.fair_pay, "returned for 1")
    yield _ReplyFigure(f"average {trial}s", "spins.mean", reply.spins.mean)
    yield _ReplyFigure(f"variance of {trial}s", "spins.variance", reply.spins.variance)
    for law, name, key in ((reply.within, "within", "within"), (reply.at_least, "at least", "at_least")):
        if law is not None:
            yield _ReplyFigure(
                f"decided {_name(law, name, trial)}", key, law.probability, one_in(law.probability), law.n
            )
    if (law := reply.quantile) is not None:
        words = f"decided within {counted(law.n, trial)}"
        yield _ReplyFigure(words, "quantile", law.probability, one_in(law.probability), law.n)
    if reply.odds is not None:
        for way in PLAYS:
            play = reply.odds.played(way)
            yield _ReplyFigure("", "returned", play.returned, play=way)
            yield _ReplyFigure("", "edge.per_stake", play.edge.per_stake, play=way)


_FACTS: tuple[Column[_ReplyFigure], ...] = (
    c.words("", "name"),
    c.exact("exact", "value"),
    Column("decimal", lambda fact: fact.shown, c.DECIMAL),
    c.words("", "note"),
)


def _alone(reply: Reply, facts: Sequence[_ReplyFigure]) -> list[Rows[Any]]:
    notes = (" ".join(reply.words), _road(reply))
    figures = Rows(f"{reply.asked} · {reply.on}", facts, _FACTS, notes, part="")
    return [figures] if reply.odds is None else [figures, *_priced(reply.odds)]


def _name(law: At, how: str, trial: str) -> str:
    many = counted(law.n, trial)
    return f"{how} {many}" if how == "within" else f"after {how} {many}"


def _road(reply: Reply) -> str:
    if reply.chain is None:
        return "Solved exactly as a race of tallies, without states."
    merged = f"; {reply.merged}" if reply.merged else ""
    return f"Solved exactly on a chain of {reply.states:,} states, endings included{merged}."


def _priced(odds: Answer) -> Iterator[Rows[Any]]:
    """The return and the edge at those pays, with no offer taken and with best play."""
    plays = {t.way_words("never", odds.wager) if odds.offers else "exact": odds.never}
    if odds.offers:
        plays[PLAYS["optimal"]] = odds.optimal
    columns: list[Column[str]] = [c.words("per unit staked", str)]
    for name, play in plays.items():
        columns += c.both_ways(name, lambda row, play=play: (_FIGURES[row], FIGURES[_FIGURES[row]](play)))  # type: ignore[misc]
    yield Rows("At these pays", _FIGURES, columns, part="")
    offer = (
        c.state("state", odds.wager.rule),
        c.words("offer", "ending"),
        c.exact("offered", "offered"),
        c.exact("playing on", "continuing"),
        c.decimals("decimal", "continuing"),
        c.words("best", _best),
    )
    yield Rows("Offers", odds.offers, offer, part="")


def _best(offer: Offer) -> str:
    return "take" if offer.take else "tie: play on" if offer.tie else "play on"


def _several(replies: Iterable[Reply]) -> Rows[Reply]:
    columns = (
        c.words("question", "asked"),
        c.words("on", "on"),
        c.exact("chance", "probability", group="chance"),
        c.percents("1 in", lambda reply: one_in(reply.probability).removeprefix("1 in "), group="chance"),
        c.decimals("average trials", "spins.mean"),
        c.words("by", "by"),
        c.counts("states", "states"),
    )
    return Rows("Questions", replies, columns, part="")


_PROGRAMS: tuple[Column[tuple[Reply, _ReplyFigure]], ...] = (
    c.words(None, lambda row: row[0].asked, "asked"),
    c.words(None, lambda row: row[0].on, "on"),
    *c.through(lambda row: row[1], c.keyed(c.WORDS, "play figure")),
    *c.through(lambda row: row[1], c.keyed(c.COUNT, "n")),
    *c.through(lambda row: row[1], c.keyed(c.EXACT, "value")),
)
