"""What is installed, beside what the standard library says of it."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

import pytest

from engine import package_versions
from engine.game import registry


@pytest.mark.parametrize("package", ["puzzle-workbench", "numba", "llvmlite", "numpy", "tomli-w"])
def test_versions_are_those_of_the_standard_library(package: str) -> None:
    assert package_versions.find_version(package) == importlib.metadata.version(package)


def test_what_is_absent_has_no_version() -> None:
    with pytest.raises(importlib.metadata.PackageNotFoundError):
        package_versions.find_version("no-such-package")


@pytest.mark.parametrize("group", [registry.GROUP, "console_scripts", "pytest11", "none.of.these"])
def test_entry_points_are_those_of_the_standard_library(group: str) -> None:
    entries = importlib.metadata.entry_points(group=group)
    assert package_versions.list_entry_points(group) == {
        # The extras that an entry point needs are no part of the object that it names.
        entry.name: entry.value.partition(" [")[0]
        for entry in entries
    }


def test_the_first_of_two_packages_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place, version in (("one", "1.0"), ("two", "2.0")):
        folder = tmp_path / place / f"Some.Game-{version}.dist-info"
        folder.mkdir(parents=True)
        text = f"[other]\na = b:c\n[group]\n# none\ngame = module{version[0]}:GAME [extra]\n"
        (folder / "entry_points.txt").write_text(text)
        monkeypatch.syspath_prepend(str(tmp_path / place))
    assert package_versions.find_version("some-game") == "2.0"
    assert package_versions.list_entry_points("group") == {"game": "module2:GAME"}
