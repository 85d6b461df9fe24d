"""Run files, format 1, each of which stores one run as TOML."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import LevelError, add_file_name
from engine.files import storage
from engine.files.untrusted_toml import MAX_BYTES, format_toml, parse_toml
from engine.game.win_record import LevelWin
from engine.playlists.playlist_run import MODES, ORDERS, PlaylistRun
from engine.values import toml_fields
from engine.values.level import Table

FORMAT = 1
"""The format version that is written, which is also the newest one that can be read."""
RUN_SUFFIX = ".run.toml"
"""The suffix of run files."""

_WIN_DEFAULTS: Table = {"hints": 0, "medals": [], "seconds": 0, "view": ""}
"""The default values for keys that earlier versions did not write."""

_DEFAULT_ORDER = "graded"
"""The order of the list for run files that were written before they had a key for it."""


def dumps(run: PlaylistRun) -> str:
    """Return a run as the text of a run file."""
    table: dict[str, Any] = {
        "format": FORMAT,
        "game": run.game,
        "generator": run.generator,
        "mode": run.mode,
        "seed": run.seed,
        "started": run.started,
        "list": run.source,
        "order": run.order,
        "digest": run.digest,
        "place": run.level_index,
        "grade": run.grade,
        "deaths": run.deaths,
        "hints": run.hints or None,
        "solution_shown": run.solution_shown or None,
    }
    return format_toml(
        toml_fields.drop_nulls(
            {**table, **run.extra, "played": [_build_row(each) for each in run.played]}
        )
    )


def _build_row(level: LevelWin) -> Table:
    return {
        "grade": level.grade,
        "seed": level.seed,
        "place": level.index,
        "deaths": level.deaths,
        "count": level.count,
        "optimum": level.optimum,
        "solution_shown": level.solution_shown or None,
        "hints": level.hints or None,
        "medals": list(level.medals) or None,
        "seconds": level.seconds or None,
        "view": level.view or None,
    }


def loads(text: bytes | str, file: str = "-") -> PlaylistRun:
    """Parse the text of a run file.

    Raises:
        LevelError: The text is not a run. The error names the file and the line or key, and says
            what is expected.
    """
    with add_file_name(file):
        table = parse_toml(text)
        toml_fields.require_format(table, FORMAT)
        return _read_run(table)


def _read_run(table: Table) -> PlaylistRun:
    rows = toml_fields.read_tables(table, "played")
    renamed = {"source", "level_index", "path", "content"}
    known = toml_fields.list_field_keys(PlaylistRun) - renamed | {"format", "list", "place"}
    return PlaylistRun(
        game=toml_fields.read_text(table, "game"),
        generator=toml_fields.read_text(table, "generator"),
        mode=toml_fields.read_word(table, "mode", MODES),
        seed=toml_fields.read_integer(table, "seed"),
        started=toml_fields.read_datetime(table, "started"),
        source=toml_fields.read_text(table, "list"),
        order=toml_fields.read_word({"order": _DEFAULT_ORDER, **table}, "order", ORDERS),
        digest=toml_fields.read_text(table, "digest"),
        level_index=toml_fields.read_integer(table, "place"),
        grade=toml_fields.read_integer(table, "grade") if "grade" in table else None,
        deaths=toml_fields.read_integer(table, "deaths"),
        hints=toml_fields.read_integer({"hints": 0, **table}, "hints"),
        solution_shown=toml_fields.read_flag(table, "solution_shown"),
        played=tuple(read_played(row, f"played[{number}].") for number, row in enumerate(rows)),
        extra=toml_fields.select_unknown(table, known),
    )


def read_played(row: Table, prefix: str = "") -> LevelWin:
    """Read a win from a table. Errors put ``prefix`` before the keys that they name."""
    row = {**_WIN_DEFAULTS, **row}
    return LevelWin(
        grade=toml_fields.read_integer(row, "grade", prefix),
        seed=toml_fields.read_integer(row, "seed", prefix),
        index=toml_fields.read_integer(row, "place", prefix) if "place" in row else None,
        deaths=toml_fields.read_integer(row, "deaths", prefix),
        count=toml_fields.read_integer(row, "count", prefix),
        optimum=toml_fields.read_integer(row, "optimum", prefix) if "optimum" in row else None,
        solution_shown=toml_fields.read_flag(row, "solution_shown", prefix),
        hints=toml_fields.read_integer(row, "hints", prefix),
        medals=tuple(toml_fields.read_texts(row, "medals", prefix)),
        seconds=toml_fields.read_integer(row, "seconds", prefix),
        view=toml_fields.read_text(row, "view", prefix),
    )


def assign_file(run: PlaylistRun, folder: Path) -> PlaylistRun:
    """Assign a new file in ``folder`` to a run that was never saved, and return the run."""
    stem = f"{run.started:%Y%m%d-%H%M%S}-{run.mode}-{secrets.token_hex(3)}"
    return replace(run, path=folder / f"{stem}{RUN_SUFFIX}")


def save_run(run: PlaylistRun) -> PlaylistRun:
    """Write a run to its file atomically, and return the run with the file's new content.

    Raises:
        LevelError: The file cannot be written, or another session has saved the run in the
            meantime.
    """
    path, content = run.path, dumps(run).encode()
    with storage.translate_errors(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    with storage.lock_folder(path):
        # Check that the file has not changed, because another session may have the same run open.
        if storage.read_existing(path) != run.content:
            raise LevelError(
                "another session has continued this run; not overwritten", file=str(path)
            )
        storage.replace_file(path, content)
    return replace(run, content=content)


def remove_run(run: PlaylistRun) -> None:
    """Delete a run's file.

    Raises:
        LevelError: The file cannot be deleted.
    """
    with storage.translate_errors(run.path):
        run.path.unlink(missing_ok=True)


def read_runs(folder: Path) -> tuple[list[PlaylistRun], list[LevelError]]:
    """Read all run files in a folder.

    Files that are not valid are left unchanged.

    Returns:
        The runs, newest first, and the errors for files that could not be read.
    """
    found: list[PlaylistRun] = []
    wrong: list[LevelError] = []
    for path in sorted(folder.glob(f"*{RUN_SUFFIX}"), reverse=True):
        try:
            content = storage.read_limited(path, MAX_BYTES)
            found.append(replace(loads(content, str(path)), path=path, content=content))
        except LevelError as error:
            wrong.append(error)
    found.sort(key=lambda run: run.started, reverse=True)
    return found, wrong
