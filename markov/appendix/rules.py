"""The rules as modelled, and what each reading of them does to the edge."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.dossier import Dossier
from markov.appendix.prose import prose
from markov.tables.phrases import played, posted
from markov.tables.table import Cell, Column, Figure, Table, Word, in_percent
from markov.typeset.manuscript import (
    Block,
    Code,
    Inline,
    Inlines,
    Items,
    Paragraph,
    Section,
    Strong,
    Tabular,
    Terms,
)
from markov.wager.game import Option
from markov.wager.odds import Answer
from markov.wager.wager import DescribedRule


def rules(found: Dossier) -> Section:
    """The section."""
    return Section(
        "The rules as modelled", "rules", (prose(_OURS), *_told(found), _paytable(found), _readings(found))
    )


_OURS = """
    This is what was modelled, in our own words; the source of each wager is named where its figures are.
    Where these words and the sheet differ, the figures belong to these words.
"""
_OPEN = """
    The sheet leaves questions open. Each is answered here by one choice, on which all figures rest. The
    tables show the house advantage per stake under every other choice, one question at a time.
"""


def _told(found: Dossier) -> Iterator[Block]:
    """What each rule does, wagers with the same words being told of together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for one in found.chapters:
        rule = one.wager.rule
        offers = bool(one.answer.offers)
        told = rule.words(offers) if isinstance(rule, DescribedRule) else ("It is what its transitions say.",)
        groups.setdefault(told, []).append(one.wager.name)
    yield Terms(tuple((", ".join(names), (" ".join(told),), None) for told, names in groups.items()))


def _paytable(found: Dossier) -> Section:
    """What every ending pays, what is put up, and what is owed to dealers."""
    envy = any(one.wager.envy for one in found.chapters)
    commission = any(one.wager.outlay != 1 for one in found.chapters)
    columns = [Column("wager", "left"), Column("ending", "left"), Column("pays", "left"), Column("returns")]
    columns += [Column("dealer's envy")] * envy + [Column("outlay")] * commission
    rows = []
    for one in found.chapters:
        wager = one.wager
        for ending, gross in sorted(wager.pays.items(), key=lambda item: item[1], reverse=True):
            row: list[Cell] = [
                Word(wager.name),
                Word(ending),
                Word(posted(wager.pays, ending)),
                Figure(gross),
            ]
            row += [Figure(wager.envy.get(ending, Fraction(0)))] * envy + [Figure(wager.outlay)] * commission
            rows.append(tuple(row))
    words = [prose(_PAID)] + [prose(_ADVANCE)] * commission
    table = Tabular(Table("What endings pay, per unit staked", tuple(columns), tuple(rows)), "paytable")
    return Section("Paytable", "pays", (*words, table))


_PAID = "What is posted is beside what it returns, the stake counted in."
_ADVANCE = """
    Where the outlay is more than the stake of 1, the rest is a commission that is paid in advance, win or
    lose.
"""


def _readings(found: Dossier) -> Section:
    options = found.terms.game.options
    if not options:
        return Section("Readings", "readings", (prose("The sheet leaves nothing open."),))
    blocks: list[Block] = [
        prose(_OPEN),
        Items(tuple(_question(option, found) for option in options), numbered=True),
    ]
    if len(found.chapters) <= _FEW:
        blocks.append(Tabular(_by_reading(found), "reading-all"))
    else:
        tables = {option.key: _effects(option, found) for option in options}
        blocks += [Tabular(table, f"reading-{key}") for key, table in tables.items() if table]
        if still := [Code(key) for key, table in tables.items() if not table]:
            commas = [part for key in still for part in (", ", key)][1:]
            blocks.append(Paragraph(("No wager here changes its house advantage with ", *commas, ".")))
    return Section("Readings", "readings", tuple(blocks))


_FEW = 2  # wagers, up to which one table holds every reading


def _by_reading(found: Dossier) -> Table:
    """A row for each reading, a column for each wager and way of playing it."""
    asked = found.terms.reading
    columns = [Column("reading", "left")]
    for one in found.readings[0][1]:
        columns += [Column(one.wager.name, "point"), Column(played(one.wager.name, "optimal"), "point")]
    rows = []
    for reading, answers in found.readings:
        by_name = {one.wager.name: one for one in answers}
        theirs = [by_name.get(one.wager.name) for one in found.readings[0][1]]
        changed = ", ".join(f"{key}={choice}" for key, choice in reading.items() if choice != asked[key])
        pairs = zip(_edges(theirs, best=False), _edges(theirs, best=True), strict=True)
        rows.append((Word(changed or "as chosen"), *(_cell(edge) for pair in pairs for edge in pair)))
    kept = [k for k in range(len(columns)) if not k or k % 2 or any(row[k] != row[k - 1] for row in rows)]
    return Table(
        "House advantage by reading",
        tuple(columns[k] for k in kept),
        tuple(tuple(row[k] for k in kept) for row in rows),
    )


def _question(option: Option, found: Dossier) -> Inlines:
    chosen = found.terms.reading[option.key]
    words: list[Inline] = [Strong(option.question), f" Chosen: {option.choices[chosen]}, "]
    words += [Code(f"{option.key}={chosen}"), "."]
    for number, (choice, means) in enumerate(item for item in option.choices.items() if item[0] != chosen):
        words[-1:] = ["; " if number else ". Otherwise: ", f"{means}, ", Code(choice), "."]
    if option.idle:
        words.append(f" No choice changes any odds: {option.idle}.")
    return tuple(words)


def _effects(option: Option, found: Dossier) -> Table | None:
    """The edges of the wagers that a choice of the option changes; None where there are none."""
    asked = found.terms.reading
    _, ours = found.readings[0]
    others = [
        (reading[option.key], {one.wager.name: one for one in answers})
        for reading, answers in found.readings[1:]
        if reading[option.key] != asked[option.key]
    ]
    rows: list[tuple[Cell, ...]] = []
    for mine in ours:
        theirs = [answers.get(mine.wager.name) for _, answers in others]
        ways = [_edges([mine, *theirs], best=False), _edges([mine, *theirs], best=True)]
        for name, edges in zip((mine.wager.name, played(mine.wager.name, "optimal")), ways, strict=True):
            if len(set(edges)) > 1 and not (edges is ways[1] and ways[0] == ways[1]):
                rows.append((Word(name), *(_cell(edge) for edge in edges)))
    if not rows:
        return None
    columns = [Column("wager", "left"), Column(f"{asked[option.key]} (chosen)", "point")]
    columns += [Column(choice, "point") for choice, _ in others]
    note = "Rows that are not listed do not change."
    return Table(f"House advantage by reading: {option.key}", tuple(columns), tuple(rows), (note,))


def _edges(answers: Sequence[Answer | None], best: bool) -> list[Fraction | None]:
    plays = [one and (one.optimal if best else one.never) for one in answers]
    return [play.edge.per_stake if play else None for play in plays]


def _cell(edge: Fraction | None) -> Cell:
    if edge is None:
        return Word("not offered", "faint")
    return Figure(edge, in_percent, "good" if edge < 0 else "")
