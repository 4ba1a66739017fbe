"""Texts of files that several tests give to the command and to its readers: they stand in `given`."""

from pathlib import Path


def text_of(name: str) -> str:
    return Path(__file__).with_name("given").joinpath(name).read_text()


OVERLAY, LUCKY, STORM = map(text_of, ("overlay.toml", "lucky.toml", "storm.drn"))
STORM_HEAD, STORM_BODY = STORM[: STORM.index("state 0")], STORM[STORM.index("state 0") :]
