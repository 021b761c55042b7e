"""The compiled tier: the same rules as native code, searched by kernels. The compiler is imported when it is needed."""

from .game import CompiledGame, compile_game
from .translate.requirement import available

__all__ = ["CompiledGame", "available", "compile_game"]
