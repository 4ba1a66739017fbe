"""The cost of a wager of a sheet: its outlay, and a commission that follows its pays."""

from fractions import Fraction

from markov.exact import exact, percentage
from markov.sheets.schema import WagerEntry
from markov.sheets.toml_file import Key, TomlFile, nearest
from markov.wager.commission import Commission
from markov.wager.pay_edits import charged
from markov.wager.wager import Wager


def outlay(file: TomlFile, at: Key, line: WagerEntry) -> Fraction:
    """The outlay per unit staked, before a commission; raises SheetError for what is not above 0."""
    try:
        found = exact(line.outlay)
    except ValueError as error:
        raise file.error((*at, "outlay"), str(error)) from None
    if found <= 0:
        raise file.error((*at, "outlay"), f"found {line.outlay!r}; expected a number above 0")
    return found


def with_commission(file: TomlFile, at: Key, line: WagerEntry, wager: Wager) -> Wager:
    """The wager with the commission that the sheet says, if any; raises SheetError where it is none."""
    said = line.commission
    if said is None:
        return wager
    key: Key = (*at, "commission")
    for field, ending in (("of", said.of), *(("refunded", each) for each in said.refunded)):
        if ending not in wager.pays:
            hint = nearest(ending, wager.pays)
            raise file.error((*key, field), f"found {ending!r}; expected an ending that has a pay{hint}")
    if said.of in said.refunded:
        raise file.error((*key, "refunded"), f"found {said.of!r}, whose winnings owe the commission")
    parts = {
        field: _part(file, (*key, field), text)
        for field, text in (("stake", said.stake), ("winnings", said.winnings))
    }
    if not any(parts.values()):
        raise file.error(key, 'found no part; expected one, such as winnings = "5%" or stake = "5%"')
    try:
        commission = Commission(
            said.of,
            wager.pays[said.of],
            parts["stake"],
            parts["winnings"],
            said.due == "on-win",
            frozenset(said.refunded),
        )
    except ValueError as error:
        raise file.error(key, str(error)) from None
    return charged(wager, commission)


def _part(file: TomlFile, key: Key, text: str) -> Fraction:
    try:
        return percentage(text) if text.strip().endswith("%") else exact(text)
    except ValueError as error:
        raise file.error(key, str(error)) from None
