"""Who has the edge, and whether what a profile bounds is within its bounds."""

from collections.abc import Iterator

from markov.questions.lint.finding import Finding
from markov.questions.lint.pays import wins
from markov.questions.lint.profile import Profile
from markov.wager.odds import Answer


def edges(answered: Answer) -> Iterator[Finding]:
    """An edge that is the player's or nobody's, and one that the dealer's envy takes from the house."""
    name = answered.wager.name
    best, never = answered.optimal, answered.never
    edge = best.edge.per_stake
    figures = {"edge_best": edge, "edge_never": never.edge.per_stake}
    if edge < 0:
        yield Finding("player-edge", name, figures=figures)
    elif edge == 0:
        yield Finding("no-edge", name, figures=figures)
    if edge >= 0 and min(best.house_after_envy, never.house_after_envy) < 0:
        yield Finding(
            "envy-loss",
            name,
            figures={
                "house_best": best.house_after_envy,
                "house_never": never.house_after_envy,
                "envy_best": best.envy,
                "envy_never": never.envy,
            },
        )


def bounds(answered: Answer, profile: Profile) -> Iterator[Finding]:
    """A return, or the chance of a win, outside the bounds of the profile."""
    name = answered.wager.name
    play = answered.optimal if profile.play == "optimal" else answered.never
    returned = profile.returned(play)
    texts = {"base": profile.base, "play": profile.play}
    if returned is not None:
        least, most = profile.least_return, profile.most_return
        if least is not None and returned < least:
            yield Finding("return-low", name, figures={"return": returned, "bound": least}, texts=texts)
        if most is not None and returned > most:
            yield Finding("return-high", name, figures={"return": returned, "bound": most}, texts=texts)
    if profile.least_chance is not None:
        for ending in wins(answered):
            if ending.probability < profile.least_chance:
                figures = {"chance": ending.probability, "bound": profile.least_chance}
                yield Finding("chance-low", name, (ending.ending,), figures=figures)
