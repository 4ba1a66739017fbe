"""The chances of a session, the money that is left, and a picture of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import gcd
from typing import Any

from markov.exact import one_in, root, rounded, scientific
from markov.questions.session.session import Session
from markov.statistics.bracket import Bracket
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, NoPicture, histogram
from markov.tables.rows import Rows
from markov.tables.table import Figure, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked

_BINS, _BAR = 20, 30
_DIGITS = 18  # of a number of which only a bound is known, in JSON
_LONGEST = 24  # characters of a fraction


@dataclass(frozen=True, slots=True)
class _NamedChance:
    """A chance, with the words and the key for it."""

    name: str
    key: str
    chance: Bracket


def view(asked: Asked | None, session: Session) -> View:
    """The chances of ruin, goal and being ahead; the final bankroll; how long it lasts."""
    return view_of(
        "session",
        asked,
        lambda: _parts(session),
        wager=session.terms.wager,
        notes=lambda: _notes(asked, session),
        document=lambda: _document(session),
    )


def _parts(session: Session) -> Iterator[Rows[Any]]:
    chances: tuple[Column[_NamedChance], ...] = (
        c.words("result", lambda result: result.name),
        c.words(None, lambda result: result.key, "result"),
        Column("%", lambda result: percent(result.chance), c.PERCENT),
        Column("1 in", lambda result: _ratio(result.chance), c.PERCENT),
        Column("exact", lambda result: _short(result.chance.exact), c.EXACT, needless=c.empty),
        c.exact(None, lambda result: result.chance.lower, "at_least"),
        c.exact(None, lambda result: result.chance.upper, "at_most"),
    )
    yield Rows(_title(session), list(_results(session)), chances, part="results", nested=True)
    money: tuple[Column[Any], ...] = (
        c.words("", lambda row: row[0]),
        Column("", lambda row: row[1], c.DECIMAL),
    )
    if amounts := list(_money(session)):
        yield Rows("Final bankroll, and how long it lasts", amounts, money, part="")
    if bins := _binned(session):
        longest = max(chance.upper for _, _, chance in bins)
        shape: tuple[Column[Any], ...] = (
            Column("final bankroll", lambda row: _span(*row[:2]), c.WORDS),
            Column("%", lambda row: percent(row[2]), c.PERCENT),
            c.words("", lambda row: "█" * round(row[2].upper / longest * _BAR)),
        )
        yield Rows("Final bankroll", bins, shape, part="")


def _title(session: Session) -> str:
    terms = session.terms
    name = terms.wager.name if terms.wager else "A law of one's own"
    until = (
        f"{terms.rounds:,} rounds at most"
        if terms.rounds
        else "until ruin" + (" or the goal" if terms.goal else "")
    )
    goal = f", goal {terms.goal}" if terms.goal else ""
    money = f"bankroll {session.bankroll}, bet {terms.bet}{goal}"
    return f"{name}: {money}, {until}"


def _results(session: Session) -> Iterator[_NamedChance]:
    yield _NamedChance("ruined", "ruin", session.ruin)
    for name, key, chance in (
        ("goal reached", "goal_reached", session.goal_reached),
        ("stopped by the limit of the loss", "stopped", session.stopped),
        ("ends ahead", "ahead", session.ahead),
        ("ends even", "even", session.even),
        ("ends behind, ruin included", "behind", session.behind),
    ):
        if chance is not None:
            yield _NamedChance(name, key, chance)


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
        yield "average rounds", decimal(rounds)
        yield "average money bet", decimal(rounds * session.terms.staked)


def percent(chance: Bracket) -> Figure | Word:
    """The chance as a percentage, with as many of its digits as are proved."""
    if chance.exact is not None:
        return Figure(chance.exact, t.in_percent)
    shapes: tuple[Callable[[Fraction], str], ...] = (
        t.in_percent,
        *(partial(_places, places) for places in (4, 2, 0)),
    )
    for shown in shapes:
        if (low := shown(chance.lower)) == shown(chance.upper):
            return Word(low)
    power = scientific(chance.upper * 100, 2)
    return (
        Word(f"below {power[0]}e{power[1]}%")
        if not chance.lower
        else Word(f"about {t.in_percent(chance.upper)}")
    )


def _places(places: int, chance: Fraction) -> str:
    return f"{rounded(chance * 100, places)}%"


def decimal(number: Bracket) -> Word | None:
    """The number as a decimal, with as many of six places as are proved; None where none is."""
    for places in range(6, -1, -1):
        if (known := number.rounded(places)) is not None:
            return Word(known)
    return None


def _ratio(chance: Bracket) -> Word | None:
    if not chance.lower:
        return None
    low, high = (one_in(end).removeprefix("1 in ") for end in (chance.upper, chance.lower))
    return Word(low) if low == high else None


def _short(number: Fraction | None) -> Fraction | None:
    return number if number is not None and len(str(number)) <= _LONGEST else None


def _binned(session: Session) -> list[tuple[Fraction, Fraction, Bracket]]:
    """The final bankroll in intervals between the 0.1% and the 99.9% points: its ends, and the chance."""
    law = session.law
    if law is None or len(law.chances) < 2:
        return []
    unit, start = session.terms.gains.unit, session.bankroll
    ends = [law.quantile(Fraction(share, 1000)) for share in (1, 999)]
    least, most = (
        min(law.chances) if ends[0] is None else ends[0],
        max(law.chances) if ends[1] is None else ends[1],
    )
    places = [x for x in sorted(law.chances) if least <= x <= most]
    lattice = gcd(*(x - least for x in places)) or 1
    step = -(-((most - least) // lattice + 1) // _BINS) * lattice
    bins: list[tuple[Fraction, Fraction, Bracket]] = []
    for low in range(least, most + 1, step):
        if inside := [x for x in places if low <= x < low + step]:
            chance = law.chance(lambda x, low=low: low <= x < low + step)  # type: ignore[misc]
            bins.append((start + inside[0] * unit, start + inside[-1] * unit, chance))
    return bins


def _span(low: Fraction, high: Fraction) -> str:
    return str(low) if low == high else f"{low} to {high}"


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
        "rounds": terms.rounds,
        "goal": terms.goal,
        "stop_loss": terms.stop_loss,
        "short": terms.short,
        "needed": terms.needed,
        "risk": session.risk,
        "exact": session.exact,
        **{name: _number(getattr(session, name)) for name in named},
        "final": final
        and {
            "mean": _number(final.mean),
            "variance": _number(final.variance),
            "quantiles": [{"p": share, "money": amount} for share, amount in final.quantiles.items()],
        },
        "rounds_played": session.rounds_played and {"mean": _number(session.rounds_played.mean)},
        "money_bet": session.rounds_played and {"mean": _number(session.rounds_played.mean * terms.staked)},
    }


def _number(number: Bracket | None) -> Any:
    """The number exactly, or decimals that it is between."""
    if number is None or number.exact is not None:
        return number and number.exact
    places = _DIGITS
    if size := max(abs(number.lower), abs(number.upper)):
        places = max(_DIGITS - scientific(size)[1], 0)
    low, high = number.lower * 10**places, number.upper * 10**places
    return {"low": _decimal(low.__floor__(), places), "high": _decimal(high.__ceil__(), places)}


def _decimal(units: int, places: int) -> str:
    text = f"{abs(units):0{places + 1}d}"
    whole, part = (text[:-places], text[-places:]) if places else (text, "")
    return ("-" if units < 0 else "") + whole + (f".{part}" if part else "")


def drawn(to: Canvas, session: Session) -> None:
    """The chances of the final bankroll as bars.

    Raises NoPicture where there is no final bankroll to draw.
    """
    law = session.law
    if law is None or len(law.chances) < 2:
        raise NoPicture("there is no law of the final bankroll to draw")
    bins = [(float(low), float(high), float(chance.upper)) for low, high, chance in _binned(session)]
    marks = {"bankroll": session.bankroll, **({"goal": session.terms.goal} if session.terms.goal else {})}
    histogram(to, _title(session), ("final bankroll", "chance"), bins, marks)
