"""Reachability and rewards of a chain in DRN."""
