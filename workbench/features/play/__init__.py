"""Playing by hand, recordings, and playing them again."""
