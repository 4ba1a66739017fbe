"""`markov sweep`: what it prints, the files that it writes, and how it goes on where it was interrupted."""

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace

import pytest

from markov.command.failure import Unwritten
from markov.exact import decimal
from markov.questions.sweep import work
from markov.questions.sweep.resumed import Unfinished
from markov.questions.sweep.work import in_order
from markov.wager.odds import answer
from markov.wager.pay_edits import edited
from tests.refused import refused
from tests.screens.screens import HERE

TWO_PAYS = ("--pay", "made=38..42/2", "--pay", "surrender-1=none,6")
SMALL = ("sweep", "repeater-bets-plus", "repeating-2", *TWO_PAYS)
MANY = ("sweep", "repeater-bets-plus", "uptown", "--figure", "edge", "--pay", "made=1..31/1/2000")  # 4 pieces
FEWER = (*MANY[:-1], "made=1..60/1/140")  # 9 pieces, where these are small
ROWS = 60_001


@pytest.fixture(scope="module")
def complete(tmp_path_factory):
    """The file of the longer sweep, written without an interruption."""
    file = tmp_path_factory.mktemp("complete") / "sweep.csv"
    ran = subprocess.run(asked(file), capture_output=True, text=True, check=True)
    assert ran.stdout == ""
    assert f"has all {ROWS:,}" in ran.stderr
    return file.read_bytes()


@pytest.fixture
def fewer(monkeypatch, tmp_path, run):
    """The file of the shorter sweep, in pieces of 1,024 rows."""
    monkeypatch.setattr("markov.questions.sweep.sweep.ROWS", 1_024)
    file = tmp_path / "whole.csv"
    assert run(*FEWER, "--to", file, "--workers", "1")[0] == 0
    whole = file.read_bytes()
    file.unlink()
    return whole


def asked(file, *more):
    return [sys.executable, "-m", "markov", *MANY, "--to", str(file), *more]


def test_the_document_is_as_from_scratch(run, game):
    told = json.loads(run(*SMALL, "-o", "zeros=0,2", "-o", "pockets=literal", "--json")[1])
    assert told["schema"] == "markov/sweep/1"
    assert told["options"]["zero"] == "ignored"
    assert not {"zeros", "pockets"} & told["options"].keys()
    for row, of in zip(told["rows"], product("02", ("38", "40", "42"), (None, "6")), strict=True):
        zeros, made, surrender = of
        wager = game("repeater-bets-plus").wager("repeating-2", {"zeros": zeros, "pockets": "literal"})
        odds = answer(edited(wager, {"made": Fraction(made), "surrender-1": surrender and "6 for 1"}))
        edge, best = odds.never.edge.per_stake, odds.optimal.edge.per_stake
        assert row == {
            "options": {"zeros": zeros, "pockets": "literal"},
            "pays": {"made": made, "surrender-1": surrender},
            "edge": str(edge),
            "edge_decimal": decimal(edge),
            "best_edge": str(best),
            "best_edge_decimal": decimal(best),
            "takes": [offer.ending for offer in odds.offers if offer.take],
        }


@pytest.mark.parametrize("figures", ["", "edge", "takes", "best-rtp rtp takes best-edge"])
def test_every_way_of_writing_says_the_same(run, tmp_path, figures):
    named = (word for name in figures.split() for word in ("--figure", name))
    sweep = (*SMALL, "-o", "zeros=2,0", *named)
    document = json.loads(run(*sweep, "--json")[1])
    for suffix in ("csv", "json", "jsonl"):
        assert run(*sweep, "--to", tmp_path / f"sweep.{suffix}")[:2] == (0, "")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["sweep.csv", "sweep.json", "sweep.jsonl"]
    assert json.loads((tmp_path / "sweep.json").read_text()) == document
    lines = (tmp_path / "sweep.jsonl").read_text().splitlines()
    assert list(map(json.loads, lines)) == document["rows"]
    text = (tmp_path / "sweep.csv").read_text()
    assert run(*sweep, "--format", "csv")[1] == text


def test_names_in_parquet_are_as_they_are(run, tmp_path, monkeypatch):
    """No spreadsheet opens Parquet, so that a name that begins like a formula has no sign before it."""
    monkeypatch.setattr("markov.questions.sweep.command.find_spec", lambda name: True)
    monkeypatch.setattr("markov.tables.csv.to_parquet", shutil.copyfile)
    asked = "sweep", HERE / "given" / "toss_of_signs.py", "toss", "--pay", "@made=3,4", "-o", "+how=all"
    assert run(*asked, "--to", tmp_path / "a.parquet")[0] == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "a.parquet").read_text())))
    assert [row["option_how"] for row in rows] == ["=1+1"] * 2 + ["-1"] * 2
    assert {row["takes"] for row in rows} == {"-take"}


def test_more_than_a_reader_is_shown_are_printed_for_a_machine(run):
    code, out, _ = run("sweep", "repeater-bets-plus", "uptown", "--pay", "made=1..501", "--format", "csv")
    assert (code, out.count("\n")) == (0, 502)


def test_what_is_not_installed(run, tmp_path, monkeypatch):
    monkeypatch.setattr("markov.questions.sweep.command.find_spec", lambda name: None)
    refused(run(*SMALL, "--to", tmp_path / "sweep.parquet"), 2, "pip install 'markov-odds[parquet]'")
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused(
        run(*SMALL, "--to", tmp_path / "sweep.csv", "--scheduler", "tcp://a:1"), 2, "markov-odds[cluster]"
    )
    assert not list(tmp_path.iterdir())


# Where the work is done.


def cluster(monkeypatch, edition="same", workers=2):
    """A cluster of threads, as dask.distributed shows one."""

    class Client:
        def __init__(self, address, timeout):
            self.pool = ThreadPoolExecutor(2)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            self.pool.shutdown()

        def nthreads(self):
            return dict.fromkeys(range(workers), 1)

        def run(self, function, *arguments, on_error):
            return {"a": function(*arguments) if edition == "same" else edition}

        def get_executor(self):
            return self.pool

    fake = SimpleNamespace(Client=Client, KilledWorker=RuntimeError)
    monkeypatch.setitem(sys.modules, "distributed", fake)


def test_a_cluster_writes_the_same_file(run, tmp_path, monkeypatch, fewer):
    cluster(monkeypatch)
    file = tmp_path / "sweep.csv"
    assert run(*FEWER, "--to", file, "--scheduler", "tcp://10.0.0.5:8786")[0] == 0
    assert file.read_bytes() == fewer


def test_a_cluster_of_another_edition_or_without_workers(run, tmp_path, monkeypatch):
    sweep = (*SMALL, "--to", tmp_path / "sweep.csv", "--scheduler", "tcp://10.0.0.5:8786")
    cluster(monkeypatch, edition="0.0.0")
    refused(run(*sweep), 2, "0.0.0")
    cluster(monkeypatch, workers=0)
    refused(run(*sweep), 2, "no workers")
    assert not list(tmp_path.iterdir())


def test_a_process_is_started_where_nothing_interrupts_it():
    with work._uninterrupted():
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_work_comes_back_in_order():
    def slow(n):
        time.sleep(0.002 * (n % 3))
        return n

    with ThreadPoolExecutor(3) as pool:
        assert list(in_order(pool, 4, slow, range(20))) == list(range(20))


def pieces(file):
    journal = file.with_name(f"{file.name}.part.journal")
    return journal.read_bytes().count(b"\n") - 1 if journal.exists() else 0


def interrupted(file, how, *more):
    """Ends the sweep once some pieces are written; what it said."""
    before = pieces(file)
    with subprocess.Popen(
        asked(file, *more),
        stderr=subprocess.PIPE,
        text=True,
        # In the background of a shell SIGINT is ignored, and a child would go on ignoring it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        while pieces(file) < before + 1:
            assert running.poll() is None, running.stderr.read()
            time.sleep(0.01)
        running.send_signal(how)
        said = running.communicate()[1]
    assert not file.exists()
    return running.returncode, said


def test_killed_it_goes_on(run, tmp_path, complete):
    file = tmp_path / "sweep.csv"
    assert interrupted(file, signal.SIGKILL, "--workers", "1")[0] == -signal.SIGKILL
    part = tmp_path / "sweep.csv.part"
    with part.open("ab") as cut:
        cut.write(complete[part.stat().st_size :][:1234])  # in the middle of a row
    code, said = interrupted(file, signal.SIGINT, "--workers", "2")
    assert code == 130
    assert "the same command continues" in said
    assert "does not prove is dropped" in said
    assert "Traceback" not in said
    refused(run(*MANY, "--figure", "rtp", "--to", file), 2, "something else", "--force")
    refused(run(*MANY[:-1], "made=1..2", "--to", file), 2, "something else", "--force")
    code, out, err = run(*MANY, "--to", file, "--workers", "1")
    assert (code, out, " has -" in err) == (0, "", False)
    assert "of them; continuing" in err
    assert file.read_bytes() == complete
    assert [one.name for one in tmp_path.iterdir()] == ["sweep.csv"]


def test_a_part_that_is_there_is_kept(run, tmp_path):
    (tmp_path / "other.csv.part").write_text("mine")
    refused(run(*SMALL, "--to", tmp_path / "other.csv"), 2, "--force")
    assert os.listdir(tmp_path) == ["other.csv.part"]
    assert run(*SMALL, "--to", tmp_path / "other.csv", "--force")[0] == 0
    assert os.listdir(tmp_path) == ["other.csv"]


def test_a_sweep_that_goes_on_draws_its_picture_again(run, monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")

    def interrupted(*_):
        raise KeyboardInterrupt

    swept = "sweep", "repeater-bets-plus", "repeating-2", "--pay", "made=40..45"
    words = *swept, "--to", tmp_path / "sweep.csv", "--plot", tmp_path / "sweep.svg"
    with monkeypatch.context() as patched:
        patched.setattr(Unfinished, "finish", interrupted)
        assert run(*words)[0] == 130
    drawn = (tmp_path / "sweep.svg").read_bytes()
    code, _, err = run(*words)
    assert code == 0
    assert "; continuing" in err
    assert (tmp_path / "sweep.svg").read_bytes() == drawn
    refused(run(*swept, "--plot", tmp_path / "sweep.svg"), 2, "exists; --force overwrites it")


def test_a_directory_that_cannot_be_written(run, monkeypatch, tmp_path):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("markov.questions.sweep.resumed.opened", full)
    refused(run(*SMALL, "--to", tmp_path / "sweep.csv"), 5, "No space left")


def cut_short(monkeypatch, run, file, wrong, pieces):
    """A sweep whose journal and part agree with each other, and are of rows that are not the sweep's."""
    right, written, count = work.parts, work.rendered, iter(range(pieces))

    def until(part):
        if next(count, None) is None:
            raise KeyboardInterrupt
        return written(part)

    monkeypatch.setattr(work, "parts", lambda *given: wrong(list(right(*given))))
    monkeypatch.setattr(work, "rendered", until)
    code, _, err = run(*FEWER, "--to", file, "--workers", "1")
    assert code == 130
    monkeypatch.setattr(work, "parts", right)
    monkeypatch.setattr(work, "rendered", written)
    return err


WRONG = {
    "a piece is not there": (lambda parts: [parts[0], *parts[2:]], 2),
    "a piece is there twice": (lambda parts: [parts[0], *parts], 2),
    "there are too many": (lambda parts: [*parts, *parts], 10),
    "another piece is the last": (lambda parts: [*parts[:2], parts[3], parts[2]], 3),
}


@pytest.mark.parametrize("how", WRONG)
def test_the_last_piece_there_is_worked_out_again_and_compared(run, tmp_path, monkeypatch, fewer, how):
    file = tmp_path / "sweep.csv"
    with monkeypatch.context() as patched:
        cut_short(patched, run, file, *WRONG[how])
    asked = *FEWER, "--to", file, "--workers", "1"
    refused(run(*asked), 3, "sweep.csv.part is not what its journal sweep.csv.part.journal says; remove both")
    assert not file.exists()
    assert run(*asked, "--force")[:2] == (0, "")
    assert file.read_bytes() == fewer
    assert os.listdir(tmp_path) == ["sweep.csv"]


def test_it_says_how_many_are_there(run, tmp_path, monkeypatch, fewer):
    file = tmp_path / "sweep.csv"
    assert "sweep.csv.part keeps 3,072 paytables" in cut_short(monkeypatch, run, file, list, 3)
    assert "sweep.csv.part has 3,072 of them" in run(*FEWER, "--to", file, "--workers", "1")[2]
    assert file.read_bytes() == fewer


# The file in the making.

PIECES = [b"one\n", b"two,2\n", b"", b"three\n"]


def made(file, definition="this", force=False):
    with Unfinished(file, definition, "words", force) as unfinished:
        for piece in PIECES[unfinished.pieces :]:
            unfinished.add(piece)
        unfinished.finish(b"end\n")


def begun(file, some):
    with Unfinished(file, "this", "words", False) as unfinished:
        for piece in PIECES[:some]:
            unfinished.add(piece)
    return file.with_name(f"{file.name}.part"), file.with_name(f"{file.name}.part.journal")


def test_what_force_drops_is_begun_anew(tmp_path):
    begun(tmp_path / "file", 2)
    with Unfinished(tmp_path / "file", "this", "words", True) as unfinished:
        unfinished.compare(b"another piece\n")
        assert (unfinished.dropped, unfinished.pieces) == (len(b"one\ntwo,2\n"), 0)
        unfinished.add(b"one\n")
    with Unfinished(tmp_path / "file", "this", "words", False) as unfinished:
        assert (unfinished.dropped, unfinished.pieces) == (0, 1)


@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.slow)])
def test_cut_off_anywhere_nothing_is_lost_and_nothing_comes_twice(tmp_path, monkeypatch, step):
    monkeypatch.setattr(os, "fsync", lambda file: None)  # thousands of times
    file = tmp_path / "file"
    part, journal = begun(file, len(PIECES))
    data, log = part.read_bytes(), journal.read_bytes()
    head = log.index(b"\n") + 1
    assert data == b"".join(PIECES)
    for cut_log in (0, head - 1, *range(head, len(log) + 1, step), len(log)):
        for cut_data in range(len(data) + 1):
            part.write_bytes(data[:cut_data])
            journal.write_bytes(log[:cut_log])
            if cut_log < head and cut_data:  # not even the head is there, so nobody knows of what it is
                with pytest.raises(Exception, match="cannot be finished: its journal"):
                    made(file)
                made(file, force=True)
            else:
                made(file)
            assert file.read_bytes() == b"".join(PIECES) + b"end\n"
            assert os.listdir(tmp_path) == ["file"]
            file.unlink()


def spoiled(file):
    """Has the file refused, for it is not what its journal says."""
    with pytest.raises(Unwritten) as refusal:
        made(file)
    said = f"{file}.part is not what its journal {file.name}.part.journal says; remove both, or say --force"
    assert refusal.value.args == (3, f"{said} to begin again")


def lines(*which):
    """The journal with these of its lines, the head being 0; other text is a line of its own."""
    return lambda log: b"".join(log[i] if isinstance(i, int) else i for i in which)


LIES = {
    "an empty piece first": lines(0, b"1 0 %b\n" % (b"0" * 64), 1, 2, 3, 4),
    "a line twice": lines(0, 1, 2, 2, 3, 4),
    "a line less": lines(0, 1, 3, 4),
    "the first line less": lines(0, 2, 3, 4),
    "lines in another order": lines(0, 1, 3, 2, 4),
    "two pieces as one": lambda log: lines(0, b"1 " + log[2][2:], 3, 4)(log),
    "an end beyond all files": lines(0, 1, b"2 %b %b\n" % (b"9" * 18, b"0" * 64), 3, 4),
    "an end of very many digits": lines(0, 1, b"2 %b %b\n" % (b"9" * 5000, b"0" * 64)),
    "an end before the last": lines(0, 1, b"2 3 %b\n" % (b"0" * 64), 3),
    "a negative end": lines(0, 1, b"2 -4 %b\n" % (b"0" * 64), 3),
    "words": lines(0, b"piece one is fine\n", 1, 2),
    "no text": lines(0, b"\xff\0\xfe\n", 1),
    "a line without an end": lines(0, 1, b"2" * 10**6),
    "more pieces than there are": lines(0, 1, 2, 3, 4, b"5 14 %b\n" % (b"0" * 64)),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_journal_that_is_not_of_its_file_never_makes_another_file(tmp_path, lie):
    part, journal = begun(tmp_path / "file", len(PIECES))
    journal.write_bytes(LIES[lie](journal.read_bytes().splitlines(keepends=True)))
    first = lie in ("an empty piece first", "the first line less", "two pieces as one", "words", "no text")
    if first:
        spoiled(tmp_path / "file")
        assert part.read_bytes() == b"".join(PIECES)  # as it was, for who wants to look
    made(tmp_path / "file", force=first)
    assert (tmp_path / "file").read_bytes() == b"".join(PIECES) + b"end\n"
    assert os.listdir(tmp_path) == ["file"]


FALSE = {
    "a byte changed": lambda data: data.replace(b"one", b"own"),
    "a line inserted later": lambda data: data.replace(b"three", b"more\nthree"),
    "a line removed": lambda data: data.replace(b"one\n", b""),
    "the last piece changed": lambda data: data.replace(b"three\n", b"THREE\nthree\n"),
    "a file of another": lambda data: b"another sweep, and a longer one\n" * 3,
    "only zeros": lambda data: bytes(len(data)),
}


@pytest.mark.parametrize("change", FALSE)
def test_a_part_that_is_not_of_its_journal_never_stays(tmp_path, change):
    part, _ = begun(tmp_path / "file", len(PIECES))
    part.write_bytes(FALSE[change](part.read_bytes()))
    late = change in ("a line inserted later", "the last piece changed")
    if late:
        with Unfinished(tmp_path / "file", "this", "words", False) as unfinished:
            assert unfinished.dropped > 0
            assert unfinished.pieces == 3
    else:
        spoiled(tmp_path / "file")
    made(tmp_path / "file", force=not late)
    assert (tmp_path / "file").read_bytes() == b"".join(PIECES) + b"end\n"


def test_a_journal_of_another_file_and_of_none(tmp_path):
    for name, definition in {"one": "this", "two": "that"}.items():
        with Unfinished(tmp_path / name, definition, name, False) as unfinished:
            unfinished.add(b"one\n")
    (tmp_path / "two.part.journal").rename(tmp_path / "one.part.journal")
    with pytest.raises(Exception, match=r"something else: two; .*--force"):
        made(tmp_path / "one")
    for head in (b"", b"\xff\n", b"{}\n", b"markov unfinished 2 \n", b"x" * 10**6):
        (tmp_path / "one.part.journal").write_bytes(head)
        said = "is no journal of a sweep; .*--force" if head else "is empty; .*--force"
        with pytest.raises(Exception, match=said):
            made(tmp_path / "one")


@pytest.mark.parametrize("name", ["file.part", "file.part.journal"])
def test_what_stands_beside_the_file_is_no_symlink_and_no_pipe(tmp_path, name):
    (tmp_path / "precious").write_text("mine")
    for lay in (lambda path: path.symlink_to("precious"), os.mkfifo, os.mkdir):
        lay(tmp_path / name)
        with pytest.raises(Unwritten, match=f"{name} cannot be written: that is a "):
            made(tmp_path / "file", force=True)
        (tmp_path / name).rmdir() if (tmp_path / name).is_dir() else (tmp_path / name).unlink()
    assert (tmp_path / "precious").read_text() == "mine"
    made(tmp_path / "file")


def test_begun_without_a_piece_it_leaves_nothing(tmp_path):
    begun(tmp_path / "file", 0)
    assert not list(tmp_path.iterdir())


def test_two_at_once(tmp_path):
    with Unfinished(tmp_path / "file", "this", "words", False) as first:
        first.add(b"one\n")
        with pytest.raises(Exception, match="another process"):
            Unfinished(tmp_path / "file", "this", "words", True)
    assert (tmp_path / "file.part").read_bytes() == b"one\n"


def test_made_of_what_was_written(tmp_path):
    def upper(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes().upper())

    def broken(source: Path, target: Path) -> None:
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    file = tmp_path / "file"
    with Unfinished(file, "this", "words", False) as unfinished:
        unfinished.add(b"one\n")
        with pytest.raises(Unwritten):
            unfinished.finish(b"", broken)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["file.part", "file.part.journal"]
    with Unfinished(file, "this", "words", False) as unfinished:
        assert unfinished.pieces == 1
        unfinished.finish(b"", upper)
    assert [one.name for one in tmp_path.iterdir()] == ["file"]
    assert file.read_bytes() == b"ONE\n"


def test_parquet(run, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    assert run(*SMALL, "--to", tmp_path / "sweep.parquet")[0] == 0
    assert run(*SMALL, "--to", tmp_path / "sweep.csv")[0] == 0
    rows = list(csv.DictReader(io.StringIO((tmp_path / "sweep.csv").read_text())))
    assert parquet.read_table(tmp_path / "sweep.parquet").to_pylist() == rows
    assert sorted(os.listdir(tmp_path)) == ["sweep.csv", "sweep.parquet"]


@pytest.mark.parametrize("name", ["file.part", "file.part.journal"])
@pytest.mark.parametrize("force", [False, True])
def test_what_stands_beside_the_file_has_no_other_name(tmp_path, name, force):
    begun(tmp_path / "file", 2)
    kept = tmp_path / "another"
    kept.hardlink_to(tmp_path / name)
    before = kept.read_bytes()
    with pytest.raises(Unwritten, match=f"{name} cannot be written: .*hard link"):
        made(tmp_path / "file", force=force)
    assert kept.read_bytes() == before
