"""The notebook that `markov new NAME --from notebook` writes, run cell by cell, and as a page."""

import ast
import json
from typing import Any

from markov.questions.new.template import template
from tests.reference import gallery


def cells() -> list[tuple[str, str]]:
    """The cells in order: their kind and their text."""
    found = json.loads(template("notebook").text)["cells"]
    return [(cell["cell_type"], "".join(cell["source"])) for cell in found]


def run(code: str, names: dict[str, Any]) -> Any:
    """The value of the last line of a cell, whose names are kept; None where it has none."""
    lines = ast.parse(code).body
    last = lines.pop() if isinstance(lines[-1], ast.Expr) else None
    exec(compile(ast.Module(lines, []), "cell", "exec"), names)  # noqa: S102 - our own
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)  # noqa: S307 - our own


def page(played: bool = True) -> dict[str, str | bytes]:
    """The notebook as a page, and its pictures; with what its cells show, if they are run."""
    names: dict[str, Any] = {}
    parts, pictures = [], {}
    for kind, text in cells():
        parts.append(text if kind == "markdown" else f"```python\n{text}\n```")
        if kind == "code" and played:
            shown, picture = _shown(run(text, names))
            if picture:
                name = f"notebook-{len(pictures) + 1}.svg"
                pictures[name] = picture
                shown = f"![What the cell draws]({name})"
            parts.append(shown)
    text = "\n\n".join(filter(None, parts)).replace("# My game", "# In a notebook", 1)
    also = "`markov new questions --from notebook` writes this page as a notebook."
    return {"notebook.md": f"{text}\n\n{also} [More](../how-to/in-a-notebook.md).\n", **pictures}


def _shown(value: Any) -> tuple[str, bytes]:
    """What a notebook shows of a value: HTML where it has such, and a picture for axes."""
    if hasattr(value, "figure"):
        return "", gallery.picture(lambda: value)
    if html := getattr(value, "_repr_html_", lambda: "")():
        return f"<div>{html}</div>".replace("\n\n", "\n"), b""
    return f"```text\n{value!r}\n```" if value is not None else "", b""
