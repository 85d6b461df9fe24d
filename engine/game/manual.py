"""The rules of a game, explained to players in short texts with small boards as examples."""

from __future__ import annotations

from inspect import cleandoc
from typing import NamedTuple

from engine.game.boards import Boards
from engine.game.play import Play
from engine.game.playthrough import Playthrough
from engine.values.level import Board
from engine.values.picture import Picture, crop_picture


class Rule(NamedTuple):
    """One rule of play, with pictures of a board before and after the rule applies.

    Attributes:
        title: The subject, in one or two words.
        text: The rule, in one to three sentences.
        board: A playable board in the first of the game's text formats, with any indentation. If
            it is empty, there are no pictures.
        moves: The moves that lead to the second picture, as one string. If it is empty, there is no
            second picture.
        window: The row, column, number of rows and number of columns of the part of the board to
            show; None to show the whole board.
    """

    title: str
    text: str
    board: str = ""
    moves: str = ""
    window: tuple[int, int, int, int] | None = None


def read_rule_board(boards: Boards, rule: Rule) -> Board:
    """Read the example board of a rule, whose ``board`` must not be empty.

    Raises:
        LevelError: The text is not a board of the game.
    """
    return boards.text_formats[0].read(cleandoc(rule.board)).board


def draw_rule_pictures(boards: Boards, play: Play, rule: Rule) -> tuple[Picture, ...]:
    """Draw the board of a rule and, if there are moves, the position after them.

    Raises:
        LevelError: The text is not a board of the game, or the board breaks a rule of the game.
        MoveError: The moves are not moves of the game.
    """
    if not rule.board:
        return ()
    course = Playthrough(play, read_rule_board(boards, rule))
    shown = [play.draw_picture(course.position)]
    if rule.moves:
        for move in play.read_moves(rule.moves):
            course.make_move(move)
        shown.append(play.draw_picture(course.position))
    return tuple(
        shown if rule.window is None else (crop_picture(one, *rule.window) for one in shown)
    )
