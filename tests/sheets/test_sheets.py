"""TOML sheets: what good ones come to, and what a bad one is told."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from markov.sheets import line
from markov.sheets.sheet import read
from markov.wager import paytable
from markov.wager.game import SheetError
from markov.wager.paytable import returned
from tests.oracles import clocks
from tests.plays import chances
from tests.sheets.texts import HEADS, NO_OPTIONS, RANGED, SET, WEIGHTS

NO_WAGERS = HEADS.partition("[wagers.")[0]


def edited(old: str, new: str) -> str:
    assert HEADS.count(old) >= 1, old
    return HEADS.replace(old, new, 1)


def line_of(text: str, part: str) -> int:
    """The line of the sheet on which the part first stands."""
    return text[: text.index(part)].count("\n") + 1


# Good sheets.


def test_a_wheel_of_weights(sheet, solved):
    heads = sheet(HEADS)
    assert (heads.name, heads.slug, heads.source) == ("Heads", "heads", "a coin, tossed")
    assert list(heads.wagers()) == ["heads-twice", "edge", "either"]
    twice = solved(heads.wager("heads-twice"))
    assert chances(twice.never) == {"made": Fraction(1, 9), "lost": Fraction(8, 9)}
    assert twice.never.returned == 1
    assert twice.never.envy == Fraction(2, 9)
    (offer,) = twice.offers
    assert (offer.state, offer.offered, offer.continuing, offer.take) == ((1,), Fraction(3, 2), 3, False)
    assert twice.never.spins.mean == clocks.odds("first", [(1, 2)], 2, 6).mean
    assert solved(heads.wager("edge")).never.returned == Fraction(5, 2) * Fraction(3, 5)
    assert twice.wager.source == "a coin, tossed, page 1"


def test_a_choice_sets_what_it_says_and_nothing_else(sheet, solved):
    heads = sheet(HEADS)
    thin, thick = (solved(heads.wager("edge", {"coin": coin})) for coin in ("thin", "thick"))
    assert (chances(thin.never)["made"], chances(thick.never)["made"]) == (Fraction(3, 5), Fraction(30, 32))
    assert dict(thin.wager.wheel) == {"heads": 1, "tails": 2, "edge": 3}
    assert dict(thick.wager.wheel) == {"heads": 1, "tails": 2, "edge": 30}
    assert heads.wager("heads-twice", {"coin": "thick"}).pays == heads.wager("heads-twice").pays
    assert [dict(one) for one in heads.readings()] == [{"coin": "thin"}, {"coin": "thick"}]


@pytest.mark.parametrize("goal", ["first", "all", "each"])
def test_goals(sheet, solved, goal):
    race = sheet(HEADS.replace("components = [", f'goal = "{goal}"\ncomponents = ['))
    found = solved(race.wager("either"))
    assert chances(found.never) == clocks.odds(goal, [(1, 2), (3, 1)], 2, 6).endings
    pays = {"made-1": 2, "made-2": 4} if goal == "each" else {"made": 2}
    assert dict(found.wager.pays) == {"lost": 0, **pays}


def test_each_owes_its_envy_again_for_every_tally_too(sheet):
    pays = 'pays = { made = "evens" }'
    text = HEADS.replace(pays, f'goal = "each"\n{pays}\nenvy = {{ made = "2x" }}')
    assert dict(sheet(text).wager("either").envy) == {"made-1": 2, "made-2": 4}


def test_each_number_of_tallies_may_have_a_pay_of_its_own(sheet):
    own = 'goal = "each"\npays = { made-1 = "evens", made-2 = "9 for 1" }'
    pays = sheet(HEADS.replace('pays = { made = "evens" }', own)).wager("either").pays
    assert dict(pays) == {"lost": 0, "made-1": 2, "made-2": 9}


def test_none_takes_a_shared_line_out(sheet):
    text = HEADS.replace('lost = "nothing"', 'lost = "nothing"\nsurrender-1 = "1 for 2"')
    text = text.replace('pays = { made = "3 to 2" }', 'pays = { made = "3 to 2", surrender-1 = "none" }')
    with pytest.raises(SheetError, match="surrender-1"):  # a tally of one cannot be surrendered
        sheet(text)
    text = text.replace('"edge"], need = 1', '"edge"], need = 2')
    heads = sheet(text)
    assert "surrender-1" not in heads.wager("edge").pays
    assert heads.wager("either").pays["surrender-1"] == Fraction(1, 2)
    assert heads.wager("heads-twice").pays["surrender-1"] == Fraction(3, 2)


def test_a_choice_may_take_a_surrender_out(sheet):
    choice = 'set = { wagers = { "Heads twice" = { pays = { surrender-1 = "none" } } } }'
    assert sheet(HEADS.replace(SET, choice)).wager("heads-twice", {"coin": "thick"}).pays.keys() == {
        "lost",
        "made",
    }


def test_a_wager_may_have_a_stop_of_its_own(sheet, solved):
    heads = sheet(HEADS.replace("need = 1 }]\n", 'need = 1 }]\nstop = ["tails", "heads"]\n'))
    assert chances(solved(heads.wager("edge")).never)["made"] == Fraction(3, 6)
    assert chances(solved(heads.wager("heads-twice")).never)["made"] == Fraction(1, 9)


def test_outlay_is_exact_text(sheet, solved):
    heads = sheet(HEADS.replace('source = "page 1"', 'outlay = "1.05"'))
    never = solved(heads.wager("heads-twice")).never
    assert (never.outlay, never.net) == (Fraction(21, 20), Fraction(-1, 20))
    assert never.edge.per_outlay == Fraction(1, 21)


@pytest.mark.parametrize("wheel", ["roulette", "dice"])
def test_numbers_may_be_written_as_text(sheet, wheel):
    number, text = (
        sheet(
            f'name = "N"\nsource = "s"\nstop = {stop}\nwheel = {{ kind = "{wheel}" }}\n'
            f"[wagers.N]\ntallies = [{{ counts = [{count}], need = 2 }}]\n"
            'pays = { made = "40 for 1", lost = "nothing" }\n'
        )
        for stop, count in (("[7]", "2"), ('["7"]', '"2"'))
    )
    assert number.wagers() == text.wagers()


def test_lines_may_end_the_way_of_windows(sheet):
    assert sheet(HEADS.replace("\n", "\r\n")).wagers() == sheet(HEADS).wagers()


# Keys that no sheet has, and keys that every sheet has.


def test_conditions_of_a_sheet_and_of_a_wager(sheet):
    said = 'conditions = ["No bet is accepted\\n once the coin is tossed.", "The coin is taken to be one."]'
    text = edited('source = "a coin, tossed"', f'source = "a coin, tossed"\n{said}')
    game = sheet(text.replace('source = "page 1"', 'source = "page 1"\nconditions = ["Heads is up."]'))
    assert game.conditions == ("No bet is accepted once the coin is tossed.", "The coin is taken to be one.")
    assert game["heads-twice"].conditions == ("Heads is up.",)
    assert game["edge"].conditions == ()
    assert game["heads-twice"].with_pays(made="8 for 1").game.conditions == game.conditions


def test_ten_thousand_wagers(refusal, sheet):
    def many(n: int) -> str:
        line = '[wagers.w{}]\ntallies = [{{ counts = ["heads"], need = 1 }}]\npays = {{ made = "evens" }}\n'
        return NO_WAGERS + "".join(line.format(i) for i in range(n))

    assert "found no key 'wagers'" in refusal(NO_WAGERS)
    assert "found 0 wagers; expected from 1 to 1,000" in refusal(NO_WAGERS + "[wagers]\n")
    assert "wagers: found 10,000 wagers; expected from 1 to 1,000" in refusal(many(10_000))
    assert len(sheet(many(1_000)).wagers()) == 1_000


# Values of the wrong kind.

ODD = ("0", "3", "2.5", "true", "nan", "inf", '"x"', "1979-05-27", "[]", "{}", "[[1]]", "{ a = { b = 1 } }")


@pytest.mark.parametrize("value", ODD)
@pytest.mark.parametrize(
    ("old", "key"),
    [
        ('"Heads"', "name"),
        ('"a coin, tossed"', "source"),
        ('["tails"]', "stop"),
        ('"weights"', "wheel.kind"),
        (WEIGHTS, "wheel"),
        ('"nothing"', "pays.lost"),
        ('[{ counts = ["heads"], need = 2 }]', 'wagers."Heads twice"'),
        ('["heads"]', "counts"),
        ('"heads"', "counts"),
        ("need = 2", "need"),
        ('{ made = "9 for 1", surrender-1 = "3 for 2" }', 'wagers."Heads twice".pays'),
        ('"9 for 1"', "pays.made"),
        ('{ made = "2x" }', "envy"),
        ('"2x"', "envy.made"),
        ('"page 1"', "source"),
        ('["Heads twice", "Edge"]', "wagers.Either"),
        ('"Edge"]\npays', "components"),
        ('"Which coin?"', "options.coin.question"),
        ('"one that stands"', "options.coin.choices.thick.means"),
        ("{ wheel = { weights = { edge = 30 } } }", "options.coin.choices.thick.set"),
        ("{ weights = { edge = 30 } }", "wheel"),
        ("{ edge = 30 }", "weights"),
        ("30", "weights"),
    ],
)
def test_a_value_of_another_kind_is_refused_or_read(trouble, old, key, value):
    new = {"need = 2": f"need = {value}", '"Edge"]\npays': f"{value}]\npays"}.get(old, value)
    if said := trouble(edited(old, new)):
        assert key in said
    else:  # texts that may say anything, a weight that is one, an empty table where nothing need be said
        assert value in ("3", "{}", '"x"')


HOSTILE = {
    **{f"open {a}": a * n for a, n in (("[", 500_000), ("{a=", 100_000))},
    **{f"{n} lists": "[" * n + "]" * n for n in (300, 3_000)},
    "tables": "{a=" * 300 + "1" + "}" * 300,
    "a list": "[" + "1," * 100_000 + "]",
    **{f"a text of {c}": f'"{c * 100_000}"' for c in "9!"},
}
DOTTED = {deep: ".".join(["a"] * deep) for deep in (100, 3_000, 20_000)}


@pytest.mark.parametrize("value", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("place", ['"nothing"', "2 }]", '["heads"]', '["Heads twice", "Edge"]', "source"])
def test_what_is_nested_or_long_is_refused_in_a_bearable_length(refusal, place, value):
    refusal(edited(place, {"source": f"a = {value}\nsource", "2 }]": f"{value} }}]"}.get(place, value)))


@pytest.mark.parametrize("deep", DOTTED)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("name =", "DEEP = 1\nname ="),
        ("made =", "made.DEEP ="),
        ("need = 2", "need.DEEP = 2"),
        (SET, "set.pays.x.DEEP = 1"),
        ("stop =", 'outlay = "9.DEEP"\nstop ='),
    ],
)
def test_keys_nested_deep(refusal, deep, old, new):
    refusal(edited(old, new.replace("DEEP", DOTTED[deep])))


# Money.


def test_a_range_of_endings_has_a_pay_for_each(sheet):
    """One that is said by itself has its own pay, before or after the range."""
    pays = sheet(RANGED)["repeats"].pays
    assert {ending: pays.posted(ending) for ending in pays if ending != "lost"} == {
        **{f"rep-{n}": "9 for 1" for n in range(2, 8)},
        "rep-4": "2 for 1",
    }
    four = 'rep-4 = "2 for 1"\n'
    moved = RANGED.replace(four, "").replace('"rep-2..7" = "9', f'{four}"rep-2..7" = "9')
    assert sheet(moved)["repeats"].pays == pays


def test_weights_in_percent(sheet):
    bet = sheet(NO_OPTIONS.replace(WEIGHTS, '{ heads = "25%", tails = "74.5%", edge = "0.5%" }'))["edge"]
    assert dict(bet.wheel) == {"heads": 50, "tails": 149, "edge": 1}


def test_a_range_of_offers_and_of_envies(sheet):
    text = HEADS.replace("need = 2", "need = 4").replace('surrender-1 = "3', '"surrender-1..3" = "3')
    pays = sheet(text)["heads-twice"].pays
    assert [pays[f"surrender-{n}"] for n in (1, 2, 3)] == [Fraction(3, 2)] * 3
    owed = RANGED.replace("[wagers.Repeats.pays]", 'envy = { "rep-5..6" = "2x" }\n[wagers.Repeats.pays]')
    assert dict(sheet(owed)["repeats"].envy) == {"rep-5": 2, "rep-6": 2}


@pytest.mark.parametrize(
    ("said", "outlay", "made"),
    [
        ('{ winnings = "5%" }', 1 + Fraction(8, 20), 9),
        ('{ stake = "1/20", due = "on-win" }', 1, 9 - Fraction(1, 20)),
        ('{ winnings = "5%", due = "on-win" }', 1, 9 - Fraction(8, 20)),
        ('{ stake = "0.01", winnings = "5%", of = "made", due = "on-win" }', 1, 9 - Fraction(41, 100)),
    ],
)
def test_a_commission_of_a_sheet(sheet, said, outlay, made):
    wager = sheet(HEADS.replace('source = "page 1"', f"commission = {said}")).wager("heads-twice")
    assert (wager.outlay, wager.pays["made"], wager.line("made")) == (outlay, made, 9)


def test_a_commission_of_the_stake_needs_no_ending(sheet):
    steps = """
name = "Steps"
source = "an example"
wheel = "two dice"
[wagers.Steps]
ladder = { four = "6x4", three = "6x3" }
until = "7"
pays = { four = "15 to 1", three = "3 to 1", lost = "nothing" }
commission = { stake = "5%", refunded = ["three"] }
"""
    wager = sheet(steps)["steps"]
    assert (wager.outlay, wager.pays["four"], wager.pays["three"]) == (Fraction(21, 20), 16, Fraction(81, 20))
    with pytest.raises(SheetError, match=r"commission: no ending is `made`, so `of` names"):
        sheet(steps.replace('stake = "5%"', 'winnings = "5%"'))


def test_a_commission_of_a_sheet_that_is_refunded_follows_its_pay(sheet):
    said = 'commission = { winnings = "5%", refunded = ["surrender-1"] }'
    wager = sheet(HEADS.replace('source = "page 1"', said)).wager("heads-twice")
    for bet, due in ((wager, Fraction(8, 20)), (wager.with_pays(made="3 to 2"), Fraction(3, 40))):
        assert (bet.outlay, bet.pays["surrender-1"]) == (1 + due, Fraction(3, 2) + due)


# Options.


def test_a_choice_may_set_another_kind_of_wheel(sheet):
    text = edited(SET, 'set = { wheel = { kind = "weights", weights = { edge = 4 } } }')
    assert sheet(text).wager("edge", {"coin": "thick"}).wheel["edge"] == 4
    dice = HEADS.replace(SET, 'set = { stop = [7], wheel = { kind = "roulette", zeros = 0 } }')
    dice = dice.replace(f'"weights"\nweights = {WEIGHTS}', '"dice"').replace('["tails"]', "[7]")
    dice = dice.replace('["heads"]', "[2]").replace('["edge"]', "[3]")
    assert sheet(dice).wager("edge", {"coin": "thick"}).wheel.total == 36


# Lines.


def test_the_line_is_that_of_the_key(refusal):
    padded = "\n# a remark\n" + HEADS.replace("need = 2", "need = 0").replace("[pays]", "\n\n[pays]")
    assert refusal(padded).startswith("sheet.toml, line 17: ")
    assert refusal(padded.replace("\n", "\r\n")).startswith("sheet.toml, line 17: ")


def test_the_line_of_one_among_several_tables_of_a_list(refusal):
    listed = NO_OPTIONS.partition("[wagers.")[0] + (
        '[wagers.Two]\npays = { made = "evens" }\n'
        '[[wagers.Two.tallies]]\ncounts = ["heads"]\nneed = 2\n'
        '[[wagers.Two.tallies]]\ncounts = ["edge"]\nneed = 0\n'
    )
    assert refusal(listed).startswith(f"sheet.toml, line {line_of(listed, 'need = 0')}: ")


def test_text_that_looks_like_keys_has_no_lines(refusal):
    text = edited('"a coin, tossed"', '"""\n[wagers."Heads twice"]\ntallies = 3\n"""').replace(
        "need = 2", "need = 0"
    )
    assert refusal(text).startswith(f"sheet.toml, line {line_of(text, 'need = 0')}: ")


def test_an_error_is_one_line(refusal):
    said = refusal(edited('[wagers."Edge"]', '[wagers."Ed\\nge\\u001b[31m"]').replace("need = 1", "need = 0"))
    assert "\\x1b" in said
    assert refusal(edited('"Heads"', f'"{"!" * 100_000}"'))


# Files.


def test_files_that_cannot_be_read(tmp_path):
    for path in (tmp_path / "none.toml", tmp_path, Path("/dev/null"), tmp_path / ("a" * 300 + ".toml")):
        with pytest.raises(SheetError, match=r"found no file there; expected a TOML sheet|cannot be read"):
            read(path)
    with pytest.raises(SheetError):
        read(Path("a\0.toml"))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\n \n# nothing\n", "the sheet: found no key 'name'"),
        (bytes(range(256)) * 10, "line 2: found bytes that are not text; expected UTF-8"),
        (HEADS.replace("tossed", "töst").encode("latin-1"), "line 2: found bytes that are not text"),
        (HEADS.encode("utf-16"), "line 1: found bytes that are not text; expected UTF-8"),
        (HEADS.encode() + b"\0", "line 35"),
        (HEADS.encode() + b"# x\n" * 500_000, "found more than 1,000,000 bytes"),
        (HEADS.replace('"9 for 1"', "9 for 1").encode(), "line 14: not valid TOML: "),
        (HEADS.replace("[pays]", "[pays]\nlost = 'evens'").encode(), "line 11: not valid TOML: "),
        (HEADS.replace('"Edge"]', '"Edge\\u0001"]', 1).encode(), r'line 18: wagers."Edge\\x01": '),
        (HEADS.replace("tossed", "tossed\u2028").replace('"2x"', '"2y"').encode(), "line 15: "),
        (HEADS.encode() + b"[pays]\n", "line 35: not valid TOML: .*pays.* twice"),
        (HEADS.encode() + b'x = """', "not valid TOML: Unterminated string"),
        (HEADS.replace("\n", "\r").encode(), "not valid TOML"),
    ],
)
def test_content_that_is_no_sheet(refusal, content, told):
    assert re.search(told, refusal(content))


def test_a_byte_order_mark_is_read_over_or_named(trouble):
    said = trouble(b"\xef\xbb\xbf" + HEADS.encode())
    assert not said or "mark" in said


@pytest.mark.parametrize("digits", [31, 4_000, 5_000])
def test_whole_numbers_of_many_digits(trouble, digits):
    weight = "1" * digits
    for text in (edited("heads = 1", f"heads = {weight}"), edited("edge = 30", f"edge = {weight}")):
        said = trouble(text)
        assert bool(said) == (digits > 4_000)
        assert "sys." not in said, "words for a reader of sheets, not of Python"


def test_a_full_megabyte(sheet, refusal):
    assert sheet(HEADS + "# x\n" * 240_000).wagers()
    assert "need" in refusal(HEADS.replace("need = 2", "need = 0") + "# x\n" * 240_000)
    keys = "".join(f"a{i} = 1\n" for i in range(60_000))
    assert "x: no sheet has this key here" in refusal(f"{HEADS}[x]\n{keys}")


def test_a_posted_pay_is_read_once(sheet, monkeypatch):
    heads, seen = sheet(HEADS), []
    monkeypatch.setattr(line, "returned", lambda text: seen.append(text) or returned(text))
    monkeypatch.setattr(paytable, "returned", lambda text: seen.append(text) or returned(text))
    wager = heads.wager("heads-twice")
    assert sorted(seen) == ["3 for 2", "9 for 1", "nothing"]
    assert [wager.pays.posted(ending) for ending in wager.pays] == ["nothing", "9 for 1", "3 for 2"]
