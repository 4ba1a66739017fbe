"""Two small bets that are simulated."""

from dataclasses import dataclass

from markov.distribution import Distribution
from markov.rules.plain import PlainRule
from markov.wager.paytable import Paytable
from markov.wager.rule import End, stop_or_play_on
from markov.wager.wager import Wager

DICE = Distribution({**{n: 6 - abs(7 - n) for n in range(2, 13)}, "0": 1, "00": 1})


@dataclass(frozen=True)
class Repeater:
    number: int
    need: int
    start = (0,)

    def step(self, state, outcome):
        if outcome == 7:
            return End("lost")
        if outcome != self.number:
            return state
        return End("made") if state[0] + 1 == self.need else (state[0] + 1,)

    def actions(self, state):
        return stop_or_play_on(state, End(f"surrender-{state[0]}", decides=False))


def repeating_2(**pays: str) -> Wager:
    named = {name.replace("_", "-"): pay for name, pay in pays.items()}
    return Wager("Repeating 2", Repeater(2, 2), DICE, Paytable({"lost": "nothing", **named}), "a sheet")


def once(wheel: dict, **pays: str) -> Wager:
    """One spin: the outcome names the end; a zero is no decision."""
    rule = PlainRule("ready", lambda state, outcome: state if outcome == "0" else End(outcome))
    return Wager("Once", rule, Distribution(wheel), Paytable(pays), "a sheet")
