"""Effects of pays and pockets on the edge, as a picture."""

from pathlib import Path

from markov.questions.sensitivity.sensitivity import Sensitivity
from markov.questions.sensitivity.view import alike, listed, matters
from markov.tables.picture import bars


def picture(path: Path, found: Sensitivity) -> None:
    """By how many percentage points one more unit of each pay and one more pocket moves the edge."""
    labels, moved = [], []
    for effect in filter(matters, found.pays):
        labels.append(f"pay of {effect.name}")
        moved.append(effect.more * 100)
    for same in alike(list(filter(matters, found.pockets))):
        labels.append(f"pocket of {listed([effect.name for effect in same])}")
        moved.append(same[0].more * 100)
    title = f"{found.wager.name}: what one more of each does to the edge"
    bars(path, title, "percentage points of the edge", labels, {"one more": moved})
