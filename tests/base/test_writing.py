"""Files that take the place of others."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from minimaxer.base.files import changing, replacing, write_text
from minimaxer.errors import NotationError

PACKAGE = Path(__file__).parents[2] / "minimaxer"
WRITES = re.compile(r"\.write_(text|bytes)\(|\bopen\([^()]*[\"'][abrt+]*[wax+][abrt+]*[\"']|O_(WRONLY|RDWR|CREAT)")


@pytest.mark.parametrize("private", [True, False])
def test_a_file_is_replaced_once_the_new_one_is_whole(tmp_path: Path, private: bool) -> None:
    """Until then, and after an error, it is what it was; nothing else is left in the folder."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with suppress(ValueError), replacing(path, private=private) as file:
        file.write(b"ne")
        raise ValueError
    assert path.read_bytes() == b"old"
    with replacing(path, private=private) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of files are those of POSIX")
def test_others_may_read_what_is_not_private(tmp_path: Path) -> None:
    """As they may read other new files of the user."""
    plain, shown, hidden = tmp_path / "plain", tmp_path / "shown", tmp_path / "hidden"
    plain.touch()
    for path, private in ((shown, False), (hidden, True)):
        with replacing(path, private=private):
            pass
    assert shown.stat().st_mode == plain.stat().st_mode
    assert hidden.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="modes of files are those of POSIX")
def test_mode_and_links_stay(tmp_path: Path) -> None:
    """A link leads where it led, to a file whose mode is what it was."""
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_text("old")
    path.chmod(0o604)
    link.symlink_to(path)
    write_text(link, "new")
    assert link.is_symlink()
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("new", 0o604)


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="needs a device")
def test_a_device_is_written_to(tmp_path: Path) -> None:
    """Instead of being replaced by a file; so is a pipe."""
    write_text("/dev/null", "gone")
    assert not Path("/dev/null").is_file()
    code = "from minimaxer.base.files import write_text; write_text('/dev/stdout', 'through a pipe')"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"through a pipe"


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    """With its name and the system's reason."""
    for path, reason in ((tmp_path, "Is a directory"), (tmp_path / "none" / "file", "No such file or directory")):
        with pytest.raises(NotationError, match=f"^cannot write {re.escape(str(path))}: {reason}$"):
            write_text(path, "")
    with pytest.raises(NotationError, match=r"^cannot write a file without a name: "):
        write_text("", "")


def test_processes_change_a_file_one_after_the_other(tmp_path: Path) -> None:
    """None of their changes is lost."""
    path = tmp_path / "count"
    path.write_text("0")
    code = (
        "import sys; from pathlib import Path; from minimaxer.base.files import changing, write_text; path = Path(sys.argv[1])\n"
        "for _ in range(50):\n with changing(path): write_text(path, str(int(path.read_text()) + 1))"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(path)]) for _ in range(3)]
    assert [each.wait() for each in running] == [0, 0, 0]
    assert path.read_text() == "150"
    with (
        pytest.raises(NotationError, match=r"^cannot write .*: No such file or directory$"),
        changing(tmp_path / "none" / "file"),
    ):
        pass


def test_nothing_else_writes_files() -> None:
    """In the package; the ledger of many positions appends to its file, and knows a last row that was cut short."""
    found = {str(path.relative_to(PACKAGE)) for path in PACKAGE.rglob("*.py") if WRITES.search(path.read_text(encoding="utf-8"))}
    assert found == {"base/files.py", "batch/ledger.py", "cli/__init__.py"}
