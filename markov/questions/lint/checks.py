"""The checks of a review: how many comparisons each made, and why it made none where it did not."""

from collections.abc import Mapping, Sequence
from math import comb
from typing import TypeAlias

from markov.questions.lint.finding import SEVERITY, Check
from markov.questions.lint.pays import kinds, wins
from markov.questions.lint.profile import Profile
from markov.wager.game import Game
from markov.wager.odds import Answer

Read: TypeAlias = Sequence[tuple[Mapping[str, str], Sequence[Answer]]]

_UNREAD = "the other readings were not compared; --readings compares them"


def checks(
    game: Game, answers: Sequence[Answer], profile: Profile, whole: bool, read: Read = ()
) -> tuple[Check, ...]:
    """A check for each code: the comparisons that were made on those wagers.

    whole   all wagers of the sheet were asked for
    read    the answers under each reading that was compared, the first one first
    """
    made = {
        **_edges(answers, profile),
        **_lines(answers, profile),
        **_beside(answers, profile),
        **_open(game, answers, whole, read),
    }
    return tuple(
        Check(code, 0, count) if isinstance(count, str) else Check(code, count) for code, count in _all(made)
    )


_Counts: TypeAlias = Mapping[str, int | str]  # how many comparisons, or why none


def _all(made: _Counts) -> list[tuple[str, int | str]]:
    return [(code, made[code]) for code in SEVERITY]


def _edges(answers: Sequence[Answer], profile: Profile) -> _Counts:
    of = [one.optimal if profile.play == "optimal" else one.never for one in answers]
    based = (
        sum(profile.returned(play) is not None for play in of) or "the base of the profile is nothing here"
    )
    return {
        "player-edge": len(answers),
        "no-edge": len(answers),
        "envy-loss": sum(bool(one.wager.envy) for one in answers) or "no wager owes an envy",
        "return-low": "the profile names no least return" if profile.least_return is None else based,
        "return-high": "the profile names no greatest return" if profile.most_return is None else based,
        "chance-low": "the profile names no least chance"
        if profile.least_chance is None
        else sum(len(wins(one)) for one in answers) or "nothing wins",
    }


def _lines(answers: Sequence[Answer], profile: Profile) -> _Counts:
    """The comparisons of lines of a wager with each other, with its chances and with chips."""
    offers = sum(len(one.offers) for one in answers) or "nothing is offered"
    met = [one for one in answers if one.offers]
    pays = [one.wager.pays for one in answers]
    posted = sum(pay > 1 for each in pays for pay in each.values()) or "no line wins"
    unstaked = "the profile names no smallest stake"
    return {
        **dict.fromkeys(("leak", "tie", "dead-offer", "above-fair"), offers),
        "unreached": sum(len(wins(one)) + len({offer.ending for offer in one.offers}) for one in met)
        or "nothing is offered",
        "rarer-less": sum(comb(len(wins(one)), 2) for one in answers) or "no wager has two wins",
        "later-less": sum(comb(len(lines), 2) for each in pays for lines in kinds(each))
        or "no two lines are of a kind",
        "below-stake": sum(len(one.never.endings) for one in answers),
        "pay-words": "the profile wants no word" if profile.words == "any" else posted,
        "not-payable": unstaked if profile.minimum is None else sum(map(len, pays)),
        "commission": unstaked
        if profile.minimum is None
        else sum(one.wager.outlay != 1 for one in answers) or "nothing is put up beside the stake",
    }


def _beside(answers: Sequence[Answer], profile: Profile) -> _Counts:
    """The comparisons of wagers with each other."""
    pairs = comb(len(answers), 2) or "it takes two wagers"
    posted = sum(pay > 1 for one in answers for pay in one.wager.pays.values()) or "no line wins"
    wanted = f"the profile wants “{profile.words}” for all of them"
    return {
        "mirror-pays": pairs,
        "same-bet": pairs,
        "mixed-words": posted if profile.words == "any" else wanted,
    }


def _open(game: Game, answers: Sequence[Answer], whole: bool, read: Read) -> _Counts:
    """The comparisons of readings with the first."""
    if not game.options:
        return dict.fromkeys(
            ("idle-option", "not-idle", "reading-edge", "reading-envy"), "nothing is left open"
        )
    others = max(len(read) - 1, 0) * len(answers) or _UNREAD
    parts = "only some wagers of the sheet were asked for"
    said = sum(bool(option.idle) for option in game.options) or "no option is said to change nothing"
    return {
        "idle-option": len(game.options) if whole else parts,
        "not-idle": parts if not whole else _UNREAD if not read else said,
        "reading-edge": others,
        "reading-envy": others,
    }
