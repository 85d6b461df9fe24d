"""The levels, catalogues and packs in the user's folders, and the batches that the user started."""
