"""Writes the sessions anew, or those named: `python -m tests.screens.write`. Read what they say then."""

import os
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.process import command
from tests.screens.screens import SESSIONS, asked, played


def _run(*arguments: str) -> tuple[int, str, str]:
    out, err = (TextIOWrapper(BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            command()(list(arguments), prog_name="markov")
        except SystemExit as left:
            code = left.code
    return code, out.buffer.getvalue().decode(), err.buffer.getvalue().decode()


if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for session in SESSIONS:
        if session.stem in sys.argv[1:] or not sys.argv[1:]:
            with TemporaryDirectory() as folder, chdir(folder):
                session.write_text(played(asked(session.read_text()), Path(folder), _run))
