"""The compiled tier: the same rules as native code, searched by kernels. The compiler is imported on first use."""

from ..compiler.requirement import available
from .game import CompiledGame, compile_game, rules_of, tier_of
from .pending import PendingGame

__all__ = ["CompiledGame", "PendingGame", "available", "compile_game", "rules_of", "tier_of"]
