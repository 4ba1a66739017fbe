"""Shown and Viewed: things that show themselves as tables, in a notebook and when they are printed.

What shows them is found when it is asked for: entry points of the group markov.shown are functions that
answer with text for a thing and a way to show it, or with None where they know no such thing. The engine
knows none of them.
"""

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from markov.question import Question

if TYPE_CHECKING:
    from markov.tables.picture import Axes
    from markov.tables.view import View

Rendering: TypeAlias = Literal["text", "html", "latex"]


class Displayable:
    """Tables where a notebook or `print` asks for them; `repr` is one line, and a class's own."""

    __slots__ = ()

    def __str__(self) -> str:
        text = _shown(self, "text")
        return repr(self) if text is None else text.rstrip("\n")

    def _repr_html_(self) -> str | None:
        return _shown(self, "html")

    def _repr_latex_(self) -> str | None:
        return _shown(self, "latex")


class HasView(Displayable):
    """A result that is shown as tables, and is one document for machines; some have a picture."""

    __slots__ = ()

    if TYPE_CHECKING:

        def view(self) -> "View":
            """The result as what is shown: tables, a data frame, the document that `--json` prints."""

        def plot(self, ax: "Axes | None" = None) -> "Axes":
            """The result as a picture, on axes of matplotlib: those given, or new ones; they come back."""

    else:
        view = Question("markov.front.view")
        plot = Question("markov.front.plot")


def _shown(thing: object, way: Rendering) -> str | None:
    texts = (show(thing, way) for show in _renderers())
    return next((text for text in texts if text is not None), None)


@cache
def _renderers() -> list[Callable[[object, Rendering], str | None]]:
    from importlib.metadata import entry_points  # what is never shown does not wait for it

    points = sorted(entry_points(group="markov.shown"), key=lambda point: point.name)
    return [point.load() for point in points]
