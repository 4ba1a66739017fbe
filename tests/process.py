"""The command in a process of its own."""

import os
import subprocess
import sys


def process(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "markov", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **environment},
    )
