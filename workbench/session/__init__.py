"""The state of one open level, without a screen: verdicts, playback, editing and more.

A :class:`~workbench.session.session.Session` holds a document and several instances of
:class:`~workbench.session.board_content.SessionPart`, each for one activity of the user, such as
painting cells or setting breakpoints. All parts share three objects:

- :class:`~workbench.session.history.History` changes the document and moves through its versions;
- :class:`~workbench.session.board_verdicts.Verdicts` holds the solver's answers for the current
  board;
- :class:`~workbench.session.board_content.Playback` selects what the board shows: a player for the
  timeline, a solution, the trace or play by hand, or the level in edit mode.

Data flows in one direction. For example, a stroke of the painter calls ``History.add_version``.
This adds a version to the document, makes ``Verdicts`` request an answer from the solver service,
and calls ``follow_version`` of every part that depends on the version. Finally it calls
``notify_change``, and the screen draws the view that ``Session.build_view`` returns. When the
answer arrives in the UI thread, ``notify_change`` is called again.

Plain mode and the design screen use the same session, which depends on neither of them.
"""
