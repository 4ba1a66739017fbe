"""A wager said in one line, and its exact odds."""
