"""Rules, wheels, paytables, wagers, games, and their odds."""
