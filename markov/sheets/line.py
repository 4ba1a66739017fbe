"""A line of a sheet: its pays, its envy, its outlay and its commission, and the wager that they make."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from re import compile as pattern
from typing import Any, TypeAlias

from markov.distribution import Distribution
from markov.exact import exact, percentage
from markov.sheets.schema import Sheet, WagerEntry
from markov.sheets.toml_file import RANGE, Key, TomlFile, conditions, nearest
from markov.wager.commission import Commission
from markov.wager.game import SheetError
from markov.wager.pay_edits import with_commission
from markov.wager.paytable import Paytable, how_to_write, multiple, returned
from markov.wager.rule import Rule
from markov.wager.wager import Wager

Posted: TypeAlias = tuple[tuple[Key, Any], ...]
"""Texts as the sheet has them, each with its key, the last part of which is an ending."""
TextsByEnding: TypeAlias = dict[str, tuple[str, Fraction]]
"""By ending the text of a pay, and what it is read as."""
Expected: TypeAlias = Callable[[str], str | None]
"""The endings there are, in words, for one that cannot happen; None for one that can."""

_MOST_ENDINGS = 1_000  # of a range
_DRAWN = pattern(r"[0-9]\s*x\s*[a-z]")  # 4 x credits


@dataclass(frozen=True, slots=True)
class SheetLine:
    """A wager as its sheet lists it.

    posted   its pays: those of the sheet, and then its own, each of which stands in place of the sheet's
    """

    file: TomlFile
    sheet: Sheet
    name: str
    entry: WagerEntry
    posted: Posted

    @classmethod
    def of(cls, file: TomlFile, sheet: Sheet, name: str, entry: WagerEntry) -> "SheetLine":
        """The line of that name."""
        own = posted(file, ("wagers", name, "pays"), entry.pays)
        return cls(file, sheet, name, entry, (*posted(file, ("pays",), sheet.pays), *own))

    @property
    def at(self) -> Key:
        """The key of the line."""
        return "wagers", self.name

    def error(self, key: Key, trouble: str) -> SheetError:
        """The trouble with a key of the line; with the whole line where the key is empty."""
        return self.file.error((*self.at, *key), trouble)

    def pays(self, expected: Expected, needed: Iterable[str] = ()) -> TextsByEnding:
        """The pays by ending; raises SheetError for an ending that is needed and has none."""
        pays = _read(self.file, self.posted, expected, returned)
        if missing := [ending for ending in needed if ending not in pays]:
            raise self.error(
                ("pays",),
                f"{missing[0]!r} has no pay; give it one, such as 'nothing', or take out a line that cannot "
                "come",
            )
        return pays

    def envy(self, expected: Expected) -> dict[str, Fraction]:
        """The envies by ending."""
        bonuses = _read(self.file, posted(self.file, (*self.at, "envy"), self.entry.envy), expected, multiple)
        return {ending: times for ending, (_, times) in bonuses.items()}

    def wager(
        self,
        rule: Rule[Any, Any],
        wheel: Distribution[Any],
        pays: TextsByEnding,
        envy: Mapping[str, Fraction],
    ) -> Wager:
        """The wager on that rule at those pays, with the outlay and the commission of the line."""
        wager = Wager(
            name=self.name,
            rule=rule,
            wheel=wheel,
            pays=Paytable(
                {ending: gross for ending, (_, gross) in pays.items()},
                {ending: text for ending, (text, _) in pays.items()},
            ),
            outlay=self._outlay(),
            envy=Paytable(envy),
            source=", ".join(filter(None, (self.sheet.source, self.entry.source))),
            conditions=conditions(self.file, self.at, self.name, self.entry.conditions),
        )
        return self._with_commission(wager)

    def _outlay(self) -> Fraction:
        """The outlay per unit staked, before a commission."""
        try:
            amount = exact(self.entry.outlay)
        except ValueError as error:
            raise self.error(("outlay",), str(error)) from None
        if amount <= 0:
            raise self.error(("outlay",), f"found {self.entry.outlay!r}; expected a number above 0")
        return amount

    def _with_commission(self, wager: Wager) -> Wager:
        owed = self.entry.commission
        if owed is None:
            return wager
        stake, winnings = (self._part(part, getattr(owed, part)) for part in ("stake", "winnings"))
        of_ending = bool(winnings) or owed.due == "on-win"
        of = owed.of or ("made" if of_ending else "")
        for part, ending in (*([("of", of)] if of else []), *(("refunded", each) for each in owed.refunded)):
            if ending not in wager.pays:
                hint = nearest(ending, wager.pays)
                expected = f"expected an ending that has a pay{hint}"
                if part == "of" and not owed.of:
                    why = "no ending is `made`, so `of` names the one whose winnings count"
                    raise self.error(("commission",), f"{why}; {expected}")
                raise self.error(("commission", part), f"found {ending!r}; {expected}")
        alone = [*([of] if owed.due == "on-win" else []), *owed.refunded]
        for single in alone:
            if joint := paid_together(single, wager.pays):
                why = f"{joint}, and that would go without it"
                expected = "expected a commission in advance, and refunds by endings that come alone"
                raise self.error(("commission",), f"{why}; {expected}")
        if of in owed.refunded:
            raise self.error(("commission", "refunded"), f"found {of!r}, whose winnings owe the commission")
        if not stake and not winnings:
            expected = 'expected one, such as winnings = "5%" or stake = "5%"'
            raise self.error(("commission",), f"found no part; {expected}")
        on_win, refunded = owed.due == "on-win", frozenset(owed.refunded)
        try:
            ending = of or next(iter(wager.pays))
            commission = Commission(ending, wager.pays[ending], stake, winnings, on_win, refunded)
        except ValueError as error:
            raise self.error(("commission",), str(error)) from None
        return with_commission(wager, commission)

    def _part(self, part: str, text: str) -> Fraction:
        """A part of the stake, or of the winnings, that is owed as commission."""
        try:
            return percentage(text) if text.strip().endswith("%") else exact(text)
        except ValueError as error:
            raise self.error(("commission", part), str(error)) from None


def paid_together(ending: str, endings: Iterable[str]) -> str:
    """Words on the first set of lines in which that one is paid with others; empty where it is in none."""
    joint = next((end for end in endings if ending in end.split("+") and ending != end), "")
    return f"{ending!r} is paid together with others too, as {joint!r}" if joint else ""


def posted(file: TomlFile, at: Key, texts: Mapping[str, Any]) -> Posted:
    """The texts that stand in the table at the key, each with its own; `rep-2..4` says three endings at once.

    An ending that is said by itself has that text, and not the one of a range around it.
    """
    keys: dict[str, Any] = {}
    for name, text in texts.items():
        for ending in _endings(file, (*at, name)):
            if ending in keys:
                raise file.error((*at, name), f"{ending!r} is in another range too; expected it in one")
            keys[ending] = text
    own = {ending: text for ending, text in texts.items() if not RANGE.fullmatch(ending)}
    return tuple(((*at, ending), text) for ending, text in (keys | own).items())


def _endings(file: TomlFile, key: Key) -> Iterator[str]:
    """The endings that a range says; none where it is the name of one ending."""
    span = RANGE.fullmatch(str(key[-1]))
    if span is not None:
        first, last = int(span["first"]), int(span["last"])
        if not first < last <= first + _MOST_ENDINGS:
            few = f"expected a range from low to high, of {_MOST_ENDINGS:,} endings at most"
            raise file.error(key, f"found {first}..{last}; {few}")
        yield from (f"{span['name']}-{number}" for number in range(first, last + 1))


def _read(
    file: TomlFile, texts: Posted, expected: Expected, read: Callable[[str], Fraction]
) -> TextsByEnding:
    """The last text that is posted for each ending, and what it is read as; "none" takes a line out."""
    read_pays: TextsByEnding = {}
    for key, text in texts:
        ending = str(key[-1])
        if known := expected(ending):
            raise file.error(key, f"this ending cannot happen; expected {known}")
        if not isinstance(text, str):
            hint = how_to_write(str(text)).removeprefix("write ") if read is returned else ""
            sample = f" in quotes: {hint}" if hint else ", such as '40 for 1', or '2x' for an envy"
            raise file.error(key, f"found {text!r}; expected text{sample}")
        if text == "none":
            read_pays.pop(ending, None)
            continue
        try:
            read_pays[ending] = text, read(text)
        except ValueError as error:
            drawn = "; a pay that is drawn has its table in [prizes]" * bool(_DRAWN.search(text))
            raise file.error(key, f"{error}{drawn}") from None
    return read_pays
