"""Headline: one line that answers, above the tables of an answer.

>>> from fractions import Fraction
>>> clauses(edge_words(Fraction(1, 20)), "", "wins 1 in 49")
'House edge 5% · wins 1 in 49'
"""

from fractions import Fraction

from markov.exact import brief, one_in, short_decimal
from markov.tables.table import named, way_words
from markov.wager.odds import Answer, Odds
from markov.wager.wager import Wager


def edge_words(edge: Fraction, name: str = "house edge") -> str:
    """An edge in a few words, whose it is.

    >>> edge_words(Fraction(1, 7)), edge_words(Fraction(-1, 100))
    ('house edge 14.29%', "player's edge 1%")
    """
    return f"player's edge {brief(-edge)}" if edge < 0 and name == "house edge" else f"{name} {brief(edge)}"


def capital(words: str) -> str:
    """The words as a sentence begins."""
    return words[:1].upper() + words[1:]


def clauses(*parts: str) -> str:
    """The parts that say something as one line, which begins as a sentence does.

    >>> clauses("house edge 5%", "", "wins 1 in 49")
    'House edge 5% · wins 1 in 49'
    """
    return capital(" · ".join(filter(None, parts)))


def without(*wagers: Wager) -> str:
    """The way of playing in which no offer is taken, to end a phrase: "without surrender"."""
    words = way_words("never", *wagers)
    return "without surrender" if words == "no surrender" else f"with {words}"


def quoted_base(*plays: Odds) -> str:
    """The base of the edge that is quoted: all money put down, where that is more than the stake."""
    differ = any(play.edge.per_outlay != play.edge.per_stake for play in plays)
    return "per_outlay" if differ else "per_stake"


def edge_line(answered: Answer) -> str:
    """The edge of a wager over the base that is quoted: with best play, in brackets with no offer taken."""
    never, best = answered.never, answered.optimal
    base = quoted_base(never, best)
    edge, other = (getattr(play.edge, base) for play in (best, never))
    words, others = (edge_words(each, named(f"edge.{base}")) for each in (edge, other))
    if edge != other:
        others = others.removeprefix(words.rpartition(" ")[0]).strip()  # whose edge it is, where it changes
        return f"{words} with best play ({others} {without(answered.wager)})"
    return words if base == "per_stake" else f"{words} ({brief(never.edge.per_stake)} per stake)"


def often(chance: Fraction) -> str:
    """A chance as "1 in N", or as a percentage where it is not small.

    >>> often(Fraction(1, 5)), often(Fraction(2, 9)), often(Fraction(0))
    ('1 in 5', '22.22%', 'never')
    """
    return brief(chance) if chance * 5 > 1 else one_in(chance)


def average(mean: Fraction, trial: str, most: int = 2) -> str:
    """The average number of trials, to so many places at the most.

    >>> average(Fraction(304, 49), "spin"), average(Fraction(1), "roll")
    ('average 6.2 spins', 'average 1 roll')
    """
    number = short_decimal(mean, most)
    return f"average {number} {trial}{'s' * (number != '1')}"
