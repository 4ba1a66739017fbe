"""The paytable as posted: what every line pays, and what the house owes the dealer with it."""

from collections.abc import Iterator, Sequence

from markov.appendix.blocks import tabular
from markov.appendix.chapter import Chapter
from markov.appendix.decimals import in_thousands
from markov.appendix.odds_tables import MOST, OF_MORE, joined
from markov.exact import in_short
from markov.tables.endings import ending_words, keys_note
from markov.tables.table import NOTHING, Cell, Figure, as_posted, grouped
from markov.typeset.manuscript import Section, Tabular
from markov.wager.paytable import to_one
from markov.wager.wager import Wager


def paytable(chapters: Sequence[Chapter]) -> Section:
    """The section with the posted pays of all wagers, those with the same lines together."""
    return Section("Paytable as posted", "paytable", (posted_pays(chapters),))


def posted_pays(chapters: Sequence[Chapter], brief: bool = False) -> Tabular:
    """The table of the posted pays; a brief one leaves their words to the glossary."""
    wagers = [chapter.asked.wager for chapter in chapters]
    envy = any(wager.envy for wager in wagers)
    rows: list[tuple[Cell | str, ...]] = []
    for lines, same in grouped(wagers, _lines_of).items():
        for k, (ending, words, bonus) in enumerate(lines):
            cells = [bonus] * envy
            rows.append(("" if k else joined([wager.name for wager in same]), ending, words, *cells))
    notes = [_BASES] * (not brief)
    notes += filter(None, [keys_note(key for wager in wagers for key in wager.pays)])
    notes += [f"{joined([wager.name for wager in same])}: {words}" for words, same in _besides(wagers)]
    headings = ["wager:left", "result:left", "pays:left", *["dealer bonus (envy)"] * envy]
    return tabular("posted", "Pays of each result", headings, rows, notes)


_BASES = "“a for b” counts the stake in; “a to b” pays on top of it. No other result pays."


def _lines_of(wager: Wager) -> tuple[tuple[str, str, Cell], ...]:
    """The lines that pay something, the highest pay first: result, pay and dealer bonus."""
    paid = sorted((pay for pay in wager.pays if wager.pays[pay]), key=wager.pays.__getitem__, reverse=True)
    shown = paid if len(paid) <= MOST else paid[: OF_MORE - 1]
    lines = [
        (ending_words(ending), in_thousands(as_posted(wager, ending)), _bonus(wager, ending))
        for ending in shown
    ]
    if more := len(paid) - len(shown):
        lines.append((f"{more:,} others, in odds.json", "", NOTHING))
    return tuple(lines)


def _bonus(wager: Wager, ending: str) -> Cell:
    return Figure(wager.envy[ending]) if wager.envy.get(ending) else NOTHING


def _besides(wagers: Sequence[Wager]) -> Iterator[tuple[str, list[Wager]]]:
    """All that is paid besides the stake, in words, with the wagers of it."""
    for words, same in grouped(wagers, besides_stake).items():
        if words:
            yield words, same


def besides_stake(wager: Wager) -> str:
    """All that the player puts down besides the stake, in a sentence; empty where it is nothing."""
    if taken := wager.commission:
        words, left = taken.words(), wager.pays[taken.ending]
        return words + f" Tables of chances have the pay after it, {to_one(left)}." * (left != taken.line)
    if wager.outlay > 1:
        return f"Beside the stake the player puts down {in_short(wager.outlay - 1)} of it."
    return f"The player puts down {in_short(wager.outlay)} of the stake." if wager.outlay < 1 else ""
