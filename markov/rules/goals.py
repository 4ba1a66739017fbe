"""Goals of the wager language written in Python: the same expressions that a text is parsed into."""

from dataclasses import dataclass
from typing import TypeAlias

from markov.rules.expression import Among, Before, Goal, InARow, Set, Then, Times, Within
from markov.rules.language import listed_parts, of_outcomes, parsed

Said: TypeAlias = str | int | Goal  # a goal, or the words of it


@dataclass(frozen=True, slots=True)
class OutcomeCount:
    """Outcomes that are counted together; compared with a number it is a goal.

    >>> str(count(6) >= 6), str(count("2|3|11|12").exactly(2))
    ('6 x6', 'exactly (2|3|11|12) x2')
    """

    of: Set

    def __ge__(self, need: int) -> Times:
        return Times(self.of, need)

    def __gt__(self, more: int) -> Times:
        return Times(self.of, more + 1)

    def exactly(self, need: int) -> Times:
        """So many and no more, when play stops."""
        return Times(self.of, need, True)


def count(outcomes: str | int | Set) -> OutcomeCount:
    """The tally of the outcomes.

    >>> import markov as mk
    >>> mk.ask(mk.before(mk.count(6) >= 2, 7)).probability
    Fraction(25, 121)
    """
    return OutcomeCount(of_outcomes(goal(outcomes), "count"))


def before(wanted: Said, stopper: Said) -> Before:
    """The goal that one is true before another comes.

    >>> str(before(all_of(6, 8), count(7) >= 2))
    'all of (6, 8) before 7 x2'
    """
    return Before(goal(wanted), goal(stopper))


def within(wanted: Said, trials: int) -> Within:
    """The goal that another is true after so many trials at the most.

    >>> import markov as mk
    >>> mk.ask(mk.within(mk.count("heads") >= 1, 2), on="coin").probability
    Fraction(3, 4)
    """
    return Within(goal(wanted), trials)


def in_a_row(outcomes: str | int | Set, need: int) -> InARow:
    """The outcomes on so many trials in a row.

    >>> import markov as mk
    >>> mk.ask(mk.in_a_row("heads", 3), on="coin").spins.mean
    Fraction(14, 1)
    """
    return InARow(of_outcomes(goal(outcomes), "in_a_row"), need)


def then(*outcomes: str | int | Set) -> Then:
    """The outcomes on consecutive trials, in that order.

    >>> str(then("heads", "heads", "tails"))
    'heads then heads then tails'
    """
    return Then(tuple(of_outcomes(goal(said), "then") for said in outcomes))


def any_of(*goals: Said) -> Among:
    """One of the goals, or more.

    >>> str(any_of("6x6", "8x6"))
    'any of (6 x6, 8 x6)'
    """
    return at_least(1, *goals)


def all_of(*goals: Said) -> Among:
    """Every one of the goals; a range stands for all its numbers.

    >>> import markov as mk
    >>> float(mk.ask(mk.all_of("2..12")).spins.mean)
    61.2173847639572
    """
    return Among(None, listed_parts([goal(said) for said in goals]))


def at_least(need: int, *goals: Said) -> Among:
    """So many of the goals, or more.

    >>> import markov as mk
    >>> mk.ask(mk.before(mk.at_least(3, "1-1", "2-2", "3-3", "4-4", "5-5", "6-6"), 7)).probability
    Fraction(1, 11)
    """
    return Among(need, listed_parts([goal(said) for said in goals]))


def exactly(need: int, *goals: Said) -> Among:
    """So many of the goals and no more, when play stops.

    >>> str(before(exactly(9, "2..6", "8..12"), 7))
    'exactly 9 of (2..6, 8..12) before 7'
    """
    return Among(need, listed_parts([goal(said) for said in goals]), True)


def goal(said: Said) -> Goal:
    """The goal that is said; raises GoalError where it makes no sense, TypeError for what says none."""
    if isinstance(said, str | int) and not isinstance(said, bool):
        return parsed(str(said))
    if not isinstance(said, Goal):
        raise TypeError(f"{said!r} is not a goal; write a text, such as '6x6 before 7', or mk.count(6) >= 6")
    return said
