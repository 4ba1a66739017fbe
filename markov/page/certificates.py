"""Certificates as a page holds them: of a witness what its equations leave over, 0 where they hold."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markov.checker import PHASED, RAISED, SCHEMA
from markov.page.model import MOST_EXPLORED, steps
from markov.page.write import packed
from markov.wager.asked import Asked

if TYPE_CHECKING:
    from markov.command.output import Progress

MOST_PACKED = 100_000  # characters of a packed certificate that a page holds
REPLAYED = SCHEMA, PHASED, RAISED  # the forms that a page can replay


def certificates(
    asked: Asked, limit: int, progress: "Progress" = lambda *_: None
) -> dict[str, dict[str, Any] | str]:
    """By slug of a wager its certificate, folded; its SHA-256 where a page cannot hold or replay it.

    A wager that cannot be certified is left out.
    """
    from hashlib import sha256

    from markov.chain.transitions import TooMuchWork
    from markov.checker import canonical
    from markov.proof.certificate import certificate
    from markov.wager.rule import NoAnswer

    documents: dict[str, dict[str, Any] | str] = {}
    for number, (key, wager) in enumerate(asked.wagers.items()):
        progress(f"{wager.name}: certificate", number, len(asked.wagers))
        try:
            whole = certificate(asked.published, asked.reading, wager, min(limit, MOST_EXPLORED))
        except (TooMuchWork, NoAnswer, ValueError):
            continue
        short = folded(whole) if whole["schema"] in REPLAYED else None
        if short and len(packed(short)) <= MOST_PACKED:
            documents[key] = short
        else:
            documents[key] = sha256(f"{canonical(whole)}\n".encode()).hexdigest()
    return documents


def folded(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate in a shorter form, of which a page makes its numbers again, be they right or wrong.

    Rows are kept in columns, one for each outcome, as steps from state to state; witnesses as what is left
    over when the numbers that were found before them are put into their equations. What says no more is left
    out: digests of its parts, names of states, the witnesses of best play where that is to play to the end.
    """
    rows = certificate["rows"]
    turned = certificate.get("turned") or [0] * len(rows)
    wheels = [
        [int(weight) for _, weight in wheel] for wheel in certificate.get("wheels") or [certificate["wheel"]]
    ]
    walk = [
        [] if isinstance(row, str) else list(zip(wheels[turned[i] or 0], row, strict=True))
        for i, row in enumerate(rows)
    ]

    def short(witness: Mapping[str, Any], stops: Iterable[int], of: str) -> dict[str, Any]:
        unit = int(witness["denominator"])
        numbers = [int(number) for number in witness["numerators"]]
        over = {i for i, row in enumerate(walk) if not row} | set(stops)
        if of == "shares":
            given = [unit] + [0] * (len(walk) - 1)
        else:
            given = [unit * sum(weight for weight, _ in row) * (of == "left") for row in walk]
        left = _left_over(walk, numbers, given, over, forwards=of == "shares")
        return {"denominator": witness["denominator"], "left": left}

    plays = {
        way: {**play, **{of: short(play[of], play["stops"], of) for of in ("shares", "left")}}
        for way, play in certificate["plays"].items()
    }
    return {
        **{key: part for key, part in certificate.items() if key not in ("digests", "states", "rows")},
        "ends": {str(i): row for i, row in enumerate(rows) if isinstance(row, str)},
        "columns": [steps([row[k][1] for row in walk if k < len(row)]) for k in range(max(map(len, wheels)))],
        "value": short(certificate["value"], plays["optimal"]["stops"], "value"),
        "plays": plays if plays["optimal"] != plays["never"] else {**plays, "optimal": "never"},
    }


def _left_over(
    walk: Sequence[Sequence[tuple[int, int]]],
    numbers: Sequence[int],
    given: Sequence[int],
    over: set[int],
    *,
    forwards: bool,
) -> list[int | str]:
    """By state its number times the weight by which it is left, less what is given and known numbers add.

    numbers    a witness; of a state that is over its number is kept as it is
    forwards   what adds to a number are those of states that lead here; else those of states it leads to

    Numbers are known in the order of the states, forwards or backwards, those of states that are over first.
    """
    known = [number if i in over else 0 for i, number in enumerate(numbers)]
    come = list(given)
    left = list(known)
    for i in sorted(set(range(len(walk))) - over, reverse=not forwards):
        out = sum(weight for weight, j in walk[i] if j != i)
        if not forwards:
            come[i] += sum(weight * known[j] for weight, j in walk[i])
        left[i] = out * numbers[i] - come[i]
        known[i] = numbers[i]
        if forwards:
            for weight, j in walk[i]:
                come[j] += weight * numbers[i]
    return [number and str(number) for number in left]
