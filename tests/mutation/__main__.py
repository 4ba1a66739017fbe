"""Runs the checker's tests over every mutant of the checker: python -m tests.mutation, beside cosmic-ray.

With names of functions and classes of the checker behind it, over the mutants of these alone. Survivors are
compared with the table in checker.md; exits with 1 where they differ.
"""

import ast
import json
import os
import re
import signal
import sys
import tempfile
import warnings
from difflib import unified_diff
from itertools import chain, count
from pathlib import Path

import pytest
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

from markov import checker

TESTS = tuple(f"tests/test_checker{of}.py" for of in ("", "_of_actions", "_of_decisions"))
LISTED = Path(__file__).with_name("checker.md")
SOURCE = Path(checker.__file__).read_text()
JOBS = os.cpu_count() or 1
SECONDS = 200  # of a processor, however busy it is; without a mutant the tests take some 70
NAMED = frozenset(sys.argv[1:])


def mutants():
    """Each change of the source that one operator makes at one place, where it is another program."""
    seen = {ast.dump(ast.parse(SOURCE))}
    for name in operator_names():
        operator = get_operator(name)
        if operator.arguments():
            continue
        for occurrence in count():
            source = mutate_code(SOURCE, operator(), occurrence)
            if source is None:
                break
            try:
                program = ast.dump(ast.parse(source))
            except SyntaxError:
                continue
            if program not in seen and (not NAMED or changed(source)[0] in NAMED):
                seen.add(program)
                yield source


class Mutants:
    """Runs the tests that were collected once for each mutant, in a process of its own; and once for none."""

    def __init__(self):
        self.child = False
        self.tried = 0
        self.late = 0
        self.survivors = set()
        self.seconds = {}  # by test, where nothing is changed

    def pytest_runtestloop(self, session):
        """Goes on to the tests in a child; in the parent, there is nothing left to do."""
        if session.testsfailed:
            return True
        running = {}
        waiting = chain([SOURCE], mutants())
        while (source := next(waiting, None)) or running:
            if source:
                child = os.fork()
                if not child:
                    self.child = True
                    become(source)
                    return None
                running[child] = source
            if source == SOURCE or len(running) == JOBS or not source:
                child, status = os.wait()
                self.note(running.pop(child), status)
            if source == SOURCE:  # most mutants die in a test that takes little
                seconds = json.loads(SECONDS_TAKEN.read_text())
                session.items.sort(key=lambda item: seconds[item.nodeid])
        return True

    def pytest_runtest_logreport(self, report):
        """Notes what a test takes."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def note(self, source, status):
        if source == SOURCE:
            if status:
                sys.exit("the tests fail without any mutant")
            return
        self.tried += 1
        self.late += os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF
        if not status:
            self.survivors.add(changed(source))
            print("survives:", *changed(source), sep="\n", file=sys.stderr)
        if self.tried % 100 == 0:
            print(f"{self.tried} mutants, {len(self.survivors)} survive", file=sys.stderr)


def become(source):
    """The checker of this process is another from now on; it has a while to live, and nothing to say."""
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    checker.__file__ = f"{tempfile.mkdtemp(dir=FOLDER)}/checker.py"
    Path(checker.__file__).write_text(source)
    try:
        exec(compile(source, checker.__file__, "exec"), checker.__dict__)  # noqa: S102
    except BaseException:
        os._exit(1)


def changed(source):
    """The function or class, its line and what the mutant makes of it, as a row of the table has them."""
    old, new = SOURCE.splitlines(), source.splitlines()
    first = next(k for k, line in enumerate(old) if line != new[k])
    nearest = old[first:] if old[first].startswith("@") else old[first::-1]
    place = next((line.split()[1] for line in nearest if line.startswith(("def ", "class "))), "")
    parts = {"-": [], "+": []}
    for line in list(unified_diff(old, new, n=0, lineterm=""))[2:]:
        if line[0] in parts:
            parts[line[0]].append(line[1:].strip())
    return (re.split(r"\W", place)[0], *(" ".join(part) for part in parts.values()))


def listed():
    """The place, the line and the mutant of each row of the table."""
    rows = re.findall(r"^\| `(.+?)` \| `(.+?)` \| `(.+?)` \| \S", LISTED.read_text(), re.MULTILINE)
    cells = {tuple(cell.replace(r"\|", "|") for cell in row) for row in rows}
    return {row for row in cells if not NAMED or row[0] in NAMED}


def main():
    warnings.simplefilter("ignore", SyntaxWarning)
    found = Mutants()
    options = ["-x", "-q", "-s", "-pno:cacheprovider", "-pno:xdist", "--override-ini=addopts=", "-Wignore"]
    code = pytest.main([*options, "-m", "", *TESTS], plugins=[found])
    if found.child:
        if not SECONDS_TAKEN.exists():
            SECONDS_TAKEN.write_text(json.dumps(found.seconds))
        os._exit(int(code))
    expected = listed()
    for title, rows in (
        ("listed, and dies", expected - found.survivors),
        ("survives, and is not listed", found.survivors - expected),
    ):
        for row in sorted(rows):
            print(f"{title}:", *row, sep="\n", end="\n\n")
    print(
        f"{found.tried} mutants, {found.tried - len(found.survivors)} killed ({found.late} by the clock), "
        f"{len(found.survivors)} survive"
    )
    sys.exit(found.survivors != expected)


with tempfile.TemporaryDirectory() as FOLDER:
    SECONDS_TAKEN = Path(FOLDER, "seconds.json")  # by the first child, which has no mutant
    main()
