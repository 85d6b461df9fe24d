"""``workbench validate``: problems and warnings of level files."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from commanding import is_one_line
from ice_files import BROKEN, objects

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestValidate:
    def test_good_levels_say_nothing(self, run):
        assert run("validate", "good.toml", "bad.toml") == (0, "", "")

    def test_one_line_a_problem(self, run):
        result, output, messages = run("validate", ".")
        assert (result, messages) == (1, "")
        lines = output.splitlines()
        assert [line.split(":")[0] for line in lines] == ["broken.toml", "draft.toml"]

    def test_json_has_one_object_a_file(self, run):
        result, output, _ = run("validate", "good.toml", "draft.toml", "broken.toml", "--json")
        good, draft, broken = objects(output)
        assert result == 1
        assert good == {"file": "good.toml", "game": "ice-path", "problems": [], "warnings": []}
        assert draft["problems"][0]["message"] == "no flag"
        assert (broken["game"], broken["problems"][0]["row"], broken["problems"][0]["col"]) == (
            None,
            0,
            2,
        )

    def test_a_path_that_is_not_there(self, run):
        result, output, messages = run("validate", "none", "draft.toml")
        assert result == 2
        assert output and is_one_line(messages)

    def test_a_folder_without_levels(self, run):
        Path("empty").mkdir()
        for verb, result in (("validate", 0), ("solve", 2)):
            assert run(verb, "empty") == (result, "", "empty: no level files in it\n")

    def test_a_folder_that_cannot_be_read_is_named(self, run, monkeypatch):
        Path("locked/inner").mkdir(parents=True)
        Path("locked/good.toml").write_bytes(Path("good.toml").read_bytes())
        scan = os.scandir

        def refuse(folder):
            if Path(folder).name in closed:
                raise PermissionError(errno.EACCES, "Permission denied", folder)
            return scan(folder)

        monkeypatch.setattr(os, "scandir", refuse)
        closed = ["inner"]
        assert run("validate", "locked") == (2, "", "locked/inner: permission denied\n")
        result, output, messages = run("solve", "locked")
        assert (result, messages) == (
            2,
            "locked/inner: permission denied\n",
        ) and "solvable" in output
        messages = run("pack", "locked", "--levels", "2", "--out", "a.pack.toml")[2]
        assert "locked/inner: permission denied" in messages
        closed = ["locked"]
        for verb in ("validate", "solve", "rate"):
            assert run(verb, "locked") == (2, "", "locked: permission denied\n")

    def test_standard_input(self, run, stdin):
        stdin(BROKEN)
        result, output, _ = run("validate", "-")
        assert result == 1 and output.startswith("-: board.cells, row 0")
