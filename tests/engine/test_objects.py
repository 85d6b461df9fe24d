"""Object files: whole or refused."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest

from engine.jit import load, marks, objects, plans
from engine.jit.objects import DamagedError, ObjectFile
from engine.search import hashset

pytestmark = pytest.mark.skipif(marks.disabled(), reason="there is no machine code")


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The file of a small entry."""
    (variant,) = load.variants_of(marks.entries[hashset.grown.__wrapped__])  # type: ignore[attr-defined]
    file = load.found(variant)
    assert file is not None
    path = tmp_path / "grown.kernel"
    file.write(path)
    return path


def sealed(content: bytes) -> bytes:
    """Content below its right checksum."""
    return hashlib.sha256(content).hexdigest().encode() + b"\n" + content


def test_a_file_is_read_as_it_was_written(written: Path) -> None:
    file = ObjectFile.read(written)
    assert file.undefined == ()
    plan = plans.plan_of(hashset.grown)
    for slots in (4096, 1 << 20):
        assert objects.form_of(file, plan)(slots) == hashset.grown(slots)
    assert [path.name for path in written.parent.iterdir()] == [written.name]


@pytest.mark.parametrize("kept", [0, 1, 64, 65, 100, -1])
def test_a_truncated_file_is_refused(written: Path, kept: int) -> None:
    written.write_bytes(written.read_bytes()[:kept])
    with pytest.raises(DamagedError):
        ObjectFile.read(written)


def test_a_damaged_file_is_refused(written: Path) -> None:
    content = bytearray(written.read_bytes())
    content[len(content) // 2] ^= 1
    written.write_bytes(content)
    with pytest.raises(DamagedError, match="as it was written"):
        ObjectFile.read(written)


@pytest.mark.parametrize(
    ("header", "why"),
    [
        (b"", "no object file"),
        (b"[]", "no object file"),
        (b"{}", "no object file"),
        (b"[" * 100_000, "no object file"),
        (json.dumps({"format": 99}).encode(), "another format"),
        (
            json.dumps({"format": 1, "symbol": "f", "undefined": ["system", "memcpy"]}).encode(),
            "unknown symbols system",
        ),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, header: bytes, why: str) -> None:
    path = tmp_path / "foreign.kernel"
    path.write_bytes(sealed(header + b"\ncode"))
    with pytest.raises(DamagedError, match=why):
        ObjectFile.read(path)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "taken.kernel"
    target.mkdir()
    with pytest.raises(OSError):
        ObjectFile("f", (), b"code").write(target)
    assert [path.name for path in tmp_path.iterdir()] == [target.name]
