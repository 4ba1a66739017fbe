"""The chances of the endings of a wager, as a picture."""

from fractions import Fraction

from markov.tables.picture import Canvas, bars
from markov.tables.table import way_words
from markov.wager.odds import CHANCE, Answer, figure


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
