"""One wager described, as tables and as a part of a document."""

from typing import Any

from markov.formats.states import label, plain
from markov.questions.games.described import Described, Leaning, Line
from markov.tables.phrases import posted, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word
from markov.wager.game import slug

_MOST = 40  # outcomes of a wheel that are listed
_FEW = 4  # states of an offer that are listed


def tables(found: Described) -> list[Table]:
    """The rule in words, the paytable, and the choices that make another wager of it."""
    rule = Table(
        f"{found.asked.wager.name} ({found.asked.game.name})",
        (Column("part", "left"), Column("is", "left")),
        tuple(_rule(found)),
    )
    shown = [rule, _paytable(found)]
    if found.leanings:
        shown.append(_readings(found))
    last = shown[-1]
    notes = (*last.notes, said(found.asked.reading), f"Source: {found.asked.wager.source}.")
    return [*shown[:-1], Table(last.title, last.columns, last.rows, notes)]


def _rule(found: Described) -> list[tuple[Cell, ...]]:
    wager, silent = found.asked.wager, ("Its rule has no words: give it a method `words`.",)
    rows: list[tuple[Cell, ...]] = [
        (Word("" if number else "rule"), Word(sentence))
        for number, sentence in enumerate(found.words or silent)
    ]
    rows.append((Word("wheel"), Word(_wheel(found))))
    rows.append((Word("outlay"), Word(f"{wager.outlay} for each unit staked")))
    if wager.raises:
        more = ", ".join(f"{end} {amount}" for end, amount in wager.raises.items())
        rows.append((Word(""), Word(f"and on the way, for each unit staked: {more}")))
    states = "too many to be laid out" if found.states is None else f"{found.states:,}, endings included"
    rows.append((Word("states"), Word(states)))
    return rows


def _wheel(found: Described) -> str:
    wheel = found.asked.wager.wheel
    listed = ", ".join(str(one) if n == 1 else f"{one} ({n})" for one, n in wheel.items())
    shown = f": {listed}" if len(wheel) <= _MOST else ""
    return f"{len(wheel):,} outcomes of weight {wheel.total:,} together{shown}"


def _paytable(found: Described) -> Table:
    owed = any(line.envy for line in found.lines)
    columns = [Column("ending", "left"), Column("pays", "left"), Column("returns")]
    columns += [Column("dealer's envy")] * owed
    columns.append(Column("comes", "left"))
    rows = []
    for line in found.lines:
        pay = Word(posted(found.asked.wager.pays, line.ending))
        envy = [Figure(line.envy) if line.envy else NOTHING] * owed
        rows.append((Word(line.ending), pay, Figure(line.returned), *envy, Word(_comes(line))))
    return Table(f"{found.asked.wager.name}: paytable", tuple(columns), tuple(rows))


def _comes(line: Line) -> str:
    if line.chosen is None:
        return "not known: the chain is too large"
    if not line.chosen:
        return "by a spin"
    few = "; ".join(label(state) for state in line.states[:_FEW])
    more = f" and {len(line.states) - _FEW:,} more" if len(line.states) > _FEW else ""
    return f"by choice, in {few}{more}"


def _readings(found: Described) -> Table:
    columns = Column("reading", "left"), Column("changes", "left"), Column("meaning", "left")
    rows: list[tuple[Cell, ...]] = []
    for option in dict.fromkeys(one.option.key for one in found.leanings):
        of = [one for one in found.leanings if one.option.key == option]
        rows.append((Word(option), Word(""), Word(of[0].option.question)))
        rows += [
            (
                Word(f"  {option}={one.choice}"),
                Word(_what(one)),
                Word(one.option.choices[one.choice], "faint"),
            )
            for one in of
        ]
    note = "Choices that are not listed leave this wager as it is."
    return Table(f"{found.asked.wager.name}: readings that change it", columns, tuple(rows), (note,))


def _what(one: Leaning) -> str:
    return ", ".join(one.changes) or "the wager is not there"


def document(found: Described) -> dict[str, Any]:
    """The wager, described."""
    wager = found.asked.wager
    return {
        "wager": slug(wager.name),
        "name": wager.name,
        "source": wager.source,
        "rule": list(found.words),
        "outlay": str(wager.outlay),
        "raises": {end: str(amount) for end, amount in wager.raises.items()},
        "states": found.states,
        "wheel": {"total": wager.wheel.total, "weights": {str(one): n for one, n in wager.wheel.items()}},
        "pays": [
            {
                "ending": line.ending,
                "returned": str(line.returned),
                "text": posted(wager.pays, line.ending),
                "envy": str(line.envy),
                "chosen": line.chosen,
                "states": [plain(state) for state in line.states],
            }
            for line in found.lines
        ],
        "readings": [
            {"option": one.option.key, "choice": one.choice, "changes": list(one.changes)}
            for one in found.leanings
        ],
    }
