"""The house keeps its own rules: format, lint, types, layers, the map, the examples, the documents."""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from runpy import run_path

import pytest

from tests.process import ran_here

ROOT = Path(__file__).parents[2]
MODULES = sorted(path for room in ("markov", "games") for path in (ROOT / room).rglob("*.py"))
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MAP = ROOT / "docs" / "why" / "architecture.md"


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def ran(command: list[str] | str) -> subprocess.CompletedProcess[str]:
    """The command, run at the top of the project with `markov` being the one beside this Python."""
    inherited = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "FORCE_COLOR")}
    beside = Path(sys.executable).parent
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**inherited, "NO_COLOR": "1", "PATH": f"{beside}{os.pathsep}{os.environ.get('PATH', '')}"},
        shell=isinstance(command, str),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def assert_clean(*command: str) -> None:
    found = ran([sys.executable, *command])
    if found.returncode:
        pytest.fail(f"{' '.join(command)}\n{found.stdout}", pytrace=False)


# Tools.


def test_format():
    assert_clean("-m", "ruff", "format", "--check", ".")


def test_lint():
    assert_clean("-m", "ruff", "check", ".")


def test_types(tmp_path):
    """Those of the program, of the examples, and of the lines of Python in the README."""
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert "import markov as mk" in lines
    readme = tmp_path / "readme.py"
    readme.write_text("\n".join(lines) + "\n")
    assert_clean("-m", "mypy", "markov", "games", "examples", str(readme))


def test_layers():
    assert_clean("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")


def types_in(module: Path) -> list[str]:
    """The classes and aliases that a module defines."""
    return [
        node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.target)
        for node in ast.parse(module.read_text()).body
        if isinstance(node, ast.ClassDef)
        or (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias")
    ]


def test_no_two_types_have_one_name():
    owners: dict[str, list[str]] = {}
    for module in MODULES:
        for name in types_in(module):
            owners.setdefault(name.lstrip("_"), []).append(named(module))
    assert len(owners) > 300  # so that what is compared is there
    assert {name: places for name, places in owners.items() if len(places) > 1} == {}


# The map.


def test_the_first_line_of_a_docstring_names_what_it_is_of():
    """A noun phrase or a sentence that is understood alone, not a riddle."""
    riddle = re.compile(r"(What|Whether|How|Where|Why|When|Which|Who)\b")
    kinds = ast.Module | ast.FunctionDef | ast.ClassDef
    first = {
        f"{named(path)}: {text.splitlines()[0]}": text
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, kinds) and (text := ast.get_docstring(node))
    }
    assert len(first) > 2_000
    assert [line for line, text in first.items() if riddle.match(text)] == []


def test_every_file_that_the_map_names_exists():
    files = set(re.findall(r"`((?:[\w.-]+/)+[\w-]+\.\w+|[\w-]+\.toml)`", MAP.read_text()))
    rooms = set(re.findall(r"`((?:[\w.-]+/)+)`", MAP.read_text()))
    assert files
    assert rooms
    assert [name for name in sorted(files) if not (ROOT / name).is_file()] == []
    assert [name for name in sorted(rooms) if not (ROOT / name).is_dir()] == []


def test_every_module_is_on_the_map():
    """By a row that begins with its path, or with that of a room it is in, such as `markov/chain/`."""
    cells = re.findall(r"^\| (`[^|]*) \|", MAP.read_text(), re.MULTILINE)
    first = {path for cell in cells for path in re.findall(r"`([\w./-]+)`", cell)}
    missing = [
        named(path)
        for path in MODULES
        if named(path) not in {*first, "markov/__init__.py"}
        and not any(f"{named(room)}/" in first for room in path.parents if ROOT in room.parents)
    ]
    assert missing == []


def test_the_map_is_read_at_a_glance():
    tables = re.findall(r"^\| (?:room|who…) \|.*\n\|.*\n((?:\|.*\n)*)", MAP.read_text(), re.MULTILINE)
    assert 30 < sum(table.count("\n") for table in tables) <= 40


def test_no_test_is_imported_by_another():
    """A helper of several tests is in a module that is no test itself."""
    modules = sorted((ROOT / "tests").rglob("*.py"))
    importing = [
        named(module)
        for module in modules
        if re.search(r"^\s*(from|import) tests\.([a-z_.]*\.)?test_", module.read_text(), re.MULTILINE)
    ]
    assert len(modules) > 100
    assert importing == []


def names_in(module: Path) -> set[str]:
    """The functions, classes and variables that the module makes, at any depth."""
    nodes = list(ast.walk(ast.parse(module.read_text())))
    made = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return made | {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def test_every_name_that_the_map_gives_exists():
    """A name in code letters is a name in the code, a module, a room, or a command."""
    words = re.findall(r"`([A-Za-z_][\w.-]*)(?:\(\w*\))?`", MAP.read_text())
    known = {name for module in MODULES for name in (*names_in(module), *module.relative_to(ROOT).parts)}
    known |= {module.stem for module in MODULES}
    said = {word.rpartition(".")[2].replace("-", "_") for word in words if word != "pyproject.toml"}
    assert len(said) > 50
    assert sorted(said - known) == []


def test_every_name_is_in_the_file_in_which_the_map_puts_it():
    """By words such as “`optimal_policy`, in `markov/chain/absorption.py`”, with one name or several."""
    placed = re.findall(r"((?:`[\w.]+`(?:,? and |, |; )?)+), in `([\w./]+\.py)`", MAP.read_text())
    assert len(placed) > 10
    astray = [
        f"{name} in {path}"
        for names, path in placed
        for name in re.findall(r"`[\w.]*?(\w+)`", names)
        if name not in names_in(ROOT / path)
    ]
    assert astray == []


# Examples.


@pytest.mark.parametrize("example", EXAMPLES, ids=named)
def test_an_example_runs(example, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    run_path(named(example), run_name="__main__")
    assert capsys.readouterr().out.strip()


def test_an_example_runs_in_a_process_of_its_own():
    found = ran([sys.executable, "-W", "error", named(EXAMPLES[0])])
    assert (found.returncode, bool(found.stdout.strip())) == (0, True), found.stdout


# Documents.


def shown(document: Path) -> list[tuple[str, str]]:
    """The commands in the console blocks of the document, each with the output that it shows."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", document.read_text(), re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            if command.split()[:1] == ["markov"]:
                found.append((command, output))
    return found


COMMANDS = [
    pytest.param(command, output, id=f"{named(document)}: {command}")
    for document in DOCUMENTS
    if document.exists()
    for command, output in shown(document)
]


def test_links_lead_to_files():
    links = [
        (document, link)
        for document in DOCUMENTS
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text())
    ]
    assert len(links) > 100
    assert [f"{named(page)}: {link}" for page, link in links if not (page.parent / link).exists()] == []


def test_modules_examples_and_commands_are_there_to_be_looked_at():
    assert {module.relative_to(ROOT).parts[0] for module in MODULES} == {"markov", "games"}
    assert EXAMPLES
    assert COMMANDS


def printed(command: str) -> str:
    """What the command prints, on stdout and stderr: in this process, unless it is for a shell."""
    if set("|<>;&$*").intersection(command):
        return ran(command).stdout
    return ran_here(*shlex.split(command)[1:], together=True)[1]


@pytest.mark.parametrize(("command", "output"), COMMANDS)
def test_a_command_prints_what_the_document_shows(monkeypatch, command, output):
    """A line that is only `…` stands for any lines left out."""
    monkeypatch.chdir(ROOT)
    found = printed(command)
    lines = output.rstrip("\n").split("\n")
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r"\n" for line in lines)
    if not re.fullmatch(pattern, found.rstrip("\n") + "\n"):
        pytest.fail(f"$ {command}\nshown:\n{output}\nprinted:\n{found}", pytrace=False)
