"""The sheet of a wager: inputs at the top, then how it ends, its figures, its offers."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from markov.exact import rational_root, root
from markov.tables.table import PLAYS
from markov.wager.game import Game
from markov.wager.odds import Strategy
from markov.workbook import columns
from markov.workbook.book import AGREES, DIFFERS, REFERENCE, Worksheet
from markov.workbook.cells import absolute, address, cell_range
from markov.workbook.columns import BEST, NEVER
from markov.workbook.inputs import ENVY, EXACT, NAME, NUMBER, PAY, STATUS, WORDS, Inputs, named
from markov.workbook.plan import ChainSheetPlan
from markov.workbook.state_values import StateValues
from markov.workbook.worked_answer import MOST_STATES, MOST_TOGETHER, MOST_WAYS, WorkedAnswer

NONE = "–"
Scale: TypeAlias = Literal["own", "unit"]
_TOLERANCE = "1E-12"
_EXACT = {"never": EXACT, "optimal": EXACT + 1}


@dataclass(frozen=True, slots=True)
class Result:
    """A figure under one way of playing.

    formula   None for a figure that is a value, not a formula, for its chain is too large for cells
    exact     None where there is none: an edge per spin where no spin is made
    scale     a chance is checked to its own size, money and spins to a unit if they are less
    written   the exact figure in words, where it is no fraction
    """

    formula: str | None
    exact: Fraction | None
    style: str
    scale: Scale = "unit"
    written: str = ""


class Results:
    """The results of a wager on its sheet, row after row."""

    # Columns; the reference value stands right of the formula, and then the check.
    FORMULA: ClassVar[Mapping[Strategy, int]] = {"never": 3, "optimal": 6}

    def __init__(self, sheet: Worksheet, row: int, ways: Sequence[Strategy]) -> None:
        self.sheet, self.row, self.ways = sheet, row, ways
        self.first, self.checks = row, 0
        self._lines: dict[int, int] = {}
        self.widths = (72, 14) if len(ways) == 1 else (42, 42)  # of the columns of exact figures, in digits

    def section(self, title: str, heads: Mapping[int, str], what: str = "") -> None:
        """A title with heads below; the next rows are for its figures.

        what   heads the figures under each way of playing, unless the section has columns of its own
        """
        self.sheet.text(self.row + 1, NUMBER, title, "section")
        self.row += 2
        named = dict(heads)
        for way in self.ways if what else ():
            column = self.FORMULA[way]
            self.sheet.merge(self.row, (column, column + 2), PLAYS[way])
            named |= {column: what, column + 1: REFERENCE, column + 2: "check"}
            named[_EXACT[way]] = f"exactly, {PLAYS[way]}"
        self.row += bool(what)
        self.sheet.headings(self.row, named, left=(NAME, *_EXACT.values()), middle=self._checked())
        self.row += 1

    def cell(self, way: Strategy, row: int) -> str:
        """The cell of a figure."""
        return address(row, self.FORMULA[way])

    def column(self, way: Strategy, first: int, last: int) -> str:
        """The cells of figures below each other."""
        return cell_range((first, self.FORMULA[way]), (last, self.FORMULA[way]))

    def put(self, way: Strategy, result: Result) -> None:
        """A figure in the present row."""
        column, sheet, row = self.FORMULA[way], self.sheet, self.row
        exact = NONE if result.exact is None else result.exact
        if result.formula is None:
            sheet.number(row, column, result.exact or 0, f"given {result.style}")
        else:
            sheet.formula(row, column, f"={result.formula}", exact, result.style)
        ours, reference = address(row, column), address(row, column + 1)
        if result.exact is None:
            sheet.text(row, column + 1, NONE, "faint right")
            self._check(row, column + 2, f"{ours}={reference}")
        else:
            sheet.number(row, column + 1, result.exact, f"faint {result.style}")
            scale = f"ABS({reference})" if result.scale == "own" else f"MAX(1,ABS({reference}))"
            self._check(row, column + 2, f"ABS({ours}-{reference})<={_TOLERANCE}*{scale}")
        self._exact(way, result.written or str(exact))

    def put_words(self, column: int, formula: str, reference: str) -> None:
        """Words that a formula finds, the reference right of them, and a check."""
        self.sheet.formula(self.row, column, f"={formula}", reference, "right")
        self.sheet.text(self.row, column + 1, reference, "faint right")
        self._check(self.row, column + 2, f"{address(self.row, column)}={address(self.row, column + 1)}")

    def verdict(self, row: int, column: int) -> None:
        """The cell that says what all checks of the sheet come to."""
        passed, failed = (
            "+".join(
                f'COUNTIF({cell_range((self.first, c + 2), (self.row, c + 2))},"{words}")'
                for c in self.FORMULA.values()
            )
            for words in (AGREES, DIFFERS)
        )
        judged = f'IF({passed}={self.checks},"{AGREES}","{DIFFERS}")'
        whole = f'=IF({failed}>0,"{DIFFERS}",IF({STATUS}="as posted",{judged},{STATUS}))'
        self.sheet.formula(row, column, whole, AGREES, "verdict")
        self.sheet.colour_verdicts((row, column), (row, column))
        for checks in self._checked():
            self.sheet.colour_verdicts((self.first, checks), (self.row, checks))

    def _exact(self, way: Strategy, words: str) -> None:
        """The exact figure, on as many lines as it takes."""
        lines = -(-len(words) // self.widths[0])
        # A hyphen for a minus would be a place to break the line, and hide the sign.
        written = words.replace("-", "−")
        self.sheet.text(self.row, _EXACT[way], written, "long exact" if lines > 1 else "exact")
        self._lines[self.row] = max(lines, self._lines.get(self.row, 1))
        if lines > 1:
            self.sheet.height(self.row, self._lines[self.row])

    def _checked(self) -> list[int]:
        return [column + 2 for column in self.FORMULA.values()]

    def _check(self, row: int, column: int, same: str) -> None:
        self.checks += 1
        compared = f'IFERROR(IF({same},"{AGREES}","{DIFFERS}"),"{DIFFERS}")'
        formula = f'=IF({STATUS}<>"as posted",{STATUS},{compared})'
        self.sheet.formula(row, column, formula, AGREES, "check")


_WIDTHS = (6, 33, 14, *[14] * 6)
_VERDICT = 3, 2
_SHOWN = 5  # column of the edge that stays in view
_DIGITS = 25  # of a root, far past what a cell holds
_DECISION = 6  # column
_HEADS = {
    NAME: "on offer",
    WORDS: "offered",
    3: "playing on",
    4: REFERENCE,
    5: "check",
    _DECISION: "decision",
    _DECISION + 1: REFERENCE,
    _DECISION + 2: "check",
    EXACT: "playing on, exactly",
}
_TAKE, _TIE, _ON = "take", "tie: play on", "play on"
_TOO_LARGE = {
    "states": f"it has more than {MOST_STATES:,} states",
    "together": f"more than {MOST_TOGETHER} of its states would have to be solved together",
    "ways": f"more than {MOST_WAYS} ways lead out of one state",
}


@dataclass(frozen=True, slots=True)
class WagerCells:
    """The cells of a wager's figures, for the summary.

    verdict   what its checks come to
    """

    sheet: str
    verdict: str
    rows: Mapping[str, int]
    ways: Sequence[Strategy]
    outlay: str

    def cell(self, figure: str, way: Strategy) -> str:
        """The cell of a figure, as another sheet names it."""
        return absolute(self.rows[figure], Results.FORMULA[way], self.sheet)


@dataclass(frozen=True, slots=True)
class ChainFormulas:
    """Formulas for what the chain alone decides, under one way of playing.

    chances   by number of the ending, from 1 on
    mean      of the number of spins
    square    the mean of its square
    worth     what the start is worth: the expected return by a second method
    """

    chances: Sequence[str]
    mean: str
    square: str
    worth: str


def write(
    sheet: Worksheet,
    game: Game,
    worked: WorkedAnswer,
    inputs: Inputs,
    plan: ChainSheetPlan | None,
    summary: str,
) -> WagerCells:
    """Fills the sheet below its inputs; `summary` is the name of the first sheet."""
    answered = worked.answer
    ways: list[Strategy] = ["never", "optimal"] if answered.offers else ["never"]
    sheet.text(0, 0, answered.wager.name, "title")
    sheet.link(1, NAME, address(0, 0, summary), summary)
    if plan:
        sheet.link(1, NAME + 1, address(0, 0, plan.sheet), f"{len(plan.row):,} states")
    sheet.text(1, 3, f"{game.name}. Source: {answered.wager.source.removesuffix('.')}.", "faint")
    formulas = _chain_formulas(inputs, plan) if plan else {}
    results = Results(sheet, inputs.last + 1, ways)
    chances = endings(results, worked, inputs, formulas)
    rows = figures(results, worked, inputs, formulas, chances)
    if plan and answered.offers:
        offers(results, worked, inputs, plan)
    sheet.text(3, NUMBER, "figures", "strong")
    results.verdict(*_VERDICT)
    for row, way in enumerate(ways, 2):
        play = answered.never if way == "never" else answered.optimal
        sheet.text(row, 3, f"edge, {[*PLAYS.values()][row - 2]}", "bold")
        edge = f"={results.cell(way, rows['edge per stake'])}"
        sheet.formula(row, _SHOWN, edge, play.edge.per_stake, "bold percent")
    sheet.merge(2, (7, 8), "may be changed", "legend input")
    if plan is None:
        sheet.merge(3, (7, 8), "a value, not a formula", "legend given")
    sheet.text(results.row + 1, NUMBER, "To be known", "section")
    for row, note in enumerate(notes(worked), results.row + 2):
        sheet.text(row, NUMBER, note, "line")
    sheet.finish((*_WIDTHS, *results.widths), (4, 0), (0, 3))
    return WagerCells(sheet.name, absolute(*_VERDICT, sheet.name), rows, ways, inputs.outlay_on(inputs.sheet))


def _chain_formulas(inputs: Inputs, plan: ChainSheetPlan) -> dict[Strategy, ChainFormulas]:
    sheet, table = plan.sheet, plan.values.table
    forced = set(table.ends.values())

    def over(k: int, column: int) -> str:
        return f"SUMIF({plan.ending_cells(columns.ENDING, sheet)},{k},{plan.ending_cells(column, sheet)})"

    def stopped(k: int) -> str:
        return f"SUMIF({plan.step_cells(columns.ENDING, sheet)},{k},{plan.step_cells(columns.STOPS, sheet)})"

    visits, left = plan.step_cells(NEVER.visits, sheet), plan.step_cells(NEVER.left, sheet)
    numbered = list(enumerate(inputs.ends, 1))
    formulas: dict[Strategy, ChainFormulas] = {
        "never": ChainFormulas(
            [over(k, NEVER.visits) if end in forced else "0" for k, end in numbered],
            f"SUM({visits})",
            f"SUMPRODUCT({visits}*(2*{left}-1))",
            plan.cell(0, NEVER.worth, sheet),
        )
    }
    if plan.offers:
        there, stops = plan.step_cells(BEST.visits, sheet), plan.step_cells(columns.STOPS, sheet)
        left = plan.step_cells(BEST.left, sheet)
        formulas["optimal"] = ChainFormulas(
            [over(k, BEST.visits) if end in forced else stopped(k) for k, end in numbered],
            f"SUM({there})-SUM({stops})",
            f"SUMPRODUCT(({there}-{stops})*(2*{left}-1))",
            plan.cell(0, BEST.worth, sheet),
        )
    return formulas


def endings(
    results: Results, worked: WorkedAnswer, inputs: Inputs, formulas: Mapping[Strategy, ChainFormulas]
) -> tuple[int, int]:
    """The chances of the endings; the first row and the last of them come back."""
    results.section("How it ends", {NUMBER: "no.", NAME: "ending", WORDS: "returns"}, "chance")
    first = results.row
    for k, end in enumerate(inputs.ends):
        results.sheet.number(results.row, NUMBER, k + 1, "faint plain")
        results.sheet.text(results.row, NAME, named(end))
        pay = worked.answer.wager.pays[end.name]
        results.sheet.formula(results.row, WORDS, f"={inputs.pay(k + 1)}", pay, "decimal")
        for way in results.ways:
            formula = formulas[way].chances[k] if way in formulas else None
            results.put(way, Result(formula, worked.chances[way][end], "percent", "own"))
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
    worked: WorkedAnswer,
    inputs: Inputs,
    formulas: Mapping[Strategy, ChainFormulas],
    chances: tuple[int, int],
) -> dict[str, int]:
    """Every figure under each way of playing; the row of each comes back, by its name."""
    results.section("Figures per unit staked", {NAME: "figure"}, "figure")
    rows: dict[str, int] = {}
    listed: dict[Strategy, list[Result]] = {way: [] for way in results.ways}
    for way, mine in listed.items():
        for name, result in _figures(way, worked, inputs, results, chances, formulas.get(way), rows):
            rows[name] = results.row + len(mine)
            mine.append(result)
    for name, *both in zip(rows, *listed.values(), strict=True):
        results.sheet.text(results.row, NAME, name.replace("spin", results.sheet.trial))
        for way, result in zip(listed, both, strict=True):
            results.put(way, result)
        results.row += 1
    return rows


def _figures(
    way: Strategy,
    worked: WorkedAnswer,
    inputs: Inputs,
    results: Results,
    chances: tuple[int, int],
    formulas: ChainFormulas | None,
    rows: Mapping[str, int],
) -> Iterator[tuple[str, Result]]:
    """Names and figures in their order; each may lean on those before it, whose rows are known by then."""

    def cell(name: str) -> str:
        return results.cell(way, rows[name])

    first, last = chances
    play = worked.answer.never if way == "never" else worked.answer.optimal
    chance, pay, envy = results.column(way, first, last), inputs.column(PAY), inputs.column(ENVY)
    outlay, edge = inputs.outlay, play.edge
    yield "outlay", Result(outlay, play.outlay, "decimal")
    yield "returned", Result(f"SUMPRODUCT({chance},{pay})", play.returned, "decimal")
    returned = cell("returned")
    if formulas:
        yield "returned, from the ends back", Result(formulas.worth, play.returned, "decimal")
    yield "net", Result(f"{returned}-{outlay}", play.net, "decimal")
    yield "edge per stake", Result(f"{outlay}-{returned}", edge.per_stake, "percent")
    loss = cell("edge per stake")
    yield "edge per outlay", Result(f"{loss}/{outlay}", edge.per_outlay, "percent")
    decided = results.column(way, first, first + inputs.deciding - 1) if inputs.deciding else ""
    resolved = f"SUMPRODUCT(({inputs.column(PAY, inputs.deciding)}<>{outlay})*{decided})" if decided else "0"
    yield "chance to be resolved", Result(resolved, worked.resolved(way), "percent", "own")
    yield (
        "edge, pushes excluded",
        Result(_over(loss, cell("chance to be resolved")), edge.per_resolved, "percent"),
    )
    yield "return to player", Result(f"{returned}/{outlay}", play.rtp, "percent")
    yield "hit frequency", Result(f"SUMPRODUCT(({pay}>0)*{chance})", play.hit_frequency, "percent", "own")
    yield "variance", Result(f"SUMPRODUCT({chance},({pay}-{returned})^2)", play.variance, "decimal")
    variance, exact = play.variance, rational_root(play.variance)
    deviation = exact if exact is not None else Fraction(root(variance, _DIGITS))
    written = "" if exact is not None else f"√({variance})"
    yield "standard deviation", Result(f"SQRT({cell('variance')})", deviation, "decimal", written=written)
    mean = formulas.mean if formulas else None
    yield "average spins", Result(mean, play.spins.mean, "decimal")
    spins = cell("average spins")
    square = f"{formulas.square}-{spins}^2" if formulas else None
    yield "variance of spins", Result(square, play.spins.variance, "decimal")
    yield "edge per spin", Result(_over(loss, spins), edge.per_spin, "percent")
    yield _ENVY, Result(f"SUMPRODUCT({chance},{envy})", play.envy, "decimal")
    after = f"-{cell('net')}-{cell(_ENVY)}"
    yield "house after envy", Result(after, play.house_after_envy, "percent")


_ENVY = "dealer bonus (envy)"


def _over(edge: str, base: str) -> str:
    return f'IF({base}=0,"{NONE}",{edge}/{base})'


def offers(results: Results, worked: WorkedAnswer, inputs: Inputs, plan: ChainSheetPlan) -> None:
    """A row for each state in which something is on offer."""
    sheet, values, pays = results.sheet, plan.values, worked.answer.wager.pays
    results.section("Offers under best play", _HEADS)
    for i, end in values.table.offers.items():
        number = inputs.number(end)
        state = f"{end.name}, {values.label(i)}"
        sheet.link(results.row, NAME, plan.cell(i, columns.STATE, plan.sheet), state)
        sheet.formula(results.row, WORDS, f"={inputs.pay(number)}", pays[end.name], "decimal")
        on = plan.cell(i, columns.ON, plan.sheet)
        results.put("never", Result(on, values.leaving[i], "decimal"))
        offered, take = plan.cell(i, columns.OFFERED, plan.sheet), plan.cell(i, columns.TAKE, plan.sheet)
        tie = f"ABS({offered}-{on})<={columns.TIE}*(1+{offered})"
        decision = f'IF({take}=1,"{_TAKE}",IF({tie},"{_TIE}","{_ON}"))'
        results.put_words(_DECISION, decision, _decision(values, i))
        results.row += 1


def _decision(values: StateValues, i: int) -> str:
    if i in values.optimal.taken:
        return _TAKE
    return _TIE if values.offered[i] == values.leaving[i] else _ON


def notes(worked: WorkedAnswer) -> list[str]:
    """Notes on the working of one wager: what is merged, what is too large for cells."""
    answered, values = worked.answer, worked.values
    if values is None:
        why = _TOO_LARGE[worked.obstacle]
        lines = [
            f"The chain of {answered.states:,} states is too large for cells: {why}.",
            "Its chances and numbers of spins are values here, shaded, and not formulas.",
            "The rest follows pays, envy and outlay; nothing here follows the weights of the wheel.",
        ]
        if answered.offers:
            lines.append("Best play is that of the posted pays: its decisions do not follow a change.")
        return lines
    if answered.wager.wheel_varies:
        return [
            "The wheel depends on the state, so the weights of ways are numbers; nothing follows a wheel."
        ]
    if values.outcomes is None:
        merged = answered.merged or f"{answered.states:,} states are {len(values.table.chain.states):,}"
        return [
            f"States that play alike are merged: {merged}.",
            "They are alike with the posted weights of the wheel, so nothing here follows other weights.",
        ]
    return ["Every weight of a way is a sum of weights of the wheel, so all figures follow those too."]
