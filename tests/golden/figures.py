"""The figures of a game that are kept, as nested tables of text, and those tables as a TOML file."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from markov.wager.game import Game
from markov.wager.odds import Answer, Odds
from markov.wager.rule import label
from markov.wager.wager import Wager
from tests.plays import changed

HERE = Path(__file__).parent
Table = dict[str, Any]


def path(slug: str) -> Path:
    """The file of golden answers of the game of that slug."""
    return HERE / f"{slug.replace('-', '_')}.toml"


def figures(game: Game, solved: Callable[[Wager], Answer]) -> Table:
    """The figures of the defaults, whole, and of each changed reading the returns that differ.

    Each fraction is text in lowest terms.
    """
    defaults = game.wagers()
    answers = {name: solved(wager) for name, wager in defaults.items()}
    return {
        "defaults": {name: _whole(answer) for name, answer in answers.items()},
        "changes": {
            changed(game, reading): {
                name: now
                for name, wager in game.wagers(reading).items()
                if (now := _returns(solved(wager))) != _returns(answers[name])
            }
            for reading in list(game.readings())[1:]
        },
    }


def _whole(answer: Answer) -> Table:
    table = {"states": str(answer.states), "outlay": str(answer.never.outlay), "never": _play(answer.never)}
    if answer.optimal != answer.never:
        table["optimal"] = _play(answer.optimal)
    if answer.offers:
        table["offers"] = {
            label(offer.state): {
                "ending": offer.ending,
                "offered": str(offer.offered),
                "continuing": str(offer.continuing),
                "take": "tie" if offer.tie else "yes" if offer.take else "no",
            }
            for offer in answer.offers
        }
    return table


def _play(play: Odds) -> Table:
    table = {
        "returned": str(play.returned),
        "spins": {"mean": str(play.spins.mean), "variance": str(play.spins.variance)},
        "endings": {e.ending: str(e.probability) for e in sorted(play.endings, key=lambda e: e.ending)},
    }
    return table | ({"envy": str(play.envy)} if play.envy else {})


def _returns(answer: Answer) -> Table:
    never, optimal = answer.never.returned, answer.optimal.returned
    return {"never": str(never)} | ({"optimal": str(optimal)} if optimal != never else {})


def text(head: Mapping[str, Any], tables: Table) -> str:
    """The golden file."""
    lines = [
        "# Exact answers, per unit staked; returns count the stake in. `never` plays on to the end, and",
        "# `optimal` is best play where it is another. A line that changes is a change of odds.",
        "# Written by `python -m tests.golden.write`.",
        "",
        f"game = {_value(head['game'])}",
        f"date = {_value(head['date'])}",
        f"source = {_value(head['source'])}",
        "roads = [",
        *(f"    {_value(road)}," for road in head["roads"]),
        "]",
    ]
    for name, table in tables["defaults"].items():
        lines += ["", f"[defaults.{_key(name)}]"]
        lines += [f"{key} = {_value(table[key])}" for key in ("states", "outlay")]
        for play in ("never", "optimal"):
            if play in table:
                lines += [f"{play}.{key} = {_value(value)}" for key, value in table[play].items()]
        lines += [f"offers.{_key(state)} = {_value(row)}" for state, row in table.get("offers", {}).items()]
    for change, table in tables["changes"].items():
        lines += ["", f"[changes.{_key(change)}]"]
        lines += [f"{_key(name)} = {_value(row)}" for name, row in table.items()] or [
            "# no return is another"
        ]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _value(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(key)} = {_value(part)}' for key, part in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
