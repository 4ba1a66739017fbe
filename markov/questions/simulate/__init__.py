"""Odds confirmed by play."""
