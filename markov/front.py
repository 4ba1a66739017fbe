"""The front door: a question in one line, the view of any answer, and who answers for a wager, as types.

`Wager` and the results stand below all of this and know it by name: see docs/why/architecture.md.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from markov.exact import chance, check_text, check_whole
from markov.naming import listed
from markov.rules.expression import GoalError
from markov.wager.asked import Asked, asked_about, together
from markov.wager.comparison import Compared
from markov.wager.game import check_one_of
from markov.wager.odds import Answer, GameOdds
from markov.wager.paytable import check_pay

if TYPE_CHECKING:
    from fractions import Fraction

    from markov.appendix.report import report
    from markov.questions.ask.reply import Reply
    from markov.questions.law.law import spin_law
    from markov.questions.meter.meter import meter
    from markov.questions.play.round import round_of
    from markov.questions.price.price import price
    from markov.questions.promotion.bonus import bonus
    from markov.questions.promotion.rebate import rebate
    from markov.questions.sensitivity.sensitivity import sensitivity
    from markov.questions.session.session import session
    from markov.questions.simulate.observed import observed
    from markov.questions.simulate.simulation import simulate
    from markov.questions.surrender.schedule import schedule
    from markov.questions.surrender.surrender import surrender
    from markov.rules.expression import Goal
    from markov.tables.picture import Axes, Canvas
    from markov.tables.view import View
    from markov.wager.comparison import what_if
    from markov.wager.odds import Road, answer, game_odds
    from markov.wager.pay_edits import with_pays

__all__ = [
    "answer",
    "ask",
    "bonus",
    "game_odds",
    "meter",
    "observed",
    "plot",
    "price",
    "rebate",
    "report",
    "round_of",
    "schedule",
    "sensitivity",
    "session",
    "simulate",
    "spin_law",
    "surrender",
    "view",
    "what_if",
    "with_pays",
]


def ask(
    question: "str | Goal",
    *,
    on: str | None = None,
    pays: "str | Fraction | None" = None,
    surrender: "Mapping[int, str | Fraction] | None" = None,
    by: "Road | None" = None,
    within: int | None = None,
    at_least: int | None = None,
    limit: int = 200_000,
    over: str = "decided",
    tie: str = "stopper",
    quantile: "str | Fraction | None" = None,
) -> "Reply":
    """The exact answer to a question in one line, or to a goal that is built in Python.

    on          two dice, craps, d6, 3d6, coin, single zero, double zero, triple zero, weights such as
                A:3,B:5/2, a deck, or a bag such as "bag A:3,B:5", drawn from without replacement;
                two dice where it is left out, or craps or a coin where only they have such labels
    pays        what the goal pays, such as "90 for 1": then `odds` is there too
    surrender   by count: what is offered there, as for `pays`
    by          "chain" or "race"; the road that suits where it is left out
    within      asks for the chance that so many trials at the most decide it, and at_least for the chance
                that it takes so many at the least
    over        when play is over, as in a sheet: "early", as soon as too few trials are left of the deadline
    tie         what comes first where one trial brings the goal and its stopper: "stopper" or "goal"
    quantile    a chance, such as "90%": asks for the least number of trials that decide it with this chance

    >>> import markov as mk
    >>> found = mk.ask("6x6 before 7")
    >>> found.probability, found.spins.mean, found.states
    (Fraction(15625, 1771561), Fraction(10535616, 1771561), 8)
    >>> mk.ask("6x6 before 7", pays="90 for 1").odds.never.edge.per_stake
    Fraction(365311, 1771561)

    Raises GoalError, which points at the character, for what makes no sense or can never be.
    """
    from markov.questions.ask.reply import reply
    from markov.rules.goals import goal

    if on is not None:
        check_text("on", on, _weights(on))
    if by is not None:
        check_one_of("road", by, ("chain", "race"))
    check_pay("pays", pays)
    if surrender is not None and not isinstance(surrender, Mapping):
        raise TypeError(f"surrender is {surrender!r:.60}; expected pays by count, such as {{4: '30 for 1'}}")
    for count, pay in (surrender or {}).items():
        check_pay(f"surrender at {count}", pay)
    for name, number in (("within", within), ("at_least", at_least)):
        if number is not None:
            check_whole(name, number, 0)
    parsed = goal(question)
    wanted = None if quantile is None else chance(quantile)
    try:
        return reply(
            parsed, str(question), on, pays, surrender, by, within, at_least, limit, over, tie, wanted
        )
    except GoalError as error:
        text = question if isinstance(question, str) else ""
        raise GoalError(error.why, error.at, text) from None


def _weights(on: object) -> str:
    """The text that was meant by a wheel that is none."""
    match on:
        case dict():
            return ",".join(f"{label}:{weight}" for label, weight in on.items())
        case int():
            return f"d{on}"
    return "two dice"


def view(result: object) -> "View":
    """The result as what is shown: tables, a data frame, the document that `--json` prints.

    Raises TypeError for what is no answer to a question.
    """
    from markov.questions.ask.reply import Reply
    from markov.questions.law.law import SpinLaw
    from markov.questions.layout.layout import LayoutTotal
    from markov.questions.meter.meter import Meter
    from markov.questions.play.round import Round
    from markov.questions.price.price import Price
    from markov.questions.promotion.bonus import Bonus
    from markov.questions.promotion.rebate import Rebate
    from markov.questions.sensitivity.sensitivity import Sensitivity
    from markov.questions.session.session import Session
    from markov.questions.simulate.observed import Observed
    from markov.questions.simulate.simulation import Simulation
    from markov.questions.surrender.surrender import Surrender

    match result:
        case Reply():
            from markov.questions.ask.view import view as ask

            return ask([result])
        case Answer():
            from markov.questions.odds.view import view as odds

            return odds(asked_about(result.wager), [result])
        case GameOdds():
            from markov.questions.odds.view import view as odds

            game = result.game
            asked = Asked(
                game, game.reading(), {key: answer.wager for key, answer in result.items()}, named=False
            )
            return odds(asked, list(result.values()))
        case Price():
            from markov.questions.price.view import view as price

            return price(asked_about(result.wager), result, chosen=False)
        case Surrender():
            from markov.questions.surrender.view import view as surrender

            return surrender(asked_about(result.answer.wager), result)
        case Sensitivity():
            from markov.questions.sensitivity.view import view as sensitivity

            return sensitivity(asked_about(result.wager), result)
        case Bonus() | Rebate():
            from markov.questions.promotion.view import view as promotion

            return promotion(None if result.net.wager is None else asked_about(result.net.wager), result)
        case Meter():
            from markov.questions.meter.view import view as meter

            return meter(None if result.wager is None else asked_about(result.wager), result)
        case Session():
            from markov.questions.session.view import view as session

            return session(
                None if result.terms.net.wager is None else asked_about(result.terms.net.wager), result
            )
        case Observed():
            from markov.questions.simulate.observed_view import view as observed

            return observed(None if result.wager is None else asked_about(result.wager), result)
        case Simulation():
            from markov.questions.simulate.view import view as simulate

            asked = asked_about(result.wager)
            return simulate(asked, result.trials, result.rounds, result.seed, result.verdict)
        case LayoutTotal():
            from markov.questions.layout.view import view as layout

            return layout(together(*(part.wager for part in result.parts)), result)
        case SpinLaw():
            from markov.questions.law.view import Figures
            from markov.questions.law.view import view as law

            return law(Figures(asked_about(result.wager), result))
        case Round():
            from markov.questions.play.view import view as play

            return play(asked_about(result.wager), [result])
        case Compared():
            from markov.questions.what_if.view import view as what_if

            asked = asked_about(result.before.wager)
            return what_if(asked, asked.reading, [result], single=True)
    raise TypeError(f"a {type(result).__name__} has no view: it is not the answer to a question")


def plot(result: object, ax: "Axes | None" = None) -> "Axes":
    """The result as a picture, on axes of matplotlib: those given, or those of a new figure; they come back.

    A chain is drawn as its transition diagram, as is that of a question in one line. Raises NoPicture where
    there is nothing to draw or no room for it, and without matplotlib; TypeError for what has no picture.
    """
    from markov.tables.picture import new_axes

    draw = _picture(result)
    on = new_axes() if ax is None else ax
    draw(on, result)
    return on


def _picture(result: object) -> "Callable[[Canvas, Any], None]":
    """The function that draws such a result."""
    from importlib import import_module

    pictures = {
        "Answer": "odds.picture.drawn",
        "Bonus": "promotion.view.drawn",
        "Chain": "ask.picture.chain_picture",
        "Compared": "what_if.view.picture",
        "GameOdds": "odds.picture.game_picture",
        "LayoutTotal": "layout.view.drawn",
        "Reply": "ask.picture.picture",
        "Meter": "meter.view.drawn",
        "Price": "price.view.drawn",
        "Rebate": "promotion.view.drawn",
        "Sensitivity": "sensitivity.view.drawn",
        "Session": "session.view.drawn",
        "Simulation": "simulate.view.picture",
        "SpinLaw": "law.view.drawn",
        "Surrender": "surrender.view.drawn",
    }
    if (place := pictures.get(type(result).__name__)) is None:
        raise TypeError(f"{type(result).__name__} has no picture; {listed([*pictures], 'or')} has one")
    module, _, name = place.rpartition(".")
    draw: Callable[[Canvas, Any], None] = getattr(import_module(f"markov.questions.{module}"), name)
    return draw
