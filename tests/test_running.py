"""How pytest runs in this repository: on all cores where it is worth it, and without touching the user's compiled games."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("xdist", reason="sharing tests out needs pytest-xdist")

pytest_plugins = ["pytester"]
CONFTEST = (Path(__file__).parents[1] / "conftest.py").read_text(encoding="utf-8")
SOURCE = """
import os
def test_it(): print("folder", os.environ["MINIMAXER_CACHE_DIR"], os.environ.get("PYTEST_XDIST_WORKER", "alone"))
"""


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with this repository's conftest, on a machine of two cores."""
    for name in ("PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PYTEST_XDIST_AUTO_NUM_WORKERS", "2")
    monkeypatch.setenv("MINIMAXER_CACHE_DIR", "/the/users/own")
    pytester.makeconftest(CONFTEST)
    pytester.mkdir("tests")
    (pytester.path / "tests" / "test_one.py").write_text(SOURCE)
    (pytester.path / "tests" / "test_two.py").write_text(SOURCE)
    return pytester


def told(result: pytest.RunResult) -> set[tuple[str, str]]:
    """Each test's folder of compiled games, and its worker."""
    found = {(folder, worker) for line in result.outlines if "folder " in line for folder, worker in [line.split()[-2:]]}
    assert found, str(result.stdout)
    return found


@pytest.mark.thorough
def test_folders_are_shared_out(project: pytest.Pytester) -> None:
    """Every worker of the run has the same folder of compiled games, in pytest's cache."""
    found = told(project.runpytest_subprocess("-rP", "tests/test_one.py", "tests"))
    assert {worker for _, worker in found} <= {"gw0", "gw1"}
    assert {folder for folder, _ in found} == {str(project.path / ".pytest_cache" / "d" / "compiled")}


@pytest.mark.parametrize(
    "arguments",
    ["tests/test_one.py", "tests/test_one.py::test_it", "tests -s", "tests -n 0", "tests --pdb", "tests -p no:xdist"],
)
def test_the_rest_runs_in_one_process(project: pytest.Pytester, arguments: str) -> None:
    """Files, single tests, and what has to reach the terminal."""
    assert {worker for _, worker in told(project.runpytest_inprocess("-rP", *arguments.split()))} == {"alone"}


def test_without_pytests_cache(project: pytest.Pytester) -> None:
    """Compiled games are in a temporary folder, which is gone in the end."""
    ((folder, _),) = told(project.runpytest_inprocess("-rP", "-n", "0", "-p", "no:cacheprovider", "tests"))
    assert folder != "/the/users/own"
    assert not Path(folder).exists()
