"""Single machine instructions that kernels need and Numba has no name for.

Each is a plain function with the same meaning; compiled code gets the instruction.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.jit.marks import Ints, Words, at_bind, kernel


@kernel
def signed(word: np.uint64) -> int:
    """A word as an index; words stay apart from indices, or Numba makes floats of them."""
    return np.int64(word)  # type: ignore[return-value]


def popcount(word: int | np.uint64) -> int:
    """Number of ones of a non-negative integer."""
    return int(word).bit_count()


def prefetch(array: Words | Ints, index: int) -> None:
    """Asks for an array element to be brought near, because it will be needed soon."""


@at_bind
def _compile() -> None:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic, overload

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
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
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

    @overload(popcount, strict=False)  # type: ignore[untyped-decorator]
    def choose_popcount(word: Any) -> Any:
        """What stands for :func:`popcount` in kernels."""

        def count(word: Any) -> Any:
            """The instruction."""
            return ctpop(word)

        return count

    @overload(prefetch, strict=False)  # type: ignore[untyped-decorator]
    def choose_prefetch(array: Any, index: Any) -> Any:
        """What stands for :func:`prefetch` in kernels."""

        def ask(array: Any, index: Any) -> Any:
            """The instruction."""
            return fetch(array, index)

        return ask
