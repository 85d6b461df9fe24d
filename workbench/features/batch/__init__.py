"""The batch screen, and the commands that find, start, watch, pause and stop batches."""
