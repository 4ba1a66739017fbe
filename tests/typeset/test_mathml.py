"""Formulas in MathML, read as XML."""

import unicodedata
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markov.typeset.formula import (
    Big,
    Fenced,
    Matrix,
    Number,
    Ratio,
    Row,
    Script,
    Sign,
    SquareRoot,
    Symbol,
    Text,
    matrix,
    number,
    row,
)
from markov.typeset.mathml import faced, mathml

# Elements of MathML Core and how many children each takes; the others take any number.
CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}
TOKENS = {"mi", "mn", "mo", "mtext", "mspace"}
BOXES = {"math", "mrow", "msqrt", "mtable", "mtr", "mtd"} | set(CHILDREN)


def read(formula, display=False):
    return ElementTree.fromstring(mathml(formula, display))


LEAVES = (
    st.builds(
        Symbol, st.text("abhNQσΣα", min_size=1, max_size=3), st.sampled_from(["italic", "upright", "bold"])
    )
    | st.builds(Number, st.integers(-(10**40), 10**40).map(str))
    | st.builds(Sign, st.sampled_from("+−=<>≤∈→,;|&"))
    | st.builds(Text, st.text(max_size=8))
)


def _grown(parts):
    maybe = st.none() | parts
    return (
        st.builds(Row, st.lists(parts, max_size=4).map(tuple))
        | st.builds(Ratio, parts, parts)
        | st.builds(Script, parts, maybe, maybe)
        | st.builds(SquareRoot, parts)
        | st.builds(Big, st.sampled_from("∑∏∫"), maybe, maybe)
        | st.builds(Fenced, parts, st.sampled_from(["()", "[]", "{}", "||"]))
        | st.builds(Matrix, st.tuples(st.tuples(parts, parts), st.tuples(parts, parts)))
    )


@given(st.recursive(LEAVES, _grown, max_leaves=12), st.booleans())
@settings(max_examples=150)
def test_every_formula_is_mathml_core(formula, display):
    tree = read(formula, display)
    for node in tree.iter():
        if node.tag in TOKENS:
            assert not list(node)
        else:
            assert node.tag in BOXES
            assert not (node.text or "").strip()
            assert len(node) == CHILDREN.get(node.tag, len(node))
        assert not (node.tail or "").strip()
    assert _digits(tree) == "".join(_numbers(formula))


def _digits(tree):
    return "".join(node.text.replace("−", "") for node in tree.iter("mn"))


def _numbers(formula):
    match formula:
        case Number(digits):
            yield digits.replace("-", "")
        case Row(parts):
            for part in parts:
                yield from _numbers(part)
        case Ratio(above, below):
            yield from (*_numbers(above), *_numbers(below))
        case Script(base, below, above):
            yield from (*_numbers(base), *_numbers(below), *_numbers(above))
        case SquareRoot(under):
            yield from _numbers(under)
        case Big(_, below, above):
            yield from (*_numbers(below), *_numbers(above))
        case Fenced(inside, _):
            yield from _numbers(inside)
        case Matrix(rows):
            for line in rows:
                for part in line:
                    yield from _numbers(part)


@given(st.text("ABCXYZabchxyz09ΑΒΩαβω", min_size=1), st.sampled_from(["italic", "upright", "bold"]))
def test_a_letter_of_any_face_is_that_letter(letters, face):
    # Unicode itself says which plain letter each of its mathematical letters stands for.
    assert unicodedata.normalize("NFKC", faced(letters, face)) == letters


@pytest.mark.parametrize(("face", "word"), [("bold", "BOLD"), ("italic", "ITALIC")])
def test_a_letter_of_a_face_has_that_face(face, word):
    for letter in faced("NQabασ", face):
        assert unicodedata.name(letter).startswith(f"MATHEMATICAL {word} ")


def test_a_fraction_has_its_bar_and_a_minus_its_sign():
    assert mathml(number(Fraction(-9, 49))) == (
        "<math><mrow><mo>−</mo><mfrac><mn>9</mn><mn>49</mn></mfrac></mrow></math>"
    )


def test_long_numbers_are_told_in_groups():
    tree = read(Number("12345678901"))
    assert [node.text for node in tree.iter("mn")] == ["12", "345", "678", "901"]
    assert len(list(tree.iter("mspace"))) == 3


def test_fences_grow_round_what_is_tall_and_only_there():
    def stretchy(formula):
        return {node.get("stretchy") for node in read(formula).iter("mo")} - {None}

    assert stretchy(Fenced(row("I", "−", "Q"))) == {"false"}
    assert stretchy(Fenced(row("1", "−", number(Fraction(1, 49))))) == {"true"}
    assert stretchy(matrix([[Fraction(1)]])) == {"true"}


def test_a_matrix_has_its_rows_and_columns():
    tree = read(matrix([[Fraction(3 * i + j) for j in range(3)] for i in range(2)]))
    cells = [["".join(cell.itertext()) for cell in line] for line in tree.iter("mtr")]
    assert cells == [["0", "1", "2"], ["3", "4", "5"]]
