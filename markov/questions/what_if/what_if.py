"""Wagers before and after a change, what is expected of them, and the file of the edited sheet.

A fraction or a whole number is compared exactly. A decimal is a rounded figure: the answer may be half a unit
of its last digit away, as 7.76% stands for 7.755% to 7.765%. A bound, with >= or <=, is exact.
"""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from json import dumps
from pathlib import Path
from typing import Literal, TypeAlias, cast

from typer import BadParameter

from markov.exact import exact, percentage
from markov.tables.file import whole
from markov.wager.asked import Asked
from markov.wager.catalogue import find
from markov.wager.comparison import Compared, compared, solved_for
from markov.wager.game import Game, named, slug
from markov.wager.odds import CHANCE, FIGURES, Answer, Strategy, figure, solved
from markov.wager.pay_edits import EditedSheet, Place
from markov.wager.paytable import to_one
from markov.wager.wager import Wager, concerning

Relation: TypeAlias = Literal["=", ">=", "<="]

_LONGEST = 2_000  # characters
_FORM = re.compile(
    r"\s*(?:(?P<wager>[^:=<>]+):)?\s*(?:(?P<play>never|best)\.)?(?P<figure>[^:=<>]+?)\s*"
    r"(?P<relation>>=|<=|=)\s*(?P<value>[^=<>]+)"
)


@dataclass(frozen=True, slots=True)
class Expectation:
    """The value that a figure is to have.

    text    of --expect
    wager   the wager that has the figure, by name; every wager where there is none
    half    how far the figure may be from the value, where they are to be equal
    """

    text: str
    wager: str | None
    play: Strategy
    figure: str
    relation: Relation
    value: Fraction
    half: Fraction

    def actual(self, answered: Answer) -> Fraction | None:
        """The figure in the answer, a standard deviation as its square; None where it has none."""
        return figure(answered.played(self.play), self.figure)

    def asks(self, answered: Answer) -> bool:
        """Tests whether the wager has the figure: it has no chance of an ending without a pay."""
        return not self.figure.startswith(CHANCE) or self.figure.removeprefix(CHANCE) in answered.wager.pays

    def holds(self, answered: Answer) -> bool:
        """Tests the answer against the expectation; a figure that is not there fails.

        >>> from markov.wager.odds import answer
        >>> from markov.wager.catalogue import find
        >>> repeating_2 = answer(find("repeater-bets-plus").wager("repeating-2"))
        >>> [expectation(text).holds(repeating_2) for text in ("edge=9/49", "edge=18.37%", "best.edge>=15%")]
        [True, True, False]
        """
        actual = self.actual(answered)
        if actual is None:
            return False
        low, high = self.value - self.half, self.value + self.half
        if self.figure == "standard_deviation":
            low, high = low * abs(low), high * abs(high)  # squares compare as their roots do
        return (self.relation == "<=" or actual >= low) and (self.relation == ">=" or actual <= high)


def expectation(text: str) -> Expectation:
    """The expectation that the text says: edge=9/49, repeating-2:best.edge>=15%, chance.made<=1/40.

    Raises ValueError for a text that says none.
    """
    shown = text if len(text) <= 60 else text[:60] + "…"
    match = _FORM.fullmatch(text) if len(text) <= _LONGEST else None
    if match is None:
        raise ValueError(
            f"{shown!r} is not an expectation; write it like edge=9/49, best.edge>=15% or horn:rtp<=9/10"
        )
    name, value = match["figure"], match["value"].strip()
    if name == "edge":
        name = "edge.per_stake"
    if name not in FIGURES and not (name.startswith(CHANCE) and name != CHANCE):
        known = ", ".join(("edge", *FIGURES))
        raise ValueError(f"{shown!r}: no figure has this name; expected {known} or {CHANCE}ENDING")
    try:
        number = percentage(value) if "%" in value else exact(value)
    except ValueError as error:
        raise ValueError(f"{shown!r}: {error}") from None
    return Expectation(
        text=text.strip(),
        wager=match["wager"] and match["wager"].strip(),
        play="optimal" if match["play"] == "best" else "never",
        figure=name,
        relation=cast(Relation, match["relation"]),
        value=number,
        half=_half(value) if match["relation"] == "=" else Fraction(0),
    )


def _half(value: str) -> Fraction:
    """Half a unit of the last digit of a decimal; 0 for a fraction or a whole number.

    >>> _half("7.76%"), _half("0.05"), _half("5%"), _half("9/49")
    (Fraction(1, 20000), Fraction(1, 200), Fraction(0, 1), Fraction(0, 1))
    """
    digits = re.fullmatch(r"[+-]?[0-9]*\.(?P<after>[0-9]+)\s*(?P<percent>%?)", value)
    if digits is None:
        return Fraction(0)
    return Fraction(1, 2 * 10 ** (len(digits["after"]) + 2 * len(digits["percent"])))


def paired(posted: Mapping[str, Wager], after: Asked) -> list[tuple[Wager, Wager]]:
    """Each wager asked for, as it was and as it is; raises Unknown for one that was not there."""
    if after.named:
        return [(named("wager", key, posted), now) for key, now in after.wagers.items()]
    return [(was, after.wagers[key]) for key, was in posted.items() if key in after.wagers]


def unpaired(posted: Mapping[str, Wager], after: Asked) -> list[str]:
    """A sentence on each wager of a whole sheet that is on one side of the change alone."""
    if after.named:
        return []
    sides = (posted, after.wagers, "before"), (after.wagers, posted, "after")
    return [
        f"{wager.name} is on the sheet {side} the change alone, and is not compared."
        for mine, others, side in sides
        for key, wager in mine.items()
        if key not in others
    ]


def check_known(expected: Iterable[Expectation], wagers: Sequence[Wager]) -> None:
    """Refuses to expect something of what is not there: it would hold of nothing."""
    by_slug = {slug(wager.name): wager for wager in wagers}
    for expectation in expected:
        among = list(wagers) if expectation.wager is None else [named("wager", expectation.wager, by_slug)]
        ending = expectation.figure.removeprefix(CHANCE)
        lines = {line for wager in among for line in wager.pays}
        if expectation.figure.startswith(CHANCE) and ending not in lines:
            known = ", ".join(sorted(lines))
            raise BadParameter(
                f"--expect {expectation.text}: no ending {ending!r} has a pay; {known} have one"
            )


def compared_pairs(
    pairs: Sequence[tuple[Wager, Wager]], limit: int, done: Callable[[int], None]
) -> list[Compared]:
    """The wagers before and after, each solved once where its rule and wheel stay as they are."""
    wagers = []
    for was, now in pairs:
        with concerning(was.name):
            first = solved(was, limit)
            wagers.append(compared(first.answer(was), solved_for(first, now, limit).answer(now)))
        done(len(wagers))
    return wagers


class NotAlike(Exception):
    """A file that does not read back as what was written to it."""


class Unwritable(ValueError):
    """An edition that no TOML file can hold."""


def save(edition: EditedSheet, name: str, target: Path) -> Game:
    """Writes the edition to a file, and answers with the game that the file reads back as.

    Raises OSError where it cannot be written, NotAlike where what is read back has other wagers, GoalError
    where the sheet has a path that TOML cannot hold. In any case no file is left behind, and one that was
    there is as it was.
    """
    # The reader goes by the suffix, and by the directory for a sheet that is named by its path.
    with whole(target) as draft:
        try:
            # Seen from a symlink and from its target, only a whole path leads to the same sheet.
            beside = target.parent if target.parent == draft.parent else None
            draft.write_bytes(overlay(edition, name, beside).encode())
        except UnicodeEncodeError:
            raise Unwritable("the path of its sheet is not UTF-8, as all text in TOML is") from None
        read = find(str(draft))
        if read.wagers() != {slug(wager.name): wager for wager in edition(edition.reading)}:
            raise NotAlike(f"{target}: what was written does not read back as the edited sheet")
    return read


def overlay(edition: EditedSheet, name: str, directory: Path | None) -> str:
    """The TOML text of the edition, for a file in the directory; without one, for a file anywhere.

    >>> from markov.wager.pay_edits import edition
    >>> sheet = find("repeater-bets-plus")
    >>> edits = {"repeating-2": {"made": "45 for 1", "surrender-1": None}}
    >>> print(overlay(edition(sheet, sheet.slug, {}, edits), "Mine", Path()), end="")
    ... # doctest: +ELLIPSIS
    sheet = "repeater-bets-plus"
    name = "Mine"
    <BLANKLINE>
    [reading]
    zeros = "2"
    ...
    <BLANKLINE>
    [wagers."Repeating 2".pays]
    made = "45 for 1"
    surrender-1 = "none"
    """
    return "".join(f"{line}\n" for line in _lines(edition, name, directory))


def _lines(edition: EditedSheet, name: str, directory: Path | None) -> Iterator[str]:
    yield f"sheet = {_quoted(_named(edition.at, directory))}"
    yield f"name = {_quoted(name)}"
    if edition.reading:
        yield ""
        yield "[reading]"
    for key, choice in edition.reading.items():
        yield f"{_key(key)} = {_quoted(choice)}"
    for key, pays in edition.pays.items():
        yield ""
        yield f"[wagers.{_key(edition.posted[key].name)}.pays]"
        for ending, pay in pays.items():
            text = "none" if pay is None else pay if isinstance(pay, str) else to_one(pay)
            yield f"{_key(ending)} = {_quoted(text)}"


def _named(at: Place, directory: Path | None) -> str:
    """The slug of the game, or the path of its sheet as seen from the directory."""
    if isinstance(at, str):
        return at
    if directory is None:
        return at.as_posix()
    try:
        return Path(os.path.relpath(at, directory.resolve())).as_posix()
    except ValueError:  # on another drive
        return at.as_posix()


def _key(name: str) -> str:
    """The name as a TOML key, bare where it can be."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    r"""The text as a TOML string.

    >>> print(_quoted('a "b" \x7f'))
    "a \"b\" \u007f"
    """
    return dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
