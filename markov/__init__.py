"""Exact odds for wagers that run over many spins."""
