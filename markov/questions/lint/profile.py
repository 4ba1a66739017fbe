"""Profile: the bounds of a house or a regulator on returns, pays and stakes, with their citation."""

from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

from markov.wager.game import named
from markov.wager.odds import Play, Way

ProfileBase: TypeAlias = Literal["per-stake", "per-outlay", "per-resolved"]
PayStyle: TypeAlias = Literal["any", "to", "for"]

_INSTALLED = Path(__file__).parent / "profiles"


class Unstaked(ValueError):
    """A smallest stake that is not made of chips."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Bounds of one house or regulator. It states numbers; it is not legal advice.

    written_for    the kind of equipment or wager that the bounds are written for
    citation       where they are written down; `address` on the web, `seen` is where the wording was checked
    date           the day to which the text that was checked was current
    base           what a return is over, and under which `play`
    least_return   the least and the most that may be returned; None where nothing is said
    least_chance   the least chance that a win may have
    words          the word that a posted pay may use
    minimum        the smallest stake, and the smallest chip; None where nothing is said
    """

    name: str
    notice: str
    written_for: str
    citation: str
    date: date
    address: str = ""
    seen: str = ""
    base: ProfileBase = "per-stake"
    play: Way = "optimal"
    least_return: Fraction | None = None
    most_return: Fraction | None = None
    least_chance: Fraction | None = None
    words: PayStyle = "any"
    minimum: Fraction | None = None
    chip: Fraction | None = None

    def returned(self, play: Play) -> Fraction | None:
        """The return over the base: 1 less the edge over it; None where that base is 0."""
        edge = play.edge
        found = {
            "per-stake": edge.per_stake,
            "per-outlay": edge.per_outlay,
            "per-resolved": edge.per_resolved,
        }[self.base]
        return None if found is None else 1 - found

    def staked(self, minimum: Fraction | None, chip: Fraction | None) -> "Profile":
        """The profile with another smallest stake or chip, where there is one.

        Raises Unstaked where there is one and not the other, or the stake is no whole number of chips.
        """
        minimum, chip = minimum or self.minimum, chip or self.chip
        if (minimum is None) != (chip is None):
            missing = "smallest stake" if minimum is None else "smallest chip"
            raise Unstaked(f"the {missing} is not given")
        if minimum is not None and chip is not None and (minimum / chip).denominator != 1:
            raise Unstaked(f"a stake of {minimum} is not a whole number of chips of {chip}")
        return replace(self, minimum=minimum, chip=chip)


def names() -> list[str]:
    """The names of the profiles that are installed."""
    return sorted(path.stem for path in _INSTALLED.glob("*.toml"))


def find(name: str) -> Profile:
    """The installed profile of that name, or the one in the file at that path.

    What holds a path separator or ends in .toml is a path.

    >>> find("house").base, str(find("house").least_return)
    ('per-stake', '3/4')

    Raises Unknown where no such profile is installed, SheetError where the file is not valid.
    """
    from markov.questions.lint.profile_file import read

    if "/" in name or "\\" in name or name.lower().endswith(".toml"):
        return read(Path(name))
    return read(named("profile", name, {stem: _INSTALLED / f"{stem}.toml" for stem in names()}))
