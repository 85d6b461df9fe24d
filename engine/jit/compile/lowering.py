"""How a kernel becomes code for LLVM: without what kernels never do.

Kernels raise nothing, so a call of one asks for no status and hands on no place for an exception;
by default Numba asks after every call. They count no references, so nothing is to be done where a
variable is stored or no longer used. What is left out is code that LLVM would have to look through,
to find most of it without effect.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from numba.core import cgutils, ir
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering


class KernelLower(Lower):  # type: ignore[misc]
    """Writes the code of a kernel."""

    def lower_block(self, block: Any) -> None:
        """Writes the instructions of a block, one after the other."""
        for instruction in block.body:
            self.loc = instruction.loc
            if isinstance(instruction, ir.Assign):
                name = instruction.target.name
                self.storevar(self.lower_assign(self.typeof(name), instruction), name)
            else:
                self.lower_inst(instruction)

    def storevar(self, value: Any, name: str, argidx: int | None = None) -> None:
        """Puts a value into a variable, or keeps it as it is if it is only used close by."""
        if name in self._singly_assigned_vars:
            self._blk_local_varmap[name] = value
        else:
            self.builder.store(value, self.getvar(name))

    def alloca(self, name: str, kind: Any) -> Any:
        """A place for a variable; Numba would ask LLVM for its size, for debuggers."""
        return cgutils.alloca_once(self.builder, self.context.get_value_type(kind), name=name)

    def return_exception(self, *arguments: Any, **options: Any) -> None:
        """Refuses a kernel that raises something.

        Raises:
            TypeError: always.
        """
        raise TypeError("a kernel cannot raise an exception")

    return_dynamic_exception = return_exception


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(BaseNativeLowering):  # type: ignore[misc]
    """The compiler pass that writes the code of a kernel."""

    _name = "kernel_lowering"

    @property
    def lowering_class(self) -> type[KernelLower]:
        """The class that writes the code."""
        return KernelLower


def context_of_kernels(context: Any) -> Any:
    """Numba's knowledge of a processor, in which kernels are called as kernels."""
    return context.subtarget(insert_user_function=partial(_have_called, context))


def _have_called(context: Any, key: Any, function: Any, libraries: Any) -> None:
    """Declares to Numba how a kernel is called by others."""

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Generates the code of the call."""
        callee = context.declare_function(builder.module, function)
        place, nowhere = callee.function_type.args[:2]
        result = cgutils.alloca_once(builder, place.pointee)
        packer = context.get_arg_packer(function.argtypes)
        builder.call(callee, [result, nowhere(None), *packer.as_arguments(builder, arguments)])
        return context.get_returned_value(builder, function.restype, builder.load(result))

    call.signature, call.libs = function.argtypes, tuple(libraries)  # type: ignore[attr-defined]
    context._defns[key].append(call, call.signature)  # type: ignore[attr-defined]
