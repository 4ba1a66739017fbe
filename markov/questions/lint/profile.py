"""Profile: the bounds of a house or a regulator on returns, pays and stakes, with their citation."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from markov.exact import exact, percentage
from markov.printable import printable
from markov.sheets.toml_file import Key, TomlFile, instead, nearest
from markov.wager.game import SheetError, named, slug
from markov.wager.odds import Odds, Strategy
from markov.wager.outcome import Base

ProfileBase: TypeAlias = Literal["per-stake", "per-outlay", "per-resolved"]
PayStyle: TypeAlias = Literal["any", "to", "for"]

_LARGEST = 20_000  # bytes; the fullest of ours has 2,000
_LONGEST = 1_000  # characters of a text
_INSTALLED = Path(__file__).parent / "profiles"


class Unstaked(ValueError):
    """A smallest stake that is not made of chips, or is above the largest."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Bounds of one house or regulator. It states numbers; it is not legal advice.

    written_for    the kind of equipment or wager that the bounds are written for
    citation       where they are written down; `address` on the web, `seen` is where the wording was checked
    date           the day to which the text that was checked was current
    base           what a return is over, and under which `play`
    least_return   the least and the most that may be returned; None where nothing is said
    least_chance   the least chance that a win may have
    words          the word that a posted pay may use
    minimum        the smallest stake, and the smallest chip; None where nothing is said
    """

    name: str
    notice: str
    written_for: str
    citation: str
    date: date
    address: str = ""
    seen: str = ""
    base: ProfileBase = "per-stake"
    play: Strategy = "optimal"
    least_return: Fraction | None = None
    most_return: Fraction | None = None
    least_chance: Fraction | None = None
    words: PayStyle = "any"
    minimum: Fraction | None = None
    chip: Fraction | None = None

    def returned(self, play: Odds) -> Fraction | None:
        """The return over the base: 1 less the edge over it; None where that base is 0."""
        edge = play.edge.over(cast(Base, self.base.replace("-", "_")))
        return None if edge is None else 1 - edge

    def staked(self, minimum: Fraction | None, chip: Fraction | None) -> "Profile":
        """The profile with another smallest stake or chip, where there is one.

        Raises Unstaked where there is one and not the other, or the stake is no whole number of chips.
        """
        minimum, chip = minimum or self.minimum, chip or self.chip
        if (minimum is None) != (chip is None):
            missing = "smallest stake" if minimum is None else "smallest chip"
            raise Unstaked(f"the {missing} is not given")
        if minimum is not None and chip is not None and (minimum / chip).denominator != 1:
            raise Unstaked(f"a stake of {minimum} is not a whole number of chips of {chip}")
        return replace(self, minimum=minimum, chip=chip)


def names() -> list[str]:
    """The names of the profiles that are installed."""
    return sorted(path.stem for path in _INSTALLED.glob("*.toml"))


def find(name: str) -> Profile:
    """The installed profile of that name, or the one in the file at that path.

    What holds a path separator or ends in .toml is a path.

    >>> find("house").base, str(find("house").least_return)
    ('per-stake', '3/4')

    Raises Unknown where no such profile is installed, SheetError where the file is not valid.
    """
    if "/" in name or "\\" in name or name.lower().endswith(".toml"):
        return read(Path(name))
    return read(named("profile", name, {stem: _INSTALLED / f"{stem}.toml" for stem in names()}))


# A profile's TOML file, read strictly: each error names the file, the line and what was expected.


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(instead(value, ["text"]))
    text = " ".join(value.split())
    if not text or not text.isprintable() or len(text) > _LONGEST:
        raise ValueError(f"found no text that can be printed; expected up to {_LONGEST:,} characters")
    return text


def _name(value: Any) -> str:
    if not slug(text := _words(value)):
        raise ValueError("found no letter or digit; expected a name")
    return text


def _day(value: Any) -> date:
    if not isinstance(value, date) or isinstance(value, datetime):
        raise ValueError(instead(value, ["a day like 2024-11-01, without quotes"]))
    return value


def _number(reader: Callable[[str], Fraction], sample: str, most: int | None) -> Callable[[Any], Fraction]:
    """A reader of a number above 0, which stands in the file as text, so that no digit is lost."""

    def number(value: Any) -> Fraction:
        try:
            if not isinstance(value, str):
                raise ValueError
            read = reader(value)
            if read <= 0 or (most is not None and read > most):
                raise ValueError
        except ValueError:
            raise ValueError(instead(value, [f'text like "{sample}"'])) from None
        return read

    return number


def _one_of(*choices: str) -> Callable[[Any], str]:
    def chosen(value: Any) -> str:
        if value not in choices:
            raise ValueError(instead(value, choices))
        return str(value)

    return chosen


# The key, its table before it → the field of the Profile, and what reads it; raises ValueError.
_KEYS: Mapping[Key, tuple[str, Callable[[Any], Any]]] = {
    ("name",): ("name", _name),
    ("notice",): ("notice", _words),
    ("written-for",): ("written_for", _words),
    ("citation",): ("citation", _words),
    ("date",): ("date", _day),
    ("address",): ("address", _words),
    ("seen",): ("seen", _words),
    ("bounds", "base"): ("base", _one_of(*get_args(ProfileBase))),
    ("bounds", "play"): ("play", _one_of(*get_args(Strategy))),
    ("bounds", "least-return"): ("least_return", _number(percentage, "83%", None)),
    ("bounds", "most-return"): ("most_return", _number(percentage, "100%", None)),
    ("bounds", "least-chance"): ("least_chance", _number(exact, "1/7000000", 1)),
    ("pays", "words"): ("words", _one_of(*get_args(PayStyle))),
    ("table", "minimum"): ("minimum", _number(exact, "5", None)),
    ("table", "chip"): ("chip", _number(exact, "0.50", None)),
}
_REQUIRED = ("name", "notice", "written_for", "citation", "date")
_TABLES = dict.fromkeys(key[0] for key in _KEYS if len(key) > 1)


def read(path: Path) -> Profile:
    """The profile in the file at the path; raises SheetError where it is not valid."""
    file = TomlFile.read(path, "profile", _LARGEST)
    values: dict[str, Any] = {}
    for key, value in _flat(file.tables):
        if key in _KEYS:
            field, reader = _KEYS[key]
            try:
                values[field] = reader(value)
            except (TypeError, ValueError) as error:
                raise file.error(key, str(error)) from None
        elif key[0] in _TABLES and len(key) == 1:
            raise file.error(key, instead(value, [f"a table, [{key[0]}]"]))
        else:
            known = [str(known_key[-1]) for known_key in _KEYS if known_key[:-1] == key[:-1]]
            hint = nearest(str(key[-1]), [*known, *map(str, _TABLES)] if len(key) == 1 else known)
            raise file.error(key, f"no profile has this key{hint}")
    if missing := [field for field in _REQUIRED if field not in values]:
        shown = printable(str(path), 200)
        raise SheetError(f"{shown}: found no key {missing[0].replace('_', '-')!r}; expected one")
    try:
        profile = Profile(**values).staked(None, None)
    except Unstaked as error:
        raise file.error(("table",), str(error)) from None
    least, most = profile.least_return, profile.most_return
    if least is not None and most is not None and least > most:
        raise file.error(("bounds", "most-return"), "found less than least-return; expected more")
    return profile


def _flat(tables: Mapping[str, Any]) -> Iterator[tuple[Key, Any]]:
    """The keys of the file with their values, those of its tables led by the name of the table."""
    for name, value in tables.items():
        if name in _TABLES and isinstance(value, dict):
            yield from (((name, key), inner) for key, inner in value.items())
        else:
            yield (name,), value
