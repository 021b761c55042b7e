"""Extra words of a node, behind those of `montecarlo.native.layout`; its `LINK` holds only the number of its latest child."""

from __future__ import annotations

from typing import Final

AVAILABLE: Final = 0
"""The number of visits of its parent in deals in which its move was legal."""
NEXT: Final = 1
"""The number of the sibling made before it; 0 for the first child."""
MORE: Final = 2
"""Number of extra words."""
