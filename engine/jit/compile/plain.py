"""Compiling an entry, by documented means of Numba where others are missing.

A build links the object file; a process that needs machine code of a package without a library
loads it at once. Documented means serve where a Numba lacks the internals that
:mod:`engine.jit.compile.codegen` uses; they take four times as long.
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

from engine.jit import load, marks, plans, targets
from engine.jit.compile.emission import emit_objects, make_target_machine
from engine.jit.compile.twins import make_twins
from engine.jit.marks import Form
from engine.jit.plans import Array, Kind, Number, Record

_LONGEST_REASON = 200


def make_objects(
    function: FunctionType, chosen: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    """Compile an entry to object files: fast where Numba has what that takes, else plainly.

    Returns:
        An object file for each processor, by its name.

    Raises:
        Exception: whatever Numba or LLVM raises for code that they cannot compile.
    """
    _refuse_exceptions(function)
    try:
        from engine.jit.compile import codegen

        return codegen.make_objects(function, chosen, symbol, cpus)
    except (AttributeError, ImportError, TypeError):
        return _make_plain_objects(function, chosen, symbol, cpus)


def _refuse_exceptions(function: FunctionType) -> None:
    """Raise unless a kernel raises nothing.

    Raises:
        TypeError: the kernel has a ``raise`` or ``assert`` statement.
    """
    for instruction in dis.get_instructions(function):
        if instruction.opname == "RAISE_VARARGS":
            raise TypeError("a kernel cannot raise an exception")


def _make_plain_objects(
    function: FunctionType, chosen: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    compiled = _compile(function, chosen)
    module = llvm.parse_assembly(_define_runtime(compiled.inspect_llvm()))
    module.get_function(compiled.native_name).name = symbol
    return emit_objects(module, symbol, cpus)


_RUNTIME = r"@(?:NRT|_?Py|numba)_?\w*"
"""Names of what machine code takes from the interpreter and from Numba's own runtime."""
_NOTHING = {"void": "void", "ptr": "ptr null"}


def _define_runtime(code: str) -> str:
    """Return LLVM code that needs nothing of the interpreter and of Numba's runtime.

    They are called for an exception and for an array that is freed. Kernels have neither, so that
    empty functions do.
    """
    external = rf"^({_RUNTIME}) = external (?:\w+ )*?(global|constant) (.+?)(?:, align \d+)?$"
    defined = r"\1 = internal \2 \3 zeroinitializer"
    code = re.sub(external, defined, code, flags=re.MULTILINE)

    def define(found: re.Match[str]) -> str:
        kind = found["kind"]
        result = _NOTHING.get(kind, f"{kind} 0")
        return f"define internal {kind} {found['name']}({found['taken']}) {{\n  ret {result}\n}}"

    declared = (
        rf"^declare (?:[\w()]+ )*?(?P<kind>void|ptr|i\d+) (?P<name>{_RUNTIME})\((?P<taken>.*)\).*$"
    )
    return re.sub(declared, define, code, flags=re.MULTILINE)


def compile_form(function: FunctionType, chosen: type | None) -> Form:
    """Compile an entry in this process, and return a function of ordinary arguments.

    Raises:
        Exception: whatever Numba raises for code that it cannot compile.
    """
    cpu = targets.NEWER if load.runs_newer() else llvm.get_host_cpu_name()
    content = make_objects(function, chosen, "kernel", [cpu])[cpu]
    loader = llvm.create_mcjit_compiler(llvm.parse_assembly(""), make_target_machine(cpu))
    loader.add_object_file(llvm.ObjectFileRef.from_data(content))
    loader.finalize_object()
    _loaders.append(loader)
    address = loader.get_function_address(load.name_copy("kernel", cpu))
    code = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(address)
    return load.make_form(code, plans.plan_of(function, chosen))


_loaders: list[Any] = []
"""Owners of machine code, which goes with them."""


def describe_failure(error: Exception, function: FunctionType) -> str:
    """Return the file, the line and the reason of a failed compilation, on one line."""
    place = getattr(error, "loc", None)
    code = function.__code__
    file = getattr(place, "filename", None) or code.co_filename
    line = getattr(place, "line", None) or code.co_firstlineno
    lines = [text.strip() for text in str(error).splitlines()]
    reasons = [text for text in lines if text and not text.startswith(("Failed in", "During:"))]
    reason = (reasons or [type(error).__name__])[0]
    return f"{file}:{line}: {function.__name__} cannot be compiled: {reason[:_LONGEST_REASON]}"


def _compile(function: FunctionType, chosen: type | None) -> Any:
    """Return a function of the address of slots that Numba compiled."""
    plan = plans.plan_of(function, chosen)
    twin = _twins(len(marks.marked))[function]
    names: dict[str, Any] = {"kernel": twin, "carray": carray, "np": np}
    names |= {"address": _address}
    slots = iter(range(plan.slots))
    values = [_write_value(kind, slots, names) for kind in plan.arguments]
    call = f"kernel({', '.join(values)})"
    lines = [f"found = {call}"]
    for number in range(len(plan.results)):
        value = f"found[{number}]" if plan.several else "found"
        lines.append(f"slots[{plan.slots + number}] = np.int64({value})")
    source = "\n    ".join(["def adapter(slots):", *lines])
    exec(source, names)
    decorate = numba.cfunc(types.void(types.CPointer(types.int64)), **_OPTIONS)
    return decorate(names["adapter"])


def _write_value(kind: Kind, slots: Iterator[int], names: dict[str, Any]) -> str:
    """Return the expression of an argument from its slots; add what it names."""
    match kind:
        case Array(dtype, dimensions):
            start = f"slots[{next(slots)}]"
            shape = ", ".join(f"slots[{next(slots)}]" for _ in range(dimensions))
            names[dtype] = getattr(np, dtype)
            return f"carray(address({start}, {dtype}), ({shape},))"
        case Number("bool"):
            return f"slots[{next(slots)}] != 0"
        case Number("uint64"):
            return f"np.uint64(slots[{next(slots)}])"
        case Number():
            return f"slots[{next(slots)}]"
        case Record(form, _, members):
            name = f"form{len(names)}"  # two forms may have the same name
            names[name] = form
            values = [_write_value(member, slots, names) for member in members]
            return f"{name}({', '.join(values)})"


@intrinsic  # type: ignore[untyped-decorator]
def _address(context: Any, number: Any, dtype: Any) -> Any:
    """Return a number as the address of items of a type."""
    kind = types.CPointer(dtype.dtype)

    def convert(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], target.get_value_type(kind))

    return kind(types.int64, dtype), convert


_OPTIONS: Mapping[str, Any] = {"nogil": True, "error_model": "numpy"}


@cache
def _twins(_: int) -> dict[FunctionType, Any]:
    """Return the twins of all kernels; a game that is imported later adds to their number."""
    return make_twins(lambda inlined, _: {"forceinline": inlined, **_OPTIONS})
