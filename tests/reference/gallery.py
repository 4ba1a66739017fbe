"""The gallery: a page for each example, with what it prints and a picture, both made by running it."""

import re
from collections.abc import Callable
from contextlib import redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from runpy import run_path
from typing import Any

import markov as mk
from markov.chain.chain import Chain
from markov.tables.picture import NoPicture

EXAMPLES = Path(__file__).parents[2] / "examples"
# What shows most at a glance stands in front.
FIRST = ("death_saves", "keep_dice", "hold_or_roll")
_LONGEST = 60  # lines of what an example prints


def examples() -> list[Path]:
    """The examples, those in front first; the sheets of published side bets are the last."""
    files = [path for path in EXAMPLES.rglob("*.*") if path.suffix in (".py", ".toml", ".drn")]
    place = {name: i for i, name in enumerate(FIRST)}
    return sorted(files, key=lambda path: (place.get(path.stem, len(FIRST)), len(path.parts), path.stem))


def title(path: Path) -> str:
    """The first line of an example, as its title."""
    text = path.read_text()
    if path.suffix == ".toml" and (named := re.search(r'^name = "(.*)"', text, re.MULTILINE)):
        return named[1]
    first = re.sub(r'^("""|# |// )', "", text.partition("\n")[0])
    return re.split(r"[:,;.]", first)[0] if path.suffix == ".py" else path.stem.replace("_", " ").capitalize()


def page(path: Path, played: bool = True) -> tuple[str, bytes]:
    """The page of an example, and its picture as SVG; empty where it has none, or is not run."""
    printed, made = run(path) if played else ("", {})
    drawing = drawn(made)
    code, language = path.read_text(), {".py": "python", ".toml": "toml", ".drn": "text"}[path.suffix]
    about = ""
    if code.startswith('"""'):
        about, _, code = code[3:].partition('"""\n')
    shown = path.relative_to(EXAMPLES.parent).as_posix()
    asked = f"markov solve {shown} --reach prize --max" if path.suffix == ".drn" else f"markov odds {shown}"
    lines = printed.rstrip().splitlines()
    cut = [*lines[:_LONGEST], *["…"] * (len(lines) > _LONGEST)]
    parts = [f"# {title(path)}", about.strip(), f"![{title(path)}]({path.stem}.svg)" if drawing else ""]
    if cut:
        parts += [f"```text\n{chr(10).join(cut)}\n```"]
    if wagers(made) or path.suffix != ".py":
        parts += [f"```sh\n{asked}\n```"]
    parts += [f"```{language}\n{code.strip()}\n```"]
    return "\n\n".join(filter(None, parts)) + "\n", drawing


def run(path: Path) -> tuple[str, dict[str, Any]]:
    """What an example prints, and what it makes by name."""
    printed = StringIO()
    if path.suffix == ".py":
        with redirect_stdout(printed):
            made = run_path(str(path), run_name="__main__")
        return printed.getvalue(), made
    if path.suffix == ".toml":
        odds = mk.game(path).odds()
        return str(odds.view()), {one.wager.name: one.wager for one in odds.values()}
    return "", {}


def wagers(made: dict[str, Any]) -> list[mk.Wager]:
    """The wagers that an example makes."""
    return [one for one in made.values() if isinstance(one, mk.Wager)]


def drawn(made: dict[str, Any]) -> bytes:
    """A picture of what an example makes, as SVG: a small chain, its endings or its length."""
    for result in (*[one for one in made.values() if isinstance(one, Chain)], *wagers(made)):
        if isinstance(result, Chain):
            return picture(result.plot)
        if result.has_actions:
            return picture(result.odds().plot)
        return picture(result.chain().plot) or picture(result.law().plot)
    return b""


def picture(draw: Callable[[], Any]) -> bytes:
    """The axes that are drawn, as SVG; nothing where there is no room for them."""
    from matplotlib import pyplot, rc_context

    pyplot.switch_backend("agg")
    file = BytesIO()
    try:
        with rc_context({"svg.fonttype": "none", "svg.hashsalt": "markov"}):
            draw().figure.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None})
    except NoPicture:
        return b""
    finally:
        pyplot.close("all")
    return file.getvalue()
