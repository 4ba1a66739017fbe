"""The first page, which decides: conclusion, state of each check, exposure, what is left to decide."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from markov.appendix.blocks import fraction, inlines, share
from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.appendix.endings import ending_words
from markov.appendix.findings import TITLES, questioned
from markov.appendix.odds_tables import VOLATILITY, edge_after_envy, headline, joined, over_outlay
from markov.appendix.paytable import posted_pays
from markov.appendix.readings import MATERIAL, edges_lost_otherwise, interpretations
from markov.exact import percent, rounded
from markov.naming import counted, listed
from markov.questions.lint.finding import OPEN, SEVERITIES, Finding
from markov.statistics.exposure import round_cost
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
    outlay = over_outlay(play for one in chapters for play in one.plays.values())
    base = "outlay" if outlay else "stake"
    edges = {one.wager.name: _edge(shown(one), outlay) for one in chapters}
    best = any("optimal" in one.plays or one.asked.wager.has_actions for one in chapters)
    under = " under best play" * best
    words = []
    every = "both wagers" if len(edges) == 2 else f"every one of the {len(edges)} wagers"
    for who, sign in (("The house has", 1), ("The player has", -1)):
        if mine := {name: edge * sign for name, edge in edges.items() if edge * sign > 0}:
            some = every if len(mine) == len(edges) else f"{len(mine)} of the {len(edges)} wagers"
            whose = some if len(edges) > 1 else next(iter(mine))
            words.append(
                f"{who} the edge on {whose}{under}: {spread(mine, _percent, len(edges) > 1)} of the {base}."
            )
    if even := [name for name, edge in edges.items() if not edge]:
        words.append(f"Nobody has an edge on {joined(even)}{under}.")
    if owing := {one.wager.name: edge_after_envy(shown(one), outlay) for one in chapters if shown(one).envy}:
        least, several = min(owing.values()), len(chapters) > 1
        kept = f"loses {'up to ' * several}" if least < 0 else f"keeps {'at the least ' * several}"
        most = {name: abs(one) for name, one in owing.items() if one == least}
        whose = f" ({joined(list(most))})" * several
        words.append(
            f"After the dealer bonus (envy) the house {kept}{_percent(abs(least))}{whose} of the {base}."
        )
    if idle := [one.wager.name for one in chapters if one.idle]:
        words.append(f"{joined(idle)}: the bet can be withdrawn before any risk, which is excluded.")
    return " ".join(words)


def shown(chapter: Chapter) -> Odds:
    """The odds of best play, where that is another play; else of the one way of playing."""
    return chapter.plays.get("optimal", chapter.plays["never"])


def _edge(play: Odds, outlay: bool) -> Fraction:
    return play.edge.per_outlay if outlay else play.edge.per_stake


def _percent(number: Fraction) -> str:
    return f"{share(number)}%".replace("-", "−")


def spread(numbers: Mapping[str, Fraction], words: Callable[[Fraction], str], named: bool = False) -> str:
    """The least and the greatest of the numbers of wagers, each with the names that have it.

    named   whether a number that all of them have is named too
    """
    ends = dict.fromkeys((min(numbers.values()), max(numbers.values())))
    having = ((end, joined([name for name, one in numbers.items() if one == end])) for end in ends)
    return " to ".join(words(end) + f" ({whose})" * (named or len(ends) > 1) for end, whose in having)


def status(dossier: Dossier) -> Iterator[tuple[str, Inlines]]:
    """The checks and the figures that a decision rests on, a line each."""
    yield "Findings", inlines("{words}. See @findings.", words=_open_findings(dossier))
    comparisons = [one.passed for one in dossier.verdict.comparisons]
    checks = [held for one in dossier.chapters for _, held in one.proof.checks]
    rounds = f"{dossier.request.rounds:,}"
    words = f"{_all(comparisons, 'comparisons passed')}, {rounds} rounds of each wager. See @verification."
    yield "Simulation", inlines(words)
    yield "Certificates", (f"{_all(checks, 'checks hold')}.",)
    plays = {one.wager.name: shown(one) for one in dossier.chapters}
    returned = spread({name: play.rtp for name, play in plays.items()}, _percent)
    yield "Return", (f"{returned}, over {dossier.base_words}.",)
    yield "Hit frequency", (spread({name: one.hit_frequency for name, one in plays.items()}, _percent) + ".",)
    if known := {one.wager.name: [*one.moments.values()][-1] for one in dossier.chapters if one.moments}:
        middle = {name: one.volatility(VOLATILITY).lower for name, one in known.items()}
        index = spread(middle, lambda number: rounded(number, 4))
        yield "Volatility", (f"index at {percent(VOLATILITY, 0)}: {index}.",)
    yield "Exposure", (_exposure(dossier),)


def _all(held: Sequence[bool], words: str) -> str:
    """That all of them are so, or how many are not."""
    if all(held):
        return f"all {len(held):,} {words}"
    return f"FAILED: {held.count(False):,} of {len(held):,} {words.partition(' ')[0]}"


def _open_findings(dossier: Dossier) -> str:
    """The number of findings of each severity that nobody has answered, and of those that are answered."""
    found, reviewed = questioned(dossier), dossier.reviewed
    waiting = [one for one in found if reviewed.disposition(one) == OPEN]
    words = [counted(sum(one.severity == each for one in waiting), each) for each in SEVERITIES]
    return f"{listed(words)} open, {len(found) - len(waiting)} answered"


def _exposure(dossier: Dossier) -> str:
    """The most that one round of any wager can cost the house, per unit and at the table's maximum."""
    costs = [round_cost(one.asked) for one in dossier.chapters]
    most = max(one.cost for one in costs)
    mine = [one for one in costs if one.cost == most]
    bonus = f", {fraction(mine[0].envy)} of it dealer bonus" * bool(mine[0].envy)
    whose = joined([one.wager for one in mine]) if len(costs) > 1 else ending_words(mine[0].ending)
    words = f"at most {fraction(most)} per unit staked in one round ({whose}{bonus})"
    if bet := dossier.request.most_bet:
        words += f"; {_money(most * bet)} at the maximum bet of {_money(bet)}"
    return f"{words}."


def _money(amount: Fraction) -> str:
    return f"{int(amount):,}" if amount.denominator == 1 else f"{float(rounded(amount, 2)):,.2f}"


def _to_decide(dossier: Dossier, material: Sequence[Block]) -> Iterator[tuple[str, Inlines]]:
    """The decisions left to the reader: each kind of grave finding that is open, and the interpretations."""
    reviewed = dossier.reviewed
    grave = [one for one in questioned(dossier) if one.severity != SEVERITIES[-1]]
    waiting = [one for one in grave if reviewed.disposition(one) == OPEN]
    words = "; ".join(_question(same) for same in grouped(waiting, lambda one: one.code).values())
    meant = f"whether what was found is meant: {words}" * bool(words)
    if any(isinstance(one, Tabular) for one in material):
        ours = f"{'; and ' * bool(words)}whether the interpretations of @{MATERIAL} are those of the sheet."
        yield "To decide", (meant, *inlines(ours))
    elif words:
        yield "To decide", (f"{meant}.",)


def _question(same: Sequence[Finding]) -> str:
    wagers = list(dict.fromkeys(one.wager for one in same if one.wager))
    whose = f" ({joined(wagers) if len(wagers) <= _NAMED else counted(len(wagers), 'wager')})" * bool(wagers)
    return TITLES[same[0].code] + whose


_NAMED = 4  # wagers that a question names
