"""All that there is to question about a wager, and about the wagers of a sheet side by side."""

from collections.abc import Sequence

from markov.questions.lint.alike import alike
from markov.questions.lint.finding import Finding
from markov.questions.lint.offers import offers
from markov.questions.lint.pays import (
    below_stake,
    bounds,
    edges,
    falling_pays,
    mixed_words,
    pay_words,
    payable,
)
from markov.questions.lint.profile import Profile
from markov.wager.odds import Answer, Solved


def wager(solved: Solved, answered: Answer, profile: Profile) -> list[Finding]:
    """The findings about one wager.

    Raises TooMuchWork where the wager without one of its lines cannot be priced in some minutes.
    """
    return [
        *edges(answered),
        *bounds(answered, profile),
        *pay_words(answered, profile),
        *offers(solved, answered),
        *falling_pays(answered),
        *below_stake(answered),
        *payable(solved, answered, profile),
    ]


def sheet(answers: Sequence[Answer], profile: Profile) -> list[Finding]:
    """The findings about wagers side by side."""
    return [*alike(answers), *(mixed_words(answers) if profile.words == "any" else ())]
