"""The same wager with other pays."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

from markov.chain.chain import MAX_STATES, TooManyStates
from markov.wager.commission import Commission
from markov.wager.paytable import Paytable, for_one
from markov.wager.wager import Wager

Pay: TypeAlias = str | Fraction | None  # as posted; what is returned per unit staked; or no such line

_ENOUGH = 60_000  # states; a chain that can be merged shows the same endings with fewer


def edited(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with some pays put in place of its own; None takes a line out, and its envy with it.

    >>> from markov.wager.catalogue import find
    >>> wager = find("repeater-bets-plus").wager("repeating-2")
    >>> wager = edited(wager, {"made": "45 for 1", "surrender-1": None})
    >>> dict(wager.pays)
    {'lost': Fraction(0, 1), 'made': Fraction(45, 1)}

    A new line owes the envy that the lines of its kind owe: surrender-2 that of surrender-1. Raises
    ValueError for a text that is no pay, and where the lines of that kind owe different envies. Whether an
    ending can happen shows when the wager is priced.

    A pay is what is posted: a commission on the winnings of an ending follows it, into the outlay, out of
    what comes back, and into what is refunded. A pay for an ending that refunds it is all that comes back.
    """
    taken = wager.commission
    if taken is not None:
        left = replace(taken, refunded=frozenset(taken.refunded - pays.keys()))
        wager = _without(wager, taken)
        return charged(_changed(wager, pays), left)
    return _changed(wager, pays)


def _changed(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    owed = {
        ending: _envy(wager, ending)
        for ending, pay in pays.items()
        if pay is not None and ending not in wager.pays
    }
    table = wager.pays.changed(pays)
    envy = {**wager.envy, **{ending: each for ending, each in owed.items() if each}}
    return replace(
        wager,
        pays=table,
        envy=Paytable({ending: each for ending, each in envy.items() if ending in table}),
    )


def charged(wager: Wager, commission: Commission) -> Wager:
    """The wager, whose outlay and pays know of no commission, with one; what it pays till then is as posted.

    A commission that no pay moves is but a part of the outlay, and of what is refunded.

    >>> import markov as mk
    >>> even = mk.game("craps")["place-4"].with_pays(made="1 to 2", lost="nothing")
    >>> lay = charged(even, Commission("made", even.pays["made"], of_winnings=Fraction(1, 20)))
    >>> lay.outlay, edited(lay, {"made": "20 to 37"}).outlay
    (Fraction(41, 40), Fraction(38, 37))
    """
    if commission.ending not in wager.pays:
        return wager
    line = wager.pays[commission.ending]
    commission = replace(commission, line=line)
    due, pays = commission.due(line), dict[str, Pay]()
    if commission.on_win:
        if due:
            pays[commission.ending] = line - due
        due = Fraction(0)
    elif due:
        pays |= {
            ending: for_one(wager.pays[ending] + due) for ending in commission.refunded & wager.pays.keys()
        }
    return replace(
        wager,
        pays=wager.pays.changed(pays),
        outlay=wager.outlay + due,
        commission=commission if commission.moves else None,
    )


def _without(wager: Wager, taken: Commission) -> Wager:
    """The wager as it is before its commission is charged."""
    due, pays = taken.due(taken.line), dict[str, Pay]()
    if taken.on_win:
        if due:
            pays[taken.ending] = taken.line
        due = Fraction(0)
    elif due:
        back = taken.refunded & wager.pays.keys()
        pays |= {ending: for_one(wager.pays[ending] - due) for ending in back}
    return replace(wager, pays=wager.pays.changed(pays), outlay=wager.outlay - due, commission=None)


def _envy(wager: Wager, ending: str) -> Fraction:
    """The envy that each line of the kind of a new one owes."""
    kind = ending.rpartition("-")[0]
    alike = [line for line in wager.pays if kind and line.rpartition("-")[0] == kind]
    found = {wager.envy.get(line, Fraction(0)) for line in alike}
    if len(found) > 1:
        raise ValueError(
            f"{wager.name}: {' and '.join(alike)} owe different envies; what {ending!r} would owe is not said"
        )
    return found.pop() if found else Fraction(0)


def endings(wager: Wager) -> tuple[frozenset[str], frozenset[str]]:
    """The endings that a spin can bring, and those that the player can choose if they are priced.

    >>> from markov.wager.catalogue import find
    >>> forced, offered = endings(find("repeater-bets-plus").wager("repeating-3"))
    >>> sorted(forced), sorted(offered)
    (['lost', 'made'], ['surrender-1', 'surrender-2'])

    Raises TooManyStates as the chain of the wager does.
    """
    return _endings(Wager("", wager.rule, wager.wheel, Paytable({}), ""))


@lru_cache(maxsize=256)  # a sheet is built anew for each reading, and few of them change a given wager
def _endings(unpaid: Wager) -> tuple[frozenset[str], frozenset[str]]:
    try:
        chain = unpaid.chain(_ENOUGH)
    except TooManyStates:
        chain = unpaid.chain(MAX_STATES)
    over = set(chain.transitions.absorbing.tolist())
    forced = frozenset(chain.states[i].name for i in over)
    chosen = (unpaid.rule.offer(chain.states[i]) for i in range(len(chain.states)) if i not in over)
    return forced, frozenset(end.name for end in chosen if end is not None)
