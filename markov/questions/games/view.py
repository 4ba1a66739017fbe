"""The games there are; what one of them, or a file, holds; one wager, described."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import Any

from markov.distribution import Distribution
from markov.naming import counted
from markov.questions.games.checked_file import CheckedFile
from markov.questions.games.described import Described, DescribedLine
from markov.tables import column as c
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.endings import state_words
from markov.tables.records import members
from markov.tables.rows import Rows, record
from markov.tables.table import Word
from markov.tables.view import Document, View, view_of
from markov.wager.game import Game, conditions, slug
from markov.wager.rule import label
from markov.wager.wager import Wager

_OUTCOMES = 40  # of a wheel, that are listed
_STATES = 4  # of an offer, that are listed


@dataclass(frozen=True, slots=True)
class ListedWager:
    """A wager of a game by its slug; the states of its chain, where they were counted."""

    game: Game
    slug: str
    wager: Wager
    states: int | None = None


def every(listed: Sequence[Game]) -> View:
    """A row for each game."""
    columns = (
        c.words("game", lambda game: game.slug),
        c.counts("wagers", lambda game: len(game.wagers())),
        c.counts("options", lambda game: len(game.options)),
        c.words("source", lambda game: game.source),
    )
    note = "`markov games GAME` shows the wagers and options of one."
    wagers = [wager for game in listed for wager in _listed(game, game.reading())]
    return _view(
        f"{counted(len(listed), 'game')}, {counted(len(wagers), 'wager')}",
        [Rows("Games", listed, columns, [note], part=""), _wagers("", wagers)],
        lambda: {"games": [_game(game, game.reading()) for game in listed]},
    )


def game(game: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> View:
    """The wagers of the game under the reading, and the options with their choices.

    file   what was found when the file of the game was checked; None where it is installed
    """
    wagers = _listed(game, reading, file)
    notes = [] if game.options else ["The sheet leaves nothing open.", f"Source: {game.source}."]
    if file:
        notes[:0] = [*_checked(file), *filter(None, (_exact_lines(each.wager) for each in wagers))]
    options = [_options(game)] if game.options else []
    left = f"{counted(len(game.options), 'option')} where the rules can be read in several ways"
    return _view(
        f"{game.name}: {counted(len(wagers), 'wager')}{f', {left}' if game.options else ''}",
        [_wagers(f"{game.name}: wagers", wagers, notes, file), *options, *_conditions(game, reading)],
        lambda: {"games": [_game(game, reading, file)]},
    )


def described(described: Described) -> View:
    """The rule of one wager in words, its paytable, and the choices that make another wager of it."""
    asked, wager = described.asked, described.asked.wager
    listed = ListedWager(asked.game, slug(wager.name), wager, described.states)
    paytable = _paytable(described)
    changing = [_readings(described)] if described.changing else []
    return _view(
        f"{wager.name}: {_pays(listed)}",
        [_rule(described), _wagers("", [listed]), paytable, *changing],
        lambda: {
            "games": [{**_game(asked.game, asked.reading), "wagers": [_described(described, paytable)]}],
            "options": asked.reading,
        },
        t.origin(asked.reading, wager.source),
    )


def _view(
    headline: str, parts: Iterable[Rows[Any]], document: Callable[[], Document], notes: Iterable[str] = ()
) -> View:
    return view_of(
        "games", None, lambda: parts, headline=lambda: headline, notes=lambda: notes, document=document
    )


def _listed(game: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> list[ListedWager]:
    states = file.states if file else {}
    return [ListedWager(game, key, wager, states.get(key)) for key, wager in game.wagers(reading).items()]


def _wagers(
    title: str, listed: Sequence[ListedWager], notes: Iterable[str] = (), file: CheckedFile | None = None
) -> Rows[ListedWager]:
    """The wagers, with their states for a reader where a file was checked."""
    columns = (c.words(None, "game.slug", "game"), *_columns(file is not None))
    return Rows(title, listed, columns, notes, "wagers", nested=True)


def _columns(counted: bool = False) -> tuple[Column[ListedWager], ...]:
    return (
        c.words("wager", "slug", "wager"),
        c.words("name", "wager.name", "name"),
        c.words(None, "wager.source", "source"),
        c.column(None, "wager.conditions", "conditions", kind=c.LISTED),
        c.exact("outlay", "wager.outlay", "outlay", shown=_outlay),
        c.counts("states" if counted else None, "states"),
        c.column("pays", "wager.pays", "pays", kind=c.LISTED, shown=_pays),
    )


def _outlay(listed: ListedWager) -> str | Fraction:
    more = listed.wager.later_stakes
    return f"{listed.wager.outlay} and more" if more else listed.wager.outlay


def _pays(listed: ListedWager) -> str:
    wager = listed.wager
    return ", ".join(f"{ending} {t.pay_words(wager, ending)}" for ending, pay in wager.pays.items() if pay)


def _in_words(
    title: str, headings: str, rows: Iterable[Sequence[str | Word]], notes: Iterable[str] = ()
) -> Rows[Any]:
    """Rows of words for a reader alone."""
    columns = [c.words(heading, itemgetter(place)) for place, heading in enumerate(headings.split())]
    return Rows(title, rows, columns, notes, part="")


def _options(game: Game) -> Rows[Any]:
    rows: list[tuple[str, str, Word]] = []
    for option in game.options:
        rows.append((option.key, "", Word(option.question)))
        for choice, meaning in option.choices.items():
            default = " (default)" if choice == option.default else ""
            rows.append(("", choice + default, Word(meaning, "faint")))
            if choice in option.rejected:
                rows.append(("", "", Word(f"rejected: {option.rejected[choice]}", "faint")))
        if option.idle:
            rows.append(("", "", Word(f"changes no odds, the sheet says: {option.idle}", "faint")))
    notes = ["Choose with -o OPTION=CHOICE.", f"Source: {game.source}."]
    return _in_words(f"{game.name}: options", "option choice meaning", rows, notes)


def _conditions(game: Game, reading: Mapping[str, str]) -> list[Rows[Any]]:
    """The table of conditions, those of the sheet first; none where none is stated."""
    stated = conditions(game, game.wagers(reading).values())
    if not stated:
        return []
    texts = [(f"{', '.join(names)}: {text}" if names else text,) for text, names in stated.items()]
    return [_in_words(f"{game.name}: assumptions that the model does not cover", "assumption", texts, [])]


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
        "ending that can come or an offer, and play always comes to an end."
    )
    notes, most = [fine], counted(file.limit, "state")
    if None in file.states.values():
        notes.append(f"– stands for more than {most}: what can come there was not looked at.")
    if file.skipped:
        notes.append(
            f"Under another reading there are more than {most} of {', '.join(file.skipped)}: "
            "what can come there was not looked at."
        )
    return notes


def _game(game: Game, reading: Mapping[str, str], file: CheckedFile | None = None) -> Document:
    """The game with its wagers and its options."""
    return {
        "game": game.slug,
        **members(game, "name source conditions"),
        "wagers": [record(_columns(), wager) for wager in _listed(game, reading, file)],
        "readings": file.readings if file else None,
        "options": [
            {
                **members(option, "key question default choices"),
                "idle": option.idle or None,
                "rejected": option.rejected,
            }
            for option in game.options
        ],
    }


_SILENT = [
    "Its rule has no words.",
    "Give a PlainRule a `description=`, a class of your own a method `words(offers)` that returns sentences.",
]


def _rule(described: Described) -> Rows[Any]:
    wager = described.asked.wager
    rows = [
        ("" if number else "rule", sentence) for number, sentence in enumerate(described.words or _SILENT)
    ]
    rows.append(("wheel", _wheel(wager)))
    rows.append(("outlay", f"{wager.outlay} for each unit staked"))
    for condition in conditions(described.asked.game, [wager]):
        rows.append(("condition", condition))
    if wager.later_stakes:
        more = ", ".join(f"{end} {amount}" for end, amount in wager.later_stakes.items())
        rows.append(("", f"and on the way, for each unit staked: {more}"))
    states = "too many to explore" if described.states is None else f"{described.states:,}, endings included"
    rows.append(("states", states))
    return _in_words(t.in_game(wager.name, described.asked.game.name), "item value", rows)


def _wheel(wager: Wager) -> str:
    wheel = wager.wheel
    names = {outcome: f"({label(outcome)})" if type(outcome) is tuple else str(outcome) for outcome in wheel}
    listed = ", ".join(names[outcome] + (f" ({n})" if n > 1 else "") for outcome, n in wheel.items())
    shown = f": {listed}" if len(wheel) <= _OUTCOMES else ""
    first = "at the start, and others as play goes on: " * wager.wheel_varies
    return f"{first}{len(wheel):,} outcomes of weight {wheel.total:,} together{shown}"


def _paytable(described: Described) -> Rows[DescribedLine]:
    wager = described.asked.wager
    columns = (
        c.words("ending", "ending"),
        c.words("pays", lambda line: t.pay_words(wager, line.ending), "text"),
        c.exact("returns", "returned"),
        c.exact("dealer bonus (envy)", "envy", shown=lambda line: line.envy or None, needless=c.empty),
        c.words("decided by", lambda line: _decided_by(line, wager)),
        c.column(None, "chosen", kind=c.FLAG),
        c.column(None, "states", kind=c.LISTED),
    )
    return Rows(f"{wager.name}: paytable", described.lines, columns, part="")


def _decided_by(line: DescribedLine, wager: Wager) -> str:
    if line.chosen is None:
        return "not known: the chain is too large"
    if not line.chosen:
        idle = line.ending in getattr(wager.rule, "offered", ())
        return "nothing: it is never on offer" if idle else f"the {wager.trial}"
    few = "; ".join(state_words(state, wager.rule) for state in line.states[:_STATES])
    more = f" and {len(line.states) - _STATES:,} more" if len(line.states) > _STATES else ""
    return f"the player: {few}{more}"


def _readings(described: Described) -> Rows[Any]:
    rows: list[tuple[str, str, Word]] = []
    for option in dict.fromkeys(change.option.key for change in described.changing):
        of = [change for change in described.changing if change.option.key == option]
        rows.append((option, "", Word(of[0].option.question)))
        rows += [
            (
                f"  {option}={change.choice}",
                ", ".join(change.changes) or "the wager is not there",
                Word(change.option.choices[change.choice], "faint"),
            )
            for change in of
        ]
    note = "Choices that are not listed leave this wager as it is."
    title = f"{described.asked.wager.name}: readings that change it"
    return _in_words(title, "reading changes meaning", rows, [note])


def _weights(wheel: Distribution[Any]) -> dict[str, int]:
    """The weights by outcome as text; outcomes with one text, such as 1 and "1", as Python writes them."""
    alike = Counter(map(str, wheel))
    return {
        str(outcome) if alike[str(outcome)] == 1 else repr(outcome): weight
        for outcome, weight in wheel.items()
    }


def _described(described: Described, paytable: Rows[DescribedLine]) -> Document:
    """The wager, described."""
    wager = described.asked.wager
    return {
        "wager": slug(wager.name),
        **members(wager, "name source conditions"),
        "rule": described.words,
        "outlay": wager.outlay,
        "raises": wager.later_stakes,
        "states": described.states,
        "wheel": {"total": wager.wheel.total, "weights": _weights(wager.wheel)},
        "wheel-by-state": wager.wheel_varies,
        "pays": paytable.document(),
        "readings": [
            {"option": change.option.key, "choice": change.choice, "changes": change.changes}
            for change in described.changing
        ],
    }
