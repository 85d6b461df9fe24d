"""Playing through lists of levels: a campaign of rising difficulty, and play without an end.

A list holds seeds only; its levels are made when they are played. What is the same for every game
stands here: list files, their order by difficulty, runs and the files that runs are kept in. A
game adds its own formulas, see :class:`engine.game.game.Campaign`.
"""
