"""A rule of plain functions, for what no sheet says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markov.distribution import Distribution


@dataclass(frozen=True, slots=True)
class PlainRule:
    """A rule of plain functions.

    start         the state before the first trial: a number, a text, a tuple, whatever can be a key of a dict
    step          of a state and an outcome: the state after it, or the End that it brings
    wheel         of a state: what can come up in it; left out where one wheel serves all states
    actions       of a state: {action: the state that it makes of this one, or an End}, or None where there is
                  nothing to choose; see `Rule`
    description   the rule in a sentence or more, for reports
    trial         the noun of a trial: a spin, a roll, a respin
    label         of a state: its name for a reader; left out where its parts say enough

    >>> import markov as mk
    >>> rule = mk.PlainRule(
    ...     0,
    ...     lambda heads, side: heads + 1 if side == "heads" else mk.End(f"heads-{heads}"),
    ...     trial="flip",
    ...     label=lambda heads: f"{heads} heads so far",
    ... )
    >>> rule.step(rule.start, "heads"), rule.step(2, "tails"), rule.label(2)
    (1, End(name='heads-2', decides=True), '2 heads so far')

    Raises TypeError for a part that is no function.
    """

    start: Any
    step: Callable[[Any, Any], Any]
    wheel: Callable[[Any], Distribution[Any]] | None = None
    actions: Callable[[Any], Mapping[str, Any] | None] | None = None
    description: str = ""
    trial: str = "spin"
    label: Callable[[Any], str] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name in ("step", "actions", "wheel", "label"):
            if not callable(part := getattr(self, name)) and (part is not None or name == "step"):
                raise TypeError(f"`{name}` of a rule is {part!r:.60}; expected a function")
