"""Files that take the place of others."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import pytest

from minimaxer.writing import replacing


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
