"""Maps of a complete graph: its states as a picture, and its dead ends."""
