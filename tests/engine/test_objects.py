"""Files of machine code: whole or refused, laid out for memory or to be linked."""

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
    (specialization,) = load.specializations_of(marks.entries[hashset.grown.__wrapped__])  # type: ignore[attr-defined]
    file = load.found(specialization)
    assert file is not None
    path = tmp_path / "grown.kernel"
    file.write(path)
    return path


LAYOUT: dict[str, object] = {"entry": 0, "relative": [], "foreign": {}}
"""Of sixteen bytes of code."""


def header(**said: object) -> bytes:
    """What a file says of its code."""
    return json.dumps(
        {"format": objects.FORMAT, "symbol": "f", "undefined": [], "layout": None, **said}
    ).encode()


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
            header(undefined=["system", "memcpy"]),
            "unknown symbols system",
        ),
        (header(layout={**LAYOUT, "foreign": {"system": [0]}}), "unknown symbols system"),
        (header(layout={**LAYOUT, "entry": 16}), "no object file"),
        (header(layout={**LAYOUT, "entry": -1}), "no object file"),
        (header(layout={**LAYOUT, "relative": [9]}), "no object file"),
        (header(layout={**LAYOUT, "relative": [-1]}), "no object file"),
        (header(layout={**LAYOUT, "foreign": {"memset": [9]}}), "no object file"),
        (header(layout={"entry": 0}), "no object file"),
        (header(layout=[0]), "no object file"),
        (header(layout={**LAYOUT, "foreign": []}), "no object file"),
    ],
)
def test_a_foreign_file_is_refused(tmp_path: Path, header: bytes, why: str) -> None:
    path = tmp_path / "foreign.kernel"
    path.write_bytes(sealed(header + b"\n" + bytes(16)))
    with pytest.raises(DamagedError, match=why):
        ObjectFile.read(path)


def test_a_file_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    target = tmp_path / "taken.kernel"
    target.mkdir()
    with pytest.raises(OSError):
        ObjectFile("f", (), b"code").write(target)
    assert [path.name for path in tmp_path.iterdir()] == [target.name]


def test_an_object_file_that_cannot_be_laid_out_is_linked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from engine.jit.compile import making

    monkeypatch.setattr(making, "flattened", lambda code, symbol: None)
    path = tmp_path / "object.code"
    making.object_file(hashset.grown.__wrapped__, None).write(path)  # type: ignore[attr-defined]
    file = ObjectFile.read(path)
    assert file.layout is None and file.code.startswith(b"\x7fELF")
    assert objects.form_of(file, plans.plan_of(hashset.grown))(4096) == 1 << 14


def test_what_asks_for_more_than_addresses_is_not_laid_out() -> None:
    from engine.jit.compile.flattening import flattened

    assert flattened(b"\xcf\xfa\xed\xfe no ELF", "f") is None
    assert flattened(b"", "f") is None


def test_code_that_takes_what_it_must_not_is_not_made(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.jit.compile import making

    layout = objects.Layout(0, (), {"system": (0,)})
    monkeypatch.setattr(making, "flattened", lambda code, symbol: (bytes(16), layout))
    with pytest.raises(DamagedError, match="unknown symbols system"):
        making.object_file(hashset.grown.__wrapped__, None)  # type: ignore[attr-defined]
