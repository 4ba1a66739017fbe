"""The questions that a wager answers from Python, and what the front door finds by name.

`Wager` stands below all of this, and hands a question up when it is asked: see docs/why/architecture.md.
"""

import datetime
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from markov.exact import exact, share
from markov.rules.expression import Goal, Unsayable
from markov.wager import catalogue, pay_edits
from markov.wager.asked import of
from markov.wager.comparison import Compared, compared
from markov.wager.game import Game, Unknown, slug
from markov.wager.odds import Answer, Road, Way, answer, by_road, solved
from markov.wager.pay_edits import Pay, check_ending
from markov.wager.wager import Wager

if TYPE_CHECKING:
    from markov.questions.ask.reply import Reply
    from markov.questions.law.law import SpinLaw
    from markov.questions.play.round import Round
    from markov.questions.price.price import Price
    from markov.questions.sensitivity.sensitivity import Sensitivity
    from markov.questions.surrender.schedule import Schedule
    from markov.questions.surrender.surrender import Surrender
    from markov.tables.view import View
    from markov.wager.outcome import Base

__all__ = [
    "Answer",
    "Base",
    "Compared",
    "Pay",
    "Price",
    "Round",
    "Schedule",
    "Sensitivity",
    "SpinLaw",
    "Surrender",
    "Way",
    "ask",
    "game",
    "games",
]


def game(name: str | Path, **choices: str) -> Game:
    """The game of that name, or of the `.toml` sheet or the `.py` file at that path, under a reading of it.

    choices   of options, by key; an underscore stands for a hyphen, the default for what is left out

    A `.py` file is a program of yours and is run: its game is the `game` in it, or one of all wagers in it.

    >>> import markov as mk
    >>> mk.game("repeater-bets-plus", zeros="1")["repeating-2"]
    Wager('Repeating 2', 12 outcomes, 3 pays)

    Raises Unknown, naming the nearest, for a name, an option or a choice that is not there, and SheetError
    for a file that is not valid.
    """
    found = catalogue.opened(str(name))
    keys = {option.key for option in found.options}
    read = {key if key in keys else key.replace("_", "-"): choice for key, choice in choices.items()}
    return found.under(read)


def games() -> tuple[str, ...]:
    """The names of the games that are installed.

    >>> import markov as mk
    >>> mk.games()
    ('craps', 'craps-side-bets', 'quebec-place-bets', 'repeater-bets-plus', 'straights-and-8s')
    """
    return tuple(catalogue.shelf())


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

    >>> import markov as mk
    >>> found = mk.ask("6x6 before 7")
    >>> found.probability, found.spins.mean, found.states
    (Fraction(15625, 1771561), Fraction(10535616, 1771561), 8)
    >>> mk.ask("6x6 before 7", pays="90 for 1").odds.never.edge.per_stake
    Fraction(365311, 1771561)

    Raises Unsayable, which points at the character, for what makes no sense or can never be.
    """
    from markov.questions.ask.reply import reply
    from markov.rules.goals import goal

    for name, number in (("within", within), ("at_least", at_least)):
        if number is not None:
            _whole(name, number, 0)
    parsed = goal(question)
    try:
        return reply(parsed, str(question), on, pays, surrender, by, within, at_least, limit, over, tie)
    except Unsayable as error:
        text = question if isinstance(question, str) else ""
        raise Unsayable(error.why, error.at, text) from None


def odds(wager: Wager, limit: int, by: "Road | None") -> Answer:
    """The exact odds of the wager."""
    return answer(wager, limit, by)


def with_pays(wager: Wager, pays: Mapping[str, Pay], named: Mapping[str, Pay]) -> Wager:
    """The wager with other pays."""
    if both := pays.keys() & named.keys():
        raise ValueError(f"the pay of {min(both)} is given twice; choose one")
    wanted = {**pays, **named}
    for ending, pay in wanted.items():
        if pay is None and ending not in wager.pays:
            raise Unknown("pay to take out for", ending, wager.pays)
        check_ending(wager, ending)
    return pay_edits.with_pays(wager, wanted)


def what_if(wager: Wager, pays: Mapping[str, Pay], named: Mapping[str, Pay], limit: int) -> Compared:
    """The wager as it is and with other pays, compared."""
    changed = with_pays(wager, pays, named)
    rule = solved(wager, limit)
    return compared(rule.answer(wager), rule.answer(changed))


def price(
    wager: Wager,
    ending: str | None,
    edge: str | Fraction,
    base: "Base",
    play: Way,
    step: str | int | Fraction | None,
    limit: int,
) -> "Price":
    """The pays of an ending at which the wager has an edge."""
    from markov.questions.price.price import price as priced
    from markov.wager.outcome import Base

    _one_of("base", base, get_args(Base))
    _one_of("way of playing", play, get_args(Way))
    rule = solved(wager, limit)
    if ending is None:
        ending = rule.answer(wager).win
    check_ending(wager, ending)
    return priced(rule, wager, ending, _edge(edge), base, play, None if step is None else exact(step))


def surrender(wager: Wager, limit: int) -> "Surrender":
    """The offers of the wager, each against playing on."""
    from markov.questions.surrender.surrender import surrender as judged_offers

    return judged_offers(solved(wager, limit), wager)


def schedule(wager: Wager, edge: str | Fraction, only_posted: bool, limit: int) -> "Schedule | None":
    """The largest schedule of offers that keeps an edge."""
    from markov.questions.surrender.schedule import schedule as largest_schedule

    return largest_schedule(solved(wager, limit), wager, _edge(edge), only_posted)


def sensitivity(wager: Wager, play: Way, limit: int) -> "Sensitivity":
    """The derivatives of the edge of the wager."""
    from markov.questions.sensitivity.sensitivity import sensitivity as edge_sensitivity

    _one_of("way of playing", play, get_args(Way))
    return edge_sensitivity(wager, play, limit)


def law(wager: Wager, play: Way, limit: int) -> "SpinLaw":
    """The law of the number of spins of the wager."""
    from markov.questions.law.law import spin_law

    _one_of("way of playing", play, get_args(Way))
    return spin_law(by_road(wager, limit), wager, play)


def round_of(wager: Wager, seed: int, play: Way, longest: int, limit: int) -> "Round":
    """One round of the wager."""
    from markov.questions.play.round import advised, played, policy_of

    _one_of("way of playing", play, get_args(Way))
    _whole("seed", seed, 0)
    _whole("longest", longest, 1)
    answered = answer(wager, limit)
    return played(wager, seed, advised(answered, play), play, longest, policy_of(answered, play))


def report(wager: Wager, path: Path, date: str | None, rounds: int, seed: int, limit: int) -> None:
    """Writes the certification appendix of the wager, or its workbook."""
    from markov.appendix.report import library_versions, report_bytes
    from markov.appendix.request import Request
    from markov.tables.file import write

    on = datetime.date.fromisoformat(date) if date else datetime.date.today()
    asked = pay_edits.game_of(wager)
    request = Request(
        asked,
        asked.reading(),
        (wager,),
        stakes={slug(wager.name): Fraction(1)},
        date=on.isoformat(),
        rounds=rounds,
        seed=seed,
        limit=limit,
    )
    write(path, report_bytes(request, path.suffix, library_versions(path.suffix)))


def _edge(edge: str | Fraction) -> Fraction:
    if isinstance(edge, float):
        raise TypeError(f"an edge of {edge!r} is rounded already; write it like '5%' or Fraction(1, 20)")
    return share(edge) if isinstance(edge, str) else exact(edge)


def _whole(name: str, number: int, least: int) -> None:
    """Refuses what is no whole number, or below the least one."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"{name} is {number!r}; expected a whole number")
    if number < least:
        raise ValueError(f"{name} is {number}; {least} is the least")


def _one_of(kind: str, asked: str, names: tuple[str, ...]) -> None:
    if asked not in names:
        raise Unknown(kind, asked, names)


def view(result: object) -> "View":
    """The view of a result that comes with its wager.

    Raises TypeError for what is no answer to a question.
    """
    from markov.questions.ask.reply import Reply
    from markov.questions.law.law import SpinLaw
    from markov.questions.play.round import Round
    from markov.questions.price.price import Price
    from markov.questions.sensitivity.sensitivity import Sensitivity
    from markov.questions.surrender.surrender import Surrender

    match result:
        case Reply():
            from markov.questions.ask.view import view as ask

            return ask([result])
        case Answer():
            from markov.questions.odds.view import view as odds

            return odds(of(result.wager), [result])
        case Price():
            from markov.questions.price.view import view as price

            return price(of(result.wager), result, chosen=False)
        case Surrender():
            from markov.questions.surrender.view import view as surrender

            return surrender(of(result.answer.wager), result)
        case Sensitivity():
            from markov.questions.sensitivity.view import view as sensitivity

            return sensitivity(of(result.wager), result)
        case SpinLaw():
            from markov.questions.law.view import Figures
            from markov.questions.law.view import view as law

            return law(Figures(of(result.wager), result))
        case Round():
            from markov.questions.play.view import view as play

            return play(of(result.wager), [result])
        case Compared():
            from markov.questions.what_if.view import view as what_if

            asked = of(result.before.wager)
            return what_if(asked, asked.reading, [result], single=True)
    raise TypeError(f"a {type(result).__name__} has no view: it is not the answer to a question")
