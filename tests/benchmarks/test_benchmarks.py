"""The benchmark of sweeps runs, and checks what it times; no time is asserted."""

from tests.benchmarks import sweep


def test_each_sweep_is_checked_and_timed(monkeypatch, capsys):
    monkeypatch.setattr(sweep, "LONGEST", 0)
    few = [one for one in sweep.SWEEPS if one[1] in ("repeating-2", "straights-and-8s", "buy-4")]
    monkeypatch.setattr(sweep, "SWEEPS", few)
    assert sweep.main() == 0
    table = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1].split()[0] for row in table[2:]] == [one[1] for one in few]
