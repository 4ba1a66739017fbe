"""Asked: a game under a reading, and the wagers of it that a question is put to."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markov.wager.game import Game, Wagers, alone, edited_name, named, slug
from markov.wager.wager import Wager

if TYPE_CHECKING:
    from markov.wager.pay_edits import EditedSheet


@dataclass(frozen=True, slots=True)
class Asked:
    """The game, the reading and the wagers of a question.

    reading   a choice for every option of the game
    wagers    by slug, with their pays as they were edited
    named     whether wagers were named; otherwise they are all of the sheet
    edition   the sheet with the edited pays; None where no pay was edited
    """

    game: Game
    reading: Mapping[str, str]
    wagers: Mapping[str, Wager]
    named: bool = True
    edition: "EditedSheet | None" = None

    @property
    def wager(self) -> Wager:
        """The only wager; raises ValueError where there are several."""
        (wager,) = self.wagers.values()
        return wager

    @property
    def trial(self) -> str:
        """The noun of a trial, such as a roll, where all of the wagers have the same; else a spin."""
        nouns = {wager.trial for wager in self.wagers.values()}
        return nouns.pop() if len(nouns) == 1 else "spin"

    @property
    def published(self) -> Game:
        """The game that a report or a certificate is of: a sheet with edited pays is a game of its own."""
        return self.edition.game(edited_name(self.game)) if self.edition else self.game

    def under(self, reading: Mapping[str, str]) -> "Asked":
        """The same wagers, with the same edited pays, under another reading.

        Raises Unknown where the game has no such wager under it, and EditConflict where the pays do not carry
        over.
        """
        made: Mapping[str, Wager] = self.game.wagers(reading)
        if self.edition:
            made = Wagers(self.edition(reading).made)
        kept = {key: named("wager", key, made) for key in self.wagers} if self.named else made
        return replace(self, reading=reading, wagers=kept)


def asked_about(wager: Wager) -> Asked:
    """A question to one wager alone; a wager of no game is a game by itself."""
    game = wager.game or alone(wager)
    return Asked(game, game.reading(), {slug(wager.name): wager})


def together(*wagers: Wager) -> Asked:
    """A question to several wagers at once; they are shown under the game of the first."""
    return replace(asked_about(wagers[0]), wagers={slug(wager.name): wager for wager in wagers})
