from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from toy_game import TOY, slope

from engine.errors import LevelError
from engine.files import levelfile, storage
from engine.values.level import Level
from workbench.document import app_sessions, recovery_files
from workbench.document.autosave import Autosave
from workbench.document.document import Document
from workbench.document.recovery_files import RecoveryFiles, UnsavedWork
from workbench.document.recovery_snapshot import snapshot_document
from workbench.document.undo_versions import HistoryEntry, StorageLocation
from workbench.paths.state_folder import StateFolder


class Desk:
    """A keeper with a user interface of lists, whose thread is that of the test."""

    def __init__(self, state: StateFolder) -> None:
        self.said: list[str] = []
        self.renewed = 0
        self.offered: list[UnsavedWork] = []
        self.posted: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self.keeper = Autosave(
            state,
            self.posted.put,
            lambda message, role: self.said.append(message),
            self._renew,
            self.offered.extend,
        )
        self.keeper.intervals = (0.02, 0.02)
        self.state = state

    def _renew(self) -> None:
        self.renewed += 1

    def until(self, condition: Callable[[], bool]) -> None:
        """Runs what the keeper posts until something is so."""
        end = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < end, "it never happened"
            try:
                self.posted.get(timeout=0.005)()
            except queue.Empty:
                continue

    def kept(self) -> list[Path]:
        return [*self.state.recovery.glob("*.toml")]

    def idle(self) -> None:
        """Waits for a round of looks."""
        looked = []
        self.keeper._worker.schedule("test", lambda: looked.append(1), 0.1)
        self.until(lambda: bool(looked))


@pytest.fixture
def desk(state: StateFolder) -> Iterator[Desk]:
    desk = Desk(state)
    desk.keeper.start()
    yield desk
    desk.keeper.close()


def edit(document: Document, col: int = 3) -> None:
    board = TOY.boards.paint_cell(document.level.board, TOY.boards.tools[0], 1, col)
    document.add_version("wall", document.level.with_edited_board(board))


def test_unsaved_work_is_kept_until_it_is_saved(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    desk.until(lambda: len(desk.kept()) == 1)
    [copy] = desk.kept()
    assert levelfile.read_level(copy).board == document.level.board
    edit(document, 4)
    desk.until(lambda: levelfile.read_level(copy).board == document.level.board)
    document.save()
    desk.until(lambda: desk.kept() == [])
    assert desk.said == []


def test_undoing_everything_leaves_nothing_to_keep(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    desk.until(lambda: len(desk.kept()) == 1)
    document.undo()
    desk.until(lambda: desk.kept() == [])


def test_letting_a_document_go_discards_its_copy_but_not_the_next_one(
    desk: Desk, file: Path
) -> None:
    first, second = Document.open(file), Document.from_unsaved_work(slope("New"), None, None, None)
    desk.keeper.watch_document(first)
    edit(first)
    desk.until(lambda: len(desk.kept()) == 1)
    desk.keeper.watch_document(second)
    desk.until(lambda: [path.name[:4] for path in desk.kept()] == ["New."])
    desk.keeper.watch_document(None)
    edit(first)
    desk.until(lambda: desk.kept() == [])


def test_ending_early_keeps_everything_at_once(state: StateFolder, file: Path) -> None:
    desk = Desk(state)
    desk.keeper.start()
    document = Document.open(file)
    desk.keeper.intervals = (60.0, 60.0)
    desk.keeper.watch_document(document)
    edit(document)
    copy = desk.keeper.close()
    assert copy is not None
    assert levelfile.read_level(copy).board == document.level.board

    later = Desk(state)
    later.keeper.start()
    later.until(lambda: bool(later.offered))
    found = later.keeper.recover(later.offered[0])
    assert found.level == document.level
    [mine] = later.kept()
    assert mine != copy
    found.save()
    later.until(lambda: later.kept() == [])
    assert later.keeper.close() is None
    assert not any(state.sessions.iterdir())


def test_a_clean_end_leaves_nothing(state: StateFolder, file: Path) -> None:
    desk = Desk(state)
    desk.keeper.start()
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    desk.until(lambda: len(desk.kept()) == 1)
    desk.keeper.watch_document(None)
    assert desk.keeper.close() is None
    assert desk.kept() == []


def test_work_recovered_elsewhere_meanwhile(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    edit(document)
    kept = RecoveryFiles(desk.state.recovery, "4711-0123abcd", count(1))
    kept.write(snapshot_document(document))
    [unsaved] = desk.keeper.list_unsaved_work()
    unsaved.file.unlink()
    mine = Document.open(file)
    desk.keeper.watch_document(mine)
    with pytest.raises(LevelError, match="no such file"):
        desk.keeper.recover(unsaved)
    edit(mine)
    desk.until(lambda: len(desk.kept()) == 1)


def test_a_disk_that_is_full_is_reported_once_and_again_when_it_fills_again(
    desk: Desk, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    desk.idle()
    write = storage.replace_file

    def full(path: Path, content: bytes, **more: bool) -> int:
        raise LevelError("cannot be written: no space left on device", file=str(path))

    for times in (1, 2):
        monkeypatch.setattr(storage, "replace_file", full)
        edit(document)
        desk.until(lambda times=times: len(desk.said) == times)
        edit(document, 4)
        desk.idle()
        assert len(desk.said) == times
        assert "unsaved work cannot be stored" in desk.said[-1]
        assert document.file_status == "slope.toml · no autosave", "after the message is gone too"
        assert "no space left" in desk.keeper.problem
        monkeypatch.setattr(storage, "replace_file", write)
        edit(document, 5)
        desk.until(lambda: len(desk.kept()) == 1 and not desk.keeper.problem)
        document.undo()
        document.undo()
        document.undo()
        desk.until(lambda: desk.kept() == [])


def test_a_state_folder_that_cannot_be_made_is_reported_and_work_goes_on(
    state: StateFolder, file: Path
) -> None:
    state.root.write_text("in the way")
    desk = Desk(state)
    desk.keeper.start()
    desk.until(lambda: len(desk.said) == 1)
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    desk.idle()
    assert len(desk.said) == 1
    state.root.unlink()
    edit(document, 4)
    desk.until(lambda: len(desk.kept()) == 1)
    desk.keeper.watch_document(None)
    desk.keeper.close()


def test_another_program_changes_the_file(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    desk.idle()
    assert (desk.said, desk.renewed) == ([], 0)
    levelfile.write_level(slope("Theirs"), file)
    desk.until(lambda: len(desk.said) == 1)
    assert document.file_status == "slope.toml · changed on disk"
    assert "changed on disk by another program; o r on the design screen reloads it" in desk.said[0]
    desk.idle()
    assert (len(desk.said), desk.renewed) == (1, 1), "no news, no output"
    document.reload()
    desk.idle()
    assert (len(desk.said), desk.renewed, document.location.on_disk) == (1, 1, "same")
    file.unlink()
    desk.until(lambda: len(desk.said) == 2)
    assert document.file_status == "slope.toml · missing on disk"
    document.save()
    desk.idle()
    assert (len(desk.said), document.location.on_disk) == (2, "same"), "our own saves are no news"


def test_our_own_saves_are_no_news(desk: Desk, file: Path) -> None:
    desk.keeper.intervals = (0.001, 0.001)
    document = Document.open(file)
    desk.keeper.watch_document(document)
    for _ in range(20):
        edit(document)
        document.save()
        document.undo()
        document.save()
        desk.until(desk.posted.empty)
    desk.idle()
    assert desk.said == []


def test_two_sessions_hear_of_each_other(desk: Desk, state: StateFolder, file: Path) -> None:
    other = Desk(state)
    other.keeper.start()
    mine, theirs = Document.open(file), Document.open(file)
    desk.keeper.watch_document(mine)
    desk.idle()
    other.keeper.watch_document(theirs)
    for one, document in ((desk, mine), (other, theirs)):
        one.until(lambda document=document: bool(document.location.other_sessions))
        assert len(one.said) == 1
        assert "also open in process" in one.said[0]
        assert document.file_status == "slope.toml · also open elsewhere"
    other.keeper.watch_document(None)
    other.keeper.close()
    desk.until(lambda: not mine.location.other_sessions)
    assert len(desk.said) == 1


def test_a_document_opened_at_the_start_is_announced(state: StateFolder, file: Path) -> None:
    desk = Desk(state)
    desk.keeper.watch_document(Document.open(file))
    desk.keeper.start()
    observer = app_sessions.AppSession(state.sessions)
    desk.until(lambda: len(app_sessions.find_other_sessions(observer, file)) == 1)
    desk.keeper.close()


def test_saving_elsewhere_moves_the_watch(desk: Desk, state: StateFolder, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    desk.idle()
    other = file.with_name("other.toml")
    document.save(other)
    levelfile.write_level(slope("Theirs"), file)
    desk.idle()
    assert desk.said == []
    levelfile.write_level(slope("Theirs"), other)
    desk.until(lambda: len(desk.said) == 1)
    observer = app_sessions.AppSession(state.sessions)
    assert app_sessions.find_other_sessions(observer, file) == []
    assert len(app_sessions.find_other_sessions(observer, other)) == 1


def test_nothing_runs_without_a_document(desk: Desk) -> None:
    desk.idle()
    assert desk.keeper._worker._waiting == {}
    assert (
        recovery_files.find_unsaved_work(desk.state, app_sessions.AppSession(desk.state.sessions))
        == []
    )


def better(level: Level, col: int) -> Level:
    return level.with_edited_board(TOY.boards.paint_cell(level.board, TOY.boards.tools[0], 1, col))


def best_of(document: Document, level: Level) -> HistoryEntry:
    return HistoryEntry("the best", level, document.location)


def test_what_stood_before_another_level_is_kept_beside_it(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    mine = document.level
    document.add_version("generate", better(slope("Other"), 4), location=StorageLocation())
    other = document.level
    desk.until(lambda: len(desk.kept()) == 2)
    assert {levelfile.read_level(kept).title for kept in desk.kept()} == {mine.title, "Other"}
    document.save(file.with_name("other.toml"))
    desk.until(lambda: len(desk.kept()) == 1)
    document.undo()
    assert (document.level, document.path, document.is_dirty) == (mine, file, True)
    document.save()
    desk.until(lambda: desk.kept() == [])
    document.redo()
    assert (document.level, document.is_dirty) == (other, False)


def test_both_levels_of_a_document_are_recovered(state: StateFolder, file: Path) -> None:
    desk = Desk(state)
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    mine = document.level
    document.add_version("generate", better(slope("Other"), 4), location=StorageLocation())
    assert desk.keeper.close() in desk.kept()

    later = Desk(state)
    found = {unsaved.name: unsaved for unsaved in later.keeper.list_unsaved_work()}
    assert {name: unsaved.path for name, unsaved in found.items()} == {
        mine.title: file,
        "Other": None,
    }
    again = later.keeper.recover(found[mine.title])
    assert (again.level, again.path) == (mine, file)
    assert [unsaved.name for unsaved in later.keeper.list_unsaved_work()] == ["Other"]
    later.keeper.close()


def test_the_best_of_a_run_is_kept_beside_the_document(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    edit(document)
    desk.until(lambda: len(desk.kept()) == 1)
    [own] = desk.kept()
    text = own.read_bytes()
    desk.keeper.save_best(document, best_of(document, better(document.level, 4)))
    desk.until(lambda: len(desk.kept()) == 2)
    [best] = set(desk.kept()) - {own}
    found = better(document.level, 5)
    desk.keeper.save_best(document, best_of(document, found))
    desk.until(lambda: levelfile.read_level(best).board == found.board)
    best.unlink()
    desk.keeper.save_best(document, best_of(document, replace(found, title="The same board")))
    desk.idle()
    assert desk.kept() == [own], "no better one, nothing to write"
    desk.keeper.save_best(document, best_of(document, better(document.level, 6)))
    desk.until(lambda: len(desk.kept()) == 2)
    desk.keeper.save_best(document, None)
    desk.until(lambda: desk.kept() == [own])
    assert own.read_bytes() == text
    assert desk.said == []


def test_the_best_of_a_run_goes_no_sooner_than_what_took_it_is_kept(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    found = better(document.level, 4)
    desk.keeper.save_best(document, best_of(document, found))
    desk.until(lambda: len(desk.kept()) == 1)
    [best] = desk.kept()
    desk.keeper.intervals = (60.0, 60.0)
    document.add_version("take it", found)
    desk.keeper.save_best(document, None)
    desk.idle()
    assert desk.kept() == [best]
    own = desk.keeper.close()
    assert own is not None and desk.kept() == [own] != [best]


def test_a_level_that_is_let_go_takes_the_best_of_its_run_along(desk: Desk, file: Path) -> None:
    document = Document.open(file)
    desk.keeper.watch_document(document)
    desk.keeper.save_best(document, best_of(document, better(document.level, 4)))
    desk.until(lambda: len(desk.kept()) == 1)
    desk.keeper.intervals = (600.0, 600.0)
    desk.keeper.watch_document(None)
    desk.keeper.save_best(document, best_of(document, better(document.level, 5)))
    desk.until(lambda: desk.kept() == [])
    assert desk.keeper.close() is None
    assert desk.kept() == []


@pytest.mark.parametrize("dirty", [False, True])
def test_ending_early_keeps_the_best_of_a_run_at_once(
    state: StateFolder, file: Path, dirty: bool
) -> None:
    desk = Desk(state)
    desk.keeper.intervals = (60.0, 60.0)
    desk.keeper.start()
    document = Document.open(file)
    desk.keeper.watch_document(document)
    if dirty:
        edit(document)
    best = better(slope(), 4)
    desk.keeper.save_best(document, best_of(document, best))
    assert desk.keeper.close() in desk.kept()
    desk.keeper.save_best(document, None)

    later = Desk(state)
    later.keeper.start()
    later.until(lambda: bool(later.offered))
    levels = {unsaved.note: unsaved.level for unsaved in later.offered}
    assert levels == {"the best": best} | ({"": document.level} if dirty else {})
    [unsaved] = [unsaved for unsaved in later.offered if unsaved.note]
    found = later.keeper.recover(unsaved)
    assert (found.level, found.path, found.is_dirty) == (best, file, True)
    found.undo()
    assert found.level == slope()
    later.keeper.close()
