"""Groups of arguments that commands name as one parameter."""

from inspect import signature
from typing import Annotated

import pytest
import typer
from typer.main import get_command
from typer.testing import CliRunner

from markov.cli import assembled, modules
from markov.command.arguments import FileQuery, PrintedFigures, WagerQuery, expanded

SHOWN = []


def asked(
    query: WagerQuery,
    printed: PrintedFigures,
    about: Annotated[str, typer.Argument()] = "nothing",
    often: Annotated[int, typer.Option()] = 1,
) -> None:
    """Keeps what it is asked."""
    SHOWN.append((query, printed, about, often))


def test_arguments_come_first_then_the_options_of_the_command_then_those_of_its_groups():
    names = list(signature(expanded(asked)).parameters)
    assert names[:3] == ["game", "wager", "about"]
    groups = ["pay", "option", "max_states", "style", "json", "saved_as", "force", "whole", "full"]
    assert names[3:] == ["often", *groups]


def test_a_command_line_fills_the_groups():
    app = typer.Typer()
    app.command()(expanded(asked))
    SHOWN.clear()
    words = ["bets", "two", "--often", "3", "--pay", "made=4", "-o", "zeros=1", "--whole", "--json"]
    assert CliRunner().invoke(app, words).exit_code == 0
    ((query, printed, about, often),) = SHOWN
    assert query == WagerQuery(game="bets", wager="two", pay=["made=4"], option=["zeros=1"])
    assert printed == PrintedFigures(json=True, whole=True)
    assert (about, often) == ("nothing", 3)


def test_a_group_that_is_made_of_another_has_its_arguments_and_its_own():
    def written(query: FileQuery) -> None: ...

    def one(query: WagerQuery) -> None: ...

    assert {*signature(expanded(written)).parameters} == {
        "game", "wager", "pay", "option", "max_states", "force"
    }  # fmt: skip
    wager = signature(expanded(one)).parameters["wager"]
    assert wager.default is None  # the only one there is


def test_a_docstring_is_the_help_of_the_options_it_describes():
    def spun(
        least: Annotated[int, typer.Option(min=1)] = 1, quick: bool = False, called: list[str] | None = None
    ) -> None:
        """Spins the wheel.

        least N   The least number of spins,
                  from 1 up.
        quick     Spin at once.
        """

    app = typer.Typer()
    app.command()(expanded(spun))
    command = get_command(app)
    found = {one.name: (one.opts, one.metavar, one.help) for one in command.params}
    assert command.help == "Spins the wheel."
    assert found["least"] == (["--least"], "N", "The least number of spins, from 1 up.")
    assert found["quick"] == (["--quick"], None, "Spin at once.")
    assert found["called"] == (["--called"], None, None)
    assert not any(one.secondary_opts for one in command.params)  # no --no-quick
    assert CliRunner().invoke(app, ["--least", "0"]).exit_code == 2


def test_a_docstring_that_describes_no_parameter_is_refused():
    def spun(least: int = 1) -> None:
        """Spins the wheel.

        lest N   The least number of spins.
        """

    with pytest.raises(TypeError, match="lest"):
        expanded(spun)


def test_every_option_of_every_command_says_what_it_is_for():
    commands = get_command(assembled(modules())).commands
    assert commands
    for name, command in commands.items():
        assert [(name, one.name) for one in command.params if not one.help] == []
