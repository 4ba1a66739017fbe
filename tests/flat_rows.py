"""The exact numbers of flat rows, as CSV has them: a numerator and a denominator."""

from collections.abc import Mapping


def exact(row: Mapping[str, str], key: str) -> str:
    """The number under a key as a fraction in words; empty where the row has none."""
    above, below = row[f"{key}_numerator"], row[f"{key}_denominator"]
    return above if below in ("", "1") else f"{above}/{below}"
