"""Finding: what is questioned, where, and the figures that cause it; a check, and what a review comes to."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from markov.questions.lint.profile import Profile
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.wager import Wager

Severity: TypeAlias = Literal["error", "warning", "note"]

SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")  # the gravest first

# A code keeps its meaning, for scripts go by it.
_CODES: Mapping[Severity, str] = {
    "error": "player-edge envy-loss return-low return-high chance-low pay-words",
    "warning": "no-edge leak rarer-less later-less below-stake mirror-pays mixed-words not-payable "
    "commission idle-option not-idle reading-edge reading-envy",
    "note": "above-fair tie dead-offer unreached same-bet",
}
SEVERITY: Mapping[str, Severity] = MappingProxyType(
    {code: severity for severity, codes in _CODES.items() for code in codes.split()}
)

OPEN = "open"
"""The disposition of a finding that nobody has answered."""

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

    @property
    def id(self) -> str:
        """The name by which a disposition answers it; it goes by the place, not by the figures.

        >>> Finding("leak", "Repeating 2", ("surrender-1",)).id, Finding("mixed-words").id
        ('leak/repeating-2/surrender-1', 'mixed-words/sheet')
        """
        about = [self.texts[name] for name in ("option", "reading") if name in self.texts]
        other = [slug(self.texts["other"])] if "other" in self.texts else []
        return "/".join([self.code, slug(self.wager) or "sheet", *self.endings, *other, *about])


@dataclass(frozen=True, slots=True)
class CodeCheck:
    """One thing that a review looks for.

    code    of the findings that it leads to
    count   how many comparisons were made
    why     why none was made; empty where some were
    """

    code: str
    count: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A sheet, the bounds that it was checked against, and the findings.

    given         how the profile was asked for
    wagers        the names of those that were checked
    readings      how many readings were checked
    findings      all of them, the gravest first
    least         findings that are less grave are counted and not listed
    checks        what was looked for, one for each code
    dispositions  by id of a finding, what the author of the sheet answers to it
    """

    asked: Asked
    given: str
    profile: Profile
    wagers: Sequence[str]
    readings: int
    findings: Sequence[Finding]
    least: Severity = "note"
    checks: Sequence[CodeCheck] = ()
    dispositions: Mapping[str, str] = field(default_factory=lambda: _NONE)

    @property
    def counts(self) -> dict[Severity, int]:
        """The number of findings of each severity, listed or not."""
        counted = Counter(finding.severity for finding in self.findings)
        return {severity: counted[severity] for severity in SEVERITIES}

    @property
    def severities(self) -> tuple[Severity, ...]:
        """The severities that are listed."""
        return SEVERITIES[: SEVERITIES.index(self.least) + 1]

    @property
    def numbered(self) -> list[tuple[int, Finding]]:
        """The findings that are listed, each with its number among all of them."""
        return [
            (i, finding)
            for i, finding in enumerate(self.findings, start=1)
            if finding.severity in self.severities
        ]

    def disposition(self, finding: Finding) -> str:
        """The author's answer to the finding; "open" where there is none."""
        return self.dispositions.get(finding.id, OPEN)

    def about(self, *findings: Finding) -> tuple[Wager, ...]:
        """The wagers that the findings are about and compare them with; none for one of the whole sheet."""
        names = dict.fromkeys(name for each in findings for name in (each.wager, each.texts.get("other", "")))
        wagers = (self.asked.wagers.get(slug(name)) for name in names)
        return tuple(wager for wager in wagers if wager)

    @property
    def unmatched(self) -> tuple[str, ...]:
        """The dispositions that answer no finding, though what they speak of was compared."""
        ids = {finding.id for finding in self.findings}
        idle = {check.code for check in self.checks if not check.count}
        slugs = {slug(name) for name in self.wagers}

        def aside(key: str) -> bool:
            return len(parts := key.split("/")) > 1 and parts[1] not in slugs

        return tuple(
            key
            for key in self.dispositions
            if key not in ids and not (key.split("/")[0] in idle or (self.asked.named and aside(key)))
        )


def ranked(findings: Sequence[Finding], wagers: Sequence[str]) -> list[Finding]:
    """The gravest first; of equally grave ones in the order of the wagers, the whole sheet last.

    >>> [one.wager for one in ranked([Finding("tie", "B"), Finding("tie"), Finding("tie", "A")], ["A", "B"])]
    ['A', 'B', '']
    >>> [one.code for one in ranked([Finding("tie"), Finding("leak"), Finding("no-edge")], [])]
    ['leak', 'no-edge', 'tie']
    """
    at = {name: i for i, name in enumerate(wagers)}
    return sorted(
        findings, key=lambda finding: (SEVERITIES.index(finding.severity), at.get(finding.wager, len(at)))
    )
