"""Edition: a sheet with other pays and other defaults, as a game of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from markov.wager.game import Game, Listing, Option, SheetError, slug
from markov.wager.pay_edits import Pay, edited, endings
from markov.wager.wager import Wager

Place: TypeAlias = str | Path  # of a game: the slug of one that is installed, or the path of a sheet
PaysByWager: TypeAlias = Mapping[str, Mapping[str, Pay]]  # by slug of a wager, by ending


_EDITED = ", edited"


class Misfit(SheetError):
    """Edits that do not carry over to a reading, as where the sheet pays an edited wager otherwise there."""


@dataclass(frozen=True, slots=True)
class Edition:
    """The builder of the wagers of an edited sheet.

    sheet     the game that is edited, itself no edition
    at        where it is found
    reading   the choices under which it is edited, one for every option
    pays      what stands in place of the sheet's
    posted    by slug: the edited wagers, as the sheet has them under that reading
    """

    sheet: Game
    at: Place
    reading: Mapping[str, str]
    pays: PaysByWager
    posted: Mapping[str, Wager]

    def __call__(self, reading: Mapping[str, str]) -> Listing:
        """The wagers under the reading; raises Misfit where the edits do not carry over to it."""
        wagers = self.sheet.wagers(reading)
        if reading != self.reading:
            for key, was in self.posted.items():
                if key not in wagers or not _alike(was, wagers[key], self.pays[key]):
                    raise Misfit(
                        f"{self.sheet.name}: {was.name} has other lines or pays under this reading "
                        "than under the one it was edited for"
                    )
        return Listing({key: partial(self._edited, wagers, key) for key in wagers})

    def _edited(self, wagers: Mapping[str, Wager], key: str) -> Wager:
        """The wager of that slug with its edits; raises Misfit where they do not fit it."""
        try:
            return repriced(wagers[key], self.pays[key]) if key in self.pays else wagers[key]
        except ValueError as error:
            raise Misfit(str(error)) from None

    @property
    def source(self) -> str:
        """The source of the sheet, and that it is edited."""
        return f"an edited edition of {self.sheet.name}; {self.sheet.source}"

    def game(self, name: str) -> Game:
        """The edition as a game: its reading is the default, and choices that misfit are left out."""
        return Game(
            name,
            self.source,
            tuple(self._option(option) for option in self.sheet.options),
            self,
        )

    def _option(self, option: Option) -> Option:
        chosen = self.reading[option.key]
        fitting = [chosen, *(c for c in option.choices if c != chosen and self._fits(option.key, c))]
        question = option.question
        if out := [choice for choice in option.choices if choice not in fitting]:
            question += f" (Left out: {', '.join(out)}, where the sheet pays an edited wager otherwise.)"
        choices = {c: option.choices[c] for c in fitting}
        rejected = {c: why for c, why in option.rejected.items() if c in fitting[1:]}  # it is meant now
        return replace(option, question=question, choices=choices, rejected=rejected)

    def _fits(self, key: str, choice: str) -> bool:
        try:
            list(self({**self.reading, key: choice}))
        except Misfit:
            return False
        return True


def edition(
    game: Game, at: Place, choices: Mapping[str, str], pays: PaysByWager = MappingProxyType({})
) -> Edition:
    """The game under the choices, with those pays in place of its own.

    Editing an edition adds to its edits: what comes of it edits the same sheet. Raises Unknown for an option,
    a choice or a wager that is not there.
    """
    reading = game.reading(choices)
    sheet, merged = game, {key: dict(by_ending) for key, by_ending in pays.items()}
    if isinstance(game.build, Edition):
        sheet, at = game.build.sheet, game.build.at
        for key, by_ending in game.build.pays.items():
            merged[key] = {**by_ending, **merged.get(key, {})}
    posted = {key: sheet.wager(key, reading) for key in merged}
    for key, by_ending in merged.items():  # an edition may have had a line that the sheet has not
        merged[key] = {
            ending: p for ending, p in by_ending.items() if p is not None or ending in posted[key].pays
        }
    return Edition(sheet, at, reading, merged, posted)


def with_pays(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with those pays; its game, if it is of one, is the edition in which it has them.

    Raises ValueError for a text that is no pay, and where the lines of a kind owe different envies.
    """
    game = wager.game
    if game is None:
        return repriced(wager, pays)
    key = slug(wager.name)
    made = edition(game, game.slug, game.choices, {key: pays})
    name = f"{game.name.removesuffix(_EDITED)}{_EDITED}"
    edited_game = Game(name, made.source, game.options, made, made.reading)
    return replace(repriced(made.posted[key], made.pays[key]), game=edited_game)


def whole(wager: Wager) -> Game:
    """The game that the wager is of, under its reading; a wager of no game is a game by itself."""
    game = wager.game
    if game is None:
        return Game(wager.name, wager.source, (), lambda _: (wager,))
    if isinstance(game.build, Edition):  # choices that misfit its pays are left out
        return replace(game.build.game(game.name), choices=game.choices)
    return game


def place(name: str, beside: Path) -> Place:
    """The place of the game of that name, seen from a directory: its slug, or the path of its sheet."""
    path = Path(name)
    if path.suffix.removeprefix(".").lower() in {
        point.name for point in entry_points(group="markov.readers")
    }:
        return (beside / path).resolve()
    return slug(name)


def _alike(was: Wager, wager: Wager, pays: Mapping[str, Pay]) -> bool:
    """True where the edits of one wager say the same of the other."""
    if (was.pays, was.outlay, was.commission) != (wager.pays, wager.outlay, wager.commission):
        return False
    new = {ending for ending, pay in pays.items() if pay is not None} - was.pays.keys()
    return not new or new <= endings(wager)[1]


def repriced(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with those pays; its source says which of them are not the sheet's."""
    repriced = edited(wager, pays)
    anew = [ending for ending in pays if wager.pays.get(ending) != repriced.pays.get(ending)]
    if not anew:
        return repriced
    return replace(repriced, source=f"{wager.source}, edited: {', '.join(anew)}")
