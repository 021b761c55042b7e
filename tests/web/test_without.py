"""Without the extra `web`."""

from __future__ import annotations

import sys

import pytest

from minimaxer.cli import main


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The command says how to install it."""
    for module in [name for name in sys.modules if name.startswith(("minimaxer.web.s", "minimaxer.web.g"))]:
        if module != "minimaxer.web.seats":
            monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["web", "tic_tac_toe"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("minimaxer: error: `minimaxer web` needs Starlette and uvicorn (")
    assert error.endswith("): pip install 'starlette>=0.40' 'uvicorn>=0.30'\n")
