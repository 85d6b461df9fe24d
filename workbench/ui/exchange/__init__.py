"""The dialogs and commands for saving, copying, exporting and pasting levels."""
