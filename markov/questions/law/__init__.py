"""The exact law of the number of spins."""
