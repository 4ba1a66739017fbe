"""The worth of a rebate or a bonus, in tables and as a picture."""

from collections.abc import Iterator
from typing import Any

from markov.exact import in_short
from markov.questions.promotion.bonus import Bonus
from markov.questions.promotion.rebate import Rebate
from markov.tables import column as c
from markov.tables import money as m
from markov.tables.picture import Canvas, Trace, curves
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.view import View
from markov.wager.asked import Asked

_BONUS = {
    "value": "value to the player",
    "chance": "chance to stake it all",
    "cash": "average cash at the end",
    "simple": "bonus less the edge on what is staked",
}
_REBATE = {
    "value": "value to the player",
    "quit_behind": "quit when behind by",
    "quit_ahead": "quit when ahead by",
    "ahead": "chance to quit ahead",
    "rounds": "average rounds",
    "break_even": "rebate from which a round is worth it",
}


def view(asked: Asked | None, answer: Rebate | Bonus) -> View:
    """The value to the player, and the best play for it."""
    net = answer.net
    if isinstance(answer, Rebate):
        amounts = m.amounts(answer, _REBATE, "ahead break_even")
        said = {"rebate": answer.share, **members(answer, "bet ties")}
    else:
        sticky = {"simple": "less the edge on what is staked"} if answer.sticky else {}
        amounts = m.amounts(answer, _BONUS | sticky, "chance")
        said = members(answer, "deposit bonus rollover bets cap sticky")
    return m.figures_view(
        "promotion",
        asked,
        net.wager,
        net.play,
        _title(answer),
        amounts,
        tuple(_notes(answer)),
        {**said, "play": net.play},
        lambda: _more(answer),
        missing=True,
    )


def _title(answer: Rebate | Bonus) -> str:
    name = m.called(answer.net.wager)
    if isinstance(answer, Rebate):
        return f"{name}: rebate of {in_short(answer.share)} on the net loss, bet {answer.bet}"
    sticky = ", sticky" if answer.sticky else ""
    cap = "" if answer.cap is None else f", at most {answer.cap} out"
    staked = f"after {answer.rollover} is staked"
    return f"{name}: bonus of {answer.bonus} for a deposit of {answer.deposit}, {staked}{sticky}{cap}"


def _more(answer: Rebate | Bonus) -> Iterator[Rows[Any]]:
    if isinstance(answer, Rebate):
        yield from m.shape("Gain when the player quits, without the rebate", "gain", _bins(answer))
        return
    left = c.exact("left to stake", "left")
    best = c.words("best bet", "best", kind=c.LISTED, shown=lambda choice: " or ".join(map(str, choice.best)))
    start = answer.deposit + answer.bonus
    at_start = {choice.left: choice for choice in answer.choices if choice.money <= start}.values()
    yield Rows(f"Best bet with {start} at hand", at_start, (left, best), part="")
    yield Rows("", answer.choices, (left, c.exact("money from", "money"), best), part="choices")


def _notes(answer: Rebate | Bonus) -> Iterator[str]:
    if isinstance(answer, Bonus):
        yield "The value is the average cash at the end less the deposit: the cost to the house."
        yield "Money below the least bet is lost; the last bet is no larger than what is left to stake."
        return
    if answer.law is None:
        yield "No round is worth playing: it costs more than the rebate on it brings."
    for tie in answer.ties:
        yield f"At {tie} quitting and playing on are equally good, as far as can be told."
    yield "The rebate is paid on the net loss when the player quits; the bankroll has no limit."


def _bins(answer: Rebate) -> list[m.Bin]:
    return m.binned(answer.law, answer.net.gains(answer.bet).unit)


def drawn(to: Canvas, answer: Rebate | Bonus) -> None:
    """The gain when the player quits as bars, or the value of a bonus by the rollover as a line.

    Raises NoPicture where no round is worth playing.
    """
    if isinstance(answer, Rebate):
        m.drawn_bins(to, _title(answer), ("gain before the rebate", "chance"), _bins(answer), {})
        return
    step = -(-len(answer.by_rollover) // 200)
    points = [(left, value / answer.bonus) for left, value in answer.by_rollover[::-step][::-1]]
    axes = "to be staked", "value to the player, of the bonus"
    curves(to, _title(answer), axes, [Trace("best bets", points)], {"at first": points[-1:]})
