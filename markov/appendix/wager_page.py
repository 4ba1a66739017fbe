"""The page of wagers that are alike in every figure: rule, pays, figures, strategy, prices, long run."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor

from markov.appendix.blocks import (
    BlockCell,
    BlockRow,
    both,
    by_heading,
    figure,
    fraction,
    percentage,
    prose,
    share,
    tabular,
)
from markov.appendix.chapter import Chapter, can_be_down
from markov.appendix.decimals import PLAIN, POINTS, ROOT, SHARE, in_thousands
from markov.appendix.derivation import derivation, method, sizes, worked
from markov.appendix.odds_tables import figures, joined, returns
from markov.appendix.paytable import besides_stake
from markov.exact import decimal, in_short, percent, rounded
from markov.naming import counted, listed
from markov.questions.price.pays_for_edge import PayRange, Why
from markov.questions.price.price import Price, Quote
from markov.questions.sensitivity.sensitivity import Effect, Sensitivity
from markov.questions.sensitivity.view import alike, matters
from markov.questions.surrender.surrender import Judged, Surrender
from markov.rules.prized import PrizedRule
from markov.statistics.bracket import Bracket
from markov.statistics.exposure import round_cost
from markov.statistics.normal import LEVELS
from markov.statistics.repeated import INTERVALS, Repeated, interval
from markov.tables.drawing import Bars
from markov.tables.endings import ending_words, state_words
from markov.tables.table import (
    NO_LEAK,
    NOTHING,
    PLAYS,
    Cell,
    Figure,
    Heading,
    Word,
    as_posted,
    grouped,
    outcomes_in_words,
    pay_words,
)
from markov.typeset.attached import ODDS
from markov.typeset.manuscript import Block, Code, Picture, Section, Tabular
from markov.wager.odds import Decision, Strategy
from markov.wager.paytable import worded
from markov.wager.rule import description, label
from markov.wager.wager import Wager


def wager_page(chapters: Sequence[Chapter], full: bool, alone: bool) -> Section:
    """The page of wagers that have the same tables; the figures printed are those of the first.

    full    whether equations, sensitivities, charts and every table of the long run follow
    alone   whether it is the only one, with the method in its section
    """
    first = chapters[0]
    blocks = [*_opening(chapters), *page_tables(first, alone and not full), *_closing_words(first, alone)]
    if full:
        blocks += [derivation(first), *_details(first)]
    elif alone:
        blocks += [method(chapters), worked(first)]
    return Section(joined([chapter.wager.name for chapter in chapters]), first.key, tuple(blocks))


def page_tables(chapter: Chapter, brief: bool = False) -> tuple[Tabular, ...]:
    """The tables of the page, in which wagers that share one are the same to the last cell.

    brief   whether a long strategy is cut
    """
    tables = [returns(chapter)]
    if chapter.offers is not None and not chapter.idle:
        tables.append(_strategy(chapter, chapter.offers))
    if 0 < len(chapter.asked.strategy) <= LISTED:
        tables.append(_actions(chapter, brief))
    tables.append(figures(chapter, chapter.moments))
    if chapter.targets:
        tables.append(_targets(f"{chapter.key}_prices", chapter))
    tables += [
        _intervals(f"{chapter.key}_run-{way}", way, chapter)
        for way in [*chapter.plays][-1:]
        if chapter.moments
    ]
    return tuple(tables)


def page_key(chapter: Chapter) -> tuple[object, ...]:
    """The key under which wagers share a page: every cell of its tables, and the text below them."""
    return (
        *(page_table.table for page_table in page_tables(chapter)),
        *_closing_words(chapter, True),
        chapter.sizes,
    )


def _opening(chapters: Sequence[Chapter]) -> Iterator[Block]:
    """The rule in words, once for wagers that have the same words, the commission and the source."""
    alike = grouped(chapters, lambda chapter: description(chapter.wager.rule, bool(chapter.answer.offers)))
    by_rule = {sentences: [chapter.wager.name for chapter in same] for sentences, same in alike.items()}
    first, words = next(iter(by_rule)), []
    for sentences, names in by_rule.items():
        whose = f"{listed(names)}: " if len(by_rule) > 1 else ""
        if sentences is first or len(sentences) != len(first):
            words.append(whose + " ".join(sentences))
        else:
            other = [sentence for sentence, same in zip(sentences, first, strict=True) if sentence != same]
            same = f" All else is as for {listed(by_rule[first])}." * (len(other) < len(sentences))
            words.append(whose + " ".join(other) + same)
    wager = chapters[0].wager
    words += filter(None, [_not_as_drawn(wager), besides_stake(wager)])
    if wager.later_stakes:
        words.append(_RAISED)
    sources = list(dict.fromkeys(chapter.wager.source.removesuffix(".") for chapter in chapters))
    yield prose("{words} Source: {source}.", words=" ".join(words), source=listed(sources))


def _not_as_drawn(wager: Wager) -> str:
    """A sentence on the amounts of prizes for which another pay is posted; empty where there are none."""
    drawn = wager.rule.pays() if isinstance(wager.rule, PrizedRule) else {}
    edited = [
        f"{ending} pays {in_thousands(pay_words(wager, ending))}"
        for ending, amount in drawn.items()
        if wager.pays[ending] != amount
    ]
    return f"In place of what is drawn {listed(edited)}." * bool(edited)


def _closing_words(chapter: Chapter, alone: bool) -> Iterator[Block]:
    """Text below the tables: best play that is no action, how long the wager lasts; alone, the chain too."""
    answered, trial = chapter.answer, chapter.wager.trial
    said = ""
    if chapter.has_actions:
        yield prose(_CHOSEN, words=" ".join(_strategy_notes(chapter)))
    if chapter.idle:
        yield prose(_IDLE, offers=listed(sorted(map(ending_words, chapter.downs))))
    elif answered.offers and chapter.offers is None:
        taken = sum(offer.take for offer in answered.offers)
        yield prose(_MANY, n=f"{len(answered.offers):,}", taken=f"{taken:,}")
    elif answered.offers and "optimal" not in chapter.plays:
        said = f"{NO_LEAK} "
    if chapter.downs and not can_be_down(answered):
        yield prose(_STANDING, without=Code(" ".join(f"--pay {name}=none" for name in sorted(chapter.downs))))
    cost = round_cost(chapter.asked)
    owed = f", {fraction(cost.envy)} of it dealer bonus" * bool(cost.envy)
    ending = ending_words(cost.ending)
    most = fraction(cost.cost).replace("-", "−")
    said += f"Maximum exposure per round: {most} per unit staked ({ending}{owed}). "
    for way, series in list(chapter.ahead.items())[-1:]:
        after = listed(
            [f"{chance_in_words(member.ahead, 4)}% after {member.n:,} wagers" for member in series]
        )
        said += _played(chapter, way, f"the player is ahead with a probability of {after}. ")
    for way, law in list(chapter.spins.items())[-1:]:
        first, *more = {n: percent(q, 0) for q, n in law.quantiles}.items()
        shares = [f"at least {first[1]} of wagers are over within {counted(first[0], trial)}"]
        shares += [f"{q} within {counted(n, trial)}" for n, q in more]
        if 1 in law.chances:
            shares = [f"every wager is over within {counted(first[0], trial)}"]
        said += _played(chapter, way, f"{listed(shares)}. ")
    yield prose("{said}", said=said + sizes(chapter) * alone)


def _played(chapter: Chapter, way: Strategy, words: str) -> str:
    """The sentence with the way of playing that it is of, where there are several."""
    if chapter.way_shown(way) == "optimal":
        return f"Under best play, {words}"
    return f"With no offer taken, {words}" if chapter.answer.offers else words[0].upper() + words[1:]


_RAISED = (
    "More money is put down on the way; the outlay is the mean of all that is put down. Figures that count "
    "one outlay are left out: skewness, kurtosis, pays for other edges, and wagers in a row."
)
_CHOSEN = """
    The player chooses between actions, and figures are of one way of playing, best play at the posted pays.
    {words}
"""
_STANDING = """
    Best play with the bet left standing is that of `markov report` on this wager with {without}.
"""
_IDLE = """
    The edge is against the player, so best play takes the bet down as soon as it can ({offers}): it is
    withdrawn before any risk, which is excluded from every figure of this page, and no offer is taken.
"""
_MANY = """
    There are {n} states with an offer, and best play takes it in {taken} of them. The certificate names
    them, and proves by an inequality in each state that no other choice is worth more.
"""


def _strategy(chapter: Chapter, judged: Surrender) -> Tabular:
    """The offers as a player could carry them: a row for each, or for all states where nothing differs."""
    wager = chapter.wager

    def row(offer: Judged) -> tuple[Cell | str, ...]:
        at = offer.flips_at_win_pay
        return (
            ending_words(offer.ending),
            in_thousands(pay_words(wager, offer.ending)),
            *both(offer.continuing),
            figure(offer.margin, PLAIN),
            {"leak": "take it", "tie": "either: the same", "dead": "play on"}[offer.kind],
            NOTHING if at is None else Word(pay_in_words(at, wager.posted(judged.win))),
        )

    rows: list[BlockRow] = []
    sizes = Counter(chapter.merging.block.tolist())
    places = {state: i for i, state in enumerate(chapter.merging.chain.states)}
    for (ending, *cells), offers in grouped(judged.offers, row).items():
        states = sum(sizes[places[offer.state]] for offer in offers)
        where = counted(states, "state")
        if len(offers) == 1:
            where = state_words(offers[0].state, wager.rule) + f" ({states:,} alike)" * (states > 1)
        rows.append((ending, where, *cells))
    notes = [_by_strategy(chapter)]
    if judged.win != "made" and any(offer.flips_at_win_pay is not None for offer in judged.offers):
        notes.append(f"In the last column the win is {ending_words(judged.win)}.")
    headings = ["offer:left", "state:left", "pays:left", "playing on", "decimal:point", "margin:point"]
    headings += ["best play:left", "play on if the win pays more than:left"]
    return tabular(f"{chapter.key}_strategy", "Best play at each offer", headings, rows, notes)


def _actions(chapter: Chapter, brief: bool) -> Tabular:
    """The action of each state, as a player could carry it: a row for each, or for all that do not differ.

    brief   whether no more than a few rows stand here, those of most states
    """

    def row(decision: Decision) -> tuple[Cell | str, ...]:
        return (
            decision.action,
            *both(decision.worths[decision.action]),
            decision.next_best,
            figure(decision.margin, PLAIN),
        )

    rule, strategy = chapter.asked.wager.rule, chapter.asked.strategy
    alike, notes = list(grouped(strategy, row).items()), [_WORTH, _by_strategy(chapter)]
    if brief and len(alike) > _ROWS:
        alike = sorted(alike, key=lambda each: len(each[1]), reverse=True)[:_ROWS]
        left = len(strategy) - sum(len(same) for _, same in alike)
        notes.insert(0, f"The rows of most states; {ODDS} has the other {counted(left, 'state')} too.")
    rows: list[BlockRow] = [
        ("; ".join(label(decision.state, rule) for decision in same), *cells) for cells, same in alike
    ]
    headings = ["state:left", "best action:left", "it is worth", "decimal:point", "next best:left"]
    return tabular(
        f"{chapter.key}_strategy", "Best play in each state", [*headings, "worth less by:point"], rows, notes
    )


def _strategy_notes(chapter: Chapter) -> Iterator[str]:
    """Sentences on the strategy: what the certificate proves of it, its ties, and what it never comes to."""
    asked = chapter.asked
    proved, states = dict(chapter.proof.checks).get("best play"), len(asked.strategy)
    yield (
        "No action of any state is worth more than the one that is chosen there: the certificate says what "
        "each is worth, and proves it by an inequality for every action."
        if proved
        else "That no other action is worth more is NOT PROVED: the certificate does not hold."
    )
    if chapter.downs:
        yield "It takes the bet down before anything is at risk, so figures are of a bet that is never made."
    if not states:
        yield "It comes to no state in which there is more than one action."
    elif states > LISTED:
        yield f"It comes to {states:,} states with several actions, too many for a page; {ODDS} lists them."
    if ties := sum(decision.tie for decision in asked.strategy):
        yield f"In {counted(ties, 'state')} another action is worth as much."
    if chapter.targets:
        yield "Pays for other edges let the choice of actions change with the pay."
    if never := [name for name in asked.wager.pays if name not in chapter.wager.pays]:
        pays = [f"{name} ({in_thousands(as_posted(asked.wager, name))})" for name in never]
        yield f"This way of playing never comes to {listed(pays)}."


_ROWS = 12  # of a strategy in a report of one wager
LISTED = 200
"""The most states whose actions a page lists."""
_WORTH = (
    "Worth: what comes back from there on, on average, if play is best, less what is put down on the way. "
    "Only states that this way of playing comes to."
)


def _by_strategy(chapter: Chapter) -> str:
    """The return of best play, of play without an offer, and of the worst that a player can do."""
    answered, outlay = chapter.asked, chapter.answer.never.outlay
    returned = [("best play", answered.optimal.rtp)]
    if not chapter.has_actions:
        returned.append((chapter.way_words("never"), answered.never.rtp))
    if chapter.worst is not None:
        returned.append(("worst play, the least of any strategy", chapter.worst / outlay))
    return f"Return by strategy: {'; '.join(f'{name} {share(rtp)}%' for name, rtp in returned)}."


def _targets(label_: str, chapter: Chapter) -> Tabular:
    first = chapter.targets[0]
    like = first.wager.posted(first.ending)
    headings = ["edge, %:point", "pay of that edge:left", "returned:point"]
    headings += ["nearest below:left", "edge, %:point", "nearest above:left", "edge, %:point"]
    chosen = chapter.answer.offers or chapter.has_actions
    title = (
        f"Pays of the {ending_words(first.ending)} for other edges of the stake"
        + f", {PLAYS[first.play]}" * bool(chosen)
    )
    rows = [_target(price, like) for price in chapter.targets if price.solutions]
    notes = []
    if chapter.wager.commission is not None and chapter.wager.commission.moves:
        notes.append("The commission follows each of these pays.")
    if missed := [price for price in chapter.targets if not price.solutions]:
        why = {(miss.why, miss.edge) for price in missed if (miss := price.missed) and miss.why in _BOUNDS}
        bound = "".join(f": {_BOUNDS[kind]} {percentage(edge)}" for kind, edge in why if edge is not None)
        edges = [in_short(price.edge) for price in missed]
        notes.append(f"No pay leaves the house {' or '.join(edges)}{bound * (len(why) == 1)}.")
    return tabular(label_, title, headings, rows, notes)


_BOUNDS = {Why.lower: "the most is", Why.higher: "the least is"}


def _target(price: Price, like: str) -> BlockRow:
    span = price.solutions[0]
    pay = span.high or span.low  # the nearest payable ones are those around it
    below = [quote for quote in price.payable if quote.returned <= pay]
    exact = span.low == span.high and any(quote.returned == pay for quote in below)
    above = [quote for quote in price.payable if quote.returned > pay and not exact]
    nearest = *_quoted(below[-1:], like), *_quoted(above[:1], like)
    return Figure(price.edge, SHARE), _span_in_words(span, like), Figure(pay, PLAIN), *nearest


def _span_in_words(span: PayRange, like: str) -> str:
    """The pay of an edge, or the pays from one to another that have it."""
    low = pay_in_words(span.low, like)
    if span.low == span.high:
        return low
    if span.low == 0 and span.high is not None:
        return f"{'at most' if span.has_high else 'below'} {pay_in_words(span.high, like)}"
    if span.high is None:
        return f"{low} and above"
    return f"{low} {'up to' if span.has_high else 'to below'} {pay_in_words(span.high, like)}"


def pay_in_words(pay: Fraction, like: str) -> str:
    """The pay in the words of the sheet; by its decimal where they would be long."""
    words = worded(pay, like)
    if len(words) > _LONGEST:
        words = f"{decimal(pay)} for 1" if " for " in like or pay < 1 else f"{decimal(pay - 1)} to 1"
    return in_thousands(words)


_LONGEST = 22  # signs of a pay in words


def _quoted(quotes: Sequence[Quote], like: str) -> tuple[Cell, Cell]:
    if not quotes:
        return NOTHING, NOTHING
    return Word(pay_in_words(quotes[0].returned, like)), figure(quotes[0].edge, SHARE)


# Many wagers, one after the other.


def _intervals(label_: str, way: Strategy, chapter: Chapter) -> Tabular:
    title = "Confidence intervals of the return, %" + f", {PLAYS[way]}" * (len(chapter.plays) > 1)
    play = chapter.plays[way]
    rows = [(f"{n:,}", *(_span(interval(play, n, level), 3) for level in LEVELS)) for n in INTERVALS]
    headings = ["rounds:right", *(f"{percent(level, 0)} interval:left" for level in LEVELS)]
    return tabular(label_, title, headings, rows)


def _span(ends: tuple[Bracket, Bracket], places: int) -> str:
    return " to ".join(percentage_in_words(end, places) for end in ends)


HOW = {"exact": "exact", "enclosed": "proved bounds", "normal": "normal law"}


def percentage_in_words(number: Bracket, places: int) -> str:
    """The percentage to as many of the places as its bounds settle; else the bounds, rounded outward."""
    for fewer in range(places, 0, -1):  # without a point, 0 and 100 would be read as exact
        if digits := (number * 100).rounded(fewer):
            return digits.replace("-", "−")
    low, high = floor(number.lower * 10**4), ceil(number.upper * 10**4)
    return " … ".join(rounded(Fraction(end, 100), 2).replace("-", "−") for end in (low, high))


_SMALL = Fraction(1, 10**6)  # of one: the least chance that is printed with its digits


def chance_in_words(chance: Bracket, places: int = 6) -> str:
    """The percentage of a chance; one that is next to nothing, or next to everything, as a bound."""
    exact = chance.exact
    if exact in (0, 1):
        return "100" if exact else "0"
    if chance.upper < _SMALL:
        return "< 0.0001"
    return "> 99.9999" if chance.lower > 1 - _SMALL else percentage_in_words(chance, places)


# What a full report adds.


def _details(chapter: Chapter) -> Iterator[Block]:
    key, trial = chapter.key, chapter.wager.trial
    for way, effects in chapter.sensitivity.items():
        yield _sensitivity_table(
            f"{key}_sensitivity-{way}", f"What moves the edge, {chapter.way_words(way)}", effects
        )
    for way, series in chapter.repeated.items():
        yield _ahead(f"{key}_ahead-{way}", f"Ahead after so many wagers, {chapter.way_words(way)}", series)
        yield _bands(f"{key}_bands-{way}", f"Bands of the return, {chapter.way_words(way)}", series)
    for way, law in chapter.spins.items():
        median, _, most = (n for _, n in law.quantiles)
        whose = f"{chapter.wager.name}, {chapter.way_words(way)}"
        caption = f"{whose}: the chance that it is over at the n-th {trial}"
        shown = len(law.chances) - 1
        tallest = law.chances.index(max(law.chances))
        words = (
            f"Bars of the chance that the wager is over at {trial} n, for n from 0 to {shown}. The tallest "
            f"is at {tallest}; half of all wagers are over within {median}, 99% within {most}."
        )
        chart = Bars(law.chances, f"{trial}s", (("median", median), ("99%", most)))
        yield Picture(chart, caption, words, f"{key}_law-{way}")
        if law.beyond:
            longer = "It lasts longer than {n} with a chance of {p}."
            yield prose(longer, n=counted(shown, trial), p=decimal(law.beyond))


def _sensitivity_table(label_: str, title: str, moved: Sensitivity) -> Tabular:
    rows: list[BlockRow] = [
        (f"pay of the {ending_words(effect.name)}", fraction(effect.now), *_change_cells(effect))
        for effect in moved.pays
        if matters(effect)
    ]
    for same in alike([effect for effect in moved.pockets if matters(effect)]):
        names = outcomes_in_words(effect.name for effect in same)
        rows.append((f"weight of {names}", fraction(same[0].now), *_change_cells(same[0])))
    notes = [
        "In percentage points of the edge per stake, by one unit of a pay or of the weight of an outcome."
    ]
    if idle := [effect.name for effect in moved.pockets if not matters(effect)]:
        notes.append(f"The weight of {outcomes_in_words(idle)} does not change the edge.")
    if moved.why:
        left = "Derivatives by" if moved.pockets else "Changes of a"
        notes.append(f"{left} weight are left out: {moved.why}.")
    headings = ["what:left", "now", "derivative", "decimal:point", "one more:point", "one less:point"]
    return tabular(label_, title, headings, rows, notes)


def _change_cells(effect: Effect) -> tuple[Cell, ...]:
    slope = effect.slope
    known: tuple[Cell, ...] = both(slope.both if slope else None, POINTS)
    if slope and slope.both is None:
        exact = f"{fraction(slope.left)} down, {fraction(slope.right)} up"
        known = tuple(
            Word(words.replace("-", "−")) for words in (exact, f"{POINTS(slope.left)}, {POINTS(slope.right)}")
        )
    return *known, Figure(effect.more, POINTS), figure(effect.less, POINTS)


def _ahead(label_: str, title: str, series: Sequence[Repeated]) -> Tabular:
    rows: list[Mapping[str, BlockCell]] = []
    for member in series:
        ahead = member.ahead
        bound = ahead.bound if ahead.bound is not None and ahead.bound < 1 else None
        row: dict[str, BlockCell] = {
            "wagers:left": f"{member.n:,}",
            "mean result:point": Figure(member.mean, PLAIN),
            "standard deviation:point": Figure(member.variance, ROOT),
            "ahead, %:point": chance_in_words(ahead.ahead),
            "by:left": HOW[ahead.how],
            "even, %:point": chance_in_words(ahead.even),
            "normal, %:point": chance_in_words(ahead.normal) if ahead.normal else NOTHING,
            "± at most, %:point": figure(None if bound is None else bound * 100, rounded_up),
        }
        rows.append(row)
    return by_heading(label_, title, rows)


def _bands(label_: str, title: str, series: Sequence[Repeated]) -> Tabular:
    headings: list[str | Heading] = [Heading("wagers", "left")]
    for band in series[0].bands:
        name = percent(band.level, 0)
        headings += [Heading(f"{name} band, %", "left", name), Heading("in the band, %", "point", name)]
    rows: list[BlockRow] = []
    for member in series:
        row = [f"{member.n:,}"]
        for band in member.bands:
            row += [_span((band.low, band.high), 3), chance_in_words(band.chance, 4)]
        rows.append(row)
    return tabular(label_, title, headings, rows)


def rounded_up(percents: Fraction) -> str:
    """A bound in percent, rounded up to four places."""
    return rounded(Fraction(ceil(percents * 10**4), 10**4), 4)
