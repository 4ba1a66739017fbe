"""The sheets: one game, one file."""
