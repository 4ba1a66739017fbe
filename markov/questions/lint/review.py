"""The findings about a wager, about the wagers of a sheet side by side, and about its readings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from markov.questions.lint.alike import alike
from markov.questions.lint.checks import Read, checks
from markov.questions.lint.finding import Finding, Reviewed, Severity, ranked
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
from markov.wager.asked import Asked
from markov.wager.game import Game, Option
from markov.wager.odds import Answer, Solved
from markov.wager.odds import solved as solve
from markov.wager.wager import Wager

_NONE: Mapping[str, str] = MappingProxyType({})


def reviewed(
    asked: Asked,
    profile: Profile,
    given: str = "",
    rule: Callable[[Wager], Solved] = solve,
    read: Read = (),
    least: Severity = "note",
    dispositions: Mapping[str, str] = _NONE,
) -> Reviewed:
    """The findings about the wagers that were asked for, what was compared, and what the sheet answers.

    given         the name of the profile
    rule          solves the rule of a wager; it is let go before the next is solved
    read          the answers under each reading that is compared, the first one first
    least         the least grave findings that are listed
    dispositions  answers by id of a finding, beside those of the sheet

    Raises what `rule` raises, and what `wager` raises.
    """
    answered: list[Answer] = []
    findings: list[Finding] = []
    for one in asked.wagers.values():
        try:
            solved = rule(one)
            answered.append(solved.answer(one))
            findings += wager(solved, answered[-1], profile)
        except Exception as error:
            error.add_note(one.name)
            raise
    whole = not asked.named
    if len(answered) > 1 or whole:
        findings += sheet(answered, profile)
    if read:
        findings += readings(read, asked.game)
    if whole:
        findings += idle(asked.game, read) if read else unchanging(asked.game)
    names = [one.wager.name for one in answered]
    made = checks(asked.game, answered, profile, whole, read)
    if astray := {one.code for one in findings} - {one.code for one in made if one.count}:
        raise ArithmeticError(f"{min(astray)} was found by a check that compared nothing")
    return Reviewed(
        asked,
        given,
        profile,
        names,
        max(len(read), 1),
        ranked(findings, names),
        least,
        made,
        {**asked.game.dispositions, **dispositions},
    )


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


def readings(answered: Read, game: Game | None = None) -> Iterator[Finding]:
    """A reading that gives the player an edge, or the dealer all of it, where the first one does not.

    game   whose sheet may reject choices: then the finding says why
    """
    default, ours = answered[0]
    for reading, answers in answered[1:]:
        changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
        why = "; ".join(game.rejections(reading).values()) if game else ""
        for mine, one in zip(ours, answers, strict=True):
            texts, name = (
                {"reading": ", ".join(changed), **({"rejected": why} if why else {})},
                one.wager.name,
            )
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
            if not mine.same_odds(one)
        ]
        if not moved and not option.idle:
            yield _option("idle-option", option)
        elif moved and option.idle:
            yield Finding("not-idle", moved[0], texts={"option": option.key, "idle": option.idle})


def _option(code: str, option: Option) -> Finding:
    return Finding(code, texts={"option": option.key, "question": option.question})
