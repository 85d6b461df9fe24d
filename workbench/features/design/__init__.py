"""The design screen and its parts: board, editing, generation, parameters and files."""
