"""Wheels as users and packagers get them: built from the sdist, without a compiler, for plug-ins.

They install packages into fresh environments, so they need the package index, and take minutes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import template_game

from engine.jit import decorators, targets

ROOT = Path(__file__).parents[2]
COMPILED_GAME = ROOT / "tests" / "support" / "compiled_game"
LEVEL = 'format = 1\ngame = "counting-ice"\n[board]\ncells = "w..F"\n'

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(decorators.is_disabled(), reason="there is no machine code"),
    pytest.mark.skipif(targets.choose_target() is None, reason="Numba has no wheel here"),
]


def run(*command: object, **environment: str) -> str:
    """Return what a command prints; it must succeed."""
    names = {"PYTHONPATH", "PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"}
    kept = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [*map(str, command)],
        env=kept | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release: an sdist, and the wheel that was built from it by Zig."""
    folder = tmp_path_factory.mktemp("release")
    run(sys.executable, "-m", "build", "--outdir", folder, ROOT, **{targets.RELEASE_VARIABLE: "1"})
    return folder


def find(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


class Environment:
    """A fresh virtual environment."""

    def __init__(self, folder: Path) -> None:
        run(sys.executable, "-m", "venv", folder)
        self.bin = folder / "bin"

    def install(self, *what: object, **environment: str) -> None:
        run(self.bin / "python", "-m", "pip", "install", "--quiet", *what, **environment)


def test_a_release_is_one_wheel_for_every_python_and_old_systems(release: Path) -> None:
    wheel = find(release, "*.whl")
    target = targets.choose_target()
    assert target is not None
    assert wheel.name.endswith(f"-py3-none-{target.release_tag}.whl")
    with zipfile.ZipFile(wheel) as content:
        names = content.namelist()
    assert sum(name.startswith("engine/native/kernels-") for name in names) == 1
    assert {"engine/native/manifest.json", "engine/py.typed", "workbench/py.typed"} <= {*names}
    assert "engine/schemas/level.schema.json" in names
    assert not any(name.endswith((".o", ".pyc")) for name in names)
    said = run(sys.executable, "-m", "auditwheel", "show", wheel)
    assert target.release_tag in said


def test_the_wheel_does_everything_without_numba(release: Path, tmp_path: Path) -> None:
    environment = Environment(tmp_path / "environment")
    environment.install(find(release, "*.whl"))
    installed = run(environment.bin / "python", "-m", "pip", "list")
    assert "numba" not in installed and "llvmlite" not in installed
    assert "first frame" in run(environment.bin / "python", "-P", ROOT / ".ci" / "smoke.py")


def test_a_machine_without_a_linker_builds_the_wheel_too(release: Path, tmp_path: Path) -> None:
    sdist = find(release, "*.tar.gz")
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path)
    run(*pip, sdist, PATH="")
    with zipfile.ZipFile(find(tmp_path, "*.whl")) as content:
        assert any(name.startswith("engine/native/kernels-") for name in content.namelist())


def test_a_plug_in_is_compiled_when_its_sdist_is_installed(release: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(COMPILED_GAME, project)
    shutil.copy(Path(template_game.__file__).with_name("ice_path.py"), project / "counting_ice")
    # Builds of the plug-in find the workbench here, as they would find a release on the index.
    links = {"PIP_FIND_LINKS": str(release)}
    build = (sys.executable, "-m", "build", "--sdist", "--outdir", tmp_path / "dist")
    run(*build, project, **links)
    environment = Environment(tmp_path / "environment")
    environment.install(find(release, "*.whl"))
    environment.install(find(tmp_path / "dist", "*.tar.gz"), **links)
    report = json.loads(run(environment.bin / "workbench", "doctor", "--json"))
    ready, _, number = report["kernels"]["compiled"]["counting-ice"].partition(" of ")
    assert ready == number and int(number) > 1, "its rules specialize the shared searches"
    assert report["kernels"]["problems"] == []
    level = tmp_path / "level.toml"
    level.write_text(LEVEL)
    assert json.loads(run(environment.bin / "workbench", "solve", level, "--json"))["solvable"]
