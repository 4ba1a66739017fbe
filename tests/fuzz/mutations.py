"""Valid text made invalid, or valid in another way: bytes, characters, tokens, lines, encodings, JSON."""

import codecs
import json
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

# What is put in place of a word. The last is how Python holds a byte of an argument that is no UTF-8.
WORDS = (
    "", " ", "0", "-0", "00", "1", "-1", "+1", "2", "7", "1.5", "1e5", "1e999999999",
    "-1e-999999999", "1/0",
    "0/0", "1/3", "-7/5", "1//2", "1/2/3", "0x10", "1_000", "1,000", ".5", "5.", "NaN", "nan", "inf",
    "-Infinity", "1e", "2**99", "9223372036854775807", "9223372036854775808",
    "18446744073709551616", "9" * 400,
    "-" + "9" * 400, "0." + "3" * 400, "9" * 5_000, "1/" + "7" * 5_000, "true", "false", "null",
    "none", "None",
    "evens", "nothing", "40 for 1", "39 to 1", "0 for 1", "1 for 0", "-3 to 1", "1e9 to 1",
    "1 to 9" + "9" * 300,
    "5%", "-5%", "1e9%", "%", "made", "lost", "surrender-1", "surrender--1", "optimal", "never",
    "all", "..",
    "...", "1..", "..1", "1..2..3", "9..1", "1..9/0", "1..9/-1", "0..1/1e-9", "1..99999999999",
    "=", "==", "a=b",
    "-", "--", "--help", "-o", "--json", "--", "{", "}", "[", "]", "[[", "]]", "(", ")", '"', "'",
    '"""', "'''",
    "\\", "\\u0000", "\\ud800", "\\x00", "#", ";", ":", ",", ".", "/", "//", "*", "~", "$HOME",
    "`id`", "$(id)",
    "%s", "%n", "{0}", "{x}", "__class__", "__import__('os')", "<script>", "&amp;", "../../x", "/",
    ".", "con",
    "state", "action", "init", "[0]", "@type: DTMC", "date", "2024-11-01", "2024-02-31",
    "12:00:61", "x" * 300,
    "wörld", "é", "日本", "🎲", "\u202e7", "a\u200db", "\ufeff", "\ufffd", "\u2028", "\x85",
    "\x1b[31m", "\x1b]0;x\x07",
    "\x07", "\x08", "\x7f", "\x9b31m", "\r", "\n", "\t", "\x0b", "\x0c", "\x1c", "\xa0", "\u2009",
    "\u3000", "\udcff",
)  # fmt: skip
# What looks like a character, or counts as one of its kind to a careless reader.
ALIKE = {
    "a": "аα", "e": "еє", "o": "оο0", "i": "іı", "s": "ѕ", "x": "х×", "1": "１١l", "2": "２²",
    "3": "３³", "4": "４٤",
    "0": "０٠O", "7": "７", "-": "−–‐", "/": "⁄∕", ".": "．。․", "=": "＝﹦", '"': "“”＂", "'": "’ʼ",
    " ": "\xa0\u2003\u200b",
    "%": "％٪", ":": "：", ",": "，", "[": "［", "]": "］", "{": "｛", "}": "｝",
}  # fmt: skip
_TOKEN = re.compile(r"\w+|[^\w\s]|\s+")
_NUMBER = re.compile(r"\d+")


def token(rng: Random, text: str) -> str:
    """Another word in place of one."""
    return _put(rng, text, _TOKEN, rng.choice(WORDS))


def number(rng: Random, text: str) -> str:
    """Another number in place of one: a neighbour of it, or one that is far too large."""
    found = list(_NUMBER.finditer(text))
    if not found:
        return token(rng, text)
    one = rng.choice(found)
    near = int(one[0][:18]) + rng.choice((-1, 1, 2, 10))
    far = one[0] * 2, f"-{one[0]}", "0", "9" * 20, "9" * 5_000, f"{one[0]}e99"
    other = rng.choice((str(near), str(near), *far))
    return text[: one.start()] + other + text[one.end() :]


def swapped(rng: Random, text: str) -> str:
    """Two words in each other's place."""
    words = _TOKEN.findall(text)
    if len(words) > 1:
        i, j = rng.randrange(len(words)), rng.randrange(len(words))
        words[i], words[j] = words[j], words[i]
    return "".join(words)


def look_alike(rng: Random, text: str) -> str:
    """A character, or every one of its kind, as another that looks like it."""
    there = sorted({character for character in text if character in ALIKE})
    if not there:
        return text
    was = rng.choice(there)
    return text.replace(was, rng.choice(ALIKE[was]), rng.choice((1, 1, -1)))


def cut(rng: Random, text: str) -> str:
    """Some characters taken out, or all from somewhere on."""
    start = rng.randint(0, len(text))
    return text[:start] + text[start + rng.choice((1, 1, rng.randint(1, 40), len(text))) :]


def doubled(rng: Random, text: str) -> str:
    """Some characters twice, or many times."""
    start = rng.randint(0, len(text))
    part = text[start : start + rng.choice((1, rng.randint(1, 40)))]
    return text[:start] + part * rng.choice((2, 2, 3, 40)) + text[start + len(part) :]


def control(rng: Random, text: str) -> str:
    """A character that no text has, somewhere."""
    at = rng.randint(0, len(text))
    odd = "\x00\x01\x07\x08\x0b\x0c\x0e\x1b\x1f\x7f\x80\x85\x9b\u2028\u202e\ufeff"
    return text[:at] + rng.choice(odd) + text[at:]


def nested(rng: Random, text: str) -> str:
    """Brackets in brackets, deeper than any reader goes."""
    at, sign = rng.randint(0, len(text)), rng.choice("[{(")
    deep = rng.choice((2, 30, 400, 5_000))
    closed = {"[": "]", "{": "}", "(": ")"}[sign] * deep if rng.random() < 0.5 else ""
    return text[:at] + sign * deep + closed + text[at:]


def lines(rng: Random, text: str) -> str:
    """A line gone, twice, or in the place of another."""
    parts = text.splitlines(keepends=True)
    if not parts:
        return text
    i, j = rng.randrange(len(parts)), rng.randrange(len(parts))
    way = rng.randrange(4)
    if way == 0:
        del parts[i]
    elif way == 1:
        parts.insert(j, parts[i])
    elif way == 2:
        parts[i], parts[j] = parts[j], parts[i]
    else:
        del parts[min(i, j) : max(i, j)]
    return "".join(parts)


SHORT: tuple[Callable[[Random, str], str], ...] = (
    token, token, number, number, swapped, look_alike, cut, doubled, control, nested,
)  # fmt: skip
LONG = (*SHORT, lines, lines, lines)


def text(rng: Random, valid: str, ways: tuple[Callable[[Random, str], str], ...] = LONG) -> str:
    """The text with one to four of these changes."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 4))):
        valid = rng.choice(ways)(rng, valid)
    return valid


def encoded(rng: Random, valid: str) -> bytes:
    """The text as bytes: in UTF-8, or now and then in another way, with marks, line ends or damage."""
    way = rng.randrange(40)
    if way < 6:
        coding = ("utf-16", "utf-16-le", "utf-32", "cp1252", "utf-8-sig", "utf-7")[way]
        return valid.encode(coding, "replace")
    if way < 9:
        valid = valid.replace("\n", ("\r\n", "\r", "\n\r")[way - 6])
    data = valid.encode("utf-8", "surrogatepass")
    if way == 9:
        return codecs.BOM_UTF8 * 2 + data
    if way == 10:
        return data + b"\x00" * rng.randint(1, 9)
    return raw(rng, data) if way < 16 else data


def raw(rng: Random, data: bytes) -> bytes:
    """The bytes with some of them damaged."""
    damaged = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        at = rng.randint(0, len(damaged))
        way = rng.randrange(9)
        if way < 5:
            damaged[at : at + 1] = bytes(byte ^ 1 << rng.randrange(8) for byte in damaged[at : at + 1])
        elif way == 5:
            odd = b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\n", b"0"
            damaged[at:at] = rng.choice(odd)
        elif way == 6:
            del damaged[at : at + rng.choice((1, 10, 1_000))]
        elif way == 7:
            damaged[at:at] = damaged[at : at + rng.choice((1, 10, 1_000))]
        else:
            del damaged[at:]
    return bytes(damaged)


# JSON, by its shape alone: no key is known here.


def tree(rng: Random, valid: str) -> str:
    """A JSON text with one to three of its parts changed, its digests made anew in half of the cases."""
    found = json.loads(valid)
    for _ in range(rng.choice((1, 1, 2, 3))):
        found = _changed(rng, found)
    if rng.random() < 0.5:
        _digested(found)
    tidy = rng.random() < 0.8
    parts = (",", ":") if tidy else None
    return json.dumps(found, sort_keys=tidy, separators=parts, ensure_ascii=tidy) + "\n"


def _changed(rng: Random, root: Any) -> Any:
    places = list(_places(root))
    if not places:
        return rng.choice((root, None, 0, "", [], {}, [root], {"x": root}))
    holder, key = rng.choice(places)
    part, way = holder[key], rng.randrange(9)
    if way == 0:
        del holder[key]
    elif way == 1:
        odd = None, True, False, 0, -1, 2**53, 10**40, 1.5, 1e308, "", [], {}, "0", "1/2"
        holder[key] = rng.choice(odd)
    elif way == 2:
        holder[key] = [part] if rng.random() < 0.5 else {"x": part}
    elif way == 3:
        other, at = rng.choice(places)
        holder[key], other[at] = other[at], part
    elif way == 4 and isinstance(holder, dict):
        holder[rng.choice(WORDS)] = holder.pop(key)
    elif way == 5 and isinstance(holder, list):
        holder.insert(rng.randint(0, len(holder)), deepcopy(part))  # a part that is its own is no JSON
    elif isinstance(part, bool) or part is None:
        holder[key] = not part
    elif isinstance(part, int):
        holder[key] = rng.choice((part + 1, part - 1, -part, part * 10**30, str(part), part + 0.5))
    elif isinstance(part, str):
        holder[key] = text(rng, part, SHORT)
    return root


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of a part: what holds it, and the key or the position."""
    waiting = [part]
    while waiting:
        holder = waiting.pop()
        if isinstance(holder, dict | list):
            for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
                yield holder, key
                waiting.append(holder[key])


def _digested(part: Any) -> None:
    """Makes digests anew: in each object whose values are all digests, of the parts that stand beside it."""
    if not isinstance(part, dict):
        return
    for name, digests in part.items():
        if isinstance(digests, dict) and digests and all(_digest(one) for one in digests.values()):
            part[name] = {
                key: sha256(json.dumps(one, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
                for key, one in part.items()
                if key != name
            }
            return


def _digest(one: Any) -> bool:
    return isinstance(one, str) and re.fullmatch("[0-9a-f]{64}", one) is not None


def _put(rng: Random, valid: str, what: re.Pattern[str], other: str) -> str:
    found = list(what.finditer(valid))
    if not found:
        return other
    one = rng.choice(found)
    return valid[: one.start()] + other + valid[one.end() :]
