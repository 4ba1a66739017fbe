"""The first page, which decides: conclusion, state of each check, exposure, what is left to decide."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from markov.appendix.blocks import fraction, inlines, percentage
from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.appendix.findings import TITLES, questioned
from markov.appendix.odds_tables import VOLATILITY, edge_after_envy, headline, joined, over_outlay
from markov.appendix.paytable import posted_pays
from markov.appendix.readings import MATERIAL, edges_lost_otherwise, interpretations
from markov.exact import percent, rounded
from markov.naming import counted, listed
from markov.questions.lint.finding import OPEN, SEVERITIES, Finding
from markov.statistics.exposure import round_cost
from markov.statistics.moments import volatility
from markov.tables.endings import ending_words
from markov.tables.table import grouped
from markov.typeset.manuscript import Block, Inlines, Paragraph, Particulars, Strong, Tabular
from markov.wager.odds import Odds


def first_page(dossier: Dossier, brief: bool) -> Iterator[Block]:
    """The conclusion, the state of each check, the wagers in a table, and the interpretations that matter.

    brief   whether the posted pays stand here
    """
    material = list(interpretations(dossier))
    yield Paragraph((Strong(" ".join((conclusion(dossier.chapters), *edges_lost_otherwise(dossier)))),))
    yield Particulars((*status(dossier), *_to_decide(dossier, material)))
    yield headline(dossier.chapters)
    yield from material
    if brief:
        yield posted_pays(dossier.chapters, brief)


def conclusion(chapters: Sequence[Chapter]) -> str:
    """A sentence or two on who has the edge; whatever it says is compared here."""
    outlay = over_outlay(play for chapter in chapters for play in chapter.plays.values())
    base = "outlay" if outlay else "stake"
    edges = {chapter.wager.name: _edge(shown(chapter), outlay) for chapter in chapters}
    best = any("optimal" in chapter.plays or chapter.asked.wager.has_actions for chapter in chapters)
    under = " under best play" * best
    words = []
    every = "both wagers" if len(edges) == 2 else f"every one of the {len(edges)} wagers"
    for who, sign in (("The house has", 1), ("The player has", -1)):
        if mine := {name: edge * sign for name, edge in edges.items() if edge * sign > 0}:
            some = every if len(mine) == len(edges) else f"{len(mine)} of the {len(edges)} wagers"
            whose = some if len(edges) > 1 else next(iter(mine))
            words.append(f"{who} the edge on {whose}{under}: {spread(mine, len(edges) > 1)} of the {base}.")
    if even := [name for name, edge in edges.items() if not edge]:
        words.append(f"Nobody has an edge on {joined(even)}{under}.")
    if owing := {
        chapter.wager.name: edge_after_envy(shown(chapter), outlay)
        for chapter in chapters
        if shown(chapter).envy
    }:
        least, several = min(owing.values()), len(chapters) > 1
        kept = f"loses {'up to ' * several}" if least < 0 else f"keeps {'at the least ' * several}"
        most = {name: abs(amount) for name, amount in owing.items() if amount == least}
        whose = f" ({joined(list(most))})" * several
        words.append(
            f"After the dealer bonus (envy) the house {kept}{percentage(abs(least))}{whose} of the {base}."
        )
    if idle := [chapter.wager.name for chapter in chapters if chapter.idle]:
        why = "the bet can be withdrawn before any risk, which is excluded, and no offer is taken."
        words.append(f"{joined(idle)}: {why}")
    if down := [chapter.wager.name for chapter in chapters if chapter.downs and not chapter.idle]:
        words.append(f"{joined(down)}: best play takes the bet down before any risk.")
    return " ".join(words)


def shown(chapter: Chapter) -> Odds:
    """The odds of best play, where that is another play; else of the one way of playing."""
    return chapter.plays.get("optimal", chapter.plays["never"])


def _edge(play: Odds, outlay: bool) -> Fraction:
    return play.edge.per_outlay if outlay else play.edge.per_stake


def spread(
    numbers: Mapping[str, Fraction], named: bool = False, words: Callable[[Fraction], str] = percentage
) -> str:
    """The least and the greatest of the numbers of wagers, each with the names that have it.

    named   whether a number that all of them have is named too
    """
    ends = dict.fromkeys((min(numbers.values()), max(numbers.values())))
    having = ((end, joined([name for name, number in numbers.items() if number == end])) for end in ends)
    return " to ".join(words(end) + f" ({whose})" * (named or len(ends) > 1) for end, whose in having)


def status(dossier: Dossier) -> Iterator[tuple[str, Inlines]]:
    """The checks and the figures that a decision rests on, a line each."""
    yield "Findings", inlines("{words}. See @findings.", words=_open_findings(dossier))
    comparisons = [comparison.passed for comparison in dossier.verdict.comparisons]
    checks = [held for chapter in dossier.chapters for _, held in chapter.proof.checks]
    rounds = counted(dossier.request.rounds, "round")
    words = f"{_all(comparisons, 'comparisons passed')}, {rounds} of each wager. See @verification."
    yield "Simulation", inlines(words)
    yield "Certificates", (f"{_all(checks, 'checks hold')}.",)
    plays = {chapter.wager.name: shown(chapter) for chapter in dossier.chapters}
    returned = spread({name: play.rtp for name, play in plays.items()})
    yield "Return", (f"{returned}, over {dossier.base_words}.",)
    hits = spread({name: play.hit_frequency for name, play in plays.items()})
    yield "Hit frequency", (f"{hits}.",)
    indices = {name: volatility(play.variance, VOLATILITY).lower for name, play in plays.items()}
    index = spread(indices, words=lambda number: rounded(number, 4))
    yield "Volatility", (f"index at {percent(VOLATILITY, 0)}: {index}.",)
    yield "Exposure", (_exposure(dossier),)


def _all(held: Sequence[bool], words: str) -> str:
    """That all of them are so, or how many are not."""
    if all(held):
        return f"all {len(held):,} {words}"
    return f"FAILED: {held.count(False):,} of {len(held):,} {words.partition(' ')[0]}"


def _open_findings(dossier: Dossier) -> str:
    """The number of findings of each severity that nobody has answered, and of those that are answered."""
    findings, reviewed = questioned(dossier), dossier.reviewed
    waiting = [finding for finding in findings if reviewed.disposition(finding) == OPEN]
    words = [counted(sum(finding.severity == each for finding in waiting), each) for each in SEVERITIES]
    return f"{listed(words)} open, {len(findings) - len(waiting)} answered"


def _exposure(dossier: Dossier) -> str:
    """The most that one round of any wager can cost the house, per unit and at the table's maximum."""
    costs = [round_cost(chapter.asked) for chapter in dossier.chapters]
    most = max(cost.cost for cost in costs)
    mine = [cost for cost in costs if cost.cost == most]
    bonus = f", {fraction(mine[0].envy)} of it dealer bonus" * bool(mine[0].envy)
    whose = joined([cost.wager for cost in mine]) if len(costs) > 1 else ending_words(mine[0].ending)
    words = f"at most {fraction(most).replace('-', '−')} per unit staked in one round ({whose}{bonus})"
    if bet := dossier.request.most_bet:
        words += f"; {_money(most * bet)} at the maximum bet of {_money(bet)}"
    return f"{words}."


def _money(amount: Fraction) -> str:
    text = f"{int(amount):,}" if amount.denominator == 1 else f"{float(rounded(amount, 2)):,.2f}"
    return text.replace("-", "−")


def _to_decide(dossier: Dossier, material: Sequence[Block]) -> Iterator[tuple[str, Inlines]]:
    """The decisions left to the reader: each kind of grave finding that is open, and the interpretations."""
    reviewed = dossier.reviewed
    grave = [finding for finding in questioned(dossier) if finding.severity != SEVERITIES[-1]]
    waiting = [finding for finding in grave if reviewed.disposition(finding) == OPEN]
    words = "; ".join(_question(same) for same in grouped(waiting, lambda finding: finding.code).values())
    meant = f"whether what was found is meant: {words}" * bool(words)
    if any(isinstance(block, Tabular) for block in material):
        ours = f"{'; and ' * bool(words)}whether the interpretations of @{MATERIAL} are those of the sheet."
        yield "To decide", (meant, *inlines(ours))
    elif words:
        yield "To decide", (f"{meant}.",)


def _question(same: Sequence[Finding]) -> str:
    wagers = list(dict.fromkeys(finding.wager for finding in same if finding.wager))
    whose = f" ({joined(wagers, _NAMED)})" * bool(wagers)
    return TITLES[same[0].code] + whose


_NAMED = 4  # wagers that a question names
