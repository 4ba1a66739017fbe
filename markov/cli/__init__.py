"""The command: find, ask, print. Figures go to stdout, everything else to stderr."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from markov.cli import output
from markov.cli.command import Command, Query
from markov.cli.solve import solve

# The engine, numpy with it, and the renderers are imported by the commands that need them: help,
# completion and usage errors come at once, and a query pays for what it uses.
if TYPE_CHECKING:
    from markov.answer import Answer
    from markov.game import Game
    from markov.wager import Wager

app = typer.Typer(
    cls=Command,
    help="Exact odds for wagers that run over many spins.",
    epilog="Example: markov odds repeater-bets-plus repeating-2",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


def _games(incomplete: str) -> list[str]:
    from markov.catalogue import shelf

    return [name for name in shelf() if name.startswith(incomplete)]


def _wagers(context: typer.Context, incomplete: str) -> list[str]:
    from markov.catalogue import find

    return [name for name in find(context.params["game"]).wagers() if name.startswith(incomplete)]


GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, or the path of a sheet.", autocompletion=_games)
]
WagerName = Annotated[
    str | None, typer.Argument(metavar="WAGER", help="One wager of it.", autocompletion=_wagers)
]
Options = Annotated[
    list[str] | None,
    typer.Option("-o", "--option", metavar="KEY=CHOICE", help="A reading; `markov games GAME` lists them."),
]
AsJson = Annotated[bool, typer.Option("--json", help="The same as --format json.")]
AsFormat = Annotated[
    output.Format | None, typer.Option("--format", help="How to print; a table if not said.")
]
Whole = Annotated[bool, typer.Option("--whole", help="Long fractions whole, on a terminal too.")]
Limit = Annotated[
    int, typer.Option("--max-states", min=1, metavar="N", help="Refuse chains with more states than this.")
]
LIMIT = 5_000_000


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """The version, or the help where no command is named."""
    if version:
        from importlib.metadata import version as installed

        print(f"markov {installed('markov')}")
    elif context.invoked_subcommand is None:
        print(context.get_help())


@app.command(cls=Query, epilog="Example: markov games quebec-place-bets")
def games(
    game: Annotated[
        str | None, typer.Argument(metavar="GAME", help="A game, or a sheet's path.", autocompletion=_games)
    ] = None,
    style: AsFormat = None,
    json: AsJson = False,
) -> None:
    """The games there are; or one game's wagers, options and source."""
    from markov.catalogue import find, installed
    from markov.report import document
    from markov.report import shelf as words

    chosen = output.chosen(style, json)
    found, troubles = ([find(game)], []) if game is not None else installed()
    sys.stderr.writelines(f"markov: {trouble}\n" for trouble in troubles)
    tables = words.game(found[0]) if game is not None else [words.games(found)]
    output.show(chosen, tables, tables[0], lambda: document.games(found))


@app.command(cls=Query, epilog="Example: markov odds repeater-bets-plus -o zeros=1 --format md")
def odds(
    game: GameName,
    wager: WagerName = None,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The exact odds of one wager, or of every wager of the sheet."""
    from markov.report import document, line, sheet

    chosen = output.chosen(style, json)
    found, reading = _asked(game, option)
    wagers = _selected(found, reading, wager)
    solved = _solved(wagers, max_states)
    answers = [solved[one] for one in wagers]
    tables = [sheet.sheet(found, reading, answers)] if wager is None else []
    flat = tables[0] if tables else line.flat(answers[0])
    if len(answers) == 1:
        tables += line.line(found, reading, answers[0])
    output.show(chosen, tables, flat, lambda: document.odds(found, reading, answers), whole)


@app.command(cls=Query, epilog="Example: markov readings straights-and-8s --all --format csv")
def readings(
    game: GameName,
    wager: WagerName = None,
    every: Annotated[
        bool, typer.Option("--all", help="Every combination of choices, not one option at a time.")
    ] = False,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """The house edge under every reading of what the sheet leaves open."""
    from markov.report import document
    from markov.report import readings as words

    chosen = output.chosen(style, json)
    found, _ = _asked(game, None)
    asked = [(reading, _selected(found, reading, wager)) for reading in found.readings(every)]
    solved = _solved([one for _, wagers in asked for one in wagers], max_states)
    answered = [(reading, [solved[one] for one in wagers]) for reading, wagers in asked]
    tables = words.readings(found, answered, every)
    flat = words.flat(found, answered)
    output.show(chosen, tables, flat, lambda: document.readings(found, answered), whole)


@app.command(cls=Query, epilog="Example: markov simulate repeater-bets-plus uptown --rounds 1000000 --seed 8")
def simulate(
    game: GameName,
    wager: WagerName = None,
    rounds: Annotated[int, typer.Option(min=1, max=10**12, metavar="N", help="How often to play.")] = 100_000,
    seed: Annotated[int, typer.Option(min=0, metavar="S", help="The same seed, the same spins.")] = 0,
    option: Options = None,
    style: AsFormat = None,
    json: AsJson = False,
    max_states: Limit = LIMIT,
) -> None:
    """Plays the rules and compares with the odds; exits with 1 where chance does not explain a difference."""
    from markov.cli.progress import progress
    from markov.report import document, trials
    from markov.simulation import simulate as play
    from markov.simulation import within

    chosen = output.chosen(style, json)
    found, reading = _asked(game, option)
    wagers = _selected(found, reading, wager)
    solved = _solved(wagers, max_states)
    played = []
    with progress("playing", len(wagers) * rounds) as done:
        for i, one in enumerate(wagers):
            played += play(one, solved[one], rounds, seed, lambda n, i=i: done(i * rounds + n))  # type: ignore[misc]
    table = trials.table(found, reading, played, rounds, seed)
    ok = within(played)
    output.show(chosen, [table], table, lambda: document.simulation(found, reading, played, rounds, seed, ok))
    if not ok:
        print("markov: out of bounds; chance does not explain the difference", file=sys.stderr)
        raise typer.Exit(1)


@app.command(cls=Query, epilog="Example: markov chain repeater-bets-plus repeating-2 | dot -Tsvg > chain.svg")
def chain(
    game: GameName,
    wager: Annotated[str, typer.Argument(metavar="WAGER", help="One wager of it.", autocompletion=_wagers)],
    to: Annotated[
        output.To | None, typer.Option(help="Graphviz if not said, JSON, or DRN, which Storm reads.")
    ] = None,
    option: Options = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
    max_states: Limit = LIMIT,
) -> None:
    """The chain of one wager: its states, and the transitions between them."""
    from markov.formats import dot, drn
    from markov.formats import json as as_json

    if json and to not in (None, output.To.json):
        raise typer.BadParameter(f"--json and --to {to.value} are two different things; choose one")
    found, reading = _asked(game, option)
    (one,) = _selected(found, reading, wager)
    process = one.chain(max_states)
    if json or to is output.To.json:
        lines = as_json.lines(found.slug, one.name, process)
    else:
        lines = (drn if to is output.To.drn else dot).lines(f"{found.name}: {one.name}", process)
    output.write(lines)


app.command(cls=Query, epilog="Example: markov solve die.drn --reach six")(solve)


def _asked(name: str, options: Iterable[str] | None) -> "tuple[Game, dict[str, str]]":
    from markov.catalogue import find

    choices: dict[str, str] = {}
    for text in options or ():
        key, sign, choice = text.partition("=")
        if not (key and sign and choice):
            raise typer.BadParameter(f"-o {text[:60]} is not an option; write it like -o zeros=2")
        if choices.setdefault(key, choice) != choice:
            raise typer.BadParameter(f"-o {key} is {choices[key]} and {choice}; choose one")
    game = find(name)
    return game, game.reading(choices)


def _selected(game: "Game", reading: Mapping[str, str], wager: str | None) -> "list[Wager]":
    return list(game.wagers(reading).values()) if wager is None else [game.wager(wager, reading)]


def _solved(wagers: "Sequence[Wager]", limit: int) -> "dict[Wager, Answer]":
    """The answers of the wagers, equal ones solved once."""
    from markov.answer import answer
    from markov.cli.progress import progress

    found: dict[Wager, Answer] = {}
    different = list(dict.fromkeys(wagers))
    with progress("solving", len(different)) as done:
        for wager in different:
            try:
                found[wager] = answer(wager, limit)
            except Exception as error:
                error.add_note(wager.name)
                raise
            done(len(found))
    return found


def main() -> None:
    """The command `markov`."""
    app(prog_name="markov")
