"""What the build of the documentation adds so that its pages run Python."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import io
import json
import shutil
import subprocess
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import minimaxer as mx
from minimaxer.game.protocol import hides

from ..documents import DOCS, ROOT
from .parts import part

vendored = part("scripts/vendored.py")
runnable = part("scripts/runnable.py")


def package(**changed: bytes) -> bytes:
    """A package of npm with all files that are needed."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name in vendored.FILES:
            content = changed.get(name.replace(".", "_"), name.encode())
            member = tarfile.TarInfo(f"package/{name}")
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return made.getvalue()


def checksum(content: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(content).digest()).decode()


def test_pyodide_is_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """With the right checksum it is kept; the second time nothing is fetched."""
    given, fetched = package(), []

    def fetch(there: Path) -> bytes:
        fetched.append(there)
        return given

    monkeypatch.setattr(vendored, "fetched", fetch)
    monkeypatch.setattr(vendored, "INTEGRITY", checksum(given))
    for _ in range(2):
        folder = vendored.pyodide(tmp_path)
        assert sorted(file.name for file in folder.iterdir()) == sorted(vendored.FILES)
    assert len(fetched) == 1


def test_another_package_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The checksum of what came is told, and nothing is kept."""
    given = package()
    monkeypatch.setattr(vendored, "fetched", lambda there: given)
    with pytest.raises(vendored.Missing) as caught:
        vendored.pyodide(tmp_path)
    assert str(caught.value) == (
        f"expected pyodide@{vendored.VERSION} with the checksum {vendored.INTEGRITY}, got one with {checksum(given)}"
    )
    assert list(tmp_path.iterdir()) == []


def test_what_npm_cannot_do_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No npm, one without a network, one that hangs."""
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(vendored.Missing, match=r"^npm is not installed$"):
        vendored.fetched(tmp_path)
    monkeypatch.setattr(shutil, "which", lambda name: "npm")
    failed = subprocess.CompletedProcess([], 1, "", "npm warn config\nnpm error code ENOTFOUND\nnpm error more\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: failed)
    with pytest.raises(vendored.Missing) as caught:
        vendored.fetched(tmp_path)
    assert str(caught.value) == f"npm cannot fetch pyodide@{vendored.VERSION}: npm error code ENOTFOUND"

    def hang(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("npm", 1)

    monkeypatch.setattr(subprocess, "run", hang)
    with pytest.raises(vendored.Missing, match=r"^npm took more than 300 s$"):
        vendored.fetched(tmp_path)


def test_the_wheel_has_what_the_project_names() -> None:
    """Each file of its packages, its entry points, and the same bytes each time."""
    name, content = vendored.wheel_of_minimaxer()
    assert name == f"minimaxer-{mx.__version__}-py3-none-any.whl"
    assert vendored.wheel_of_minimaxer() == (name, content)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        inside = set(wheel.namelist())
        assert wheel.read("minimaxer/api/search.py") == (ROOT / "minimaxer" / "api" / "search.py").read_bytes()
        points = wheel.read(f"minimaxer-{mx.__version__}.dist-info/entry_points.txt").decode()
    for each in project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        folder = ROOT / each
        files = {file.relative_to(folder.parent).as_posix() for file in folder.rglob("*.py")}
        assert files <= inside, each
    assert not any("__pycache__" in each for each in inside)
    for game, target in project["project"]["entry-points"]["minimaxer.games"].items():
        assert f"{game} = {target}\n" in points


def test_the_wheel_of_attrs_is_the_installed_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another Python that has nothing else imports it."""
    name, content = vendored.wheel_of_attrs()
    assert name == f"attrs-{importlib.metadata.version('attrs')}-py3-none-any.whl"
    with zipfile.ZipFile(io.BytesIO(content)) as wheel:
        assert {"attr/__init__.py", "attrs/__init__.py"} <= set(wheel.namelist())


def commands(page: str) -> dict[str, Any]:
    """What can be run of a page, by the first words of the block."""
    runs: dict[int, Any] = runnable.runs_of(DOCS / page)["runs"]
    return {" ".join(words): run["files"] for run in runs.values() for words in run["commands"]}


def test_blocks_run_with_the_files_before_them() -> None:
    """Programs that the page types, and commands by the tree tier; not what compiles, and not what only writes a file."""
    assert commands("tutorials/1-first-ai.md") == {
        "minimaxer solve tic_tac_toe.py:TicTacToe --tier tree": 2,
        "python ask.py": 3,
        "minimaxer play tic_tac_toe.py:TicTacToe --side none --tier tree --depth 9": 4,
        "python misere.py": 5,
    }
    assert not commands("tutorials/8-native-speed.md")
    assert "python rows_9.py" not in commands("tutorials/9-bits.md")
    assert "python same.py" in commands("tutorials/9-bits.md")
    [only] = commands("index.md")
    assert only.startswith("python -c import minimaxer as mx\n")


def test_files_of_other_pages_come_first() -> None:
    """As the page says that it goes on with them; each file is told once for each time that it is written."""
    writes = runnable.runs_of(DOCS / "tutorials" / "3-looking-further.md")["writes"]
    names = [name for name, _, _ in writes]
    assert names.index("tic_tac_toe.py") < names.index("four.py") < names.index("looking.py")
    assert ("tic_tac_toe.py", True) in [(name, below) for name, _, below in writes]
    assert json.loads(json.dumps(writes))


def test_buttons_stand_below_their_blocks() -> None:
    """By the number of the block among all of the page."""
    pytest.importorskip("mkdocs", reason="the documentation is built by mkdocs")
    demos = part("scripts/demos.py")
    text = "One\n\n```python\nprint(1)\n```\n\nTwo\n\n```sh\nls\n```\n\n- in a list\n\n    ```python\n    print(2)\n    ```\n"
    made = demos.with_buttons(text, "demo/runs/x.json", {"0", "2"})
    button = (
        '```\n\n<div class="mx-run" data-page="demo/runs/x.json" data-run="0"><button type="button">Run</button></div>\n\nTwo'
    )
    assert button in made
    assert made.count("mx-run") == 1  # in a list there is no room for one
    assert demos.with_buttons(text, "x", set()) == text


def test_without_pyodide_the_pages_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands in a part for such a build is shown, and there are no buttons."""
    pytest.importorskip("mkdocs", reason="the documentation is built by mkdocs")
    demos = part("scripts/demos.py")
    monkeypatch.setitem(demos._state, "pyodide", None)
    text = (DOCS / "try" / "your-game.md").read_text(encoding="utf-8")
    made = demos.on_page_markdown(text, None, None, None)
    assert "<!--" not in made
    assert "This copy of the documentation was built without Python" in made
    assert '```python title="my_game.py"' in made


def test_what_the_player_offers_can_be_played() -> None:
    """Each game with cards is there under its name; all others that come with the package are in the gallery."""
    offered = [line.split('"')[1] for line in (DOCS / "demo" / "player.html").read_text().splitlines() if "<option" in line]
    bundled = {
        point.name for point in importlib.metadata.entry_points(group="minimaxer.games") if "minimaxer_games" in point.value
    }
    shown = part("scripts/gallery.py").GAMES
    assert {*offered, *shown} == bundled - {"kalah_benchmark", "kalah_paper", "open_whist"}  # other settings of some of them
    assert [name for name in (*offered, *shown) if hides(mx.find_game(name))] == offered
