"""Runs one input of the fuzz tests and says how it went: python -m tests.fuzz KIND NUMBER."""

import sys

from tests.fuzz.harness import ran, wrong
from tests.fuzz.inputs import made

kind, number = sys.argv[1:]
given = made(kind, int(number))
how = ran(given)
print(given, f"exit {how.code}", how.out, how.err, *wrong(given, how), sep="\n")
