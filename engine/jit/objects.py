"""Files of machine code: that of an entry, whole or refused, and usable without Numba.

A file has a line with the checksum of all that follows, a line that says what it is (JSON), and the
code itself: as it is to lie in memory, which takes nothing but the system to load, or where that
cannot be had an object file, which LLVM links. It is written beside its name and moved there in one
step.
"""

from __future__ import annotations

import ctypes
import hashlib
import json
import mmap
import os
import struct
import tempfile
import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from engine.jit import plans
from engine.jit.marks import Form
from engine.jit.plans import Plan

FORMAT = 3

_FOREIGN = frozenset(
    ("memcpy", "memmove", "memset", "exp", "exp2", "log", "log2", "log10", "pow", "fmod")
)
"""What machine code may take from the C library: memory, and the mathematics without state."""


class DamagedError(Exception):
    """A file is not what was written, or is not to be trusted."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What is to be filled in where in code that lies in memory; all places are offsets in bytes.

    Attributes:
        entry: where the function begins.
        relative: where the address of the code is to be added to eight bytes.
        foreign: where the address of a function of that name is to be put in eight bytes.
    """

    entry: int
    relative: tuple[int, ...]
    foreign: Mapping[str, tuple[int, ...]]

    def places(self) -> Iterable[int]:
        """Where eight bytes are written."""
        return (*self.relative, *(at for places in self.foreign.values() for at in places))


@dataclass(frozen=True, slots=True)
class ObjectFile:
    """The machine code of an entry.

    Attributes:
        symbol: the name of its function, which takes the address of the slots.
        undefined: the names of functions that it takes from elsewhere.
        code: as it is to lie in memory, or an object file.
        layout: what is to be filled in where in memory; None for an object file.
    """

    symbol: str
    undefined: tuple[str, ...]
    code: bytes = field(repr=False)
    layout: Layout | None = None

    @property
    def unknown(self) -> list[str]:
        """The names of functions that it must not take."""
        return sorted({*self.undefined, *(self.layout.foreign if self.layout else ())} - _FOREIGN)

    def write(self, path: Path) -> None:
        """Writes the file, whole or not at all.

        Raises:
            OSError: it cannot be written.
        """
        said: dict[str, Any] = {"format": FORMAT, "symbol": self.symbol}
        said |= {"undefined": self.undefined, "layout": self.layout and asdict(self.layout)}
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
            layout = _layout(header["layout"], len(code))
            found = cls(str(header["symbol"]), tuple(map(str, header["undefined"])), code, layout)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise DamagedError(f"{path.name}: no object file of ours") from error
        if found.unknown:
            raise DamagedError(f"{path.name}: unknown symbols {', '.join(found.unknown)}")
        return found


def _layout(record: Any, size: int) -> Layout | None:
    """The layout that a header gives for code of a size.

    Raises:
        ValueError: a place is not within the code.
        KeyError, TypeError, AttributeError: it is none.
    """
    if record is None:
        return None
    foreign = {str(name): tuple(map(int, places)) for name, places in record["foreign"].items()}
    found = Layout(int(record["entry"]), tuple(map(int, record["relative"])), foreign)
    if not 0 <= found.entry < size or any(not 0 <= at <= size - 8 for at in found.places()):
        raise ValueError("a place is not within the code")
    return found


def form_of(file: ObjectFile, plan: Plan) -> Form:
    """Makes a function that runs the machine code with ordinary arguments."""
    function, flat, give = _loaded(file), plans.flatten(plan), plans.give_back(plan)

    def form(*arguments: Any) -> Any:
        """Runs it; raises a mismatch for arguments of other types."""
        try:
            slots = flat(*arguments)
        except plans.MISMATCHES as error:
            raise plans.Mismatch from error
        function(slots.buffer_info()[0])
        return give(slots)

    return form


_lock = threading.Lock()
_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


_FUNCTION = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


def _loaded(file: ObjectFile) -> Callable[[int], None]:
    """The function of a file, in the memory of this process.

    Raises:
        OSError: the system does not let code be run from memory.
        DamagedError: there is no such function in it.
    """
    return _FUNCTION(_linked(file) if file.layout is None else _mapped(file.code, file.layout))


_images: list[mmap.mmap] = []
"""Code that is in memory, for as long as the process runs."""


def _mapped(code: bytes, layout: Layout) -> int:
    """The address of the function of code that is put into memory."""
    image = mmap.mmap(-1, len(code), mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    image[:] = code
    start = ctypes.addressof(ctypes.c_char.from_buffer(image))
    for at in layout.relative:
        (offset,) = struct.unpack_from("<Q", image, at)
        struct.pack_into("<Q", image, at, start + offset)
    system = ctypes.CDLL(None, use_errno=True)
    for name, places in layout.foreign.items():
        address = ctypes.cast(getattr(system, name), ctypes.c_void_p).value
        for at in places:
            struct.pack_into("<Q", image, at, address)
    system.mprotect.argtypes = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    if system.mprotect(start, len(code), mmap.PROT_READ | mmap.PROT_EXEC):
        raise OSError(ctypes.get_errno(), "no code can be run from memory")
    _images.append(image)
    return start + layout.entry


_lock = threading.Lock()


def _linked(file: ObjectFile) -> int:
    """The address of the function of an object file, linked into this process."""
    import llvmlite.binding as llvm

    with _lock:
        engine = _engine()
        engine.add_object_file(llvm.ObjectFileRef.from_data(file.code))
        engine.finalize_object()
        address = engine.get_function_address(file.symbol)
    if not address:
        raise DamagedError(f"no function {file.symbol}")
    return int(address)


@cache
def _engine() -> Any:
    """What links object files in this process."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    return llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
