"""Rebates and bonuses."""
