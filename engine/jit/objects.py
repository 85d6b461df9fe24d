"""Object files: the machine code of an entry, whole or refused, and usable without Numba.

A file has a line with the checksum of all that follows, a line that says what it is (JSON), and the
object file itself. It is written beside its name and moved there in one step.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.jit import plans
from engine.jit.marks import Form
from engine.jit.plans import Plan

FORMAT = 1

_FOREIGN = frozenset({"memcpy", "memmove", "memset"})
"""What machine code may take from the C library."""


class DamagedError(Exception):
    """A file is not what was written, or is not to be trusted."""


@dataclass(frozen=True, slots=True)
class ObjectFile:
    """The machine code of an entry.

    Attributes:
        symbol: the name of its function, which takes three addresses: of a slot each that it may
            write to, and of the slots.
        undefined: the names of functions that it takes from elsewhere.
        code: the object file.
    """

    symbol: str
    undefined: tuple[str, ...]
    code: bytes = field(repr=False)

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        said = {"format": FORMAT, "symbol": self.symbol, "undefined": self.undefined}
        content = json.dumps(said).encode() + b"\n" + self.code
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise

    @classmethod
    def read(cls, path: Path) -> ObjectFile:
        """Reads a file.

        Raises:
            OSError: there is none, or it cannot be read.
            DamagedError: it is not whole, of another format, or names unknown symbols.
        """
        checksum, _, content = path.read_bytes().partition(b"\n")
        if hashlib.sha256(content).hexdigest().encode() != checksum:
            raise DamagedError(f"{path.name}: not as it was written")
        said, _, code = content.partition(b"\n")
        try:
            header = json.loads(said)
            if header["format"] != FORMAT:
                raise DamagedError(f"{path.name}: of another format")
            found = cls(str(header["symbol"]), tuple(map(str, header["undefined"])), code)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise DamagedError(f"{path.name}: no object file of ours") from error
        if unknown := set(found.undefined) - _FOREIGN:
            raise DamagedError(f"{path.name}: unknown symbols {', '.join(sorted(unknown))}")
        return found


def form_of(file: ObjectFile, plan: Plan) -> Form:
    """Makes a function that runs the machine code with ordinary arguments."""
    function, flat, give = _linked(file), plans.flatten(plan), plans.give_back(plan)
    spare = 8 * (plan.slots + len(plan.results))

    def form(*arguments: Any) -> Any:
        """Runs it; raises a mismatch for arguments of other types."""
        try:
            slots = flat(*arguments)
        except plans.MISMATCHES as error:
            raise plans.Mismatch from error
        address = slots.buffer_info()[0]
        function(address + spare, address + spare + 8, address)
        return give(slots)

    return form


_lock = threading.Lock()
_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def _linked(file: ObjectFile) -> Callable[[int, int, int], int]:
    """The function of an object file, linked into this process."""
    import llvmlite.binding as llvm

    with _lock:
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(file.code))
        engine.finalize_object()
        address = engine.get_function_address(file.symbol)
    if not address:
        raise DamagedError(f"no function {file.symbol}")
    return _FUNCTION(address)


@cache
def _engine() -> Any:
    """What links object files in this process."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
