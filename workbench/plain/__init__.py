"""Plain mode: a conversation in lines of text, for screen readers, pipes and slow links.

Every line typed is a command, every answer one or a few short sentences; nothing moves a
cursor, draws over what was said, or needs a colour.

- :mod:`~workbench.plain.conversation`: obeys line after line, and ends well however it ends;
  :mod:`~workbench.plain.talk`: reads lines and asks questions.
- :mod:`~workbench.plain.orders`: how orders are declared, most by the id of the app's command that
  they do; :mod:`~workbench.plain.arguments`: what the words behind them stand for.
  The orders stand in :mod:`~workbench.plain.looking`, :mod:`~workbench.plain.tracing`,
  :mod:`~workbench.plain.trying`, :mod:`~workbench.plain.playing`, :mod:`~workbench.plain.modes`,
  :mod:`~workbench.plain.changing`, :mod:`~workbench.plain.making`,
  :mod:`~workbench.plain.choosing`, :mod:`~workbench.plain.packing` and
  :mod:`~workbench.plain.explaining`.
- :mod:`~workbench.plain.openlevel`: a session as in the app, and play on it.
- :mod:`~workbench.plain.words`: boards, moves and verdicts in sentences.
"""

from __future__ import annotations

from workbench.plain.conversation import run

__all__ = ["run"]
