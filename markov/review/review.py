"""All that there is to question about a wager, and about the wagers of a sheet side by side."""

from collections.abc import Sequence

from markov.answer import Answer, Solved
from markov.review.alike import alike
from markov.review.finding import Finding
from markov.review.money import bounds, edges
from markov.review.offers import offers
from markov.review.payable import payable
from markov.review.pays import below_stake, falling, mixed, words
from markov.review.profile import Profile


def wager(solved: Solved, answered: Answer, profile: Profile) -> list[Finding]:
    """The findings about one wager.

    Raises TooMuchWork where the wager without one of its lines cannot be priced in some minutes.
    """
    return [
        *edges(answered),
        *bounds(answered, profile),
        *words(answered, profile),
        *offers(solved, answered),
        *falling(answered),
        *below_stake(answered),
        *payable(solved, answered, profile),
    ]


def sheet(answers: Sequence[Answer], profile: Profile) -> list[Finding]:
    """The findings about wagers side by side."""
    return [*alike(answers), *(mixed(answers) if profile.words == "any" else ())]
