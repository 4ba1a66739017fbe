"""A chain as another tool's text."""
