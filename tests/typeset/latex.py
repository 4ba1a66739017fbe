"""A manuscript set by LaTeX."""

import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from markov.typeset.attached import sealed


@cache
def compiled(engine, make):
    """The log of the second run, and the words of the PDF."""
    from markov.typeset import tex

    with TemporaryDirectory() as room:
        Path(room, "report.tex").write_text(sealed(tex.render(make())), encoding="utf-8")
        command = [engine, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "report.tex"]
        for _ in range(2):
            run = subprocess.run(command, cwd=room, capture_output=True, check=False)
            log = Path(room, "report.log").read_text("utf-8", errors="replace")
            assert run.returncode == 0, log[-3000:]
        return log, Path(room, "report.pdf").read_bytes()
