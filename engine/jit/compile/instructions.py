"""Single machine instructions, in place of the functions of :mod:`engine.jit.bits`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from engine.jit import bits


@intrinsic  # type: ignore[untyped-decorator]
def _popcount(context: Any, word: Any) -> Any:
    """Return the instruction that counts ones; its result is as wide as the word."""

    def count(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    kind = types.unliteral(word)
    return kind(kind), count


@intrinsic  # type: ignore[untyped-decorator]
def _prefetch(context: Any, array: Any, index: Any) -> Any:
    """Return the instruction that asks for memory."""

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
        # For reading, to be kept in all caches, data rather than code.
        builder.call(instruction, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.none(array, types.unliteral(index)), ask


INSTRUCTIONS = {bits.popcount: _popcount, bits.prefetch: _prefetch}
"""The instruction of each plain function."""
