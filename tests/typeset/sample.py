"""A manuscript with one of everything, and with what is hard to set: long fractions, odd signs."""

from fractions import Fraction

from markov.exact import decimal, in_percent
from markov.tables.drawing import Box, Caption, Drawing, Line
from markov.tables.table import NOTHING, Figure, Heading, Table, Word
from markov.typeset import manuscript as ms
from markov.typeset.formula import Formula, matrix, number

HUGE = Fraction(2**700 + 1, 3**500)
LINES = '{"a":"1/49"}\n{"b":[]}\n'
NASTY = r"""50% of #1 & "2" <b>x</b> $5_a^b {c} ~d \e `f` *g* [h](i) @j // k /* l */ | m | – … 'n' = +"""


def sample() -> ms.Manuscript:
    """The manuscript."""
    return ms.Manuscript(
        title="Sample & Sons: 100% of <everything>",
        subtitle="Exact odds of each wager",
        date="2026-01-31",
        author="A. Lovelace & <b>",
        program="markov 1.0",
        lead=(("Source", ("rules of play; ", NASTY)), ("Digest", (ms.Code("0123456789abcdef" * 4),))),
        sections=(
            ms.Section("Summary", "summary", (_words(), _list(), _wide())),
            ms.Section("Definitions", "definitions", (_terms(), _deep())),
            ms.Section(
                "Pictures",
                "pictures",
                (_picture(), ms.CodeListing(("$ markov odds 'a b' | c", "  # 50% {x} \\ y"))),
            ),
            ms.Section("Long", "long", (_long(),)),
        ),
        attachments=(
            ms.Attachment("certificates.json", "certificates, a line each", "application/json", LINES),
            ms.Attachment("odds.json", "every figure", "application/json", '{"schema": "markov/odds/1"}\n'),
        ),
    )


def formal(paragraphs: int = 40) -> ms.Manuscript:
    """A manuscript with what a document to be signed has: a first page, findings, lines to sign."""
    verdict = (
        ms.NumberedFinding(
            "A gap pays less & is rarer", "found-1", ("See ", ms.Ref("left"), f": {NASTY}"), ("It stands.",)
        ),
        ms.NumberedFinding(
            "Chips", "found-2", ("Right 6 at 5 units costs ", Formula(number(Fraction(1, 11))), ".")
        ),
        ms.Paragraph(("Both tables, and who signs:",)),
        _small("left", 3),
        _small("right", 5),
        ms.SignOff((("Author", "A. Lovelace"), ("Reviewer", ""), ("Laboratory & more", NASTY[:12]))),
    )
    return ms.Manuscript(
        title="Formal",
        subtitle="To be signed",
        date="2026-01-31",
        lead=(("Document", ("F-17",)),),
        opening=(
            ms.Paragraph((ms.Strong("In short:"), " the house keeps a ninth; see ", ms.Ref("found-1"), ".")),
            _small("first", 2),
            ms.Particulars((("Tested", (NASTY,)), ("Digest", (ms.Code("fedcba9876543210" * 4),)))),
        ),
        sections=(
            ms.Section(
                "Words", "words", tuple(ms.Paragraph((f"Paragraph {k}. {NASTY}",)) for k in range(paragraphs))
            ),
            ms.Section("Verdict", "verdict", verdict),
        ),
    )


def _small(label: str, count: int) -> ms.Tabular:
    """A table of a few rows."""
    chances = [Fraction(k, 36) for k in range(1, count + 1)]
    rows = tuple((Word(f"Horn {p}"), Figure(p), Figure(p, in_percent)) for p in chances)
    columns = Heading("wager", "left"), Heading("p"), Heading("%", "point")
    return ms.Tabular(Table(f"Small & {label}", columns, rows), label)


def _words() -> ms.Paragraph:
    exact = ms.Strong("every figure"), " is exact: ", Formula(f"p = {number(Fraction(-9, 49))}")
    return ms.Paragraph(("As ", ms.Ref("wide"), " and ", ms.Ref("deep"), " say, ", *exact, ". ", NASTY))


def _list() -> ms.Items:
    return ms.Items(
        (("first ", ms.Code("zeros=2")), ("second",), ("third, ", ms.Strong("strong"))), numbered=True
    )


def _wide() -> ms.Tabular:
    words = Heading("wager", "left"), Heading("pays", "left"), Heading("true odds against")
    edges = Heading("P(win)"), Heading("%", "point"), Heading("house edge"), Heading("%", "point")
    columns = *words, *edges, Heading("mean spins", "point")
    rows = tuple(
        (
            Word(f"Repeating {k}, and more of it"),
            Word(f"{k}0 for 1"),
            Word(f"{k}8 to 1"),
            Figure(Fraction(k, 10 ** (4 * k) + 1)),
            Figure(Fraction(k, 49), in_percent),
            Figure(Fraction(-9, 49 * k), tone="good"),
            Figure(Fraction(-9, 49 * k), in_percent),
            NOTHING if k == 3 else Figure(Fraction(10**k, 7), decimal),
        )
        for k in range(1, 6)
    )
    return ms.Tabular(
        Table("The wagers", columns, rows, (f"A note: {NASTY}.", "Another note.")), "wide", totals=1
    )


def _terms() -> ms.Terms:
    gain = Formula(r"\mu = \sum_{e \in E} p_e r_e")
    root = Formula(r"\sigma = \sqrt{\text{Var }(R) \geq 0}")
    return ms.Terms(
        (
            ("expected return", ("what comes back on average, ", Formula("r_e"), " for each ending: ", gain)),
            ("standard deviation", ("the root of the variance: ", root)),
            ("pays", ("what is posted, 50% & more",)),
        )
    )


def _deep() -> ms.Section:
    held = matrix([[Fraction(1), Fraction(1, 2)], [Fraction(-3, 7), Fraction(0)]])
    inverse = rf"\mathbf{{N}} = (\mathbf{{I}} - \mathbf{{Q}})^{{-1}} = {held}"
    below = number(HUGE.numerator % 10**12)
    limits = rf"\int_0^\infty e^{{-s t}} \mathrm{{d}} t < \frac{{1 + |x|}}{{{below}}}"
    return ms.Section(
        "Deeper: x_1 & y",
        "deep",
        (ms.Display(Formula(inverse)), ms.Display(Formula(limits)), ms.Paragraph(("The end.",))),
    )


def _picture() -> ms.Picture:
    drawing = Drawing(
        12000,
        5000,
        (
            Box((500, 500), (3000, 1500), filled=True, round=300),
            Box((8100, 1600), (1800, 1800), width=12, round=900),
            Line(((3500, 1250), (5000, 200), (7000, 200), (8200, 2000)), arrow=True, curved=True),
            Line(((500, 4500), (11500, 4500))),
            Caption((2000, 1400), "start & <go>"),
            Caption((9000, 2600), "made, 1/49", size=260),
            Caption((500, 4900), "0", "start"),
            Caption((11500, 4900), "100%", "end"),
        ),
    )
    return ms.Picture(drawing, "From start to end: 50% & more", "A box, a circle and an arrow.", "drawn")


def _long() -> ms.Tabular:
    rows = [
        (Word(f"{k}"), Figure(Fraction(k, 97)), Figure(Fraction(k, 97), decimal), Word(NASTY[: k % 40]))
        for k in range(90)
    ]
    rows.append((Word("all"), Figure(HUGE), Figure(HUGE, decimal), Figure(HUGE, root=True)))
    columns = Heading("n"), Heading("exact"), Heading("≈", "point"), Heading("words", "left")
    return ms.Tabular(Table("Ninety rows", columns, tuple(rows)), "ninety")


ATTACKS = (
    '"); #panic("x")',
    '\\"); panic("x")',
    "#panic()",
    "$ #panic() $",
    "]; #panic(); [",
    "*/ #panic() /*",
    "\n#panic()\n",
    '\\u{22}); panic("x") //',
    "<label> @ref = heading\n= heading",
    "\x00\x07\x1b[1m\u202e\u2028\ud800\U0001f600",
    NASTY,
)


def table(columns: int, rows: int = 3, wide_head: str = "house edge") -> ms.Tabular:
    heads = [Heading("wager", "left")]
    heads += [
        Heading(wide_head if k % 2 else "%", "right" if k % 2 else "point", f"g{k // 2}")
        for k in range(1, columns)
    ]
    body = [
        [
            Word(f"Wager {r}"),
            *(Figure(Fraction(-k, 10**5 + r), None if k % 2 else in_percent) for k in range(1, columns)),
        ]
        for r in range(rows)
    ]
    return ms.Tabular(Table("Title", tuple(heads), tuple(map(tuple, body))), "t")
