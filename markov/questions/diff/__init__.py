"""Two editions compared."""
