"""Wheels with labels: the words by which the outcomes of dice, coins and roulette are called."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import count, product
from math import comb
from typing import Any, Literal, TypeAlias

from markov.distribution import ZEROS, Distribution, coin, dice, roulette
from markov.exact import exact
from markov.rules.expression import MOST_PARTS, NUMBER_WORDS, ORDINALS, Label, Outcomes
from markov.rules.points import CRAPLESS, CRAPS, SEVEN_OUT, STANDARD, PointCycle

_MOST_RESULTS = 5_000  # of dice told apart by what each die shows; with more of them there are totals alone
_MOST_DICE, _MOST_SIDES = 100, 1_000
_MOST_SPELLED = 4  # outcomes of a bag that are one kind, up to which its name has each of them
_MOST_HELD = 10_000  # in a bag
_SIDES = {"h": "heads", "t": "tails"}  # of a coin, by the letters that spell a pattern
SAMPLES = (
    "two dice, craps, d6, 3d6, 4d6kh3, d4+d8, 5d6>=5, coin, single zero (european), double zero (american), "
    "triple zero, deck, 6 decks (up to 12), weights such as A:3,B:5/2, or a bag that is drawn from without "
    "replacement, such as bag A:3,B:5"
)
ZERO_WHEELS = ("no zero", "single zero", "double zero", "triple zero")


class UnknownWheel(ValueError):
    """A wheel that has no such name."""


@dataclass(frozen=True, slots=True)
class Group:
    """A label for several outcomes.

    outcomes   those that it stands for, told apart as finely as the wheel can
    members    the labels of its parts, where it has any: `all of 2..12` asks for each of eleven totals
    asks       what the label by itself asks for: any of them; every one, as small does at a craps table; or
               one after the other, as HHT does of a coin
    """

    outcomes: Outcomes
    members: tuple[str, ...] = ()
    asks: Literal["any", "every", "in turn"] = "any"


@dataclass(frozen=True, slots=True, eq=False)
class Wheel:
    """The outcomes of a wheel, and the labels of each.

    name      as it is said; it says all of the wheel, so wheels of one name are one wheel
    shown     the outcomes by weight, told apart as finely as they can be until `plainest` is asked
    groups    by label, in small letters: what it stands for
    trial     what bringing up one outcome is called: a roll, a spin, a flip, a draw
    parts     the labels of all outcomes, none of them in two
    plainly   by outcome: what it is called where nothing finer is asked about, such as the total of two dice;
              an outcome that is not there keeps its name
    cycle     the points of craps, which say labels beside those of the outcomes; then all outcomes in groups
              are pairs, of a stage of the cycle and an outcome
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

    def group(self, label: str) -> Group | None:
        """The group of that label, in any case and in the plural too; None where there is none."""
        name, word = self.called(label), label.lower()
        if name is not None:
            return self.groups.get(name) or _together(self.groups, self._upward(name))
        if word and _SIDES.keys() <= self.groups.keys() and _SIDES.keys() >= set(word):
            return Group(self.every, tuple(_SIDES[letter] for letter in word), "in turn")
        return None

    def called(self, label: str) -> str | None:
        """The label under which the wheel has it: 7 for sevens, red for Reds; None where it has none."""
        name = " ".join(label.lower().split())
        for stem in (name, name.replace("’", "'"), name.removesuffix("s"), name.removesuffix("es")):
            faces = stem.split("-") if stem.replace("-", "").isdecimal() else [stem]
            for spelling in (stem, "-".join(sorted(faces, key=lambda face: (len(face), face), reverse=True))):
                if spelling in self.groups:
                    return spelling
            if stem != name and str(NUMBER_WORDS.get(stem)) in self.groups:
                return str(NUMBER_WORDS[stem])
        return name if self._upward(name) else None

    @property
    def numbers(self) -> list[int]:
        """The labels that are numbers, in rising order."""
        return sorted(int(label) for label in self.groups if label.isdecimal() and str(int(label)) == label)

    def _upward(self, name: str) -> list[str]:
        """The labels of a number and all higher ones, such as 12+; none for another name."""
        if not re.fullmatch(r"[0-9]+\+", name) or "rank" in self.groups:  # a king is more than a 10
            return []
        return [str(number) for number in self.numbers if number >= int(name[:-1])]

    @property
    def every(self) -> Outcomes:
        """All outcomes, as groups hold them."""
        return frozenset(self.shown if self.cycle is None else product(self.cycle.stages, self.shown))

    def plainest(self, sets: Iterable[Outcomes]) -> tuple["Wheel", Callable[[Outcomes], Outcomes]]:
        """The wheel that tells apart no more than the sets do, and what one of its finest sets is on that.

        A cycle goes of which they ask nothing. Of a bag these are the kinds that the sets tell apart: how
        many are left of each is all that counts.
        """
        asked = tuple(sets)
        told = {fine: tuple(fine in each for each in asked) for fine in self.every}
        finest = {each: each for each in self.shown}
        outcome = {fine: fine[1] if self.cycle else fine for fine in told}
        plain = self._kinds(told) if self.bag else finest | dict(self.plainly)
        for cycle, names in product((None, self.cycle), (plain, finest)):
            seen = {fine: names[outcome[fine]] for fine in told}
            if cycle:
                seen = {fine: (fine[0], name) for fine, name in seen.items()}
            if len({*zip(seen.values(), told.values(), strict=True)}) == len({*seen.values()}):
                break
        shown = self.shown.map(names.__getitem__)
        return replace(self, shown=shown, cycle=cycle), lambda fine: frozenset(seen[each] for each in fine)

    def _kinds(self, told: Mapping[Any, Any]) -> dict[Any, Any]:
        """By outcome the kind that it is of, for outcomes that are told apart by that.

        A kind is called as its only outcome or by its label; else by its outcomes, if they are few.
        """
        kinds: dict[Any, list[Any]] = {}
        for outcome in self.shown:
            kinds.setdefault(told[outcome], []).append(outcome)
        names: dict[Any, Any] = {group.outcomes: label for label, group in reversed([*self.groups.items()])}
        names |= {frozenset({outcome}): outcome for outcome in self.shown}
        unnamed = [members for members in kinds.values() if frozenset(members) not in names]
        alone = len(unnamed) == 1 and "other" not in self.shown
        others = (name for k in count(1) if (name := f"other {k}" if k > 1 else "other") not in self.shown)
        for members in unnamed:
            one_of = " or ".join(map(str, members))
            spelled = not alone and len(members) <= _MOST_SPELLED and one_of not in self.shown
            names[frozenset(members)] = one_of if spelled else next(others)
        return {each: names[frozenset(members)] for members in kinds.values() for each in members}

    def expected(self) -> str:
        """Some of the labels, for who has used another."""
        parts = [str(Label(name)) for name in self.parts]  # in quotes where they have to be written so
        first = [*parts[:2], "…", parts[-1]] if len(parts) > 4 else parts
        named = [name for name in self.groups if name.isalpha() and len(name) > 1 and name not in self.parts]
        return ", ".join([*first, *named[:8]])


@cache
def wheel(name: str) -> Wheel:
    """The wheel of that name; raises UnknownWheel for another name.

    >>> wheel("two dice").shown.total, sorted(wheel("two dice").group("hard 8").outcomes)
    (36, ['4-4'])
    >>> wheel("A:3,B:5/2").shown
    Distribution({'A': 6, 'B': 5})
    """
    words = " ".join(name.split())
    for pattern, make in _WHEELS.items():
        said = re.fullmatch(pattern, words, re.IGNORECASE | re.ASCII)
        try:
            if said and (made := make(*said.groups())):
                return made
        except ValueError as error:
            raise UnknownWheel(f"{error}") from None
    raise UnknownWheel(f"no wheel {words!r}; write {SAMPLES}; a name of several words is in quotes")


LabelTable: TypeAlias = Mapping[str, str | Outcomes | Iterable[object]]
"""By label what it stands for: another label, parts that have labels of their own, or a set of outcomes."""


def _groups(table: LabelTable) -> dict[str, Group]:
    """The groups of the labels, each of which may name those above it; what is not there is left out."""
    groups: dict[str, Group] = {}
    for label, stands_for in table.items():
        if isinstance(stands_for, frozenset):
            groups[label.lower()] = Group(stands_for)
        elif isinstance(stands_for, str):
            groups |= {label: groups[stands_for]} if stands_for in groups else {}
        elif members := [member for member in map(str, stands_for) if member.lower() in groups]:
            group = _together(groups, members)
            groups[label] = replace(group, asks="every") if label in ("small", "tall", "all") else group
    return groups


def _together(groups: Mapping[str, Group], members: Iterable[str]) -> Group:
    """The group of several labels."""
    outcomes = (groups[member.lower()].outcomes for member in members)
    return Group(frozenset[Any]().union(*outcomes), tuple(members))


def _alone(outcomes: Iterable[object]) -> dict[str, Outcomes]:
    """Each outcome by its own name."""
    return {str(outcome): frozenset({outcome}) for outcome in outcomes}


def _made(name: str, trial: str, shown: Distribution[Any], table: LabelTable, **more: Any) -> Wheel:
    """The wheel with the labels of the table, and of its parts: its outcomes, where no others are said."""
    parts = more.pop("parts", _alone(shown))
    return Wheel(name, shown, _groups({**parts, **table}), trial, tuple(parts), **more)


_TWO_DICE: LabelTable = {
    **{way: [f"{way} {total}" for total in (4, 6, 8, 10)] for way in ("hard", "easy")},
    "point": (4, 5, 6, 8, 9, 10),
    "craps": (2, 3, 12),
    "field": (2, 3, 4, 9, 10, 11, 12),
    "aces": "1-1",
    "snake eyes": "1-1",
    "boxcars": "6-6",
    "yo": "11",
    "small": (2, 3, 4, 5, 6),
    "tall": (8, 9, 10, 11, 12),
    "all": (2, 3, 4, 5, 6, 8, 9, 10, 11, 12),
}


def _dice(number: str, die: str, on: str = "") -> Wheel:
    """Dice of one kind: their totals, and, of few dice, what each of them shows.

    on   the roulette wheel whose 36 pockets show two dice, which has zeros beside them
    """
    count, sides = int(number or 1), int(die.replace("%", "100"))
    name = f"{'' if count == 1 else count}d{sides}"
    if not (1 <= count <= _MOST_DICE and 2 <= sides <= _MOST_SIDES):
        raise ValueError(f"there are 1 to {_MOST_DICE} dice with 2 to {_MOST_SIDES} sides, and no {name}")
    name = f"dice on {on}".lower() if on else {"2d6": "two dice"}.get(name, name)
    zeros = ZEROS[: ZERO_WHEELS.index(on.lower())] if on else ()
    totals = dice(count, sides)
    throws: dict[Any, int] = {}
    if count > 1 and comb(count + sides - 1, count) <= _MOST_RESULTS:
        throws = {throw.faces[::-1]: ways for throw, ways in dice(sides=sides, faces=count).items()}
    faces = {"-".join(map(str, throw)): throw for throw in sorted(throws)[::-1]}
    shown: dict[Any, int] = {result: throws[throw] for result, throw in faces.items()} or dict(totals.items())
    plainly = {result: sum(throw) for result, throw in faces.items()}
    parts = {
        str(total): frozenset(result for result in faces if plainly[result] == total) for total in totals
    }
    alike = [result for result, throw in faces.items() if len({*throw}) == 1][::-1]
    table: dict[str, Any] = {
        **_alone(faces),
        **_of_totals("total" if count > 1 else "face", totals, natural=count == 1),
        {2: "double", 3: "triple"}.get(count, "all alike"): alike,
        "pair": [result for result, throw in faces.items() if 2 < count > len({*throw})],
        **{
            f"face {face}": [r for r, throw in faces.items() if face in throw] for face in range(1, sides + 1)
        },
    }
    for pair in alike[1:-1] if count == 2 else ():
        total = str(plainly[pair])
        table |= {f"hard {total}": pair, f"easy {total}": parts[total] - {pair}}
    if (count, sides) == (2, 6):
        table |= {**_TWO_DICE, "zero": zeros}
    if (count, sides) == (3, 6):
        small = frozenset(result for result in faces.keys() - alike if plainly[result] < 11)
        table |= {"small": small, "big": frozenset(faces.keys() - alike - small)}
    parts = (parts if faces else _alone(totals)) | _alone(zeros)
    wheel = Distribution(shown | dict.fromkeys(zeros, 1))
    return _made(name, "spin" if zeros else "roll", wheel, table, parts=parts, plainly=plainly)


def _of_totals(name: str, totals: Iterable[int], natural: bool) -> LabelTable:
    """The labels for all totals of dice; natural where they are what one die shows."""
    even, odd = [total for total in totals if total % 2 == 0], [total for total in totals if total % 2]
    naturals = {f"natural {total}": str(total) for total in totals if natural}
    return {name: totals, "even": even, "odd": odd, **naturals}


def _table_dice(notation: str) -> Wheel | None:
    """Dice of which some are kept, of several kinds, with a number added, or that are counted."""
    from markov.rules.table_dice import rolled  # which few questions wait for

    notation = notation.lower().replace(" ", "").replace("d%", "d100")
    if (shown := rolled(notation)) is None:
        return None
    one_kept = re.fullmatch(r"[0-9]+d[0-9]+k[hl]?1", notation) is not None
    return _made(notation, "roll", shown, _of_totals("total", shown, one_kept))


def _craps(name: str) -> Wheel:
    """Two dice with the points of a craps table: what a roll is depends on the point that is on."""
    two, cycle = wheel("two dice"), STANDARD if name.lower() == "craps" else CRAPLESS
    rolls: dict[str, set[Any]] = {}
    for at, (outcome, total) in product(cycle.stages, two.plainly.items()):
        for label in cycle.labels(at, total):
            rolls.setdefault(label, set()).add((at, outcome))
    points = sorted(cycle.points)
    events = _groups(
        {
            **{label: frozenset(pairs) for label, pairs in rolls.items()},
            "come-out": [f"come-out {total}" for total in range(2, 13)],
            "natural": [f"come-out {total}" for total in sorted(cycle.naturals)],
            "point set": [f"point is {point}" for point in points],
            "point made": [f"point {point} made" for point in points],
            "pass loses": [event for event in (SEVEN_OUT, CRAPS) if event in rolls],
            "pass decided": ["pass", "pass loses"],
            "points made": "point made",
            "pass line win": "pass",
            **dict.fromkeys(("pass line loss", "pass line loses"), "pass loses"),
        }
    )
    groups = {
        label: replace(group, outcomes=frozenset(product(cycle.stages, group.outcomes)))
        for label, group in two.groups.items()
    }
    return replace(two, name=name.lower(), groups=groups | events, cycle=cycle)


_NTH = ("1st", "2nd", "3rd")

_ROULETTE: LabelTable = {
    "pocket": (*range(1, 37), *ZEROS),
    "number": range(1, 37),
    "red": (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36),
    "black": (2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35),
    "odd": range(1, 37, 2),
    "even": range(2, 37, 2),
    "low": range(1, 19),
    "high": range(19, 37),
    **{f"{nth} dozen": range(12 * k + 1, 12 * k + 13) for k, nth in enumerate(_NTH)},
    **{f"{nth} column": range(k + 1, 37, 3) for k, nth in enumerate(_NTH)},
    "zero": ZEROS,
    "green": "zero",
    **{f"{word} dozen": f"{nth} dozen" for word, nth in zip(ORDINALS, _NTH, strict=False)},
    **{f"{word} column": f"{nth} column" for word, nth in zip(ORDINALS, _NTH, strict=False)},
    **{of: [f"{nth} {of}" for nth in _NTH] for of in ("dozen", "column")},
}


def _roulette(said: str) -> Wheel | None:
    """A roulette wheel by its zeros, or by where it is from."""
    home = said.lower().replace("-", " ")
    if home == "roulette":
        which = "single zero (european), double zero (american) or triple zero"
        raise ValueError(f"roulette has several wheels; write {which}")
    name = {"european": "single zero", "french": "single zero", "american": "double zero"}.get(home, home)
    return _made(name, "spin", roulette(ZERO_WHEELS.index(name)), _ROULETTE) if name in ZERO_WHEELS else None


def _weighted(text: str, bag: bool = False) -> Wheel:
    """A wheel of named weights, or a bag that holds whole numbers of named kinds."""
    weights: dict[Any, str] = {}
    labels: set[str] = set()
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition(":"))
        if not number or not re.fullmatch(r"(?![0-9]+\s)[\w$%][\w$%' -]*", name):
            why = "write a name of letters and digits, with no count before it, and a number: A:3,B:5/2"
            raise ValueError(f"{part.strip()!r} is not a weight; {why}")
        if name.lower() in labels:
            raise ValueError(f"{name} has two weights; write each outcome once")
        labels.add(name.lower())
        weights[int(name) if re.fullmatch(r"0|[1-9][0-9]{0,17}", name, re.ASCII) else name] = number
    if len(weights) > MOST_PARTS:
        raise ValueError(f"the wheel has {len(weights):,} outcomes; the limit is {MOST_PARTS:,}")
    shown = Distribution(weights)
    exactly = {outcome: exact(number) for outcome, number in weights.items()}
    if bag and (shown != exactly or shown.total > _MOST_HELD):
        raise ValueError(f"a bag holds whole numbers, up to {_MOST_HELD:,} in all, as in bag A:3,B:5")
    table: dict[str, Any] = dict(_SIDES) if labels == {"heads", "tails"} else {}
    table |= {} if "outcome" in labels else {"outcome": weights}
    name = "bag " * bag + ",".join(f"{outcome}:{weight}" for outcome, weight in exactly.items())
    return _made(name, "draw", shown, table, bag=bag)


def _decks(number: str | None) -> Wheel:
    """Cards of so many decks of 52: by rank, by suit, by colour, and one by one."""
    decks = int(number or 1)
    ranks = ("ace", *map(str, range(2, 11)), "jack", "queen", "king")
    suits = ("spades", "hearts", "diamonds", "clubs")
    cards = [f"{rank}-of-{suit}" for rank, suit in product(ranks, suits)]
    table = {
        **{rank: [card for card in cards if card.startswith(f"{rank}-")] for rank in ranks},
        **{suit: [card for card in cards if card.endswith(suit)] for suit in suits},
        **{suit.removesuffix("s"): suit for suit in suits},
        "red": [card for card in cards if card.endswith(("hearts", "diamonds"))],
        "black": [card for card in cards if card.endswith(("spades", "clubs"))],
        "face": ranks[-3:],
        "rank": ranks,
        "kind": "rank",
        "suit": suits,
        "card": cards,
    }
    name = "deck" if decks == 1 else f"{decks} decks"
    return _made(name, "draw", Distribution(dict.fromkeys(cards, decks)), table, bag=True)


_WHEELS: Mapping[str, Callable[..., Wheel | None]] = {
    r"(?:(?:a|the) )?bag (?:(?:of|with) )?(.+)": lambda text: _weighted(text, bag=True),
    r"(?:(?:a|one|1) )?deck(?: of cards)?|([1-9]|1[0-2]) decks": _decks,
    r"(.*:.*)": _weighted,
    r"(?:a )?coin": lambda: _made("coin", "flip", coin(), {"head": "heads", "tail": "tails", **_SIDES}),
    r"((?:crapless )?craps)": _craps,
    r"(european|french|american|roulette|[a-z]+[ -]zero)(?:[ -]wheel)?(?:[ -]roulette)?": _roulette,
    r"dice on ((?:no|single|double|triple) zero)": lambda on: _dice("2", "6", on),
    r"(?:two[ -])?dice": lambda: _dice("2", "6"),
    r"(?:(?:a|one)[ -])?die": lambda: _dice("1", "6"),
    r"([0-9]{0,4})d([0-9]{1,4}|%)": _dice,
    r"([0-9]{1,3}) dice": lambda number: _dice(number, "6"),
    r"(-?[0-9]*d?[0-9%].*)": _table_dice,
}
"""By what may be said: what makes the wheel of it, from the words in brackets; None where it is none."""


def homes(label: str) -> list[str]:
    """The wheels that people ask about most and that have such a label; for a number there are too many."""
    if label.isdigit():
        return []
    names = ("two dice", "craps", "coin", *ZERO_WHEELS[1:], "deck", "d20")
    return [name for name in names if wheel(name).group(label)]
