"""Small games beside those that are installed: ladders, and rules with trouble in them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from markov.distribution import Distribution
from markov.wager.game import Game, Option
from markov.wager.odds import answer
from markov.wager.paytable import Paytable
from markov.wager.rule import End, stop_or_play_on
from markov.wager.wager import Wager


@dataclass(frozen=True)
class NestedRace:
    """Climbs to the top on a hit, falls off on an out; may step down on any rung above the ground."""

    rungs: int

    @property
    def start(self):
        return (0,)

    def step(self, state, outcome):
        (rung,) = state
        if outcome == "out":
            return End("lost")
        if outcome == "miss":
            return state
        return (rung + 1,) if rung + 1 < self.rungs else End("made")

    def actions(self, state):
        (rung,) = state
        return stop_or_play_on(state, End(f"surrender-{rung}") if rung else None)


def ladder(name="Up | down", rungs=2, outs=3, misses=2, **terms):
    pays = {"made": "40 for 1", "lost": "nothing", "surrender-1": "6 for 1"}
    wheel = Distribution({"hit": 1, "miss": misses, "out": outs})
    return Wager(name, NestedRace(rungs), wheel, Paytable(terms.pop("pays", pays)), "Table 1", **terms)


def _wagers(reading: Mapping[str, str]):
    yield ladder(outs=int(reading["outs"]), envy=Paytable({"made": "1 for 1"}))
    plain = {"made": "2 to 1", "lost": "nothing"}
    yield ladder("Plain", rungs=1, outs=2, pays=plain, outlay=Fraction(21, 20))


GAME = Game(
    "Ladders",
    "a rack card",
    (
        Option("outs", "How many outs?", {"6": "six", "3": "three"}),
        Option("hats", "May hats be worn?", {"no": "no", "yes": "yes"}, idle="a hat changes nothing"),
    ),
    _wagers,
)


def answered_by(every: bool):
    """The readings of the game of ladders, or every combination, each with the answers to its wagers."""
    return [
        (reading, [answer(one) for one in GAME.wagers(reading).values()]) for reading in GAME.readings(every)
    ]


class Endless:
    """A rule that a miss leads astray, for ever."""

    start = (0,)

    def step(self, state, outcome):
        if state != (0,) or outcome == "miss":
            return (2 - state[0] // 2,)
        return End("made") if outcome == "hit" else End("lost")


class Runaway(Endless):
    """A rule with a new state on every spin."""

    def step(self, state, outcome):
        return (state[0] + 1,)


class Broken(Endless):
    """A rule with a mistake in it."""

    def step(self, state, outcome):
        raise RuntimeError("oops\nand more")


def troubles(rule):
    pays = {"made": "40 for 1", "lost": "nothing"}
    wager = replace(ladder("Trouble", pays=pays), rule=rule)
    return lambda: Game("Troubles", "nowhere", (), lambda _: [wager])


SHELF = {
    "ladders": lambda: GAME,
    "endless": troubles(Endless()),
    "runaway": troubles(Runaway()),
    "broken": troubles(Broken()),
}


@dataclass(frozen=True)
class HeadsBeforeTails:
    """So many heads before the first tail; an offer in every state."""

    need: int

    @property
    def start(self):
        return 0

    def step(self, state, outcome):
        if outcome == "tails":
            return End("lost")
        return End("made") if state + 1 == self.need else state + 1

    def actions(self, state):
        return stop_or_play_on(state, End(f"cash-{state}"))
