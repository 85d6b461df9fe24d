"""Makes the object file of an entry: an adapter that reads slots, compiled with all it calls."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

import numba
import numpy as np
from numba import types
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic
from numba.np import arrayobj, numpy_support

from engine.jit import plans
from engine.jit.compile import inlining
from engine.jit.compile.flattening import flattened
from engine.jit.compile.twins import OPTIONS, UNCOUNTED, twins
from engine.jit.objects import DamagedError, ObjectFile
from engine.jit.plans import Array, Kind, Number, Record

_SLOTS = types.CPointer(types.int64)


def object_file(function: FunctionType, chosen: type | None) -> ObjectFile:
    """Compiles an entry for a class of what it takes as anything.

    Raises:
        DamagedError: the code takes what no file may take.
    """
    adapter = _adapter(function, plans.plan_of(function, chosen))
    compile_for = numba.njit(types.none(_SLOTS), **inlining.whole(), **OPTIONS, **UNCOUNTED)
    with global_compiler_lock:
        (compiled,) = compile_for(adapter).overloads.values()
        compiled.library.finalize()
    module, machine = compiled.library._final_module, compiled.library._codegen._tm
    undefined = {
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    }
    symbol, code = compiled.fndesc.llvm_func_name, machine.emit_object(module)
    image, layout = flattened(code, symbol) or (code, None)
    file = ObjectFile(symbol, tuple(sorted(undefined)), image, layout)
    if file.unknown:
        raise DamagedError(f"unknown symbols {', '.join(file.unknown)}")
    return file


def _adapter(function: FunctionType, plan: plans.Plan) -> Any:
    """A function of slots that calls a kernel's twin, and puts what it gives back behind them."""
    names: dict[str, Any] = {"twin": twins()[function], "int64": np.int64, "uint64": np.uint64}
    slots = iter(range(plan.slots))
    arguments = ", ".join(_read(kind, slots, names) for kind in plan.arguments)
    lines = [f"found = twin({arguments})"]
    for number in range(len(plan.results)):
        found = f"found[{number}]" if plan.several else "found"
        lines.append(f"slots[{plan.slots + number}] = int64({found})")
    exec("\n    ".join(["def adapter(slots):", *lines]), names)
    adapter = names["adapter"]
    adapter.__qualname__ = f"{function.__module__}.{function.__name__}".replace(".", "_")
    return adapter


def _read(kind: Kind, slots: Any, names: dict[str, Any]) -> str:
    """The expression for something in the slots."""
    match kind:
        case Array(dtype, dimensions):
            name = f"view_{dtype}_{dimensions}"
            names[name] = _view(dtype, dimensions)
            return f"{name}({', '.join(f'slots[{next(slots)}]' for _ in range(1 + dimensions))})"
        case Record(form, _, members):
            names[form.__name__] = form
            return f"{form.__name__}({', '.join(_read(each, slots, names) for each in members)})"
        case Number("bool"):
            return f"slots[{next(slots)}] != 0"
        case Number("uint64"):
            return f"uint64(slots[{next(slots)}])"
    return f"slots[{next(slots)}]"


@cache
def _view(dtype: str, dimensions: int) -> Any:
    """What makes an array of an address and a shape."""
    array = types.Array(numpy_support.from_dtype(np.dtype(dtype)), dimensions, "C")

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        """Its code."""
        address, *shape = arguments
        value = arrayobj.make_array(array)(context, builder)
        item = context.get_constant(
            types.intp, context.get_abi_sizeof(context.get_data_type(array.dtype))
        )
        strides = [item] if dimensions == 1 else [builder.mul(item, shape[1]), item]
        data = builder.inttoptr(address, context.get_data_type(array.dtype).as_pointer())
        arrayobj.populate_array(
            value, data=data, shape=shape, strides=strides, itemsize=item, meminfo=None
        )
        return value._getvalue()

    if dimensions == 1:

        @intrinsic  # type: ignore[untyped-decorator]
        def view(typing_context: Any, address: Any, length: Any) -> Any:
            """An array of one dimension."""
            return array(address, length), build

        return view

    @intrinsic  # type: ignore[untyped-decorator]
    def rows_view(typing_context: Any, address: Any, rows: Any, columns: Any) -> Any:
        """An array of rows and columns."""
        return array(address, rows, columns), build

    return rows_view
