"""Completion in the shell: games, wagers, and the values of options."""

import os
from collections.abc import Iterable, Mapping
from re import sub
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from markov.wager.game import Game

_TYPED = "_MARKOV_TYPED"
_WHEELS = (
    "two-dice d6 d20 2d6 3d6 4d6kh3 coin craps deck single-zero double-zero triple-zero european american"
)


def game_names(incomplete: str) -> list[str]:
    """The games whose slug begins so."""
    from markov.wager.catalogue import shelf

    return [name for name in shelf() if name.startswith(incomplete)]


def wager_names(context: typer.Context, incomplete: str) -> list[str]:
    """The wagers of the game asked for whose slug begins so."""
    return [name for name in _game(context).wagers() if name.startswith(incomplete)]


def choices(context: typer.Context, incomplete: str) -> list[str]:
    """The readings of the game asked for, KEY=CHOICE."""
    options = _game(context).options
    return _assigned(
        [f"{option.key}={choice}" for option in options for choice in option.choices], incomplete
    )


def posted_pays(context: typer.Context, incomplete: str) -> list[str]:
    """The endings of the wagers asked for with the numbers of their pays, ENDING=PAY."""
    wagers = _game(context).wagers()
    asked = [wager for name, wager in wagers.items() if name in context.args[1:] or not context.args[1:]]
    lines = [(ending, wager.posted(ending).split()[0]) for wager in asked for ending in wager.pays]
    return _assigned([f"{ending}={number}" for ending, number in lines if number.isdigit()], incomplete)


def _game(context: typer.Context) -> "Game":
    """The game asked for; before the value of an option is there, arguments are words that nobody took."""
    from markov.wager.catalogue import find

    return find(context.params.get("game") or context.args[0])


def wheels(incomplete: str) -> list[str]:
    """The wheels of a question whose name begins so, those in one word."""
    return [name for name in _WHEELS.split() if name.startswith(incomplete)]


def _assigned(pairs: Iterable[str], incomplete: str) -> list[str]:
    """The pairs that begin so; in bash only what is behind the sign, once that has been typed."""
    typed = os.environ.get(_TYPED, "")
    begun = [pair for pair in dict.fromkeys(pairs) if pair.startswith(typed + incomplete)]
    return [pair.removeprefix(typed) for pair in begun]


def rejoined(environment: Mapping[str, str]) -> dict[str, str]:
    """The words that bash asks about, KEY=VALUE being one of them: bash has three, KEY and = and VALUE.

    Of the last of them only the value is asked for, and KEY= is aside.
    """
    text = environment.get("COMP_WORDS", "")
    if "\n=" not in text:
        return {}
    words = text.split("\n")[: int(environment.get("COMP_CWORD", "0")) + 1]
    line = sub(r"\n([^\n-][^\n]*)\n=(\n|$)", r"\n\1=", "\n".join(words))
    before, _, last = line.rpartition("\n")
    key, sign, value = last.rpartition("=")
    line = f"{before}\n{value}"
    return {"COMP_WORDS": line, "COMP_CWORD": str(line.count("\n")), _TYPED: key + sign}
