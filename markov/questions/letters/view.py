"""The return of a wager as an expression in letters, and where today's best play stays best."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markov.exact import decimal
from markov.naming import listed
from markov.questions.letters.roots import Interval, Root
from markov.questions.letters.symbolic import POCKETS, Condition, FixedPolicy, Returned, SymbolicAnswer
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import NOTHING, ONE_WAY, PLAYS, Rounded, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Strategy
from markov.wager.outcome import moved_commission
from markov.wager.rule import label
from markov.wager.wager import Wager

_SHORT = 60  # characters of an expression
_MANY = 40  # conditions are listed for a reader up to here


def view(asked: Asked, answer: SymbolicAnswer) -> View:
    """The returns, the conditions under which today's best play stays best, and where they hold."""
    wager = answer.wager
    return view_of(
        "letters",
        asked,
        lambda: _parts(answer),
        headline=lambda: _headline(answer),
        wager=wager,
        notes=lambda: _notes(asked, answer),
        document=lambda: {
            "name": wager.name,
            "merged": answer.merged or None,
            **members(answer, "letters today"),
        },
    )


@dataclass(frozen=True, slots=True)
class SymbolicPlay:
    """The return under one way of playing it, from one pay or weight to another."""

    name: str
    way: Strategy
    play: Returned
    takes: Sequence[str] = ()
    low: Fraction | Root | None = None
    high: Fraction | Root | None = None


def _headline(answer: SymbolicAnswer) -> str:
    """The edge as an expression, where it is short, and what the letters are today.

    It is that without surrender, which is said where best play has another.
    """
    edge, letters = str(answer.never.edge), listed(list(answer.letters), "and")
    words = f"house edge {edge if len(edge) <= _SHORT else f'as a function of {letters}'}"
    best = [answer.kept] if answer.kept else answer.stretches
    if any(play.play != answer.never for play in best):
        words += f" {h.without(answer.wager)}"
    today = (f"{name} is {now} today" for name, now in answer.today.items() if now is not None)
    return h.clauses(words, *today)


def _parts(answer: SymbolicAnswer) -> Iterator[Rows[Any]]:
    kept, wager = answer.kept, answer.wager
    never = SymbolicPlay(t.way_words("never", wager), "never", answer.never)
    plays = [
        SymbolicPlay(PLAYS["optimal"], "optimal", pays.play, pays.takes, pays.low, pays.high)
        for pays in answer.stretches
    ]
    if kept:
        ends = (kept.stays.low, kept.stays.high) if kept.stays else (None, None)
        plays.append(SymbolicPlay("today's best play", "optimal", kept.play, kept.takes, *ends))
    columns = list(_columns(answer))
    shown = [never] if kept and kept.play == never.play else [never, *plays]
    letters = "a letter" if len(answer.letters) == 1 else "letters"
    yield Rows(f"{wager.name}: with {letters}", shown, columns, part="")
    yield Rows("", [never, *plays], columns, part="plays")
    if kept and kept.conditions:
        title = f"{wager.name}: conditions for today's strategy to stay best"
        note = "Margin: what is offered less what playing on is worth, once play has left the state."
        few = len(kept.conditions) <= _MANY
        yield Rows(title if few else "", kept.conditions, _conditions(wager), [note], "conditions")
        if kept.stays:
            yield _stays(answer, kept.stays)


def _columns(answer: SymbolicAnswer) -> Iterator[Column[SymbolicPlay]]:
    by_pay = answer.kept is None
    wins = by_pay and moved_commission(answer.wager, answer.letters.values())  # the letter is above 1
    yield c.words("play", lambda row: row.name)
    yield c.words(None, lambda row: row.way, "play")
    yield Column(
        f"{next(iter(answer.letters))} from" if by_pay else None,
        lambda row: Fraction(1) if wins and row.low is None else _near(row.low),
        c.EXACT,
        "from",
        shown=lambda row: int(bool(wins)) if row.low is None else row.low,
    )
    yield Column("to" if by_pay else None, lambda row: _near(row.high), c.EXACT, "to")
    yield c.words("returned", lambda row: str(row.play.returned), "returned")
    yield c.words("edge per stake", lambda row: str(row.play.edge), "edge_per_stake")
    yield Column(
        "takes", lambda row: row.takes, c.LISTED, "takes", shown=lambda row: ", ".join(row.takes) or NOTHING
    )


def _near(end: Fraction | Root | None) -> Fraction | Rounded | None:
    """An end of an interval; one that is no fraction as a decimal."""
    if not isinstance(end, Root):
        return end
    return Rounded(decimal(end.low)) if end.exact is None else end.exact


def _conditions(wager: Wager) -> tuple[Column[Condition], ...]:
    def offers(condition: Condition) -> str:
        return " or ".join(dict.fromkeys(ending for _, ending in condition.offers))

    def offered(condition: Condition) -> list[Document]:
        return [{"state": state, "ending": ending} for state, ending in condition.offers]

    def today(condition: Condition) -> Word:
        return Word("take", "good") if condition.take else Word("play on", "faint")

    return (
        c.words("offer", offers),
        c.words("in state", lambda condition: _states([state for state, _ in condition.offers], wager)),
        Column(None, offered, c.LISTED, "offers", shown=lambda condition: _offers(condition, wager)),
        Column("strategy", lambda condition: condition.take, c.FLAG, "take", shown=today),
        c.words("margin", lambda condition: str(condition.margin), "margin"),
        c.words("holds while it is", _side, "best_while"),
    )


def _offers(condition: Condition, wager: Wager) -> str:
    return "; ".join(f"{ending} in {label(state, wager.rule)}" for state, ending in condition.offers)


def _states(states: Sequence[Any], wager: Wager) -> str:
    shown = "; ".join(label(state, wager.rule) for state in states[:3])
    return shown if len(states) <= 3 else f"{shown}; and {len(states) - 3:,} more"


def _side(condition: Condition) -> str:
    """The side of 0 that the margin has to keep, in words."""
    return "at least 0" if condition.take else "at most 0"


def _stays(answer: SymbolicAnswer, stays: Interval) -> Rows[tuple[str, Root | None, str]]:
    (weight,) = answer.letters
    columns: tuple[Column[tuple[str, Root | None, str]], ...] = (
        c.words(weight, lambda end: end[0], "end"),
        Column(
            "exactly",
            lambda end: end[1] and end[1].exact,
            c.EXACT,
            "exact",
            shown=lambda end: end[1].exact if end[1] else end[2],
        ),
        Column(
            "decimal",
            lambda end: end[1] and Rounded(decimal(end[1].low)),
            c.DECIMAL,
            "decimal",
            shown=lambda end: end[1] and (end[1].exact or end[1].low),
        ),
        Column(
            "root of",
            lambda end: end[1] and str(end[1].polynomial),
            key="root_of",
            shown=lambda end: _irrational(end[1], lambda root: str(root.polynomial)),
        ),
        Column(
            "between",
            lambda end: end[1] and [end[1].low, end[1].high],
            c.LISTED,
            "between",
            shown=lambda end: _irrational(end[1], lambda root: f"{root.low} and {root.high}"),
        ),
    )
    ends = ("from", stays.low, "above 0"), ("to", stays.high, "no end")
    least, most = stays.whole
    whole = f"Whole numbers: {least:,} and up." if most is None else f"Whole numbers: {least:,} to {most:,}."
    return Rows(f"{answer.wager.name}: today's best play stays best", ends, columns, [whole], "stays")


def _irrational(root: Root | None, words: Callable[[Root], str]) -> str | None:
    """The words of an end that is no fraction."""
    return words(root) if root and root.exact is None else None


def _notes(asked: Asked, answer: SymbolicAnswer) -> Iterator[str]:
    wager = answer.wager
    for name, what in answer.letters.items():
        now = answer.today[name]
        if what.startswith(POCKETS):
            outcome = what.removeprefix(POCKETS)
            yield f"{name}: the weight of {outcome} on the wheel; today {now} of {wager.wheel.total}."
        else:
            posts = "not on the sheet today" if now is None else f"today {t.as_posted(wager, what)}"
            yield f"{name}: the total returned for {what}, stake included; {posts}."
            if taken := moved_commission(wager, (what,)):
                yield f"{taken.words()} It moves with {name}."
                way = h.capital(h.without(wager))
                yield f"{way}, the edge is that of {name} above 1, where {what} wins."
    if any(what.startswith(POCKETS) for what in answer.letters.values()):
        yield "Wheels have whole weights from 1 up; the expressions hold for all above 0."
    if answer.kept is not None:
        yield from _about(answer.kept)
    if answer.merged:
        yield f"Merged: {answer.merged}."
    yield from t.origin(asked.reading, wager.source)


def _about(kept: FixedPolicy) -> Iterator[str]:
    if not kept.offers:
        yield ONE_WAY
    elif not kept.conditions:
        yield "What is best depends on none of the letters."
    elif not kept.takes:
        yield "Today's best play takes no offer."
    if len(kept.conditions) > _MANY:
        yield f"Today's strategy stays best while {len(kept.conditions):,} margins keep their side of 0."
