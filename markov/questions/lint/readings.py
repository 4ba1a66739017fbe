"""Findings about the readings of a sheet: one gives the player an edge, or an option changes nothing."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from markov.questions.lint.finding import Finding
from markov.wager.game import Game, Option
from markov.wager.odds import Answer

Read: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]


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
