"""What pytest leaves out where numba is not installed: the modules that import it, and the tests of compiled games."""

from __future__ import annotations

import importlib.util

collect_ignore_glob = (
    [] if importlib.util.find_spec("numba") else ["minimaxer/compiled/*", "tests/compiled/*", "tests/parallel/hammer.py"]
)
