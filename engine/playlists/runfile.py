"""Files of runs, format 1: TOML in and out, and a folder of them, one file a run."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import LevelError, naming
from engine.files import storage
from engine.files.tomltext import MAX_BYTES, parse, toml
from engine.game.campaign import Played
from engine.playlists.run import MODES, ORDERS, PlaylistRun
from engine.values import entries
from engine.values.level import Table

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""
SUFFIX = ".run.toml"
"""The ending of the names of runs."""

_UNSAID: Table = {"hints": 0, "medals": [], "seconds": 0, "view": ""}
"""What a level won has where its file does not say."""

_ONCE = "graded"
"""The order of all lists before files said which."""


def dumps(run: PlaylistRun) -> str:
    """The text of a run."""
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
    return toml(
        entries.present({**table, **run.extra, "played": [_row(each) for each in run.played]})
    )


def _row(level: Played) -> Table:
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
    """The run of a file's content.

    Raises:
        LevelError: it is none; names file, line or key, and what was expected.
    """
    with naming(file):
        table = parse(text)
        entries.require_format(table, FORMAT)
        return _run(table)


def _run(table: Table) -> PlaylistRun:
    rows = entries.rows(table, "played")
    renamed = {"source", "level_index", "path", "content"}
    known = entries.keys_of(PlaylistRun) - renamed | {"format", "list", "place"}
    return PlaylistRun(
        game=entries.text(table, "game"),
        generator=entries.text(table, "generator"),
        mode=entries.word(table, "mode", MODES),
        seed=entries.whole(table, "seed"),
        started=entries.moment(table, "started"),
        source=entries.text(table, "list"),
        order=entries.word({"order": _ONCE, **table}, "order", ORDERS),
        digest=entries.text(table, "digest"),
        level_index=entries.whole(table, "place"),
        grade=entries.whole(table, "grade") if "grade" in table else None,
        deaths=entries.whole(table, "deaths"),
        hints=entries.whole({"hints": 0, **table}, "hints"),
        solution_shown=entries.flag(table, "solution_shown"),
        played=tuple(read_played(row, f"played[{number}].") for number, row in enumerate(rows)),
        extra=entries.unknown(table, known),
    )


def read_played(row: Table, prefix: str = "") -> Played:
    """Return the win of a level; ``prefix`` comes before its keys in errors."""
    row = {**_UNSAID, **row}
    return Played(
        grade=entries.whole(row, "grade", prefix),
        seed=entries.whole(row, "seed", prefix),
        index=entries.whole(row, "place", prefix) if "place" in row else None,
        deaths=entries.whole(row, "deaths", prefix),
        count=entries.whole(row, "count", prefix),
        optimum=entries.whole(row, "optimum", prefix) if "optimum" in row else None,
        solution_shown=entries.flag(row, "solution_shown", prefix),
        hints=entries.whole(row, "hints", prefix),
        medals=tuple(entries.texts(row, "medals", prefix)),
        seconds=entries.whole(row, "seconds", prefix),
        view=entries.text(row, "view", prefix),
    )


def name_file(run: PlaylistRun, folder: Path) -> PlaylistRun:
    """Return a run that is not kept yet with a file in a folder that no other run has."""
    stem = f"{run.started:%Y%m%d-%H%M%S}-{run.mode}-{secrets.token_hex(3)}"
    return replace(run, path=folder / f"{stem}{SUFFIX}")


def keep(run: PlaylistRun) -> PlaylistRun:
    """Write a run to its file, all or nothing; return it with what the file holds now.

    Raises:
        LevelError: it cannot be written, or another session has gone on with the run.
    """
    path, content = run.path, dumps(run).encode()
    with storage.refusing(path.parent):
        path.parent.mkdir(parents=True, exist_ok=True)
    with storage.turn(path):
        if storage.read_if_there(path) != run.content:
            raise LevelError(
                "another session has gone on with this run; not overwritten", file=str(path)
            )
        storage.replace_file(path, content)
    return replace(run, content=content)


def remove(run: PlaylistRun) -> None:
    """Take the file of a run away.

    Raises:
        LevelError: that cannot be done.
    """
    with storage.refusing(run.path):
        run.path.unlink(missing_ok=True)


def read_all(folder: Path) -> tuple[list[PlaylistRun], list[LevelError]]:
    """The runs of a folder, those begun last first, and what is wrong with its other files.

    Those are left as they are.
    """
    found: list[PlaylistRun] = []
    wrong: list[LevelError] = []
    for path in sorted(folder.glob(f"*{SUFFIX}"), reverse=True):
        try:
            content = storage.read_limited(path, MAX_BYTES)
            found.append(replace(loads(content, str(path)), path=path, content=content))
        except LevelError as error:
            wrong.append(error)
    found.sort(key=lambda run: run.started, reverse=True)
    return found, wrong
