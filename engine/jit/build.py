"""Build the shared library of a package's kernels.

    python -m engine.jit.build [PACKAGE]

writes the library into the package (``engine`` by default). It uses all cores, and compiles only
entries whose digests have changed. The build hook (:mod:`engine.jit.build_hook`) does the same when
a wheel is built.

Each of several processes compiles a share of the entries and writes one object file for each entry
and target processor. Object files remain in ``build/kernels``. Their names contain the digests of
their sources and of the compiler. The linker combines them into one library. The library's name
contains its checksum, so a running program keeps the library that it has loaded. The manifest is
replaced last, so the previous library remains in use if the build is interrupted. A second build of
the same project waits for the first one.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path

from engine.jit import decorators, digests, libraries, machine_code, targets
from engine.jit.machine_code import Specialization

_MESSAGE_LIMIT = 300
"""The maximum number of characters that an error quotes from the linker's output."""


_DECORATOR_IMPORT = re.compile(
    r"^\s*(from|import) engine\.jit(\.decorators\b| import .*\bdecorators\b)", re.M
)
"""A pattern that matches statements that import the kernel decorators."""


class BuildError(Exception):
    """An error that prevents the build of a library."""


def import_kernels(package: str) -> Path:
    """Import all modules of a package that define kernels, and return the package's folder.

    The engine's kernels are imported too, because the rules of a plug-in game specialize the
    engine's searches.

    Raises:
        BuildError: The package does not exist, or a module cannot be imported.
    """
    if package != libraries.ENGINE:
        import_kernels(libraries.ENGINE)
    folder = _import_module(package)
    if folder is None:
        raise BuildError(f"expected a package with an __init__.py, found {package}")
    for path in sorted(folder.rglob("*.py")):
        if _DECORATOR_IMPORT.search(path.read_text(encoding="utf-8")):
            # The name of a module follows from its path below the package; ``__init__`` is the
            # package itself.
            parts = path.relative_to(folder).with_suffix("").parts
            _import_module(".".join((package, *(part for part in parts if part != "__init__"))))
    return folder


def _import_module(module: str) -> Path | None:
    """Import a module and return its folder, or None if it is not a package."""
    try:
        importlib.import_module(module)
    except Exception as error:  # modules run code when they are imported, and may fail in any way
        raise BuildError(f"{module} cannot be imported: {error}") from error
    return libraries.find_folder(module)


def list_entries(package: str) -> list[Specialization]:
    """Return the entries whose machine code belongs in the library of a package."""
    return [
        specialization
        for entry in decorators.entries.values()
        for specialization in machine_code.list_specializations(entry)
        if specialization.package == package
    ]


def build_library(package: str, out: Path, objects: Path, *, checkout: bool) -> list[str]:
    """Write the library of a package and its manifest.

    Args:
        package: The name of the package, which must be importable.
        out: The folder for the library. In a checkout it is the folder ``native`` of the package.
        objects: The folder of object files. The files of unchanged entries are reused.
        checkout: True if machine code must be compared with its sources when it is loaded.

    Returns:
        One line of text for each entry that could not be compiled and is left out.

    Raises:
        BuildError: The library cannot be built.
    """
    try:
        objects.mkdir(parents=True, exist_ok=True)
        with _lock_folder(objects):
            return _build_locked(package, out, objects, checkout)
    except OSError as error:
        raise BuildError(f"the library of {package} cannot be built: {error}") from error


@contextmanager
def _lock_folder(folder: Path) -> Iterator[None]:
    """Hold a lock on a folder during the ``with`` block, after waiting for other builds in it."""
    # The operating system releases the lock of a process that dies, so no stale lock can remain.
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _build_locked(package: str, out: Path, objects: Path, checkout: bool) -> list[str]:
    target = targets.choose_target()
    if target is None or not targets.has_builder():
        raise BuildError(targets.describe_missing() if target is None else "Numba is not installed")
    folder = import_kernels(package)
    entries = list_entries(package)
    backend = _digest_backend()
    files = {
        entry: {
            cpu: objects / f"{machine_code.format_symbol(entry.symbol, cpu)}"
            f"-{_combine_digests(entry.digest, backend, cpu)}.o"
            for cpu in target.cpus
        }
        for entry in entries
    }
    missing = {entry: copies for entry, copies in files.items() if not _all_exist(copies)}
    failures = _compile_all(package, target, missing)
    # Entries that could not be compiled are left out of the library and run as plain Python.
    there = [entry for entry in entries if _all_exist(files[entry])]
    if not there:
        raise BuildError("\n".join([f"{package} has no kernels that can be compiled", *failures]))
    linked = [path for entry in there for path in files[entry].values()]
    library = _link_library(target, linked, objects)
    _write_library(library, there, out, target, libraries.read_stamps(folder) if checkout else None)
    _delete_others(objects, {library.name, *(path.name for path in linked)})
    return failures


def _all_exist(copies: Mapping[str, Path]) -> bool:
    return all(path.is_file() for path in copies.values())


def _combine_digests(*digests_: str) -> str:
    return hashlib.sha256("\n".join(digests_).encode()).hexdigest()[:24]


def _digest_backend() -> str:
    """Return a digest of the compiler's sources and of the versions of Numba and LLVM."""
    makers = sorted(Path(__file__).with_name("compiler").glob("*.py"))
    versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite")]
    return _combine_digests(*versions, *(path.read_text(encoding="utf-8") for path in makers))


def _compile_all(
    package: str, target: targets.Target, missing: Mapping[Specialization, Mapping[str, Path]]
) -> list[str]:
    """Compile entries in as many processes as there are cores.

    Returns:
        One line of text for each entry that could not be compiled.

    Raises:
        BuildError: A process ended with an error.
    """
    environment = os.environ | {
        # Numba must not tune the code for the build machine, so name the oldest supported processor
        # and no extra features.
        "NUMBA_CPU_NAME": target.cpus[0],
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    workers = []
    failures = []
    try:
        for share in _split_work([*missing], os.cpu_count() or 1):
            worker = subprocess.Popen(
                [sys.executable, "-P", "-m", "engine.jit.compiler", package],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                process_group=0,  # an interrupt reaches only the build, which ends its workers
            )
            workers.append(worker)
            assert worker.stdin is not None
            wanted = {entry.symbol: missing[entry] for entry in share}
            worker.stdin.write(json.dumps(wanted, default=str))
            worker.stdin.close()
        # The processes run in parallel; reading their output one by one waits for all of them.
        for worker in workers:
            assert worker.stdout is not None
            failures += worker.stdout.read().splitlines()
            if worker.wait() != 0:
                raise BuildError(f"the compiler of {package} ended with status {worker.returncode}")
    finally:
        for worker in workers:  # ends the other workers if one fails or the build is interrupted
            worker.kill()
            worker.wait()
    return failures


def _split_work(missing: Sequence[Specialization], number: int) -> Iterator[list[Specialization]]:
    """Split the entries into at most ``number`` shares that each take about the same time.

    Entries in the same module are kept together, because a process compiles the kernels that they
    have in common only once.
    """
    waiting = sorted(missing, key=lambda entry: (entry.argument_class or entry.function).__module__)
    # The length of the source is a good estimate of the compile time.
    lengths = {entry: digests.measure_source(*entry) for entry in waiting}
    total, done, share = sum(lengths.values()), 0, []
    for entry in waiting:
        share.append(entry)
        done += lengths[entry]
        # The share has at least 1/number of the remaining work. Yield it, and divide the rest of
        # the work by the remaining number of processes.
        if done * number >= total:
            yield share
            share, total, done, number = [], total - done, 0, number - 1
    if share:
        yield share


def _link_library(target: targets.Target, files: Sequence[Path], objects: Path) -> Path:
    """Link object files into a shared library, and return its path.

    Raises:
        BuildError: The linker cannot be started, or fails.
    """
    library = objects / f"kernels{target.suffix}"
    command = targets.choose_linker(target, targets.is_release())
    command += ["-o", str(library), *map(str, files), "-lm"]
    # Zig caches the system libraries that it builds; keep the cache with the object files.
    environment = os.environ | {
        "ZIG_GLOBAL_CACHE_DIR": str(objects / "zig"),
        "ZIG_LOCAL_CACHE_DIR": str(objects / "zig"),
    }
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    except OSError as error:
        raise BuildError(f"the linker {command[0]} cannot be started: {error}") from error
    if done.returncode != 0:
        answer = " ".join(done.stderr.split())[:_MESSAGE_LIMIT]
        raise BuildError(f"the linker {command[0]} failed: {answer}")
    return library


def _write_library(
    library: Path,
    entries: Sequence[Specialization],
    out: Path,
    target: targets.Target,
    sources: dict[str, list[int]] | None,
) -> None:
    """Write a library and then its manifest, each atomically, and delete previous libraries."""
    content = library.read_bytes()
    checksum = hashlib.sha256(content).hexdigest()
    name = f"kernels-{checksum[:16]}{target.suffix}"
    manifest = {
        "format": libraries.FORMAT,
        "library": name,
        "size": len(content),
        "sha256": checksum,
        "entries": dict(sorted((entry.symbol, entry.digest) for entry in entries)),
        "sources": sources,
    }
    out.mkdir(parents=True, exist_ok=True)
    write_file(out / name, content)
    write_file(out / libraries.MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
    _delete_others(out, {name, libraries.MANIFEST})


def write_file(path: Path, content: bytes) -> None:
    """Write a file atomically, so that a reader sees either the old or the new content."""
    part = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _delete_others(folder: Path, kept: set[str]) -> None:
    """Delete the files that previous or interrupted builds have left in a folder."""
    for path in folder.iterdir():
        if path.is_file() and path.name not in kept:
            path.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> int:
    """Build the library of a package in the package's folder, and return the exit status."""
    package = arguments[0] if arguments else "engine"
    try:
        folder = import_kernels(package)
        # If the package is in a folder ``src``, the folder ``build`` is next to ``src``.
        root = folder.parent.parent if folder.parent.name == "src" else folder.parent
        out, objects = folder / libraries.FOLDER, root / "build" / "kernels"
        failures = build_library(package, out, objects, checkout=True)
    except (BuildError, KeyboardInterrupt) as error:
        sys.stderr.write(f"{str(error) or 'stopped; the library is as it was'}\n")
        return 1
    for line in failures:
        sys.stderr.write(f"{line}\n")
    sys.stdout.write(
        f"{out / libraries.MANIFEST}: {len(list_entries(package)) - len(failures)} kernels\n"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
