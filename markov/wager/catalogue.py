"""Games that are installed, by entry point, and sheets and programs given by path.

The group markov.games names games: an entry point is a Game; a package, of which every sheet and every
Python file with a `game` in it is one; or a function without parameters that answers with a mapping from
slug to a function that makes the Game. Of two games with one slug that of the entry point with the lesser
name is found. The group markov.readers names readers of sheets by the suffix they read. A program is a
Python file with a `game` or wagers in it; it is run, so it is opened only where the user names it, and never
because a file does.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.machinery import SourceFileLoader
from os.path import isfile
from pathlib import Path
from pkgutil import resolve_name
from traceback import walk_tb
from types import CodeType, ModuleType

from markov.wager.game import Game, SheetError, Unknown, named, slug
from markov.wager.pay_edits import Place
from markov.wager.wager import Wager

PROGRAM = ".py"
_RUN = "game at "  # and its path: the name of a module that is a program


@cache
def shelf() -> Mapping[str, Callable[[], Game]]:
    """The functions that make the installed games, by slug; the games themselves are not made yet."""
    openers: dict[str, Callable[[], Game]] = {}
    for point, place in sorted(_entry_points("markov.games")):
        for name, make in _games(point, place).items():
            openers.setdefault(name, make)
    return dict(sorted(openers.items()))


def _entry_points(group: str) -> list[tuple[str, str]]:
    """The entry points of a group: their names, and the places of their objects as `module:object`."""
    return _all_entry_points(tuple(sys.path)).get(group, [])


@lru_cache(maxsize=1)
def _all_entry_points(folders: tuple[str, ...]) -> dict[str, list[tuple[str, str]]]:
    """The entry points of the packages in some folders, by group.

    They are read from the files of the installed packages. importlib.metadata gives the same, but loads the
    email package for it, which takes a tenth of the time of a query.
    """
    files: dict[str, Path] = {}  # by package: the first on the path is the one that is imported
    for folder in folders:
        for file in Path(folder).glob("*-info/entry_points.txt"):
            files.setdefault(file.parent.name.partition("-")[0].lower().replace(".", "_"), file)
    unlisted: dict[str, list[tuple[str, str]]] = {}
    for file in files.values():
        section = ""
        with suppress(OSError, UnicodeDecodeError):  # a package that cannot be read breaks only itself
            for line in file.read_text("utf-8").splitlines():
                name, sign, place = line.partition("=")
                if line.startswith("["):
                    section = line.strip().strip("[]")
                elif sign and not line.startswith("#"):
                    point = (name.strip(), place.partition("[")[0].strip())  # without extras
                    unlisted.setdefault(section, []).append(point)
    return unlisted


def _readers() -> dict[str, str]:
    """The places of the readers of sheets, by suffix."""
    return {f".{suffix}": place for suffix, place in _entry_points("markov.readers")}


def _games(point: str, place: str) -> Mapping[str, Callable[[], Game]]:
    """The games of an entry point; one that cannot be loaded says so when it is asked for."""
    try:
        match resolve_name(place):
            case Game() as game:
                return {game.slug: lambda: game}
            case ModuleType() as package:
                return {slug(path.stem): partial(_in_package, package, path) for path in _files(package)}
            case function:
                return dict(function())
    except (Exception, SystemExit) as error:
        return {slug(point): partial(_broken, _trouble(f"{point} ({place})", error))}


def _trouble(what: str, error: BaseException) -> str:
    return f"{what} cannot be loaded: {type(error).__name__}: {error}"


def _files(package: ModuleType) -> list[Path]:
    """The sheets and the Python files of a package, but for those whose name begins with an underscore."""
    suffixes = {PROGRAM, *_readers()}
    files = (file for folder in package.__path__ for file in Path(folder).iterdir())
    return sorted(file for file in files if file.suffix in suffixes and not file.stem.startswith("_"))


def _in_package(package: ModuleType, file: Path) -> Game:
    """The game of a file of a package; a sheet is not checked, which is for the tests of its package.

    Raises SheetError for a Python file that cannot be loaded or makes no game, and what the reader raises.
    """
    if file.suffix != PROGRAM:
        sheet: Game = resolve_name(_readers()[file.suffix])(file)
        return sheet
    module = f"{package.__name__}.{file.stem}"
    try:
        game = import_module(module).game
    except (Exception, SystemExit) as error:
        raise SheetError(_trouble(module, error)) from error
    return _checked(game, module)


def _checked(game: object, where: str) -> Game:
    """The object under the name `game`; raises SheetError where it is no Game."""
    if not isinstance(game, Game):
        raise SheetError(f"{where}: `game` is of type {type(game).__name__}; expected a markov.Game")
    return game


def _broken(trouble: str) -> Game:
    raise SheetError(trouble)


def installed() -> tuple[list[Game], list[str]]:
    """All installed games, and what is wrong with those that cannot be made."""
    games, troubles = [], []
    for make in shelf().values():
        try:
            games.append(make())
        except SheetError as error:
            troubles.append(str(error))
    return games, troubles


def game(name: str | Path, **choices: str) -> Game:
    """The game of that name, or of the `.toml` sheet or the `.py` file at that path, under a reading of it.

    choices   of options, by key; an underscore stands for a hyphen, the default for what is left out

    A `.py` file is a program of yours and is run: its game is the `game` in it, or one of all wagers in it.

    >>> import markov as mk
    >>> mk.game("repeater-bets-plus", zeros="1")["repeating-2"]
    Wager('Repeating 2', 12 outcomes, 3 pays)

    Raises Unknown, naming the nearest, for a name, an option or a choice that is not there, and SheetError
    for a file that is not valid.
    """
    game = opened(str(name))
    keys = {option.key for option in game.options}
    read = {key if key in keys else key.replace("_", "-"): choice for key, choice in choices.items()}
    return game.under(read)


def games() -> tuple[str, ...]:
    """The names of the games that are installed.

    >>> import markov as mk
    >>> mk.games()
    ('craps', 'craps-side-bets', 'quebec-place-bets', 'repeater-bets-plus', 'straights-and-8s')
    """
    return tuple(shelf())


def opened(name: str) -> Game:
    """The game that a user asks for: what `find` finds, or what the Python file at that path makes.

    The file is a program of the user's, and is run. Its game is the `game` in it, or else one of all wagers
    in it, named for the file.

    Raises what `find` raises, and SheetError when the program fails or makes neither a game nor wagers.
    """
    path = Path(name)
    if path.suffix.lower() == PROGRAM:
        return _made(path)
    try:
        return find(name, (PROGRAM,))
    except Unknown:
        if meant := _without_suffix(name):
            raise Unknown("game", name, shelf(), meant) from None
        raise


def _without_suffix(name: str) -> list[str]:
    """The files of which this is the path but for the suffix, of those that are read."""
    return [name + suffix for suffix in (*_readers(), PROGRAM) if isfile(name + suffix)]


def find(name: str, others: Sequence[str] = ()) -> Game:
    """The installed game of that name or slug, or the one on the sheet at that path; no program is run.

    others   suffixes that are read elsewhere, for the message that names those that are read

    What holds a path separator, ends in a suffix that some reader reads, or is a file here is a path.

    Raises Unknown when no such game is installed, SheetError when the sheet is not valid under its defaults,
    or under any one choice of any one option: it names the file, the line, the key, what was found and what
    was expected.
    """
    path = Path(name)
    if path.suffix or "/" in name or "\\" in name:
        readers = _readers()
        if place := readers.get(path.suffix.lower()):
            game: Game = resolve_name(place)(path)
            for reading in game.readings():
                list(game.wagers(reading).values())
            return game
        if "/" in name or "\\" in name or isfile(name):
            known = [*readers, *others]
            raise Unknown("sheet can be read from", name, [f"*{suffix}" for suffix in known])
    return named("game", name, shelf())()


def place(name: str, beside: Path) -> Place:
    """The place of the game of that name, seen from a directory: its slug, or the path of its sheet."""
    path = Path(name)
    if path.suffix.lower() in _readers():
        return (beside / path).resolve()
    return slug(name)


def program_line(error: BaseException) -> str:
    """The file and the line of a program of the user's that the error came through last; empty for none."""
    lines = [
        f"{frame.f_code.co_filename}, line {line}"
        for frame, line in walk_tb(error.__traceback__)
        if str(frame.f_globals.get("__name__")).startswith(_RUN)
    ]
    return lines[-1] if lines else ""


class _Program(SourceFileLoader):
    """Runs a file as it is now, and leaves no compiled copy beside it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


def _made(path: Path) -> Game:
    """The game that the Python file makes."""
    module = _run(path)
    if (game := getattr(module, "game", None)) is not None:
        return _checked(game, str(path))
    wagers = tuple(dict.fromkeys(value for value in vars(module).values() if isinstance(value, Wager)))
    if not wagers:
        raise SheetError(f"{path}: found no `game` and no wager; expected `game = Game(…)`, or wagers")
    game = Game(path.stem.replace("_", " "), path.name, (), lambda _: wagers)
    game.wagers()  # two of one name are told now
    return game


def _run(path: Path) -> ModuleType:
    if not isfile(path):  # nor where no file can have such a name
        raise SheetError(f"{path}: found no file there; expected a Python file")
    name, here = f"{_RUN}{path.resolve()}", str(path.resolve().parent)
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module  # where dataclasses look for what their fields are
    sys.path.insert(0, here)  # as for a program that is started
    try:
        with redirect_stdout(sys.stderr):  # stdout is for answers
            _Program(name, str(path)).exec_module(module)
    except (Exception, SystemExit) as error:
        where, what = program_line(error) or f"{path}", str(error)
        if isinstance(error, SyntaxError):
            what = error.msg
            if error.lineno and error.filename and isfile(error.filename):  # the program, or what it imports
                where = f"{error.filename}, line {error.lineno}"
        del sys.modules[name]
        raise SheetError(f"{where}: it cannot be run: {type(error).__name__}: {what}") from error
    finally:
        sys.path.remove(here)
    return module
