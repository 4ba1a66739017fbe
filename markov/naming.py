"""Names in a message: several of them as a list, and the ones that may have been meant."""

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
