"""Why something cannot be compiled, before it is told to the author."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818  # a signal: it becomes a CompileError
    """A construct the compiled tier cannot take.

    Args:
        name: The function it stands in.
        line: The source line; 0 where unknown.
        cause: What is wrong and what to do, in the author's words.
        filename: The file, where known.
    """

    def __init__(self, name: str, line: int, cause: str, filename: str | None = None) -> None:
        super().__init__(cause)
        self.name = name
        self.line = line
        self.cause = cause
        self.filename = filename
