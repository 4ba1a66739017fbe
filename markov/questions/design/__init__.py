"""Paytables for an edge."""
