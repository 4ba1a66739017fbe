"""Templates: sheets, Python files and a notebook that run as they are, with comments that teach.

A template is a file of the folder `templates`, named for its kind; a Python file has `.txt` behind its
suffix, so that no tool takes it for a module of this program.
"""

from dataclasses import dataclass
from json import dumps
from pathlib import Path

_FOLDER = Path(__file__).parent / "templates"
_NAME = "My game"  # of the game, in every template
_FILE = "my_game"  # with the suffix: the file, in comments


@dataclass(frozen=True, slots=True)
class Template:
    """A file to begin with.

    kind     by which it is asked for
    suffix   of the file that comes of it: .toml, .py or .ipynb
    """

    kind: str
    suffix: str
    text: str

    def named(self, name: str, file: str) -> str:
        """The text of the file for a game of that name.

        file   how the file is named in commands: its path
        """
        quoted = dumps(name, ensure_ascii=False)[1:-1]  # as TOML, Python and JSON read it between quotes
        if self.suffix == ".py":
            file = dumps(file, ensure_ascii=False)[1:-1]  # it stands in a docstring
        text = self.text.replace(f"./{_FILE}{self.suffix}", file)
        return text.replace(_NAME, quoted)


def kinds() -> tuple[str, ...]:
    """The kinds there are.

    >>> kinds()
    ('notebook', 'overlay', 'python', 'race', 'readings', 'tally', 'wheel')
    """
    return tuple(sorted(path.name.partition(".")[0] for path in _FOLDER.iterdir()))


def template(kind: str) -> Template:
    """The template of that kind; raises Unknown where there is none."""
    for path in _FOLDER.iterdir():
        name, _, suffix = path.name.partition(".")
        if name == kind:
            return Template(kind, f".{suffix.removesuffix('.txt')}", path.read_text(encoding="utf-8"))
    from markov.wager.game import Unknown  # help does not wait for the engine

    raise Unknown("kind", kind, kinds())


def title(stem: str) -> str:
    """The name of the game that a file of that name holds.

    >>> title("lucky-threes"), title("fire_bet")
    ('Lucky threes', 'Fire bet')

    Raises ValueError where there is no letter or digit in it, or what cannot be printed.
    """
    from markov.wager.game import slug

    words = " ".join(stem.replace("_", " ").replace("-", " ").split())
    if not slug(words) or not stem.isprintable():
        raise ValueError(f"{stem!r} makes no name for a game; choose one with letters or digits")
    return words[:1].upper() + words[1:]
