"""Levels as the complete source of a PuzzleScript game.

The rules come from the game (:meth:`engine.game.boards.Boards.get_script`). Each cell of a level is
one character, and the legend says which objects it holds. Characters are assigned as they are
needed, first ones like those of level files::

    # = Block
    a = FruitA and GateLeft
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from string import ascii_lowercase, digits

from engine.errors import EngineError, LevelError
from engine.files.exports.formats import Artist
from engine.game import registry
from engine.values.grid import DIRECTIONS
from engine.values.level import Level
from engine.values.picture import Picture
from engine.values.script_rules import CONTROL, ScriptRules, name_object

_CELL_CHARACTERS = "#.*@+$%&~!?" + ascii_lowercase.replace("v", "") + digits
"""Characters with no meaning in PuzzleScript, which knows no upper case."""
_MORE_CHARACTERS = range(0x4E00, 0x9FA6)
"""Code points of further characters without upper case, for boards with many combinations."""
_MAX_TITLE = 200


def format_source(levels: Sequence[Level], title: str, artist: Artist) -> str:
    """Return the source of a PuzzleScript game with the given levels.

    Args:
        levels: The levels in order, all of one game.
        title: The title of the game.
        artist: The artist that draws the sprites.

    Raises:
        EngineError: The levels belong to several games, or to one without rules in PuzzleScript.
        LevelError: A board is a draft, or PuzzleScript cannot express a property of it. The error
            names the cell.
    """
    rules = find_rules(levels)
    cells, boards = _CellCharacters(), []
    for number, level in enumerate(levels, start=1):
        game_boards = registry.get_game(level.game).boards
        problem = next(iter(game_boards.find_problems(level.board)), None)
        # The rules take for granted that a board is closed, so drafts are refused.
        if problem := problem or rules.find_obstacle(level.board):
            place = f"level {number} of {len(levels)}: " if len(levels) > 1 else ""
            raise LevelError(place + problem.message, row=problem.row, col=problem.col)
        grid = list_objects(game_boards.draw_picture(level.board), rules)
        # The corner comes last, so that plain walls get the character "#".
        rows = ["".join(map(cells.get_character, line)) for line in grid[1:]]
        top = "".join(map(cells.get_character, grid[0][1:]))
        rows.insert(0, cells.get_character(grid[0][0]) + top)
        message = f"message {_clean_text(level.title)}\n\n" if level.title.strip() else ""
        boards.append(message + "\n".join(rows) + "\n")
    author = next((level.author for level in levels if level.author), None)
    game = levels[0].game
    objects = "\n\n".join(_list_object_lines(rules, game, artist))
    legend = f"{rules.properties.strip()}\n{cells.format_legend()}"
    return "\n".join(
        [
            f"title {_clean_text(title) or registry.get_game(game).title}",
            *([f"author {_clean_text(author)}"] if author and author.strip() else []),
            f"background_color {artist.paper}",
            "noaction",
            "",
            _format_section("objects", objects),
            _format_section("legend", legend),
            _format_section("sounds", ""),
            _format_section("collisionlayers", f"Background\n{rules.layers.strip()}"),
            _format_section("rules", rules.rules.strip()),
            _format_section("winconditions", rules.goals),
            _format_section("levels", "\n".join(boards)),
        ]
    )


def find_rules(levels: Iterable[Level]) -> ScriptRules:
    """Return the rules of the game that all levels belong to.

    Raises:
        EngineError: The levels belong to several games, or to one without rules in PuzzleScript.
    """
    games = sorted({level.game for level in levels})
    if len(games) != 1:
        raise EngineError(f"expected levels of one game, found {', '.join(games) or 'none'}")
    rules = registry.get_game(games[0]).boards.get_script()
    if rules is None:
        known = ", ".join(game.name for game in registry.list_games() if game.boards.get_script())
        raise EngineError(f"{games[0]} has no rules in PuzzleScript; expected {known}")
    return rules


def list_objects(picture: Picture, rules: ScriptRules) -> list[list[tuple[str, ...]]]:
    """Return the objects on each cell of a board, besides the background."""
    cells: list[list[tuple[str, ...]]] = [
        [() if name == rules.ground else (name_object(name),) for name in line]
        for line in picture.tiles
    ]
    for (row, col), piece in picture.pieces.items():
        cells[row][col] += (name_object(piece.name),)
    for row, col, direction in sorted(picture.gates):
        cells[row][col] += (name_object(f"gate-{DIRECTIONS[direction]}"),)
    cells[0][0] += (CONTROL,)
    return cells


class _CellCharacters:
    """The characters given to combinations of objects so far."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], str] = {}
        free = chain(_CELL_CHARACTERS, map(chr, _MORE_CHARACTERS))
        self._free = iter([*free])
        self._known[()] = "."

    def get_character(self, objects: tuple[str, ...]) -> str:
        """Return the character for a combination of objects.

        Raises:
            EngineError: All characters are in use.
        """
        if objects not in self._known:
            taken = set(self._known.values())
            wanted = next((each for each in self._free if each not in taken), None)
            if wanted is None:
                raise EngineError("the boards have more kinds of cells than PuzzleScript has room")
            self._known[objects] = wanted
        return self._known[objects]

    def format_legend(self) -> str:
        """Return the lines of the legend for all characters."""
        return "\n".join(
            f"{character} = {' and '.join(objects or ('Background',))}"
            for objects, character in self._known.items()
        )


def _list_object_lines(rules: ScriptRules, game: str, artist: Artist) -> Iterator[str]:
    for name, drawn in {"Background": rules.ground, **rules.objects}.items():
        sprite = artist.draw_sprite(game, drawn)
        yield "\n".join((name, " ".join(sprite.colours), *sprite.rows))
    for name, drawn in rules.sprites.items():
        yield f"{name}\n{drawn}"
    for name in (CONTROL, *rules.marks):
        yield f"{name}\ntransparent"


def _format_section(name: str, text: str) -> str:
    line = "=" * 16
    return f"{line}\n{name.upper()}\n{line}\n\n{text}\n"


def _clean_text(text: str) -> str:
    """Return text as one line without brackets, which begin a comment in PuzzleScript."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(plain.replace("(", "[").replace(")", "]").split())[:_MAX_TITLE]
