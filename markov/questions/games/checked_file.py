"""A file of one's own, checked: its wagers under every reading, and the first thing that is wrong."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from pathlib import Path

from markov.chain.chain import TooManyStates
from markov.chain.transitions import NotAbsorbing, TooMuchWork
from markov.wager.catalogue import shelf
from markov.wager.game import Game, slug
from markov.wager.odds import Solved, prepared
from markov.wager.wager import PaytableMismatch, Wager


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file that was checked: the sizes of its wagers, and what was checked.

    states    by slug of each wager of the reading, the states of its chain; None where there are more than
              were asked for, or too many to be put in order
    readings  that were checked, the reading among them
    limit     the most states that a chain was checked with
    skipped   names of the wagers that have such a chain under another reading alone
    """

    states: Mapping[str, int | None]
    readings: int
    limit: int
    skipped: tuple[str, ...] = ()


def by_path(name: str) -> bool:
    """True where the game was named by the path of its file."""
    return slug(name) not in shelf()


def checked(path: Path, game: Game, reading: Mapping[str, str], limit: int) -> CheckedFile:
    """The file, each wager of which was explored and priced under each reading.

    Raises the first thing that is wrong: PaytableMismatch for an ending without a pay or a pay without an
    ending, NotAbsorbing where play could go on for ever, and whatever the program of the file raises.
    """
    known: dict[Wager, int | None] = {}
    rules: dict[Hashable, Solved | None] = {}
    states: dict[str, int | None] = {}
    skipped: dict[str, None] = {}
    done = 0
    # The reading that was asked for comes first, so that what is wrong with it is told first.
    readings = [dict(reading), *(another for another in game.readings() if another != reading)]
    for another in readings:
        at = ""
        try:
            for key, wager in game.wagers(another).items():
                at = wager.name
                if wager not in known:
                    known[wager] = _states(wager, rules, limit)
                if not done:
                    states[key] = known[wager]
                elif known[wager] is None and states.get(key, 0) is not None:
                    skipped[wager.name] = None
                at = ""
        except (PaytableMismatch, NotAbsorbing) as error:
            under = (
                "" if another == reading else f", under {', '.join(f'{k}={v}' for k, v in another.items())}"
            )
            error.add_note(f"{path}{under}")
            if isinstance(error, NotAbsorbing):
                error.add_note(at)
            raise
        except Exception as error:
            if at:
                error.add_note(at)
            raise
        done += 1
    return CheckedFile(states, done, limit, tuple(skipped))


def _states(wager: Wager, rules: dict[Hashable, Solved | None], limit: int) -> int | None:
    """The number of states of the wager's chain, after it is checked."""
    played = wager.rule, wager.wheel
    try:
        if played not in rules:
            rules[played] = None
            rules[played] = prepared(wager, limit)
        if (rule := rules[played]) is None:
            return None
        if wager.has_actions:
            rule.envelope(wager).optimum()
            _ = rule.never.spins
        else:
            _ = rule.chain.transitions.solve_order  # or play could go on for ever
    except (TooManyStates, TooMuchWork):
        return None
    rule.envelope(wager)
    return len(rule.process)
