"""Random wagers of the wager language, as the oracle has them."""

from contextlib import suppress
from fractions import Fraction
from random import Random

from tests.oracles import goals
from tests.oracles.goal_play import Solution, TooLarge, Wager


class Maker:
    """Makes a wager, and says how it is asked: `asked` in one line, or else as a sheet."""

    def __init__(self, seed):
        self.random = random = Random(seed)
        names = random.choice(("abcd", "1234"))[: random.randint(2, 4)]
        self.plain = self.numbers = False
        kind = random.randrange(20)
        if kind < 10:
            self.wheel = goals.weighted({name: random.randint(1, 4) for name in names})
            self.plain = True
        elif kind < 12:
            self.wheel, names = goals.weighted({"heads": 1, "tails": 1}, "coin"), ("heads", "tails")
            self.plain = True
        elif kind < 14:
            self.wheel, names = goals.two_dice(), ("7", "6", "8", "2", "hard 8", "doubles", "easy 6")
        elif kind < 19:
            self.wheel = goals.bag({name: random.randint(1, 3 if len(names) < 4 else 2) for name in names})
            self.plain = True
        else:
            self.wheel = goals.craps()
            names = ("7", "pass", "seven-out", "come-out craps", "point made", "come-out")
        self.names = names
        self.numbers = names[0] in "17" and kind != 19
        self.asked = random.random() < 0.5
        self.solution = None
        while self.solution is None:
            with suppress(TooLarge):
                self.solution = self._solved(self._wager())

    def _solved(self, wager):
        """The wager solved; where some of its lines can never be, mostly without them."""
        solution = Solution(wager)
        while (refused := solution.refused) == "impossible":
            lines = tuple(one for one in wager.lines if one[0] not in solution.idle)
            if self.random.random() < 0.15:
                break
            if not lines:
                return None
            offers = tuple(one for one in wager.offers if one[0] not in solution.idle)
            pays = {name: pay for name, pay in wager.pays.items() if name not in solution.idle}
            wager = wager._replace(lines=lines, offers=offers, pays=pays)
            solution = Solution(wager)
        if refused and self.random.random() < 0.6:
            return None
        if self.asked and self.surrenders and not refused:
            solution.wager = wager._replace(pays={f"surrender-{k}": Fraction(1) for k in range(1, 9)})
            stand = {solution.offer(solution.spot(place)) for place in solution.chain} - {None}
            pays = {name: self._pay(4) for name in sorted(stand) if self.random.random() < 0.7}
            solution = Solution(wager._replace(pays=wager.pays | pays))
        return solution

    def _wager(self):
        random = self.random
        until = self._stop() if random.random() < 0.6 else None
        tie = "stopper" if until is None else self._tie()
        within = random.randint(1, 6) if random.random() < 0.4 else None
        stopped = until is not None or within is not None
        over = random.choice(("decided",) * 7 + ("stopper",) * 2 + ("early",) * 2)
        self.surrenders = self.asked and random.random() < 0.3
        if self.surrenders:
            over = "decided"
        if self.asked or random.random() < 0.4:
            goal = self._flat(stopped) if self.surrenders else self._goal(3, stopped)
            if until is None and within is None and isinstance(goal, goals.Within):
                goal, within = goal.goal, goal.trials
            if until is None and isinstance(goal, goals.Before):
                goal, until, tie = goal
            while not self.asked and until is not None and isinstance(goal, goals.Before | goals.Within):
                goal = self._goal(3, True)
            lines = (("made", goal),)
            paid = "best"
        else:
            paid = random.choice(("best", "best", "each", "first"))
            lines = tuple(
                (f"l{i}", self._goal(2, stopped) if stopped else self._timed(2))
                for i in range(random.randint(2, 3))
            )
        stopped = until is not None or within is not None
        offers = ()
        if not self.asked and random.random() < 0.45 and (stopped or len(lines) > 1):
            offers = tuple(
                (f"o{i}", None if random.random() < 0.2 else self._goal(1, True))
                for i in range(random.randint(1, 2))
            )
        if (over == "stopper" and (not stopped or paid == "first")) or (
            over == "early" and (within is None or offers)
        ):
            over = "decided"
        pays = {name: self._pay(12) for name, _ in lines} | {name: self._pay(4) for name, _ in offers}
        if self.asked and not self.surrenders:
            pays = {"made": Fraction(1)}
        return Wager(self.wheel, lines, until, within, paid, over, offers, tie, pays)

    def _tie(self):
        return self.random.choice(("stopper", "stopper", "goal"))

    def _pay(self, most):
        return Fraction(self.random.randint(1, most), self.random.randint(1, 3))

    def _stop(self, deep=2):
        """A goal that is not true before the first trial."""
        while True:
            goal = self._goal(self.random.choice((0, 0, 1, deep)) if deep else 0, True)
            if not goals.holds(*self._begun(goal)):
                return goal

    def _begun(self, goal):
        letters = [labels for _, labels, _ in self.wheel.outcomes(self.wheel.start)]
        goal = goals.grounded(goal, letters)
        return goal, goals.begin(goal)

    def _set(self):
        kind = self.random.randrange(10)
        label = goals.Label(self.random.choice(self.names))
        if kind < 6:
            return label
        if kind < 8:
            return goals.Either(tuple(map(goals.Label, self.random.sample(self.names, 2))))
        if kind < 9 and self.numbers:
            low = self.random.randint(1, len(self.names) - 1) if self.plain else self.random.randint(2, 8)
            return goals.Range(low, self.random.randint(low + 1, len(self.names)) if self.plain else low + 2)
        return goals.Not(label)

    def _leaf(self, exact):
        kind = self.random.randrange(9)
        if kind < 2:
            return self._set()
        if kind < 5:
            return goals.Times(self._set(), self.random.randint(1, 3))
        if kind < 6:
            return goals.in_a_row(self._set(), self.random.randint(2, 3))
        if kind < 7:
            return goals.Then(tuple(self._set() for _ in range(self.random.randint(2, 3))))
        if not exact:
            return goals.Times(self._set(), self.random.randint(1, 2))
        return goals.Times(self._set(), self.random.randint(0, 2), True)

    def _flat(self, exact):
        """A goal whose highest count or streak is plain to see."""
        if self.random.random() < 0.5:
            return self._leaf(exact)
        parts = tuple(self._leaf(False) for _ in range(self.random.randint(2, 3)))
        return goals.Among(self.random.choice((None, 1, 2)), parts)

    def _goal(self, deep, exact):
        if not deep or self.random.random() < 0.4:
            return self._leaf(exact)
        kind = self.random.randrange(10)
        if kind < 5:
            return self._among(deep, exact)
        if kind < 7:
            return goals.Within(self._goal(deep - 1, True), self.random.randint(1, 5))
        return self._race(deep)

    def _race(self, deep):
        while True:
            race = goals.Before(self._goal(deep - 1, True), self._stop(deep - 1), self._tie())
            if self._possible(race):
                return race

    def _among(self, deep, exact):
        random = self.random
        if self.plain and random.random() < 0.2:
            of = goals.Either(tuple(map(goals.Label, random.sample(self.names, 2))))
            if self.numbers and random.random() < 0.5:
                of = goals.Range(1, len(self.names))
            return goals.Among(
                random.choice((None, 1)), (goals.Each(of, random.randint(1, 2), random.random() < 0.3),)
            )
        parts = tuple(self._goal(deep - 1, exact) for _ in range(random.randint(2, 3)))
        need = random.choice((None, 1, random.randint(1, len(parts))))
        if exact and random.random() < 0.3:
            return goals.Among(random.randint(0, len(parts)), parts, True)
        return goals.Among(need, parts)

    def _timed(self, deep):
        """A goal that says itself what stops it."""
        if self.random.random() < 0.5:
            return goals.Within(self._goal(deep - 1, True), self.random.randint(1, 5))
        return self._race(deep)

    def _possible(self, race):
        """True where the race can be won on some history."""
        solution = Solution(Wager(self.wheel, (("made", race),), over="early"))
        return any((True,) in truths for truths in solution.to_come.values())
