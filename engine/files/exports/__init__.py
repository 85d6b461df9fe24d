"""Levels in the formats of other programs: game engines, map editors and spreadsheets.

These formats hold several levels and are drawn with a theme. The engine knows no themes, so the
functions here take the function that draws an image as an argument.
"""
