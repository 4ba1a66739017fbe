"""Docstrings as the help of options; that of a few commands is kept whole in tests/screens/help.txt."""

import pytest
from typer.main import get_command

from markov.cli import assembled, modules
from markov.command.arguments import expanded


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
