"""The command that answers a question in one line."""

import sys
from collections.abc import Iterable, Iterator
from re import fullmatch
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer
from typer import BadParameter

from markov.command import output
from markov.command.arguments import Force, Limit, PrintedFigures, parsed_chance
from markov.command.completion import wheels
from markov.command.failure import USAGE

if TYPE_CHECKING:
    from markov.questions.ask.reply import Reply
    from markov.rules.expression import GoalError
    from markov.tables.rows import Rows

EXAMPLE = "Example: markov ask '6x6 before 7' --pays '90 for 1'"
GROUP = "Ask"

_MISSING = "QUESTION is missing; write it like '6x6 before 7', or send questions on stdin"
_MOST_LINES = 100_000
_LIMIT = 200_000


def ask(
    printed: PrintedFigures,
    question: Annotated[list[str] | None, typer.Argument()] = None,
    on: Annotated[str | None, typer.Option(autocompletion=wheels)] = None,
    pay: list[str] | None = None,
    pays: list[str] | None = None,
    surrender: list[str] | None = None,
    by: Literal["chain", "race"] | None = None,
    over: str = "decided",
    tie: str = "stopper",
    within: Annotated[int | None, typer.Option(min=1)] = None,
    at_least: Annotated[int | None, typer.Option(min=1)] = None,
    quantile: str | None = None,
    explain: bool = False,
    plot: str | None = None,
    force: Force = False,
    as_sheet: bool = False,
    max_states: Limit = _LIMIT,
) -> None:
    """The exact chance of a wager that is said in one line, and the number of trials it takes.

    question QUESTION            A goal, such as 6x6 before 7, in quotes where it has brackets or |; left out
                                 or -, questions are read from stdin, one a line.
    on WHEEL                     two dice, craps, d6, 3d6, 4d6kh3, d4+d8, 5d6>=5, coin, 'single zero',
                                 'double zero', european, american, deck, weights A:3,B:5/2, or a bag drawn
                                 from without replacement: 'bag A:3,B:5'.
                                 Default: two dice, or craps or a coin where only they have such labels.
    pay ENDING=PAY               The pay of the goal, made='90 for 1', or of an offer at count K,
                                 surrender-K='18 for 1', which needs that of the goal.
    pays PAY                     Short for --pay made=PAY.
    surrender K=PAY              Short for --pay surrender-K=PAY.
    by chain|race                The method of solving. Default: the one that suits the question.
    over decided|stopper|early   When play is over, as in a sheet: early, as soon as too few trials are left
                                 of the deadline; stopper, not before what stops play.
    tie stopper|goal             What comes first where one trial brings both the goal and its stopper.
    within N                     Also the chance that N trials or fewer decide it.
    at_least N                   Also the chance that it takes N trials or more.
    quantile P%                  Also the trials that decide it with this chance: 90%, or 1/2 for the median.
    explain                      Show how it is solved: the chain, and its equations.
    plot FILE                    Also draw the chain: .svg, .png or .pdf; needs matplotlib.
    as_sheet                     Print the question as a TOML sheet, for every other command.
    """
    text = " ".join(question) if question else None
    single = text is not None and text != "-"
    if (as_sheet or explain or plot is not None) and not single:
        raise BadParameter("--explain, --as-sheet and --plot are for one question; write it after markov ask")
    if as_sheet and (explain or plot is not None or printed.format != "table"):
        raise BadParameter(
            "--as-sheet prints a sheet and nothing else; leave out --explain, --plot, --json and --format"
        )
    drawing = output.picture_file(plot, force)
    goal_pay, offers = _pays(pay, pays, surrender)
    wanted = None if quantile is None else parsed_chance(quantile)

    from markov.questions.ask.reply import reply
    from markov.questions.ask.view import view
    from markov.rules.expression import MOST_TRIALS, GoalError
    from markov.rules.labels import UnknownWheel
    from markov.rules.language import parsed
    from markov.wager.odds import NoRoad
    from markov.wager.wager import PaytableMismatch

    for option, number in (("--within", within), ("--at-least", at_least)):
        if number is not None and number > MOST_TRIALS:
            raise BadParameter(f"{option} {number:,} is too far; the limit is {MOST_TRIALS:,} trials")

    def answered(text: str) -> "Reply":
        try:
            return reply(
                *(parsed(text), text, on, goal_pay, offers, by, within, at_least),
                *(max_states, over, tie, wanted),
            )
        except GoalError as error:
            raise GoalError(error.why, error.at, text) from None
        except UnknownWheel as error:
            raise BadParameter(f"--on: {error}") from None
        except (NoRoad, PaytableMismatch) as error:
            raise BadParameter(str(error)) from None

    if single and text is not None:
        try:
            answer = answered(text)
        except GoalError as error:
            _report(error)
            raise typer.Exit(USAGE) from None
        if as_sheet:
            from markov.questions.ask.as_sheet import as_sheet as sheet

            output.write([sheet(answer)])
            return
        more: list[Rows[Any]] = []
        if explain:
            from markov.questions.ask.explained import explained

            more = explained(answer, drawing is not None)
        if drawing is not None:
            from markov.questions.ask import picture as pictures

            output.draw_plot(drawing, lambda path: pictures.picture(path, answer))
        printed.show(view([answer], more))
        return
    if sys.stdin is None or sys.stdin.isatty():
        raise BadParameter(_MISSING)
    wrong = False
    replies: list[Reply] = []
    for number, line in _lines(sys.stdin):
        try:
            replies.append(answered(line))
        except GoalError as error:
            _report(error, f"line {number}: ")
            wrong = True
    if printed.format == "json":
        if replies:
            printed.save(view(replies))
        from json import dumps

        output.write(dumps(view([reply]).to_dict()) + "\n" for reply in replies)
    elif replies:
        printed.show(view(replies))
    if wrong:
        raise typer.Exit(USAGE)
    if text is None and not replies:
        raise BadParameter(_MISSING)


def _lines(stream: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The questions, with the numbers of their lines; empty lines and those of a # are none."""
    for number, line in enumerate(stream, 1):
        if number > _MOST_LINES:
            raise BadParameter(f"there are more than {_MOST_LINES:,} lines; send fewer at once")
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _pays(
    pay: list[str] | None, pays: list[str] | None, surrender: list[str] | None
) -> tuple[str | None, dict[int, str]]:
    """The pay of the goal, None where none is said, and the pays of offers by their counts."""
    from markov.command.pays import put_once
    from markov.wager.paytable import returned

    lines = [("--pays", text, f"made={text}") for text in pays or ()]
    lines += [("--surrender", text, f"surrender-{text.strip()}") for text in surrender or ()]
    lines += [("--pay", text, text) for text in pay or ()]
    by_ending: dict[str, str] = {}
    by_count: dict[int, str] = {}  # 0 is the goal
    for option, text, line in lines:
        ending, _, words = (part.strip() for part in line.partition("="))
        named = fullmatch("made|surrender-([0-9]{1,6})", ending)
        count = int(named[1] or 0) if named else 0
        if named is None or (ending != "made" and not count):
            what, like = "an offer", "--surrender 4='18 for 1'"
            if option == "--pay":
                what += " or the pay of the goal"
                like = "--pay made='90 for 1' or --pay surrender-4='18 for 1'"
            raise BadParameter(f"{option} {text} is not {what}; write it like {like}")
        try:
            returned(words)
        except ValueError as error:
            whose = f" {count}" if option == "--surrender" else ""
            raise BadParameter(f"{option}{whose}: {error}") from None
        try:
            put_once(by_ending, "--pay", f"surrender-{count}" if count else "made", words)
        except ValueError as error:
            raise BadParameter(str(error)) from None
        by_count[count] = words
    if by_count and 0 not in by_count:
        raise BadParameter(
            "--surrender needs --pays: an offer is compared with what playing on may pay; add --pay made=PAY"
        )
    return by_count.pop(0, None), by_count


def _report(error: "GoalError", where: str = "") -> None:
    """Says what is wrong, and points at it in the lines below."""
    from contextlib import suppress

    from markov.printable import printable

    output.say(f"{where}{error.why}")
    with suppress(OSError, ValueError):
        for line in error.pointed():
            print(f"  {printable(line)}", file=sys.stderr)
