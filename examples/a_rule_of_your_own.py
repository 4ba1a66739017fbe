"""A wager that no sheet has: three heads in a row before three tails in all.

A rule says what a spin does and never mentions money. Run it with `python examples/a_rule_of_your_own.py`.
"""

from dataclasses import dataclass
from fractions import Fraction

import markov as mk


@dataclass(frozen=True, slots=True)
class HeadsInARow:
    """A state is (heads in a row, tails in all)."""

    heads: int
    tails: int

    @property
    def description(self) -> str:
        return (
            f"The wager wins when heads has been flipped {self.heads} times in a row before tails has been "
            f"flipped {self.tails} times in all; else it loses."
        )

    @property
    def start(self) -> tuple[int, int]:
        return 0, 0

    def step(self, state: tuple[int, int], outcome: str) -> tuple[int, int] | mk.End:
        row, tails = (state[0] + 1, state[1]) if outcome == "heads" else (0, state[1] + 1)
        if row == self.heads:
            return mk.End("made")
        return mk.End("lost") if tails == self.tails else (row, tails)

    def actions(self, state: tuple[int, int]) -> "dict[str, tuple[int, int] | mk.End] | None":
        return {"flip": state, "cash out": mk.End(f"cash-out-{state[0]}")} if state[0] else None


def main() -> None:
    wager = mk.Wager(
        name="Three heads in a row",
        rule=HeadsInARow(heads=3, tails=3),
        wheel=mk.coin(),
        pays=mk.Paytable({"made": "2 to 1", "lost": "nothing", "cash-out-2": "8 for 5"}),
        source="this page",
    )
    odds = wager.odds()
    print(
        f"made with chance {odds.never.hit_frequency}, "
        f"returns {odds.never.returned} for 1 when played to its end"
    )
    for offer in odds.offers:
        verb = "take" if offer.take else "decline"
        print(f"at {offer.state}: {verb} {offer.offered}; playing on is worth {offer.continuing}")
    print(f"best play returns {odds.optimal.returned} and lasts {odds.optimal.spins.mean} flips on average")
    # A second way, by hand: three attempts, each a run of three heads before a tail.
    assert odds.never.hit_frequency == 1 - Fraction(7, 8) ** 3


if __name__ == "__main__":
    main()
