"""A page that plays levels, put together from its template, style, scripts, sprites and levels."""

from __future__ import annotations

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from engine.errors import LevelError, escape_unprintable
from engine.game import registry
from engine.game.game import Game
from engine.values.budget import Budget
from engine.values.level import Level, compute_digest
from workbench.drawing import export
from workbench.drawing.page.state_frames import MAX_STATES, build_graph_level
from workbench.theme import theme_loader
from workbench.theme.theme_loader import Theme

SCHEMES = {"light": "light", "dark": "default"}
"""The theme for each colour scheme of a browser."""
FORMAT = 1
"""The version of the levels in a page."""
_FOLDER = Path(__file__).parent
_SCRIPTS = ("graph_rules.js", "board.js", "visit.js", "dialogs.js", "input.js", "app.js")
"""The scripts in the order in which they run. The games' own rules come before the last one."""
_COLOURS = ("foreground", "background", "surface", "panel", "primary", "accent", "success", "error")
"""The colours of the page, which are those of the themes."""
_PART = re.compile(r"@(\w+)@")
_MAX_SOLVED, _SOLVER_SECONDS = 5_000_000, 30
"""The budget, in states and seconds, for solving a level of a game that brings its own rules. A
level that takes more has no optimum and no hints.
"""


def build_page(
    levels: Sequence[Level],
    title: str,
    *,
    hints: bool = False,
    max_states: int = MAX_STATES,
) -> str:
    """Return a page that plays levels, as one HTML document that loads nothing.

    Args:
        levels: The levels in order, of any games. Their boards must be valid.
        title: The title of the page.
        hints: True if the page gives hints. It then contains the solutions of the levels.
        max_states: The maximum number of states in the state graph of a level.

    Raises:
        LevelError: A level cannot be played in a page. The message says which one, and why.
    """
    games = {level.game: registry.get_game(level.game) for level in levels}
    contents = [
        _build_level(games[level.game], level, place, len(levels), hints, max_states)
        for place, level in enumerate(levels, start=1)
    ]
    names = {name: _list_names(game, contents) for name, game in games.items()}
    numbers = {(game, name): n for n, (game, name) in enumerate(_flatten_names(names))}
    pack = {
        "format": FORMAT,
        "id": hashlib.sha256("".join(each["board"] for each in contents).encode()).hexdigest()[:16],
        "title": _clean_text(title),
        "hints": hints,
        "games": {name: _build_game(game, names[name]) for name, game in games.items()},
        "sprites": {
            game: {name: numbers[game, name] for name in those} for game, those in names.items()
        },
        "levels": contents,
    }
    style = _read_style()
    script = _read_scripts(games.values())
    parts = {
        "policy": f"default-src 'none'; script-src '{_hash_source(script)}'; "
        f"style-src '{_hash_source(style)}'; base-uri 'none'; form-action 'none'",
        "title": escape(_clean_text(title)),
        "style": style,
        "sprites": "".join(_draw_sprites(games, numbers)),
        "pack": _dump_json(pack),
        "script": script,
    }
    template = (_FOLDER / "page.html").read_text("utf-8")
    # All parts are filled in by one pass, so a title that looks like a part stays as it is.
    return _PART.sub(lambda found: parts[found[1]], template)


def _build_level(
    game: Game, level: Level, place: int, count: int, hints: bool, max_states: int
) -> dict[str, Any]:
    try:
        if game.play.browser_rules is None:
            content = build_graph_level(game, level.board, max_states)
        else:
            content = _build_ruled_level(game, level, hints)
    except LevelError as error:
        raise LevelError(f"level {place} of {count}: {error.message}") from error
    picture = game.boards.draw_picture(level.board)
    panels = [
        {"row": p.row, "col": p.col, "rows": p.rows, "cols": p.cols, "title": p.title}
        for p in picture.panels
    ]
    return {
        "game": level.game,
        "title": _clean_text(level.title) or f"Level {place}",
        "author": _clean_text(level.author or ""),
        "notes": "\n".join(map(_clean_text, (level.notes or "").splitlines())),
        "board": compute_digest(level.board),
        "rules": game.rules_version,
        "rows": picture.rows,
        "cols": picture.cols,
        **({"panels": panels} if panels else {}),
        **content,
    }


def _build_ruled_level(game: Game, level: Level, hints: bool) -> dict[str, Any]:
    """Return the board of a game that brings its own rules, with its optimum and solution."""
    rules = game.play.browser_rules
    assert rules is not None
    budget = Budget(_MAX_SOLVED, seconds=_SOLVER_SECONDS)
    solution = game.solver.solve(level.board, budget=budget).moves
    optimum = solution and game.play.count_play(level.board, solution).get(game.measure.key)
    return {**rules.build_level(level.board, solution if hints else None), "optimum": optimum}


def _list_names(game: Game, contents: Iterable[Mapping[str, Any]]) -> list[str]:
    """Return the names of all tiles, pieces and gates that the levels of a game show."""
    found: set[str] = set() if game.play.browser_rules is None else {*game.play.browser_rules.names}
    for each in contents:
        if each["game"] == game.name and game.play.browser_rules is None:
            found.update(each["tiles"], each["names"])
            found.update(f"gate-{way}" for _, _, way in each["gates"])
    return sorted(found)


def _flatten_names(names: Mapping[str, Iterable[str]]) -> Iterable[tuple[str, str]]:
    return ((game, name) for game, those in names.items() for name in those)


def _build_game(game: Game, names: Iterable[str]) -> dict[str, Any]:
    return {
        "title": game.title,
        "rules": "graph" if game.play.browser_rules is None else game.name,
        "units": game.measure.unit_names,
        "manual": [[rule.title, rule.text] for rule in game.manual],
        "titles": {name: game.boards.format_title(name) or name for name in names},
    }


def _draw_sprites(
    games: Mapping[str, Game], numbers: Mapping[tuple[str, str], int]
) -> Iterable[str]:
    """Yield a symbol for each name in each colour scheme."""
    for scheme, theme in _load_themes().items():
        for (game, name), number in numbers.items():
            drawn = export.draw_look_svg(theme, games[game].name, name)
            box = 'viewBox="0 0 100 100" overflow="visible"'
            yield f'<symbol id="{scheme}-{number}" {box}>{drawn}</symbol>'


def _load_themes() -> Mapping[str, Theme]:
    return {scheme: theme_loader.load_shipped(name) for scheme, name in SCHEMES.items()}


def _read_style() -> str:
    """Return the style sheet, preceded by the colours of both schemes."""
    rules = []
    for scheme, theme in _load_themes().items():
        colours = {name: export.get_ui_colour(theme, name, "#808080") for name in _COLOURS}
        colours["muted"] = export.get_text_colour(theme, "muted", colours["foreground"])
        values = "".join(f"--{name}: {colour}; " for name, colour in colours.items())
        rules.append(f'[data-scheme="{scheme}"] {{ color-scheme: {scheme}; {values}}}\n')
    return "".join(rules) + (_FOLDER / "page.css").read_text("utf-8")


def _read_scripts(games: Iterable[Game]) -> str:
    *first, last = [(_FOLDER / name).read_text("utf-8") for name in _SCRIPTS]
    own = [
        # A block keeps the names of one game's script apart from those of all others.
        f"{{\n{rules.script.read_text('utf-8')}}}\n"
        for rules in (game.play.browser_rules for game in games)
        if rules is not None
    ]
    return "".join(['"use strict";\n', *first, *own, last])


def _hash_source(text: str) -> str:
    """Return the source expression that allows exactly this script or style."""
    return f"sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}"


def _clean_text(text: str) -> str:
    """Return untrusted text as one line, in which nothing changes the direction of other text."""
    return escape_unprintable(text)


def _dump_json(value: object) -> str:
    """Return a value as JSON without the characters that could end or change an HTML element."""
    text = json.dumps(value, separators=(",", ":"))
    return "".join(f"\\u{ord(c):04x}" if c in "<>&" else c for c in text)
