"""Files of runs, format 1: TOML in and out."""

from __future__ import annotations

from typing import Any

from engine.errors import naming
from engine.files.tomltext import parse, toml
from engine.game.campaign import Played
from engine.playlists.run import MODES, ORDERS, CampaignRun
from engine.values import entries
from engine.values.level import Table

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""

_UNSAID: Table = {"hints": 0, "medals": [], "seconds": 0, "view": ""}
"""What a level won has where its file does not say."""

_ONCE = "graded"
"""The order of all lists before files said which."""


def dumps(run: CampaignRun) -> str:
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


def loads(text: bytes | str, file: str = "-") -> CampaignRun:
    """The run of a file's content.

    Raises:
        LevelError: it is none; names file, line or key, and what was expected.
    """
    with naming(file):
        table = parse(text)
        entries.require_format(table, FORMAT)
        return _run(table)


def _run(table: Table) -> CampaignRun:
    rows = entries.rows(table, "played")
    known = entries.keys_of(CampaignRun) - {"source", "level_index"} | {"format", "list", "place"}
    return CampaignRun(
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
        played=tuple(_played(row, f"played[{number}].") for number, row in enumerate(rows)),
        extra=entries.unknown(table, known),
    )


def _played(row: Table, prefix: str) -> Played:
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
