"""A chain as JSON."""

import json
from collections.abc import Iterator
from typing import Any

from markov.chain.chain import Chain
from markov.wager.game import slug
from markov.wager.rule import label


def lines(game: str, wager: str, chain: Chain[Any], rule: object = None) -> Iterator[str]:
    """The document, line by line: a line for each transition, [from, to, weight].

    rule   whose states they are, which may name them

    Weights are whole numbers as they are counted; a state that is over has the total 0.

    >>> text = "".join(lines("g", "W", Chain.of(("on", "over"), [[(0, 1), (1, 2)], []])))
    >>> sorted(json.loads(text).items())[-2:]
    [('transitions', [[0, 0, 1], [0, 1, 2]]), ('wager', 'w')]
    """
    links = chain.transitions
    totals = links.totals.tolist()
    n = len(totals)
    yield "{\n"
    yield '  "schema": "markov/chain/1",\n'
    yield f'  "game": {json.dumps(game)},\n'
    yield f'  "wager": {json.dumps(slug(wager))},\n'
    if chain.merged:
        yield f'  "merged": {json.dumps(chain.merged)},\n'
    yield '  "start": 0,\n'
    yield from _list("states", (json.dumps(label(chain.states[i], rule)) for i in range(n)))
    yield from _list("transitions", (f"[{i}, {j}, {w}]" for i in range(n) for j, w in links.row(i)))
    yield f'  "totals": {json.dumps(totals)},\n'
    ends = {str(i): label(chain.states[i]) for i in links.absorbing.tolist()}
    yield f'  "endings": {json.dumps(ends)}\n'
    yield "}\n"


def _list(key: str, items: Iterator[str]) -> Iterator[str]:
    yield f'  "{key}": [\n'
    before = ""
    for item in items:
        yield f"{before}    {item}"
        before = ",\n"
    yield "\n  ],\n"
