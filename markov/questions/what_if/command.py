"""The command that shows a change before it is made."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer import BadParameter

from markov.command import output
from markov.command.arguments import LIMIT, AsFormat, AsJson, GameName, Limit, Pays, WagerName, Whole
from markov.command.asking import asked, edits, priced, target, written
from markov.command.streams import say
from markov.questions.letters.command import Letters, letters

if TYPE_CHECKING:
    from markov.questions.what_if.expect import Expectation
    from markov.wager.comparison import Compared
    from markov.wager.edition import Edition
    from markov.wager.game import Game
    from markov.wager.pay_edits import Pay
    from markov.wager.wager import Wager

EXAMPLE = "Example: markov what-if repeater-bets-plus repeating-2 --pay made='45 for 1'"


_EDITED = ", edited"  # after the name of a game, in the file of --save


def what_if(
    game: GameName,
    wager: WagerName = None,
    pay: Pays = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "-o",
            "--option",
            metavar="KEY=CHOICE",
            help="A reading after the change, such as zeros=3; `markov games GAME` lists them.",
        ),
    ] = None,
    letter: Letters = None,
    start: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="KEY=CHOICE",
            help="A reading before the change, and after it unless -o names another. Default: the sheet's.",
        ),
    ] = None,
    expect: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FIGURE=VALUE",
            help="Exit with 1 unless this holds after the change: edge=9/49, best.edge>=15%.",
        ),
    ] = None,
    save: Annotated[
        str | None,
        typer.Option(metavar="FILE.toml", help="Write the edited sheet to a file, if all is as expected."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file of --save.")] = False,
    style: AsFormat = None,
    json: AsJson = False,
    whole: Whole = False,
    max_states: Limit = LIMIT,
) -> None:
    """Odds before and after a change, side by side; one of a wager, or of the sheet."""
    if letter:
        if wager is None or start or expect or save:
            raise BadParameter("--letter is for one wager, beside --pay and -o; see markov letters --help")
        letters(game, wager, letter, pay, option, style, json, whole, max_states)
        return
    chosen = output.chosen(style, json)
    pays = edits(pay)
    expected = _expected(expect)
    if not (pays or option or expected):
        raise BadParameter("nothing is changed; give a change, like --pay made='45 for 1', or -o KEY=CHOICE")
    from markov.wager.catalogue import PROGRAM

    path = _path(save, force)
    if path is not None and Path(game).suffix.lower() == PROGRAM:
        raise BadParameter(
            f"--save {save}: a sheet cannot name a program, {game}; change the program instead"
        )
    found, before, after = _readings(game, start, option)
    edition = _edition(found, game, wager, after, pays)
    pairs = _pairs(found, wager, before, edition)
    _known(expected, [now for _, now in pairs])
    if path is not None and edition.at == path.resolve():
        raise BadParameter(f"--save {save} is the sheet itself; choose another file")
    wagers = _compared(pairs, edition, max_states)
    missed = _missed(expected, wagers)
    if path is not None and not missed:
        _save(edition, found, path)

    from markov.questions.what_if.view import view

    single = wager is not None or len(wagers) == 1
    output.show(view(found, before, after, wagers, single), chosen, whole)
    if missed:
        for line in missed:
            say(line)
        raise typer.Exit(1)


def _expected(texts: Iterable[str] | None) -> "list[Expectation]":
    from markov.questions.what_if.expect import expectation

    try:
        return [expectation(text) for text in texts or ()]
    except ValueError as error:
        raise BadParameter(f"--expect {error}") from None


def _path(save: str | None, force: bool) -> Path | None:
    """The file to be written, which is there only if it may be overwritten."""
    if save is None:
        if force:
            raise BadParameter("--force overwrites the file of --save, and there is none")
        return None
    if Path(save).suffix != ".toml":
        raise BadParameter(f"--save {save[:200]} is no TOML file; write it like --save edited.toml")
    found = target("--save", save, through=False)
    if found.exists() and not force:
        raise BadParameter(f"--save {save[:200]} exists; --force overwrites it")
    return found


def _readings(
    name: str, start: Sequence[str] | None, option: Sequence[str] | None
) -> "tuple[Game, dict[str, str], dict[str, str]]":
    """The game, and a choice for every option before and after the change."""
    try:
        found, before = asked(name, start)
    except BadParameter as error:
        raise BadParameter(error.message.replace("-o ", "--from ")) from None
    chosen = {text.partition("=")[0] for text in option or ()}
    _, after = asked(name, option)
    return found, before, {key: after[key] if key in chosen else before[key] for key in before}


def _edition(
    found: "Game", name: str, wager: str | None, reading: "Mapping[str, str]", pays: "Mapping[str, Pay]"
) -> "Edition":
    """The game with the pays that fit it."""
    from markov.wager.comparison import fitting
    from markov.wager.edition import edition, place
    from markov.wager.game import slug

    sheet = found.wagers(reading)
    among = sheet if wager is None else {slug(wager): found.wager(wager, reading)}
    try:
        return edition(found, place(name, Path()), reading, fitting(among, pays))
    except ValueError as error:
        raise BadParameter(f"--pay {error}") from None


def _pairs(
    found: "Game", wager: str | None, before: "Mapping[str, str]", edition: "Edition"
) -> "list[tuple[Wager, Wager]]":
    """Each wager asked for, as it was and as it is."""
    from markov.wager.edition import Misfit
    from markov.wager.game import slug

    try:
        now = {slug(one.name): one for one in edition(edition.reading)}
    except Misfit as error:
        raise BadParameter(f"--pay {error}") from None
    if wager is not None:
        return [(found.wager(wager, before), now[slug(wager)])]
    return [(was, now[key]) for key, was in found.wagers(before).items() if key in now]


def _known(expected: "Iterable[Expectation]", wagers: "Sequence[Wager]") -> None:
    """Refuses to expect something of what is not there: it would hold of nothing."""
    from markov.wager.differences import CHANCE
    from markov.wager.game import named, slug

    by_slug = {slug(one.name): one for one in wagers}
    for one in expected:
        among = list(wagers) if one.wager is None else [named("wager", one.wager, by_slug)]
        ending = one.figure.removeprefix(CHANCE)
        lines = {line for wager in among for line in wager.pays}
        if one.figure.startswith(CHANCE) and ending not in lines:
            known = ", ".join(sorted(lines))
            raise BadParameter(
                f"--expect {one.said[:60]}: no ending {ending[:60]!r} has a pay; {known} have one"
            )


def _compared(pairs: "Sequence[tuple[Wager, Wager]]", edition: "Edition", limit: int) -> "list[Compared]":
    """The wagers before and after, each solved once where its rule and wheel stay as they are."""
    from markov.command.progress import progress
    from markov.wager.comparison import again, compared
    from markov.wager.game import slug
    from markov.wager.odds import solved

    found = []
    with progress("solving", len(pairs)) as done:
        for was, now in pairs:
            try:
                first = solved(was, limit)
                second = again(first, now, limit)
                before = first.answer(was)
                after = priced(second, now) if slug(now.name) in edition.pays else second.answer(now)
                found.append(compared(before, after))
            except BadParameter:
                raise
            except Exception as error:
                error.add_note(was.name)
                raise
            done(len(found))
    return found


def _missed(expected: "Iterable[Expectation]", wagers: "Iterable[Compared]") -> list[str]:
    """What is not as expected, in words."""
    if not expected:
        return []
    from markov.questions.what_if.view import missed
    from markov.wager.game import slug

    return [
        missed(one, answered)
        for one in expected
        for answered in (compared.after for compared in wagers)
        if one.wager is None or slug(one.wager) == slug(answered.wager.name)
        if one.asks(answered) and not one.holds(answered)
    ]


def _save(edition: "Edition", found: "Game", path: Path) -> None:
    from markov.questions.what_if.save_overlay import Unsayable, save

    name = found.name.removesuffix(_EDITED) + _EDITED
    try:
        written("--save", str(path), lambda to: save(edition, name, to))
    except Unsayable as error:
        raise BadParameter(f"--save {path}: {error}; give the sheet another name") from None
