"""The exact odds of a wager or of a sheet."""
