"""The wager language: a text into an expression, or the character at which it stops making sense.

The grammar is in docs/reference/ask.md. Nothing of a text is ever evaluated: it is parsed into the types of
markov/rules/expression.py.
"""

import re
from collections.abc import Callable, Generator, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple, TypeAlias

from markov.naming import did_you_mean, listed
from markov.rules import expression as ex
from markov.rules.hints import what_to_write
from markov.rules.labels import homes

Parsing: TypeAlias = Generator[Any, Any, Any]

LONGEST = 2_000  # characters of a text
_OUTCOME = "an outcome such as 6, hard 8 or red"
_ANY_OR_ALL = "`or` for any of these, as in 2, 3 or 12, or `and` for all of them"
# What is told first where it was expected: where one of these may stand so may much else.
_EXPECTED = (_OUTCOME, _ANY_OR_ALL, "a closing bracket", "the end")
# What a number is compared with in front of it, and how far the number is from the one that counts.
_LEAST = {"at least": 0, "more than": 1}
_MOST = {"at most": 0, "no more than": 0, "fewer than": -1, "less than": -1}
_UNITS = frozenset(unit + ending for unit in (*ex.VERBS, "trial", "hand") for ending in ("", "s", "es"))
# What a wheel has several of: a number in front of it may count different ones, or all of them together.
_CLASSES = ex.KINDS | {"face", "point"}
_TOKEN = re.compile(
    r"""
        (?P<quoted>"[^"]+"|'[^']+')
      | (?P<times>[x×]\s*[0-9]+\b)
      | (?P<sign>\.\.|[|(),])
      | (?P<word>[0-9]+(?:-[0-9]+)*(?=\s*[x×]\s*[0-9]+\b)|[0-9]+\+|[\w$%][\w$%'’-]*)
      | (?P<other>[<>=!&]{2}|\S)
    """,
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
        return int(digits[1]) if digits else {"next": 1, **ex.ORDINALS}.get(self.word)

    @property
    def times(self) -> int | None:
        """The number of times that it says: twice, x6, or a number."""
        if self.kind == "times":
            return int(self.word[1:])
        return {"once": 1, "twice": 2, "repeated": 2, "repeats": 2}.get(self.word, self.number)


class _Count(NamedTuple):
    """A number of times, and the characters that say it.

    in_row   on trials in a row
    more     or more of them, as is said
    same     of the same one of several each time, as in repeated
    sign     the place of the x that says it; None where words do
    """

    at: ex.Span
    times: int = 1
    in_row: bool = False
    more: bool = False
    same: bool = False
    sign: int | None = None


def _tokens(text: str) -> list[_Token]:
    tokens = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        said = " ".join(match[kind].strip("\"'" * (kind == "quoted")).split())
        word = f'"{said.lower()}"' if kind == "quoted" else said.lower()
        tokens.append(_Token("word" if kind == "quoted" else kind, word, match.span(), said))
    return tokens


@lru_cache(maxsize=1024)
def parsed(text: str) -> ex.Goal:
    """The expression that the text says.

    >>> parsed("6x6 before 7")
    Before(goal=Times(of=Label(name='6'), need=6, exactly=False), stop=Label(name='7'), tie=False)
    >>> str(parsed("six 6s or 8 x 6 before a 7"))
    'any of (6 x6, 8 x6) before 7'
    >>> parsed("6x6 before")
    Traceback (most recent call last):
    markov.rules.expression.GoalError: the text ends too early; expected an outcome such as 6, hard 8 or red
      6x6 before
                ^

    Raises GoalError, which points at the character that is not understood.
    """
    if len(text) > LONGEST:
        raise ex.GoalError(f"a question of {len(text):,} characters is too long; the limit is {LONGEST:,}")
    tokens = _tokens(text.rstrip().removesuffix("?"))
    from parsy import ParseError

    try:
        goal: ex.Goal = _grammar().parse(tokens).goal
    except ParseError as error:
        raise _unexpected(text, tokens, error.index, error.expected) from None
    except ex.GoalError as error:
        raise ex.GoalError(error.why, error.at, text) from None
    except RecursionError:
        raise ex.GoalError("brackets, or not, are nested too deep to be read", (0, 1), text) from None
    return goal


_UP_TO = ("to", "through")
_SUITS = ("clubs", "diamonds", "hearts", "spades")
_NOT_NAMED = (*_UP_TO, *ex.BEHIND, "sleeps", "than")


class _ListPart(NamedTuple):
    """A goal as a part of a list, and what words say of it.

    said     "front" as two 6s, "behind" as 6 twice, "then" as 6 then 8, "none" as no 6, "not" as not 6, "any"
             as any of 6, "a" as a 6; of an outcome alone "named" as hard 6, "number" as 6, else "bare"; ""
             where it can't be said of others: in brackets, and 6x2
    in_row   "in a row" stands behind it
    """

    goal: Any
    said: str = ""
    in_row: bool = False


_BARE = ("bare", "named", "number")
# What is said of a part, and of a part behind it, where the one may be said of the other as well.
_UNCLEAR = {
    *product(("front", "then"), _BARE),
    *product((*_BARE, "a"), ("behind", "then")),
    ("named", "number"),
}


def _refuse_unclear(alternatives: Sequence[Sequence[_ListPart]]) -> None:
    """Refuses a list where words may be said of one part or of several: two 6s or 8s, or 6 or 8 twice.

    alternatives   lists of parts that are joined by and
    """
    any_of = [(parts[0], parts[-1]) for parts in alternatives if "any" in [part.said for part in parts[:-1]]]
    for part, after in (*any_of, *combinations(chain(*alternatives), 2)):
        said = part.said, after.said
        if (
            any_of
            or said in _UNCLEAR
            or (after.in_row > part.in_row and {"front", "behind"}.issuperset(said))
            or (part.said == "none" != after.said)
            or "not" in said
        ):
            why = "this may be said of one of them or of all; say it of each, as in two 6s or two 8s, or put "
            why += "in brackets what it is said of, as in 6 or (8 twice), or (6|8) twice"
            raise ex.GoalError(why, _span(part.goal, after.goal))


def _unexpected(text: str, tokens: Sequence[_Token], place: int, expected: AbstractSet[str]) -> ex.GoalError:
    """The error for a text that can't be read from the token at that place on."""
    words = [token.word for token in tokens]
    end = len(text.rstrip())
    why, at, near = "the text ends too early", (end, end + 1), []
    if place < len(tokens):
        why, at = f"I can't read {tokens[place].text!r} here", tokens[place].at
        near = get_close_matches(words[place], list(filter(str.isalpha, expected)), n=1, cutoff=0.7)
    told = next((phrase for phrase in _EXPECTED if phrase in expected), listed(sorted(expected - {""}), "or"))
    general = f"expected {told}" if told else "write a goal like 6x6 before 7"
    behind = words[place + 1 :]  # which may name dice
    hint = did_you_mean(near) or what_to_write(" ".join((*behind, *words[: place + 1])))
    return ex.GoalError(f"{why}; {hint or general}", at, text)


def _as_set(goal: ex.Part) -> ex.Set | None:
    """The goal as a set of outcomes, where one trial tells; None where it is more than that."""
    if isinstance(goal, ex.Set):
        return goal
    if isinstance(goal, ex.Each) and goal.need == 1:
        return goal.of
    if isinstance(goal, ex.Among) and goal.need == 1 and not goal.exactly:
        sets: Any = tuple(map(_as_set, goal.parts))
        return None if None in sets else ex.Union(sets, at=goal.at)
    return None


def of_outcomes(goal: ex.Goal, of: str) -> ex.Set:
    """The goal as a set of outcomes, of which that is said; raises GoalError where it is more than that."""
    if (known := _as_set(goal)) is None:
        raise ex.GoalError(f"{of} is about outcomes, and this is a goal; write labels, as in 2|3|12", goal.at)
    return known


def listed_parts(parts: Sequence[ex.Goal | ex.Each]) -> tuple[ex.Goal | ex.Each, ...]:
    """The parts of a list: a range stands for its members, and so does a set that is all of the list."""
    of_members: Any = ex.Set if len(parts) == 1 else ex.Range
    return tuple(ex.Each(part, at=part.at) if isinstance(part, of_members) else part for part in parts)


def _span(first: Any, last: Any) -> ex.Span:
    """The characters from one part to another."""
    return first.at[0], last.at[1]


@cache
def _grammar() -> Any:
    """The parser of the whole language, made once; it reads tokens."""
    from parsy import Parser, alt, eof, fail, forward_declaration, generate, peek, seq, test_item

    reads: Callable[[Callable[[], Parsing]], Parser] = generate

    def word(*words: str) -> Parser:
        """The words, one after the other, as one token."""
        parts = [test_item(lambda token, text=text: token.word == text, text) for text in words]
        said = " ".join(words)
        return seq(*parts).map(lambda tokens: tokens[0]._replace(word=said, at=_span(tokens[0], tokens[-1])))

    def silent(*words: str) -> Parser:
        """Any one of the words, which is not told where something else was expected."""
        return test_item(lambda token: token.word in words, "")

    whole = test_item(lambda token: token.number is not None, "a whole number")
    nth = test_item(lambda token: token.place is not None, "").map(
        lambda token: token._replace(word=str(token.place))
    )

    def name(described: str, fits: Callable[[_Token], bool] = lambda token: True) -> Parser:
        """A word of the name of an outcome."""
        return test_item(
            lambda token: token.kind == "word" and token.word not in ex.RESERVED and fits(token), described
        )

    part = name(_OUTCOME)
    in_words = silent(*ex.NUMBER_WORDS)
    no_count = silent("times").should_fail("")  # hard eight, and not eight times
    more_of_it = alt(name("", lambda token: token.word not in ex.BEHIND), in_words) << no_count
    named = name("", lambda token: token.word not in _NOT_NAMED and not re.match(r"[0-9]+\+?$", token.word))
    the = silent("the").optional()
    # By itself a number in words is that number: seven.
    numeral = in_words.map(lambda token: ex.Label(str(token.number), at=token.at))
    article = (silent(*ex.ARTICLES) << peek(alt(part, numeral))).optional()
    in_row = alt(word("in", "a", "row"), word("running")).desc("in a row")
    # The second 7; but the first dozen and the second column are outcomes of roulette.
    no_class = name("", lambda token: token.word.rstrip("s") not in ("dozen", "column"))
    ordinal = silent("the") >> silent(*ex.ORDINALS) << peek(no_class)
    unit = silent(*_UNITS)
    exactly = word("exactly").optional()
    goal = forward_declaration()

    numbers = seq(whole << alt(word(".."), silent(*_UP_TO)), whole).combine(
        lambda low, high: ex.Range(low.number, high.number, at=_span(low, high))
    )
    or_more = silent("or") >> silent("more") << silent("than").should_fail("")
    # What a wheel knows as 6+: 6 or more, at least 6, more than 5.
    upward = seq(whole, or_more).combine(lambda low, last: ex.Label(f"{low.number}+", at=_span(low, last)))
    least, most = (alt(*(word(*said.split()) for said in shifts)) for shifts in (_LEAST, _MOST))
    limit = alt(least, most)
    higher = seq(least, whole).combine(
        lambda how, low: ex.Label(f"{low.number + _LEAST[how.word]}+", at=_span(how, low))
    )

    @reads
    def label() -> Parsing:
        pieces = [(yield part), *(yield more_of_it.many())]
        name = " ".join(str(ex.NUMBER_WORDS.get(token.word, token.text)) for token in pieces)
        if not pieces[-1].word.endswith('"'):
            name = re.sub(r"(?<=[0-9])['’]?s$", "", name)  # two 7s are 7s
        return ex.Label(name, at=_span(pieces[0], pieces[-1]))

    closing = word(")").desc("a closing bracket")
    bracketed = seq(word("("), goal, closing).combine(lambda opened, inside, closed: inside.goal)
    single = forward_declaration()
    excepted = seq(word("not"), single).combine(
        lambda begun, denied: ex.Complement(of_outcomes(denied, "not"), at=_span(begun, denied))
    )

    # Where an outcome has to begin, x7 by itself is the name of one.
    x7 = test_item(lambda token: token.kind == "times" and " " not in token.text, "")
    lone_times = seq(x7, part).should_fail("") >> x7.map(lambda token: ex.Label(token.text, at=token.at))
    single.become(article >> alt(numbers, upward, excepted, bracketed, label, lone_times, numeral))

    def union(parts: Sequence[Any]) -> Any:
        """Outcomes of any of the parts."""
        sets = tuple(of_outcomes(part, "|") for part in parts[1:] and parts)
        return ex.Union(sets, at=_span(parts[0], parts[-1])) if sets else parts[0]

    outcomes = seq(single, (word("|") >> single).many()).combine(lambda first, more: union([first, *more]))

    x_times = test_item(lambda token: token.kind == "times", "x and a number")
    words_for_times = alt(word("twice"), silent("once", "repeated", "repeats"))
    tail = seq(or_more.optional(), in_row.optional())

    @reads
    def suffix() -> Parsing:
        """A count behind outcomes: x6, six times, at least twice, twice in a row."""
        yield (silent("at") >> silent("least")).optional()
        said = yield alt(x_times, whole << word("times"), words_for_times)
        more, row = yield tail
        sign = said.at[0] if said.kind == "times" else None
        return _Count((row or said).at, said.times, bool(row), bool(more), "repeat" in said.word, sign)

    def member(how: _Token, counted: ex.Goal, count: _Count | None) -> ex.Each:
        """Each member of a set so often; the same one each time, as in any pocket twice in a row."""
        of = of_outcomes(counted, how.word)
        often = count or _Count(of.at or how.at)
        if how.word == "any" and count and not (count.in_row or count.same):
            why = "this may be the same one each time, or any of them together; write same "
            raise ex.GoalError(f"{why}{of} x{count.times}, or {of} x{count.times}", _span(how, count))
        return ex.Each(of, often.times, often.in_row, at=_span(how, often))

    def one_of(member: ex.Each) -> ex.Among:
        """The goal that one of the members comes so often, whichever."""
        return ex.Among(1, (member,), at=member.at)

    every = seq(word("each"), outcomes, suffix.optional()).combine(member)
    same = alt(word("any") << silent("of", "(").should_fail(""), the >> word("same"))
    whichever = seq(same, outcomes, suffix.optional()).combine(member).map(one_of)

    # Asleep for 20 spins, and whether there is more that ends them.
    missing = seq(
        silent("asleep", "missing"),
        (silent("for", "after") >> whole << unit.optional()).optional(),
        peek(silent("within", "in", "before")).optional(),
    )

    def absent(counted: ex.Goal, last: _Token, trials: Any, more: Any) -> ex.Goal:
        """Asleep for so many trials: the next ones, or, with a deadline or a stopper, so many in a row."""
        of, at = of_outcomes(counted, "asleep"), _span(counted, trials or last)
        if trials and more:
            return ex.InARow(ex.Complement(of, at=counted.at), trials.number, at=at)
        none = ex.Times(of, 0, True, at=at)
        return ex.Within(none, trials.number, at=at) if trials else none

    @reads
    def none() -> Parsing:
        """None of the outcomes, as in no 6: only of those of a table, as others may be called no win."""
        begun = yield silent("no")
        of = of_outcomes((yield outcomes), "no")
        sets = of.sets if isinstance(of, ex.Union) else (of,)
        if not all(each.name.isdigit() or homes(each.name) for each in sets if isinstance(each, ex.Label)):
            yield fail("")
        return _ListPart(ex.Times(of, 0, True, at=_span(begun, of)), "none")

    in_set = outcomes.map(lambda of: (listed_parts([of_outcomes(of, "of")]), of, "front"))

    @reads
    def listed() -> Parsing:
        """The parts of a list, its end, and what is said: the 38 pockets, goals in brackets, or a set."""
        if (number := (yield (the >> whole << peek(named)).optional())) is not None:
            of = yield label
            return (ex.Each(of, at=_span(number, of), number=number.number),), of, ""
        if (yield word("(").optional()) is None:
            return (yield in_set)
        parts = yield alt(every.map(_ListPart), one_of_list).sep_by(word(",").desc("a comma"), min=1)
        return listed_parts([part.goal for part in parts]), (yield closing), ""

    of_these, one_of_these = word("of").optional(), word("one", "of").optional()
    any_or_all = alt(word("any"), word("all")) << of_these
    all_of = alt(any_or_all, word("each", "of"), word("every") << one_of_these)

    @reads
    def among() -> Parsing:
        """All, any or so many of a list: any of (4, 6), all 38 pockets, 3 different doubles, 3 of a kind."""
        if (how := (yield all_of.optional())) is not None:
            parts, last, said = yield listed
            goal = ex.Among(1 if how.word == "any" else None, parts, at=_span(parts[0], last))
            return _ListPart(goal, "any" if said and how.word == "any" else "")
        exact = yield alt(word("at", "least").result(None), word("exactly")).optional()
        number = yield whole << or_more.optional()
        if (kind := (yield (silent("of") >> silent("a") >> silent("kind")).optional())) is not None:
            at = _span(number, kind)
            if exact is not None:
                raise ex.GoalError(f"leave out exactly, or list the ranks: exactly ace x{number.number}", at)
            return _ListPart(one_of(ex.Each(ex.Label("kind", at=kind.at), number.number, at=at)))
        if (suit := (yield peek(silent("of") >> silent(*_SUITS)).optional())) is not None:
            card = f"{number.word}-of-{suit.word}"
            why = f"this may be one card, or so many of them; write {card}, or two {suit.word}"
            raise ex.GoalError(why, _span(number, suit))
        parts, last, said = yield alt(word("of") >> listed, word("different") >> in_set)
        goal = ex.Among(number.number, parts, exact is not None, at=_span(number, last))
        return _ListPart(goal, "any" if said and number.number == 1 and exact is None else said)

    alone = word("all").map(lambda token: ex.Label("all", at=token.at))  # the bet of that name
    run = silent("a").optional() >> silent("run", "streak") << silent("of")
    how_often = alt(word("exactly"), limit).optional()
    limited = seq(whole, or_more.optional())
    nameable = name("", lambda token: token.word not in (*_UP_TO, "on"))
    in_front = alt(
        seq(in_words, or_more.optional()) << peek(nameable),  # one 7
        limited << peek(alt(named, silent("("))),
    )

    @reads
    def two_numbers() -> Parsing:
        """Refuses two or three 6s, and two or fewer."""
        first = yield how_often >> whole
        last = yield silent("or", "and", ",") >> alt(whole, silent("fewer", "less")) << peek(named)
        if last.number not in (None, first.number + 1):
            yield fail("")
        why = "these may be two counts, or an outcome; write 6x2, which is two or more, or at most two 6s"
        raise ex.GoalError(why, _span(first, last))

    placed = seq(exactly, ordinal, outcomes).combine(
        lambda exact, nth, of: _ListPart(tally(of, _Count(_span(nth, of), nth.place), exact), "front")
    )

    @reads
    def ahead() -> Parsing:
        """A number in front, as in two 7s, exactly two, at least two, two in a row, a run of two."""
        begun = yield run.optional()
        how = yield how_often
        number, more = yield in_front if how is None or how.word == "exactly" else limited
        consecutive = yield (word("consecutive") << peek(part)).optional()
        of = yield lone_times.should_fail("") >> outcomes
        more_of_them, row = yield tail
        at = _span(begun or how or number, row or of)
        times = number.number + (_LEAST | _MOST).get(how.word if how else "", 0)
        count = _Count(at, times, bool(begun or row or consecutive), bool(more or more_of_them))
        most = how if how and how.word not in _LEAST else None
        if is_class(of) and not count.in_row and (most or times > 1):
            exact = "exactly " if most else ""
            why = f"this may count different ones, or all of them together; write {exact}{times} different "
            hint = what_to_write(str(of))
            raise ex.GoalError(f"{why}{of}, or {exact}{of} x{times}{'; ' * bool(hint)}{hint}", at)
        return _ListPart(tally(of, count, most), "front", bool(row))

    # At least 6x2 is 6x2; at least 6 twice may be how often it comes, or how high it is.
    at_least_x = (word("at", "least") << peek(seq(whole, x_times))).optional()

    @reads
    def behind() -> Parsing:
        """Outcomes, with what counts them behind, if anything does: 7 twice, 7 x2, 17 asleep."""
        exact = yield at_least_x >> exactly
        begun = yield peek(silent(*ex.ARTICLES, "not", "(")).optional()
        said = begun and {"not": "not", "(": ""}.get(begun.word, "a")
        found = (None if exact else (yield (higher << suffix.should_fail("")).optional())) or (yield outcomes)
        if (count := (yield suffix.optional())) is not None:
            # Of 6x2, (6|8) twice and exactly red x2 it is clear what is counted, and not of 6 x2.
            clear = said == "" or count.sign == found.at[1] or (exact and count.sign)
            count = count._replace(at=_span(found, count))
            if count.same and is_class(found):
                return _ListPart(one_of(ex.Each(found, count.times, count.in_row, at=count.at)))
            return _ListPart(tally(found, count, exact), "" if clear else "behind", count.in_row)
        if not is_class(found) and (gone := (yield missing.optional())) is not None:
            return _ListPart(absent(found, *gone), "behind")
        if exact:
            found = tally(found, _Count(found.at, more=str(found).endswith("+")), exact)
        if said is not None:
            return _ListPart(found, said)
        *named, last = found.name.split() if isinstance(found, ex.Label) else [""]
        return _ListPart(found, ("named" if named else "number") if last.isdigit() else "bare")

    tallied = alt(none, two_numbers, placed, ahead, behind)

    def tally(counted: ex.Goal, count: _Count, limit: _Token | None = None) -> ex.Goal:
        """The outcomes so often, at least, exactly or at most; in a row or in any places."""
        of = of_outcomes(counted, "x")
        if limit and (count.in_row or count.more):
            why = "`exactly` and `at most` go without `in a row` and `or more`; write 6x3 or exactly 6x3"
            raise ex.GoalError(why, count.at)
        if count.in_row:
            return ex.InARow(of, count.times, at=count.at)
        if limit is None or limit.word == "exactly":
            return ex.Times(of, count.times, limit is not None, at=count.at)
        if count.times < 1:
            raise ex.GoalError("for none at all write no 7, with the outcome in place of 7", count.at)
        numbers = range(count.times + 1)
        return ex.Among(1, tuple(ex.Times(of, k, True, at=count.at) for k in numbers), at=count.at)

    def is_class(goal: ex.Goal) -> bool:
        """True for a word of which a wheel has several, such as dozens."""
        return isinstance(goal, ex.Label) and goal.name.lower().removesuffix("s") in _CLASSES

    # Roll a 6, spin two reds: the verb goes without saying where more than a name follows.
    rolled = silent(*ex.VERBS) << peek(alt(silent(*ex.ARTICLES, "exactly", "at"), whole << named))

    @reads
    def pattern() -> Parsing:
        yield rolled.optional()
        first = yield alt(whichever.map(_ListPart), among, alone.map(_ListPart), tallied)
        more = yield (word("then") >> tallied).many()
        if not more:
            return first
        how = "then, as in 7 then 7 or 7 x2 in a row,"
        goals = [part.goal for part in (first, *more)]
        parts = tuple(goal if isinstance(goal, ex.InARow) else of_outcomes(goal, how) for goal in goals)
        return _ListPart(ex.Then(parts, at=_span(goals[0], goals[-1])), "then")

    def joined(need: int | None, parts: Sequence[_ListPart]) -> _ListPart:
        """The goals of which so many are asked for, or all."""
        if len(parts) == 1:
            return parts[0]
        goals = tuple(part.goal for part in parts)
        if need is None and len({*goals}) < len(goals):
            raise ex.GoalError("one of these is said twice; for two 6s write 6x2", _span(goals[0], goals[-1]))
        return _ListPart(ex.Among(need, goals, at=_span(goals[0], goals[-1])))

    # Both 6 and 8: the word goes without saying, but only where an and follows.
    leading = alt(silent("both") >> pattern << peek(word("and")), pattern)
    every_one = seq(leading, (word("and") >> pattern).many()).combine(lambda first, more: [first, *more])
    # The rest of a list such as 2, 3 or 12 after its first goal.
    in_commas = seq(
        (silent(",") >> pattern).at_least(1) << silent(",").optional(),
        alt(word("or"), word("and")).desc(_ANY_OR_ALL),
        pattern,
    )

    within, on = alt(word("within"), silent("in")), silent("on")

    def goals(commas: bool) -> Parser:
        """Goals that are joined, their stopper and their deadline; in a list a comma parts goals."""

        @reads
        def either() -> Parsing:
            alternatives = [(yield every_one)]
            if commas and len(alternatives[0]) == 1 and (more := (yield in_commas.optional())) is not None:
                middle, last_by, last = more
                listed = [*alternatives[0], *middle, last]
                alternatives = [[part] for part in listed] if last_by.word == "or" else [listed]
            else:
                alternatives += yield (word("or") >> every_one).many()
            _refuse_unclear(alternatives)
            return joined(1, [joined(None, parts) for parts in alternatives])

        @reads
        def timed() -> Parsing:
            yield word("first", "to").optional()
            said = yield either
            goal = said.goal
            if said.said == "not" and (yield peek(alt(word("before"), within)).optional()) is not None:
                why = "this may be that it does not come, or that another one does; write no 6, or (not 6)"
                raise ex.GoalError(why, goal.at)
            if (yield word("before").optional()) is not None:
                tie = yield (silent("or") >> silent("with")).optional()
                stop = (yield either).goal
                goal = ex.Before(goal, stop, tie is not None, at=_span(goal, stop))
            if (deadline := (yield deadlines.optional())) is not None:
                how, (number, noun) = deadline
                trials = number.number if number else 1
                goal = ex.Within(placed_on(how, goal, trials), trials, at=_span(goal, noun or number))
            return said if goal is said.goal else _ListPart(goal)

        return timed

    # Within 5, in the first five rolls; on each of them, on the fourth; each with a number and the trials.
    first_trials = the >> silent("first", "next") >> seq(whole.optional(), unit)
    each_of = silent("each", "every", "all") >> silent("one").optional() >> silent("of").optional()
    deadlines = alt(
        (within >> alt(seq(whole, unit.optional()), first_trials)).tag("within"),
        (on >> the >> seq(nth, unit)).tag("on a trial"),
        (on >> each_of >> first_trials).tag("on each"),
    )

    def placed_on(how: str, goal: ex.Goal, trials: int) -> ex.Goal:
        """The goal on so many trials."""
        if how == "within" or trials == 1:
            return goal
        of = of_outcomes(goal, how)
        if how == "on each":
            return ex.InARow(of, trials, at=goal.at)
        # Whatever comes on the trials before it.
        before = ex.Union((of, ex.Complement(of, at=of.at)), at=of.at)
        return ex.Then((ex.InARow(before, trials - 1, at=of.at), of), at=goal.at)

    one_of_list = goals(commas=False)

    goal.become(goals(commas=True))
    return goal << eof.desc("the end")
