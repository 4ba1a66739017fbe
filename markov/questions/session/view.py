"""The chances of a session, the money that is left, and a picture of it."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from markov.exact import root
from markov.naming import counted
from markov.questions.session.session import Session
from markov.statistics.bracket import Bracket
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.money import CHANCES, Bin, NamedChance, binned, decimal, drawn_bins, number, percent, shape
from markov.tables.picture import Canvas, NoPicture
from markov.tables.rows import Rows
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked


def view(asked: Asked | None, session: Session) -> View:
    """The chances of ruin, goal and being ahead; the final bankroll; how long it lasts."""
    return view_of(
        "session",
        asked,
        lambda: _parts(session),
        headline=lambda: _headline(session),
        wager=session.terms.wager,
        notes=lambda: _notes(asked, session),
        document=lambda: _document(session),
    )


def _headline(session: Session) -> str:
    """The chances of the session, and the money that is left on average, in a line."""
    said = [f"{result.name} {_short_percent(result.chance)}" for result in _results(session)]
    money = decimal(session.final.mean) if session.final else None
    asked = (
        ""
        if session.risk is None
        else f"bankroll {session.bankroll} for a chance of ruin of at most {h.brief(session.risk)}"
    )
    return h.clauses(
        asked,
        *(words for words in said if not words.startswith("ends even")),
        f"average final bankroll {h.places(Fraction(money.words))}" if money else "",
    )


def _short_percent(chance: Bracket) -> str:
    low, high = h.brief(chance.lower), h.brief(chance.upper)
    return low if low == high else percent(chance).text()


def _parts(session: Session) -> Iterator[Rows[Any]]:
    yield Rows(_title(session), list(_results(session)), CHANCES, part="results", nested=True)
    money: tuple[Column[Any], ...] = (
        c.words("", lambda row: row[0]),
        Column("", lambda row: row[1], c.DECIMAL),
    )
    if amounts := list(_money(session)):
        yield Rows("Final bankroll, and how long it lasts", amounts, money, part="")
    if session.law:
        yield from shape("Final bankroll", "final bankroll", _bins(session))


def _bins(session: Session) -> list[Bin]:
    law = session.law
    return binned(law, session.terms.gains.unit, session.bankroll) if law else []


def _title(session: Session) -> str:
    terms = session.terms
    name = terms.wager.name if terms.wager else "A law of one's own"
    noun = _noun(session)
    until = (
        f"{counted(terms.rounds, noun)} at most"
        if terms.rounds
        else "until ruin" + (" or the goal" if terms.goal else "")
    )
    goal = f", goal {terms.goal}" if terms.goal else ""
    money = f"bankroll {session.bankroll}, bet {terms.bet}{goal}"
    return f"{name}: {money}, {until}"


def _noun(session: Session) -> str:
    """The noun of what is counted: a round, or a trial."""
    terms = session.terms
    return terms.wager.trial if terms.spins and terms.wager else "round"


def _results(session: Session) -> Iterator[NamedChance]:
    yield NamedChance("ruined", "ruin", session.ruin)
    for name, key, chance in (
        ("goal reached", "goal_reached", session.goal_reached),
        ("stopped by the limit of the loss", "stopped", session.stopped),
        ("ends ahead", "ahead", session.ahead),
        ("ends even", "even", session.even),
        ("ends behind, ruin included", "behind", session.behind),
    ):
        if chance is not None:
            yield NamedChance(name, key, chance)


def _money(session: Session) -> Iterator[tuple[str, Word | None]]:
    if session.final:
        yield "average", decimal(session.final.mean)
        variance = session.final.variance
        ends = [root(max(end, Fraction(0)), 6) for end in (variance.lower, variance.upper)]
        yield "standard deviation", Word(ends[0]) if ends[0] == ends[1] else None
        for share, amount in session.final.quantiles.items():
            name = "median" if share == Fraction(1, 2) else f"{share * 100}% end with no more than"
            yield name, None if amount is None else Word(str(amount))
    if session.rounds_played:
        rounds = session.rounds_played.mean
        yield f"average {_noun(session)}s", decimal(rounds)
        if not session.terms.spins:
            yield "average money bet", decimal(rounds * session.terms.staked)


def _notes(asked: Asked | None, session: Session) -> Iterator[str]:
    terms = session.terms
    if session.risk is not None:
        bound = f"a chance of ruin of at most {t.with_percent(session.risk)}"
        yield f"The least bankroll in whole bets with {bound}."
    least = f"less than {terms.needed}" if terms.short == "stop" else "nothing"
    borrowed = (
        "" if terms.short == "stop" else " What a round costs more than the player has is borrowed, once."
    )
    yield f"Ruined: the player has {least} at the start of a round.{borrowed}"
    if terms.rounds is None and terms.goal is None:
        sure = (
            "Ruin is sure: the player has no edge."
            if session.behind
            else "Who is not ruined plays on for ever."
        )
        yield sure
    if session.exact:
        yield "Every chance is exact; --json has the fractions."
    else:
        yield "Every digit is proved; the fractions are too long to be shown."
    if terms.wager and asked:
        yield f"A round is {t.way_words(terms.play or 'never', terms.wager)}."
        yield from t.origin(asked.reading, terms.wager.source)


def _document(session: Session) -> Document:
    terms, final = session.terms, session.final
    named = ("ruin", "goal_reached", "stopped", "ahead", "even", "behind")
    return {
        "play": terms.play,
        "bankroll": session.bankroll,
        "bet": terms.bet,
        "rounds": None if terms.spins else terms.rounds,
        "spins": terms.rounds if terms.spins else None,
        "goal": terms.goal,
        "stop_loss": terms.stop_loss,
        "short": terms.short,
        "needed": terms.needed,
        "risk": session.risk,
        "exact": session.exact,
        **{name: number(getattr(session, name)) for name in named},
        "final": final
        and {
            "mean": number(final.mean),
            "variance": number(final.variance),
            "quantiles": [{"p": share, "money": amount} for share, amount in final.quantiles.items()],
        },
        "rounds_played": session.rounds_played and {"mean": number(session.rounds_played.mean)},
        "money_bet": None
        if terms.spins
        else session.rounds_played and {"mean": number(session.rounds_played.mean * terms.staked)},
    }


def drawn(to: Canvas, session: Session) -> None:
    """The chances of the final bankroll as bars.

    Raises NoPicture where there is no final bankroll to draw.
    """
    bins = _bins(session)
    if not bins:
        raise NoPicture("there is no law of the final bankroll to draw")
    marks = {"bankroll": session.bankroll, **({"goal": session.terms.goal} if session.terms.goal else {})}
    drawn_bins(to, _title(session), ("final bankroll", "chance"), bins, marks)
