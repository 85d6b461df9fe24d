"""Single machine instructions, in place of the functions of :mod:`engine.jit.bits`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import lower_builtin, type_callable

from engine.jit import bits


@type_callable(bits.popcount)  # type: ignore[untyped-decorator]
def type_popcount(context: Any) -> Any:
    """What :func:`engine.jit.bits.popcount` is in kernels."""

    def typer(word: Any) -> Any:
        """A number as wide as the word."""
        return word

    return typer


@lower_builtin(bits.popcount, types.Integer)  # type: ignore[untyped-decorator]
def count_ones(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The instruction that counts ones."""
    return builder.ctpop(arguments[0])


@type_callable(bits.prefetch)  # type: ignore[untyped-decorator]
def type_prefetch(context: Any) -> Any:
    """What :func:`engine.jit.bits.prefetch` is in kernels."""

    def typer(array: Any, index: Any) -> Any:
        """Nothing."""
        return types.none

    return typer


@lower_builtin(bits.prefetch, types.Any, types.Integer)  # type: ignore[untyped-decorator]
def ask(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """The instruction that asks for memory."""
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
