"""Finding: what is questioned, where, and the figures that cause it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")  # the gravest first

# A code keeps its meaning, for scripts go by it.
SEVERITY: Mapping[str, Severity] = MappingProxyType(
    {
        "player-edge": "error",
        "envy-loss": "error",
        "return-low": "error",
        "return-high": "error",
        "chance-low": "error",
        "pay-words": "error",
        "no-edge": "warning",
        "leak": "warning",
        "rarer-less": "warning",
        "later-less": "warning",
        "below-stake": "warning",
        "mirror-pays": "warning",
        "mixed-words": "warning",
        "not-payable": "warning",
        "commission": "warning",
        "idle-option": "warning",
        "not-idle": "warning",
        "reading-edge": "warning",
        "reading-envy": "warning",
        "above-fair": "note",
        "tie": "note",
        "dead-offer": "note",
        "unreached": "note",
        "same-bet": "note",
    }
)

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Finding:
    """A point that a reviewer would question. Money is per unit staked, but for stakes and chips.

    code      one of SEVERITY
    wager     its name; empty for the whole sheet
    endings   the lines of the paytable that are in question
    states    where they are, for what the player may choose
    figures   the numbers that cause it, by name
    texts     the words that cause it, by name: a posted pay, another wager, a choice
    """

    code: str
    wager: str = ""
    endings: tuple[str, ...] = ()
    states: tuple[Any, ...] = ()
    figures: Mapping[str, Fraction] = field(default_factory=lambda: _NONE)
    texts: Mapping[str, str] = field(default_factory=lambda: _NONE)

    @property
    def severity(self) -> Severity:
        """The severity that belongs to its code."""
        return SEVERITY[self.code]


def ranked(found: Sequence[Finding], wagers: Sequence[str]) -> list[Finding]:
    """The gravest first; of equally grave ones in the order of the wagers, the whole sheet last.

    >>> [one.wager for one in ranked([Finding("tie", "B"), Finding("tie"), Finding("tie", "A")], ["A", "B"])]
    ['A', 'B', '']
    >>> [one.code for one in ranked([Finding("tie"), Finding("leak"), Finding("no-edge")], [])]
    ['leak', 'no-edge', 'tie']
    """
    at = {name: i for i, name in enumerate(wagers)}
    return sorted(found, key=lambda one: (SEVERITIES.index(one.severity), at.get(one.wager, len(at))))
