"""The figures of a report compared with the claims of the certificates inside it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from markov.appendix.chapter import PlayedWager, ways
from markov.checker import CHOOSING
from markov.proof.certificate import claimed_play
from markov.tables import json_record
from markov.tables.table import Table
from markov.typeset.manuscript import Tabular
from markov.typeset.report_file import loads
from markov.typeset.tables import lines, rows
from markov.verify.difference import alike_from_start, shortened, where_lines_differ
from markov.verify.view import Differs, OtherFigure
from markov.wager.odds import Odds, Strategy
from markov.wager.paytable import Paytable

_WAYS: tuple[Strategy, ...] = ("never", "optimal")
_DIGIT = re.compile("[0-9]")
_STATED = ("wager", "name", "source")
_KEYS = ("schema", "game", "name", "source", "options", "wagers")
_KEYS_OF_WAGER = (*_STATED, "outlay", "trial", "states", "merged", "never", "optimal", "offers")


def certified_wagers(text: str, certificates: Sequence[Mapping[str, Any]]) -> tuple[PlayedWager, ...]:
    """The wagers as the certificates prove them, once the odds in the report are found to be the same.

    Raises Differs at the first place where it is not.
    """
    try:
        given = loads(text)
        _same("schema", given["schema"], "markov/odds/1")
        _same("keys", sorted(given), sorted(_KEYS))
        _same(
            "wagers",
            [entry["wager"] for entry in given["wagers"]],
            [entry["wager"] for entry in certificates],
        )
        for certificate in certificates:
            _same("game", given["game"], certificate["game"])
            _same("options", given["options"], certificate["options"])
        return tuple(map(_wager, given["wagers"], certificates))
    except (KeyError, TypeError, AttributeError) as error:
        raise Differs(f"no odds of the wagers: {error!r}") from None
    except Differs:
        raise
    except ValueError as error:
        raise Differs(str(error)) from None


def _wager(given: Mapping[str, Any], certificate: Mapping[str, Any]) -> PlayedWager:
    name = certificate["name"]
    has_actions = certificate["schema"] == CHOOSING
    _same(f"{name}, keys", sorted(given), sorted((*_KEYS_OF_WAGER, *["strategy"] * has_actions)))
    for key in _STATED:
        _same(f"{name}, {key}", given[key], certificate[key])
    _same(f"{name}, outlay", given["outlay"], str(claimed_play(certificate, "never").outlay))
    pays = Paytable(certificate["posted"])
    for ending, pay in certificate["pays"].items():
        _same(f"{name}, pays {ending}", str(pays[ending]), pay)
    for offer in given["offers"]:
        _same(
            f"{name}, offered for {offer['ending']}", offer["offered"], certificate["pays"][offer["ending"]]
        )
    plays: dict[Strategy, Odds] = {}
    for way in _WAYS:
        order = [entry["ending"] for entry in given[way]["endings"]]
        play = claimed_play(certificate, way, order)
        _same(f"{name}, {way}", given[way], json_record.play(play))
        plays[way] = play
    if not isinstance(trial := given["trial"], str):
        raise TypeError("a trial is no text")
    later_stakes = Paytable(
        {ending: Fraction(more) for ending, more in certificate.get("raises", {}).items()}
    )
    shown = ways(plays["never"], plays["optimal"])
    if has_actions:  # the report is of best play alone, and of the endings that it comes to
        shown = {"never": plays["optimal"]}
        possible = {ending.ending for ending in plays["optimal"].endings}
        pays, later_stakes = (
            table.changed(dict.fromkeys(table.keys() - possible)) for table in (pays, later_stakes)
        )
    outlay = Fraction(certificate["outlay"])
    return PlayedWager(name, trial, has_actions, pays, outlay, later_stakes, shown)


def _same(place: str, given: Any, claimed: Any) -> None:
    """Raises Differs at the first place, inside both, where they are not the same."""
    if isinstance(given, dict) and isinstance(claimed, dict) and given.keys() == claimed.keys():
        for key, part in claimed.items():
            _same(f"{place}, {key}", given[key], part)
    elif isinstance(given, list) and isinstance(claimed, list) and len(given) == len(claimed):
        for number, pair in enumerate(zip(given, claimed, strict=True), start=1):
            _same(f"{place} {number}", *pair)
    elif type(given) is not type(claimed) or given != claimed:
        raise Differs(f"{place}: {shortened(given)} is said, {shortened(claimed)} is certified")


def matching_tables(text: str, suffix: str, wagers: Sequence[PlayedWager]) -> int:
    """The number of tables that have the figures of the certificates: headline, pays and figures.

    Raises Differs, naming the table and its first line that is another, where one does not, and NoTypesetter
    where the package that sets the format is not installed.
    """
    try:
        there = lines(text, suffix)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Differs("it has no tables that can be read") from None
    wanted = list(_tables(wagers))
    place = 0
    for title, table in rows(wanted, suffix):
        place = _behind(table, there, place, title)
    return len(wanted)


def _behind(wanted: Sequence[str], there: Sequence[str], place: int, title: str) -> int:
    """The position after the wanted lines, where they first follow each other from a position on."""
    most_alike, nearest = 0, place
    for start in range(place, len(there)):
        alike = alike_from_start(wanted, there[start : start + len(wanted)])
        if alike == len(wanted):
            return start + alike
        if alike > most_alike:
            most_alike, nearest = alike, start
    if not most_alike:
        raise Differs(f"the table “{title}” is not there as the certificates have it")
    changed = nearest + most_alike
    line = there[changed] if changed < len(there) else ""
    same_words = _DIGIT.sub("0", line) == _DIGIT.sub("0", wanted[most_alike])
    raise (OtherFigure if same_words else Differs)(
        f"the table “{title}”: {where_lines_differ(line, wanted[most_alike])}"
    )


def _tables(wagers: Sequence[PlayedWager]) -> Iterator[Tabular]:
    from markov.appendix.odds_tables import figures, headline, returns
    from markov.statistics.moments import moments

    yield headline(wagers)
    seen: list[tuple[Table, Table]] = []
    for wager in wagers:
        known = {way: moments(play) for way, play in wager.plays.items() if not wager.later_stakes}
        pair = returns(wager), figures(wager, known)
        if (tables := (pair[0].table, pair[1].table)) not in seen:  # wagers that are alike share a page
            seen.append(tables)
            yield from pair
