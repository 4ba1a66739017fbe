"""Records: rows for a program, each value under a key, typed."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from re import sub
from typing import Any, TypeAlias

from markov.exact import decimal
from markov.tables.table import Rounded
from markov.wager.game import check_one_of
from markov.wager.rule import label, plain

Record: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Records:
    """Rows under keys, in one schema for each question.

    kinds   by key: Fraction is an exact number or a Rounded one, int, float and bool are themselves, str is
            words, object is a state of a rule
    rows    a value under each key; a key that is not there, or None, is a value that is missing

    Raises ValueError where a row has a key of no column, or two columns have one heading.
    """

    kinds: Mapping[str, type]
    rows: Sequence[Record]

    def __post_init__(self) -> None:
        if extra := {key for row in self.rows for key in row} - self.kinds.keys():
            raise ValueError(f"no column is called {min(extra)}")
        if len(set(self.headings())) < len(self.headings()):
            raise ValueError("two columns have one heading")

    def of_part(self, part: str) -> "Records":
        """The rows of a part alone, under the keys that they have.

        Raises Unknown where there is no such part.
        """
        check_one_of("part", part, dict.fromkeys(row.get("part", "") for row in self.rows))
        rows = [row for row in self.rows if row.get("part", "") == part]
        there = {key for row in rows for key, value in row.items() if value is not None} - {"part"}
        kinds = {key: kind for key, kind in self.kinds.items() if key in there}
        return Records(kinds, [{key: row.get(key) for key in kinds} for row in rows])

    def headings(self) -> list[str]:
        """The keys; an exact number has three columns: its decimal, KEY_numerator and KEY_denominator.

        A spreadsheet would take a fraction such as 1/7 for a day of the year.
        """
        return [heading for key, kind in self.kinds.items() for heading in _headings(key, kind)]

    def texts(self) -> Iterator[list[str]]:
        """The cells of each row as words; one that is missing is empty."""
        for row in self.rows:
            yield [text for key, kind in self.kinds.items() for text in _texts(row.get(key), kind)]

    def plain(self) -> Iterator[tuple[str, list[Any]]]:
        """Heading and values of each column, as a spreadsheet has them: a number in three columns."""
        for key, kind in self.kinds.items():
            values = [row.get(key) for row in self.rows]
            if kind is Fraction:
                fractions = [value if isinstance(value, Fraction) else None for value in values]
                yield key, [None if value is None else _nearest_float(value) for value in values]
                yield f"{key}_numerator", [None if value is None else value.numerator for value in fractions]
                yield (
                    f"{key}_denominator",
                    [None if value is None else value.denominator for value in fractions],
                )
            elif kind is object:
                yield key, [None if value is None else label(value) for value in values]
            else:
                yield key, values

    def columns(self) -> Iterator[tuple[str, str, list[Any]]]:
        """Heading, pandas dtype and values of each column: decimals as floats, fractions as Fractions."""
        for key, kind in self.kinds.items():
            values = [row.get(key) for row in self.rows]
            if kind is Fraction:
                yield key, "float64", list(map(_nearest_float, values))
                yield (
                    f"{key}_exact",
                    "object",
                    [value if isinstance(value, Fraction) else None for value in values],
                )
            elif kind is object:
                yield key, "object", [None if value is None else label(value) for value in values]
            else:
                yield key, _dtype(kind, values), values


_DTYPES = {int: "Int64", float: "float64", bool: "boolean"}


def _dtype(kind: type, values: Iterable[Any]) -> str:
    """The pandas dtype of such values; whole numbers of more than 64 bits are objects to pandas."""
    long = kind is int and any(value is not None and value.bit_length() > 63 for value in values)
    return "object" if long else _DTYPES.get(kind, "object")


def keys(part: str, names: Iterable[str]) -> dict[str, str]:
    """Keys for the columns of a part, made of names; names that would make one key are left as they are.

    >>> keys("pay", ["made", "surrender-1"])
    {'made': 'pay_made', 'surrender-1': 'pay_surrender_1'}
    """
    made = {name: f"{part}_{sub(r'[^0-9A-Za-z]+', '_', name).strip('_')}" for name in names}
    clash = len(set(made.values())) < len(made) or any(
        key.endswith(("_exact", "_numerator", "_denominator")) for key in made.values()
    )
    return {name: f"{part} {name}" for name in made} if clash else made


def members(of: object, names: str) -> dict[str, Any]:
    """The attributes of those names, in their order, as the fields of a record.

    >>> members(Fraction(3, 4), "numerator denominator")
    {'numerator': 3, 'denominator': 4}
    """
    return {name: getattr(of, name) for name in names.split()}


def as_json(value: Any) -> Any:
    """The value as JSON holds it: exact numbers as texts, states and rows as lists, what is infinite null."""
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Rounded):
        return value.decimal
    if isinstance(value, float) and not isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    return value if isinstance(value, float) else plain(value)


def _headings(key: str, kind: type) -> tuple[str, ...]:
    return (key, f"{key}_numerator", f"{key}_denominator") if kind is Fraction else (key,)


def _texts(value: Any, kind: type) -> tuple[str, ...]:
    if value is None:
        return ("", "", "") if kind is Fraction else ("",)
    if isinstance(value, Rounded):
        return value.decimal, "", ""
    if kind is Fraction:
        return decimal(value), str(value.numerator), str(value.denominator)
    if kind is bool:
        return ("true" if value else "false",)
    return (label(value) if kind is object else str(value),)


def _nearest_float(value: Fraction | Rounded | None) -> float:
    """The nearest float; one that is not there is not a number, one beyond all floats is infinite."""
    if value is None:
        return float("nan")
    if isinstance(value, Rounded):
        return float(value.decimal)
    try:
        return float(value)
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
