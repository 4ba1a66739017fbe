"""The section on the probability model: the sample space, the chains, and one of them worked out by hand."""

from collections import deque
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, islice
from operator import itemgetter
from typing import Any

from markov.appendix.blocks import BlockRow, both, prose, tabular
from markov.appendix.chapter import Chapter
from markov.appendix.decimals import SHARE
from markov.appendix.derivation import method, worked
from markov.appendix.odds_tables import joined
from markov.distribution import Distribution
from markov.naming import counted, listed
from markov.rules.prized import PrizedRule
from markov.tables.table import grouped, in_runs
from markov.typeset.attached import ODDS
from markov.typeset.manuscript import Block, Code, Section, Tabular
from markov.wager.rule import End, after_trial, label, state_words

PARTITIONS = "partitions.json"


def sample_space(chapters: Sequence[Chapter]) -> list[Block]:
    """The sample space of each wager; in words where it is one wheel for all of them."""
    if (
        any(chapter.wager.wheel_varies for chapter in chapters)
        or len({chapter.wager.wheel for chapter in chapters}) > 1
    ):
        return _all_spaces(chapters)
    wager = chapters[0].wager
    return [prose(f"{_SPACE} {_WEIGHTS}", trial=wager.trial, **_weights(wager.wheel))]


def model(pages: Sequence[Sequence[Chapter]], full: bool) -> Section:
    """The section on the probability model.

    pages   the wagers, those together that are alike in every figure
    full    whether each wager has its own derivation; else one of each kind is worked out here
    """
    chapters = [chapter for page in pages for chapter in page]
    parts = [
        Section("Sample space", "space", tuple(_all_spaces(chapters))),
        Section("States and transitions", "states", tuple(_sizes(pages))),
    ]
    kinds = grouped(chapters, lambda chapter: type(chapter.wager.rule))
    examples = [_example(same) for same in kinds.values()]
    blocks = (method(chapters), *(() if full else map(worked, examples)))
    parts.append(Section("Method", "method", blocks))
    return Section("The probability model", "model", tuple(parts))


def _example(chapters: Sequence[Chapter]) -> Chapter:
    """The wager of the smallest chain in which play goes on in two states and may end in two ways."""

    def size(chapter: Chapter) -> tuple[bool, bool, int]:
        states = len(chapter.page.states)
        return states < _TWO, len({end.returned for end in chapter.plays["never"].endings}) < 2, states

    return min(chapters, key=size)


def _all_spaces(chapters: Sequence[Chapter]) -> list[Block]:
    fixed = [chapter for chapter in chapters if not chapter.wager.wheel_varies]
    varying = [chapter for chapter in chapters if chapter.wager.wheel_varies]
    wheels = dict.fromkeys(chapter.wager.wheel for chapter in fixed)
    spaces: list[Block] = [prose(_SPACE, trial=fixed[0].wager.trial)] if fixed else []
    spaces += [_space(f"wheel-{number}", wheel, chapters) for number, wheel in enumerate(wheels, start=1)]
    for number, chapter in enumerate(varying, start=1):
        spaces += _spaces(f"wheels-{number}", chapter)
    return spaces


_FEW = 3  # wagers of one sample space that its title names, though they are most
_TWO = 4  # states of a chain in which play goes on in two, with a win and a loss
_SPACE = """
    Every {trial} has the same chances, whatever came before. The chance of an outcome is its weight over the
    total.
"""
_WEIGHTS = "The weights, in all {total}: {weights}."
_SPACES = """
    What can come up depends on how play stands, and on nothing else. In each state outcomes have whole-number
    weights, and the chance of an outcome is its weight over the total of that state. The table of {wager}
    shows each sample space once, with the first state that has it{merged}.
"""
_STATES = """
    Each wager is an absorbing Markov chain. A state holds what later play depends on, such as how far each
    tally is. A state in which the wager is over has no transitions, and one
    can be reached from every state, so play ends with chance 1. Two states are merged where they have the
    same chances of moving into each merged state, and no ending and no offer tells them apart; that changes
    no chance of any ending after any number of {trial}s (Kemeny and Snell, 6.3). The file {file} names, for
    each state in the order of `markov chain`, the state that it becomes.
"""
_BEST = """
    Of {names} the chain is that of best play, its states in the order in which play comes to them. {odds}
    counts the states that any choice of actions leads to; the certificate has those, and one more for
    each in which a {trial} is one of several actions.
"""


def _space(key: str, wheel: Distribution[object], chapters: Sequence[Chapter]) -> Tabular:
    """The outcomes of a wheel; those of one weight share a row."""
    rows: list[BlockRow] = []
    for weight, names in _by_weight(wheel).items():
        each = Fraction(weight, wheel.total)
        rows.append((_outcomes(names), str(weight), str(weight * len(names)), *both(each, SHARE)))
    users = [
        chapter.wager.name
        for chapter in chapters
        if not chapter.wager.wheel_varies and chapter.wager.wheel == wheel
    ]
    others = [chapter.wager.name for chapter in chapters if chapter.wager.name not in users]
    whose = f"all wagers but {joined(others)}" if len(users) > max(len(others), _FEW) else joined(users)
    title = f"Sample space of {whose if others else f'one {chapters[0].wager.trial}'}"
    headings = ["outcome:left", "weight of each", "of all", "chance of each", "%:point"]
    total: BlockRow = ("all", "", str(wheel.total), "", "")
    return tabular(key, title, headings, [*rows, total], totals=1)


def _weights(wheel: Distribution[object]) -> dict[str, str]:
    """The weights of a wheel in words, and their total."""
    return {"weights": "; ".join(_weight_words(wheel)), "total": f"{wheel.total:,}"}


def _weight_words(wheel: Distribution[Any], rule: object = None) -> list[str]:
    """Each weight of a wheel, with the outcomes that have it; of a rule with prizes with what they return."""
    if isinstance(rule, PrizedRule):
        wheel = wheel.map(
            lambda pair: pair[0] if pair[1] is None else f"{_name(pair[0])} returning {pair[1]}"
        )
    return [
        f"{weight:,} for {'each of ' * (len(names) > 1)}{_outcomes(names)}"
        for weight, names in _by_weight(wheel).items()
    ]


def _by_weight(wheel: Distribution[object]) -> dict[int, list[str]]:
    """The names of outcomes by their weight."""
    alike = grouped(wheel.items(), itemgetter(1))
    return {weight: [_name(outcome) for outcome, _ in same] for weight, same in alike.items()}


def _name(outcome: object) -> str:
    """The outcome in words; several parts in brackets, without one that is empty."""
    words = label(outcome).removesuffix(", –") if outcome != () else "nothing"
    return f"({words})" if ", " in words else words


def _outcomes(names: Sequence[str]) -> str:
    """The outcomes in words, three or more whole numbers in a row as the first to the last."""
    numbers = (int(name) if name.isdecimal() and name == str(int(name)) else name for name in names)
    return listed(in_runs(numbers, " to "))


_MOST_SPACES = 6  # of a wager, that are printed
_MOST_SIGNS = 150  # of the weights of one of them, but for the first


def _spaces(key: str, chapter: Chapter) -> Iterator[Block]:
    """The sample spaces of a wager whose wheel depends on the state."""
    rule = chapter.wager.rule
    first: dict[Distribution[object], object] = {}
    for state in _played(chapter):
        first.setdefault(chapter.wager.wheel_at(state), state)
    rows: list[tuple[str, str, str]] = []
    for wheel, state in islice(first.items(), _MOST_SPACES):
        weights = _weight_words(wheel, rule)
        signs = accumulate(len(words) for words in weights)
        shown = [words for words, n in zip(weights, signs, strict=True) if n <= _MOST_SIGNS] or weights[:1]
        if more := len(weights) - len(shown):
            shown.append(counted(more, "more weight"))
        name = state_words(rule, state, played=True) or label(state)
        rows.append((name, "; ".join(shown), f"{wheel.total:,}"))
    notes = ["The certificate holds all of them."] * any("more weight" in row[1] for row in rows)
    if len(first) > len(rows):
        notes = [f"There are {len(first):,}; the first {len(rows)} are shown, and the certificate holds all."]
    merged = ", and of states that play alike the first" * (chapter.chain.stands_for is not None)
    yield prose(_SPACES, wager=chapter.wager.name, merged=merged)
    headings = ["first state:left", "weights of the outcomes:left", "total"]
    yield tabular(key, f"Sample spaces of {chapter.wager.name}", headings, rows, notes)


def _played(chapter: Chapter) -> Iterator[Any]:
    """A state to which play comes for each of the chain, in the order of the fewest trials."""
    wager, stands_for = chapter.wager, chapter.chain.stands_for or (lambda state: state)
    met, coming = {stands_for(wager.rule.start)}, deque([wager.rule.start])
    while coming:
        yield (state := coming.popleft())
        for outcome in wager.wheel_at(state):
            after = after_trial(wager.rule, state, outcome)
            if not isinstance(after, End) and (place := stands_for(after)) not in met:
                met.add(place)
                coming.append(after)


def _sizes(pages: Sequence[Sequence[Chapter]]) -> Iterator[Block]:
    trial = pages[0][0].wager.trial
    yield prose(_STATES, trial=trial, file=Code(PARTITIONS))
    if chosen := [chapter.wager.name for page in pages for chapter in page if chapter.has_actions]:
        yield prose(_BEST, names=joined(chosen), trial=trial, odds=Code(ODDS))
    rows: list[BlockRow] = []
    for page in pages:
        rows.append((joined([chapter.wager.name for chapter in page]), *(f"{n:,}" for n in page[0].sizes)))
    headings = [
        "wager:left",
        "states",
        "of which ends",
        "transitions",
        "states after merging",
        "transitions after merging",
    ]
    yield tabular("sizes", "Size of each chain", headings, rows)
