"""The last sections: limits, how the document is made again, sign-off, references."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import join

from markov.appendix.blocks import prose
from markov.appendix.dossier import Dossier
from markov.chain.chain import MAX_STATES
from markov.naming import listed
from markov.typeset import manuscript as ms
from markov.typeset.attached import CERTIFICATES, ODDS
from markov.typeset.manuscript import Attachment, Block, Code, Items, Particulars, Section, SignOff

FIGURES = "figures.json"


def limits(dossier: Dossier) -> Section:
    """The section on the limits of the model."""
    return Section("Limits of the model", "limits", (_limits(dossier),))


def _limits(dossier: Dossier) -> Block:
    layout = dossier.layout
    apart = f"Several wagers on one layout are not worked out: {layout.why}."
    several = len(dossier.chapters) > 1 and not layout.ways
    choice = any(chapter.answer.offers for chapter in dossier.chapters)
    return prose("{words}", words=" ".join((*_LIMITS, *[_BEST] * choice, *[apart] * several)))


_LIMITS = (
    "A biased device, rounding to chips and limits of a table are not modelled.",
    "The document states mathematics; it is no legal advice and no approval.",
)
_BEST = "Best play is the play with the highest expected return."


def reproduction(
    dossier: Dossier,
    version: str,
    setters: Mapping[str, str],
    attachments: Sequence[Attachment],
    long: bool,
    brief: bool,
) -> Section:
    """The section on how to make the document again; a brief one has the limits, and no list of files.

    long   whether exact numbers are printed by their first digits
    """
    files = [
        f"{attached.name}, {attached.about} ({len(attached.text.encode()):,} bytes{_beside(attached)})"
        for attached in attachments
    ]
    blocks: list[Block] = [
        *([_limits(dossier)] if brief else []),
        prose(_AGAIN, version=version, with_=listed([f"{name} {its}" for name, its in setters.items()])),
        ms.CodeListing((reproduction_command(dossier),)),
        prose(_FIGURES + _LONG * long, odds=Code(ODDS), certificates=Code(CERTIFICATES), file=Code(FIGURES)),
    ]
    if not brief:
        blocks += [
            prose(_DIGESTS + _ALONE),
            prose("{files}", files=f"Files that go with it: {'; '.join(files)}."),
        ]
    title = "Limits of the model, and how the document is made again" if brief else "Reproduction"
    return Section(title, "again", tuple(blocks))


def _beside(file: Attachment) -> str:
    return "" if file.carried is file else f", beside it as {file.carried.text.split()[1]}"


_AGAIN = """
    Made with markov {version}, {with_}. Simulated figures depend on the seed and on NumPy's PCG64, and no
    other figure does. This command makes the document again; `markov verify` does so too, and compares:
"""
_ALONE = """
    Parts alone: `markov odds`, `markov price`, `markov law` (length), `markov readings`, `markov lint`,
    `markov simulate`.
"""
_DIGESTS = """
    The SHA-256 of the rules on the first page is of the sheet as modelled, in canonical JSON (rules in words,
    wheels, pays, outlays, envy, reading), and that of the results is of all certificates, a line each.
"""


def reproduction_command(dossier: Dossier) -> str:
    """The command that makes the document again, as PDF, as a shell reads it."""
    request = dossier.request
    words = ["markov", "report", request.file or request.sheet.slug]
    if not request.whole:
        words += request.names
    defaults = request.sheet.reading()
    values = {
        "--pay": request.pay_options,
        "--option": [f"{key}={choice}" for key, choice in request.reading.items() if choice != defaults[key]],
        "--stake": [f"{wager}={stake}" for wager, stake in request.stakes.items() if stake != 1],
        "--sign": [f"{key}={name}" for key, name in request.signed.items()],
        "--rounds": [str(request.rounds)],
        "--seed": [str(request.seed)],
        "--profile": [request.profile] if request.profile != "house" else [],
        "--min-bet": [str(request.least_bet)] if request.least_bet else [],
        "--max-bet": [str(request.most_bet)] if request.most_bet else [],
        "--date": [request.date],
        "--max-states": [str(request.limit)] if request.limit != MAX_STATES else [],
        "-o": ["appendix.pdf"],
    }
    words += ["--full"] * request.full
    return join(
        [*words, *(word for option, texts in values.items() for text in texts for word in (option, text))]
    )


def sign_off(dossier: Dossier) -> Section:
    """The section to be signed: who answers for the document, with room for signatures."""
    said = dossier.request.signed
    lines = tuple((name.capitalize(), said.get(name, "")) for name in _BY_HAND)
    rows = [(name, (said.get(key, ""),)) for key, name in _STATED.items() if said.get(key)]
    stated = [Particulars(tuple(rows))] if rows else []
    return Section("Sign-off", "signed", (prose(_SIGNING), *stated, SignOff(lines)))


_BY_HAND = ("author", "reviewer", "laboratory")
_STATED = {"document": "Document number", "revision": "Revision"}
_SIGNING = """
    What is signed is the document with the date and the digests of its first page.
"""


_FIGURES = """
    The document carries the odds in {odds}, what proves them in {certificates}, and every table with its
    exact numbers in {file}, where root marks the square of what is shown, with its sign, and percent a number
    that is shown in percent.
"""
_LONG = """
    An exact number of more than twenty digits is printed as ≈ and twelve of its digits; that file has it
    whole, in the same table, row and column.
"""


def references(dossier: Dossier, brief: bool) -> Section:
    """The section of references: the sheet, unless a brief document has named it, and publications."""
    source = f"{dossier.request.game.source.removesuffix('.')}."
    items = [*[source] * (not brief), *_references(dossier, brief)]
    return Section("References", "references", (Items(tuple((item,) for item in items)),))


def _references(dossier: Dossier, brief: bool) -> Iterator[str]:
    yield "J. G. Kemeny, J. L. Snell: Finite Markov Chains. Van Nostrand, 1960. Chapters 3 and 6.3."
    if any(chapter.answer.offers for chapter in dossier.chapters):
        yield "M. L. Puterman: Markov Decision Processes. Wiley, 1994. Optimal stopping: section 7.2."
    elif any(chapter.asked.strategy for chapter in dossier.chapters):
        yield "M. L. Puterman: Markov Decision Processes. Wiley, 1994. Policy iteration: section 7.2."
    if brief:
        return
    if any(chapter.repeated for chapter in dossier.chapters):
        yield (
            "I. G. Shevtsova: On the absolute constants in the Berry–Esseen inequality and its structural "
            "and nonuniform improvements. Informatics and its Applications 7 (1), 2013."
        )
    yield "G. Bennett: Probability Inequalities for the Sum of Independent Random Variables. JASA 57, 1962."
    yield "M. E. O’Neill: PCG. Harvey Mudd College, HMC-CS-2014-0905, 2014."
    yield "National Institute of Standards and Technology: Secure Hash Standard, FIPS 180-4, 2015."
