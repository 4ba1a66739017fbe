"""A ladder of a hundred and two rungs, with an offer on each but the ground."""

from tests.small_games import ladder

pays = {"made": "40 for 1", "lost": "nothing", **{f"surrender-{k}": f"{k} for 1" for k in range(1, 102)}}
wager = ladder("Steps", rungs=102, outs=1, pays=pays)
