"""Changes of boards: drawing tools, whole-board transforms, single changes and their effects."""
