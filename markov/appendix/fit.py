"""How well endings that were played agree with their chances: Pearson's chi-square.

Endings that are expected fewer than five times are taken together with the next likely ones, as is usual
(Cochran, The χ² Test of Goodness of Fit, 1952). The statistic is exact; its level is a statement about luck,
and the one float here.
"""

from dataclasses import dataclass
from fractions import Fraction

from markov.proof.simulation import Trial
from markov.wager.odds import Play

_LEAST = 5  # expected in a cell


@dataclass(frozen=True, slots=True)
class Fit:
    """The statistic, its degrees of freedom, and the chance that luck alone brings one as high.

    level   rounded; None where one cell is left, and nothing can be compared
    """

    statistic: Fraction
    freedom: int
    level: float | None


def fit(trial: Trial, play: Play) -> Fit:
    """The counts of a trial held against the chances of its endings.

    Raises ValueError for an ending that the play gives no chance.
    """
    chances = {ending.ending: ending.probability for ending in play.endings}
    if strange := sorted(trial.counts.keys() - chances.keys()):
        raise ValueError(f"{trial.wager} came to {strange[0]!r}, which has no chance")
    cells: list[tuple[Fraction, int]] = []
    expected, seen = Fraction(0), 0
    for name, chance in sorted(chances.items(), key=lambda item: item[1]):
        expected, seen = expected + chance * trial.rounds, seen + trial.counts.get(name, 0)
        if expected >= _LEAST:
            cells.append((expected, seen))
            expected, seen = Fraction(0), 0
    if expected and cells:
        cells[-1] = (cells[-1][0] + expected, cells[-1][1] + seen)
    statistic = sum(((seen - wanted) ** 2 / wanted for wanted, seen in cells), Fraction(0))
    if len(cells) < 2:
        return Fit(statistic, 0, None)
    from scipy.special import chdtrc

    return Fit(statistic, len(cells) - 1, float(chdtrc(len(cells) - 1, float(statistic))))
