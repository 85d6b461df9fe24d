"""Ordered lists of levels to play: packs, seed lists, and runs through them.

A pack is a file that lists levels, each of which is either embedded or given by the path of a level
file and the digest of its board. The digest identifies the level: it is used to find a renamed file
again, to detect a changed board, and to store a player's win, no matter which pack the level is in.

A seed list holds only seeds, and each level is generated when it is played. A run
(:mod:`engine.playlists.playlist_run`) is a player's pass through a list: either a campaign of
rising difficulty, or infinite play. The game supplies the formulas; see
:class:`engine.game.game.Campaign`.

In a good pack, difficulty rises evenly (:mod:`engine.playlists.difficulty_curve`). Difficulties are
compared on a logarithmic scale, because the step from 10 to 20 moves feels like the step from 20 to
40. For example, the targets for four levels from 10 to 80 moves are about 10, 20, 40 and 80. The
cost of a level is the square of its distance from the target. It is higher if the level is easier
than the one before it, introduces several mechanics together, or resembles the one before it. A
beam search followed by hill climbing (:mod:`engine.playlists.set_search`) minimizes the total cost.
"""
