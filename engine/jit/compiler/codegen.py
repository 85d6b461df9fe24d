"""Fast generation of object files, using internals of Numba.

By default, Numba optimises every function together with all its callees and generates machine code
for it. An inlined kernel would be compiled once by itself and again for each direct and indirect
caller, which would take two thirds of the compile time. Here, the kernel is only typed and
translated. It is then linked into each entry that uses it, and optimised only there.

Numba has no option for this. ``INTERNALS`` lists the undocumented attributes that this module uses.
If a version of Numba lacks one of them, :mod:`engine.jit.compiler.entry_compiler` compiles the
entry with documented features only.
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

from engine.jit import calling_convention, decorators
from engine.jit.calling_convention import ArraySlots, NumberSlot, RecordSlots, SlotKind
from engine.jit.compiler.arrays import make_array_type
from engine.jit.compiler.dispatchers import make_dispatchers
from engine.jit.compiler.object_files import emit_objects, make_optimizer

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


def compile_objects(
    function: FunctionType, argument_class: type | None, symbol: str, cpus: Sequence[str]
) -> dict[str, bytes]:
    """Compile an entry to position-independent object files, each with one public function.

    Args:
        function: The entry's plain function.
        argument_class: The class of the arguments that are annotated as ``Any``, or None.
        symbol: The name of the public function, which takes the address of the slots.
        cpus: The processors to compile for.

    Returns:
        A mapping from the name of each processor to the content of its object file.

    Raises:
        Exception: Numba or LLVM cannot compile the code.
    """
    plan, twin = (
        calling_convention.make_plan(function, argument_class),
        _get_dispatchers(len(decorators.kernels))[function],
    )
    taken = tuple(map(_get_numba_type, plan.arguments))
    with global_compiler_lock:
        twin.compile(taken)
        compiled = twin.overloads[taken]
        library = _EntryLibrary(compiled.library.kernel_codegen, symbol)
        library.add_ir_module(_make_adapter(symbol, compiled, plan))
        library.add_linking_library(compiled.library)
        library.finalize()
    return emit_objects(library._final_module, symbol, cpus)


class _PartialLibrary(JITCodeLibrary):  # type: ignore[misc]
    """A library of code that is only linked into entries and never runs in this process."""

    def finalize(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # there is no machine code

    def _optimize_functions(self, module: Any) -> None:
        # Simplify the functions one by one before they are linked into others.
        module.data_layout = self._codegen._data_layout
        builder = make_optimizer(self._codegen._tm)
        passes = builder.getFunctionPassManager()
        for function in module.functions:
            passes.run(function, builder)

    @property
    def kernel_codegen(self) -> Any:
        """The code generator that created this library."""
        return self._codegen

    @property
    def codegen(self) -> Any:
        # Numba passes the environment of each function to ``set_env`` of this object.
        return self

    def set_env(self, name: str, environment: Any) -> None:
        """Ignore the environment of a function, because kernels use no Python objects."""


class _SubroutineLibrary(_PartialLibrary):
    """A library whose functions are never inlined, so an entry contains each of them only once."""

    def add_ir_module(self, ir_module: Any) -> None:
        for function in ir_module.functions:
            if function.blocks:
                function.attributes.add("noinline")
        super().add_ir_module(ir_module)


class _EntryLibrary(_PartialLibrary):
    """A library that links an entry with all kernels that it uses, to be optimised as a whole."""

    def finalize(self) -> None:
        # Collect all libraries that this one links directly or indirectly. Include each only once,
        # because several of them may link the same one.
        found: dict[Any, None] = dict.fromkeys(self._linking_libraries)
        waiting = list(found)
        while waiting:
            library = waiting.pop()
            if isinstance(library, _PartialLibrary):
                new = [part for part in library._linking_libraries if part not in found]
                found.update(dict.fromkeys(new))
                waiting += new
        self._linking_libraries: list[Any] = list(found)
        super(_PartialLibrary, self).finalize()

    def _optimize_final_module(self) -> None:
        """Leave the module unchanged, because it will be optimised for each processor."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


@cache
def _get_dispatchers(_: int) -> dict[FunctionType, Any]:
    """Return the dispatchers of all kernels.

    The argument is the number of kernels. As the key of the cache, it causes new dispatchers to be
    created after more kernels have been decorated.
    """
    twins = make_dispatchers(_choose_options)
    for twin in twins.values():
        twin._insert = lambda *_: None  # there is no machine code that could be called
        _ignore_constants(twin)
    return twins


def _choose_options(inlined: bool, subroutine: bool) -> Mapping[str, Any]:
    return {
        "forceinline": inlined,
        "nogil": True,
        "error_model": "numpy",
        "pipeline_class": _make_compiler_class(
            _SubroutineLibrary if subroutine else _PartialLibrary
        ),
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        # Kernels allocate no memory, so there is no need to count references to their arrays.
        "_nrt": False,
    }


@cache
def _make_passes() -> PassManager:
    """Return the passes of Numba that kernels need.

    Kernels are plain loops over arrays and numbers. Numba's usual passes would also rewrite
    closures, generators and array expressions, which kernels do not have.
    """
    passes = PassManager("kernels")
    for each in (
        untyped_passes.TranslateByteCode,
        untyped_passes.FixupArgs,
        untyped_passes.IRProcessing,
        untyped_passes.GenericRewrites,  # turns tuple indices into constants
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
    """Generate the call from one kernel to another, without checking the returned status.

    Kernels raise no exceptions. LLVM would discover this itself, but only after it has ordered the
    blocks.
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
def _make_compiler_class(kind: type[_PartialLibrary]) -> type:
    class KernelCompiler(CompilerBase):  # type: ignore[misc]
        """A compiler that runs only the kernels' passes, and fills a library of class ``kind``."""

        def define_pipelines(self) -> list[Any]:
            state = self.state
            insert = partial(_insert_call, state.targetctx)
            state.targetctx = state.targetctx.subtarget(insert_user_function=insert)
            state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
            return [_make_passes()]

    return KernelCompiler


def _ignore_constants(dispatcher: Any) -> None:
    """Make calls that differ only in constant arguments share one compiled form."""
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


def _get_numba_type(kind: SlotKind) -> Any:
    """Return Numba's type for an argument."""
    match kind:
        case ArraySlots(dtype, dimensions):
            return make_array_type(dtype, dimensions)
        case NumberSlot(name):
            return _NUMBERS[name]
        case RecordSlots(form, _, members):
            return types.BaseTuple.from_types([_get_numba_type(each) for each in members], form)


def _make_adapter(symbol: str, compiled: Any, plan: calling_convention.CallPlan) -> ir.Module:
    """Return a module that contains an entry's adapter, which takes the address of the slots.

    The adapter calls the kernel with the addresses, sizes and numbers in the slots, in the same
    order, and stores the results in the slots that follow.
    """
    context, function = compiled.target_context, compiled.fndesc
    module = context.create_module(symbol)
    slot, nothing = ir.IntType(64), ir.VoidType()
    adapter = ir.Function(module, ir.FunctionType(nothing, [slot.as_pointer()]), symbol)
    builder = ir.IRBuilder(adapter.append_basic_block())
    callee = context.declare_function(module, function)
    # By Numba's convention the first two parameters are addresses for the result and an exception.
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
    # The address for an exception may be null, because kernels raise none.
    builder.call(callee, [result, nowhere(None), *arguments])
    found = context.get_returned_value(builder, function.restype, builder.load(result))
    kinds = function.restype.types if plan.returns_tuple else (function.restype,)
    for number in range(len(plan.results)):
        value = builder.extract_value(found, number) if plan.returns_tuple else found
        value = context.cast(builder, value, kinds[number], types.int64)
        builder.store(value, address_of(len(wanted) + number))
    builder.ret_void()
    return module
