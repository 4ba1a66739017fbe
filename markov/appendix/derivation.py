"""The section that derives the figures of one wager: equations of its chain, their solution, matrices."""

from collections.abc import Iterator
from itertools import islice

from markov.appendix.blocks import both, prose, tabular
from markov.appendix.canonical import Canonical, canonical
from markov.appendix.chapter import FITTING, Chapter
from markov.typeset.diagrams.diagram import diagram
from markov.typeset.formula import Formula, matrix, number
from markov.typeset.manuscript import Block, Display, Picture, Section, Tabular
from markov.wager.rule import label

_MATRICES = 6  # states in which play goes on, up to which the matrices fit between the margins


def derivation(found: Chapter) -> Section:
    """The chain as a diagram and as equations, with their solution; how a larger chain is solved."""
    key, form = found.key, canonical(found.page)
    blocks: list[Block] = []
    if drawing := diagram(found.page, _state_names(found)):
        caption = f"{found.name}: states and transitions, with the chance of each"
        words = f"{sizes(found)} An arrow leads from each state to those that one {found.trial} can bring."
        blocks.append(Picture(drawing, caption, words, f"{key}_diagram"))
    if form is None:
        blocks.append(prose(_LARGE, sizes=sizes(found)))
    else:
        if len(found.page.states) < len(found.chain.states):
            blocks.append(prose(_SHOWN, sizes=sizes(found)))
        solution = _solution(found, form, f"{key}_solution")
        blocks += [prose(_EQUATIONS), *_equations(found), prose(_SOLVED), solution]
        if len(form.states) <= _MATRICES:
            blocks += _matrices(form)
    return Section("Derivation", f"{key}_derivation", tuple(blocks))


def sizes(found: Chapter) -> str:
    """A sentence on the number of states."""
    states, _, _, merged, _ = found.sizes
    return f"The chain has {states:,} states" + (f", {merged:,} after merging." if merged < states else ".")


_EQUATIONS = """
    Numbering the states in which play goes on from 0, the start, let v be what the wager is worth, played
    to its end, from each of them. Play leads on by the weights of outcomes, and an ending is worth what it
    returns, so
"""
_SHOWN = """
    {sizes} Those that play alike are merged here; each is named after the first that it stands for.
"""
_SOLVED = "The solution can be put into the equations one by one."
_LARGE = """
    {sizes} Its equations are those of the definition, one for each
    state: what it is worth is the mean, by weight, of what the states that come next are worth, and
    an ending is worth what it returns. They are too many for a page. The certificate holds every row of
    the chain and the solution, which can be put into the equations one by one.
"""


def _equations(found: Chapter) -> Iterator[Display]:
    chain, pays = found.page, found.pays
    totals, over = chain.transitions.totals.tolist(), set(chain.transitions.absorbing.tolist())
    places = {i: str(k) for k, i in enumerate(i for i in range(len(totals)) if i not in over)}
    step = chain.transitions.row_reader()
    for i, place in places.items():
        terms = []
        for j, weight in sorted(step(i), key=lambda to: (to[0] in over, to[0])):
            worth = number(pays[chain.states[j].name]) if j in over else f"v_{{{places[j]}}}"
            terms.append(worth if weight == 1 else rf"{weight} \cdot {worth}")
        yield Display(Formula(rf"v_{{{place}}} = \frac{{{' + '.join(terms)}}}{{{totals[i]}}}"))


def _state_names(found: Chapter) -> dict[int, str]:
    """The states by index, as many as a diagram may have, as the rule names them."""
    first = enumerate(islice(found.page.states, FITTING))
    return {i: label(state, found.wager.rule) for i, state in first}


def _solution(found: Chapter, form: Canonical, label_: str) -> Tabular:
    worths = form.worth([found.pays[end.name] for end in form.ends])
    rows = [
        (str(k), label(state, found.wager.rule), *both(worth), *both(spins))
        for k, (state, worth, spins) in enumerate(zip(form.states, worths, form.spins(), strict=True))
    ]
    title = f"{found.name}: what each state is worth, {found.way_words('never')}"
    headings = ["number", "state:left", "worth, v", "≈:point", f"{found.trial}s to come", "≈:point"]
    return tabular(label_, title, headings, rows)


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
