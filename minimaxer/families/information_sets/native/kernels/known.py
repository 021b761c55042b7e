"""Facts about a game that the kernel of information-set search needs besides the rules."""

from __future__ import annotations

from typing import Any

from .....native.kernels.rules import Rules
from .. import layout as more


def describe(rules: Any) -> None:
    """Adds the rules `on_information`, whose nodes have this kernel's extra words."""
    rules.on_information = Rules(**rules.__dict__)
    rules.on_information.available_at = rules.node_words + more.AVAILABLE
    rules.on_information.next_at = rules.node_words + more.NEXT
    rules.on_information.node_words = rules.node_words + more.MORE
