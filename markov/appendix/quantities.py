"""What the quantities of best play, of many wagers and of verification are."""

from typing import TypeAlias

from markov.appendix.prose import inlines
from markov.exact import rounded
from markov.statistics.normal import BERRY_ESSEEN
from markov.typeset.formula import (
    Big,
    Fenced,
    Formula,
    Number,
    Over,
    Root,
    Script,
    Sign,
    Symbol,
    Text,
    row,
    script,
)
from markov.typeset.manuscript import Inlines

Term: TypeAlias = tuple[str, Inlines, Formula | None]

P = script("p", "e")
R = script("r", "e")
SUM = Big("∑", Symbol("e"))
MEAN = Symbol("μ")
SPREAD = Symbol("σ")
CENTRED = Fenced(row(R, "−", MEAN))

_LOSS = row("c", "−", MEAN)
_TOTAL = script("S", "n")
_ROOT_N = Root(Symbol("n"))
_NORMAL = Symbol("Φ", "upright")


def of_play() -> tuple[Term, ...]:
    """Of states, of offers in them, and of what moves the edge."""
    chance = script("p", row("i", "j"))
    return (
        (
            "worth",
            inlines(
                """of a state i, played to its end: what is expected to come back from there on, p being the
                chances of one spin, and an ending being worth what it returns"""
            ),
            row(script("v", "i"), "=", Big("∑", Symbol("j")), chance, script("v", "j")),
        ),
        (
            "spins to come",
            inlines("from a state i on; none in an ending"),
            row(script("t", "i"), "=", "1", "+", Big("∑", Symbol("j")), chance, script("t", "j")),
        ),
        (
            "playing on",
            inlines(
                """what a wager with an offer is worth when the offer is declined, now and at every return to
                that state, and play is best everywhere else"""
            ),
            Symbol("w"),
        ),
        (
            "margin, regret",
            inlines(
                """the margin of an offer that pays a is what it pays less what playing on is worth: below 0
                it is the regret of taking it, above 0 that of declining it. On an exact tie best play plays
                on"""
            ),
            row("a", "−", "w"),
        ),
        (
            "threshold",
            inlines(
                """of an offer: the highest return of the win at which the offer is an exact tie. Above it,
                play on"""
            ),
            row("a", "−", "w", "=", "0"),
        ),
        (
            "derivative",
            inlines("of the edge by x, a pay or the pockets of the wheel that show an outcome"),
            Over(row(Symbol("d", "upright"), Fenced(_LOSS)), row(Symbol("d", "upright"), "x")),
        ),
        (
            "one more, one less",
            inlines("the change of the edge by a whole unit of a pay, or a whole pocket, solved anew"),
            None,
        ),
        (
            "pay of that edge",
            inlines(
                """the pay of the win with which best play leaves the house just that edge, or the pays from
                one up to another; beside it the nearest that can be posted: whole numbers, and n to m with
                m up to 6"""
            ),
            None,
        ),
    )


def of_many() -> tuple[Term, ...]:
    """Of many wagers, one after another or on the same spins."""
    deviation = Over(row(Symbol("z"), SPREAD), _ROOT_N)
    expected = Symbol("E", "upright")
    cube = Script(Fenced(row("R", "−", MEAN), "||"), above=row("3"))
    bound = Over(
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
            inlines(
                """what n independent wagers of the same kind, each of stake 1, bring the player, R being the
                return of each"""
            ),
            row(
                _TOTAL,
                "=",
                Big("∑", row("i", "=", "1"), Symbol("n")),
                Fenced(row(script("R", "i"), "−", "c")),
            ),
        ),
        (
            "mean result",
            inlines("its mean; its standard deviation is the root of n times that of one wager"),
            row("n", Fenced(row(MEAN, "−", "c")), Text(" and "), SPREAD, _ROOT_N),
        ),
        (
            "ahead, even",
            inlines("the chances that the result is above 0, and that it is 0"),
            row("P", Fenced(row(_TOTAL, ">", "0")), Text(" and "), "P", Fenced(row(_TOTAL, "=", "0"))),
        ),
        (
            "normal",
            inlines("what the normal law says of being ahead, without any correction"),
            row("1", "−", _NORMAL, Fenced(Over(row(Fenced(_LOSS), _ROOT_N), SPREAD))),
        ),
        (
            "± at most",
            inlines("how far that can be from the truth, by Berry and Esseen"),
            bound,
        ),
        (
            "band, holds",
            inlines(
                """the return to player within z standard deviations of its mean, and the chance that it is
                in there, ends included"""
            ),
            Over(row(MEAN, Sign("±"), deviation), Symbol("c")),
        ),
        (
            "covariance",
            inlines("of the returns X and Y of two wagers that stand on the same spins"),
            covariance,
        ),
        ("correlation", inlines("the covariance over both standard deviations"), Over(covariance, both)),
        (
            "most that can be owed",
            inlines(
                """the highest total of stakes s times returns X over all wagers of a layout, on any one run
                of spins"""
            ),
            row(Text("max "), Big("∑", Symbol("k")), script("s", "k"), script("X", "k")),
        ),
    )


def of_verification() -> tuple[Term, ...]:
    """Of wagers that were played."""
    off = row("m", "−", MEAN)
    return (
        (
            "z, z of spins",
            inlines(
                """how far the mean m of N wagers played, or of their spins, is from the exact one, in exact
                standard errors"""
            ),
            row(Over(off, SPREAD), Root(Symbol("N"))),
        ),
        (
            "χ², degrees, level",
            inlines(
                """over k cells, which are endings, those that are expected fewer than five times being taken
                together: o counts what came, x what was expected. The degrees of freedom are k less 1, and
                the level is the chance of a χ² as high"""
            ),
            row(
                Script(Symbol("χ"), above=row("2")),
                "=",
                Big("∑", row("i", "=", "1"), Symbol("k")),
                Over(
                    Script(Fenced(row(script("o", "i"), "−", script("x", "i"))), above=row("2")),
                    script("x", "i"),
                ),
            ),
        ),
    )
