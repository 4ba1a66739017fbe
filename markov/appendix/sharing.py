"""Several wagers on one layout: what they come to together, on the same spins."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from markov.chain.chain import TooManyStates
from markov.chain.solve_order import TooMuchWork
from markov.statistics.exposure import Exposure, exposure
from markov.statistics.joint import Joint, Total, joint
from markov.wager.odds import Answer, Way


@dataclass(frozen=True, slots=True)
class Together:
    """A layout under one way of playing all its wagers.

    apart   what the variance would be, were the wagers independent
    """

    joint: Joint
    total: Total
    apart: Fraction
    exposure: Exposure


@dataclass(frozen=True, slots=True)
class Sharing:
    """The layout under each way of playing.

    why   why there are no figures, or none for one way of playing; empty where there are
    """

    stakes: Mapping[str, Fraction]
    ways: Mapping[Way, Together]
    why: str = ""


def sharing(answers: Mapping[str, Answer], stakes: Mapping[str, Fraction]) -> Sharing:
    """What the wagers come to, by the names of the mapping, a unit or more staked on each."""
    made = {name: answer for name, answer in answers.items() if stakes.get(name)}
    wheels = {answer.wager.wheel for answer in made.values()}
    if len(made) < 2 or len(wheels) > 1:
        return Sharing(stakes, {}, "it takes two wagers that stand on the same spins")
    ways: list[Way] = ["never"]
    if any(answer.optimal != answer.never for answer in made.values()):
        ways.append("optimal")
    staked = {name: stakes[name] for name in made}
    found: dict[Way, Together] = {}
    why = ""
    for way in ways:
        try:
            found[way] = _together(made, staked, way)
        except (TooManyStates, TooMuchWork) as error:
            why, _, _ = str(error).partition(";")  # what follows tells of an option that is not meant here
    return Sharing(staked, found, why)


def _together(answers: Mapping[str, Answer], stakes: Mapping[str, Fraction], way: Way) -> Together:
    found = joint(answers, way)
    own = (stakes[name] ** 2 * found.covariances[k][k] for k, name in enumerate(found.wagers))
    return Together(found, found.total(stakes), sum(own, Fraction(0)), exposure(answers, stakes, way))
