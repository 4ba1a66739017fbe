"""Certificates of installed wagers, as their text says them, and why the checker refuses a text."""

import json
from collections.abc import Mapping
from typing import Any

from markov import checker
from markov.chain.chain import MAX_STATES
from markov.proof.certificate import certificate
from markov.wager.catalogue import find
from tests.oracles.forger import canonical


def certified(game: str, wager: str, choices: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The certificate of a wager under those choices."""
    found = find(game)
    reading = found.reading(choices or {})
    return json.loads(canonical(certificate(found, reading, found.wager(wager, reading), MAX_STATES)))


def refusal(text: str) -> str:
    """The first check that the certificate fails and why; nothing where it holds."""
    return next((f"{name}: {detail}" for name, held, detail in checker.check(text) if not held), "")
