"""A wager before and after a change."""
