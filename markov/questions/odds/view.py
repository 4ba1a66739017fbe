"""The odds of a sheet, a row a wager, and of one wager in full."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import itemgetter
from typing import Any

from markov.exact import brief, rounded
from markov.naming import counted
from markov.tables import column as c
from markov.tables import headline as h
from markov.tables import table as t
from markov.tables.column import Column
from markov.tables.rows import Rows, counted_up
from markov.tables.table import NO_LEAK, ONE_WAY, PLAYING_ON, PLAYS, SAME, Word
from markov.tables.view import Document, View, view_of
from markov.wager.asked import Asked
from markov.wager.game import slug
from markov.wager.odds import FIGURES, Answer, Odds, Offer, says_nothing, wins

_LONGEST = 10  # characters of a fraction on a sheet


def view(asked: Asked, answers: Sequence[Answer], columns: Sequence[str] = ()) -> View:
    """The odds of wagers of a game, a row each; of one wager in full.

    columns   more figures of each row, of those in MORE
    """
    return view_of(
        "odds",
        asked,
        lambda: [*_parts(asked, answers, columns), *_programs(answers)],
        headline=lambda: headline(answers[0]) if len(answers) == 1 else _range(answers),
        notes=lambda: _notes(asked, answers),
        document=lambda: _document(asked, answers),
    )


def _document(asked: Asked, answers: Sequence[Answer]) -> Document:
    from markov.tables import json_record  # a reader at a terminal does not wait for it

    return json_record.odds(asked, answers)


def headline(answered: Answer) -> str:
    """The edge, how often the wager wins and how long it takes, in a line."""
    chance = sum((ending.probability for ending in wins(answered)), Fraction(0))
    return h.clauses(
        h.edge_line(answered),
        f"wins {h.often(chance)}" if chance else "",
        h.average(answered.never.spins.mean, answered.wager.trial, 1),
    )


def _range(answers: Sequence[Answer]) -> str:
    """The lowest and the highest edge of a sheet, in a line."""
    base = _base(answers)
    edges = {answer.wager.name: getattr(answer.optimal.edge, base) for answer in answers}
    known = {name: edge for name, edge in edges.items() if edge is not None}
    least, most = min(known, key=known.__getitem__), max(known, key=known.__getitem__)
    best = " with best play" if any(answer.optimal != answer.never for answer in answers) else ""
    name = h.capital(t.named(f"edge.{base}"))
    ends = f"from {brief(known[least])} ({least}) to {brief(known[most])} ({most})"
    if known[least] == known[most]:
        ends = brief(known[least])
    return f"{name} {ends}{best}, {counted(len(answers), 'wager')}"


def _base(answers: Sequence[Answer]) -> str:
    return h.quoted_base(*(play for answer in answers for play in (answer.never, answer.optimal)))


def _parts(asked: Asked, answers: Sequence[Answer], more: Sequence[str]) -> Iterator[Rows[Any]]:
    if len(answers) > 1:
        yield _sheet(asked, answers, more)
    else:
        (answered,) = answers
        yield from _alone(answered, t.in_game(answered.wager.name, asked.game.name))


def _notes(asked: Asked, answers: Sequence[Answer]) -> Iterator[str]:
    if len(answers) == 1:
        yield from _notes_alone(answers[0], t.reading_in_words(asked.reading))
    else:
        yield from t.merged(answers)
        yield from t.origin(asked.reading, asked.game.source)


@dataclass(frozen=True, slots=True)
class _Alike:
    """Wagers that are alike in every figure, and share a row of the sheet."""

    names: Sequence[str]
    pays: str
    chance: Fraction
    never: Odds
    best: Odds

    @property
    def edge(self) -> Fraction:
        return self.never.edge.per_stake

    @property
    def short(self) -> Fraction | None:
        """The edge, where its fraction has room on the sheet."""
        return None if len(str(self.edge)) > _LONGEST else self.edge


LEVEL = Fraction(9, 10)
"""The confidence level of the volatility index."""


def _figure(name: str) -> Column[_Alike]:
    return c.decimals(t.named(name), lambda row: FIGURES[name](row.never), shown=t.rounding(name))


MORE: Mapping[str, Callable[[], Column[_Alike]]] = {
    "rtp": lambda: _figure("rtp"),
    "hit-frequency": lambda: _figure("hit_frequency"),
    "standard-deviation": lambda: _figure("standard_deviation"),
    "volatility-index": lambda: c.words(
        f"volatility index, {brief(LEVEL)}", lambda row: _volatility(row.never), kind=c.PERCENT
    ),
    "edge-per-spin": lambda: _figure("edge.per_spin"),
}
"""More columns of a sheet, by the name that asks for them."""


def _volatility(play: Odds) -> str | None:
    """The volatility index to six places, as far as they are proved."""
    from markov.statistics.moments import volatility

    return volatility(play.variance, LEVEL).rounded(6)


def _sheet(asked: Asked, answers: Sequence[Answer], more: Sequence[str]) -> Rows[_Alike]:
    """The odds of every wager, with no offer taken and with best play.

    A figure that differs from its neighbour nowhere, such as the edge per outlay where nothing is put
    up but the stake, has no column; where it does, each edge names its base.
    """
    alike = t.grouped(
        answers,
        lambda answer: (
            t.pays(answer.never, partial(t.as_posted, answer.wager)),
            sum((ending.probability for ending in wins(answer)), Fraction(0)),
            answer.never.in_order(),
            answer.optimal.in_order(),
        ),
    )
    rows = [_Alike([answer.wager.name for answer in same], *key) for key, same in alike.items()]
    outlays = _base(answers) == "per_outlay"
    name = "edge per stake" if outlays else "house edge"
    columns: list[Column[_Alike]] = [
        c.words("wager", lambda row: ", ".join(row.names)),
        c.words("pays", "pays"),
        c.percents("chance to win", "chance"),
    ]
    if outlays:
        columns.append(c.percents("edge per outlay", "never.edge.per_outlay"))
    columns += [c.exact(name, "short", group=name), c.percents("%", "edge", group=name)]
    others: dict[str, Callable[[_Alike], Fraction | None]] = {
        "pushes excluded": lambda row: row.never.edge.per_resolved,
        "best play": lambda row: row.best.edge.per_stake,
    }
    unlike = {name: edge for name, edge in others.items() if any(edge(row) != row.edge for row in rows)}
    columns += [_unless_same(name, edge) for name, edge in unlike.items()]
    columns += [MORE[name]() for name in more]
    columns.append(c.decimals(f"average {asked.trial}s", "never.spins.mean", shown=_two_places))
    if any(row.never.envy for row in rows):
        columns.append(c.percents("after envy", "never.house_after_envy"))
    same = any(edge(row) == row.edge for edge in unlike.values() for row in rows)
    return Rows(asked.game.name, rows, columns, _sheet_notes(answers, rows, same, name), part="")


def _unless_same(heading: str, edge: Callable[[_Alike], Fraction | None]) -> Column[_Alike]:
    return c.percents(heading, edge, shown=lambda row: SAME if edge(row) == row.edge else edge(row))


def _two_places(number: Fraction) -> str:
    return rounded(number, 2)


def _sheet_notes(answers: Sequence[Answer], rows: Sequence[_Alike], same: bool, edge: str) -> Iterator[str]:
    if same:
        yield f"·: the {edge}."
    if edge != "house edge":
        yield "Outlay: all money put down, commission and odds included; the trade quotes that edge."
    if any(row.best != row.never for row in rows):
        if any(answer.wager.has_actions for answer in answers):
            yield "Best play chooses what returns most; the other figures make the first choice everywhere."
        else:
            yield "Best play takes an offer where it is worth more than playing on."
    elif any(answer.offers for answer in answers):
        yield NO_LEAK
    if any(row.never.envy for row in rows):
        yield "After envy: the house edge less the expected dealer bonus (envy)."
    if any(row.short is None for row in rows):
        yield "–: exact fraction too long for this table."


def _alone(answered: Answer, title: str) -> Iterator[Rows[Any]]:
    """The tables of one wager."""
    yield _endings(f"{title}: how it ends", answered)
    yield _figures(f"{answered.wager.name}: figures", answered)
    yield _offers(answered)
    yield _strategy(answered)


def _plays(answered: Answer) -> dict[str, Odds]:
    """The plays by name: one where best play is to play on."""
    chooses = answered.offers or answered.wager.has_actions
    first = t.way_words("never", answered.wager) if chooses else ""
    plays = {first: answered.never, PLAYS["optimal"]: answered.optimal}
    return plays if answered.optimal != answered.never else {first: answered.never}


def _endings(title: str, answered: Answer) -> Rows[str]:
    plays = _plays(answered)
    returned = {ending.ending: ending.returned for play in plays.values() for ending in play.endings}
    columns: list[Column[str]] = [
        c.words("ending", str),
        c.words("pays", lambda ending: t.pay_words(answered.wager, ending)),
        c.exact("total returned", returned.__getitem__),
    ]
    for name, play in plays.items():
        columns += c.chances(
            name or "chance", {ending.ending: ending.probability for ending in play.endings}.get
        )
    return Rows(title, sorted(returned, key=returned.__getitem__, reverse=True), columns, part="")


def _figures(title: str, answered: Answer) -> Rows[str]:
    """Every figure of the plays; those that say nothing of their own are spare."""
    plays, trial = _plays(answered), answered.wager.trial
    spare = {name for name in FIGURES if all(says_nothing(play, name) for play in plays.values())}
    columns = [c.words("per unit staked", lambda name: t.named(name, trial))]
    for heading, play in plays.items():
        columns += c.both_ways(heading or "exact", lambda name, play=play: (name, FIGURES[name](play)))  # type: ignore[misc]
    return Rows(title, FIGURES, columns, part="", spare=spare.__contains__)


def _offers(answered: Answer) -> Rows[Any]:
    offers, wager = answered.offers, answered.wager
    pays = c.words("pays", lambda offer: t.pay_words(wager, offer.ending))
    columns = [c.state("state", wager.rule), c.words("offer", "ending"), pays]
    columns += c.figures("playing on", "continuing")
    note = f"{PLAYING_ON}."
    if any(offer.never != offer.continuing for offer in offers):
        columns += c.figures("never taking", "never")
        note += " Never taking: the same if no offer is ever taken."
    columns += [*c.figures("margin", "margin"), c.words("best", _verdict, group="margin")]
    by_ending = (
        c.words("offer", lambda same: same[0].ending),
        c.words("pays", lambda same: t.pay_words(wager, same[0].ending)),
        c.counts("in states", len),
        c.counts("take in", lambda same: sum(offer.take for offer in same)),
        c.counts("tie in", lambda same: sum(offer.tie for offer in same)),
        *c.extremes("playing on", lambda same: [offer.continuing for offer in same]),
    )
    rows = Rows(f"{wager.name}: offers", offers, columns, [note], part="")
    return counted_up(rows, "offers", " by ending", lambda offer: offer.ending, by_ending)[0]


def _verdict(offer: Offer) -> Word:
    if offer.tie:
        return Word("tie: play on", "even")
    return Word("take", "good") if offer.take else Word("play on", "faint")


def _strategy(answered: Answer) -> Rows[Any]:
    wager = answered.wager
    columns = (
        c.state("state", wager.rule),
        c.words("best action", "action"),
        *c.figures("worth", lambda decision: decision.worths[decision.action]),
        c.words("next best", "next_best"),
        *c.figures("worth less by", "margin"),
    )
    by_action = (
        c.words("action", lambda same: same[0].action),
        c.counts("best in states", len),
        c.counts("tied in", lambda same: sum(decision.tie for decision in same)),
        *c.extremes("worth more by", lambda same: [decision.margin for decision in same]),
    )
    note = "Worth: what comes back per unit staked, on average, if play is best from there on"
    if wager.later_stakes:
        note += ", less what is put down on the way"
    notes = [f"{note}. Only states that best play comes to."]
    rows = Rows(f"{wager.name}: best play", answered.strategy, columns, notes, part="")
    what = "states with a choice"
    return counted_up(rows, what, " by action", lambda decision: decision.action, by_action)[0]


def _notes_alone(answered: Answer, *reading: str) -> Iterator[str]:
    if answered.wager.has_actions:
        yield "First choices: in every state the action that the rule names first."
        if answered.optimal == answered.never:
            yield "Nothing is worth more than the first choices."
    elif not answered.offers:
        yield ONE_WAY
    elif answered.optimal == answered.never:
        yield NO_LEAK
    if answered.states is None:
        yield "Solved exactly as a race of tallies, without states."
    else:
        yield f"Solved exactly on a chain of {answered.states:,} states, endings included."
    yield from t.merged([answered])
    yield from reading
    yield f"Source: {answered.wager.source}."


def _programs(answers: Sequence[Answer]) -> Iterator[Rows[Any]]:
    """A row for each wager and way of playing, for each of its endings, for each offer and each decision."""
    from markov.tables import json_record

    plays = [(answer, way, answer.played(way)) for answer in answers for way in PLAYS]
    endings = [(*row, ending) for row in plays for ending in row[-1].endings]
    offers = [(answer, offer) for answer in answers for offer in answer.offers]
    decisions = [(answer, decision) for answer in answers for decision in answer.strategy]
    wager = c.words(None, lambda row: slug(row[0].wager.name), "wager")
    play = c.words(None, lambda row: row[1], "play")
    figures = (*c.keyed(c.EXACT, "outlay"), *json_record.FIGURES, _DEVIATION)
    for part, rows, columns in (
        ("plays", plays, [wager, play, *c.through(itemgetter(-1), figures)]),
        ("endings", endings, [wager, play, *c.through(itemgetter(-1), json_record.ENDING)]),
        ("offers", offers, [wager, *c.through(itemgetter(-1), json_record.OFFER)]),
        ("strategy", decisions, [wager, *c.through(itemgetter(-1), json_record.DECISION)]),
    ):
        yield Rows("", rows, columns, part=part, nested=True)


_DEVIATION: Column[Odds] = Column(None, lambda play: t.value(t.ROOT, play.variance), c.EXACT, t.ROOT)
