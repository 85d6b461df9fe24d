"""The name of the folder of compiled kernels: a hash of all that they depend on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.game import kernels
from engine.jit import load as kernel_cache
from engine.jit import marks
from engine.search import breadth_first

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no cache without compilation")


def fingerprint() -> str:
    return kernel_cache.fingerprint.__wrapped__()


def test_the_folder_has_the_same_name_in_every_process() -> None:
    assert fingerprint() == kernel_cache.fingerprint() == kernels.cache_folder().name
    assert re.fullmatch("[0-9a-f]{24}", fingerprint())
    script = "from engine.game import kernels; print(kernels.cache_folder().name)"
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled, "PYTHONHASHSEED": disabled}
        child = [sys.executable, "-c", script]
        out = subprocess.run(child, env=environment, capture_output=True, text=True, check=True)
        assert out.stdout.strip() == fingerprint()


def test_a_changed_source_has_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = tuple(Path(shutil.copy2(source, tmp_path)) for source in marks.sources())
    monkeypatch.setattr(marks, "sources", lambda: copies)
    names = [fingerprint(), fingerprint()]
    text = copies[0].read_text()
    copies[0].write_text(text + "# changed\n")
    names.append(fingerprint())
    # The same length and content at another time is another file to Numba.
    os.utime(copies[1], (1, 1))
    names.append(fingerprint())
    monkeypatch.setattr(marks, "sources", lambda: copies[:-1])
    names.append(fingerprint())
    assert names[0] == names[1]
    assert len(set(names)) == 4


def test_every_module_with_kernels_is_a_source() -> None:
    assert {Path(sys.modules[f.__module__].__file__ or "") for f in marks._marked} <= set(
        marks.sources()
    )
    assert Path(marks.__file__) in marks.sources()


def test_a_constant_from_elsewhere_has_its_part_in_the_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Kernels hold it by value, and the module that it comes from need not define kernels.
    before = fingerprint()
    monkeypatch.setattr(breadth_first, "_POLL", 2047)
    assert fingerprint() != before


@pytest.mark.parametrize("what", ["version", "processor", "python"])
def test_other_versions_and_processors_have_other_folders(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fingerprint()
    if what == "version":
        monkeypatch.setattr(kernel_cache, "version", lambda package: "99.0")
    elif what == "processor":
        monkeypatch.setattr(kernel_cache, "_processor", lambda: "another")
    else:
        monkeypatch.setattr(sys, "version", "3.99")
    assert fingerprint() != before


def test_the_root_is_the_users_cache_unless_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel_cache.CACHE_VARIABLE, "/somewhere/else")
    assert kernel_cache.cache_root() == Path("/somewhere/else")
    monkeypatch.setenv(kernel_cache.CACHE_VARIABLE, "")
    assert kernel_cache.cache_root().parts[-2:] == ("puzzle-workbench", "kernels")
