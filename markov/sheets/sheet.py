"""A TOML sheet read into a Game: a known rule with its keys filled in.

The format is described in docs/reference/sheets.md. Nothing in a sheet is ever evaluated: text names
things or is read as a number.
"""

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any

from markov.distribution import Distribution, Tally
from markov.rules.tally import TallyRace
from markov.sheets.line import SheetLine
from markov.sheets.schema import (
    Board,
    ChoiceEntry,
    OptionEntry,
    OwnWheel,
    Sheet,
    TallyEntry,
    WagerEntry,
    drawn_from,
    shown,
    trial_noun,
)
from markov.sheets.toml_file import Key, TomlFile, conditions, dispositions, nearest
from markov.wager.game import Game, Listing, Option, slug
from markov.wager.paytable import worded
from markov.wager.rule import Rule
from markov.wager.wager import Wager

_MOST_WAGERS = 1_000


def read(path: Path) -> Game:
    """The game on the TOML sheet at the path; what is wrong with a reading shows when it is asked for.

    Raises SheetError: it names the file, the line, the key, what was found and what was expected.
    """
    file = TomlFile.read(path)
    if "sheet" in file.tables:
        from markov.sheets.overlay import (
            edited_game,  # a sheet that stands by itself does not wait for it
        )

        return edited_game(file)
    sheet = file.converted(file.tables, Sheet)
    if not slug(sheet.name):
        raise file.error(("name",), f"found {sheet.name!r}; expected a name with letters or digits")
    for named, name in [(("name",), sheet.name), *((("wagers", name), name) for name in sheet.wagers)]:
        if not name.isprintable():
            raise file.error(named, f"found {name!r}; expected names that can be printed")
    if not sheet.source.strip():
        raise file.error(("source",), "found nothing; expected where the rules and pays are written down")
    answers = dispositions(file, sheet.dispositions)
    said = conditions(file, (), sheet.name, sheet.conditions)
    options, sets = [], {}
    for key, raw in sheet.options.items():
        at: Key = ("options", key)
        question = file.converted(raw, OptionEntry, at)
        if len(question.choices) < 2:
            choices = len(question.choices) or "none"
            raise file.error((*at, "choices"), f"found {choices}; expected two or more, the default first")
        means: dict[str, str] = {}
        rejected: dict[str, str] = {}
        for name, table in question.choices.items():
            choice = file.converted(table, ChoiceEntry, (*at, "choices", name))
            if choice.rejected and not means:
                expected = "expected another choice, as this one is the default"
                raise file.error((*at, "choices", name, "rejected"), f"found a reason; {expected}")
            means[name], sets[key, name] = choice.means, choice.set
            rejected |= {name: choice.rejected} if choice.rejected else {}
            _settable(file, sheet, (*at, "choices", name, "set"), choice.set)
        options.append(Option(key, question.question, means, question.idle, rejected))

    def build(reading: Mapping[str, str]) -> Listing:
        chosen = file
        for key, name in reading.items():
            if sets[key, name]:
                chosen = chosen.changed(("options", key, "choices", name, "set"), sets[key, name])
        return _wagers(chosen, chosen.converted(chosen.tables, Sheet))

    return Game(sheet.name, sheet.source, tuple(options), build, dispositions=answers, conditions=said)


def _settable(file: TomlFile, sheet: Sheet, at: Key, tables: Mapping[str, Any]) -> None:
    """Refuses a choice that would make another game of the sheet, not another reading."""
    for key in ("name", "source", "options", "dispositions", "conditions"):
        if key in tables:
            what = f"what the {key} are" if key.endswith("s") else f"the {key} of the sheet"
            raise file.error((*at, key), f"a choice cannot set {what}")
    wagers = tables.get("wagers")
    for name in wagers if isinstance(wagers, dict) else ():
        if name not in sheet.wagers:
            known = f"expected a wager of this sheet{nearest(name, sheet.wagers)}"
            raise file.error((*at, "wagers", name), f"found {name!r}; {known}")


def _wagers(file: TomlFile, sheet: Sheet) -> Listing:
    if not 1 <= len(sheet.wagers) <= _MOST_WAGERS:
        what = f"{len(sheet.wagers):,} wagers"
        raise file.error(("wagers",), f"found {what}; expected from 1 to {_MOST_WAGERS:,}")
    entries = {name: file.converted(raw, WagerEntry, ("wagers", name)) for name, raw in sheet.wagers.items()}
    if sheet.define and not any(entry.wins or entry.ladder or entry.phases for entry in entries.values()):
        expected = "expected a wager with `wins`, `ladder` or `phases`, or no `define`"
        raise file.error(("define",), f"no wager says a goal; {expected}")
    slugs: dict[str, str] = {}
    for name in entries:
        if not slug(name) or slug(name) in slugs:
            same = f"the same name as {slugs[slug(name)]!r}" if slug(name) in slugs else "no letter or digit"
            raise file.error(("wagers", name), f"found {same}; expected a name of its own")
        slugs[slug(name)] = name
    try:
        wheel = shown(sheet.wheel)
    except ValueError as error:
        key = ("wheel", "weights") if isinstance(sheet.wheel, OwnWheel) else ("wheel",)
        raise file.error(key, str(error)) from None
    return Listing(
        {
            name: partial(_wager, SheetLine.of(file, sheet, name, entry), entries, wheel)
            for name, entry in entries.items()
        }
    )


def _wager(line: SheetLine, entries: Mapping[str, WagerEntry], wheel: Distribution[Any]) -> Wager:
    """The wager of the line; the entries are those of the sheet, of which it may be made."""
    if isinstance(line.sheet.wheel, Board) or line.entry.phases:
        from markov.sheets.phase_lines import by_cells

        line = by_cells(line)
    if not line.sheet.prizes:
        return _plain(line, entries, wheel)
    from markov.sheets.prizes import taken_out, with_prizes

    line, prizes = taken_out(line)
    return with_prizes(line.file, prizes, _plain(line, entries, wheel))


def _plain(line: SheetLine, entries: Mapping[str, WagerEntry], wheel: Distribution[Any]) -> Wager:
    """The wager, prizes left aside."""
    entry, sheet = line.entry, line.sheet
    if entry.phases or isinstance(sheet.wheel, Board):
        from markov.sheets.phase_lines import phase_line

        return phase_line(line)
    if entry.wins or entry.ladder:
        from markov.sheets.goal_lines import goal_line  # a sheet of tallies does not wait for the language

        return goal_line(line)
    rule = _race(line, entries, wheel)
    expected = partial(_expected, rule)
    texts = line.pays(expected)
    every = [f"made-{k}" for k in range(1, len(rule.tallies) + 1)] if rule.goal == "each" else ["made"]
    needed = "lost", *([] if set(every) <= texts.keys() else ["made"])
    if missing := [ending for ending in needed if ending not in texts]:
        raise line.error(("pays",), f"{missing[0]!r} can happen, but has no pay; 'nothing' is a pay")
    like, _ = texts["made" if "made" in texts else every[0]]
    due = _each(rule, {ending: gross for ending, (_, gross) in texts.items()})
    pays = {ending: texts.get(ending) or (worded(gross, like), gross) for ending, gross in due.items()}
    owed = line.envy(expected)
    if sheet.envy_on_surrender and "made" in owed:
        owed = {**{ending: owed["made"] for ending in pays if ending.startswith("surrender-")}, **owed}
    whole: Rule[Any, Any] = rule
    if drawn_from(sheet.wheel):
        from markov.rules.draws import Draws  # most sheets put back what is drawn

        whole = Draws(wheel, rule)
    return line.wager(whole, wheel, pays, _each(rule, owed))


def _race(line: SheetLine, entries: Mapping[str, WagerEntry], wheel: Distribution[Any]) -> TallyRace:
    sheet, entry, file = line.sheet, line.entry, line.file
    known = shown(sheet.wheel) if isinstance(sheet.wheel, str) else sheet.wheel.names()
    names = {str(outcome): outcome for outcome in known}

    def outcomes(listed: list[int | str], key: Key) -> frozenset[Any]:
        for outcome in listed:
            if str(outcome) not in names:
                near = nearest(str(outcome), names)
                raise file.error(key, f"found {outcome!r}; expected what the wheel shows{near}")
        outcomes = frozenset(names[str(outcome)] for outcome in listed)
        if outcomes and outcomes.isdisjoint(wheel):
            raise file.error(key, "none of these comes up on this wheel")
        return outcomes

    parts = list(_tallies(line, entries))
    at: Key = ("stop",) if entry.stop is None else (*line.at, "stop")
    stop = outcomes(sheet.stop if entry.stop is None else entry.stop, at)
    if not stop:
        raise file.error(at, "found nothing; expected the outcomes that stop play, such as [7]")
    tallies = []
    for part, key in parts:
        counts = outcomes(part.counts, (*key, "counts"))
        if both := sorted(map(str, counts & stop)):
            raise file.error((*key, "counts"), f"found {both[0]}, which is the stopper; expected others only")
        tallies.append(Tally(counts, part.need))
    return TallyRace(tuple(tallies), stop, entry.goal, trial_noun(sheet.wheel))


def _tallies(line: SheetLine, entries: Mapping[str, WagerEntry]) -> Iterator[tuple[TallyEntry, Key]]:
    """The tallies of the wager, each with its key: its own, or those of the wagers it is made of."""
    tallies, components = line.entry.tallies, line.entry.components
    if bool(tallies) == bool(components):
        given = "both" if tallies else "neither"
        expected = "expected either `tallies` or `components`, or a goal: `wins` or `ladder`"
        raise line.error((), f"found {given}; {expected}")
    for i, part in enumerate(tallies):
        yield part, (*line.at, "tallies", i)
    for i, component in enumerate(components):
        key = "components", i
        if component not in entries:
            near = nearest(component, entries)
            raise line.error(key, f"found {component!r}; expected a wager of this sheet{near}")
        if component in components[:i]:
            raise line.error(key, f"found {component!r} again; expected each wager once")
        if len(entries[component].tallies) != 1:
            raise line.error(key, f"found {component!r}; expected a wager with one tally of its own")
        yield entries[component].tallies[0], (*line.at, *key)


def _expected(rule: TallyRace, ending: str) -> str | None:
    """The endings of the rule in words, for one that cannot happen; None for one that can."""
    most = {"surrender": rule.highest_count, "made": len(rule.tallies) if rule.goal == "each" else 0}
    numbered = re.fullmatch(r"(surrender|made)-([1-9][0-9]{0,99})", ending)
    if ending in ("lost", "made") or (numbered and int(numbered[2]) <= most[numbered[1]]):
        return None
    each = f", made-1 to made-{most['made']}" if most["made"] else ""
    offers = f", or surrender-K with K at most {most['surrender']}" if most["surrender"] else ""
    return f"lost, made{each}{offers}"


def _each(rule: TallyRace, due: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """Under the goal `each` what is due for the win is due again for every tally that is made.

    What is due for so many of them in one, as `made-2`, stands in place of that.
    """
    if rule.goal != "each" or "made" not in due:
        return dict(due)
    said = {ending: amount for ending, amount in due.items() if ending != "made"}
    again = {f"made-{k}": k * due["made"] for k in range(1, len(rule.tallies) + 1)}
    return {**said, **{ending: amount for ending, amount in again.items() if ending not in said}}
