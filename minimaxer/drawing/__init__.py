"""Pictures as SVG: boards of games, search trees, curves, and bars with their spread; in light and dark.

A game draws its boards with `Canvas`; `draw_tree`, `bar_chart` and `curve_chart` give a `Drawing`, which notebooks show.
"""

from ..game.protocol import Area
from .boards import Grid, MoveRow, animation, board, draw_moves, draw_result
from .canvas import COLOURS, PLAYERS, Canvas, Drawing, Theme
from .charts import Bar, bar_chart, curve_chart
from .trees import draw_tree

__all__ = [
    "COLOURS",
    "PLAYERS",
    "Area",
    "Bar",
    "Canvas",
    "Drawing",
    "Grid",
    "MoveRow",
    "Theme",
    "animation",
    "bar_chart",
    "board",
    "curve_chart",
    "draw_moves",
    "draw_result",
    "draw_tree",
]
