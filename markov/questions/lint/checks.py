"""The checks of a review: edges with bounds, pays with chances and chips, words, offers, and wagers."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, lcm
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

import numpy as np

from markov.chain.transitions import reachable
from markov.questions.lint.finding import Finding
from markov.questions.lint.profile import Profile
from markov.wager.commission import in_chips
from markov.wager.odds import Answer, Odds, Offer, Solved, wins
from markov.wager.outcome import Outcome
from markov.wager.pay_edits import edited
from markov.wager.payable import paid
from markov.wager.paytable import for_one, to_one, worded
from markov.wager.stopping import priced
from markov.wager.wager import Wager

_TWO = Fraction(2)
_NOTHING: Mapping[str, Fraction] = MappingProxyType({})


def falling_pays(answered: Answer) -> Iterator[Finding]:
    """Findings of rarer wins that pay less than another, and of later lines of a kind that pay less."""
    name = answered.wager.name
    likelier = wins(answered)
    gains = {
        ending.ending: ending.returned - answered.wager.total_staked(ending.ending) for ending in likelier
    }
    for rare in likelier:
        gain = gains[rare.ending]
        above = [
            other for other in likelier if gains[other.ending] > gain and other.probability > rare.probability
        ]
        if above:
            other = max(above, key=lambda ending: (ending.returned, ending.probability))
            figures = {
                "chance": rare.probability,
                "returned": rare.returned,
                "other_chance": other.probability,
                "other_returned": other.returned,
            }
            yield Finding("rarer-less", name, (rare.ending, other.ending), figures=figures)
    yield from _later(answered)


def kinds(pays: Iterable[str]) -> list[list[str]]:
    """The lines of each kind, such as surrender-1 and surrender-2, in the order of their numbers."""
    by_line: dict[str, list[tuple[int, str]]] = {}
    for ending in pays:
        kind, _, number = ending.rpartition("-")
        if kind and number.isascii() and number.isdigit():
            by_line.setdefault(kind, []).append((int(number), ending))
    return [[ending for _, ending in sorted(lines)] for lines in by_line.values()]


def _later(answered: Answer) -> Iterator[Finding]:
    """Findings of lines of a kind of which a later one pays less."""
    pays = answered.wager.pays
    for endings in kinds(pays):
        for i, later in enumerate(endings):
            earlier = max(endings[:i], key=pays.__getitem__, default=later)
            if pays[later] < pays[earlier]:
                figures = {"returned": pays[later], "other_returned": pays[earlier]}
                yield Finding("later-less", answered.wager.name, (later, earlier), figures=figures)


def below_stake(answered: Answer) -> Iterator[Finding]:
    """Findings of endings that a spin brings and that pay something, yet less than was put up."""
    wager = answered.wager
    for ending in answered.never.endings:
        if 0 < ending.returned < (outlay := wager.total_staked(ending.ending)):
            figures = {"returned": ending.returned, "outlay": outlay, "chance": ending.probability}
            yield Finding("below-stake", wager.name, (ending.ending,), figures=figures)


def pay_word(pay: str) -> Literal["for", "to", ""]:
    """The word that a posted pay uses, if it uses one.

    >>> pay_word("40 for 1"), pay_word("7 to 6"), pay_word("evens"), pay_word("nothing")
    ('for', 'to', '', '')
    """
    if worded(_TWO, pay) == for_one(_TWO):
        return "for"
    return "" if pay.strip().lower() in ("evens", "nothing") else "to"


def _word_of(wager: Wager, ending: str) -> str:
    """The word that the pay of an ending uses: none where more is put down, as it names what is wagered."""
    return "" if wager.later_stakes.get(ending) else pay_word(wager.posted(ending))


def pay_words(answered: Answer, profile: Profile) -> Iterator[Finding]:
    """Findings of winning pays that are posted in another word than the profile asks for.

    A pay that wins nothing can be said with "for" only.
    """
    if profile.words == "any":
        return
    wager = answered.wager
    said = for_one if profile.words == "for" else to_one
    wrong = [
        ending
        for ending, pay in wager.pays.items()
        if pay > 1 and _word_of(wager, ending) not in ("", profile.words)
    ]
    if wrong:
        texts = {
            "posted": ", ".join(wager.posted(ending) for ending in wrong),
            "wanted": ", ".join(said(wager.line(ending)) for ending in wrong),
        }
        yield Finding("pay-words", answered.wager.name, tuple(wrong), texts=texts)


def mixed_words(answers: Sequence[Answer]) -> Iterator[Finding]:
    """The finding of a sheet that says some pays with "for" and some with "to": the first of each."""
    first: dict[str, str] = {}
    for answered in answers:
        wager = answered.wager
        for ending, pay in wager.pays.items():
            if pay > 1 and (word := _word_of(wager, ending)):
                first.setdefault(word, f"{wager.name}, {ending}, {wager.posted(ending)}")
    if len(first) == 2:
        yield Finding("mixed-words", texts=first)


def edges(answered: Answer) -> Iterator[Finding]:
    """Findings of an edge that is the player's or nobody's, or that the dealer's envy takes away."""
    name = answered.wager.name
    best, never = answered.optimal, answered.never
    edge = best.edge.per_stake
    figures = {"edge_best": edge, "edge_never": never.edge.per_stake}
    if edge < 0:
        yield Finding("player-edge", name, figures=figures)
    elif edge == 0:
        yield Finding("no-edge", name, figures=figures)
    if edge >= 0 and min(best.house_after_envy, never.house_after_envy) < 0:
        yield Finding(
            "envy-loss",
            name,
            figures={
                "house_best": best.house_after_envy,
                "house_never": never.house_after_envy,
                "envy_best": best.envy,
                "envy_never": never.envy,
            },
        )


def bounds(answered: Answer, profile: Profile) -> Iterator[Finding]:
    """Findings of a return, or of a chance of a win, outside the bounds of the profile."""
    name = answered.wager.name
    returned = profile.returned(answered.played(profile.play))
    texts = {"base": profile.base, "play": profile.play}
    if returned is not None:
        least, most = profile.least_return, profile.most_return
        if least is not None and returned < least:
            yield Finding("return-low", name, figures={"return": returned, "bound": least}, texts=texts)
        if most is not None and returned > most:
            yield Finding("return-high", name, figures={"return": returned, "bound": most}, texts=texts)
    if profile.least_chance is not None:
        for ending in wins(answered):
            if ending.probability < profile.least_chance:
                figures = {"chance": ending.probability, "bound": profile.least_chance}
                yield Finding("chance-low", name, (ending.ending,), figures=figures)


def payable(solved: Solved, answered: Answer, profile: Profile) -> Iterator[Finding]:
    """Findings of lines that are rounded down to chips, and of a commission that no chips make up.

    The pays are priced as `markov.wager.payable.paid` does; the commission is put up exactly. Where more
    is put down on the way, what is paid in chips has no one stake.
    """
    stake, chip, wager = profile.minimum, profile.chip, answered.wager
    if stake is None or chip is None or wager.later_stakes:
        return
    owed = (wager.outlay - 1) * stake
    common = {"stake": stake, "chip": chip, "exact_from": exact_from(answered, stake, chip)}
    faced, comes = paid(solved, answered, stake, chip), {each.ending for each in answered.never.endings}
    for line in faced.rounded:
        edges = {"edge_never": answered.never.edge.per_stake, "edge_paid": faced.never.per_stake}
        if line.ending not in comes:  # a line that comes by a choice alone
            edges = {"edge_best": answered.optimal.edge.per_stake, "edge_paid": faced.optimal.per_stake}
        figures = {"exact": line.exact, "paid": line.paid, **edges, **common}
        yield Finding("not-payable", wager.name, (line.ending,), figures=figures)
    if (owed / chip).denominator != 1:
        figures = {"exact": owed, "down": in_chips(owed, chip, "down"), "up": in_chips(owed, chip, "up")}
        yield Finding("commission", wager.name, figures={**figures, **common})


def exact_from(answered: Answer, stake: Fraction, chip: Fraction) -> Fraction:
    """The smallest stake, from this one up, at which every line and the commission are whole chips."""
    wager = answered.wager
    chips = lcm(wager.outlay.denominator, *(pay.denominator for pay in wager.pays.values()))
    return ceil(stake / (chips * chip)) * chips * chip


# Offers.


def offers(solved: Solved, answered: Answer) -> Iterator[Finding]:
    """The findings about each line that the player may choose.

    A leak is taken by best play in some state; a tie is worth exactly what playing on is, somewhere, and
    nowhere more; a dead offer is worth less in every state.
    """
    if not answered.offers:
        return
    by_ending: dict[str, list[Offer]] = {}
    for offer in answered.offers:
        by_ending.setdefault(offer.ending, []).append(offer)
    in_play = _offered_in_play(solved, answered)
    for ending, listed in by_ending.items():
        posted = sorted(listed, key=lambda offer: offer.margin, reverse=True)
        leaks = [offer for offer in posted if offer.take]
        ties = [offer for offer in posted if offer.tie]
        above = [offer for offer in posted if offer.never < offer.offered < offer.continuing]
        if leaks:
            yield _leak(solved, answered, leaks)
        elif ties:
            yield _offer_finding("tie", answered, ties)
        else:
            yield _offer_finding("dead-offer", answered, posted)
        if above and not leaks:
            above.sort(key=lambda offer: offer.never)
            yield _offer_finding("above-fair", answered, above, {"never": above[0].never})
        if ending not in in_play:
            yield _unreached(answered, ending, tuple(offer.state for offer in listed))
    happens = {ending.ending for ending in answered.optimal.endings}
    for win in wins(answered):
        if win.ending not in happens:
            yield _unreached(answered, win.ending, ())


def _leak(solved: Solved, answered: Answer, leaks: Sequence[Offer]) -> Finding:
    without = solved.answer(edited(answered.wager, {leaks[0].ending: None})).optimal
    figures = {
        "cost": answered.optimal.returned - without.returned,
        "edge_best": answered.optimal.edge.per_stake,
        "edge_without": without.edge.per_stake,
    }
    return _offer_finding("leak", answered, leaks, figures)


def _offer_finding(
    code: str, answered: Answer, posted: Sequence[Offer], more: Mapping[str, Fraction] = _NOTHING
) -> Finding:
    """The finding about offers of one line, with the figures of the first."""
    first = posted[0]
    figures = {"offered": first.offered, "continuing": first.continuing, "margin": first.margin, **more}
    states = tuple(offer.state for offer in posted)
    return Finding(code, answered.wager.name, (first.ending,), states, figures)


def _unreached(answered: Answer, ending: str, states: tuple[Any, ...]) -> Finding:
    happens = {ending.ending for ending in answered.optimal.endings}
    taken = sorted(happens & {offer.ending for offer in answered.offers if offer.take})
    return Finding("unreached", answered.wager.name, (ending,), states, texts={"taken": ", ".join(taken)})


def _offered_in_play(solved: Solved, answered: Answer) -> set[str]:
    """The endings that are offered in some state to which best play comes."""
    offers = priced(answered.wager, solved.chain).offers
    stops = [i for i, offer in zip(offers, answered.offers, strict=True) if offer.take]
    chain = Outcome(solved.chain, taken=stops).cut
    reached = reachable(chain.origins(), chain.successors, np.array([0]), len(chain))
    return {end.name for i, end in offers.items() if reached[i]}


# Wagers of one sheet that have the same chances: mirrored ones, and one wager under two names.

PriceKey: TypeAlias = tuple[Hashable, ...]


def alike(answers: Sequence[Answer]) -> Iterator[Finding]:
    """Findings of a wager whose mirror has another price, and of one that is decided just as another is.

    Two wagers are mirrors where, played to the end, they have the same endings with the same chances after a
    number of spins of the same mean and variance, by another rule: 2 and 12 on two dice. Where a sheet has
    several wagers on one rule, such as a bet with and without commission, the mirror is to have them all. A
    rule with several actions is no other's mirror: one way of playing does not tell what may be chosen.
    """
    laws: dict[Hashable, dict[Hashable, list[Answer]]] = {}
    for answered in answers:
        wager = answered.wager
        rules = laws.setdefault((_law(answered.never), wager.has_actions and wager.rule), {})
        rules.setdefault((wager.rule, wager.wheel), []).append(answered)
    for rules in laws.values():
        yield from _mirrored(list(rules.values()))
        for same in rules.values():
            for k, answer in enumerate(same):
                if other := next((each for each in same[:k] if _same_bet(answer, each)), None):
                    yield _pair("same-bet", answer, other)


def _same_bet(answer: Answer, other: Answer) -> bool:
    """True where two wagers on one rule win by the same endings, and no actions make them differ."""
    (won, theirs) = ({each.ending for each in two.never.endings if each.returned} for two in (answer, other))
    return won == theirs and (not answer.wager.has_actions or _law(answer.optimal) == _law(other.optimal))


def _law(play: Odds) -> Hashable:
    endings = frozenset((ending.ending, ending.probability) for ending in play.endings)
    return endings, play.spins.mean, play.spins.variance


def _price(answered: Answer) -> PriceKey:
    wager = answered.wager
    return wager.pays, wager.envy, wager.outlay


def _mirrored(rules: Sequence[Sequence[Answer]]) -> Iterator[Finding]:
    """Findings of wagers whose price no mirror has, against the first one that has the price of most.

    A wager that only one of two mirrors has, such as a bet with commission on the 4 alone, is no finding.
    """
    prices = [frozenset(map(_price, same)) for same in rules]
    usual = max(prices, key=prices.count)
    mirror = rules[prices.index(usual)]
    for same, own in zip(rules, prices, strict=True):
        odd = [answer for answer in same if _price(answer) not in usual]
        lacking = [answer for answer in mirror if _price(answer) not in own]
        for answer in odd if lacking else ():
            yield _pair("mirror-pays", answer, lacking[0])


def _pair(code: str, answer: Answer, other: Answer) -> Finding:
    pays, theirs = answer.wager.pays, other.wager.pays
    differ = tuple(ending for ending in {**pays, **theirs} if pays.get(ending) != theirs.get(ending))
    texts = {"other": other.wager.name}
    if differ:
        texts["posted"] = _posted(answer, differ)
        texts["other_posted"] = _posted(other, differ)
    figures = {
        "edge_never": answer.never.edge.per_stake,
        "other_edge_never": other.never.edge.per_stake,
        "edge_best": answer.optimal.edge.per_stake,
        "other_edge_best": other.optimal.edge.per_stake,
    }
    if answer.wager.outlay != other.wager.outlay:
        figures |= {"outlay": answer.wager.outlay, "other_outlay": other.wager.outlay}
    if answer.wager.envy != other.wager.envy:
        figures |= {"envy_never": answer.never.envy, "other_envy_never": other.never.envy}
    return Finding(code, answer.wager.name, differ, figures=figures, texts=texts)


def _posted(answered: Answer, endings: Sequence[str]) -> str:
    wager = answered.wager
    return ", ".join(wager.posted(ending) if ending in wager.pays else "no line" for ending in endings)
