"""Outcomes, drawn one after the other from a seed."""

import random
from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from markov.wager.game import slug
from markov.wager.wager import Wager


def draws(wager: Wager, seed: int) -> Callable[[Any], Any]:
    """The draw of an outcome in a state, spin by spin in one round of the wager.

    It depends on the seed, the wheel and the slug of the wager alone, and on what was drawn before.
    """
    # A number and not a text is the seed, and whole weights are drawn, so that every Python plays alike.
    drawn = random.Random(1_000 * seed + sum(slug(wager.name).encode()))  # noqa: S311

    def draw(state: Any) -> Any:
        wheel = wager.turned(state)
        return list(wheel)[bisect_right(list(accumulate(wheel.values())), drawn.randrange(wheel.total))]

    return draw
