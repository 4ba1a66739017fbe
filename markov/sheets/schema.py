"""The keys that a sheet of wagers may have."""

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from markov.distribution import Distribution, dice, dice_on_roulette, roulette
from markov.exact import in_short, percentage
from markov.rules.tally import TallyGoal

if TYPE_CHECKING:
    from markov.rules.boards import FillBoard
    from markov.rules.labels import Wheel


class Roulette(Struct, tag_field="kind", tag="roulette", forbid_unknown_fields=True):
    """A roulette wheel: `zeros` from 0 to 3, and what a numbered pocket shows, its own number or two dice."""

    zeros: Annotated[int, Meta(ge=0, le=3)] = 2
    shows: Literal["numbers", "dice"] = "numbers"

    def distribution(self) -> Distribution[Any]:
        """The distribution of what can come up."""
        return dice_on_roulette(self.zeros) if self.shows == "dice" else roulette(self.zeros)

    def names(self) -> Distribution[Any]:
        """The distribution of all outcomes a sheet may name: also the zeros that only some wheels have."""
        return Roulette(3, self.shows).distribution()


class Dice(Struct, tag_field="kind", tag="dice", forbid_unknown_fields=True):
    """Two dice, by their total."""

    def distribution(self) -> Distribution[Any]:
        """The distribution of what can come up."""
        return dice(2)

    names = distribution


class OwnWheel(Struct, tag_field="kind", tag="weights", forbid_unknown_fields=True):
    """A wheel of its own: name of each outcome → its weight, which the distribution looks at.

    Weights in percent add up to 100%; then they are numbers of 100.
    """

    weights: dict[str, Any]

    def __post_init__(self) -> None:
        try:
            self.weights = dict(of_hundred(self.weights))
        except ValueError as error:
            raise ValueError("weights", str(error)) from None  # the key, and what is wrong with it

    def distribution(self) -> Distribution[Any]:
        """The distribution of what can come up."""
        return Distribution(self.weights)

    names = distribution


class Bag(Struct, tag_field="kind", tag="bag", forbid_unknown_fields=True):
    """A deck, a drum or a bag, drawn from without replacement: how many it `holds` of each kind."""

    holds: Annotated[dict[str, Annotated[int, Meta(ge=1)]], Meta(min_length=1)]

    def distribution(self) -> Distribution[Any]:
        """The distribution of the first draw."""
        return Distribution(self.holds)

    names = distribution


class Board(Struct, tag_field="kind", tag="board", forbid_unknown_fields=True):
    """A board that fills: each empty cell of it with its chance in each round, until the lives are gone.

    `chance` is one for all cells, or a list with one for each.
    """

    cells: Annotated[int, Meta(ge=1, le=400)]
    chance: str | list[str]
    lives: Annotated[int, Meta(ge=1, le=1_000)] = 3
    filled: Annotated[int, Meta(ge=0)] = 0

    def rule(self) -> "FillBoard":
        """The rule of the board; raises ValueError for what makes none."""
        from markov.rules.boards import FillBoard

        return FillBoard(self.cells, self.chance, self.lives, self.filled)

    def distribution(self) -> Distribution[Any]:
        """The distribution of the first round."""
        board = self.rule()
        return board.wheel(board.start)

    names = distribution


def of_hundred(weights: Mapping[str, Any]) -> Mapping[str, Any]:
    """The weights, those in percent without their sign; raises ValueError for some that make no whole."""
    shares = {name: percentage(text) for name, text in weights.items() if str(text).strip().endswith("%")}
    if not shares:
        return weights
    if bare := [name for name in weights if name not in shares]:
        raise ValueError(f"{bare[0]!r} has {weights[bare[0]]!r}; expected all weights in percent, or none")
    if (total := sum(shares.values(), Fraction(0))) != 1:
        raise ValueError(f"found {in_short(total)} in all; expected weights that add up to 100%")
    return {name: str(100 * share) for name, share in shares.items()}


AnyWheel: TypeAlias = Roulette | Dice | OwnWheel | Bag | Board | str


def shown(wheel: AnyWheel) -> Distribution[Any]:
    """The distribution of the wheel of a sheet; raises ValueError where there is no such wheel."""
    return _named(wheel).plainest(())[0].shown if isinstance(wheel, str) else wheel.distribution()


def drawn_from(wheel: AnyWheel) -> bool:
    """True where nothing that comes up is put back."""
    return _named(wheel).bag if isinstance(wheel, str) else isinstance(wheel, Bag)


def trial_noun(wheel: AnyWheel) -> str:
    """The noun of a trial on the wheel: a roll."""
    match wheel:
        case str():
            return _named(wheel).trial
        case Dice():
            return "roll"
        case OwnWheel() | Bag():
            return "draw"
    return "spin"


def _named(name: str) -> "Wheel":
    from markov.rules.labels import wheel  # most sheets say their wheel in tables

    return wheel(name)


class TallyEntry(Struct, forbid_unknown_fields=True):
    """The outcomes that a tally counts, and how many it needs."""

    counts: Annotated[list[int | str], Meta(min_length=1)]
    need: Annotated[int, Meta(ge=1)]


class PhaseEntry(Struct, forbid_unknown_fields=True):
    """A phase of play: its wheel, that of the sheet where it has none, and where it leads by which goal.

    `offers` are the endings that the player may choose in it, each with the goal under which it is open. A
    phase on a board leads on by the endings of the board.
    """

    leads: dict[str, str] = field(default_factory=dict)
    wheel: Roulette | Dice | OwnWheel | Bag | Board | str | None = None
    offers: dict[str, str] = field(default_factory=dict)


class CommissionEntry(Struct, forbid_unknown_fields=True):
    """A commission: a part of the winnings of the ending `of`, of the stake, or both, and when it is due.

    Without `of` it is the winnings of `made`; one of the stake alone, in advance, asks for no ending.
    """

    of: str = ""
    winnings: str = "0"
    stake: str = "0"
    due: Literal["in-advance", "on-win"] = "in-advance"
    refunded: list[str] = field(default_factory=list)


class WagerEntry(Struct, forbid_unknown_fields=True):
    """A wager as the sheet lists it. `stop` stands in place of the sheet's own, `pays` is laid over it.

    `wins`, or the goals of a `ladder` by the name of their ending, the best first, are in the wager language;
    `until` is what stops play, and `offers` say where the player may choose an ending, in the same.
    """

    pays: dict[str, Any]
    tallies: Annotated[list[TallyEntry], Meta(min_length=1)] = field(default_factory=list)
    components: list[str] = field(default_factory=list)
    goal: TallyGoal = "first"
    stop: list[int | str] | None = None
    wins: str = ""
    ladder: dict[str, str] = field(default_factory=dict)
    until: str = ""
    within: Annotated[int, Meta(ge=1)] | None = None
    paid: Literal["best", "each", "first"] = "best"
    over: Literal["decided", "stopper", "early"] = "decided"
    tie: Literal["stopper", "goal"] = "stopper"
    offers: dict[str, str] = field(default_factory=dict)
    phases: dict[str, PhaseEntry] = field(default_factory=dict)
    envy: dict[str, Any] = field(default_factory=dict)
    outlay: str = "1"
    commission: CommissionEntry | None = None
    source: str = ""
    conditions: list[str] = field(default_factory=list)


class ChoiceEntry(Struct, forbid_unknown_fields=True):
    """A choice of an option: what it means, and what it sets in place of what the sheet says.

    A choice that nobody can mean says why in `rejected`.
    """

    means: str
    set: dict[str, Any] = field(default_factory=dict)
    rejected: str = ""


class OptionEntry(Struct, forbid_unknown_fields=True):
    """A question that a sheet leaves open; each choice is read as a ChoiceEntry, so that errors name it."""

    question: str
    choices: dict[str, Any]
    idle: str = ""


class Sheet(Struct, forbid_unknown_fields=True, rename="kebab"):
    """The keys of a sheet with its readings chosen."""

    name: str
    source: str
    wheel: Roulette | Dice | OwnWheel | Bag | Board | str
    wagers: dict[str, Any]
    stop: list[int | str] = field(default_factory=list)
    until: str = ""
    pays: dict[str, Any] = field(default_factory=dict)
    envy_on_surrender: bool = False
    prizes: dict[str, dict[str, Any]] = field(default_factory=dict)
    define: dict[str, str | list[str]] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    dispositions: dict[str, Any] = field(default_factory=dict)
    conditions: list[str] = field(default_factory=list)


class Edits(Struct, forbid_unknown_fields=True):
    """The pays that an overlay puts in place of those of one wager."""

    pays: dict[str, Any]


class Overlay(Struct, forbid_unknown_fields=True):
    """An edited sheet: where the sheet is, the choices that become its defaults, and pays by wager."""

    sheet: str
    name: str
    reading: dict[str, Any] = field(default_factory=dict)
    wagers: dict[str, Any] = field(default_factory=dict)
