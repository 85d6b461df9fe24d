"""Building the library of a package, and compiling in a process that needs it."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from engine.jit import build, decorators, libraries, targets

pytestmark = pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code")

_target = targets.choose_target()
COPIES = len(_target.cpus) if _target else 0
"""Object files of an entry: one for each kind of processor."""

KERNELS = '''
"""Kernels of every kind of argument, and two that cannot be compiled."""

from typing import NamedTuple

import numpy as np

from engine.jit.bits import to_signed
from engine.jit.decorators import Bytes, IntRows, Longs, Words, entry, kernel, subroutine


class Pair(NamedTuple):
    numbers: Longs
    size: int


FirstPair = Pair


class Pair(NamedTuple):  # noqa: F811 - two forms may have one name
    numbers: Longs
    size: int


@kernel
def total(numbers):
    found = 0
    for index in range(len(numbers)):
        found += numbers[index]
    return found


@subroutine
def fold(rows, found):
    for line in rows:
        for number in line:
            found = 3 * found + number
    return found


@entry
def mixed(small: Bytes, rows: IntRows, word: Words, out: Longs) -> tuple[int, bool, np.uint64]:
    height, width = rows.shape
    rows[1, 0], rows[0][2] = small[1], -7
    row = rows[height - 1]
    out[0], out[1], out[2] = total(row), total(out[1:3]), total(row[:99])
    out[3], out[4], out[5] = len(rows), width, rows.size + out.size
    out[6] = fold(rows, out[6])
    return rows[1, width - 1] * rows[0, 2], rows[1, 0] == 200, word[0] << np.uint64(1)


@entry
def add(pair: Pair, first: FirstPair, more: int, twice: bool) -> int:
    found = total(pair.numbers) + pair.size + to_signed(np.uint64(first.size)) + more
    return 2 * found if twice else found


@entry
def fill(numbers: Longs) -> None:
    numbers[0] = 7


@entry
def raising(number: int) -> int:
    if number < 0:
        raise ValueError
    return number


@entry
def broken(number: int) -> int:
    return number.no_such_attribute
'''
COMPILABLE = KERNELS.replace("@entry\ndef raising", "def raising").replace(
    "@entry\ndef broken", "def broken"
)
"""The same kernels, with entries that can be compiled alone."""
RUN = """
import json, sys, warnings
import numpy as np
import engine.game.kernels
from counting.kernels import FirstPair, Pair, add, broken, fill, mixed, raising
from engine.jit import decorators

def arguments():
    return (np.array([1, 200], np.uint8), np.arange(6, dtype=np.int32).reshape(2, 3),
            np.array([2**63 + 3], np.uint64), np.array([0, 30, 4, 0, 0, 0, 0], np.int64))

plain, compiled = arguments(), arguments()
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    found = mixed(*compiled)
    assert found == mixed.__wrapped__(*plain) == (-35, True, 6), found
    assert type(found[2]) is np.uint64
    assert all((one == other).all() for one, other in zip(plain, compiled))
    numbers = np.arange(4)
    pairs = Pair(numbers, 2), FirstPair(numbers, 3)
    assert add(*pairs, -1, True) == 20 and add(*pairs, -1, False) == 10
    fill(numbers)
    assert numbers[0] == 7
    assert raising(3) == 3
own = {function.__name__: len(own.forms) for function, own in decorators.entries.items()
       if function.__module__ == "counting.kernels"}
print(json.dumps([own, [str(each.message) for each in said], "numba" in sys.modules]))
"""


class Package:
    """A package with kernels in the ``src`` folder of a project, and commands that find it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "src" / "counting"
        self.source = self.folder / "kernels.py"
        self.objects = folder / "build" / "kernels"
        self.native = self.folder / libraries.FOLDER
        if not self.source.exists():
            self.folder.mkdir(parents=True)
            (self.folder / "__init__.py").write_text("")
            self.source.write_text(KERNELS)

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        paths = [str(self.folder.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        return subprocess.Popen(
            [sys.executable, "-P", *arguments],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        process = self.start(*arguments)
        output, messages = process.communicate()
        return subprocess.CompletedProcess(process.args, process.returncode, output, messages)

    def build(self) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "engine.jit.build", "counting")

    def use(self) -> tuple[dict[str, int], list[str], bool]:
        """Return the entries with machine code, the warnings, and whether Numba was imported."""
        done = self.run("-c", RUN)
        assert (done.returncode, done.stderr) == (0, "")
        forms, said, numba = json.loads(done.stdout)
        return forms, said, numba


@pytest.fixture(scope="session")
def first_build(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> tuple[Path, list[str]]:
    """The folder of a package with a library, and the lines of its build; all workers share it."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "ein Päckchen"
    folder.mkdir(exist_ok=True)
    answer = folder / "answer.json"
    with lock(folder):
        if not answer.exists():
            done = Package(folder).build()
            assert done.returncode == 1, "some cannot be compiled"
            answer.write_text(json.dumps(done.stderr.splitlines()))
    return folder, json.loads(answer.read_text())


@contextmanager
def lock(folder: Path) -> Iterator[None]:
    """Keep other processes from a folder."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX)
        yield
    finally:
        os.close(number)


@pytest.fixture
def built(first_build: tuple[Path, list[str]], tmp_path: Path) -> Package:
    """A package of the test's own with a library of its sources."""
    folder = tmp_path / "ein Päckchen"
    shutil.copytree(first_build[0], folder)
    return Package(folder)


def test_a_package_without_a_library_is_compiled_in_the_process(tmp_path: Path) -> None:
    package = Package(tmp_path)
    forms, said, numba = package.use()
    assert numba
    assert forms == {"mixed": 1, "add": 1, "fill": 1, "raising": 0, "broken": 0}
    (message,) = said
    line = KERNELS.splitlines().index("def raising(number: int) -> int:")
    assert f"{package.source}:{line}: raising cannot be compiled" in message
    assert "cannot raise an exception" in message and "\n" not in message


def test_a_library_has_what_can_be_compiled(
    first_build: tuple[Path, list[str]], built: Package
) -> None:
    folder, lines = first_build
    assert len(lines) == 2
    source = Package(folder).source
    assert all(line.startswith(f"{source}:") and len(line) < 400 for line in lines)
    assert any(
        "broken cannot be compiled" in line and "no_such_attribute" in line for line in lines
    )
    forms, said, numba = built.use()
    assert not numba
    assert forms == {"mixed": 1, "add": 1, "fill": 1, "raising": 0, "broken": 0}
    assert len(said) == 1 and "it is not in the library" in said[0]


def test_two_builds_at_once_wait_for_each_other_and_build_only_what_changed(
    built: Package,
) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in built.objects.glob("*.o")}
    assert len(before) == 3 * COPIES
    manifest = json.loads((built.native / libraries.MANIFEST).read_text())
    built.source.write_text(COMPILABLE.replace("numbers[0] = 7", "numbers[0] = numbers[1] + 6"))
    assert "it was edited" in built.use()[1][0]
    (built.native / ".kernels-left.so-1").write_bytes(b"a build that was killed")
    builds = [built.start("-m", "engine.jit.build", "counting") for _ in range(2)]
    for process in builds:
        messages = process.communicate()[1]
        assert (process.returncode, messages) == (0, "")
    after = {path.name: path.stat().st_mtime_ns for path in built.objects.glob("*.o")}
    assert len(after) == 3 * COPIES
    assert len(set(after.items()) & set(before.items())) == 2 * COPIES
    changed = json.loads((built.native / libraries.MANIFEST).read_text())["library"]
    assert changed != manifest["library"]
    assert {path.name for path in built.native.iterdir()} == {libraries.MANIFEST, changed}
    forms, _, numba = built.use()
    assert (forms["add"], forms["fill"], numba) == (1, 1, False)


def is_locked(folder: Path) -> bool:
    """Return whether a build works in a folder."""
    number = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(number)
    return False


def test_a_build_that_is_stopped_leaves_the_library(built: Package) -> None:
    manifest = (built.native / libraries.MANIFEST).read_bytes()
    built.source.write_text(KERNELS.replace("found = 0\n", "found = 5 - 5\n"))
    for number in (signal.SIGINT, signal.SIGKILL):
        process = built.start("-m", "engine.jit.build", "counting")
        while not is_locked(built.objects):
            assert process.poll() is None
            time.sleep(0.02)
        time.sleep(0.1)
        os.killpg(process.pid, number)
        messages = process.communicate()[1]
        assert process.returncode == (1 if number == signal.SIGINT else -number)
        assert "build.py" not in messages, "no traceback of the build"
        assert (built.native / libraries.MANIFEST).read_bytes() == manifest
    (problem,) = {line for line in built.use()[1] if "it was edited" in line}
    assert "python -m engine.jit.build counting builds" in problem


UPDATED = """
import sys, warnings
from engine.jit import bits
def signed(word):
    return np.int64(word) + 0
signed.__globals__["np"] = bits.np
bits.to_signed = bits.kernel(signed)
"""


def test_a_library_is_not_trusted_with_kernels_of_another_engine(built: Package) -> None:
    manifest = built.native / libraries.MANIFEST
    manifest.write_text(json.dumps(json.loads(manifest.read_text()) | {"sources": None}))
    assert built.use()[0]["add"] == 1
    done = built.run("-c", UPDATED + RUN)
    assert (done.returncode, done.stderr) == (0, "")
    forms, said, _ = json.loads(done.stdout)
    assert (forms["mixed"], forms["add"]) == (1, 0)
    assert any("it was edited" in line for line in said)


PLAINLY = """
import pathlib, sys
import engine.jit.compiler
from engine.jit import machine_code, targets
from engine.jit.build import import_kernels, list_entries, main
from engine.jit.compiler import codegen, entry_compiler

def fail(*_):
    raise AttributeError("no attribute '_final_module'")

codegen.compile_objects = fail
objects = pathlib.Path(sys.argv[1])
for path in objects.glob("*.o"):
    path.write_bytes(b"made by internals")
import_kernels("counting")
for entry in list_entries("counting"):
    if entry.function.__name__ == "fill":  # as where the module cannot be imported at all
        del engine.jit.compiler.codegen
        sys.modules["engine.jit.compiler.codegen"] = None
    files = entry_compiler.compile_objects(*entry, entry.symbol, targets.choose_target().cpus)
    for cpu, content in files.items():
        # It takes the place of that of the build, which links it.
        (path,) = objects.glob(machine_code.format_symbol(entry.symbol, cpu) + "-*.o")
        path.write_bytes(content)
del sys.modules["engine.jit.compiler.codegen"]
sys.exit(main(["counting"]))
"""


def test_documented_means_of_numba_make_the_same(built: Package) -> None:
    built.source.write_text(COMPILABLE)
    done = built.run("-c", PLAINLY, str(built.objects))
    assert (done.returncode, done.stderr) == (0, "")
    forms, _, numba = built.use()
    assert not numba
    assert forms == {"mixed": 1, "add": 1, "fill": 1}


def test_this_numba_has_the_internals_that_make_compiling_fast() -> None:
    script = """
from engine.jit.compiler import codegen
for owner, name in codegen.INTERNALS:
    assert hasattr(owner, name), f"this Numba has no {owner.__name__}.{name}"
"""
    subprocess.run([sys.executable, "-P", "-c", script], check=True)


@pytest.mark.parametrize("module", ["colorsys", "counting_namespace", "no_such_package"])
def test_what_is_no_package_is_refused(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counting_namespace").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    assert build.main([module]) == 1
    said, message = capsys.readouterr()
    assert said == ""
    if module == "no_such_package":
        assert message.count("\n") == 1 and "no_such_package" in message
    else:
        assert message == f"expected a package with an __init__.py, found {module}\n"


def test_a_folder_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "counting_nothing").mkdir()
    (tmp_path / "counting_nothing" / "__init__.py").touch()
    (tmp_path / "build").write_text("a file in the way")
    monkeypatch.syspath_prepend(tmp_path)
    assert build.main(["counting_nothing"]) == 1
    said, message = capsys.readouterr()
    assert said == ""
    assert message.count("\n") == 1 and str(tmp_path / "build" / "kernels") in message


def test_a_package_without_compiled_kernels_says_why(tmp_path: Path) -> None:
    other = Package(tmp_path)
    text = (
        "from engine.jit import decorators\n\n"
        "@decorators.entry\ndef broken(number: list) -> int: ...\n"
    )
    other.source.write_text(text)
    done = other.build()
    assert (done.returncode, done.stdout) == (1, "")
    assert "counting has no kernels that can be compiled" in done.stderr
    assert f"{other.source}:3: broken cannot be compiled" in done.stderr


SEARCH = """
import sys
import numpy as np
from engine.jit.plain_python import require_compiled
from counting_ice.kernels import CountRules
from engine.search.graph import search_graph
from engine.search.successors import SearchLevel
with require_compiled():
    steps, start = np.array([1, 2], np.int32), np.array([30], np.uint64)
    assert search_graph(SearchLevel(CountRules(2, 1), steps, start, 0)).count == 30
assert "numba" not in sys.modules
"""


SPECIALIZED = """
from engine.jit.build import import_kernels, list_entries
import_kernels("counting_ice")
print(*sorted({entry.function.__name__ for entry in list_entries("counting_ice")}))
"""


@pytest.fixture
def plug_in(tmp_path: Path) -> Package:
    """A package beside that of a plug-in game with rules for the shared searches."""
    source = Path(__file__).parents[2] / "support" / "compiled_game" / "counting_ice"
    package = Package(tmp_path)
    shutil.copytree(source, package.folder.with_name(source.name))
    return package


def test_the_library_of_a_plug_in_has_the_shared_searches_for_its_rules(plug_in: Package) -> None:
    done = plug_in.run("-c", SPECIALIZED)
    assert (done.returncode, done.stderr) == (0, "")
    assert {"total", "explore_states", "enumerate_sequences"} < set(done.stdout.split())


@pytest.mark.slow
def test_rules_of_a_plug_in_specialize_the_shared_searches(plug_in: Package) -> None:
    done = plug_in.run("-m", "engine.jit.build", "counting_ice")
    assert (done.returncode, done.stderr) == (0, "")
    done = plug_in.run("-W", "error", "-c", SEARCH)
    assert (done.returncode, done.stderr) == (0, "")
