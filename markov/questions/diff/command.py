"""The command that compares two editions: sheets, or certificates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command.arguments import LIMIT, Limit, Options, PrintedFigures, asked, game_names
from markov.command.certificate_files import certificates

if TYPE_CHECKING:
    from markov.questions.diff.diff import Side
    from markov.wager.game import Game
    from markov.wager.odds import Answer
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov diff repeater-bets-plus mine.toml --check"


_HELP = "A game, the path of a sheet, or a file of `markov certify`."


@dataclass(frozen=True, slots=True)
class _Given:
    """An edition that was asked for: wagers of a game, or certified ones, by slug."""

    text: str
    readings: Sequence[Mapping[str, str]]
    game: "Game | None" = None
    wagers: "Mapping[str, Wager]" = field(default_factory=dict)
    certified: "Mapping[str, Side]" = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return [*self.wagers, *self.certified]

    def left_out(self, against: "_Given") -> list[str]:
        """The wagers that are not compared: those of a sheet that were not certified."""
        partial = self.game is not None and against.game is None
        return [name for name in self.names if name not in against.certified] if partial else []


def diff(
    printed: PrintedFigures,
    a: Annotated[str, typer.Argument(metavar="A", help=_HELP, autocompletion=game_names)],
    b: Annotated[str, typer.Argument(metavar="B", help=_HELP, autocompletion=game_names)],
    option: Options = None,
    check: bool = False,
    max_states: Limit = LIMIT,
) -> None:
    """The mathematical differences between two editions, A and B, of a sheet or of its certificates.

    check   Exit with 1 where there is a mathematical change.
    """
    first, second = _given(a, option), _given(b, option)
    if not set(first.names) & set(second.names):
        raise BadParameter(
            f"{a[:60]} and {b[:60]} have no wager in common; "
            f"the one has {_few(first.names)}, the other {_few(second.names)}"
        )
    left_out = first.left_out(second), second.left_out(first)
    sides = _sides(first, second, left_out, max_states)

    from markov.questions.diff import view as words
    from markov.questions.diff.diff import diff as differing

    found = differing(*sides)
    one, other = (
        words.ComparedEdition(given.text, given.readings, side, out)
        for given, side, out in zip((first, second), sides, left_out, strict=True)
    )
    printed.show(words.view(one, other, found))
    if check and not found.same:
        raise typer.Exit(1)


def _few(names: Sequence[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _given(text: str, option: Sequence[str] | None) -> _Given:
    if _sheet(text):
        found = asked(text, option)
        return _Given(text, [found.reading], found.game, found.wagers)
    certified = _certificates(Path(text))
    readings: list[Mapping[str, str]] = []
    for key, (_, reading) in certified.items():
        for said in option or ():
            name, _, choice = said.partition("=")
            if reading.get(name) != choice:
                raise BadParameter(
                    f"-o {said[:60]}: {text[:60]} certifies {key} under "
                    f"{name[:60]}={reading.get(name, 'no such option')}; "
                    "certify it under that reading, or leave the option out"
                )
        if reading not in readings:
            readings.append(reading)
    return _Given(text, readings, certified={key: side for key, (side, _) in certified.items()})


def _sheet(text: str) -> bool:
    """Tells a sheet from a file of certificates: a sheet by its suffix, or by the name of a game."""
    from markov.wager.catalogue import PROGRAM, shelf
    from markov.wager.game import slug

    path = Path(text)
    if path.suffix.lower() == ".json":
        return False
    return path.suffix.lower() in (".toml", PROGRAM) or slug(text) in shelf() or not path.is_file()


def _certificates(path: Path) -> "dict[str, tuple[Side, dict[str, str]]]":
    """The wagers certified in a file, by slug, each with its reading; every certificate is checked.

    Raises SheetError, naming the line and the place, where one does not hold.
    """
    from json import loads

    from markov.checker import DECISION, Foreign, check
    from markov.questions.diff.diff import certified_side
    from markov.wager.game import SheetError, slug

    found: dict[str, tuple[Side, dict[str, str]]] = {}
    for number, line in certificates(path):
        at = f"{path}, line {number}"
        try:
            failed = [(name, detail) for name, held, detail in check(line) if not held]
        except Foreign as error:
            raise SheetError(f"{at}: {error}") from None
        for name, detail in failed:
            raise SheetError(f"{at}: {name}: {detail}")
        given = loads(line)
        if given["schema"] == DECISION:
            raise SheetError(f"{at}: the certificate of a decision process; expected one of a wager")
        try:
            side = certified_side(given)
        except ValueError as error:
            raise SheetError(f"{at}: {str(error)[:300]}") from None
        if (key := slug(side.name)) != given["wager"]:
            raise SheetError(f"{at}: wager: not the slug of the name, {key[:60]}")
        if key in found:
            raise SheetError(f"{at}: {key} is certified twice; a wager can be compared once")
        found[key] = side, given["options"]
    return found


def _sides(
    a: _Given, b: _Given, left_out: Sequence[Sequence[str]], limit: int
) -> "list[dict[str, Side | None]]":
    """The wagers of both, solved or as certified, where both have them."""
    from markov.command.output import progress

    sides: list[dict[str, Side | None]]
    sides = [
        {name: None for name in given.names if name not in out}
        for given, out in zip((a, b), left_out, strict=True)
    ]
    common = [key for key in sides[0] if key in sides[1]]
    with progress("comparing", len(common)) as done:
        for number, key in enumerate(common, start=1):
            try:
                sides[0][key], sides[1][key] = _pair(key, a, b, limit)
            except Exception as error:
                error.add_note(key)
                raise
            done(number)
    return sides


def _pair(key: str, a: _Given, b: _Given, limit: int) -> "tuple[Side, Side]":
    """A wager of both editions, solved once where rule and wheel are the same."""
    from markov.wager.comparison import solved_for
    from markov.wager.odds import solved

    first = solved(a.wagers[key], limit) if key in a.wagers else None
    one = first.answer(a.wagers[key]) if first else None
    other = None
    if key in b.wagers:
        wager = b.wagers[key]
        other = (solved_for(first, wager, limit) if first else solved(wager, limit)).answer(wager)
    return _side(key, a, one, b, limit), _side(key, b, other, a, limit)


def _side(key: str, own: _Given, answer: "Answer | None", against: _Given, limit: int) -> "Side":
    from markov.proof.certificate import certificate
    from markov.questions.diff.diff import certified_side, solved_side

    if answer is None or own.game is None:
        return own.certified[key]
    opposite = against.certified.get(key)
    if opposite and answer.offers and opposite.merged != answer.merged:
        # A certificate merges more states than an answer does; merged the same way they can be compared.
        given = certificate(own.game, own.readings[0], answer.wager, limit)
        return certified_side(given)
    return solved_side(answer)
