"""Plain mode: a conversation in lines of text, for screen readers, pipes and slow connections.

Every line that the user types is a command, and every answer is one or a few short sentences.
Nothing moves a cursor, overwrites earlier output, or needs colour::

    > generate skiddy 7
    Generated from seed 7.
    Skiddy 7, Skiddy: 6 rows and 7 columns, counted from 0.
    > hint
    Up; 7 moves to go to Perfect.
    > move u
    Up. 1 move.

Commands are functions in tables. Each function takes a
:class:`~workbench.plain.plain_state.PlainApp` and the words typed after the command's name. Most
commands have the id of one of the app's commands. They do the same as that command and share its
help.

- :mod:`~workbench.plain.command_loop`: the loop that reads and runs lines until the user leaves;
  :mod:`~workbench.plain.line_console`: reading and writing lines, and asking questions.
- :mod:`~workbench.plain.command_table`: how commands are declared;
  :mod:`~workbench.plain.typed_arguments`: how arguments are parsed as cells, tools, stages and
  parameters.
- :mod:`~workbench.plain.plain_state`: the open level's session and its playtest.
- :mod:`~workbench.plain.plain_text`: sentences that describe boards, moves and verdicts.
- Commands: :mod:`~workbench.plain.describe_commands`, :mod:`~workbench.plain.playback_commands`,
  :mod:`~workbench.plain.what_if_commands`, :mod:`~workbench.plain.playtest_commands`,
  :mod:`~workbench.plain.run_commands`, :mod:`~workbench.plain.document_commands`,
  :mod:`~workbench.plain.generation_commands`, :mod:`~workbench.plain.gallery_commands`,
  :mod:`~workbench.plain.pack_commands` and :mod:`~workbench.plain.manual_commands`.
"""

from __future__ import annotations

from workbench.plain.command_loop import run_plain_mode

__all__ = ["run_plain_mode"]
