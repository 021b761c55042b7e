"""What code for this machine may hold."""

from __future__ import annotations

import pytest

pytest.importorskip("llvmlite", reason="compiled games need the extra 'compiled'")

import llvmlite.binding as llvm

from minimaxer.compiler.runtime import machine


def test_no_mask_registers(monkeypatch: pytest.MonkeyPatch) -> None:
    """AVX-512 is left out where the processor has it, since LLVM 22.1 loses its masks; nothing is said of it elsewhere."""
    for has, features in (("+avx2,+avx512f,+avx512vl", "+avx2,+avx512f,+avx512vl,-avx512f"), ("+neon", "+neon")):
        monkeypatch.setattr(llvm, "get_host_cpu_features", lambda has=has: _Features(has))
        machine.identity.cache_clear()
        assert machine.identity()[2] == features
    machine.identity.cache_clear()


class _Features:
    """Features of a processor as LLVM tells them."""

    def __init__(self, text: str) -> None:
        self._text = text

    def flatten(self) -> str:
        """The text."""
        return self._text


def test_vectors_stay_out_of_mask_registers() -> None:
    """Comparing vectors makes masks where AVX-512 is at hand."""
    code = """
define i64 @signs(<2 x i32> %these, <2 x i64> %others, ptr %out) {
  %mask = icmp slt <2 x i32> %these, zeroinitializer
  %taken = select <2 x i1> %mask, <2 x i64> %others, <2 x i64> zeroinitializer
  store <2 x i64> %taken, ptr %out
  %first = extractelement <2 x i1> %mask, i64 0
  %number = zext i1 %first to i64
  ret i64 %number
}
"""
    assert "%k" not in machine.target_machine().emit_assembly(llvm.parse_assembly(code))
