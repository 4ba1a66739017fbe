"""The package as it is installed: its name and version, and what to say where another package is missing."""

NAME = "markov-odds"
__version__ = "0.9.0"


def needs(what: str, package: str, extra: str) -> str:
    """Words for a package that is not installed, with the command that installs it.

    extra   of this package, which brings the other

    >>> needs("a picture", "matplotlib", "plot")
    "a picture needs matplotlib: pip install 'markov-odds[plot]'"
    """
    return f"{what} needs {package}: pip install '{NAME}[{extra}]'"
