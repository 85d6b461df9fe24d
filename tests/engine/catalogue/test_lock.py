"""The lock of the process that adds levels to a catalogue: however that ends, it ends too."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap

import catalogues
import pytest
from catalogues import GAME, SETTINGS, row

from engine.catalogue import lock
from engine.catalogue.catalogue_errors import CatalogueError
from engine.catalogue.store import Catalogue


def test_a_folder_in_place_of_the_lock_is_no_process(tmp_path):
    catalogues.fill(tmp_path / "some.db", [{}])
    (tmp_path / "some.db-lock").mkdir()
    assert lock.find_owner_id(tmp_path / "some.db") is None


def test_a_lock_that_finds_no_room_on_the_disk_is_refused(tmp_path, monkeypatch):
    catalogues.fill(path := tmp_path / "some.db", [{}])

    def full(descriptor, content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(CatalogueError, match=r"some\.db: cannot be written: no space left"):
            lock.acquire_lock(path)
    assert [each.name for each in tmp_path.iterdir()] == ["some.db"]
    lock.release_lock(path, lock.acquire_lock(path))


HOLD = """
import sys
sys.path[:0] = {paths!r}
from engine.catalogue.store import Catalogue
with Catalogue.open_for_adding({path!r}):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_process_adds_levels_while_others_ask_and_mark(tmp_path):
    path = tmp_path / "some.db"
    catalogues.fill(path, [{}])
    script = HOLD.format(paths=sys.path, path=str(path))
    with subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as holder:  # fmt: skip
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(CatalogueError, match=f"process {holder.pid} is writing"):
            Catalogue.open_for_adding(path)
        assert lock.find_owner_id(path) == holder.pid
        assert len(catalogues.entries(path)) == 1
        Catalogue.open(path, write=True).close()
        holder.kill()
        holder.wait()
        assert lock.find_owner_id(path) is None
        with Catalogue.open_for_adding(path) as catalogue:
            assert lock.find_owner_id(path) == os.getpid()
            run = catalogue.begin_batch(GAME, SETTINGS, 0, 2)
            assert catalogue.append_results(run, [row(1)]).is_complete
    assert [each.name for each in tmp_path.iterdir()] == ["some.db"]
