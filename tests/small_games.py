"""Small games beside those that are installed: ladders, and rules with trouble in them."""

from dataclasses import replace

from markov.wager.game import Game
from markov.wager.rule import End
from tests.tables.test_views import GAME, ladder


class Endless:
    """A rule that a miss leads astray, for ever."""

    start = (0,)

    def step(self, state, outcome):
        if state != (0,) or outcome == "miss":
            return (2 - state[0] // 2,)
        return End("made") if outcome == "hit" else End("lost")

    def offer(self, state):
        return None


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
