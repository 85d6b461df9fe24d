"""The scripts of the test run: which Pythons they find, and which versions they call the lowest."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
STARTS = "#!/bin/sh\nexit 0\n"
BROKEN = "#!/bin/sh\necho 'no such version is installed' >&2\nexit 127\n"


def write_program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def find_pythons(path: Path, home: Path) -> tuple[list[str], str]:
    """Return the interpreters that are found, and what is said about all of them."""
    done = subprocess.run(
        [shutil.which("bash") or "bash", str(ROOT / ".ci" / "find-pythons")],
        env={"PATH": str(path), "HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines(), done.stderr


def test_a_shim_that_does_not_start_is_no_python(tmp_path: Path) -> None:
    shims, home = tmp_path / "shims", tmp_path / "home"
    for name in ("python3", "python3.11", "python3.12", "python3.13"):
        write_program(shims / name, BROKEN)
    managed = write_program(home / ".pyenv/versions/3.12.4/bin/python3", STARTS)
    write_program(home / ".pyenv/versions/3.13.1/bin/python3", BROKEN)
    found, said = find_pythons(shims, home)
    assert found == [str(managed)]
    assert f"Python 3.12: {managed}" in said


def test_a_python_on_the_path_goes_first(tmp_path: Path) -> None:
    shims, home = tmp_path / "shims", tmp_path / "home"
    own = write_program(shims / "python3.13", STARTS)
    write_program(home / ".pyenv/versions/3.13.1/bin/python3", STARTS)
    found, said = find_pythons(shims, home)
    assert found == [str(own)]
    assert "Python 3.12: missing" in said and "Python 3.11: missing" in said


def test_the_lowest_versions_are_the_lower_bounds() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / ".ci" / "lowest.py")],
        capture_output=True,
        text=True,
        check=True,
    )
    pins = dict(line.split("==") for line in done.stdout.splitlines())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {re.split(r"[<>=]", requirement)[0] for requirement in project["dependencies"]}
    assert names <= set(pins)
    assert f"numpy>={pins['numpy']}" in " ".join(project["dependencies"])
