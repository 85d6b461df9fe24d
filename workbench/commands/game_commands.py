"""The commands as a game has them: those that suit its moves, described in its own words.

The registry describes commands in words that suit every game. :func:`describe_command` adapts them
to one game: to its units (:class:`engine.game.play.Measure`), its kinds of wins, and the texts that
it declares in :attr:`engine.game.play.Play.action_texts`.
"""

from __future__ import annotations

from dataclasses import replace

from engine.game.game import Game
from engine.game.walking_input import StepInput
from workbench.commands import Command

PUSH_PREFIX = "steering.turn-"
"""The beginning of the ids of the commands that push lines at the board's edges."""
_VIEWS = ("steering.faces", "steering.explore")
"""The commands for games in which only part of the board may be visible."""
_MARKS = ("empty", "level", "upright")
"""The kinds of pencil marks that have commands."""
_NUMBERS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_PUSH_HELP = {
    "steering.go": (
        "Make the {} that is shown; else choose a cell with the cursor, and then go there."
    ),
    "steering.preview": "Show what a {} would do before it is made, or make it at once.",
}
"""The descriptions of commands, each with a gap for the name of one move at the board's edges."""
_STAGE_MOVES = {
    "design.up": ("Stage before", "Back to where the stage began."),
    "design.down": ("Next stage", "On to where the stage ends."),
    "design.left": ("Event before", "One event back."),
    "design.right": ("Next event", "One event on."),
}
"""The titles and descriptions of the arrow keys in games whose moves are not directions."""

_WORD_STEPS = {
    f"play.{way}": (f"Preview the {which}", f"Show what the {which} would do, before it is made.")
    for way, which in (
        ("up", "move before"), ("down", "next move"), ("left", "move before"),
        ("right", "next move"),
    )
}  # fmt: skip
"""The titles and descriptions of the arrow keys that step through moves without a direction."""


def has_command(command: Command, game: Game) -> bool:
    """Return False if the command is for moves, marks or views that the game does not have."""
    play = game.play
    if command.id == "design.choose-move":
        return any(move.direction is None or move.actor for move in play.moves)
    match command.context:
        case "words":
            return bool(play.moves.undirected)
        case "actors":
            return bool(play.moves.list_actors())
        case "placing":
            kind = command.id.partition(".")[2]
            kinds = () if play.pencil is None else play.pencil.kinds
            return play.drag_input is not None and (kind not in _MARKS or kind in kinds)
        case "steering":
            return play.step_input is not None and _has_step_command(command, play.step_input)
    return True


def _has_step_command(command: Command, step_input: StepInput) -> bool:
    if command.id in _VIEWS:
        return bool(step_input.views)
    number = command.id.removeprefix(PUSH_PREFIX)
    return not number.isdigit() or int(number) <= step_input.turn_key_count


def describe_command(command: Command, game: Game) -> Command:
    """Return the command with the title and the description that suit the game."""
    declared = game.play.action_texts.get(command.id)
    if declared is not None:
        label = declared.title.lower() if declared.title and command.label else command.label
        title = declared.title or command.title
        return replace(command, title=title, label=label, help=declared.help)
    if command.context == "steering":
        return _describe_push(command, game)
    if command.id == "play.aim" and game.play.aims:
        kind = f"a better kind of win, such as a {game.play.aims[0].title}"
        return replace(command, help=f"Have hints and warnings lead to {kind}, or to any.")
    if command.id in _STAGE_MOVES and not has_arrow_moves(game):
        title, help_ = _STAGE_MOVES[command.id]
        return replace(command, title=title, help=help_)
    if command.id in _WORD_STEPS and len(game.play.moves.undirected) == len(game.play.moves) > 0:
        title, help_ = _WORD_STEPS[command.id]
        return replace(command, title=title, help=help_)
    return command


def has_arrow_moves(game: Game) -> bool:
    """Return True if the game has moves for the arrow keys."""
    return any(game.play.get_move_toward(direction) for direction in range(4))


def _describe_push(command: Command, game: Game) -> Command:
    """Return a command for moves at the board's edges, named by the unit of the game."""
    one, many = game.measure.unit_names
    number = command.id.removeprefix(PUSH_PREFIX)
    if number.isdigit():
        which = _NUMBERS[int(number) - 1]
        return replace(
            command,
            title=f"{one.capitalize()} {number}",
            group=many.capitalize(),
            help=f"Show what the {which} of the {many} at the board's edges would do; "
            "again makes it.",
        )
    template = _PUSH_HELP.get(command.id)
    return command if template is None else replace(command, help=template.format(one))
