"""Game: the wagers of one sheet, the readings it leaves open, and its source."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache, partial
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias, TypeVar

from markov.exact import check_text
from markov.naming import counted, did_you_mean
from markov.question import Question
from markov.shown import Displayable
from markov.wager.wager import Wager, condition_lines

if TYPE_CHECKING:
    from markov import front

T = TypeVar("T")
P = ParamSpec("P")


class Unknown(LookupError):
    """A name that is not there, with those that were meant, or else the nearest ones that are."""

    def __init__(self, kind: str, asked: str, names: Iterable[str], meant: Sequence[str] = ()) -> None:
        known = list(names)
        wanted = slug(asked[:100])
        nearest = [*meant] or get_close_matches(wanted, known, n=3, cutoff=0.65)
        if not nearest:  # pass-line: pass
            nearest = [name for name in known if name.partition("-")[0] == wanted.partition("-")[0]][:3]
        if not (hint := did_you_mean(nearest)):
            several = f"choose from {', '.join(known[:20])}{' …' if len(known) > 20 else ''}"
            hint = (
                several if len(known) > 1 else f"there is {'only ' * len(known)}{', '.join(known) or 'none'}"
            )
        super().__init__(f"no {kind} {asked!r}; {hint}")

    def __str__(self) -> str:  # LookupError would quote it
        return str(self.args[0])


class SheetError(ValueError):
    """A sheet that is not valid: which file, where in it, what was found and what was expected."""


def slug(name: str) -> str:
    """The name in small letters and digits, joined by hyphens; an apostrophe leaves no gap.

    >>> slug("Straights and 8's"), slug("Repeating 2, 3, 11, 12")
    ('straights-and-8s', 'repeating-2-3-11-12')
    """
    return re.sub(r"[^a-z0-9]+", "-", re.sub(r"['’]", "", name.lower())).strip("-")


def named(kind: str, asked: str, things: Mapping[str, T]) -> T:
    """The thing of that name or slug, in any case.

    Raises Unknown, naming the nearest, when there is none, and TypeError for a name that is no text.
    """
    check_text(f"the {kind}", asked, next(iter(things), ""))
    if (key := slug(asked)) in things:
        return things[key]
    raise Unknown(kind, asked, things)


def check_one_of(kind: str, asked: str, names: Collection[str]) -> None:
    """Raises Unknown, naming the nearest, for what is none of the names."""
    if asked not in names:
        raise Unknown(kind, asked, names)


@dataclass(frozen=True, slots=True)
class Option:
    """A question that a sheet leaves open.

    choices    name of each choice → what it means; the default comes first
    idle       why no choice changes any odds, for an option that changes none
    rejected   name of a choice that nobody can mean → why; its odds are shown, and are in no range
    """

    key: str
    question: str
    choices: Mapping[str, str]
    idle: str = ""
    rejected: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for choice in self.rejected:
            if choice not in self.choices:
                raise Unknown(f"choice to reject for {self.key}:", choice, self.choices)
            if choice == self.default:
                raise ValueError(f"{self.key}: the default, {choice!r}, cannot be rejected")

    @property
    def default(self) -> str:
        """The choice that holds where none is named."""
        return next(iter(self.choices))


GameLine: TypeAlias = tuple[str, Callable[[], Wager]]
"""A line of a sheet: the name of a wager, and what makes the wager when it is looked up."""


def line(
    name: str, make: Callable[Concatenate[str, P], Wager], *parts: P.args, **named: P.kwargs
) -> GameLine:
    """The line of the wager that a function makes of the name and its parts, once and not before it is asked.

    >>> from markov.wager.catalogue import find
    >>> pass_line = find("craps").wager("pass")
    >>> name, made = line("Put", lambda name, twin: replace(twin, name=name), pass_line)
    >>> made()
    Wager('Put', 11 outcomes, 2 pays)
    """
    return name, cache(partial(make, name, *parts, **named))


@dataclass(frozen=True, slots=True)
class Listing:
    """The wagers of a sheet in its order, by name: `Game.build` may answer so, and each is made alone."""

    made: Mapping[str, Callable[[], Wager]]

    def __iter__(self) -> Iterator[Wager]:
        return (make() for make in self.made.values())


class Wagers(Mapping[str, Wager]):
    """The wagers of a sheet by slug, in its order; each is made when it is first looked up."""

    def __init__(self, made: Mapping[str, Callable[[], Wager]]) -> None:
        self.made = made
        self._found: dict[str, Wager] = {}

    def __getitem__(self, key: str) -> Wager:
        if key not in self._found:
            self._found[key] = self.made[key]()
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.made)

    def __len__(self) -> int:
        return len(self.made)

    def __contains__(self, key: object) -> bool:  # that of a Mapping would make the wager
        return key in self.made

    def __repr__(self) -> str:
        return f"Wagers({', '.join(self.made)})"


@dataclass(frozen=True, slots=True)
class Game(Displayable):
    """The wagers of one sheet.

    source         the document the rules and pays are taken from
    options        the readings: each changes the rules, never what is posted
    build          the wagers in the order of the sheet, for a choice of every option
    choices        those made for options, by key; the default stands for one that is left out
    dispositions   what the author answers to findings of `markov lint`, by id of the finding
    conditions     sentences on what the rules ask for, or leave out, that no chain shows: who may bet and
                   when, or what the figures take for granted

    `game["repeating-2"]` is the wager of that name or slug; a game iterates over the slugs of its wagers.

    Raises ValueError where two options have one key.
    """

    name: str
    source: str
    options: tuple[Option, ...]
    build: Callable[[Mapping[str, str]], Iterable[Wager]]
    choices: Mapping[str, str] = field(default_factory=dict)
    dispositions: Mapping[str, str] = field(default_factory=dict)
    conditions: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "conditions", condition_lines(self.name, self.conditions))
        keys = [option.key for option in self.options]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise ValueError(f"{self.name}: two options have the key {twice[0]!r}; give each one of its own")

    def __repr__(self) -> str:
        return f"Game({self.name!r}, {counted(len(self.options), 'option')})"

    @property
    def slug(self) -> str:
        """The name by which the command finds the game."""
        return slug(self.name)

    def reading(self, choices: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
        """A choice for every option: those given, those made already, the default elsewhere.

        Raises Unknown for an option or a choice that is not there, and TypeError for one that is no text.
        """
        options = {option.key: option for option in self.options}
        choices = {**self.choices, **choices}
        for key, choice in choices.items():
            if key not in options:
                raise Unknown("option", key, options)
            check_text(f"the choice {key}", choice, str(choice))
            if choice not in options[key].choices:
                raise Unknown(f"choice for {key}:", choice, options[key].choices)
        return {key: choices.get(key, option.default) for key, option in options.items()}

    def under(self, choices: Mapping[str, str]) -> "Game":
        """The game with those choices made, a choice for every option.

        Raises Unknown for an option or a choice that is not there.
        """
        return replace(self, choices=self.reading(choices))

    if TYPE_CHECKING:
        odds = front.game_odds
    else:
        odds = Question("markov.wager.odds.game_odds")

    def __getitem__(self, name: str) -> Wager:
        return replace(self.wager(name), game=self.under({}))

    def __iter__(self) -> Iterator[str]:
        return iter(self.wagers())

    def __len__(self) -> int:
        return len(self.wagers())

    def wagers(self, choices: Mapping[str, str] = MappingProxyType({})) -> "Wagers":
        """The wagers under the choices, by slug, in the order of the sheet.

        A sheet that makes its wagers one by one tells what is wrong with one when that is looked up. Raises
        Unknown as `reading` does, and SheetError when two wagers have one slug.
        """
        built = self.build(self.reading(choices))
        made: Iterable[tuple[str, Callable[[], Wager]]]
        if isinstance(built, Listing):
            made = built.made.items()
        else:
            made = [(wager.name, partial(_same, wager)) for wager in built]
        builders: dict[str, tuple[str, Callable[[], Wager]]] = {}
        for name, make in made:
            if (other := builders.setdefault(slug(name), (name, make)))[1] is not make:
                raise SheetError(f"{self.name}: two wagers have one name, {other[0]!r} and {name!r}")
        return Wagers({key: make for key, (_, make) in builders.items()})

    def wager(self, name: str, choices: Mapping[str, str] = MappingProxyType({})) -> Wager:
        """The wager of that name or slug; raises Unknown when there is none."""
        return named("wager", name, self.wagers(choices))

    def rejections(self, reading: Mapping[str, str]) -> dict[str, str]:
        """The choices of the reading that the sheet rejects, as KEY=CHOICE, and why."""
        return {
            f"{option.key}={choice}": option.rejected[choice]
            for option in self.options
            if (choice := reading.get(option.key, option.default)) in option.rejected
        }

    def readings(self, every: bool = False) -> Iterator[dict[str, str]]:
        """The choices made, then each other choice of one option at a time; or all combinations of them."""
        if every:
            for row in product(*(option.choices for option in self.options)):
                yield dict(zip((option.key for option in self.options), row, strict=True))
            return
        made = self.reading()
        yield made
        for option in self.options:
            for choice in option.choices:
                if choice != made[option.key]:
                    yield self.reading({option.key: choice})


def conditions(game: Game, wagers: Iterable[Wager]) -> dict[str, tuple[str, ...]]:
    """Each condition that the game or one of those wagers of it states, with the names of the wagers.

    A condition of the game has no names: it is one of every wager.
    """
    taken: dict[str, tuple[str, ...]] = dict.fromkeys(game.conditions, ())
    for wager in wagers:
        for condition in wager.conditions:
            if condition not in game.conditions:
                taken[condition] = (*taken.get(condition, ()), wager.name)
    return taken


def alone(wager: Wager) -> Game:
    """A wager that is of no game, as a game by itself."""
    return Game(wager.name, wager.source, (), lambda _: (wager,))


def edited_name(game: Game) -> str:
    """The name of the game with other pays: that it is edited is said once, however often it was."""
    return f"{game.name.removesuffix(', edited')}, edited"


def _same(wager: Wager) -> Wager:
    return wager
