"""The hook of the site: the pages that are made from the program, the order of all, links to what is no page.

`mkdocs build` runs it; so the site says what the program says, and nothing is written twice.
"""

import re
import shlex
import sys
from contextlib import chdir
from os import environ
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import markov as mk  # noqa: E402
from tests.process import ran_here  # noqa: E402
from tests.reference import commands, gallery, notebook  # noqa: E402

HOW_TO, WHY = "how-to", "why"
COMMANDS, PYTHON = "reference/commands.md", "reference/python.md"
TOLD = ("tutorials/spreadsheet.md", "tutorials/dice.md")  # their commands are run as the site is built
_LONGEST = 40  # lines of what a command prints
# Where a link of a document leads on the site, by the path from the top of the project.
PLACES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CITATION.cff": "index.md",
    "examples": "gallery/index.md",
    "examples/side_bets": "gallery/index.md",
    "docs/how-to": "how-to/index.md",
}


def made(played: bool = True) -> dict[str, str | bytes]:
    """The pages that are made, by their path on the site.

    played   whether examples and the notebook are run, to show what they print and pictures of it
    """
    found: dict[str, str | bytes] = {
        "index.md": (ROOT / "README.md").read_text(),
        "changelog.md": (ROOT / "CHANGELOG.md").read_text(),
        "how-to/index.md": _listed("How to…", sorted((ROOT / "docs" / HOW_TO).glob("*.md"))),
    }
    for name, text in commands.pages().items():
        found[f"reference/commands/{name}.md"] = text
    for path, content in notebook.page(played).items():
        found[f"tutorials/{path}"] = content
    shown = [
        "# Gallery",
        "",
        "Each is a file of a page or less, and what it prints is made as this page is.",
        "",
    ]
    for path in gallery.examples():
        text, picture = gallery.page(path, played)
        found[f"gallery/{path.stem}.md"] = text
        shown.append(f"- [{gallery.title(path)}]({path.stem}.md)")
        if picture:
            found[f"gallery/{path.stem}.svg"] = picture
            if path.stem in gallery.FIRST:
                shown += ["", f"    ![{gallery.title(path)}]({path.stem}.svg)", ""]
    shown += ["", "## Pages to change pays in", ""]
    shown += ["Each installed sheet [as a page](../how-to/send-a-page.md).", ""]
    shown += [f"- [{mk.game(name).name}](pages/{name}.html)" for name in mk.games()]
    found["gallery/index.md"] = "\n".join(shown) + "\n"
    return found


def _listed(title: str, pages: list[Path]) -> str:
    return "\n".join([f"# {title}", "", *(f"- [{_heading(page)}]({page.name})" for page in pages)]) + "\n"


def _heading(page: Path) -> str:
    return page.read_text().partition("\n")[0].lstrip("# ")


def order(pages: list[str]) -> list[Any]:
    """The pages of the site in the order in which they are listed."""

    def room(begins: str, *first: str) -> list[str]:
        inside = [page for page in pages if re.fullmatch(rf"{begins}/[^/]*\.md", page)]
        return sorted(inside, key=lambda page: (page not in first, page))

    tutorials = ["tutorial.md", *room("tutorials"), "a-designers-story.md"]
    reference = [page for page in room("reference") if page not in (COMMANDS, PYTHON)]
    return [
        {"Home": "index.md"},
        {"Tutorials": tutorials},
        {"How do I…": ["how-do-i.md", "cookbook.md", *room(HOW_TO, "how-to/index.md")]},
        {"Gallery": room("gallery", "gallery/index.md")},
        {"Commands": [COMMANDS, *room("reference/commands")]},
        {"Python": [PYTHON, *room("reference/python")]},
        {"Reference": reference},
        {"Why": [*room(WHY), "changelog.md"]},
    ]


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are made, and lists all."""
    from mkdocs.structure.files import File

    for path, content in made().items():
        files.append(File.generated(config, path, content=content))
    with TemporaryDirectory() as folder:
        for page in TOLD:
            text, pictures = told((ROOT / "docs" / page).read_text(), Path(folder))
            files.append(File.generated(config, page, content=text))
            for name, content in pictures.items():
                beside = (PurePosixPath(page).parent / name).as_posix()
                files.append(File.generated(config, beside, content=content))
        for name in mk.games():
            printed(f"markov page {name} -o {name}.html", Path(folder))
            files.append(
                File.generated(
                    config, f"gallery/pages/{name}.html", content=(Path(folder) / f"{name}.html").read_text()
                )
            )
    config.nav = order([file.src_uri for file in files])
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Leads links to what is no page of `docs/` where the site has it."""
    return relinked(markdown, page.file.src_uri)


def told(markdown: str, folder: Path) -> tuple[str, dict[str, bytes]]:
    """The text with what each command in it prints, and by name the pictures that they draw."""
    pictures: dict[str, bytes] = {}

    def ran(block: re.Match[str]) -> str:
        lines = []
        for line in block[1].splitlines():
            lines.append(f"$ {line}")
            if line.startswith("markov "):
                lines += printed(line, folder).splitlines()[:_LONGEST]
        parts = ["\n".join(["```console", *lines, "```"])]
        for name in re.findall(r"--plot (\S+\.svg)", block[1]):
            pictures[name] = (folder / name).read_bytes()
            parts.append(f"![{name}]({name})")
        return "\n\n".join(parts) + "\n"

    return re.sub(r"^```sh\n(.*?)^```\n", ran, markdown, flags=re.MULTILINE | re.DOTALL), pictures


def printed(command: str, folder: Path) -> str:
    """What a command prints, run in the folder; raises ValueError where it fails."""
    with patch.dict(environ, COLUMNS="80"), chdir(folder):  # as wide as a page of the site
        code, text, _ = ran_here(*shlex.split(command)[1:], together=True)
    if code:
        raise ValueError(f"{command}: {text}")
    return text


def relinked(markdown: str, page: str) -> str:
    """The text of a page with its links leading to pages of the site.

    >>> relinked("[x](../../examples/side_bets/big_six.toml)", "how-to/a.md")
    '[x](../gallery/big_six.md)'
    >>> relinked("[x](docs/why/exact.md#a) [y](examples)", "index.md")
    '[x](why/exact.md#a) [y](gallery/index.md)'
    """
    top = page in ("index.md", "changelog.md")  # they stand at the top of the project
    here = PurePosixPath("." if top else "docs") / page

    def lead(link: re.Match[str]) -> str:
        target, anchor = link[2], link[3] or ""
        if top or target.startswith(".."):
            there = normpath((here.parent / target).as_posix())
            if there in PLACES:
                there = PLACES[there]
            elif there.startswith("examples/"):
                there = f"gallery/{PurePosixPath(there).stem}.md"
            elif there.startswith("docs/"):
                there = there.removeprefix("docs/")
            else:
                return link[0]
            target = relpath(there, PurePosixPath(page).parent.as_posix())
        return f"{link[1]}({target}{anchor})"

    return re.sub(r"(\])\(([^)#:\s]+)(#[^)]*)?\)", lead, markdown)
