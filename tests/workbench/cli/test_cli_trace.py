"""``workbench trace``: rows, pictures and limits."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.usefixtures("ice_game", "ice_files")


class TestTrace:
    def test_rows_in_columns_and_the_path(self, run):
        result, output, messages = run("trace", "good.toml")
        lines = output.splitlines()
        assert (result, messages) == (0, "")
        assert lines[1].split() == ["depth", "state", "from", "move", "result"]
        assert lines[2].split() == ["0", "S0", "start", "on", "path"]
        assert lines[-1] == "path  D"
        assert len({line.index("depth") for line in lines[1:2]}) == 1

    def test_a_limit(self, run):
        output = run("trace", "good.toml", "--limit", "1")[1]
        rows = [line for line in output.splitlines() if " S" in line]
        assert len(rows) == 1
        assert "more rows" in output and output.endswith("path  D\n")

    def test_status_is_that_of_the_verdict(self, run):
        assert run("trace", "bad.toml")[0] == 1
        assert run("trace", "bad.toml", "--max-states", "1")[0] == 3
        assert run("trace", "draft.toml")[0] == 2
