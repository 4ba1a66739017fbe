"""The page as a file: what is read without scripts, what it forbids, what it refuses."""

import re
import shutil
import subprocess
from base64 import b64decode
from gzip import decompress
from json import loads
from pathlib import Path

import pytest

import markov as mk
from markov.command.arguments import asked
from markov.page.certificates import certificates
from markov.page.model import TOO_LARGE, Modelled, model
from markov.page.write import page, paged, script
from markov.wager.odds import by_road


def held(text, name):
    """What a page holds under a name, unpacked."""
    (found,) = re.findall(rf'<script type="text/plain" id="{name}">([^<]*)</script>', text)
    return decompress(b64decode(found)).decode()


@pytest.fixture(scope="module")
def repeating():
    sheet = paged(asked("repeater-bets-plus", [], ["repeating-6"]), 10_000)
    return page(sheet, "repeater-bets-plus", certificates(sheet.asked, 10_000))


def test_it_forbids_every_request_and_names_no_other_place(repeating):
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', repeating)
    assert "default-src &#x27;none&#x27;" in policy
    assert "connect-src" not in policy
    texts = repeating, held(repeating, "page")
    places = {found for text in texts for found in re.findall(r"https?://[^\s\"'<]+", text)}
    assert places == {"http://www.w3.org/2000/svg"}  # the name of SVG, which is not asked
    assert not re.search(r"<link|<img|<iframe|\bsrc=|@import|url\(", repeating)
    assert not re.search(r"innerHTML|insertAdjacent|document\.write|\beval\b", "".join(texts[1:]))


def test_it_is_as_small_as_a_letter(repeating):
    assert len(repeating) < 40 * 1024
    steps = []
    uptown = paged(asked("repeater-bets-plus", [], ["uptown"]), 10_000, lambda _, *step: steps.append(step))
    assert steps == [(done, len(steps)) for done in range(len(steps))]
    whole = page(uptown, "repeater-bets-plus", certificates(uptown.asked, 10_000))
    assert len(whole) < 50 * 1024
    assert loads(held(whole, "pack-uptown"))["certificate"]


def test_its_scripts_keep_the_rules_of_eslint(tmp_path):
    eslint = ["npx", "--yes", "eslint@9.14.0"]
    try:
        known = shutil.which("npx") and subprocess.run(
            [*eslint, "--version"], capture_output=True, timeout=60
        )
    except subprocess.TimeoutExpired:
        known = None
    if not known or known.returncode:
        pytest.skip("npx cannot fetch eslint on this machine")
    joined = tmp_path / "page.js"  # one file, as in a page: each script knows the names of those before it
    joined.write_text(script("exact", "chain", "price", "check", "send", "work", "chart", "view", "load"))
    rules = shutil.copy(Path(__file__).parent / "eslint.config.mjs", tmp_path)
    answer = subprocess.run(
        [*eslint, "--config", rules, joined], cwd=tmp_path, capture_output=True, text=True
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr


def test_hostile_names_are_text(tmp_path, run):
    hostile = "</script><img src=x onerror=alert(1)>"
    sheet, made = tmp_path / "hostile.toml", tmp_path / "page.html"
    sheet.write_text(
        f'name = "{hostile}"\nsource = "{hostile}"\n[wheel]\nkind = "weights"\nweights = {{ a = 1, b = 2 }}\n'
        f'[wagers."{hostile}"]\nuntil = "b"\n[wagers."{hostile}".ladder]\nmade = "a x2"\n'
        f'[wagers."{hostile}".pays]\nmade = "5 to 1"\nlost = "nothing"\n'
    )
    code, _, errors = run("page", str(sheet), "-o", str(made))
    assert code == 0, errors
    assert "<img" not in made.read_text()
    assert made.read_text().count("&lt;/script&gt;&lt;img") >= 3


def modelled(wager):
    rule = by_road(wager)
    return model("game", {}, rule.answer(wager), Modelled(rule))


def test_a_wager_that_is_over_at_once_has_a_page():
    pays = mk.Paytable({"won": "1 for 1"})
    wager = mk.Wager("Over", mk.PlainRule(mk.End("won"), lambda s, _: s), mk.coin(), pays, "here")
    assert modelled(wager)["why"] == ""


def test_no_chain_has_weights_that_a_script_would_round():
    rule, pays = (
        mk.PlainRule(0, lambda _, side: mk.End(side)),
        mk.Paytable({"won": "2 for 1", "lost": "nothing"}),
    )
    for weight, why in ((2**53 - 1, ""), (2**53, TOO_LARGE)):
        wheel = mk.Distribution({"won": weight, "lost": 1})
        assert modelled(mk.Wager("Heavy", rule, wheel, pays, "here"))["why"] == why
