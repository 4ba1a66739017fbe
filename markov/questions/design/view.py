"""The paytables of a wager inside an edge window."""

from collections.abc import Iterator
from fractions import Fraction

from markov.exact import in_short, root, rounded
from markov.naming import counted
from markov.questions.design.candidates import Bounds, FreePay
from markov.questions.design.design import Design, Designs
from markov.tables import table as t
from markov.tables.records import Records, keys, members
from markov.tables.table import ROOT, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.outcome import moved_commission
from markov.wager.paytable import worded

_PLAY = {"optimal": "under best play", "never": "played to its end"}


def view(asked: Asked, designs: Designs) -> View:
    """The posted paytable, and a row for each design."""
    return View(
        Tables(lambda: [_table(asked, designs)]),
        lambda: _records(asked, designs),
        lambda: _document(asked, designs),
    )


def _listed(designs: Designs) -> dict[str, Design]:
    """The posted paytable and the designs, by name."""
    return {"posted": designs.posted, **{str(i): one for i, one in enumerate(designs.designs, 1)}}


def _table(asked: Asked, designs: Designs) -> Table:
    wanted, listed = designs.wanted, _listed(designs)
    shown = list(listed.values())
    parts = [t.words("design", [Word(name, "faint" if name == "posted" else "") for name in listed])]
    for free in wanted.free:
        parts.append(t.words(free.ending, [_text(designs, free, one.pays[free.ending]) for one in shown]))
    edge, others = [one.play.edge.per_stake for one in shown], [_other(designs, one) for one in shown]
    parts.append(t.edges("edge", edge))
    if others != edge:
        name = t.way_words("never" if wanted.way == "optimal" else "optimal", designs.posted.answer.wager)
        parts.append(t.decimals(name, others, t.in_percent))
    parts += [
        t.decimals("standard deviation", [one.play.variance for one in shown], _deviation),
        t.decimals("hit frequency", [one.play.hit_frequency for one in shown], t.in_percent),
        t.decimals("distance", [one.distance for one in shown], _shift),
    ]
    name = designs.posted.answer.wager.name
    return t.table(f"{name}: paytables with an edge {_spanned(wanted.edge)}", parts, _notes(asked, designs))


def _document(asked: Asked, designs: Designs) -> Document:
    """The posted paytable and the designs; in a window null is an open end."""
    wanted = designs.wanted
    return {
        "schema": "markov/design/1",
        "game": asked.game.slug,
        "wager": slug(designs.posted.answer.wager.name),
        "options": asked.reading,
        "play": wanted.way,
        "window": wanted.edge,
        "goal": wanted.goal,
        "sd_below": wanted.below,
        "hit": wanted.hit,
        "free": {
            one.ending: {
                "from": _pay(designs, one, one.first),
                "to": _pay(designs, one, one.pay(one.count - 1)),
                "step": one.step,
                "near": _pay(designs, one, one.target),
            }
            for one in wanted.free
        },
        "paytables": designs.paytables,
        "posted": _design(designs, designs.posted),
        "designs": [_design(designs, one) for one in designs.designs],
        **members(designs, "method complete"),
        "why": " ".join(_why(designs)) or None,
        "nearest": designs.nearest,
    }


def _design(designs: Designs, one: Design) -> Document:
    return {
        "pays": {free.ending: _pay(designs, free, one.pays[free.ending]) for free in designs.wanted.free},
        "edge": {
            "per_stake": one.play.edge.per_stake,
            "never": one.answer.never.edge.per_stake,
            "optimal": one.answer.optimal.edge.per_stake,
        },
        **members(one.play, "variance hit_frequency"),
        "distance": one.distance,
        "decimals": {
            "edge_per_stake": t.decimal(one.play.edge.per_stake),
            "standard_deviation": root(one.play.variance),
            "hit_frequency": t.decimal(one.play.hit_frequency),
            "distance": t.decimal(one.distance),
        },
    }


def _why(designs: Designs) -> Iterator[str]:
    """The reason why there are no designs, or what is not proved of them."""
    if designs.stopped:
        yield (
            "The search was given up at a limit of work, so better paytables may be missing; free fewer "
            "endings, narrow their ranges or take a larger --step."
        )
    elif designs.method == "milp" and not designs.complete:
        yield (
            "Proposed by integer programmes, which HiGHS solves in rounded numbers: what is listed is "
            "checked exactly, but that nothing better is missing is not proved."
        )
    if designs.designs:
        return
    if designs.least is not None:
        yield (
            "Paytables lie inside the window, but none of them passes the filters; the lowest standard "
            f"deviation inside is {_deviation(designs.least)}."
        )
    elif designs.nearest:
        edges = " and ".join(map(t.with_percent, designs.nearest))
        yield f"No paytable lies inside the window; the nearest edges on the grid are {edges}."
    elif designs.wanted.filtered:
        yield "No paytable was found that lies inside the window and passes the filters."
    else:
        yield "No paytable was found inside the window."


def _notes(asked: Asked, designs: Designs) -> Iterator[str]:
    wanted = designs.wanted
    yield from _why(designs)
    are = "is" if designs.paytables == 1 else "are"
    yield f"There {are} {counted(designs.paytables, 'paytable')} on the grid{_proved(designs)}."
    ranges = (
        f"{one.ending} {_text(designs, one, one.first)} up to {_text(designs, one, one.pay(one.count - 1))}"
        + (f" by {one.step}" if one.step != 1 else "")
        for one in wanted.free
    )
    yield f"Free: {'; '.join(ranges)}. Other pays are as posted."
    yield f"The edge is per stake, {_PLAY[wanted.way]}; both ends of the window belong to it."
    if taken := moved_commission(designs.posted.answer.wager, (one.ending for one in wanted.free)):
        yield f"{taken.words()} It moves with the pay."
    filters = []
    if wanted.below is not None:
        filters.append(f"a standard deviation below {wanted.below}")
    if wanted.hit != (None, None):
        filters.append(f"a hit frequency {_spanned(wanted.hit)}")
    if filters:
        yield f"Only paytables with {' and '.join(filters)}."
    order = {
        "near": "The nearest first.",
        "top": "The highest award of the whole paytable first, then the nearest.",
        "variance": "The lowest variance first, then the nearest.",
    }
    aimed = [one for one in wanted.free if one.target != designs.posted.pays[one.ending]]
    targets = ", ".join(f"{one.ending} {_text(designs, one, one.target)}" for one in aimed)
    near = f"the aim ({targets}; otherwise the posted pay)" if aimed else "the posted pay"
    yield (
        f"{order[wanted.goal]} Distance: the sum over the free pays of their change as a part of {near}, "
        "each counted as the sheet says it."
    )
    yield from t.origin(asked.reading, designs.posted.answer.wager.source)


def _proved(designs: Designs) -> str:
    if not designs.complete:
        return ""
    if not designs.designs:
        return ", and none of them fits"
    if len(designs.designs) < designs.wanted.count:
        return ", and these are all that fit"
    return ", and none that fits is better than these"


def _other(designs: Designs, one: Design) -> Fraction:
    """The edge under the play that was not asked for."""
    return one.answer.played("never" if designs.wanted.way == "optimal" else "optimal").edge.per_stake


def _text(designs: Designs, free: FreePay, gross: Fraction) -> str:
    return worded(gross, designs.posted.answer.wager.pays.posted(free.ending))


def _pay(designs: Designs, free: FreePay, gross: Fraction) -> Document:
    return {"returned": gross, "text": _text(designs, free, gross)}


def _spanned(span: Bounds) -> str:
    low, high = (None if end is None else in_short(end) for end in span)
    if low is None or high is None:
        return f"of at most {high}" if low is None else f"of at least {low}"
    return f"of {low}" if low == high else f"of {low} to {high}"


def _deviation(variance: Fraction) -> str:
    """The standard deviation to four places."""
    return root(variance, 4)


def _shift(distance: Fraction) -> str:
    return rounded(distance, 4)


def _records(asked: Asked, designs: Designs) -> Records:
    """A row for the posted paytable and for each design."""
    free = designs.wanted.free
    pays = keys("pay", [one.ending for one in free])
    texts = keys("text", [one.ending for one in free])
    rows = (
        {
            "design": name,
            **{texts[line.ending]: _text(designs, line, one.pays[line.ending]) for line in free},
            **{pays[line.ending]: one.pays[line.ending] for line in free},
            "edge": one.play.edge.per_stake,
            "edge_never": one.answer.never.edge.per_stake,
            "edge_optimal": one.answer.optimal.edge.per_stake,
            "variance": one.play.variance,
            ROOT: t.value(ROOT, one.play.variance),
            "hit_frequency": one.play.hit_frequency,
            "distance": one.distance,
        }
        for name, one in _listed(designs).items()
    )
    figures = ("edge", "edge_never", "edge_optimal", "variance", ROOT, "hit_frequency", "distance")
    kinds = dict.fromkeys(("design", *texts.values()), str)
    numbers = dict.fromkeys((*pays.values(), *figures), Fraction)
    wager = designs.posted.answer.wager
    return Records.about(asked, wager, {**kinds, **numbers}, rows, play=designs.wanted.way)
