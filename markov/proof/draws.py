"""Outcomes of a wheel, drawn one after the other from a seed."""

import random
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from markov.wager.game import slug
from markov.wager.wager import Wager


def draws(wager: Wager, seed: int) -> Iterator[Any]:
    """The outcomes of one round of the wager, spin by spin, without end.

    It depends on the seed, the wheel and the slug of the wager alone.
    """
    # A number and not a text is the seed, and whole weights are drawn, so that every Python plays alike.
    drawn = random.Random(1_000 * seed + sum(slug(wager.name).encode()))  # noqa: S311
    outcomes, bounds = list(wager.wheel), list(accumulate(wager.wheel.values()))
    while True:
        yield outcomes[bisect_right(bounds, drawn.randrange(wager.wheel.total))]
