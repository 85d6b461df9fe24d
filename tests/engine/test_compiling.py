"""What machine code is made with, and that it does what plain Python does."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from engine.games.fruit_dating.codes import ANTEATER, MUD, WALL
from engine.games.fruit_dating.table import TABLE_SIZE, compile_level
from engine.jit import load, marks, objects, plans
from engine.jit.marks import Form
from engine.search import hashset
from engine.values import rng

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no machine code")

HOOKS = """
numba.core.codegen JITCodeLibrary._finalize_final_module
numba.core.codegen JITCodeLibrary._optimize_final_module
numba.core.codegen JITCodeLibrary._finalize_dynamic_globals
numba.core.codegen JITCodeLibrary._optimize_functions
numba.core.cgutils create_struct_proxy
numba.core.codegen JITCodeLibrary.get_pointer_to_function
numba.core.codegen JITCodeLibrary.finalize
numba.core.compiler CompilerBase.define_pipelines
numba.core.compiler_lock global_compiler_lock
numba.core.compiler_machinery PassManager._runPass
numba.core.compiler_machinery PassManager.add_pass
numba.core.dispatcher Dispatcher.get_call_template
numba.core.dispatcher Dispatcher._insert
numba.core.event end_event
numba.core.event start_event
numba.core.ir_utils build_definitions
numba.core.lowering Lower.alloca
numba.core.lowering Lower.getvar
numba.core.lowering Lower.lower_assign
numba.core.lowering Lower.lower_block
numba.core.lowering Lower.lower_inst
numba.core.lowering Lower.return_dynamic_exception
numba.core.lowering Lower.return_exception
numba.core.lowering Lower.storevar
numba.core.lowering Lower.typeof
numba.core.registry cpu_target.target_context._defns
numba.core.registry cpu_target.target_context._registries
numba.core.registry cpu_target.target_context.declare_function
numba.core.registry cpu_target.target_context.get_arg_packer
numba.core.registry cpu_target.target_context.get_returned_value
numba.core.registry cpu_target.target_context.insert_user_function
numba.core.registry cpu_target.target_context.install_registry
numba.core.registry cpu_target.target_context.load_additional_registries
numba.core.registry cpu_target.target_context.refresh
numba.core.registry cpu_target.target_context.subtarget
numba.core.registry cpu_target.typing_context.load_additional_registries
numba.core.ssa reconstruct_ssa
numba.core.transforms canonicalize_cfg
numba.core.typed_passes BaseNativeLowering.lowering_class
numba.core.typed_passes NoPythonBackend
numba.core.typed_passes NopythonTypeInference
numba.core.typed_passes PreLowerStripPhis._strip_phi_nodes
numba.core.types.functions BaseFunction.get_call_type
numba.core.untyped_passes FixupArgs
numba.core.untyped_passes GenericRewrites
numba.core.untyped_passes IRProcessing.run_pass
numba.core.untyped_passes ReconstructSSA.run_pass
numba.core.untyped_passes TranslateByteCode
numba.np.numpy_support from_dtype
"""


@pytest.mark.parametrize("hook", HOOKS.split("\n")[1:-1])
def test_numba_has_what_object_files_are_made_with(hook: str) -> None:
    module, _, path = hook.partition(" ")
    found: object = importlib.import_module(module)
    for name in path.split("."):
        assert hasattr(found, name), f"this Numba has no {module}.{path}, which compiling needs"
        found = getattr(found, name)


@pytest.mark.parametrize(
    "option", ["nogil", "error_model", "_nrt", "forceinline", "no_cpython_wrapper",
               "no_cfunc_wrapper"],
)  # fmt: skip
def test_numba_has_the_options_that_kernels_are_compiled_with(option: str) -> None:
    from numba.core.registry import CPUTarget

    known = dir(CPUTarget.options)
    assert option in known, f"this Numba has no option {option}, which compiling needs"


def test_a_library_of_code_has_what_object_files_are_taken_from() -> None:
    import numba

    function = numba.njit("int64(int64)")(lambda number: number)
    (compiled,) = function.overloads.values()
    for owner, name in (
        (compiled, "library"),
        (compiled, "target_context"),
        (compiled.fndesc, "argtypes"),
        (compiled.fndesc, "restype"),
        (compiled.library, "_final_module"),
        (compiled.library._codegen, "_data_layout"),
        (compiled.library, "_linking_libraries"),
        (compiled.library, "_finalized"),
        (compiled.library._codegen, "_tm"),
        (compiled.library._codegen._tm, "emit_object"),
    ):
        assert hasattr(owner, name), f"this Numba has no {type(owner).__name__}.{name}"


ARRAYS = """
import numpy as np
from engine.jit import load, marks, objects, plans
from engine.jit.compile.making import object_file
from engine.jit.marks import Bytes, Ints, IntRows, Longs, Words, entry, kernel

@kernel
def total(numbers):
    found = 0
    for index in range(len(numbers)):
        found += numbers[index]
    return found

@entry
def mixed(small: Bytes, rows: IntRows, word: Words, out: Longs) -> tuple[int, bool, np.uint64]:
    height, width = rows.shape
    rows[1, 0], rows[0] [2] = small[1], -7
    row = rows[height - 1]
    out[0], out[1], out[2] = total(row), total(out[1:3]), total(row[:99])
    out[3], out[4], out[5] = len(rows), width, rows.size + out.size
    for line in rows:
        for number in line:
            out[6] = 3 * out[6] + number
    return rows[1, width - 1] * rows[0, 2], rows[1, 0] == 200, word[0] << np.uint64(1)

@entry
def raising(number: int) -> int:
    if number < 0:
        raise ValueError
    return number

def arguments():
    return (np.array([1, 200], np.uint8), np.arange(6, dtype=np.int32).reshape(2, 3),
            np.array([2**63 + 3], np.uint64), np.array([0, 30, 4, 0, 0, 0, 0], np.int64))

(specialization,) = load.specializations_of(marks.entries[mixed.__wrapped__])
form = objects.form_of(object_file(*specialization), plans.plan_of(*specialization))
plain, compiled = arguments(), arguments()
assert form(*compiled) == mixed.__wrapped__(*plain) == (-35, True, 6)
assert all((one == other).all() for one, other in zip(plain, compiled))
try:
    object_file(raising.__wrapped__, None)
except TypeError as error:
    assert "cannot raise" in str(error)
else:
    raise AssertionError
"""


def test_arrays_are_the_same_as_machine_code_and_in_plain_python() -> None:
    subprocess.run([sys.executable, "-c", ARRAYS], check=True)


def by_object_file(specialization: load.Specialization, folder: Path) -> Form:
    """The machine code of an entry, made here, written and read."""
    from engine.jit.compile.making import object_file

    path = folder / "made.kernel"
    object_file(*specialization).write(path)
    return objects.form_of(objects.ObjectFile.read(path), plans.plan_of(*specialization))


def the_plain_way(specialization: load.Specialization, folder: Path) -> Form:
    """The same by Numba alone."""
    from engine.jit.compile.jitted import form_of

    assert folder.is_dir()
    return form_of(*specialization)


Way = Callable[[load.Specialization, Path], Form]
WAYS = [by_object_file, the_plain_way]


def variant_of(function: Callable[..., object]) -> load.Specialization:
    """The one specialization of an entry, which ordinary code calls by that name."""
    (found,) = load.specializations_of(marks.entries[function.__wrapped__])  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("way", WAYS)
def test_numbers_and_words_come_and_go(way: Way, tmp_path: Path) -> None:
    form = way(variant_of(hashset.grown), tmp_path)
    assert [form(slots) for slots in (4096, 1 << 20)] == [1 << 14, 1 << 21]
    with pytest.raises(plans.Mismatch):
        form("many")
    form = way(variant_of(rng.next_word), tmp_path)
    ours, theirs = np.zeros(4, np.uint64), np.zeros(4, np.uint64)
    for stream in (ours, theirs):
        rng.open_stream(stream, 2**63 - 1, 2, 3, 4)
    plain = rng.next_word.__wrapped__  # type: ignore[attr-defined]
    with np.errstate(over="ignore"):
        expected = [plain(theirs) for _ in range(5)]
    found = [form(ours) for _ in range(5)]
    assert found == expected
    assert {type(word) for word in found} == {np.uint64}
    assert (ours == theirs).all()


@pytest.mark.parametrize("way", WAYS)
def test_arrays_are_filled_in_place(way: Way, tmp_path: Path) -> None:
    tiles = np.full((6, 7), WALL, np.int64)
    tiles[1:-1, 1:-1] = 0
    tiles[2, 3], tiles[3, 4] = MUD, ANTEATER
    pieces, gates = np.zeros(42, np.int64), np.zeros(42, np.int64)
    pieces[[8, 16, 26]] = (1, 1, 2)
    found = [np.zeros(TABLE_SIZE, np.int32) for _ in range(2)]
    form = way(variant_of(compile_level), tmp_path)
    plain = compile_level.__wrapped__  # type: ignore[attr-defined]
    for fill, table in zip((form, plain), found, strict=True):
        fill(tiles.reshape(-1), pieces, gates, 6, 7, table)
    assert (found[0] == found[1]).all()
    assert found[0].any()
    with pytest.raises(plans.Mismatch):
        form(tiles, pieces, gates, 6, 7, found[0])
