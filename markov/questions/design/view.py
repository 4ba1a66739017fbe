"""The paytables of a wager inside an edge window."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from markov.exact import brief, in_short, root, rounded
from markov.naming import counted
from markov.questions.design.candidates import Bounds, FreePay
from markov.questions.design.design import Design, Designs
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.picture import Canvas, NoPicture, dots
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.table import PLAYS, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Strategy
from markov.wager.outcome import moved_commission
from markov.wager.paytable import worded


def view(asked: Asked, designs: Designs) -> View:
    """The posted paytable, and a row for each design."""
    return view_of(
        "design",
        asked,
        lambda: [_designs(asked, designs)],
        headline=lambda: _headline(designs),
        wager=designs.wager,
        line={"play": designs.wanted.way},
        document=lambda: _document(designs),
    )


def _headline(designs: Designs) -> str:
    """The first of the designs, in a line."""
    edge = _spanned(designs.wanted.edge)
    if not designs.designs:
        return f"No paytable has an edge {edge}"
    best = designs.designs[0]
    pays = ", ".join(
        f"{free.ending} {_text(designs, free, best.pays[free.ending])}" for free in designs.wanted.free
    )
    gives = brief(best.answer.played(designs.wanted.way).edge.per_stake)
    many = counted(len(designs.designs), "paytable")
    return f"{many} with an edge {edge}; first: {pays}, edge {gives}"


def _designs(asked: Asked, designs: Designs) -> Rows[Design]:
    title = f"{designs.wager.name}: paytables with an edge {_spanned(designs.wanted.edge)}"
    rows = [designs.posted, *designs.designs]
    return Rows(title, rows, list(_columns(designs, rows)), _notes(asked, designs), "designs")


def _columns(designs: Designs, rows: Sequence[Design]) -> Iterator[Column[Design]]:
    names = {id(design): str(number) for number, design in enumerate(rows)}

    def name(design: Design) -> Word:
        posted = design is designs.posted
        return Word("posted", "faint") if posted else Word(names[id(design)])

    def edge(way: Strategy) -> Callable[[Design], Fraction]:
        return lambda design: design.answer.played(way).edge.per_stake

    yield Column("design", lambda design: name(design).words, key="design", shown=name)
    for free in designs.wanted.free:
        yield from _pay_columns(designs, free)
    way: Strategy = designs.wanted.way
    other: Strategy = "never" if way == "optimal" else "optimal"
    yield from c.edges("edge", edge(way), ("edge", "per_stake"))
    if any(edge(way)(design) != edge(other)(design) for design in rows):
        yield c.percents(t.way_words(other, designs.wager), edge(other))
    for each in PLAYS:
        yield c.exact(None, edge(each), ("edge", each))
    yield from c.deviations("standard deviation", lambda design: design.play.variance, _deviation)
    yield c.percents("hit frequency", lambda design: design.play.hit_frequency, "hit_frequency")
    yield c.decimals("distance", lambda design: design.distance, "distance", shown=_shift)


def _pay_columns(designs: Designs, free: FreePay) -> tuple[Column[Design], Column[Design]]:
    ending = free.ending
    return (
        c.words(ending, lambda design: _text(designs, free, design.pays[ending]), ("pays", ending, "text")),
        c.exact(None, lambda design: design.pays[ending], ("pays", ending, "returned")),
    )


def _document(designs: Designs) -> Document:
    """The question, and what is proved of its answer; in a window null is an open end."""
    wanted = designs.wanted
    return {
        "play": wanted.way,
        "window": wanted.edge,
        "goal": wanted.goal,
        "sd_below": wanted.below,
        "hit": wanted.hit,
        "free": {
            free.ending: {
                "from": _pay(designs, free, free.first),
                "to": _pay(designs, free, free.pay(free.count - 1)),
                "step": free.step,
                "near": _pay(designs, free, free.target),
            }
            for free in wanted.free
        },
        **members(designs, "paytables complete nearest"),
        "why": " ".join(_why(designs)) or None,
    }


def _why(designs: Designs) -> Iterator[str]:
    """The reason why there are no designs, or what is not proved of them."""
    if designs.stopped:
        yield (
            "The search was given up at a limit of work, so better paytables may be missing; free fewer "
            "endings, narrow their ranges or take a larger --step."
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
        are = "edges on the grid are" if len(designs.nearest) > 1 else "edge on the grid is"
        yield f"No paytable lies inside the window; the nearest {are} {edges}."
    else:
        yield "No paytable was found that is as wanted."


def _notes(asked: Asked, designs: Designs) -> Iterator[str]:
    wanted = designs.wanted
    yield from _why(designs)
    are = "is" if designs.paytables == 1 else "are"
    yield f"There {are} {counted(designs.paytables, 'paytable')} on the grid{_proved(designs)}."
    ranges = (
        f"{free_pay.ending} {_text(designs, free_pay, free_pay.first)} up to "
        f"{_text(designs, free_pay, free_pay.pay(free_pay.count - 1))}"
        + (f" by {free_pay.step}" if free_pay.step != 1 else "")
        for free_pay in wanted.free
    )
    yield f"Free: {'; '.join(ranges)}. Other pays are as posted."
    yield f"The edge is per stake, {_played(designs)}; both ends of the window belong to it."
    if taken := moved_commission(designs.wager, (free_pay.ending for free_pay in wanted.free)):
        yield f"{taken.words()} It moves with the pay."
    filters = []
    if wanted.below is not None:
        filters.append(f"a standard deviation below {wanted.below}")
    if wanted.hit != (None, None):
        filters.append(f"a hit frequency {_spanned(wanted.hit)}")
    if filters:
        yield f"Only paytables with {' and '.join(filters)}."
    aimed = [free_pay for free_pay in wanted.free if free_pay.target != designs.posted.pays[free_pay.ending]]
    targets = ", ".join(
        f"{free_pay.ending} {_text(designs, free_pay, free_pay.target)}" for free_pay in aimed
    )
    near = f"the target pays ({targets}; others as posted)" if aimed else "the posted pays"
    order = {
        "near": f"Closest to {near} first.",
        "top": f"Highest award of the whole paytable first, then the closest to {near}.",
        "variance": f"Lowest variance first, then the closest to {near}.",
    }
    yield f"{order[wanted.goal]} Distance: the sum of the relative changes of the free pays."
    yield from t.origin(asked.reading, designs.wager.source)


def _played(designs: Designs) -> str:
    way = designs.wanted.way
    return "with best play" if way == "optimal" else h.without(designs.wager)


def _proved(designs: Designs) -> str:
    if not designs.complete:
        return ""
    if not designs.designs:
        return ", and none of them fits" if designs.paytables > 1 else ", and it does not fit"
    if len(designs.designs) < designs.wanted.count:
        return ", and these are all that fit" if len(designs.designs) > 1 else ", and no other fits"
    return ", and none that fits is better than these"


def _text(designs: Designs, free: FreePay, gross: Fraction) -> str:
    return worded(gross, designs.wager.pays.posted(free.ending))


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


def drawn(to: Canvas, designs: Designs) -> None:
    """The edge of each design and of the posted paytable, and the window of edges.

    Raises NoPicture where there is no design, and OSError where the file cannot be written.
    """
    if not designs.designs:
        raise NoPicture("no paytable is inside the window, so there is nothing to draw")
    rows = [designs.posted, *designs.designs]
    labels = [
        f"{number or 'posted'}: "
        + ", ".join(
            f"{free.ending} {_text(designs, free, row.pays[free.ending])}" for free in designs.wanted.free
        )
        for number, row in enumerate(rows)
    ]
    edges = [row.answer.played(designs.wanted.way).edge.per_stake for row in rows]
    title = f"{designs.wager.name}: paytables with an edge {_spanned(designs.wanted.edge)}"
    dots(to, title, "house edge", labels, {"house edge": edges}, band=designs.wanted.edge)
