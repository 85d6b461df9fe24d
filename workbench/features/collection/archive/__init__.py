"""The archive of a catalogue as a grid of two facts, and the filling of its cells."""
