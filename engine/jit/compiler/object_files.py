"""Generation of object files from LLVM modules, optimised for each processor.

Both ways of compiling an entry use this module, which does not depend on Numba.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from engine.jit import machine_code


def emit_objects(module: Any, symbol: str, cpus: Sequence[str]) -> dict[str, bytes]:
    """Optimise an LLVM module for each processor, and return object files keyed by processor.

    Each object file exports one function, named by :func:`engine.jit.machine_code.format_symbol`.
    """
    return {cpu: _emit_object(module.clone(), symbol, cpu) for cpu in cpus}


def _emit_object(module: Any, symbol: str, cpu: str) -> bytes:
    machine = make_target_machine(cpu)
    builder = make_optimizer(machine)
    builder.getModulePassManager().run(module, builder)
    for value in (*module.functions, *module.global_variables):
        # Make everything else internal, so that unused functions are removed and names cannot
        # clash.
        if not value.is_declaration and value.name != symbol:
            value.linkage = "internal"
    module.get_function(symbol).name = machine_code.format_symbol(symbol, cpu)
    return bytes(machine.emit_object(module))


@cache
def make_target_machine(cpu: str) -> Any:
    """Return LLVM's target machine for a processor, set to generate position-independent code."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
        cpu=cpu, opt=3, reloc="pic", codemodel="default"
    )


def make_optimizer(machine: Any) -> Any:
    """Return LLVM's optimiser at its highest level, but without loop vectorization and unrolling.

    Loops in kernels are short and full of conditions. Vectorizing and unrolling them would double
    the size of the code and take half of LLVM's time without making the code faster.
    """
    tuning = llvm.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = False
    return llvm.create_pass_builder(machine, tuning)
