"""Dossier: every figure of the appendix of a sheet, or of some wagers of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any

from markov.appendix.chapter import STEPS, Chapter, chapter
from markov.appendix.layout import LayoutByPlay, layout
from markov.appendix.request import Request
from markov.checker import canonical
from markov.command.output import Progress
from markov.formats.states import plain
from markov.wager.game import slug
from markov.wager.odds import Answer, answer
from markov.wager.wager import End, Wager, description


@dataclass(frozen=True, slots=True, eq=False)
class Dossier:
    """The figures of an appendix.

    readings   the answers under each reading that changes one option, the reading asked for first
    layout     the wagers on one layout
    sheet      digest of what the wagers are: rules in words, wheels, pays, outlays, envy, options
    results    digest of every certificate
    """

    request: Request
    chapters: tuple[Chapter, ...]
    readings: tuple[tuple[Mapping[str, str], tuple[Answer, ...]], ...]
    layout: LayoutByPlay
    sheet: str
    results: str

    @property
    def names(self) -> dict[str, Wager]:
        """The wagers by slug."""
        return {slug(wager.name): wager for wager in self.request.wagers}


def dossier(request: Request, progress: Progress = lambda *_: None) -> Dossier:
    """Every figure that the appendix states.

    Raises what `chapter` raises.
    """
    others = _readings(request)
    total, steps = len(request.wagers) * STEPS + len(others) + 1, count()

    def step(what: str) -> None:
        progress(what, next(steps), total)

    def figures(wager: Wager) -> Chapter:
        try:
            return chapter(request, wager, lambda what: step(f"{wager.name}: {what}"))
        except Exception as error:
            error.add_note(wager.name)
            raise

    chapters = [figures(wager) for wager in request.wagers]
    known = {one.wager: one.answer for one in chapters}
    readings = []
    for reading in others:
        step("readings")
        wagers = request.game.wagers(reading)
        found = [wagers[slug(one.name)] for one in request.wagers if slug(one.name) in wagers]
        known |= {one: answer(one, request.limit) for one in found if one not in known}
        readings.append((reading, tuple(known[one] for one in found)))
    step("layout")
    results = "".join(one.proof.text for one in chapters)
    return Dossier(
        request,
        tuple(chapters),
        tuple(readings),
        layout({slug(one.wager.name): one.answer for one in chapters}, request.stakes),
        _digest(canonical(_sheet(request))),
        _digest(results),
    )


def _readings(request: Request) -> Sequence[Mapping[str, str]]:
    """The reading asked for, then each that has another choice of one option."""
    others = [
        {**request.reading, option.key: choice}
        for option in request.game.options
        for choice in option.choices
        if choice != request.reading[option.key]
    ]
    return [request.reading, *others]


def _sheet(request: Request) -> Mapping[str, Any]:
    return {
        "game": request.game.slug,
        "source": request.game.source,
        "options": dict(request.reading),
        "wagers": [
            {
                "name": one.name,
                "source": one.source,
                "rule": list(description(one.rule, offers=True)),
                "outlay": str(one.outlay),
                **_wheels(one),
                "pays": {ending: [str(pay), one.pays.posted(ending)] for ending, pay in one.pays.items()},
                "envy": {ending: str(owed) for ending, owed in one.envy.items()},
            }
            for one in request.wagers
        ],
    }


def _wheels(wager: Wager) -> Mapping[str, Any]:
    """The wheel of the wager, or the wheel of each state."""
    if not wager.phased:
        return {"wheel": [[plain(outcome), weight] for outcome, weight in wager.wheel.items()]}
    playing = [state for state in wager.chain().states if not isinstance(state, End)]
    turned = [[[plain(one), weight] for one, weight in wager.turned(state).items()] for state in playing]
    return {"states": [plain(state) for state in playing], "wheels": turned}


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()
