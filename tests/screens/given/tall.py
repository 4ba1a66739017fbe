"""A ladder so tall that its offers are counted, each on one rung alone."""

from tests.small_games import ladder

wager = ladder("Tall", rungs=45, outs=1)
