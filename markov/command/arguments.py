"""The arguments and options that commands share, the wagers that they ask about, and the answers of those.

A command names a group as one parameter, and `expanded` gives its arguments and options to the command line:

    def odds(query: SheetQuery, printed: PrintedFigures) -> None: …

Its other options and arguments are its own parameters, or the fields of a group of its own that a function
takes as they are. Their metavars and their help are what its docstring says of them below the first
paragraph, as docstrings describe parameters:

    within N   The chance that it is over within N spins.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import MISSING, dataclass, fields, is_dataclass, replace
from functools import wraps
from inspect import Parameter, getdoc, signature
from itertools import chain
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_origin

import typer
from typer.models import ArgumentInfo

from markov.command import output
from markov.command.completion import choices, game_names, posted_pays, wager_names
from markov.naming import listed

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.tables.view import View
    from markov.wager.asked import Asked
    from markov.wager.game import Game
    from markov.wager.odds import Answer, AnswersByReading, Road, Solved
    from markov.wager.rule import Exploring
    from markov.wager.wager import Wager


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A game, or the path of a .toml sheet or a .py file.", autocompletion=game_names
    ),
]
WagerNames = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WAGER",
        help="Wagers of the game, by name or the beginning of one. Default: all of them.",
        autocompletion=wager_names,
    ),
]
OneWager = Annotated[
    str | None,
    typer.Argument(
        metavar="WAGER",
        help="One wager of the game, by its name or the beginning of it. Default: the only one there is.",
        autocompletion=wager_names,
    ),
]
AnyGame = Annotated[
    str | None,
    typer.Argument(
        metavar="GAME", help="A game, or the path of a sheet or a .py file.", autocompletion=game_names
    ),
]


def reading(*flags: str, about: str = "A reading of the rules") -> Any:
    """The option that chooses a reading."""
    words = f"{about}; `markov games GAME` lists them."
    return typer.Option(*flags, metavar="KEY=CHOICE", help=words, autocompletion=choices)


Options = Annotated[list[str] | None, reading("-o", "--option")]
OutputOptions = Annotated[list[str] | None, reading("--option")]  # of commands whose -o names a file
Pays = Annotated[
    list[str] | None,
    typer.Option(
        "--pay",
        metavar="ENDING=PAY",
        help="Another pay, such as made='45 for 1'. A bare number, as in made=45, is read 'for 1' or 'to 1' "
        "as the sheet posts that line. surrender-2=none takes the line out.",
        autocompletion=posted_pays,
    ),
]

Force = Annotated[bool, typer.Option("--force", help="Overwrite a file that is there.")]


def output_file(metavar: str, more: str) -> Any:
    """The option -o of a command that writes a file; `more` ends the sentence of its help."""
    words = f"The file to write; a file that exists is overwritten only with --force{more}"
    return typer.Option("-o", "--output", metavar=metavar, help=words)


Playing = Annotated[
    Literal["optimal", "never"],
    typer.Option("--play", help="The way of playing: optimal is best play; never takes no offer."),
]
Dispositions = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="A TOML file with answers to findings, beside those of the sheet."),
]
Plot = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Also draw a picture: .svg, .png or .pdf; needs matplotlib."),
]
SavedAs = Annotated[
    str | None,
    typer.Option(
        "--output",
        metavar="FILE",
        help="Also write the answer to a file: .xlsx, .csv, .json, .md, .parquet or .txt.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Short for --format json.")]
AsFormat = Annotated[output.Format | None, typer.Option("--format", help="How to print. Default: table.")]
Whole = Annotated[bool, typer.Option("--whole", help="Print every digit of long fractions.")]
Full = Annotated[bool, typer.Option("--full", help="Print every row, also those that say nothing new.")]
Limit = Annotated[
    int, typer.Option("--max-states", min=1, metavar="N", help="Refuse chains with more states than this.")
]
MAX_STATES = 5_000_000  # that of `markov.chain.chain`, for which help does not wait
MAX_SEED = 10**15  # any reader of JSON keeps every digit of it


@dataclass(frozen=True, slots=True, kw_only=True)
class _GameQuery:
    """A game, the pays that are changed, the reading, and a limit on the work."""

    game: GameName
    pay: Pays = None
    option: Options = None
    max_states: Limit = MAX_STATES


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetQuery(_GameQuery):
    """Wagers of a game, or all of its sheet: with which pays, under which reading."""

    wager: WagerNames = None

    def asked(self) -> "Asked":
        """The wagers that the command names, with the pays of --pay."""
        return asked(self.game, self.option, self.wager, self.pay)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileQuery(SheetQuery):
    """Wagers of a game, or all of its sheet, for a command whose -o names a file."""

    option: OutputOptions = None
    force: Force = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerQuery(_GameQuery):
    """One wager of a game: with which pays, under which reading."""

    wager: OneWager = None

    def asked(self) -> "Asked":
        """The wager that the command names, with the pays of --pay."""
        return asked_one(self.game, self.option, self.wager, self.pay)


@dataclass(frozen=True, slots=True, kw_only=True)
class StakesQuery(_GameQuery):
    """Wagers of a game with a stake on each: with which pays, under which reading."""

    stake: Annotated[
        list[str],
        typer.Argument(
            metavar="WAGER=STAKE",
            help="Wagers of the game, each with its stake, such as field=5.",
            autocompletion=wager_names,
        ),
    ]

    def staked(self) -> "tuple[Asked, dict[str, Fraction]]":
        """The wagers, and the stake on each by slug; raises BadParameter for what is no stake."""
        from markov.exact import exact

        stakes: dict[str, Fraction] = {}
        staked = None
        for text in self.stake:
            name, sign, said = text.partition("=")
            staked = asked(self.game, self.option, [name], self.pay)
            try:
                amount = exact(said if sign else 1)
            except ValueError as error:
                raise typer.BadParameter(f"{text}: {error}") from None
            for wager in staked.wagers:
                if stakes.setdefault(wager, amount) != amount:
                    raise typer.BadParameter(f"the stake on {wager} is given twice; choose one")
        return asked(self.game, self.option, list(stakes), self.pay), stakes


@dataclass(frozen=True, slots=True, kw_only=True)
class PlotFile:
    """The picture that is drawn beside an answer; raises BadParameter where its file cannot be written."""

    plot: Plot = None
    force: Force = False

    def __post_init__(self) -> None:
        output.picture_file(self.plot, self.force)

    def draw(self, draw: Callable[[Path], None]) -> None:
        """Draws it to its file, if there is one."""
        output.draw_plot(None if self.plot is None else Path(self.plot), draw)


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """The format of an answer; raises BadParameter where --format and --json ask for two."""

    style: AsFormat = None
    json: AsJson = False
    saved_as: SavedAs = None
    force: Force = False

    def __post_init__(self) -> None:
        output.one_format(self.style, self.json)
        if self.saved_as is not None:
            output.answer_file(self.saved_as, self.force)

    @property
    def format(self) -> output.Format:
        """The one format that is asked for."""
        return output.one_format(self.style, self.json)

    def rendered(self, view: "View") -> str:
        """The text of what is shown; it is also written to the file of --output."""
        self.save(view)
        return output.rendered(view, self.format)

    def save(self, view: "View") -> None:
        """Writes the answer to the file of --output, if there is one."""
        if self.saved_as is not None:
            output.save_answer(self.saved_as, view)

    def show(self, view: "View") -> None:
        """Prints what is shown."""
        output.write([self.rendered(view)])


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedFigures(Printed):
    """The format of an answer, and of its long fractions."""

    whole: Whole = False
    full: Full = False

    def rendered(self, view: "View") -> str:
        """The text of what is shown; --whole has whole fractions in tables, --full every row."""
        self.save(view)
        return output.rendered(view, self.format, self.whole, self.full)


_FILES = {
    "to": "-o",
    "destination": "--to",
    "certificate": "--certificate",
    "save": "--save",
    "plot": "--plot",
    "saved_as": "--output",
}
"""The options that name a file to write, by their parameters."""


def expanded(command: Callable[..., None]) -> Callable[..., None]:
    """The command as a command line calls it: each group of arguments in place of its parameter.

    Arguments come first, then the options of the command's own, then those of its groups.
    """
    about, _, rest = (getdoc(command) or "").partition("\n\n")
    known = _help(rest)
    own = [_described(each, known) for each in signature(command).parameters.values()]
    groups: dict[str, Any]
    groups = {each.name: each.annotation for each in own if is_dataclass(each.annotation)}
    grouped = {
        name: [_described(_parameter(each), known) for each in fields(group)]
        for name, group in groups.items()
    }
    if strange := known.keys() - {each.name for each in (*own, *chain(*grouped.values()))}:
        raise TypeError(f"the docstring describes {min(strange)}, which is no parameter")
    single = [each for each in own if each.name not in groups]
    every = [member for each in own for member in grouped.get(each.name, [each])]
    arguments = [parameter for parameter in every if _positional(parameter)]
    options = [parameter for parameter in (*single, *every) if not _positional(parameter)]
    parameters = {
        argument.name: argument.replace(kind=Parameter.KEYWORD_ONLY) for argument in (*arguments, *options)
    }

    @wraps(command)
    def called(**given: Any) -> None:
        files = [option for name, option in _FILES.items() if name in given]
        if files and given.get("force") and all(given.get(name) is None for name in _FILES):
            raise typer.BadParameter(
                f"--force overwrites the file of {listed(files, 'or')}, and there is none"
            )
        bound = {
            name: groups[name](**{member.name: given[member.name] for member in members})
            for name, members in grouped.items()
        }
        command(**bound, **{parameter.name: given[parameter.name] for parameter in single})

    called.__signature__ = signature(command).replace(parameters=list(parameters.values()))  # type: ignore[attr-defined]
    called.__doc__ = about
    called.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
    return called


def _help(text: str) -> dict[str, tuple[str | None, str]]:
    r"""The metavar and the help of each parameter, from the lines of a docstring.

    >>> _help("within N   The chance that it is over\n           within N spins.")
    {'within': ('N', 'The chance that it is over within N spins.')}
    """
    texts: dict[str, tuple[str | None, str]] = {}
    name = ""
    for line in text.splitlines():
        if match := fullmatch(r"(\w+)(?: (\S+))? {2,}(\S.*)", line):
            name = match[1]
            texts[name] = match[2], match[3]
        elif name:
            texts[name] = texts[name][0], f"{texts[name][1]} {line.strip()}"
    return texts


def _described(parameter: Parameter, known: Mapping[str, tuple[str | None, str]]) -> Parameter:
    """The parameter as an option, or an argument, with its help."""
    if parameter.name not in known:
        return parameter
    kind, info = parameter.annotation, typer.Option()
    if get_origin(kind) is Annotated:
        kind, info = get_args(kind)[0], copy(get_args(kind)[1])
    elif kind is bool:
        info = typer.Option("--" + parameter.name.replace("_", "-"))  # without a --no-
    metavar, info.help = known[parameter.name]
    info.metavar = metavar or info.metavar
    return parameter.replace(annotation=Annotated[kind, info])


def _parameter(field: Any) -> Parameter:
    default = Parameter.empty if field.default is MISSING else field.default
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=field.type)


def _positional(parameter: Parameter) -> bool:
    return any(isinstance(part, ArgumentInfo) for part in get_args(parameter.annotation))


def asked(
    name: str,
    options: Iterable[str] | None = None,
    wagers: Sequence[str] | None = None,
    pays: Iterable[str] | None = None,
) -> "Asked":
    """The game of that name, under the options, and the wagers of those names with the pays of --pay.

    A name that is no wager's own stands for all wagers whose names begin with it; all of the sheet are asked
    for where no name is given. Raises Unknown for a name that is not there.
    """
    from markov.wager.catalogue import opened

    edits, choices = parsed_pays(pays), parsed_options(options)
    game = opened(name)
    return asked_wagers(name, game, game.reading(choices), wagers, edits)


def asked_one(
    name: str, options: Iterable[str] | None, wager: str | None, pays: Iterable[str] | None = None
) -> "Asked":
    """The game and its one wager of that name, or the only one; raises BadParameter where there are more."""
    return only_wager(asked(name, options, wager and [wager], pays), wager)


def only_wager(asked: "Asked", name: str | None) -> "Asked":
    """The one wager that the name stands for, as asked; raises BadParameter where there are several."""
    if len(asked.wagers) > 1:
        known = ", ".join(list(asked.wagers)[:5])
        more = " …" if len(asked.wagers) > 5 else ""
        has = f"{name!r} stands for" if name else f"name a WAGER: {asked.game.name} has"
        raise typer.BadParameter(f"{has} {len(asked.wagers)} wagers; choose one of {known}{more}")
    return replace(asked, named=True)


@contextmanager
def typed_values() -> Iterator[None]:
    """Tells a plain ValueError, which is about a value that was typed, as a mistake in the command line."""
    try:
        yield
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise typer.BadParameter(str(error)) from None


@contextmanager
def naming_the_others(wagers: "Collection[Wager]") -> Iterator[None]:
    """Work on several wagers; where one is refused by a limit, says how to ask for the others alone."""
    try:
        yield
    except Exception as error:
        from markov.command.failure import LIMIT, failure
        from markov.wager.game import slug

        code, words = failure(error)
        others = [slug(wager.name) for wager in wagers if not words.startswith(f"{wager.name}: ")]
        if code == LIMIT and 0 < len(others) < len(wagers):
            output.say(f"to leave it out, name the other{'s' * (len(others) > 1)}: {' '.join(others)}")
        raise


def parsed_options(options: Iterable[str] | None, flag: str = "--option") -> dict[str, str]:
    """The choices that --option makes, by option."""
    choices: dict[str, str] = {}
    for text in options or ():
        key, sign, choice = text.partition("=")
        if not (key and sign and choice):
            raise typer.BadParameter(f"{flag} {text} is not an option; write it like {flag} KEY=CHOICE")
        if choices.setdefault(key, choice) != choice:
            raise typer.BadParameter(f"{flag} {key} is {choices[key]} and {choice}; choose one")
    return choices


def asked_wagers(
    name: str,
    game: "Game",
    reading: Mapping[str, str],
    wagers: Sequence[str] | None,
    edits: Mapping[str, str | None],
) -> "Asked":
    """The wagers of those names, under the reading, with those pays where they fit.

    name   by which the game was asked for
    """
    from markov.wager.asked import Asked

    chosen = named_wagers(game.wagers(reading), wagers)
    if not edits:
        return Asked(game, reading, chosen, bool(wagers))
    from markov.command.pays import worded_pay
    from markov.wager.catalogue import place
    from markov.wager.comparison import fitting_pays
    from markov.wager.game import Wagers
    from markov.wager.pay_edits import edition

    try:
        fit = {
            key: {end: pay and worded_pay(chosen[key].pays, end, str(pay)) for end, pay in by_ending.items()}
            for key, by_ending in fitting_pays(chosen, edits).items()
        }
        made = edition(game, place(name, Path()), reading, fit)
        now = Wagers(made(reading).made)
        edited = {key: now[key] for key in chosen}
    except ValueError as error:
        raise typer.BadParameter(f"--pay {error}") from None
    return Asked(game, reading, edited, bool(wagers), made)


def named_wagers(wagers: "Mapping[str, Wager]", names: Sequence[str] | None) -> "dict[str, Wager]":
    """The wagers that are named, each once; all of them where none is.

    A name that is no wager's own stands for all whose names begin with it. Raises Unknown where none does,
    and BadParameter where there are no wagers at all.
    """
    from markov.wager.game import named, slug

    if not wagers:
        raise typer.BadParameter("the sheet has no wager under these choices; choose others with -o")
    chosen: dict[str, Wager] = {}
    for name in names or wagers:
        begun = [key for key in wagers if slug(name) and key.startswith(slug(name))]
        if not begun:
            named("wager", name, wagers)
        chosen |= {key: wagers[key] for key in ([slug(name)] if slug(name) in wagers else begun)}
    return chosen


def parsed_pays(texts: Iterable[str] | None) -> "dict[str, str | None]":
    """The pays that --pay says, one for an ending; None takes the line out."""
    if not texts:
        return {}
    from markov.command.pays import by_ending, pays

    try:
        by_name = by_ending("--pay", texts)
        for ending, text in by_name.items():
            if "," in text or ".." in text:
                raise ValueError(
                    f"--pay {ending}={text}: one pay is wanted here; several are for sweep and design"
                )
            try:
                pays(text, "for")
            except ValueError as error:
                raise ValueError(f"--pay {ending}: {error}") from None
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    return {ending: None if text.lower() == "none" else text for ending, text in by_name.items()}


def parsed_edge(option: str, text: str) -> "Fraction":
    """The edge that the text says: a percentage with its sign, or a fraction."""
    from markov.exact import share

    try:
        return share(text)
    except ValueError as error:
        why, _, _ = str(error).partition(";")
    raise typer.BadParameter(f"{option}: {why}; write it like {option} 15% or {option} 9/49")


def parsed_chance(text: str) -> "Fraction":
    """The chance that `--quantile` says; raises BadParameter for what is none."""
    chance = parsed_edge("--quantile", text)
    if not 0 <= chance <= 1:
        raise typer.BadParameter(f"--quantile {text} is not a chance, which is from 0% to 100%")
    return chance


def above_zero(option: str, text: str, sample: str) -> "Fraction":
    """The number that the text says; raises BadParameter where it is no number, or not above 0."""
    from markov.exact import exact

    try:
        number = exact(text)
    except ValueError as error:
        raise typer.BadParameter(f"{option}: {error}") from None
    if number <= 0:
        raise typer.BadParameter(f"{option} {text} is not above 0; write it like {sample}")
    return number


def check_lines(wager: "Wager", taken_out: Iterable[str]) -> None:
    """Raises BadParameter where a line is to be taken out that the paytable of the wager does not have."""
    for ending in taken_out:
        if ending not in wager.pays:
            lines = ", ".join(sorted(wager.pays))
            raise typer.BadParameter(
                f"--pay {ending}: {wager.name} has no such line to take out; the lines are {lines}"
            )


def answers(wagers: "Iterable[Wager]", limit: int, by: "Road | None" = None) -> "dict[Wager, Answer]":
    """The answers of the wagers; those on one rule and wheel are solved once.

    by   the road; the one that suits where it is None
    """
    from markov.wager.odds import by_road, grouped_by_rule
    from markov.wager.wager import concerning

    solved: dict[Wager, Answer] = {}
    groups = grouped_by_rule(wagers)
    with output.stages("solving") as advance:
        for number, alike in enumerate(groups):
            wager = alike[0]
            with concerning(wager.name):
                rule = by_road(wager, limit, by, exploring(advance, wager, number, len(groups)))
            for wager in alike:
                with concerning(wager.name):
                    solved[wager] = rule.answer(wager)
            advance("solving", number + 1, len(groups))
    return solved


def answers_under(asked: "Asked", readings: "Iterable[Mapping[str, str]]", limit: int) -> "AnswersByReading":
    """The answers of the wagers that were asked for under each of the readings; one may lack some of them."""
    read = [replace(asked, named=False).under(reading) for reading in readings]
    wagers = [
        [each.wagers[key] for key in (asked.wagers if asked.named else each.wagers) if key in each.wagers]
        for each in read
    ]
    solved = answers([wager for listed in wagers for wager in listed], limit)
    return [
        (each.reading, [solved[wager] for wager in listed]) for each, listed in zip(read, wagers, strict=True)
    ]


def one_solved(wager: "Wager", limit: int) -> "Solved":
    """The rule of the wager, solved; a bar counts the states that are explored."""
    from markov.wager.odds import solved

    with output.stages("solving") as advance:
        return solved(wager, limit, exploring(advance, wager))


def exploring(advance: output.Progress, wager: "Wager", number: int = 0, total: int = 1) -> "Exploring":
    """Shows on the bar how many states of the wager have been explored, that being the next of several."""
    return lambda *so_far: advance(wager.explored_so_far(*so_far), number, total)
