"""Rules that several sheets share."""
