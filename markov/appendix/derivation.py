"""The section that derives the figures of one wager: equations of its chain, their solution, matrices."""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, islice

from markov.appendix.blocks import both, fraction, prose, tabular
from markov.appendix.canonical import Canonical, canonical
from markov.appendix.chapter import FITTING, Chapter
from markov.chain.absorption import values
from markov.exact import decimal, percent
from markov.naming import counted, listed
from markov.tables.endings import ending_words, state_words
from markov.tables.table import decides, grouped
from markov.typeset.diagrams.diagram import diagram
from markov.typeset.formula import Formula, matrix, number
from markov.typeset.manuscript import Block, Display, Picture, Section, Tabular
from markov.wager.rule import label

_PAPER = [(16_000, 20_000)]  # the largest diagram that fits a page, in hundredths of a millimetre
_MATRICES = 6  # states in which play goes on, up to which matrices are shown
_ACROSS = 110  # digits, with a gap between columns, up to which one fits between the margins


def derivation(chapter: Chapter) -> Section:
    """The chain as a diagram and as equations, with their solution; how a larger chain is solved."""
    key, form = chapter.key, canonical(chapter.page)
    blocks: list[Block] = []
    if drawing := diagram(chapter.page, _state_names(chapter), _PAPER):
        caption = f"{chapter.name}: states and transitions, with the chance of each"
        words = (
            f"{sizes(chapter)} An arrow leads from each state to those that one {chapter.trial} can bring."
        )
        blocks.append(Picture(drawing, caption, words, f"{key}_diagram"))
    if form is None:
        over = not chapter.page.transitions.totals.any()
        blocks.append(prose(_OVER if over else _LARGE, sizes=sizes(chapter), trial=chapter.trial))
    else:
        if len(chapter.page.states) < len(chapter.chain.states):
            blocks.append(prose(_SHOWN, sizes=sizes(chapter)))
        solution = _solution(chapter, form, f"{key}_solution")
        play = "under best play" if chapter.has_actions else "with no offer taken"
        blocks += [prose(_EQUATIONS, play=play), *_equations(chapter), prose(_SOLVED), solution]
        if len(form.states) <= _MATRICES and all(
            map(_fits, (form.fundamental, form.ending, form.absorption))
        ):
            blocks += _matrices(form)
    return Section("Derivation", f"{key}_derivation", tuple(blocks))


def worked(chapter: Chapter) -> Section:
    """The method in numbers: the equations of a small chain with their solution, or one of a larger."""
    chain, ends = chapter.merging.chain, chapter.merging.chain.transitions.absorbing.tolist()
    worths = values(chain.transitions, {i: chapter.pays[chain.states[i].name] for i in ends})
    play, going = chapter.plays["never"], [i for i in range(len(worths)) if i not in {*ends}]
    shown = going if len(going) <= _WORKED else going[:1]
    states = "; ".join(
        f"v({k}) is {state_words(chain.states[i], chapter.wager.rule)}" for k, i in enumerate(shown)
    )
    chances = [f"{ending_words(ending.ending)} {fraction(ending.probability)}" for ending in play.endings]
    if len(chances) > _CHANCES:
        chances[_SOME:] = [f"{counted(len(chances) - _SOME, 'other')}, in the table of results"]
    result = prose(
        _RESULT,
        way=f", {chapter.way_words('never')}," * (chapter.has_actions or bool(chapter.answer.offers)),
        returned=fraction(worths[0]),
        over=f" over the outlay of {fraction(play.outlay)}" * (play.outlay != 1),
        rtp=percent(play.rtp),
        chances=listed(chances),
    )
    words = _STATES if shown == going else _FIRST
    merged = ", those that play alike as one" * (len(chain.states) < len(chapter.chain.states))
    blocks: list[Block] = [prose(words, states=states, merged=merged, sizes=sizes(chapter))]
    alike = grouped(range(len(shown)), lambda k: _with_solution(chapter, shown[k], worths))
    for equation, places in alike.items():
        blocks.append(Display(Formula(", ".join(f"v_{{{k}}}" for k in places) + equation)))
    return Section(f"{chapter.name}, worked out", f"{chapter.key}_worked", (*blocks, result))


def _with_solution(chapter: Chapter, i: int, worths: Sequence[Fraction]) -> str:
    """The right side of the equation of a state, with the worth of every next state in numbers."""
    row, total = chapter.merging.chain.transitions.row_reader(), chapter.merging.chain.transitions.totals[i]
    by_worth: dict[Fraction, int] = {}
    for j, weight in row(i):
        by_worth[worths[j]] = by_worth.get(worths[j], 0) + weight
    terms = [rf"{weight} \cdot {_on_line(worth)}" for worth, weight in by_worth.items()]
    ends = list(accumulate(len(str(weight)) + len(_on_line(worth)) for worth, weight in by_worth.items()))
    if len(terms) > _TERMS or ends[-1] > _WIDTH:
        fit = sum(end <= _WIDTH for end in ends[: _TERMS - 1])
        terms = [*terms[:fit], r"\ldots"]
    mean = rf"\frac{{{' + '.join(terms)}}}{{{int(total)}}}"
    equals = "=" if all(map(_short, by_worth)) else r"\approx"
    solution = f"= {number(worths[i])}" if _short(worths[i]) else rf"\approx {decimal(worths[i])}"
    return f" {equals} {mean} {solution}"


def _on_line(worth: Fraction) -> str:
    """The number in TeX within a fraction: on the line, so that its digits are not small."""
    return f"{worth}" if _short(worth) else decimal(worth)


def _short(worth: Fraction) -> bool:
    return len(str(worth)) <= _SHORT


_TERMS = 8  # of an equation
_WIDTH = 60  # digits of an equation that a line takes, signs between them apart
_SUM = 130  # signs of TeX in a line of a sum
_CHANCES, _SOME = 12, 3  # that are said in words; so many of more
_SHORT = 13  # signs of a fraction in an equation
_WORKED = 6  # states in which play goes on, whose equations are printed with the method
_METHOD = """
    Let v(i) be the expected return of state i, the mean by weight of what the next states are worth; an
    ending is worth its pay. With 1 in place of one pay and 0 in place of the others, v(0) is the chance of
    that ending, and every figure follows from these chances by the formulas of the glossary.{best}
"""
_BEST = (
    " Where the player may choose, best play solves the same equations with the best choice in each state."
)
_STATES = "The states{merged}: {states}."
_RESULT = """
    The expected return v(0){way} is {returned}{over}, a return of {rtp}. In the same way the
    chances are {chances}.
"""
_FIRST = "{sizes} There is such an equation for each state; that of the start:"


def method(chapters: Iterable[Chapter]) -> Block:
    """The equations that are solved; of best play where the player may choose in one of the wagers."""
    return prose(_METHOD, best=_BEST * any(decides(chapter.wager) for chapter in chapters))


def sizes(chapter: Chapter) -> str:
    """A sentence on the number of states."""
    states, _, _, merged, _ = chapter.sizes
    of = " of best play" * chapter.has_actions
    return f"The chain{of} has {counted(states, 'state')}" + (
        f", {merged:,} after merging." if merged < states else "."
    )


_EQUATIONS = """
    Let v(i) be the expected value of state i, 0 being the start, {play}. Play leads on by the weights of
    outcomes, and an ending is worth its pay, so
"""
_SHOWN = """
    {sizes} Those that play alike are merged here; each is named after the first that it stands for.
"""
_SOLVED = "The solution can be put into the equations one by one."
_OVER = "{sizes} Play is over before the first {trial}, so there are no equations."
_LARGE = """
    {sizes} Its equations are those of the definition, one for each
    state: what it is worth is the mean, by weight, of what the states that come next are worth, and
    an ending is worth what it returns. They are too many for a page. The certificate holds every row of
    the chain and the solution, which can be put into the equations one by one.
"""


def _equations(chapter: Chapter) -> Iterator[Display]:
    chain, pays = chapter.page, chapter.pays
    totals, over = chain.transitions.totals.tolist(), set(chain.transitions.absorbing.tolist())
    places = {i: str(k) for k, i in enumerate(i for i in range(len(totals)) if i not in over)}
    step = chain.transitions.row_reader()
    for i, place in places.items():
        terms = []
        for j, weight in sorted(step(i), key=lambda to: (to[0] in over, to[0])):
            worth = number(pays[chain.states[j].name]) if j in over else f"v_{{{places[j]}}}"
            terms.append(worth if weight == 1 else rf"{weight} \cdot {worth}")
        if len(lines := _lines(terms)) == 1:
            yield Display(Formula(rf"v_{{{place}}} = \frac{{{lines[0]}}}{{{totals[i]}}}"))
        else:
            first, *others = lines
            yield Display(Formula(rf"{totals[i]} \cdot v_{{{place}}} = {first}"))
            yield from (Display(Formula(rf"\qquad {{}} + {line}")) for line in others)


def _lines(terms: Sequence[str]) -> list[str]:
    """The sum of the terms in TeX, over as many lines as it takes."""
    lines = [terms[0]]
    for term in terms[1:]:
        if len(lines[-1]) + len(term) > _SUM:
            lines.append(term)
        else:
            lines[-1] += f" + {term}"
    return lines


def _state_names(chapter: Chapter) -> dict[int, str]:
    """The states by index, as many as a diagram may have, as the rule names them."""
    first = enumerate(islice(chapter.page.states, FITTING))
    return {i: label(state, chapter.wager.rule) for i, state in first}


def _solution(chapter: Chapter, form: Canonical, label_: str) -> Tabular:
    worths = form.worth([chapter.pays[end.name] for end in form.ends])
    rows = [
        (str(k), label(state, chapter.wager.rule), *both(worth), *both(spins))
        for k, (state, worth, spins) in enumerate(zip(form.states, worths, form.spins(), strict=True))
    ]
    title = f"{chapter.name}: what each state is worth, {chapter.way_words('never')}"
    headings = [
        "number",
        "state:left",
        "worth, v",
        "decimal:point",
        f"{chapter.trial}s to come",
        "decimal:point",
    ]
    return tabular(label_, title, headings, rows)


def _fits(rows: Sequence[Sequence[Fraction]]) -> bool:
    """True where a matrix is no wider than a page."""
    widths = (
        [len(str(part)) for each in column for part in each.as_integer_ratio()]
        for column in zip(*rows, strict=True)
    )
    return sum(max(width) + 2 for width in widths) <= _ACROSS


def _matrices(form: Canonical) -> Iterator[Block]:
    ends = ", ".join(map(label, form.ends))
    yield prose(_CANONICAL, ends=ends)
    yield Display(Formula(rf"\mathbf{{Q}} = {matrix(form.onward)}"))
    yield Display(Formula(rf"\mathbf{{R}} = {matrix(form.ending)}"))
    inverse = r"\left(\mathbf{I} - \mathbf{Q}\right)^{-1}"
    yield Display(Formula(rf"\mathbf{{N}} = {inverse} = {matrix(form.fundamental)}"))
    yield Display(Formula(rf"\mathbf{{B}} = \mathbf{{N R}} = {matrix(form.absorption)}"))
    yield prose(_READ, b=Formula(r"\mathbf{B}"), n=Formula(r"\mathbf{N}"))


_CANONICAL = """
    In canonical form, with these states as rows and columns, and the ends as further columns ({ends}),
    the chances of one step are
"""
_READ = """
    The first row of {b} holds the chances of the ends. The first row of {n} holds the expected number of
    visits to each state; its sum is the mean length of the wager.
"""
