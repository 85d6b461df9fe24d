"""The decisions of a build: for which platform, with which linker and which packages."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from engine.jit import targets

LINUX = ("Linux", "x86_64", "glibc", (3, 11), "cpython")
ARM = ("Linux", "aarch64", "glibc", (3, 13), "cpython")
MAC = ("Darwin", "arm64", "", (3, 12), "cpython")


def find_in(*names: str) -> Callable[[str], str | None]:
    """Return a search of PATH that finds just these programs."""
    return lambda name: f"/usr/bin/{name}" if name in names else None


@pytest.mark.parametrize(
    ("machine", "cpus", "release", "suffix"),
    [
        (LINUX, ("x86-64-v2", "x86-64-v3"), "manylinux_2_17_x86_64", ".so"),
        (ARM, ("generic",), "manylinux_2_17_aarch64", ".so"),
        (MAC, ("apple-m1",), "macosx_12_0_arm64", ".dylib"),
    ],
)  # fmt: skip
def test_each_platform_with_numba_has_a_target(
    machine: tuple[str, str, str, tuple[int, int], str],
    cpus: tuple[str, ...],
    release: str,
    suffix: str,
) -> None:
    target = targets.choose_target(*machine)
    assert target is not None
    assert (target.cpus, target.release_tag, target.suffix) == (cpus, release, suffix)


@pytest.mark.parametrize(
    "machine",
    [
        ("Linux", "x86_64", "musl", (3, 11), "cpython"),
        ("Linux", "riscv64", "glibc", (3, 11), "cpython"),
        ("Linux", "x86_64", "glibc", (3, 16), "cpython"),
        ("Linux", "x86_64", "glibc", (3, 11), "pypy"),
        ("Darwin", "x86_64", "", (3, 11), "cpython"),
        ("Windows", "AMD64", "", (3, 11), "cpython"),
    ],
)
def test_without_a_wheel_of_numba_there_is_no_target(
    machine: tuple[str, str, str, tuple[int, int], str],
) -> None:
    target = targets.choose_target(*machine)
    assert target is None
    assert targets.list_requirements(target, release=True) == []


def test_the_system_links_a_local_build_and_zig_a_release() -> None:
    target = targets.choose_target(*LINUX)
    assert target is not None
    local = targets.choose_linker(target, release=False, find=find_in("cc"))
    assert local == ["/usr/bin/cc", "-shared", "-s"]
    for release, programs in ((True, ("cc",)), (False, ())):
        command = targets.choose_linker(target, release, find_in(*programs))
        assert command[:5] == [sys.executable, "-P", "-m", "ziglang", "cc"]
        assert "x86_64-linux-gnu.2.17" in command


def test_zig_is_asked_for_only_where_it_links(monkeypatch: pytest.MonkeyPatch) -> None:
    target = targets.choose_target(*LINUX)
    assert targets.list_requirements(target, release=True) == [targets.NUMBA, targets.ZIGLANG]
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert targets.needs_zig(release=False, find=find_in())
    assert not targets.needs_zig(release=False, find=find_in("cc"))
