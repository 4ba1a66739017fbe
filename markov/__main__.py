"""The command, as `python -m markov`."""

from markov.cli import main

main()
