"""The wager language: a text into an expression, or the character at which it stops making sense.

The grammar is in docs/reference/ask.md. Nothing of a text is ever evaluated: it is parsed into the types of
markov/rules/expression.py.
"""

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Any, NamedTuple, TypeAlias

from markov.rules import expression as ex

Parsing: TypeAlias = Generator[Any, Any, Any]

LONGEST = 2_000  # characters of a text
_DEEPEST = 20  # brackets inside of brackets
_EXAMPLE = "6x6 before 7"
_OUTCOME = "an outcome such as 6, hard 8 or red"
# What may be expected, in the order in which it is told; the rest is not told.
_TOLD = (
    *(
        _OUTCOME,
        "a bracket",
        "a whole number",
        "in a row",
        "x and a number",
        "|",
        "then",
        "and",
        "or",
        "before",
    ),
    *("of", "within", "a comma", "a closing bracket", "the end"),
)

_ORDINALS = {
    word: number
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"), 1
    )
}
_UNITS = frozenset(
    unit + ending
    for unit in ("roll", "spin", "flip", "throw", "trial", "draw", "hand")
    for ending in ("", "s")
) | {"toss", "tosses"}
_TOKEN = re.compile(
    r"""\s*(?:
        "(?P<quoted>[^"]+)"|'(?P<quoted_so>[^']+)'
      | (?P<times>[x×]\s*[0-9]+\b)
      | (?P<sign>\.\.|[|(),])
      | (?P<word>[0-9]+(?=\s*[x×]\s*[0-9])|[\w$%][\w$%'’-]*)
      | (?P<other>\S)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


class _Token(NamedTuple):
    """A piece of the text: its kind, its words in small letters, and its characters.

    word   of what is in quotes they are kept, so that it is no word of the language
    said   as it stands in the text, quotes left aside
    """

    kind: str
    word: str
    at: ex.Span
    said: str

    @property
    def number(self) -> int | None:
        """The whole number that it says, if it does."""
        if self.kind == "word" and self.word.isascii() and self.word.isdigit():
            return int(self.word[:10])
        return ex.NUMBER_WORDS.get(self.word)


def _tokens(text: str) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        said, at = match[kind], match.span(kind)
        if kind.startswith("quoted"):
            said = " ".join(said.split())
            found.append(_Token("word", f'"{said.lower()}"', (at[0] - 1, at[1] + 1), said))
            continue
        found.append(_Token(kind, said.lower(), at, said))
    return found


@lru_cache(maxsize=1024)
def parsed(text: str) -> ex.Goal:
    """The expression that the text says.

    >>> parsed("6x6 before 7")
    Before(goal=Times(of=Label(name='6'), need=6, exactly=False), stop=Label(name='7'))
    >>> str(parsed("six 6s or 8 x 6 before a 7"))
    'any of (6 x6, 8 x6) before 7'
    >>> parsed("6x6 before")
    Traceback (most recent call last):
    markov.rules.expression.Unsayable: the text ends too early; expected an outcome such as 6, hard 8 or \
red, as in 6x6 before 7
      6x6 before
                ^

    Raises Unsayable, which points at the character that is not understood.
    """
    if len(text) > LONGEST:
        raise ex.Unsayable(f"a question of {len(text):,} characters is too long; the limit is {LONGEST:,}")
    tokens = _tokens(text)
    _brackets(tokens, text)
    from parsy import ParseError

    try:
        goal: ex.Goal = _grammar().parse(tokens)
    except ParseError as error:
        found, last = tokens[error.index : error.index + 1], tokens[max(0, error.index - 1) : error.index]
        raise _expected(text, found, last, error.expected) from None
    except ex.Unsayable as error:
        raise ex.Unsayable(error.why, error.at, text) from None
    return goal


def parsed_set(text: str) -> ex.Set:
    """The set of outcomes that the text says, such as 2|3|11|12; raises Unsayable where it says none."""
    goal = parsed(text)
    found = _as_set(goal)
    if found is None:
        raise ex.Unsayable(f"{text[:60]!r} is a goal, not a set of outcomes; write labels, as in 2|3|11|12")
    return found


def _brackets(tokens: Iterable[_Token], text: str) -> None:
    deep = denied = 0
    for token in tokens:
        deep += (token.word == "(") - (token.word == ")")
        denied = denied + 1 if token.word == "not" else 0
        if deep > _DEEPEST:
            raise ex.Unsayable(f"brackets are inside of brackets more than {_DEEPEST} deep", token.at, text)
        if denied > _DEEPEST:
            raise ex.Unsayable(f"not stands more than {_DEEPEST} times in a row", token.at, text)


def _expected(
    text: str, found: Sequence[_Token], last: Sequence[_Token], expected: AbstractSet[str]
) -> ex.Unsayable:
    for token in (*last, *found):
        if token.word in ex.NUMBER_WORDS:
            why = f"{token.said!r} is a word of the language; an outcome of that name is written in quotes"
            return ex.Unsayable(f"{why}: '{token.said}'", token.at, text)
    # Where an outcome may stand so may all else that begins a goal: it goes without saying.
    wanted = [_OUTCOME] if _OUTCOME in expected else [one for one in _TOLD if one in expected]
    listed = f"{', '.join(wanted[:-1])} or {wanted[-1]}" if len(wanted) > 1 else "".join(wanted)
    if not found:
        end = len(text.rstrip())
        return ex.Unsayable(
            f"the text ends too early; expected {listed}, as in {_EXAMPLE}", (end, end + 1), text
        )
    near = get_close_matches(found[0].word, [one for one in expected if one.isalpha()], n=1, cutoff=0.7)
    hint = f"did you mean {near[0]}?" if near else f"expected {listed}, as in {_EXAMPLE}"
    return ex.Unsayable(f"{found[0].said[:60]!r} is not understood here; {hint}", found[0].at, text)


def _as_set(goal: ex.Goal) -> ex.Set | None:
    """The goal as a set of outcomes, where one trial tells; None where it is more than that."""
    if isinstance(goal, ex.Set):
        return goal
    if isinstance(goal, ex.Among) and goal.need == 1 and not goal.exactly:
        found = []
        for part in goal.parts:
            one = part.of if isinstance(part, ex.Each) and part.need == 1 else part
            each = None if isinstance(one, ex.Each) else _as_set(one)
            if each is None:
                return None
            found.append(each)
        return ex.Union(tuple(found), goal.at)
    return None


def _in_list(parts: list[ex.Goal | ex.Each]) -> tuple[ex.Goal | ex.Each, ...]:
    """The parts of a list: a range stands for its members, and so does a set that is all of the list."""
    return tuple(
        ex.Each(part, at=part.at)
        if isinstance(part, ex.Range) or (len(parts) == 1 and isinstance(part, ex.Set))
        else part
        for part in parts
    )


@cache
def _grammar() -> Any:
    """The parser of the whole language, made once; it reads tokens."""
    from parsy import Parser, alt, eof, fail, forward_declaration, generate, peek, seq, test_item

    def reads(steps: Callable[[], Parsing]) -> Parser:
        """The parser that takes those steps, one after the other."""
        return generate(steps)

    def word(*words: str) -> Parser:
        """The words, one after the other: the characters of all of them."""
        parts = [test_item(lambda token, one=one: token.word == one, one) for one in words]
        return seq(*parts).map(lambda found: (found[0].at[0], found[-1].at[1]))

    whole = test_item(lambda token: token.number is not None, "a whole number")
    digits = test_item(lambda token: token.number is not None and token.word.isdigit(), "a whole number")
    part = test_item(lambda token: token.kind == "word" and token.word not in ex.RESERVED, _OUTCOME)
    named = test_item(
        lambda token: token.kind == "word" and token.word not in ex.RESERVED and not token.word.isdigit(), ""
    )
    more_of_it = test_item(lambda token: token.kind == "word" and token.word not in ex.RESERVED, "")
    article = (test_item(lambda token: token.word in ex.ARTICLES, "") << peek(part)).optional()
    in_row = word("in", "a", "row").desc("in a row")
    # The first dozen and the second column are outcomes of roulette.
    ordinal = (
        test_item(lambda token: token.word == "the", "")
        >> test_item(lambda token: token.word in _ORDINALS, "")
        << peek(test_item(lambda token: token.word.rstrip("s") not in ("dozen", "column"), ""))
        << peek(part)
    )
    unit = test_item(lambda token: token.word in _UNITS, "")
    goal = forward_declaration()

    @reads
    def numbers() -> Parsing:
        low = yield digits
        yield alt(word(".."), word("to"))
        high = yield digits
        return ex.Range(low.number, high.number, (low.at[0], high.at[1]))

    @reads
    def label() -> Parsing:
        first = yield part
        found = [first, *(yield more_of_it.many())]
        name = " ".join(token.said for token in found)
        if not found[-1].word.endswith('"'):
            name = re.sub(r"(?<=[0-9])s$", "", name)  # two 7s are 7s
        return ex.Label(name, (first.at[0], found[-1].at[1]))

    @reads
    def bracketed() -> Parsing:
        yield word("(").desc("a bracket")
        inside = yield goal
        yield word(")").desc("a closing bracket")
        return inside

    @reads
    def excepted() -> Parsing:
        begun = yield word("not")
        found = yield single
        return ex.Complement(of_outcomes(found, "not"), (begun[0], found.at[1]))

    single = article >> alt(numbers, excepted, bracketed, label)

    @reads
    def outcomes() -> Parsing:
        first = yield single
        more = yield (word("|") >> single).many()
        if not more:
            return first
        parts = [of_outcomes(one, "|") for one in (first, *more)]
        return ex.Union(tuple(parts), (first.at[0], more[-1].at[1]))

    or_more = word("or", "more").optional()  # which goes without saying

    @reads
    def suffix() -> Parsing:
        """The number of times, and whether in a row, with the last character; None where nothing is said."""
        found = yield alt(
            test_item(lambda token: token.kind == "times", "x and a number"),
            whole << word("times"),
            test_item(lambda token: token.word in ("once", "twice"), "twice"),
        ).optional()
        if found is None:
            return None
        yield or_more
        row = yield in_row.optional()
        counted = {"once": 1, "twice": 2}.get(found.word, found.number)
        if found.kind == "times":
            counted = int(found.word[1:].strip()[:10])
        return counted, row is not None, (row or found.at)[1]

    @reads
    def every() -> Parsing:
        begun = yield word("each")
        found = yield outcomes
        times, row, end = (yield suffix) or (1, False, found.at[1])
        return ex.Each(of_outcomes(found, "each"), times, row, (begun[0], end))

    @reads
    def listed() -> Parsing:
        """The list in brackets or the set after `of`, and its last character."""
        begun = yield word("(").desc("a bracket").optional()
        if begun is None:
            found = yield outcomes
            return _in_list([of_outcomes(found, "of")]), found.at[1]
        parts = yield alt(every, goal).sep_by(word(",").desc("a comma"), min=1)
        end = yield word(")").desc("a closing bracket")
        return _in_list(parts), end[1]

    @reads
    def different() -> Parsing:
        yield word("different")
        found = yield outcomes
        return (ex.Each(of_outcomes(found, "different"), at=found.at),), found.at[1]

    @reads
    def quantified() -> Parsing:
        how = yield alt(
            word("any").result("any") << word("of").optional(),
            word("all").result("all") << word("of").optional(),
            word("each", "of").result("all"),
            seq(alt(word("at", "least"), word("exactly").result("exactly")).optional(), whole)
            << peek(alt(word("of"), word("different"))),
        )
        if isinstance(how, str):
            parts, end = yield listed
            return ex.Among(1 if how == "any" else None, parts, at=(parts[0].at[0], end))
        exactly, number = how
        parts, end = yield alt(word("of") >> listed, different)
        return ex.Among(number.number, parts, exactly == "exactly", (number.at[0], end))

    @reads
    def same() -> Parsing:
        begun = yield word("same")
        found = yield outcomes
        times, row, end = (yield suffix) or (1, False, found.at[1])
        at = (begun[0], end)
        return ex.Among(1, (ex.Each(of_outcomes(found, "same"), times, row, at),), at=at)

    @reads
    def running() -> Parsing:
        """Any one of the outcomes, so often in a row: the same one each time."""
        begun = yield word("any")
        found = yield outcomes
        times, row, end = (yield suffix) or (1, False, 0)
        if not row:
            yield fail("in a row")
        at = (begun[0], end)
        return ex.Among(1, (ex.Each(of_outcomes(found, "any"), times, True, at),), at=at)

    @reads
    def tallied() -> Parsing:
        exactly = yield word("exactly").optional()
        placed = yield ordinal.optional()
        if placed is not None:
            found = yield outcomes
            of, at = of_outcomes(found, placed.word), (placed.at[0], found.at[1])
            return ex.Times(of, _ORDINALS[placed.word], exactly is not None, at)
        ahead = yield (
            whole << or_more << peek(alt(named, test_item(lambda token: token.word == "(", "")))
        ).optional()
        found = yield outcomes
        counted = yield suffix
        if ahead is not None and counted is None:
            yield or_more
            row = yield in_row.optional()
            counted = ahead.number, row is not None, (row or found.at)[1]
        if counted is None:
            return ex.Times(of_outcomes(found, "exactly"), 1, True, found.at) if exactly else found
        times, in_order, end = counted
        of, at = of_outcomes(found, "x"), (found.at[0], end)
        if in_order and exactly:
            raise ex.Unsayable("an exact number in a row has no meaning here; leave out exactly", at)
        return ex.InARow(of, times, at) if in_order else ex.Times(of, times, exactly is not None, at)

    @reads
    def pattern() -> Parsing:
        first = yield alt(running, quantified, same, tallied)
        more = yield (word("then") >> tallied).many()
        if not more:
            return first
        parts = []
        for found in (first, *more):
            one = found if isinstance(found, ex.InARow) else _as_set(found)
            if one is None:
                why = "then joins outcomes of trials in a row; write 7 then 7, or 7 x2 in a row"
                raise ex.Unsayable(why, found.at)
            parts.append(one)
        return ex.Then(tuple(parts), (first.at[0], more[-1].at[1]))

    def joined(inside: Parser, by: str, need: int | None) -> Parser:
        @reads
        def several() -> Parsing:
            first = yield inside
            more = yield (word(by) >> inside).many()
            return ex.Among(need, (first, *more), at=(first.at[0], more[-1].at[1])) if more else first

        return several

    either = joined(joined(pattern, "and", None), "or", 1)

    @reads
    def raced() -> Parsing:
        first = yield either
        stop = yield (word("before") >> either).optional()
        return first if stop is None else ex.Before(first, stop, (first.at[0], stop.at[1]))

    @reads
    def timed() -> Parsing:
        yield word("first", "to").optional()
        found = yield raced
        trials = yield alt(
            word("within") >> digits << unit.optional(), word("in") >> digits << unit
        ).optional()
        return found if trials is None else ex.Within(found, trials.number, (found.at[0], trials.at[1]))

    def of_outcomes(found: ex.Goal, of: str) -> ex.Set:
        known = _as_set(found)
        if known is None:
            raise ex.Unsayable(
                f"{of} is about outcomes, and this is a goal; write labels, as in 2|3|11|12", found.at
            )
        return known

    goal.become(timed)
    return goal << eof.desc("the end")
