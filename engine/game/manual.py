"""The rules of a game for those who play it: sentences, each with a small board that shows it."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import cleandoc

from engine.game.boards import Boards
from engine.game.play import Play
from engine.game.playthrough import Playthrough
from engine.values.level import Board
from engine.values.picture import Picture, part


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of play, with the board before it is applied and after.

    Attributes:
        title: what it is about, in a word or two.
        text: the rule, in a sentence or three.
        board: a playable board, in the first of the game's text formats, indented as one likes;
            empty for no picture.
        moves: what is played on it for the second picture, as play writes moves; empty for none.
        window: row, column, rows and columns of what is shown of the board; None for all of it.
    """

    title: str
    text: str
    board: str = ""
    moves: str = ""
    window: tuple[int, int, int, int] | None = None


def board_of(boards: Boards, rule: Rule) -> Board:
    """The board of a rule that has one.

    Raises:
        LevelError: it is not one of the game's.
    """
    return boards.text_formats[0].read(cleandoc(rule.board)).board


def pictures(boards: Boards, play: Play, rule: Rule) -> tuple[Picture, ...]:
    """The board of a rule and, if moves are made, what the game itself makes of them.

    Raises:
        LevelError: the board is not one of the game's, or breaks its rules.
        MoveError: the moves are not moves of the game.
    """
    if not rule.board:
        return ()
    course = Playthrough(play, board_of(boards, rule))
    shown = [play.picture(course.position)]
    if rule.moves:
        for move in play.read_moves(rule.moves):
            course.move(move)
        shown.append(play.picture(course.position))
    return tuple(shown if rule.window is None else (part(one, *rule.window) for one in shown))
