"""How many examples a random test draws."""

SHARE = 5  # one in so many by default; conftest makes it 1 where slow tests are run


def examples(number: int) -> int:
    """So many examples among the slow tests; by default a share of them, but at least 10."""
    return min(number, max(10, number // SHARE))
