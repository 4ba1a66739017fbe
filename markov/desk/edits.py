"""The same wager with other pays."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from markov.paytable import Paytable
from markov.wager import Wager

Pay: TypeAlias = str | Fraction | None  # as posted; what is returned per unit staked; or no such line


def edited(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with some pays put in place of its own; None takes a line out, and its envy with it.

    >>> from markov.catalogue import find
    >>> wager = find("repeater-bets-plus").wager("repeating-2")
    >>> wager = edited(wager, {"made": "45 for 1", "surrender-1": None})
    >>> dict(wager.pays)
    {'lost': Fraction(0, 1), 'made': Fraction(45, 1)}

    Raises ValueError for a text that is no pay. Whether an ending can happen shows when the wager is priced.
    """
    kept: dict[str, str | Fraction] = {ending: wager.pays.posted(ending) for ending in wager.pays}
    for ending, pay in pays.items():
        if pay is None:
            kept.pop(ending, None)
        else:
            kept[ending] = pay
    envy = {ending: owed for ending, owed in wager.envy.items() if ending in kept}
    return replace(wager, pays=Paytable(kept), envy=Paytable(envy))
