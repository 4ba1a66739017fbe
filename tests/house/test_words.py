"""Phrases that no screen, help page, message, report or workbook has: the trade says them in other words."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
STIFF = """
    played to its end · in any way · ends included · per resolved · far quantiles · stake counted in
    7 stake back · if the offer is declined · Nothing is on offer before the end · there is one way to play
    too long for this table; the odds · no figure differs · another figure than · A unit more or less
    percentage points, and so are · The nearest first · miss the exact · No ending was named · made returns
    at first there are · has been drawn · rounded already · is not understood · worst for the house
    fixed part · least p · most that can be owed · can cost the house · the dealer's envy
    spins, mean · rolls, mean · mean rolls · owes an envy · asks for no one word · a right sheet fails
    Total returned on average · take these for granted · is what its digest was made of
"""


def said(path: Path) -> list[str]:
    """The texts of a module that a user may read: all but docstrings, which only commands print."""
    tree = ast.parse(path.read_text())
    shown = path.name == "command.py"
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node)
        if not (shown and isinstance(node, ast.FunctionDef))
    }
    texts = [
        node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    return [" ".join(node.value.split()) for node in texts if id(node) not in docstrings]


def test_no_stiff_phrase_is_left():
    stiff = [phrase.strip() for line in STIFF.split("\n") for phrase in line.split(" · ") if phrase.strip()]
    texts = {(path.name, text) for path in (ROOT / "markov").rglob("*.py") for text in said(path)}
    assert len(texts) > 5_000
    assert [(name, phrase) for name, text in sorted(texts) for phrase in stiff if phrase in text] == []
