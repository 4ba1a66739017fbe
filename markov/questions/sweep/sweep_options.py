"""What a sweep tries: the pays of --pay, and the choices of -o."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from typer import BadParameter

if TYPE_CHECKING:
    from markov.questions.sweep.grid import Grid
    from markov.wager.game import Game
    from markov.wager.wager import Wager


def grid(pays: Iterable[str] | None, step: str) -> "Grid":
    """The paytables of --pay; ranges that name no step take the one of --step."""
    from markov.chain.solve_order import TooMuchWork
    from markov.exact import exact
    from markov.questions.sweep.grid import Grid
    from markov.questions.sweep.ranges import axis

    try:
        even = exact(step)
        if even <= 0:
            raise ValueError(f"{step[:60]!r} is not above 0; write it like 1/2")
    except ValueError as error:
        raise BadParameter(f"--step {error}") from None
    axes = []
    try:
        for text in pays or ():
            ending, sign, tried = (part.strip() for part in text.partition("="))
            if not (ending and sign and tried):
                raise ValueError(f"{text[:60]} names no pays; write it like --pay made=30..60")
            axes.append(axis(ending, tried, even))
        return Grid(tuple(axes))
    except TooMuchWork:
        raise
    except ValueError as error:
        raise BadParameter(f"--pay {error}") from None


def clear(pays: Iterable[str] | None, wager: "Wager") -> None:
    """Refuses a number alone for an ending that the sheet pays "to" one: it might be meant either way."""
    from markov.questions.sweep.ranges import unclear

    for text in pays or ():
        ending, _, tried = (part.strip() for part in text.partition("="))
        if ending in wager.pays and unclear(tried, wager.pays.posted(ending)):
            posted = wager.pays.posted(ending)
            raise BadParameter(
                f"--pay {ending}={tried[:60]}: the sheet says {posted!r}, so a number alone is "
                "unclear; write "
                f"{ending}='7 to 1..9 to 1' or {ending}='8 for 1..10 for 1'"
            )


def choices(game: "Game", options: Iterable[str] | None) -> dict[str, tuple[str, ...]]:
    """By option the choices of -o, each of them one that there is."""
    known = {option.key: tuple(option.choices) for option in game.options}
    found: dict[str, tuple[str, ...]] = {}
    for text in options or ():
        key, sign, said = (part.strip() for part in text.partition("="))
        if not (key and sign and said):
            raise BadParameter(f"-o {text[:60]} is not an option; write it like -o zeros=0,1,2 or zeros=all")
        if key in found:
            raise BadParameter(f"-o {key} is said twice; write all of its choices in one, like -o {key}=all")
        tried = tuple(part.strip() for part in said.split(","))
        if tried == ("all",) and "all" not in known.get(key, ("all",)):
            tried = known[key]
        for choice in tried:
            game.reading({key: choice})
        if len(set(tried)) < len(tried):
            raise BadParameter(f"-o {key} has a choice twice; write it once")
        found[key] = tried
    return found
