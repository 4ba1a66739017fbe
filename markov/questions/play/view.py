"""Rounds of a wager, told spin by spin."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from markov.naming import counted
from markov.questions.play.round import Round, Spin
from markov.rules.prized import PrizedRule
from markov.rules.tally import TallyRace
from markov.tables import json_record
from markov.tables import table as t
from markov.tables.records import Record, Records, members
from markov.tables.table import NOTHING, Cell, Figure, Heading, Table, Tables, Word
from markov.tables.view import Document, View
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.paytable import for_one
from markov.wager.rule import End, plain, rule_words, state_words
from markov.wager.wager import Wager

_ADVICE = {(True, False): "take", (False, True): "either", (False, False): "play on"}


def view(asked: Asked, rounds: Sequence[Round]) -> View:
    """A table for each round; and of several rounds, what they came to."""
    return View(
        Tables(lambda: _tables(asked, rounds)),
        lambda: _records(asked, rounds),
        lambda: _document(asked, rounds),
    )


def _tables(asked: Asked, rounds: Sequence[Round]) -> tuple[Table, ...]:
    tables = [round_table(one, asked.game.name) for one in rounds]
    if len(tables) > 1:
        tables.append(_summary(rounds))
    notes = _rule(rounds), t.reading_in_words(asked.reading), f"Source: {rounds[0].wager.source}."
    return t.closed(tables, filter(None, notes))


def round_table(one: Round, game: str = "") -> Table:
    """The round, a row for its start and for each spin; an offer is shown where it changes."""
    columns = [Heading(one.wager.trial), Heading("outcome", "left"), Heading("effect", "left")]
    offers = _offers(one)
    if one.wager.has_actions:
        columns.append(Heading("choice", "left"))
    if offers:
        columns += [Heading("on offer", "left"), Heading("pays", "left")]
    if offers and one.advice:
        columns += [Heading("playing on", "point"), Heading("best play", "left")]
    rows = [_row(one, number, spin, offers) for number, spin in _numbered(one)]
    if one.chosen:
        taken = Word(""), Word(""), Word(f"the player takes {one.ending}")
        rows.append((*taken, *[Word("")] * (len(columns) - len(taken))))
    of = f" ({game})" if game else ""
    title = f"{one.wager.name}{of}: the round of seed {one.seed}, {t.way_words(one.play, one.wager)}"
    return Table(title, tuple(columns), tuple(rows), (_over(one),))


def _numbered(one: Round) -> Iterator[tuple[int, Spin]]:
    """The spins with their numbers, after the start of the round, which is 0 and has no outcome."""
    start = one.wager.rule.start
    yield 0, Spin(None, start, start, one.offered, one.first)
    yield from enumerate(one.spins, start=1)


def _row(one: Round, number: int, spin: Spin, offers: bool) -> tuple[Cell, ...]:
    outcome = _outcome(one.wager, spin) if number else ""
    effect = does(one.wager, spin) if number else f"starts: {_start(one.wager)}"
    row: list[Cell] = [Word(f"{number:,}" if number else ""), Word(outcome), Word(effect)]
    if one.wager.has_actions:
        row.append(Word(", ".join(spin.chosen)))
    if not offers:
        return tuple(row)
    offered = spin.offered if not number or spin.after != spin.before else None
    if offered is None:
        return *row, *[Word("")] * (4 if one.advice else 2)
    row += [Word(offered.name), Word(t.posted(one.wager.pays, offered.name))]
    if one.advice:
        worth = one.advice.get(spin.after)
        row += (
            [NOTHING, NOTHING]
            if worth is None
            else [Figure(worth.continuing, t.decimal), Word(_ADVICE[worth.take, worth.tie])]
        )
    return tuple(row)


def _over(one: Round) -> str:
    """The ending of the round and its return, in words."""
    count = counted(len(one.spins), one.wager.trial)
    if not one.ending:
        return f"It goes on after {count}."
    back = for_one(one.returned) if one.returned else "nothing"
    up = f", of {one.outlay} put up for each unit staked" if one.outlay != 1 else ""
    net = "even" if not one.net else f"{'up' if one.net > 0 else 'down'} {abs(one.net)}"
    return f"It is over after {count}: {one.ending}, which returns {back}{up}. The player is {net}."


def does(wager: Wager, spin: Spin) -> str:
    """The effect of the spin on the wager, in words."""
    if isinstance(wager.rule, TallyRace):
        return _moved_tallies(wager.rule, spin)
    if isinstance(spin.after, End):
        return f"{_state(wager, spin.before)} → {spin.after.name}"
    if spin.after == spin.before:
        return "nothing"
    return f"{_state(wager, spin.before)} → {_state(wager, spin.after)}"


def _start(wager: Wager) -> str:
    if isinstance(wager.rule, TallyRace):
        return "every tally at 0" if len(wager.rule.tallies) > 1 else f"0 of {wager.rule.tallies[0].need}"
    return _state(wager, wager.rule.start)


def _moved_tallies(rule: TallyRace, spin: Spin) -> str:
    """The tallies that the spin moved, and how far they are."""
    moved = [
        f"{_listed(tally.counts) + ': ' if len(rule.tallies) > 1 else ''}{have + 1} of {tally.need}"
        for tally, have in zip(rule.tallies, spin.before, strict=True)
        if spin.outcome in tally.counts and have < tally.need
    ]
    if isinstance(spin.after, End):
        moved.append(spin.after.name)
    return ", ".join(moved) or "nothing"


def _listed(outcomes: Iterable[Any]) -> str:
    return "/".join(map(str, sorted(outcomes, key=lambda outcome: (len(str(outcome)), str(outcome)))))


def _state(wager: Wager, state: Any) -> str:
    """The state as its rule names it; else its parts, from the first to the last."""
    parts = state if isinstance(state, tuple) else (state,)
    return state_words(wager.rule, state, played=True) or " · ".join(map(str, parts)) or "nothing yet"


def _rule(rounds: Sequence[Round]) -> str:
    """The rule in words; empty where it has none."""
    offers = any(one.advice or _offers(one) for one in rounds)
    return " ".join(rule_words(rounds[0].wager.rule, offers))


def _outcome(wager: Wager, spin: Spin) -> str:
    """The outcome of a spin in words, without the prize drawn with it, which the ending says if it counts."""
    return str(spin.outcome[0] if isinstance(wager.rule, PrizedRule) else spin.outcome)


def _offers(one: Round) -> bool:
    return one.offered is not None or any(spin.offered for spin in one.spins)


def _summary(rounds: Sequence[Round]) -> Table:
    wager = rounds[0].wager
    parts = [
        t.column("seed", [Word(str(one.seed)) for one in rounds]),
        t.counts(f"{wager.trial}s", [len(one.spins) for one in rounds]),
        t.words("ending", [one.ending for one in rounds]),
        t.fractions("returned", [one.returned for one in rounds]),
        t.column("net", [Figure(one.net, tone="good" if one.net > 0 else "") for one in rounds]),
    ]
    note = "So few rounds say nothing of the odds: markov odds has them, and markov simulate plays many."
    return t.table(f"{wager.name}: {len(rounds):,} rounds", parts, [note])


def _records(asked: Asked, rounds: Sequence[Round]) -> Records:
    """A row for each spin of every round, after a row for its start, which is spin 0."""
    kinds = {"game": str, "wager": str, "play": str, "seed": int, "spin": int, "outcome": str, "does": str}
    kinds |= {"state": object, "offer": str, "offered": Fraction, "continuing": Fraction, "take": bool}
    rows: list[Record] = []
    for one in rounds:
        about = {"game": asked.game.slug, "wager": slug(one.wager.name), "play": one.play, "seed": one.seed}
        listed: list[dict[str, Any]] = [
            {
                **about,
                "spin": number,
                **({"outcome": _outcome(one.wager, spin), "does": does(one.wager, spin)} if number else {}),
                "state": None if isinstance(spin.after, End) else spin.after,
                **dict(zip(("offer", "offered", "continuing", "take"), _offer(one, spin), strict=False)),
                **({"actions": ", ".join(spin.chosen)} if spin.chosen else {}),
            }
            for number, spin in _numbered(one)
        ]
        if one.ending:
            listed[-1] |= {"ending": one.ending, "returned": one.returned, "net": one.net}
        rows += listed
    if rounds[0].wager.has_actions:
        kinds["actions"] = str
    return Records({**kinds, "ending": str, "returned": Fraction, "net": Fraction}, rows)


def _offer(one: Round, spin: Spin) -> tuple[Any, ...]:
    """The offer after the spin: its name, its pay, what playing on is worth, and if it is best taken."""
    if spin.offered is None:
        return ()
    worth, name = one.advice.get(spin.after), spin.offered.name
    return name, one.wager.pays[name], worth and worth.continuing, worth and worth.take


def _document(asked: Asked, rounds: Sequence[Round]) -> Document:
    """The rounds, spin by spin."""
    first = rounds[0]
    return {
        **json_record.head("play", asked),
        "wager": slug(first.wager.name),
        "play": first.play,
        "rounds": [
            {
                "seed": one.seed,
                "start": plain(start.after),
                **_choice(one, start),
                "spins": [
                    {
                        "spin": number,
                        "outcome": _outcome(one.wager, spin),
                        "before": plain(spin.before),
                        "after": plain(spin.after),
                        "does": does(one.wager, spin),
                        **_choice(one, spin),
                    }
                    for number, spin in spins
                ],
                **members(one, "ending chosen outlay returned net"),
            }
            for one in rounds
            for (_, start), *spins in [_numbered(one)]
        ],
    }


def _choice(one: Round, spin: Spin) -> Document:
    """The offer after the spin, and where a rule offers several actions those that are chosen."""
    keys, offer = ("ending", "returned", "continuing", "take"), _offer(one, spin)
    actions = {"actions": list(spin.chosen)} if one.wager.has_actions else {}
    return {"offered": dict(zip(keys, offer, strict=True)) if offer else None, **actions}
