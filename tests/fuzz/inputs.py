"""Inputs of the command: a generator for each kind of input, of valid ones changed and of a grammar.

An input follows from its kind and its number alone, on every machine.
"""

import json
import os
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from random import Random
from unittest.mock import patch

from tests.fuzz import mutations
from tests.fuzz.harness import Input, Ran, ran
from tests.laws.sayings import Sayer
from tests.texts import OVERLAY, STORM_BODY, STORM_HEAD

EXAMPLES = Path(__file__).parents[2] / "examples"
STATES = ("--max-states", "500")  # what is asked is small, so that a large answer is refused at once
BETS = (
    ("repeater-bets-plus", "repeating-2"),
    ("repeater-bets-plus", "repeating-8"),
    ("straights-and-8s", "straights-and-8s"),
    ("quebec-place-bets", "right-4"),
    ("quebec-place-bets", "lay-5"),
)
CHOICES = ("two_offers.py", "three-6s")  # among the examples; its player chooses
ENDINGS = {
    "repeater-bets-plus": ("made", "lost", "surrender-1", "surrender-3", "surrender-4"),
    "straights-and-8s": ("gap", "sequence", "eights", "run", "three-eights", "8-18-28", "lost"),
    "quebec-place-bets": ("made", "lost", "withdrawn"),
}

COIN = """\
name = "Coin"
source = "a coin, tossed"
stop = ["tails"]

[wheel]
kind = "weights"
weights = { heads = 3, tails = 2, edge = 1 }

[wagers."Heads twice"]
tallies = [{ counts = ["heads"], need = 2 }]
pays = { made = "9 for 1", lost = "nothing", surrender-1 = "5 for 2" }
envy = { made = "2x" }
outlay = "21/20"
"""
LAYOUT = """\
name = "Two dice"
source = "house rules"
stop = [7]
envy-on-surrender = true

[wheel]
kind = "roulette"
zeros = 2
shows = "dice"

[pays]
lost = "nothing"

[wagers."Six thrice"]
tallies = [{ counts = [6], need = 3 }]
pays = { made = "12 to 1", surrender-2 = "5 for 1" }

[wagers."Hot ones"]
components = ["Six thrice", "Ends"]
goal = "each"
pays = { made = "evens" }

[wagers."Ends"]
tallies = [{ counts = [2, 12], need = 1 }]
pays = { made = "5 to 1" }

[options.zero]
question = "What does a zero do?"

[options.zero.choices.ignored]
means = "nothing"

[options.zero.choices.loses]
means = "it stops play"
set = { stop = [7, "0", "00"] }
"""
OVER_A_SHEET = """\
sheet = "coin.toml"
name = "My coin"

[wagers."Heads twice".pays]
made = "10 for 1"
surrender-1 = "none"
"""
PROFILE = """\
name = "Bounds"
notice = "Bounds of a test; no legal advice."
written-for = "any wager"
citation = "none"
date = 2024-11-01
address = "http://example.org"
seen = "never"

[bounds]
base = "per-stake"
play = "optimal"
least-return = "75%"

[pays]
words = "to"

[table]
minimum = "5"
chip = "1"
"""
DRN = STORM_HEAD + STORM_BODY.replace("1 : 1/3", "0 : 1/6\n\t\t1 : 0.5").replace("2 : 2/3", "2 : 1/3")


def sheets(rng: Random) -> Input:
    """A sheet, asked for its odds or anything else."""
    text = rng.choice((COIN, COIN, LAYOUT, (EXAMPLES / "lucky_threes.toml").read_text()))
    said = _sheet(rng) if rng.random() < 0.5 else mutations.text(rng, text)
    lines = (
        "odds FILE", "odds FILE", "odds FILE --json", "games FILE", "readings FILE", "lint FILE",
        "diff FILE coin.toml", "simulate FILE --rounds 50", "certify FILE",
    )  # fmt: skip
    files = {"mine.toml": mutations.encoded(rng, said), "coin.toml": COIN.encode()}
    return Input(_about("mine.toml", rng.choice(lines)), files)


def _about(file: str, line: str) -> tuple[str, ...]:
    """A command line about a file; where there is a limit on states it is low."""
    words = tuple(file if word == "FILE" else word for word in line.split())
    return words if words[0] == "games" else (*words, *STATES)


def overlays(rng: Random) -> Input:
    """A sheet that is another sheet with other pays, or the sheet that it is made of."""
    mine, under = rng.choice((OVERLAY, OVER_A_SHEET)), COIN
    if rng.random() < 0.8:
        mine = mutations.text(rng, mine)
    else:
        under = rng.choice((mutations.text(rng, COIN), mine, OVER_A_SHEET.replace("coin", "mine")))
    asked = rng.choice(("games FILE", "games FILE --json", "diff FILE coin.toml", "odds FILE horn"))
    data = mutations.encoded(rng, mine), under.encode("utf-8", "replace")
    return Input(_about("mine.toml", asked), dict(zip(("mine.toml", "coin.toml"), data, strict=True)))


def profiles(rng: Random) -> Input:
    """Bounds that a sheet is held against."""
    said = mutations.encoded(rng, mutations.text(rng, PROFILE))
    return Input(("lint", *rng.choice(BETS), "--profile", "mine.toml", *STATES), {"mine.toml": said})


# Questions about an installed wager. BET stands for it, and each word of SAID for a text that may be changed.
QUESTIONS = {
    "pays": (
        "what-if BET --pay PAY", "what-if BET --pay PAY --json", "what-if BET --pay PAY --expect EXPECTED",
        "letters BET --letter LETTER --pay PAY", "price BET --edge EDGE", "price BET ENDING --edge EDGE",
        "surrender BET --edge EDGE", "payable BET --stake MONEY", "lint BET --minimum MONEY --chip 1",
    ),
    "ranges": (
        "sweep BET --pay RANGE", "sweep BET --pay RANGE", "sweep BET --pay RANGE --step HALF",
        "design BET --edge WINDOW --pays RANGE --count 3",
    ),
    "letters": (
        "letters BET --letter LETTER", "letters BET --letter LETTER --json",
        "letters BET --letter LETTER --letter LETTER",
    ),
    "rounds": (
        "law BET --within NUMBER", "law BET --at-least NUMBER --json", "law BET --pay PAY",
        "law BET --quantile SHARE", "law BET --play optimal --format csv", "law BET --json",
        "play BET --seed NUMBER", "play BET --seed NUMBER --json", "play BET --pay PAY",
        "play BET --rounds NUMBER --spins 99", "play BET --play optimal --format csv", "games BET",
        "games BET --json", "games BET -o OPTION",
    ),
    "money": (
        "session BET --bankroll MONEY --bet MONEY --rounds NUMBER", "session BET --risk SHARE --bet MONEY",
        "session BET --bankroll MONEY --bet MONEY --goal MONEY --stop-loss MONEY --rounds NUMBER --json",
        "session BET --bankroll MONEY --bet MONEY --spins NUMBER --open played",
        "promotion BET --rebate SHARE", "promotion BET --rebate SHARE --bet MONEY --json",
        "promotion BET --deposit MONEY --bonus MONEY --rollover NUMBER --bet MONEY --sticky --json",
        "promotion BET --deposit MONEY --bonus MONEY --rollover NUMBER --bet MONEY --of both --cap MONEY",
        "meter BET ENDING --seed MONEY --adds SHARE --now MONEY",
        "meter BET --seed MONEY --adds SHARE --must-hit-by MONEY --bet MONEY --json",
        "simulate BET --observed COUNT --observed COUNT", "simulate BET --observed COUNT --json",
        "layout GAME STAKED STAKED", "layout GAME STAKED --until roll --json",
    ),
}  # fmt: skip
POCKETS = ("pockets.7", "pockets.0", "pockets.8", "pockets")
SAID: Mapping[str, Callable[[Random, str], str]] = {
    "PAY": lambda rng, game: f"{rng.choice(ENDINGS[game])}={_pay(rng)}",
    "RANGE": lambda rng, game: f"{rng.choice(ENDINGS[game])}={_range(rng)}",
    "LETTER": lambda rng, game: f"{rng.choice((*ENDINGS[game], *POCKETS))}={rng.choice('xyzsE')}",
    "ENDING": lambda rng, game: rng.choice(ENDINGS[game]),
    "EXPECTED": lambda rng, _: "best.edge>=15%",
    "EDGE": lambda rng, _: rng.choice(("5%", "1/20", "-1%", "0%", "12.5%", "9/49")),
    "WINDOW": lambda rng, _: rng.choice(("12%..13%", "..5%", "1/10..", "-5%..1/5")),
    "MONEY": lambda rng, _: rng.choice(("5", "1/2", "2.5", "100")),
    "HALF": lambda rng, _: "1/2",
    "COUNT": lambda rng, game: f"{rng.choice(ENDINGS[game])}={rng.choice((0, 1, 40, 10**6, 10**20))}",
    "GAME": lambda _, game: game,
    "STAKED": lambda rng, game: f"{dict(BETS)[game]}={rng.choice(('5', '1/2', '0', '10'))}",
    "NUMBER": lambda rng, _: rng.choice(("0", "3", "40", "2000")),
    "SHARE": lambda rng, _: rng.choice(("99%", "1/2", "0%", "99.999999%")),
    "OPTION": lambda rng, _: "zeros=1",
}


def question(kind: str, rng: Random) -> Input:
    """A question about an installed wager, of which one text is changed, or none."""
    game, wager = rng.choice(BETS)
    words = rng.choice(QUESTIONS[kind]).split()
    changed = rng.choice([k for k, word in enumerate(words) if word == "BET" or word in SAID])
    asked: list[str] = []
    for k, word in enumerate(words):
        said = [game, wager] if word == "BET" else [SAID[word](rng, game) if word in SAID else word]
        asked += [*said[:-1], _argument(rng, said[-1]) if k == changed else said[-1]]
    return Input((*asked, *(STATES if asked[0] != "payable" else ())))


LINES = (
    "games", "games quebec-place-bets", "odds quebec-place-bets right-4 -o placed=6 --json",
    "odds straights-and-8s -o zeros=1 -o wrap=yes", "readings quebec-place-bets lay-5 --format csv",
    "simulate repeater-bets-plus repeating-2 --rounds 60 --seed 4",
    "chain repeater-bets-plus repeating-3 --to drn",
    "price repeater-bets-plus repeating-2 made --edge 5% --base per_stake --play never",
    "surrender repeater-bets-plus horn --json",
    "payable quebec-place-bets right-4 --from 5 --to 100 --step 5",
    "sensitivity repeater-bets-plus repeating-2",
    "lint straights-and-8s --profile maryland-table-games --check",
    "diff quebec-place-bets quebec-place-bets --check", "verify nothing.json",
    "solve nothing.drn --reach made",
    "what-if repeater-bets-plus repeating-2 -o zeros=3 --from zeros=1",
    "letters straights-and-8s straights-and-8s --letter run=x",
    "sweep repeater-bets-plus repeating-2 -o zeros=all --figure rtp", "--version", "--help",
    "odds --help",
)  # fmt: skip


def options(rng: Random) -> Input:
    """A command line: names of games and wagers, options and choices. None of them names a file to write."""
    words = rng.choice(LINES).split()
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(words))
        way = rng.randrange(6)
        if way == 0:
            words.insert(at, _clean(rng.choice(mutations.WORDS)))
        elif way == 1 and len(words) > 1:
            del words[at]
        elif way == 2:
            words.insert(at, words[rng.randrange(len(words))])
        elif at:
            words[at] = _argument(rng, words[at], always=True)
    return Input(tuple(words))


def chains(rng: Random) -> Input:
    """A chain as Storm's DRN text."""
    text = rng.choice((DRN, DRN, _said("chain", "repeater-bets-plus", "repeating-6", "--to", "drn")))
    said = _drn(rng) if rng.random() < 0.4 else mutations.text(rng, text)
    label = "made" if rng.random() < 0.8 else _argument(rng, rng.choice(("over", "all is well", "init")))
    reward = ("--reward", rng.choice(("flips", "cost", "spins", "x"))) if rng.random() < 0.3 else ()
    more = ("--json",) if rng.random() < 0.2 else ()
    data = mutations.encoded(rng, said)
    return Input(("solve", "mine.drn", "--reach", label, *reward, *more), {"mine.drn": data})


def certificates(rng: Random) -> Input:
    """A certificate of ours, damaged: as text, as JSON, or with its digests made anew."""
    game, wager = rng.choice((*BETS[:1] * 2, *BETS[2:], CHOICES, CHOICES))
    lying = {game: (EXAMPLES / game).read_bytes()} if game == CHOICES[0] else {}
    true = _certified(game, wager, tuple(lying.items()))
    said = mutations.tree(rng, true) if rng.random() < 0.7 else mutations.text(rng, true)
    data = mutations.encoded(rng, said) if rng.random() < 0.3 else said.encode("utf-8", "surrogatepass")
    files = {"mine.json": data, "true.json": true.encode(), **lying}
    if rng.random() < 0.15:
        return Input(("diff", "mine.json", "true.json", *STATES), files)
    sheet = ("--sheet", game) if lying else ()
    asked = ("verify", "mine.json", *sheet, *(("--json",) if rng.random() < 0.3 else ()), *STATES)
    return Input(asked, files, true=(true,))


def reports(rng: Random) -> Input:
    """A report that carries certificates, damaged."""
    suffix = rng.choice((".json", ".json", ".md", ".html", ".tex", ".typ", ".pdf", ".xlsx"))
    data = _report(suffix)
    if suffix in (".pdf", ".xlsx"):
        said = mutations.raw(rng, data)
    elif suffix == ".json" and rng.random() < 0.5:
        said = mutations.tree(rng, data.decode()).encode("utf-8", "surrogatepass")
    else:
        said = mutations.encoded(rng, mutations.text(rng, data.decode()))
    return Input(("verify", f"mine{suffix}", *STATES), {f"mine{suffix}": said})


def resumed(rng: Random) -> Input:
    """A file that was begun, damaged: refused as it stands, or finished as if it had never been begun."""
    name = f"sweep{rng.choice(('.csv', '.json', '.jsonl'))}"
    whole, begun = _begun(name)
    files = dict(begun)
    for part in rng.sample(sorted(files), rng.choice((1, 1, 2))):
        if rng.random() < 0.1:
            del files[part]
        elif rng.random() < 0.5:
            files[part] = mutations.raw(rng, files[part])
        else:
            files[part] = mutations.text(rng, files[part].decode()).encode("utf-8", "surrogatepass")
    return Input((*SWEEP, "--to", name), files, written=name, accepted=whole)


def outputs(rng: Random) -> Input:
    """A file to be written, by a name that may not do."""
    suffix, *asked = rng.choice(
        (
            (".json", "certify", *BETS[0], "-o"),
            (".md", "report", *BETS[0], "--rounds", "1", "-o"),
            (".csv", *SWEEP, "--to"),
            (".toml", "what-if", *BETS[0], "--pay", "made=45 for 1", "--save"),
        )
    )
    name = rng.choice(
        (
            "", " ", ".", "..", "-", "none/out", "out", "out.", "x" * 300, "é", "日本", "o\nut",
            "\x1b[31mout", "o\x9but",
            "\u202etuo", " out ", "there", "~", "$HOME", "*", "--help", "\udcff", "a" * 200 + "/b",
            "there" + "x" * 3_000,
        )
    )  # fmt: skip
    target = name + rng.choice((suffix, suffix, suffix, "", suffix.upper(), ".exe", "/"))
    there = {f"there{suffix}": b"mine"} if rng.random() < 0.7 else {}
    return Input((*asked, target, *STATES), there, written=str(Path(target)))


GOALS = (
    "6x6 before 7", "(2|3|11|12)x7 before 7", "6 and 8 before 7x2", "any of (2x2, 3x3, 4x4) before 7",
    "all of (2..6, 8..12) before 7", "3 of (1-1, 2-2, 3-3) before 7", "exactly 9 of (2..6, 8..12) before 7",
    "12 before 7 then 7", "heads then heads then tails before tails then heads then heads",
    "red x8 in a row within 100", "6x3 within 5", "HHT before THH", "hard 8 before (7|easy 8)", "A before B",
)  # fmt: skip
PROGRAM = """\
import markov as mk


class Coin:
    start = 0

    def step(self, state, outcome):
        return mk.End("lost") if outcome == "tails" else mk.End("made") if state else 1

    def actions(self, state):
        return {"go on": state, "leave": mk.End("leave")} if state else None


pays = {"made": "3 for 1", "lost": "nothing", "leave": "1 for 1"}
wager = mk.Wager("Twice", Coin(), mk.coin(), mk.Paytable(pays), "this page")
"""


PROGRAM_WORDS = ("start", "state", "outcome", "made", "lost", "leave", "step", "mk", "3 for 1", "1")
_THREE = ("1:1,2:2,3:3", "1:2,2:1,3:1/2", "d3")
_ASKED = (
    (), (), ("--explain",), ("--as-sheet",), ("--json",), ("--pays", "5 for 1"), ("--within", "4"),
    ("--at-least", "3", "--format", "csv"), ("--by", "race"), ("--by", "chain"),
    ("--pays", "9 to 1", "--surrender", "1=3/2", "--json"),
)  # fmt: skip


def asks(rng: Random) -> Input:
    """A wager said in one line."""
    if rng.random() < 0.5:
        return Input(("ask", _goal(rng, 3), "--on", rng.choice(_THREE), *rng.choice(_ASKED), *STATES))
    goal = _argument(rng, rng.choice(GOALS))
    on = ("--on", _argument(rng, rng.choice(("two dice", "coin", "double zero", "A:3,B:5/2", "3d6"))))
    pay = ("--pays", _argument(rng, _pay(rng)))
    more = (
        (), (), (), on, on, pay, (*pay, "--surrender", _argument(rng, f"2={_pay(rng)}")), ("--by", "race"),
        ("--within", _argument(rng, "9")), ("--at-least", _argument(rng, "9")), ("--explain",),
        ("--as-sheet",),
        ("--json",), (*on, "--json"), ("--format", "csv"),
    )  # fmt: skip
    return Input(("ask", goal, *rng.choice(more), *STATES))


@cache
def _cookbook() -> tuple[str, ...]:
    page = (EXAMPLES.parent / "docs" / "cookbook.md").read_text()
    return tuple(part.partition("~~~\n")[0] for part in page.split("~~~toml\n")[1:])


def laid(rng: Random) -> Input:
    """A sheet that speaks the wager language: one of the cookbook changed, or one by the grammar."""
    said = rng.choice(_cookbook()) if rng.random() < 0.5 else _lines(rng)
    if rng.random() < 0.3:
        said = mutations.text(rng, said)
    lines = (
        "odds FILE --json", "odds FILE --json", "odds FILE", "games FILE", "games FILE --json",
        "readings FILE", "lint FILE", "simulate FILE --rounds 20", "certify FILE",
    )  # fmt: skip
    data = mutations.encoded(rng, said) if rng.random() < 0.1 else said.encode("utf-8", "surrogatepass")
    return Input(_about("mine.toml", rng.choice(lines)), {"mine.toml": data})


def programs(rng: Random) -> Input:
    """A Python file of one's own, a word of it changed; what is put there is no call of anything."""
    text = PROGRAM
    for _ in range(rng.choice((0, 1, 1, 2))):
        words = rng.choice(PROGRAM_WORDS)
        put = rng.choice(
            ("made", "0", "[]", "None", "x", "-1", "1.5", '"', "{", "\n", "é", "1 / 0", "state + 1")
        )
        at = rng.choice([k for k in range(len(text)) if text.startswith(words, k)] or [0])
        text = text[:at] + put + text[at + len(words) :]
    lines = (
        "games FILE", "games FILE --json", "odds FILE", "law FILE twice", "play FILE twice --spins 50",
        "simulate FILE --rounds 20", "price FILE twice --edge 5%", "lint FILE",
    )  # fmt: skip
    return Input(_about("mine.py", rng.choice(lines)), {"mine.py": text.encode()})


def begun(rng: Random) -> Input:
    """A game of one's own, begun from a template under some name."""
    name = rng.choice(("mine", "My game", "mine.toml", "mine.py", "there", "7", "é"))
    name = name if rng.random() < 0.4 else _argument(rng, name).replace("/", "")  # no other folder
    kind = rng.choice(("tally", "wheel", "race", "readings", "overlay", "python"))
    suffix = ".py" if kind == "python" else ".toml"
    there = {"there.toml": b"mine", "there.py": b"mine"}
    written = f"{name.removesuffix(suffix)}{suffix}"
    return Input(("new", name, "--from", kind), there, written=str(Path(written)))


SWEEP = ("sweep", *BETS[0], "--pay", "made=30..33", "-o", "zeros=all")

# How many inputs out of 3,240 are of the kind.
KINDS: Mapping[str, tuple[Callable[[Random], Input], int]] = {
    "sheets": (sheets, 420),
    "overlays": (overlays, 150),
    "profiles": (profiles, 80),
    "pays": (partial(question, "pays"), 200),
    "ranges": (partial(question, "ranges"), 200),
    "letters": (partial(question, "letters"), 120),
    "options": (options, 260),
    "chains": (chains, 220),
    "certificates": (certificates, 180),
    "reports": (reports, 50),
    "resumed": (resumed, 80),
    "outputs": (outputs, 40),
    "asks": (asks, 400),
    "laid": (laid, 400),
    "rounds": (partial(question, "rounds"), 150),
    "money": (partial(question, "money"), 150),
    "programs": (programs, 100),
    "begun": (begun, 40),
}


def made(kind: str, number: int) -> Input:
    """The input of a kind by its number, the same every time."""
    generate, _ = KINDS[kind]
    return generate(Random(f"{kind} {number}"))


# Grammars.


def _pay(rng: Random) -> str:
    n, m = rng.choice((0, 1, 2, 7, 40, 1000)), rng.choice((1, 1, 2, 5)) if rng.random() < 0.97 else 0
    odd = "evens", "nothing", "none"
    return rng.choice((f"{n} for {m}", f"{n} to {m}", f"{n}.5 to {m}", f"{n}/3 for {m}", *odd))


def _range(rng: Random) -> str:
    ends = rng.choices((0, 1, 3, 30, 33, 45, 400, 10**6, 10**18, 2**63 - 1, 2**63, 10**30), k=2)
    unit = rng.choice(("", "", " for 1", " to 1"))
    step = rng.choice(("", "", "/2", "/1/2", "/0.1", "/0", "/-1", f"/{10**30}", "/1e-30"))
    one = f"{ends[0]}{unit}..{ends[1]}{unit}{step}"
    several = f"{one},{ends[1]}", f"{one},none", f"{one},{one}"
    return rng.choice((one, one, one, f"{ends[0]}{unit}", "none", *several))


def _sheet(rng: Random) -> str:
    """A sheet by the grammar of sheets, its parts good ones but now and then."""

    def some(good: str, bad: str) -> str:
        return rng.choice(bad.split("|") if rng.random() < 0.04 else good.split("|"))

    kind = some("dice|roulette|weights", "Dice|coin||3")
    faces = "heads|edge" if kind == "weights" else "2|3|6|8|12"

    def outcomes(faces: str) -> str:
        odd = "7|13|-1|6.0|true||[6]|99999999999999999999|00|tails"
        one = [some(faces, odd) for _ in range(rng.choice((1, 1, 2)))]
        return f"[{', '.join(json.dumps(o) if o.isalpha() and o != 'true' else o for o in sorted(set(one)))}]"

    def tally() -> str:
        need = some("1|2|3|3|40|499", f"0|-1|1.5|'2'|500|5000|1e3|{'9' * 20}|{'9' * 5_000}")
        return f"{{ counts = {outcomes(faces)}, need = {need} }}"

    more = {
        "roulette": f'\nzeros = {some("0|1|2|3", "4|-1|1.0|x")}\nshows = "{some("dice|numbers", "totals|")}"',
        "weights": (
            f"\nweights = {{ heads = {some('1|3|1000000007', '0|-1|1.5')}, tails = 2, "
            f"edge = {some('1|5', '9' * 400)} }}"
        ),
    }
    wagers = []
    for number in range(rng.choice((1, 1, 2, 3))):
        goal = some("first|all|each", "none|First|")
        surrendered = some("made|made|surrender-1", "surrender-0|surrender-77")
        ends = {some("lost", "won"), some("made", "made-1"), surrendered}
        if goal == "each":
            ends.discard("surrender-1")
        table = ", ".join(f"{end} = {json.dumps(_pay(rng))}" for end in sorted(ends))
        tallies = ", ".join(tally() for _ in range(rng.choice((1, 1, 2, 3))))
        counted = (
            f"tallies = [{tallies}]"
            if number < 2
            else some('components = ["Bet 0", "Bet 1"]', 'components = ["A"]|components = []')
        )
        lines = [f'[wagers."{some("Bet", "é||日本")} {number}"]', f"pays = {{ {table} }}"]
        lines += [counted, f'goal = "{goal}"']
        if rng.random() < 0.3:
            lines.append(f'outlay = "{some("1|21/20|3/2", "0|-1|1.5.5|1e400|x")}"')
        wagers.append("\n".join(lines))
    stop = '["tails"]' if kind == "weights" else some("[7]", "[]|[1]|7|[true]")
    head = f'name = "{some("Mine", "|日本|7|!")}"\nsource = "here"\nstop = {stop}'
    return "\n\n".join((head, f'[wheel]\nkind = "{kind}"{more.get(kind, "")}', *wagers)) + "\n"


_WHEELS = ("d6", "two dice", "craps", "1:1,2:2,3:3", "1:2,2:1,3:1/2", "bag 1:2,2:3,3:4", "3d6", "coin")


def _goal(rng: Random, sides: int = 0) -> str:
    """A goal by the grammar of the language, on a wheel of a few numbers."""
    sayer = Sayer(rng.randrange(10**9), sides or rng.choice((3, 3, 6, 12)))
    goal = sayer.exact() if rng.random() < 0.2 else sayer.monotone(rng.choice((1, 2, 2, 3)))
    stop = f" before {sayer.monotone(1)}" if rng.random() < 0.5 else ""
    trials = rng.choice(("", "", "", " within 3", " within 9", " in 4 rolls"))
    if rng.random() < 0.03:
        trials = rng.choice((" within 0", f" within {'9' * 30}", " within 2.5"))
    return f"{goal}{stop}{trials}"


def _lines(rng: Random) -> str:
    """A sheet of goals by the grammar, its parts good ones but now and then."""

    def rarely(odd: tuple[str, ...], good: str) -> str:
        return rng.choice(odd) if rng.random() < 0.04 else good

    bag = '{ kind = "bag", holds = { 1 = 2, 2 = 3, 3 = 4 } }'
    wheel = rng.choice((*(f'"{name}"' for name in _WHEELS), bag))
    sides = 3 if "3" in wheel else 6
    lines = ['name = "Mine"', 'source = "here"', f"wheel = {rarely(('7', '[]', '{}'), wheel)}"]
    if rng.random() < 0.6:
        lines.append(f'until = "{_goal(rng, sides) if rng.random() < 0.3 else rng.randint(2, sides)}"')
    if rng.random() < 0.3:
        lines.append('prizes = { box = { "2 for 1" = 3, "5 for 1" = 1 } }')
    for number in range(rng.choice((1, 1, 2))):
        lines.append(f'[wagers."Bet {number}"]')
        pays = {"lost": "nothing"} if rng.random() < 0.95 else {}
        if rng.random() < 0.5:
            lines.append(f'wins = "{_goal(rng, sides)}"')
            pays["made"] = rng.choice((_pay(rng), _pay(rng), "box", "3 x box"))
        else:
            names = rng.sample(("top", "middle", "low"), rng.choice((1, 2, 2, 3)))
            names[0] = rarely(("lost", "Odd one"), names[0])
            rungs = ", ".join(f'"{name}" = "{_goal(rng, sides)}"' for name in names)
            lines.append(f"ladder = {{ {rungs} }}")
            pays |= {name: rng.choice((_pay(rng), _pay(rng), "box")) for name in names}
            paid = rarely(('paid = "none"',), rng.choice(("", "", 'paid = "each"', 'paid = "first"')))
            lines += [paid] * bool(paid)
        if rng.random() < 0.3:
            lines.append(f"within = {rarely(('0', '-1', '1.5', '999999'), str(rng.randint(1, 9)))}")
        if rng.random() < 0.2:
            lines.append(f'over = "{rarely(("", "never"), rng.choice(("decided", "stopper")))}"')
        if rng.random() < 0.3:
            condition = rng.choice(("any time", _goal(rng, sides)))
            lines.append(f'offers = {{ withdrawn = "{condition}" }}')
            pays["withdrawn"] = _pay(rng)
        if rng.random() < 0.1:
            lines.append('commission = { winnings = "5%" }')
        table = ", ".join(f'"{name}" = {json.dumps(pay)}' for name, pay in pays.items())
        lines.append(f"pays = {{ {table} }}")
    return "\n".join(lines) + "\n"


def _drn(rng: Random) -> str:
    """A chain by the grammar of DRN: each row sums to 1, but now and then."""
    n = rng.choice((1, 2, 3, 6, 30, 60))
    lines = ["@type: DTMC", "@parameters", "", "@reward_models", "spins", "@nr_states", str(n), "@model"]
    for i in range(n):
        rewards = ("1", "0", "1/2", "2.5") if rng.random() < 0.99 else ("-1", "1e400", "x")
        reward = rng.choice(rewards)
        labels = " ".join(rng.sample(("made", "over", "x"), rng.choice((0, 0, 1, 2))))
        lines += [f"state {i} [{reward}] {labels}{'' if i else ' init made'}", "\taction 0 [0]"]
        ways = rng.choice(([1], [1, 1], [1, 2, 3], [10**30, 1], [3, 5, 2]))
        for weight, to in zip(ways, sorted(rng.choices(range(n), k=len(ways))), strict=True):
            good = rng.random() < 0.995
            odd = "0", "1", "0.1", "1e-400", "-1/2", "1/0"
            chance = f"{weight}/{sum(ways)}" if good else rng.choice(odd)
            lines.append(f"\t\t{to if good else n} : {chance}")
    return "\n".join(lines) + "\n"


def _argument(rng: Random, valid: str, always: bool = False) -> str:
    """The argument, more often than not changed."""
    if not always and rng.random() < 0.3:
        return valid
    return _clean(mutations.text(rng, valid, mutations.SHORT))


def _clean(argument: str) -> str:
    """The argument as a command line can hold it: no shell passes a NUL, and none is longer than 64 KB."""
    return argument.replace("\0", "")[: 2**16]


# Valid ones, made by the command itself.


@cache
def _said(*arguments: str) -> str:
    return _fine(ran(Input(arguments))).out


@cache
def _certified(game: str, wager: str, lying: tuple[tuple[str, bytes], ...]) -> str:
    return _fine(ran(Input(("certify", game, wager), dict(lying)))).out


@cache
def _report(suffix: str) -> bytes:
    name = f"true{suffix}"
    asked = ("report", *BETS[0], "--rounds", "1", "--date", "2024-11-01", "-o", name)
    return _fine(ran(Input(asked, written=name))).files[name]


@cache
def _begun(name: str) -> tuple[bytes, Mapping[str, bytes]]:
    """A file of a sweep, and what is there of it when it cannot be put in its place."""
    asked = Input((*SWEEP, "--to", name))
    whole = _fine(ran(asked)).files[name]
    with patch.object(os, "replace", side_effect=OSError("no room")):
        begun = ran(asked).files
    assert begun, "nothing is left of a sweep that was not finished"
    return whole, begun


def _fine(how: Ran) -> Ran:
    assert how.code == 0, how.err
    return how
