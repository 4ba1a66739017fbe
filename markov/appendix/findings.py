"""The section on findings: what a reviewer would question, numbered, each with its disposition."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import compress

from markov.appendix.blocks import exactly, fraction, inlines, prose, tabular
from markov.appendix.decimals import PLAIN, SHARE
from markov.appendix.dossier import Dossier
from markov.appendix.odds_tables import joined
from markov.appendix.readings import choice_words
from markov.naming import counted, listed
from markov.questions.lint.finding import OPEN, Finding, Reviewed
from markov.questions.lint.profile import Profile
from markov.questions.lint.view import WORDS, figure, figures, is_share, name_of, text
from markov.tables.endings import ending_words
from markov.tables.table import Cell, Figure, grouped
from markov.typeset.manuscript import Block, Inlines, NumberedFinding, Section


def findings(dossier: Dossier, brief: bool) -> Section:
    """The section on findings; a brief one does not name the checks that compared nothing."""
    reviewed = dossier.reviewed
    profile = reviewed.profile
    stake = f", for a stake of {profile.minimum} in chips of {profile.chip}" * (profile.minimum is not None)
    made = [check for check in reviewed.checks if check.count]
    rejected = any("rejected" in finding.texts for finding in reviewed.findings)
    blocks: list[Block] = [
        prose(
            _CHECKED + _REJECTED * rejected,
            profile=f"{profile.name} ({_bounds_from(profile)})",
            stake=stake,
            n=f"{sum(check.count for check in made):,}",
            checks=counted(len(made), "check"),
            left=_left_out(reviewed, brief),
        )
    ]
    if idle := [chapter.wager.name for chapter in dossier.chapters if chapter.idle]:
        blocks.append(prose(_IDLE, names=joined(idle)))
    groups = shared(questioned(dossier))
    if not groups:
        blocks.append(prose("None of these checks found anything to question."))
    for number, kind in enumerate(_by_table(groups), start=1):
        blocks += [_finding(number, kind[0], reviewed)] if len(kind) == 1 else _cases(number, kind, reviewed)
    return Section("Findings", "findings", tuple(blocks))


def _bounds_from(profile: Profile) -> str:
    """The place where the bounds of the profile are written down."""
    if not profile.seen:
        return "bounds of this program's own, no regulator's"
    return f"{profile.citation}, as of {profile.date.isoformat()}, for {profile.written_for}"


def _left_out(reviewed: Reviewed, brief: bool) -> str:
    """The checks that compared nothing, with the reason or by their number."""
    if brief:
        idle = sum(not check.count for check in reviewed.checks)
        return f"{counted(idle, 'check').capitalize()} had nothing to compare." * bool(idle)
    why = grouped((check for check in reviewed.checks if not check.count), lambda check: check.why)
    left = "; ".join(f"{listed([check.code for check in same])}, as {reason}" for reason, same in why.items())
    return f"Not compared: {left}." if left else ""


def questioned(dossier: Dossier) -> list[Finding]:
    """The findings that the document lists."""
    return [finding for finding in dossier.reviewed.findings if not _left_aside(finding, dossier)]


def _left_aside(finding: Finding, dossier: Dossier) -> bool:
    """True for a finding on best play that has no bet at risk, or on a reading that is rejected."""
    if "rejected" in finding.texts:
        return True
    downs = dossier.idle.get(finding.wager, frozenset())
    if finding.code in _OF_OFFERS:
        return not downs.isdisjoint(finding.endings)
    return finding.code in _OF_BEST_PLAY and bool(downs)


_OF_OFFERS, _OF_BEST_PLAY = ("leak", "above-fair"), ("no-edge", "unreached")
_CHECKED = """
    `markov lint` made {n} comparisons by {checks}, with the bounds of the profile {profile}{stake}. {left}
"""
_REJECTED = "What would be found under a choice that @rules rejects is left out."
_IDLE = """
    {names}: the bet can be withdrawn before any risk, which is excluded: no finding is made of it.
"""


def shared(several: Sequence[Finding]) -> list[list[Finding]]:
    """The findings in groups: in each, those on several wagers that say the same."""

    def words_of(finding: Finding) -> object:
        texts = tuple((name, words) for name, words in finding.texts.items() if name != "other")
        figures = () if finding.code.startswith("reading-") else tuple(finding.figures.items())
        return finding.code, finding.endings, len(finding.states), figures, texts

    return list(grouped(several, words_of).values())


_CASES = 3  # findings of one code from which they share a number and have a table
_MOST = 8  # cases of a wager that have a row each; of more the first `_CASES` have one
_NAMED = 6  # wagers of such a table that its heading names; more are counted


def _by_table(groups: Sequence[list[Finding]]) -> list[list[list[Finding]]]:
    """The findings in groups that share a table: of one code, with figures and texts of the same names."""

    def kind_of(same: list[Finding]) -> object:
        finding = same[0]
        alone = finding.code.startswith("reading-") or not finding.wager
        return finding.code, *finding.texts, *figures(finding), alone and id(same)

    together: list[list[list[Finding]]] = []
    for kind in grouped(groups, kind_of).values():
        together += [kind] if len(kind) >= _CASES else [[same] for same in kind]
    return together


def _shown(kind: Sequence[list[Finding]]) -> list[bool]:
    """For each of the cases whether it has a row: of very many on a wager the first few have one."""
    wagers = [tuple(finding.wager for finding in same) for same in kind]
    many, seen = Counter(wagers), Counter[tuple[str, ...]]()
    shown = []
    for wager in wagers:
        seen[wager] += 1
        shown.append(many[wager] <= _MOST or seen[wager] <= _CASES)
    return shown


def _cases(number: int, kind: Sequence[list[Finding]], reviewed: Reviewed) -> Iterator[Block]:
    """The findings of one code as a single entry: what they have in common, and a table of the cases."""
    finding, label = kind[0][0], f"finding-{number}-cases"
    shown = _shown(kind)
    names = [joined([each.wager for each in same]) for same in kind]
    columns: list[tuple[str, Sequence[Cell | str]]] = [("wager:left", names)] if len(set(names)) > 1 else []
    if any(same[0].endings for same in kind):
        columns.append(("line:left", [", ".join(map(ending_words, same[0].endings)) for same in kind]))
    about = reviewed.about(*(each for same in kind for each in same))
    common: list[str] = []
    for name in finding.texts:
        words = [joined(list(dict.fromkeys(_text(each, name, reviewed) for each in same))) for same in kind]
        if len(set(words)) == 1:
            common.append(text(name, words[0]))
        else:
            columns.append((f"{text(name, '').strip()}:left", words))
    for name in figures(finding):
        values = [same[0].figures[name] for same in kind]
        if len(set(values)) == 1:
            common.append(figure(name, values[0], about, fraction).replace("-", "−"))
            continue
        decimals = not is_share(name) and any(value.denominator > 1 for value in values)
        if not (decimals and all(10**PLAIN.places % value.denominator == 0 for value in values)):
            columns.append((name_of(name, about), [exactly(value) for value in values]))
        if is_share(name):
            columns.append(("%:point", [Figure(value, SHARE) for value in values]))
        elif decimals:
            heading = "decimal" if columns[-1][0] == name_of(name, about) else name_of(name, about)
            columns.append((f"{heading}:point", [Figure(value, PLAIN) for value in values]))
    answers = [_disposition(same, reviewed) for same in kind]
    answer, *others = dict.fromkeys(answers)
    if others:
        by_case = [" ".join(dict.fromkeys(map(reviewed.disposition, same))) for same in kind]
        still_open = any(reviewed.disposition(each) == OPEN for same in kind for each in same)
        do = " What is open: {do}" * still_open
        answer = inlines(f"by case, in @{label}.{do}", do=WORDS[finding.code].do)
        columns.append(("disposition:left", by_case))
    said = "; ".join(common)
    cases = f"The {len(kind)} cases are in @{label}."
    if not all(shown):
        cases = f"Of {len(kind):,} cases {sum(shown)} are in @{label}; `markov lint` names each."
    summary = inlines(
        f"{{means}} {{common}} {cases}",
        means=WORDS[finding.code].means,
        common=f"In all of them: {said}." if said else "",
    )
    wagers = list(dict.fromkeys(each.wager for same in kind for each in same))
    title = f"{_title(finding, joined(wagers, _NAMED))} ({finding.severity})"
    yield NumberedFinding(title, f"finding-{number}", summary, answer)
    headings, cells = zip(*columns, strict=True)
    rows = enumerate(compress(zip(*cells, strict=True), shown), start=1)
    numbered = [(f"{number}.{k}", *row) for k, row in rows]
    yield tabular(label, f"The cases of finding {number}", ["n:left", *headings], numbered)


def _finding(number: int, same: Sequence[Finding], reviewed: Reviewed) -> NumberedFinding:
    """A finding of one or of several wagers."""
    finding = same[0]
    lines = ", ".join(map(ending_words, finding.endings))
    title = ": ".join(filter(None, (_title(finding, joined([each.wager for each in same])), lines)))
    details = (
        [f"against {joined([each.texts['other'] for each in same])}"] if "other" in finding.texts else []
    )
    details += [
        _text(finding, name, reviewed) if name == "reading" else text(name, _text(finding, name, reviewed))
        for name in finding.texts
        if name != "other"
    ]
    for name in figures(finding):
        values = [each.figures[name] for each in same]
        least = figure(name, min(values), reviewed.about(*same), fraction).replace("-", "−")
        details.append(least + " at the lowest" * (len(set(values)) > 1))
    means = WORDS[finding.code].means
    shown = "; ".join(details)
    said = f"{means} {shown[:1].upper()}{shown[1:]}".strip()
    return NumberedFinding(
        f"{title} ({finding.severity})",
        f"finding-{number}",
        inlines("{said}.", said=said.rstrip(".")),
        _disposition(same, reviewed),
    )


def _text(finding: Finding, name: str, reviewed: Reviewed) -> str:
    """A text of the finding, its endings and interpretations in words."""
    words = finding.texts[name]
    if name == "taken":
        return joined(list(map(ending_words, words.split(", "))))
    if name in ("for", "to"):
        wager, ending, pay = words.rsplit(", ", 2)
        return f"{wager}, {ending_words(ending)}, {pay}"
    if name == "reading":
        choices = (each.split("=") for each in words.split(", "))
        return "; ".join(choice_words(reviewed.asked.game, *choice) for choice in choices)
    return words


TITLES = {
    "player-edge": "edge of the player",
    "envy-loss": "dealer bonus above what the house wins",
    "return-low": "return below the profile's bound",
    "return-high": "return above the profile's bound",
    "chance-low": "win rarer than the profile allows",
    "pay-words": "pay posted in another word than the profile wants",
    "no-edge": "wager without an edge",
    "leak": "surrender posted above its value",
    "rarer-less": "rarer win that pays less",
    "later-less": "later line that pays less",
    "below-stake": "result that returns less than was put down",
    "mirror-pays": "mirrored wagers with other pays",
    "mixed-words": "pays posted with both “for” and “to”",
    "not-payable": "pay that is no whole number of chips",
    "commission": "commission that is no whole number of chips",
    "idle-option": "option that changes nothing",
    "not-idle": "option that changes odds, and is said not to",
    "reading-edge": "interpretation under which the house loses its edge",
    "reading-envy": "interpretation under which the dealer bonus exceeds what the house wins",
    "above-fair": "offer that only later offers make too low",
    "tie": "offer worth exactly what playing on is",
    "dead-offer": "offer that is never right to take",
    "unreached": "line that best play never comes to",
    "same-bet": "wagers that are decided alike",
}
"""What a finding found, by its code."""


def _title(finding: Finding, wagers: str) -> str:
    """The title of a finding: its kind and its wagers; no wager is named for one of the sheet."""
    title = TITLES[finding.code]
    return f"{title[0].upper()}{title[1:]}" + f" on {wagers}" * bool(finding.wager)


def _disposition(same: Sequence[Finding], reviewed: Reviewed) -> Inlines:
    """The author's answers to the findings, each once; where there is none, what is to be done."""
    answers = dict.fromkeys(reviewed.disposition(finding) for finding in same)
    if list(answers) == [OPEN]:
        return inlines(f"open. {WORDS[same[0].code].do}")
    return (" ".join(answers),)
