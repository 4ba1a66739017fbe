"""The reference of the front door, a page a type, from the docstrings of what it offers."""

import ast
import inspect
import re
from collections.abc import Iterator
from dataclasses import is_dataclass
from pathlib import Path
from textwrap import dedent

import markov as mk
from markov.chain import chain, law
from markov.chain.transitions import Spins
from markov.question import Question
from markov.questions.ask import reply
from markov.questions.law import law as law_module
from markov.questions.layout import layout as layout_module
from markov.questions.meter import meter as meter_module
from markov.questions.play import round as round_module
from markov.questions.price import pays_for_edge, price
from markov.questions.promotion import bonus as bonus_module
from markov.questions.promotion import rebate as rebate_module
from markov.questions.sensitivity import sensitivity
from markov.questions.session import session as session_module
from markov.questions.simulate import observed as observed_module
from markov.questions.simulate import simulation
from markov.questions.surrender import schedule, surrender
from markov.shown import HasView
from markov.wager import comparison, envelope, outcome
from markov.wager import odds as odds_module

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
PAGES = PAGE.with_suffix("")

HEAD = """\
# Python

What is offered is listed here; a name is loaded when it is first used. Figures are exact: a number comes back
as a `Fraction`, and goes in as text, a whole number or a `Fraction`. A float is refused, because it is
rounded before it is seen. Money is what is returned per unit staked, stake included. States go in, and states
come out.

These pages are written from the docstrings by `python -m tests.reference.write`; their examples begin with
`import markov as mk`.
"""

# By heading: what is offered by name, and what it answers with.
PARTS = {
    "Chains": (["explore", "Chain", "OptimalStopping"], [chain.Lumped, Spins, law.Law]),
    "Decisions": (["explore_choices", "DecisionProcess", "BestPolicy"], []),
    "A wager in one line": (
        [
            *("ask", "before", "within", "count", "in_a_row", "then"),
            *("any_of", "all_of", "at_least", "exactly"),
        ],
        [reply.Reply, reply.At],
    ),
    "Games and wagers": (["game", "games", "Game", "Option", "Wager"], []),
    "Answers": (
        ["View"],
        [
            *(
                *(HasView, odds_module.Answer, odds_module.GameOdds, odds_module.Odds, odds_module.Ending),
                *(outcome.Edge, odds_module.Offer, odds_module.Decision),
            ),
            *(comparison.Compared, comparison.OfferChange, comparison.ActionChange),
            *(price.Price, price.Quote, pays_for_edge.PayRange),
            *(surrender.Surrender, surrender.Judged, surrender.Unposted),
            *(schedule.Schedule, schedule.LargestPay),
            *(law_module.SpinLaw, law_module.EndingLaw),
            *(round_module.Round, round_module.Spin),
            simulation.Simulation,
            *(sensitivity.Sensitivity, sensitivity.Effect, envelope.Slope),
        ],
    ),
    "Money over many rounds": (
        ["session", "layout", "rebate", "bonus", "meter", "observed"],
        [
            *(meter_module.Meter, observed_module.Observed, observed_module.ObservedEnding),
            *(rebate_module.Rebate, bonus_module.Bonus),
            *(session_module.Session, session_module.Averages),
            *(layout_module.LayoutTotal, layout_module.LayoutPart),
        ],
    ),
    "A wager of your own": (
        ["Rule", "End", "Paytable", "Distribution", "dice", "coin", "roulette", "dice_on_roulette"],
        [],
    ),
    "Rules to put together": (
        ["PlainRule", "Draws", "FillBoard", "Prize", "PrizedRule"],
        [],
    ),
    "Numbers in words": (["percent", "one_in", "rounded"], []),
    "Errors": (
        [
            *("Unknown", "UnknownState", "SheetError", "PaytableMismatch"),
            *("GoalError", "NotAbsorbing", "EndlessGain", "TooManyStates", "TooMuchWork", "NoFrames"),
        ],
        [],
    ),
}


NAMES = re.compile(rf"(?<![\w.'])({'|'.join(sorted(mk.__all__, key=len, reverse=True))})(?=\(|\.counted)")


def pages() -> dict[Path, str]:
    """The pages: a list of all that is offered, a page for each type, one for the functions of a heading."""
    found = {}
    lines = [HEAD]
    for heading, (names, results) in PARTS.items():
        named = [(f"mk.{name}", getattr(mk, name)) for name in names]
        named += [(result.__name__, result) for result in results]
        lines += [f"## {heading}", ""]
        for name, thing in named:
            page = _page(heading, name, thing)
            found.setdefault(page, []).append((name, thing))
            first = prose(thing).partition("\n\n")[0].replace("\n", " ")
            lines.append(f"- [`{name}`](python/{page.name}): {first}")
        lines.append("")
    texts = {PAGE: "\n".join(lines)}
    for page, things in found.items():
        alone = len(things) == 1 and inspect.isclass(things[0][1])
        title = f"`{things[0][0]}`" if alone else next(h for h in PARTS if _slug(h) == page.stem)
        body = "\n".join(_thing(*named, alone) for named in things)
        needed = [
            line for word, line in IMPORTS.items() if re.search(rf"^(>>>|\.\.\.).*\b{word}\b", body, re.M)
        ]
        head = "\n".join(["```python", *needed, "", "```", ""]) if needed else ""
        texts[page] = re.sub(r"\n{3,}", "\n\n", f"# {title}\n\n{head}\n{body}")
    return texts


IMPORTS = {"mk": ">>> import markov as mk", "Fraction": ">>> from fractions import Fraction"}


def _slug(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", "-", name).replace(" ", "-").lower()


def _page(heading: str, name: str, thing: object) -> Path:
    own = inspect.isclass(thing) and not issubclass(thing, Exception)
    return PAGES / f"{_slug(name.removeprefix('mk.') if own else heading)}.md"


def _thing(name: str, thing: object, alone: bool) -> str:
    """What is said of a type or a function; alone on its page it has the heading of the page."""
    if not inspect.isclass(thing):
        return f"## `{name}`\n\n{_call(name, _signature(thing))}{prose(thing)}"
    of = f" ({thing.__mro__[1].__name__})" if issubclass(thing, Exception) else ""
    first, blank, rest = prose(thing).partition("\n\n")
    fields = _fields(thing)
    head = "" if alone else f"## `{name}`{of}\n\n"
    parts = [f"{head}{first}{blank or (fields and chr(10))}{fields}{rest}"]
    short = name.removeprefix("mk.")
    for member, method in _members(thing):
        call = (
            ""
            if isinstance(method, property)
            else _call(f"{short}.{member}", _signature(_function(method), method=True))
        )
        parts.append(f"## `{short}.{member}`\n\n{call}{prose(method)}")
    return "\n".join(parts)


def _call(name: str, signature: str) -> str:
    return f"```python\n{name}{signature}\n```\n\n"


def _members(thing: type) -> Iterator[tuple[str, object]]:
    for name, held in vars(thing).items():
        member = getattr(thing, name) if isinstance(held, Question) else held
        member = member.__func__ if inspect.ismethod(member) else member
        if name.startswith("_") or (
            not isinstance(member, property | classmethod) and not inspect.isfunction(member)
        ):
            continue
        if inspect.getdoc(member) and name not in INSIDE.get(thing.__name__, ()):
            yield name, member


# What is for the engine, in which a state is known by its position.
INSIDE = {"Chain": ("of", "named", "among"), "Game": ("readings",)}


def _function(method: object) -> object:
    return method.__func__ if isinstance(method, classmethod) else method


def _signature(function: object, method: bool = False) -> str:
    """The parameters and the result as the source has them; a method is not given what it is asked of."""
    (found,) = ast.parse(dedent(inspect.getsource(function))).body
    assert isinstance(found, ast.FunctionDef)
    for one in (*found.args.posonlyargs, *found.args.args, *found.args.kwonlyargs, found.args.kwarg):
        if one is not None:
            one.annotation = _said(one.annotation)
    if method:
        del (found.args.posonlyargs or found.args.args)[0]
    result = f" -> {ast.unparse(_said(found.returns))}" if found.returns else ""
    return f"({ast.unparse(found.args)}){result}".replace("NO_PAYS", "{}")


def _said(annotation: ast.expr | None) -> ast.expr | None:
    """The annotation without the quotes that let it be read late."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        return ast.parse(annotation.value, mode="eval").body
    return annotation


def _fields(thing: type) -> str:
    """The fields of a dataclass, and their types, as the source has them."""
    if not is_dataclass(thing):
        return ""
    (found,) = ast.parse(dedent(inspect.getsource(thing))).body
    assert isinstance(found, ast.ClassDef)
    listed = [
        f"{ast.unparse(line.target)}: {ast.unparse(_said(line.annotation))}"
        for line in found.body
        if isinstance(line, ast.AnnAssign) and not ast.unparse(line.target).startswith("_")
    ]
    return "".join(f"    {one}\n" for one in listed) + "\n" if listed else ""


def prose(thing: object) -> str:
    """The docstring as Markdown: its definitions as a list, its examples as code."""
    kept = []
    for block in re.split(r"\n\n", inspect.getdoc(thing) or ""):
        if block.startswith(">>>"):
            lines = [_asked(line) for line in block.split("\n") if not _imported(line)]
            kept.append("\n".join(("```python", *lines, "", "```")))
        elif re.match(r"[\w.]+(, [\w.]+)*   +\S", block):
            kept.append("\n".join(_definitions(block)))
        else:
            kept.append(block)
    return "\n\n".join(kept).replace("```\n\n```python\n", "") + "\n"


def _imported(line: str) -> bool:
    """True for an import that the page needs not: of `mk`, which its top has, or of what is offered by it."""
    names = re.fullmatch(r">>> from markov[\w.]* import ([\w, ]+)", line)
    return line == ">>> import markov as mk" or bool(names and {*names[1].split(", ")} <= {*mk.__all__})


def _asked(line: str) -> str:
    """A line of an example, with what is asked for by the name under which it is offered."""
    return NAMES.sub(r"mk.\1", line) if line.startswith((">>>", "...")) else line


def _definitions(block: str) -> Iterator[str]:
    for line in block.split("\n"):
        if found := re.match(r"([\w.]+(?:, [\w.]+)*)   +(\S.*)", line):
            yield f"- `{found[1]}`: {found[2]}"
        else:
            yield f"  {line.strip()}"
