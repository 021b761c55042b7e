"""Compiling one game's kernels: the types of its methods first, then the code. Imports numba."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from ...errors import CompileError
from ...rules.capability import Capabilities
from ..kernels.rules import Describe
from ..native.layout import Layout
from ..native.machine import ObjectCode
from .binding import Program
from .diagnosis import compile_error, explain
from .guards import Guards
from .linking import object_code, unfinished
from .refusal import Refusal
from .replacements import REPLACEMENTS
from .resolve import Function
from .rules import RulesBuilder


class Build:
    """The functions of one game as numba knows them.

    Args:
        game: The rules object.
        found: The capabilities to compile in.
        state: The shape of its states.
        suffix: Told apart in symbol names.
        guards: Operators that notice what the machine cannot represent.
        families: What families of kernels add to the rules.

    Raises:
        CompileError: The game cannot be compiled.
    """

    def __init__(
        self,
        game: Any,
        found: Capabilities[Any, Any],
        state: Layout,
        suffix: str,
        guards: Guards | None = None,
        families: Iterable[Describe] = (),
    ) -> None:
        self.program: Final = Program(suffix, REPLACEMENTS, guards)
        with self._explained():
            self.rules, self.shapes = RulesBuilder(self.program, game, found, state, families).build()

    def kernel(self, module: str, name: str) -> ObjectCode:
        """The code of a kernel.

        Raises:
            CompileError: It cannot be compiled.
        """
        function = getattr(importlib.import_module(f"..{module}", __package__), name)
        with self._explained():
            code: ObjectCode = object_code(self.program, Function(function, {0: self.rules}))
        return code

    @contextmanager
    def _explained(self) -> Iterator[None]:
        """Makes a `CompileError` of what goes wrong within it."""
        try:
            with unfinished():
                yield
        except CompileError:
            raise
        except Refusal as refusal:
            raise compile_error(refusal) from None
        except Exception as error:
            if self.program.refusals:
                raise compile_error(self.program.refusals[0]) from error
            raise explain(error, self.program.function_at) from error
