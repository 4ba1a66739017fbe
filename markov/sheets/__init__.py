"""TOML sheets, and sheets that change others, as games."""
