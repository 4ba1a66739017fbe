"""Ranges: the least and the greatest of each headline figure over readings, and what each choice changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import TypeAlias

from markov.questions.readings.risk import Reading, deciding, plainest
from markov.wager.game import Game
from markov.wager.odds import FIGURES, Answer, AnswersByReading, Strategy, by_wager

HEADLINE = ("edge.per_stake", "house_after_envy", "returned", "rtp", "variance", "spins.mean")
"""The figures that a reading is judged by, by the names of `FIGURES`; the variance is that of the return."""

WAYS: tuple[Strategy, ...] = ("never", "optimal")


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least or the greatest value of a figure, and where it is.

    wagers     the names of those that have it
    reading    of those that give it the one that differs from the first on the fewest options
    readings   how many give it
    """

    value: Fraction
    wagers: tuple[str, ...]
    reading: Reading
    readings: int


@dataclass(frozen=True, slots=True)
class FigureRange:
    """A figure over the readings that were compared.

    wager       its name; empty for all wagers of the sheet together
    asked       the figure under the first reading; None for the sheet
    changed_by  each option and choice that changes it, the others left as in the first reading; rejected
                choices are among them
    settled_by  the fewest options such that readings which agree on them have the same figure
    """

    wager: str
    way: Strategy
    figure: str
    asked: Fraction | None
    least: Extreme
    greatest: Extreme
    changed_by: tuple[tuple[str, str], ...] = ()
    settled_by: tuple[str, ...] = ()

    @property
    def span(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value."""
        return self.least.value, self.greatest.value


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A headline figure under the first reading, and under another."""

    way: Strategy
    figure: str
    before: Fraction
    after: Fraction


@dataclass(frozen=True, slots=True)
class ChoiceEffect:
    """The effect on a wager of one choice alone, the other options left as in the first reading.

    rejected   why the sheet rejects the choice; empty where it does not
    changes    the headline figures that are others
    same       nothing at all changes: no figure, no chance of an ending, no offer
    absent     the sheet has no such wager under the choice
    """

    wager: str
    option: str
    choice: str
    rejected: str
    changes: tuple[FigureChange, ...]
    same: bool
    absent: bool = False


@dataclass(frozen=True, slots=True)
class Ranges:
    """The ranges of the headline figures of wagers over readings, and what each choice does by itself.

    compared      how many readings the ranges are over
    rejected      how many combinations make a choice that the sheet rejects: they are in no range
    combinations  how many readings there are: all combinations of all choices
    wagers        a range for each wager, way of playing and figure
    sheet         a range for each way of playing and figure, over all those wagers
    effects       of each choice on each wager
    """

    compared: int
    rejected: int
    combinations: int
    wagers: tuple[FigureRange, ...]
    sheet: tuple[FigureRange, ...]
    effects: tuple[ChoiceEffect, ...]

    def of(self, wager: str, way: Strategy, figure: str) -> FigureRange:
        """The range of one figure of the wager of that name; of the sheet, where the name is empty."""
        listed = self.wagers if wager else self.sheet
        return next(
            figure_range
            for figure_range in listed
            if (figure_range.wager, figure_range.way, figure_range.figure) == (wager, way, figure)
        )

    def untouched(self, option: str) -> tuple[str, ...]:
        """The names of the wagers on which no choice of the option changes anything by itself.

        It holds for the choices that were compared; a wager is named where all of them leave it the same.
        """
        mine = [effect for effect in self.effects if effect.option == option]
        names = dict.fromkeys(effect.wager for effect in mine)
        return tuple(
            name
            for name in names
            if all(figure_range.same for figure_range in mine if figure_range.wager == name)
        )


def every_reading(game: Game, asked: Reading) -> list[Reading]:
    """The reading asked for, each other choice by itself, and every combination that is not rejected."""
    others = [reading for reading in game.under(asked).readings() if reading != asked]
    combined = [
        reading for reading in game.readings(every=True) if reading != asked and reading not in others
    ]
    return [asked, *others, *(combined[i - 1] for i in kept(game, [asked, *combined]) if i)]


def kept(game: Game, readings: Sequence[Reading]) -> list[int]:
    """The positions of the readings that are not rejected.

    A rejected choice that the first reading makes is meant, and rejects nothing.
    """
    meant = game.rejections(readings[0]).keys()
    return [i for i, reading in enumerate(readings) if game.rejections(reading).keys() <= meant]


def ranges(game: Game, answered: AnswersByReading, figures: Sequence[str] = HEADLINE) -> Ranges:
    """The ranges of the figures over readings, given the answers under each; the one asked for is first.

    A wager that a reading does not have is compared under the readings that have it.
    """
    readings = [reading for reading, _ in answered]
    combinations = prod(len(option.choices) for option in game.options)
    among, singles = kept(game, readings), _singles(game, readings)
    columns = by_wager(answered)
    listed = [
        _range(readings, among, singles, name, column, way, figure)
        for name, column in columns.items()
        for way in WAYS
        for figure in figures
        if any(i in column for i in among)
    ]
    return Ranges(
        compared=len(among),
        rejected=combinations - _allowed(game, readings[0]),
        combinations=combinations,
        wagers=tuple(listed),
        sheet=tuple(
            _sheet(readings, among, columns, listed, way, figure) for way in WAYS for figure in figures
        ),
        effects=tuple(_effects(game, singles, columns, figures)),
    )


def _allowed(game: Game, asked: Reading) -> int:
    """The number of combinations without a rejected choice, but for those of the reading asked for."""
    return prod(
        sum(choice not in option.rejected or choice == asked.get(option.key) for choice in option.choices)
        for option in game.options
    )


_Single: TypeAlias = tuple[int, str, str]  # the position of a reading, and the one option and choice of it


def _singles(game: Game, readings: Sequence[Reading]) -> list[_Single]:
    """The readings that differ from the first on one option, in the order of the sheet."""
    first = readings[0]
    order = [(option.key, choice) for option in game.options for choice in option.choices]
    position = {}
    for i, reading in enumerate(readings):
        changed = [(key, choice) for key, choice in reading.items() if choice != first[key]]
        if len(changed) == 1:
            position[changed[0]] = i
    listed = [choice for choice in order if choice in position]
    return [(position[choice], *choice) for choice in (listed or position)]


def _range(
    readings: Sequence[Reading],
    among: Sequence[int],
    singles: Sequence[_Single],
    name: str,
    column: Mapping[int, Answer],
    way: Strategy,
    figure: str,
) -> FigureRange:
    value = {i: _figure(answer, way, figure) for i, answer in column.items()}
    here = [i for i in among if i in value]
    asked = value.get(0)
    changed = [(key, choice) for i, key, choice in singles if 0 in value and value.get(i, asked) != asked]
    listed, values = [readings[i] for i in here], [value[i] for i in here]

    def bound(extreme: Fraction) -> Extreme:
        at = [i for i in here if value[i] == extreme]
        return Extreme(extreme, (name,), readings[plainest(readings, at)], len(at))

    least, greatest = min(values), max(values)
    settled = deciding(listed, values)[0] if least != greatest else ()
    return FigureRange(name, way, figure, asked, bound(least), bound(greatest), tuple(changed), settled)


def _sheet(
    readings: Sequence[Reading],
    among: Sequence[int],
    columns: Mapping[str, Mapping[int, Answer]],
    of_wagers: Sequence[FigureRange],
    way: Strategy,
    figure: str,
) -> FigureRange:
    mine = [
        figure_range for figure_range in of_wagers if (figure_range.way, figure_range.figure) == (way, figure)
    ]

    def bound(extreme: Fraction, bounds: Sequence[Extreme]) -> Extreme:
        at = [bound for bound in bounds if bound.value == extreme]
        plain = at[plainest([readings[0], *(reading.reading for reading in at)], range(1, len(at) + 1)) - 1]
        names = tuple(bound.wagers[0] for bound in at)
        # Each of the wagers may have it under readings of its own.
        giving = {
            i
            for name in names
            for i in among
            if i in columns[name] and _figure(columns[name][i], way, figure) == extreme
        }
        return Extreme(extreme, names, plain.reading, len(giving))

    lows, highs = (
        [figure_range.least for figure_range in mine],
        [figure_range.greatest for figure_range in mine],
    )
    least = bound(min(low.value for low in lows), lows)
    return FigureRange("", way, figure, None, least, bound(max(high.value for high in highs), highs))


def _effects(
    game: Game, singles: Sequence[_Single], columns: Mapping[str, Mapping[int, Answer]], names: Sequence[str]
) -> list[ChoiceEffect]:
    rejected = {option.key: option.rejected for option in game.options}
    effects = []
    for i, key, choice in singles:
        for name, column in columns.items():
            why = rejected.get(key, {}).get(choice, "")
            if 0 not in column:
                continue
            if i not in column:
                effects.append(ChoiceEffect(name, key, choice, why, (), same=False, absent=True))
                continue
            before, after = column[0], column[i]
            figures = [
                FigureChange(way, figure, _figure(before, way, figure), _figure(after, way, figure))
                for way in WAYS
                for figure in names
            ]
            changes = tuple(figure for figure in figures if figure.before != figure.after)
            effects.append(ChoiceEffect(name, key, choice, why, changes, before.same_odds(after)))
    return effects


def _figure(answered: Answer, way: Strategy, figure: str) -> Fraction:
    """The figure; of an edge over nothing 0, for the bet is taken down, and nothing is lost."""
    return FIGURES[figure](answered.played(way)) or Fraction(0)
