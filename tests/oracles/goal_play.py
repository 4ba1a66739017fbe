"""Wagers of the wager language, played by the definitions of `goals`; nothing of the code under test is used.

`Solution` plays a wager without a bound on its trials: it folds histories into facts, finds the endings that
each can still come to, and solves plain equations in fractions. `by_histories` writes out every history up to
a deadline and judges it by the definition alone.

Play is over where only one ending is left, the clock aside: as if each deadline that is still ahead might
fall at any later moment, at once included, in their order.
"""

from collections import namedtuple
from fractions import Fraction
from functools import cache, cached_property

from tests.oracles import goals as g
from tests.oracles.elimination import gathered

LOST, ZERO, ONE = "lost", Fraction(0), Fraction(1)
TRIAL = object()
MOST = 120  # places of a wager: this is for small ones

# lines   by the name of their ending, the best first, each with its goal; offers alike, None for any time
# pays    what each ending returns; surrender-K, where it is posted, is an offer at the highest count K
# tie     who has a trial that brings both a line and the stopper: "stopper" or "goal"
_KEYS = "wheel lines until within paid over offers tie pays"
Odds = namedtuple("Play", "chances returned mean variance")


class TooLarge(Exception):
    """A wager with too many places."""


class Wager(namedtuple("Wager", _KEYS, defaults=[None, None, "best", "decided", (), "stopper", {}])):
    """A wager with the keys that a sheet has."""

    def pay(self, ending):
        """What an ending returns; lines that are paid together add up."""
        return sum((self.pays.get(part, ZERO) for part in ending.split("+")), ZERO)

    def question(self, says_tie=True):
        """The wager of one line as a question; `says_tie` where a tie is said in it, or else beside it."""
        goal = self.lines[0][1]
        tie = self.tie if says_tie else "stopper"
        goal = goal if self.until is None else g.Before(goal, self.until, tie)
        return g.text(goal if self.within is None else g.Within(goal, self.within))

    def sheet(self, loses):
        """The wager as a sheet; `loses` where it can be lost."""
        keys = {"until": self.until and g.text(self.until), "within": self.within}
        keys |= {"paid": self.paid, "over": self.over, "tie": self.tie}
        plain = (None, None, "best", "decided", "stopper")
        said = {key: value for (key, value), usual in zip(keys.items(), plain, strict=True) if value != usual}
        lines = {name: g.text(goal) for name, goal in self.lines}
        said |= {"wins": lines["made"]} if "made" in lines else {"ladder": lines}
        offers = {name: "any time" if goal is None else g.text(goal) for name, goal in self.offers}
        pays = {name: f"{pay.numerator} for {pay.denominator}" for name, pay in self.pays.items()}
        said |= ({"offers": offers} if offers else {}) | {"pays": pays | ({LOST: "nothing"} if loses else {})}
        top = {"name": "Oracle", "source": "a test", "wheel": self.wheel.text}
        return "\n".join([*_keys(top), "[wagers.it]", *_keys(said), ""])


def _keys(table):
    for key, value in table.items():
        inside = f"{{ {', '.join(_keys(value))} }}" if isinstance(value, dict) else f'"{value}"'
        yield f"{key} = {value if isinstance(value, int) else inside}"


class Solution:
    """The wager, solved.

    A node is a history as far as it counts: the state of the wheel, the facts of the lines and of the
    conditions of offers, those of the stopper, and how many deadlines have fallen. A place is a node by the
    true clock: with the number of trials, None where no deadline is ahead.
    """

    def __init__(self, wager):
        self.wager = wager
        said = [*(goal for _, goal in wager.lines), *(goal for _, goal in wager.offers if goal is not None)]
        stop = [] if wager.until is None else [wager.until]
        sets = [one for goal in said + stop for one in g.sets_of(goal)]
        self.letters, self.rows = _letters(wager.wheel, sets)
        self.goals = [g.grounded(goal, self.letters) for goal in said]
        self.stop = g.grounded(stop[0], self.letters) if stop else frozenset()
        ahead, last = set().union(*map(g.deadlines, (*self.goals, self.stop))), wager.within
        self.deadlines = sorted(ahead if last is None else {n for n in ahead if n < last} | {last})
        self.start = wager.wheel.start, tuple(map(g.begin, self.goals)), g.begin(self.stop), 0
        self.first = self.start, 0 if self.deadlines else None
        self.trials = cache(self._trials)

    def truths(self, node):
        """Which lines are true on the history."""
        return tuple(map(g.holds, self.goals, node[1]))[: len(self.wager.lines)]

    def judged(self, truths):
        """The ending when play stops with these lines true."""
        names = [name for (name, _), is_true in zip(self.wager.lines, truths, strict=True) if is_true]
        return ("+".join(names) if self.wager.paid == "each" else names[0]) if names else LOST

    def ended(self, node):
        """True where no trial is left: after the deadline, or with nothing to draw."""
        late = self.wager.within is not None and node[3] == len(self.deadlines)
        return late or not self.rows[node[0]]

    def _trials(self, node):
        """Each trial: its weight, the node after it, and the lines that are judged where it stops play."""
        found = []
        for weight, letter, wheel in () if self.ended(node) else self.rows[node[0]]:
            facts = tuple(g.after(goal, each, letter) for goal, each in zip(self.goals, node[1], strict=True))
            to = wheel, facts, g.after(self.stop, node[2], letter), node[3]
            judged = self.truths(to if self.wager.tie == "goal" else node)
            found.append((weight, to, judged if g.holds(self.stop, to[2]) else None))
        return found

    def fall(self, node):
        """The node when the next deadline falls."""
        wheel, facts, stop, fell = node
        n = self.deadlines[fell]
        facts = tuple(g.fallen(goal, each, n) for goal, each in zip(self.goals, facts, strict=True))
        return wheel, facts, g.fallen(self.stop, stop, n), fell + 1

    def timed(self, place):
        """Each trial by the true clock: its weight, and the place after it, or the ending at the stopper."""
        node, n = place
        for weight, to, judged in self.trials(node):
            if n is not None and self.deadlines[to[3]] == n + 1:
                to = self.fall(to)
            later = None if to[3] == len(self.deadlines) else n + 1
            yield weight, (to, later) if judged is None else self.judged(judged)

    # What can still come. A spot is a node, the clock aside; where play is over early it is a place.

    def spot(self, place):
        """What of a place says whether play is over."""
        return place if self.wager.over == "early" else place[0]

    def node(self, spot):
        """The node of a spot."""
        return spot[0] if self.wager.over == "early" else spot

    @cached_property
    def ways(self):
        """Every spot, and where one step leads: a trial, or the fall of a deadline. An ending is a text."""

        def steps(spot):
            if self.wager.over == "early":
                return [to for _, to in self.timed(spot)]
            tried = [to if judged is None else self.judged(judged) for _, to, judged in self.trials(spot)]
            return [*tried, self.fall(spot)] if spot[3] < len(self.deadlines) else tried

        return _explored(self.spot(self.first), steps)

    @cached_property
    def to_come(self):
        """For each spot the lines that can be true together when play stops, now or later."""

        def own(spot):
            stopped = {judged for _, _, judged in self.trials(self.node(spot)) if judged is not None}
            return {self.truths(self.node(spot))} | stopped

        return _reached(self.ways, own)

    @cached_property
    def settled(self):
        """The spots at which nothing that comes changes what is paid, and that ending.

        No trial is left; or the ending is the same on every longer history; or the first line ends play, and
        one has come: it is true for good.
        """
        found = {}
        for spot, lines in self.to_come.items():
            for_good = tuple(all(column) for column in zip(*lines, strict=True))
            endings = set(map(self.judged, lines))
            if self.ended(self.node(spot)):
                found[spot] = self.judged(self.truths(self.node(spot)))
            elif self.wager.paid == "first" and any(for_good):
                found[spot] = self.judged(for_good)
            elif len(endings) == 1:
                found[spot] = endings.pop()
        return found

    @cached_property
    def _open(self):
        return {spot: [] if spot in self.settled else to for spot, to in self.ways.items()}

    @cached_property
    def endings(self):
        """For each spot the endings that can still be reached."""

        def own(spot):
            return {self.settled[spot]} if spot in self.settled else set(filter(_text, self.ways[spot]))

        return _reached(self._open, own)

    def offer(self, spot):
        """The offer that stands at the spot; none where all is lost, unless play goes on to its stopper."""
        if self.endings[spot] == {LOST} and self.wager.over != "stopper":
            return None
        facts, lines = self.node(spot)[1], len(self.wager.lines)
        conditions = iter(zip(self.goals[lines:], facts[lines:], strict=True))
        for name, goal in self.wager.offers:
            if goal is None or g.holds(*next(conditions)):
                return name
        posted = [name for name in self.wager.pays if name.startswith("surrender-")]
        surrender = f"surrender-{g.furthest(self.goals[0], facts[0])}" if posted else None
        return surrender if surrender in posted else None

    @cached_property
    def offers_to_come(self):
        """For each spot the offers that stand there, or may come to stand; surrenders keep nothing open."""
        posted = {name for name, _ in self.wager.offers}
        return _reached(self._open, lambda s: set() if s in self.settled else {self.offer(s)} & posted)

    def over(self, place):
        """The ending where play is over; None where it goes on."""
        spot = self.spot(place)
        if self.wager.over == "stopper":
            return self.settled[spot] if self.ended(place[0]) else None
        if spot in self.settled:
            return self.settled[spot]
        if len(self.endings[spot]) != 1 or len(self.endings[self.spot(self.first)]) == 1:
            return None  # where it is sure from the start the question is how long it takes
        (ending,) = self.endings[spot]
        return None if ending != LOST and self.offers_to_come[spot] else ending

    # True play, and best play.

    @cached_property
    def chain(self):
        """The chances of one trial from each place at which play goes on."""
        rows = {}

        def steps(place):
            trials = list(self.timed(place))
            row, total = rows.setdefault(place, {}), sum(weight for weight, _ in trials)
            for weight, to in trials:
                to = to if _text(to) else self.over(to) or to
                row[to] = row.get(to, 0) + Fraction(weight, total)
            return row

        _explored(self.first, steps)
        return rows

    @cached_property
    def standing(self):
        """The offer at each place of the chain that has one."""
        return {place: name for place in self.chain if (name := self.offer(self.spot(place)))}

    @cached_property
    def idle(self):
        """The lines that can never be; an offer may stand in no state that play comes to."""
        ends = {to for row in self.chain.values() for to in row if _text(to)} | set(self.standing.values())
        offered = {name for name, _ in self.wager.offers}
        named = {name for name, _ in self.wager.lines} | set(self.wager.pays)
        return named - offered - {part for end in ends for part in end.split("+")}

    @property
    def idle_offers(self):
        """The offers that stand in no state that play comes to."""
        return {name for name, _ in self.wager.offers} - set(self.standing.values())

    @cached_property
    def refused(self):
        """Why there is no answer: settled at the start, endless, or impossible; empty where there is one."""
        if self.over(self.first) is not None:
            return "settled"
        if not all(_reached(self.chain, lambda place: set(filter(_text, self.chain[place]))).values()):
            return "endless"
        return "impossible" if self.idle else ""

    def played(self, taken):
        """The play that takes these offers, by their places."""
        rows = {place: {taken[place]: ONE} if place in taken else row for place, row in self.chain.items()}
        trial = {place: Fraction(place not in taken) for place in rows}
        found = dict(gathered({place: {**row, TRIAL: trial[place]} for place, row in rows.items()}))
        means = {place: there[TRIAL] for place, there in found.items()}
        twice = {place: (2 * means[place] - 1) * trial[place] for place in rows}
        squares = _values(rows, twice)
        chances = {end: p for end, p in found[self.first].items() if _text(end) and p}
        mean = means[self.first]
        returned = sum((p * self.wager.pay(end) for end, p in chances.items()), ZERO)
        return Odds(chances, returned, mean, squares[self.first] - mean**2)

    @cached_property
    def never(self):
        """Play without offers."""
        return self.played({})

    @cached_property
    def worth(self):
        """What playing on is worth at each place if play is best after it: a policy, improved until it is."""
        pay, taken = self.wager.pay, {}
        while True:
            rows = {place: {} if place in taken else row for place, row in self.chain.items()}
            brought = {
                place: sum((p * pay(to) for to, p in row.items() if _text(to)), ZERO)
                for place, row in self.chain.items()
            }
            best = _values(rows, brought | {place: pay(name) for place, name in taken.items()})
            on = {
                place: sum((p * (pay(to) if _text(to) else best[to]) for to, p in row.items()), ZERO)
                for place, row in self.chain.items()
            }
            better = {place: name for place, name in self.standing.items() if pay(name) > on[place]}
            if better == taken:
                return on
            taken = better

    @cached_property
    def best(self):
        """Best play; on a tie it plays on."""
        pay, worth = self.wager.pay, self.worth
        return self.played({place: name for place, name in self.standing.items() if pay(name) > worth[place]})


def by_histories(solution, sure=False):
    """The chances, the mean and mean square of the trials, and the endings, from all histories one by one.

    The wager has a deadline or a bag, and is over early or at the stopper. `sure` where only one ending can
    come, so that nothing is over because of that.
    """
    wager = solution.wager

    def truths(history):
        return tuple(g.true(goal, history) for goal in solution.goals[: len(wager.lines)])

    def walk(history, wheel):
        rows, come, left = solution.rows[wheel], {truths(history)}, set()
        law, mean, square = {}, ZERO, ZERO
        if not rows or len(history) == wager.within:
            ending = solution.judged(truths(history))
            return {ending: ONE}, ZERO, ZERO, {ending}, come
        for weight, letter, to in rows:
            longer = (*history, letter)
            if g.true(solution.stop, longer):
                judged = truths(longer if wager.tie == "goal" else history)
                ending = solution.judged(judged)
                laws, m, s, ends, lines = {ending: ONE}, 0, 0, {ending}, {judged}
            else:
                laws, m, s, ends, lines = walk(longer, to)
            p = Fraction(weight, sum(weight for weight, _, _ in rows))
            law = {end: law.get(end, ZERO) + p * laws.get(end, ZERO) for end in law | laws}
            mean, square = mean + p * (1 + m), square + p * (1 + 2 * m + s)
            left, come = left | ends, come | lines
        for_good = tuple(all(column) for column in zip(*come, strict=True))
        settled = set(map(solution.judged, come))
        over = None
        if wager.paid == "first" and any(for_good):
            over = solution.judged(for_good)
        elif wager.over != "stopper" and (len(settled) == 1 or (len(left) == 1 and not sure)):
            (over,) = settled if len(settled) == 1 else left
        return (law, mean, square, left, come) if over is None else ({over: ONE}, ZERO, ZERO, {over}, come)

    return walk((), wager.wheel.start)[:4]


def _text(place):
    return isinstance(place, str)


def _letters(wheel, sets):
    """What the sets tell apart, as labels that come together; and by state of the wheel its trials."""
    letters, rows, waiting = {}, {}, [wheel.start]
    while waiting:
        merged, state = {}, waiting.pop()
        for weight, labels, to in wheel.outcomes(state):
            told = tuple(bool(g.grounded(one, [labels])) for one in sets)
            letter, _ = letters.setdefault(told, (len(letters), labels))
            merged[letter, to] = merged.get((letter, to), 0) + weight
        rows[state] = [(weight, letter, to) for (letter, to), weight in merged.items()]
        waiting += {to for _, to in merged} - set(rows)
    return [labels for _, labels in letters.values()], rows


def _explored(start, steps):
    """Everything that can be reached, and where one step leads."""
    found, waiting = {start: []}, [start]
    for place in waiting:
        found[place] = steps(place)
        more = [to for to in dict.fromkeys(found[place]) if not _text(to) and to not in found]
        found |= {to: [] for to in more}
        waiting += more
        if len(found) > MOST:
            raise TooLarge
    return found


def _reached(ways, own):
    """For each place what is there, and at all places that can be reached from it."""
    found, into = {place: own(place) for place in ways}, {place: [] for place in ways}
    for place, targets in ways.items():
        for to in targets:
            if not _text(to):
                into[to].append(place)
    waiting = list(ways)
    while waiting:
        place = waiting.pop()
        for before in into[place]:
            if not found[place] <= found[before]:
                found[before] = found[before] | found[place]
                waiting.append(before)
    return found


def _values(rows, column):
    """x = column + rows · x."""
    asked = {
        place: {**{to: p for to, p in row.items() if to in rows}, TRIAL: column[place]}
        for place, row in rows.items()
    }
    return {place: found[TRIAL] for place, found in gathered(asked)}
