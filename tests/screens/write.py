"""Writes the sessions anew, or those named: `python -m tests.screens.write`. Read what they say then."""

import os
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.process import ran_here
from tests.screens.screens import SESSIONS, asked, played

if __name__ == "__main__":
    os.environ["COLUMNS"] = "100"
    for session in SESSIONS:
        if session.stem in sys.argv[1:] or not sys.argv[1:]:
            with TemporaryDirectory() as folder, chdir(folder):
                session.write_text(played(asked(session.read_text()), Path(folder), ran_here))
