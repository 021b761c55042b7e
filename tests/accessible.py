"""Accessibility and good practice of pages, by axe-core."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

_FOUND = importlib.util.find_spec("axe_playwright_python")
_RUN = """() => axe.run().then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.map((each) => each.html)}`))"""
needs_axe = pytest.mark.skipif(_FOUND is None, reason="accessibility is checked by axe-core, from axe-playwright-python")


def violations(page: Page) -> list[str]:
    """The rules that a page breaks, with the elements that do."""
    if not page.evaluate("'axe' in window"):
        assert _FOUND is not None
        page.evaluate(Path(str(_FOUND.origin)).with_name("axe.min.js").read_text("utf-8"))
    return cast("list[str]", page.evaluate(_RUN))
