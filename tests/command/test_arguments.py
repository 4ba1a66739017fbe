"""Groups of arguments that commands name as one parameter."""

from inspect import signature
from typing import Annotated

import pytest
import typer
from typer import BadParameter
from typer.testing import CliRunner

from markov.command.arguments import FileQuery, Printed, PrintedFigures, WagerQuery, expanded

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
    assert names[3:] == ["often", "pay", "option", "max_states", "style", "json", "whole"]


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


def test_two_formats_are_refused_before_any_work():
    from markov.command.output import Format

    assert Printed().format is Format.table
    assert Printed(json=True, style=Format.json).format is Format.json
    with pytest.raises(BadParameter, match="ask for two formats"):
        Printed(json=True, style=Format.csv)
