"""The parts of the documentation that run Python in its pages, as modules; they lie in no package."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

from ..documents import DOCS


def part(path: str) -> Any:
    """The module in a file of the documentation."""
    file = Path(DOCS, path)
    known = sys.modules.get(file.stem)
    if known is not None:
        return known
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
