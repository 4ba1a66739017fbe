"""The section that defines every quantity shown in a table."""

from typing import TypeAlias

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

_Term: TypeAlias = tuple[str, str, Formula | None]  # its names, what it means, the formula that defines it


def definitions() -> Section:
    """The section with the definitions."""
    entries = (
        (term, inlines(words), formula)
        for term, words, formula in (*_OF_WAGERS, *_of_play(), *_of_many(), *_OF_TRIALS)
    )
    return Section("Definitions", "definitions", (prose(_WORDS, p=P, r=R), Terms(tuple(entries))))


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


_OF_WAGERS: tuple[_Term, ...] = (
    (
        "pays, highest pay",
        "as posted: “a for b” counts the stake in, “a to b” pays it back on top",
        row("r", "=", Ratio(row("a"), row("b")), Text(" or "), Ratio(row("a"), row("b")), "+", "1"),
    ),
    ("returns", "what an ending brings back per unit staked", R),
    (
        "outlay",
        """what the player puts up for a stake of 1: the stake, and a commission where one is paid in
            advance""",
        Symbol("c"),
    ),
    ("chance", "of an ending, or of an outcome: its weight over the total", P),
    (
        "combinations",
        "the chance of an ending as a whole number over D, the common denominator of all of them",
        row(P, Symbol("D")),
    ),
    ("contribution", "of an ending to the return", row(P, R)),
    ("returned", "the expected return", row(MEAN, "=", SUM, P, R)),
    ("net", "the expected gain of the player", row(MEAN, "−", "c")),
    ("return to player", "expected return over outlay", Ratio(MEAN, Symbol("c"))),
    (
        "house advantage per stake, edge",
        "the expected loss of the player, over the stake",
        _LOSS,
    ),
    ("house advantage per outlay", "the same over the outlay", Ratio(_LOSS, Symbol("c"))),
    (
        "house advantage per resolved",
        """the same over the chance d that the wager is decided: neither pushed, where just the outlay
            comes back, nor taken down""",
        Ratio(_LOSS, Symbol("d")),
    ),
    (
        "house advantage per spin",
        "the same over the mean number of spins, every spin counted",
        Ratio(_LOSS, _MEAN_SPINS),
    ),
    (
        "hit frequency, chance to win",
        "the chance that something comes back",
        row(Symbol("h"), "=", Big("∑", row(R, ">", "0")), P),
    ),
    (
        "true odds against",
        "what a fair wager without commission would pay to 1, were there one pay for every win",
        Ratio(row("1", "−", "h"), Symbol("h")),
    ),
    ("variance", "of the return", row(Script(SPREAD, above=row("2")), "=", _central("2"))),
    ("standard deviation", "its root, a measure of spread per wager", SPREAD),
    (
        "skewness",
        "how far rare endings pull to one side; 0 for a symmetrical law",
        _standardised("3"),
    ),
    (
        "excess kurtosis",
        "the weight of rare endings; 0 for the normal law",
        row(_standardised("4"), "−", "3"),
    ),
    (
        "volatility index",
        "at a level such as 90%, z being the point that a normal number is within, of 0, so often",
        row(Symbol("z"), SPREAD),
    ),
    (
        "mean spins",
        "the expected number T of spins until the wager is over",
        row(_MEAN_SPINS, "=", Big("∑", row("n", "=", "0"), Sign("∞")), "P", Fenced(row("T", ">", "n"))),
    ),
    (
        "variance of spins",
        "of that number; its root is the standard deviation of spins",
        row(
            Symbol("E", "upright"),
            Fenced(Script(Symbol("T"), above=row("2"))),
            "−",
            Script(_MEAN_SPINS, above=row("2")),
        ),
    ),
    (
        "enough in so many wagers",
        "the fewest spins n within which the wager is over with a chance of q or more",
        row("P", Fenced(row("T", "≤", "n")), "≥", "q"),
    ),
    (
        "dealer's envy",
        "what the house is expected to owe the dealer beside the player's pay, f being what it owes",
        _ENVY,
    ),
    (
        "house after envy",
        "what the house is expected to keep once that is paid",
        row(_LOSS, "−", _ENVY),
    ),
)


def _of_play() -> tuple[_Term, ...]:
    """Terms of states, of offers in them, and of what moves the edge."""
    chance = script("p", row("i", "j"))
    return (
        (
            "worth",
            """of a state i, played to its end: what is expected to come back from there on, p being the
                chances of one spin, and an ending being worth what it returns""",
            row(script("v", "i"), "=", Big("∑", Symbol("j")), chance, script("v", "j")),
        ),
        (
            "spins to come",
            "from a state i on; none in an ending",
            row(script("t", "i"), "=", "1", "+", Big("∑", Symbol("j")), chance, script("t", "j")),
        ),
        (
            "playing on",
            """what a wager with an offer is worth when the offer is declined, now and at every return to
                that state, and play is best everywhere else""",
            Symbol("w"),
        ),
        (
            "margin, regret",
            """the margin of an offer that pays a is what it pays less what playing on is worth: below 0
                it is the regret of taking it, above 0 that of declining it. On an exact tie best play plays
                on""",
            row("a", "−", "w"),
        ),
        (
            "threshold",
            """of an offer: the highest return of the win at which the offer is an exact tie. Above it,
                play on""",
            row("a", "−", "w", "=", "0"),
        ),
        (
            "derivative",
            "of the edge by x, a pay or the pockets of the wheel that show an outcome",
            Ratio(row(Symbol("d", "upright"), Fenced(_LOSS)), row(Symbol("d", "upright"), "x")),
        ),
        (
            "one more, one less",
            "the change of the edge by a whole unit of a pay, or a whole pocket, solved anew",
            None,
        ),
        (
            "pay of that edge",
            """the pay of the win with which best play leaves the house just that edge, or the pays from
                one up to another; beside it the nearest that can be posted: whole numbers, and n to m with
                m up to 6""",
            None,
        ),
    )


def _of_many() -> tuple[_Term, ...]:
    """Terms of many wagers, one after another or on the same spins."""
    deviation = Ratio(row(Symbol("z"), SPREAD), _ROOT_N)
    expected = Symbol("E", "upright")
    cube = Script(Fenced(row("R", "−", MEAN), "||"), above=row("3"))
    bound = Ratio(
        row(Number(rounded(BERRY_ESSEEN, 4)), expected, cube),
        row(Script(SPREAD, above=row("3")), _ROOT_N),
    )
    both = row(script("σ", "X"), script("σ", "Y"))
    covariance = row(
        expected, Fenced(row("X", "Y")), "−", expected, Fenced(Symbol("X")), expected, Fenced(Symbol("Y"))
    )
    return (
        (
            "result of n wagers",
            """what n independent wagers of the same kind, each of stake 1, bring the player, R being the
                return of each""",
            row(
                _TOTAL,
                "=",
                Big("∑", row("i", "=", "1"), Symbol("n")),
                Fenced(row(script("R", "i"), "−", "c")),
            ),
        ),
        (
            "mean result",
            "its mean; its standard deviation is the root of n times that of one wager",
            row("n", Fenced(row(MEAN, "−", "c")), Text(" and "), SPREAD, _ROOT_N),
        ),
        (
            "ahead, even",
            "the chances that the result is above 0, and that it is 0",
            row("P", Fenced(row(_TOTAL, ">", "0")), Text(" and "), "P", Fenced(row(_TOTAL, "=", "0"))),
        ),
        (
            "normal",
            "what the normal law says of being ahead, without any correction",
            row("1", "−", _NORMAL, Fenced(Ratio(row(Fenced(_LOSS), _ROOT_N), SPREAD))),
        ),
        (
            "± at most",
            "how far that can be from the truth, by Berry and Esseen",
            bound,
        ),
        (
            "band, holds",
            """the return to player within z standard deviations of its mean, and the chance that it is
                in there, ends included""",
            Ratio(row(MEAN, Sign("±"), deviation), Symbol("c")),
        ),
        (
            "covariance",
            "of the returns X and Y of two wagers that stand on the same spins",
            covariance,
        ),
        ("correlation", "the covariance over both standard deviations", Ratio(covariance, both)),
        (
            "most that can be owed",
            """the highest total of stakes s times returns X over all wagers of a layout, on any one run
                of spins""",
            row(Text("max "), Big("∑", Symbol("k")), script("s", "k"), script("X", "k")),
        ),
    )


_OF_TRIALS: tuple[_Term, ...] = (
    (
        "z, z of spins",
        """how far the mean m of N wagers played, or of their spins, is from the exact one, in exact
            standard errors""",
        row(Ratio(row("m", "−", MEAN), SPREAD), SquareRoot(Symbol("N"))),
    ),
    (
        "χ², degrees, level",
        """over k cells, which are endings, those that are expected fewer than five times being taken
            together: o counts what came, x what was expected. The degrees of freedom are k less 1, and
            the level is the chance of a χ² as high""",
        row(
            Script(Symbol("χ"), above=row("2")),
            "=",
            Big("∑", row("i", "=", "1"), Symbol("k")),
            Ratio(
                Script(Fenced(row(script("o", "i"), "−", script("x", "i"))), above=row("2")),
                script("x", "i"),
            ),
        ),
    ),
)
