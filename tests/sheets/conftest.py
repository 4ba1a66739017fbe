"""Fixtures of tests of sheets: a sheet of some text, and what is told of one that is not valid."""

import pytest

from markov.wager.catalogue import find
from markov.wager.game import SheetError


@pytest.fixture
def sheet(tmp_path):
    """Writes a sheet, and reads it."""

    def reading(text: str | bytes):
        path = tmp_path / "sheet.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return find(str(path))

    return reading


@pytest.fixture
def trouble(sheet, tmp_path):
    """The message that refuses the sheet, from the name of its file on, or nothing where it is valid.

    It is told in a bearable length; any other exception is a mistake of the program.
    """

    def told(text: str | bytes) -> str:
        said = ""
        try:
            assert sheet(text).wagers()
        except SheetError as error:
            said = str(error)
        assert len(said) < 1_000, f"{len(said):,} characters: {said[:200]}"
        assert said.isprintable(), repr(said)
        assert not said or said.startswith(f"{tmp_path}/sheet.toml")
        return said.removeprefix(f"{tmp_path}/")

    return told


@pytest.fixture
def refusal(trouble):
    """The same for a sheet that is not valid."""

    def told(text: str | bytes) -> str:
        said = trouble(text)
        assert said, "the sheet was read"
        return said

    return told
