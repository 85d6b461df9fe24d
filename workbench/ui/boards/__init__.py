"""Boards on screens: drawn line by line, fitted into their panes, shown as images."""
