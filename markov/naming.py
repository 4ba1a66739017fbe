"""Names and numbers in a message: several names as a list, the ones that may have been meant, how many."""

from collections.abc import Sequence


def listed(names: Sequence[str], last: str = "and") -> str:
    """The names with commas, and the word in front of the last one.

    >>> listed(["2"]), listed(["2", "3"]), listed(["2", "3", "12"], "or")
    ('2', '2 and 3', '2, 3 or 12')
    """
    return f" {last} ".join([*filter(None, [", ".join(names[:-1])]), *names[-1:]])


def did_you_mean(nearest: Sequence[str]) -> str:
    """The question whether one of these was meant; empty where there are none.

    >>> did_you_mean(["hop", "horn", "hard"])
    'did you mean hop, horn or hard?'
    """
    return f"did you mean {listed(nearest, 'or')}?" if nearest else ""


def counted(number: int, noun: str) -> str:
    """The number with its noun.

    >>> counted(1, "wager"), counted(1200, "roll")
    ('1 wager', '1,200 rolls')
    """
    return f"{number:,} {noun}{'s' if number != 1 else ''}"


def how_often(times: int) -> str:
    """The number of times in words.

    >>> how_often(1), how_often(2), how_often(3)
    ('once', 'twice', '3 times')
    """
    return {1: "once", 2: "twice"}.get(times, f"{times} times")
