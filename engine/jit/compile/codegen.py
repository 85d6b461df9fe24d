"""Object files of entries, made fast by internals of Numba.

By default Numba optimises every function together with all that it calls, and makes machine code of
it. A kernel that becomes part of its callers would go through that once for itself and once more
with each of them, level upon level: two thirds of the time that compiling takes. Here such a kernel
is only typed and translated. It is linked into the entry that it ends up in, and optimised with it.

Numba has no option for this. All that is used here and not documented is named in ``INTERNALS``;
where a Numba lacks some of it, :mod:`engine.jit.compile.plain` compiles the same by documented
means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils, typed_passes, untyped_passes
from numba.core.base import BaseContext
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.dispatcher import Dispatcher

from engine.jit import marks, plans
from engine.jit.compile.arrays import array_type
from engine.jit.compile.emission import emit_objects, make_optimizer
from engine.jit.compile.twins import make_twins
from engine.jit.plans import Array, Kind, Number, Record

INTERNALS = (
    (BaseContext, "subtarget"),
    (BaseContext, "insert_user_function"),
    (BaseContext, "insert_func_defn"),
    (BaseContext, "declare_function"),
    (JITCodeLibrary, "finalize"),
    (JITCodeLibrary, "add_ir_module"),
    (JITCodeLibrary, "add_linking_library"),
    (JITCodeLibrary, "get_pointer_to_function"),
    (JITCodeLibrary, "_optimize_functions"),
    (JITCodeLibrary, "_optimize_final_module"),
    (JITCodeLibrary, "_finalize_final_module"),
    (JITCodeLibrary, "_finalize_dynamic_globals"),
    (CompilerBase, "define_pipelines"),
    (PassManager, "add_pass"),
    (Dispatcher, "_insert"),
    (Dispatcher, "get_call_template"),
)
"""The undocumented attributes of Numba's classes that this module overrides or calls."""

_NUMBERS = {"int64": types.int64, "bool": types.boolean, "uint64": types.uint64}


def make_objects(
    function: FunctionType, chosen: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    """Compile an entry to position-independent object files with one public function each.

    Args:
        function: the entry's plain function.
        chosen: the class of its argument of any class, or None.
        symbol: the name of the public function, which takes the address of the slots.
        cpus: the processors to compile for.

    Returns:
        An object file for each processor, by its name.

    Raises:
        Exception: whatever Numba or LLVM raises for code that they cannot compile.
    """
    plan, twin = plans.plan_of(function, chosen), _twins(len(marks.marked))[function]
    taken = tuple(map(_type_of, plan.arguments))
    with global_compiler_lock:
        twin.compile(taken)
        compiled = twin.overloads[taken]
        library = _Product(compiled.library.codegen_of_kernels, symbol)
        library.add_ir_module(_make_adapter(symbol, compiled, plan))
        library.add_linking_library(compiled.library)
        library.finalize()
    return emit_objects(library._final_module, symbol, cpus)


class _Ingredient(JITCodeLibrary):  # type: ignore[misc]
    """Code to be linked into other code, and never run in this process."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code

    def _optimize_functions(self, module: Any) -> None:
        # Functions are simplified one by one, before they become part of others.
        module.data_layout = self._codegen._data_layout
        builder = make_optimizer(self._codegen._tm)
        passes = builder.getFunctionPassManager()
        for function in module.functions:
            passes.run(function, builder)

    @property
    def codegen_of_kernels(self) -> Any:
        """The generator of code that this library belongs to."""
        return self._codegen

    @property
    def codegen(self) -> Any:
        # Numba hands the environment of a function to this object, which drops it.
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Drop the environment of a function: kernels make no objects and raise nothing."""


class _Subroutine(_Ingredient):
    """Code that an entry holds once, however often it is called."""

    def add_ir_module(self, ir_module: Any) -> None:
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class _Product(_Ingredient):
    """Code that is optimised with all that it is made of."""

    def finalize(self) -> None:
        # Each ingredient is linked once, however many others are made of it too.
        found: dict[Any, None] = dict.fromkeys(self._linking_libraries)
        waiting = list(found)
        while waiting:
            library = waiting.pop()
            if isinstance(library, _Ingredient):
                new = [part for part in library._linking_libraries if part not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        self._linking_libraries: list[Any] = list(found)
        super(_Ingredient, self).finalize()

    def _optimize_final_module(self) -> None:
        """Leave the module as it is: it is optimised for each processor."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@cache
def _twins(_: int) -> dict[FunctionType, Any]:
    """Return the twins of all kernels; a game that is imported later adds to their number."""
    twins = make_twins(_choose_options)
    for twin in twins.values():
        twin._insert = lambda *_: None  # such a function has no machine code to be called
        _ignore_constants(twin)
    return twins


def _choose_options(inlined: bool, subroutine: bool) -> Mapping[str, Any]:
    return {
        "forceinline": inlined,
        "nogil": True,
        "error_model": "numpy",
        "pipeline_class": _compiler_for(_Subroutine if subroutine else _Ingredient),
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        # Kernels allocate nothing, so they need not count references to their arrays.
        "_nrt": False,
    }


@cache
def _make_passes() -> PassManager:
    """Return the passes of Numba that kernels need: plain loops over arrays and numbers.

    Its usual ones also make closures, generators and array expressions into something simpler.
    """
    passes = PassManager("kernels")
    for each in (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.GenericRewrites,  # makes indices of tuples constants
        untyped_passes.ReconstructSSA,
        typed_passes.NopythonTypeInference,
        typed_passes.PreLowerStripPhis,
        typed_passes.NativeLowering,
        typed_passes.NoPythonBackend,
    ):
        passes.add_pass(each, each.__name__)
    passes.finalize()
    return passes


def _insert_call(context: Any, key: Any, callee: Any, libraries: Any) -> None:
    """Define how other kernels call a kernel: without asking for the status of the call.

    Kernels raise nothing. LLVM finds that too, but after it has set the order of blocks by it.
    """

    def call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = context.declare_function(builder.module, callee)
        place, nowhere = function.function_type.args[:2]
        result = cgutils.alloca_once(builder, place.pointee)
        values = context.get_arg_packer(callee.argtypes).as_arguments(builder, arguments)
        builder.call(function, [result, nowhere(None), *values])
        return context.get_returned_value(builder, callee.restype, builder.load(result))

    call.signature, call.libs = callee.argtypes, tuple(libraries)  # type: ignore[attr-defined]
    context.insert_func_defn([(call, key, callee.argtypes)])


@cache
def _compiler_for(kind: type[_Ingredient]) -> type:
    class KernelCompiler(CompilerBase):  # type: ignore[misc]
        """The passes that kernels need, into a library of code of our own."""

        def define_pipelines(self) -> list[Any]:
            state = self.state
            insert = partial(_insert_call, state.targetctx)
            state.targetctx = state.targetctx.subtarget(insert_user_function=insert)
            state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
            return [_make_passes()]

    return KernelCompiler


def _ignore_constants(dispatcher: Any) -> None:
    """Let calls with constants use the form for any number, not one for each constant."""
    resolve = dispatcher.get_call_template
    found: dict[tuple[Any, ...], Any] = {}

    def resolve_types(arguments: Any, keywords: Any) -> Any:
        taken = tuple(types.unliteral(argument) for argument in arguments)
        if keywords:
            return resolve(taken, keywords)
        if taken not in found:
            found[taken] = resolve(taken, keywords)
        return found[taken]

    dispatcher.get_call_template = resolve_types


def _type_of(kind: Kind) -> Any:
    """Return Numba's type of an argument of a kind."""
    match kind:
        case Array(dtype, dimensions):
            return array_type(dtype, dimensions)
        case Number(name):
            return _NUMBERS[name]
        case Record(form, _, members):
            return types.BaseTuple.from_types([_type_of(each) for each in members], form)


def _make_adapter(symbol: str, compiled: Any, plan: plans.Plan) -> ir.Module:
    """Return a function of slots that calls a kernel, and puts its results behind its arguments.

    A kernel takes addresses, sizes and numbers in the order in which they lie in the slots.
    """
    context, function = compiled.target_context, compiled.fndesc
    module = context.create_module(symbol)
    slot, nothing = ir.IntType(64), ir.VoidType()
    adapter = ir.Function(module, ir.FunctionType(nothing, [slot.as_pointer()]), symbol)
    builder = ir.IRBuilder(adapter.append_basic_block())
    callee = context.declare_function(module, function)
    place, nowhere, *wanted = callee.function_type.args

    def address_of(number: int) -> Any:
        return builder.gep(adapter.args[0], [slot(number)], inbounds=True)

    arguments = []
    for number, kind in enumerate(wanted):
        value = builder.load(address_of(number))
        if isinstance(kind, ir.PointerType):
            value = builder.inttoptr(value, kind)
        arguments.append(builder.trunc(value, kind) if kind != value.type else value)
    result = builder.alloca(place.pointee)
    # The place for an exception is never written: kernels raise none.
    builder.call(callee, [result, nowhere(None), *arguments])
    found = context.get_returned_value(builder, function.restype, builder.load(result))
    kinds = function.restype.types if plan.several else (function.restype,)
    for number in range(len(plan.results)):
        value = builder.extract_value(found, number) if plan.several else found
        value = context.cast(builder, value, kinds[number], types.int64)
        builder.store(value, address_of(len(wanted) + number))
    builder.ret_void()
    return module
