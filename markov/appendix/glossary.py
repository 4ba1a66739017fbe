"""The glossary: every quantity that the tables of a document show, defined."""

import re
from collections.abc import Mapping, Sequence

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
from markov.typeset.manuscript import Block, Paragraph, Section, Strong, Tabular, Terms, all_blocks


def glossary(blocks: Sequence[Block], brief: bool) -> Section:
    """The glossary of the quantities in the tables of those blocks; a brief one is a single paragraph."""
    shown = _named(blocks)
    entries = (entry.partition(": ") for entry in re.split(r"\n    (?! )", _TERMS)[1:])

    def used(term: str) -> list[str]:
        names = term.split(", ")
        return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", shown)]

    terms = tuple(
        (", ".join(names), (*inlines(meaning), *((": ", _FORMULAS[term]) if term in _FORMULAS else ())))
        for term, _, meaning in entries
        if (names := used(term)) and (not brief or term.startswith(_BRIEF))
    )
    if brief:
        run = (part for term, parts in terms for part in (Strong(term), ": ", parts[0], ". "))
        return Section("Glossary", "glossary", (Paragraph((*run, *inlines(_SHOWN))),))
    return Section("Glossary", "glossary", (prose(f"{_WORDS} {_SHOWN}", p=P, r=R), Terms(terms)))


_BRIEF = ("1 win in", "true odds", "resolved", "mean rolls", "pay of that edge")
"""The terms that a brief glossary defines: those that trade and textbooks do not use in one sense alone."""


def _named(blocks: Sequence[Block]) -> str:
    """The names of quantities in all tables: titles, headings and the first cells of rows."""
    texts: list[str] = []
    for one in all_blocks(blocks):
        if isinstance(one, Tabular):
            texts += [one.table.title, *(column.name for column in one.table.columns)]
            texts += [row[0].text() for row in one.table.rows if row]
            texts += [row[1].text() for row in one.table.rows if len(row) > 1]
    return "\n".join(texts)


_WORDS = """
    An ending e has the chance {p} and returns {r} per unit staked, the stake counted in.
"""
_SHOWN = """
    A dash stands where there is no such figure, or a root is no fraction. Decimals are rounded once from the
    exact number, a tie to the even digit, and bounds up; “<” stands before the last place of what would round
    to 0.
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
    pays: as posted: “a for b” counts the stake in, “a to b” pays it back on top
    1 win in: one in so many wagers returns more than was put down
    true odds: what a fair wager on that ending alone would pay, said on the base of the posted pay: n to b,
        or n for b
    chance: of an ending, or of an outcome: its weight over the total
    of return, contribution: the chance of an ending times what it returns
    outlay: what the player puts down for a stake of 1: the stake, and a commission that is paid in advance
    return, return to player: the expected return over the outlay
    edge, house edge per stake: the expected loss of the player, over the stake
    of outlay, house edge per outlay: the same over the outlay
    resolved: of an edge: the expected loss over the chance d that the wager is decided, neither pushed (just
        the outlay comes back) nor taken down
    house edge per roll, house edge per spin, house edge per trial: the expected loss over the mean length of
        the wager
    hit frequency: the chance that something comes back
    standard deviation: of the return, the root of its variance: a measure of spread per wager
    skewness: how far rare endings pull to one side; 0 for a symmetrical law
    excess kurtosis: the weight of rare endings; 0 for the normal law
    volatility index: z standard deviations; a normal number is between −z and z as often as the level says
    mean rolls, mean spins, mean trials: the expected length T of the wager, from its start until it is over;
        those that change nothing count too
    dealer's envy: what the house is expected to owe the dealer beside the pay, f being what an ending owes
    after envy: what the house is expected to keep once that is paid
    playing on: what the wager is worth when the offer is declined, now and at every return to that state, and
        play is best everywhere else
    margin: of an offer that pays a: what it pays less what playing on is worth; below 0 it is never taken
    play on if the win pays more than: the highest pay of the win at which the offer is an exact tie; a dash
        where no pay makes it one
    pay of that edge: the pay of the win at which the house has just that edge, or the pays from one up to
        another; beside it the nearest payable ones, where m of “n for m” is at most 6
    derivative: of the edge by x, a pay or the weight of an outcome
    one more, one less: the change of the edge by a whole unit, solved anew
    wagers: n independent wagers of the same kind, each of stake 1, and their result in total, R being the
        return of each
    mean result: its mean; its standard deviation is the root of n times that of one wager
    ahead: the chance that the result is above 0; “exact” by convolution, “proved bounds” by Fourier inversion
        between bounds that settle the digits shown
    even: the chance that the result is 0
    normal: what the normal law says of being ahead, without any correction
    ± at most: how far that can be from the truth, by Berry and Esseen
    band: the return to player within z standard deviations of its mean, as often as its level says if the law
        is taken as normal, which is a poor guide where a band begins below 0; beside it the chance that the
        return truly lies there, ends included
    Correlations: the covariance of the returns X and Y of two wagers on the same outcomes, over both standard
        deviations
    most that can be owed: the highest total of stakes s times returns X over all wagers of a layout, on any
        one run of outcomes
    z: how far the mean m of N wagers played is from the exact one, in exact standard errors
    worth: of a state i, played to its end: what is expected to come back from there on, p being the chances
        of what comes next, and an ending being worth what it returns
"""
_FORMULAS: Mapping[str, Formula] = {
    "pays": row("r", "=", Ratio(row("a"), row("b")), Text(" or "), Ratio(row("a"), row("b")), "+", "1"),
    "true odds": Ratio(row("1", "−", P), P),
    "of return, contribution": row(P, R),
    "return, return to player": row(Ratio(MEAN, Symbol("c")), Text(" with "), MEAN, "=", SUM, P, R),
    "edge, house edge per stake": _LOSS,
    "of outlay, house edge per outlay": Ratio(_LOSS, Symbol("c")),
    "resolved": Ratio(_LOSS, Symbol("d")),
    "house edge per roll, house edge per spin, house edge per trial": Ratio(_LOSS, _MEAN_SPINS),
    "hit frequency": row(Symbol("h"), "=", Big("∑", row(R, ">", "0")), P),
    "standard deviation": row(Script(SPREAD, above=row("2")), "=", _central("2")),
    "skewness": _standardised("3"),
    "excess kurtosis": row(_standardised("4"), "−", "3"),
    "volatility index": row(Symbol("z"), SPREAD),
    "mean rolls, mean spins, mean trials": row(
        _MEAN_SPINS, "=", Big("∑", row("n", "=", "0"), Sign("∞")), "P", Fenced(row("T", ">", "n"))
    ),
    "dealer's envy": _ENVY,
    "after envy": row(_LOSS, "−", _ENVY),
    "playing on": Symbol("w"),
    "margin": row("a", "−", "w"),
    "derivative": Ratio(row(Symbol("d", "upright"), Fenced(_LOSS)), row(Symbol("d", "upright"), "x")),
    "wagers": row(
        _TOTAL, "=", Big("∑", row("i", "=", "1"), Symbol("n")), Fenced(row(script("R", "i"), "−", "c"))
    ),
    "mean result": row("n", Fenced(row(MEAN, "−", "c")), Text(" and "), SPREAD, _ROOT_N),
    "ahead": row("P", Fenced(row(_TOTAL, ">", "0"))),
    "even": row("P", Fenced(row(_TOTAL, "=", "0"))),
    "normal": row("1", "−", _NORMAL, Fenced(Ratio(row(Fenced(_LOSS), _ROOT_N), SPREAD))),
    "± at most": _BOUND,
    "band": Ratio(row(MEAN, Sign("±"), _DEVIATION), Symbol("c")),
    "Correlations": Ratio(_COVARIANCE, _BOTH),
    "most that can be owed": row(Text("max "), Big("∑", Symbol("k")), script("s", "k"), script("X", "k")),
    "z": row(Ratio(row("m", "−", MEAN), SPREAD), SquareRoot(Symbol("N"))),
    "worth": row(script("v", "i"), "=", Big("∑", Symbol("j")), _STEP, script("v", "j")),
}
