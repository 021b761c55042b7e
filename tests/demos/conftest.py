"""The built site and a browser, for the tests of what runs in the pages.

The site is built for these tests, unless MINIMAXER_SITE names the folder of one.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from .. import documents
from ..needs import CHROMIUM
from .parts import part
from .serving import served

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site."""
    vendored = part("scripts/vendored.py")
    try:
        vendored.pyodide()
    except vendored.Missing as missing:
        pytest.skip(f"the pages are built without Python: {missing}")
    site = os.environ.get("MINIMAXER_SITE")
    if site is None:
        site = str(tmp_path_factory.mktemp("site"))
        build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", site]
        path = os.pathsep.join([str(documents.ROOT), str(documents.ROOT / "games")])
        subprocess.run(build, cwd=documents.ROOT, check=True, env={**os.environ, "PYTHONPATH": path})
    return Path(site)


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of the site."""
    with served(str(site)) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests."""
    from playwright import sync_api  # where it is missing, the tests are left out by their marks

    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()
