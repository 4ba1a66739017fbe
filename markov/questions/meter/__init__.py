"""Progressive meters."""
