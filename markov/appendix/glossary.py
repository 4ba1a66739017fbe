"""The glossary: every quantity that the tables of a document show, defined."""

import re
from collections.abc import Mapping, Sequence

from markov.appendix.blocks import inlines, prose
from markov.exact import rounded
from markov.statistics.normal import BERRY_ESSEEN
from markov.typeset.formula import Formula
from markov.typeset.manuscript import Block, Paragraph, Section, Strong, Tabular, Terms, all_blocks


def glossary(blocks: Sequence[Block], brief: bool) -> Section:
    """The glossary of the quantities in the tables of those blocks; a brief one is a single paragraph."""
    shown = _named(blocks)
    entries = (entry.partition(": ") for entry in re.split(r"\n    (?! )", _TERMS)[1:])

    def used(term: str) -> list[str]:
        names = term.split(", ")
        return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", shown)]

    terms = tuple(
        (
            ", ".join(names),
            (*inlines(meaning), *((": ", Formula(_FORMULAS[term])) if term in _FORMULAS else ())),
        )
        for term, _, meaning in entries
        if (names := used(term)) and (not brief or term.startswith(_BRIEF))
    )
    if brief:
        run = (part for term, parts in terms for part in (Strong(term), ": ", parts[0], ". "))
        return Section("Glossary", "glossary", (Paragraph((*run, *inlines(_SHOWN))),))
    return Section(
        "Glossary",
        "glossary",
        (prose(f"{_WORDS} {_SHOWN}", p=Formula("p_e"), r=Formula("r_e")), Terms(terms)),
    )


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
    exact number, a half away from 0, and bounds up; “<” stands before the last place of what would round
    to 0.
"""
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
_FORMULAS: Mapping[str, str] = {
    "pays": r"r = \frac{a}{b} \text{ or } \frac{a}{b} + 1",
    "true odds": r"\frac{1 - p_e}{p_e}",
    "of return, contribution": r"p_e r_e",
    "return, return to player": r"\frac{\mu}{c} \text{ with } \mu = \sum_e p_e r_e",
    "edge, house edge per stake": r"c - \mu",
    "of outlay, house edge per outlay": r"\frac{c - \mu}{c}",
    "resolved": r"\frac{c - \mu}{d}",
    "house edge per roll, house edge per spin, house edge per trial": r"\frac{c - \mu}{\mathrm{E}(T)}",
    "hit frequency": r"h = \sum_{r_e > 0} p_e",
    "standard deviation": r"\sigma^2 = \sum_e p_e \left(r_e - \mu\right)^2",
    "skewness": r"\frac{1}{\sigma^3} \sum_e p_e \left(r_e - \mu\right)^3",
    "excess kurtosis": r"\frac{1}{\sigma^4} \sum_e p_e \left(r_e - \mu\right)^4 - 3",
    "volatility index": r"z \sigma",
    "mean rolls, mean spins, mean trials": r"\mathrm{E}(T) = \sum_{n = 0}^{\infty} P(T > n)",
    "dealer's envy": r"\sum_e p_e f_e",
    "after envy": r"c - \mu - \sum_e p_e f_e",
    "playing on": "w",
    "margin": "a - w",
    "derivative": r"\frac{\mathrm{d}(c - \mu)}{\mathrm{d} x}",
    "wagers": r"S_n = \sum_{i = 1}^{n} (R_i - c)",
    "mean result": r"n (\mu - c) \text{ and } \sigma \sqrt{n}",
    "ahead": "P(S_n > 0)",
    "even": "P(S_n = 0)",
    "normal": r"1 - \Phi\left(\frac{(c - \mu) \sqrt{n}}{\sigma}\right)",
    "± at most": rounded(BERRY_ESSEEN, 4)
    + r" \, \frac{\mathrm{E} \left|R - \mu\right|^3}{\sigma^3 \sqrt{n}}",
    "band": r"\frac{1}{c} \left(\mu \pm \frac{z \sigma}{\sqrt{n}}\right)",
    "Correlations": r"\frac{\mathrm{E}(X Y) - \mathrm{E}(X) \, \mathrm{E}(Y)}{\sigma_X \sigma_Y}",
    "most that can be owed": r"\max \sum_k s_k X_k",
    "z": r"\frac{m - \mu}{\sigma} \sqrt{N}",
    "worth": r"v_i = \sum_j p_{ij} v_j",
}
