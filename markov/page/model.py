"""The model of a wager that a page prices again: its lines, its commission, its chain with every offer."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np

from markov.chain.chain import Chain, lumped
from markov.chain.transitions import Transitions
from markov.checker import canonical
from markov.command.pays import pay_word
from markov.package import __version__
from markov.tables import json_record
from markov.wager.game import slug
from markov.wager.odds import Answer, Raced, Solved
from markov.wager.outcome import EndingChances
from markov.wager.rule import End, label, offer_of, paid_by
from markov.wager.stopping import StoppingProblem
from markov.wager.wager import Wager

Model: TypeAlias = dict[str, Any]

SCHEMA = "markov/model/1"
MOST_EXPLORED = 20_000  # states that play alike are made one within seconds
MOST_STATES = 3_000  # of which a page solves best play exactly at once
MOST_EXPLORED_IN_FULL = 1_000_000  # within a minute, and
MOST_IN_FULL = 100_000  # of which it does within seconds
MOST_TOGETHER = 40  # states that are solved together
MOST_LISTED = 40  # states with an offer that are named; of more a page counts them
MOST_IDLE = 800  # states of a chain without offers: it tells only how long play lasts
_WHOLE = 2**53  # from here on a script would round a number

NO_CHOICES = "the player chooses among actions, and best play is solved by the program alone"
TOO_LARGE = "its chain is too large to be solved in a page"


@dataclass(frozen=True, slots=True)
class PageChain:
    """The chain of a wager as a page has it, or why it has none."""

    document: Model | None
    why: str = ""


@dataclass(frozen=True, eq=False)
class Modelled:
    """A rule on a wheel, solved, of which models of its wagers are made; in full with large chains too."""

    solved: Solved | Raced
    full: bool = False

    @property
    def never(self) -> EndingChances:
        """Play to the end."""
        return self.solved.law if isinstance(self.solved, Raced) else self.solved.never

    @cached_property
    def table(self) -> StoppingProblem | None:
        """The chain with every offer that could be priced; None where a page has no chain."""
        solved = self.solved
        if not isinstance(solved, Solved) or not isinstance(solved.process, Chain):
            return None
        chain = solved.chain
        if len(chain) > (MOST_EXPLORED_IN_FULL if self.full else MOST_EXPLORED):
            return None
        ends = {i: chain.states[i] for i in chain.transitions.absorbing.tolist()}
        offers = ((i, offer_of(solved.rule, state)) for i, state in enumerate(chain.states) if i not in ends)
        return StoppingProblem(chain, ends, {i: end for i, end in offers if end is not None})

    @cached_property
    def offers(self) -> tuple[str, ...]:
        """The endings that the player can choose if priced; none where a page has no chain."""
        names = {end.name for end in self.table.offers.values()} if self.table else ()
        return tuple(sorted(names, key=lambda name: (name.rstrip("0123456789"), len(name), name)))

    @cached_property
    def chain(self) -> PageChain:
        """The smallest chain that plays alike whichever offers are priced."""
        table, solved = self.table, self.solved
        if table is None or isinstance(solved, Raced):
            several = isinstance(solved, Solved) and not isinstance(solved.process, Chain)
            return PageChain(None, NO_CHOICES if several else TOO_LARGE)
        found = lumped(table.chain, _classes(table))
        most = (MOST_IN_FULL if self.full else MOST_STATES) if table.offers else MOST_IDLE
        links = found.chain.transitions
        if (
            len(found.chain) > most
            or links.solve_order.largest > MOST_TOGETHER
            or max(links.weights, default=0) >= _WHOLE
        ):
            return PageChain(None, TOO_LARGE)
        block = found.block.tolist()
        ends, offers = ({block[i]: end for i, end in each.items()} for each in (table.ends, table.offers))
        return PageChain(_laid_out(StoppingProblem(found.chain, ends, offers), solved.rule, found.block))

    @cached_property
    def forced(self) -> tuple[str, ...]:
        """The endings that a trial can bring."""
        if not isinstance(self.solved, Solved):
            return tuple(self.never.chances)
        chain = self.solved.chain
        return tuple(chain.states[i].name for i in chain.transitions.absorbing.tolist())


def _classes(table: StoppingProblem) -> Any:
    """The classes kept apart: ends by name, offers by name, and each offer that play can come back to.

    To decline one of several offers that play comes back to is not to decline all of them.
    """
    labelled: dict[int, object] = {**table.offers, **table.ends}
    for cycle in table.chain.transitions.solve_order.cycles:
        labelled |= {i: i for i in cycle.tolist() if len(cycle) > 1 and i in table.offers}
    numbers = {each: k for k, each in enumerate(dict.fromkeys(labelled.values()), 1)}
    classes = np.zeros(len(table.chain), dtype=np.int64)
    classes[list(labelled)] = [numbers[each] for each in labelled.values()]
    return classes


def _laid_out(table: StoppingProblem, rule: object, block: Any) -> Model:
    """The chain, its states in the order in which they are solved: no state leads to a later component.

    A row has a shape: the weight by which the state stays, and then those by which it leads to others, the
    least first. Where they lead is kept in columns, one for the first state that a weight leads to, one for
    the second, and so on, as steps from row to row: tallies differ little from one to the next.
    """
    links = table.chain.transitions
    components = list(_solved(links))
    order = [i for component in components for i in component]
    place = {i: k for k, i in enumerate(order)}
    shapes: dict[tuple[int, ...], int] = {}
    columns: dict[tuple[int, int], list[int]] = {}
    shape = []
    for i in order:
        leads = sorted((int(w), place[j]) for j, w in links.row(i) if j != i)
        weights = [weight for weight, _ in leads]
        stay = sum(int(w) for j, w in links.row(i) if j == i)
        shape.append(shapes.setdefault((stay, *weights), len(shapes)))
        for k, (weight, to) in enumerate(leads):
            columns.setdefault((weight, k - weights.index(weight)), []).append(to)
    over = {**table.ends, **table.offers}
    ends = list(dict.fromkeys((end.name, end.decides) for end in over.values()))
    number = {end: k for k, end in enumerate(ends, 1)}
    offered = [i for i in order if i in table.offers]
    sizes = np.bincount(block).tolist()
    together = []
    at = 0
    for component in components:
        if len(component) > 1:
            together.append([at, len(component)])
        at += len(component)
    return {
        "start": place[0],
        "shapes": list(shapes),
        "shape": shape,
        "steps": [steps(column) for column in columns.values()],
        "together": together,
        "ends": ends,
        "end": [number[over[i].name, over[i].decides] if i in over else 0 for i in order],
        "size": [sizes[i] for i in offered],
        "state": [label(table.chain.states[i], rule) for i in offered] if len(offered) <= MOST_LISTED else [],
    }


def _solved(links: Transitions) -> Iterator[Sequence[int]]:
    """The components, each when all that it leads to have come, those of the least weight first.

    Depth first, so that states that differ in little stand together.
    """
    component = {i: each for each in links.solve_order.components() for i in each}
    met = {component[0][0]}
    waiting = [(component[0], _led_to(links, component[0]))]
    while waiting:
        here, ahead = waiting[-1]
        to = next((component[j] for j in ahead if component[j][0] not in met), None)
        if to is None:
            yield here
            waiting.pop()
        else:
            met.add(to[0])
            waiting.append((to, _led_to(links, to)))


def _led_to(links: Transitions, states: Sequence[int]) -> Iterator[int]:
    return (j for i in states for _, j in sorted((weight, j) for j, weight in links.row(i)))


def steps(column: Sequence[int]) -> list[int]:
    """Each number less the one before it."""
    return [here - before for before, here in pairwise((0, *column))]


def model(game: str, reading: Mapping[str, str], answered: Answer, modelled: Modelled) -> Model:
    """The model of a wager: a document of texts, whole numbers and flags.

    game   its slug

    Every fraction is a text; weights of the chain are whole numbers below 2^53.
    """
    wager, chain = answered.wager, modelled.chain
    offers = () if wager.later_stakes else modelled.offers
    forced = set(modelled.forced)
    taken = wager.commission
    document: Model = {
        "schema": SCHEMA,
        "version": __version__,
        "game": game,
        "options": dict(reading),
        "wager": slug(wager.name),
        "name": wager.name,
        "source": wager.source,
        "trial": wager.trial,
        "outlay": str(wager.outlay),
        "lines": [_line(wager, ending, ending in forced) for ending in wager.pays]
        + [
            _line(wager, ending, False)
            for ending in offers
            if ending not in wager.pays and paid_by(wager.rule, {*wager.pays, ending}) == wager.rule
        ],
        "commission": None
        if taken is None
        else {
            "ending": taken.ending,
            "line": str(taken.line),
            "of_stake": str(taken.of_stake),
            "of_winnings": str(taken.of_winnings),
            "on_win": taken.on_win,
            "refunded": sorted(taken.refunded),
            "rounding": taken.rounding,
            "chips": taken.chips,
        },
        "win": answered.win,
        "never": _law(modelled.never),
        "why": chain.why,
        "chain": chain.document,
        "baseline": json_record.wager(answered),
    }
    document["digest"] = sha256(canonical(document).encode()).hexdigest()
    return document


def _line(wager: Wager, ending: str, forced: bool) -> Model:
    """A line of the paytable, or one that there could be: its pay is null."""
    there = ending in wager.pays
    return {
        "ending": ending,
        "pay": str(wager.pays[ending]) if there else None,
        "line": str(wager.line(ending)) if there else None,
        "text": wager.posted(ending) if there else "",
        "way": pay_word(wager.pays, ending) or "for",
        "envy": str(wager.envy.get(ending, 0)),
        "later": str(wager.later_stakes.get(ending, 0)),
        "forced": forced,
        **(
            {"hides": True}
            if there and paid_by(wager.rule, wager.pays.keys() - {ending}) != wager.rule
            else {}
        ),
    }


def _law(outcome: EndingChances) -> Model:
    """The chances of the endings when play goes to its end, and its number of trials."""
    chances: Mapping[End, Fraction] = outcome.probabilities
    spins = outcome.spins
    return {
        "chances": [[end.name, end.decides, str(p)] for end, p in chances.items() if p],
        "spins": {"mean": str(spins.mean), "variance": str(spins.variance)},
    }
