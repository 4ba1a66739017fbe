"""The command that writes certificates of exact odds."""

from pathlib import Path
from typing import Annotated

from markov.command import output
from markov.command.arguments import FileQuery, naming_the_others, output_file
from markov.command.output import optional_target, say, written
from markov.naming import counted

EXAMPLE = "Example: markov certify repeater-bets-plus repeating-2 -o two.json"
GROUP = "Check"


def certify(
    query: FileQuery,
    to: Annotated[str | None, output_file("FILE.json", ". Default: stdout.")] = None,
) -> None:
    """Certificates of the odds, a line for each wager, which `markov/checker.py` checks by itself."""
    from markov.checker import canonical
    from markov.command.output import stages
    from markov.proof.certificate import certificate
    from markov.tables.file import write
    from markov.wager.wager import concerning

    optional_target("-o", to, query.force)
    asked = query.asked()
    published, wagers = asked.published, asked.wagers.values()
    lines: list[str] = []
    with stages() as advance:
        for wager in wagers:

            def progress(what: str, done: int, total: int, before: int = len(lines)) -> None:
                advance(what, before * total + done, len(wagers) * total)

            with naming_the_others(wagers), concerning(wager.name):
                proved = certificate(published, asked.reading, wager, query.max_states, progress)
            lines.append(canonical(proved) + "\n")
    if to is None:
        output.write(lines)
    else:
        written("-o", to, lambda path: write(path, "".join(lines).encode("ascii")))
        if Path(to).is_file():  # a stream tells itself what it got
            say(f"{to} holds {counted(len(lines), 'certificate')}")
