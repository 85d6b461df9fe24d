"""Every supported Python computes the same from one checkout and its library.

Other Pythons run tests of this tree in fresh environments, so they need the package index.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from engine.jit import decorators

ROOT = Path(__file__).parents[2]
PROJECT = "puzzle-workbench"
BATCHES = "tests/conformance/test_batches.py::test_a_seed_leads_to_the_same_levels_and_facts"
SAME_DIGESTS = "test_any_python_takes_the_digests_that_are_in_the_library"
COMPILED = (f"tests/engine/jit/test_digests.py::{SAME_DIGESTS}", BATCHES)
REBUILD = """
import sys
from pathlib import Path
from engine import workshop
from engine.files import levelfile

for file in sorted(Path("levels").rglob("*.toml")):
    level = levelfile.read_level(file)
    if level.provenance is None:
        continue
    same = levelfile.dumps(workshop.rebuild(level)).encode() == file.read_bytes()
    print(file, "edited" if level.provenance.edited else "same" if same else "different")
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code to compare with"),
]


def find_python(version: str) -> str | None:
    """Return an interpreter of a version, as the test run finds it, or None."""
    finder = [ROOT / ".ci" / "find-pythons"]
    found = subprocess.run(finder, capture_output=True, text=True, check=True).stdout.split()
    script = "import sys; print('%d.%d' % sys.version_info[:2])"
    for path in found:
        if subprocess.check_output([path, "-c", script], text=True).strip() == version:
            return path
    return None


def list_requirements() -> list[str]:
    """Return the packages that the tests need, without the project and its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    return [each for each in named if not each.startswith(PROJECT)]


@pytest.fixture(scope="module", params=["3.11", "3.13"])
def python(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that imports this checkout, without building it again."""
    if request.param == "{}.{}".format(*sys.version_info[:2]):
        pytest.skip(f"the other tests run on Python {request.param}")
    path = find_python(request.param)
    if path is None:
        pytest.skip(f"Python {request.param} is not on this machine")
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([path, "-m", "venv", folder], check=True)
    own = folder / "bin" / "python"
    constraints = ("-c", str(ROOT / "constraints.txt"))
    pip = [own, "-m", "pip", "install", "--quiet", *constraints, *list_requirements()]
    subprocess.run(pip, check=True, capture_output=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "checkout.pth").write_text(f"{ROOT}\n")
    # Games are found by the metadata of the project.
    files = metadata.files(PROJECT) or []
    points = next(file for file in files if file.name == "entry_points.txt")
    there = Path(str(points.locate())).parent
    shutil.copytree(there, site / there.name)
    return own


def run(*command: object, plain: bool = False) -> str:
    """Return what a command prints; it must succeed."""
    done = subprocess.run(
        [*map(str, command)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1" if plain else "0"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_another_python_makes_the_same_batches(python: Path, *, plain: bool) -> None:
    """The digests of small batches of every game; compiled, the digests of kernels too."""
    options = ("-n", "0", "--quiet", "-p", "no:cacheprovider")
    tests = [BATCHES] if plain else COMPILED
    said = run(python, "-m", "pytest", *options, *tests, plain=plain)
    assert f"{4 if plain else 5} passed" in said


def test_another_python_rebuilds_every_shipped_level(python: Path) -> None:
    said = run(python, "-c", REBUILD).split()
    found = dict(zip(said[::2], said[1::2], strict=True))
    assert len(found) > 70
    edited = {file for file, state in found.items() if state != "same"}
    assert {Path(file).parent.name for file in edited} == {"fruit-dating"}
    assert len(edited) == 1 and found[edited.pop()] == "edited"
