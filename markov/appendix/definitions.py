"""Every quantity that a table shows, defined."""

from markov.appendix.prose import inlines, prose
from markov.appendix.quantities import (
    CENTRED,
    MEAN,
    SPREAD,
    SUM,
    P,
    R,
    Term,
    of_many,
    of_play,
    of_verification,
)
from markov.typeset.formula import Big, Fenced, Formula, Over, Script, Sign, Symbol, Text, row, script
from markov.typeset.manuscript import Section, Terms


def definitions() -> Section:
    """The section."""
    terms = (*_TERMS, *of_play(), *of_many(), *of_verification())
    return Section("Definitions", "definitions", (prose(_WORDS, p=P, r=R), Terms(terms)))


_WORDS = """
    An ending e is a way in which the wager can be over. It has the chance {p} and returns {r} per unit
    staked, everything that comes back counted, the stake with it. The stake is 1. A spin is one spin of
    the wheel or one roll of the dice, and a pocket one of the equally likely ways in which it can fall:
    two dice have 36. A figure in percent is a hundred times the figure.
"""
_LOSS = row("c", "−", MEAN)
_MEAN_SPINS = row(Symbol("E", "upright"), Fenced(Symbol("T")))
_ENVY = row(SUM, P, script("f", "e"))


def _central(power: str) -> Formula:
    return row(SUM, P, Script(CENTRED, above=row(power)))


def _standardised(power: str) -> Formula:
    return row(Over(row("1"), Script(SPREAD, above=row(power))), _central(power))


_TERMS: tuple[Term, ...] = (
    (
        "pays, highest pay",
        inlines("as posted: “a for b” counts the stake in, “a to b” pays it back on top"),
        row("r", "=", Over(row("a"), row("b")), Text(" or "), Over(row("a"), row("b")), "+", "1"),
    ),
    ("returns", inlines("what an ending brings back per unit staked"), R),
    (
        "outlay",
        inlines(
            """what the player puts up for a stake of 1: the stake, and a commission where one is paid in
            advance"""
        ),
        Symbol("c"),
    ),
    ("chance", inlines("of an ending, or of an outcome: its weight over the total"), P),
    (
        "combinations",
        inlines("the chance of an ending as a whole number over D, the common denominator of all of them"),
        row(P, Symbol("D")),
    ),
    ("contribution", inlines("of an ending to the return"), row(P, R)),
    ("returned", inlines("the expected return"), row(MEAN, "=", SUM, P, R)),
    ("net", inlines("the expected gain of the player"), row(MEAN, "−", "c")),
    ("return to player", inlines("expected return over outlay"), Over(MEAN, Symbol("c"))),
    (
        "house advantage per stake, edge",
        inlines("the expected loss of the player, over the stake"),
        _LOSS,
    ),
    ("house advantage per outlay", inlines("the same over the outlay"), Over(_LOSS, Symbol("c"))),
    (
        "house advantage per resolved",
        inlines(
            """the same over the chance d that the wager is decided: neither pushed, where just the outlay
            comes back, nor taken down"""
        ),
        Over(_LOSS, Symbol("d")),
    ),
    (
        "house advantage per spin",
        inlines("the same over the mean number of spins, every spin counted"),
        Over(_LOSS, _MEAN_SPINS),
    ),
    (
        "hit frequency, chance to win",
        inlines("the chance that something comes back"),
        row(Symbol("h"), "=", Big("∑", row(R, ">", "0")), P),
    ),
    (
        "true odds against",
        inlines("what a fair wager without commission would pay to 1, were there one pay for every win"),
        Over(row("1", "−", "h"), Symbol("h")),
    ),
    ("variance", inlines("of the return"), row(Script(SPREAD, above=row("2")), "=", _central("2"))),
    ("standard deviation", inlines("its root, a measure of spread per wager"), SPREAD),
    (
        "skewness",
        inlines("how far rare endings pull to one side; 0 for a symmetrical law"),
        _standardised("3"),
    ),
    (
        "excess kurtosis",
        inlines("the weight of rare endings; 0 for the normal law"),
        row(_standardised("4"), "−", "3"),
    ),
    (
        "volatility index",
        inlines("at a level such as 90%, z being the point that a normal number is within, of 0, so often"),
        row(Symbol("z"), SPREAD),
    ),
    (
        "mean spins",
        inlines("the expected number T of spins until the wager is over"),
        row(_MEAN_SPINS, "=", Big("∑", row("n", "=", "0"), Sign("∞")), "P", Fenced(row("T", ">", "n"))),
    ),
    (
        "variance of spins",
        inlines("of that number; its root is the standard deviation of spins"),
        row(
            Symbol("E", "upright"),
            Fenced(Script(Symbol("T"), above=row("2"))),
            "−",
            Script(_MEAN_SPINS, above=row("2")),
        ),
    ),
    (
        "enough in so many wagers",
        inlines("the fewest spins n within which the wager is over with a chance of q or more"),
        row("P", Fenced(row("T", "≤", "n")), "≥", "q"),
    ),
    (
        "dealer's envy",
        inlines("what the house is expected to owe the dealer beside the player's pay, f being what it owes"),
        _ENVY,
    ),
    (
        "house after envy",
        inlines("what the house is expected to keep once that is paid"),
        row(_LOSS, "−", _ENVY),
    ),
)
