"""The compilation of one entry, with a fallback that uses only documented features of Numba.

A build links the resulting object files. A process that needs machine code for a package without a
library loads them directly. The fallback is used if the installed version of Numba lacks the
internals that :mod:`engine.jit.compiler.codegen` uses. It takes four times as long as that module.
"""

from __future__ import annotations

import ctypes
import dis
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import FunctionType
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import carray, types
from numba.extending import intrinsic

from engine.jit import calling_convention, decorators, machine_code
from engine.jit.calling_convention import ArraySlots, NumberSlot, RecordSlots, SlotKind
from engine.jit.compiler.dispatchers import make_dispatchers
from engine.jit.compiler.object_files import emit_objects, make_target_machine
from engine.jit.decorators import CompiledForm
from engine.jit.libraries import NEWER

_LONGEST_REASON = 200


def compile_objects(
    function: FunctionType, argument_class: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    """Compile an entry to object files, using Numba's internals if the installed version has them.

    Returns:
        A mapping from the name of each processor to the content of its object file.

    Raises:
        Exception: Numba or LLVM cannot compile the code.
    """
    _refuse_exceptions(function)
    try:
        from engine.jit.compiler import codegen

        return codegen.compile_objects(function, argument_class, symbol, cpus)
    # In this version of Numba, one of the internals is missing or has changed.
    except (AttributeError, ImportError, TypeError):
        return _compile_portably(function, argument_class, symbol, cpus)


def _refuse_exceptions(function: FunctionType) -> None:
    """Reject a kernel that can raise an exception.

    Raises:
        TypeError: The kernel has a ``raise`` or ``assert`` statement.
    """
    for instruction in dis.get_instructions(function):
        if instruction.opname == "RAISE_VARARGS":
            raise TypeError("a kernel cannot raise an exception")


def _compile_portably(
    function: FunctionType, argument_class: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    compiled = _compile_adapter(function, argument_class)
    module = llvm.parse_assembly(_stub_runtime(compiled.inspect_llvm()))
    module.get_function(compiled.native_name).name = symbol
    return emit_objects(module, symbol, cpus)


_RUNTIME = r"@(?:NRT|_?Py|numba)_?\w*"
"""The pattern of the names that the Python interpreter or Numba's runtime defines."""
_EMPTY_RESULTS = {"void": "void", "ptr": "ptr null"}


def _stub_runtime(code: str) -> str:
    """Return LLVM code that does not depend on the interpreter or on Numba's runtime.

    The code would need them only to raise an exception or to free an array. Kernels do neither, so
    empty functions suffice.
    """
    # Variables become zeros, and declared functions become functions that return nothing or zero.
    external = rf"^({_RUNTIME}) = external (?:\w+ )*?(global|constant) (.+?)(?:, align \d+)?$"
    defined = r"\1 = internal \2 \3 zeroinitializer"
    code = re.sub(external, defined, code, flags=re.MULTILINE)

    def define(found: re.Match[str]) -> str:
        kind = found["kind"]
        result = _EMPTY_RESULTS.get(kind, f"{kind} 0")
        return f"define internal {kind} {found['name']}({found['taken']}) {{\n  ret {result}\n}}"

    declared = (
        rf"^declare (?:[\w()]+ )*?(?P<kind>void|ptr|i\d+) (?P<name>{_RUNTIME})\((?P<taken>.*)\).*$"
    )
    return re.sub(declared, define, code, flags=re.MULTILINE)


def compile_form(function: FunctionType, argument_class: type | None) -> CompiledForm:
    """Compile an entry in this process, and return a function that takes ordinary arguments.

    Raises:
        Exception: Numba cannot compile the code.
    """
    cpu = NEWER if machine_code.can_run_newer() else llvm.get_host_cpu_name()
    content = compile_objects(function, argument_class, "kernel", [cpu])[cpu]
    loader = llvm.create_mcjit_compiler(llvm.parse_assembly(""), make_target_machine(cpu))
    loader.add_object_file(llvm.ObjectFileRef.from_data(content))
    loader.finalize_object()
    # Deleting the loader would free the machine code, so keep it.
    _loaders.append(loader)
    address = loader.get_function_address(machine_code.format_symbol("kernel", cpu))
    code = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
    return machine_code.make_form(code, calling_convention.make_plan(function, argument_class))


_loaders: list[Any] = []
"""The loaders of all machine code that this process has compiled."""


def describe_failure(error: Exception, function: FunctionType) -> str:
    """Describe a failed compilation on one line, with its file, line number and reason."""
    place = getattr(error, "loc", None)
    code = function.__code__
    file = getattr(place, "filename", None) or code.co_filename
    line = getattr(place, "line", None) or code.co_firstlineno
    lines = [text.strip() for text in str(error).splitlines()]
    # Numba's message begins with the stages that failed; the first other line gives the reason.
    reasons = [text for text in lines if text and not text.startswith(("Failed in", "During:"))]
    reason = (reasons or [type(error).__name__])[0]
    return f"{file}:{line}: {function.__name__} cannot be compiled: {reason[:_LONGEST_REASON]}"


def _compile_adapter(function: FunctionType, argument_class: type | None) -> Any:
    """Return a Numba function that takes the address of the slots and calls an entry's kernel.

    Its source code is generated, because its expressions depend on the entry's plan.
    """
    plan = calling_convention.make_plan(function, argument_class)
    twin = _get_dispatchers(len(decorators.kernels))[function]
    names: dict[str, Any] = {"kernel": twin, "carray": carray, "np": np}
    names |= {"address": _cast_address}
    slots = iter(range(plan.slot_count))
    values = [_write_value(kind, slots, names) for kind in plan.arguments]
    call = f"kernel({', '.join(values)})"
    lines = [f"found = {call}"]
    for number in range(len(plan.results)):
        value = f"found[{number}]" if plan.returns_tuple else "found"
        lines.append(f"slots[{plan.slot_count + number}] = np.int64({value})")
    source = "\n    ".join(["def adapter(slots):", *lines])
    # The adapter looks up its global names in ``names``.
    exec(source, names)
    decorate = numba.cfunc(types.void(types.CPointer(types.int64)), **_OPTIONS)
    return decorate(names["adapter"])


def _write_value(kind: SlotKind, slots: Iterator[int], names: dict[str, Any]) -> str:
    """Return an expression that reads an argument from its slots, adding its names to ``names``."""
    match kind:
        case ArraySlots(dtype, dimensions):
            start = f"slots[{next(slots)}]"
            shape = ", ".join(f"slots[{next(slots)}]" for _ in range(dimensions))
            names[dtype] = getattr(np, dtype)
            return f"carray(address({start}, {dtype}), ({shape},))"
        case NumberSlot("bool"):
            return f"slots[{next(slots)}] != 0"
        case NumberSlot("uint64"):
            return f"np.uint64(slots[{next(slots)}])"
        case NumberSlot():
            return f"slots[{next(slots)}]"
        case RecordSlots(form, _, members):
            name = f"form{len(names)}"  # two classes may have the same name
            names[name] = form
            values = [_write_value(member, slots, names) for member in members]
            return f"{name}({', '.join(values)})"


@intrinsic  # type: ignore[untyped-decorator]
def _cast_address(context: Any, number: Any, dtype: Any) -> Any:
    """Convert a number to a pointer to items of the type ``dtype``."""
    kind = types.CPointer(dtype.dtype)

    def convert(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], target.get_value_type(kind))

    return kind(types.int64, dtype), convert


_OPTIONS: Mapping[str, Any] = {"nogil": True, "error_model": "numpy"}


@cache
def _get_dispatchers(_: int) -> dict[FunctionType, Any]:
    """Return the dispatchers of all kernels.

    The argument is the number of kernels. As the key of the cache, it causes new dispatchers to be
    created after more kernels have been decorated.
    """
    return make_dispatchers(lambda inlined, _: {"forceinline": inlined, **_OPTIONS})
