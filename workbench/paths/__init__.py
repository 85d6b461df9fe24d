"""The workbench's folders: configuration, state, and the shipped themes and levels."""
