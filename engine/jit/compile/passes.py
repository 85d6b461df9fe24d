"""What Numba does with a kernel before LLVM, without what kernels have no need of.

Most of the time that compiling takes goes to Numba's own work on each function, in Python. Its
usual pipeline makes closures, array expressions, context managers and generators into something
simpler, checks after each step what that step left behind, finds out anew how long each variable
is needed, notifies all listeners, and looks a call such as ``a + b`` up among all that may be
meant, wherever it stands. Kernels are plain loops over arrays and numbers.

A pipeline of one's own is documented by Numba, as a way to extend it. What is not are the method of
a pipeline that runs one pass, what some passes are made of, and the functions that receive what
they found before.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from numba.core import event, typed_passes, untyped_passes
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.registry import cpu_target
from numba.core.ssa import reconstruct_ssa
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction

from engine.jit.compile.lowering import KernelLowering


@register_pass(mutates_CFG=True, analysis_only=False)
class Tidying(untyped_passes.IRProcessing):  # type: ignore[misc]
    """Gives every loop one way back; Numba would look for the lifetime of every variable too."""

    _name = "kernel_tidying"

    def run_pass(self, state: Any) -> bool:
        """Runs the pass; returns whether it changed something."""
        state.func_ir.blocks = canonicalize_cfg(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class SingleAssignment(untyped_passes.ReconstructSSA):  # type: ignore[misc]
    """Has every variable assigned to once, so that each has one type."""

    _name = "kernel_assignment"

    def run_pass(self, state: Any) -> bool:
        """Runs the pass; returns whether it changed something."""
        state.func_ir = reconstruct_ssa(state.func_ir)
        state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class StripPhis(typed_passes.PreLowerStripPhis):  # type: ignore[misc]
    """Makes assignments of where the values of a variable meet."""

    _name = "kernel_strip_phis"

    def run_pass(self, state: Any) -> bool:
        """Runs the pass; returns whether it changed something."""
        state.func_ir = self._strip_phi_nodes(state.func_ir)
        return True


_PASSES = (
    untyped_passes.TranslateByteCode,
    untyped_passes.FixupArgs,
    Tidying,
    untyped_passes.GenericRewrites,  # indices of tuples that are constants
    SingleAssignment,
    typed_passes.NopythonTypeInference,
    StripPhis,
    KernelLowering,
    typed_passes.NoPythonBackend,
)


class KernelPasses(PassManager):  # type: ignore[misc]
    """The passes that a kernel goes through."""

    def _runPass(self, index: int, step: Any, state: Any) -> None:  # noqa: N802 - Numba's name
        """Runs a pass, and neither reports it nor checks what it did."""
        step.run_pass(state)


@cache
def pipeline() -> KernelPasses:
    """The passes, for any kernel."""
    passes = KernelPasses("kernels")
    for each in _PASSES:
        passes.add_pass(each, each.__name__)
    passes.finalize()
    return passes


def _have_registered_once() -> None:
    """Has Numba look up once what it implements itself, not before each call that it writes.

    What intrinsics are implemented by comes later; it is put into the first of its registries.
    """
    target, typing = cpu_target.target_context, cpu_target.typing_context
    target.refresh()
    first = next(iter(target._registries))
    target.load_additional_registries = lambda: target.install_registry(first)
    typing.load_additional_registries = lambda: None


_have_registered_once()


def unheard(*arguments: Any, **details: Any) -> None:
    """Replaces Numba's functions that report what begins and ends: nothing listens."""


event.start_event = event.end_event = unheard

_resolve: Any = BaseFunction.get_call_type
_resolved: dict[tuple[Any, ...], tuple[Any, Any]] = {}
"""The signatures of calls, and the keys of what implements them."""


def call_type(function: Any, context: Any, arguments: tuple[Any, ...], keywords: Any) -> Any:
    """The signature of a call of a function of Numba's for some types, sought once for each."""
    if keywords:
        return _resolve(function, context, arguments, keywords)
    key = (function, arguments)
    if key not in _resolved:
        signature = _resolve(function, context, arguments, keywords)
        _resolved[key] = signature, function._impl_keys[signature.args]
    signature, implementation = _resolved[key]
    # There are several objects for one function, each with a record of its own.
    function._impl_keys[signature.args] = implementation
    return signature


BaseFunction.get_call_type = call_type  # type: ignore[assignment, method-assign]
