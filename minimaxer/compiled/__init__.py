"""The compiled tier: the same rules as native code, searched by kernels. numba is imported only when something is compiled."""

from .game import CompiledGame, compile_game
from .translate.requirement import available

__all__ = ["CompiledGame", "available", "compile_game"]
