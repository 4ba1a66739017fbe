"""Wheels with labels: the words by which the outcomes of dice, coins and roulette are called."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, count, product
from math import comb, factorial, lcm, prod
from types import MappingProxyType
from typing import Any

from markov.distribution import ZEROS, Distribution, coin, dice, roulette
from markov.exact import exact
from markov.rules.expression import NUMBER_WORDS, Outcomes
from markov.rules.points import COME_OUT, CRAPLESS, CRAPS, SEVEN_OUT, STANDARD, PointCycle

_MOST_RESULTS = 5_000  # of dice told apart by what each die shows; with more of them there are totals alone
_MOST_DICE, _MOST_SIDES = 100, 1_000
_MOST_NAMES = 1_000
_MOST_SPELLED = 4  # outcomes of a bag that are one kind, up to which its name has each of them
_RED = frozenset({1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36})
_HOW_MANY_ZEROS = {"no zero": 0, "single zero": 1, "double zero": 2, "triple zero": 3}
_ROULETTE = {"european": "single zero", "french": "single zero", "american": "double zero"}
SAMPLES = (
    "two dice, craps, d6, 3d6, 4d6kh3, d4+d8, 5d6>=5, coin, single zero (european), double zero (american), "
    "triple zero, deck, weights such as A:3,B:5/2, or a bag that is drawn from without replacement, such as "
    "bag A:3,B:5"
)
_MOST_HELD = 10_000  # in a bag
_MOST_DECKS = 12
_RANKS = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
_SUITS = {"spades": "black", "hearts": "red", "diamonds": "red", "clubs": "black"}


class UnknownWheel(ValueError):
    """A wheel that has no such name."""


@dataclass(frozen=True, slots=True)
class Group:
    """A label for several outcomes.

    outcomes   those that it stands for, told apart as finely as the wheel can
    members    the labels of its parts, where it has any: `all of 2..12` asks for each of eleven totals
    every      whether the label by itself asks for every one of them, as small does at a craps table
    """

    outcomes: Outcomes
    members: tuple[str, ...] = ()
    every: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Wheel:
    """The outcomes of a wheel, and the labels of each.

    name      as it is said; it says all of the wheel, so wheels of one name are one wheel
    shown     the outcomes by weight, told apart as finely as they can be
    groups    by label, in small letters: what it stands for
    trial     what bringing up one outcome is called: a roll, a spin, a flip, a draw
    parts     the labels of all outcomes, none of them in two
    plainly   by outcome: what it is called where nothing finer is asked about, such as the total of two dice;
              an outcome that is not there keeps its name
    cycle     the points of craps, which say labels beside those of the outcomes; then all outcomes in groups
              are pairs, of a stage of the cycle and an outcome
    events    the labels that are no outcomes but what a cycle says of them, such as a seven-out
    bag       True where nothing that comes up is put back; then weights are how many there are
    """

    name: str
    shown: Distribution[Any]
    groups: Mapping[str, Group]
    trial: str
    parts: tuple[str, ...]
    plainly: Mapping[Any, Any] = field(default_factory=dict)
    cycle: PointCycle | None = None
    bag: bool = False
    events: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", MappingProxyType(self.groups))

    def group(self, label: str) -> Group | None:
        """The group of that label, in any case and in the plural too; None where there is none."""
        name = self.called(label)
        return None if name is None else self.groups.get(name) or self._upward(name)

    def _upward(self, name: str) -> Group | None:
        """The group of a number and all higher ones, such as 12+."""
        if not re.fullmatch(r"[0-9]+\+", name) or "rank" in self.groups:  # a king is more than a 10
            return None
        numbers = sorted(
            int(label) for label in self.groups if label.isdecimal() and str(int(label)) == label
        )
        members = tuple(str(number) for number in numbers if number >= int(name[:-1]))
        return (
            Group(frozenset().union(*(self.groups[member].outcomes for member in members)), members)
            if members
            else None
        )

    def called(self, label: str) -> str | None:
        """The label under which the wheel has it: 7 for sevens, red for Reds; None where it has none."""
        name = " ".join(label.lower().split())
        for stem in (name, name.removesuffix("s"), name.removesuffix("es")):
            for spelling in (stem, _sorted_faces(stem)):
                if spelling in self.groups:
                    return spelling
            if stem != name and str(NUMBER_WORDS.get(stem)) in self.groups:
                return str(NUMBER_WORDS[stem])
        return name if self._upward(name) else None

    def follow(self, first: Outcomes, second: Outcomes) -> str:
        """The reason why none of the second can come right after the first; empty where one can."""
        if self.cycle is None:
            return ""
        after = {self.cycle.step(at, self.plainly.get(outcome, outcome)) for at, outcome in first}
        needed = {at for at, _ in second}
        if after & needed:
            return ""
        return f"comes {_stages(after)}, and there has to be {_stages(needed)}"

    @property
    def every(self) -> Outcomes:
        """All outcomes, as groups hold them."""
        if self.cycle is None:
            return frozenset(self.shown)
        return frozenset((stage, outcome) for stage in self.cycle.stages for outcome in self.shown)

    def distribution(
        self, sets: Iterable[Outcomes]
    ) -> tuple[Distribution[Any], Callable[[Outcomes], Outcomes]]:
        """The outcomes as plainly as the sets allow, and what a set of the finest ones is among these.

        Of a bag these are the kinds that the sets tell apart: how many are left of each is all that counts.
        """
        asked = tuple(sets)
        told = {fine: tuple(fine in each for each in asked) for fine in self.every}
        names = self._kinds(told) if self.bag else {each: each for each in self.shown} | dict(self.plainly)

        def plain(outcome: Any) -> Any:
            return names[outcome] if self.cycle is None else (outcome[0], names[outcome[1]])

        if len({(plain(fine), kind) for fine, kind in told.items()}) > len(set(map(plain, told))):
            return self.shown, lambda finest: finest
        return self.shown.map(names.__getitem__), lambda finest: frozenset(map(plain, finest))

    def _kinds(self, told: Mapping[Any, Any]) -> dict[Any, Any]:
        """By outcome the kind that it is of, for outcomes that are told apart by that."""
        alike: dict[Any, set[Any]] = {}
        for outcome in self.shown:
            alike.setdefault(told[outcome], set()).add(outcome)
        named = {frozenset(members): self._kind(frozenset(members)) for members in alike.values()}
        unnamed = [members for members, kind in named.items() if kind is None]
        alone = len(unnamed) == 1 and "other" not in self.shown
        others = (name for k in count(1) if (name := f"other {k}" if k > 1 else "other") not in self.shown)
        for members in unnamed:
            one_of = " or ".join(str(each) for each in self.shown if each in members)
            spelled = not alone and len(members) <= _MOST_SPELLED and one_of not in self.shown
            named[members] = one_of if spelled else next(others)
        return {each: kind for members, kind in named.items() for each in members}

    def _kind(self, members: Outcomes) -> Any:
        """The outcome that is all of a kind, or else the label of the kind; None where it has none."""
        if len(members) == 1:
            return next(iter(members))
        return next((label for label, group in self.groups.items() if group.outcomes == members), None)

    def spelled(self, label: str) -> tuple[str, ...] | None:
        """The labels that a word of a coin's letters spells, such as HHT; None where it spells none."""
        if {"h", "t"} <= self.groups.keys() and len(label) > 1 and not set(label.lower()) - {"h", "t"}:
            return tuple({"h": "heads", "t": "tails"}[letter] for letter in label.lower())
        return None

    def expected(self) -> str:
        """Some of the labels, for who has used another."""
        first = [*self.parts[:2], "…", self.parts[-1]] if len(self.parts) > 4 else list(self.parts)
        named = [name for name in self.groups if name.isalpha() and len(name) > 1 and name not in self.parts]
        return ", ".join([*first, *named[:8]])


def _stages(states: Iterable[Any]) -> str:
    """The kinds of roll in these states of the table."""
    kinds = {"a come-out roll" if state == COME_OUT else "a point" for state in states}
    return " or ".join(sorted(kinds))


def _sorted_faces(label: str) -> str:
    """The label with the faces of dice, joined by hyphens, in falling order."""
    if not re.fullmatch(r"[0-9]{1,4}(-[0-9]{1,4})+", label):
        return label
    return "-".join(map(str, sorted(map(int, label.split("-")), reverse=True)))


@cache
def wheel(name: str) -> Wheel:
    """The wheel of that name.

    >>> wheel("two dice").shown.total, sorted(wheel("two dice").group("hard 8").outcomes)
    (36, ['4-4'])
    >>> wheel("A:3,B:5/2").shown
    Distribution({'A': 6, 'B': 5})

    Raises UnknownWheel for another name.
    """
    words = " ".join(name.split())
    lower = words.lower()
    if match := re.fullmatch(r"bag\s+(.+)", words, re.IGNORECASE):
        return _bag(match[1])
    if match := re.fullmatch(r"(?:a )?deck|([0-9]{1,2}) decks", lower):
        return _decks(int(match[1] or 1))
    if ":" in words:
        return _weighted(words)
    if lower in ("coin", "a coin"):
        return _coin()
    if lower in ("craps", "crapless craps"):
        return _craps(lower)
    zeros = lower.replace("-", " ").removesuffix(" roulette").removesuffix(" wheel")
    if (zeros := _ROULETTE.get(zeros, zeros)) in _HOW_MANY_ZEROS:
        return _roulette(zeros)
    if zeros == "roulette":
        raise UnknownWheel(
            "roulette has several wheels; write single zero (european), double zero (american) or triple zero"
        )
    if lower.startswith("dice on ") and lower.removeprefix("dice on ") in _HOW_MANY_ZEROS:
        return _dice(lower, 2, 6, ZEROS[: _HOW_MANY_ZEROS[lower.removeprefix("dice on ")]])
    dice_words = {"two dice": "2d6", "dice": "2d6", "die": "1d6", "one die": "1d6"}
    lower = dice_words.get(lower.replace("-", " "), lower)
    lower = lower.replace("d%", "d100")
    if match := re.fullmatch(r"([0-9]{0,4})d([0-9]{1,4})", lower, re.ASCII):
        count, sides = int(match[1] or 1), int(match[2])
        if 1 <= count <= _MOST_DICE and 2 <= sides <= _MOST_SIDES:
            two = count == 2 and sides == 6
            return _dice("two dice" if two else f"{count if count > 1 else ''}d{sides}", count, sides)
        raise UnknownWheel(
            f"{words!r} is out of range; there are 1 to {_MOST_DICE} dice with 2 to {_MOST_SIDES} sides"
        )
    if re.match(r"-?[0-9]*d?[0-9]", lower) and (dice_wheel := _table_dice(lower.replace(" ", ""))):
        return dice_wheel
    if quoted := [name for name in ("two dice", *_HOW_MANY_ZEROS) if name.startswith(f"{lower} ")]:
        raise UnknownWheel(f"no wheel {words!r}; a name of several words is in quotes: '{quoted[0]}'")
    raise UnknownWheel(f"no wheel {words!r}; write {SAMPLES}")


class _Groups(dict[str, Group]):
    """The labels of a wheel that is being made."""

    def single(self, outcomes: Iterable[Any]) -> tuple[str, ...]:
        """Adds each outcome under its own name, in small letters."""
        self.update({str(outcome).lower(): Group(frozenset({outcome})) for outcome in outcomes})
        return tuple(self)

    def together(self, label: str, members: Iterable[object], every: bool = False) -> None:
        """Adds a label for what others stand for; nothing where there are none of these."""
        if names := tuple(map(str, members)):
            outcomes = frozenset[Any]().union(*(self[name].outcomes for name in names))
            self[label] = Group(outcomes, names, every)

    def also(self, label: str, *others: str) -> None:
        """Adds other names of a label."""
        self.update(dict.fromkeys(others, self[label]))

    def totals(self, totals: Iterable[int], name: str, naturals: bool) -> None:
        """Adds labels for all totals of dice; naturals are what one die shows."""
        self.together(name, totals)
        self.together("even", [total for total in totals if total % 2 == 0])
        self.together("odd", [total for total in totals if total % 2])
        if naturals:
            self.update({f"natural {total}": self[str(total)] for total in totals})


def _table_dice(notation: str) -> Wheel | None:
    """Dice of which some are kept, of several kinds, with a number added, or that are counted."""
    from markov.rules.table_dice import rolled  # which few questions wait for

    try:
        shown = rolled(notation)
    except ValueError as error:
        raise UnknownWheel(f"{notation!r} is no roll: {error}") from None
    if shown is None:
        return None
    groups = _Groups()
    parts = groups.single(shown)
    groups.totals(shown, "total", naturals=re.fullmatch(r"[0-9]+d[0-9]+k[hl]?1", notation) is not None)
    return Wheel(notation, shown, groups, "roll", parts)


def _dice(name: str, count: int, sides: int, zeros: tuple[str, ...] = ()) -> Wheel:
    """Dice: their totals, and, of few dice, what each of them shows."""
    totals = dict(dice(count, sides))
    two = count == 2 and sides == 6
    fine: dict[Any, int] = {**totals}
    plainly: dict[Any, Any] = {total: total for total in totals}
    faces: dict[str, tuple[int, ...]] = {}
    if count > 1 and comb(count + sides - 1, count) <= _MOST_RESULTS:
        fine, plainly = {}, {}
        for shown in combinations_with_replacement(range(sides, 0, -1), count):
            ways = factorial(count) // prod(factorial(shown.count(face)) for face in set(shown))
            result = "-".join(map(str, shown))
            fine[result], plainly[result], faces[result] = ways, sum(shown), shown
    for zero in zeros:
        fine[zero], plainly[zero] = 1, zero
    groups = _Groups(
        (str(total), Group(frozenset(outcome for outcome, plain in plainly.items() if plain == total)))
        for total in (*totals, *zeros)
    )
    parts, together = tuple(groups), groups.together
    for result in faces:
        groups[result] = Group(frozenset({result}))
    groups.totals(totals, "total" if count > 1 else "face", naturals=count == 1)
    if faces:
        alike = [result for result, shown in faces.items() if len(set(shown)) == 1][::-1]
        together({2: "double", 3: "triple"}.get(count, "all alike"), alike)
        if count > 2:
            together("pair", [result for result, shown in faces.items() if len(set(shown)) < count])
        for face in range(1, sides + 1):
            together(f"face {face}", [result for result, shown in faces.items() if face in shown])
    if count == 2 and faces:
        for total in range(4, 2 * sides - 1, 2):
            pair = f"{total // 2}-{total // 2}"
            groups[f"hard {total}"] = groups[pair]
            groups[f"easy {total}"] = Group(groups[str(total)].outcomes - {pair})
    if two:
        together("hard", [f"hard {total}" for total in (4, 6, 8, 10)])
        together("easy", [f"easy {total}" for total in (4, 6, 8, 10)])
        together("point", (4, 5, 6, 8, 9, 10))
        together("craps", (2, 3, 12))
        together("field", (2, 3, 4, 9, 10, 11, 12))
        groups.also("1-1", "aces", "snake eyes")
        groups.also("6-6", "boxcars")
        groups.also("11", "yo")
        for bet, (low, high) in {"small": (2, 6), "tall": (8, 12), "all": (2, 12)}.items():
            together(bet, [total for total in range(low, high + 1) if total != 7], every=True)
    if count == 3 and sides == 6:
        alike_three = groups["triple"].outcomes
        for label, between in (("small", range(4, 11)), ("big", range(11, 18))):
            results = frozenset(result for result, shown in faces.items() if sum(shown) in between)
            groups[label] = Group(results - alike_three)
    if zeros:
        together("zero", zeros)
    return Wheel(name, Distribution(fine), groups, "spin" if zeros else "roll", parts, plainly)


def _craps(name: str) -> Wheel:
    """Two dice with the points of a craps table: what a roll is depends on the point that is on."""
    two = wheel("two dice")
    cycle = STANDARD if name == "craps" else CRAPLESS
    groups = _Groups()
    for label, group in two.groups.items():
        groups[label] = replace(group, outcomes=frozenset(product(cycle.stages, group.outcomes)))
    by_label: dict[str, set[Any]] = {}
    for at in cycle.stages:
        for outcome, total in two.plainly.items():
            for label in cycle.labels(at, total):
                by_label.setdefault(label, set()).add((at, outcome))
    groups |= {label: Group(frozenset(pairs)) for label, pairs in by_label.items()}
    together = groups.together
    together("come-out", [f"come-out {total}" for total in range(2, 13)])
    together("point set", [f"point is {point}" for point in sorted(cycle.points)])
    together("point made", [f"point {point} made" for point in sorted(cycle.points)])
    groups.also("point made", "points made")
    together("pass loses", [event for event in (SEVEN_OUT, CRAPS) if event in groups])
    together("pass decided", ["pass", "pass loses"])
    groups.also("pass", "pass line win")
    groups.also("pass loses", "pass line loss", "pass line loses")
    together("natural", [f"come-out {total}" for total in sorted(cycle.naturals)])
    events = frozenset(groups.keys() - two.groups.keys())
    return replace(two, name=name, groups=groups, cycle=cycle, events=events)


def _coin() -> Wheel:
    groups = _Groups()
    sides = groups.single(coin())
    groups |= {side[:-1]: groups[side] for side in sides} | {side[0]: groups[side] for side in sides}
    return Wheel("coin", coin(), groups, "flip", sides)


def _roulette(name: str) -> Wheel:
    shown = roulette(_HOW_MANY_ZEROS[name])
    groups, numbers = _Groups(), range(1, 37)
    parts, together = groups.single(shown), groups.together
    together("pocket", shown)
    together("number", numbers)
    together("red", sorted(_RED))
    together("black", [n for n in numbers if n not in _RED])
    together("odd", numbers[::2])
    together("even", numbers[1::2])
    together("low", numbers[:18])
    together("high", numbers[18:])
    for k, (ordinal, spelled) in enumerate((("1st", "first"), ("2nd", "second"), ("3rd", "third"))):
        together(f"{ordinal} dozen", numbers[12 * k : 12 * k + 12])
        together(f"{ordinal} column", numbers[k::3])
        groups |= {f"{spelled} {of}": groups[f"{ordinal} {of}"] for of in ("dozen", "column")}
    for of in ("dozen", "column"):
        together(of, [f"{ordinal} {of}" for ordinal in ("1st", "2nd", "3rd")])
    if zeros := [pocket for pocket in shown if isinstance(pocket, str)]:
        together("zero", zeros)
        groups["green"] = groups["zero"]
    return Wheel(name, shown, groups, "spin", parts)


def _weighted(text: str) -> Wheel:
    """A wheel of named weights: whole numbers or fractions, exactly."""
    weights = _weights(text)
    unit = lcm(*(weight.denominator for weight in weights.values()))
    shown = Distribution({outcome: int(weight * unit) for outcome, weight in weights.items()})
    return _named(",".join(f"{outcome}:{weight}" for outcome, weight in weights.items()), shown)


def _bag(text: str) -> Wheel:
    """A bag that holds whole numbers of named kinds."""
    held = _weights(text)
    if odd := [kind for kind, number in held.items() if number.denominator > 1]:
        raise UnknownWheel(
            f"the bag holds {held[odd[0]]} of {odd[0]}; write a whole number, as in bag A:3,B:5"
        )
    if (together := int(sum(held.values()))) > _MOST_HELD:
        raise UnknownWheel(f"the bag holds {together:,}; the limit is {_MOST_HELD:,}")
    name = "bag " + ",".join(f"{kind}:{number}" for kind, number in held.items())
    return replace(_named(name, Distribution({kind: int(n) for kind, n in held.items()})), bag=True)


def _weights(text: str) -> dict[Any, Fraction]:
    """The weight of each outcome; raises UnknownWheel for a text that says none."""
    weights: dict[Any, Fraction] = {}
    for part in text.split(","):
        name, sign, number = (piece.strip() for piece in part.partition(":"))
        if not (name and sign and number):
            raise UnknownWheel(f"{part.strip()!r} is not a weight; write a wheel of weights like A:3,B:5/2")
        if not re.fullmatch(r"[\w$%][\w$%' -]*", name):
            raise UnknownWheel(f"{name!r} is not a name of an outcome; write letters and digits: A:3,B:5/2")
        if re.match(r"[0-9]+\s", name):
            raise UnknownWheel(f"{name!r} begins with a number, which would be a count; name it otherwise")
        try:
            weight = exact(number)
        except ValueError as error:
            raise UnknownWheel(f"the weight of {name}: {error}") from None
        if weight <= 0:
            raise UnknownWheel(f"the weight of {name} is {number}; it is a number above 0")
        outcome: Any = int(name) if re.fullmatch(r"0|[1-9][0-9]{0,17}", name, re.ASCII) else name
        if any(str(outcome).lower() == str(other).lower() for other in weights):
            raise UnknownWheel(f"{name} has two weights; write each outcome once")
        weights[outcome] = weight
    if len(weights) > _MOST_NAMES:
        raise UnknownWheel(f"the wheel has {len(weights):,} outcomes; the limit is {_MOST_NAMES:,}")
    return weights


def _named(name: str, shown: Distribution[Any]) -> Wheel:
    """A wheel whose outcomes are called by their own names."""
    groups = {" ".join(str(outcome).lower().split()): Group(frozenset({outcome})) for outcome in shown}
    if set(groups) == {"heads", "tails"}:
        groups |= {"h": groups["heads"], "t": groups["tails"]}
    parts = tuple(map(str, shown))
    groups.setdefault("outcome", Group(frozenset(shown), parts))
    return Wheel(name, shown, groups, "draw", parts)


def _decks(count: int) -> Wheel:
    """Cards of so many decks of 52: by rank, by suit, by colour, and one by one."""
    if not 1 <= count <= _MOST_DECKS:
        raise UnknownWheel(f"{count} decks are out of range; there are 1 to {_MOST_DECKS}")
    cards = {f"{rank}-of-{suit}": (rank, suit) for rank in _RANKS for suit in _SUITS}
    groups = _Groups()
    parts, together = groups.single(cards), groups.together
    for rank in _RANKS:
        together(rank, [card for card, (of, _) in cards.items() if of == rank])
    for suit in _SUITS:
        together(suit, [card for card, (_, of) in cards.items() if of == suit])
        groups.also(suit, suit.removesuffix("s"))
    for colour in ("red", "black"):
        together(colour, [card for card, (_, suit) in cards.items() if _SUITS[suit] == colour])
    together("face", ("jack", "queen", "king"))
    together("rank", _RANKS)
    groups.also("rank", "kind")
    together("suit", _SUITS)
    together("card", cards)
    name = "deck" if count == 1 else f"{count} decks"
    return Wheel(name, Distribution(dict.fromkeys(cards, count)), groups, "draw", parts, bag=True)


def homes(label: str) -> list[str]:
    """The wheels that people ask about most and that have such a label; for a number there are too many."""
    if label.isdigit():
        return []
    names = ("two dice", "craps", "coin", *list(_HOW_MANY_ZEROS)[1:], "deck", "d20")
    return [name for name in names if wheel(name).group(label) or wheel(name).spelled(label)]
