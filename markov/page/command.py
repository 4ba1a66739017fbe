"""The command that writes a page."""

from pathlib import Path
from typing import Annotated

import typer

from markov.command.arguments import FileQuery, naming_the_others, output_file
from markov.command.output import say, stages, target, written

EXAMPLE = "Example: markov page repeater-bets-plus repeating-6 -o repeating-6.html"
GROUP = "Design"


def page(
    query: FileQuery,
    to: Annotated[str | None, output_file("FILE.html", ". Required.")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Surrender lines of large chains too, such as Citywide: a minute.")
    ] = False,
) -> None:
    """A page to change pays in: exact odds and best play, in one file that loads nothing and works offline.

    Each other choice of one option is inside; combinations of them are for the command line.
    """
    if to is None:
        raise typer.BadParameter("a page needs a file to go to; write it like -o page.html")
    if Path(to).suffix.lower() not in (".html", ".htm"):
        raise typer.BadParameter(f"-o {to}: a page is an HTML file; write it like -o page.html")
    path = target("-o", to, force=query.force)
    asked = query.asked()
    from markov.page.certificates import certificates
    from markov.page.write import page as made
    from markov.page.write import paged, place_of
    from markov.tables.file import write

    with naming_the_others(tuple(asked.wagers.values())), stages() as progress:
        sheet = paged(asked, query.max_states, progress, full=full)
        proofs = certificates(asked, query.max_states, progress)
    text = made(sheet, place_of(query.game), proofs).encode()
    written("-o", str(path), lambda to: write(to, text))
    if path.is_file():
        say(f"{path} holds the page")
