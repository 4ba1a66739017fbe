"""The wagers that a command is asked about, their answers, and the files that it writes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from typer import BadParameter

from markov.command.failure import ReaderLeft

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.command.output import Progress
    from markov.wager.asked import Asked
    from markov.wager.game import Game
    from markov.wager.odds import Answer, Solved
    from markov.wager.wager import Wager


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

    edits, choices = edited(pays), chosen(options)
    game = opened(name)
    return selected(name, game, game.reading(choices), wagers, edits)


def asked_one(
    name: str, options: Iterable[str] | None, wager: str, pays: Iterable[str] | None = None
) -> "Asked":
    """The same for one wager; raises BadParameter where its name stands for several."""
    found = asked(name, options, [wager], pays)
    single(found, wager)
    return found


def single(found: "Asked", name: str) -> None:
    """Raises BadParameter where the name of a wager stands for several."""
    if len(found.wagers) > 1:
        known = ", ".join(list(found.wagers)[:5])
        more = " …" if len(found.wagers) > 5 else ""
        raise BadParameter(
            f"{name[:60]!r} stands for {len(found.wagers)} wagers; choose one of {known}{more}"
        )


def chosen(options: Iterable[str] | None, flag: str = "-o") -> dict[str, str]:
    """By option the choice that -o makes."""
    choices: dict[str, str] = {}
    for text in options or ():
        key, sign, choice = text.partition("=")
        if not (key and sign and choice):
            raise BadParameter(f"{flag} {text[:60]} is not an option; write it like {flag} zeros=2")
        if choices.setdefault(key, choice) != choice:
            raise BadParameter(f"{flag} {key} is {choices[key]} and {choice}; choose one")
    return choices


def selected(
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

    found = several(game.wagers(reading), wagers)
    if not edits:
        return Asked(game, reading, found, bool(wagers))
    from markov.command.pays import single as in_words
    from markov.wager.comparison import fitting_pays
    from markov.wager.edition import edition, place
    from markov.wager.game import slug

    try:
        fit = {
            key: {end: pay and in_words(found[key].pays, end, str(pay)) for end, pay in by_ending.items()}
            for key, by_ending in fitting_pays(found, edits).items()
        }
        made = edition(game, place(name, Path()), reading, fit)
        now = {slug(one.name): one for one in made(reading)}
    except ValueError as error:
        raise BadParameter(f"--pay {error}") from None
    return Asked(game, reading, {key: now[key] for key in found}, bool(wagers), made)


def several(wagers: "Mapping[str, Wager]", names: Sequence[str] | None) -> "dict[str, Wager]":
    """The wagers that are named, each once; all of them where none is.

    A name that is no wager's own stands for all whose names begin with it. Raises Unknown where none does.
    """
    from markov.wager.game import named, slug

    found: dict[str, Wager] = {}
    for name in names or wagers:
        begun = [key for key in wagers if slug(name) and key.startswith(slug(name))]
        if not begun:
            named("wager", name, wagers)
        found |= {key: wagers[key] for key in ([slug(name)] if slug(name) in wagers else begun)}
    return found


def edited(texts: Iterable[str] | None) -> "dict[str, str | None]":
    """By ending the one pay that --pay says; None takes the line out."""
    if not texts:
        return {}
    from markov.command.pays import named, pays

    try:
        found = named("--pay", texts)
        for ending, text in found.items():
            if "," in text or ".." in text:
                raise ValueError(
                    f"--pay {ending[:60]}={text[:60]}: one pay is wanted here; "
                    "several are for sweep and design"
                )
            try:
                pays(text, "for")
            except ValueError as error:
                raise ValueError(f"--pay {ending[:60]}: {error}") from None
    except ValueError as error:
        raise BadParameter(str(error)) from None
    return {ending: None if text.lower() == "none" else text for ending, text in found.items()}


def edge(option: str, text: str) -> "Fraction":
    """The edge that the text says: a percentage with its sign, or a fraction."""
    from markov.exact import share

    try:
        return share(text)
    except ValueError as error:
        why, _, _ = str(error).partition(";")
    raise BadParameter(f"{option}: {why}; write it like {option} 15% or {option} 9/49")


def above_zero(option: str, text: str, sample: str) -> "Fraction":
    """The number that the text says; raises BadParameter where it is no number, or not above 0."""
    from markov.exact import exact

    try:
        number = exact(text)
    except ValueError as error:
        raise BadParameter(f"{option}: {error}") from None
    if number <= 0:
        raise BadParameter(f"{option} {text[:60]} is not above 0; write it like {sample}")
    return number


def posted(wager: "Wager", taken_out: Iterable[str]) -> None:
    """Raises BadParameter where a line is to be taken out that the paytable of the wager does not have."""
    for ending in taken_out:
        if ending not in wager.pays:
            lines = ", ".join(sorted(wager.pays))
            raise BadParameter(
                f"--pay {ending[:60]}: {wager.name} has no such line to take out; the lines are {lines}"
            )


def target(option: str, to: str, through: bool = True, force: bool = True) -> Path:
    """The file that an option names; raises BadParameter, before any work, where it cannot be written.

    through   whether a stream such as /dev/stdout will do
    force     whether a file that is there, and not empty, may be overwritten
    """
    from markov.tables.file import check

    if not to:
        raise BadParameter(f"{option} is empty; choose a file that can be written")
    if to.endswith("/"):
        raise BadParameter(
            f"{option} {to[:200]}: that is a folder, not a file; choose a file that can be written"
        )
    written(option, to, lambda path: check(path, through))
    if not force and Path(to).is_file() and Path(to).stat().st_size:
        raise BadParameter(f"{option} {to[:200]} exists; --force overwrites it")
    return Path(to)


def written(option: str, to: str, write: Callable[[Path], object]) -> None:
    """Has a file written that an option names; that it cannot be is a mistake of who asks."""
    try:
        write(Path(to))
    except BrokenPipeError:
        raise ReaderLeft from None
    except OSError as error:
        why = error.strerror or error
        raise BadParameter(f"{option} {to[:200]}: {why}; choose a file that can be written") from None


def picture(plot: str | None, draw: Callable[[Path], None]) -> None:
    """Draws the picture that --plot asks for, if it does."""
    if plot is None:
        return
    from markov.tables.picture import NoPicture

    try:
        target("--plot", plot)
        written("--plot", plot, draw)
    except NoPicture as error:
        raise BadParameter(f"--plot {plot}: {error}") from None


def answers(wagers: "Iterable[Wager]", limit: int) -> "dict[Wager, Answer]":
    """The answers of the wagers; those on one rule and wheel are solved once."""
    from markov.command.output import stages
    from markov.wager.odds import solved, solved_together

    found: dict[Wager, Answer] = {}
    groups = solved_together(wagers)
    with stages("solving") as told:
        for number, alike in enumerate(groups):
            exploring = _exploring(told, alike[0], number, len(groups))
            wager = alike[0]
            try:
                rule = solved(wager, limit, exploring)
                for wager in alike:
                    found[wager] = rule.answer(wager)
            except Exception as error:
                error.add_note(wager.name)
                raise
            told("solving", number + 1, len(groups))
    return found


def one_solved(wager: "Wager", limit: int) -> "Solved":
    """The rule of the wager, solved; a bar counts the states that are explored."""
    from markov.command.output import stages
    from markov.wager.odds import solved

    with stages("solving") as told:
        return solved(wager, limit, _exploring(told, wager, 0, 1))


def _exploring(told: "Progress", wager: "Wager", number: int, total: int) -> Callable[[int], None]:
    """Tells the bar how many states of the wager have been explored."""
    return lambda states: told(f"{wager.name}: {states:,} states", number, total)
