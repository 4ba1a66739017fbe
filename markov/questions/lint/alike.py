"""Wagers of one sheet that have the same chances: mirrored ones, and one wager under two names."""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

from markov.questions.lint.finding import Finding
from markov.wager.odds import Answer

PriceKey: TypeAlias = tuple[Hashable, ...]


def alike(answers: Sequence[Answer]) -> Iterator[Finding]:
    """A wager whose mirror has another price, and one that is decided exactly as another is.

    Two wagers are mirrors where, played to the end, they have the same endings with the same chances after a
    number of spins of the same mean and variance, by another rule: 2 and 12 on two dice. Where a sheet has
    several wagers on one rule, such as a bet with and without commission, the mirror is to have them all.
    """
    laws: dict[Hashable, dict[Hashable, list[Answer]]] = {}
    for answered in answers:
        rules = laws.setdefault(_law(answered), {})
        rules.setdefault((answered.wager.rule, answered.wager.wheel), []).append(answered)
    for rules in laws.values():
        yield from _mirrored(list(rules.values()))
        for same in rules.values():
            for other in same[1:]:
                yield _pair("same-bet", other, same[0])


def _law(answered: Answer) -> Hashable:
    never = answered.never
    endings = frozenset((ending.ending, ending.probability) for ending in never.endings)
    return endings, never.spins.mean, never.spins.variance


def _price(answered: Answer) -> PriceKey:
    wager = answered.wager
    return wager.pays, wager.envy, wager.outlay


def _mirrored(rules: Sequence[Sequence[Answer]]) -> Iterator[Finding]:
    """The wagers whose price no mirror has, against the first one that has the price of most.

    A wager that only one of two mirrors has, such as a bet with commission on the 4 alone, is no finding.
    """
    prices = [frozenset(map(_price, same)) for same in rules]
    (usual, _), *_ = Counter(prices).most_common(1)
    mirror = rules[prices.index(usual)]
    for same, own in zip(rules, prices, strict=True):
        odd = [one for one in same if _price(one) not in usual]
        lacking = [one for one in mirror if _price(one) not in own]
        for one in odd if lacking else ():
            yield _pair("mirror-pays", one, lacking[0])


def _pair(code: str, one: Answer, other: Answer) -> Finding:
    pays, theirs = one.wager.pays, other.wager.pays
    differ = tuple(ending for ending in {**pays, **theirs} if pays.get(ending) != theirs.get(ending))
    texts = {"other": other.wager.name}
    if differ:
        texts["posted"] = _posted(one, differ)
        texts["other_posted"] = _posted(other, differ)
    figures = {
        "edge_never": one.never.edge.per_stake,
        "other_edge_never": other.never.edge.per_stake,
        "edge_best": one.optimal.edge.per_stake,
        "other_edge_best": other.optimal.edge.per_stake,
    }
    if one.wager.outlay != other.wager.outlay:
        figures |= {"outlay": one.wager.outlay, "other_outlay": other.wager.outlay}
    if one.wager.envy != other.wager.envy:
        figures |= {"envy_never": one.never.envy, "other_envy_never": other.never.envy}
    return Finding(code, one.wager.name, differ, figures=figures, texts=texts)


def _posted(answered: Answer, endings: Sequence[str]) -> str:
    pays = answered.wager.pays
    return ", ".join(pays.posted(ending) if ending in pays else "no line" for ending in endings)
