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

from markov.naming import did_you_mean, listed
from markov.rules import expression as ex
from markov.rules.labels import homes

Parsing: TypeAlias = Generator[Any, Any, Any]

LONGEST = 2_000  # characters of a text
_DEEPEST = 20  # brackets inside of brackets
_EXAMPLE = "6x6 before 7"
_OUTCOME = "an outcome such as 6, hard 8 or red"
_CLOSING = ("a closing bracket", "the end")
# What may be expected, in the order in which it is told; the rest is not told.
_EXPECTED = (
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
    *("of", "within", "a comma", *_CLOSING),
)
# How a question begins that is no goal, and what to write.
_NO_GOAL = {
    (
        "how",
    ): "write the goal alone, such as all of 2..12: the answer has its chance and the number of trials",
    (
        "what",
    ): "write the goal alone, such as 6x6 before 7: the answer has its chance and the number of trials",
    ("some",): "ask for the opposite, such as all pockets within 200, and take 1 less its chance",
    ("is",): "write the goal alone, such as all pockets within 200: the answer has its chance",
    (
        "a",
        "hand",
    ): "a shooter's hand ends at the seven-out: write seven-out, with --at-least 154 for its length",
    ("best", "of"): "a best of seven is a race to four wins: heads x4 before tails x4",
}
_UNITS = frozenset(unit + ending for unit in (*ex.VERBS, "trial", "hand") for ending in ("", "s", "es"))
# What a wheel has several of: a number in front of it may count different ones, or all of them together.
_CLASSES = frozenset(
    ("dozen", "column", "double", "triple", "pair", "number", "total", "pocket", "rank", "suit", "card")
) | {"outcome", "face", "point"}
_TOKEN = re.compile(
    r"""\s*(?:
        "(?P<quoted>[^"]+)"|'(?P<quoted_so>[^']+)'
      | (?P<times>[x×]\s*[0-9]+\b)
      | (?P<sign>\.\.|[|(),])
      | (?P<word>[0-9]+(?:-[0-9]+)*(?=\s*[x×]\s*[0-9]+\b)|[0-9]+\+|[\w$%][\w$%'’-]*)
      | (?P<other>\S)
    )""",
    re.VERBOSE | re.IGNORECASE,
)


class _Token(NamedTuple):
    """A piece of the text: its kind, its words in small letters, and its characters.

    word   of what is in quotes they are kept, so that it is no word of the language
    text   as it stands in the text, quotes left aside
    """

    kind: str
    word: str
    at: ex.Span
    text: str

    @property
    def number(self) -> int | None:
        """The whole number that it says, if it does."""
        if self.kind == "word" and self.word.isascii() and self.word.isdigit():
            return int(self.word)
        return ex.NUMBER_WORDS.get(self.word)

    @property
    def place(self) -> int | None:
        """The place that it says, if it does: fourth, or 4th."""
        digits = re.fullmatch("([1-9][0-9]*)(st|nd|rd|th)", self.word, re.ASCII)
        return int(digits[1]) if digits else ex.ORDINALS.get(self.word)


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
    if not text.strip():
        raise ex.Unsayable("there is nothing to ask; write a goal like 6x6 before 7", (0, 0), text)
    tokens = _tokens(text.rstrip().removesuffix("?"))
    _brackets(tokens, text)
    for begins, write in _NO_GOAL.items():
        if tuple(token.word for token in tokens[: len(begins)]) == begins:
            raise ex.Unsayable(f"this is no goal; {write}", tokens[0].at, text)
    from parsy import ParseError

    try:
        goal: ex.Goal = _grammar().parse(tokens)
        _refuse_unclear_lists(tokens)
    except ParseError as error:
        before, found = tokens[: error.index], tokens[error.index : error.index + 1]
        raise _unexpected(text, before, found, error.expected) from None
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


class _ListPart(list[_Token]):
    """A part of a list that and, or and commas make, as it is said; a bracket in it is its last sign."""

    @property
    def exactly(self) -> bool:
        """True where just so many are asked for."""
        return self[0].word == "exactly"

    @property
    def _counted(self) -> list[_Token]:
        """The tokens after the words in front of a number, such as `exactly` or `at least`."""
        lead = 1 if self.exactly else 2 if [one.word for one in self[:2]] == ["at", "least"] else 0
        return self[lead:]

    @property
    def ahead(self) -> int:
        """The number in front of the outcome that it counts, as in two 6s; 0 where there is none."""
        rest = self._counted
        counts = len(rest) > 1 and rest[1].kind == "word" and rest[1].word not in _NOT_COUNTED
        return (rest[0].number or 0) if counts else 0

    @property
    def behind(self) -> bool:
        """True where words behind the outcome count it, as in 6 twice."""
        return any(one.word in ("twice", "times", *ex.BEHIND) for one in self[1:])

    @property
    def open(self) -> bool:
        """True where nothing says how many: not a number, an article, a word such as any, nor a bracket."""
        counts = any(one.kind == "times" or one.word in _COUNTING for one in self)
        return not counts and not self.ahead and self[0].word not in _SINGLING

    @property
    def plural(self) -> bool:
        """True where its outcome is told as one of several."""
        return any(one.word.endswith("s") and one.word not in _SINGULAR for one in self)


_UP_TO = ("to", "through")
_NOT_COUNTED = {
    "of",
    "different",
    *_UP_TO,
    "times",
    "once",
    "twice",
    "in",
    "on",
    "within",
    "then",
    *ex.BEHIND,
}
_COUNTING = {"once", "twice", "times", ")", *ex.BEHIND}
_SINGLING = {"a", "an", "the", "any", "all", "each", "every", "same", "not"}
_SINGULAR = {"craps", "boxcars", "eyes"}


def _refuse_unclear_lists(tokens: Sequence[_Token]) -> None:
    """Refuses a list in which a number may count one outcome or several: two 6s or 8s, or 6 or 8 twice."""
    lists: list[list[_ListPart]] = [[_ListPart()]]
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.word == "(":
            lists.append([_ListPart()])
        elif token.word == ")":
            _refuse_unclear_counts(lists.pop())
            lists[-1][-1].append(token)
        elif token.word == "before":
            _refuse_unclear_counts(lists[-1])
            lists[-1] = [_ListPart()]
        elif token.word in ("and", "or", ",") and (after is None or after.word != "more"):
            lists[-1].append(_ListPart())
        elif token.word != "both":
            lists[-1][-1].append(token)
    _refuse_unclear_counts(lists[0])


def _refuse_unclear_counts(listed: Sequence[_ListPart]) -> None:
    parts = [part for part in listed if part]
    for i, part in enumerate(parts[1:], 1):
        before = parts[i - 1]
        if part.behind and before.open and part[-1].word != ")":
            why = (
                "this may count the last outcome alone or all of them; put in brackets what is counted, as "
                "in 6 or (8 twice), or (6|8) twice"
            )
            raise ex.Unsayable(why, (before[0].at[0], part[-1].at[1]))
        if len(before) == 1 and before[0].number and part.ahead == before[0].number + 1:
            why = "these may be two numbers to count to, or an outcome; write 6x2, which is two or more"
            raise ex.Unsayable(why, (before[0].at[0], part[-1].at[1]))
        first = next((one for one in parts[:i] if one.ahead > 1 or (one.ahead and one.exactly)), None)
        if first is not None and part.open and (part.plural or first.exactly):
            why = (
                "it is not said how many of each; write how many, as in two 6s or two 8s, or (6|8) x2 for "
                "any two of them"
            )
            raise ex.Unsayable(why, (first[0].at[0], part[-1].at[1]))


def _unexpected(
    text: str, before: Sequence[_Token], found: Sequence[_Token], expected: AbstractSet[str]
) -> ex.Unsayable:
    # Where an outcome may stand so may all else that begins a goal: it goes without saying.
    wanted = [_OUTCOME] if _OUTCOME in expected else [one for one in _EXPECTED if one in expected]
    if not wanted:  # a number was the beginning of something that may be left out
        found, wanted = before[-1:], ["the end"]
    on = [token for token in before[-2:] if token.word == "on"]
    if on:
        why = "trials are told as on the fourth roll, on each of the first three rolls, or within them; at "
        why += "craps an outcome may be that of a come-out roll, as in come-out 7"
        return ex.Unsayable(f"this is not understood; {why}", on[0].at, text)
    if found and found[0].word == "more":
        why = "'more' is not understood here; write more than two 7s, 7x2 or more, or 7 or more for 7..12"
        return ex.Unsayable(why, found[0].at, text)
    if found and found[0].word == "," and before and before[-1].word.isdigit():
        why = "',' is not understood here; a number is written without commas, as in within 1000"
        return ex.Unsayable(why, found[0].at, text)
    commas = [token for token in before if token.word == ","]
    if commas and {"and", "or"} <= expected and not expected & {_OUTCOME, "a comma", *_CLOSING}:
        why = "it is not said whether one of these is enough; write 2, 3 or 12 for any of them, and 2, 3 and "
        return ex.Unsayable(f"{why}12 for all", commas[-1].at, text)
    if found and found[0].word == "before":
        why = "a goal is before one stopper; put goals that have stoppers of their own in brackets"
        return ex.Unsayable(
            f"'before' is not understood here; {why}, as in (6 before 7) and (8 before 7x2)",
            found[0].at,
            text,
        )
    fitting = f"expected {listed(wanted, 'or')}, as in {_EXAMPLE}"
    if not found:
        end = len(text.rstrip())
        return ex.Unsayable(f"the text ends too early; {fitting}", (end, end + 1), text)
    near = get_close_matches(found[0].word, [one for one in expected if one.isalpha()], n=1, cutoff=0.7)
    hint = did_you_mean(near) or fitting
    return ex.Unsayable(f"{found[0].text[:60]!r} is not understood here; {hint}", found[0].at, text)


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
        return ex.Union(tuple(found), at=goal.at)
    return None


def listed_parts(parts: Sequence[ex.Goal | ex.Each]) -> tuple[ex.Goal | ex.Each, ...]:
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

    def silent(*words: str) -> Parser:
        """Any one of the words, which is not told where something else was expected."""
        return test_item(lambda token: token.word in words, "")

    nth = test_item(lambda token: token.place is not None, "")
    # On which trials an outcome has to come is no part of its name.
    on_trials = silent("on") >> alt(silent("each", "every", "all", "the"), whole, nth)

    def name(described: str, fits: Callable[[_Token], bool] = lambda token: True) -> Parser:
        """A word of the name of an outcome."""
        return on_trials.should_fail("") >> test_item(
            lambda token: token.kind == "word" and token.word not in ex.RESERVED and fits(token), described
        )

    # Where an outcome has to begin, x7 is the name of one.
    lone_times = test_item(lambda token: token.kind == "times" and " " not in token.text, "")
    word_of_name = name(_OUTCOME)
    part = alt(word_of_name, lone_times)
    more_of_it = name("", lambda token: token.word not in ex.BEHIND) << silent("times").should_fail("")
    named = name(
        "", lambda token: token.word not in (*_UP_TO, *ex.BEHIND) and not re.match(r"[0-9]+\+?$", token.word)
    )
    the = silent("the").optional()
    # By itself a number in words is that number: seven.
    in_words = test_item(lambda token: token.word in ex.NUMBER_WORDS, "")
    numeral = in_words.map(lambda token: ex.Label(str(token.number), at=token.at))
    article = (silent(*ex.ARTICLES) << peek(alt(word_of_name, numeral))).optional()
    in_row = alt(word("in", "a", "row"), word("running")).desc("in a row")
    # The first dozen and the second column are outcomes of roulette.
    ordinal = (
        test_item(lambda token: token.word == "the", "")
        >> test_item(lambda token: token.word in ex.ORDINALS, "")
        << peek(test_item(lambda token: token.word.rstrip("s") not in ("dozen", "column"), ""))
        << peek(part)
    )
    unit = test_item(lambda token: token.word in _UNITS, "")
    goal = forward_declaration()

    number_in_it = in_words << silent("times").should_fail("")  # hard eight, and not eight times

    @reads
    def numbers() -> Parsing:
        low = yield whole
        yield alt(word(".."), silent(*_UP_TO))
        high = yield whole
        return ex.Range(low.number, high.number, at=(low.at[0], high.at[1]))

    @reads
    def label() -> Parsing:
        first = yield part
        found = [first, *(yield alt(more_of_it, number_in_it).many())]
        name = " ".join(
            token.text if token.word not in ex.NUMBER_WORDS else str(token.number) for token in found
        )
        if not found[-1].word.endswith('"'):
            name = re.sub(r"(?<=[0-9])['’]?s$", "", name)  # two 7s are 7s
        return ex.Label(name, at=(first.at[0], found[-1].at[1]))

    or_more = silent("or") >> silent("more") << silent("than").should_fail("")

    @reads
    def upward() -> Parsing:
        """A number or a higher one: 6 or more, which a wheel knows as 6+."""
        low = yield whole
        last = yield or_more
        return ex.Label(f"{low.number}+", at=(low.at[0], last.at[1]))

    @reads
    def bracketed() -> Parsing:
        yield word("(").desc("a bracket")
        inside = yield goal
        yield word(")").desc("a closing bracket")
        return inside

    @reads
    def excepted() -> Parsing:
        begun = yield word("not")
        if (yield peek(silent("all", "any", "each", "every", "exactly")).optional()) is not None:
            raise ex.Unsayable(
                "not is about outcomes; for a goal that does not come take 1 less its chance", begun
            )
        found = yield single
        return ex.Complement(of_outcomes(found, "not"), at=(begun[0], found.at[1]))

    single = article >> alt(numbers, upward, excepted, bracketed, label, numeral)

    @reads
    def outcomes() -> Parsing:
        first = yield single
        more = yield (word("|") >> single).many()
        if not more:
            return first
        parts = [of_outcomes(one, "|") for one in (first, *more)]
        return ex.Union(tuple(parts), at=(first.at[0], more[-1].at[1]))

    @reads
    def suffix() -> Parsing:
        """The number of times, and whether in a row, with the last character; None where nothing is said."""
        found = yield (
            (silent("at") >> silent("least")).optional()
            >> alt(
                test_item(lambda token: token.kind == "times", "x and a number"),
                whole << word("times"),
                test_item(lambda token: token.word in ("once", "twice"), "twice"),
            )
        ).optional()
        if found is None:
            return None
        yield or_more.optional()  # which goes without saying
        row = yield in_row.optional()
        counted = {"once": 1, "twice": 2}.get(found.word, found.number)
        if found.kind == "times":
            counted = int(found.word[1:].strip())
        return counted, row is not None, (row or found.at)[1]

    def each_of(said: str, head: Parser) -> Parser:
        """The members of a set, each so often, behind such words."""

        @reads
        def members() -> Parsing:
            begun = yield head
            found = yield outcomes
            times, row, end = (yield suffix) or (1, False, found.at[1])
            return ex.Each(of_outcomes(found, said), times, row, at=(begun[0], end))

        return members

    def one_of(each: ex.Each) -> ex.Among:
        """The goal that one of the members comes so often, whichever."""
        return ex.Among(1, (each,), at=each.at)

    @reads
    def listed() -> Parsing:
        """The list in brackets or the set after `of`, and its last character."""
        number = yield (the >> whole << peek(named)).optional()
        if number is not None:
            found = yield label
            counted = ex.Each(found, at=(number.at[0], found.at[1]), counted=number.number)
            return (counted,), found.at[1]
        begun = yield word("(").desc("a bracket").optional()
        if begun is None:
            found = yield outcomes
            return listed_parts([of_outcomes(found, "of")]), found.at[1]
        parts = yield alt(each_of("each", word("each")), one_of_list).sep_by(word(",").desc("a comma"), min=1)
        end = yield word(")").desc("a closing bracket")
        return listed_parts(parts), end[1]

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
            word("every", "one", "of").result("all"),
            word("every").result("all"),
            seq(
                alt(word("at", "least"), word("exactly").result("exactly")).optional(),
                whole << or_more.optional(),
            )
            << peek(alt(word("of"), word("different"))),
        )
        if isinstance(how, str):
            parts, end = yield listed
            return ex.Among(1 if how == "any" else None, parts, at=(parts[0].at[0], end))
        exactly, number = how
        kind = yield (silent("of") >> silent("a") >> silent("kind")).optional()
        if kind is not None:
            at = (number.at[0], kind.at[1])
            if exactly == "exactly":
                raise ex.Unsayable(f"leave out exactly, or list the ranks: exactly ace x{number.number}", at)
            return one_of(ex.Each(ex.Label("kind", at=kind.at), number.number, at=at))
        parts, end = yield alt(word("of") >> listed, different)
        return ex.Among(number.number, parts, exactly == "exactly", at=(number.at[0], end))

    same = each_of("same", the >> word("same")).map(one_of)

    @reads
    def running() -> Parsing:
        """Any one of the outcomes, so often in a row or repeated: the same one each time."""
        each = yield each_of("any", word("any"))
        again = yield repeated.optional()
        if again is not None:
            return one_of(ex.Each(each.of, 2, again[0], at=(each.at[0], again[1])))
        if each.need > 1 and not each.in_row:
            raise ex.Unsayable(
                f"this may be the same one each time, or any of them together; write same {each.of} "
                f"x{each.need}, or {each.of} x{each.need}",
                each.at,
            )
        if (gone := (yield asleep.optional())) is not None:
            raise not_yet(each.of, (each.at[0], gone.at[1]))
        if not each.in_row:
            yield fail("in a row")
        return one_of(each)

    asleep = silent("asleep", "missing")

    def not_yet(of: ex.Set, at: ex.Span) -> ex.Unsayable:
        """The error where one of several is to be missing, whichever."""
        why = f"for any one of these that does not come ask for the opposite, every {of}, with the same "
        return ex.Unsayable(f"{why}deadline, and take 1 less its chance", at)

    @reads
    def repeated() -> Parsing:
        """Words that say twice; whether in a row, and the last character."""
        last = yield silent("repeated", "repeats")
        row = yield in_row.optional()
        return row is not None, (row or last.at)[1]

    @reads
    def none() -> Parsing:
        """None of the outcomes, as in no 6: only of those of a table, as others may be called no win."""
        begun = yield silent("no")
        parts = yield (article >> alt(numbers, label, numeral)).sep_by(word("|"), min=1)
        at = (begun.at[0], parts[-1].at[1])
        if not all(isinstance(one, ex.Range) or one.name.isdigit() or homes(one.name) for one in parts):
            yield fail("")
        more = yield peek(
            seq(silent("or", "and", ","), test_item(lambda token: token.word != "no", ""))
        ).optional()
        if more is not None:
            raise ex.Unsayable("this may be none of them, or not the first alone; write no 6|8 for none", at)
        of = parts[0] if len(parts) == 1 else ex.Union(tuple(parts), at=at)
        return ex.Times(of, 0, True, at=at)

    @reads
    def alone() -> Parsing:
        """The bet called All: the word with no outcome behind it."""
        at = yield word("all")
        yield peek(alt(*(silent(one) for one in ("before", "or", "and", "within", "in", ",", ")")), eof))
        return ex.Label("all", at=at)

    @reads
    def run() -> Parsing:
        """Outcomes in a row, as in a run of eight reds."""
        begun = yield silent("a").optional() >> silent("run", "streak")
        number = yield silent("of") >> whole
        found = yield outcomes
        return ex.InARow(of_outcomes(found, "a run"), number.number, at=(begun.at[0], found.at[1]))

    # The words in front of a number: what it bounds, how far it is from the bound, and their first character.
    bounds = alt(
        word("exactly").map(lambda at: ("exactly", 0, at[0])),
        word("at", "least").map(lambda at: ("least", 0, at[0])),
        (silent("more") << silent("than")).map(lambda token: ("least", 1, token.at[0])),
        (silent("at") << silent("most")).map(lambda token: ("most", 0, token.at[0])),
        (silent("fewer", "less") << silent("than")).map(lambda token: ("most", -1, token.at[0])),
    )

    @reads
    def tallied() -> Parsing:
        """Outcomes, with the number of times in front of them or behind."""
        bound, shift, begun = yield bounds.optional(("", 0, 0))
        exactly, limits = bound == "exactly", bound in ("least", "most")
        if not limits and (placed := (yield ordinal.optional())) is not None:
            found = yield outcomes
            of, at = of_outcomes(found, placed.word), (placed.at[0], found.at[1])
            return ex.Times(of, ex.ORDINALS[placed.word], exactly, at=at)
        in_front = alt(
            in_words << or_more.optional() << peek(name("", lambda token: token.word not in _UP_TO)),  # one 7
            whole << or_more.optional() << peek(alt(named, silent("("))),
        ).optional()
        ahead = yield whole if limits else in_front
        running = ahead and (yield (word("consecutive") << peek(part)).optional())
        found = yield (lone_times.should_fail("") >> outcomes).optional() if bound == "least" else outcomes
        if found is None:  # at least 12
            found = ex.Label(f"{ahead.number + shift}+", at=(begun, ahead.at[1]))
            ahead = None
        at = (begun if limits else found.at[0], found.at[1])
        if bound == "most":
            most = ahead.number + shift
            if most < 1:
                raise ex.Unsayable("for none at all write no 7, with the outcome in place of 7", at)
            refuse_classes(found, most, "exactly ", at)
            of = of_outcomes(found, "at most")
            return ex.Among(1, tuple(ex.Times(of, k, True, at=at) for k in range(most + 1)), at=at)
        times, in_order, end = (yield suffix) or (None, False, found.at[1])
        if ahead is not None and times is None:
            yield or_more.optional()
            row = yield in_row.optional()
            times, in_order, end = ahead.number + shift, bool(row or running), (row or found.at)[1]
            if not in_order and (exactly or times > 1):
                refuse_classes(found, times, "exactly " * exactly, (ahead.at[0], end))
        if times is None and not bound and (other := (yield alt(gone, again).optional())) is not None:
            return other(found)
        if times is None:
            if (row := (yield in_row.optional())) is not None:
                raise ex.Unsayable("say how often in a row, as in heads x8 in a row", row)
            return ex.Times(of_outcomes(found, "exactly"), 1, True, at=found.at) if exactly else found
        of, at = of_outcomes(found, "x"), (found.at[0], end)
        if in_order and exactly:
            raise ex.Unsayable("an exact number in a row has no meaning here; leave out exactly", at)
        return ex.InARow(of, times, at=at) if in_order else ex.Times(of, times, exactly, at=at)

    def is_class(found: ex.Goal) -> bool:
        """True for a word of which a wheel has several, such as dozens."""
        return isinstance(found, ex.Label) and found.name.lower().removesuffix("s") in _CLASSES

    def refuse_classes(found: ex.Goal, times: int, how: str, at: ex.Span) -> None:
        """Refuses a number in front of a word such as dozens."""
        if is_class(found):
            raise ex.Unsayable(
                f"this may count different ones, or all of them together; write {how}{times} different "
                f"{found}, or {how}{found} x{times}",
                at,
            )

    @reads
    def again() -> Parsing:
        """Repeated: the same one of a class, or the outcome twice."""
        row, end = yield repeated

        def twice(found: Any) -> ex.Goal:
            of, at = of_outcomes(found, "repeated"), (found.at[0], end)
            if is_class(found):
                return one_of(ex.Each(of, 2, row, at=at))
            return ex.InARow(of, 2, at=at) if row else ex.Times(of, 2, at=at)

        return twice

    @reads
    def gone() -> Parsing:
        """Asleep for so many trials: the next ones, or, with a deadline or a stopper, so many in a row."""
        word_at = yield asleep
        span = yield (silent("for", "after") >> whole << unit.optional()).optional()
        later = yield peek(silent("within", "in", "before")).optional()

        def none_of(found: Any) -> ex.Goal:
            of, at = of_outcomes(found, "asleep"), (found.at[0], (span or word_at).at[1])
            if is_class(found):
                raise not_yet(of, at)
            if span is not None and later is not None:
                return ex.InARow(ex.Complement(of, at=found.at), span.number, at=at)
            none = ex.Times(of, 0, True, at=at)
            return none if span is None else ex.Within(none, span.number, at=at)

        return none_of

    # Roll a 6, spin two reds: the verb goes without saying where more than a name follows.
    rolled = (
        silent(*ex.VERBS) << peek(alt(silent(*ex.ARTICLES, "exactly", "at"), whole << named))
    ).optional()

    @reads
    def pattern() -> Parsing:
        yield rolled
        first = yield alt(alone, running, quantified, same, run, none, tallied)
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
        return ex.Then(tuple(parts), at=(first.at[0], more[-1].at[1]))

    def joined(need: int | None, first: Any, more: Sequence[Any]) -> ex.Goal:
        return ex.Among(need, (first, *more), at=(first.at[0], more[-1].at[1])) if more else first

    # Both 6 and 8: the word goes without saying, but only where an and follows.
    leading = alt(silent("both") >> pattern << peek(word("and")), pattern)

    @reads
    def every_one() -> Parsing:
        first = yield leading
        return joined(None, first, (yield (word("and") >> pattern).many()))

    @reads
    def in_commas() -> Parsing:
        """The rest of a list such as 2, 3 or 12 after its first goal: the number asked for, and the goals."""
        more = yield (silent(",") >> pattern).at_least(1)
        need = yield silent(",").optional() >> alt(word("or").result(1), word("and").result(None))
        last = yield pattern
        return need, (*more, last)

    def goals(commas: bool) -> Parser:
        """Goals that are joined, their stopper and their deadline; in a list a comma parts goals."""

        @reads
        def either() -> Parsing:
            first = yield leading
            if commas and (found := (yield in_commas.optional())) is not None:
                return joined(found[0], first, found[1])
            first = joined(None, first, (yield (word("and") >> pattern).many()))
            return joined(1, first, (yield (word("or") >> every_one).many()))

        @reads
        def raced() -> Parsing:
            first = yield either
            if (yield word("before").optional()) is None:
                return first
            tie = yield (silent("or") >> silent("with")).optional()
            stop = yield either
            return ex.Before(first, stop, tie is not None, at=(first.at[0], stop.at[1]))

        @reads
        def timed() -> Parsing:
            yield word("first", "to").optional()
            found = yield raced
            how = yield alt(in_time, on_each).optional()
            if how is None:
                return found
            on, trials, end = how
            if on == "each" and trials > 1:
                found = ex.InARow(of_outcomes(found, "on each"), trials, at=found.at)
            if on == "that" and trials > 1:  # whatever comes on the trials before it
                of = of_outcomes(found, "on a trial")
                before = ex.Union((of, ex.Complement(of, at=of.at)), at=of.at)
                found = ex.Then((ex.InARow(before, trials - 1, at=of.at), of), at=found.at)
            return ex.Within(found, trials, at=(found.at[0], end))

        return timed

    first_trials = the >> silent("first", "next")

    @reads
    def in_time() -> Parsing:
        """Within 5, in 5 rolls, in the first five rolls: not on each; how many trials, the last character."""
        short = yield alt(word("within"), silent("in"))
        of_first = yield first_trials.optional()
        number = yield (whole if of_first is None else whole.optional())
        noun = yield unit.optional() if isinstance(short, tuple) and of_first is None else unit
        last = noun or number
        return "", number.number if number else 1, last.at[1]

    @reads
    def on_each() -> Parsing:
        """On the fourth roll, or on each of the first three: which, how many, and the last character."""
        begun = yield silent("on")
        that = yield seq(the >> nth, unit).optional()
        if that is not None:
            return "that", that[0].place, that[1].at[1]
        each = yield (
            silent("each", "every", "all") << silent("one").optional() << silent("of").optional()
        ).optional()
        yield first_trials
        number = yield whole.optional()
        last = yield unit
        trials = number.number if number else 1
        if trials > 1 and each is None:
            at = (begun.at[0], last.at[1])
            many = f"the first {trials} {last.word}"
            raise ex.Unsayable(f"say on each of {many}, or within {many} for at least once", at)
        return "each", trials, last.at[1]

    one_of_list = goals(commas=False)

    def of_outcomes(found: ex.Goal, of: str) -> ex.Set:
        known = _as_set(found)
        if known is None:
            raise ex.Unsayable(
                f"{of} is about outcomes, and this is a goal; write labels, as in 2|3|11|12", found.at
            )
        return known

    goal.become(goals(commas=True))
    return goal << eof.desc("the end")
