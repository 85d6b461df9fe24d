"""The widgets that show many levels: a wall of thumbnails, and histograms of facts.

A wall shows the tiles of any source, be it a gallery with two dozen levels or a catalogue with a
hundred thousand. The source only has to count its tiles and return the tile at a given index. All
tiles are as large as the largest one seen so far. They never shrink, because a change of layout
sends the whole wall to the terminal.
"""
