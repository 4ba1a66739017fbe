"""The chain of a wager as a text."""
