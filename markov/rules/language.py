"""The wager language: a text into an expression, or the character at which it stops making sense.

The grammar is in docs/reference/ask.md. Nothing of a text is ever evaluated: it is parsed into the types of
markov/rules/expression.py.
"""

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches
from functools import cache, lru_cache
from itertools import takewhile
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
    *(_OUTCOME, "a bracket", "a whole number", "in a row", "x and a number", "|", "then", "and", "or"),
    *("before", "of", "within", "a comma", *_CLOSING),
)
# How a question begins that is no goal, and what to write.
_NO_GOAL = {
    "how": "write the goal alone, such as all of 2..12: the answer has its chance and the number of trials",
    "what": "write the goal alone, such as 6x6 before 7: the answer has its chance and the number of trials",
    "some": "ask for the opposite, such as all pockets within 200, and take 1 less its chance",
    "is": "write the goal alone, such as all pockets within 200: the answer has its chance",
    "a hand": "a shooter's hand ends at the seven-out: write seven-out, with --at-least 154 for its length",
    "best of": "a best of seven is a race to four wins: heads x4 before tails x4",
}
# What is written for signs that compare or join.
_SIGNS = {
    ">= => ≥": "{n} or more",
    ">": "{more} or more",
    "<= =< ≤": "a range from the lowest, as in {low}..{n}",
    "<": "a range from the lowest, as in {lower}..{less}",
    "= ==": "{n} alone",
    "!= ≠ <>": "not {n}",
    "/ ||": "or, as in 6 or 8",
    "& &&": "and, as in 6 and 8",
}
_UNITS = frozenset(unit + ending for unit in (*ex.VERBS, "trial", "hand") for ending in ("", "s", "es"))
# What a wheel has several of: a number in front of it may count different ones, or all of them together.
_CLASSES = ex.KINDS | {"face", "point"}
# What else it may count, and how that is written.
_ELSEWHERE = {
    "pair": "; for cards, {how}{n} of (each rank x2)",
    "point": "; for points that are made at craps, {how}{n} different points made",
}
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
    tokens = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup or "other"
        said, at = match[kind], match.span(kind)
        if kind.startswith("quoted"):
            said = " ".join(said.split())
            tokens.append(_Token("word", f'"{said.lower()}"', (at[0] - 1, at[1] + 1), said))
            continue
        tokens.append(_Token(kind, said.lower(), at, said))
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
    markov.rules.expression.GoalError: the text ends too early; expected an outcome such as 6, hard 8 or \
red, as in 6x6 before 7
      6x6 before
                ^

    Raises GoalError, which points at the character that is not understood.
    """
    if len(text) > LONGEST:
        raise ex.GoalError(f"a question of {len(text):,} characters is too long; the limit is {LONGEST:,}")
    if not text.strip():
        raise ex.GoalError("there is nothing to ask; write a goal like 6x6 before 7", (0, 0), text)
    tokens = _tokens(text.rstrip().removesuffix("?"))
    _brackets(tokens, text)
    for begins, write in _NO_GOAL.items():
        if [token.word for token in tokens[:2]][: len(begins.split())] == begins.split():
            raise ex.GoalError(f"this is no goal; {write}", tokens[0].at, text)
    from parsy import ParseError

    try:
        goal: ex.Goal = _grammar().parse(tokens)
        _refuse_unclear_lists(tokens)
    except ParseError as error:
        before, rest = tokens[: error.index], tokens[error.index :]
        raise _unexpected(text, before, rest, error.expected) from None
    except ex.GoalError as error:
        raise ex.GoalError(error.why, error.at, text) from None
    except RecursionError:
        raise ex.GoalError("brackets are inside of brackets too deep to be read", (0, 1), text) from None
    return goal


def parsed_set(text: str) -> ex.Set:
    """The set of outcomes that the text says, such as 2|3|11|12; raises GoalError where it says none."""
    goal = parsed(text)
    outcome_set = _as_set(goal)
    if outcome_set is None:
        raise ex.GoalError(f"{text!r} is a goal, not a set of outcomes; write labels, as in 2|3|11|12")
    return outcome_set


def _brackets(tokens: Iterable[_Token], text: str) -> None:
    deep = denied = 0
    for token in tokens:
        deep += (token.word == "(") - (token.word == ")")
        denied = denied + 1 if token.word == "not" else 0
        if deep > _DEEPEST:
            raise ex.GoalError(f"brackets are inside of brackets more than {_DEEPEST} deep", token.at, text)
        if denied > _DEEPEST:
            raise ex.GoalError(f"not stands more than {_DEEPEST} times in a row", token.at, text)


_UP_TO = ("to", "through")
_NOT_NAMED = (*_UP_TO, *ex.BEHIND)
_NOT_COUNTED = {"of", "different", "times", "once", "twice", "in", "on", "within", "then", *_NOT_NAMED}
_COUNTING = {"twice", "times", *ex.BEHIND}
_CAPPING = ("at most", "fewer than", "less than")
_SINGLING = {"a", "an", "the", "any", "all", "each", "every", "same", "not", "no"}
_SINGULAR = {"craps", "boxcars", "eyes"}
_UNCLEAR = {
    "last or all": "this may count the last outcome alone or all of them; put in brackets what is counted, "
    "as in 6 or (8 twice), or (6|8) twice",
    "row": "in a row may be said of the last alone or of all; say it of each, or put the last in brackets, "
    "as in two 6s or (two 8s in a row)",
    "numbers": "these may be two numbers to count to, or an outcome; write 6x2, which is two or more",
    "how many": "it is not said how many of each; write how many, as in two 6s or two 8s, or (6|8) x2 for "
    "any two of them",
}


def _refuse_unclear_lists(tokens: Sequence[_Token]) -> None:
    """Refuses a list in which a number may count one outcome or several: two 6s or 8s, or 6 or 8 twice."""
    lists: list[list[list[_Token]]] = [[[]]]
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.word == "(":
            lists.append([[]])
        elif token.word == ")":
            _refuse_unclear_counts(lists.pop())
            lists[-1][-1].append(token)
        elif token.word == "before":
            _refuse_unclear_counts(lists[-1])
            lists[-1] = [[]]
        elif token.word in ("and", "or", ",") and (after is None or after.word != "more"):
            lists[-1].append([])
        elif token.word != "both":
            lists[-1][-1].append(token)
    _refuse_unclear_counts(lists[0])


def _refuse_unclear_counts(listed: Sequence[Sequence[_Token]]) -> None:
    """Refuses a list of which it is not said what its numbers count; a bracket in it is its last sign."""
    many: Sequence[_Token] = ()  # the first part with a number in front that counts several, as in two 6s
    before: Sequence[_Token] = ()
    just = was_open = was_loose = False
    for tokens in filter(None, listed):
        rolled = tokens[0].word in ex.VERBS and len(tokens) > 2  # roll two 6s
        part = tokens[rolled:]
        words = [token.word for token in part]
        capped = " ".join(words[:2]) in _CAPPING
        exactly = capped or words[0] == "exactly"
        rest = part[2 if capped or words[:2] == ["at", "least"] else exactly :]
        counts = len(rest) > 1 and rest[1].kind == "word" and rest[1].word not in _NOT_COUNTED
        ahead = (rest[0].number or 0) if counts else 0
        # Nothing says how many: not a number, an article, a word such as any, nor a bracket.
        in_words = not any(token.kind == "times" for token in part)
        counted = not {"once", ")", *_COUNTING}.isdisjoint(words) or not in_words
        is_open = not (counted or ahead or words[0] in _SINGLING)
        plural = any(word.endswith("s") and word not in _SINGULAR for word in words)
        in_row = "running" in words or "in a row" in " ".join(words)
        number = before[0].number if len(before) == 1 else None
        if was_open and words[-1] != ")" and not _COUNTING.isdisjoint(words[1:]):
            raise ex.GoalError(_UNCLEAR["last or all"], _span(before[0], part[-1]))
        if was_loose and in_row and in_words:
            raise ex.GoalError(_UNCLEAR["row"], _span(before[0], part[-1]))
        if number and ahead == number + 1:
            raise ex.GoalError(_UNCLEAR["numbers"], _span(before[0], part[-1]))
        if many and is_open and (plural or just):
            raise ex.GoalError(_UNCLEAR["how many"], _span(many[0], part[-1]))
        if not many and (ahead > 1 or (ahead and exactly)):
            many, just = part, exactly
        loose = in_words and not in_row and (ahead > 1 or not _COUNTING.isdisjoint(words))
        before, was_open, was_loose = part, is_open, loose


def _unexpected(
    text: str, before: Sequence[_Token], rest: Sequence[_Token], expected: AbstractSet[str]
) -> ex.GoalError:
    # Where an outcome may stand so may all else that begins a goal: it goes without saying.
    wanted = [_OUTCOME] if _OUTCOME in expected else [phrase for phrase in _EXPECTED if phrase in expected]
    if not wanted:  # a number was the beginning of something that may be left out
        rest, wanted = before[-1:], ["the end"]
    end = len(text.rstrip())
    at, word = (rest[0].at, rest[0].word) if rest else ((end, end + 1), "")
    commas = [token for token in before if token.word == ","]
    why = ""
    if on := [token for token in before[-2:] if token.word == "on"]:
        at = on[0].at
        why = "I can't read this; say trials as on the fourth roll, on each of the first three "
        why += "rolls, or within them; at craps an outcome may be that of a come-out roll, as in come-out 7"
    elif word == "more":
        why = "I can't read 'more' here; write more than two 7s, 7x2 or more, or 7 or more for 7..12"
    elif word == "," and before and before[-1].word.isdigit():
        why = "I can't read ',' here; a number is written without commas, as in within 1000"
    elif commas and {"and", "or"} <= expected and not expected & {_OUTCOME, "a comma", *_CLOSING}:
        at, why = commas[-1].at, "it is not said whether one of these is enough; write 2, 3 or 12 for any of "
        why += "them, and 2, 3 and 12 for all"
    elif meant := _in_words(before, rest):
        why = meant
    elif word == "before" and not expected.isdisjoint(_CLOSING):
        why = "I can't read 'before' here; the deadline comes last, as in 6 before 7 within 5"
        if word in [token.word for token in before]:
            why = "I can't read 'before' here; a goal is before one stopper; put goals that have stoppers of "
            why += "their own in brackets, as in (6 before 7) and (8 before 7x2)"
    else:
        near = get_close_matches(word, [phrase for phrase in expected if phrase.isalpha()], n=1, cutoff=0.7)
        hint = did_you_mean(near) or f"expected {listed(wanted, 'or')}, as in {_EXAMPLE}"
        if not rest and [token.word for token in before[-3:-1]] == ["at", "most"]:
            hint = f"say of what, as in at most {before[-1].text} 6s within 20, or write a range, as in 2..9"
        what = f"I can't read {rest[0].text!r} here" if rest else "the text ends too early"
        why = f"{what}; {hint}"
    dice = (token.text for token in (*before, *rest) if re.fullmatch("[0-9]*d[0-9]+[a-z0-9]*", token.word))
    if named := next(dice, ""):
        why += f"; name dice with --on {named}"
    return ex.GoalError(why, at, text)


def _in_words(before: Sequence[_Token], rest: Sequence[_Token]) -> str:
    """A message that says what to write for a sign that compares or joins; empty for all else."""
    signs = "".join(token.word for token in takewhile(lambda token: token.number is None, rest))
    told = next((token.number for token in rest if token.number is not None), 6)
    write = next((write for known, write in _SIGNS.items() if signs in known.split()), "")
    if signs == "of" and before and before[-1].word in ("total", "sum", "roll"):
        write = "{n} alone"
    write = write.format(n=told, more=told + 1, less=told - 1, low=min(2, told), lower=min(2, told - 1))
    return f"I can't read {signs!r} here; write {write}" if write else ""


def _as_set(goal: ex.Part) -> ex.Set | None:
    """The goal as a set of outcomes, where one trial tells; None where it is more than that."""
    if isinstance(goal, ex.Set):
        return goal
    if isinstance(goal, ex.Among) and goal.need == 1 and not goal.exactly:
        single = (part.of if isinstance(part, ex.Each) and part.need == 1 else part for part in goal.parts)
        sets = tuple(each for each in map(_as_set, single) if each is not None)
        return ex.Union(sets, at=goal.at) if len(sets) == len(goal.parts) else None
    return None


def listed_parts(parts: Sequence[ex.Goal | ex.Each]) -> tuple[ex.Goal | ex.Each, ...]:
    """The parts of a list: a range stands for its members, and so does a set that is all of the list."""
    return tuple(
        ex.Each(part, at=part.at)
        if isinstance(part, ex.Range) or (len(parts) == 1 and isinstance(part, ex.Set))
        else part
        for part in parts
    )


def _span(first: Any, last: Any) -> ex.Span:
    """The characters from one part to another."""
    return first.at[0], last.at[1]


@cache
def _grammar() -> Any:
    """The parser of the whole language, made once; it reads tokens."""
    from parsy import Parser, alt, eof, fail, forward_declaration, generate, peek, seq, test_item

    reads: Callable[[Callable[[], Parsing]], Parser] = generate

    def word(*words: str) -> Parser:
        """The words, one after the other: the characters of all of them."""
        parts = [test_item(lambda token, text=text: token.word == text, text) for text in words]
        return seq(*parts).map(lambda tokens: (tokens[0].at[0], tokens[-1].at[1]))

    whole = test_item(lambda token: token.number is not None, "a whole number")

    def token(fits: Callable[[_Token], bool]) -> Parser:
        """A token that fits, which is not told where something else was expected."""
        return test_item(fits, "")

    def silent(*words: str) -> Parser:
        """Any one of the words, which is not told either."""
        return token(lambda token: token.word in words)

    nth = token(lambda token: token.place is not None)
    # On which trials an outcome has to come is no part of its name.
    on_trials = silent("on") >> alt(silent("each", "every", "all", "the"), whole, nth)

    def name(described: str, fits: Callable[[_Token], bool] = lambda token: True) -> Parser:
        """A word of the name of an outcome."""
        return on_trials.should_fail("") >> test_item(
            lambda token: token.kind == "word" and token.word not in ex.RESERVED and fits(token), described
        )

    part = name(_OUTCOME)
    more_of_it = name("", lambda token: token.word not in ex.BEHIND) << silent("times").should_fail("")
    named = name("", lambda token: token.word not in _NOT_NAMED and not re.match(r"[0-9]+\+?$", token.word))
    the = silent("the").optional()
    # By itself a number in words is that number: seven.
    in_words = silent(*ex.NUMBER_WORDS)
    numeral = in_words.map(lambda token: ex.Label(str(token.number), at=token.at))
    article = (silent(*ex.ARTICLES) << peek(alt(part, numeral))).optional()
    in_row = alt(word("in", "a", "row"), word("running")).desc("in a row")
    # The first dozen and the second column are outcomes of roulette.
    a_class = token(lambda token: token.word.rstrip("s") in ("dozen", "column"))
    ordinal = silent("the") >> silent(*ex.ORDINALS) << a_class.should_fail("") << peek(part)
    unit = silent(*_UNITS)
    goal = forward_declaration()

    number_in_it = in_words << silent("times").should_fail("")  # hard eight, and not eight times

    numbers = seq(whole << alt(word(".."), silent(*_UP_TO)), whole).combine(
        lambda low, high: ex.Range(low.number, high.number, at=_span(low, high))
    )

    @reads
    def label() -> Parsing:
        first = yield part
        pieces = [first, *(yield alt(more_of_it, number_in_it).many())]
        name = " ".join(
            str(token.number) if token.word in ex.NUMBER_WORDS else token.text for token in pieces
        )
        if not pieces[-1].word.endswith('"'):
            name = re.sub(r"(?<=[0-9])['’]?s$", "", name)  # two 7s are 7s
        return ex.Label(name, at=_span(first, pieces[-1]))

    or_more = silent("or") >> silent("more") << silent("than").should_fail("")

    # 6 or more is what a wheel knows as 6+.
    upward = seq(whole, or_more).combine(lambda low, last: ex.Label(f"{low.number}+", at=_span(low, last)))

    @reads
    def bracketed() -> Parsing:  # step by step, as combinators would nest calls twice as deep
        yield word("(").desc("a bracket")
        inside = yield goal
        yield word(")").desc("a closing bracket")
        return inside

    @reads
    def excepted() -> Parsing:
        begun = yield word("not")
        if (yield peek(silent("all", "any", "each", "every", "exactly")).optional()) is not None:
            raise ex.GoalError(
                "not is about outcomes; for a goal that does not come take 1 less its chance", begun
            )
        denied = yield single
        return ex.Complement(of_outcomes(denied, "not"), at=(begun[0], denied.at[1]))

    # Where an outcome has to begin, x7 by itself is the name of one.
    x7 = token(lambda token: token.kind == "times" and " " not in token.text)
    lone_times = seq(x7, part).should_fail("") >> x7.map(lambda token: ex.Label(token.text, at=token.at))
    single = article >> alt(numbers, upward, excepted, bracketed, label, lone_times, numeral)

    @reads
    def outcomes() -> Parsing:
        first = yield single
        more = yield (word("|") >> single).many()
        parts = tuple(of_outcomes(outcome_set, "|") for outcome_set in (first, *more)) if more else ()
        return ex.Union(parts, at=_span(first, more[-1])) if more else first

    x_times = test_item(lambda token: token.kind == "times", "x and a number")

    @reads
    def suffix() -> Parsing:
        """The times, if in a row, the last character, and if they are of the same one; None for no words."""
        count = yield (
            (silent("at") >> silent("least")).optional()
            >> alt(
                x_times,
                whole << word("times"),
                test_item(lambda token: token.word in ("once", "twice"), "twice"),
                silent("repeated", "repeats"),
            )
        ).optional()
        if count is None:
            return None
        yield or_more.optional()  # which goes without saying
        row = yield in_row.optional()
        times = (
            int(count.word[1:].strip())  # of more kinds of space than int() knows
            if count.kind == "times"
            else count.number or (1 if count.word == "once" else 2)
        )
        return times, row is not None, (row or count.at)[1], count.word.startswith("repeat")

    def each_of(said: str, head: Parser) -> Parser:
        """The members of a set, each so often, behind such words."""

        @reads
        def members() -> Parsing:
            begun = yield head
            counted = yield outcomes
            times, row, end, same = (yield suffix) or (1, False, counted.at[1], False)
            return ex.Each(of_outcomes(counted, said), times, row, at=(begun[0], end)), same

        return members

    def one_of(each: ex.Each) -> ex.Among:
        """The goal that one of the members comes so often, whichever."""
        return ex.Among(1, (each,), at=each.at)

    every = each_of("each", word("each")).map(lambda each: each[0])
    same = each_of("same", the >> word("same")).map(lambda each: one_of(each[0]))

    @reads
    def listed() -> Parsing:
        """The list in brackets or the set after `of`, and its last character."""
        number = yield (the >> whole << peek(named)).optional()
        if number is not None:
            counted = yield label
            return (ex.Each(counted, at=_span(number, counted), number=number.number),), counted.at[1]
        begun = yield word("(").desc("a bracket").optional()
        if begun is None:
            counted = yield outcomes
            return listed_parts([of_outcomes(counted, "of")]), counted.at[1]
        parts = yield alt(every, one_of_list).sep_by(word(",").desc("a comma"), min=1)
        end = yield word(")").desc("a closing bracket")
        return listed_parts(parts), end[1]

    different = (word("different") >> outcomes).map(
        lambda counted: ((ex.Each(of_outcomes(counted, "different"), at=counted.at),), counted.at[1])
    )

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
                raise ex.GoalError(f"leave out exactly, or list the ranks: exactly ace x{number.number}", at)
            return one_of(ex.Each(ex.Label("kind", at=kind.at), number.number, at=at))
        parts, end = yield alt(word("of") >> listed, different)
        return ex.Among(number.number, parts, exactly == "exactly", at=(number.at[0], end))

    @reads
    def running() -> Parsing:
        """Any one of the outcomes, so often in a row or repeated: the same one each time."""
        each, repeated = yield each_of("any", word("any"))
        of, times = each.of, each.need
        if times > 1 and not each.in_row and not repeated:
            why = "this may be the same one each time, or any of them together; write same "
            raise ex.GoalError(f"{why}{of} x{times}, or {of} x{times}", each.at)
        if (gone := (yield missing.optional())) is not None:
            raise no_one(of, _span(each, gone[0]), *gone[1:])
        return one_of(each) if each.in_row or repeated else (yield fail("in a row"))

    @reads
    def missing() -> Parsing:
        """Asleep for 20 spins: the last token, the trials, and if there is a deadline or a stopper too."""
        last = yield silent("asleep", "missing")
        span = yield (silent("for", "after") >> whole << unit.optional()).optional()
        streak = yield peek(silent("within", "in", "before")).optional()
        return span or last, span and span.number, streak is not None

    def no_one(of: ex.Set, at: ex.Span, trials: int | None, streak: bool) -> ex.GoalError:
        """The error where one of several is to be missing, whichever."""
        until = f" within {trials}" if trials else ", with the same deadline"
        why = f"ask for the opposite, every {of}{until}, and take 1 less its chance"
        if trials and streak:
            why = f"list them all, as in any of (not 17 x{trials} in a row, not 18 x{trials} in a row)"
        return ex.GoalError(f"for any one of these that does not come {why}", at)

    @reads
    def none() -> Parsing:
        """None of the outcomes, as in no 6: only of those of a table, as others may be called no win."""
        begun = yield silent("no")
        parts = yield (article >> alt(numbers, label, numeral)).sep_by(word("|"), min=1)
        at = _span(begun, parts[-1])
        if not all(isinstance(part, ex.Range) or part.name.isdigit() or homes(part.name) for part in parts):
            yield fail("")
        more = yield peek(seq(silent("or", "and", ","), silent("no").should_fail(""))).optional()
        if more is not None:
            raise ex.GoalError("this may be none of them, or not the first alone; write no 6|8 for none", at)
        of = parts[0] if len(parts) == 1 else ex.Union(tuple(parts), at=at)
        return ex.Times(of, 0, True, at=at)

    # The bet called All: the word with no outcome behind it.
    behind_all = alt(silent("before", "or", "and", "within", "in", ",", ")"), eof)
    alone = (word("all") << peek(behind_all)).map(lambda at: ex.Label("all", at=at))
    # Outcomes in a row, as in a run of eight reds.
    run = seq(silent("a").optional() >> silent("run", "streak") << silent("of"), whole, outcomes).combine(
        lambda run, number, of: ex.InARow(of_outcomes(of, "a run"), number.number, at=_span(run, of))
    )

    exactly = word("exactly").optional()
    # At least two, more than two: how far the number is from the least, and the first character.
    least = alt(
        word("at", "least").map(lambda at: (0, at[0])),
        (silent("more") << silent("than")).map(lambda token: (1, token.at[0])),
    )
    most = alt(
        (silent("at") << silent("most")).map(lambda token: (0, token.at[0])),
        (silent("fewer", "less") << silent("than")).map(lambda token: (-1, token.at[0])),
    )
    # At least 12 is what a wheel knows as 12+.
    higher = seq(least, whole).combine(
        lambda least, number: ex.Label(f"{number.number + least[0]}+", at=(least[1], number.at[1]))
    )
    in_front = alt(
        in_words << or_more.optional() << peek(name("", lambda token: token.word not in _UP_TO)),  # one 7
        whole << or_more.optional() << peek(alt(named, silent("("))),
    ).map(lambda number: ((0, None), number))

    # The second 7.
    placed = seq(exactly, ordinal, outcomes).combine(
        lambda exact, nth, counted: ex.Times(
            of_outcomes(counted, nth.word), nth.place, exact is not None, at=_span(nth, counted)
        )
    )

    @reads
    def at_most() -> Parsing:
        """A greatest number, as in at most two 7s or fewer than three: exactly none, or one, or two."""
        shift, begun = yield most
        number = yield whole
        counted = yield outcomes
        times, at = number.number + shift, (begun, counted.at[1])
        if times < 1:
            raise ex.GoalError("for none at all write no 7, with the outcome in place of 7", at)
        refuse_classes(counted, times, "exactly ", at)
        of = of_outcomes(counted, "at most")
        return ex.Among(1, tuple(ex.Times(of, k, True, at=at) for k in range(times + 1)), at=at)

    @reads
    def ahead() -> Parsing:
        """A number in front, as in two 7s, exactly two, at least two, two in a row."""
        exact = yield exactly
        (shift, begun), number = yield in_front if exact else alt(seq(least, whole), in_front)
        consecutive = yield (word("consecutive") << peek(part)).optional()
        counted = yield lone_times.should_fail("") >> outcomes
        yield or_more.optional()
        row = yield in_row.optional()
        times, end = number.number + shift, (row or counted.at)[1]
        if row is None and consecutive is None and (exact or times > 1):
            refuse_classes(counted, times, "exactly " if exact else "", (number.at[0], end))
        at = (counted.at[0] if begun is None else begun, end)
        return tally(counted, times, bool(row or consecutive), exact, at)

    @reads
    def behind() -> Parsing:
        """Outcomes, with what counts them behind, if anything does: 7 twice, 7 x2, 17 asleep."""
        exact = yield exactly
        found = (yield higher.optional()) if exact is None else None
        if found is None:
            found = yield outcomes
        if (counted := (yield suffix)) is not None:
            times, in_order, end, repeated = counted
            if repeated and is_class(found):
                of = of_outcomes(found, "repeated")
                return one_of(ex.Each(of, times, in_order, at=(found.at[0], end)))
            return tally(found, times, in_order, exact, (found.at[0], end))
        if (gone := (yield missing.optional())) is not None:
            return absent(found, _span(found, gone[0]), *gone[1:])
        if (row := (yield in_row.optional())) is not None:
            raise ex.GoalError("say how often in a row, as in heads x8 in a row", row)
        return tally(found, 1, False, exact, found.at) if exact else found

    @reads
    def compared() -> Parsing:
        """At least 6x2, which is 6x2; refuses what may be how often or how high, as in more than 6x2."""
        first, second = yield seq(silent("at", "more", "fewer", "less"), silent("least", "most", "than"))
        number, signed = yield seq(whole, peek(x_times).optional())
        if (counted := (yield suffix)) is None:
            yield fail("")
        n, how, (times, in_order, end, _) = number.number, f"{first.word} {second.word}", counted
        if signed and how == "at least":
            return tally(ex.Label(str(n), at=number.at), times, in_order, None, (first.at[0], end))
        low, row = f"a range from the lowest, as in {min(2, n)}..", " in a row" * in_order
        high = {"at least": f"{n}+", "more than": f"{n + 1}+", "at most": f"{low}{n}"}
        why = f"this may be how often it comes, or how high it is; write {how} {times} {n}s{row}, or "
        raise ex.GoalError(f"{why}{high.get(how, f'{low}{n - 1}')} x{times}{row}", (first.at[0], end))

    tallied = alt(compared, placed, at_most, ahead, behind)

    def tally(counted: Any, times: int, in_row: bool, exact: ex.Span | None, at: ex.Span) -> ex.Goal:
        """The outcomes so often, in a row or in any places."""
        of = of_outcomes(counted, "x")
        if in_row and exact:
            raise ex.GoalError("an exact number in a row has no meaning here; leave out exactly", at)
        return ex.InARow(of, times, at=at) if in_row else ex.Times(of, times, exact is not None, at=at)

    def is_class(goal: ex.Goal) -> bool:
        """True for a word of which a wheel has several, such as dozens."""
        return isinstance(goal, ex.Label) and goal.name.lower().removesuffix("s") in _CLASSES

    def refuse_classes(counted: ex.Goal, times: int, how: str, at: ex.Span) -> None:
        """Refuses a number in front of a word such as dozens."""
        if is_class(counted):
            other = _ELSEWHERE.get(str(counted).lower().removesuffix("s"), "").format(how=how, n=times)
            raise ex.GoalError(
                f"this may count different ones, or all of them together; write {how}{times} different "
                f"{counted}, or {how}{counted} x{times}{other}",
                at,
            )

    def absent(counted: ex.Goal, at: ex.Span, trials: int | None, streak: bool) -> ex.Goal:
        """Asleep for so many trials: the next ones, or, with a deadline or a stopper, so many in a row."""
        of = of_outcomes(counted, "asleep")
        if is_class(counted):
            raise no_one(of, at, trials, streak)
        if trials and streak:
            return ex.InARow(ex.Complement(of, at=counted.at), trials, at=at)
        none = ex.Times(of, 0, True, at=at)
        return ex.Within(none, trials, at=at) if trials else none

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
        parts: list[Any] = [
            piece if isinstance(piece, ex.InARow) else _as_set(piece) for piece in (first, *more)
        ]
        if None in parts:
            why = "then joins outcomes of trials in a row; write 7 then 7, or 7 x2 in a row"
            raise ex.GoalError(why, (first, *more)[parts.index(None)].at)
        return ex.Then(tuple(parts), at=_span(first, more[-1]))

    def joined(need: int | None, first: Any, more: Sequence[Any]) -> ex.Goal:
        return ex.Among(need, (first, *more), at=_span(first, more[-1])) if more else first

    # Both 6 and 8: the word goes without saying, but only where an and follows.
    leading = alt(silent("both") >> pattern << peek(word("and")), pattern)
    with_and = (word("and") >> pattern).many()
    every_one = seq(leading, with_and).combine(lambda first, more: joined(None, first, more))
    # The rest of a list such as 2, 3 or 12 after its first goal: the number asked for, and the goals.
    in_commas = seq(
        (silent(",") >> pattern).at_least(1),
        silent(",").optional() >> alt(word("or").result(1), word("and").result(None)),
        pattern,
    ).combine(lambda more, need, last: (need, (*more, last)))

    def goals(commas: bool) -> Parser:
        """Goals that are joined, their stopper and their deadline; in a list a comma parts goals."""

        @reads
        def either() -> Parsing:
            first = yield leading
            if commas and (more := (yield in_commas.optional())) is not None:
                return joined(more[0], first, more[1])
            first = joined(None, first, (yield with_and))
            return joined(1, first, (yield (word("or") >> every_one).many()))

        @reads
        def timed() -> Parsing:
            yield word("first", "to").optional()
            goal = yield either
            if (yield word("before").optional()) is not None:
                tie = yield (silent("or") >> silent("with")).optional()
                stop = yield either
                goal = ex.Before(goal, stop, tie is not None, at=_span(goal, stop))
            if (how := (yield alt(in_time, on_each).optional())) is None:
                return goal
            on, trials, end = how
            if on == "each" and trials > 1:
                goal = ex.InARow(of_outcomes(goal, "on each"), trials, at=goal.at)
            if on == "that" and trials > 1:  # whatever comes on the trials before it
                of = of_outcomes(goal, "on a trial")
                before = ex.Union((of, ex.Complement(of, at=of.at)), at=of.at)
                goal = ex.Then((ex.InARow(before, trials - 1, at=of.at), of), at=goal.at)
            return ex.Within(goal, trials, at=(goal.at[0], end))

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
        each = yield silent("each", "every", "all").optional()
        yield silent("one").optional() >> silent("of").optional()
        yield first_trials
        number = yield whole.optional()
        last = yield unit
        trials = number.number if number else 1
        if trials > 1 and each is None:
            many = f"the first {trials} {last.word}"
            why = f"say on each of {many}, or within {many} for at least once"
            raise ex.GoalError(why, _span(begun, last))
        return "each", trials, last.at[1]

    one_of_list = goals(commas=False)

    def of_outcomes(goal: ex.Goal, of: str) -> ex.Set:
        known = _as_set(goal)
        if known is None:
            why = f"{of} is about outcomes, and this is a goal; write labels, as in 2|3|11|12"
            raise ex.GoalError(why, goal.at)
        return known

    goal.become(goals(commas=True))
    return goal << eof.desc("the end")
