"""A page in a real browser, as a designer uses it: Chromium of the system, driven by playwright."""

import shutil
import subprocess
import tarfile
from base64 import b64decode, b64encode
from gzip import compress, decompress
from re import search

import pytest

import markov as mk
from markov.command.arguments import asked
from markov.page.certificates import certificates
from markov.page.write import page, paged

CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
expect = playwright.expect
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    sheet = paged(asked("repeater-bets-plus", [], ["repeating-6", "repeating-2"]), 10_000)
    path = tmp_path_factory.mktemp("page") / "page.html"
    path.write_text(page(sheet, "repeater-bets-plus", certificates(sheet.asked, 10_000)))
    return path


@pytest.fixture(scope="module")
def browser():
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture
def opened(browser):
    """Opens a file; what it asks for from anywhere, or says in error, fails the test."""
    contexts = []

    def open_(path, hash_="", **options):
        context = browser.new_context(accept_downloads=True, **options)
        contexts.append(context)
        view = context.new_page()
        view.troubles = []
        view.on("pageerror", lambda error: view.troubles.append(str(error)))
        view.on("console", lambda line: line.type == "error" and view.troubles.append(line.text))
        view.on(
            "request",
            lambda one: one.url.startswith(("file:", "blob:", "data:")) or view.troubles.append(one.url),
        )
        view.goto(f"file://{path}{hash_}")
        view.wait_for_selector("html.ready", timeout=30_000)
        contexts.append(view)
        return view

    yield open_
    for view in contexts[1::2]:
        assert view.troubles == []
    for context in contexts[::2]:
        context.close()


def percent(share):
    return f"{float(share):.4%}".replace("-", "−")


def edge(view):
    view.wait_for_selector("#wager:not(.stale)")
    return view.inner_text("#edge strong")


def test_a_designer_finds_a_pay_and_sends_it(opened, file, tmp_path, run):
    view = opened(file, "#repeating-6")
    posted = mk.game("repeater-bets-plus")["repeating-6"]
    assert edge(view) == percent(posted.odds().optimal.edge.per_stake)
    view.fill("#pay-made", "85")
    view.press("#pay-made", "Tab")
    changed = posted.with_pays(made="85 for 1").odds().optimal.edge.per_stake
    expect(view.locator("#edge strong")).to_have_text(percent(changed))
    view.click("#undo")
    expect(view.locator("#edge")).to_contain_text("as posted")
    view.fill("#wanted", "15%")
    view.press("#wanted", "Tab")
    price = posted.price("made", edge="15%").pay
    view.wait_for_selector("#answers button.exactly")
    assert view.inner_text("#answers button.exactly") == price.text
    view.click("#answers button:has-text('97 for 1')")
    expect(view.locator("#pay-made")).to_have_value("97")
    line = view.input_value("#line")
    with view.expect_download() as sheet:
        view.click("text=Download the sheet")
    sheet.value.save_as(overlay := tmp_path / "edited.toml")
    bet = mk.game(str(overlay))["repeating-6"]
    assert (
        bet.odds().optimal.edge.per_stake == posted.with_pays(made="97 for 1").odds().optimal.edge.per_stake
    )
    code, out, _ = run(*view.input_value("#command").split()[1:4], "--pay", "made=97 for 1", "--json")
    assert code == 0
    assert str(bet.odds().optimal.edge.per_stake) in out
    with view.expect_download() as saved:
        view.click("text=Save this page")
    saved.value.save_as(again := tmp_path / "again.html")
    other = opened(again)
    assert edge(other) == percent(bet.odds().optimal.edge.per_stake)
    assert other.input_value("#pay-made") == "97"
    third = opened(file, "#repeating-2")
    third.fill("#paste", line)
    third.click(".send button:has-text('Open')")
    expect(third.locator("#pasted")).to_contain_text("same model")
    expect(third.locator("#pay-made")).to_have_value("97")


def test_of_two_wagers_opened_at_once_the_second_is_shown(opened, file):
    view = opened(file, "#repeating-6")
    edge(view)
    view.evaluate(
        """() => ["2", "6"].forEach(total => {
             location.hash = `#repeating-${total}`;
             dispatchEvent(new Event("hashchange"));
           })"""
    )
    posted = mk.game("repeater-bets-plus")["repeating-6"].odds().optimal
    expect(view.locator("#edge strong")).to_have_text(percent(posted.edge.per_stake))
    expect(view.locator("#name")).to_have_text("Repeating 6")
    view.wait_for_selector("#charts svg")
    assert view.inner_text("#name") == "Repeating 6"


def test_pictures_of_a_wager_do_not_come_while_another_is_opened(opened, file):
    view = opened(file, "#repeating-6")
    edge(view)
    view.evaluate("() => { window.late = []; window.setTimeout = draw => late.push(draw); }")
    view.fill("#pay-made", "85")
    view.press("#pay-made", "Tab")
    for _ in range(500):
        if view.evaluate("late.length"):
            break
        view.wait_for_timeout(20)
    assert view.evaluate("late.length")
    view.evaluate(
        "location.hash = '#repeating-2'; dispatchEvent(new Event('hashchange')); late.forEach(draw => draw())"
    )
    expect(view.locator("#edge strong")).to_have_text(
        percent(mk.game("repeater-bets-plus")["repeating-2"].odds().optimal.edge.per_stake)
    )


def test_lines_come_and_go_and_a_slider_is_one_step_of_undo(opened, file):
    view = opened(file, "#repeating-6")
    view.click("#remove-surrender-5")
    view.wait_for_selector("#line-surrender-5.absent")
    view.fill("#pay-surrender-1", "3")
    view.press("#pay-surrender-1", "Enter")
    bet = mk.game("repeater-bets-plus")["repeating-6"]
    changed = bet.with_pays({"surrender-5": None, "surrender-1": "3 for 1"}).odds().optimal.edge.per_stake
    expect(view.locator("#edge strong")).to_have_text(percent(changed))
    assert "leak" in view.inner_text("#offers")
    view.focus("#slide-made")
    for _ in range(3):
        view.keyboard.press("ArrowRight")
    expect(view.locator("#pay-made")).to_have_value("93")
    view.select_option("#option-zeros", "1")
    one = mk.game("repeater-bets-plus", zeros="1")["repeating-6"]
    theirs = one.with_pays({"surrender-5": None, "surrender-1": "3 for 1", "made": "93 for 1"}).odds().optimal
    expect(view.locator("#edge strong")).to_have_text(percent(theirs.edge.per_stake))
    view.click("#reset")
    view.wait_for_selector("#line-surrender-5:not(.absent)")


def test_a_certificate_holds_and_a_tampered_one_does_not(opened, file, tmp_path):
    view = opened(file, "#repeating-6")
    view.click("#check")
    view.wait_for_selector("#checked.good")
    text = file.read_text()
    held = search(r'id="pack-repeating-6">([^<]*)<', text)[1]
    said = decompress(b64decode(held)).decode()
    assert '"left":[0,' in said, "what the equations of a witness leave over"
    bad = said.replace('"left":[0,', '"left":["1",', 1)
    tampered = tmp_path / "tampered.html"
    tampered.write_text(text.replace(held, b64encode(compress(bad.encode())).decode()))
    view = opened(tampered, "#repeating-6")
    view.click("#check")
    view.wait_for_selector("#checked.warning")
    assert "does NOT hold" in view.inner_text("#checked")


def test_it_fits_a_telephone_and_every_field_has_a_name(opened, file):
    view = opened(file, "#repeating-6", viewport={"width": 400, "height": 800})
    view.wait_for_selector("#charts svg")
    assert view.evaluate("document.documentElement.scrollWidth") <= 400
    unnamed = """[...document.querySelectorAll('input, select, button, svg')]
      .filter(each => !(each.textContent.trim() || each.ariaLabel || (each.labels && each.labels.length)))
      .map(each => each.id)"""
    assert view.evaluate(unnamed) == []
    assert len(view.pdf(format="A4")) > 10_000


def test_axe_finds_no_serious_fault(opened, file, tmp_path):
    fetch = ["npm", "pack", "--silent", "axe-core@4.10.2", "--pack-destination", str(tmp_path)]
    try:
        fetched = shutil.which("npm") and subprocess.run(fetch, capture_output=True, timeout=60)
    except subprocess.TimeoutExpired:
        fetched = None
    if not fetched or fetched.returncode:
        pytest.skip("npm cannot fetch axe-core on this machine")
    with tarfile.open(next(tmp_path.glob("axe-core-*.tgz"))) as archive:
        axe = archive.extractfile("package/axe.min.js").read().decode()
    for width in (400, 1100):
        view = opened(file, "#repeating-6", viewport={"width": width, "height": 900}, bypass_csp=True)
        view.fill("#pay-made", "120")
        view.press("#pay-made", "Tab")
        view.wait_for_selector("#charts svg")
        view.click("text=Keep as a proposal")
        view.evaluate(axe)
        faults = view.evaluate("axe.run().then(found => found.violations)")
        assert [each["id"] for each in faults if each["impact"] in ("serious", "critical")] == []


def test_it_answers_itself_where_there_are_no_workers(browser, file):
    view = browser.new_page()
    view.add_init_script("window.Worker = undefined")
    view.goto(f"file://{file}#repeating-6")
    expect(view.locator("#edge strong")).to_have_text("20.6209%")
    view.click("#check")
    view.wait_for_selector("#checked.good")


def test_a_wager_with_actions_has_its_pictures(opened, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(page(paged(asked("examples/two_offers.py", [], []), 10_000), "two offers", {}))
    view = opened(path, "#three-6s")
    view.wait_for_selector("#charts svg")
    assert "first choices" in view.inner_text("#play")


def test_it_is_read_without_scripts(opened, browser, file):
    view = browser.new_context(java_script_enabled=False).new_page()
    view.goto(f"file://{file}")
    assert "20.6209%" in view.inner_text("#sheet")


def test_a_browser_that_is_too_old_shows_the_sheet_and_says_so(browser, file):
    view = browser.new_page()
    view.add_init_script("delete window.DecompressionStream")
    view.goto(f"file://{file}")
    expect(view.locator("#sheet")).to_contain_text("it takes Chrome 85, Firefox 113, Safari 16.4 or later")
    assert "20.6209%" in view.inner_text("#sheet")
