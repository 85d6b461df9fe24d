"""What the machine code of an entry depends on, as a name.

The name is a hash of the bytecode of the kernel and of all kernels that it calls, of the constants
and classes that they name, of what it takes, and of the versions and the processor that machine
code is made with. It knows no paths, times or line numbers: every copy of the same sources on a
machine shares one cache, and an edit changes the names of just the entries that it reaches.
"""

from __future__ import annotations

import hashlib
import platform
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

from engine.installed import version
from engine.jit import marks, plans

_CONSTANTS = (int, float, str, bytes, tuple, np.generic)


@cache
def name_of(function: FunctionType, chosen: type | None) -> str:
    """The name of the machine code of an entry for a class of what it takes as anything."""
    digest = hashlib.sha256(_surroundings())
    digest.update(f"{function.__module__}.{function.__qualname__}\n".encode())
    problem = plans.find_plan_problem(function, chosen)
    plan = plans.plan_of(function, chosen) if problem is None else problem
    digest.update(f"{_words(plan)}\n".encode())
    for part in sorted(_parts(function, chosen)):
        digest.update(f"{part}\n".encode())
    return f"{function.__name__}-{digest.hexdigest()[:32]}"


def length_of(function: FunctionType, chosen: type | None) -> int:
    """How long the text is that the name of an entry's machine code is made of."""
    return sum(map(len, _parts(function, chosen)))


def _words(value: object) -> str:
    """A value as text that is the same in every process."""
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, plans.Record):
        return f"{_words(value.form)}{value.names}({_all_words(value.members)})"
    if isinstance(value, plans.Plan):
        return f"{_all_words(value.arguments)} -> {value.results} {value.several}"
    if isinstance(value, CodeType):
        names = (value.co_names, value.co_varnames, value.co_freevars, value.co_cellvars)
        return f"{value.co_code.hex()} {names} {_all_words(value.co_consts)}"
    if isinstance(value, frozenset):
        return f"{{{', '.join(sorted(map(_words, value)))}}}"
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return f"({_all_words(value)})"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{value.tobytes().hex()}"
    return repr(value)


def _all_words(values: Iterable[object]) -> str:
    return ", ".join(map(_words, values))


def _parts(function: FunctionType, chosen: type | None) -> set[str]:
    """The kernels that an entry is made of, itself included, and all that they name, as text."""
    seen: set[FunctionType] = set()
    found: set[str] = set()
    waiting = [function]
    while waiting:
        kernel = waiting.pop()
        if kernel in seen:
            continue
        seen.add(kernel)
        words, called, choices = _own_parts(kernel)
        found |= words
        waiting += called
        waiting += [choice.kernels[chosen] for choice in choices if chosen in choice.kernels]
    return found


@cache
def _own_parts(
    kernel: FunctionType,
) -> tuple[frozenset[str], tuple[FunctionType, ...], tuple[marks.ByClass, ...]]:
    """A kernel and the values that it names as text, the kernels that it calls, and choices."""
    found = {f"{kernel.__module__}.{kernel.__qualname__} {_words(kernel.__code__)}"}
    called, choices = [], []
    for name, named in _named(kernel):
        value = getattr(named, "__wrapped__", named)
        if isinstance(value, FunctionType):
            called.append(value)
        elif isinstance(value, marks.ByClass):
            choices.append(value)
        elif isinstance(value, (*_CONSTANTS, np.ndarray)):
            found.add(f"{kernel.__module__}.{name} = {_words(value)}")
        elif isinstance(value, type) and issubclass(value, tuple):
            found.add(f"{_words(value)} {getattr(value, '_fields', ())}")
    return frozenset(found), tuple(called), tuple(choices)


def _named(kernel: FunctionType) -> Iterator[tuple[str, Any]]:
    """What a kernel names, in its module and in those that it names."""
    names, own = _names(kernel.__code__), kernel.__globals__
    modules = [own[name] for name in names if isinstance(own.get(name), ModuleType)]
    for space in (own, *(vars(module) for module in modules if module is not np)):
        for name in names:
            if name in space:
                yield name, space[name]


def _names(code: CodeType) -> tuple[str, ...]:
    inner = (const for const in code.co_consts if isinstance(const, CodeType))
    return (*code.co_names, *(name for part in inner for name in _names(part)))


@cache
def _surroundings() -> bytes:
    """What all machine code of this machine depends on."""
    folder = Path(__file__).parent / "compile"
    makers = [file.read_bytes() for file in sorted(folder.glob("*.py"))]
    packages = (f"{package} {version(package)}" for package in ("numba", "llvmlite", "numpy"))
    words = (*packages, sys.version, sys.platform, platform.machine(), processor())
    return hashlib.sha256("\n".join(words).encode() + b"\0".join(makers)).digest()


def processor() -> str:
    """What distinguishes processors that need different machine code."""
    try:
        lines = Path("/proc/cpuinfo").read_text(errors="replace").splitlines()
    except OSError:
        return platform.processor()
    wanted = ("model name", "flags", "Features")
    return "\n".join(sorted({line for line in lines if line.startswith(wanted)}))
