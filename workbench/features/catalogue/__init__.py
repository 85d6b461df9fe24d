"""A catalogue on a screen of its own: a wall, a table or a grid of its levels, to choose from."""
