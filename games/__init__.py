"""The sheets: one game, one file; every .toml and .py file of this package is one."""
