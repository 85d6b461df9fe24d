"""Object files of LLVM modules, optimised for each kind of processor.

Nothing here needs Numba: any way of compiling an entry ends here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from engine.jit import load


def emit_objects(module: Any, symbol: str, cpus: Sequence[str]) -> dict[str, bytes]:
    """Optimise an LLVM module for each processor, and return object files by its name.

    Each shows no other function than ``symbol``, under the name that the copy for its processor has
    in the library.
    """
    return {cpu: _emit_object(module.clone(), symbol, cpu) for cpu in cpus}


def _emit_object(module: Any, symbol: str, cpu: str) -> bytes:
    machine = make_target_machine(cpu)
    builder = make_optimizer(machine)
    builder.getModulePassManager().run(module, builder)
    for value in (*module.functions, *module.global_variables):
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.get_function(symbol).name = load.name_copy(symbol, cpu)
    return bytes(machine.emit_object(module))


@cache
def make_target_machine(cpu: str) -> Any:
    """Return LLVM's target for a processor, for code that may lie anywhere in memory."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, opt=3, reloc="pic", codemodel="default"
    )


def make_optimizer(machine: Any) -> Any:
    """Return LLVM's optimiser: as far as it can, without vectors and with loops as they are.

    Loops of kernels are short and full of conditions. Vectors and unrolled loops would double the
    code and half of the time that LLVM takes, and gain nothing.
    """
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    return llvm.create_pass_builder(machine, tuning)
