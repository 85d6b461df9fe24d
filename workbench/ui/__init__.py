"""The widgets, dialogs and screen base classes that all features share.

A screen (:mod:`~workbench.ui.screen`) turns keys into commands and has a key line
(:mod:`~workbench.ui.key_line`) and a menu (:mod:`~workbench.ui.key_menu`). A screen with a playback
advances it with a timer (:mod:`~workbench.ui.playback_screen`). The design screen has parts
(:mod:`~workbench.ui.part`), and :mod:`~workbench.ui.pane_layout` chooses which of their panes to
show.

Panes show lines of spans (:mod:`~workbench.ui.styled_lines`) and send only the columns that have
changed. Their base classes form a chain in which each class adds one ability:

- :class:`~workbench.ui.line_pane.LinePane`: lines of styled text, drawn for the current size.
- :class:`~workbench.ui.cursor_pane.CursorPane`: rows with a cursor.
- :class:`~workbench.ui.sections_pane.SectionsPane`: rows under headings.

Questions are modal screens (:mod:`~workbench.ui.dialogs`, :mod:`~workbench.ui.pick_list`). For
example, a part asks for a number with ``LinePrompt("How many?", "10", make_number_check(1, 99))``
and gets the answer, or None if the user presses Escape.
"""
