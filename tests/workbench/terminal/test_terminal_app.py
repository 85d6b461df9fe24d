"""What the user sees of faults of the workbench, and of texts that a terminal would obey."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.segment import Segment
from textual.color import Color
from textual.worker import WorkerFailed

from workbench.app import fault_report
from workbench.app.app import WorkbenchApp
from workbench.paths.state_folder import StateFolder
from workbench.terminal.output_filters import ControlCharacterFilter


def fault() -> Exception:
    try:
        raise KeyError("two\nlines \udcff")
    except KeyError as error:
        return error


def test_a_fault_is_one_line_and_a_file_to_report(tmp_path: Path) -> None:
    reported = fault_report.report_fault(fault(), tmp_path / "state")
    assert "\n" not in reported
    assert str(tmp_path / "state" / "fault.txt") in reported
    report = (tmp_path / "state" / "fault.txt").read_text()
    assert "Traceback" in report
    assert "puzzle-workbench" in report


def test_a_fault_is_reported_where_no_file_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")
    assert "please report it: KeyError" in fault_report.report_fault(fault(), tmp_path / "state")


def test_the_app_shows_what_went_wrong_in_a_worker(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = WorkbenchApp(state=StateFolder(tmp_path))
    monkeypatch.setattr(WorkbenchApp, "is_headless", False)
    monkeypatch.setattr(app, "_close_messages_no_wait", lambda: None)
    app._handle_exception(WorkerFailed(fault()))
    assert app.return_code == 1
    assert "KeyError" in app.exit_messages[0]
    app.exit()
    app._handle_exception(fault())
    assert len(app.exit_messages) == 1, "a screen that is torn down says nothing"


def test_titles_and_names_command_no_terminal() -> None:
    text = "a\x1b]0;b\x07c\nd\x9b31me\N{NO-BREAK SPACE}ü\N{HEDGEHOG}"
    [segment] = ControlCharacterFilter().apply([Segment(text)], Color(0, 0, 0))
    assert segment.text == "a]0;bcd31me\N{NO-BREAK SPACE}ü\N{HEDGEHOG}"
    assert segment.cell_length == Segment(text).cell_length
    text = "a\u202eb\u2066c\u061cd\udcffe"
    [segment] = ControlCharacterFilter().apply([Segment(text)], Color(0, 0, 0))
    assert segment.text == "abcd?e"
