"""A page for each command, from the help that the program itself prints."""

import re
from pathlib import Path
from typing import Any, get_args

from tests.process import command

ROOT = Path(__file__).parents[2]


def pages() -> dict[str, str]:
    """The pages by name of the command, in the order of the help."""
    return {name: _page(name, each) for name, each in command().commands.items()}


def _page(name: str, asked: Any) -> str:
    lines = [f"# markov {name}", "", asked.help.strip(), "", *_example(asked.epilog or ""), ""]
    kinds = {"argument": "Arguments", "option": "Options"}
    for kind, heading in kinds.items():
        rows = [param for param in asked.params if param.param_type_name == kind and not param.hidden]
        if rows:
            lines += [f"## {heading}", "", "| | |", "|---|---|", *map(_row, rows), ""]
    told = [
        page
        for page in sorted((ROOT / "docs" / "how-to").glob("*.md"))
        if f"markov {name}" in page.read_text()
    ]
    if told:
        lines += ["## Read more", ""]
        lines += [
            f"- [{page.read_text().partition(chr(10))[0].lstrip('# ')}](../../how-to/{page.name})"
            for page in told
        ]
    return "\n".join(lines) + "\n"


def _example(epilog: str) -> list[str]:
    shown = re.sub(r"^Examples?: ", "", epilog)
    return ["```sh", *re.split(r",? or (?=markov )", shown), "```"] if shown else []


def _row(param: Any) -> str:
    names = ", ".join(f"`{one}`" for one in (*param.opts, *param.secondary_opts))
    if param.param_type_name == "argument":
        names = f"`{param.metavar or param.name.upper()}`"
    elif param.metavar:
        names += f" `{param.metavar}`"
    elif choices := [one for one in get_args(param.type_descriptor.annotation) if isinstance(one, str)]:
        names += f" {', '.join(choices)}"
    needed = " Needed." if param.required else ""
    default = (
        param.default
        if isinstance(param.default, int | str) and not isinstance(param.default, bool)
        else None
    )
    said = (param.help or "").replace("\n", " ") + needed
    if default not in (None, "") and "Default" not in said:
        said += f" Default: {default}."
    return f"| {names} | {said} |"
