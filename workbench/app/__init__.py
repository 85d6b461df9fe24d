"""The app: start-up and exit, signals, preferences, and commands that work on every screen.

:func:`~workbench.app.launcher.run_app` opens the file or folder named on the command line and runs
a :class:`~workbench.app.app.WorkbenchApp`. The app itself is small: it holds the open document, the
solver service and the autosave, and it switches between the screens in :mod:`workbench.features`.

- :mod:`~workbench.app.preferences` loads the user's settings, keys and theme, and reloads the
  theme when its files change.
- :mod:`~workbench.app.board_display` shows boards as text or images, and sets the cell size.
- :mod:`~workbench.app.screen_opener` opens help, messages and other screens from anywhere.
- :mod:`~workbench.app.screen_command_palette` is the command palette.
- :mod:`~workbench.app.themes_screen` lets the user choose a theme.
- :mod:`~workbench.app.watchdog` runs a thread that reports a frozen app.
- :mod:`~workbench.app.keys_document` generates the tables of ``docs/reference/keys.md``.
"""
