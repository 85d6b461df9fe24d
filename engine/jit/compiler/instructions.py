"""The machine instructions that replace the functions of :mod:`engine.jit.bits`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.jit import bits


@intrinsic  # type: ignore[untyped-decorator]
def _emit_popcount(context: Any, word: Any) -> Any:
    """Return the instruction that counts set bits. Its result has the same type as ``word``."""

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    kind = types.unliteral(word)
    return kind(kind), count


@intrinsic  # type: ignore[untyped-decorator]
def _emit_prefetch(context: Any, array: Any, index: Any) -> Any:
    """Return the instruction that loads an array element into the cache."""

    def ask(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind, given = signature.args
        data = cgutils.create_struct_proxy(kind)(context, builder, arguments[0]).data
        pointer = builder.gep(data, [context.cast(builder, arguments[1], given, types.intp)])
        number = ir.IntType(32)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch",
            [pointer.type],
            ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number]),
        )
        # The arguments mean: prefetch for reading (0), into all cache levels (3), data (1).
        builder.call(instruction, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.unliteral(index)), ask


INSTRUCTIONS = {bits.popcount: _emit_popcount, bits.prefetch: _emit_prefetch}
"""A mapping from each plain function to the instruction that replaces it."""
