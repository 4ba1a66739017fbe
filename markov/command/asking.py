"""What is asked for: a game under a reading, wagers of it, and their answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from typer import BadParameter

from markov.command.output import ReaderLeft

if TYPE_CHECKING:
    from fractions import Fraction
    from pathlib import Path

    from markov.wager.game import Game
    from markov.wager.odds import Answer, Solved
    from markov.wager.pay_edits import Pay
    from markov.wager.wager import Wager


def asked(name: str, options: Iterable[str] | None) -> "tuple[Game, dict[str, str]]":
    """The game of that name, and a choice for every option of it."""
    from markov.wager.catalogue import opened

    choices: dict[str, str] = {}
    for text in options or ():
        key, sign, choice = text.partition("=")
        if not (key and sign and choice):
            raise BadParameter(f"-o {text[:60]} is not an option; write it like -o zeros=2")
        if choices.setdefault(key, choice) != choice:
            raise BadParameter(f"-o {key} is {choices[key]} and {choice}; choose one")
    game = opened(name)
    return game, game.reading(choices)


def selected(game: "Game", reading: Mapping[str, str], wager: str | None) -> "list[Wager]":
    """The wager of that name, or every wager of the sheet."""
    return list(game.wagers(reading).values()) if wager is None else [game.wager(wager, reading)]


def several(game: "Game", reading: Mapping[str, str], names: Sequence[str] | None) -> "list[Wager]":
    """The wagers that are named, each once; every wager of the sheet where none is.

    A name that is no wager's own names all whose names begin with it. Raises Unknown where there is none.
    """
    from markov.wager.game import named, slug

    wagers = game.wagers(reading)
    chosen: dict[str, Wager] = {}
    for name in names or wagers:
        begun = [key for key in wagers if slug(name) and key.startswith(slug(name))]
        if not begun:
            named("wager", name, wagers)
        chosen |= {key: wagers[key] for key in ([slug(name)] if slug(name) in wagers else begun)}
    return list(chosen.values())


def edits(pays: Iterable[str] | None) -> "dict[str, Pay]":
    """The pays that --pay puts in place of others, by ending."""
    from markov.wager.paytable import returned

    found: dict[str, Pay] = {}
    for text in pays or ():
        ending, sign, pay = (part.strip() for part in text.partition("="))
        if not (ending and sign and pay):
            raise BadParameter(f"--pay {text[:60]} names no pay; write it like --pay made='45 for 1'")
        new = None if pay.lower() == "none" else pay
        try:
            returned(new or "nothing")
        except ValueError as error:
            raise BadParameter(f"--pay {ending}: {error}") from None
        if found.setdefault(ending, new) != new:
            raise BadParameter(f"--pay {ending} is said twice; choose one")
    return found


def edge(option: str, text: str) -> "Fraction":
    """The edge that the text says: a percentage with its sign, or a fraction."""
    from markov.exact import share

    try:
        return share(text)
    except ValueError as error:
        why, _, _ = str(error).partition(";")
    raise BadParameter(f"{option}: {why}; write it like {option} 15% or {option} 9/49")


def changed(wager: "Wager", pays: "Mapping[str, Pay]") -> "Wager":
    """The wager with the pays that --pay says."""
    from markov.wager.pay_edits import edited

    posted(wager, (ending for ending, pay in pays.items() if pay is None))
    try:
        return edited(wager, pays) if pays else wager
    except ValueError as error:
        raise BadParameter(str(error)) from None


def posted(wager: "Wager", taken_out: Iterable[str]) -> None:
    """Raises BadParameter where a line is to be taken out that the paytable of the wager does not have."""
    for ending in taken_out:
        if ending not in wager.pays:
            lines = ", ".join(sorted(wager.pays))
            raise BadParameter(
                f"--pay {ending[:60]}: {wager.name} has no such line to take out; the lines are {lines}"
            )


def priced(solved: "Solved", wager: "Wager") -> "Answer":
    """The answer for an edited wager; a pay for what cannot happen is a mistake of who asks."""
    from markov.wager.wager import Mispriced

    try:
        return solved.answer(wager)
    except Mispriced as error:
        raise BadParameter(str(error)) from None


def target(option: str, to: str, through: bool = True) -> "Path":
    """The file that an option names; raises BadParameter, before any work, where it cannot be written.

    through   whether a stream such as /dev/stdout will do
    """
    from pathlib import Path

    from markov.tables.file import check

    if not to:
        raise BadParameter(f"{option} is empty; choose a file that can be written")
    if to.endswith("/"):
        raise BadParameter(
            f"{option} {to[:200]}: that is a folder, not a file; choose a file that can be written"
        )
    written(option, to, lambda path: check(path, through))
    return Path(to)


def written(option: str, to: str, write: "Callable[[Path], object]") -> None:
    """Has a file written that an option names; that it cannot be is a mistake of who asks."""
    from pathlib import Path

    try:
        write(Path(to))
    except BrokenPipeError:
        raise ReaderLeft from None
    except OSError as error:
        why = error.strerror or error
        raise BadParameter(f"{option} {to[:200]}: {why}; choose a file that can be written") from None


def picture(plot: str | None, draw: "Callable[[Path], None]") -> None:
    """Draws the picture that --plot asks for, if it does."""
    if plot is None:
        return
    from markov.tables.picture import NoPicture

    try:
        target("--plot", plot)
        written("--plot", plot, draw)
    except NoPicture as error:
        raise BadParameter(f"--plot {plot}: {error}") from None


def answers(wagers: "Sequence[Wager]", limit: int) -> "dict[Wager, Answer]":
    """The answers of the wagers, equal ones solved once."""
    from markov.command.progress import progress
    from markov.wager.odds import answer

    found: dict[Wager, Answer] = {}
    different = list(dict.fromkeys(wagers))
    with progress("solving", len(different)) as done:
        for wager in different:
            try:
                found[wager] = answer(wager, limit)
            except Exception as error:
                error.add_note(wager.name)
                raise
            done(len(found))
    return found
