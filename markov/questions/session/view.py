"""The chances of a session, the money that is left, and a picture of it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from markov.exact import brief, short_decimal
from markov.naming import counted
from markov.questions.session.session import Session
from markov.statistics.bracket import Bracket, square_root
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import money as m
from markov.tables import table as t
from markov.tables.picture import Canvas
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked

_CHANCES = {
    "ruin": "ruined",
    "goal_reached": "goal reached",
    "stopped": "loss limit reached",
    "ahead": "ends ahead",
    "even": "ends even",
    "behind": "ends behind, ruin included",
}


def view(asked: Asked | None, session: Session) -> View:
    """The chances of ruin, goal and being ahead; the final bankroll; how long it lasts."""
    net = session.terms.net
    return view_of(
        "session",
        asked,
        lambda: _parts(session),
        headline=lambda: _headline(session),
        wager=net.wager,
        notes=lambda: (*_notes(session), *m.goes_by(asked, net.play, net.wager)),
        document=lambda: _document(session),
    )


def _headline(session: Session) -> str:
    """The chances of the session, and the money that is left on average, in a line."""
    risk = "" if session.risk is None else f" for a chance of ruin of at most {brief(session.risk)}"
    money = m.decimal(session.final.mean) if session.final else None
    return h.clauses(
        risk and f"bankroll {session.bankroll}{risk}",
        *(f"{row.name} {row.brief}" for row in _chances(session) if row.amount and row.key != "even"),
        f"average final bankroll {short_decimal(Fraction(money.words))}" if money else "",
    )


def _parts(session: Session) -> Iterator[Rows[Any]]:
    known = [row for row in _chances(session) if row.amount]
    yield Rows(_title(session), known, m.CHANCES, part="results", nested=True)
    money = c.words("figure", lambda row: row[0]), c.column("value", lambda row: row[1], kind=c.DECIMAL)
    yield Rows("Final bankroll, and how long it lasts", _money(session), money, part="")
    yield from m.shape("Final bankroll", "final bankroll", _bins(session))


def _bins(session: Session) -> list[m.Bin]:
    return m.binned(session.law, session.terms.gains.unit, session.bankroll)


def _title(session: Session) -> str:
    terms = session.terms
    until = "until ruin" + (" or the goal" if terms.goal else "")
    if terms.rounds:
        until = f"{counted(terms.rounds, _noun(session))} at most"
    goal = f", goal {terms.goal}" if terms.goal else ""
    return f"{m.called(terms.net.wager)}: bankroll {session.bankroll}, bet {terms.bet}{goal}, {until}"


def _noun(session: Session) -> str:
    """The noun of what is counted: a round, or a trial."""
    terms = session.terms
    return terms.net.wager.trial if terms.spins and terms.net.wager else "round"


def _chances(session: Session) -> list[m.NamedAmount]:
    return m.amounts(session, _CHANCES, shares=" ".join(_CHANCES))


def _money(session: Session) -> Iterator[tuple[str, Word | None]]:
    if (final := session.final) and (variance := final.variance):
        yield "average", m.decimal(final.mean)
        least, most = square_root(max(variance.lower, Fraction(0))), square_root(variance.upper)
        yield "standard deviation", m.decimal(Bracket(least.lower, most.upper))
        for share, amount in (final.quantiles or {}).items():
            name = "median" if share == Fraction(1, 2) else f"{share * 100}% end with no more than"
            yield name, None if amount is None else Word(str(amount))
    if session.rounds_played:
        yield f"average {_noun(session)}s", m.decimal(session.rounds_played.mean)
    if session.money_bet:
        yield "average amount wagered", m.decimal(session.money_bet)


def _notes(session: Session) -> Iterator[str]:
    terms = session.terms
    if session.risk is not None:
        share = t.with_percent(session.risk)
        yield f"The least bankroll in whole bets with a chance of ruin of at most {share}."
    if terms.short == "stop":
        yield f"Ruined: the player has less than {terms.needed} at the start of a round."
    else:
        borrowed = "A player who is short of the cost of a round borrows the rest, once."
        yield f"Ruined: the player has nothing at the start of a round. {borrowed}"
    if terms.rounds is None and terms.goal is None:
        endless = "A player who is never ruined plays on for ever."
        yield "Ruin is sure: the player has no edge." if session.behind else endless
    if session.exact:
        yield "Every chance is exact; --json has the fractions."
    else:
        yield "Every digit is proved; the fractions are too long to be shown."


def _document(session: Session) -> Document:
    terms, final, played = session.terms, session.final, session.rounds_played
    return {
        "play": terms.net.play,
        **members(terms, "bet goal stop_loss short needed"),
        **members(session, "bankroll risk exact"),
        "rounds": None if terms.spins else terms.rounds,
        "spins": terms.rounds if terms.spins else None,
        **m.document(_chances(session)),
        "final": final
        and {
            "mean": m.number(final.mean),
            "variance": m.number(final.variance),
            "quantiles": [{"p": share, "money": amount} for share, amount in (final.quantiles or {}).items()],
        },
        "rounds_played": played and {"mean": m.number(played.mean)},
        "money_bet": session.money_bet and {"mean": m.number(session.money_bet)},
    }


def drawn(to: Canvas, session: Session) -> None:
    """The chances of the final bankroll as bars; raises NoPicture where there is no final bankroll."""
    marks = {"bankroll": session.bankroll, **({"goal": session.terms.goal} if session.terms.goal else {})}
    m.drawn_bins(to, _title(session), ("final bankroll", "chance"), _bins(session), marks)
