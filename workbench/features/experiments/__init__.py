"""The experiments screen, which repeats measurements from publications about the games."""
