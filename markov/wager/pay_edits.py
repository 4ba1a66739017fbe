"""Other pays: a wager repriced, and a sheet with other pays and defaults as a game of its own."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from markov.chain.chain import MAX_STATES, TooManyStates
from markov.wager.commission import Commission
from markov.wager.game import Game, Listing, Option, SheetError, Unknown, alone, edited_name, slug
from markov.wager.paytable import Paytable, check_pay, for_one
from markov.wager.rule import SeveralActions, offer_of
from markov.wager.wager import Wager

Pay: TypeAlias = str | Fraction | None  # as posted; what is returned per unit staked; or no such line
Place: TypeAlias = str | Path  # of a game: the slug of one that is installed, or the path of a sheet
PaysByWager: TypeAlias = Mapping[str, Mapping[str, Pay]]  # by slug of a wager, by ending

_ENOUGH = 60_000  # states; a chain that can be merged shows the same endings with fewer


def edited(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with some pays put in place of its own; None takes a line out, and its envy with it.

    >>> from markov.wager.catalogue import find
    >>> wager = find("repeater-bets-plus").wager("repeating-2")
    >>> wager = edited(wager, {"made": "45 for 1", "surrender-1": None})
    >>> dict(wager.pays)
    {'lost': Fraction(0, 1), 'made': Fraction(45, 1)}

    A new line owes the envy that the lines of its kind owe: surrender-2 that of surrender-1. Raises
    ValueError for a text that is no pay, and where the lines of that kind owe different envies. Whether an
    ending can happen shows when the wager is priced.

    A pay is what is posted: a commission on the winnings of an ending follows it, into the outlay, out of
    what comes back, and into what is refunded. A pay for an ending that refunds it is all that comes back.
    """
    taken = wager.commission
    if taken is not None:
        left = replace(taken, refunded=frozenset(taken.refunded - pays.keys()))
        untaxed = _commission_taken(wager, taken, -taken.due(taken.line), None)
        return with_commission(_changed(untaxed, pays), left)
    return _changed(wager, pays)


def _changed(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    owed = {
        ending: _envy(wager, ending)
        for ending, pay in pays.items()
        if pay is not None and ending not in wager.pays
    }
    table = wager.pays.changed(pays)
    envy = {**wager.envy, **{ending: each for ending, each in owed.items() if each}}
    return replace(
        wager,
        pays=table,
        envy=Paytable({ending: each for ending, each in envy.items() if ending in table}),
    )


def with_commission(wager: Wager, commission: Commission) -> Wager:
    """The wager, whose outlay and pays know of no commission, with one; what it pays till then is as posted.

    A commission that no pay moves is but a part of the outlay, and of what is refunded.

    >>> import markov as mk
    >>> even = mk.game("craps")["place-4"].with_pays(made="1 to 2", lost="nothing")
    >>> lay = with_commission(even, Commission("made", even.pays["made"], of_winnings=Fraction(1, 20)))
    >>> lay.outlay, edited(lay, {"made": "20 to 37"}).outlay
    (Fraction(41, 40), Fraction(38, 37))
    """
    if commission.ending not in wager.pays:
        return wager
    line = wager.pays[commission.ending]
    commission = replace(commission, line=line)
    return _commission_taken(
        wager, commission, commission.due(line), commission if commission.moves else None
    )


def _commission_taken(wager: Wager, commission: Commission, due: Fraction, owed: Commission | None) -> Wager:
    """The wager with so much more taken, below 0 with so much given back; `owed` is its commission then."""
    pays: dict[str, Pay] = {}
    if commission.on_win:
        if due:
            pays[commission.ending] = wager.pays[commission.ending] - due
        due = Fraction(0)
    elif due:
        back = commission.refunded & wager.pays.keys()
        pays |= {ending: for_one(wager.pays[ending] + due) for ending in back}
    return replace(wager, pays=wager.pays.changed(pays), outlay=wager.outlay + due, commission=owed)


def _envy(wager: Wager, ending: str) -> Fraction:
    """The envy that each line of the kind of a new one owes."""
    kind = ending.rpartition("-")[0]
    alike = [line for line in wager.pays if kind and line.rpartition("-")[0] == kind]
    bonuses = {wager.envy.get(line, Fraction(0)) for line in alike}
    if len(bonuses) > 1:
        raise ValueError(
            f"{wager.name}: {' and '.join(alike)} owe different envies; what {ending!r} would owe is not said"
        )
    return bonuses.pop() if bonuses else Fraction(0)


def endings(wager: Wager) -> tuple[frozenset[str], frozenset[str]]:
    """The endings that a spin can bring, and those that the player can choose if they are priced.

    >>> from markov.wager.catalogue import find
    >>> forced, offered = endings(find("repeater-bets-plus").wager("repeating-3"))
    >>> sorted(forced), sorted(offered)
    (['lost', 'made'], ['surrender-1', 'surrender-2'])

    Raises TooManyStates as the chain of the wager does.
    """
    return _endings(Wager("", wager.rule, wager.wheel, Paytable({}), ""))


def check_ending(wager: Wager, ending: str) -> None:
    """Refuses an ending that can neither come nor be offered; raises Unknown."""
    if ending not in wager.pays:
        forced, offered = endings(wager)
        if ending not in forced | offered:
            raise Unknown("ending", ending, sorted(forced | offered))


@lru_cache(maxsize=256)  # a sheet is built anew for each reading, and few of them change a given wager
def _endings(unpaid: Wager) -> tuple[frozenset[str], frozenset[str]]:
    try:
        try:
            chain = unpaid.chain(_ENOUGH)
        except TooManyStates:
            chain = unpaid.chain(MAX_STATES)
    except SeveralActions:
        from markov.wager.decisions import decisions

        problem = decisions(unpaid)
        return problem.forced, frozenset(end.name for end in problem.ends.values()) - problem.forced
    over = set(chain.transitions.absorbing.tolist())
    forced = frozenset(chain.states[i].name for i in over)
    chosen = (offer_of(unpaid.rule, chain.states[i]) for i in range(len(chain.states)) if i not in over)
    return forced, frozenset(end.name for end in chosen if end is not None)


class EditConflict(SheetError):
    """Edits that do not carry over to a reading, as where the sheet pays an edited wager otherwise there."""


@dataclass(frozen=True, slots=True)
class EditedSheet:
    """The builder of the wagers of an edited sheet.

    sheet     the game that is edited, itself no edition
    at        where it is found
    reading   the choices under which it is edited, one for every option
    pays      what stands in place of the sheet's
    posted    by slug: the edited wagers, as the sheet has them under that reading
    """

    sheet: Game
    at: Place
    reading: Mapping[str, str]
    pays: PaysByWager
    posted: Mapping[str, Wager]

    def __call__(self, reading: Mapping[str, str]) -> Listing:
        """The wagers under the reading; raises EditConflict where the edits do not carry over to it."""
        wagers = self.sheet.wagers(reading)
        if reading != self.reading:
            for key, was in self.posted.items():
                if key not in wagers or not _same_terms(was, wagers[key], self.pays[key]):
                    other = ", ".join(
                        f"{option}={choice}"
                        for option, choice in reading.items()
                        if choice != self.reading.get(option)
                    )
                    raise EditConflict(
                        f"{was.name} has other lines or pays under {other}, so the pays that were edited do "
                        "not carry over to it"
                    )
        return Listing({key: partial(self._edited, wagers, key) for key in wagers})

    def _edited(self, wagers: Mapping[str, Wager], key: str) -> Wager:
        """The wager of that slug with its edits; raises EditConflict where they do not fit it."""
        try:
            return repriced(wagers[key], self.pays[key]) if key in self.pays else wagers[key]
        except ValueError as error:
            raise EditConflict(str(error)) from None

    @property
    def source(self) -> str:
        """The source of the sheet, and that it is edited."""
        return f"an edited edition of {self.sheet.name}; {self.sheet.source}"

    def game(self, name: str) -> Game:
        """The edition as a game: its reading is the default, and choices that misfit are left out."""
        return Game(
            name,
            self.source,
            tuple(self._option(option) for option in self.sheet.options),
            self,
            conditions=self.sheet.conditions,
        )

    def _option(self, option: Option) -> Option:
        chosen = self.reading[option.key]
        fitting = [chosen, *(c for c in option.choices if c != chosen and self._fits(option.key, c))]
        question = option.question
        if out := [choice for choice in option.choices if choice not in fitting]:
            question += f" (Left out: {', '.join(out)}, where the sheet pays an edited wager otherwise.)"
        choices = {c: option.choices[c] for c in fitting}
        rejected = {c: why for c, why in option.rejected.items() if c in fitting[1:]}  # it is meant now
        return replace(option, question=question, choices=choices, rejected=rejected)

    def _fits(self, key: str, choice: str) -> bool:
        try:
            edition = self({**self.reading, key: choice})
            for wager in self.pays:  # the others are made when they are asked for
                edition.made[wager]()
        except EditConflict:
            return False
        return True


def edition(
    game: Game, at: Place, choices: Mapping[str, str], pays: PaysByWager = MappingProxyType({})
) -> EditedSheet:
    """The game under the choices, with those pays in place of its own.

    Editing an edition adds to its edits: what comes of it edits the same sheet. Raises Unknown for an option,
    a choice or a wager that is not there.
    """
    reading = game.reading(choices)
    sheet, merged = game, {key: dict(by_ending) for key, by_ending in pays.items()}
    if isinstance(game.build, EditedSheet):
        sheet, at = game.build.sheet, game.build.at
        for key, by_ending in game.build.pays.items():
            merged[key] = {**by_ending, **merged.get(key, {})}
    posted = {key: sheet.wager(key, reading) for key in merged}
    for key, by_ending in merged.items():  # an edition may have had a line that the sheet has not
        merged[key] = {
            ending: p for ending, p in by_ending.items() if p is not None or ending in posted[key].pays
        }
    return EditedSheet(sheet, at, reading, merged, posted)


NO_PAYS: Mapping[str, Pay] = MappingProxyType({})


def with_pays(wager: Wager, pays: Mapping[str, Pay] = NO_PAYS, /, **named: Pay) -> Wager:
    """The wager with some pays put in place of its own, by ending; None takes a line out.

    A pay is text, such as "45 for 1", or a Fraction of what is returned per unit staked. An ending whose name
    has a hyphen is said in a mapping. The game of the wager, if it is of one, is then the edition with them.

    >>> import markov as mk
    >>> bet = mk.game("repeater-bets-plus")["repeating-2"]
    >>> bet = bet.with_pays({"surrender-1": "7 for 1"}, made="45 for 1")
    >>> bet.pays["made"], bet.pays["surrender-1"]
    (Fraction(45, 1), Fraction(7, 1))

    Raises Unknown for an ending that can neither come nor be offered, ValueError for a text that is no pay,
    and TypeError for a bare number.
    """
    if both := pays.keys() & named.keys():
        raise ValueError(f"the pay of {min(both)} is given twice; choose one")
    wanted = {**pays, **named}
    for ending, pay in wanted.items():
        if pay is None and ending not in wager.pays:
            raise Unknown("pay to take out for", ending, wager.pays)
        check_ending(wager, ending)
        check_pay(ending, pay)
    game = wager.game
    if game is None:
        return repriced(wager, wanted)
    key = slug(wager.name)
    made = edition(game, game.slug, game.choices, {key: wanted})
    edited_game = Game(
        edited_name(game), made.source, game.options, made, made.reading, conditions=game.conditions
    )
    return replace(repriced(made.posted[key], made.pays[key]), game=edited_game)


def game_of(wager: Wager) -> Game:
    """The game that the wager is of, under its reading; a wager of no game is a game by itself."""
    game = wager.game
    if game is None:
        return alone(wager)
    if isinstance(game.build, EditedSheet):  # choices that misfit its pays are left out
        return replace(game.build.game(game.name), choices=game.choices)
    return game


def _same_terms(was: Wager, wager: Wager, pays: Mapping[str, Pay]) -> bool:
    """True where the edits of one wager say the same of the other."""
    if (was.pays, was.outlay, was.commission) != (wager.pays, wager.outlay, wager.commission):
        return False
    new = {ending for ending, pay in pays.items() if pay is not None} - was.pays.keys()
    return not new or new <= endings(wager)[1]


def repriced(wager: Wager, pays: Mapping[str, Pay]) -> Wager:
    """The wager with those pays; its source says which of them are not the sheet's."""
    repriced = edited(wager, pays)
    anew = [ending for ending in pays if wager.pays.get(ending) != repriced.pays.get(ending)]
    if not anew:
        return repriced
    return replace(repriced, source=f"{wager.source}, edited: {', '.join(anew)}")
