"""The findings about a wager, about the wagers of a sheet side by side, and about its readings."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

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
from markov.wager.game import Game, Option
from markov.wager.odds import Answer, Solved

Read: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]


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


def unchanging(game: Game) -> Iterator[Finding]:
    """An option under every choice of which the wagers are the same; the sheet does not say so."""
    default = game.wagers()
    for option in game.options:
        others = [choice for choice in option.choices if choice != option.default]
        if not option.idle and all(game.wagers({option.key: choice}) == default for choice in others):
            yield _option("idle-option", option)


def readings(answered: Read) -> Iterator[Finding]:
    """A reading that gives the player an edge, or the dealer all of it, where the first one does not."""
    default, ours = answered[0]
    for reading, answers in answered[1:]:
        changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
        for mine, one in zip(ours, answers, strict=True):
            texts, name = {"reading": ", ".join(changed)}, one.wager.name
            edge, was = one.optimal.edge.per_stake, mine.optimal.edge.per_stake
            if edge < 0 <= was:
                figures = {"edge_best": edge, "default_edge_best": was}
                yield Finding("reading-edge", name, figures=figures, texts=texts)
            after, before = (min(x.optimal.house_after_envy, x.never.house_after_envy) for x in (one, mine))
            if after < 0 <= min(before, edge):
                figures = {"house": after, "default_house": before}
                yield Finding("reading-envy", name, figures=figures, texts=texts)


def idle(game: Game, answered: Read) -> Iterator[Finding]:
    """An option that changes no figure and does not say so, and one that says so and changes some."""
    default, ours = answered[0]
    for option in game.options:
        moved = [
            one.wager.name
            for reading, answers in answered
            if reading[option.key] != default[option.key]
            for mine, one in zip(ours, answers, strict=True)
            if (mine.never, mine.optimal, mine.offers) != (one.never, one.optimal, one.offers)
        ]
        if not moved and not option.idle:
            yield _option("idle-option", option)
        elif moved and option.idle:
            yield Finding("not-idle", moved[0], texts={"option": option.key, "idle": option.idle})


def _option(code: str, option: Option) -> Finding:
    return Finding(code, texts={"option": option.key, "question": option.question})
