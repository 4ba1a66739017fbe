"""Tables of answers, chains, games and their parts, as a notebook and a shell show them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from markov.chain.chain import Chain
from markov.distribution import Distribution
from markov.exact import in_percent, shortened
from markov.questions.ask.picture import chain_diagram
from markov.questions.ask.reply import Reply
from markov.questions.games import view as games_view
from markov.shown import HasView, Rendering
from markov.tables import screen
from markov.tables.drawing import INKS
from markov.tables.picture import NoPicture
from markov.tables.table import Cell, Figure, Heading, Table, Word, both_ways, named, pay_words, posted
from markov.tables.view import View
from markov.typeset.diagrams.diagram import diagram
from markov.typeset.markup import element, escaped
from markov.typeset.svg import svg
from markov.wager.game import Game
from markov.wager.odds import FIGURES, Odds
from markov.wager.paytable import Paytable
from markov.wager.rule import label
from markov.wager.wager import Wager

MOST = 40
"""Rows of a table; those beyond are counted."""

_THERE = "There are"
_WIDE = 60  # letters in a cell of a formula, which cannot be broken
_DIGITS = 48  # of a fraction on a page, where more are left out
_FACE = "border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; margin: 1em 0 0.5em 0"
_TITLE = "text-align: left; font-weight: bold; padding: 0.3em; color: inherit; white-space: nowrap"
_PLACE = "padding: 0.15em 0.6em 0.15em 0.3em; vertical-align: baseline"
_HEAD = "border-bottom: 1px solid currentColor"
_NOTE = "font-size: 90%; opacity: 0.75; margin: 0.2em; max-width: 60em"

_PAINTS = {
    f"fill: {INKS['fill']}": "fill: currentColor; fill-opacity: 0.08",
    INKS["ink"]: "currentColor",
}
_PYTHON = {
    "-o OPTION=CHOICE": 'mk.game(…, OPTION="CHOICE")',
    "--json and --format csv list": "view().to_dict() and view().to_frame() list",
    "--json": "view().to_dict()",
    "--plot FILE.svg": "plot()",
    "--plot FILE": "plot()",
    "--play never": 'play="never"',
}
_OPTIONS = re.compile("|".join(map(re.escape, _PYTHON)))

_SIGNS = {
    "\\": r"\backslash ",
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    "^": r"\wedge ",
    "~": r"\sim ",
    "≈": r"\approx ",
    "…": r"\ldots ",
    "·": r"\cdot ",
    "–": r"\text{--}",
    "√": r"\surd ",
}
_COMMANDS = re.compile(f"([{re.escape(''.join(_SIGNS))}])")


def shown(thing: object, way: Rendering) -> str | None:
    """The thing as text, as HTML or as LaTeX that a notebook sets; None for what has no tables."""
    view = thing.view() if isinstance(thing, HasView) else thing
    headline = view.headline if isinstance(view, View) else ""
    tables = _tables(view)
    if tables is None:
        return None
    tables = list(map(_in_python, tables))
    if way == "text":
        return screen.render(tables, screen.width(), headline=headline)
    cut = list(map(_cut, tables))
    if way == "latex":
        first = [f"$$\\boldsymbol{{{_words(headline)}}}$$"] if headline else []
        return "\n".join([*first, *map(_array, cut)])
    first = [element("p", element("b", escaped(headline)))] if headline else []
    parts = [*first, *map(_html, cut), _svg(thing)]
    return element("div", "".join(parts), class_="markov mathjax_ignore tex2jax_ignore")


def _tables(thing: object) -> Sequence[Table] | None:
    match thing:
        case View():
            return thing.tables
        case Odds():
            return [_play(thing)]
        case Chain():
            return [_chain(thing)]
        case Game():
            return games_view.game(thing, thing.reading()).tables
        case Wager():
            return [
                _pays(thing.name, thing.pays, partial(pay_words, thing), thing.envy, tuple(_about(thing)))
            ]
        case Paytable():
            return [_pays("Paytable", thing, partial(posted, thing), {}, ())]
        case Distribution():
            return [_outcomes(thing)]
    return None


def _play(play: Odds) -> Table:
    columns = Heading("per unit staked", "left"), Heading("exact"), Heading("decimal", "point")
    rows: list[tuple[Cell, ...]]
    rows = [(Word(named(name)), *both_ways(name, of(play))) for name, of in FIGURES.items()]
    for ending in play.endings:
        chance = Figure(ending.probability), Figure(ending.probability, in_percent)
        rows.append((Word(f"chance of {ending.ending}"), *chance))
    return Table("Play", columns, tuple(rows))


def _chain(chain: Chain[Any]) -> Table:
    """The first transitions, and how many there are."""
    columns = Heading("from", "left"), Heading("to", "left"), Heading("chance"), Heading("%", "point")
    rows: list[tuple[Cell, ...]] = []
    for i in range(min(len(chain.states), MOST)):
        name = Word(label(chain.states[i]))
        for j, weight in chain.transitions.row(i)[: MOST - len(rows)]:
            total = int(chain.transitions.totals[i])
            chance = Word(f"{weight}/{total}"), Figure(Fraction(weight, total), in_percent)
            rows.append((name, Word(label(chain.states[j])), *chance))
            name = Word("")
    over = chain.transitions.absorbing
    names = ", ".join(label(chain.states[i]) for i in over[:MOST].tolist())
    last = f"is over in {names}{' …' * (len(over) > MOST)}" if names else "is never over"
    notes = [f"Play starts in {label(chain.states[0])} and {last}."]
    if more := len(chain.transitions.weights) - len(rows):
        notes.insert(0, _more(more, "transitions"))
    if chain.merged:
        notes.append(f"Merged: {chain.merged}.")
    ways = len(chain.transitions.weights)
    title = f"{len(chain.states):,} states, {len(over):,} of them ends, {ways:,} transitions"
    return Table(title, columns, tuple(rows), tuple(notes))


def _pays(
    title: str,
    pays: Paytable,
    words: Callable[[str], str],
    envy: Mapping[str, Fraction],
    notes: Sequence[str],
) -> Table:
    columns = [Heading("ending", "left"), Heading("pays", "left"), Heading("returns")]
    rows: list[list[Cell]] = [[Word(pay), Word(words(pay)), Figure(pays[pay])] for pay in pays]
    if envy:
        columns.append(Heading("dealer bonus (envy)"))
        for row, ending in zip(rows, pays, strict=True):
            row.append(Figure(envy.get(ending, Fraction(0))))
    return Table(title, tuple(columns), tuple(map(tuple, rows)), tuple(notes))


def _about(wager: Wager) -> Iterator[str]:
    wheel = f"{len(wager.wheel):,} outcomes of weight {wager.wheel.total:,} in all"
    wheel += " at the start, and what can come up depends on how play stands" * wager.wheel_varies
    yield f"Outlay {wager.outlay} per unit staked; {wheel}."
    yield f"Source: {wager.source}."


def _outcomes(wheel: Distribution[Any]) -> Table:
    columns = Heading("outcome", "left"), Heading("weight"), Heading("chance"), Heading("%", "point")
    rows: list[tuple[Cell, ...]] = []
    for outcome, weight in list(wheel.items())[:MOST]:
        chance = Fraction(weight, wheel.total)
        rows.append((Word(label(outcome)), Word(str(weight)), Figure(chance), Figure(chance, in_percent)))
    more = len(wheel) - len(rows)
    title = f"{len(wheel):,} outcomes, {wheel.total:,} in all"
    return Table(title, columns, tuple(rows), (_more(more, "outcomes"),) if more else ())


def _in_python(table: Table) -> Table:
    """The table, its notes naming what Python has in place of an option of the command."""
    return replace(
        table, notes=tuple(_OPTIONS.sub(lambda told: _PYTHON[told[0]], note) for note in table.notes)
    )


def _cut(table: Table) -> Table:
    more = len(table.rows) - MOST
    if more <= 0:
        return table
    return Table(table.title, table.columns, table.rows[:MOST], (_more(more, "rows"), *table.notes))


def _more(count: int, what: str) -> str:
    return f"{_THERE} {count:,} more {what}, which are not shown."


def _html(table: Table) -> str:
    sides = ["left" if column.align == "left" else "right" for column in table.columns]
    heads = zip(table.columns, sides, strict=True)
    head = [
        element("th", escaped(head.name), style=f"text-align: {side}; {_PLACE}; {_HEAD}")
        for head, side in heads
    ]
    rows = [element("tr", "".join(map(_cell, row, sides)), style="background: none") for row in table.rows]
    body = [
        element("caption", escaped(table.title), style=_TITLE),
        element("thead", element("tr", "".join(head))),
        element("tbody", "\n".join(rows)),
    ]
    notes = [element("p", escaped(note), style=_NOTE) for note in table.notes]
    return element("table", "".join(body), style=_FACE) + "".join(notes)


def _cell(cell: Cell, side: str) -> str:
    words = escaped(cell.text(_DIGITS))
    style = f"text-align: {side}; {_PLACE}{'; white-space: nowrap' * (side == 'right')}"
    return element("td", element("b", words) if cell.tone == "good" else words, style=style)


def _svg(thing: object) -> str:
    """The diagram of a chain, or of an answer's; nothing without room for it, or without matplotlib."""
    match thing:
        case Chain():
            drawing = diagram(thing)
        case Reply():
            drawing = chain_diagram(thing)
        case _:
            return ""
    if drawing is None:
        return ""
    try:
        drawn = svg(drawing, "The transition diagram of the chain.")
    except NoPicture:
        return ""
    for paint, seen in _PAINTS.items():  # a page may be dark
        drawn = drawn.replace(paint, seen)
    return drawn


def _array(table: Table) -> str:
    """The table as a display that MathJax and LaTeX both set, below its title; notes are left out."""
    sides = "".join("l" if column.align == "left" else "r" for column in table.columns)
    lines = [" & ".join(_words(column.name) for column in table.columns) + r" \\ \hline"]
    lines += [" & ".join(map(_formula, row)) + r" \\[3pt]" for row in table.rows]
    if next(iter(table.notes), "").startswith(_THERE):
        lines.append(r"\vdots \\")
    body = "\n".join(lines)
    return (
        f"$$\\begin{{array}}{{l}}\n{_words(table.title)} \\\\\n"
        f"\\begin{{array}}{{{sides}}}\n{body}\n\\end{{array}}\n\\end{{array}}$$"
    )


def _formula(cell: Cell) -> str:
    """The cell as a formula: a fraction with its bar, a root with its sign, other words as words."""
    if isinstance(cell, Word):
        return _words(cell.words if len(cell.words) <= _WIDE else cell.words[:_WIDE] + "…")
    if cell.shown:
        return cell.text().replace("%", r"\%")
    number = shortened(abs(cell.number), _DIGITS).replace("…", r"\ldots{}")
    above, bar, below = number.partition("/")
    formula = f"\\tfrac{{{above}}}{{{below}}}" if bar else number
    formula = f"\\sqrt{{{formula}}}" if cell.root else formula
    return f"-{formula}" if cell.number < 0 else formula


def _words(words: str) -> str:
    r"""The words in a formula; a sign that would be a command stands outside of them.

    >>> print(_words("50% of a_b"))
    \text{50}\%\text{ of a}\_\text{b}
    """
    pieces = _COMMANDS.split("".join(c if c.isprintable() else " " for c in words))
    return "".join(_SIGNS.get(piece) or f"\\text{{{piece}}}" for piece in pieces if piece)
