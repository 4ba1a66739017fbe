"""One wager: how it is best played, and what moves its edge."""

from collections.abc import Sequence
from fractions import Fraction

from markov.appendix.chapter import Chapter
from markov.appendix.model import PARTITIONS
from markov.appendix.prose import prose
from markov.exact import rounded
from markov.formats.states import label
from markov.questions.price.pays_for_edge import PayRange
from markov.questions.price.price import Price, Quote
from markov.questions.sensitivity.sensitivity import Effect, Sensitivity
from markov.questions.sensitivity.view import alike, listed, matters
from markov.questions.surrender.surrender import Surrender
from markov.tables.phrases import PLAYS, posted
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.paytable import worded


def play(found: Chapter, key: str) -> Section:
    """Where an offer is worth taking, and what wrong play costs."""
    answered, judged = found.answer, found.offers
    blocks: list[Block]
    if not answered.offers:
        blocks = [prose("Nothing is on offer before the end, so there is one way to play.")]
    elif judged is None:
        taken = sum(offer.take for offer in answered.offers)
        blocks = [prose(_MANY, n=f"{len(answered.offers):,}", taken=f"{taken:,}")]
    else:
        blocks = [Tabular(_offers(found, judged), f"{key}_offers"), _regret(judged)]
    return Section("Optimal play", f"{key}_play", tuple(blocks))


_MANY = """
    There are {n} states with an offer, and best play takes it in {taken} of them. The certificate names
    them, and proves by an inequality in each state that no other choice is worth more.
"""


def _offers(found: Chapter, judged: Surrender) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for one in judged.offers:
        offer = one
        verdict = {"leak": "take", "tie": "tie: play on", "dead": "play on"}[one.kind]
        rows.append(
            (
                Word(label(offer.state)),
                Word(offer.ending),
                Word(posted(found.wager.pays, offer.ending)),
                Figure(offer.continuing),
                Figure(offer.continuing, decimal),
                Figure(offer.margin),
                Figure(offer.margin, decimal),
                Word(verdict),
                NOTHING if one.flips_at_win_pay is None else Figure(one.flips_at_win_pay),
            )
        )
    columns = (
        Column("state", "left"),
        Column("offer", "left"),
        Column("pays", "left"),
        Column("playing on"),
        Column("≈", "point"),
        Column("margin"),
        Column("≈", "point"),
        Column("best", "left"),
        Column("threshold"),
    )
    notes = [
        f"Threshold: the highest return of {judged.win} with which the offer is a tie; above it, play on."
    ]
    if len(found.merging.chain.states) < len(found.chain.states):
        notes.append(f"Each state stands for all that play alike; {PARTITIONS} says which.")
    return Table(f"{found.wager.name}: offers", columns, tuple(rows), tuple(notes))


def _regret(judged: Surrender) -> Block:
    never, always = judged.never_regret, judged.always_regret
    words = [
        "Against best play, never taking an offer loses ",
        _said(never),
        " per unit staked, and taking the first offer met loses ",
        _said(always),
        ".",
    ]
    return prose("{words}", words="".join(words))


def _said(loss: Fraction) -> str:
    return "nothing" if not loss else f"{loss} (≈ {decimal(loss)})"


def sensitivities(found: Chapter, key: str) -> Section:
    """What one unit of a pay, and one pocket of the wheel, does to the edge; and pays for other edges."""
    blocks: list[Block] = [prose(_MOVES)]
    for way, effects in found.sensitivity.items():
        title = f"{found.wager.name}: what moves the edge, {PLAYS[way]}"
        blocks.append(Tabular(_effects(title, effects), f"{key}_sensitivity-{way}"))
    blocks.append(Tabular(_targets(found.targets), f"{key}_targets"))
    return Section("Sensitivities, and pays for other edges", f"{key}_sensitivities", tuple(blocks))


_MOVES = """
    The derivative is that of the edge per stake, in percentage points, by one unit of a pay or one pocket
    of the wheel; a change by a whole unit or pocket is solved anew.
"""


def _effects(title: str, found: Sensitivity) -> Table:
    rows = [
        (Word(f"pay of {effect.name}"), Figure(effect.now), *_moved(effect))
        for effect in found.pays
        if matters(effect)
    ]
    for same in alike([effect for effect in found.pockets if matters(effect)]):
        names = listed([effect.name for effect in same])
        rows.append((Word(f"pockets that show {names}"), Figure(same[0].now), *_moved(same[0])))
    notes = []
    if idle := [effect.name for effect in found.pockets if not matters(effect)]:
        notes.append(f"A pocket more or less changes nothing for {listed(idle)}.")
    if found.why:
        notes.append(f"Derivatives by pocket are left out: {found.why}.")
    columns = (
        Column("what", "left"),
        Column("now"),
        Column("derivative"),
        Column("≈", "point"),
        Column("one more", "point"),
        Column("one less", "point"),
    )
    return Table(title, columns, tuple(rows), tuple(notes))


def _moved(effect: Effect) -> tuple[Cell, ...]:
    slope = effect.slope
    both = slope.both if slope else None
    if slope and both is None:
        down, up = (in_points(x) for x in (slope.left, slope.right))
        known: tuple[Cell, ...] = (Word(f"{slope.left} down, {slope.right} up"), Word(f"{down}, {up}"))
    else:
        known = (NOTHING, NOTHING) if both is None else (Figure(both), Figure(both, in_points))
    less = NOTHING if effect.less is None else Figure(effect.less, in_points)
    return (*known, Figure(effect.more, in_points), less)


def in_points(change: Fraction) -> str:
    """A change of a percentage, in points."""
    return f"{'+' if change > 0 else ''}{rounded(change * 100, 4)}"


def _targets(prices: Sequence[Price]) -> Table:
    first = prices[0]
    like = first.wager.pays.posted(first.ending)
    rows = [_target(price, like) for price in prices]
    columns = (
        Column("edge per stake"),
        Column("pay of that edge", "left"),
        Column("≈ returned", "point"),
        Column("next payable", "left"),
        Column("its edge", "point"),
        Column("and above", "left"),
        Column("its edge", "point"),
    )
    title = f"{first.wager.name}: pays of {first.ending} for other edges, best play"
    held = (_HELD,) if first.wager.outlay != 1 else ()
    return Table(title, columns, tuple(rows), held)


_HELD = "The outlay is held as it is; a commission that follows the winnings would change with the pay."


def _target(price: Price, like: str) -> tuple[Cell, ...]:
    name = Figure(price.edge, in_percent)
    if not price.solutions:
        bound = price.missed.edge if price.missed else None
        why = "none" if bound is None else f"none; {in_percent(bound)} is the bound"
        return (name, Word(why), *[NOTHING] * 5)
    span = price.solutions[0]
    pay = span.high or span.low  # the nearest payable ones are those around it
    below = [quote for quote in price.payable if quote.returned <= pay]
    above = [quote for quote in price.payable if quote.returned > pay]
    return (
        name,
        Word(_stretch(span, like)),
        Figure(pay, decimal),
        *_posted(below[-1:], like),
        *_posted(above[:1], like),
    )


def _stretch(span: PayRange, like: str) -> str:
    """The pay of an edge, or the pays from one to another that have it."""
    low = _worded(span.low, like)
    if span.low == span.high:
        return low
    if span.low == 0 and span.high is not None:
        return f"{'at most' if span.has_high else 'below'} {_worded(span.high, like)}"
    if span.high is None:
        return f"{low} and above"
    return f"{low} {'up to' if span.has_high else 'to below'} {_worded(span.high, like)}"


def _worded(pay: Fraction, like: str) -> str:
    return "stake back" if pay == 1 else worded(pay, like)


def _posted(quotes: Sequence[Quote], like: str) -> tuple[Cell, Cell]:
    if not quotes:
        return NOTHING, NOTHING
    edge = quotes[0].edge
    shown = NOTHING if edge is None else Figure(edge, in_percent)
    return Word(_worded(quotes[0].returned, like)), shown
