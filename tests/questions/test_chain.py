"""Chains and certificates as files, and on the screen."""

import json

BETS = "repeater-bets-plus"


def test_a_certificate_is_printed_or_written_and_holds_until_it_is_changed(run, document, tmp_path):
    file = tmp_path / "two.json"
    assert run("certify", BETS, "repeating-2", "-o", file) == (0, "", f"markov: {file} holds 1 certificate\n")
    assert run("certify", BETS, "repeating-2")[:2] == (0, file.read_text())
    told = document("verify", file)
    assert told["ok"] is True
    assert {"file", "checks", "schema"} <= told.keys()
    assert all({"name", "ok", "detail"} <= check.keys() for check in told["checks"])
    file.write_text(file.read_text().replace('"6/7"', '"5/7"'))
    code, out, _ = run("verify", file, "--json")
    assert code == 1
    assert json.loads(out)["ok"] is False
