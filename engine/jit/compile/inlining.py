"""How Numba compiles a function that exists only as a part of others.

By default Numba optimises every function together with all that it calls, and makes machine code
of it. What is part of its callers anyway would go through that once for itself and once more with
each of them, level upon level: most of the time that compiling takes. Here such a function is only
typed and translated. It is linked into the entry it ends up in, and optimised with it.

Numba has no option for this. What is used beside the documented ``pipeline_class`` are the steps
that a library of code goes through when it is finished.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase


def part(*, inlined: bool) -> Mapping[str, Any]:
    """Options of Numba for a function that is part of others: of each, or where LLVM thinks so."""
    return {"forceinline": inlined, **_options(Ingredient)}


def subroutine() -> Mapping[str, Any]:
    """Options of Numba for a function that others call, and that is inlined nowhere."""
    return {"forceinline": False, **_options(Subroutine)}


def whole() -> Mapping[str, Any]:
    """Options of Numba for a function that is made an object file of, and not run here."""
    return _options(Product)


def keep_apart(part_form: Any) -> None:
    """Keeps the forms of such a function from ordinary code, since they have no machine code."""
    part_form._insert = lambda *_: None


class Ingredient(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into other code, and never run in this process."""

    def finalize(self) -> None:
        """Leaves all that is to be done to the code it is linked into."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """No address: there is no machine code."""
        return 0

    def _optimize_functions(self, module: Any) -> None:
        """Simplifies functions one by one, before they become part of others."""
        module.data_layout = self._codegen._data_layout
        builder = _optimizer(self._codegen._tm)
        passes = builder.getFunctionPassManager()
        for function in module.functions:
            passes.run(function, builder)

    @property
    def codegen(self) -> Any:
        """What receives the environment of a function; there is nowhere to put it."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Kernels need no environment: they raise nothing and make no objects."""


class Subroutine(Ingredient):
    """Code that an entry holds once, however often it is called."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Keeps LLVM from inlining it, as it would even what is large."""
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class Product(Ingredient):
    """Code that is optimised with all that it is made of."""

    def finalize(self) -> None:
        """Links each ingredient once, however many others are made of it too."""
        found: dict[Any, None] = dict.fromkeys(self._linking_libraries)
        waiting = list(found)
        while waiting:
            library = waiting.pop()
            if isinstance(library, Ingredient):
                new = [part for part in library._linking_libraries if part not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        self._linking_libraries: list[Any] = list(found)
        super(Ingredient, self).finalize()

    def _optimize_final_module(self) -> None:
        """Optimises once; Numba does it twice, for the sake of references that it counts."""
        builder = _optimizer(self._codegen._tm)
        builder.getModulePassManager().run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


def _optimizer(machine: Any) -> Any:
    """What has LLVM optimise: as far as it can, but without vectors and with loops as they are.

    Loops of kernels are short and full of conditions, and what they call becomes part of them. Both
    would double the code and cost half of the time that LLVM takes, and gain nothing.
    """
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    return llvm.create_pass_builder(machine, tuning)


@cache
def _options(kind: type[Ingredient]) -> Mapping[str, Any]:
    # Where a Numba lacks what that is made with, the plain way goes on without it.
    from engine.jit.compile.lowering import context_of_kernels
    from engine.jit.compile.passes import pipeline

    class OwnCompiler(CompilerBase):  # type: ignore[misc]
        """The passes that kernels need, into a library of code of our own."""

        def define_pipelines(self) -> list[Any]:
            """The pipelines to try."""
            state = self.state
            state.targetctx = context_of_kernels(state.targetctx)
            state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
            return [pipeline()]

    return {
        "pipeline_class": OwnCompiler,
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
    }
