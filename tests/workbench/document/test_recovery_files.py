from __future__ import annotations

import os
import string
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy_game import TOY, slope

from engine.errors import LevelError
from engine.files import levelfile, untrusted_toml
from engine.files.storage import FileChanged
from engine.playlists import packfile
from engine.playlists.pack import Pack, PlaylistEntry
from engine.values.level import Level, Provenance
from workbench.document import recovery_files
from workbench.document.app_sessions import AppSession
from workbench.document.document import Document
from workbench.document.recovery_files import RecoveryFiles
from workbench.document.recovery_snapshot import snapshot_document
from workbench.document.undo_versions import StorageLocation
from workbench.features.playlists.pack_document import PackDocument
from workbench.paths.state_folder import StateFolder
from workbench.text.quantity_text import format_age

DEAD = "4711-0123abcd"


def edited(document: Document) -> Document:
    tool = TOY.boards.tools[0]
    document.add_version(
        "wall",
        document.level.with_edited_board(TOY.boards.paint_cell(document.level.board, tool, 1, 3)),
    )
    return document


def orphaned(state: StateFolder, document: Document, number: int = 1) -> Path:
    """Leaves a document behind as a session that has died."""
    return kept_by(DEAD, state, document, number)


def kept_by(session: str, state: StateFolder, document: Document, number: int = 1) -> Path:
    """Keeps the unsaved work of a document in the name of a session."""
    copy = RecoveryFiles(state.recovery, session, count(number)).write(snapshot_document(document))
    assert copy is not None
    return copy


def the_orphan(state: StateFolder) -> recovery_files.UnsavedWork:
    [unsaved] = recovery_files.find_unsaved_work(state, AppSession(state.sessions))
    return unsaved


def test_a_recovery_file_is_a_level_file(state: StateFolder, file: Path) -> None:
    document = edited(Document.open(file))
    copy = orphaned(state, document)
    assert copy.name == f"slope.{DEAD}-1.toml"
    assert levelfile.read_level(copy).board == document.level.board
    assert copy.read_text().startswith("# Unsaved work")


def test_recovered_work_is_unsaved_and_undo_leads_back_to_the_file(
    state: StateFolder, file: Path
) -> None:
    document = edited(Document.open(file))
    orphaned(state, document)
    unsaved = the_orphan(state)
    assert (unsaved.file_change, unsaved.path, unsaved.name) == ("same", file, "Slope")
    found = unsaved.document()
    assert (found.level, found.path, found.is_dirty) == (document.level, file, True)
    found.undo()
    assert (found.level, found.is_dirty) == (slope(), False)
    found.redo()
    found.save()
    assert levelfile.read_level(file) == document.level


def test_a_file_changed_meanwhile_is_not_overwritten(state: StateFolder, file: Path) -> None:
    orphaned(state, edited(Document.open(file)))
    levelfile.write_level(slope("Theirs"), file)
    unsaved = the_orphan(state)
    assert unsaved.file_change == "changed"
    document = unsaved.document()
    assert document.is_dirty
    with pytest.raises(FileChanged):
        document.save()


def test_a_file_gone_meanwhile_is_written_again(state: StateFolder, file: Path) -> None:
    orphaned(state, edited(Document.open(file)))
    file.unlink()
    unsaved = the_orphan(state)
    assert unsaved.file_change == "gone"
    unsaved.document().save()
    assert file.exists()


def test_work_without_a_file_has_to_be_given_one(state: StateFolder, file: Path) -> None:
    shipped = edited(Document.open(file, read_only=True))
    orphaned(state, shipped)
    unsaved = the_orphan(state)
    assert unsaved.file_change == "never"
    document = unsaved.document()
    assert (document.path, document.location.source, document.is_dirty) == (None, file, True)


def test_work_that_was_saved_after_all_is_not_offered(state: StateFolder, file: Path) -> None:
    document = edited(Document.open(file))
    copy = orphaned(state, document)
    document.save()
    assert recovery_files.find_unsaved_work(state, AppSession(state.sessions)) == []
    assert not copy.exists()


def test_work_of_live_sessions_is_not_offered(state: StateFolder, file: Path) -> None:
    live, here = AppSession(state.sessions), AppSession(state.sessions)
    live.register()
    kept_by(live.name, state, edited(Document.open(file)))
    assert recovery_files.find_unsaved_work(state, here) == []
    live.unregister()
    assert len(recovery_files.find_unsaved_work(state, here)) == 1


def test_bad_and_foreign_files_do_no_harm(state: StateFolder, file: Path) -> None:
    assert recovery_files.find_unsaved_work(state, AppSession(state.sessions)) == []
    orphaned(state, edited(Document.open(file)))
    (state.recovery / "notes.toml").write_text("mine")
    (state.recovery / "a folder").mkdir()
    (state.recovery / f"broken.{DEAD}-2.toml").write_bytes(b"\xff\x00")
    (state.recovery / f"folder.{DEAD}-3.toml").mkdir()
    plain = state.recovery / f"plain.{DEAD}-4.toml"
    levelfile.write_level(
        replace(slope("Plain"), extra={recovery_files.KEY: {"saved": 1, "digest": []}}), plain
    )
    found = {
        unsaved.stem: unsaved
        for unsaved in recovery_files.find_unsaved_work(state, AppSession(state.sessions))
    }
    assert set(found) == {"slope", "broken", "folder", "plain"}
    assert found["broken"].level is None
    assert "broken" in found["broken"].error
    with pytest.raises(LevelError):
        found["broken"].document()
    assert found["plain"].document().level == slope("Plain")


def test_only_one_session_gets_the_work(state: StateFolder, file: Path) -> None:
    copy = orphaned(state, edited(Document.open(file)))
    unsaved = the_orphan(state)
    first, second = (RecoveryFiles(state.recovery, f"{n}-0123abcd", count(1)) for n in (1, 2))
    first.claim_file(unsaved, StorageLocation())
    assert not copy.exists()
    assert [file.name for file in state.recovery.iterdir()] == ["slope.1-0123abcd-1.toml"]
    with pytest.raises(LevelError, match="no such file"):
        second.claim_file(unsaved, StorageLocation())
    first.clear()
    assert list(state.recovery.iterdir()) == []


texts = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r"), max_size=30)
levels = st.builds(
    Level,
    st.just("toy"),
    st.just(slope().board),
    texts,
    st.none() | texts,
    st.none() | texts,
    st.lists(texts, max_size=3).map(tuple),
    st.none() | st.builds(Provenance, texts, st.integers(0, 2**63 - 1), st.integers(0, 9)),
    extra=st.dictionaries(
        st.text(string.ascii_lowercase, min_size=12), st.integers(0, 9), max_size=2
    ),
)


@given(levels)
def test_whatever_was_kept_comes_back(
    tmp_path_factory: pytest.TempPathFactory, level: Level
) -> None:
    state = StateFolder(tmp_path_factory.mktemp("state"))
    document = Document.from_unsaved_work(level, None, None, None)
    copy = orphaned(state, document)
    assert copy.parent == state.recovery
    assert the_orphan(state).document().level == level


def test_work_on_a_file_of_any_name_is_kept(state: StateFolder, file: Path) -> None:
    odd = file.with_name(os.fsdecode(b"odd \xff\n.toml"))
    file.rename(odd)
    orphaned(state, edited(Document.open(odd)))
    unsaved = the_orphan(state)
    assert (unsaved.path, unsaved.file_change) == (odd, "same")


def test_work_is_kept_when_the_working_folder_is_gone(
    state: StateFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    levelfile.write_level(slope(), Path("slope.toml"))
    document = edited(Document.open(Path("slope.toml")))
    Path("slope.toml").unlink()
    (tmp_path / "gone").rmdir()
    orphaned(state, document)
    assert the_orphan(state).level == document.level


def test_work_on_a_level_of_the_greatest_length_is_read_again(
    state: StateFolder, file: Path
) -> None:
    room = untrusted_toml.MAX_BYTES - len(levelfile.dumps(slope())) - 100
    levelfile.write_level(replace(slope(), notes="n" * room), file)
    document = edited(Document.open(file))
    orphaned(state, document)
    assert the_orphan(state).level == document.level


def test_no_work_is_kept_through_a_link(state: StateFolder, file: Path, tmp_path: Path) -> None:
    (target := tmp_path / "target").write_text("precious")
    state.recovery.mkdir(parents=True, exist_ok=True)
    copy = state.recovery / f"slope.{DEAD}-1.toml"
    copy.symlink_to(target)
    assert "not a regular file" in the_orphan(state).error
    assert orphaned(state, edited(Document.open(file))) == copy
    assert (target.read_text(), copy.is_symlink()) == ("precious", False)


def test_what_is_no_file_is_not_waited_for(state: StateFolder, file: Path) -> None:
    orphaned(state, edited(Document.open(file)))
    os.mkfifo(state.recovery / f"pipe.{DEAD}-2.toml")
    file.unlink()
    os.mkfifo(file)
    readable, pipe = recovery_files.find_unsaved_work(state, AppSession(state.sessions))
    assert (readable.file_change, pipe.level) == ("gone", None)
    assert "not a regular file" in pipe.error


@pytest.mark.parametrize("saved", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_time_beyond_the_calendar_is_no_time(state: StateFolder, saved: str) -> None:
    state.recovery.mkdir(parents=True)
    text = f"{levelfile.dumps(slope())}[{recovery_files.KEY}]\nsaved = {saved}\n"
    (state.recovery / f"slope.{DEAD}-1.toml").write_text(text)
    assert format_age(the_orphan(state).saved) in ("", "just now")


def test_unsaved_changes_of_a_pack_are_kept_as_a_pack(state: StateFolder, tmp_path: Path) -> None:
    desk = changed_pack(state, tmp_path)
    copy = kept_pack(state, desk)
    assert copy.name == f"set.{DEAD}-1.pack.toml"
    assert copy.read_text().startswith("# Unsaved work")
    by_itself = PackDocument(copy, state)
    assert all(each.is_playable for each in by_itself.levels)
    unsaved = the_orphan(state)
    assert (unsaved.name, unsaved.kind, unsaved.file_change) == ("Set", "pack of 2 levels", "same")
    assert unsaved.level is not None and unsaved.level.title == "B"
    found = PackDocument.from_recovery(unsaved, state)
    assert (found.pack, found.path, found.has_unsaved_changes) == (desk.pack, desk.path, True)
    found.undo()
    assert not found.has_unsaved_changes
    found.redo()
    found.save()
    assert packfile.read_pack(desk.path) == desk.pack
    assert recovery_files.find_unsaved_work(state, AppSession(state.sessions)) == []
    assert not copy.exists()


def test_a_pack_changed_meanwhile_is_not_overwritten(state: StateFolder, tmp_path: Path) -> None:
    desk = changed_pack(state, tmp_path)
    kept_pack(state, desk)
    packfile.write_pack(Pack(title="Theirs"), desk.path)
    found = PackDocument.from_recovery(the_orphan(state), state)
    assert found.has_unsaved_changes and not found.can_undo
    with pytest.raises(FileChanged):
        found.save()
    desk.path.unlink()
    PackDocument.from_recovery(the_orphan(state), state).save()
    assert packfile.read_pack(desk.path) == desk.pack


def test_a_pack_that_never_had_a_file_takes_no_other_file(
    state: StateFolder, tmp_path: Path
) -> None:
    path = changed_pack(state, tmp_path).path
    desk = PackDocument(tmp_path / "new.pack.toml", state, packfile.read_pack(path))
    kept_pack(state, desk)
    unsaved = the_orphan(state)
    found = PackDocument.from_recovery(unsaved, state)
    assert (found.pack, found.is_new, unsaved.file_change) == (desk.pack, True, "never")
    found.path.write_text("theirs")
    with pytest.raises(FileExistsError):
        found.save()


def test_a_broken_file_of_a_pack_says_why(state: StateFolder, tmp_path: Path) -> None:
    copy = kept_pack(state, changed_pack(state, tmp_path))
    copy.write_bytes(copy.read_bytes()[:300])
    unsaved = the_orphan(state)
    assert unsaved.error and unsaved.pack is None
    with pytest.raises(LevelError):
        PackDocument.from_recovery(unsaved, state)
    copy.write_text("format = 1\n")
    assert "workbench_recovery.path: expected the path of the pack" in the_orphan(state).error


def changed_pack(state: StateFolder, folder: Path) -> PackDocument:
    """A pack of two levels that stand in another order than in its file."""
    for title in "AB":
        board = TOY.boards.paint_cell(slope().board, TOY.boards.tools[0], 3, "AB".index(title) + 1)
        levelfile.write_level(replace(slope(title), board=board), folder / f"{title}.toml")
    path = folder / "set.pack.toml"
    entries = (
        PlaylistEntry.from_level(levelfile.read_level(folder / f"{n}.toml"), f"{n}.toml")
        for n in "AB"
    )
    packfile.write_pack(Pack(tuple(entries), "Set"), path)
    desk = PackDocument(path, state)
    desk.move_level(1, 0)
    return desk


def kept_pack(state: StateFolder, desk: PackDocument) -> Path:
    """Keeps the unsaved changes of a pack in the name of a session that has died."""
    assert desk.recovery_snapshot is not None
    copy = RecoveryFiles(state.recovery, DEAD, count(1)).write({desk: desk.recovery_snapshot})
    assert copy is not None
    return copy
