"""A sheet or a Python file to begin with."""
