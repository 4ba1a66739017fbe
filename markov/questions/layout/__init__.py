"""Several wagers made together."""
