"""The figures of a wager, each a formula over the chances of its endings and over its inputs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from markov.exact import rational_root, root
from markov.wager.odds import Way
from markov.workbook.inputs import ENVY, NAME, NUMBER, PAY, WORDS, Inputs, named
from markov.workbook.results import NONE, Result, Results
from markov.workbook.working import Working

_DIGITS = 25  # of a root, far past what a cell holds


@dataclass(frozen=True, slots=True)
class Traced:
    """Formulas for what the chain alone decides, under one way of playing.

    chances   by number of the ending, from 1 on
    mean      of the number of spins
    square    the mean of its square
    worth     what the start is worth: the second road to what is returned
    """

    chances: Sequence[str]
    mean: str
    square: str
    worth: str


def endings(
    results: Results, working: Working, inputs: Inputs, traced: Mapping[Way, Traced]
) -> tuple[int, int]:
    """The chances of the endings; the first row and the last of them come back."""
    results.section("How it ends", {NUMBER: "no.", NAME: "ending", WORDS: "returns"}, "chance")
    first = results.row
    for k, end in enumerate(inputs.ends):
        results.sheet.number(results.row, NUMBER, k + 1, "faint plain")
        results.sheet.text(results.row, NAME, named(end))
        pay = working.answer.wager.pays[end.name]
        results.sheet.formula(results.row, WORDS, f"={inputs.pay(k + 1)}", pay, "decimal")
        for way in results.ways:
            formula = traced[way].chances[k] if way in traced else None
            results.put(way, Result(formula, working.chances[way][end], "percent", "own"))
        results.row += 1
    last = results.row - 1
    results.sheet.text(results.row, NAME, "one of them", "bold")
    for way in results.ways:
        total = f"SUM({results.column(way, first, last)})"
        results.put(way, Result(total, Fraction(1), "percent", "own"))
    results.row += 1
    return first, last


def figures(
    results: Results,
    working: Working,
    inputs: Inputs,
    traced: Mapping[Way, Traced],
    chances: tuple[int, int],
) -> dict[str, int]:
    """Every figure under each way of playing; the row of each comes back, by its name."""
    results.section("Figures per unit staked", {NAME: "figure"}, "figure")
    listed: dict[Way, list[tuple[str, Result]]] = {}
    for way in results.ways:
        row = iter(range(results.row, results.row + 100))
        found: dict[str, str] = {}
        listed[way] = []
        for name, result in _figures(
            way, working, inputs, results, chances, traced.get(way), found.__getitem__
        ):
            found[name] = results.cell(way, next(row))
            listed[way].append((name, result))
    rows: dict[str, int] = {}
    for together in zip(*listed.values(), strict=True):
        name = together[0][0]
        rows[name] = results.row
        results.sheet.text(results.row, NAME, name)
        for way, (_, result) in zip(listed, together, strict=True):
            results.put(way, result)
        results.row += 1
    return rows


def _figures(
    way: Way,
    working: Working,
    inputs: Inputs,
    results: Results,
    rows: tuple[int, int],
    traced: Traced | None,
    cell: Callable[[str], str],
) -> Iterator[tuple[str, Result]]:
    """Names and figures in their order; each may lean on those before it."""
    first, last = rows
    play = working.answer.never if way == "never" else working.answer.optimal
    chance, pay, envy = results.column(way, first, last), inputs.column(PAY), inputs.column(ENVY)
    outlay, edge = inputs.outlay, play.edge
    yield "outlay", Result(outlay, play.outlay, "decimal")
    yield "returned", Result(f"SUMPRODUCT({chance},{pay})", play.returned, "decimal")
    returned = cell("returned")
    if traced:
        yield "returned, from the ends back", Result(traced.worth, play.returned, "decimal")
    yield "net", Result(f"{returned}-{outlay}", play.net, "decimal")
    yield "edge per stake", Result(f"{outlay}-{returned}", edge.per_stake, "percent")
    loss = cell("edge per stake")
    yield "edge per outlay", Result(f"{loss}/{outlay}", edge.per_outlay, "percent")
    decided = results.column(way, first, first + inputs.deciding - 1) if inputs.deciding else ""
    resolved = f"SUMPRODUCT(({inputs.column(PAY, inputs.deciding)}<>{outlay})*{decided})" if decided else "0"
    yield "chance to be resolved", Result(resolved, working.resolved(way), "percent", "own")
    yield (
        "edge per resolved",
        Result(_over(loss, cell("chance to be resolved")), edge.per_resolved, "percent"),
    )
    yield "return to player", Result(f"{returned}/{outlay}", play.rtp, "percent")
    yield "hit frequency", Result(f"SUMPRODUCT(({pay}>0)*{chance})", play.hit_frequency, "percent", "own")
    yield "variance", Result(f"SUMPRODUCT({chance},({pay}-{returned})^2)", play.variance, "decimal")
    variance, exact = play.variance, rational_root(play.variance)
    deviation = exact if exact is not None else Fraction(root(variance, _DIGITS))
    written = "" if exact is not None else f"√({variance})"
    yield "standard deviation", Result(f"SQRT({cell('variance')})", deviation, "decimal", written=written)
    mean = traced.mean if traced else None
    yield "spins, mean", Result(mean, play.spins.mean, "decimal")
    spins = cell("spins, mean")
    square = f"{traced.square}-{spins}^2" if traced else None
    yield "spins, variance", Result(square, play.spins.variance, "decimal")
    yield "edge per spin", Result(_over(loss, spins), edge.per_spin, "percent")
    yield "dealer's envy", Result(f"SUMPRODUCT({chance},{envy})", play.envy, "decimal")
    after = f"-{cell('net')}-{cell(_ENVY)}"
    yield "house after envy", Result(after, play.house_after_envy, "percent")


_ENVY = "dealer's envy"


def _over(edge: str, base: str) -> str:
    return f'IF({base}=0,"{NONE}",{edge}/{base})'
