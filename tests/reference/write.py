"""Writes the reference pages anew: `python -m tests.reference.write`."""

from tests.reference.python import PAGES, pages

if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for page in set(PAGES.glob("*.md")) - pages().keys():
        page.unlink()
    for page, text in pages().items():
        page.write_text(text)
