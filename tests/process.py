"""The command, in this process and in a process of its own."""

import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, TextIOWrapper
from typing import Any

import typer


@cache
def command() -> Any:
    """The command, put together once: that takes longer than most inputs do."""
    from markov.cli import app

    return typer.main.get_command(app())


def ran_here(*arguments: str, together: bool = False) -> tuple[Any, str, str]:
    """Exit code, stdout and stderr of the command in this process; together they are both the first."""
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(out if together else err):
        try:
            code = command()(list(arguments), prog_name="markov")
        except SystemExit as left:
            code = left.code
    return code, *(stream.buffer.getvalue().decode() for stream in (out, err))  # type: ignore[attr-defined]


def process(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "markov", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )
