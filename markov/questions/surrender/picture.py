"""Offers against playing on, as a picture."""

from pathlib import Path

from markov.questions.surrender.surrender import Judged, Surrender
from markov.tables.picture import NoPicture, bars
from markov.wager.wager import label

_MANY = 40  # more offers than this are drawn by ending


def picture(path: Path, judged: Surrender) -> None:
    """Offers against playing on, by state, or by ending where there are many.

    Raises NoPicture where nothing is on offer.
    """
    if not judged.offers:
        raise NoPicture("nothing is on offer, so there is nothing to draw")
    groups: dict[str, list[Judged]] = {}
    for one in judged.offers:
        many = len(judged.offers) > _MANY
        name = one.ending if many else f"{one.ending} in {label(one.state, judged.answer.wager.rule)}"
        groups.setdefault(name, []).append(one)
    worth = [[one.continuing for one in same] for same in groups.values()]
    drawn = {"offered": [same[0].offered for same in groups.values()]}
    if any(min(same) != max(same) for same in worth):
        drawn |= {"playing on, least": [min(same) for same in worth]}
        drawn |= {"playing on, most": [max(same) for same in worth]}
    else:
        drawn |= {"playing on": [same[0] for same in worth]}
    name = judged.answer.wager.name
    bars(path, f"{name}: offers against playing on", "per unit staked", list(groups), drawn)
