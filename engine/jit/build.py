"""Build the shared library of a package's kernels.

    python -m engine.jit.build [PACKAGE]

writes it into the package (``engine`` by default), on all cores, compiling only entries whose
digest changed. The build hook (:mod:`engine.jit.hook`) does the same when a wheel is built.

Processes of their own compile, each a share of the entries: an object file for each, kept in
``build/kernels`` by the digest of its sources and of what compiled it. The linker makes one library
of them, whose name has its checksum, so that programs that run keep the one that they loaded. The
manifest is replaced last: a build that is stopped leaves the former library as it was. A second
build of the same project waits for the first.
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

from engine.jit import digests, libraries, load, marks, targets
from engine.jit.load import Specialization

_MESSAGE_LIMIT = 300
"""Characters of the linker's answer that an error quotes."""


_NAMES_MARKS = re.compile(r"^\s*(from|import) engine\.jit(\.marks\b| import .*\bmarks\b)", re.M)
"""A statement by which a module gets the decorators of kernels."""


class BuildError(Exception):
    """A library that cannot be built; the text says why."""


def import_kernels(package: str) -> Path:
    """Import every module of a package that has kernels, and return the folder of the package.

    Those of the engine come with them: rules of a plug-in game specialize its searches.

    Raises:
        BuildError: there is no such package, or a module cannot be imported.
    """
    if package != libraries.ENGINE:
        import_kernels(libraries.ENGINE)
    folder = _import(package)
    if folder is None:
        raise BuildError(f"expected a package with an __init__.py, found {package}")
    for path in sorted(folder.rglob("*.py")):
        if _NAMES_MARKS.search(path.read_text(encoding="utf-8")):
            parts = path.relative_to(folder).with_suffix("").parts
            _import(".".join((package, *(part for part in parts if part != "__init__"))))
    return folder


def _import(module: str) -> Path | None:
    """Import a module, and return the folder that it is the package of, if any."""
    try:
        importlib.import_module(module)
    except Exception as error:  # modules run code when they are imported, and may fail in any way
        raise BuildError(f"{module} cannot be imported: {error}") from error
    return libraries.find_folder(module)


def list_entries(package: str) -> list[Specialization]:
    """Return the entries whose machine code belongs into the library of a package."""
    return [
        specialization
        for entry in marks.entries.values()
        for specialization in load.list_specializations(entry)
        if specialization.package == package
    ]


def build(package: str, out: Path, objects: Path, *, checkout: bool) -> list[str]:
    """Write the library of a package and its manifest.

    Args:
        package: the name of the package, which can be imported.
        out: the folder to write into: that named ``native`` in the package, of a checkout.
        objects: the folder of object files, which those of unchanged entries are taken from.
        checkout: whether entries are to be compared with their sources when they are used.

    Returns:
        A line for each entry that cannot be compiled. The library lacks it.

    Raises:
        BuildError: no library can be built.
    """
    try:
        objects.mkdir(parents=True, exist_ok=True)
        with _lock(objects):
            return _build(package, out, objects, checkout)
    except OSError as error:
        raise BuildError(f"the library of {package} cannot be built: {error}") from error


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Wait until no other process builds in a folder, and keep others waiting."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


def _build(package: str, out: Path, objects: Path, checkout: bool) -> list[str]:
    target = targets.choose_target()
    if target is None or not targets.has_builder():
        raise BuildError(targets.describe_missing() if target is None else "Numba is not installed")
    folder = import_kernels(package)
    entries = list_entries(package)
    backend = _digest_backend()
    files = {
        entry: {
            cpu: objects
            / f"{load.name_copy(entry.symbol, cpu)}-{_mix(entry.digest, backend, cpu)}.o"
            for cpu in target.cpus
        }
        for entry in entries
    }
    missing = {entry: copies for entry, copies in files.items() if not _are_there(copies)}
    failures = _compile_all(package, target, missing)
    there = [entry for entry in entries if _are_there(files[entry])]
    if not there:
        raise BuildError("\n".join([f"{package} has no kernels that can be compiled", *failures]))
    linked = [path for entry in there for path in files[entry].values()]
    library = _link(target, linked, objects)
    _write(library, there, out, target, libraries.read_stamps(folder) if checkout else None)
    _delete_others(objects, {library.name, *(path.name for path in linked)})
    return failures


def _are_there(copies: Mapping[str, Path]) -> bool:
    return all(path.is_file() for path in copies.values())


def _mix(*digests_: str) -> str:
    return hashlib.sha256("\n".join(digests_).encode()).hexdigest()[:24]


def _digest_backend() -> str:
    """Return the digest of what makes an object file of an entry, besides its sources."""
    makers = sorted(Path(__file__).with_name("compile").glob("*.py"))
    versions = [f"{name} {metadata.version(name)}" for name in ("numba", "llvmlite")]
    return _mix(*versions, *(path.read_text(encoding="utf-8") for path in makers))


def _compile_all(
    package: str, target: targets.Target, missing: Mapping[Specialization, Mapping[str, Path]]
) -> list[str]:
    """Compile entries in as many processes as there are cores.

    Returns:
        A line for each entry that cannot be compiled.

    Raises:
        BuildError: a process ended before its work.
    """
    environment = os.environ | {
        "NUMBA_CPU_NAME": target.cpus[0],
        "NUMBA_CPU_FEATURES": "",
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    workers = []
    failures = []
    try:
        for share in _share([*missing], os.cpu_count() or 1):
            worker = subprocess.Popen(
                [sys.executable, "-P", "-m", "engine.jit.compile", package],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                process_group=0,  # an interrupt reaches the build alone, which ends them
            )
            workers.append(worker)
            assert worker.stdin is not None
            wanted = {entry.symbol: missing[entry] for entry in share}
            worker.stdin.write(json.dumps(wanted, default=str))
            worker.stdin.close()
        for worker in workers:
            assert worker.stdout is not None
            failures += worker.stdout.read().splitlines()
            if worker.wait() != 0:
                raise BuildError(f"the compiler of {package} ended with status {worker.returncode}")
    finally:
        for worker in workers:  # the others, when one fails or the build is interrupted
            worker.kill()
            worker.wait()
    return failures


def _share(missing: Sequence[Specialization], number: int) -> Iterator[list[Specialization]]:
    """Yield the entries in shares of about equal work; those of one module stay together.

    A process takes less time for entries that have much in common.
    """
    waiting = sorted(missing, key=lambda entry: (entry.chosen or entry.function).__module__)
    lengths = {entry: digests.measure(*entry) for entry in waiting}
    total, done, share = sum(lengths.values()), 0, []
    for entry in waiting:
        share.append(entry)
        done += lengths[entry]
        if done * number >= total:
            yield share
            share, total, done, number = [], total - done, 0, number - 1
    if share:
        yield share


def _link(target: targets.Target, files: Sequence[Path], objects: Path) -> Path:
    """Link object files to a shared library, and return its path.

    Raises:
        BuildError: the linker fails.
    """
    library = objects / f"kernels{target.suffix}"
    command = targets.choose_linker(target, targets.is_release())
    command += ["-o", str(library), *map(str, files), "-lm"]
    # Zig keeps the system's libraries that it makes; they go with the object files.
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


def _write(
    library: Path,
    entries: Sequence[Specialization],
    out: Path,
    target: targets.Target,
    sources: dict[str, list[int]] | None,
) -> None:
    """Write a library and then its manifest, each whole or not at all; delete former libraries."""
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
    """Write a file whole or not at all."""
    part = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        part.write_bytes(content)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _delete_others(folder: Path, kept: set[str]) -> None:
    """Delete the files of former builds, and of those that were stopped."""
    for path in folder.iterdir():
        if path.is_file() and path.name not in kept:
            path.unlink(missing_ok=True)


def main(arguments: Sequence[str]) -> int:
    """Build the library of a package into the package, and return the exit status."""
    package = arguments[0] if arguments else "engine"
    try:
        folder = import_kernels(package)
        root = folder.parent.parent if folder.parent.name == "src" else folder.parent
        out, objects = folder / libraries.FOLDER, root / "build" / "kernels"
        failures = build(package, out, objects, checkout=True)
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
