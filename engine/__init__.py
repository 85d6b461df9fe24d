"""The engine of the Puzzle Workbench: puzzles, search and generation, and no screen.

Nothing in this package imports Textual, Rich or :mod:`workbench`; text and colours are the
business of the caller. Start with :mod:`engine.game.registry` to get a game and with
:mod:`engine.game.game` to see what a game is.
"""
