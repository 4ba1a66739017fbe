"""The figures that a report shows, against what the certificates inside it claim."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from markov.appendix.chapter import Played
from markov.chain.duration import Spins
from markov.tables import json_record as document
from markov.typeset.carried import loads
from markov.typeset.manuscript import Tabular, walked
from markov.typeset.tables import lines, rows
from markov.verify.difference import parted, shortened
from markov.verify.view import Differs
from markov.wager.game import slug
from markov.wager.odds import Ending, Play, Way
from markov.wager.outcome import Edge
from markov.wager.paytable import Paytable

_WAYS: tuple[Way, ...] = ("never", "optimal")
_STATED = ("wager", "name", "source", "outlay")
_KEYS = ("schema", "game", "name", "source", "options", "wagers")
_KEYS_OF_WAGER = (*_STATED, "states", "merged", "never", "optimal", "offers")


def odds(text: str, certificates: Sequence[Mapping[str, Any]]) -> tuple[Played, ...]:
    """The wagers as played, by the certificates, each figure being the same in the document of odds.

    Raises Differs at the first place where it is not.
    """
    try:
        given = loads(text)
        _same("schema", given["schema"], "markov/odds/1")
        _same("keys", sorted(given), sorted(_KEYS))
        _same("wagers", [one["wager"] for one in given["wagers"]], [one["wager"] for one in certificates])
        for one in certificates:
            _same("game", given["game"], one["game"])
            _same("options", given["options"], one["options"])
        return tuple(map(_wager, given["wagers"], certificates))
    except (KeyError, TypeError, AttributeError) as error:
        raise Differs(f"no odds of the wagers: {error!r}") from None
    except Differs:
        raise
    except ValueError as error:
        raise Differs(str(error)) from None


def _wager(given: Mapping[str, Any], certificate: Mapping[str, Any]) -> Played:
    if not isinstance(name := certificate["name"], str):
        raise TypeError("a name is no text")
    _same(f"{name}, keys", sorted(given), sorted(_KEYS_OF_WAGER))
    for key in _STATED:
        _same(f"{name}, {key}", given[key], certificate[key])
    pays = Paytable(certificate["posted"])
    for ending, pay in certificate["pays"].items():
        _same(f"{name}, pays {ending}", str(pays[ending]), pay)
    for offer in given["offers"]:
        _same(
            f"{name}, offered for {offer['ending']}", offer["offered"], certificate["pays"][offer["ending"]]
        )
    plays = {}
    for way in _WAYS:
        order = [one["ending"] for one in given[way]["endings"]]
        play = _play(certificate["plays"][way]["claims"], order, Fraction(certificate["outlay"]))
        _same(f"{name}, {way}", given[way], document.play(play))
        plays[way] = play
    if certificate["plays"]["optimal"] == certificate["plays"]["never"]:
        del plays["optimal"]
    return Played(name, pays, plays)


def _play(claims: Mapping[str, Any], order: Sequence[str], outlay: Fraction) -> Play:
    """The play that is claimed; its endings stand in that order, and any left out come last."""
    edge, endings = claims["edge"], claims["endings"]
    return Play(
        endings=tuple(
            Ending(name, Fraction(endings[name]["probability"]), Fraction(endings[name]["returned"]))
            for name in dict.fromkeys([*(name for name in order if name in endings), *endings])
        ),
        outlay=outlay,
        variance=Fraction(claims["variance"]),
        edge=Edge(
            Fraction(edge["per_stake"]),
            Fraction(edge["per_outlay"]),
            _known(edge["per_resolved"]),
            _known(edge["per_spin"]),
        ),
        spins=Spins(Fraction(claims["spins"]["mean"]), Fraction(claims["spins"]["variance"])),
        envy=Fraction(claims["envy"]),
        returned=Fraction(claims["returned"]),
    )


def _known(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _same(place: str, given: Any, claimed: Any) -> None:
    """Raises Differs at the first place, inside both, where they are not the same."""
    if isinstance(given, dict) and isinstance(claimed, dict) and given.keys() == claimed.keys():
        for key, part in claimed.items():
            _same(f"{place}, {key}", given[key], part)
    elif isinstance(given, list) and isinstance(claimed, list) and len(given) == len(claimed):
        for number, (one, part) in enumerate(zip(given, claimed, strict=True), start=1):
            _same(f"{place} {number}", one, part)
    elif type(given) is not type(claimed) or given != claimed:
        raise Differs(f"{place}: {shortened(given)} is said, {shortened(claimed)} is certified")


def tables(text: str, suffix: str, wagers: Sequence[Played]) -> int:
    """How many tables of the report say what the certificates claim: the summary, returns and figures.

    Raises Differs, naming the table and its first line that is another, where one does not.
    """
    try:
        there = lines(text, suffix)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Differs("it has no tables that can be read") from None
    wanted = list(_tables(wagers))
    place = 0
    for one in wanted:
        place = _found(rows(one, suffix), there, place, one.table.title)
    return len(wanted)


def _found(wanted: Sequence[str], there: Sequence[str], place: int, title: str) -> int:
    """Where the lines end that are wanted, the first time that they stand from the place on."""
    near, at = 0, place
    for start in range(place, len(there)):
        alike = 0
        while alike < len(wanted) and start + alike < len(there) and there[start + alike] == wanted[alike]:
            alike += 1
        if alike == len(wanted):
            return start + alike
        if alike > near:
            near, at = alike, start
    if not near:
        raise Differs(f"the table “{title}” is not there as the certificates have it")
    line = there[at + near] if at + near < len(there) else ""
    raise Differs(f"the table “{title}”: {parted(line, wanted[near])}")


def _tables(wagers: Sequence[Played]) -> Iterator[Tabular]:
    from markov.appendix.figures import figures
    from markov.appendix.returns import returns
    from markov.appendix.summary import summary
    from markov.statistics.moments import moments

    for one in walked([summary(wagers)]):
        if isinstance(one, Tabular):
            yield one
    for wager in wagers:
        key = f"wager_{slug(wager.name)}"
        found = figures(wager, {way: moments(play) for way, play in wager.plays.items()}, key)
        yield from (one for one in walked([*returns(wager, key), found]) if isinstance(one, Tabular))
