"""Writes the reference page anew: `python -m tests.reference.write`."""

from tests.reference.python import PAGE, text

if __name__ == "__main__":
    PAGE.write_text(text())
