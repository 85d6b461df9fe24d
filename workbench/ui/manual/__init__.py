"""The help pages for a screen, made from the command registry, the theme and the game.

- :mod:`~workbench.ui.manual.help_structure`: pages, with their sections and entries.
- :mod:`~workbench.ui.manual.key_help`: the commands that work on the screen and in its panes.
- :mod:`~workbench.ui.manual.legend`: every glyph and sign that the screen shows.
- :mod:`~workbench.ui.manual.rules_help`: the game's goal, rules and parameters.
- :mod:`~workbench.ui.manual.glossary`: the terms that screens use.
- :mod:`~workbench.ui.manual.screen_help`: the pages for a given screen.
"""
