"""The games there are; what one of them, or a file, holds; one wager, described."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from markov.distribution import Distribution
from markov.questions.games.checked_file import CheckedFile
from markov.questions.games.described import Described, DescribedLine
from markov.tables import table as t
from markov.tables.records import Record, Records, members
from markov.tables.table import Figure, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.game import Game, conditions, slug
from markov.wager.rule import label, plain
from markov.wager.wager import Wager

_OUTCOMES = 40  # of a wheel, that are listed
_STATES = 4  # of an offer, that are listed

_KINDS: dict[str, type] = {
    "game": str,
    "wager": str,
    "name": str,
    "outlay": Fraction,
    "pays": str,
    "states": int,
    "source": str,
}


def every(listed: Sequence[Game]) -> View:
    """A row for each game."""
    return View(
        Tables(lambda: [_games(listed)]),
        lambda: Records(_KINDS, [row for one in listed for row in _rows(one, one.reading())]),
        lambda: _document([_game(one, one.reading()) for one in listed]),
    )


def game(one: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> View:
    """The wagers of the game under the reading, and the options with their choices.

    file   what was found when the file of the game was checked; None where it is installed
    """
    return View(
        Tables(lambda: _of_game(one, reading, file)),
        lambda: Records(_KINDS, _rows(one, reading, file)),
        lambda: _document([_game(one, reading, file)]),
    )


def _of_game(one: Game, reading: Mapping[str, str], file: CheckedFile | None) -> list[Table]:
    options = [_options(one)] if one.options else []
    return [_wagers(one, reading, file), *options, *_conditions(one, reading)]


def described(found: Described) -> View:
    """The rule of one wager in words, its paytable, and the choices that make another wager of it."""
    asked = found.asked
    return View(
        Tables(lambda: _of_wager(found)),
        lambda: Records(_KINDS, [_row(asked.game, slug(asked.wager.name), asked.wager, found.states)]),
        lambda: {
            **_document([{**_game(asked.game, asked.reading), "wagers": [_described(found)]}]),
            "options": asked.reading,
        },
    )


def _of_wager(found: Described) -> tuple[Table, ...]:
    shown = [_rule(found), _paytable(found)]
    if found.changing:
        shown.append(_readings(found))
    return t.closed(shown, t.origin(found.asked.reading, found.asked.wager.source))


def _games(listed: Sequence[Game]) -> Table:
    parts = [
        t.words("game", [one.slug for one in listed]),
        t.counts("wagers", [len(one.wagers()) for one in listed]),
        t.counts("options", [len(one.options) for one in listed]),
        t.words("source", [one.source for one in listed]),
    ]
    return t.table("Games", parts, ["`markov games GAME` shows the wagers and options of one."])


def _wagers(one: Game, reading: Mapping[str, str], file: CheckedFile | None) -> Table:
    wagers = one.wagers(reading)
    outlays = [
        Word(f"{wager.outlay} and more") if wager.later_stakes else Figure(wager.outlay)
        for wager in wagers.values()
    ]
    parts = [
        t.words("wager", wagers),
        t.words("name", [wager.name for wager in wagers.values()]),
        t.column("outlay", outlays),
    ]
    notes = []
    if file:
        parts.append(t.counts("states", [file.states[key] for key in wagers]))
        notes += _checked(file)
        notes += filter(None, map(_exact_lines, wagers.values()))
    parts.append(t.words("pays", map(_pays, wagers.values())))
    if not one.options:
        notes += ["The sheet leaves nothing open.", f"Source: {one.source}."]
    return t.table(f"{one.name}: wagers", parts, notes)


def _options(one: Game) -> Table:
    rows: list[tuple[str, str, Word]] = []
    for option in one.options:
        rows.append((option.key, "", Word(option.question)))
        for choice, meaning in option.choices.items():
            default = " (default)" if choice == option.default else ""
            rows.append(("", choice + default, Word(meaning, "faint")))
            if choice in option.rejected:
                rows.append(("", "", Word(f"rejected: {option.rejected[choice]}", "faint")))
        if option.idle:
            rows.append(("", "", Word(f"changes no odds, the sheet says: {option.idle}", "faint")))
    parts = [
        t.words(name, [row[k] for row in rows]) for k, name in enumerate(("option", "choice", "meaning"))
    ]
    return t.table(f"{one.name}: options", parts, ["Choose with -o OPTION=CHOICE.", f"Source: {one.source}."])


def _conditions(one: Game, reading: Mapping[str, str]) -> list[Table]:
    """The table of conditions, those of the sheet first; none where none is stated."""
    stated = conditions(one, one.wagers(reading).values())
    if not stated:
        return []
    texts = [f"{', '.join(names)}: {text}" if names else text for text, names in stated.items()]
    notes = ["The figures take these for granted; no option changes them."]
    return [t.table(f"{one.name}: conditions", [t.words("condition", texts)], notes)]


def _pays(wager: Wager) -> str:
    return ", ".join(f"{ending} {t.pay_words(wager, ending)}" for ending, pay in wager.pays.items() if pay)


def _exact_lines(wager: Wager) -> str:
    """A note on lines of a ladder that ask for an exact number; empty where none does."""
    from markov.rules.goal_rule import GoalRule  # a list of games does not wait for the language

    rule = wager.rule
    while not isinstance(rule, GoalRule) and hasattr(rule, "rule"):
        rule = rule.rule
    if not isinstance(rule, GoalRule) or not rule.exact_lines:
        return ""
    lines = ", ".join(rule.exact_lines)
    return (
        f"{wager.name}: an exact number ({lines}) is judged when play stops, not when it is "
        'reached. For the moment at which it is reached leave out `exactly` and say paid = "first".'
    )


def _checked(file: CheckedFile) -> list[str]:
    readings = f"{file.readings} readings, the default and each other choice of an option"
    under = readings if file.readings > 1 else "the one reading there is"
    fine = (
        f"Nothing is wrong: under {under}, every ending that can come has a pay, every pay is for an "
        "ending that can come, and play always comes to an end."
    )
    notes = [fine]
    if None in file.states.values():
        notes.append(f"– stands for more than {file.limit:,} states: what can come there was not looked at.")
    if file.skipped:
        notes.append(
            f"Under another reading there are more than {file.limit:,} states of {', '.join(file.skipped)}: "
            "what can come there was not looked at."
        )
    return notes


def _rows(one: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> list[Record]:
    """A row for each wager of the game."""
    return [
        _row(one, key, wager, file.states[key] if file else None)
        for key, wager in one.wagers(reading).items()
    ]


def _row(one: Game, key: str, wager: Wager, states: int | None) -> Record:
    return {
        "game": one.slug,
        "wager": key,
        "name": wager.name,
        "outlay": wager.outlay,
        "pays": _pays(wager),
        "states": states,
        "source": one.source,
    }


def _document(games: Sequence[Document]) -> Document:
    return {"schema": "markov/games/1", "games": games}


def _game(one: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> Document:
    """The game with its wagers and its options."""
    return {
        "game": one.slug,
        **members(one, "name source conditions"),
        "wagers": [
            {
                "wager": key,
                **members(wager, "name source conditions outlay pays"),
                "states": file.states[key] if file else None,
            }
            for key, wager in one.wagers(reading).items()
        ],
        "readings": file.readings if file else None,
        "options": [
            {
                **members(option, "key question default choices"),
                "idle": option.idle or None,
                "rejected": option.rejected,
            }
            for option in one.options
        ],
    }


_SILENT = [
    "Its rule has no words.",
    "Give a PlainRule a `description=`, a class of your own a method `words(offers)` that returns sentences.",
]


def _rule(found: Described) -> Table:
    wager = found.asked.wager
    rows = [("" if number else "rule", sentence) for number, sentence in enumerate(found.words or _SILENT)]
    rows.append(("wheel", _wheel(wager)))
    rows.append(("outlay", f"{wager.outlay} for each unit staked"))
    for condition in conditions(found.asked.game, [wager]):
        rows.append(("condition", condition))
    if wager.later_stakes:
        more = ", ".join(f"{end} {amount}" for end, amount in wager.later_stakes.items())
        rows.append(("", f"and on the way, for each unit staked: {more}"))
    states = "too many to explore" if found.states is None else f"{found.states:,}, endings included"
    rows.append(("states", states))
    parts = [t.words("item", [part for part, _ in rows]), t.words("value", [text for _, text in rows])]
    return t.table(f"{wager.name} ({found.asked.game.name})", parts)


def _wheel(wager: Wager) -> str:
    wheel = wager.wheel
    listed = ", ".join(str(one) if n == 1 else f"{one} ({n})" for one, n in wheel.items())
    shown = f": {listed}" if len(wheel) <= _OUTCOMES else ""
    first = "at the start, and others as play goes on: " * wager.wheel_varies
    return f"{first}{len(wheel):,} outcomes of weight {wheel.total:,} together{shown}"


def _paytable(found: Described) -> Table:
    lines, wager = found.lines, found.asked.wager
    parts = [
        t.words("ending", [line.ending for line in lines]),
        t.words("pays", [t.pay_words(wager, line.ending) for line in lines]),
        t.fractions("returns", [line.returned for line in lines]),
    ]
    if any(line.envy for line in lines):
        parts.append(t.fractions("dealer's envy", [line.envy or None for line in lines]))
    parts.append(t.words("decided by", [_decided_by(line, wager) for line in lines]))
    return t.table(f"{wager.name}: paytable", parts)


def _decided_by(line: DescribedLine, wager: Wager) -> str:
    if line.chosen is None:
        return "not known: the chain is too large"
    if not line.chosen:
        return f"the {wager.trial}"
    few = "; ".join(label(state, wager.rule) for state in line.states[:_STATES])
    more = f" and {len(line.states) - _STATES:,} more" if len(line.states) > _STATES else ""
    return f"the player, in state {few}{more}"


def _readings(found: Described) -> Table:
    rows: list[tuple[str, str, Word]] = []
    for option in dict.fromkeys(one.option.key for one in found.changing):
        of = [one for one in found.changing if one.option.key == option]
        rows.append((option, "", Word(of[0].option.question)))
        rows += [
            (
                f"  {option}={one.choice}",
                ", ".join(one.changes) or "the wager is not there",
                Word(one.option.choices[one.choice], "faint"),
            )
            for one in of
        ]
    parts = [
        t.words(name, [row[k] for row in rows]) for k, name in enumerate(("reading", "changes", "meaning"))
    ]
    note = "Choices that are not listed leave this wager as it is."
    return t.table(f"{found.asked.wager.name}: readings that change it", parts, [note])


def _weights(wheel: Distribution[Any]) -> dict[str, int]:
    """The weights by outcome as text; outcomes with one text, such as 1 and "1", as Python writes them."""
    alike = Counter(map(str, wheel))
    return {str(one) if alike[str(one)] == 1 else repr(one): weight for one, weight in wheel.items()}


def _described(found: Described) -> dict[str, Any]:
    """The wager, described."""
    wager = found.asked.wager
    return {
        "wager": slug(wager.name),
        **members(wager, "name source conditions"),
        "rule": found.words,
        "outlay": wager.outlay,
        "raises": wager.later_stakes,
        "states": found.states,
        "wheel": {"total": wager.wheel.total, "weights": _weights(wager.wheel)},
        "wheel-by-state": wager.wheel_varies,
        "pays": [
            {
                **members(line, "ending returned"),
                "text": t.pay_words(wager, line.ending),
                **members(line, "envy chosen"),
                "states": [plain(state) for state in line.states],
            }
            for line in found.lines
        ],
        "readings": [
            {"option": one.option.key, "choice": one.choice, "changes": one.changes} for one in found.changing
        ],
    }
