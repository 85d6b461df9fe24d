"""The legend, which explains all visible glyphs and signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.game.game import Game
from engine.values.grid import DIRECTIONS
from engine.values.picture import Picture
from workbench.drawing import cell_art
from workbench.drawing.cell_brush import Overlay
from workbench.theme.cell_sizes import Scale
from workbench.theme.theme_loader import Look, Theme
from workbench.ui.manual.help_structure import Figure, ManualEntry, ManualSection
from workbench.ui.styled_lines import Sign, Span

HEAD_COLUMNS = 12
"""The number of columns reserved for an entry's glyphs, before its title."""
MAX_GLYPHS = 4
"""The maximum number of glyphs to draw for one title.

More would add little, because the glyphs of one title, such as the parts of a line, look alike.
"""

NO_FIGURES: Mapping[str, Figure] = {}
_NOTHING = Look("  ", " ")

MARK_MEANINGS: Mapping[str, str] = {
    "problem": "breaks a rule of the game or of the marks",
    "warning": "allowed but unusual; the best change here would break something",
    "changed": "changed by the event shown",
    "blamed": "the reason why the step or the candidate was rejected",
    "locked": "locked: generation never changes it",
    "preview": "would be drawn by the tool or changed by the move",
    "held": "start of the stroke, or the object being moved",
    "match": "found by the search",
    "differs": "differs between the two levels",
    "better": "some change here improves the objective",
    "worse": "every change here is worse; on the map of dead ends, a piece of the level",
    "same": "no change here affects the objective",
    "broken": "unwinnable after every change here, or once a piece is here",
    "breakpoint": "a breakpoint: stops when this cell changes",
    "pencil-empty": "marked empty",
    "pencil-level": "marked horizontal",
    "pencil-upright": "marked vertical",
    "because": "evidence for the conclusion or the hint",
    "claimed": "the conclusion",
    "inert": "inert: without it, nothing changes",
    "needed": "needed: without it, the solution is longer or shorter, or the level cannot be won",
    "inspected": "the selected cell or piece of evidence",
    "reached": "can be reached",
    "threatened": "can be reached by an enemy",
    "arrived": "would arrive here with the previewed move",
    "moves-right": "would start to the right with that move",
    "moves-up": "would start upwards with that move",
    "moves-left": "would start to the left with that move",
    "moves-down": "would start downwards with that move",
}
"""A mapping from the names of a theme's marks to their meanings."""
ARROW_MEANINGS: Mapping[str, tuple[str, str, str]] = {
    "allowed": ("right", "key", "a possible move in that direction"),
    "refused": ("turn-refused", "disabled", "a move that is not possible now"),
    "fatal": ("turn-fatal", "bad", "a move that loses"),
    "chosen": ("right", "selected", "the previewed move"),
}
"""A mapping from the state of an arrow at a board's edge to its symbol, text style and meaning."""


def _get_meaning(game: Game, name: str, general: str) -> str:
    """Return the game's own meaning of a mark or an arrow, or else the general one."""
    declared = game.play.action_texts.get(name)
    return general if declared is None else declared.help


def make_board_sections(
    game: Game,
    pictures: Sequence[Picture],
    overlays: Iterable[Overlay],
    theme: Theme,
    scale: Scale = "compact",
) -> list[ManualSection]:
    """Make the sections on a game's visible boards and everything drawn over them."""
    shown = [*dict.fromkeys(name for picture in pictures for name in list_names(picture))]
    pieces = {piece.name for picture in pictures for piece in picture.pieces.values()}
    figures = {
        name: _draw_figure(theme.get_look(game.name, name), name in pieces, scale) for name in shown
    }
    found = [
        ManualSection(
            "On the board", tuple(_make_entries(game, shown, theme, figures)), HEAD_COLUMNS
        )
    ]
    if over := tuple(_make_overlay_entries(game, overlays, theme)):
        found.append(ManualSection("Marks on the board", over, HEAD_COLUMNS))
    return found


def make_other_sections(
    game: Game, pictures: Iterable[Picture], theme: Theme
) -> list[ManualSection]:
    """Make a section on the tiles and pieces of a game that are not on any visible board.

    The result is empty if there are none.
    """
    known = group_by_title(game, (name for picture in pictures for name in list_names(picture)))
    tools = (tool.name for tool in game.boards.tools)
    rest = tuple(entry for entry in _make_entries(game, tools, theme) if entry.title not in known)
    return [ManualSection(f"Also in {game.title}", rest, HEAD_COLUMNS)] if rest else []


def list_names(picture: Picture) -> Iterator[str]:
    """Yield the name of every tile, piece and gate in a picture, with repetitions.

    If any cell is locked, the name ``locked`` is yielded last.
    """
    for row, line in enumerate(picture.tiles):
        yield from (name for col, name in enumerate(line) if picture.has_cell((row, col)))
    yield from (piece.name for piece in picture.pieces.values())
    yield from (f"gate-{DIRECTIONS[way]}" for *_, way in sorted(picture.gates))
    if picture.locked:
        yield "locked"


def group_by_title(game: Game, names: Iterable[str]) -> dict[str, list[str]]:
    """Group the names of tiles and pieces by the titles that users see."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(game.boards.format_title(name), []).append(name)
    return found


def _draw_figure(look: Look, piece: bool, scale: Scale) -> Figure:
    """Draw a tile or piece as a figure, which is empty if it would only repeat the glyph."""
    # A picture that merely surrounds the glyph with blanks adds nothing to the glyph.
    own = {*"".join(look.pictures.get(scale, ()))} - {*look.glyph, " "}
    chip = piece and look.style.bgcolor is not None and scale in look.chips
    if not own and not chip:
        return ()
    drawn = cell_art.draw_cell(scale, _NOTHING, look) if piece else cell_art.draw_cell(scale, look)
    return tuple(tuple(line) for line in drawn)


def _make_entries(
    game: Game, shown: Iterable[str], theme: Theme, figures: Mapping[str, Figure] = NO_FIGURES
) -> Iterator[ManualEntry]:
    """Yield an entry for each title: its glyphs, and its picture if it has only one glyph."""
    order = {tool.name: number for number, tool in enumerate(game.boards.tools)}
    listed = sorted(shown, key=lambda name: order.get(name, len(order)))
    for title, alike in group_by_title(game, listed).items():
        looks = dict.fromkeys(theme.get_look(game.name, name) for name in alike)
        drawn = [look for look in looks if look.glyph.strip()]
        if drawn:
            picture = figures.get(alike[0], ()) if len(drawn) == 1 else ()
            yield ManualEntry(tuple(_join_glyphs(drawn[:MAX_GLYPHS])), title, picture=picture)


def _join_glyphs(looks: Iterable[Look]) -> Iterator[Span]:
    for number, look in enumerate(looks):
        if number:
            yield " ", ""
        yield look.glyph, look.style


def _make_overlay_entries(
    game: Game, overlays: Iterable[Overlay], theme: Theme
) -> Iterator[ManualEntry]:
    """Yield entries for the cursor, marks, numbers and arrows drawn over boards."""
    overlays = [*overlays]
    if any(overlay.cursor is not None for overlay in overlays):
        yield ManualEntry((("[ ]", theme.get_style("bracket")),), "the cursor")
    for name in dict.fromkeys(mark for overlay in overlays for mark in overlay.marks.values()):
        look = theme.get_mark(name)
        meaning = _get_meaning(game, f"mark.{name}", MARK_MEANINGS.get(name, name))
        yield ManualEntry(((f" {look.glyph}", look.style),), meaning)
    if any(overlay.heat for overlay in overlays):
        ends: tuple[Span, ...] = (
            (" 1", theme.get_heat_style(0)),
            ("..", ""),
            (" 9", theme.get_heat_style(1)),
        )
        yield ManualEntry(ends, "numbers of a map; higher numbers have stronger colours")
    for state in dict.fromkeys(arrow.state for each in overlays for arrow in each.arrows):
        symbol, role, words = ARROW_MEANINGS[state]
        meaning = _get_meaning(game, f"arrow.{state}", words)
        yield ManualEntry(((f" {theme.get_symbol(symbol)}", role),), meaning)


def make_sign_sections(panes: Iterable[tuple[str, Sequence[Sign]]]) -> list[ManualSection]:
    """Make a section for each pane that has signs, with the meanings of its signs.

    Args:
        panes: The title and the signs of each pane.
    """
    return [
        ManualSection(
            title, tuple(ManualEntry((span,), words) for span, words in some), HEAD_COLUMNS
        )
        for title, some in panes
        if some
    ]
