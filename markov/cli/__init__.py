"""The command: find, ask, print. Figures go to stdout, everything else to stderr."""

import os
import sys
from typing import Annotated, Any

import typer

from markov.cli import output
from markov.cli.arguments import (
    LIMIT,
    AnyGame,
    AsFormat,
    AsJson,
    GameName,
    Limit,
    OneWager,
    Options,
    WagerName,
    Whole,
)
from markov.cli.asking import answers, asked, selected
from markov.cli.certify import certify, verify
from markov.cli.command import Command, Query
from markov.cli.design import design
from markov.cli.diff import diff
from markov.cli.letters import letters
from markov.cli.lint import lint
from markov.cli.payable import payable
from markov.cli.price import price
from markov.cli.report import report
from markov.cli.sensitivity import sensitivity
from markov.cli.solve import solve
from markov.cli.streams import say
from markov.cli.surrender import surrender
from markov.cli.sweep import sweep
from markov.cli.what_if import what_if

# The engine, numpy with it, and the renderers are imported by the commands that need them: help,
# completion and usage errors come at once, and a query pays for what it uses.
app = typer.Typer(
    cls=Command,
    help="Exact odds for wagers that run over many spins.",
    epilog="Example: markov odds repeater-bets-plus repeating-2",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)


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
    game: AnyGame = None,
    style: AsFormat = None,
    json: AsJson = False,
) -> None:
    """The games there are; or one game's wagers, options and source."""
    from markov.catalogue import installed, opened
    from markov.report import document
    from markov.report import shelf as words

    chosen = output.chosen(style, json)
    found, troubles = ([opened(game)], []) if game is not None else installed()
    for trouble in troubles:
        say(trouble)
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
    from markov.report import view

    chosen = output.chosen(style, json)
    found, reading = asked(game, option)
    wagers = selected(found, reading, wager)
    solved = answers(wagers, max_states)
    answered = [solved[one] for one in wagers]
    shown = view.odds(found, reading, answered, whole=wager is None)
    output.show(chosen, shown.tables, shown.flat, shown.to_dict, whole)


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
    from markov.report import document, risk
    from markov.report import readings as words

    chosen = output.chosen(style, json)
    found, _ = asked(game, None)
    read = [(reading, selected(found, reading, wager)) for reading in found.readings(every)]
    solved = answers([one for _, wagers in read for one in wagers], max_states)
    answered = [(reading, [solved[one] for one in wagers]) for reading, wagers in read]
    tables = words.readings(found, answered, every)
    if every and wager is None and len(answered[0][1]) > 1:
        tables = [risk.wagers(found, answered), *tables]
    flat = words.flat(found, answered)
    output.show(chosen, tables, flat, lambda: document.readings(found, answered), whole)


@app.command(cls=Query, epilog="Example: markov simulate repeater-bets-plus uptown --rounds 1000000 --seed 8")
def simulate(
    game: GameName,
    wager: WagerName = None,
    rounds: Annotated[
        int, typer.Option(min=1, max=10**12, metavar="N", help="How many rounds to play.")
    ] = 100_000,
    seed: Annotated[
        int, typer.Option(min=0, metavar="S", help="Seed; the same seed gives the same spins.")
    ] = 0,
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
    found, reading = asked(game, option)
    wagers = selected(found, reading, wager)
    solved = answers(wagers, max_states)
    played = []
    with progress("playing", len(wagers) * rounds) as done:
        for i, one in enumerate(wagers):
            played += play(one, solved[one], rounds, seed, lambda n, i=i: done(i * rounds + n))  # type: ignore[misc]
    table = trials.table(found, reading, played, rounds, seed)
    ok = within(played)
    output.show(chosen, [table], table, lambda: document.simulation(found, reading, played, rounds, seed, ok))
    if not ok:
        say("the simulation is out of bounds: chance alone does not explain how far it is from the odds")
        raise typer.Exit(1)


@app.command(cls=Query, epilog="Example: markov chain repeater-bets-plus repeating-2 | dot -Tsvg > chain.svg")
def chain(
    game: GameName,
    wager: OneWager,
    to: Annotated[
        output.To | None,
        typer.Option(help="The text: dot is Graphviz, drn is what Storm reads. Default: dot."),
    ] = None,
    option: Options = None,
    json: Annotated[bool, typer.Option("--json", help="The same as --to json.")] = False,
    max_states: Limit = LIMIT,
) -> None:
    """The chain of one wager: its states, and the transitions between them."""
    from markov.formats import dot, drn
    from markov.formats import json as as_json

    if json and to not in (None, output.To.json):
        raise typer.BadParameter(f"--json and --to {to.value} ask for two formats; choose one")
    found, reading = asked(game, option)
    (one,) = selected(found, reading, wager)
    process = one.chain(max_states)
    if json or to is output.To.json:
        lines = as_json.lines(found.slug, one.name, process)
    else:
        lines = (drn if to is output.To.drn else dot).lines(f"{found.name}: {one.name}", process)
    output.write(lines)


app.command(cls=Query, epilog="Example: markov solve die.drn --reach six")(solve)
app.command(cls=Query, epilog="Example: markov certify repeater-bets-plus repeating-2 -o two.json")(certify)
app.command(cls=Query, epilog="Example: markov verify appendix.pdf")(verify)
app.command(cls=Query, epilog="Example: markov report straights-and-8s -o appendix.pdf")(report)
app.command(
    cls=Query, epilog="Example: markov sweep repeater-bets-plus repeating-2 --pay made=38..42 -o zeros=all"
)(sweep)
app.command(
    cls=Query,
    epilog="Example: markov letters repeater-bets-plus repeating-6 --letter pockets.7=s",
)(letters)
app.command(cls=Query, epilog="Example: markov price repeater-bets-plus repeating-2 --edge 5%")(price)
app.command(cls=Query, epilog="Example: markov surrender repeater-bets-plus horn --edge 15%")(surrender)
app.command(cls=Query, epilog="Example: markov payable quebec-place-bets right-4 --from 5 --to 100")(payable)
app.command(cls=Query, epilog="Example: markov sensitivity repeater-bets-plus repeating-2")(sensitivity)
app.command(
    cls=Query,
    epilog="Example: markov design straights-and-8s straights-and-8s --edge 12%..13% --pays run=40..60",
)(design)
app.command(cls=Query, epilog="Example: markov diff repeater-bets-plus mine.toml --check")(diff)
app.command(cls=Query, epilog="Example: markov lint repeater-bets-plus --profile maryland-table-games")(lint)
app.command(
    "what-if",
    cls=Query,
    epilog="Example: markov what-if repeater-bets-plus repeating-2 --pay made='45 for 1'",
)(what_if)


def main() -> None:
    """The command `markov`."""
    # numpy's OpenBLAS is called by nothing here, yet takes memory and time for a thread on every processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    named = [one for one in app.registered_commands if _name(one) in sys.argv[1:2]]
    if named:  # typer looks into every command that it is told of, which takes a tenth of a query
        app.registered_commands = named
    app(prog_name="markov")


def _name(command: Any) -> str:
    return command.name or str(command.callback.__name__)
