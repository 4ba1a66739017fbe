"""The sections on how one wager is best played, and on what moves its edge."""

from collections.abc import Sequence
from fractions import Fraction

from markov.appendix.blocks import BlockRow, both, figure, prose, tabular
from markov.appendix.chapter import Chapter
from markov.appendix.model import PARTITIONS
from markov.exact import rounded
from markov.formats.states import label
from markov.questions.price.pays_for_edge import PayRange
from markov.questions.price.price import Price, Quote
from markov.questions.sensitivity.sensitivity import Effect, Sensitivity
from markov.questions.sensitivity.view import alike, listed, matters
from markov.questions.surrender.surrender import Surrender
from markov.tables.table import NOTHING, PLAYS, Cell, Figure, Word, decimal, in_percent, posted
from markov.typeset.manuscript import Block, Section, Tabular
from markov.wager.paytable import worded


def best_play(found: Chapter, key: str) -> Section:
    """The section on offers: which are worth taking, and the cost of wrong play."""
    answered, judged = found.answer, found.offers
    blocks: list[Block]
    if not answered.offers:
        blocks = [prose("Nothing is on offer before the end, so there is one way to play.")]
    elif judged is None:
        taken = sum(offer.take for offer in answered.offers)
        blocks = [prose(_MANY, n=f"{len(answered.offers):,}", taken=f"{taken:,}")]
    else:
        blocks = [_offers(f"{key}_offers", found, judged), _regret(judged)]
    return Section("Optimal play", f"{key}_play", tuple(blocks))


_MANY = """
    There are {n} states with an offer, and best play takes it in {taken} of them. The certificate names
    them, and proves by an inequality in each state that no other choice is worth more.
"""


def _offers(label_: str, found: Chapter, judged: Surrender) -> Tabular:
    rows = [
        (
            label(offer.state, found.wager.rule),
            offer.ending,
            posted(found.wager.pays, offer.ending),
            *both(offer.continuing),
            *both(offer.margin),
            {"leak": "take", "tie": "tie: play on", "dead": "play on"}[offer.kind],
            figure(offer.flips_at_win_pay),
        )
        for offer in judged.offers
    ]
    notes = [
        f"Threshold: the highest return of {judged.win} with which the offer is a tie; above it, play on."
    ]
    if len(found.merging.chain.states) < len(found.chain.states):
        notes.append(f"Each state stands for all that play alike; {PARTITIONS} says which.")
    headings = ["state:left", "offer:left", "pays:left", "playing on", "≈:point", "margin", "≈:point"]
    title = f"{found.wager.name}: offers"
    return tabular(label_, title, [*headings, "best:left", "threshold"], rows, notes)


def _regret(judged: Surrender) -> Block:
    never, always = _loss(judged.never_regret), _loss(judged.always_regret)
    words = (
        f"Against best play, never taking an offer loses {never} per unit staked, and taking the first offer "
        f"met loses {always}."
    )
    return prose("{words}", words=words)


def _loss(loss: Fraction) -> str:
    return "nothing" if not loss else f"{loss} (≈ {decimal(loss)})"


def sensitivities(found: Chapter, key: str) -> Section:
    """The section on the effect of a unit of a pay and a pocket of the wheel, and on pays for other edges."""
    blocks: list[Block] = [prose(_MOVES)]
    for way, effects in found.sensitivity.items():
        title = f"{found.wager.name}: what moves the edge, {PLAYS[way]}"
        blocks.append(_effects(f"{key}_sensitivity-{way}", title, effects))
    taken = found.wager.commission
    if taken is not None and taken.moves:
        blocks.append(prose("{words} It moves with the pay.", words=taken.words()))
    blocks.append(_targets(f"{key}_targets", found.targets) if found.targets else prose(_STEPS))
    return Section("Sensitivities, and pays for other edges", f"{key}_sensitivities", tuple(blocks))


_MOVES = """
    The derivative is that of the edge per stake, in percentage points, by one unit of a pay or one pocket
    of the wheel; a change by a whole unit or pocket is solved anew.
"""


def _effects(label_: str, title: str, found: Sensitivity) -> Tabular:
    rows = [
        (f"pay of {effect.name}", effect.now, *_moved(effect)) for effect in found.pays if matters(effect)
    ]
    for same in alike([effect for effect in found.pockets if matters(effect)]):
        names = listed([effect.name for effect in same])
        rows.append((f"pockets that show {names}", same[0].now, *_moved(same[0])))
    notes = []
    if idle := [effect.name for effect in found.pockets if not matters(effect)]:
        notes.append(f"A pocket more or less changes nothing for {listed(idle)}.")
    if found.why:
        notes.append(f"Derivatives by pocket are left out: {found.why}.")
    headings = ["what:left", "now", "derivative", "≈:point", "one more:point", "one less:point"]
    return tabular(label_, title, headings, rows, notes)


def _moved(effect: Effect) -> tuple[Cell, ...]:
    slope = effect.slope
    known: tuple[Cell, ...] = both(slope.both if slope else None, in_points)
    if slope and slope.both is None:
        down, up = (in_points(x) for x in (slope.left, slope.right))
        known = Word(f"{slope.left} down, {slope.right} up"), Word(f"{down}, {up}")
    return *known, Figure(effect.more, in_points), figure(effect.less, in_points)


def in_points(change: Fraction) -> str:
    """A change of a percentage, in points."""
    return f"{'+' if change > 0 else ''}{rounded(change * 100, 4)}"


def _targets(label_: str, prices: Sequence[Price]) -> Tabular:
    first = prices[0]
    like = first.wager.posted(first.ending)
    headings = ["edge per stake", "pay of that edge:left", "≈ returned:point"]
    headings += ["next payable:left", "its edge:point", "and above:left", "its edge:point"]
    title = f"{first.wager.name}: pays of {first.ending} for other edges, best play"
    return tabular(label_, title, headings, [_target(price, like) for price in prices])


_STEPS = """
    Pays for other edges are left out: the commission is rounded to whole chips, and moves in steps with the
    pay.
"""


def _target(price: Price, like: str) -> BlockRow:
    name = Figure(price.edge, in_percent)
    if not price.solutions:
        bound = price.missed.edge if price.missed else None
        why = "none" if bound is None else f"none; {in_percent(bound)} is the bound"
        return name, why, *[NOTHING] * 5
    span = price.solutions[0]
    pay = span.high or span.low  # the nearest payable ones are those around it
    below = [quote for quote in price.payable if quote.returned <= pay]
    above = [quote for quote in price.payable if quote.returned > pay]
    nearest = *_posted(below[-1:], like), *_posted(above[:1], like)
    return name, _span_in_words(span, like), Figure(pay, decimal), *nearest


def _span_in_words(span: PayRange, like: str) -> str:
    """The pay of an edge, or the pays from one to another that have it."""
    low = _pay_in_words(span.low, like)
    if span.low == span.high:
        return low
    if span.low == 0 and span.high is not None:
        return f"{'at most' if span.has_high else 'below'} {_pay_in_words(span.high, like)}"
    if span.high is None:
        return f"{low} and above"
    return f"{low} {'up to' if span.has_high else 'to below'} {_pay_in_words(span.high, like)}"


def _pay_in_words(pay: Fraction, like: str) -> str:
    return "stake back" if pay == 1 else worded(pay, like)


def _posted(quotes: Sequence[Quote], like: str) -> tuple[Cell, Cell]:
    if not quotes:
        return NOTHING, NOTHING
    return Word(_pay_in_words(quotes[0].returned, like)), figure(quotes[0].edge, in_percent)
