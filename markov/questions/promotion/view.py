"""The worth of a rebate or a bonus, in tables and as a picture."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from markov.questions.promotion.promotion import Bonus, Rebate
from markov.statistics.bonus import BestBets
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.money import AMOUNTS, Bin, NamedAmount, amounts, amounts_line, binned, drawn_bins, shape
from markov.tables.picture import Canvas, NoPicture, Trace, curves
from markov.tables.rows import Rows
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked


def view(asked: Asked | None, answer: Rebate | Bonus) -> View:
    """The value to the player, and the best play for it."""
    return view_of(
        "promotion",
        asked,
        lambda: _parts(answer),
        headline=lambda: amounts_line(_amounts(answer)),
        wager=answer.net.wager,
        notes=lambda: _notes(asked, answer),
        document=lambda: _document(answer),
    )


def _title(answer: Rebate | Bonus) -> str:
    name = answer.net.wager.name if answer.net.wager else "A law of one's own"
    if isinstance(answer, Rebate):
        return f"{name}: {t.with_percent(answer.share)} of the loss given back, bet {answer.bet}"
    sticky = ", sticky" if answer.terms.back else ""
    cap = "" if answer.terms.cap is None else f", at most {answer.terms.cap} out"
    staked = f"after {answer.terms.rollover} is staked"
    return f"{name}: bonus of {answer.bonus} for a deposit of {answer.deposit}, {staked}{sticky}{cap}"


def _parts(answer: Rebate | Bonus) -> Iterator[Rows[Any]]:
    yield Rows(_title(answer), list(_amounts(answer)), AMOUNTS, part="figures", nested=True)
    if isinstance(answer, Rebate):
        yield from shape("Gain when the player quits, without the rebate", "gain", _bins(answer))
        return
    columns = (
        c.exact("left to stake", "left"),
        c.exact("money from", "money"),
        c.words("best bet", lambda one: [str(bet) for bet in one.best], "best", kind=c.LISTED, shown=_best),
    )
    start = answer.terms.start
    at_start = {one.left: one for one in answer.choices if one.money <= start}.values()
    yield Rows(f"Best bet with {start} at hand", at_start, (columns[0], columns[2]), part="")
    yield Rows("", answer.choices, columns, part="choices")


def _best(one: BestBets) -> str:
    return " or ".join(map(str, one.best))


def _amounts(answer: Rebate | Bonus) -> Iterator[NamedAmount]:
    if isinstance(answer, Bonus):
        yield NamedAmount("value to the player", "value", answer.value)
        yield NamedAmount("chance to stake it all", "chance", answer.chance, percent=True)
        yield NamedAmount("average cash at the end", "cash", answer.cash)
        yield NamedAmount.of("bonus less the edge on what is staked", "simple", answer.simple)
        return
    yield NamedAmount("value to the player", "value", answer.value)
    yield NamedAmount.of("quit when behind by", "quit_behind", answer.quit_behind)
    yield NamedAmount.of("quit when ahead by", "quit_ahead", answer.quit_ahead)
    ahead = answer.law.chance(lambda x: x > 0) if answer.law else None
    yield NamedAmount("chance to quit ahead", "ahead", ahead, percent=True)
    yield NamedAmount("average rounds", "rounds", answer.rounds)
    yield NamedAmount.of(
        "rebate from which a round is worth it", "break_even", answer.break_even, percent=True
    )


def _notes(asked: Asked | None, answer: Rebate | Bonus) -> Iterator[str]:
    if isinstance(answer, Rebate):
        if answer.law is None:
            yield "No round is worth playing: it costs more than the rebate on it brings."
        for tie in answer.ties:
            yield f"At {tie} to quit and to play on are equally good, as far as can be told."
        yield "The rebate is paid on the net loss when the player quits; the bankroll has no limit."
    else:
        yield "The value is the average cash at the end less the deposit: the cost to the house."
        yield "Money below the least bet is lost; the last bet is no larger than what is left to stake."
    if answer.net.wager and asked:
        yield f"A round is {t.way_words(answer.net.play or 'never', answer.net.wager)}."
        yield from t.origin(asked.reading, answer.net.wager.source)


def _document(answer: Rebate | Bonus) -> Document:
    common: Document = {"play": answer.net.play, **amounts(list(_amounts(answer)))}
    if isinstance(answer, Rebate):
        return {"rebate": answer.share, "bet": answer.bet, "ties": list(answer.ties), **common}
    return {
        "deposit": answer.deposit,
        "bonus": answer.bonus,
        "rollover": answer.terms.rollover,
        "bets": list(answer.terms.bets),
        "sticky": bool(answer.terms.back),
        "cap": answer.terms.cap,
        **common,
    }


def _bins(answer: Rebate) -> list[Bin]:
    return binned(answer.law, answer.net.gains(answer.bet).unit, Fraction(0)) if answer.law else []


def drawn(to: Canvas, answer: Rebate | Bonus) -> None:
    """The gain when the player quits as bars, or the value of a bonus by the rollover as a line.

    Raises NoPicture where no round is worth playing.
    """
    if isinstance(answer, Bonus):
        step = -(-len(answer.by_rollover) // 200)
        points = [(left, value / answer.bonus) for left, value in answer.by_rollover[::-step][::-1]]
        axes = "to be staked", "value to the player, of the bonus"
        curves(to, _title(answer), axes, [Trace("best bets", points)], at=points[-1])
        return
    if not (bins := _bins(answer)):
        raise NoPicture("no round is worth playing, so there is nothing to draw")
    drawn_bins(to, _title(answer), ("gain before the rebate", "chance"), bins, {})
