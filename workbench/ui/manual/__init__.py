"""What help says, made from the registry of commands, the themes and the games.

- :mod:`~workbench.ui.manual.pages`: pages, their sections, and how an entry becomes lines.
- :mod:`~workbench.ui.manual.keys`: the commands of a screen, those of its focused pane first.
- :mod:`~workbench.ui.manual.legend`: every glyph and sign that the screen shows.
- :mod:`~workbench.ui.manual.playing`: a game's goal, rules, and parameters.
- :mod:`~workbench.ui.manual.glossary`: the words that screens use.
"""
