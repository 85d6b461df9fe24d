"""Output to the terminal, and detection of its capabilities.

Each frame passes through five steps on its path from Textual to the terminal:

1. Textual's compositor renders an update: strips of styled text for the regions that changed.
2. The screen buffer (:mod:`~workbench.terminal.screen_difference`) compares the update with the
   columns that the terminal is showing, and keeps only those that differ.
3. The image placements (:mod:`~workbench.terminal.image_placements`) remove the columns covered by
   an image, and add the control sequences that show or delete images.
4. The writer (:mod:`~workbench.terminal.screen_update_encoder`) encodes the remaining columns in as
   few bytes as it can.
5. The driver (:mod:`~workbench.terminal.driver`) sends the bytes, or drops them if the terminal is
   gone.

For example, pressing Tab to move the focus to the next pane repaints two panes of several thousand
columns. The buffer reduces this update to a few hundred columns of border, which take about 300
bytes to send.

The command line uses the same capabilities and column widths, but writes its output with
:mod:`~workbench.terminal.command_line_output`, which escapes all text from files and arguments.
"""
