"""Odds where winnings are paid in whole chips."""
