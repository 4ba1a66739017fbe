"""The section on the rules as modelled, and on the edge under each reading of them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.blocks import BlockRow, prose, tabular
from markov.appendix.dossier import Dossier
from markov.tables.table import Cell, Figure, Word, in_percent, pay_words, played
from markov.typeset import manuscript as ms
from markov.typeset.manuscript import Block, Code, Inline, Inlines, Paragraph, Section, Tabular
from markov.wager.game import Option
from markov.wager.odds import Answer
from markov.wager.wager import description


def rules(found: Dossier) -> Section:
    """The section on the rules."""
    blocks = (prose(_OURS), *_rule_words(found), _paytable(found), _readings(found))
    return Section("The rules as modelled", "rules", blocks)


_OURS = """
    This is what was modelled, in our own words; the source of each wager is named where its figures are.
    Where these words and the sheet differ, the figures belong to these words.
"""
_OPEN = """
    The sheet leaves questions open. Each is answered here by one choice, on which all figures rest. The
    tables show the house advantage per stake under every other choice, one question at a time.
"""


def _rule_words(found: Dossier) -> Iterator[Block]:
    """The words of each rule, once for all wagers that have the same ones."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in found.chapters:
        told = description(one.wager.rule, bool(one.answer.offers))
        groups.setdefault(told, []).append(one.wager.name)
    yield ms.Terms(tuple((", ".join(names), (" ".join(told),), None) for told, names in groups.items()))


def _paytable(found: Dossier) -> Section:
    """The paytable: the pay of every ending, the outlay, and what is owed to dealers."""
    wagers = [one.wager for one in found.chapters]
    envy = any(wager.envy for wager in wagers)
    commission = any(wager.outlay != 1 for wager in wagers)
    headings = ["wager:left", "ending:left", "pays:left", "returns"]
    headings += ["dealer's envy"] * envy + ["outlay"] * commission
    rows: list[BlockRow] = []
    for wager in wagers:
        for ending, gross in sorted(wager.pays.items(), key=lambda item: item[1], reverse=True):
            owed = [wager.envy.get(ending, Fraction(0))] * envy + [wager.outlay] * commission
            rows.append((wager.name, ending, pay_words(wager, ending), gross, *owed))
    words = [prose(_PAID)] + [prose(_ADVANCE)] * commission
    table = tabular("paytable", "What endings pay, per unit staked", headings, rows)
    return Section("Paytable", "pays", (*words, table))


_PAID = "What is posted is beside what it returns, the stake counted in."
_ADVANCE = """
    Where the outlay is more than the stake of 1, the rest is a commission that is paid in advance, win or
    lose.
"""


def _readings(found: Dossier) -> Section:
    options = found.request.game.options
    if not options:
        return Section("Readings", "readings", (prose("The sheet leaves nothing open."),))
    blocks: list[Block] = [
        prose(_OPEN),
        ms.Items(tuple(_question(option, found) for option in options), numbered=True),
    ]
    if len(found.chapters) <= _FEW:
        blocks.append(_by_reading(found))
    else:
        tables = {option.key: _effects(option, found) for option in options}
        blocks += [table for table in tables.values() if table]
        if still := [Code(key) for key, table in tables.items() if not table]:
            commas = [part for key in still for part in (", ", key)][1:]
            blocks.append(Paragraph(("No wager here changes its house advantage with ", *commas, ".")))
    return Section("Readings", "readings", tuple(blocks))


_FEW = 2  # wagers, up to which one table holds every reading


def _by_reading(found: Dossier) -> Tabular:
    """A row for each reading, a column for each wager and way of playing it."""
    asked, ours = found.request.reading, found.readings[0][1]
    headings = ["reading:left"]
    for one in ours:
        headings += [f"{one.wager.name}:point", f"{played(one.wager.name, 'optimal')}:point"]
    rows: list[tuple[Cell, ...]] = []
    for reading, answers in found.readings:
        by_name = {one.wager.name: one for one in answers}
        theirs = [by_name.get(one.wager.name) for one in ours]
        changed = ", ".join(f"{key}={choice}" for key, choice in reading.items() if choice != asked[key])
        pairs = zip(_edges(theirs, best=False), _edges(theirs, best=True), strict=True)
        rows.append((Word(changed or "as chosen"), *(_edge(edge) for pair in pairs for edge in pair)))
    kept = [k for k in range(len(headings)) if not k or k % 2 or any(row[k] != row[k - 1] for row in rows)]
    lines = [[row[k] for k in kept] for row in rows]
    return tabular("reading-all", "House advantage by reading", [headings[k] for k in kept], lines)


def _question(option: Option, found: Dossier) -> Inlines:
    chosen = found.request.reading[option.key]
    words: list[Inline] = [ms.Strong(option.question), f" Chosen: {option.choices[chosen]}, "]
    words += [Code(f"{option.key}={chosen}"), "."]
    for number, (choice, means) in enumerate(item for item in option.choices.items() if item[0] != chosen):
        words[-1:] = ["; " if number else ". Otherwise: ", f"{means}, ", Code(choice), "."]
    if option.idle:
        words.append(f" No choice changes any odds: {option.idle}.")
    return tuple(words)


def _effects(option: Option, found: Dossier) -> Tabular | None:
    """The edges of the wagers that a choice of the option changes; None where there are none."""
    asked = found.request.reading
    others = [
        (reading[option.key], {one.wager.name: one for one in answers})
        for reading, answers in found.readings[1:]
        if reading[option.key] != asked[option.key]
    ]
    rows = []
    for mine in found.readings[0][1]:
        theirs = [answers.get(mine.wager.name) for _, answers in others]
        never, best = (_edges([mine, *theirs], best) for best in (False, True))
        if len(set(never)) > 1:
            rows.append((played(mine.wager.name, "never"), *map(_edge, never)))
        if len(set(best)) > 1 and best != never:
            rows.append((played(mine.wager.name, "optimal"), *map(_edge, best)))
    if not rows:
        return None
    headings = ["wager:left", f"{asked[option.key]} (chosen):point", *(f"{name}:point" for name, _ in others)]
    notes = ["Rows that are not listed do not change."]
    return tabular(
        f"reading-{option.key}", f"House advantage by reading: {option.key}", headings, rows, notes
    )


def _edges(answers: Sequence[Answer | None], best: bool) -> list[Fraction | None]:
    plays = [one and (one.optimal if best else one.never) for one in answers]
    return [play.edge.per_stake if play else None for play in plays]


def _edge(edge: Fraction | None) -> Cell:
    if edge is None:
        return Word("not offered", "faint")
    return Figure(edge, in_percent, "good" if edge < 0 else "")
