"""The section on the probability model: the sample space, the chains, and the states merged in them."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from markov.appendix.blocks import BlockRow, both, prose, tabular
from markov.appendix.chapter import Chapter
from markov.appendix.dossier import Dossier
from markov.distribution import Distribution
from markov.formats.states import label
from markov.tables.table import in_percent
from markov.typeset.manuscript import Block, Code, Section, Tabular
from markov.wager.wager import End

PARTITIONS = "partitions.json"


def model(found: Dossier) -> Section:
    """The section on the probability model."""
    fixed = [one for one in found.chapters if not one.wager.phased]
    phased = [one for one in found.chapters if one.wager.phased]
    wheels = dict.fromkeys(one.wager.wheel for one in fixed)
    spaces: list[Block] = [prose(_SPACE)] if fixed else []
    spaces += [
        _space(f"wheel-{number}", wheel, fixed, len(wheels) > 1 or bool(phased))
        for number, wheel in enumerate(wheels, start=1)
    ]
    for number, one in enumerate(phased, start=1):
        spaces += _spaces(f"wheels-{number}", one)
    space = Section("Sample space", "space", tuple(spaces))
    sizes = Section("States and transitions", "states", tuple(_sizes(found.chapters)))
    return Section("The probability model", "model", (space, sizes))


_SPACE = """
    Spins are independent, and every spin has the same chances. Outcomes have whole-number weights, which
    are counted, never estimated; the chance of an outcome is its weight over the total.
"""
_SPACES = """
    What can come up depends on how play stands, and on nothing else. In each state outcomes have whole-number
    weights, and the chance of an outcome is its weight over the total of that state. The table of {wager}
    shows each sample space once, with the first state that has it.
"""
_STATES = """
    Each wager is an absorbing Markov chain. A state holds what later play depends on: how far each tally
    is, or what is marked. Every transition has the summed weights of the outcomes that cause it, over the
    total of the sample space. A state in which the wager is over has no transitions. From every state an
    end can be reached, so play ends with chance 1.
"""
_MERGED = """
    Two states are merged where they have the same chances of moving into each merged state, and no ending
    and no offer tells them apart. Merged chains have the same chances of every ending after every number
    of spins (Kemeny and Snell, Finite Markov Chains, 6.3). The proof is the partition itself: the file
    {file} names, for each state in the order of `markov chain`, the state that it becomes, and the
    condition can be checked row by row.
"""


def _space(key: str, wheel: Distribution[object], chapters: Sequence[Chapter], several: bool) -> Tabular:
    def row(name: str, weight: int) -> BlockRow:
        return name, str(weight), *both(Fraction(weight, wheel.total), in_percent)

    users = ", ".join(one.wager.name for one in chapters if one.wager.wheel == wheel)
    rows = [*(row(label(outcome), weight) for outcome, weight in wheel.items()), row("all", wheel.total)]
    title = f"Sample space of {users if several else 'one spin'}"
    return tabular(key, title, ["outcome:left", "weight", "chance", "%:point"], rows, totals=1)


_MOST_SPACES = 40  # of a wager, that are printed


def _spaces(key: str, one: Chapter) -> Iterator[Block]:
    """The sample spaces of a wager whose wheel depends on the state."""
    first: dict[Distribution[object], object] = {}
    for state in one.chain.states:
        if not isinstance(state, End):
            first.setdefault(one.wager.turned(state), state)
    rows: list[BlockRow] = []
    for wheel, state in list(first.items())[:_MOST_SPACES]:
        for outcome, weight in wheel.items():
            rows.append(
                (
                    label(state, one.wager.rule),
                    label(outcome),
                    str(weight),
                    *both(Fraction(weight, wheel.total), in_percent),
                )
            )
    notes = [f"There are {len(first):,}, and the first {_MOST_SPACES} are shown."] * (
        len(first) > _MOST_SPACES
    )
    yield prose(_SPACES, wager=one.wager.name)
    headings = ["first state:left", "outcome:left", "weight", "chance", "%:point"]
    yield tabular(key, f"Sample spaces of {one.wager.name}", headings, rows, notes)


def _sizes(chapters: Sequence[Chapter]) -> Iterator[Block]:
    yield prose(_STATES)
    yield prose(_MERGED, file=Code(PARTITIONS))
    rows = []
    for one in chapters:
        chain, merged = one.chain, one.merging.chain
        before = len(chain.states), len(chain.transitions.absorbing), len(chain.transitions.successors)
        counts = *before, len(merged.states), len(merged.transitions.successors)
        rows.append((one.wager.name, *(f"{count:,}" for count in counts)))
    headings = [
        "wager:left",
        "states",
        "of them ends",
        "transitions",
        "states after merging",
        "transitions then",
    ]
    yield tabular("sizes", "Size of each chain", headings, rows)
