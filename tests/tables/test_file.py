"""Files that are written: whole or not at all, where a file may be, and nothing else touched."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from markov.tables.file import followed, whole, write
from markov.wager.catalogue import find
from tests.refused import refused
from tests.texts import LUCKY

BETS = "repeater-bets-plus"
OLD, NEW = b"what was there\n", b"what is new\n"


def python(program, *arguments, **settings):
    """Starts a program that writes files, in a process of its own."""
    head = "import os, sys\nfrom pathlib import Path\nfrom markov.tables.file import whole, write\n"
    return subprocess.Popen([sys.executable, "-c", head + program, *map(str, arguments)], **settings)


def node(path, kind, major, minor):
    """A device of that number in a folder of the test's own."""
    try:
        os.mknod(path, kind | 0o666, os.makedev(major, minor))
    except PermissionError:
        pytest.skip("only root makes devices, and not everywhere")
    return path


@contextmanager
def mask(mode):
    before = os.umask(mode)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def mine():
    """A folder of a user who is not root, and may not do everything."""
    with tempfile.TemporaryDirectory() as name:
        root = os.geteuid() == 0
        if root:
            os.chown(name, 65534, 65534)
            os.seteuid(65534)
        try:
            yield Path(name)
        finally:
            if root:
                os.seteuid(0)
            os.chmod(name, 0o700)


# What is there afterwards.


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o755])
def test_a_file_keeps_its_mode(tmp_path, mode):
    file = tmp_path / "odds.json"
    file.write_bytes(OLD)
    file.chmod(mode)
    with whole(file) as part:
        assert stat.S_IMODE(part.stat().st_mode) == 0o600
        part.write_bytes(NEW)
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (NEW, mode)
    assert os.listdir(tmp_path) == ["odds.json"]


@pytest.mark.parametrize(("hidden", "mode"), [(0o022, 0o644), (0o027, 0o640), (0o077, 0o600)])
def test_a_new_file_has_the_mode_of_the_umask(tmp_path, hidden, mode):
    with mask(hidden):
        write(tmp_path / "odds.json", NEW)
    assert stat.S_IMODE((tmp_path / "odds.json").stat().st_mode) == mode


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_file_keeps_its_owner(tmp_path):
    file = tmp_path / "odds.json"
    file.write_bytes(OLD)
    os.chown(file, 4321, 8765)
    write(file, NEW)
    assert (file.stat().st_uid, file.stat().st_gid, file.read_bytes()) == (4321, 8765, NEW)


@pytest.mark.parametrize("there", [True, False])
def test_a_symlink_stays_and_its_target_is_written(tmp_path, there):
    (tmp_path / "links").mkdir()
    (tmp_path / "files").mkdir()
    link, between, file = tmp_path / "links" / "a", tmp_path / "links" / "b", tmp_path / "files" / "odds.json"
    link.symlink_to("b")
    between.symlink_to("../files/odds.json")
    if there:
        file.write_bytes(OLD)
    with whole(link) as part:
        assert part.parent == file.parent
        part.write_bytes(NEW)
    assert (os.readlink(link), os.readlink(between)) == ("b", "../files/odds.json")
    assert file.read_bytes() == NEW
    assert (os.listdir(file.parent), sorted(os.listdir(link.parent))) == (["odds.json"], ["a", "b"])


@pytest.mark.parametrize(
    "name", [b"\xff\xfe.json", b"a" * 255, b"a" * 250 + b".json", b"." + b"s" * 254, b"-"]
)
def test_any_name_that_a_file_can_have(tmp_path, name):
    file = tmp_path / os.fsdecode(name)
    write(file, OLD)
    write(file, NEW)
    assert file.read_bytes() == NEW
    assert os.listdir(os.fsencode(tmp_path)) == [name]


# What is refused.


def pipe(path):
    os.mkfifo(path)


def plug(path):
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


REFUSED = {
    "a folder": os.mkdir,
    "a named pipe": pipe,
    "a socket": plug,
    "a device": lambda path: node(path, stat.S_IFCHR, 1, 7),
    "a block device": lambda path: node(path, stat.S_IFBLK, 7, 99),
}


@pytest.mark.parametrize("kind", REFUSED)
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_regular_file_is_refused_and_stays(run, tmp_path, monkeypatch, kind, linked):
    monkeypatch.chdir(tmp_path)  # the address of a socket is short
    REFUSED[kind](Path("there"))
    Path("link").symlink_to("there")
    before = os.lstat("there")
    refused(
        run("certify", BETS, "repeating-2", "-o", "link" if linked else "there"),
        2,
        f"that is {kind.replace('block ', '')}, not a file; choose a file that can be written",
    )
    assert os.path.samestat(before, os.lstat("there"))
    assert sorted(os.listdir()) == ["link", "there"]


def test_what_leads_nowhere_is_refused(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    os.symlink("b", "a")
    os.symlink("a", "b")
    os.symlink("no/such", "c")
    trouble = {
        "": "-o is empty",
        ".": "that is a folder",
        "..": "that is a folder",
        "/": "that is a folder",
        "new/": "that is a folder",
        "no/odds.json": "there is no folder no",
        "c": "there is no folder",
        "a": "Too many levels of symbolic links",
        "a/odds.json": "Too many levels of symbolic links",
        "a\0b": "null",
        "a" * 256: "File name too long",
        "a/" * 3000: "that is a folder",
        "é" * 200: "File name too long",
        os.fsdecode(b"\xff/odds.json"): "there is no folder",
        "/dev/fd/987654": "choose a file",
        "/proc/self/fd/99999999999999999999": "choose a file",
    }
    for to, words in trouble.items():
        refused(run("certify", BETS, "repeating-2", "-o", to), 2, words)
    assert sorted(os.listdir()) == ["a", "b", "c"]


def test_a_place_is_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setattr("markov.proof.certificate.certificate", lambda *_: pytest.fail("this is work"))
    monkeypatch.setattr("markov.appendix.dossier.dossier", lambda *_: pytest.fail("this is work"))
    (tmp_path / "a.json").mkdir()
    assert run("certify", BETS, "-o", tmp_path / "a.json")[0] == 2
    assert run("report", BETS, "-o", tmp_path / "a.json")[0] == 2
    assert run("report", BETS, "-o", f"{tmp_path}/{'a' * 300}.json")[0] == 2


def test_a_file_protected_from_writing_is_not_replaced(mine):
    file = mine / "odds.json"
    file.write_bytes(OLD)
    file.chmod(0o444)
    with pytest.raises(PermissionError, match="Permission denied"):
        write(file, NEW)
    assert (file.read_bytes(), os.listdir(mine)) == (OLD, ["odds.json"])


def test_in_a_folder_protected_from_writing_nothing_is_replaced(mine):
    file = mine / "odds.json"
    file.write_bytes(OLD)
    mine.chmod(0o555)
    for name in ("odds.json", "new.json"):
        with pytest.raises(PermissionError, match=r"the folder .* is write-protected"):
            write(mine / name, NEW)
    assert (file.read_bytes(), os.listdir(mine)) == (OLD, ["odds.json"])


# What is written through.


def test_the_null_device_is_written_through(run, tmp_path):
    null = node(tmp_path / "null", stat.S_IFCHR, 1, 3)
    before = null.lstat()
    assert run("certify", BETS, "repeating-2", "-o", null) == (0, "", "")
    assert run("surrender", BETS, "repeating-2", "--json")[0] == 0
    (tmp_path / "a.svg").symlink_to("null")
    assert run("surrender", BETS, "repeating-2", "--plot", tmp_path / "a.svg")[0] == 0
    assert os.path.samestat(before, null.lstat())
    assert sorted(os.listdir(tmp_path)) == ["a.svg", "null"]


def test_streams_of_the_process_are_found_by_their_names():
    assert [followed(Path(f"/dev/{name}")) for name in ("stdout", "stderr", "fd/1")] == [1, 2, 1]
    assert [followed(Path(f"/proc/{who}/fd/2")) for who in ("self", "thread-self", os.getpid())] == [2] * 3


def test_a_stream_is_written_through_after_what_is_there(tmp_path):
    (tmp_path / "link").symlink_to("/proc/self/fd/1")
    program = "print('printed'); [write(Path(one), b'x' * 10**6) for one in sys.argv[1:]]"
    file = tmp_path / "file"
    file.write_bytes(OLD)
    with file.open("ab") as out:
        assert python(program, "/proc/self/fd/1", tmp_path / "link", stdout=out).wait() == 0
    assert file.read_bytes() == OLD + b"printed\n" + b"x" * 2 * 10**6
    found = python(program, "/proc/self/fd/1", stdout=subprocess.PIPE).communicate()[0]
    assert found == b"printed\n" + b"x" * 10**6
    assert sorted(os.listdir(tmp_path)) == ["file", "link"]


def test_a_reader_of_a_stream_may_leave(tmp_path):
    read, out = os.pipe()
    os.close(read)
    ask = [sys.executable, "-m", "markov", "certify", BETS, "repeating-2", "-o", "/proc/self/fd/1"]
    left = subprocess.run(ask, stdout=out, stderr=subprocess.PIPE, check=False)
    os.close(out)
    assert (left.returncode, left.stderr) == (0, b"")


# What is left behind.


@pytest.mark.parametrize("trouble", [OSError(28, "No space left on device"), KeyboardInterrupt, ValueError])
@pytest.mark.parametrize("there", [[], ["odds.json"]])
def test_what_fails_or_is_interrupted_leaves_nothing(tmp_path, trouble, there):
    file = tmp_path / "odds.json"
    for name in there:
        (tmp_path / name).write_bytes(OLD)

    def half_written():
        with whole(file) as part:
            part.write_bytes(NEW)
            raise trouble

    with pytest.raises((OSError, KeyboardInterrupt, ValueError)):
        half_written()
    assert os.listdir(tmp_path) == there
    assert not there or file.read_bytes() == OLD


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_process_that_is_ended_leaves_nothing(tmp_path, how):
    # It sleeps a little at a time: a signal that comes just before one long wait is not seen until its end.
    program = """
import signal, time
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whatever those who started the tests ignore
signal.signal(signal.SIGINT, signal.default_int_handler)
with whole(Path(sys.argv[1])) as part:
    part.write_bytes(b"half")
    print("written", flush=True)
    for _ in range(2_000):
        time.sleep(0.05)
"""
    file = tmp_path / "odds.json"
    file.write_bytes(OLD)
    streams = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
    with python(program, file, **streams) as running:
        assert running.stdout.readline() == b"written\n"
        assert len(os.listdir(tmp_path)) == 2
        running.send_signal(how)
        assert running.wait() in (128 + how, -how)
    assert (os.listdir(tmp_path), file.read_bytes()) == (["odds.json"], OLD)


def test_what_lies_at_a_name_that_can_be_guessed_is_not_written(tmp_path):
    (tmp_path / "precious").write_bytes(OLD)
    for name in (".odds.json.part", "odds.json.part", "odds.json.tmp", ".odds.json"):
        (tmp_path / name).symlink_to("precious")
    write(tmp_path / "odds.json", NEW)
    assert (tmp_path / "precious").read_bytes() == OLD
    assert sorted(os.listdir(tmp_path)) == [
        *(".odds.json", ".odds.json.part", "odds.json", "odds.json.part", "odds.json.tmp", "precious")
    ]


def test_processes_that_write_one_file_do_not_tear_it(tmp_path):
    program = "[write(Path(sys.argv[1]), sys.argv[2].encode() * 10**6) for _ in range(30)]"
    file = tmp_path / "odds.json"
    write(file, b"0" * 10**6)
    running = [python(program, file, letter, stderr=subprocess.PIPE) for letter in "abc"]
    while any(one.poll() is None for one in running):
        found = file.read_bytes()
        assert (len(found), len(set(found))) == (10**6, 1)
    assert [one.communicate()[1] for one in running] == [b""] * 3
    assert file.read_bytes() in {letter * 10**6 for letter in (b"a", b"b", b"c")}
    assert os.listdir(tmp_path) == ["odds.json"]


# Who writes files.


def test_a_workbook_is_written_whole_and_through_a_symlink(run, tmp_path):
    link, file = tmp_path / "link.xlsx", tmp_path / "odds.xlsx"
    link.symlink_to(file)
    file.touch(0o600)
    assert run("report", BETS, "repeating-2", "--force", "-o", link)[0] == 0
    assert link.is_symlink()
    assert (file.read_bytes()[:2], stat.S_IMODE(file.stat().st_mode)) == (b"PK", 0o600)


def test_an_edited_sheet_through_a_symlink_finds_its_sheet_from_both(run, tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "sheet.toml").write_text(LUCKY)
    link, file = tmp_path / "link.toml", tmp_path / "deep" / "er" / "edited.toml"
    link.symlink_to(file)
    asked = "what-if", tmp_path / "sheet.toml", "threes", "--pay", "made=14 to 1", "--save"
    assert run(*asked, link)[0] == 0
    assert link.is_symlink()
    for path in (link, file):
        assert find(str(path)).wager("threes").pays["made"] == 15
    file.unlink()
    node(file, stat.S_IFCHR, 1, 3)
    refused(run(*asked, link, "--force"), 2, "that is a device")


def test_a_sheet_whose_path_is_not_utf_8(run, tmp_path):
    odd = tmp_path / os.fsdecode(b"d\xfe")
    odd.mkdir()
    (odd / "sheet.toml").write_text(LUCKY)
    asked = "what-if", odd / "sheet.toml", "threes", "--pay", "made=14 to 1", "--json", "--save"
    refused(run(*asked, tmp_path / "edited.toml"), 2, "the path of its sheet is not UTF-8")
    assert [os.path.basename(name) for name in os.listdir(tmp_path)] == [odd.name]
    code, out, _ = run(*asked, odd / "edited.toml")  # beside it the sheet is sheet.toml, which can be written
    assert json.loads(out)["schema"] == "markov/what-if/1"
    assert code == 0
