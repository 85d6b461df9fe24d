"""The library of a package: what is trusted, what is refused, what is stale."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import engine
from engine import workshop
from engine.files import levelfile
from engine.game import kernels
from engine.jit import decorators, libraries
from engine.search import breadth_first

pytestmark = pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code")

OWN = Path(engine.__file__).parent
SOLVE = """
import json, sys, warnings
sys.modules["numba"] = None  # as where it is not installed
from engine import workshop
from engine.files.levelfile import loads
from engine.game import kernels
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    moves = workshop.solve(loads(sys.argv[1])).facts["moves"]
print(json.dumps([moves, [str(each.message) for each in said], kernels.count_compiled("skiddy")]))
"""
LEVEL = """format = 1
game = "skiddy"
[board]
tiles = '''
#####
#...B
#####
'''
pieces = '''
.....
.b...
.....
'''
"""


class Copy:
    """A copy of the engine in a folder, with its library."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        self.engine = folder / "engine"
        shutil.copytree(OWN, self.engine, ignore=shutil.ignore_patterns("__pycache__"))
        self.native = self.engine / libraries.FOLDER
        self.manifest = self.native / libraries.MANIFEST
        self.library = self.native / json.loads(self.manifest.read_text())["library"]

    def solve(self, *, script: str = SOLVE) -> tuple[int, list[str], list[int]]:
        """Return the moves of a small level, the warnings, and how many kernels are compiled."""
        done = subprocess.run(
            [sys.executable, "-P", "-c", script, LEVEL],
            env=os.environ | {"PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
        moves, said, counts = json.loads(done.stdout)
        return moves, said, counts


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return Copy(tmp_path / "copy")


def trust(copy: Copy) -> None:
    """Let the copy be as an installed package: without stamps of its sources."""
    copy.manifest.write_text(json.dumps(json.loads(copy.manifest.read_text()) | {"sources": None}))


def test_every_entry_of_the_games_is_in_the_library() -> None:
    assert kernels.list_problems() == []
    ready, number = kernels.count_compiled()
    assert ready == number > 60


SMALL_BATCH = """
import json, sys
from engine import workshop
from engine.files.levelfile import dumps
from engine.game import kernels, registry
from engine.jit import machine_code
if sys.argv[1] == "older":
    machine_code.can_run_newer = lambda: False
made = [
    dumps(workshop.generate(registry.get_game(name), seed=seed)[0])
    for name in registry.list_names()
    for seed in (2,)
]
print(json.dumps([made, kernels.count_compiled()]))
"""


def test_copies_for_older_and_newer_processors_make_the_same_levels() -> None:
    found = [
        subprocess.run(
            [sys.executable, "-P", "-c", SMALL_BATCH, kind], capture_output=True, check=True
        ).stdout
        for kind in ("older", "newer")
    ]
    assert found[0] == found[1]
    made, (ready, number) = json.loads(found[0])
    assert len(set(made)) == 4 and ready == number


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:5000])


def flip_a_byte(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def replace_by_text(path: Path) -> None:
    path.write_bytes(b"x" * path.stat().st_size)


@pytest.mark.parametrize(
    ("what", "damage"),
    [
        *(("library", damage) for damage in (Path.unlink, truncate, flip_a_byte, replace_by_text)),
        ("manifest", Path.unlink),
    ],
)
def test_a_library_that_is_not_whole_is_not_loaded(
    what: str, damage: Callable[[Path], None], copy: Copy
) -> None:
    trust(copy)
    damage(getattr(copy, what))
    moves, said, (ready, number) = copy.solve()
    assert (moves, ready) == (1, 0)
    assert number > 20
    assert len(said) == 1 and "plain Python" in said[0]


FUZZ = """
import json, random, sys
from pathlib import Path
import engine
from engine.game import kernels
from engine.jit import libraries, machine_code

path = Path(engine.__file__).parent / libraries.FOLDER / libraries.MANIFEST
right = json.loads(path.read_text())
entries = kernels.list_specializations()
values = [None, True, -1, 2**70, 1e400, "", "..", "manifest.json", "a\\0b", "x" * 10**6, [], [[]],
          {}, {"a": {}}, [right], list(right["entries"]), dict.fromkeys(right["entries"], 3)]
damaged = [json.dumps(right | {key: value}) for key in right for value in values]
damaged += [json.dumps({name: right[name] for name in right if name != key}) for key in right]
damaged += [json.dumps(right | {"library": path.name, "size": len(path.read_bytes())})]
text, draw = json.dumps(right), random.Random(1)
damaged += [text[:draw.randrange(len(text))] for _ in range(20)]
for _ in range(200):
    place = draw.randrange(len(text))
    damaged.append(text[:place] + chr(draw.randrange(0x800)) + text[place + 1:])
foreign = ["[]", "{}", "null", '{"format": 2}', '{"format": 1, "library": 3}', "[" * 100_000]
problems = set()
for manifest in damaged + foreign:
    path.write_text(manifest, encoding="utf-8")
    libraries.open_library.cache_clear()
    found = {kernels.find_problem(entry) for entry in entries[:3] + entries[-3:]} - {None}
    for entry in entries[:3]:
        try:
            machine_code.find_form(entry)
        except libraries.LibraryError as error:
            found.add(str(error))
    assert found or manifest not in foreign, manifest
    problems |= found
assert all(len(text) < 600 and text.isprintable() for text in problems), problems
print(len(damaged), len(problems))
"""


def test_a_manifest_that_is_damaged_in_any_way_is_one_line(copy: Copy) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", FUZZ],
        env=os.environ | {"PYTHONPATH": str(copy.root), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    damaged, problems = map(int, done.stdout.split())
    assert damaged > 300 and problems > 10


def test_an_entry_that_the_library_lacks_runs_as_plain_python(copy: Copy) -> None:
    # As if the library were that of another build.
    copy.library.write_bytes(copy.library.read_bytes().replace(b"breadth_first_explore", b"x" * 21))
    content = copy.library.read_bytes()
    changed = {"sha256": hashlib.sha256(content).hexdigest(), "sources": None}
    copy.manifest.write_text(json.dumps(json.loads(copy.manifest.read_text()) | changed))
    moves, said, (ready, number) = copy.solve()
    assert moves == 1 and ready < number
    assert len(said) == 1 and "it is not in the library" in said[0]


KERNELS_ALONE = """
from engine.jit import decorators
from engine.search import hashset
assert hashset.get_next_size(4) == 16
assert decorators.entries[hashset.get_next_size.__wrapped__].forms
"""


def test_a_kernel_that_is_imported_alone_finds_its_machine_code() -> None:
    subprocess.run([sys.executable, "-P", "-c", KERNELS_ALONE], check=True)


def test_a_form_that_another_thread_found_meanwhile_is_used() -> None:
    workshop.solve(levelfile.loads(LEVEL))
    entry = decorators.entries[breadth_first.explore_states.__wrapped__]  # type: ignore[attr-defined]
    assert kernels.find_forms(entry, 0), "a thread that saw no form yet is to look at them again"
    assert not kernels.find_forms(entry, len(entry.forms))


def test_a_namespace_takes_no_library_from_the_current_folder(copy: Copy, tmp_path: Path) -> None:
    (tmp_path / "spread").mkdir()
    script = """
import sys
import spread
from engine.jit import libraries
problem = libraries.open_library("spread")
assert isinstance(problem, libraries.LibraryError) and problem.missing, problem
"""
    subprocess.run(
        [sys.executable, "-P", "-c", script],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(OWN.parent)])},
        cwd=copy.engine,  # where the library of the engine lies in a folder of the right name
        check=True,
    )


def test_a_manifest_cannot_name_a_library_elsewhere(copy: Copy, tmp_path: Path) -> None:
    trust(copy)
    foreign = tmp_path / copy.library.name
    copy.library.rename(foreign)
    record = json.loads(copy.manifest.read_text()) | {"library": str(foreign)}
    copy.manifest.write_text(json.dumps(record))
    assert copy.solve()[2][0] == 0


def test_an_edited_kernel_is_stale_in_a_checkout_alone(copy: Copy) -> None:
    source = copy.engine / "games" / "skiddy" / "slides.py"
    text = source.read_text()
    source.write_text(
        text.replace("@kernel\ndef find_outer_bit", "@kernel\ndef find_outer_bit", 1) + "\n# x\n"
    )
    moves, said, (ready, number) = copy.solve()
    assert (moves, said) == (1, []) and ready == number, "a comment changes no kernel"
    name = next(line for line in text.splitlines() if line.startswith("def find_outer_bit"))
    source.write_text(text.replace(name, f"{name}\n    bits = bits + 0", 1))
    moves, said, (ready, number) = copy.solve()
    assert moves == 1 and 0 < ready < number, "the other entries are as they were"
    assert len(said) == 1 and "engine.jit.build" in said[0]
    trust(copy)
    moves, said, (ready, number) = copy.solve()
    assert (moves, said) == (1, []) and ready == number


def test_nothing_is_written_and_a_read_only_folder_will_do(copy: Copy) -> None:
    before = sorted(copy.root.rglob("*"))
    folders = [copy.root, *(path for path in before if path.is_dir())]
    for path in (*before, *folders):
        path.chmod(0o555)
    try:
        assert copy.solve()[1] == []
        assert sorted(copy.root.rglob("*")) == before
    finally:
        for folder in folders:
            folder.chmod(0o755)


MDWE = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN = 65, 1
if libc.prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0):
    raise SystemExit(75)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="prctl is Linux's")
def test_memory_need_not_become_executable(copy: Copy) -> None:
    probe = subprocess.run([sys.executable, "-c", MDWE], check=False, capture_output=True)
    if probe.returncode == 75:
        pytest.skip("this kernel cannot forbid memory to become executable")
    moves, said, (ready, number) = copy.solve(script=MDWE + SOLVE)
    assert (moves, said) == (1, []) and ready == number


def test_two_versions_run_side_by_side(copy: Copy, tmp_path: Path) -> None:
    other = Copy(tmp_path / "other")
    (other.engine / "search" / "hashset.py").touch()
    assert copy.solve() == other.solve()
