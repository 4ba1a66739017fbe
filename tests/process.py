"""The command, in this process and in a process of its own."""

import os
import subprocess
import sys
from functools import cache
from typing import Any

import typer


@cache
def command() -> Any:
    """The command, put together once: that takes longer than most inputs do."""
    from markov.cli import app

    return typer.main.get_command(app())


def process(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "markov", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )
