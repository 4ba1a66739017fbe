"""The command that pays posted odds in chips."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer
from typer import BadParameter

from markov.command.arguments import PrintedFigures, WagerQuery, above_zero, one_solved

if TYPE_CHECKING:
    from fractions import Fraction


EXAMPLE = "Example: markov payable quebec-place-bets right-4 --from 5 --to 100"
GROUP = "Design"


_MOST = 10_000  # stakes; so many take some seconds, and nobody reads more


def payable(
    query: WagerQuery,
    printed: PrintedFigures,
    stake: str | None = None,
    start: Annotated[str | None, typer.Option("--from")] = None,
    to: str | None = None,
    each: str | None = None,
    chip: str = "1",
    commission: Literal["up", "down", "nearest"] | None = None,
) -> None:
    """The edge that a stake really faces where pays are rounded down to whole chips.

    stake MONEY   One stake.
    start MONEY   The lowest stake of a range.
    to MONEY      The highest stake of the range.
    each MONEY    The step between stakes. Default: one chip.
    chip MONEY    The smallest chip, the least that can be paid.
    commission    How a commission is rounded to the chip. Default: not at all.
    """
    least = _money("--chip", chip)
    listed = _stakes(stake, start, to, each, least)
    asked = query.asked()
    wager = asked.wager

    from markov.command.output import counted
    from markov.questions.payable.view import Payable, view
    from markov.wager.payable import paid

    rule = one_solved(wager, query.max_states)
    posted = rule.answer(wager)
    in_chips = [paid(rule, posted, money, least, commission) for money in counted("pricing", listed)]
    printed.show(view(Payable(asked, posted, least, commission, in_chips)))


def _money(option: str, text: str) -> "Fraction":
    return above_zero(option, text, f"{option} 5 or {option} 0.50")


def _stakes(
    stake: str | None, start: str | None, to: str | None, each: str | None, chip: "Fraction"
) -> "list[Fraction]":
    """The stakes that are asked for, each a whole number of chips."""
    from markov.wager.payable import stakes

    if stake is not None:
        if (start, to, each) != (None, None, None):
            raise BadParameter("--stake asks for one stake, --from, --to and --each for many; choose one")
        return [_chips("--stake", stake, chip)]
    if start is None or to is None:
        raise BadParameter("the stakes are missing; write --stake 7, or --from 5 --to 100")
    lowest, highest = _chips("--from", start, chip), _money("--to", to)
    step = chip if each is None else _chips("--each", each, chip)
    if highest < lowest:
        raise BadParameter(f"--to {to} is less than --from {start}")
    if (highest - lowest) / step >= _MOST:
        raise BadParameter(f"there are more than {_MOST:,} stakes; choose a larger --each or a smaller --to")
    return list(stakes(lowest, highest, step))


def _chips(name: str, text: str, chip: "Fraction") -> "Fraction":
    money = _money(name, text)
    if (money / chip).denominator != 1:
        raise BadParameter(f"{name} {text} is not a whole number of chips; write a smaller --chip")
    return money
