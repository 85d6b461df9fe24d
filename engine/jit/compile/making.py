"""Makes the object file of an entry: an adapter that reads slots, compiled with all it calls."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock

from engine.jit import plans
from engine.jit.compile import inlining
from engine.jit.compile.arrays import array_type
from engine.jit.compile.flattening import flattened
from engine.jit.compile.twins import twins
from engine.jit.objects import DamagedError, ObjectFile
from engine.jit.plans import Array, Kind, Number, Record

_NUMBERS = {"int64": types.int64, "bool": types.boolean, "uint64": types.uint64}


def object_file(function: FunctionType, chosen: type | None) -> ObjectFile:
    """Compiles an entry for a class of what it takes as anything.

    Raises:
        DamagedError: the code takes what no file may take.
    """
    plan, twin = plans.plan_of(function, chosen), twins()[function]
    taken = tuple(map(_type_of, plan.arguments))
    symbol = f"{function.__module__}.{function.__name__}"
    with global_compiler_lock:
        twin.compile(taken)
        compiled = twin.overloads[taken]
        library = inlining.Product(compiled.library._codegen, symbol)
        library.add_ir_module(_adapter(symbol, compiled, plan))
        library.add_linking_library(compiled.library)
        library.finalize()
    module, machine = library._final_module, library._codegen._tm
    undefined = {
        value.name
        for value in (*module.functions, *module.global_variables)
        if value.is_declaration and not value.name.startswith("llvm.")
    }
    code = machine.emit_object(module)
    image, layout = flattened(code, symbol) or (code, None)
    file = ObjectFile(symbol, tuple(sorted(undefined)), image, layout)
    if file.unknown:
        raise DamagedError(f"unknown symbols {', '.join(file.unknown)}")
    return file


def _type_of(kind: Kind) -> Any:
    """What Numba calls an argument of a kind."""
    match kind:
        case Array(dtype, dimensions):
            return array_type(dtype, dimensions)
        case Number(name):
            return _NUMBERS[name]
        case Record(form, _, members):
            return types.BaseTuple.from_types([_type_of(each) for each in members], form)


def _adapter(symbol: str, compiled: Any, plan: plans.Plan) -> ir.Module:
    """A function of slots that calls a kernel, and puts what it gives back behind its arguments.

    A kernel takes addresses, sizes and numbers in the order in which they lie in the slots.
    """
    context, function = compiled.target_context, compiled.fndesc
    module = context.create_module(symbol)
    slot, nothing = ir.IntType(64), ir.VoidType()
    adapter = ir.Function(module, ir.FunctionType(nothing, [slot.as_pointer()]), symbol)
    builder = ir.IRBuilder(adapter.append_basic_block())
    callee = context.declare_function(module, function)
    place, nowhere, *wanted = callee.function_type.args

    def at(number: int) -> Any:
        """The address of a slot."""
        return builder.gep(adapter.args[0], [slot(number)], inbounds=True)

    arguments = []
    for number, kind in enumerate(wanted):
        value = builder.load(at(number))
        if isinstance(kind, ir.PointerType):
            value = builder.inttoptr(value, kind)
        arguments.append(builder.trunc(value, kind) if kind != value.type else value)
    result = builder.alloca(place.pointee)
    builder.call(callee, [result, nowhere(None), *arguments])
    found = context.get_returned_value(builder, function.restype, builder.load(result))
    kinds = function.restype.types if plan.several else (function.restype,)
    for number in range(len(plan.results)):
        value = builder.extract_value(found, number) if plan.several else found
        value = context.cast(builder, value, kinds[number], types.int64)
        builder.store(value, at(len(wanted) + number))
    builder.ret_void()
    return module
