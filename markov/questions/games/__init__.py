"""The games that are installed, and what they offer."""
