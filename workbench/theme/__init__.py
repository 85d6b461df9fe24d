"""Themes, which define the appearance of tiles, pieces and the interface.

A theme is a TOML file that may inherit from another theme. The module
:mod:`~workbench.theme.theme_file` reads, checks and merges the files,
:mod:`~workbench.theme.theme_loader` wraps the result in a
:class:`~workbench.theme.theme_loader.Theme`, and :mod:`~workbench.theme.theme_choice` decides
which theme to use::

    theme = theme_loader.load_theme("dark")  # the user's dark.toml, else the shipped one
    look = theme.get_look("skiddy", "wall")
    look.glyph, look.style                   # two terminal columns of text, and their colours

Games and boards refer to tiles and pieces only by name, such as ``wall``. A plug-in game can bring
its own theme files (:mod:`~workbench.theme.game_themes`), which lie under the theme. If none of
them defines a name, its look is made from its letters, so that pieces can still be told apart.
"""
