"""The level on the design screen: modes, undo, files."""

from __future__ import annotations

from workbench.commands.command import Command

LEVEL = (
    Command(
        "design.edit",
        "Edit",
        "Edit mode on or off.",
        keys=("e",),
        group="Edit",
        label="edit",
        rank=20,
    ),
    Command(
        "design.playtest",
        "Playtest",
        "Play the level by hand.",
        keys=("p",),
        group="Level",
        label="play",
        rank=30,
    ),
    Command(
        "design.save",
        "Save",
        "Save the level.",
        keys=("ctrl+s",),
        group="Level",
        label="save",
        rank=45,
    ),
    Command(
        "design.undo",
        "Undo",
        "Take the last change back.",
        keys=("u",),
        group="Edit",
        label="undo",
        rank=25,
    ),
    Command(
        "design.levels",
        "Levels",
        "Back to the levels.",
        keys=("ctrl+o",),
        group="Level",
        label="levels",
        rank=120,
    ),
    Command(
        "design.redo",
        "Redo",
        "Make it again.",
        keys=("ctrl+r", "U"),
        group="Edit",
    ),
    Command(
        "design.history",
        "History",
        "Go back, or on, to any of all changes, generated levels and re-rolls.",
        keys=("Z",),
        group="Edit",
    ),
    Command(
        "design.transform",
        "Transform",
        "Rotate, mirror, crop or resize the whole board.",
        keys=("T",),
        group="Edit",
    ),
    Command(
        "design.describe",
        "Title and notes",
        "Title, author, tags and notes of the level.",
        keys=("ctrl+t",),
        group="Level",
    ),
    Command(
        "design.reasons",
        "Why this rating",
        "What speaks for and against the level, point by point.",
        group="Level",
    ),
    Command(
        "design.new",
        "New level",
        "Start an empty level.",
        keys=("n",),
        group="Level",
    ),
    Command(
        "design.save-as",
        "Save as",
        "Save the level under another name.",
        group="Level",
    ),
    Command(
        "design.reload",
        "Reload",
        "Read the file again; undo brings back what was here.",
        keys=("ctrl+e",),
        group="Level",
    ),
    Command(
        "design.cancel",
        "Stop or back",
        "Stop what runs, else leave zoom or edit mode, else back to the levels.",
        keys=("escape",),
        group="Level",
    ),
)
