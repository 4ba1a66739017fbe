"""Ladders whose odds are shown in every way: alike, long, tied, pushed, with many offers."""

from fractions import Fraction

import markov as mk
from tests.small_games import ladder

LOST = {"lost": "nothing"}
EDGED = {"made": "3 for 1", "lost": "1 for 1"}
PUSHED = {"made": "1 for 1", "lost": "1 for 1"}
TIED = {"made": "40 for 1", "surrender-1": "10 for 1", **LOST}
MANY = {f"surrender-{k}": "1 for 1" for k in range(1, 42)}
game = mk.Game(
    "Shown",
    "a rack card",
    (),
    lambda _: (
        ladder("Left"),
        ladder("Right"),
        ladder("Steep", outs=4),
        ladder("Long", rungs=40, pays={"made": "40 for 1", **LOST}),
        ladder("Short", rungs=1, pays={"made": "2 to 1", **LOST}),
        ladder("Edged", rungs=1, pays=EDGED),
        ladder("Edged too", rungs=1, pays=EDGED, outs=4),
        ladder("Push", rungs=1, pays=PUSHED),
        ladder("Push too", rungs=1, pays=PUSHED),
        ladder("Tied", pays=TIED),
        ladder("Many", rungs=42, pays={"made": "40 for 1", **LOST, **MANY}),
        ladder("Dear", rungs=1, pays={"made": "2 to 1", **LOST}, outlay=Fraction(21, 20)),
        ladder("Rich", rungs=1, pays={"made": "12 to 1", **LOST}, envy=mk.Paytable({"made": "1 for 1"})),
    ),
)
