"""Certificates written to a file."""
