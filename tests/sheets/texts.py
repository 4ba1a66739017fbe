"""Sheets that several tests of the room read, as they are or with a mistake in them."""

from tests.screens.screens import HERE
from tests.texts import text_of

HEADS, RANGED, SIDE_BETS, BOARD, PHASES, PRIZES, BINGO, DICE = (
    text_of(f"{name}.toml")
    for name in ("heads", "ranged", "side-bets", "board", "phases", "prizes", "bingo", "dice")
)
PRISON = (HERE / "given" / "prison.toml").read_text()
WEIGHTS = "{ heads = 1, tails = 2, edge = 3 }"
SET = "set = { wheel = { weights = { edge = 30 } } }"
NO_OPTIONS = HEADS.partition("[options.coin]")[0]
HEAD = 'name = "Here"\nsource = "House rules, 2026"\nwheel = "two dice"\n[pays]\nlost = "nothing"\n'
BOTH = """\
[wagers.A]
ladder = { sixes = "6x3", eights = "8x3" }
until = "7"
paid = "each"
pays = { sixes = "2 to 1", eights = "3 to 1" }
"""
