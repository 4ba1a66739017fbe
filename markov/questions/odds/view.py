"""The odds of a sheet, a row a wager, and of one wager in full."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from markov.exact import one_in, rational_root, root, rounded
from markov.formats.states import label
from markov.tables import json_record
from markov.tables.phrases import Part, chances, edges, merged, pays, posted, said
from markov.tables.table import NOTHING, Cell, Column, Figure, Table, Word, decimal, in_percent
from markov.tables.view import View
from markov.wager.game import Game
from markov.wager.odds import Answer, Offer, Play
from markov.wager.paytable import Paytable


def view(game: Game, reading: Mapping[str, str], answers: Sequence[Answer], whole: bool = False) -> View:
    """The odds of wagers of a game; of the whole sheet, or of one wager in full."""
    tables = [sheet(game, reading, answers)] if whole else []
    first = tables[0] if tables else flat(answers[0])
    if len(answers) == 1:
        tables += line(game, reading, answers[0])
    return View(tuple(tables), first, lambda: json_record.odds(game, reading, answers))


def sheet(game: Game, reading: Mapping[str, str], answers: Sequence[Answer]) -> Table:
    """The odds of every wager, played to its end and played best.

    A figure that differs from its neighbour nowhere, such as the edge per outlay where nothing is put
    up but the stake, has no column.
    """
    parts = list(_parts(answers))
    offers = any(answered.offers for answered in answers)
    return Table(
        title=game.name,
        columns=tuple(column for columns, _ in parts for column in columns),
        rows=tuple(tuple(cell for _, rows in parts for cell in rows[i]) for i in range(len(answers))),
        notes=(
            *(("Best play takes an offer where it is worth more than playing on.",) if offers else ()),
            *merged(answers),
            said(reading),
            f"Source: {game.source}.",
        ),
    )


def _parts(answers: Sequence[Answer]) -> Iterator[Part]:
    never = [answered.never for answered in answers]
    best = [answered.optimal for answered in answers]
    yield (Column("wager", "left"),), [(Word(answered.wager.name),) for answered in answers]
    yield (
        (Column("pays", "left"),),
        [(Word(pays(answered.never, answered.wager.pays)),) for answered in answers],
    )
    yield chances("chance to win", [_win_chance(answered) for answered in answers])
    yield (Column("returns", "point"),), [(Figure(play.returned, decimal),) for play in never]
    yield edges("house edge", [play.edge.per_stake for play in never])
    if any(play.outlay != 1 for play in never):
        yield edges("per outlay", [play.edge.per_outlay for play in never])
    if any(play.edge.per_resolved != play.edge.per_stake for play in never):
        yield edges("per resolved", [play.edge.per_resolved for play in never])
    if any(answered.offers for answered in answers):
        yield edges("edge, best play", [play.edge.per_stake for play in best])
    yield (Column("mean spins", "point"),), [(Figure(play.spins.mean, _hundredths),) for play in never]
    if any(play.envy for play in never):
        yield (
            (Column("dealer's envy", group="envy"), Column("house after envy", "point", "envy")),
            [(Figure(play.envy), Figure(play.house_after_envy, in_percent)) for play in never],
        )


def _win_chance(answered: Answer) -> Fraction:
    """The chance that more comes back than was put down: a push is no win, though something comes back."""
    wins = (
        ending.probability
        for ending in answered.never.endings
        if ending.returned > answered.wager.put_down(ending.ending)
    )
    return sum(wins, Fraction(0))


def _hundredths(number: Fraction) -> str:
    return rounded(number, 2)


_MANY = 40  # more offers than this are counted up, not listed, for a reader


def line(game: Game, reading: Mapping[str, str], answered: Answer) -> list[Table]:
    """The tables of one wager."""
    name = answered.wager.name
    return alone(answered, name if name == game.name else f"{name} ({game.name})", said(reading))


def alone(answered: Answer, title: str, *reading: str) -> list[Table]:
    """The tables of an answer that comes without its game, and the reading in words where it is known."""
    name = answered.wager.name
    tables = [_endings(f"{title}: how it ends", answered), _figures(f"{name}: figures", answered)]
    if len(answered.offers) > _MANY:
        tables.append(_counted(f"{name}: offers by ending", answered.offers, answered.wager.pays))
    elif answered.offers:
        tables.append(_offers(f"{name}: offers", answered.offers, answered.wager.pays))
    last = tables[-1]
    notes = (*last.notes, *_notes(reading, answered))
    return [*tables[:-1], Table(last.title, last.columns, last.rows, notes)]


def _plays(answered: Answer) -> list[tuple[str, Play]]:
    """The plays by name: one where best play is to play on."""
    if answered.optimal == answered.never:
        return [("played to its end", answered.never)]
    return [("played to its end", answered.never), ("best play", answered.optimal)]


def _endings(title: str, answered: Answer) -> Table:
    plays = _plays(answered)
    columns = [Column("ending", "left"), Column("pays", "left"), Column("returns")]
    chances: list[dict[str, Fraction]] = []
    returned: dict[str, Fraction] = {}
    for name, play in plays:
        columns += [Column(name, group=name), Column("1 in", "point", name), Column("%", "point", name)]
        chances.append({ending.ending: ending.probability for ending in play.endings})
        returned |= {ending.ending: ending.returned for ending in play.endings}
    rows = []
    for ending, gross in sorted(returned.items(), key=lambda item: item[1], reverse=True):
        row: list[Cell] = [Word(ending), Word(posted(answered.wager.pays, ending)), Figure(gross)]
        for chance in chances:
            if p := chance.get(ending):
                row += [Figure(p), Word(one_in(p).removeprefix("1 in ")), Figure(p, in_percent)]
            else:
                row += [NOTHING] * 3
        rows.append(tuple(row))
    return Table(title, tuple(columns), tuple(rows))


def _figures(title: str, answered: Answer) -> Table:
    plays = _plays(answered)
    columns = [Column("per unit staked", "left")]
    listed = []
    for name, play in plays:
        columns += [Column(name, group=name), Column("≈", "point", name)]
        listed.append(list(figures(play)))
    rows = tuple(
        (Word(said_of_all[0][0]), *(cell for _, *cells in said_of_all for cell in cells))
        for said_of_all in zip(*listed, strict=True)
    )
    return Table(title, tuple(columns), rows)


def figures(play: Play) -> Iterator[tuple[str, Cell, Cell]]:
    """Every figure of the play: its name, exactly, and rounded."""
    edge = play.edge
    yield "outlay", Figure(play.outlay), Figure(play.outlay, decimal)
    yield "returned", Figure(play.returned), Figure(play.returned, decimal)
    yield "net", Figure(play.net), Figure(play.net, decimal)
    for base in ("stake", "outlay", "resolved", "spin"):
        number: Fraction | None = getattr(edge, f"per_{base}")
        if number is None:
            yield f"edge per {base}", NOTHING, NOTHING
        else:
            yield f"edge per {base}", Figure(number), Figure(number, in_percent)
    yield "return to player", Figure(play.rtp), Figure(play.rtp, in_percent)
    yield "hit frequency", Figure(play.hit_frequency), Figure(play.hit_frequency, in_percent)
    yield "variance", Figure(play.variance), Figure(play.variance, decimal)
    exact = rational_root(play.variance)
    deviation = Figure(play.variance, root=True) if exact is None else Figure(exact)
    yield "standard deviation", deviation, Figure(play.variance, root)
    yield "spins, mean", Figure(play.spins.mean), Figure(play.spins.mean, decimal)
    yield "spins, variance", Figure(play.spins.variance), Figure(play.spins.variance, decimal)
    yield "dealer's envy", Figure(play.envy), Figure(play.envy, decimal)
    yield "house after envy", Figure(play.house_after_envy), Figure(play.house_after_envy, in_percent)


def _offers(title: str, offers: Sequence[Offer], pays: Paytable) -> Table:
    columns = [Column("state", "left"), Column("offer", "left"), Column("pays", "left")]
    rows: list[list[Cell]] = [
        [Word(label(offer.state)), Word(offer.ending), Word(posted(pays, offer.ending))] for offer in offers
    ]
    worth = {"playing on": [offer.continuing for offer in offers]}
    notes = ["Playing on: what it is worth, played best from there."]
    if any(offer.never != offer.continuing for offer in offers):
        worth["never taking"] = [offer.never for offer in offers]
        notes = [f"{notes[0]} Never taking: what it is worth if no offer is ever taken."]
    for name, numbers in (worth | {"margin": [offer.margin for offer in offers]}).items():
        columns += [Column(name, group=name), Column("≈", "point", name)]
        for row, number in zip(rows, numbers, strict=True):
            row += [Figure(number), Figure(number, decimal)]
    columns.append(Column("best", "left", "margin"))
    for row, offer in zip(rows, offers, strict=True):
        row.append(_verdict(offer))
    return Table(title, tuple(columns), tuple(map(tuple, rows)), tuple(notes))


def _verdict(offer: Offer) -> Word:
    if offer.tie:
        return Word("tie: play on", "even")
    return Word("take", "good") if offer.take else Word("play on", "faint")


def _counted(title: str, offers: Sequence[Offer], pays: Paytable) -> Table:
    columns = (
        Column("offer", "left"),
        Column("pays", "left"),
        Column("in states"),
        Column("take in"),
        Column("tie in"),
        Column("playing on: least", "point"),
        Column("playing on: most", "point"),
    )
    by_ending: dict[str, list[Offer]] = {}
    for offer in offers:
        by_ending.setdefault(offer.ending, []).append(offer)
    rows: list[tuple[Cell, ...]] = []
    for ending, same in by_ending.items():
        worth = [offer.continuing for offer in same]
        counts = len(same), sum(offer.take for offer in same), sum(offer.tie for offer in same)
        rows.append(
            (
                Word(ending),
                Word(posted(pays, ending)),
                *(Word(str(count)) for count in counts),
                Figure(min(worth), decimal),
                Figure(max(worth), decimal),
            )
        )
    note = f"There are {len(offers):,} offers; --json and --format csv list every one."
    return Table(title, columns, tuple(rows), (note,))


def _notes(reading: Sequence[str], answered: Answer) -> Iterator[str]:
    if not answered.offers:
        yield "Nothing is on offer before the end, so there is one way to play."
    elif answered.optimal == answered.never:
        yield "No offer is worth more than playing on, so best play is to play to the end."
    yield f"Solved exactly on a chain of {answered.states:,} states, endings included."
    yield from merged([answered])
    yield from reading
    yield f"Source: {answered.wager.source}."


def flat(answered: Answer) -> Table:
    """All figures of one wager as one table with a row for each, for a machine to read."""
    columns = tuple(Column(name, "left") for name in ("part", "item", "figure", "play", "exact", "decimal"))
    rows: list[tuple[Cell, ...]] = []

    def add(part: str, item: str, figure: str, play: str, number: Fraction) -> None:
        rows.append((*map(Word, (part, item, figure, play)), Figure(number), Figure(number, decimal)))

    for name, play in (("never", answered.never), ("optimal", answered.optimal)):
        for ending in play.endings:
            add("ending", ending.ending, "probability", name, ending.probability)
            add("ending", ending.ending, "returned", name, ending.returned)
        for figure, exact, shown in figures(play):
            if isinstance(shown, Figure) and shown.shown is in_percent:
                shown = Figure(shown.number, decimal)
            rows.append((Word("figure"), Word(""), Word(figure), Word(name), exact, shown))
    for offer in answered.offers:
        item = f"{offer.ending} in {label(offer.state)}"
        add("offer", item, "offered", "", offer.offered)
        add("offer", item, "playing on", "optimal", offer.continuing)
        add("offer", item, "playing on", "never", offer.never)
        add("offer", item, "margin", "optimal", offer.margin)
    return Table(answered.wager.name, columns, tuple(rows))
