"""Review of a sheet: the findings about its wagers and readings, and what was compared to find them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb
from pathlib import Path
from types import MappingProxyType

from markov.questions.lint.checks import (
    alike,
    below_stake,
    bounds,
    edges,
    falling_pays,
    kinds,
    mixed_words,
    offers,
    pay_words,
    payable,
)
from markov.questions.lint.finding import SEVERITY, CodeCheck, Finding, Reviewed, Severity, ranked
from markov.questions.lint.profile import Profile
from markov.sheets.toml_file import TomlFile, dispositions, nearest
from markov.wager.asked import Asked
from markov.wager.game import Game, Option, slug
from markov.wager.odds import Answer, AnswersByReading, Solved, by_wager, wins
from markov.wager.odds import solved as solve
from markov.wager.wager import Wager, concerning

_NONE: Mapping[str, str] = MappingProxyType({})
_UNREAD = "the other readings were not compared; --readings compares them"
_LARGEST = 200_000  # bytes of a file of dispositions


def reviewed(
    asked: Asked,
    profile: Profile,
    given: str = "",
    rule: Callable[[Wager], Solved] = solve,
    read: AnswersByReading = (),
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
    for bet in asked.wagers.values():
        with concerning(bet.name):
            solved = rule(bet)
            answered.append(solved.answer(bet))
            findings += wager(solved, answered[-1], profile)
    whole = not asked.named
    findings += sheet(answered, profile)
    if read:
        findings += readings(read, asked.game)
    if whole:
        findings += idle(asked.game, read) if read else unchanging(asked.game)
    names = [answer.wager.name for answer in answered]
    made = checks(asked.game, answered, profile, whole, read)
    if astray := {finding.code for finding in findings} - {finding.code for finding in made if finding.count}:
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


def readings(answered: AnswersByReading, game: Game | None = None) -> Iterator[Finding]:
    """A reading that gives the player an edge, or the dealer all of it, where the first one does not.

    A wager that is on the sheet under other readings alone is judged under those.

    game   whose sheet may reject choices: then the finding says why
    """
    default, first = answered[0][0], {slug(answer.wager.name): answer for answer in answered[0][1]}
    for reading, answers in answered[1:]:
        changed = [f"{key}={choice}" for key, choice in reading.items() if choice != default[key]]
        why = "; ".join(game.rejections(reading).values()) if game else ""
        for answer in answers:
            texts = {"reading": ", ".join(changed), **({"rejected": why} if why else {})}
            name, mine = answer.wager.name, first.get(slug(answer.wager.name))
            edge, after = answer.optimal.edge.per_stake, _kept_after_envy(answer)
            if edge < 0 and (mine is None or mine.optimal.edge.per_stake >= 0):
                was = {} if mine is None else {"default_edge_best": mine.optimal.edge.per_stake}
                yield Finding("reading-edge", name, figures={"edge_best": edge, **was}, texts=texts)
            if after < 0 <= edge and (mine is None or _kept_after_envy(mine) >= 0):
                was = {} if mine is None else {"default_house": _kept_after_envy(mine)}
                yield Finding("reading-envy", name, figures={"house": after, **was}, texts=texts)


def _kept_after_envy(answered: Answer) -> Fraction:
    """The least that the house is expected to keep after envy, whichever way the wager is played."""
    return min(answered.optimal.house_after_envy, answered.never.house_after_envy)


def idle(game: Game, answered: AnswersByReading) -> Iterator[Finding]:
    """An option that changes no figure and does not say so, and one that says so and changes some."""
    default, wagers = answered[0][0], by_wager(answered)
    for option in game.options:
        others = [i for i, (reading, _) in enumerate(answered) if reading[option.key] != default[option.key]]
        moved = [
            name
            for i in others
            for name, answers in wagers.items()
            if _differ(answers.get(0), answers.get(i))
        ]
        if not moved and not option.idle:
            yield _option("idle-option", option)
        elif moved and option.idle:
            yield Finding("not-idle", moved[0], texts={"option": option.key, "idle": option.idle})


def _differ(answer: Answer | None, other: Answer | None) -> bool:
    """True where the odds differ, or a wager is there on one side alone."""
    return (answer is None) != (other is None) or bool(answer and other and not answer.same_odds(other))


def _option(code: str, option: Option) -> Finding:
    return Finding(code, texts={"option": option.key, "question": option.question})


def checks(
    game: Game, answers: Sequence[Answer], profile: Profile, whole: bool, read: AnswersByReading = ()
) -> tuple[CodeCheck, ...]:
    """A check for each code: how many comparisons were made on those wagers, or why none was.

    whole   all wagers of the sheet were asked for
    read    the answers under each reading that was compared, the first one first
    """
    wagers = len(answers)
    pays = [answer.wager.pays for answer in answers]
    lines = sum(pay > 1 for each in pays for pay in each.values()) or "no line wins"
    based = sum(profile.returned(answer.played(profile.play)) is not None for answer in answers)
    returns: int | str = based or "the base of the profile is nothing here"
    offering = [answer for answer in answers if answer.offers]
    chosen = any(answer.wager.has_actions for answer in answers)
    unoffered = "what is offered is one of several actions" if chosen else "nothing is offered"
    offers = sum(len(answer.offers) for answer in offering) or unoffered
    pairs = comb(wagers, 2) or "it takes two wagers"
    unstaked = "the profile names no smallest stake" if profile.minimum is None else ""
    at_once = [answer.wager for answer in answers if not answer.wager.later_stakes]
    made: dict[str, int | str] = {
        **dict.fromkeys(("player-edge", "no-edge"), wagers),
        "envy-loss": sum(bool(answer.wager.envy) for answer in answers)
        or "no wager pays a dealer bonus (envy)",
        "return-low": "the profile names no least return" if profile.least_return is None else returns,
        "return-high": "the profile names no greatest return" if profile.most_return is None else returns,
        "chance-low": "the profile names no least chance"
        if profile.least_chance is None
        else sum(len(wins(answer)) for answer in answers) or "nothing wins",
        **dict.fromkeys(("leak", "tie", "dead-offer", "above-fair"), offers),
        "unreached": sum(
            len(wins(answer)) + len({offer.ending for offer in answer.offers}) for answer in offering
        )
        or unoffered,
        "rarer-less": sum(comb(len(wins(answer)), 2) for answer in answers) or "no wager has two wins",
        "later-less": sum(comb(len(alike), 2) for each in pays for alike in kinds(each))
        or "no lines are numbered",
        "below-stake": sum(len(answer.never.endings) for answer in answers),
        "pay-words": "the profile allows both “for” and “to”" if profile.words == "any" else lines,
        "not-payable": unstaked
        or sum(len(wager.pays) for wager in at_once)
        or "more money is put down during the round",
        "commission": unstaked or sum(wager.outlay != 1 for wager in at_once) or "no commission is charged",
        **dict.fromkeys(("mirror-pays", "same-bet"), pairs),
        "mixed-words": lines
        if profile.words == "any"
        else f"the profile asks for “{profile.words}” in all of them",
        **_open(game, whole, read),
    }
    return tuple(
        CodeCheck(code, 0, count) if isinstance(count := made[code], str) else CodeCheck(code, count)
        for code in SEVERITY
    )


def _open(game: Game, whole: bool, read: AnswersByReading) -> dict[str, int | str]:
    """The comparisons of readings with the first."""
    codes = "idle-option", "not-idle", "reading-edge", "reading-envy"
    if not game.options:
        return dict.fromkeys(codes, "nothing is left open")
    others = sum(len(answers) for _, answers in read[1:]) or _UNREAD
    parts = "only some wagers of the sheet were asked for"
    said = sum(bool(option.idle) for option in game.options) or "no option is said to change nothing"
    idle = len(game.options) if whole else parts
    not_idle = parts if not whole else said if read else _UNREAD
    return dict(zip(codes, (idle, not_idle, others, others), strict=True))


def read_dispositions(path: Path) -> dict[str, str]:
    """The answers in the table `dispositions` of the file, by id of a finding.

    Raises SheetError where the file is not valid: the line, what was found and what was expected.
    """
    file = TomlFile.read(path, "file of dispositions", _LARGEST)
    for key in file.tables:
        if key != "dispositions":
            raise file.error((key,), f"no such key is known{nearest(key, ['dispositions'])}")
    return dispositions(file, file.tables.get("dispositions"))
