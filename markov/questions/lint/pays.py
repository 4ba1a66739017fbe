"""Pays that do not rise where they should, and the words that they are posted in."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Literal

from markov.questions.lint.finding import Finding
from markov.questions.lint.profile import Profile
from markov.wager.odds import Answer, Ending
from markov.wager.paytable import for_one, to_one, worded

_TWO = Fraction(2)


def wins(answered: Answer) -> list[Ending]:
    """The endings that a spin can bring and that return more than is put up."""
    put_down = answered.wager.put_down
    return [ending for ending in answered.never.endings if ending.returned > put_down(ending.ending)]


def falling(answered: Answer) -> Iterator[Finding]:
    """A win that is rarer than another and pays less, and a later line of a kind that pays less."""
    name = answered.wager.name

    def gain(ending: Ending) -> Fraction:
        return ending.returned - answered.wager.put_down(ending.ending)

    likelier = wins(answered)
    for rare in likelier:
        above = [
            other for other in likelier if other.probability > rare.probability and gain(other) > gain(rare)
        ]
        if above:
            other = max(above, key=lambda one: (one.returned, one.probability))
            figures = {
                "chance": rare.probability,
                "returned": rare.returned,
                "other_chance": other.probability,
                "other_returned": other.returned,
            }
            yield Finding("rarer-less", name, (rare.ending, other.ending), figures=figures)
    yield from _later(answered)


def _later(answered: Answer) -> Iterator[Finding]:
    """Lines of a kind, such as surrender-1 and surrender-2, of which the later pays less."""
    pays = answered.wager.pays
    kinds: dict[str, list[tuple[int, str]]] = {}
    for ending in pays:
        kind, _, number = ending.rpartition("-")
        if kind and number.isascii() and number.isdigit():
            kinds.setdefault(kind, []).append((int(number), ending))
    for lines in kinds.values():
        endings = [ending for _, ending in sorted(lines)]
        for i, later in enumerate(endings):
            earlier = max(endings[:i], key=pays.__getitem__, default=later)
            if pays[later] < pays[earlier]:
                figures = {"returned": pays[later], "other_returned": pays[earlier]}
                yield Finding("later-less", answered.wager.name, (later, earlier), figures=figures)


def below_stake(answered: Answer) -> Iterator[Finding]:
    """An ending that a spin brings and that pays something, yet less than was put up."""
    wager = answered.wager
    for ending in answered.never.endings:
        if 0 < ending.returned < (outlay := wager.put_down(ending.ending)):
            figures = {
                "returned": ending.returned,
                "outlay": outlay,
                "chance": ending.probability,
            }
            yield Finding("below-stake", wager.name, (ending.ending,), figures=figures)


def way(pay: str) -> Literal["for", "to", ""]:
    """The word that a posted pay uses, if it uses one.

    >>> way("40 for 1"), way("7 to 6"), way("evens"), way("nothing")
    ('for', 'to', '', '')
    """
    if worded(_TWO, pay) == for_one(_TWO):
        return "for"
    return "" if pay.strip().lower() in ("evens", "nothing") else "to"


def words(answered: Answer, profile: Profile) -> Iterator[Finding]:
    """Pays in another word than the profile wants; what brings no win can be said with "for" only."""
    if profile.words == "any":
        return
    pays = answered.wager.pays
    said = for_one if profile.words == "for" else to_one
    wrong = [
        ending
        for ending, pay in pays.items()
        if pay > 1 and way(pays.posted(ending)) not in ("", profile.words)
    ]
    if wrong:
        texts = {
            "posted": ", ".join(pays.posted(ending) for ending in wrong),
            "wanted": ", ".join(said(pays[ending]) for ending in wrong),
        }
        yield Finding("pay-words", answered.wager.name, tuple(wrong), texts=texts)


def mixed(answers: Sequence[Answer]) -> Iterator[Finding]:
    """Pays of one sheet, some said with "for" and some with "to"; the first of each."""
    first: dict[str, str] = {}
    for answered in answers:
        pays = answered.wager.pays
        for ending, pay in pays.items():
            if pay > 1 and (word := way(pays.posted(ending))):
                first.setdefault(word, f"{answered.wager.name}, {ending}, {pays.posted(ending)}")
    if len(first) == 2:
        yield Finding("mixed-words", texts=first)
