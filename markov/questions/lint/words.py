"""The words of findings: the meaning of each code, what to do, the names of its figures."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.questions.lint.finding import Finding
from markov.tables.table import decimal, in_percent
from markov.wager.states import label


@dataclass(frozen=True, slots=True)
class Words:
    """The meaning of a code, what to do about it, and what is compared to find it."""

    means: str
    do: str
    compared: str


_WORDS = """
    player-edge: The house loses on average against best play. → Lower a pay or take a line out; `markov
        price` names the pay for an edge. ← the edge of each wager under best play, with zero.
    envy-loss: What the house owes the dealer is more than what it wins. → Lower the envy or a pay. ←
        what the house keeps after the dealer's envy, played to the end and under best play, with zero.
    return-low: What comes back is less than the profile's bound. → Raise a pay; `markov price` names
        the pay for an edge. ← the return of each wager with the profile's least return.
    return-high: What comes back is more than the profile's bound. → Lower a pay; `markov price` names
        the pay for an edge. ← the return of each wager with the profile's greatest return.
    chance-low: A win is rarer than the profile allows. → Ask whether the wager may be offered, or make
        the win likelier. ← the chance of each win with the profile's least chance.
    pay-words: A pay is posted in another word than the profile wants. → Post it as wanted, which pays
        the same. ← the word of each pay with the one that the profile wants.
    no-edge: Under best play the edge is exactly zero. → Say whether that is meant; if not, lower a pay
        or a line that the player may choose. ← the edge of each wager under best play, with zero.
    leak: Taking the offer is worth more than playing on, so best play takes it. → Say whether its cost
        is meant; if not, lower it; `markov surrender` shows the schedule for an edge. ← what each offer
        pays, in every state where it is made, with what playing on is worth under best play.
    rarer-less: The first ending is rarer than the second and pays less. → Say why, or swap the pays. ←
        each two wins of a wager: the chances and what they gain.
    later-less: The first line is further on than the second and pays less. → Raise the later line or
        lower the earlier one. ← each two lines of a kind: their numbers and what they return.
    below-stake: An ending pays something, and less than was put up: a loss that looks like a win. → Say
        on the sheet that it is a loss, or pay nothing or the stake. ← what each ending that can come
        returns, with what was put up.
    mirror-pays: The wager has the chances of the other one, by mirrored rules, and other pays, envy or
        commission. → Make them the same, or say why they differ. ← each two wagers: chances, lengths,
        pays, envy and commission.
    mixed-words: Some pays of the sheet are posted with “for”, some with “to”. → Post all in one word; a
        player who mistakes one for the other is a stake out. ← the words of all pays that win.
    not-payable: At the smallest stake the pay is no whole number of chips; it is paid rounded down. →
        Ask for a stake from which it is paid exactly and for whole multiples of it, or post another
        pay. ← each line at the smallest stake, with whole chips.
    commission: At the smallest stake the commission is no whole number of chips. → Say how it is
        rounded, or ask for a larger stake; `markov payable` shows what rounding does. ← each commission
        at the smallest stake, with whole chips.
    idle-option: No choice of the option changes anything, and the sheet does not say why. → Say so in
        `idle`, or take the option out. ← the wagers under each choice of each option, with those under
        its default.
    not-idle: The sheet says that the option changes no odds, and it does. → Take its `idle` out. ← the
        wagers under each choice of an option that is said to be idle, with those under its default.
    reading-edge: Under this reading best play has an edge on the house. → Settle the question in the
        rules; `markov readings` ranks the readings. ← the edge of each wager under best play and each
        other reading, with zero.
    reading-envy: Under this reading the house owes the dealer more than it wins. → Settle the question
        in the rules, or lower the envy. ← what the house keeps after envy under each other reading,
        with zero.
    above-fair: The offer is worth more than playing to the end; only later offers make playing on worth
        more. → Look at the offers that come later: without them this one would be taken. ← what each
        offer pays, in every state where it is made, with what playing to the end is worth.
    tie: Taking the offer is worth exactly what playing on is. → Nothing, if that is meant: the choice
        changes the risk and no edge. ← what each offer pays, in every state where it is made, with what
        playing on is worth under best play.
    dead-offer: The offer is worth less than playing on wherever it is made: taking it is never right. →
        Say whether that is meant; an offer above what playing on is worth would be taken. ← what each
        offer pays, in every state where it is made, with what playing on is worth under best play.
    unreached: Under best play this line is never paid, for an offer is taken before. → Lower the offers
        that are taken, if the line is meant to be won. ← each win and each offer of a wager with
        offers, with what best play can come to.
    same-bet: The wager is decided exactly as the other one is. → Say which is the better bet, or keep
        one of them. ← each two wagers: their rules and wheels.
"""


def _words(entry: str) -> tuple[str, Words]:
    code, _, words = " ".join(entry.split()).partition(": ")
    means, _, rest = words.partition(" → ")
    do, _, compared = rest.partition(" ← ")
    return code, Words(means, do, compared.rstrip("."))


WORDS: Mapping[str, Words] = dict(map(_words, re.split(r"\n    (?! )", _WORDS)[1:]))
"""The words of each code: its meaning, behind the arrow what to do, behind the other what is compared."""

_MONEY: Callable[[Fraction], str] = decimal
FIGURES: Mapping[str, tuple[str, Callable[[Fraction], str]]] = {
    "edge_best": ("edge, best play", in_percent),
    "edge_never": ("edge, played to its end", in_percent),
    "edge_without": ("without the line", in_percent),
    "edge_paid": ("as paid", in_percent),
    "other_edge_best": ("edge of the other", in_percent),
    "other_edge_never": ("edge of the other", in_percent),
    "default_edge_best": ("by default", in_percent),
    "house": ("house after envy", in_percent),
    "default_house": ("by default", in_percent),
    "other_envy_never": ("envy of the other", in_percent),
    "other_outlay": ("outlay of the other", _MONEY),
    "house_best": ("house after envy, best play", in_percent),
    "house_never": ("house after envy, played to its end", in_percent),
    "envy_best": ("envy, best play", in_percent),
    "envy_never": ("envy, played to its end", in_percent),
    "return": ("return", in_percent),
    "bound": ("bound", in_percent),
    "chance": ("chance", in_percent),
    "other_chance": ("chance of the other", in_percent),
    "returned": ("returns", _MONEY),
    "other_returned": ("the other returns", _MONEY),
    "outlay": ("put up", _MONEY),
    "offered": ("offered", _MONEY),
    "continuing": ("playing on", _MONEY),
    "never": ("playing to the end", _MONEY),
    "margin": ("margin", _MONEY),
    "cost": ("costs", _MONEY),
    "exact": ("due", _MONEY),
    "paid": ("paid", _MONEY),
    "down": ("rounded down", _MONEY),
    "up": ("rounded up", _MONEY),
    "stake": ("stake", _MONEY),
    "chip": ("chip", _MONEY),
    "exact_from": ("exact from a stake of", _MONEY),
}
_TEXTS: Mapping[str, str] = {
    "posted": "posted",
    "wanted": "wanted",
    "other": "against",
    "other_posted": "there",
    "for": "“for”",
    "to": "“to”",
    "taken": "taken before",
    "option": "option",
    "question": "asks",
    "idle": "says",
    "reading": "reading",
    "rejected": "rejected by the sheet",
    "base": "over",
    "play": "play",
}


def figure(name: str, number: Fraction, exactly: Callable[[Fraction], str] = str) -> str:
    """The figure with its name: exactly, and rounded where it is no whole number.

    exactly   the words of a fraction, which may be long

    >>> figure("offered", Fraction(6)), figure("margin", Fraction(2, 7))
    ('offered 6', 'margin 2/7 (0.285714)')
    """
    words, shown = FIGURES[name]
    whole = number.denominator == 1
    return f"{words} {number}" if whole else f"{words} {exactly(number)} ({shown(number)})"


def text(name: str, words: str) -> str:
    """The words with what they are."""
    return f"{_TEXTS[name]} {words.replace('-', ' ') if name == 'base' else words}"


def sentence(one: Finding, rule: object = None) -> str:
    """The finding in a sentence of its own, with its place and its figures.

    rule   of its wager, which may name its states
    """
    lines = " and ".join(one.endings)
    states = f" in {label(one.states[0], rule)}" if len(one.states) == 1 else ""
    place = ", ".join(part for part in (one.wager, f"{lines}{states}") if part) or "The sheet"
    told = [text(name, words) for name, words in one.texts.items()]
    told += [figure(name, number) for name, number in one.figures.items()]
    means = WORDS[one.code].means
    return f"{place}: {means[0].lower()}{means[1:].rstrip('.')}{': ' if told else ''}{'; '.join(told)}."
