"""The worth of a progressive meter, in a table and as a picture."""

from collections.abc import Iterator
from fractions import Fraction

from markov.questions.meter.meter import Meter
from markov.tables import money as m
from markov.tables.picture import Canvas, NoPicture, Trace, curves
from markov.tables.records import members
from markov.tables.view import View
from markov.wager.asked import Asked

_FIGURES = {
    "edge": "edge without the meter",
    "chance": "chance of the ending",
    "long_run": "long-run return",
    "one_play": "one play breaks even at",
    "until_hit": "playing until it hits breaks even at",
    "gain_now": "gain of one play now",
    "gain_until": "gain of playing until it hits",
}


def view(asked: Asked | None, meter: Meter) -> View:
    """The long-run return and the break-even amounts of a meter."""
    amounts = m.amounts(meter, _FIGURES, "edge chance long_run")
    said = {"ending": meter.ending or None, **members(meter, "play bet seed adds now must_hit_by")}
    notes = tuple(_notes(meter))
    return m.figures_view("meter", asked, meter.wager, meter.play, _title(meter), amounts, notes, said)


def _title(meter: Meter) -> str:
    how = f"that must hit by {meter.must_hit_by}" if meter.must_hit_by is not None else f"on {meter.ending}"
    return f"{m.called(meter.wager)}: a meter {how}, bet {meter.bet}"


def _notes(meter: Meter) -> Iterator[str]:
    for name, amount in (("One play", meter.one_play), ("Playing until it hits", meter.until_hit)):
        if amount is None:
            yield f"{name} is worth it with any amount on the meter."
    if meter.seed is not None and meter.long_run is None:
        yield "The long-run return is left out: best play changes as the meter grows."
    if meter.must_hit_by is not None:
        yield "The trigger is uniform, and the meter is paid where it falls."
        if meter.until_hit is not None:
            yield "Where playing until it hits breaks even is said to the next millionth of a bet."
    else:
        yield f"The meter is paid in place of {meter.ending}, with the share of the winning bet in it."


def drawn(to: Canvas, meter: Meter) -> None:
    """The gain of one play by the meter, as a share of the bet.

    Raises NoPicture where a play is worth it with any amount on the meter.
    """
    even = meter.one_play
    if even is None:
        raise NoPicture("a play is worth it with any amount on the meter, so there is nothing to draw")
    low = Fraction(0) if meter.seed is None or meter.seed >= even else meter.seed
    high = 2 * even - low if meter.must_hit_by is None else (even + meter.must_hit_by) / 2
    high = max(high, meter.now or high)
    points = [low + (high - low) * k / 40 for k in range(41)]
    trace = Trace("one play", [(amount, meter.gain(amount)) for amount in points], [(even, Fraction(0))])
    now = {} if meter.now is None else {"as it stands": [(meter.now, meter.gain(meter.now))]}
    curves(to, _title(meter), ("on the meter", "expected gain, of the bet"), [trace], now)
