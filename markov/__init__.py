"""Exact odds for wagers that run over many spins, and exact answers about any Markov chain.

    import markov as mk

    ruin = mk.explore(10, lambda s: {} if s in (0, 20) else {s + 1: 18, s - 1: 20})
    ruin.absorption()
    mk.game("repeater-bets-plus")["repeating-2"].odds()

A name is loaded when it is first used.
"""

TYPE_CHECKING = False  # type checkers take it for true; so `typing` is not waited for
if TYPE_CHECKING:
    from markov.chain.best_policy import EndlessGain
    from markov.chain.chain import Chain, OptimalStopping, TooManyStates, UnknownState, explore
    from markov.chain.decision_process import BestPolicy, DecisionProcess, explore_choices
    from markov.chain.transitions import NotAbsorbing, TooMuchWork
    from markov.distribution import Distribution, coin, dice, dice_on_roulette, roulette
    from markov.exact import one_in, percent, rounded
    from markov.front import ask
    from markov.package import __version__
    from markov.questions.layout.layout import layout
    from markov.questions.meter.meter import meter
    from markov.questions.promotion.bonus import bonus
    from markov.questions.promotion.rebate import rebate
    from markov.questions.session.session import session
    from markov.questions.simulate.observed import observed
    from markov.rules.boards import FillBoard
    from markov.rules.draws import Draws
    from markov.rules.expression import GoalError
    from markov.rules.goals import all_of, any_of, at_least, before, count, exactly, in_a_row, then, within
    from markov.rules.plain import PlainRule
    from markov.rules.prized import PrizedRule
    from markov.tables.view import NoFrames, View
    from markov.wager.catalogue import game, games
    from markov.wager.game import Game, Option, SheetError, Unknown
    from markov.wager.paytable import Paytable
    from markov.wager.prize import Prize
    from markov.wager.rule import End, Rule
    from markov.wager.wager import PaytableMismatch, Wager

_HOMES = {
    "chain.best_policy": "EndlessGain",
    "chain.chain": "Chain OptimalStopping TooManyStates UnknownState explore",
    "chain.decision_process": "BestPolicy DecisionProcess explore_choices",
    "chain.transitions": "NotAbsorbing TooMuchWork",
    "distribution": "Distribution coin dice dice_on_roulette roulette",
    "exact": "one_in percent rounded",
    "front": "ask",
    "package": "__version__",
    "questions.layout.layout": "layout",
    "questions.meter.meter": "meter",
    "questions.promotion.bonus": "bonus",
    "questions.promotion.rebate": "rebate",
    "questions.session.session": "session",
    "questions.simulate.observed": "observed",
    "rules.boards": "FillBoard",
    "rules.draws": "Draws",
    "rules.expression": "GoalError",
    "rules.plain": "PlainRule",
    "rules.prized": "PrizedRule",
    "rules.goals": "all_of any_of at_least before count exactly in_a_row then within",
    "tables.view": "NoFrames View",
    "wager.catalogue": "game games",
    "wager.game": "Game Option SheetError Unknown",
    "wager.paytable": "Paytable",
    "wager.prize": "Prize",
    "wager.rule": "End Rule",
    "wager.wager": "PaytableMismatch Wager",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [  # said in full, so that editors and type checkers see it
    "BestPolicy",
    "Chain",
    "DecisionProcess",
    "Distribution",
    "Draws",
    "End",
    "EndlessGain",
    "FillBoard",
    "Game",
    "GoalError",
    "NoFrames",
    "NotAbsorbing",
    "OptimalStopping",
    "Option",
    "Paytable",
    "PaytableMismatch",
    "PlainRule",
    "Prize",
    "PrizedRule",
    "Rule",
    "SheetError",
    "TooManyStates",
    "TooMuchWork",
    "Unknown",
    "UnknownState",
    "View",
    "Wager",
    "__version__",
    "all_of",
    "any_of",
    "ask",
    "at_least",
    "before",
    "bonus",
    "coin",
    "count",
    "dice",
    "dice_on_roulette",
    "exactly",
    "explore",
    "explore_choices",
    "game",
    "games",
    "in_a_row",
    "layout",
    "meter",
    "observed",
    "one_in",
    "percent",
    "rebate",
    "roulette",
    "rounded",
    "session",
    "then",
    "within",
]


if not TYPE_CHECKING:  # else any name would do

    def __getattr__(name: str) -> object:
        if name not in _HOME:
            raise AttributeError(f"module 'markov' has no attribute {name!r}")
        from importlib import import_module

        value: object = getattr(import_module(f"markov.{_HOME[name]}"), name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return __all__
