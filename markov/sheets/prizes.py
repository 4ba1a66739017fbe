"""Prizes of a sheet: pays that are drawn from a weighted table, or sums of such draws."""

import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from markov.exact import exact
from markov.rules.draws import Draws
from markov.rules.prized import PrizedRule
from markov.sheets.line import SheetLine, paid_together
from markov.sheets.schema import of_hundred
from markov.sheets.toml_file import Key, TomlFile
from markov.wager.paytable import Paytable, returned, to_one, worded
from markov.wager.prize import Prize, TooManyPrizes, prize_ending
from markov.wager.wager import Wager

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
_PRIZE = re.compile(r"(?:(?P<fixed>.+?)\s*\+\s*)?(?:(?P<draws>[0-9]{1,6})\s*x\s*)?(?P<table>[a-z0-9-]+)")
_NUMBER = re.compile(r"[0-9][0-9.,/]*")
_RESERVED = ("none", "nothing", "evens")


Prizes: TypeAlias = Mapping[str, tuple[Key, Prize]]  # by ending, with the keys under which they stand


def taken_out(line: SheetLine) -> tuple[SheetLine, Prizes]:
    """The line with `nothing` where a pay is a prize, and the prizes."""
    prizes = line.sheet.prizes.items()
    tables = {prize: _table(line.file, ("prizes", prize), listed) for prize, listed in prizes}
    found: dict[str, tuple[Key, Prize]] = {}
    posted = []
    for key, text in line.posted:
        found.pop(str(key[-1]), None)
        try:
            prize = _prize(str(text), tables)
        except ValueError as error:
            raise line.file.error(key, str(error)) from None
        if prize is not None:
            found[str(key[-1])] = key, prize
        posted.append((key, text if prize is None else "nothing"))
    if owed := line.entry.commission:
        owing = [owed.of or "made"] * (owed.winnings != "0" or owed.due == "on-win")
        if drawn := [ending for ending in (*owing, *owed.refunded) if ending in found]:
            why = f"{drawn[0]!r} draws a prize, which is no one amount"
            expected = "expected a commission of the stake, or an ending that has a pay of its own"
            raise line.error(("commission",), f"{why}; {expected}")
    return replace(line, posted=tuple(posted)), found


def _prize(text: str, tables: Mapping[str, tuple[tuple[str, int], ...]]) -> Prize | None:
    """The prize that the text of a pay says; None where it says a pay, or takes a line out.

    Raises ValueError for what is neither, naming what both look like.
    """
    match = _PRIZE.fullmatch(text.strip())
    if match and match["table"] in tables:
        fixed = match["fixed"] or "nothing"
        # A number alone counts the stake in, as the amounts of draws do that it is added to.
        fixed = f"{fixed} for 1" if _NUMBER.fullmatch(fixed) else fixed
        return Prize(tables[match["table"]], int(match["draws"] or 1), fixed)
    if text != "none":
        try:
            returned(text)
        except ValueError as error:
            table = next(iter(tables))
            raise ValueError(f"{error}, or like '{table}', '4 x {table}' or '3 + 4 x {table}'") from None
    return None


def with_prizes(file: TomlFile, prizes: Prizes, plain: Wager) -> Wager:
    """The wager with its prizes: an ending that draws one becomes an ending for each amount."""
    if not prizes:
        return plain
    pays, posted = dict(plain.pays), {ending: plain.pays.posted(ending) for ending in plain.pays}
    envy = dict(plain.envy)
    judged = plain.rule.rule if isinstance(plain.rule, Draws) else plain.rule
    offered = {name for name, _ in getattr(judged, "offers", ())}
    for ending, (key, prize) in prizes.items():
        if ending in offered or ending.startswith("surrender-"):
            raise file.error(key, "an offer is chosen by the player, so it has a pay of its own, not a prize")
        if joint := paid_together(ending, plain.pays):
            raise file.error(key, f"{joint}; a prize is for an ending that is always paid alone")
        try:
            law = prize.law()
        except TooManyPrizes as error:
            raise file.error(key, str(error)) from None
        del pays[ending]
        owed = envy.pop(ending, None)
        said, like = prize.posted(), prize.table[0][0]
        for value in law:
            name = prize_ending(ending, value)
            pays[name] = value
            posted[name] = said.get(value) or (worded(value, like) if value else to_one(value))
            if owed is not None:
                envy[name] = owed
    drawn = {ending: prize for ending, (_, prize) in prizes.items()}
    rule = PrizedRule(plain.rule, drawn, None if plain.wheel_varies else plain.wheel)
    return replace(
        plain,
        rule=rule,
        wheel=rule.wheel(rule.start),
        pays=Paytable(pays, {ending: text for ending, text in posted.items() if ending in pays}),
        envy=Paytable(envy),
    )


def _table(file: TomlFile, at: Key, listed: Mapping[str, Any]) -> tuple[tuple[str, int], ...]:
    """The table: each pay as it is said, and its weight as a whole number."""
    if not _NAME.fullmatch(str(at[-1])) or at[-1] in _RESERVED:
        raise file.error(at, "expected a name of small letters, digits and hyphens that is no pay")
    weights: dict[str, Fraction] = {}
    try:
        listed = of_hundred(listed)
    except ValueError as error:
        raise file.error(at, str(error)) from None
    for pay, weight in listed.items():
        try:
            returned(pay)
            if isinstance(weight, bool) or not isinstance(weight, int | str):
                raise ValueError(f"found {weight!r}; expected a whole number, or a fraction as text: '1/3'")
            weights[pay] = exact(weight)
        except ValueError as error:
            raise file.error((*at, pay), str(error)) from None
        if weights[pay] <= 0:
            raise file.error((*at, pay), f"found the weight {weight}; expected one above 0")
    if not weights:
        raise file.error(at, "found no pay; expected pays with their weights, such as { '5 for 1' = 3 }")
    unit = lcm(*(weight.denominator for weight in weights.values()))
    return tuple((pay, int(weight * unit)) for pay, weight in weights.items())
