"""Playing an exported game by clicks."""

from __future__ import annotations

from typing import Any

CLICKED = "#which[open] #which-moves button, body:not(:has(#which[open])) :is(.place:not(.anew), #choices button)"
"""What can be clicked: places and buttons, or first which of several moves on the same places is meant."""


def play_by_clicks(page: Any) -> None:
    """Clicks the first place or button each time, until the game is over."""
    for _ in range(2_000):
        page.wait_for_selector(f"{CLICKED}, #turn:has-text('The game is over')", timeout=60_000)
        if "The game is over" in page.inner_text("#turn"):
            return
        page.locator(CLICKED).first.dispatch_event("click")
    raise AssertionError(f"the game is not over: {page.inner_text('#turn')}")
