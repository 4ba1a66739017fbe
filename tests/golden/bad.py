"""Wrong input that is kept with what it is told: bad pays, names that are not there, and bad sheets."""

import json
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from markov.wager.catalogue import find
from markov.wager.game import SheetError, Unknown
from markov.wager.paytable import multiple, returned

PATH = Path(__file__).parent / "bad_input.toml"


def kept() -> dict[str, Any]:
    return tomllib.loads(PATH.read_text())


def told(kind: str, case: Mapping[str, str], sheet: str) -> str:
    """The message that refuses the case; empty where it is accepted."""
    try:
        if kind == "pay":
            returned(case["text"])
        elif kind == "envy":
            multiple(case["text"])
        elif kind == "name":
            _look_up(case)
        else:
            _read(sheet, case)
    except (ValueError, Unknown) as error:
        return str(error)
    return ""


def _look_up(case: Mapping[str, str]) -> None:
    game = find(case["game"])
    if "wager" in case:
        game.wager(case["wager"])
    if "option" in case:
        key, _, choice = case["option"].partition("=")
        game.reading({key: choice})


def _read(sheet: str, case: Mapping[str, str]) -> None:
    assert sheet.count(case["old"]) == 1, f"{case['old']!r} is to stand once on the sheet"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.toml"
        path.write_text(sheet.replace(case["old"], case["new"]))
        try:
            find(str(path))
        except SheetError as error:
            raise SheetError(str(error).replace(f"{folder}/", "")) from None


def cases(tables: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    for kind in ("pay", "envy", "name", "sheet"):
        for case in tables[kind]:
            yield kind, case


def text(tables: Mapping[str, Any]) -> str:
    """The file, with what each case is told now."""
    lines = [
        "# Wrong input and what it is told. A `sheet` is the one below with `new` in place of `old`.",
        "# Written by `python -m tests.golden.write`, which fills in `error`.",
        "",
        f"base = '''\n{tables['base']}'''",
    ]
    for kind, case in cases(tables):
        now = {**case, "error": told(kind, case, tables["base"])}
        lines += ["", f"[[{kind}]]"]
        lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in now.items()]
    return "\n".join(lines) + "\n"
