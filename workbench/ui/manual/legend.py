"""The legend: every glyph and sign that is visible, drawn as it is drawn there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.game.game import Game
from engine.values.grid import DIRECTIONS
from engine.values.picture import Picture
from workbench.drawing import cells
from workbench.drawing.brush import Overlay
from workbench.theme.scales import Scale
from workbench.theme.theming import Look, Theme
from workbench.ui.lines import Sign, Span
from workbench.ui.manual.pages import Figure, ManualEntry, ManualSection

HEAD = 12
"""Columns of the glyphs before their title."""
MOST = 4
"""Glyphs of one title that are drawn: the parts of a line differ little."""

NO_FIGURES: Mapping[str, Figure] = {}
_NOTHING = Look("  ", " ")

MARKS: Mapping[str, str] = {
    "problem": "breaks a rule of the game, or the rules of what can be noted",
    "warning": "allowed, but unusual; the best change here would break something",
    "changed": "changed by the event that is shown",
    "blamed": "in the way: why the step or the candidate was refused",
    "locked": "locked: generation leaves it as it is",
    "preview": "what the tool would draw",
    "held": "where the stroke began, or what is being moved",
    "match": "found by the search",
    "differs": "differs between the two levels",
    "better": "some change here is better for the aim",
    "worse": "the best change here is worse; over a map of dead ends, a piece of the level",
    "same": "no change here is better or worse for the aim",
    "broken": "no win: by every change here, or once a piece stands here",
    "breakpoint": "a breakpoint: stops when this cell changes",
    "pencil-empty": "noted: empty",
    "pencil-level": "noted: a level line",
    "pencil-upright": "noted: an upright line",
    "because": "what the conclusion or the hint follows from",
    "claimed": "what is concluded",
    "inert": "changes nothing: without it all is the same",
    "needed": "needed: without it the level is longer or shorter, or cannot be won",
    "inspected": "the cell that is looked at, or evidence that is asked about",
    "reached": "can be walked to",
    "threatened": "can be reached by an enemy",
    "arrived": "comes here by the move that is previewed",
    "moves-right": "sets out to the right by that move",
    "moves-up": "sets out upwards by that move",
    "moves-left": "sets out to the left by that move",
    "moves-down": "sets out downwards by that move",
}
"""What the marks of a theme mean, by their names."""
ARROWS: Mapping[str, tuple[str, str, str]] = {
    "allowed": ("right", "key", "this line can be turned, in that direction"),
    "refused": ("turn-refused", "disabled", "this line cannot be turned now"),
    "fatal": ("turn-fatal", "bad", "turning this line loses"),
    "chosen": ("right", "selected", "the turn that is previewed"),
}
"""The arrows at the edges of a board by their state: a symbol, a role, and what they mean."""


def board(
    game: Game,
    pictures: Sequence[Picture],
    overlays: Iterable[Overlay],
    theme: Theme,
    scale: Scale = "compact",
) -> list[ManualSection]:
    """What the visible boards of a game show at a scale, and what is drawn over them."""
    shown = [*dict.fromkeys(name for picture in pictures for name in names(picture))]
    pieces = {piece.name for picture in pictures for piece in picture.pieces.values()}
    figures = {name: _figure(theme.look(game.name, name), name in pieces, scale) for name in shown}
    found = [ManualSection("On the board", tuple(_looks(game, shown, theme, figures)), HEAD)]
    if over := tuple(_over(overlays, theme)):
        found.append(ManualSection("Drawn over it", over, HEAD))
    return found


def others(game: Game, pictures: Iterable[Picture], theme: Theme) -> list[ManualSection]:
    """What the boards of a game can have besides what is on the visible ones."""
    known = titled(game, (name for picture in pictures for name in names(picture)))
    tools = (tool.name for tool in game.boards.tools)
    rest = tuple(entry for entry in _looks(game, tools, theme) if entry.words not in known)
    return [ManualSection(f"Also in {game.title}", rest, HEAD)] if rest else []


def names(picture: Picture) -> Iterator[str]:
    """Every name that a picture draws by: tiles, pieces, gates."""
    for row, line in enumerate(picture.tiles):
        yield from (name for col, name in enumerate(line) if picture.has((row, col)))
    yield from (piece.name for piece in picture.pieces.values())
    yield from (f"gate-{DIRECTIONS[way]}" for *_, way in sorted(picture.gates))
    if picture.locked:
        yield "locked"


def titled(game: Game, shown: Iterable[str]) -> dict[str, list[str]]:
    """The names of pictures by the words for what they stand for."""
    found: dict[str, list[str]] = {}
    for name in shown:
        found.setdefault(game.boards.title(name), []).append(name)
    return found


def _figure(look: Look, piece: bool, scale: Scale) -> Figure:
    """What has a picture as it is drawn at a scale; nothing for what has but its glyph."""
    own = {*"".join(look.pictures.get(scale, ()))} - {*look.glyph, " "}
    chip = piece and look.style.bgcolor is not None and scale in look.chips
    if not own and not chip:
        return ()
    drawn = cells.draw(scale, _NOTHING, look) if piece else cells.draw(scale, look)
    return tuple(tuple(line) for line in drawn)


def _looks(
    game: Game, shown: Iterable[str], theme: Theme, figures: Mapping[str, Figure] = NO_FIGURES
) -> Iterator[ManualEntry]:
    """An entry for every title, with the glyphs that have it, and the picture of a single one."""
    order = {tool.name: number for number, tool in enumerate(game.boards.tools)}
    listed = sorted(shown, key=lambda name: order.get(name, len(order)))
    for title, alike in titled(game, listed).items():
        looks = dict.fromkeys(theme.look(game.name, name) for name in alike)
        drawn = [look for look in looks if look.glyph.strip()]
        if drawn:
            picture = figures.get(alike[0], ()) if len(drawn) == 1 else ()
            yield ManualEntry(tuple(_glyphs(drawn[:MOST])), title, picture=picture)


def _glyphs(looks: Iterable[Look]) -> Iterator[Span]:
    for number, look in enumerate(looks):
        if number:
            yield " ", ""
        yield look.glyph, look.style


def _over(overlays: Iterable[Overlay], theme: Theme) -> Iterator[ManualEntry]:
    """The marks, numbers and arrows that are drawn over boards, and the cursor."""
    overlays = [*overlays]
    if any(overlay.cursor is not None for overlay in overlays):
        yield ManualEntry((("[ ]", theme.style("bracket")),), "the cursor")
    for name in dict.fromkeys(mark for overlay in overlays for mark in overlay.marks.values()):
        look = theme.mark(name)
        yield ManualEntry(((f" {look.glyph}", look.style),), MARKS.get(name, name))
    if any(overlay.heat for overlay in overlays):
        ends: tuple[Span, ...] = ((" 1", theme.heat(0)), ("..", ""), (" 9", theme.heat(1)))
        yield ManualEntry(ends, "numbers of a map; the more, the stronger the colour")
    for state in dict.fromkeys(arrow.state for each in overlays for arrow in each.arrows):
        symbol, role, words = ARROWS[state]
        yield ManualEntry(((f" {theme.symbol(symbol)}", role),), words)


def signs(panes: Iterable[tuple[str, Sequence[Sign]]]) -> list[ManualSection]:
    """The signs of the visible panes, by the panes' names."""
    return [
        ManualSection(title, tuple(ManualEntry((span,), words) for span, words in some), HEAD)
        for title, some in panes
        if some
    ]
