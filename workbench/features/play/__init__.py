"""Playing levels by hand, and recording and replaying playtests.

- :mod:`~workbench.features.play.screen`: the play screen, with its session, input and text.
- :mod:`~workbench.features.play.play_input`: input with arrow keys, and the base class for all
  inputs. :mod:`~workbench.features.play.dragging_input` is for games whose moves name cells,
  :mod:`~workbench.features.play.walking_input` for games with steps and turns,
  :mod:`~workbench.features.play.actor_input` for games whose moves name a piece, and
  :mod:`~workbench.features.play.word_input` for games with moves that have no direction.
  :mod:`~workbench.features.play.input_choice` chooses one of them.
- :mod:`~workbench.features.play.play_board`: the board with its text and animations.
- :mod:`~workbench.features.play.play_text_pane`: the layout of the text, whose contents come from
  :mod:`~workbench.features.play.play_text`.
- :mod:`~workbench.features.play.recordings_screen`, :mod:`~workbench.features.play.replay_screen`:
  the list of recordings, and the replay of one of them.

The screen passes each key press to the input, which makes a move in the session. The screen then
starts writing finished recordings in a thread. Finally it asks the input for the position to show,
which includes a pending drag or a previewed turn, and passes that and the text to the board.
"""
