"""The request for a report, and the file with it that a report carries, so that it can be made again."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fractions import Fraction
from functools import partial
from hashlib import sha256
from json import dumps
from pathlib import Path, PurePath
from typing import Any

from markov.exact import exact
from markov.questions.lint.profile import Profile, Unstaked, find, names
from markov.typeset.report_file import loads
from markov.wager.catalogue import shelf
from markov.wager.game import Game, edited_name, slug
from markov.wager.pay_edits import EditedSheet, Pay, edition
from markov.wager.paytable import for_one
from markov.wager.wager import Wager

TERMS = "terms.json"
SIGNED = ("author", "reviewer", "laboratory", "document", "revision")
"""The names that a sign-off may say, in the order in which they are printed."""

_SCHEMA = "markov/terms/2"
_LEAST = {"rounds": 1, "seed": 0, "max_states": 1}
_ROUNDS = 10**9  # of a wager; no report simulates more

_LONGEST = 10_000  # signs of a text
_BETS = ("least_bet", "most_bet")
_OUT = "none"  # in place of a pay: the line is taken out


@dataclass(frozen=True, slots=True, kw_only=True)
class _Common:
    """The terms that a request and a report's statement of it have in common.

    stakes   by slug: what is staked on each wager of a layout
    date     as "2026-11-22"
    rounds   that are played of each wager, from the seed
    limit    on the states of a chain
    file     name of the file of the sheet; empty for an installed game
    digest   SHA-256 of that file
    signed   who answers for the document, by SIGNED
    full     whether every detail is printed
    dispositions   answers by id of a finding, beside those of the sheet
    profile   name of the installed bounds that findings are measured by
    least_bet, most_bet   of the table; None where nothing is said
    """

    stakes: Mapping[str, Fraction]
    date: str
    rounds: int
    seed: int
    limit: int
    file: str = ""
    digest: str = ""
    signed: Mapping[str, str] = field(default_factory=dict)
    full: bool = False
    dispositions: Mapping[str, str] = field(default_factory=dict)
    profile: str = "house"
    least_bet: Fraction | None = None
    most_bet: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Request(_Common):
    """The wagers, stakes, date and simulation that a report is asked for.

    game       that the wagers are of; with edited pays, a game of its own
    unedited   the game before its pays were edited, itself where none was; where it is left out, the sheet of
               which `game` is the edition, if that is what its name says
    """

    game: Game
    reading: Mapping[str, str]
    wagers: tuple[Wager, ...]
    unedited: Game | None = None

    @property
    def names(self) -> dict[str, Wager]:
        """The wagers by slug."""
        return {slug(wager.name): wager for wager in self.wagers}

    @property
    def bounds(self) -> Profile:
        """The bounds of findings; raises Unstaked for a least bet that no chips make, or above the most."""
        if self.least_bet and self.most_bet and self.least_bet > self.most_bet:
            raise Unstaked(f"a minimum bet of {self.least_bet} is above the maximum bet of {self.most_bet}")
        profile = find(self.profile)
        return profile.staked(self.least_bet, Fraction(1) if self.least_bet and not profile.chip else None)

    @property
    def whole(self) -> bool:
        """True where they are all wagers of the sheet."""
        return list(self.names) == list(self.game.wagers(self.reading))

    @property
    def sheet(self) -> Game:
        """The game before its pays were edited: an overlay in a file has pays of its own, and is no edit."""
        build = self.game.build
        if self.unedited is not None:
            return self.unedited
        if isinstance(build, EditedSheet) and self.game.name == edited_name(build.sheet):
            return build.sheet
        return self.game

    @property
    def pays(self) -> dict[str, dict[str, str]]:
        """The edited pays in words, by wager and ending; “none” takes a line out."""
        return {} if self.sheet is self.game else _pays_in_words(self.game)

    @property
    def pay_options(self) -> list[str]:
        """The edited pays that the sheet does not have itself, as `--pay` takes them."""
        own = _pays_in_words(self.sheet)
        edits = (
            f"{ending}={pay}"
            for key, by_ending in self.pays.items()
            for ending, pay in by_ending.items()
            if own.get(key, {}).get(ending) != pay
        )
        return list(dict.fromkeys(edits))


@dataclass(frozen=True, slots=True)
class StatedRequest(_Common):
    """A request as a report states it; nothing in it is trusted.

    version     of the program that wrote it
    libraries   that set it, with their versions, where the outcome depends on them
    wagers      slugs, in the order of the report
    pays        as a request has them
    """

    version: str
    libraries: Mapping[str, str]
    game: str
    options: Mapping[str, str]
    wagers: tuple[str, ...]
    pays: Mapping[str, Mapping[str, str]]

    def request(self, game: Game) -> Request:
        """The request, of that game, or of an edition of the game that was asked for, whose pays then count.

        Raises Unknown for an option, a choice or a wager that it lacks, and ValueError for pays that do not
        fit it.
        """
        reading, published, unedited = game.reading(self.options), game, game
        edits = game.build if isinstance(game.build, EditedSheet) and game.slug != self.game else None
        if edits and edits.sheet.slug == self.game:
            unedited = edits.sheet
        elif self.pays:
            pays = {
                key: {ending: None if pay == _OUT else pay for ending, pay in by_ending.items()}
                for key, by_ending in self.pays.items()
            }
            published = edition(game, game.slug, reading, pays).game(edited_name(game))
        wagers = tuple(published.wager(name, reading) for name in self.wagers)
        common = {part.name: getattr(self, part.name) for part in fields(_Common)}
        request = Request(published, reading, wagers, unedited, **common)
        request.bounds  # noqa: B018  # a minimum bet that cannot be staked is refused here
        return request


def _pays_in_words(game: Game) -> dict[str, dict[str, str]]:
    """By wager and ending, the pays that an edition has in place of those of its sheet."""
    edits = game.build.pays if isinstance(game.build, EditedSheet) else {}
    return {
        key: {ending: _pay_in_words(pay) for ending, pay in by_ending.items()}
        for key, by_ending in edits.items()
    }


def _pay_in_words(pay: Pay) -> str:
    return pay if isinstance(pay, str) else _OUT if pay is None else for_one(pay)


def sheet_file(request: Request) -> tuple[str, str]:
    """The name and the SHA-256 of the sheet's file: of the one that was given, or of the installed one."""
    if request.digest:
        return request.file, request.digest
    parts = getattr(shelf().get(request.sheet.slug), "args", ())
    path = next((part for part in parts if isinstance(part, Path)), None)
    return (path.name, sha256(path.read_bytes()).hexdigest()) if path else ("", "")


def request_line(request: Request, version: str, libraries: Mapping[str, str]) -> str:
    """The request as a line of JSON, with the versions of the program and of the libraries that matter."""
    document = {
        "schema": _SCHEMA,
        "markov": version,
        **({"libraries": dict(libraries)} if libraries else {}),
        "game": request.sheet.slug,
        "options": dict(request.reading),
        "wagers": [slug(wager.name) for wager in request.wagers],
        "stakes": {name: str(stake) for name, stake in request.stakes.items()},
        "date": request.date,
        "rounds": str(request.rounds),
        "seed": str(request.seed),
        "max_states": str(request.limit),
        "file": request.file,
        "digest": request.digest,
        "pays": request.pays,
        "signed": dict(request.signed),
        "full": "yes" if request.full else "no",
        "dispositions": dict(request.dispositions),
        "profile": request.profile,
        **{name: str(getattr(request, name) or "") for name in _BETS},
    }
    return dumps(document, separators=(",", ":")) + "\n"


def stated_request(text: str) -> StatedRequest:
    """The request in such a line; raises ValueError, naming the key, where it is none of ours."""
    given = loads(text)
    if not isinstance(given, dict) or given.get("schema") != _SCHEMA:
        raise ValueError(f"its schema is not {_SCHEMA}")

    def part(key: str, fits: Callable[[Any], bool]) -> Any:
        if not fits(given.get(key)):
            raise ValueError(f"{key}: not what a report says there")
        return given[key]

    rounds, seed, limit = (int(part(key, partial(_whole, least))) for key, least in _LEAST.items())
    if rounds > _ROUNDS:
        raise ValueError("rounds: not what a report says there")
    wagers = part(
        "wagers",
        lambda names: (
            isinstance(names, list) and _texts(names) and list(dict.fromkeys(map(slug, names))) == names
        ),
    )
    stated = StatedRequest(
        version=part("markov", _text),
        libraries=given.get("libraries", {}),
        game=part("game", _text),
        options=part("options", _mapping),
        wagers=tuple(wagers),
        stakes={name: _stake(text) for name, text in part("stakes", _mapping).items()},
        date=date.fromisoformat(part("date", _text)).isoformat(),
        file=part("file", lambda name: _text(name) and name == PurePath(name).name),
        digest=part("digest", _text),
        pays=part("pays", lambda pays: isinstance(pays, dict) and all(map(_mapping, pays.values()))),
        signed=part("signed", lambda names: _mapping(names) and set(names) <= set(SIGNED)),
        full=part("full", ("yes", "no").__contains__) == "yes",
        dispositions=part("dispositions", _mapping),
        profile=part("profile", lambda name: name in names()),
        **{name: _stake(text) if (text := part(name, _text)) else None for name in _BETS},
        rounds=rounds,
        seed=seed,
        limit=limit,
    )
    if not _mapping(stated.libraries):
        raise ValueError("libraries: not what a report says there")
    if stated.stakes.keys() != set(stated.wagers):
        raise ValueError("stakes: not one for each wager")
    return stated


def _stake(text: str) -> Fraction:
    stake = exact(text)
    if stake < 0 or str(stake) != text:
        raise ValueError("stakes: not what a report says there")
    return stake


def _whole(least: int, value: Any) -> bool:
    return _text(value) and value.isascii() and value.isdecimal() and int(value) >= least


def _text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= _LONGEST


def _texts(values: list[Any]) -> bool:
    return all(map(_text, values))


def _mapping(value: Any) -> bool:
    return isinstance(value, dict) and _texts([*value, *value.values()])
