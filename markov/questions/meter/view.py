"""The worth of a progressive meter, in a table and as a picture."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from markov.questions.meter.meter import Meter
from markov.tables import table as t
from markov.tables.money import AMOUNTS, NamedAmount, amounts, amounts_line
from markov.tables.picture import Canvas, NoPicture, Trace, curves
from markov.tables.records import members
from markov.tables.rows import Rows
from markov.tables.view import View, view_of
from markov.wager.asked import Asked


def view(asked: Asked | None, meter: Meter) -> View:
    """The long-run return and the break-even amounts of a meter."""
    figures = list(_amounts(meter))
    said = members(meter, "play bet seed adds now must_hit_by")
    return view_of(
        "meter",
        asked,
        lambda: _parts(meter, figures),
        headline=lambda: amounts_line(figures),
        wager=meter.wager,
        notes=lambda: _notes(asked, meter),
        document=lambda: {"ending": meter.ending or None, **said, **amounts(figures)},
    )


def _title(meter: Meter) -> str:
    name = meter.wager.name if meter.wager else "A law of one's own"
    how = f"must hit by {meter.must_hit_by}" if meter.must_hit_by is not None else f"won by {meter.ending}"
    return f"{name}: a meter {how}, bet {meter.bet}"


def _parts(meter: Meter, figures: list[NamedAmount]) -> Iterator[Rows[Any]]:
    shown = [row for row in figures if row.amount is not None]
    yield Rows(_title(meter), shown, AMOUNTS, part="figures", nested=True)


def _amounts(meter: Meter) -> Iterator[NamedAmount]:
    of = NamedAmount.of
    yield of("edge without the meter", "edge", meter.edge, percent=True)
    yield of("chance of the ending", "chance", meter.chance, percent=True)
    yield of("long-run return", "long_run", meter.long_run, percent=True)
    yield of("one play breaks even at", "one_play", meter.one_play)
    yield of("playing until it hits breaks even at", "until_hit", meter.until_hit)
    yield of("gain of one play now", "gain_now", meter.gain_now)
    yield of("gain of playing until it hits", "gain_until", meter.gain_until)


def _notes(asked: Asked | None, meter: Meter) -> Iterator[str]:
    for name, amount in (("One play", meter.one_play), ("Playing until it hits", meter.until_hit)):
        if amount is None:
            yield f"{name} is worth it with any amount on the meter."
    if meter.must_hit_by is not None:
        yield "The trigger is uniform, and the meter is paid where it falls."
    else:
        yield f"The meter is paid in place of {meter.ending}, with the share of the winning bet in it."
    if meter.wager and asked:
        yield f"A play is {t.way_words(meter.play or 'never', meter.wager)}."
        yield from t.origin(asked.reading, meter.wager.source)


def drawn(to: Canvas, meter: Meter) -> None:
    """The gain of one play by the meter, as a share of the bet.

    Raises NoPicture where a play is worth it with any amount on the meter.
    """
    even = meter.one_play
    if even is None:
        raise NoPicture("a play is worth it with any amount on the meter, so there is nothing to draw")
    low = meter.seed or Fraction(0)
    high = 2 * even - low if meter.must_hit_by is None else (even + meter.must_hit_by) / 2
    high = max(high, meter.now or high)
    points = [low + (high - low) * k / 40 for k in range(41)] if low < even else [even, even * 2]
    trace = Trace("one play", [(amount, meter.gain(amount)) for amount in points], [(even, Fraction(0))])
    now = None if meter.now is None else (meter.now, meter.gain(meter.now))
    curves(to, _title(meter), ("on the meter", "expected gain, of the bet"), [trace], at=now)
