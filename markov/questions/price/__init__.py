"""The pay of an ending at which a wager has an edge."""
