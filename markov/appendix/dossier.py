"""Dossier: every figure of the appendix of a sheet, or of some wagers of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markov.appendix.chapter import STEPS, Chapter, acts, can_be_down, chapter, played_best
from markov.appendix.layout import LayoutByPlay, layout
from markov.appendix.odds_tables import over_outlay
from markov.appendix.request import Request, sheet_file
from markov.checker import canonical
from markov.command.output import Progress
from markov.proof.verdict import Verdict, verdict
from markov.questions.lint import review
from markov.questions.lint.finding import Reviewed
from markov.questions.readings.ranges import Ranges, every_reading, ranges
from markov.typeset.attached import digest
from markov.wager.asked import Asked
from markov.wager.decisions import decisions
from markov.wager.game import slug
from markov.wager.odds import Answer, Strategy, answer, by_road, grouped_by_rule
from markov.wager.rule import End, description, plain
from markov.wager.wager import Wager, concerning

COMPARED = (
    *("edge.per_stake", "edge.per_outlay", "edge.per_resolved"),
    *("house_after_envy", "rtp", "variance", "spins.mean"),
)
"""The figures that are compared under each reading."""

_RACED_BEYOND = 100_000  # states under another reading, of which none is printed; a race is sooner done
_MOST = 2000  # combinations of readings that are all solved; of more, those that change one option


@dataclass(frozen=True, slots=True, eq=False)
class Dossier:
    """The figures of an appendix.

    readings   the answers under each reading that changes one option, the reading asked for first
    taken_down  names of the wagers that best play takes down, under one reading or another, before anything
               is at risk: none of their figures under any reading is of best play
    ranges     over all combinations of readings; None where the sheet leaves nothing open
    layout     the wagers on one layout
    verdict    on all trials together
    reviewed   what a reviewer would question
    file       name of the file of the sheet, and its digest; both empty for a game that is made elsewhere
    sheet      digest of what the wagers are: rules in words, wheels, pays, outlays, envy, options
    results    digest of every certificate
    """

    request: Request
    chapters: tuple[Chapter, ...]
    readings: tuple[tuple[Mapping[str, str], tuple[Answer, ...]], ...]
    taken_down: frozenset[str]
    ranges: Ranges | None
    layout: LayoutByPlay
    verdict: Verdict
    reviewed: Reviewed
    file: tuple[str, str]
    sheet: str
    results: str

    @property
    def outlay(self) -> bool:
        """True where returns and edges are over the outlay: under some reading it is not the stake."""
        return over_outlay(play for answer in self._answers for play in (answer.never, answer.optimal))

    @property
    def base_words(self) -> str:
        """The base of returns and edges in words."""
        return "the outlay" if self.outlay else "the stake"

    @property
    def edge(self) -> str:
        """The name of the edge over that base."""
        return "edge.per_outlay" if self.outlay else "edge.per_stake"

    @property
    def quoted_edge(self) -> str:
        """The name of the edge that the first page ranges over: per bet resolved if bets can be withdrawn."""
        return "edge.per_resolved" if any(map(can_be_down, self._answers)) else self.edge

    @property
    def _answers(self) -> Iterator[Answer]:
        return (answer for _, answers in self.readings for answer in answers)

    @property
    def idle(self) -> Mapping[str, frozenset[str]]:
        """By name of a wager of which best play never has a bet at risk: the endings that take it down."""
        return {chapter.wager.name: chapter.downs for chapter in self.chapters if chapter.idle}


def dossier(request: Request, progress: Progress = lambda *_: None) -> Dossier:
    """Every figure that the appendix states.

    Raises what `chapter` raises.
    """
    asked = _readings(request)
    others = [wager for _, wagers in asked for wager in wagers if wager not in request.wagers]
    by_rule = grouped_by_rule(others)
    total, begun = len(request.wagers) * STEPS + len(by_rule) + 2, 0

    def step(what: str) -> None:
        nonlocal begun
        begun += 1
        within(what)

    def within(what: str) -> None:
        progress(what, begun - 1, total)

    def figures(wager: Wager) -> Chapter:
        def of_wager(hears: Callable[[str], None]) -> Callable[[str], None]:
            return lambda what: hears(f"{wager.name}: {what}")

        with concerning(wager.name):
            return chapter(request, wager, of_wager(step), of_wager(within))

    chapters = [figures(wager) for wager in request.wagers]
    given = {chapter.asked.wager: chapter.asked for chapter in chapters}
    known = {chapter.asked.wager: chapter.answer for chapter in chapters}
    for alike in by_rule:
        step("readings")
        given |= (answers := _answers(alike, request.limit))
        known |= {wager: _played(its, request.limit) for wager, its in answers.items()}
    answered = [(reading, tuple(known[wager] for wager in wagers)) for reading, wagers in asked]
    step("layout")
    ways: list[Strategy] = ["never"]
    if any("optimal" in chapter.plays for chapter in chapters):
        ways.append("optimal")
    shown = {slug(chapter.wager.name): chapter.asked for chapter in chapters}
    together = layout(shown, request.stakes, ways)
    step("findings")
    singles = [reading for reading in answered if _changed(request, reading[0]) < 2]
    names = {slug(wager.name): wager for wager in request.wagers}
    asked_ = Asked(request.game, request.reading, names, named=not request.whole)
    played = [
        pair for chapter in chapters for pair in zip(chapter.trials, chapter.plays.values(), strict=True)
    ]
    rules = {chapter.asked.wager: chapter.rule for chapter in chapters}
    whole = [
        (reading, [given[wager] for wager in wagers])
        for reading, wagers in asked
        if _changed(request, reading) < 2 and len(wagers) == len(chapters)
    ]
    reviewed = review.reviewed(
        asked_, request.bounds, request.profile, rules.__getitem__, whole, dispositions=request.dispositions
    )
    proofs = [chapter.proof.text for chapter in chapters]
    return Dossier(
        request,
        tuple(chapters),
        tuple(singles),
        frozenset(wager.name for wager, its in known.items() if not acts(its.never, its.optimal)),
        ranges(request.game, answered, COMPARED) if len(answered) > 1 else None,
        together,
        verdict(played),
        reviewed,
        sheet_file(request),
        digest(canonical(_sheet(request))),
        digest("".join(proofs)),
    )


def _changed(request: Request, reading: Mapping[str, str]) -> int:
    """The number of options on which the reading is not the one asked for."""
    return sum(choice != request.reading[key] for key, choice in reading.items())


def _readings(request: Request) -> list[tuple[Mapping[str, str], list[Wager]]]:
    """Each reading with its wagers, the one asked for first: all combinations, if they are not too many."""
    every = every_reading(request.game, request.reading)
    if len(every) > _MOST:
        every = [reading for reading in every if _changed(request, reading) < 2]
    names = request.names
    answered = [(every[0], [*request.wagers])]
    for reading in every[1:]:
        wagers = request.game.wagers(reading)
        answered.append((reading, [wagers[name] for name in names if name in wagers]))
    return answered


def _answers(alike: Sequence[Wager], limit: int) -> Mapping[Wager, Answer]:
    """The answers of wagers on one rule and wheel."""
    rule = by_road(alike[0], limit, raced_beyond=_RACED_BEYOND)
    return {wager: rule.answer(wager) for wager in alike}


def _played(solved: Answer, limit: int) -> Answer:
    """The answer; where the player chooses between actions, of best play by itself."""
    return answer(played_best(solved), limit) if solved.wager.has_actions else solved


def _sheet(request: Request) -> Mapping[str, Any]:
    return {
        "game": request.game.slug,
        "source": request.game.source,
        "conditions": request.game.conditions,
        "options": dict(request.reading),
        "wagers": [
            {
                "name": wager.name,
                "source": wager.source,
                "conditions": wager.conditions,
                "rule": list(description(wager.rule, offers=True)),
                "outlay": str(wager.outlay),
                **_wheels(wager),
                "pays": {ending: [str(pay), wager.pays.posted(ending)] for ending, pay in wager.pays.items()},
                "envy": {ending: str(owed) for ending, owed in wager.envy.items()},
                **(
                    {"raises": {ending: str(more) for ending, more in wager.later_stakes.items()}}
                    if wager.later_stakes
                    else {}
                ),
            }
            for wager in request.wagers
        ],
    }


def _wheels(wager: Wager) -> Mapping[str, Any]:
    """The wheel of the wager, or the wheel of each state."""
    if not wager.wheel_varies:
        return {"wheel": [[plain(outcome), weight] for outcome, weight in wager.wheel.items()]}
    states = decisions(wager).process.states if wager.has_actions else wager.chain().states
    playing = [state for state in states if not isinstance(state, End)]
    wheels = [
        [[plain(outcome), weight] for outcome, weight in wager.wheel_at(state).items()] for state in playing
    ]
    return {"states": [plain(state) for state in playing], "wheels": wheels}
