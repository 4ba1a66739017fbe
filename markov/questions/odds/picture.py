"""The chances of the endings of a wager, and the edges of a sheet, as pictures."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from markov.tables import headline as h
from markov.tables.picture import Canvas, bars, dots
from markov.tables.table import named, way_words
from markov.wager.odds import CHANCE, Answer, GameOdds, Odds, figure


def drawn(to: Canvas, answered: Answer) -> None:
    """The chance of each ending as bars, of play to the end and of best play where that is another.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    wager, plays = answered.wager, {way_words("never", answered.wager): answered.never}
    if answered.optimal != answered.never:
        plays[way_words("optimal", wager)] = answered.optimal
    names = list(dict.fromkeys(ending.ending for play in plays.values() for ending in play.endings))
    chances = {
        way: [100 * (figure(play, f"{CHANCE}{name}") or Fraction(0)) for name in names]
        for way, play in plays.items()
    }
    bars(to, f"{wager.name}: how it ends", "chance, %", names, chances)


def sheet(to: Canvas, title: str, answers: Sequence[Answer]) -> None:
    """The edge of each wager, and that under best play where it is another.

    Raises NoPicture, and OSError where the file cannot be written.
    """
    base = h.quoted_base(*(play for answer in answers for play in (answer.never, answer.optimal)))
    never, best = ([getattr(play.edge, base) for play in plays] for plays in _plays(answers))
    name = named(f"edge.{base}")
    drawn: Mapping[str, Sequence[Fraction | None]] = {name: best}
    if best != never:
        words = way_words("never", *(answer.wager for answer in answers))
        drawn = {words: never, way_words("optimal"): best}
    dots(to, f"{title}: {name}", name, [answer.wager.name for answer in answers], drawn)


def _plays(answers: Sequence[Answer]) -> tuple[list[Odds], list[Odds]]:
    return [answer.never for answer in answers], [answer.optimal for answer in answers]


def game_picture(to: Canvas, odds: GameOdds) -> None:
    """The edge of each wager of the game."""
    sheet(to, odds.game.name, list(odds.values()))
