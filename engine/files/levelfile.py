"""Level files, format 1: TOML in and out, for every game.

Reading is strict about what it knows and keeps what it does not know; every fault is one
:class:`~engine.errors.LevelError`. Writing gives the same bytes for the same level, always.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import GameNotFound, LevelError, MoveError, naming
from engine.files import storage
from engine.files.improvedtable import improved_table, read_board, read_improved
from engine.files.storage import FileChanged, FileStamp
from engine.files.tomltext import MAX_BYTES, has_comments, keep_line_ends, parse, toml, too_long
from engine.game import registry
from engine.game.claims import OF_EVERY_GAME, require_kinds
from engine.game.game import Game
from engine.values.entries import keys_of, present, require_known, take, unknown
from engine.values.grid import type_name
from engine.values.level import Level, Provenance, Stream, Table, Verdict
from engine.values.weights import PaintedWeights, read_weights

FORMAT = 1
"""The version of the format that is written, and the newest that is read."""
MOST_INTENDED = 1_000
"""Moves of an intended solution: it is replayed after every change of the board."""


def loads(text: bytes | str, file: str = "-", limit: int = MAX_BYTES) -> Level:
    """The level of a file's content.

    Bytes are UTF-8, with or without a byte-order mark, at most ``limit``; ``file`` is the name to
    give in errors.

    Raises:
        LevelError: not a level; names file, line or key, row and column.
    """
    with naming(file):
        return from_document(parse(text, limit))


def read(path: Path | str) -> Level:
    """The level of a file.

    Raises:
        LevelError: the file cannot be read, or is not a level; names it.
    """
    return loads(storage.read_limited(path, MAX_BYTES), str(path))


def dumps(level: Level) -> str:
    """The text of a level file: the same for the same level, every time."""
    return toml(document(level))


def encoded(level: Level, path: Path | str) -> bytes:
    """The bytes of a level file, which are to be written to ``path``.

    Raises:
        LevelError: they cannot be, or are too many to be read again.
    """
    try:
        content = dumps(level).encode()
    except UnicodeEncodeError as error:
        raise LevelError("text with a lone surrogate cannot be written", file=str(path)) from error
    if len(content) > MAX_BYTES:
        raise LevelError(too_long(len(content)), file=str(path))
    return content


def document(level: Level) -> dict[str, Any]:
    """The keys and values of a level file."""
    table = {
        "format": FORMAT,
        "game": level.game,
        "title": level.title or None,
        "author": level.author,
        "notes": level.notes,
        "tags": list(level.tags) or None,
        "intended": level.intended,
        "board": level.board.table(),
        "provenance": level.provenance and provenance_table(level.provenance),
        "weights": None if level.weights is None else weights_table(level.weights),
        "verdict": level.verdict and verdict_table(level.verdict),
    }
    return {**present(table), **level.extra}


def write(
    level: Level, path: Path | str, *, expect: FileStamp | None = None, new: bool = False
) -> FileStamp:
    """Saves a level, all or nothing.

    A file whose comments the save drops is kept beside it, see ``kept`` of the stamp; the lines
    of a file end as they did.

    Of a symbolic link the target is written. ``expect`` is what the file should look like now, None
    to overwrite whatever is there; ``new`` says to overwrite nothing at all.

    Returns:
        The stamp of the file as it is now, to ``expect`` at the next save.

    Raises:
        FileChanged: the file is there and is not as expected.
        FileExistsError: a file is there that was to be new.
        LevelError: it cannot be written, or is too long to be read again; nothing has changed.
    """
    content = encoded(level, path)
    with storage.turn(path):
        old = storage.read_if_there(path)
        kept = None
        if old is not None:
            if new:
                raise FileExistsError(str(path))
            if expect is not None and storage.digest_of(old) != expect.digest:
                raise FileChanged(Path(path))
            content = keep_line_ends(content, old)
            if len(content) > MAX_BYTES:
                raise LevelError(too_long(len(content)), file=str(path))
            if old != content and has_comments(old):
                kept = storage.keep_copy(Path(path), old)
        return FileStamp(
            storage.replace_file(path, content), len(content), storage.digest_of(content), kept
        )


def provenance_table(provenance: Provenance) -> dict[str, Any]:
    """The ``[provenance]`` table of a level file."""
    table = {
        "generator": provenance.generator,
        "seed": provenance.seed,
        "attempt": provenance.attempt,
        "edited": provenance.edited,
        "generated": provenance.generated,
        "locked": list(provenance.locked) or None,
        "reroll": dict(provenance.reroll) or None,
        "kept": {stage: _stream_table(kept) for stage, kept in provenance.kept.items()} or None,
        "weights": weights_table(provenance.weights) or None,
        "parameters": dict(provenance.parameters),
        "like": provenance.like and provenance.like.table(),
        "improve": provenance.improve and improved_table(provenance.improve),
    }
    return {**present(table), **provenance.extra}


def weights_table(weights: Mapping[str, PaintedWeights]) -> dict[str, Any]:
    """Painted weights as a table of a level file, one of tables by stage name."""
    return {stage: {"grid": own.text(), **own.extra} for stage, own in weights.items()}


def _stream_table(stream: Stream) -> dict[str, Any]:
    table = {"seed": stream.seed, "attempt": stream.attempt, "reroll": stream.reroll}
    return {**table, **stream.extra}


def verdict_table(verdict: Verdict) -> dict[str, Any]:
    """The ``[verdict]`` table of a level file."""
    return {"digest": verdict.digest, "rules": verdict.rules, **present(verdict.facts)}


def from_document(document: dict[str, Any]) -> Level:
    """The level of a file's keys and values.

    Raises:
        LevelError: not a level; names key, row and column.
    """
    version = take(document, "format", int)
    require_known(version, FORMAT)
    if version != FORMAT:
        raise LevelError(f"expected {FORMAT}, found {version}", key="format")
    name = take(document, "game", str)
    try:
        game = registry.get(name)
    except GameNotFound as error:
        raise LevelError(str(error), key="game") from error
    board = game.boards.read(take(document, "board", dict))
    provenance = verdict = None
    if "provenance" in document:
        provenance = _provenance(take(document, "provenance", dict), game)
    if "verdict" in document:
        verdict = _verdict(take(document, "verdict", dict))
        require_kinds(verdict.facts, {**OF_EVERY_GAME, **game.fact_kinds})
    return Level(
        game=name,
        board=board,
        title=take(document, "title", str, default=""),
        author=take(document, "author", str, default=None),
        notes=take(document, "notes", str, default=None),
        tags=_words(document, "tags"),
        intended=_intended(document, game),
        provenance=provenance,
        weights=_weights(document, "") if "weights" in document else None,
        verdict=verdict,
        extra=unknown(document, keys_of(Level) | {"format"}),
    )


def _intended(document: Table, game: Game) -> str | None:
    """The moves of the intended solution, which are all moves of the game."""
    text: str | None = take(document, "intended", str, default=None)
    if text is None:
        return None
    try:
        number = len(game.play.read_moves(text))
    except MoveError as error:
        raise LevelError(str(error), key="intended") from error
    if number > MOST_INTENDED:
        most = f"expected at most {MOST_INTENDED:,} moves, found {number:,}"
        raise LevelError(most, key="intended")
    return text


def _words(table: Table, key: str, prefix: str = "") -> tuple[str, ...]:
    words = take(table, key, list, prefix, [])
    numbered = {f"{key}[{index}]": word for index, word in enumerate(words)}
    return tuple(take(numbered, each, str, prefix) for each in numbered)


def _provenance(table: Table, game: Game) -> Provenance:
    prefix = "provenance."
    reroll = take(table, "reroll", dict, prefix, {})
    for stage in reroll:
        take(reroll, stage, int, "provenance.reroll.", low=1)
    kept = take(table, "kept", dict, prefix, {})
    parameters = take(table, "parameters", dict, prefix)
    for key, value in parameters.items():
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise LevelError(
                f"expected a number or a word, found {type_name(value)}",
                key=f"provenance.parameters.{key}",
            )
    return Provenance(
        generator=take(table, "generator", str, prefix),
        seed=take(table, "seed", int, prefix, low=0),
        attempt=take(table, "attempt", int, prefix, low=0),
        edited=take(table, "edited", bool, prefix, False),
        reroll=reroll,
        kept={
            stage: _stream(take(kept, stage, dict, "provenance.kept."), f"provenance.kept.{stage}.")
            for stage in kept
        },
        locked=_words(table, "locked", prefix),
        weights=_weights(table, prefix) if "weights" in table else {},
        parameters=parameters,
        generated=take(table, "generated", str, prefix, None),
        improve=read_improved(table, game),
        like=read_board(table, "like", prefix, game) if "like" in table else None,
        extra=unknown(table, keys_of(Provenance)),
    )


def _weights(table: Table, prefix: str) -> dict[str, PaintedWeights]:
    found = {}
    for stage, own in take(table, "weights", dict, prefix).items():
        key = f"{prefix}weights.{stage}"
        take({key: own}, key, dict)
        weights = read_weights(take(own, "grid", str, f"{key}."), f"{key}.grid")
        found[stage] = replace(weights, extra=unknown(own, ("grid",)))
    return found


def _stream(table: Table, prefix: str) -> Stream:
    return Stream(
        seed=take(table, "seed", int, prefix, low=0),
        attempt=take(table, "attempt", int, prefix, low=0),
        reroll=take(table, "reroll", int, prefix, 0, low=0),
        extra=unknown(table, keys_of(Stream)),
    )


def _verdict(table: Table) -> Verdict:
    return Verdict(
        digest=take(table, "digest", str, "verdict."),
        rules=take(table, "rules", int, "verdict.", low=1),
        facts=unknown(table, ("digest", "rules")),
    )
