"""The editing of boards: drawing tools, transforms of the whole board, and single changes."""
