"""Inputs of the command: a generator for each kind of input, of valid ones changed and of a grammar.

An input follows from its kind and its number alone, on every machine.
"""

import json
import os
import re
import shlex
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from unittest.mock import patch

from markov.questions import lint
from tests.fuzz import mutations
from tests.fuzz.harness import Input, Ran, ran
from tests.laws.sayings import Sayer
from tests.process import command
from tests.screens.screens import SESSIONS, asked
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

OVER_A_SHEET = """\
sheet = "coin.toml"
name = "My threes"

[wagers."Two threes".pays]
made = "10 for 1"
surrender-1 = "none"
"""
COIN = (EXAMPLES / "lucky_threes.toml").read_text()
PROFILES = [path.read_text() for path in sorted(Path(lint.__file__).with_name("profiles").glob("*.toml"))]
DRN = STORM_HEAD + STORM_BODY.replace("1 : 1/3", "0 : 1/6\n\t\t1 : 0.5").replace("2 : 2/3", "2 : 1/3")


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
    said = mutations.encoded(rng, mutations.text(rng, rng.choice(PROFILES)))
    return Input(("lint", *rng.choice(BETS), "--profile", "mine.toml", *STATES), {"mine.toml": said})


WRITING = re.compile(r"/[a-z]|\.[a-z]+$|^(certify|report|new|page)$")
"""In command lines that need a file, or make one."""


@cache
def _asked() -> list[list[str]]:
    """The command lines of the sessions in tests/screens that need no file and write none."""
    lines = (shlex.split(line)[1:] for session in SESSIONS for line in asked(session.read_text()))
    return [words for words in lines if words and not any(map(WRITING.search, words))]


@cache
def _limited(name: str) -> bool:
    """True for a command that has a limit on states."""
    found = command().commands.get(name)  # type: ignore[attr-defined]
    return found is not None and any(one.name == "max_states" for one in found.params)


def lines(rng: Random) -> Input:
    """A command line of a session, changed: a text in it, or which words there are."""
    words = list(rng.choice(_asked()))
    limit = STATES if _limited(words[0]) else ()
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3))):
        at, way = rng.randrange(len(words)), rng.randrange(12)
        if way == 0:
            words.insert(at, _clean(rng.choice(mutations.WORDS)))
        elif way == 1 and len(words) > 1:
            del words[at]
        elif way == 2:
            words.insert(at, words[rng.randrange(len(words))])
        else:
            words[at] = _argument(rng, words[at], always=True)
    return Input((*words, *limit))


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


PROGRAM = (EXAMPLES / CHOICES[0]).read_text()
PROGRAM_WORDS = ["sixes", "state", "insured", "made", "lost", "actions", "step", "mk", "total", "2"]
_THREE = ("1:1,2:2,3:3", "1:2,2:1,3:1/2", "d3")
_ASKED = (
    (), (), ("--explain",), ("--as-sheet",), ("--json",), ("--pays", "5 for 1"), ("--within", "4"),
    ("--at-least", "3", "--format", "csv"), ("--by", "race"), ("--by", "chain"),
    ("--pays", "9 to 1", "--surrender", "1=3/2", "--json"),
)  # fmt: skip


def asks(rng: Random) -> Input:
    """A wager said in one line, by the grammar."""
    return Input(("ask", _goal(rng, 3), "--on", rng.choice(_THREE), *rng.choice(_ASKED), *STATES))


@cache
def _sheets() -> tuple[str, ...]:
    """The sheets of the cookbook, and those among the examples."""
    page = (EXAMPLES.parent / "docs" / "cookbook.md").read_text()
    of_page = (part.partition("~~~\n")[0] for part in page.split("~~~toml\n")[1:])
    return (*of_page, *(path.read_text() for path in sorted(EXAMPLES.rglob("*.toml"))))


def sheets(rng: Random) -> Input:
    """A sheet, asked for its odds or anything else: by a grammar, or one of ours changed."""
    said = rng.choice((_sheet, _lines))(rng) if rng.random() < 0.5 else rng.choice(_sheets())
    if rng.random() < 0.5:
        said = mutations.text(rng, said)
    asked_for = (
        "odds FILE --json", "odds FILE --json", "odds FILE", "games FILE", "games FILE --json",
        "readings FILE", "lint FILE", "diff FILE coin.toml", "simulate FILE --rounds 20", "certify FILE",
    )  # fmt: skip
    data = mutations.encoded(rng, said) if rng.random() < 0.3 else said.encode("utf-8", "surrogatepass")
    return Input(_about("mine.toml", rng.choice(asked_for)), {"mine.toml": data, "coin.toml": COIN.encode()})


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
        "games FILE", "games FILE --json", "odds FILE", "law FILE three-6s", "play FILE three-6s --spins 50",
        "simulate FILE --rounds 20", "price FILE three-6s --edge 5%", "lint FILE",
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
    "sheets": (sheets, 820),
    "overlays": (overlays, 150),
    "profiles": (profiles, 80),
    "lines": (lines, 1280),
    "chains": (chains, 220),
    "certificates": (certificates, 180),
    "reports": (reports, 50),
    "resumed": (resumed, 80),
    "outputs": (outputs, 40),
    "asks": (asks, 200),
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
