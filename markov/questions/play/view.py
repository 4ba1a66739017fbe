"""Rounds of a wager, told spin by spin."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from markov.naming import counted
from markov.questions.play.round import Round, Spin
from markov.rules.prized import PrizedRule
from markov.rules.tally import TallyRace
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.rows import Rows
from markov.tables.table import Figure, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.odds import Offer
from markov.wager.paytable import for_one
from markov.wager.rule import End, rule_words, state_words
from markov.wager.wager import Wager

_ADVICE = {(True, False): "take", (False, True): "either", (False, False): "play on"}


def view(asked: Asked, rounds: Sequence[Round]) -> View:
    """A table for each round; and of several rounds, what they came to."""
    return view_of(
        "play",
        asked,
        lambda: _parts(asked, rounds),
        headline=lambda: _headline(rounds),
        wager=rounds[0].wager,
        notes=lambda: _notes(asked, rounds),
        line={"play": rounds[0].play},
        document=lambda: _document(rounds),
    )


def _headline(rounds: Sequence[Round]) -> str:
    """The end of the round, and its seed, in a line; of several what they came to."""
    if len(rounds) > 1:
        net = sum((played.net for played in rounds), Fraction(0))
        return f"{len(rounds):,} rounds from seed {rounds[0].seed}: {_net(net)} in all"
    first = rounds[0]
    count = counted(len(first.spins), first.wager.trial)
    if not first.ending:
        return f"Goes on after {count} · seed {first.seed}"
    return h.clauses(f"{first.ending} after {count}: {_net(first.net)}", f"seed {first.seed}")


def _net(net: Fraction) -> str:
    return "even" if not net else f"{'up' if net > 0 else 'down'} {abs(net)}"


def _parts(asked: Asked, rounds: Sequence[Round]) -> Iterator[Rows[Any]]:
    yield from (_round_rows(played, asked.game.name) for played in rounds)
    yield _rounds(rounds)
    spins = [told for played in rounds for told in _told(played)]
    seed = c.counts(None, "round.seed", "seed")
    yield Rows("", spins, [seed, *_spin_columns(rounds[0].wager)], part="spins", nested=True)


def _notes(asked: Asked, rounds: Sequence[Round]) -> Iterator[str]:
    wager = rounds[0].wager
    offers = any(played.advice or _offers(played) for played in rounds)
    yield from filter(None, [" ".join(rule_words(wager.rule, offers))])
    yield from t.origin(asked.reading, wager.source)


@dataclass(frozen=True, slots=True)
class _Told:
    """A spin of a round and its number, or the start of the round, which is 0 and has no outcome.

    effect   on the wager, in words
    offer    what the odds say of what is on offer then; None where they do not
    """

    round: Round
    number: int
    spin: Spin
    effect: str
    offer: Offer | None

    @property
    def outcome(self) -> str | None:
        """The outcome in words, without the prize drawn with it, which the ending says if it counts."""
        outcome = self.spin.outcome
        if not self.number:
            return None
        return str(outcome[0] if isinstance(self.round.wager.rule, PrizedRule) else outcome)

    @property
    def does(self) -> str | None:
        """The effect of a spin."""
        return self.effect if self.number else None

    @property
    def name(self) -> str | None:
        """The name of what is on offer then."""
        return self.spin.offered.name if self.spin.offered else None

    @property
    def offered(self) -> Fraction | None:
        """The pay that is offered."""
        return self.round.wager.pays[self.name] if self.name else None

    @property
    def new(self) -> bool:
        """True where something is on offer, and was not already."""
        return self.spin.offered is not None and (not self.number or self.spin.after != self.spin.before)


def _told(played: Round) -> Iterator[_Told]:
    start = played.wager.rule.start
    first = Spin(None, start, start, played.offered, played.first)
    for number, spin in enumerate((first, *played.spins)):
        effect = does(played.wager, spin) if number else f"starts: {_start(played.wager)}"
        yield _Told(played, number, spin, effect, played.advice.get(spin.after) if spin.offered else None)


def _spin_columns(wager: Wager, offers: bool = True, advice: bool = True) -> Iterator[Column[_Told]]:
    """The columns of a spin; for a reader an offer stands where it is new."""

    def new(value: Callable[[_Told], Any]) -> Callable[[_Told], Any]:
        return lambda told: value(told) if told.new else ""

    def continuing(told: _Told) -> Fraction | None:
        return told.offer.continuing if told.offer else None

    yield c.counts(wager.trial, "number", "spin", shown=lambda told: told.number or "")
    yield c.words("outcome", "outcome", shown=lambda told: told.outcome or "")
    yield c.words("effect", "does", shown=lambda told: told.effect)
    yield from c.through(lambda told: told.spin, c.keyed(c.STATE, "before after"))
    if wager.has_actions:
        yield c.words(
            "choice", "spin.chosen", "actions", kind=c.LISTED, shown=lambda told: ", ".join(told.spin.chosen)
        )
    name = "on offer" if offers else None
    yield c.words(name, "name", ("offered", "ending"), shown=new(lambda told: told.name))
    yield c.words(name and "pays", new(lambda told: t.pay_words(wager, told.name or "")))
    yield c.exact(None, "offered", ("offered", "returned"))
    worth, best = ("playing on", "best play") if offers and advice else (None, None)
    yield Column(worth, continuing, c.DECIMAL, ("offered", "continuing"), shown=new(continuing))
    yield Column(
        best, lambda told: told.offer and told.offer.take, c.FLAG, ("offered", "take"), shown=new(_advice)
    )


def _advice(told: _Told) -> str | None:
    return _ADVICE[told.offer.take, told.offer.tie] if told.offer else None


def _round_rows(played: Round, game: str) -> Rows[_Told]:
    """The round, a row for its start, for each spin, and for the choice that ended it."""
    rows = list(_told(played))
    if played.chosen:
        rows.append(_Told(played, 0, Spin(None, None, None, None), f"the player takes {played.ending}", None))
    name = t.in_game(played.wager.name, game)
    title = t.in_way(f"{name}: the round of seed {played.seed}", played.play, played.wager)
    columns = _spin_columns(played.wager, _offers(played), bool(played.advice))
    return Rows(title, rows, columns, [_over(played)], part="")


def _over(played: Round) -> str:
    """The ending of the round and its return, in words."""
    count = counted(len(played.spins), played.wager.trial)
    if not played.ending:
        return f"It goes on after {count}."
    back = for_one(played.returned) if played.returned else "nothing"
    up = f", of {played.outlay} put up for each unit staked" if played.outlay != 1 else ""
    returns = f"{played.ending}, which returns {back}{up}"
    return f"It is over after {count}: {returns}. The player is {_net(played.net)}."


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


def _offers(played: Round) -> bool:
    return played.offered is not None or any(spin.offered for spin in played.spins)


def _rounds(rounds: Sequence[Round]) -> Rows[Round]:
    """The results of the rounds, for a reader if they are several."""
    wager = rounds[0].wager
    columns = (
        c.counts("seed", "seed", kind=replace(c.COUNT, cell=lambda seed: Word(str(seed)))),
        c.counts(f"{wager.trial}s", lambda played: len(played.spins), "spins"),
        c.words("ending", "ending"),
        c.words(None, "chosen", kind=c.FLAG),
        c.exact(None, "outlay"),
        c.exact("returned", "returned"),
        c.exact("net", "net", shown=lambda played: Figure(played.net, tone="good" if played.net > 0 else "")),
    )
    note = "So few rounds say nothing of the odds: markov odds has them, and markov simulate plays many."
    title = f"{wager.name}: {len(rounds):,} rounds" if len(rounds) > 1 else ""
    return Rows(title, rounds, columns, [note], "rounds")


def _document(rounds: Sequence[Round]) -> Document:
    """The rounds, spin by spin."""
    listed: list[Document] = []
    for played, document in zip(rounds, _rounds(rounds).document(), strict=True):
        start, *spins = Rows("", _told(played), _spin_columns(played.wager)).document()
        choice: Document = {key: start[key] for key in ("offered", "actions") if key in start}
        listed.append({**document, "start": start["after"], **choice, "spins": spins})
    return {"rounds": listed}
