"""The engine of the Puzzle Workbench: puzzles, search and generation, without a user interface.

Nothing in this package imports Textual, Rich or :mod:`workbench`; text layout and colours are up to
the caller. Start with :mod:`engine.game.registry` to get a game, and with :mod:`engine.game.game`
for the parts of a game.
"""
