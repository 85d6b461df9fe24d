"""The platforms for which libraries of machine code are built, and their linkers.

Numba compiles for the machine on which it runs, so each library is built on a machine of its
platform. This module imports neither NumPy nor Numba, because the build hook uses it before they
are installed.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec

from engine.jit.libraries import NEWER

RELEASE_VARIABLE = "PUZZLE_WORKBENCH_RELEASE"
"""The environment variable that requests a library for a release, which must run on old systems."""
NUMBA = "numba>=0.68,<0.70"
ZIGLANG = "ziglang>=0.13,<0.17"

_NUMBA_PYTHONS = ((3, 11), (3, 16))
"""The range of Python versions with Numba wheels: the first one, and the one after the last."""


@dataclass(frozen=True, slots=True)
class Target:
    """A platform for which libraries can be built.

    Attributes:
        cpus: The LLVM names of the processors for which a library has machine code. The first one
            is the oldest supported. The others run their own, faster copy of the code.
        zig: The target name for Zig, including the oldest system version that can run a release.
        local_tag: The platform tag of a wheel for machines like this one.
        release_tag: The platform tag of a released wheel.
        suffix: The file name extension of a shared library.
        shared: The linker's options for a shared library without debug symbols.
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
    """Return the platform to build for, or None if Numba has no wheel for it.

    An argument that is None is replaced by the value for this machine and the running Python.

    Args:
        system: The name of the operating system.
        machine: The kind of processor, such as ``x86_64``.
        c_library: The name of the C library, which matters only on Linux.
        python: The major and minor version of Python.
        implementation: The name of the Python implementation, such as ``cpython``.
    """
    system = system or platform.system()
    first, last = _NUMBA_PYTHONS
    if (implementation or sys.implementation.name) != "cpython":
        return None
    if not first <= (python or sys.version_info[:2]) < last:
        return None
    # Numba's wheels for Linux need glibc; there are none for musl.
    if system == "Linux" and (c_library or platform.libc_ver()[0]) != "glibc":
        return None
    return _TARGETS.get((system, machine or platform.machine()))


def is_release() -> bool:
    """Return True if the environment requests a library for a release."""
    return os.environ.get(RELEASE_VARIABLE, "") not in ("", "0")


def find_program(name: str) -> str | None:
    """Return the path of a program, or None if it is not installed."""
    import shutil  # imported late, because it in turn imports slow modules for archives

    return shutil.which(name)


def needs_zig(release: bool, find: Callable[[str], str | None] = find_program) -> bool:
    """Return True if Zig must link the library: for a release, or if ``cc`` is not installed."""
    return release or find("cc") is None


def choose_linker(
    target: Target, release: bool, find: Callable[[str], str | None] = find_program
) -> list[str]:
    """Return the command that links a shared library; the caller adds the file names."""
    # Zig can link against an old glibc, so that a release runs on old systems.
    if needs_zig(release, find):
        command = [sys.executable, "-P", "-m", "ziglang", "cc", "-target", target.zig]
    else:
        command = [find("cc") or "cc"]
    return [*command, *target.shared]


def list_requirements(target: Target | None, release: bool) -> list[str]:
    """Return the packages that a build for ``target`` requires."""
    if target is None:
        return []
    return [NUMBA, *([ZIGLANG] if needs_zig(release) else [])]


def describe_missing() -> str:
    """Return a message that says why no library can be built on this machine."""
    python = f"{sys.implementation.name} {platform.python_version()}"
    return f"Numba has no wheel for {platform.system()} {platform.machine()} with {python}"


@cache
def has_builder() -> bool:
    """Return True if Numba is installed."""
    return find_spec("numba") is not None
