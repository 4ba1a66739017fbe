"""The checks of a file by `markov verify`, and the rules that it is compared with."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from json import loads
from pathlib import Path
from typing import Any

from markov.chain.chain import TooManyStates
from markov.chain.transitions import TooMuchWork
from markov.checker import DECISION, check
from markov.command.certificate_files import Opened, opened
from markov.command.output import Progress
from markov.tables.markdown import seen
from markov.verify.view import Check, NotCompared
from markov.wager import catalogue
from markov.wager.game import Game, SheetError, Unknown, slug
from markov.wager.rule import NoAnswer

_MODEL = ".drn"
_LINKED = "names, reading, wheel, pays, outlay, envy, states, offers and rows match those of sheet and rule"


def checked(
    file: Path, sheet: str | None, limit: int, rounds: int, progress: Progress = lambda *_: None
) -> list[Check]:
    """The checks of the file, one for each thing that was to be compared.

    sheet    path of the sheet to compare with; default: the installed games
    limit    on the states of a chain that is made again
    rounds   that are simulated again of each wager, at most

    Raises what `opened` raises, what `catalogue.opened` raises for the sheet, and SheetError for a foreign
    line.
    """
    inside = opened(file)
    if sheet is not None and sheet.endswith(_MODEL) and inside.report is None and inside.parts is None:
        return _certified(file, inside, frozenset(), sheet, limit, progress)[0]
    game = None if sheet is None else catalogue.opened(sheet)
    report = inside.report
    if inside.parts is not None:
        from markov.verify.report_checks import zipped

        return [zipped(inside.parts, game, limit, rounds, progress)]
    if report is None:
        return _certified(file, inside, frozenset(), game, limit, progress)[0]
    from markov.verify.report_checks import digest_and_files, figures_and_tables, rebuilt_the_same

    again, certificates = rebuilt_the_same(inside.data, report, game, limit, rounds, progress)
    proofs, claims = _certified(file, inside, certificates, game, limit, progress)
    return [*digest_and_files(report), *proofs, *figures_and_tables(report, claims), again]


def rules(name: str, sheet: Game | None) -> Game:
    """The game of the sheet, if one is given, or else the installed one of exactly that name.

    Raises NotCompared, naming the nearest, where none is installed.
    """
    if sheet is not None:
        return sheet
    if name not in catalogue.shelf():  # a name in a file never makes a path to be read
        near = get_close_matches(slug(name[:100]), catalogue.shelf(), n=1, cutoff=0.5)
        hint = (
            f"the nearest is {near[0]}"
            if near
            else f"there is {', '.join(list(catalogue.shelf())[:20]) or 'none'}"
        )
        raise NotCompared(
            f"no game '{_spelled(name)}' is installed; {hint}; give its sheet with --sheet FILE"
        )
    try:
        return catalogue.find(name)
    except SheetError as error:
        raise NotCompared(f"the installed game cannot be made: {error}") from None


def _spelled(name: str) -> str:
    """The name, with the number of each sign that may look like another."""
    return "".join(c if c.isascii() and c.isprintable() else f"[U+{ord(c):04X}]" for c in name[:60])


def _certified(
    file: Path,
    inside: Opened,
    known: frozenset[str],
    rules_of: Game | str | None,
    limit: int,
    progress: Progress,
) -> tuple[list[Check], list[Mapping[str, Any]] | None]:
    """The checks of each certificate, and what they claim; None where one does not hold.

    known      certificates that the rules have been seen to make
    rules_of   the sheet to compare with, or the path of a model
    """
    checks: list[Check] = []
    claims: list[Mapping[str, Any]] = []
    for place, (number, text) in enumerate(inside.lines):
        name = f"line {number}"
        progress(f"checking {name}", 2 * place, 2 * len(inside.lines))
        try:
            results: list[tuple[str, bool | None, str]] = list(check(text))
        except ValueError as error:
            raise SheetError(f"{file}: line {number}: {seen(str(error))}") from None
        if all(held for _, held, _ in results):
            document = loads(text)
            claims.append(document)
            name = str(document.get("name") or name)[:60]
            same = text in known

            def comparing(what: str, name: str = name, place: int = place) -> None:
                progress(f"{name}: {what}", 2 * place + 1, 2 * len(inside.lines))

            comparing("rules")
            results.append(
                ("rules", *((True, _LINKED) if same else _linked(document, rules_of, limit, comparing)))
            )
        checks += [Check(f"{name}: {what}", held, detail) for what, held, detail in results]
    return checks, claims if len(claims) == len(inside.lines) else None


def _linked(
    given: Mapping[str, Any], sheet: Game | str | None, limit: int, step: Callable[[str], None]
) -> tuple[bool | None, str]:
    """The verdict on a certificate compared with the rules, and its detail."""
    from markov.proof.certificate import first_difference

    if given["schema"] == DECISION:
        return _modelled(given, sheet)
    if isinstance(sheet, str):
        return None, f"{sheet} is a model, and this is the certificate of a wager; give the sheet of its game"

    try:
        game = rules(given["game"], sheet)
        wager = game.wager(given["wager"], given["options"])
        part = first_difference(dict(given), game, wager, limit, step)
    except (Unknown, NoAnswer) as error:  # no such wager there, or no certificate of it can be made
        return False, str(error)
    except (NotCompared, TooManyStates, TooMuchWork) as error:
        return None, str(error)
    return (False, f"{part}: not what the rule and the sheet make") if part else (True, _LINKED)


def _modelled(given: Mapping[str, Any], model: Game | str | None) -> tuple[bool | None, str]:
    """The verdict on the certificate of a decision process compared with its file, and its detail."""
    from markov.chain.decision_process import DecisionProcess
    from markov.formats.drn_reader import read
    from markov.proof.decision_certificate import first_process_difference

    if not isinstance(model, str):
        return None, f"no model is installed; give the file of this one with --sheet FILE{_MODEL}"
    drn = read(Path(model))
    if not isinstance(drn.model, DecisionProcess):
        return False, "choices: not those of the file, which is a chain"
    try:
        part = first_process_difference(dict(given), drn, drn.model)
    except TooMuchWork as error:
        return None, str(error)
    if part:
        return False, f"{part}: not what the file has"
    return True, "labels, initial states, targets, choices and rewards match those of the file"
