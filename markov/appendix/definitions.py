"""The section that defines every quantity shown in a table."""

import re
from collections.abc import Mapping

from markov.appendix.blocks import inlines, prose
from markov.exact import rounded
from markov.statistics.normal import BERRY_ESSEEN
from markov.typeset.formula import (
    Big,
    Fenced,
    Formula,
    Number,
    Ratio,
    Script,
    Sign,
    SquareRoot,
    Symbol,
    Text,
    row,
    script,
)
from markov.typeset.manuscript import Section, Terms


def definitions() -> Section:
    """The section with the definitions."""
    entries = (entry.partition(": ") for entry in re.split(r"\n    (?! )", _TERMS)[1:])
    terms = tuple((term, inlines(meaning), _FORMULAS.get(term)) for term, _, meaning in entries)
    return Section("Definitions", "definitions", (prose(_WORDS, p=P, r=R), Terms(terms)))


_WORDS = """
    An ending e is a way in which the wager can be over. It has the chance {p} and returns {r} per unit
    staked, everything that comes back counted, the stake with it. The stake is 1. A spin is one spin of
    the wheel or one roll of the dice, and a pocket one of the equally likely ways in which it can fall:
    two dice have 36. A figure in percent is a hundred times the figure.
"""
P = script("p", "e")
R = script("r", "e")
SUM = Big("∑", Symbol("e"))
MEAN = Symbol("μ")
SPREAD = Symbol("σ")
CENTRED = Fenced(row(R, "−", MEAN))

_LOSS = row("c", "−", MEAN)
_TOTAL = script("S", "n")
_ROOT_N = SquareRoot(Symbol("n"))
_NORMAL = Symbol("Φ", "upright")
_MEAN_SPINS = row(Symbol("E", "upright"), Fenced(Symbol("T")))
_ENVY = row(SUM, P, script("f", "e"))


def _central(power: str) -> Formula:
    return row(SUM, P, Script(CENTRED, above=row(power)))


def _standardised(power: str) -> Formula:
    return row(Ratio(row("1"), Script(SPREAD, above=row(power))), _central(power))


_STEP = script("p", row("i", "j"))
_DEVIATION = Ratio(row(Symbol("z"), SPREAD), _ROOT_N)
_EXPECTED = Symbol("E", "upright")
_CUBE = Script(Fenced(row("R", "−", MEAN), "||"), above=row("3"))
_BOUND = Ratio(
    row(Number(rounded(BERRY_ESSEEN, 4)), _EXPECTED, _CUBE), row(Script(SPREAD, above=row("3")), _ROOT_N)
)
_BOTH = row(script("σ", "X"), script("σ", "Y"))
_COVARIANCE = row(
    _EXPECTED, Fenced(row("X", "Y")), "−", _EXPECTED, Fenced(Symbol("X")), _EXPECTED, Fenced(Symbol("Y"))
)

_TERMS = """
    pays, highest pay: as posted: “a for b” counts the stake in, “a to b” pays it back on top
    returns: what an ending brings back per unit staked
    outlay: what the player puts up for a stake of 1: the stake, and a commission where one is paid in
        advance
    chance: of an ending, or of an outcome: its weight over the total
    combinations: the chance of an ending as a whole number over D, the common denominator of all of them
    contribution: of an ending to the return
    returned: the expected return
    net: the expected gain of the player
    return to player: expected return over outlay
    house advantage per stake, edge: the expected loss of the player, over the stake
    house advantage per outlay: the same over the outlay
    house advantage per resolved: the same over the chance d that the wager is decided: neither pushed,
        where just the outlay comes back, nor taken down
    house advantage per spin: the same over the mean number of spins, every spin counted
    hit frequency, chance to win: the chance that something comes back
    true odds against: what a fair wager without commission would pay to 1, were there one pay for every
        win
    variance: of the return
    standard deviation: its root, a measure of spread per wager
    skewness: how far rare endings pull to one side; 0 for a symmetrical law
    excess kurtosis: the weight of rare endings; 0 for the normal law
    volatility index: at a level such as 90%, z being the point that a normal number is within, of 0, so
        often
    mean spins: the expected number T of spins until the wager is over
    variance of spins: of that number; its root is the standard deviation of spins
    enough in so many wagers: the fewest spins n within which the wager is over with a chance of q or more
    dealer's envy: what the house is expected to owe the dealer beside the player's pay, f being what it
        owes
    house after envy: what the house is expected to keep once that is paid
    worth: of a state i, played to its end: what is expected to come back from there on, p being the
        chances of one spin, and an ending being worth what it returns
    spins to come: from a state i on; none in an ending
    playing on: what a wager with an offer is worth when the offer is declined, now and at every return to
        that state, and play is best everywhere else
    margin, regret: the margin of an offer that pays a is what it pays less what playing on is worth:
        below 0 it is the regret of taking it, above 0 that of declining it. On an exact tie best play
        plays on
    threshold: of an offer: the highest return of the win at which the offer is an exact tie. Above it,
        play on
    derivative: of the edge by x, a pay or the pockets of the wheel that show an outcome
    one more, one less: the change of the edge by a whole unit of a pay, or a whole pocket, solved anew
    pay of that edge: the pay of the win with which best play leaves the house just that edge, or the pays
        from one up to another; beside it the nearest that can be posted: whole numbers, and n to m with m
        up to 6
    result of n wagers: what n independent wagers of the same kind, each of stake 1, bring the player, R
        being the return of each
    mean result: its mean; its standard deviation is the root of n times that of one wager
    ahead, even: the chances that the result is above 0, and that it is 0
    normal: what the normal law says of being ahead, without any correction
    ± at most: how far that can be from the truth, by Berry and Esseen
    band, holds: the return to player within z standard deviations of its mean, and the chance that it is
        in there, ends included
    covariance: of the returns X and Y of two wagers that stand on the same spins
    correlation: the covariance over both standard deviations
    most that can be owed: the highest total of stakes s times returns X over all wagers of a layout, on
        any one run of spins
    z, z of spins: how far the mean m of N wagers played, or of their spins, is from the exact one, in
        exact standard errors
    χ², degrees, level: over k cells, which are endings, those that are expected fewer than five times
        being taken together: o counts what came, x what was expected. The degrees of freedom are k less
        1, and the level is the chance of a χ² as high
"""
_FORMULAS: Mapping[str, Formula] = {
    "pays, highest pay": row(
        "r", "=", Ratio(row("a"), row("b")), Text(" or "), Ratio(row("a"), row("b")), "+", "1"
    ),
    "returns": R,
    "outlay": Symbol("c"),
    "chance": P,
    "combinations": row(P, Symbol("D")),
    "contribution": row(P, R),
    "returned": row(MEAN, "=", SUM, P, R),
    "net": row(MEAN, "−", "c"),
    "return to player": Ratio(MEAN, Symbol("c")),
    "house advantage per stake, edge": _LOSS,
    "house advantage per outlay": Ratio(_LOSS, Symbol("c")),
    "house advantage per resolved": Ratio(_LOSS, Symbol("d")),
    "house advantage per spin": Ratio(_LOSS, _MEAN_SPINS),
    "hit frequency, chance to win": row(Symbol("h"), "=", Big("∑", row(R, ">", "0")), P),
    "true odds against": Ratio(row("1", "−", "h"), Symbol("h")),
    "variance": row(Script(SPREAD, above=row("2")), "=", _central("2")),
    "standard deviation": SPREAD,
    "skewness": _standardised("3"),
    "excess kurtosis": row(_standardised("4"), "−", "3"),
    "volatility index": row(Symbol("z"), SPREAD),
    "mean spins": row(
        _MEAN_SPINS, "=", Big("∑", row("n", "=", "0"), Sign("∞")), "P", Fenced(row("T", ">", "n"))
    ),
    "variance of spins": row(
        Symbol("E", "upright"),
        Fenced(Script(Symbol("T"), above=row("2"))),
        "−",
        Script(_MEAN_SPINS, above=row("2")),
    ),
    "enough in so many wagers": row("P", Fenced(row("T", "≤", "n")), "≥", "q"),
    "dealer's envy": _ENVY,
    "house after envy": row(_LOSS, "−", _ENVY),
    "worth": row(script("v", "i"), "=", Big("∑", Symbol("j")), _STEP, script("v", "j")),
    "spins to come": row(script("t", "i"), "=", "1", "+", Big("∑", Symbol("j")), _STEP, script("t", "j")),
    "playing on": Symbol("w"),
    "margin, regret": row("a", "−", "w"),
    "threshold": row("a", "−", "w", "=", "0"),
    "derivative": Ratio(row(Symbol("d", "upright"), Fenced(_LOSS)), row(Symbol("d", "upright"), "x")),
    "result of n wagers": row(
        _TOTAL, "=", Big("∑", row("i", "=", "1"), Symbol("n")), Fenced(row(script("R", "i"), "−", "c"))
    ),
    "mean result": row("n", Fenced(row(MEAN, "−", "c")), Text(" and "), SPREAD, _ROOT_N),
    "ahead, even": row("P", Fenced(row(_TOTAL, ">", "0")), Text(" and "), "P", Fenced(row(_TOTAL, "=", "0"))),
    "normal": row("1", "−", _NORMAL, Fenced(Ratio(row(Fenced(_LOSS), _ROOT_N), SPREAD))),
    "± at most": _BOUND,
    "band, holds": Ratio(row(MEAN, Sign("±"), _DEVIATION), Symbol("c")),
    "covariance": _COVARIANCE,
    "correlation": Ratio(_COVARIANCE, _BOTH),
    "most that can be owed": row(Text("max "), Big("∑", Symbol("k")), script("s", "k"), script("X", "k")),
    "z, z of spins": row(Ratio(row("m", "−", MEAN), SPREAD), SquareRoot(Symbol("N"))),
    "χ², degrees, level": row(
        Script(Symbol("χ"), above=row("2")),
        "=",
        Big("∑", row("i", "=", "1"), Symbol("k")),
        Ratio(Script(Fenced(row(script("o", "i"), "−", script("x", "i"))), above=row("2")), script("x", "i")),
    ),
}
