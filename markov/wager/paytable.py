"""Paytable: what endings return, and the only place that knows "for 1" from "to 1"."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from markov.exact import exact
from markov.shown import Displayable


class Paytable(Displayable, Mapping[str, Fraction]):
    """An immutable mapping from the name of an ending to what one unit staked brings back, stake included.

    >>> table = Paytable({"made": "40 for 1", "both": Fraction(50), "lost": "nothing"})
    >>> table["made"], table.posted("made"), table.posted("both")
    (Fraction(40, 1), '40 for 1', '49 to 1')
    """

    __slots__ = ("_posted", "_returned")

    def __init__(
        self, pays: Mapping[str, str | Fraction], posted: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """The pays by ending, as text or as what is returned; posted words the latter as the sheet does.

        Raises TypeError for an ending whose name is no text, ValueError for a text that is no pay.
        """
        if unnamed := [ending for ending in pays if not isinstance(ending, str)]:
            raise TypeError(f"a pay is for the ending {unnamed[0]!r}; expected its name, such as 'made'")
        self._returned = {
            ending: returned(pay) if isinstance(pay, str) else exact(pay) for ending, pay in pays.items()
        }
        texts = {ending: pay for ending, pay in pays.items() if isinstance(pay, str)}
        self._posted = {**posted, **texts}

    def changed(self, pays: Mapping[str, str | Fraction | None]) -> "Paytable":
        """The table with some pays put in place of its own; None takes a line out.

        >>> Paytable({"made": "40 for 1", "lost": "nothing"}).changed({"made": "9 to 1", "lost": None})
        Paytable({'made': '9 to 1'})
        """
        kept_pays = {ending: pay for ending, pay in {**self, **pays}.items() if pay is not None}
        kept = {ending: text for ending, text in self._posted.items() if ending not in pays}
        return Paytable(kept_pays, kept)

    def posted(self, ending: str) -> str:
        """The pay in the words of the sheet; said as "to" where the sheet has no words for it."""
        return self._posted.get(ending) or to_one(self[ending])

    def __getitem__(self, ending: str) -> Fraction:
        return self._returned[ending]

    def __iter__(self) -> Iterator[str]:
        return iter(self._returned)

    def __len__(self) -> int:
        return len(self._returned)

    def __hash__(self) -> int:
        return hash(frozenset(self._returned.items()))

    def __repr__(self) -> str:
        return f"Paytable({ {ending: to_one(pay) for ending, pay in self._returned.items()} })"


_PAY = re.compile(r"(?P<won>\S+)\s+(?P<way>for|to)\s+(?P<unit>\S+)")
_NUMBER = r"(\d{1,9}(?:\.\d{1,9})?)"
_TIMES = re.compile(rf"[x×]{_NUMBER}|{_NUMBER}[x×]", re.ASCII)
_ODDS = re.compile(rf"{_NUMBER}(?: ?(?:[:/-]|to) ?{_NUMBER})?", re.ASCII)
_SAID = {
    **dict.fromkeys(("push", "pushes", "tie", "stake back", "money back", "refund"), "a push is 0 to 1"),
    **dict.fromkeys(("half", "half back", "lose half", "loses half", "half loss"), "half back: 1 for 2"),
    **dict.fromkeys(("even", "even money"), "even money is evens, or 1 to 1"),
    **dict.fromkeys(("0", "-", "lose", "loses", "lost", "loss"), "a loss is nothing, and a push is 0 to 1"),
}
_SAMPLE = "write it like '40 for 1', '39 to 1', '7 to 6', 'evens' or 'nothing'"


def returned(pay: str) -> Fraction:
    """The return of one unit staked in all: "for" counts the stake in, "to" pays it back on top.

    >>> [str(returned(pay)) for pay in ("40 for 1", "39 to 1", "7 to 6", "evens", "nothing")]
    ['40', '40', '13/6', '2', '0']
    >>> returned("34:1")
    Traceback (most recent call last):
    ValueError: '34:1' is not a pay; write 34 to 1, or 34 for 1 if the stake is counted in
    """
    text = pay.strip().lower()
    if text in ("evens", "nothing"):
        return Fraction(2 if text == "evens" else 0)
    match = _PAY.fullmatch(text)
    try:
        if match is None:
            raise ValueError
        won, unit = exact(match["won"]), exact(match["unit"])
        if won < 0 or unit <= 0:
            raise ValueError
    except ValueError:
        shown = pay if len(pay) <= 60 else pay[:60] + "…"
        raise ValueError(f"{shown!r} is not a pay; {how_to_write(pay) or _SAMPLE}") from None
    return won / unit + (match["way"] == "to")


def check_pay(name: str, pay: object) -> None:
    """Raises TypeError for a bare number, as the stake may be counted in or not.

    A Fraction is what comes back, stake included.

    >>> check_pay("made", 45)
    Traceback (most recent call last):
    TypeError: made=45 is a bare number; write '45 for 1' (stake included) or '45 to 1' (and the stake back)
    """
    if isinstance(pay, int | float):
        spelled = f"'{pay} for 1' (stake included) or '{pay} to 1' (and the stake back)"
        raise TypeError(f"{name}={pay} is a bare number; write {spelled}")


def how_to_write(pay: str) -> str:
    """The way to write a pay that is said as on a casino floor; empty where it is not known.

    >>> how_to_write("34:1"), how_to_write("Push"), how_to_write("half back")
    ('write 34 to 1, or 34 for 1 if the stake is counted in', 'a push is 0 to 1', 'half back: 1 for 2')
    >>> how_to_write("x2")
    'write 2 for 1 if the stake is counted in, or 2 to 1'
    """
    text = " ".join(pay.lower().split())
    if said := _SAID.get(text):
        return said
    if times := _TIMES.fullmatch(text):
        number = times[1] or times[2]
        return f"write {number} for 1 if the stake is counted in, or {number} to 1"
    if (odds := _ODDS.fullmatch(text)) and float(unit := odds[2] or "1"):
        return f"write {odds[1]} to {unit}, or {odds[1]} for {unit} if the stake is counted in"
    return ""


def paid_together(pays: Iterable[str]) -> Fraction:
    """The return of one unit staked on which several pays are due: wins add up, the stake comes back once.

    >>> str(paid_together(["2 to 1", "3 to 1"])), str(paid_together(["25 for 1", "250 for 1"]))
    ('6', '275')
    """
    won, back = Fraction(0), False
    for pay in pays:
        stake = stake_on_top(pay)
        won, back = won + returned(pay) - stake, back or stake
    return won + back


def stake_on_top(pay: str) -> bool:
    """True for a pay that is said as a win, on top of which the stake comes back: 2 to 1, and evens.

    >>> stake_on_top("2 to 1"), stake_on_top("evens"), stake_on_top("3 for 1")
    (True, True, False)
    """
    return pay.strip().lower() == "evens" or bool(re.search(r"\sto\s", pay.lower()))


def multiple(text: str) -> Fraction:
    """The envy that a table writes as a multiple of the wager.

    >>> multiple("2x")
    Fraction(2, 1)
    """
    number, sign, rest = text.strip().lower().partition("x")
    try:
        if not sign or rest or exact(number) < 0:
            raise ValueError
    except ValueError:
        raise ValueError(f"{text!r} is not a multiple of the wager; write it like '2x'") from None
    return exact(number)


def to_one(gross: Fraction) -> str:
    """The pay said in whole numbers, "to" where the stake comes back and "for" where it does not.

    >>> [to_one(Fraction(pay)) for pay in ("40", "13/6", "2", "1/2", "0")]
    ['39 to 1', '7 to 6', '1 to 1', '1 for 2', 'nothing']
    """
    if not gross:
        return "nothing"
    if gross < 1:
        return f"{gross.numerator} for {gross.denominator}"
    return f"{(gross - 1).numerator} to {gross.denominator}"


def for_one(gross: Fraction) -> str:
    """The pay said in whole numbers, stake counted in.

    >>> for_one(Fraction(40)), for_one(Fraction(13, 6)), for_one(Fraction(0))
    ('40 for 1', '13 for 6', 'nothing')
    """
    return f"{gross.numerator} for {gross.denominator}" if gross else "nothing"


def worded(gross: Fraction, like: str) -> str:
    """The pay said in whole numbers, "for" where another pay says so.

    >>> worded(Fraction(40), "9 for 1"), worded(Fraction(40), "8 to 1"), worded(Fraction(40), "evens")
    ('40 for 1', '39 to 1', '39 to 1')
    """
    return for_one(gross) if re.search(r"\sfor\s", like) else to_one(gross)
