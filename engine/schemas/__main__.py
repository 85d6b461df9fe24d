"""The command that writes the schemas again: ``python -m engine.schemas``."""

from engine.schemas.json_schemas import FOLDER, list_files

for name, text in list_files().items():
    (FOLDER / name).write_text(text, "utf-8")
