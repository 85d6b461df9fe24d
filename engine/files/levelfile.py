"""Level files, format 1, which store the levels of every game as TOML.

Known keys are checked strictly, and unknown keys are preserved. Every problem is reported as a
:class:`~engine.errors.LevelError`. Equal levels are always written as the same bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import GameNotFound, LevelError, MoveError, add_file_name
from engine.files import storage
from engine.files.improvement_record import build_improved_table, read_board, read_improved
from engine.files.line_ends import keep_line_ends
from engine.files.storage import FileChanged, FileStamp
from engine.files.untrusted_toml import (
    MAX_BYTES,
    format_toml,
    format_too_long,
    has_comments,
    parse_toml,
)
from engine.game import registry
from engine.game.game import Game
from engine.game.stored_fact_checks import COMMON_FACT_TYPES, require_types
from engine.values.grid import get_type_name
from engine.values.level import Level, Provenance, StreamId, Table, Verdict
from engine.values.painted_weights import PaintedWeights, read_weights
from engine.values.toml_fields import (
    drop_nulls,
    list_field_keys,
    read_value,
    require_known_version,
    select_unknown,
)

FORMAT = 1
"""The format version that is written, which is also the only one that can be read."""
MAX_INTENDED = 1_000
"""The maximum number of moves in an intended solution, which is replayed after every edit."""


def loads(text: bytes | str, file: str = "-", limit: int = MAX_BYTES) -> Level:
    """Return the level from the text of a level file.

    Args:
        text: The text, or its bytes in UTF-8 with or without a byte-order mark.
        file: The file name for error messages.
        limit: The maximum number of bytes.

    Raises:
        LevelError: The text is not a level. The error names the file and the line or cell.
    """
    with add_file_name(file):
        return parse_document(parse_toml(text, limit))


def read_level(path: Path | str) -> Level:
    """Read a level from a file.

    Raises:
        LevelError: The file cannot be read or is not a level. The error names the file.
    """
    return loads(storage.read_limited(path, MAX_BYTES), str(path))


def dumps(level: Level) -> str:
    """Return a level as the text of a level file. Equal levels give identical text."""
    return format_toml(build_document(level))


def encode_level(level: Level, path: Path | str) -> bytes:
    """Return the bytes to write to a level file at ``path``.

    Raises:
        LevelError: The level cannot be encoded, or is too long to be read back.
    """
    try:
        content = dumps(level).encode()
    except UnicodeEncodeError as error:
        raise LevelError("text with a lone surrogate cannot be written", file=str(path)) from error
    if len(content) > MAX_BYTES:
        raise LevelError(format_too_long(len(content)), file=str(path))
    return content


def build_document(level: Level) -> dict[str, Any]:
    """Return the keys and values that a level file stores for a level."""
    table = {
        "format": FORMAT,
        "game": level.game,
        "title": level.title or None,
        "author": level.author,
        "notes": level.notes,
        "tags": list(level.tags) or None,
        "intended": level.intended,
        "board": level.board.to_table(),
        "provenance": level.provenance and build_provenance_table(level.provenance),
        "weights": None if level.weights is None else build_weights_table(level.weights),
        "verdict": level.verdict and build_verdict_table(level.verdict),
    }
    return {**drop_nulls(table), **level.extra}


def write_level(
    level: Level, path: Path | str, *, expect: FileStamp | None = None, new: bool = False
) -> FileStamp:
    """Save a level atomically.

    The line endings of an existing file are preserved, and a symbolic link is followed. Saving
    drops comments, so an existing file with comments is first copied within its folder. The
    ``backup`` attribute of the returned stamp is then the path of the copy.

    Args:
        level: The level to save.
        path: The path of the file.
        expect: The stamp that an existing file must have; None to overwrite any file.
        new: True to refuse to overwrite any file.

    Returns:
        The stamp of the written file, to be passed as ``expect`` to the next save.

    Raises:
        FileChanged: The file does not have the expected stamp.
        FileExistsError: ``new`` is True and the file exists.
        LevelError: The file cannot be written, or would be too long to be read back. In that case
            an existing file is unchanged.
    """
    content = encode_level(level, path)
    # Hold the lock while the old content is checked and the file is replaced.
    with storage.lock_folder(path):
        old = storage.read_existing(path)
        kept = None
        if old is not None:
            if new:
                raise FileExistsError(str(path))
            if expect is not None and storage.hash_content(old) != expect.digest:
                raise FileChanged(Path(path))
            # CRLF line endings make the content longer, so check its size again.
            content = keep_line_ends(content, old)
            if len(content) > MAX_BYTES:
                raise LevelError(format_too_long(len(content)), file=str(path))
            if old != content and has_comments(old):
                kept = storage.save_backup(Path(path), old)
        return FileStamp(
            storage.replace_file(path, content), len(content), storage.hash_content(content), kept
        )


def build_provenance_table(provenance: Provenance) -> dict[str, Any]:
    """Build the ``[provenance]`` table for a level file."""
    table = {
        "generator": provenance.generator,
        "seed": provenance.seed,
        "attempt": provenance.attempt,
        "edited": provenance.edited,
        "generated": provenance.generated,
        "locked": list(provenance.locked) or None,
        "reroll": dict(provenance.reroll) or None,
        "kept": {stage: _build_stream_table(kept) for stage, kept in provenance.kept.items()}
        or None,
        "weights": build_weights_table(provenance.weights) or None,
        "parameters": dict(provenance.parameters),
        "like": provenance.like and provenance.like.to_table(),
        "improve": provenance.improve and build_improved_table(provenance.improve),
    }
    return {**drop_nulls(table), **provenance.extra}


def build_weights_table(weights: Mapping[str, PaintedWeights]) -> dict[str, Any]:
    """Build the tables that store painted weights in a level file, keyed by the stage's name."""
    return {stage: {"grid": own.format_grid(), **own.extra} for stage, own in weights.items()}


def _build_stream_table(stream: StreamId) -> dict[str, Any]:
    table = {"seed": stream.seed, "attempt": stream.attempt, "reroll": stream.reroll}
    return {**table, **stream.extra}


def build_verdict_table(verdict: Verdict) -> dict[str, Any]:
    """Build the ``[verdict]`` table for a level file."""
    return {"digest": verdict.digest, "rules": verdict.rules, **drop_nulls(verdict.facts)}


def parse_document(document: dict[str, Any]) -> Level:
    """Build a level from the keys and values in a level file.

    Raises:
        LevelError: The document is not a valid level. The error names the key, row and column.
    """
    version = read_value(document, "format", int)
    # Check the version first, so that a file in a newer format gets an error that says so.
    require_known_version(version, FORMAT)
    if version != FORMAT:
        raise LevelError(f"expected {FORMAT}, found {version}", key="format")
    name = read_value(document, "game", str)
    try:
        game = registry.get_game(name)
    except GameNotFound as error:
        raise LevelError(str(error), key="game") from error
    board = game.boards.read_table(read_value(document, "board", dict))
    provenance = verdict = None
    if "provenance" in document:
        provenance = _read_provenance(read_value(document, "provenance", dict), game)
    if "verdict" in document:
        verdict = _read_verdict(read_value(document, "verdict", dict))
        require_types(verdict.facts, {**COMMON_FACT_TYPES, **game.fact_types})
    return Level(
        game=name,
        board=board,
        title=read_value(document, "title", str, default=""),
        author=read_value(document, "author", str, default=None),
        notes=read_value(document, "notes", str, default=None),
        tags=_read_words(document, "tags"),
        intended=_read_intended(document, game),
        provenance=provenance,
        weights=_read_painted_weights(document, "") if "weights" in document else None,
        verdict=verdict,
        extra=select_unknown(document, list_field_keys(Level) | {"format"}),
    )


def _read_intended(document: Table, game: Game) -> str | None:
    """Read the intended solution, checking that the game can parse its moves."""
    text: str | None = read_value(document, "intended", str, default=None)
    if text is None:
        return None
    try:
        number = len(game.play.read_moves(text))
    except MoveError as error:
        raise LevelError(str(error), key="intended") from error
    if number > MAX_INTENDED:
        most = f"expected at most {MAX_INTENDED:,} moves, found {number:,}"
        raise LevelError(most, key="intended")
    return text


def _read_words(table: Table, key: str, prefix: str = "") -> tuple[str, ...]:
    words = read_value(table, key, list, prefix, [])
    numbered = {f"{key}[{index}]": word for index, word in enumerate(words)}
    return tuple(read_value(numbered, each, str, prefix) for each in numbered)


def _read_provenance(table: Table, game: Game) -> Provenance:
    prefix = "provenance."
    reroll = read_value(table, "reroll", dict, prefix, {})
    for stage in reroll:
        read_value(reroll, stage, int, "provenance.reroll.", low=1)
    kept = read_value(table, "kept", dict, prefix, {})
    parameters = read_value(table, "parameters", dict, prefix)
    for key, value in parameters.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise LevelError(
                f"expected a number or a word, found {get_type_name(value)}",
                key=f"provenance.parameters.{key}",
            )
    return Provenance(
        generator=read_value(table, "generator", str, prefix),
        seed=read_value(table, "seed", int, prefix, low=0),
        attempt=read_value(table, "attempt", int, prefix, low=0),
        edited=read_value(table, "edited", bool, prefix, False),
        reroll=reroll,
        kept={
            stage: _read_stream(
                read_value(kept, stage, dict, "provenance.kept."), f"provenance.kept.{stage}."
            )
            for stage in kept
        },
        locked=_read_words(table, "locked", prefix),
        weights=_read_painted_weights(table, prefix) if "weights" in table else {},
        parameters=parameters,
        generated=read_value(table, "generated", str, prefix, None),
        improve=read_improved(table, game),
        like=read_board(table, "like", prefix, game) if "like" in table else None,
        extra=select_unknown(table, list_field_keys(Provenance)),
    )


def _read_painted_weights(table: Table, prefix: str) -> dict[str, PaintedWeights]:
    found = {}
    for stage, own in read_value(table, "weights", dict, prefix).items():
        key = f"{prefix}weights.{stage}"
        read_value({key: own}, key, dict)
        weights = read_weights(read_value(own, "grid", str, f"{key}."), f"{key}.grid")
        found[stage] = replace(weights, extra=select_unknown(own, ("grid",)))
    return found


def _read_stream(table: Table, prefix: str) -> StreamId:
    return StreamId(
        seed=read_value(table, "seed", int, prefix, low=0),
        attempt=read_value(table, "attempt", int, prefix, low=0),
        reroll=read_value(table, "reroll", int, prefix, 0, low=0),
        extra=select_unknown(table, list_field_keys(StreamId)),
    )


def _read_verdict(table: Table) -> Verdict:
    return Verdict(
        digest=read_value(table, "digest", str, "verdict."),
        rules=read_value(table, "rules", int, "verdict.", low=1),
        facts=select_unknown(table, ("digest", "rules")),
    )
