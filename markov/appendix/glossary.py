"""The glossary: every quantity that the tables of a document show, defined."""

import re
from collections.abc import Collection, Mapping, Sequence

from markov.appendix.blocks import inlines, prose
from markov.exact import rounded
from markov.statistics.normal import BERRY_ESSEEN
from markov.typeset.formula import Formula
from markov.typeset.manuscript import Block, Particulars, Section, Tabular, Terms, all_blocks


def glossary(blocks: Sequence[Block], trials: Collection[str], later_stakes: bool) -> Section:
    """The glossary of the quantities in the tables of those blocks, each with its formula.

    trials         the nouns of a trial, such as a roll
    later_stakes   whether more money is put down on the way to some ending
    """
    shown = _named(blocks)
    meanings, formulas = _entries(_TERMS), _FORMULAS
    if later_stakes:
        meanings, formulas = meanings | _entries(_TERMS_BY_ENDING), {**formulas, **_FORMULAS_BY_ENDING}

    def used(term: str) -> list[str]:
        names = dict.fromkeys(name.format(trial=trial) for name in term.split(", ") for trial in trials)
        return [name for name in names if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", shown)]

    terms = tuple(
        (
            ", ".join(names),
            (*inlines(meaning), *((": ", Formula(formulas[term])) if term in formulas else ())),
        )
        for term, meaning in meanings.items()
        if (names := used(term))
    )
    money = _BY_ENDING if later_stakes else _AT_ONCE
    symbols = {"p": Formula("p_e"), "r": Formula("r_e"), **({"o": Formula("o_e")} if later_stakes else {})}
    return Section("Glossary", "glossary", (prose(f"{money} {_SHOWN}", **symbols), Terms(terms)))


def _entries(text: str) -> dict[str, str]:
    """The meanings by term, in the order of the text."""
    entries = (entry.partition(": ") for entry in re.split(r"\n    (?! )", text)[1:])
    return {term: meaning for term, _, meaning in entries}


def _named(blocks: Sequence[Block]) -> str:
    """The names of quantities in all tables: titles, headings and the first cells of rows."""
    texts: list[str] = []
    for block in all_blocks(blocks):
        if isinstance(block, Particulars):
            texts += [name for name, _ in block.rows]
        elif isinstance(block, Tabular):
            texts += [block.table.title, *(column.name for column in block.table.columns)]
            texts += [cell.text() for row in block.table.rows for cell in row[:2]]
    return "\n".join(texts)


_AT_ONCE = """
    An ending e has the chance {p} and returns {r} per unit staked, stake included; c is the outlay.
"""
_BY_ENDING = """
    An ending e has the chance {p} and returns {r} per unit staked, stake included; {o} is all that has been
    put down by then, and c its mean, the outlay.
"""
_SHOWN = """
    A dash stands where there is no such figure, or a root is no fraction. Decimals are rounded once from the
    exact number, a half away from 0, and bounds up; “<” stands before the last place of what would round
    to 0. Thousands are set apart; in fractions and equations, to be copied as they stand, only where
    a line may be broken in ten digits or more.
"""
_TERMS = """
    pays: as posted: “a for b” counts the stake in, “a to b” pays it back on top
    1 win in: one in so many wagers returns more than was put down
    true odds: what a fair bet of 1 on that ending alone would pay, on the base b of the posted pay: n to b,
        or n for b
    chance: of an ending, or of an outcome: its weight over the total
    of return, contribution: the chance of an ending times what it returns
    outlay: what the player puts down for a stake of 1: the stake, and a commission that is paid in
        advance
    return, return to player, return over the outlay: the expected return over the outlay
    house edge, edge, per stake: the expected loss over the stake, or the outlay if a heading says so
    per outlay, edge over the outlay: the expected loss over the outlay
    pushes excluded, edge per bet resolved: the expected loss over the chance d that the wager is
        decided: neither pushed, so that just the outlay comes back, nor withdrawn
    per {trial}: of an edge: the expected loss over the mean length of the wager
    hit frequency: the chance that something comes back
    standard deviation: the root of the variance of the return
    skewness: how far rare endings pull to one side; 0 for a symmetrical law
    excess kurtosis: the weight of rare endings; 0 for the normal law
    volatility index: z standard deviations; z is 1.644854, 1.959964, 2.575829 at 90, 95, 99%
    Confidence intervals: where the return over the outlay of n wagers lies as often as the level says,
        if its law is normal: a poor guide where it begins below 0
    average {trial}s: the expected length T of the wager; those that change
        nothing count too
    dealer bonus, envy: what the house owes the dealer beside the pay, f by ending; as a figure expected
    after envy: what the house keeps once that is paid, on the base of the edge
    playing on: the average return if the player declines the offer there for good, with best play elsewhere
    margin: of an offer that pays a: what it pays less what playing on is worth
    play on if the win pays more than: the highest pay of the win at which the offer is an exact tie, if
        any
    pay of that edge: the pay of the win that gives it, and the nearest ones on the base of the posted
        pay
    derivative: of the edge by x, a pay or the weight of an outcome
    one more, one less: the change of the edge by a whole unit, solved anew; a dash where a pay would be
        below 0, or the last unit of an outcome would go, which makes another wager
    wagers: n independent wagers of the same kind, each of stake 1, and their result in total, R being
        the return of each
    mean result: its mean; its standard deviation is the root of n times that of one wager
    ahead: the chance that the result is above 0; “exact” by convolution, “proved bounds” by Fourier
        inversion between bounds that settle the digits shown
    even: the chance that the result is 0
    normal: what the normal law says of being ahead, without any correction
    ± at most: how far that can be from the truth, by Berry and Esseen
    band: the confidence interval of the return; beside it the chance that the return truly lies there
        or on its ends
    maximum exposure: the highest total of stakes s times returns X over all wagers of a layout, on any
        one run of outcomes
    Exposure: the most that the house can lose in one round per unit staked, dealer bonus included
    z: how far the mean m of N wagers played is from the exact one, in exact standard errors
    observed, expected: how often a result came up in N rounds, O, and its chance times N
    chi-square: p is the chance of so large a sum, with one degree of freedom less than results; results
        expected fewer than 5 times count as one
    smallest p: the least chance of a figure so far off (counts: binomial law; return, length: Bennett,
        Cantelli)
    worth: of a state i, in the play that the table names: what is expected to come back from there on, p
        being the chances of what comes next, and an ending being worth what it returns
"""
# The same where more money is put down on the way.
_TERMS_BY_ENDING = """
    pays: as posted: “a for b” counts the stake in, “a to b” pays it back on top;
        “returns a on b wagered” where more is put down on the way
    outlay: what the player puts down for a stake of 1, on average: the stake, a commission that is paid in
        advance, and what is put down on the way
    pushes excluded, edge per bet resolved: the expected loss over the chance d that the wager is
        decided: neither pushed, so that just what was put down comes back, nor withdrawn
    standard deviation: of the return less what was put down, the root of its variance: a measure of
        spread per wager
    z: how far the mean m of N wagers played is from the exact one, in exact standard errors; for a return
        these are of what comes back, s being its standard deviation, and ± is 2.575829 of them
"""
# No index or exponent within a fraction, or within another one: it would be of 5 points on a line.
_FORMULAS: Mapping[str, str] = {
    "pays": r"r = \frac{a}{b} \text{ or } \frac{a}{b} + 1",
    "true odds": r"n = b (1 - p_e) / p_e \text{ to } b, \text{ or } n = b / p_e \text{ for } b",
    "of return, contribution": r"p_e r_e",
    "return, return to player, return over the outlay": r"\frac{\mu}{c} \text{ with } \mu = \sum_e p_e r_e",
    "house edge, edge, per stake": r"c - \mu",
    "per outlay, edge over the outlay": r"\frac{c - \mu}{c}",
    "pushes excluded, edge per bet resolved": r"\frac{c - \mu}{d}",
    "per {trial}": r"\frac{c - \mu}{\mathrm{E}(T)}",
    "hit frequency": r"h = \sum_e p_e \text{ where } r_e > 0",
    "standard deviation": r"\sigma^2 = \sum_e p_e \left(r_e - \mu\right)^2",
    "skewness": r"\sigma^{-3} \sum_e p_e \left(r_e - \mu\right)^3",
    "excess kurtosis": r"\sigma^{-4} \sum_e p_e \left(r_e - \mu\right)^4 - 3",
    "volatility index": r"z \sigma",
    "average {trial}s": r"\mathrm{E}(T) = \sum_{n = 0}^{\infty} P(T > n)",
    "dealer bonus, envy": r"\sum_e p_e f_e",
    "after envy": r"c - \mu - \sum_e p_e f_e",
    "playing on": "w",
    "margin": "a - w",
    "derivative": r"\frac{\mathrm{d}(c - \mu)}{\mathrm{d} x}",
    "wagers": r"S_n = \sum_{i = 1}^{n} \left(R_i - c\right)",
    "mean result": r"n (\mu - c) \text{ and } \sigma \sqrt{n}",
    "ahead": "P(S_n > 0)",
    "even": "P(S_n = 0)",
    "normal": r"1 - \Phi\left(\frac{(c - \mu) \sqrt{n}}{\sigma}\right)",
    "± at most": rounded(BERRY_ESSEEN, 4) + r" \, \mathrm{E} \left|R - \mu\right|^3 / (\sigma^3 \sqrt{n})",
    "Confidence intervals": r"\frac{1}{c} \left(\mu \pm \frac{z \sigma}{\sqrt{n}}\right)",
    "chi-square": r"\sum_e \left(O_e - N p_e\right)^2 / (N p_e)",
    "maximum exposure": r"\max \sum_k s_k X_k",
    "Exposure": r"\max_e \left(r_e - c + f_e\right)",
    "z": r"\frac{m - \mu}{\sigma} \sqrt{N}",
    "worth": r"v_i = \sum_j p_{ij} v_j",
}
_FORMULAS_BY_ENDING: Mapping[str, str] = {
    "outlay": r"c = \sum_e p_e o_e",
    "standard deviation": r"\sigma^2 = \sum_e p_e \left(r_e - o_e - \mu + c\right)^2",
    "Exposure": r"\max_e \left(r_e - o_e + f_e\right)",
    "z": r"\frac{m - \mu}{s} \sqrt{N} \text{ with } s^2 = \sum_e p_e \left(r_e - \mu\right)^2",
}
