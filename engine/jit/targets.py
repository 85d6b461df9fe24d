"""Platforms that a library of machine code is built for, and the linkers that make it.

Numba compiles for the machine that it runs on, so each library is built on a machine of its kind.
Nothing here imports NumPy or Numba: the build hook asks before they are installed.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

RELEASE_VARIABLE = "PUZZLE_WORKBENCH_RELEASE"
"""Environment variable that asks for a library that runs on old systems, for a release."""
NEWER = "x86-64-v3"
"""The processors that a library has a second copy for, which saves large graphs up to a tenth."""
NUMBA = "numba>=0.68,<0.70"
ZIGLANG = "ziglang>=0.13,<0.17"

_NUMBA_PYTHONS = ((3, 11), (3, 16))
"""The first Python that Numba has wheels for, of those supported here, and the first without."""


@dataclass(frozen=True, slots=True)
class Target:
    """A platform.

    Attributes:
        cpus: the processors that the library has machine code for, as LLVM names them: the
            oldest that it runs on, and those for which a further copy is worth its size.
        zig: the target that Zig links for, with the oldest system that a release runs on.
        local_tag: the platform tag of a wheel for machines like this one.
        release_tag: the platform tag of a released wheel.
        suffix: the ending of a shared library.
        shared: the linker's options for a shared library without symbols of its parts.
    """

    cpus: tuple[str, ...]
    zig: str
    local_tag: str
    release_tag: str
    suffix: str = ".so"
    shared: tuple[str, ...] = ("-shared", "-s")


_TARGETS = {
    ("Linux", "x86_64"): Target(
        ("x86-64-v2", NEWER),
        "x86_64-linux-gnu.2.17",
        "linux_x86_64",
        "manylinux_2_17_x86_64",
    ),
    ("Linux", "aarch64"): Target(
        ("generic",), "aarch64-linux-gnu.2.17", "linux_aarch64", "manylinux_2_17_aarch64"
    ),
    ("Darwin", "arm64"): Target(
        ("apple-m1",),
        "aarch64-macos.12.0",
        "macosx_12_0_arm64",
        "macosx_12_0_arm64",
        ".dylib",
        ("-dynamiclib",),
    ),
}


def choose_target(
    system: str | None = None,
    machine: str | None = None,
    c_library: str | None = None,
    python: tuple[int, int] | None = None,
    implementation: str | None = None,
) -> Target | None:
    """Return the platform to build for, or None where Numba has no wheel.

    Args:
        system: the name of the system; that of this machine by default, like all that follow.
        machine: the kind of processor.
        c_library: the name of the C library, on Linux.
        python: the version of Python.
        implementation: the implementation of Python.
    """
    system = system or platform.system()
    first, last = _NUMBA_PYTHONS
    if (implementation or sys.implementation.name) != "cpython":
        return None
    if not first <= (python or sys.version_info[:2]) < last:
        return None
    if system == "Linux" and (c_library or platform.libc_ver()[0]) != "glibc":
        return None
    return _TARGETS.get((system, machine or platform.machine()))


def is_release() -> bool:
    """Return whether a library for a release is asked for."""
    return os.environ.get(RELEASE_VARIABLE, "") not in ("", "0")


def find_program(name: str) -> str | None:
    """Return the path of a program, or None if there is none."""
    import shutil  # with it modules for packed files, which a command would wait for at its start

    return shutil.which(name)


def needs_zig(release: bool, find: Callable[[str], str | None] = find_program) -> bool:
    """Return whether Zig links the library: always for a release, else where there is no ``cc``."""
    return release or find("cc") is None


def choose_linker(
    target: Target, release: bool, find: Callable[[str], str | None] = find_program
) -> list[str]:
    """Return the command that links a shared library, without its files."""
    if needs_zig(release, find):
        command = [sys.executable, "-P", "-m", "ziglang", "cc", "-target", target.zig]
    else:
        command = [find("cc") or "cc"]
    return [*command, *target.shared]


def list_requirements(target: Target | None, release: bool) -> list[str]:
    """Return the packages that a build for a target needs."""
    if target is None:
        return []
    return [NUMBA, *([ZIGLANG] if needs_zig(release) else [])]


def describe_missing() -> str:
    """Return why no library is built on this machine."""
    python = f"{sys.implementation.name} {platform.python_version()}"
    return f"Numba has no wheel for {platform.system()} {platform.machine()} with {python}"


@cache
def has_builder() -> bool:
    """Return whether Numba is installed."""
    return find_spec("numba") is not None
