"""The scripts of a page in a JavaScript engine without a document, asked in Python's fractions."""

import json
from fractions import Fraction
from pathlib import Path

from py_mini_racer import MiniRacer

from markov.page.model import Modelled, model
from markov.page.write import script
from markov.wager.odds import by_road
from markov.wager.pay_edits import edited
from markov.wager.wager import PaytableMismatch

ASKED = Path(__file__).with_name("asked.js").read_text()


class Engine:
    """The scripts, and the models that they were given."""

    def __init__(self):
        self._racer = MiniRacer()
        self._racer.eval(script("exact", "chain", "price", "check", "send") + ASKED)
        self._loaded = {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._racer.close()  # else Python waits for it for ever

    def run(self, function, *arguments):
        return json.loads(self._racer.eval(f"{function}({', '.join(map(json.dumps, arguments))})"))

    def load(self, asked, wager, rule=None, full=False):
        """The wager in the engine: its key, what was solved, and its model."""
        rule = rule or by_road(wager)
        key = str(len(self._loaded))
        made = model(asked.slug, asked.reading({}), rule.answer(wager), Modelled(rule, full))
        self._racer.eval(f"load({json.dumps(key)}, {json.dumps(json.dumps(made))})")
        self._loaded[key] = made
        return key, rule, made


def texts(edits):
    return json.dumps({ending: None if pay is None else str(pay) for ending, pay in edits.items()})


FIGURES = "returned", "net", "rtp", "hit_frequency", "variance", "envy", "house_after_envy"
BASES = "per_stake", "per_outlay", "per_resolved", "per_spin"


def figures(play):
    """Every figure of a way of playing, as the scripts say them."""

    def said(number):
        return None if number is None else str(number)

    return {
        "endings": sorted((each.ending, str(each.probability), str(each.returned)) for each in play.endings),
        **{name: said(getattr(play, name)) for name in FIGURES},
        "edge": {base: said(getattr(play.edge, base)) for base in BASES},
        "spins": {"mean": str(play.spins.mean), "variance": str(play.spins.variance)},
        "outlay": str(play.outlay),
    }


def listed(play):
    """The figures of the scripts, the endings in order."""
    ends = sorted((each["ending"], each["probability"], each["returned"]) for each in play["endings"])
    return {**play, "endings": ends}


def compare(scripts, key, rule, wager, edits):
    """Asks both; the number of fractions that were compared, each equal."""
    ours = scripts.run("answered", key, texts(edits))
    try:
        theirs = rule.answer(edited(wager, edits))
    except (PaytableMismatch, ValueError):
        theirs = None
    assert ("misfit" in ours) == (theirs is None), (wager.name, edits, ours)
    if theirs is None:
        return 0
    count = 0
    for way in ("never", "optimal"):
        expected = figures(theirs.played(way))
        assert listed(ours[way]) == expected, (wager.name, way, edits)
        count += 2 * len(expected["endings"]) + len(FIGURES) + len(BASES) + 3
    mine = sorted(
        (each["ending"], each["offered"], each["continuing"], each["never"], each["take"], each["tie"])
        for each in ours["offers"]
        for _ in range(each["count"])
    )
    his = sorted(
        (each.ending, *map(str, (each.offered, each.continuing, each.never)), each.take, each.tie)
        for each in theirs.offers
    )
    assert mine == his, (wager.name, edits)
    short = [
        (ending, take, tie)
        for ending, take, tie, n in scripts.run("taken", key, texts(edits))
        for _ in range(n)
    ]
    assert sorted(short) == sorted((each[0], *each[4:]) for each in mine), (wager.name, edits)
    return count + 3 * len(his)


def hurting(rng, wager, rule, made):
    """Edits that are chosen to hurt: ties, nothing, below the stake, lines out and in, thresholds."""
    lines = made["lines"]
    can = [line for line in lines if made["chain"] or line["forced"]]
    wanted = rng.choices(can, k=rng.choice((1, 1, 2, 2, 3)))
    answered = rule.answer(wager)
    values = [offer.continuing for offer in answered.offers] or [answered.never.returned]
    threshold = wager.commission.line if wager.commission else Fraction(1)
    edits = {}
    for line in wanted:
        posted = Fraction(line["line"] or 0)
        pay = rng.choice(
            [
                Fraction(0),
                Fraction(1),
                wager.outlay,
                Fraction(rng.randrange(1, 12), 12),
                1 + Fraction(1, rng.randrange(1, 10**6)),
                posted,
                posted + rng.choice((-1, 1)),
                posted * Fraction(rng.randrange(50, 150), 100),
                threshold + Fraction(rng.choice((-1, 0, 1)), 10**9),
                rng.choice(values),
                rng.choice(values) + Fraction(rng.choice((-1, 1)), 10**12),
                Fraction(rng.randrange(0, 200)),
                Fraction(rng.randrange(0, 200), rng.randrange(1, 7)),
            ]
        )
        out = not line["forced"] and "hides" not in line and line["pay"] is not None and rng.random() < 0.3
        edits[line["ending"]] = None if out else max(pay, Fraction(0))
    return edits
