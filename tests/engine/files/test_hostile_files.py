"""No file of the user's can stop the workbench, whatever is in it or stands in its place."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.files import levelfile, playtest_file
from engine.game import registry
from engine.playlists import runfile, seed_list
from workbench import commands
from workbench.browser import file_summary
from workbench.commands import keymap, user_keymap
from workbench.document import app_sessions, recovery_files, trash
from workbench.document.app_sessions import AppSession
from workbench.features.collection.suggestions import suggestion_settings
from workbench.paths import user_config_file
from workbench.theme import theme_loader
from workbench.theme.theme_file import ThemeError

DIGITS = b"9" * 5000
CONTENTS = {
    "digits": b"format = " + DIGITS,
    "digits of a theme": b"[ui]\nprimary = " + DIGITS,
    "deep": b"a = " + b"[" * 4000 + b"]" * 4000,
    "deep keys": b".".join([b"a"] * 4000) + b" = 1",
    "not UTF-8": b'format = 1\ntheme = "\xff"',
    "null": b"\0" * 100,
    "not TOML": b"[[[[",
    "long": b"#" * (1 << 25),
    "types": b"format = true\ndeleted = 1\nfolder = 3\nfiles = [1]\ntheme = []\nplays = 1\nui = 1",
    "dates": b'format = 1\ndeleted = 0001-01-01T00:00:00+14:00\nfolder = ""\nfiles = [".."]',
    "runs": b"format = 1\ngame = 1\nplayed = [1]\nplays = [[]]\nplace = -1",
    "empty": b"",
}


def _theme(file: Path) -> list[str]:
    problem = theme_loader.load_or_default(file.stem, file.parent)[1]
    return [problem or "none"]


def _levels(file: Path) -> list[str]:
    return [file_summary.read_summary(file).error or "not meant as a level"]


def _runs(file: Path) -> list[str]:
    found, wrong = runfile.read_runs(file.parent)
    assert not found
    return [str(error) for error in wrong]


def _trash(file: Path) -> list[str]:
    trash.prune_trash(file.parent.parent, datetime.now(UTC))
    assert not trash.list_deleted_levels(file.parent.parent)
    return []


def _sessions(file: Path) -> list[str]:
    session = AppSession(file.parent)
    file.with_suffix(".lock").write_text("")
    assert not app_sessions.find_other_sessions(session, file)
    return []


def _seeds(file: Path) -> list[str]:
    seed_list.read_seed_list(file, registry.get_game("mazing-monk"))
    return []


READERS: dict[str, tuple[str, Callable[[Path], object]]] = {
    "config": ("config.toml", lambda file: user_config_file.load_settings(file).problems),
    "remembering": ("config.toml", lambda file: user_config_file.save_theme("mono", file)),
    "keymap": ("keymap.toml", lambda file: user_keymap.load_user_keymap(file).problems),
    "theme": ("themes/bad.toml", _theme),
    "levels": ("levels/bad.toml", _levels),
    "level": ("bad.toml", levelfile.read_level),
    "records": ("bad.plays.toml", lambda file: bool(playtest_file.read_records(file))),
    "runs": ("runs/bad.run.toml", _runs),
    "trash": ("trash/20260101-120000-bad/deleted.toml", _trash),
    "sessions": ("sessions/1234-0123abcd.toml", _sessions),
    "recovery": (
        "bad.toml",
        lambda file: [recovery_files.read_recovery_file(file, "bad").error or "a level"],
    ),
    "seeds": ("1.seeds", _seeds),
    "suggestions": (
        "suggestions.toml",
        lambda file: [str(suggestion_settings.load_settings(file))],
    ),
}


def reported(reader: str, file: Path) -> None:
    """Asserts that a reader takes the file, or refuses it in one line that names it."""
    try:
        lines = READERS[reader][1](file)
    except EngineError as error:
        lines = [str(error)]
    for line in lines if isinstance(lines, list | tuple) else []:
        assert isinstance(line, str) and line.isprintable()
        assert len(line) < len(str(file)) + 300


@pytest.mark.parametrize("reader", READERS)
def test_no_content_is_more_than_a_line(reader: str, tmp_path: Path) -> None:
    file = tmp_path / READERS[reader][0]
    file.parent.mkdir(parents=True, exist_ok=True)
    for content in CONTENTS.values():
        file.write_bytes(content)
        reported(reader, file)


@pytest.mark.parametrize("reader", READERS)
def test_nothing_in_the_place_of_a_file_is_waited_for(reader: str, tmp_path: Path) -> None:
    file = tmp_path / READERS[reader][0]
    file.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(file)
    reported(reader, file)
    file.unlink(missing_ok=True)
    file.symlink_to("/dev/zero")
    reported(reader, file)
    file.unlink(missing_ok=True)
    file.symlink_to("nowhere")
    reported(reader, file)
    file.unlink(missing_ok=True)
    file.mkdir()
    reported(reader, file)


def test_a_bad_theme_does_not_keep_others_from_working(tmp_path: Path) -> None:
    for number, content in enumerate(CONTENTS.values()):
        (tmp_path / f"bad{number}.toml").write_bytes(content)
    os.mkfifo(tmp_path / "pipe.toml")
    for name in theme_loader.list_shipped():
        theme_loader.load_theme(name, tmp_path)
    for name in ("pipe", "x" * 300, "\0"):
        with pytest.raises(ThemeError):
            theme_loader.load_theme(name, tmp_path)


DOCUMENTS: dict[str, dict[str, Any]] = {
    "config": {"theme": "light", "mouse": False, "plain": True, "pictures": "auto"},
    "keymap": {
        "base": "classic",
        "design.heat": ["Y"],
        "app.suspend": [],
        "play": {"undo": "U"},
    },
    "theme": {
        "title": "Mine",
        "inherits": "default",
        "ui": {"dark": True, "ansi": False, "primary": "#aabbcc"},
        "text": {"muted": {"colour": "red", "attributes": ["bold"]}},
        "marks": {"cursor": {"glyph": "x", "background": "blue"}},
        "heat": {"low": "#000000", "high": "#ffffff"},
        "symbols": {"play": ">"},
        "variables": {"block-cursor-text-style": "bold"},
        "pictures": {"box": {"large": "12345678"}},
        "skiddy": {
            "block": {"glyph": "##", "narrow": "#", "through": True, "shape": "box"},
            "crate": {"like": "block"},
        },
    },
    "records": {
        "format": 1,
        "plays": [
            {
                "started": datetime(2026, 11, 21, tzinfo=UTC),
                "board": "sha256:0",
                "rules": 1,
                "result": "won",
                "seconds": 5.0,
                "optimum": 3,
                "medals": ["Maximum combo"],
                "events": "3.1 move U\n",
                "marks": "5.0 0,2 empty\n",
                "explored": [12.4],
            }
        ],
    },
    "sessions": {"process": 1, "host": "here", "path": "/a", "since": datetime(2026, 11, 21)},
    "suggestions": {"shown": True, "measures": ["longer"]},
    "trash": {"folder": "/a", "files": ["bad.toml"], "deleted": datetime(2026, 1, 1, tzinfo=UTC)},
}
"""A whole document for each reader, at whose keys other values are put."""
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
VALUES = st.recursive(
    st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | WORDS
    | st.datetimes()
    | st.dates()
    | st.times()
    | st.sampled_from(["classic", "like", "light", "#abcdef", "ctrl+x", "a b c"]),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(WORDS | st.sampled_from(["like", "glyph", "heat"]), inner, max_size=2)
    ),
    max_leaves=5,
)


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all values within one, not its own."""
    inner = value.items() if isinstance(value, dict) else ()
    for key, below in enumerate(value) if isinstance(value, list) else inner:
        yield (*path, key)
        yield from _places(below, (*path, key))


def _use(reader: str, file: Path) -> None:
    """Does what the app does with what was read."""
    if reader == "keymap":
        try:
            commands.bind_keys(user_keymap.load_user_keymap(file).keys)
            assert all(
                map(keymap.get_key_hint, (command.id for command in commands.list_defaults()))
            )
            assert keymap.build_textual_keymap() is not None
        finally:
            commands.bind_keys({})
    elif reader == "theme":
        theme, _ = theme_loader.load_or_default(file.stem, file.parent)
        assert theme.title and theme.get_symbol("play") and theme.textual_theme
        assert theme.get_heat_style(0.5) is not None and theme.get_style("muted") is not None
        assert theme.get_mark("cursor") and theme.get_look("skiddy", "crate").columns


@pytest.mark.parametrize("reader", DOCUMENTS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_value_at_a_key_is_more_than_a_line(
    reader: str, tmp_path: Path, data: st.DataObject
) -> None:
    file = tmp_path / READERS[reader][0]
    file.parent.mkdir(parents=True, exist_ok=True)
    document = deepcopy(DOCUMENTS[reader])
    *above, last = data.draw(st.sampled_from([*_places(document)]))
    table: Any = document
    for key in above:
        table = table[key]
    table[last] = data.draw(VALUES)
    file.write_text(tomli_w.dumps(document), "utf-8")
    reported(reader, file)
    _use(reader, file)
