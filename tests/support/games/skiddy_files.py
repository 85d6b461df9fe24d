"""Levels of Skiddy for the command line, usual ones and drafts."""

from __future__ import annotations

from cases_skiddy import FIXTURES, LEVEL_1_1
from skiddy_boards import GAME, board_of

from engine.values.level import Level

FIRST = Level(GAME.name, board_of(LEVEL_1_1), "Side by side")
BOARDS = {
    "stuck": board_of(FIXTURES[23].rows),
    "all-kinds": board_of("########/#r b o B/#c i 1 #/#   2  #/##R#####"),
    "no-blue-goal": board_of("#####/#r b#/#R###"),
    "corner": board_of("#####/#r r#/#   #/#R##R"),
    "piece-on-block": board_of("#####/#r r#/#R###"),
}
OPEN_BORDER = (
    'format = 1\ngame = "skiddy"\n\n[board]\ntiles = """\n#####\n#...#\n#R#.#\n"""\n'
    'pieces = """\n.....\n.r.r.\n.....\n"""\n'
)
