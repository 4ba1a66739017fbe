"""A command that refuses what it is asked."""


def refused(result, code, *words):
    """Asserts that the command refused, with those words, on stderr alone and in a line or two."""
    left, out, err = result
    assert left == code, err
    assert out == ""
    assert err.startswith("markov: ")
    assert 1 <= err.count("\n") <= 2
    assert "Traceback" not in err
    assert len(err) < 600
    for word in words:
        assert word in err
