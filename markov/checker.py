"""Checks a certificate by substitution alone: python checker.py FILE, a certificate a line.

This file trusts nothing and imports nothing but Python's standard library. Arithmetic is on whole numbers and
fractions. A certificate holds a chain, what is claimed of a wager on it, and witnesses of that:

- Every state has a way to a state of lower rank, and the ends alone have rank 0. So play ends with chance 1,
  and each system of equations below has one solution: witnesses that satisfy it.
- Shares x, visits over the total of the row, satisfy x_j · total_j = [j is the start] + sum of
  x_i · weight_ij in every state j. Hence the chance of each end, and the mean number of spins.
- Left t satisfies total_i · t_i = total_i + sum of weight_ij · t_j. Hence, with shares, their variance.
- Value v is what ends pay. Where play goes on, total_i · v_i is the sum of weight_ij · v_j, and v_i is at
  least what is offered. Where it stops, v_i is the offer, and total_i · v_i exceeds that sum. So v is best.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any


class Refused(Exception):
    """What is wrong, and where."""


def need(condition: object, place: str) -> None:
    """Refuses the certificate, at the place, unless the condition holds."""
    if not condition:
        raise Refused(place)


def canonical(part: Any) -> str:
    """The one text of the part: keys sorted, no spaces, ASCII (RFC 8785, whose texts are ASCII here)."""
    return json.dumps(part, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(part: Any) -> str:
    """The SHA-256 of that text."""
    return hashlib.sha256(canonical(part).encode("ascii")).hexdigest()


def fraction(text: Any, place: str, kind: Any = Fraction) -> Any:
    """The fraction, or the whole number, that the text writes in lowest terms, and in no other way."""
    need(isinstance(text, str) and len(text) < 10**6, f"{place}: {text!r} is no text of a number")
    try:
        number = kind(text)
    except (ValueError, ZeroDivisionError):
        raise Refused(f"{place}: {text!r} is no {kind.__name__.lower()}") from None
    need(str(number) == text, f"{place}: {text!r} is not written in lowest terms")
    return number


def vector(witness: Any, size: int, place: str) -> tuple[int, list[int]]:
    """The denominator of a witness, and its numerators, one a state."""
    numbers = [fraction(text, f"{place} {i}", int) for i, text in enumerate(witness["numerators"])]
    unit = fraction(witness["denominator"], f"{place}, denominator", int)
    need(len(numbers) == size and unit > 0, f"{place}: {len(numbers)} numbers over {unit} for {size} states")
    return unit, numbers


def check_digests(given: Any) -> None:
    """Each part has the digest that is stated for it, words included."""
    parts = {key: part for key, part in given.items() if key != "digests"}
    need(given["digests"].keys() == parts.keys(), "digests: not one for each part")
    for key, part in parts.items():
        need(given["digests"][key] == digest(part), f"{key}: not what its digest was made of")


def check_chain(given: Any) -> None:
    """Rows of whole weights, those of the wheel, into states that are there; a lower rank is in reach."""
    rows, rank, total = given["rows"], given["rank"], sum(weight for _, weight in given["wheel"])
    distinct = set(map(canonical, given["states"]))
    need(
        len(distinct) == len(given["states"]) == len(rows) == len(rank), "states: two are one, or a row lacks"
    )
    for i, row in enumerate(rows):
        need(all(type(x) is int for x in row) and len(row) % 2 == 0, f"row {i}: not pairs of whole numbers")
        need(all(0 <= j < len(rows) for j in row[::2]), f"row {i}: leads to a state that is not there")
        need(all(w > 0 for w in row[1::2]), f"row {i}: a weight that is not above 0")
        need(not row or sum(row[1::2]) == total, f"row {i}: its weights do not sum to {total}")
        need((not row) == (str(i) in given["endings"]), f"endings {i}: an ending where play goes on, or none")
        closer = any(rank[j] < rank[i] for j in row[::2]) if row else rank[i] == 0
        need(closer and type(rank[i]) is int, f"rank {i}: no way to a lower one, or an end that is not 0")
    for i in (*given["offers"], *given["endings"]):
        need(i.isdigit() and int(i) < len(rows), f"offers, endings: no state {i}")


def check_value(given: Any, pays: dict[str, Fraction]) -> None:
    """No play is worth more than best play, from any state."""
    unit, value = vector(given["value"], len(given["rows"]), "value")
    stops = set(given["plays"]["optimal"]["stops"])
    for i, row in enumerate(given["rows"]):
        ahead = sum(w * value[j] for j, w in zip(row[::2], row[1::2], strict=True))
        total, offer = sum(row[1::2]), given["offers"].get(str(i))
        if not row:
            need(value[i] == pays[given["endings"][str(i)]] * unit, f"value {i}: not what the ending pays")
        elif i in stops:
            need(offer and value[i] == pays[offer] * unit, f"value {i}: not what is offered")
            need(total * value[i] > ahead, f"value {i}: stopping is worth no more than playing on")
        else:
            need(total * value[i] == ahead, f"value {i}: not what playing on is worth")
            need(not offer or value[i] >= pays[offer] * unit, f"value {i}: less than what is offered")


def check_play(given: Any, name: str, pays: dict[str, Fraction]) -> None:
    """The witnesses of one way of playing satisfy their equations, and its claims follow from them."""
    play, rows = given["plays"][name], given["rows"]
    stops = set(play["stops"])
    need(
        play["stops"] == sorted(stops) and {str(i) for i in stops} <= given["offers"].keys(), f"{name}, stops"
    )
    need(name == "optimal" or not stops, f"{name}, stops: this play goes on to its end")
    unit, shares = vector(play["shares"], len(rows), f"{name}, share")
    units, left = vector(play["left"], len(rows), f"{name}, left")
    arriving, mean, square = [unit, *[0] * (len(rows) - 1)], 0, 0
    for i, row in enumerate(rows):
        if not row or i in stops:
            need(shares[i] == left[i] == 0, f"{name}, state {i}: spins where play is over")
            continue
        total, ahead = sum(row[1::2]), 0
        for j, weight in zip(row[::2], row[1::2], strict=True):
            arriving[j] += weight * shares[i]
            ahead += weight * left[j]
        need(total * left[i] == total * units + ahead, f"{name}, left {i}: not 1 and what comes after it")
        mean += shares[i] * total
        square += shares[i] * total * (2 * left[i] - units)
    chances: dict[str, Fraction] = {}
    for i, row in enumerate(rows):
        if row and i not in stops:
            need(shares[i] * sum(row[1::2]) == arriving[i], f"{name}, share {i}: not what arrives")
        elif arriving[i]:
            ending = given["offers" if i in stops else "endings"][str(i)]
            chances[ending] = chances.get(ending, Fraction(0)) + Fraction(arriving[i], unit)
    spins = Fraction(mean, unit), Fraction(square, unit * units) - Fraction(mean, unit) ** 2
    compare(play["claims"], answer(given, pays, chances, spins), f"{name}, claims")


def answer(given: Any, pays: dict[str, Fraction], chances: dict[str, Fraction], spins: Any) -> dict[str, Any]:
    """Every figure that follows from the chances of the endings and the number of spins, as text."""
    outlay = fraction(given["outlay"], "outlay")
    returned = sum((p * pays[e] for e, p in chances.items()), Fraction(0))
    owed = [p * fraction(given["envy"].get(e, "0"), f"envy {e}") for e, p in chances.items()]
    decided = [p for e, p in chances.items() if e not in given["undecided"] and pays[e] != outlay]
    bases = {"stake": Fraction(1), "outlay": outlay, "resolved": sum(decided), "spin": spins[0]}
    figures = {"returned": returned, "net": returned - outlay, "rtp": returned / outlay, "envy": sum(owed)}
    figures["variance"] = sum(p * pays[e] ** 2 for e, p in chances.items()) - returned**2
    figures["hit_frequency"] = sum((p for e, p in chances.items() if pays[e] > 0), Fraction(0))
    figures["house_after_envy"] = outlay - returned - sum(owed)
    return {key: str(number) for key, number in figures.items()} | {
        "edge": {f"per_{b}": str((outlay - returned) / base) if base else None for b, base in bases.items()},
        "spins": {"mean": str(spins[0]), "variance": str(spins[1])},
        "endings": {e: {"probability": str(p), "returned": str(pays[e])} for e, p in chances.items()},
    }


def compare(claimed: Any, found: Any, place: str) -> None:
    """Refuses what is claimed at the first place where it is not what was found."""
    if isinstance(found, dict) and isinstance(claimed, dict):
        need(claimed.keys() == found.keys(), f"{place}: {sorted(claimed)} is claimed, {sorted(found)} found")
        for key in found:
            compare(claimed[key], found[key], f"{place}, {key}")
    else:
        need(claimed == found, f"{place}: {claimed} is claimed, {found} found")


def check(text: str) -> Iterator[tuple[str, bool, str]]:
    """Each check: its name, whether it holds, and what is wrong where. Nothing follows one that does not."""
    name = "form"
    try:
        given = json.loads(text)
        need(text.rstrip("\n") == canonical(given), "the file: not in canonical form")
        need(given["schema"] == "markov/certificate/1", "schema: not one that this checker knows")
        pays = {ending: fraction(pay, f"pays {ending}") for ending, pay in given["pays"].items()}
        yield name, True, "canonical"
        name = "chain"
        check_chain(given)
        yield name, True, "rows have the weights of the wheel, and from every state play can come to an end"
        name = "best play"
        check_value(given, pays)
        yield name, True, "worth at least as much as any other, from every state"
        for play in ("never", "optimal"):
            name = f"claims, {play}"
            check_play(given, play, pays)
            yield name, True, "follow from witnesses that satisfy their equations"
        name = "digests"
        check_digests(given)
        yield name, True, "each part is what its digest was made of"
    except (Refused, ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        yield name, False, str(error) if isinstance(error, Refused) else f"not a certificate: {error!r}"


if __name__ == "__main__":
    sys.set_int_max_str_digits(0)
    with open(sys.argv[1], encoding="ascii") as read:
        results = [result for line in read for result in check(line)]
    print("\n".join(f"{'ok' if holds else 'NO'}  {what}  {detail}" for what, holds, detail in results))
    sys.exit(not all(holds for _, holds, _ in results))
