"""The answer to "Why?": a search of a position, step by step."""

from __future__ import annotations

from typing import Any, Final

from ..api.functions import search

_STEPS: Final = 3_000
"""Most steps recorded of each search; about three a node."""
_SHALLOW: Final = 3
"""The depth where advice has none, in plies."""


def recording_of(game: Any, state: Any, depth: int | None) -> str:
    """The page that records searches as deep as the advice was, in plies, as far as some thousand steps go."""
    from ..insight.steps import record  # here, since it takes long to import, and the page is to be up soon

    fits = search(game, state, nodes=_STEPS // 3).depth or _SHALLOW
    return record(game, state, depth=max(1, min(depth or _SHALLOW, fits)), steps=_STEPS).html
