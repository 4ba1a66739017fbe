"""Games that are installed, by entry point, and sheets given by path.

The group markov.games names games: an entry point is a Game, or a function without parameters that
answers with a mapping from slug to a function that makes the Game. Of two games with one slug that of the
entry point with the lesser name is found. The group markov.readers names
readers of sheets by the suffix they read.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from markov.game import Game, SheetError, Unknown, named, slug


@cache
def shelf() -> Mapping[str, Callable[[], Game]]:
    """What makes each installed game, by slug; the games themselves are not made yet."""
    found: dict[str, Callable[[], Game]] = {}
    for point in sorted(entry_points(group="markov.games"), key=lambda point: point.name):
        for name, make in _games(point).items():
            found.setdefault(name, make)
    return dict(sorted(found.items()))


def _games(point: EntryPoint) -> Mapping[str, Callable[[], Game]]:
    """What the entry point names; where it cannot be loaded, a game that says so when it is asked for."""
    try:
        loaded = point.load()
        games: Mapping[str, Callable[[], Game]]
        games = {loaded.slug: partial(_same, loaded)} if isinstance(loaded, Game) else loaded()
        return dict(games)
    except (Exception, SystemExit) as error:
        trouble = f"{point.name} ({point.value}) cannot be loaded: {type(error).__name__}: {error}"
        return {slug(point.name): partial(_broken, trouble)}


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


def _same(game: Game) -> Game:
    return game


def find(name: str) -> Game:
    """The installed game of that name or slug, or the one on the sheet at that path.

    What holds a path separator or ends in a suffix that some reader reads is a path.

    Raises Unknown when no such game is installed, SheetError when the sheet is not valid.
    """
    readers = {point.name: point for point in entry_points(group="markov.readers")}
    suffix = Path(name).suffix.removeprefix(".").lower()
    if suffix in readers:
        game: Game = readers[suffix].load()(Path(name))
        return game
    if "/" in name or "\\" in name:
        raise Unknown("reader for a sheet like", name, [f"*.{suffix}" for suffix in readers])
    return named("game", name, shelf())()
