"""Single machine instructions, in place of the functions of :mod:`engine.jit.bits`."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from engine.jit import bits


@intrinsic  # type: ignore[untyped-decorator]
def ctpop(typing_context: Any, word: Any) -> Any:
    """The instruction that counts ones."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Its code."""
        return builder.ctpop(arguments[0])

    return word(word), generate


@intrinsic  # type: ignore[untyped-decorator]
def fetch(typing_context: Any, array: Any, index: Any) -> Any:
    """The instruction that asks for memory."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Its code."""
        data = cgutils.create_struct_proxy(array)(context, builder, arguments[0]).data
        pointer = builder.gep(data, [arguments[1]])
        number = ir.IntType(32)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch",
            [pointer.type],
            ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number]),
        )
        # For reading, to be kept in all caches, data rather than code.
        builder.call(instruction, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@overload(bits.popcount, strict=False)  # type: ignore[untyped-decorator]
def choose_popcount(word: Any) -> Any:
    """What stands for :func:`engine.jit.bits.popcount` in kernels."""

    def count(word: Any) -> Any:
        """The instruction."""
        return ctpop(word)

    return count


@overload(bits.prefetch, strict=False)  # type: ignore[untyped-decorator]
def choose_prefetch(array: Any, index: Any) -> Any:
    """What stands for :func:`engine.jit.bits.prefetch` in kernels."""

    def ask(array: Any, index: Any) -> Any:
        """The instruction."""
        return fetch(array, index)

    return ask
