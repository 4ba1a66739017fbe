"""Pockets of a large race of tallies, without its states: what one more does, and the derivatives."""

from collections.abc import Mapping
from fractions import Fraction
from math import lcm, prod
from typing import Any

from markov.chain.chain import Chain
from markov.race.goals import Reach, tallies
from markov.race.race import chance_slopes, race
from markov.wager.wager import End, Ladder, Wager, raced_to_its_end

FEW_STATES = 2_000  # so many are solved again and again in no time


def large_race(wager: Wager, chain: Chain[Any]) -> Ladder | None:
    """The goals of a wager that is played to its end, if it has many states; None where states are needed.

    Each state is to be a way in which the tallies can stand, and no tally full after one spin: then two
    outcomes lead to the same states just where the same tallies count them.
    """
    ladder = raced_to_its_end(wager)
    if ladder is None or not ladder.goals:
        return None
    parts = [part for part in tallies(ladder.goals[-1]) if isinstance(part, Reach)]
    playing = len(chain) - len(chain.transitions.absorbing)
    sizes = prod(part.need for part in parts), prod(part.need + 1 for part in parts) - 1
    apart = not chain.merged and playing in sizes and all(part.need > 1 for part in parts)
    return ladder if apart and playing > FEW_STATES else None


def kinds(wager: Wager, ladder: Ladder) -> list[list[Any]]:
    """The outcomes of the wheel, those together that do the same."""
    counted = [part.counts for part in tallies(ladder.goals[-1])]
    found: dict[tuple[bool, ...], list[Any]] = {}
    for outcome in wager.wheel:
        alike = (outcome in ladder.stop, *(outcome in counts for counts in counted))
        found.setdefault(alike, []).append(outcome)
    return list(found.values())


def return_slopes(wager: Wager, ladder: Ladder, pays: Mapping[str, Fraction]) -> dict[Any, Fraction]:
    """The derivative of the return by the weight of each outcome."""
    found = dict.fromkeys(wager.wheel, Fraction(0))
    for goal, low, high in zip(ladder.goals, ladder.ends, ladder.ends[1:], strict=False):
        for outcome, slope in chance_slopes(goal, wager.wheel, ladder.stop).items():
            found[outcome] += (pays[high] - pays[low]) * slope
    return found


def chart(wager: Wager) -> Chain[Any] | None:
    """A chain in which one spin brings what the whole race brings; None where it is none on this wheel."""
    ladder = raced_to_its_end(wager)
    if ladder is None:
        return None
    reached = [race(goal, wager.wheel, ladder.stop).chance for goal in ladder.goals]
    chances = [
        one - other for one, other in zip([Fraction(1), *reached], [*reached, Fraction(0)], strict=True)
    ]
    unit = lcm(*(chance.denominator for chance in chances))
    weights = {
        End(name): int(chance * unit) for name, chance in zip(ladder.ends, chances, strict=True) if chance
    }
    spin = list(enumerate(weights.values(), 1))
    return Chain.of([wager.rule.start, *weights], [spin, *([] for _ in weights)])
