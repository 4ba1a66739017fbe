"""The pays that a text says: one, a range of them, or a list.

A number alone is said in the words of the sheet: on a line of "39 to 1" 30 means 30 to 1, and on one of
"40 for 1" it means 30 for 1.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import floor

from markov.exact import exact
from markov.wager.paytable import Paytable, how_to_write, returned, worded

_PARTS = 1_000  # by comma; a range says more of them at once
_DASHED = re.compile(r"([0-9]{1,9}) ?- ?([0-9]{1,9})", re.ASCII)
_SAMPLE = "write it like 40, 7.5, 15/2, '45 for 1', '44 to 1' or none"
_WORDLESS = "the sheet has no words for it, so say what the numbers are: '45 for 1' or '44 to 1'"


@dataclass(frozen=True, slots=True)
class PaySteps:
    """Pays at even steps, per unit staked and with the stake counted in; one where both ends are the same.

    step   None where the text names none
    way    the word they are said with: "for" or "to"
    """

    first: Fraction
    last: Fraction
    step: Fraction | None
    way: str

    @property
    def nothing(self) -> Fraction:
        """The pay that the number 0 says: "0 to 1" brings the stake back."""
        return Fraction(self.way == "to")

    def count(self, step: Fraction) -> int:
        """The number of pays, at that step where the text names none."""
        return floor((self.last - self.first) / (self.step or step)) + 1


def pay_word(table: Paytable, ending: str) -> str | None:
    """The word with which the sheet says the pay of an ending: "for" or "to".

    A line that the sheet does not have is said as all its other lines are. None where nothing tells.

    >>> repeating = Paytable({"made": "40 for 1", "lost": "nothing"})
    >>> pay_word(repeating, "made"), pay_word(repeating, "surrender-1"), pay_word(repeating, "lost")
    ('for', 'for', None)
    """
    lines = [ending] if ending in table else list(table)
    texts = {table.posted(line).strip().lower() for line in lines} - {"nothing"}
    ways = {worded(Fraction(2), text).split()[1] for text in texts}
    return ways.pop() if len(ways) == 1 else None


def worded_like(pay: Fraction, way: str) -> str:
    """The pay in words, with "for" or "to".

    >>> worded_like(Fraction(40), "for"), worded_like(Fraction(40), "to")
    ('40 for 1', '39 to 1')
    """
    return worded(pay, f"1 {way} 1")


def pays(text: str, way: str | None) -> tuple[PaySteps | None, ...]:
    """The pays that the text says: `A..B`, `A..B/STEP`, one pay, `none`, or several of these by comma.

    A range ends with the last pay that is not beyond its end. What follows the slash is the step, so that a
    fraction at the end of a range is written as a decimal. None stands for no such line.

    way   the word for a number alone, "for" or "to"; None where a number alone is refused

    >>> [(str(span.first), span.way) for span in pays("30..36, 44 for 1", "to")]
    [('31', 'to'), ('44', 'for')]

    Raises ValueError for a text that says no pays.
    """
    if (parts := text.count(",") + 1) > _PARTS:
        raise ValueError(f"{parts:,} parts by comma are more than {_PARTS:,}; write a range like 30..60")
    return tuple(_span(part.strip(), way) for part in text.split(","))


def _span(text: str, way: str | None) -> PaySteps | None:
    if text.lower() == "none":
        return None
    low, dots, rest = text.partition("..")
    if not dots:
        (first,), word = _ends([text], way)
        return PaySteps(first, first, None, word)
    if "/" in low and rest.count("/") == 1:
        raise ValueError(f"{text!r} may end at a fraction or go in steps; write decimals, like 1.5..7.5")
    high, slash, own = rest.partition("/")
    (first, last), word = _ends([low, high], way)
    step = exact(own) if slash else None
    if last < first:
        raise ValueError(f"{text!r} ends before it begins; write the lower end first, like 30..60")
    if step is not None and step <= 0:
        raise ValueError(f"{text!r} has no step above 0; write one like 30..60/5 or 3..8/1/2")
    return PaySteps(first, last, step, word)


def _ends(texts: Iterable[str], way: str | None) -> tuple[list[Fraction], str]:
    """The pays that the ends of a range say, and the word they are said with: their own, or the sheet's."""
    ends = [text.strip() for text in texts]
    own = {match[1] for text in ends if (match := re.search(r"\s(for|to)\s", text.lower()))}
    if len(own) > 1:
        raise ValueError("it is written in two ways, 'for' and 'to'; say both ends in one way")
    word = next(iter(own), way)
    return [_pay(text, word) for text in ends], word or "to"


def _pay(text: str, way: str | None) -> Fraction:
    try:
        number = exact(text)
    except ValueError:
        try:
            return returned(text)
        except ValueError:
            span = _DASHED.fullmatch(text)
            spread = f"; a range is {span[1]}..{span[2]}" if span and int(span[1]) < int(span[2]) else ""
            raise ValueError(f"{text[:60]!r} is not a pay; {how_to_write(text) or _SAMPLE}{spread}") from None
    if number < 0:
        raise ValueError(f"{text!r} is below zero; {_SAMPLE}")
    if way is None:
        raise ValueError(f"{text!r}: {_WORDLESS}")
    return number + (way == "to")


def worded_pay(table: Paytable, ending: str, text: str) -> str:
    """The one pay that the text says, in words: a number alone gets those of the sheet.

    >>> worded_pay(Paytable({"made": "40 for 1"}), "made", "45")
    '45 for 1'

    Raises ValueError for a number where the sheet has no words.
    """
    word = pay_word(table, ending)
    pays(text, word)
    try:
        exact(text)
    except ValueError:
        return text
    return f"{text} {word} 1"


def by_ending(option: str, texts: Iterable[str] | None) -> dict[str, str]:
    """The text of each ending's pays; raises ValueError where a text names none, or an ending comes twice."""
    pays: dict[str, str] = {}
    for text in texts or ():
        ending, sign, words = (part.strip() for part in text.partition("="))
        if not (ending and sign and words):
            raise ValueError(f"{option} {text} names no pay; write it like {option} made='45 for 1'")
        put_once(pays, option, ending, words)
    return pays


def put_once(by_name: dict[str, str], option: str, name: str, words: str) -> None:
    """Adds what an option says of a name, such as the pay of an ending.

    Raises ValueError where it says something else already.
    """
    if by_name.setdefault(name, words) != words:
        raise ValueError(f"{option} {name} is given twice; choose one")
