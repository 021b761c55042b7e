"""What a node of the tree has behind the words that a node of `montecarlo.words` has, whose `LINK` is its latest child alone."""

from __future__ import annotations

from typing import Final

AVAILABLE: Final = 0
"""How often its move was legal when its parent was visited, in whatever deal."""
NEXT: Final = 1
"""The number of its parent's child made before it; 0 where it is the first."""
MORE: Final = 2
"""Words in all."""
